//! Who is across the sides that meet at a vertex: of all sides that come in, the one that leaves for where they come from.
//!
//! Vertex by vertex, so that all that is compared is near in memory, and without sorting: a table by vertex tells which
//! side leads there. Every side comes in at one vertex, so each gets its twin once.

use smallvec::SmallVec;

use super::super::column::View;
use super::super::{Cell, HalfEdge, NavMesh, VertexId};
use super::twins::{Code, Write};

/// What a cell has at a vertex: a side that comes in, and where that comes from; the side that leaves is the corner's own.
#[derive(Clone, Copy, Default)]
struct Coming {
    side: Code,
    from: VertexId,
}

/// The corners around one vertex after another.
pub(super) struct Fans<'a> {
    mesh: &'a NavMesh,
    cells: View<'a, Cell>,
    /// What comes in at the vertex that is looked at, by corner.
    coming: Vec<Coming>,
    /// The number of the first of its corners; numbers go up from vertex to vertex.
    first: u32,
    /// By vertex, the number of the corner whose leaving side leads there; one below `first` is of an earlier vertex.
    leading_to: Vec<u32>,
}

impl<'a> Fans<'a> {
    pub(super) fn of(mesh: &'a NavMesh) -> Self {
        let cells = mesh.cells.view();
        Self { mesh, cells, coming: Vec::new(), first: 1, leading_to: vec![0; mesh.vertex_slots()] }
    }

    /// Gives the sides that come in at a vertex their twins; around it are these corners, each the code of the side that
    /// leaves there.
    pub(super) fn join(&mut self, vertex: VertexId, star: &[u32], write: &mut Write<'_, '_>) {
        let is_plain = self.list(star) && self.join_listed(star, write);
        self.first += star.len() as u32 + 1;
        if !is_plain {
            self.join_any(vertex, star, write);
        }
    }

    /// Lists what comes in, and where what leaves leads to; `false` if some cell is large, or two sides lead to one vertex.
    #[inline]
    fn list(&mut self, star: &[u32]) -> bool {
        let (first, mut is_plain) = (self.first, true);
        if self.coming.len() < star.len() {
            self.coming.resize(star.len(), Coming::default());
        }
        for ((coming, &leaving), number) in self.coming.iter_mut().zip(star).zip(first..) {
            let (code, nth) = (Code(leaving), Code(leaving).nth());
            let few = self.cells.get(code.cell().0 as usize).and_then(Cell::few);
            let Some((len, corners)) = few else { return false };
            let before = if nth == 0 { len - 1 } else { nth - 1 };
            let after = if nth + 1 == len { 0 } else { nth + 1 };
            *coming = Coming { side: Code::new(code.cell(), before as u32), from: corners[before & 3] };
            let leading = &mut self.leading_to[corners[after & 3].0 as usize];
            is_plain &= std::mem::replace(leading, number) < first;
        }
        is_plain
    }

    /// Gives what is listed its twins; `false` if two sides come from one vertex.
    #[inline]
    fn join_listed(&mut self, star: &[u32], write: &mut Write<'_, '_>) -> bool {
        let (first, taken, mut is_plain) = (self.first, self.first + star.len() as u32, true);
        for &Coming { side, from } in &self.coming[..star.len()] {
            let number = std::mem::replace(&mut self.leading_to[from.0 as usize], taken);
            if let Some(&twin) = star.get(number.wrapping_sub(first) as usize) {
                write.join(side, Code(twin));
            }
            is_plain &= number != taken;
        }
        is_plain
    }

    /// The same by sorting, where a cell is large, or some edge has more than two sides or two in one direction: nobody is
    /// joined across that.
    #[inline(never)]
    fn join_any(&self, vertex: VertexId, star: &[u32], write: &mut Write<'_, '_>) {
        let mut sides: SmallVec<[(VertexId, bool, HalfEdge); 16]> = SmallVec::new();
        for cell in star.iter().map(|&code| Code(code).cell()) {
            let corners = self.mesh.corners(cell);
            let at = corners.iter().position(|&corner| corner == vertex).unwrap_or(0);
            let before = if at == 0 { corners.len() } else { at } - 1;
            let after = if at + 1 == corners.len() { 0 } else { at + 1 };
            sides.push((corners[before], false, HalfEdge { cell, side: before as u32 }));
            sides.push((corners[after], true, HalfEdge { cell, side: at as u32 }));
        }
        sides.sort_unstable_by_key(|&(end, is_leaving, _)| (end, is_leaving));
        for on_edge in sides.chunk_by(|a, b| a.0 == b.0) {
            match *on_edge {
                [(_, false, coming), (_, true, leaving)] => write.set(coming, Some(leaving)),
                _ => on_edge.iter().for_each(|&(_, is_leaving, side)| {
                    if !is_leaving {
                        write.set(side, None);
                    }
                }),
            }
        }
    }
}
