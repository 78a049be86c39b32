//! The edit that connects two cells, verified on a copy.

use std::collections::BTreeSet;

use super::obstacle::common_point;
use super::{ConnectionSearch, Obstacle, Place, Reach};
use crate::check::approach::cells_under;
use crate::check::gap_closing::Site;
use crate::check::joining::{JoinKind, tried};
use crate::check::proposal::ProposalEffect;
use crate::check::{Fix, Proposal, opened};
use crate::document::length;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::pathfinding::analysis::island_gaps::IslandGap;
use navsmith_core::progress::{Progress, Stopped};

/// Maximum number of cells that an edit separates from an edge.
const MOST_SEPARATED: usize = 64;

const NOT_NEEDED: &str = "A path leads around the obstacle, so no edit is needed.";

const STILL_APART: &str = "The cells would still not be connected.";

const CUTS_OFF: &str = "The split would cut off other cells.";

const STILL_NO_PATH: &str = "There would still be no path between the cells.";

impl ConnectionSearch<'_> {
    /// Returns the edit that removes an obstacle, or a sentence that states why there is none.
    pub(super) fn edit(
        &self,
        cells: [CellId; 2],
        reach: Reach,
        place: &Place,
        progress: &Progress,
    ) -> Result<Result<Proposal, String>, Stopped> {
        if matches!(place.obstacle, Obstacle::Blocked(..)) {
            return self.unblocked(cells, reach, progress);
        }
        let attempts = match self.single(&place.obstacle) {
            Ok(single) => [single, self.split_at(place)],
            Err(why) => return Ok(Err(why)),
        };
        let over = (reach == Reach::None).then(|| place.route.island_gaps.len().saturating_sub(1));
        let effect = |count| ProposalEffect::Islands { count, over, note: None };
        let judge = |mesh: &NavMesh, derived: &Derived| self.judged(cells, place, (mesh, derived), progress);
        let mut refusal = None;
        for fixes in attempts.into_iter().filter(|fixes| !fixes.is_empty()) {
            progress.check()?;
            let judged = match tried(&fixes, self.mesh, self.derived) {
                Ok((mesh, derived)) => judge(&mesh, &derived)?,
                Err(why) => Err(why),
            };
            let is_split = matches!(fixes.as_slice(), [Fix::SplitContact { .. }]);
            match judged {
                // What is below a ramp as wide as the floor would be cut off.
                Ok([before, after]) if is_split && after >= before => {
                    refusal = refusal.or_else(|| Some(CUTS_OFF.to_owned()));
                }
                Ok(islands) => return Ok(Ok(Proposal::connecting(fixes, None, effect(islands)))),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        if let Some(why) = refusal.take_if(|_| !matches!(place.obstacle, Obstacle::Contact { .. })) {
            return Ok(Err(why));
        }
        let max_climb = self.settings.agent.max_climb;
        let site = Site { mesh: self.mesh, derived: self.derived, issues: self.issues, max_climb };
        for kind in self.joins(&site, place) {
            match site.first(kind, &place.route, progress, judge)? {
                Ok((fixes, islands)) => return Ok(Ok(site.proposal(fixes, effect(islands)))),
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        if let Obstacle::Step { rise, max_climb } = place.obstacle
            && rise.abs() > f64::from(max_climb)
        {
            return self.linked_down(&site, place, rise, progress);
        }
        if let Obstacle::Corner(vertices) = place.obstacle {
            let point = common_point(vertices);
            refusal = Some(format!(
                "No path leads through a point. Draw a cell beside {point} that shares an edge with both."
            ));
        }
        Ok(Err(refusal.unwrap_or_else(|| STILL_APART.to_owned())))
    }

    /// Returns the edits that remove an obstacle alone; none if the gap has to be closed.
    fn single(&self, obstacle: &Obstacle) -> Result<Vec<Fix>, String> {
        Ok(match obstacle {
            Obstacle::Duplicate => return Err("Delete one of the two cells.".to_owned()),
            Obstacle::Winding(cell, _) => vec![Fix::Reverse(*cell)],
            Obstacle::ThirdCell(edge, others) if others.len() > MOST_SEPARATED => {
                return Err(format!(
                    "Edge {edge} has {} cells, too many to separate. Delete some of them first.",
                    others.len() + 2
                ));
            }
            Obstacle::ThirdCell(edge, others) => {
                others.iter().map(|&cell| Fix::Separate { cell, edge: *edge }).collect()
            }
            &Obstacle::Overlap([larger, smaller]) => vec![Fix::CutOut { cell: smaller, from: larger }],
            &Obstacle::Contact { cells: [cell, floor], .. } => {
                let others = cells_under(self.mesh, self.derived, cell, floor);
                vec![Fix::SplitContact { cell, others }]
            }
            _ => Vec::new(),
        })
    }

    /// Returns the split of a floor at an edge of three cells; none for other obstacles.
    fn split_at(&self, place: &Place) -> Vec<Fix> {
        let is_third = matches!(place.obstacle, Obstacle::ThirdCell(..));
        let contact = is_third.then(|| self.at_contact(place.at)).flatten();
        contact.and_then(|(contact, _)| self.single(&contact).ok()).unwrap_or_default()
    }

    /// Returns the methods that close the gaps of a route, in the order in which they are tried.
    fn joins(&self, site: &Site<'_>, place: &Place) -> Vec<JoinKind> {
        let is_wide = place.route.widest() > f64::from(self.issues.tolerance());
        let mut kinds = site.kinds(&place.route);
        // The split at a single contact is refused already.
        kinds.retain(|&kind| kind != JoinKind::Split || place.route.island_gaps.len() > 1);
        kinds.sort_by_key(|&kind| is_wide && kind == JoinKind::Weld);
        kinds
    }

    /// Returns the link over a step where no ramp fits, and which the agent does not climb.
    fn linked_down(
        &self,
        site: &Site<'_>,
        place: &Place,
        rise: f64,
        progress: &Progress,
    ) -> Result<Result<Proposal, String>, Stopped> {
        let islands = [self.derived.islands.len(); 2];
        let linked = site.first(JoinKind::Link, &place.route, progress, |_, _| Ok(Ok(islands)))?;
        let climb = length(rise.abs());
        let note = Some(format!("agents that climb {climb} go up, and others only down"));
        Ok(linked
            .map(|(fixes, count)| site.proposal(fixes, ProposalEffect::Islands { count, over: None, note })))
    }

    /// Returns the numbers of islands before and after an edit.
    ///
    /// Returns an error if it does not connect the cells.
    fn judged(
        &self,
        cells: [CellId; 2],
        place: &Place,
        (mesh, derived): (&NavMesh, &Derived),
        progress: &Progress,
    ) -> Result<Result<[usize; 2], String>, Stopped> {
        let after = ConnectionSearch { mesh, derived, ..*self };
        let is_connected = |[one, other]: [CellId; 2]| {
            let islands = |derived: &Derived| [one, other].map(|cell| derived.islands.of(cell));
            let ([from, to], before) = (islands(derived), islands(self.derived));
            (from.is_some() && from == to && before[0] != before[1])
                || after.are_joined([one, other], self.mesh.cell_slots())
        };
        let gaps = place.route.island_gaps.iter().map(IslandGap::cells);
        let is_beside = place.at == cells;
        let are_connected = if is_beside { is_connected(cells) } else { gaps.clone().all(is_connected) };
        if !are_connected {
            return Ok(Err(STILL_APART.to_owned()));
        }
        let added = (self.mesh.cell_slots()..mesh.cell_slots()).map(|slot| CellId(slot as u32));
        let mut involved = gaps.flatten().chain(place.at).chain(added);
        let (was_walkable, walkable) = (self.walkable(), after.walkable());
        let newly = involved.find_map(|cell| {
            walkable.blocked(cell).filter(|_| was_walkable.allows(cell)).map(|blocked| (cell, blocked))
        });
        if let Some((cell, blocked)) = newly {
            return Ok(Err(format!("The edit would block cell {}: {blocked}.", cell.0)));
        }
        // Beside the cells, the way between them is known to be open.
        if !is_beside && after.reach(cells, &progress.part(1.0..1.0))?.0 == Reach::None {
            return Ok(Err(STILL_NO_PATH.to_owned()));
        }
        Ok(Ok([self.derived.islands.len(), derived.islands.len()]))
    }

    /// Whether two cells are connected directly, or only over cells added after the first `slots`.
    fn are_joined(&self, [from, to]: [CellId; 2], slots: usize) -> bool {
        let is_crossable = |ends| self.crossing(ends) == Some(Ok(()));
        if is_crossable([from, to]) && is_crossable([to, from]) {
            return true;
        }
        let (mut reached, mut queue) = (BTreeSet::from([from]), vec![from]);
        while let Some(cell) = queue.pop() {
            for (_, next) in self.derived.adjacency.neighbors(cell) {
                if next == to {
                    return true;
                }
                if next.0 as usize >= slots && reached.insert(next) {
                    queue.push(next);
                }
            }
        }
        false
    }

    /// Returns the change of the settings or of links that opens the blocked direction between two cells.
    fn unblocked(
        &self,
        [one, other]: [CellId; 2],
        reach: Reach,
        progress: &Progress,
    ) -> Result<Result<Proposal, String>, Stopped> {
        let direction = match reach {
            Reach::Around(_) => return Ok(Err(NOT_NEEDED.to_owned())),
            Reach::OneWay([from, to]) => [to, from],
            _ => [one, other],
        };
        let opened = opened(self.mesh, self.derived, &self.query(direction), progress)?;
        let effect = ProposalEffect::Islands {
            count: [self.derived.islands.len(); 2],
            over: (reach == Reach::None).then_some(0),
            note: None,
        };
        Ok(opened.map_or_else(
            || Err("No change of the agent, area costs or links connects the cells.".to_owned()),
            |opened| Ok(Proposal { effect: Some(effect), ..opened }),
        ))
    }
}
