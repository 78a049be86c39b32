//! Memory of queries for paths, kept between queries.

use super::algorithm::Algorithm;
use super::pull::{PullMemory, string_through_into};
use super::why::Moved;
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::answer::Optimum;
use crate::pathfinding::search::memory::SearchMemory;
use crate::pathfinding::string_pulling::path::Path;

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
    /// Path through a corridor for an agent without a radius.
    string: Path,
}

impl PathMemory {
    /// Keeps the memory of a corridor for the next result of the same algorithm.
    pub(super) fn keep_corridor(&mut self, algorithm: Algorithm, corridor: Option<Corridor>) {
        let kept = match algorithm {
            Algorithm::Polyanya => &mut self.optimum.corridor,
            Algorithm::Nodes(_) => &mut self.search.corridor,
        };
        if let Some(corridor) = corridor {
            *kept = corridor;
        }
    }

    /// Pulls a path for an agent without a radius, like [`super::pull::string_through`].
    pub(super) fn string_through(
        &mut self,
        walkable: &Walkable<'_>,
        corridor: &Corridor,
        ends: [&Located; 2],
    ) -> &Path {
        string_through_into(walkable, corridor, ends, &mut self.pull, &mut self.string);
        &self.string
    }
}
