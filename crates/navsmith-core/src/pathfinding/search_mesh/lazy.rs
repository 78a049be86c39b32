//! Search mesh that is built cell by cell, as a search enters them.
//!
//! It is for one query, or for a mesh that is being dragged.

use super::corners::fan_at;
use super::starts::Start;
use super::{BLOCKED, DEAD_END, OPEN, SearchMesh, SearchMeshSource, WALL};
use crate::navmesh::CellId;
use crate::pathfinding::agent::walkable::Walkable;

/// Search mesh that copies cells when they are entered.
///
/// Parts that a search does not reach cost nothing.
#[derive(Clone, Debug)]
pub struct LazySearchMesh<'a> {
    walkable: Walkable<'a>,
    floor: SearchMesh,
}

impl<'a> LazySearchMesh<'a> {
    /// Creates a search mesh for an agent, without any cells.
    pub fn new(walkable: &Walkable<'a>) -> Self {
        Self { walkable: *walkable, floor: SearchMesh::blank(walkable) }
    }
}

impl SearchMeshSource for LazySearchMesh<'_> {
    #[inline]
    fn floor(&self) -> &SearchMesh {
        &self.floor
    }

    fn enter(&mut self, cell: CellId) -> Option<u32> {
        match self.floor.starts.get(cell) {
            Start::Unknown => Some(self.floor.copy(&self.walkable, cell)).filter(|&start| start != BLOCKED),
            Start::Blocked => None,
            Start::At(side) => Some(side),
        }
    }

    #[cold]
    fn expand_successors(&mut self, side: u32) -> u32 {
        let behind = self.walkable.derived.adjacency.twin(self.floor.sides[side as usize]);
        let twin = behind.and_then(|twin| {
            let start = self.enter(twin.cell)?;
            self.floor.side_at(start, twin)
        });
        let Some(twin) = twin else {
            let half = &mut self.floor.halves[side as usize];
            (half.twin, half.block) = (BLOCKED, WALL);
            return BLOCKED;
        };
        for (one, other) in [(side, twin), (twin, side)] {
            let block = if self.floor.ways(other) < 2 { DEAD_END } else { OPEN };
            let half = &mut self.floor.halves[one as usize];
            (half.twin, half.block) = (other, block);
        }
        twin
    }

    #[cold]
    fn judge_corner(&mut self, side: u32) {
        let fan = fan_at(self, side);
        self.floor.settle(&fan);
    }
}
