//! The edit that connects two cells, verified on a copy.

use std::collections::BTreeSet;

use super::{ConnectionSearch, Obstacle, Place, Reach};
use crate::document::joining::{JoinKind, Joining, Site};
use crate::document::{Unblocked, count, opened};
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::query::settings::Settings;
use crate::progress::{Progress, Stopped};

/// An edit that connects two cells, with its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectingEdit {
    /// The edit.
    pub change: ConnectingChange,
    /// The number of islands before and after the edit.
    pub islands: [usize; 2],
}

/// A change that connects two cells.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectingChange {
    /// An edit of the mesh.
    Join(Joining),
    /// A change of the settings of the query, or of links.
    Unblock(Box<Unblocked>),
}

impl ConnectingEdit {
    /// Returns the label of a button, and the name of the undo step.
    pub fn label(&self) -> String {
        match &self.change {
            ConnectingChange::Join(joining) => joining.label(),
            ConnectingChange::Unblock(unblocked) => unblocked.relaxation.title(),
        }
    }

    /// Returns the edit and the number of islands, as a sentence.
    pub fn describe(&self) -> String {
        format!("{}: {}.", self.label(), self.effect())
    }

    /// Returns the change of the number of islands, as a clause.
    pub fn effect(&self) -> String {
        let [before, after] = self.islands;
        let islands = count(after, "island", "islands");
        if before == after {
            format!("{islands} as before")
        } else {
            format!("{islands} instead of {before}")
        }
    }
}

const NOT_NEEDED: &str = "A path leads around the obstacle, so no edit is needed.";

const STILL_APART: &str = "The cells would still not be connected.";

impl ConnectionSearch<'_> {
    /// Returns the edit that removes an obstacle, or a sentence that states why there is none.
    pub(super) fn edit(
        &self,
        cells: [CellId; 2],
        reach: Reach,
        place: &Place,
        progress: &Progress,
    ) -> Result<Result<ConnectingEdit, String>, Stopped> {
        let single = match &place.obstacle {
            Obstacle::Blocked(..) => return self.unblocked(cells, reach, progress),
            Obstacle::Duplicate => return Ok(Err("Delete one of the two cells.".to_owned())),
            Obstacle::Winding(cell, _) => Some(Joining::Reverse(*cell)),
            Obstacle::ThirdCell(edge, others) => Some(Joining::Separate(*edge, others.clone())),
            &Obstacle::Overlap([larger, smaller]) => Some(Joining::CutOut { cell: smaller, from: larger }),
            _ => None,
        };
        let judge = |mesh: &NavMesh, derived: &Derived| Ok(self.judged(cells, place, mesh, derived));
        if let Some(joining) = single {
            progress.check()?;
            let tried = joining.tried(self.mesh, self.derived);
            let islands = tried.and_then(|(mesh, derived)| self.judged(cells, place, &mesh, &derived));
            return Ok(
                islands.map(|islands| ConnectingEdit { change: ConnectingChange::Join(joining), islands })
            );
        }
        let site = Site { mesh: self.mesh, derived: self.derived, issues: self.issues };
        let mut refusal = None;
        // Welding moves the borders as far as the gap is wide.
        let is_wide = place.route.widest() > f64::from(self.issues.tolerance());
        let kinds = if is_wide { [JoinKind::Bridge, JoinKind::Weld, JoinKind::Link] } else { JoinKind::ALL };
        for kind in kinds {
            match site.first(kind, &place.route, progress, judge)? {
                Ok((joining, islands)) => {
                    return Ok(Ok(ConnectingEdit { change: ConnectingChange::Join(joining), islands }));
                }
                Err(why) => refusal = refusal.or(Some(why)),
            }
        }
        if let Obstacle::Corner(vertex) = place.obstacle {
            refusal = Some(format!(
                "No path leads through a corner. Draw a cell beside vertex {} that shares an edge with both.",
                vertex.0
            ));
        }
        Ok(Err(refusal.unwrap_or_else(|| STILL_APART.to_owned())))
    }

    /// Returns the numbers of islands before and after an edit.
    ///
    /// Returns an error if it does not connect the cells.
    fn judged(
        &self,
        cells: [CellId; 2],
        place: &Place,
        mesh: &NavMesh,
        derived: &Derived,
    ) -> Result<[usize; 2], String> {
        let after = ConnectionSearch { mesh, derived, ..*self };
        let is_connected = |[one, other]: [CellId; 2]| {
            let islands = |derived: &Derived| [one, other].map(|cell| derived.islands.of(cell));
            let ([from, to], before) = (islands(derived), islands(self.derived));
            (from.is_some() && from == to && before[0] != before[1])
                || after.are_joined([one, other], self.mesh.cell_slots())
        };
        let gaps = place.route.island_gaps.iter().map(|gap| [gap.from.side.cell, gap.to.side.cell]);
        let is_beside = place.at == cells;
        let are_connected = if is_beside { is_connected(cells) } else { gaps.clone().all(is_connected) };
        if !are_connected {
            return Err(STILL_APART.to_owned());
        }
        let added = (self.mesh.cell_slots()..mesh.cell_slots()).map(|slot| CellId(slot as u32));
        let mut involved = gaps.flatten().chain(place.at).chain(added);
        let (before, after) = (self.walkable(), after.walkable());
        let newly = involved.find_map(|cell| {
            after.blocked(cell).filter(|_| before.allows(cell)).map(|blocked| (cell, blocked))
        });
        match newly {
            Some((cell, blocked)) => Err(format!("The edit would block cell {}: {blocked}.", cell.0)),
            None => Ok([self.derived.islands.len(), derived.islands.len()]),
        }
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
    ) -> Result<Result<ConnectingEdit, String>, Stopped> {
        let direction = match reach {
            Reach::Around(_) => return Ok(Err(NOT_NEEDED.to_owned())),
            Reach::OneWay([from, to]) => [to, from],
            _ => [one, other],
        };
        let opened = opened(self.mesh, self.derived, &self.query(direction), progress)?;
        let islands = [self.derived.islands.len(); 2];
        Ok(opened.map_or_else(
            || Err("No change of the agent, area costs or links connects the cells.".to_owned()),
            |opened| {
                // The search for the reason uses an algorithm of its own.
                let settings = Settings { algorithm: self.settings.algorithm, ..opened.settings };
                Ok(ConnectingEdit {
                    change: ConnectingChange::Unblock(Box::new(Unblocked { settings, ..opened })),
                    islands,
                })
            },
        ))
    }
}
