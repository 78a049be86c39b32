//! Spread of the correspondence over shared sides, to cells with moved corners.

use std::collections::VecDeque;

use super::MeshMatch;
use navsmith_core::navmesh::{CellId, VertexId};
use navsmith_core::progress::{Progress, Stopped};

/// Number of sides between two reports of progress.
const REPORT_EVERY: usize = 4096;

/// Maximum number of cells at a side that are compared.
const MOST_AT_SIDE: usize = 4;

/// A directed side of a cell: its ends, the cell and the number of the side.
type Side = ([u32; 2], u32, u32);

impl MeshMatch<'_> {
    /// Joins cells without a partner that share a side with known ends. Near-linear.
    ///
    /// Both cells have equally many corners.
    /// Each corner with a partner must correspond to the corner of the other cell. The other corners get a partner.
    pub(super) fn flood(&mut self, progress: &Progress) -> Result<(), Stopped> {
        let [first, second] = self.meshes;
        let mut sides: Vec<Side> = Vec::new();
        for (id, cell) in second.cells().filter(|(id, _)| !self.cells.has(1, id.0)) {
            sides.extend((0..).zip(cell.sides()).map(|(side, [from, to])| ([from.0, to.0], id.0, side)));
        }
        sides.sort_unstable();
        // Sides to compare: a cell and the number of its side, which is that of the first corner.
        let mut queue: VecDeque<(CellId, usize)> = VecDeque::new();
        let mut around: Vec<(VertexId, CellId, usize)> = Vec::new();
        for (id, cell) in first.cells().filter(|(id, _)| !self.cells.has(0, id.0)) {
            around.extend(cell.corners().iter().enumerate().map(|(corner, &vertex)| (vertex, id, corner)));
            queue.extend((0..cell.corners().len()).map(|side| (id, side)));
        }
        around.sort_unstable();
        // A side becomes comparable when its second end gets a partner, and is queued once more for each end.
        let mut units = progress.units(3 * queue.len(), REPORT_EVERY);
        while let Some((cell, side)) = queue.pop_front() {
            units.step()?;
            let Some((other, turn)) = self.partner(cell, side, &sides) else { continue };
            self.join_cells([cell, other], turn, |vertex| {
                let start = around.partition_point(|entry| entry.0 < vertex);
                for &(_, id, corner) in around[start..].iter().take_while(|entry| entry.0 == vertex) {
                    let len = first.corners(id).len();
                    queue.extend([(id, (corner + len - 1) % len), (id, corner)]);
                }
            });
        }
        Ok(())
    }

    /// Returns the partner of a cell that has none yet, found at a side, and the turn between them.
    fn partner(&self, cell: CellId, side: usize, sides: &[Side]) -> Option<(CellId, usize)> {
        if self.cells.has(0, cell.0) {
            return None;
        }
        let corners = self.meshes[0].corners(cell);
        let next = (side + 1) % corners.len();
        let ends = [self.vertices.to(corners[side].0)?, self.vertices.to(corners[next].0)?];
        let start = sides.partition_point(|entry| entry.0 < ends);
        let at_side = sides[start..].iter().take_while(|entry| entry.0 == ends).take(MOST_AT_SIDE);
        at_side.copied().find_map(|(_, other, other_side)| {
            let len = self.meshes[1].corners(CellId(other)).len();
            let is_free = !self.cells.has(1, other) && len == corners.len();
            let turn = (other_side as usize + len - side % len.max(1)) % len.max(1);
            (is_free && self.agrees([cell, CellId(other)], turn)).then_some((CellId(other), turn))
        })
    }

    /// Whether each pair of corners corresponds, or has no partners yet.
    fn agrees(&self, cells: [CellId; 2], turn: usize) -> bool {
        super::corner_pairs(self.meshes, cells, turn).all(|[from, to]| match self.vertices.to(from.0) {
            Some(partner) => partner == to.0,
            None => !self.vertices.has(1, to.0),
        })
    }
}
