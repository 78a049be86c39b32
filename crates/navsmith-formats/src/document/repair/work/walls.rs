//! The step that cuts the walls of the levels out of the mesh.

use super::Work;
use crate::document::cut_walls;
use crate::document::issues::{AgentIssues, AgentSearch, Issue};
use crate::document::repair::StepEffect;
use navsmith_core::navmesh::{CellId, Derived};

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
        let edited = self.edit(|draft| cut_walls(draft, &derived, surface, limits, &cells).is_ok());
        let left = found(&self.derived);
        effect.left = left.len();
        if let Some((sizes, _)) = edited {
            let is_fixed = |issue: &&Issue| !left.iter().any(|other| other.at == issue.at);
            effect.add(sizes, before.iter().filter(is_fixed).map(|issue| issue.at).collect());
        }
    }
}
