//! The step that cuts the walls of the levels out of the mesh.

use super::Work;
use crate::check::repair::{RefusedWall, StepEffect};
use crate::check::{AgentIssues, AgentSearch, Issue, cut_walls_apart};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::edit::storable;
use navsmith_core::navmesh::{CellId, Derived};

/// Reasons for a wall that is left although no cut of it was refused.
const STORED: &str = "a cell would have too many corners or coordinates";
const STAYS: &str = "cuts as wide as the agent leave a part of it on the cell";

impl Work<'_> {
    /// Cuts the walls of the levels out of the cells below them.
    pub(super) fn cut_walls(&mut self, effect: &mut StepEffect) {
        let Some((surface, limits)) = &self.options.levels else { return };
        let found = |derived: &Derived| {
            let search = AgentSearch::WallsInside;
            let found = AgentIssues::of_search(search, derived.mesh(), derived, Some(surface), *limits);
            found.iter().filter(|issue| !self.options.ignored.contains(issue)).cloned().collect::<Vec<_>>()
        };
        let before = found(&self.derived);
        let cells: Vec<CellId> = before.iter().flat_map(|issue| issue.cells.clone()).collect();
        let derived = self.derived.clone();
        let (mut refused, mut is_storable) = (Vec::new(), true);
        let edited = self.edit(|draft| {
            refused = cut_walls_apart(draft, &derived, surface, limits, &cells).refused;
            is_storable = storable(draft).is_ok();
            draft.mesh() != derived.mesh()
        });
        let left = found(&self.derived);
        effect.left = left.len();
        let reason = |issue: &Issue| {
            let refusal = refused.iter().find_map(|cut| cut.reason_at(ground(issue.at)));
            let other = if is_storable { STAYS } else { STORED };
            refusal.map_or_else(|| other.to_owned(), |refusal| refusal.to_string())
        };
        let refusal = |issue: &Issue| RefusedWall {
            at: issue.at,
            message: format!("not cut: {}: {}", issue.headline(), reason(issue)),
        };
        let between = refused.iter().filter(|cut| cut.is_between && is_storable).map(|cut| RefusedWall {
            at: at_height(cut.middle(), before.first().map_or(0.0, |issue| issue.at.y)),
            message: format!("not cut: the ground between walls: {}", cut.refusal),
        });
        effect.refused = left.iter().map(refusal).chain(between).collect();
        if let Some((sizes, _)) = edited {
            let is_fixed = |issue: &&Issue| !left.iter().any(|other| other.at == issue.at);
            effect.add(sizes, before.iter().filter(is_fixed).map(|issue| issue.at).collect());
        }
    }
}
