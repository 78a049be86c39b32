//! Sides of cells that have no other cell beside them.
//!
//! The covered ground ends at these edges. A place on any other side has cells on both hands. A corner at which only
//! other sides meet is surrounded by cells.

use glam::Vec2;

use crate::geometry::ground;
use crate::navmesh::{NavMesh, VertexId};

/// Sides of cells, with the hand on which cells cover the ground.
#[derive(Default)]
pub(in crate::pathfinding::prepared::point_locator) struct Covering {
    /// Sides of cells that cover the ground to their left.
    sides: Vec<[VertexId; 2]>,
    /// Sides for which the covered hand is not certain.
    unsure: Vec<[VertexId; 2]>,
}

/// Flag for the covered hand of a side, stored with the larger of its ends.
const LEFT: u32 = 1 << 31;

impl Covering {
    pub(in crate::pathfinding::prepared::point_locator) fn reserve(&mut self, sides: usize) {
        self.sides.reserve(sides);
    }

    /// Adds a cell.
    ///
    /// The cell is convex and counter-clockwise if `area` is positive, clockwise if it is negative. Otherwise it may
    /// be any cell.
    pub(in crate::pathfinding::prepared::point_locator) fn add(&mut self, corners: &[VertexId], area: f64) {
        let Some(&(mut from)) = corners.last() else { return };
        let is_sure = area != 0.0 && !area.is_nan();
        let list = if is_sure { &mut self.sides } else { &mut self.unsure };
        for &to in corners {
            list.push(if area < 0.0 { [to, from] } else { [from, to] });
            from = to;
        }
    }

    /// Returns the ends of all sides that are not covered on both hands.
    ///
    /// Linear for meshes whose vertices have few cells.
    pub(in crate::pathfinding::prepared::point_locator) fn bare(self, mesh: &NavMesh) -> Vec<[Vec2; 2]> {
        let Self { sides, unsure } = self;
        // Counts by the smaller end. Later these are the begins of the lists, which are filled from the back.
        let mut begins = vec![0_u32; mesh.vertex_slots() + 1];
        for [from, to] in &sides {
            begins[from.0.min(to.0) as usize] += 1;
        }
        let mut sum = 0;
        for begin in &mut begins {
            sum += *begin;
            *begin = sum;
        }
        let mut across = vec![0_u32; sides.len()];
        for [from, to] in sides {
            let begin = &mut begins[from.0.min(to.0) as usize];
            *begin -= 1;
            across[*begin as usize] = if from < to { to.0 } else { from.0 | LEFT };
        }
        let place = |vertex: u32| ground(mesh.position(VertexId(vertex)));
        let mut bare: Vec<[Vec2; 2]> = unsure.iter().map(|side| side.map(|end| place(end.0))).collect();
        for (vertex, ends) in begins.windows(2).enumerate() {
            let around = &across[ends[0] as usize..ends[1] as usize];
            for &side in around {
                if !around.contains(&(side ^ LEFT)) {
                    bare.push([place(vertex as u32), place(side & !LEFT)]);
                }
            }
        }
        bare
    }
}
