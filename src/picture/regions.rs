//! Outlines of many cells of one colour.

use std::collections::BTreeMap;

use glam::Vec2;
use smallvec::SmallVec;

use super::pen::{Pen, clipped_ring};
use super::shape::Points;
use crate::editor::session::Session;
use navsmith_core::navmesh::{CellId, HalfEdge, VertexId};

/// Distance in pixels below which points of an outline are left out.
const LEAST: f32 = 0.3;

/// Returns the outlines of cells: the sides that do not join two of them, in rings.
///
/// Rings without an extent in the picture are left out.
pub(super) fn outlines(
    pen: &Pen,
    session: &Session,
    cells: &[CellId],
    is_inside: impl Fn(CellId) -> bool,
) -> Vec<Points> {
    let (mesh, derived) = (&session.document().mesh, session.derived());
    let mut nexts: BTreeMap<VertexId, SmallVec<[VertexId; 2]>> = BTreeMap::new();
    for &cell in cells {
        for side in 0..mesh.corners(cell).len() as u32 {
            let half_edge = HalfEdge { cell, side };
            let is_inner = derived.adjacency.twin(half_edge).is_some_and(|twin| is_inside(twin.cell));
            if let Some([from, to]) = mesh.half_edge(half_edge).filter(|_| !is_inner) {
                nexts.entry(from).or_default().push(to);
            }
        }
    }
    let clip = pen.clip();
    let mut rings = Vec::new();
    while let Some((&start, _)) = nexts.first_key_value() {
        let mut ring: Vec<Vec2> = Vec::new();
        let mut at = start;
        // At every vertex, as many sides begin as end, so each walk ends where it began.
        while let Some(ends) = nexts.get_mut(&at) {
            let next = ends.pop();
            if ends.is_empty() {
                nexts.remove(&at);
            }
            let place = pen.at(mesh.position(at));
            if ring.last().is_none_or(|last| last.distance(place) >= LEAST) {
                ring.push(place);
            }
            match next {
                Some(next) if next != start => at = next,
                _ => break,
            }
        }
        if ring.len() > 2 {
            rings.push(clipped_ring(&ring, &clip));
        }
    }
    rings.retain(|ring| ring.len() > 2);
    rings
}
