//! The straight line, tried first: where the start sees the target there is nothing to search.

use super::node::{NONE, Root};
use super::{Best, Layout, Polyanya, Step, is_side};
use crate::geometry::Line;

impl<L: Layout> Polyanya<L> {
    /// Walks straight to the target from inside a cell; the way, if there is nothing in it. Lines through a corner
    /// exactly are left to the search.
    pub(super) fn in_sight(&mut self, root: &Root) -> Option<Best> {
        let line = Line::new(root.at, self.run.target);
        let start = *self.run.first.cells.first()?;
        let near = line.doubled_area(self.at(start));
        let mut exit = self.side_ahead(&line, near, self.layout.floor().ring(start))?;
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
            let ring = self.layout.floor().ring(first);
            exit = self.side_ahead(&line, -1.0, (entry + 1..ring.end).chain(ring.start..entry))?;
        }
    }

    /// Of sides one after the other round a cell, the one that a line crosses from inside; `None` where a corner lies
    /// on it. `near` is which way from the line the first corner lies, negative to the right.
    fn side_ahead(&self, line: &Line, mut near: f64, sides: impl Iterator<Item = u32>) -> Option<u32> {
        for side in sides {
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
