//! Outlines of many cells of one colour.

use glam::Vec2;

use super::pen::{Pen, clipped_ring};
use super::shape::Points;
use crate::editor::session::Session;
use navsmith_core::navmesh::CellId;

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
    let mesh = session.mesh();
    let boundary = session.derived().adjacency.boundary_rings(mesh, cells.iter().copied(), is_inside);
    let clip = pen.clip();
    let mut rings = Vec::new();
    for corners in boundary {
        let mut ring: Vec<Vec2> = Vec::new();
        for place in corners.into_iter().map(|corner| pen.at(mesh.position(corner))) {
            if ring.last().is_none_or(|last| last.distance(place) >= LEAST) {
                ring.push(place);
            }
        }
        if ring.len() > 2 {
            rings.push(clipped_ring(&ring, &clip));
        }
    }
    rings.retain(|ring| ring.len() > 2);
    rings
}
