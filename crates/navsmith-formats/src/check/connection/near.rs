//! The pairs of islands that nearly touch.

use super::{Connection, ConnectionSearch, Obstacle, Reach};
use crate::check::approach::have_common_length;
use crate::document::{length, thousands};
use navsmith_core::pathfinding::analysis::island_gaps::near::near_islands;
use navsmith_core::pathfinding::analysis::island_gaps::{GapRoute, IslandGap, gap_budget};
use navsmith_core::progress::{Progress, Stopped};

/// Distance below which two islands nearly touch, as a multiple of the maximum width of a gap.
pub const NEARLY: f64 = 10.0;

/// Maximum number of pairs that are listed.
pub const MOST_NEAR: usize = 200;

/// Maximum number of pairs among which those to list are selected.
const MOST_COMPARED: usize = 100 * MOST_NEAR;

/// The pairs of islands that nearly touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NearIslands {
    /// The obstacle and the edit of each pair; at most [`MOST_NEAR`].
    ///
    /// Pairs that an edit connects come first, and of them the nearest.
    pub pairs: Vec<(f64, Connection)>,
    /// The number of pairs, listed or not.
    pub total: usize,
    /// Whether the search was completed; otherwise there may be more pairs.
    pub is_complete: bool,
}

impl NearIslands {
    /// Returns a sentence on the pairs that are not listed; `None` if all are.
    pub fn note(&self) -> Option<String> {
        let (listed, total) = (self.pairs.len(), self.total);
        match (self.is_complete, listed < total) {
            (false, _) => {
                Some(format!("The search stopped after {} pairs; {listed} are listed.", thousands(total)))
            }
            (true, true) => Some(format!("{listed} of {} pairs are listed.", thousands(total))),
            (true, false) => None,
        }
    }
}

/// Returns the distance of two islands in words, given the name of their obstacle.
///
/// Where they meet in a point, a gap beside it has the only width.
pub fn apart(width: f64, obstacle: Option<&str>) -> String {
    let meets_beside_gap = width == 0.0 && obstacle == Some(Obstacle::Gap(width).name());
    if meets_beside_gap { "in contact at a point".to_owned() } else { format!("{} apart", length(width)) }
}

impl ConnectionSearch<'_> {
    /// Returns the pairs of islands that are at most `reach` metres apart, each with its obstacle and edit.
    ///
    /// Leaves out pairs that links connect in both directions. Every edit is tried on a copy of the mesh.
    pub fn near_islands(&self, reach: f64, progress: &Progress) -> Result<NearIslands, Stopped> {
        self.nearest_islands(reach, MOST_NEAR, progress)
    }

    /// Like [`Self::near_islands`], but lists at most `most` pairs.
    pub fn nearest_islands(
        &self,
        reach: f64,
        most: usize,
        progress: &Progress,
    ) -> Result<NearIslands, Stopped> {
        let mut budget = gap_budget(self.mesh);
        let gaps = near_islands(self.mesh, self.derived, reach, &mut budget, &progress.part(0.0..0.4))?;
        let gaps: Vec<IslandGap> = gaps.into_iter().filter(|gap| !self.is_linked(gap)).collect();
        let listed = self.first_of(&gaps, most.min(MOST_NEAR));
        let part = progress.part(0.4..1.0);
        let mut pairs = Vec::with_capacity(listed.len());
        for (index, gap) in listed.iter().enumerate() {
            part.report(index, listed.len())?;
            if let Some(connection) = self.at_island_gap(gap, &part)? {
                pairs.push((gap.width(), connection));
            }
        }
        pairs.sort_by_key(|(_, connection)| !matches!(connection.edit, Some(Ok(_))));
        Ok(NearIslands { pairs, total: gaps.len(), is_complete: !budget.is_exhausted() })
    }

    /// Returns the gaps to list; those at a common point only if there are too few others.
    ///
    /// Few edits connect islands at a common point.
    fn first_of(&self, gaps: &[IslandGap], most: usize) -> Vec<IslandGap> {
        let (mut first, mut at_corners) = (Vec::new(), Vec::new());
        for gap in gaps.iter().take(MOST_COMPARED) {
            if first.len() == most {
                break;
            }
            let list = if self.is_at_corner(gap) { &mut at_corners } else { &mut first };
            list.push(*gap);
        }
        first.into_iter().chain(at_corners).take(most).collect()
    }

    /// Whether the islands at a gap have only a point in common.
    fn is_at_corner(&self, gap: &IslandGap) -> bool {
        let at = gap.cells();
        gap.width() == 0.0
            && self.contact(at).is_none()
            && self.gap_beside(at, gap.from.point).is_none()
            && !have_common_length(self.mesh, self.derived, at)
    }

    fn at_island_gap(&self, gap: &IslandGap, progress: &Progress) -> Result<Option<Connection>, Stopped> {
        let Some(place) = self.on_route(GapRoute { island_gaps: vec![*gap] }) else { return Ok(None) };
        let cells = place.at;
        let edit = Some(self.edit(cells, Reach::None, &place, &progress.part(1.0..1.0))?);
        let (reach, obstacle, approach) = (self.reach_of_islands(gap), Some(place.obstacle), place.approach);
        let gaps = Vec::new();
        Ok(Some(Connection { cells, reach, at: cells, obstacle, approach, gaps, edit }))
    }

    /// Returns the way between the islands at a gap, over links.
    fn reach_of_islands(&self, gap: &IslandGap) -> Reach {
        let [one, other] = gap.cells();
        match (self.leads(gap), self.leads(&gap.reversed())) {
            (true, true) => Reach::Around(None),
            (true, false) => Reach::OneWay([one, other]),
            (false, true) => Reach::OneWay([other, one]),
            (false, false) => Reach::None,
        }
    }

    fn is_linked(&self, gap: &IslandGap) -> bool {
        matches!(self.reach_of_islands(gap), Reach::Around(_))
    }

    fn leads(&self, gap: &IslandGap) -> bool {
        let islands = self.islands_of(gap.cells());
        let [Some(from), Some(to)] = islands else { return false };
        !self.settings.filter.ignores_links && self.derived.links.lead(from, to)
    }
}
