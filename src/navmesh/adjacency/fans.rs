//! Who is across the sides that meet at a vertex: of all sides that come in, the one that leaves for where they come from.
//!
//! Vertex by vertex, so that all that is compared is near in memory, and without sorting: a table by vertex tells which
//! side leads there. Every side comes in at one vertex, so each gets its twin once.

use super::super::column::View;
use super::super::{Cell, CellId, HalfEdge, NavMesh, VertexId};

/// What a cell has at a vertex.
#[derive(Clone, Copy, Default)]
struct Corner {
    cell: CellId,
    /// Which of its sides comes in, and from where.
    coming: u32,
    from: VertexId,
    /// Which of its sides leaves.
    leaving: u32,
}

impl Corner {
    fn coming(&self) -> HalfEdge {
        HalfEdge { cell: self.cell, side: self.coming }
    }

    fn leaving(&self) -> HalfEdge {
        HalfEdge { cell: self.cell, side: self.leaving }
    }
}

/// The corners around one vertex after another.
pub(super) struct Fans<'a> {
    mesh: &'a NavMesh,
    cells: View<'a, Cell>,
    /// Those around the vertex that is looked at.
    corners: Vec<Corner>,
    /// The number of the first of them; numbers go up from vertex to vertex.
    first: u32,
    /// By vertex, the number of the corner whose leaving side leads there; one below `first` is of an earlier vertex.
    leading_to: Vec<u32>,
}

impl<'a> Fans<'a> {
    pub(super) fn of(mesh: &'a NavMesh) -> Self {
        let cells = mesh.cells.view();
        Self { mesh, cells, corners: Vec::new(), first: 1, leading_to: vec![0; mesh.vertex_slots()] }
    }

    /// Tells the twins of the sides that come in at a vertex around which are these cells.
    pub(super) fn join(
        &mut self,
        vertex: VertexId,
        star: &[CellId],
        mut tell: impl FnMut(HalfEdge, Option<HalfEdge>),
    ) {
        if self.corners.len() < star.len() {
            self.corners.resize(star.len(), Corner::default());
        }
        let (corners, leading_to) = (&mut self.corners[..star.len()], &mut self.leading_to[..]);
        let (first, mut is_tangled) = (self.first, false);
        for ((corner, &id), number) in corners.iter_mut().zip(star).zip(first..) {
            let Some(cell) = self.cells.get(id.0 as usize) else { continue };
            let to;
            (*corner, to) = corner_at(cell, id, vertex);
            is_tangled |= std::mem::replace(&mut leading_to[to.0 as usize], number) >= first;
        }
        let taken = first + star.len() as u32;
        for corner in corners.iter() {
            let number = std::mem::replace(&mut leading_to[corner.from.0 as usize], taken);
            if let Some(other) = corners.get(number.wrapping_sub(first) as usize) {
                tell(corner.coming(), Some(other.leaving()));
            }
            is_tangled |= number == taken;
        }
        self.first = taken + 1;
        if is_tangled {
            self.join_tangled(vertex, star.len(), tell);
        }
    }

    /// The same where some edge has more than two sides, or two in one direction: nobody is joined across that.
    #[cold]
    fn join_tangled(&self, vertex: VertexId, count: usize, mut tell: impl FnMut(HalfEdge, Option<HalfEdge>)) {
        let corners = &self.corners[..count];
        let to = |corner: &Corner| self.mesh.half_edge(corner.leaving()).map_or(vertex, |[_, to]| to);
        let leaving = corners.iter().map(|corner| (to(corner), true, corner.leaving()));
        let coming = corners.iter().map(|corner| (corner.from, false, corner.coming()));
        let mut sides: Vec<(VertexId, bool, HalfEdge)> = coming.chain(leaving).collect();
        sides.sort_unstable_by_key(|&(end, is_leaving, _)| (end, is_leaving));
        for on_edge in sides.chunk_by(|a, b| a.0 == b.0) {
            match *on_edge {
                [(_, false, coming), (_, true, leaving)] => tell(coming, Some(leaving)),
                _ => on_edge.iter().for_each(|&(_, is_leaving, side)| {
                    if !is_leaving {
                        tell(side, None);
                    }
                }),
            }
        }
    }
}

/// What a cell has at a vertex, and where its leaving side leads.
#[inline]
fn corner_at(cell: &Cell, id: CellId, vertex: VertexId) -> (Corner, VertexId) {
    // Which of three corners it is nobody could foresee, so no branch asks.
    if let Some([a, b, c]) = cell.triangle() {
        let (is_second, is_third) = (b == vertex, c == vertex);
        let (from, to) = if is_second { (a, c) } else { (c, b) };
        let (from, to) = if is_third { (b, a) } else { (from, to) };
        let leaving = u32::from(is_second) + 2 * u32::from(is_third);
        let coming = if leaving == 0 { 2 } else { leaving - 1 };
        return (Corner { cell: id, coming, from, leaving }, to);
    }
    let corners = cell.corners();
    let at = corners.iter().position(|&corner| corner == vertex).unwrap_or(0);
    let before = if at == 0 { corners.len() } else { at } - 1;
    let after = if at + 1 == corners.len() { 0 } else { at + 1 };
    (Corner { cell: id, coming: before as u32, from: corners[before], leaving: at as u32 }, corners[after])
}
