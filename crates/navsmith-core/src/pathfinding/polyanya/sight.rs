//! Straight-line test before the search: if the start sees the target, no search is needed.

use super::node::{Behind, NONE, RootPoint};
use super::{Best, Polyanya, Step};
use crate::geometry::Line;
use crate::pathfinding::search_mesh::{SearchMeshSource, is_side};

impl<L: SearchMeshSource> Polyanya<L> {
    /// Walks straight to the target from inside a cell; returns the path if nothing blocks it.
    ///
    /// Leaves lines that pass exactly through a corner to the search.
    pub(super) fn in_sight(&mut self, root: &RootPoint) -> Option<Best> {
        let line = Line::new(root.at, self.run.target);
        let start = *self.run.first.cells.first()?;
        let mut exit = self.side_ahead(&line, start)?;
        loop {
            let entry = self.twin(exit);
            if !is_side(entry) || self.layout.floor().winding(entry) != self.run.winding {
                return None;
            }
            let before = (self.trail.len() as u32).wrapping_sub(1);
            self.trail.push(Step { entry, corner: NONE, before });
            let first = self.layout.floor().first(entry);
            if self.run.goals.cells.contains(&first) {
                let length = root.at.as_dvec2().distance(self.run.target.as_dvec2());
                return Some(Best { length, step: before.wrapping_add(1), corner: None });
            }
            let behind = Behind::new(self.layout.floor(), entry);
            let mut ahead = 1;
            while ahead < behind.count() {
                let off = line.doubled_area(self.at(behind.nth(ahead)));
                if off > 0.0 {
                    break;
                } else if off == 0.0 {
                    return None;
                }
                ahead += 1;
            }
            exit = behind.nth(ahead - 1);
        }
    }

    /// Returns the side of a cell that a line from inside it crosses.
    ///
    /// Returns `None` if a corner may lie on the line.
    fn side_ahead(&self, line: &Line, cell: u32) -> Option<u32> {
        let mut near = line.doubled_area(self.at(cell));
        for side in self.layout.floor().ring(cell) {
            let far = line.doubled_area(self.at(self.layout.floor().after(side)));
            if far == 0.0 {
                return None;
            }
            if near < 0.0 && far > 0.0 {
                return Some(side);
            }
            near = far;
        }
        None
    }
}
