//! The cells that a search has entered, laid out flat: each is looked up, judged and copied once.

use glam::{DVec2, Vec2};

use super::super::Walkable;
use crate::geometry::{Shape, ground, shape};
use crate::navmesh::{CellId, HalfEdge, VertexId};

/// A cell that was entered before: an index into [`Floor::cells`].
pub(super) type Slot = u32;

/// A cell, copied out of the mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entered {
    pub(super) id: CellId,
    /// Where its corners begin.
    start: u32,
    /// How many corners it has; 0 where the agent may not go.
    pub(super) len: u32,
    /// How many of its sides lead anywhere.
    pub(super) ways: u32,
    /// Which way it winds: 1 if it is convex, -1 if it is convex but inside out, 0 if it is neither.
    pub(super) winding: i8,
}

impl Entered {
    /// Whether the agent may not enter it.
    pub(super) fn is_shut(&self) -> bool {
        self.len == 0
    }
}

/// One corner of a cell, and what the side from it to the next leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub(super) at: Vec2,
    pub(super) vertex: VertexId,
    /// The side of the neighbour; `None` at a boundary.
    pub(super) twin: Option<HalfEdge>,
}

/// The cells entered so far.
#[derive(Clone, Debug)]
pub(super) struct Floor<'a> {
    pub(super) walkable: Walkable<'a>,
    /// By cell: one more than its slot; 0 for none, so that the untouched table costs nothing.
    slots: Vec<u32>,
    cells: Vec<Entered>,
    corners: Vec<Corner>,
}

impl<'a> Floor<'a> {
    pub(super) fn new(walkable: Walkable<'a>) -> Self {
        let slots = vec![0; walkable.mesh.cell_slots()];
        Self { walkable, slots, cells: Vec::new(), corners: Vec::new() }
    }

    /// The slot of a cell; `None` if there is no such cell.
    pub(super) fn enter(&mut self, id: CellId) -> Option<Slot> {
        let slot = *self.slots.get(id.0 as usize)?;
        if slot > 0 { Some(slot - 1) } else { self.copy(id) }
    }

    #[cold]
    fn copy(&mut self, id: CellId) -> Option<Slot> {
        let Walkable { mesh, derived, .. } = self.walkable;
        let cell = mesh.cell(id)?;
        let start = self.corners.len() as u32;
        let (mut len, mut ways, mut winding) = (0, 0, 0);
        if self.walkable.allows(id) {
            len = cell.len() as u32;
            for (side, &vertex) in (0..).zip(cell.corners()) {
                let side = HalfEdge { cell: id, side };
                let twin = derived.adjacency.twin(side).filter(|_| self.walkable.shut_portal(side).is_none());
                ways += u32::from(twin.is_some());
                self.corners.push(Corner { at: ground(mesh.position(vertex)), vertex, twin });
            }
            winding = winding_of(&mesh.ground_ring(id));
        }
        let slot = self.cells.len() as u32;
        self.cells.push(Entered { id, start, len, ways, winding });
        self.slots[id.0 as usize] = slot + 1;
        Some(slot)
    }

    /// A cell entered before.
    pub(super) fn cell(&self, slot: Slot) -> Entered {
        self.cells[slot as usize]
    }

    /// The corners of a cell entered before, in order.
    pub(super) fn corners(&self, slot: Slot) -> &[Corner] {
        let cell = &self.cells[slot as usize];
        &self.corners[cell.start as usize..][..cell.len as usize]
    }

    /// The neighbour across a side and its side there, entered, if the agent may go there.
    pub(super) fn across(&mut self, twin: Option<HalfEdge>) -> Option<(Slot, u32)> {
        let twin = twin?;
        let slot = self.enter(twin.cell)?;
        (!self.cell(slot).is_shut()).then_some((slot, twin.side))
    }
}

fn winding_of(ring: &[Vec2]) -> i8 {
    match shape(ring) {
        Shape::Convex => 1,
        Shape::InsideOut => {
            let turned: Vec<Vec2> = ring.iter().rev().copied().collect();
            if shape(&turned) == Shape::Convex { -1 } else { 0 }
        }
        _ => 0,
    }
}

/// Whether the foot of a point on the line through a side lies on the side, or at most `slack` metres past an end.
pub(super) fn is_beside(point: Vec2, from: Vec2, to: Vec2, slack: f32) -> bool {
    let [along, off] = [to - from, point - from].map(Vec2::as_dvec2);
    let slack = f64::from(slack) * along.length();
    (-slack..=along.length_squared() + slack).contains(&DVec2::dot(along, off))
}
