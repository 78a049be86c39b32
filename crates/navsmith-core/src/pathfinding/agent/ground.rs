//! Walls and cells on the ground for one agent.

use std::cell::RefCell;

use glam::{DVec2, Vec2};

use super::walkable::Walkable;
use crate::geometry::{Turn, ground, is_convex_but_for_rounding, turn};
use crate::navmesh::{CellId, HalfEdge, NavMesh, VertexId};

/// A mesh on the ground, with a cache of the cells that the agent may enter.
pub(in crate::pathfinding) struct Ground<'a> {
    pub(in crate::pathfinding) walkable: Walkable<'a>,
    /// By cell slot; `None` if not yet computed.
    is_open: RefCell<Vec<Option<bool>>>,
    /// By cell slot; `None` if not yet computed. Empty before the first use.
    is_clear: RefCell<Vec<Option<bool>>>,
}

impl<'a> Ground<'a> {
    /// Creates the ground without computing anything; takes a byte for each cell.
    pub(in crate::pathfinding) fn new(walkable: &Walkable<'a>) -> Self {
        Self::in_memory(walkable, Vec::new())
    }

    /// Like [`Self::new`], but keeps what an earlier ground of the same mesh, agent and filter computed.
    pub(in crate::pathfinding) fn in_memory(walkable: &Walkable<'a>, mut is_open: Vec<Option<bool>>) -> Self {
        is_open.resize(walkable.mesh.cell_slots(), None);
        Self { walkable: *walkable, is_open: RefCell::new(is_open), is_clear: RefCell::default() }
    }

    /// Returns the cells that the agent may enter, as far as they are computed, for [`Self::in_memory`].
    pub(in crate::pathfinding) fn into_memory(self) -> Vec<Option<bool>> {
        self.is_open.into_inner()
    }

    pub(in crate::pathfinding) fn mesh(&self) -> &'a NavMesh {
        self.walkable.mesh
    }

    pub(in crate::pathfinding) fn is_open(&self, cell: CellId) -> bool {
        known(&self.is_open, cell, || self.mesh().cell(cell).is_some() && self.walkable.allows(cell))
    }

    /// Returns whether a line of sight may pass through a cell.
    ///
    /// Only convex cells qualify, because a line that leaves one does not enter it again.
    pub(in crate::pathfinding) fn is_clear(&self, cell: CellId) -> bool {
        if self.is_clear.borrow().is_empty() {
            self.is_clear.borrow_mut().resize(self.mesh().cell_slots(), None);
        }
        known(&self.is_clear, cell, || is_convex_but_for_rounding(&self.mesh().ground_ring(cell)))
    }

    /// Returns the twin of a side that the agent can cross; `None` at a wall.
    pub(in crate::pathfinding) fn beyond(&self, side: HalfEdge) -> Option<HalfEdge> {
        self.walkable.derived.adjacency.twin(side).filter(|twin| self.is_open(twin.cell))
    }

    pub(in crate::pathfinding) fn at(&self, vertex: VertexId) -> Vec2 {
        ground(self.mesh().position(vertex))
    }

    pub(in crate::pathfinding) fn ends(&self, side: HalfEdge) -> [Vec2; 2] {
        self.mesh().half_edge(side).map_or([Vec2::NAN; 2], |ends| ends.map(|end| self.at(end)))
    }

    pub(in crate::pathfinding) fn sides(&self, cell: CellId) -> impl Iterator<Item = HalfEdge> + use<> {
        let count = self.mesh().corners(cell).len() as u32;
        (0..count).map(move |side| HalfEdge { cell, side })
    }
}

/// Returns what is cached for a cell, or computes it; `false` past the end.
fn known(cache: &RefCell<Vec<Option<bool>>>, cell: CellId, compute: impl FnOnce() -> bool) -> bool {
    let Some(known) = cache.borrow().get(cell.0 as usize).copied() else { return false };
    known.unwrap_or_else(|| {
        let value = compute();
        cache.borrow_mut()[cell.0 as usize] = Some(value);
        value
    })
}

/// Returns the distance from a position to the nearest point of a segment, in metres.
pub(in crate::pathfinding) fn distance_to_segment(at: DVec2, segment: [DVec2; 2]) -> f64 {
    nearest_on(segment, at).1.distance(at)
}

/// Returns the nearest point of a segment after its position along the segment, from 0 to 1.
pub(in crate::pathfinding) fn nearest_on([from, to]: [DVec2; 2], at: DVec2) -> (f64, DVec2) {
    let along = to - from;
    let squared = along.length_squared();
    let t = if squared > 0.0 { ((at - from).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (t, from + along * t)
}

/// Returns the direction farther to the left of two directions from a position.
pub(in crate::pathfinding) fn leftmost(from: Vec2, one: Vec2, other: Vec2) -> Vec2 {
    if turn(from, one, other) == Turn::Left { other } else { one }
}

/// Returns the direction farther to the right of two directions from a position.
pub(in crate::pathfinding) fn rightmost(from: Vec2, one: Vec2, other: Vec2) -> Vec2 {
    if turn(from, one, other) == Turn::Right { other } else { one }
}
