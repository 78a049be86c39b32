//! Vertices at which paths may have to turn.
//!
//! The boundary leaves more than half a turn of walkable ground there.

use smallvec::SmallVec;

use super::{HalfKind, HalfSide, SearchMesh, SearchMeshSource, UNKNOWN, is_side};
use crate::geometry::{Turn, turn};

/// Fan of connected cells round a vertex.
pub(super) struct Fan {
    /// Sides that begin at the vertex, one of each cell, counter-clockwise.
    pub(super) spokes: SmallVec<[HalfSide; 16]>,
    is_reflex: bool,
}

pub(super) fn fan_at(layout: &mut impl SearchMeshSource, side: HalfSide) -> Fan {
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
            // Paths need not turn at a vertex that the mesh surrounds.
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
        // Cells are convex. The first spoke past half a turn is therefore less than a full turn away, and turns
        // outwards.
        is_reflex |= turn(middle, begin, layout.floor().at(before)) == outer;
        at = twin_of(layout, before);
        if !is_side(at) {
            return Fan { spokes, is_reflex };
        }
    }
}

fn twin_of(layout: &mut impl SearchMeshSource, side: HalfSide) -> u32 {
    let twin = layout.floor().half(side).twin;
    if twin == UNKNOWN { layout.expand_successors(side) } else { twin }
}

impl SearchMesh {
    pub(in crate::pathfinding) fn spokes(&self, side: HalfSide) -> SmallVec<[HalfSide; 16]> {
        fan_at(&mut &*self, side).spokes
    }

    /// Assigns a number of its own to the corner of a fan and stores whether paths may turn there.
    pub(super) fn settle(&mut self, fan: &Fan) {
        let Some(&first) = fan.spokes.first() else { return };
        let spot = self.places.len() as u32;
        let kind = if fan.is_reflex { HalfKind::Corner } else { HalfKind::Flat };
        self.places.push(self.places[self.half(first).spot as usize]);
        for &spoke in &fan.spokes {
            let half = &mut self.halves[spoke as usize];
            (half.spot, half.kind) = (spot, kind);
        }
    }
}
