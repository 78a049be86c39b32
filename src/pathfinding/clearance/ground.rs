//! Walls and cells on the ground, as one agent sees them.

use std::cell::{Cell, OnceCell};

use glam::{DVec2, Vec2};

use crate::geometry::{Turn, ground, is_convex_but_for_rounding, turn};
use crate::navmesh::{CellId, HalfEdge, NavMesh, VertexId};
use crate::pathfinding::Walkable;

/// A mesh on the ground; which of its cells are open is found out once, when somebody asks.
pub(in crate::pathfinding) struct Ground<'a> {
    pub(in crate::pathfinding) walkable: Walkable<'a>,
    /// By cell slot; `None` where nobody asked.
    is_open: Vec<Cell<Option<bool>>>,
    /// By cell slot; `None` where nothing looked through the cell. Empty until then.
    is_clear: OnceCell<Vec<Cell<Option<bool>>>>,
}

impl<'a> Ground<'a> {
    /// Looks at nothing yet; a byte for each cell.
    pub(in crate::pathfinding) fn new(walkable: &Walkable<'a>) -> Self {
        let is_open = vec![Cell::new(None); walkable.mesh.cell_slots()];
        Self { walkable: *walkable, is_open, is_clear: OnceCell::new() }
    }

    pub(in crate::pathfinding) fn mesh(&self) -> &'a NavMesh {
        self.walkable.mesh
    }

    pub(in crate::pathfinding) fn is_open(&self, cell: CellId) -> bool {
        let Some(known) = self.is_open.get(cell.0 as usize) else { return false };
        let is_open =
            known.get().unwrap_or_else(|| self.mesh().cell(cell).is_some() && self.walkable.allows(cell));
        known.set(Some(is_open));
        is_open
    }

    /// Whether a line of sight may pass through a cell: only convex cells are left for good where they are left.
    pub(super) fn is_clear(&self, cell: CellId) -> bool {
        let all = self.is_clear.get_or_init(|| vec![Cell::new(None); self.is_open.len()]);
        let Some(known) = all.get(cell.0 as usize) else { return false };
        let is_clear =
            known.get().unwrap_or_else(|| is_convex_but_for_rounding(&self.mesh().ground_ring(cell)));
        known.set(Some(is_clear));
        is_clear
    }

    /// The side behind a side that one can walk across; `None` at a wall.
    pub(in crate::pathfinding) fn beyond(&self, side: HalfEdge) -> Option<HalfEdge> {
        self.walkable.derived.adjacency.twin(side).filter(|twin| self.is_open(twin.cell))
    }

    pub(in crate::pathfinding) fn at(&self, vertex: VertexId) -> Vec2 {
        ground(self.mesh().position(vertex))
    }

    /// Where a side begins and ends.
    pub(in crate::pathfinding) fn ends(&self, side: HalfEdge) -> [Vec2; 2] {
        self.mesh().half_edge(side).map_or([Vec2::NAN; 2], |ends| ends.map(|end| self.at(end)))
    }

    pub(in crate::pathfinding) fn sides(&self, cell: CellId) -> impl Iterator<Item = HalfEdge> + use<> {
        let count = self.mesh().corners(cell).len() as u32;
        (0..count).map(move |side| HalfEdge { cell, side })
    }
}

/// From a place to the nearest point of a side, in metres.
pub(in crate::pathfinding) fn distance_to_segment(at: DVec2, side: [Vec2; 2]) -> f64 {
    let [from, to] = side.map(Vec2::as_dvec2);
    nearest_on([from, to], at).1.distance(at)
}

/// The nearest point of a segment, and how far along it is, from 0 to 1.
pub(super) fn nearest_on([from, to]: [DVec2; 2], at: DVec2) -> (f64, DVec2) {
    let along = to - from;
    let squared = along.length_squared();
    let t = if squared > 0.0 { ((at - from).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (t, from + along * t)
}

/// Of two directions from a place, the one farther to the left.
pub(super) fn leftmost(from: Vec2, one: Vec2, other: Vec2) -> Vec2 {
    if turn(from, one, other) == Turn::Left { other } else { one }
}

/// Of two directions from a place, the one farther to the right.
pub(super) fn rightmost(from: Vec2, one: Vec2, other: Vec2) -> Vec2 {
    if turn(from, one, other) == Turn::Right { other } else { one }
}
