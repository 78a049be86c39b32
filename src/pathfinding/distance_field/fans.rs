//! The cells around a vertex that walk into one another.
//!
//! Where two rooms touch at a vertex alone, it has two fans: who stands there in the one does not stand in the other.

use super::super::{Side, Walkable};
use crate::geometry::{ground, ground_area};
use crate::navmesh::{CellId, HalfEdge};

/// A corner of a cell: the cell and which of its corners.
pub(super) type Corner = (CellId, u32);

/// No fan.
const NONE: u32 = u32::MAX;

/// Of a flat fan that closes the angles add up to a full turn; a path can turn where they add up to more.
const FULL_TURN: f64 = std::f64::consts::TAU + 0.1;

/// The fans of all vertices.
#[derive(Clone, Debug, Default)]
pub(super) struct Fans {
    /// By cell slot, the number of its first corner.
    first: Vec<u32>,
    /// By number of a corner.
    fan_of: Vec<u32>,
    /// By cell slot, whether its corners run clockwise seen from above.
    inside_out: Vec<bool>,
    /// By fan, whether a shortest path can turn at it.
    turns: Vec<bool>,
}

impl Fans {
    /// The fans of the cells that an agent may enter. Linear for meshes whose vertices have few cells.
    pub(super) fn of(walkable: &Walkable<'_>) -> Self {
        let mesh = walkable.mesh;
        let mut fans = Self { inside_out: vec![false; mesh.cell_slots()], ..Self::default() };
        let mut count = 0;
        for slot in 0..mesh.cell_slots() {
            fans.first.push(count);
            count += mesh.corners(CellId(slot as u32)).len() as u32;
        }
        fans.fan_of = vec![NONE; count as usize];
        for (id, _) in mesh.cells() {
            fans.inside_out[id.0 as usize] = ground_area(&mesh.ground_ring(id)) < 0.0;
        }
        for (id, cell) in mesh.cells().filter(|&(id, _)| walkable.allows(id)) {
            for corner in 0..cell.len() as u32 {
                if fans.fan((id, corner)).is_none() {
                    fans.gather(walkable, (id, corner));
                }
            }
        }
        fans
    }

    /// The fan that a corner is part of; `None` for cells that may not be entered.
    pub(super) fn fan(&self, (cell, corner): Corner) -> Option<usize> {
        let number = self.first.get(cell.0 as usize)? + corner;
        self.fan_of.get(number as usize).filter(|&&fan| fan != NONE).map(|&fan| fan as usize)
    }

    /// How many fans there are.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// Whether a shortest path can turn at a fan.
    pub(super) fn turns(&self, fan: usize) -> bool {
        self.turns[fan]
    }

    /// Whether a cell's corners run clockwise seen from above.
    pub(super) fn is_inside_out(&self, cell: CellId) -> bool {
        self.inside_out[cell.0 as usize]
    }

    /// Goes all the way round a vertex and makes one fan of what it meets.
    fn gather(&mut self, walkable: &Walkable<'_>, start: Corner) {
        let fan = self.turns.len() as u32;
        let mut angle = 0.0;
        let mut is_closed = false;
        for is_onwards in [true, false] {
            let mut at = Some(start);
            while let Some(corner) = at {
                let number = (self.first[corner.0.0 as usize] + corner.1) as usize;
                if std::mem::replace(&mut self.fan_of[number], fan) != fan {
                    angle += angle_at(walkable, corner);
                }
                at = across(walkable, corner, is_onwards);
                if at == Some(start) {
                    is_closed = true;
                    break;
                }
            }
            if is_closed {
                break;
            }
        }
        self.turns.push(!is_closed || angle > FULL_TURN);
    }

    /// Which way round a cell's ring its spokes come when one turns to a side: `true` against the order of its corners.
    pub(super) fn is_onwards(&self, cell: CellId, side: Side) -> bool {
        (side == Side::Left) != self.is_inside_out(cell)
    }
}

/// The next corner of a fan: across the side that ends at the vertex (onwards), or the one that begins there.
pub(super) fn across(walkable: &Walkable<'_>, (cell, corner): Corner, is_onwards: bool) -> Option<Corner> {
    let count = walkable.mesh.corners(cell).len() as u32;
    let side = if is_onwards { (corner + count - 1) % count } else { corner };
    let twin = open_twin(walkable, HalfEdge { cell, side })?;
    let corners = walkable.mesh.corners(twin.cell).len() as u32;
    Some((twin.cell, if is_onwards { twin.side } else { (twin.side + 1) % corners }))
}

/// The other side of a side, if the agent may enter the cell behind it.
pub(super) fn open_twin(walkable: &Walkable<'_>, side: HalfEdge) -> Option<HalfEdge> {
    walkable.derived.adjacency.twin(side).filter(|twin| walkable.allows(twin.cell))
}

fn angle_at(walkable: &Walkable<'_>, (cell, corner): Corner) -> f64 {
    let corners = walkable.mesh.corners(cell);
    let count = corners.len();
    let at = |i: usize| ground(walkable.mesh.position(corners[i % count])).as_dvec2();
    let vertex = at(corner as usize);
    let [to, from] = [1, count - 1].map(|step| at(corner as usize + step) - vertex);
    to.angle_to(from).abs()
}
