//! Fans: the cells around a vertex that are connected to each other through their sides.
//!
//! If two areas touch at a vertex only, the vertex has two fans. A position at the vertex in one fan is not in the
//! other.

use crate::geometry::{ground, ground_area};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::string_pulling::portal::Side;

/// A corner of a cell: the cell and the corner's index.
pub(super) type FanCorner = (CellId, u32);

const NONE: u32 = u32::MAX;

/// The greatest sum of the angles of a closed fan at which no shortest path turns, in radians.
///
/// In a flat closed fan the angles add up to a full turn. A path can turn if they add up to more.
const FULL_TURN: f64 = std::f64::consts::TAU + 0.1;

#[derive(Clone, Debug, Default)]
pub(super) struct FieldFans {
    /// By cell slot, the number of the cell's first corner.
    first: Vec<u32>,
    /// By number of a corner, its fan or [`NONE`].
    fan_of: Vec<u32>,
    /// By cell slot, whether its corners run clockwise seen from above.
    inside_out: Vec<bool>,
    /// By fan, whether a shortest path can turn at it.
    pub(super) turns: Vec<bool>,
}

impl FieldFans {
    /// Builds the fans of the cells that an agent may enter.
    ///
    /// Linear for meshes whose vertices have few cells.
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

    /// Returns the fan of a corner; `None` for cells that the agent may not enter.
    pub(super) fn fan(&self, (cell, corner): FanCorner) -> Option<usize> {
        let number = self.first.get(cell.0 as usize)? + corner;
        self.fan_of.get(number as usize).filter(|&&fan| fan != NONE).map(|&fan| fan as usize)
    }

    pub(super) fn is_inside_out(&self, cell: CellId) -> bool {
        self.inside_out[cell.0 as usize]
    }

    fn gather(&mut self, walkable: &Walkable<'_>, start: FanCorner) {
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

    /// Returns the direction in a cell's ring of a rotation towards a side.
    ///
    /// `true` is the direction against the order of the corners.
    pub(super) fn is_onwards(&self, cell: CellId, side: Side) -> bool {
        (side == Side::Left) != self.is_inside_out(cell)
    }
}

/// Returns the next corner of a fan.
///
/// It lies across the side that ends at the vertex (onwards), or across the side that begins there.
pub(super) fn across(
    walkable: &Walkable<'_>,
    (cell, corner): FanCorner,
    is_onwards: bool,
) -> Option<FanCorner> {
    let count = walkable.mesh.corners(cell).len() as u32;
    let side = if is_onwards { (corner + count - 1) % count } else { corner };
    let twin = open_twin(walkable, HalfEdge { cell, side })?;
    let corners = walkable.mesh.corners(twin.cell).len() as u32;
    Some((twin.cell, if is_onwards { twin.side } else { (twin.side + 1) % corners }))
}

pub(super) fn open_twin(walkable: &Walkable<'_>, side: HalfEdge) -> Option<HalfEdge> {
    walkable.derived.adjacency.twin(side).filter(|twin| walkable.allows(twin.cell))
}

fn angle_at(walkable: &Walkable<'_>, (cell, corner): FanCorner) -> f64 {
    let corners = walkable.mesh.corners(cell);
    let count = corners.len();
    let at = |i: usize| ground(walkable.mesh.position(corners[i % count])).as_dvec2();
    let vertex = at(corner as usize);
    let [to, from] = [1, count - 1].map(|step| at(corner as usize + step) - vertex);
    to.angle_to(from).abs()
}
