//! Spread of the correspondence over shared sides, to cells with moved corners.

use std::collections::VecDeque;

use super::MeshMatch;
use crate::navmesh::{CellId, VertexId};

/// Maximum number of cells at a side that are compared.
const MOST_AT_SIDE: usize = 4;

/// A directed side of a cell: its ends, the cell and the number of the side.
type Side = ([u32; 2], u32, u32);

impl MeshMatch<'_> {
    /// Joins cells without a partner that share a side with known ends. Near-linear.
    ///
    /// Both cells have equally many corners.
    /// Each corner with a partner must correspond to the corner of the other cell. The other corners get a partner.
    pub(super) fn flood(&mut self) {
        let [first, second] = self.meshes;
        let mut sides: Vec<Side> = Vec::new();
        for (id, cell) in second.cells().filter(|(id, _)| !self.cells.has(1, id.0)) {
            sides.extend((0..).zip(cell.sides()).map(|(side, [from, to])| ([from.0, to.0], id.0, side)));
        }
        sides.sort_unstable();
        let mut queue = VecDeque::new();
        let mut around: Vec<(VertexId, CellId)> = Vec::new();
        for (id, cell) in first.cells().filter(|(id, _)| !self.cells.has(0, id.0)) {
            queue.push_back(id);
            around.extend(cell.corners().iter().map(|&corner| (corner, id)));
        }
        around.sort_unstable();
        while let Some(cell) = queue.pop_front() {
            let Some((other, turn)) = self.partner(cell, &sides) else { continue };
            self.join_cells([cell, other], turn, |vertex| {
                let start = around.partition_point(|entry| entry.0 < vertex);
                let cells = around[start..].iter().take_while(|entry| entry.0 == vertex);
                queue.extend(cells.map(|entry| entry.1));
            });
        }
    }

    /// Returns the cell that corresponds to a cell without a partner, and the turn between them.
    fn partner(&self, cell: CellId, sides: &[Side]) -> Option<(CellId, usize)> {
        if self.cells.has(0, cell.0) {
            return None;
        }
        let corners = self.meshes[0].corners(cell);
        (0..corners.len()).find_map(|side| {
            let next = (side + 1) % corners.len();
            let from = self.vertices.to(corners[side].0)?;
            let ends = [from, self.vertices.to(corners[next].0)?];
            let start = sides.partition_point(|entry| entry.0 < ends);
            let at_side = sides[start..].iter().take_while(|entry| entry.0 == ends).take(MOST_AT_SIDE);
            at_side.copied().find_map(|(_, other, other_side)| {
                let len = self.meshes[1].corners(CellId(other)).len();
                let is_free = !self.cells.has(1, other) && len == corners.len();
                let turn = (other_side as usize + len - side % len.max(1)) % len.max(1);
                (is_free && self.agrees([cell, CellId(other)], turn)).then_some((CellId(other), turn))
            })
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
