//! Lays out a whole mesh.

use glam::Vec2;

use super::corners::fan_at;
use super::{Corner, DEAD_END, Floor, Half, NONE, SHUT, UNKNOWN, is_side};
use crate::geometry::{Shape, doubled_area, ground, shape};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::Walkable;

impl Floor {
    /// Lays out all of a mesh that an agent may walk on. Linear.
    pub fn build(walkable: &Walkable<'_>) -> Self {
        let mut floor = Self::blank(walkable);
        for (id, _) in walkable.mesh.cells() {
            floor.copy(walkable, id);
        }
        for side in 0..floor.halves.len() as u32 {
            floor.join(walkable, side);
        }
        for side in 0..floor.halves.len() {
            let twin = floor.halves[side].twin;
            floor.halves[side].block = u32::from(is_side(twin) && floor.ways(twin) < 2) * DEAD_END;
        }
        for side in 0..floor.halves.len() as u32 {
            if floor.half(side).corner == UNKNOWN {
                let fan = fan_at(&mut &floor, side);
                let corner = floor.corner_of(walkable, side);
                floor.settle(&fan, || corner);
            }
        }
        floor
    }

    /// Nothing laid out yet of a mesh.
    pub(super) fn blank(walkable: &Walkable<'_>) -> Self {
        Self { starts: vec![0; walkable.mesh.cell_slots()], block_count: 2, ..Self::default() }
    }

    /// Copies a cell, if the agent may enter it, not looking behind its sides; its first side, else [`SHUT`].
    pub(super) fn copy(&mut self, walkable: &Walkable<'_>, id: CellId) -> u32 {
        let Some(cell) = walkable.mesh.cell(id).filter(|_| walkable.allows(id)) else {
            if let Some(start) = self.starts.get_mut(id.0 as usize) {
                *start = SHUT;
            }
            return SHUT;
        };
        let (start, len) = (self.halves.len() as u32, cell.len() as u32);
        for (side, &vertex) in (0..).zip(cell.corners()) {
            let half_edge = HalfEdge { cell: id, side };
            let is_way = walkable.derived.adjacency.twin(half_edge).is_some()
                && walkable.shut_portal(half_edge).is_none();
            let twin = if is_way { UNKNOWN } else { NONE };
            let at = ground(walkable.mesh.position(vertex));
            self.halves.push(Half { at, twin, corner: UNKNOWN, block: 0, start, len, winding: 0 });
            self.sides.push(half_edge);
            self.vertices.push(vertex);
        }
        let winding = self.winding(start);
        for side in start..start + len {
            self.halves[side as usize].winding = winding;
        }
        self.starts[id.0 as usize] = start + 1;
        start
    }

    /// Looks behind a side when all cells are laid out.
    fn join(&mut self, walkable: &Walkable<'_>, side: u32) {
        if self.half(side).twin != UNKNOWN {
            return;
        }
        let behind = walkable.derived.adjacency.twin(self.sides[side as usize]);
        let twin = behind.and_then(|twin| Some(self.start_of(twin.cell)? + twin.side));
        self.halves[side as usize].twin = twin.unwrap_or(SHUT);
    }

    pub(super) fn corner_of(&self, walkable: &Walkable<'_>, side: u32) -> Corner {
        let vertex = self.vertices[side as usize];
        Corner { vertex, at: walkable.mesh.position(vertex) }
    }

    /// How many sides of the cell of a side may lead anywhere.
    pub(super) fn ways(&self, side: u32) -> usize {
        let ring = self.ring(self.half(side).start);
        ring.filter(|&side| self.half(side).twin != NONE && self.half(side).twin != SHUT).count()
    }

    fn winding(&self, start: u32) -> i32 {
        let ring = &self.halves[start as usize..];
        if let &[a, b, c] = ring {
            let area = doubled_area(a.at, b.at, c.at);
            return i32::from(area > 0.0) - i32::from(area < 0.0);
        }
        let mut ring: Vec<Vec2> = ring.iter().map(|half| half.at).collect();
        match shape(&ring) {
            Shape::Convex => 1,
            Shape::InsideOut => {
                ring.reverse();
                if shape(&ring) == Shape::Convex { -1 } else { 0 }
            }
            _ => 0,
        }
    }
}
