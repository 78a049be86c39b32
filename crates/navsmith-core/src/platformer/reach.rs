//! The region that a body can reach from a point without crossing a solid or a constraint.

use std::collections::VecDeque;

use glam::Vec2;

use super::free_space::{Beyond, FreeSpace};
use crate::navmesh::{CellId, HalfEdge};

/// The cells that are connected with a point.
#[derive(Clone, Debug, PartialEq)]
pub struct ReachableRegion {
    /// The cells, in the order in which the flood enters them.
    pub cells: Vec<CellId>,
    /// Sides at which a constraint stopped the flood, in the same order.
    pub constraints: Vec<HalfEdge>,
    /// By cell slot.
    is_reached: Vec<bool>,
}

impl ReachableRegion {
    /// Floods the free space from a point, given by X and Z; linear. `None` in a solid.
    ///
    /// Links are not followed.
    pub fn around(space: &FreeSpace<'_>, point: Vec2) -> Option<Self> {
        let (piece, _) = space.locate(point.as_dvec2())?;
        Some(Self::of_cell(space, space.sides()[space.piece(piece)].first()?.half_edge.cell))
    }

    /// Floods the free space from a cell; linear.
    pub fn of_cell(space: &FreeSpace<'_>, start: CellId) -> Self {
        let is_reached = vec![false; space.mesh.cell_slots()];
        let mut region = Self { cells: Vec::new(), constraints: Vec::new(), is_reached };
        if let Some(is_reached) = region.is_reached.get_mut(start.0 as usize) {
            *is_reached = true;
        }
        let mut queue = VecDeque::from([start]);
        while let Some(cell) = queue.pop_front() {
            region.cells.push(cell);
            for side in space.sides_of(cell) {
                match side.beyond {
                    Beyond::Open(twin) => {
                        let next = space.sides()[twin].half_edge.cell;
                        if !std::mem::replace(&mut region.is_reached[next.0 as usize], true) {
                            queue.push_back(next);
                        }
                    }
                    Beyond::Constraint => region.constraints.push(side.half_edge),
                    Beyond::Solid => {}
                }
            }
        }
        region
    }

    /// Whether a cell belongs to the region.
    pub fn contains(&self, cell: CellId) -> bool {
        self.is_reached.get(cell.0 as usize).copied().unwrap_or(false)
    }
}
