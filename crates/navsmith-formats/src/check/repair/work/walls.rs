//! The step that cuts the walls of the levels out of the mesh.

use super::Work;
use crate::check::repair::{RefusedWall, StepEffect};
use crate::check::{AgentIssues, AgentSearch, Issue, cut_walls_apart};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::CellId;
use navsmith_core::navmesh::edit::storable;

/// Reasons for a wall that is left although no cut of it was refused.
const STORED: &str = "a cell would have too many corners or coordinates";
const STAYS: &str = "cuts as wide as the agent leave a part of it on the cell";
const UNDONE: &str = "its cut caused errors, and was undone";

impl Work<'_> {
    /// Cuts the walls of the levels out of the cells below them.
    pub(super) fn cut_walls(&mut self, effect: &mut StepEffect) {
        let Some((surface, limits)) = &self.options.levels else { return };
        let before = self.walls();
        let cells: Vec<CellId> = before.iter().flat_map(|issue| issue.cells.clone()).collect();
        let derived = self.derived.clone();
        let (mut refused, mut is_storable) = (Vec::new(), true);
        let edited = self.edit(|draft| {
            refused = cut_walls_apart(draft, &derived, surface, limits, &cells).refused;
            is_storable = storable(draft).is_ok();
            draft.mesh() != derived.mesh()
        });
        let left = self.walls();
        effect.left = left.len();
        let reason = |issue: &Issue| {
            let refusal = refused.iter().find_map(|cut| cut.reason_at(ground(issue.at)));
            let other = if is_storable { STAYS } else { STORED };
            refusal.map_or_else(|| other.to_owned(), |refusal| refusal.to_string())
        };
        let refusal = |issue: &Issue| refused_wall(issue, &reason(issue));
        let between = refused.iter().filter(|cut| cut.is_between && is_storable).map(|cut| RefusedWall {
            at: at_height(cut.middle(), before.first().map_or(0.0, |issue| issue.at.y)),
            cell: None,
            message: format!("not cut: the ground between walls: {}", cut.refusal),
        });
        effect.refused = left.iter().map(refusal).chain(between).collect();
        if let Some((sizes, _)) = edited {
            let is_fixed = |issue: &&Issue| !left.iter().any(|other| other.at == issue.at);
            effect.add(sizes, before.iter().filter(is_fixed).map(|issue| issue.at).collect());
        }
    }
    /// Returns the walls on cells that are not ignored; none without a level.
    fn walls(&self) -> Vec<Issue> {
        let Some((surface, limits)) = &self.options.levels else { return Vec::new() };
        let (derived, search) = (&self.derived, AgentSearch::WallsInside);
        let found = AgentIssues::of_search(search, derived.mesh(), derived, Some(surface), *limits);
        found.iter().filter(|issue| !self.options.ignored.contains(issue)).cloned().collect()
    }

    /// Adds the walls on cells that are there again because passes were undone.
    pub(in crate::check::repair) fn note_undone_walls(&self, effect: &mut StepEffect) {
        let is_known = |issue: &Issue| effect.refused.iter().any(|wall| wall.at == issue.at);
        let walls: Vec<Issue> = self.walls();
        effect.left = walls.len();
        let undone: Vec<RefusedWall> =
            walls.iter().filter(|issue| !is_known(issue)).map(|issue| refused_wall(issue, UNDONE)).collect();
        effect.refused.extend(undone);
    }
}

/// Returns a wall that is left, with the reason.
fn refused_wall(issue: &Issue, reason: &str) -> RefusedWall {
    let message = format!("not cut: {}: {reason}", issue.headline());
    RefusedWall { at: issue.at, cell: issue.cells.first().copied(), message }
}
