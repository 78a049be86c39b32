//! Memory of queries for paths, kept between queries.

use super::algorithm::Algorithm;
use super::pull::{Pull, PullMemory, pull_into};
use super::selected_algorithm::SelectedAlgorithm;
use super::why::Moved;
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::answer::Optimum;
use crate::pathfinding::search::memory::SearchMemory;
use crate::pathfinding::string_pulling::path::Path;
use crate::trace::Silent;

/// Memory of queries of one mesh, agent and filter.
#[derive(Clone, Debug, Default)]
pub(in crate::pathfinding) struct PathMemory {
    /// Result of Polyanya.
    pub(super) optimum: Optimum,
    pub(super) search: SearchMemory,
    pub(super) pull: PullMemory,
    /// Path of the next answer.
    pub(super) path: Path,
    /// Displacements of the next answer.
    pub(super) moved: Vec<Moved>,
    /// Corridor of the best of several results.
    pub(super) best: Corridor,
    /// Path that is compared with others.
    compared: Path,
}

impl PathMemory {
    /// Keeps the memory of a corridor for the next result of the same selection.
    pub(super) fn keep_corridor(&mut self, by: SelectedAlgorithm, corridor: Corridor) {
        if by.is_best_of_several() {
            self.best = corridor;
        } else {
            self.keep_result(by.algorithm, Some(corridor));
        }
    }

    /// Keeps the memory of a corridor for the next result of the same algorithm.
    pub(super) fn keep_result(&mut self, algorithm: Algorithm, corridor: Option<Corridor>) {
        let kept = match algorithm {
            Algorithm::Polyanya => &mut self.optimum.corridor,
            Algorithm::Nodes(_) => &mut self.search.corridor,
        };
        if let Some(corridor) = corridor {
            *kept = corridor;
        }
    }

    /// Pulls a path to compare it with others.
    pub(super) fn pull(
        &mut self,
        walkable: &Walkable<'_>,
        how: Pull,
        corridor: &Corridor,
        ends: [&Located; 2],
    ) -> &Path {
        pull_into(walkable, how, corridor, ends, &mut Silent, &mut self.pull, &mut self.compared);
        &self.compared
    }
}
