//! Lays out a whole mesh.

use glam::Vec2;

use super::corners::fan_at;
use super::{Floor, Half, Kind, NONE, Place, SHUT, Start, Starts, UNKNOWN, WALL};
use crate::geometry::{Shape, doubled_area, ground, shape};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::Walkable;

impl Floor {
    /// Lays out all of a mesh that an agent may walk on. Linear.
    pub fn build(walkable: &Walkable<'_>) -> Self {
        let mut floor = Self::blank(walkable);
        floor.copy_all(walkable);
        for side in 0..floor.halves.len() as u32 {
            floor.join(walkable, side);
        }
        floor.judge_corners();
        floor.find_dead_ends();
        floor
    }

    /// Nothing laid out yet of a mesh.
    pub(super) fn blank(walkable: &Walkable<'_>) -> Self {
        Self { starts: Starts::of(walkable.mesh.cell_slots()), ..Self::default() }
    }

    /// Copies all cells in the order of a walk that goes on as far as it can, so that a search along a corridor reads on.
    fn copy_all(&mut self, walkable: &Walkable<'_>) {
        let mut open = Vec::new();
        for (first, _) in walkable.mesh.cells() {
            open.push(first);
            while let Some(cell) = open.pop() {
                if self.starts.get(cell) != Start::Unknown || self.copy(walkable, cell) == SHUT {
                    continue;
                }
                let neighbors = walkable.derived.adjacency.neighbors(cell).map(|(_, next)| next);
                open.extend(neighbors.filter(|&next| self.starts.get(next) == Start::Unknown));
            }
        }
    }

    /// Copies a cell, if the agent may enter it, not looking behind its sides; its first side, else [`SHUT`].
    pub(super) fn copy(&mut self, walkable: &Walkable<'_>, id: CellId) -> u32 {
        let cell = walkable.mesh.cell(id).filter(|_| walkable.allows(id));
        let Some((cell, len)) = cell.and_then(|cell| Some((cell, u16::try_from(cell.len()).ok()?))) else {
            self.starts.set(id, Start::Shut);
            return SHUT;
        };
        let start = self.halves.len() as u32;
        for (index, &vertex) in (0..).zip(cell.corners()) {
            let half_edge = HalfEdge { cell: id, side: u32::from(index) };
            let is_way = walkable.derived.adjacency.twin(half_edge).is_some()
                && walkable.shut_portal(half_edge).is_none();
            let twin = if is_way { UNKNOWN } else { NONE };
            let place = walkable.mesh.position(vertex);
            let (at, spot) = (ground(place), self.places.len() as u32);
            self.places.push(Place { vertex, at: place });
            let (kind, winding) = (Kind::Unknown, 0);
            self.halves.push(Half { at, spot, twin, block: WALL, index, len, kind, winding });
            self.sides.push(half_edge);
        }
        let winding = self.winding_of(start);
        for half in &mut self.halves[start as usize..] {
            half.winding = winding;
        }
        self.starts.set(id, Start::At(start));
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

    /// Finds out of all spots whether ways may have to turn there, and forgets those that stood in for them.
    fn judge_corners(&mut self) {
        let preliminary = self.places.len();
        for side in 0..self.halves.len() as u32 {
            if (self.half(side).spot as usize) < preliminary {
                let fan = fan_at(&mut &*self, side);
                self.settle(&fan);
            }
        }
        self.places.drain(..preliminary);
        for half in &mut self.halves {
            half.spot -= preliminary as u32;
        }
    }

    /// How many sides of the cell of a side may lead anywhere.
    pub(super) fn ways(&self, side: u32) -> usize {
        let ring = self.ring(self.first(side));
        ring.filter(|&side| self.half(side).twin != NONE && self.half(side).twin != SHUT).count()
    }

    fn winding_of(&self, start: u32) -> i8 {
        let mut ring: Vec<Vec2>;
        if let &[a, b, c] = &self.halves[start as usize..] {
            let area = doubled_area(a.at, b.at, c.at);
            return i8::from(area > 0.0) - i8::from(area < 0.0);
        }
        ring = self.ring(start).map(|side| self.at(side)).collect();
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
