//! Which vertices ways may have to turn at: those where the boundary leaves more than half a turn to walk in.

use smallvec::SmallVec;

use super::{Corner, Floor, Layout, NONE, Side, UNKNOWN, is_side};
use crate::geometry::{Turn, turn};

/// The corners of cells round a vertex that can be walked through without leaving it.
pub(super) struct Fan {
    /// The sides that begin at the vertex, one of each cell, counter-clockwise.
    pub(super) spokes: SmallVec<[Side; 16]>,
    is_reflex: bool,
}

/// Walks round the first corner of a side, first clockwise to the boundary and then counter-clockwise.
pub(super) fn fan_at(layout: &mut impl Layout, side: Side) -> Fan {
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
    let outer = if floor.half(first).winding < 0 { Turn::Left } else { Turn::Right };
    let (middle, begin) = (floor.half(first).at, floor.half(floor.after(first)).at);
    let (mut at, mut is_reflex) = (first, false);
    loop {
        spokes.push(at);
        let before = layout.floor().before(at);
        // Cells are convex, so of the spokes past half a turn the first is short of a whole one, and turns outwards.
        is_reflex |= turn(middle, begin, layout.floor().half(before).at) == outer;
        at = twin_of(layout, before);
        if !is_side(at) {
            return Fan { spokes, is_reflex };
        }
    }
}

fn twin_of(layout: &mut impl Layout, side: Side) -> u32 {
    let twin = layout.floor().half(side).twin;
    if twin == UNKNOWN { layout.look_behind(side) } else { twin }
}

impl Floor {
    /// Writes down what a fan is; the number of its corner.
    pub(super) fn settle(&mut self, fan: &Fan, corner: impl FnOnce() -> Corner) -> u32 {
        let number = if fan.is_reflex { self.corners.len() as u32 } else { NONE };
        if fan.is_reflex {
            self.corners.push(corner());
        }
        for &spoke in &fan.spokes {
            self.halves[spoke as usize].corner = number;
        }
        number
    }
}
