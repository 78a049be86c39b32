//! Who is across a side: of all sides that leave the vertex that it comes in at, the one that leads to where it comes from.
//!
//! Cell by cell, as these take their places around their vertices: of two neighbours the later one finds the earlier one
//! there, mostly among the last that came. Nothing is looked for twice.

use smallvec::SmallVec;

use super::super::lists::{Counts, Lists, Room};
use super::super::{CellId, HalfEdge, NavMesh, VertexId};
use super::twins::{Code, SMALL, Write};

/// More corners than this around a vertex are not looked through for each of them.
const MANY: usize = 16;

/// What a cell has at a vertex: the side that leaves, and which vertex it leads to.
type Leaving = (Code, VertexId);

/// Where sides of large cells are said to lead, so that nobody finds them.
const NOWHERE: VertexId = VertexId(u32::MAX);

/// The corners around all vertices, as they come.
pub(super) struct Fans<'a> {
    mesh: &'a NavMesh,
    /// By vertex.
    stars: Room<Leaving>,
    /// By vertex, where its corners start.
    starts: Vec<u32>,
    /// By vertex, whether it has to be looked at again: it has many corners, or one of a large cell, or a tangle.
    is_odd: Vec<bool>,
}

impl<'a> Fans<'a> {
    /// None yet, but room for as many corners as are counted by vertex.
    pub(super) fn of(mesh: &'a NavMesh, counts: Counts) -> Self {
        let stars = counts.into_room();
        let starts = stars.ends().to_vec();
        Self { mesh, stars, starts, is_odd: vec![false; mesh.vertex_slots()] }
    }

    /// Adds the corners of a cell, and joins its sides to those that are there.
    #[inline]
    pub(super) fn add(&mut self, cell: CellId, corners: impl AsRef<[VertexId]>, write: &mut Write<'_, '_>) {
        let corners = corners.as_ref();
        let (is_large, mut before) = (corners.len() > SMALL, corners.len().wrapping_sub(1));
        for (nth, &corner) in corners.iter().enumerate() {
            let (vertex, from) = (corner.0 as usize, corners[before]);
            let there = self.stars.between(self.starts[vertex], self.stars.ends()[vertex]);
            if is_large || there.len() > MANY {
                self.is_odd[vertex] = true;
            } else {
                let mut leaving = there.iter().rev().filter(|(_, to)| *to == from);
                if let Some(&(twin, _)) = leaving.next() {
                    let side = Code::new(cell, before as u32);
                    let is_lonely = write.join(side, twin) & write.join(twin, side);
                    if !is_lonely || leaving.next().is_some() {
                        self.is_odd[vertex] = true;
                        self.is_odd[from.0 as usize] = true;
                    }
                }
            }
            let to = if is_large { NOWHERE } else { corners[(nth + 1) % corners.len()] };
            self.stars.put(vertex, (Code::new(cell, nth as u32), to));
            before = nth;
        }
    }

    /// Joins the sides once more around those vertices where that is due.
    pub(super) fn join_odd(&self, write: &mut Write<'_, '_>) {
        let stars = (0..).map(VertexId).zip(self.stars.lists()).zip(&self.is_odd);
        stars
            .filter(|(_, is_odd)| **is_odd)
            .for_each(|((vertex, star), _)| self.join_any(vertex, star, write));
    }

    /// By vertex, the cells around it.
    pub(super) fn into_stars(self) -> Lists<CellId> {
        let count = self.is_odd.len();
        self.stars.finish(count, |(leaving, _)| leaving.cell())
    }

    /// Joins the sides that meet at a vertex, by sorting. Where an edge has more than two sides or two in one direction,
    /// nobody is joined across it.
    #[inline(never)]
    fn join_any(&self, vertex: VertexId, star: &[Leaving], write: &mut Write<'_, '_>) {
        let mut sides: SmallVec<[(VertexId, bool, HalfEdge); 16]> = SmallVec::new();
        for cell in star.iter().map(|(leaving, _)| leaving.cell()) {
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
                [(_, false, coming), (_, true, leaving)] => {
                    write.set(coming, Some(leaving));
                    write.set(leaving, Some(coming));
                }
                _ => on_edge.iter().for_each(|&(_, _, side)| write.set(side, None)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::geometry::Vec3;
    use crate::navmesh::{Adjacency, AreaId, Cell, CellId, NavMesh, VertexId};

    fn neighbors(vertices: u32, triangles: &[[u32; 3]]) -> Vec<usize> {
        let vertices = (0..vertices).map(|i| Vec3::new(i as f32, 0.0, 0.0));
        let cells = triangles.iter().map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
        let mesh = NavMesh::from_parts(vertices, cells).unwrap();
        let adjacency = Adjacency::build(&mesh);
        (0..triangles.len() as u32).map(|cell| adjacency.neighbors(CellId(cell)).count()).collect()
    }

    #[test]
    fn around_a_vertex_of_many_cells_all_are_joined() {
        let mut wheel: Vec<_> = (0..60).map(|i| [60, i, (i + 1) % 60]).collect();
        assert_eq!(neighbors(61, &wheel), [2; 60], "one after another");
        wheel.sort_by_key(|corners| corners[1] % 7);
        assert_eq!(neighbors(61, &wheel), [2; 60], "in any order");
    }

    #[test]
    fn nobody_is_joined_across_a_tangle_in_whatever_order_it_comes() {
        let [one, same, other] = [[0, 1, 2], [0, 1, 3], [1, 0, 4]];
        for triangles in [[one, same, other], [one, other, same], [other, one, same]] {
            assert_eq!(neighbors(5, &triangles), [0; 3], "{triangles:?}");
        }
    }
}
