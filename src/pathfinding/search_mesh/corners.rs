//! Which vertices ways may have to turn at: those where the boundary leaves more than half a turn to walk in.

use smallvec::SmallVec;

use super::{Kind, SearchMesh, SearchMeshSource, Side, UNKNOWN, is_side};
use crate::geometry::{Turn, turn};

/// The corners of cells round a vertex that can be walked through without leaving it.
pub(super) struct Fan {
    /// The sides that begin at the vertex, one of each cell, counter-clockwise.
    pub(super) spokes: SmallVec<[Side; 16]>,
    is_reflex: bool,
}

/// Walks round the first corner of a side, first clockwise to the boundary and then counter-clockwise.
pub(super) fn fan_at(layout: &mut impl SearchMeshSource, side: Side) -> Fan {
    let mut spokes = SmallVec::new();
    let mut first = side;
    loop {
        let twin = twin_of(layout, first);
        if !is_side(twin) {
            break;
        }
        spokes.push(first);
        first = layout.floor().after(twin);
        if first == side {
            // All round a vertex inside the mesh there is nothing to turn at.
            return Fan { spokes, is_reflex: false };
        }
    }
    spokes.clear();
    let floor = layout.floor();
    let outer = if floor.winding(first) < 0 { Turn::Left } else { Turn::Right };
    let (middle, begin) = (floor.at(first), floor.at(floor.after(first)));
    let (mut at, mut is_reflex) = (first, false);
    loop {
        spokes.push(at);
        let before = layout.floor().before(at);
        // Cells are convex, so of the spokes past half a turn the first is short of a whole one, and turns outwards.
        is_reflex |= turn(middle, begin, layout.floor().at(before)) == outer;
        at = twin_of(layout, before);
        if !is_side(at) {
            return Fan { spokes, is_reflex };
        }
    }
}

fn twin_of(layout: &mut impl SearchMeshSource, side: Side) -> u32 {
    let twin = layout.floor().half(side).twin;
    if twin == UNKNOWN { layout.expand_successors(side) } else { twin }
}

impl SearchMesh {
    /// The sides that begin at the first corner of a side and belong to cells that meet there, one of each.
    pub(in crate::pathfinding) fn spokes(&self, side: Side) -> SmallVec<[Side; 16]> {
        fan_at(&mut &*self, side).spokes
    }

    /// Gives the corners of a fan a number of their own, and writes down what they are.
    pub(super) fn settle(&mut self, fan: &Fan) {
        let Some(&first) = fan.spokes.first() else { return };
        let spot = self.places.len() as u32;
        let kind = if fan.is_reflex { Kind::Corner } else { Kind::Flat };
        self.places.push(self.places[self.half(first).spot as usize]);
        for &spoke in &fan.spokes {
            let half = &mut self.halves[spoke as usize];
            (half.spot, half.kind) = (spot, kind);
        }
    }
}
