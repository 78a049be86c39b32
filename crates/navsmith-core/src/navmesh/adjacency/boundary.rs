//! The boundary of a set of cells, in rings.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::Adjacency;
use crate::navmesh::{CellId, HalfEdge, NavMesh, VertexId};

impl Adjacency {
    /// Returns the boundary of a set of cells in rings: the sides that do not join two of its cells.
    ///
    /// The cells are on the left of their rings, seen from above. `is_inside` is whether a neighbour belongs to the
    /// set. A ring ends where it returns to its first vertex.
    pub fn boundary_rings(
        &self,
        mesh: &NavMesh,
        cells: impl IntoIterator<Item = CellId>,
        is_inside: impl Fn(CellId) -> bool,
    ) -> Vec<Vec<VertexId>> {
        let mut nexts: BTreeMap<VertexId, SmallVec<[VertexId; 2]>> = BTreeMap::new();
        for cell in cells {
            for side in 0..mesh.corners(cell).len() as u32 {
                let half_edge = HalfEdge { cell, side };
                let is_inner = self.twin(half_edge).is_some_and(|twin| is_inside(twin.cell));
                if let Some([from, to]) = mesh.half_edge(half_edge).filter(|_| !is_inner) {
                    nexts.entry(from).or_default().push(to);
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = nexts.first_key_value() {
            let (mut ring, mut at) = (Vec::new(), start);
            // At every vertex, as many sides begin as end, so each walk ends where it began.
            while let Some(ends) = nexts.get_mut(&at) {
                let next = ends.pop();
                if ends.is_empty() {
                    nexts.remove(&at);
                }
                ring.push(at);
                match next {
                    Some(next) if next != start => at = next,
                    _ => break,
                }
            }
            rings.push(ring);
        }
        rings
    }
}
