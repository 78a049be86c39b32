//! Extrusion of boundary edges to new cells.
//!
//! Id stability: every id stays; an edge that a new vertex is welded to becomes two edges.

use std::collections::BTreeSet;

use glam::Vec3;

use super::{Corner, Draft, Edge, EditResult, Edited, Refusal, VertexId, draw, require, ring};
use crate::geometry::{Bounds, Segment, ground};
use crate::navmesh::{AreaId, EdgeKind};

/// Extrudes boundary edges by `delta` metres, each to a new cell with the area of its own cell.
///
/// Adjacent edges share the new vertex between them. A new vertex within `weld_distance` metres of a vertex is
/// replaced by it. Within that distance of a boundary edge, it splits the edge. A cell whose new corners become one
/// is a triangle. Refused if a new cell would not be convex: if the edge is pulled over its own cell or along itself.
/// Linear in the mesh when welding.
pub fn extrude_edges(
    draft: &mut Draft,
    edges: &[Edge],
    delta: Vec3,
    weld_distance: Option<f32>,
) -> EditResult {
    require::some(edges, "extrude")?;
    require::finite(delta)?;
    let edges = require::distinct(edges);
    let sides = edges.iter().map(|&edge| boundary_side(draft, edge)).collect::<Result<Vec<_>, _>>()?;
    let mut bases: Vec<VertexId> = sides.iter().flat_map(|(ends, _)| *ends).collect();
    bases = require::distinct(&bases);
    let corners: Vec<Corner> = match weld_distance {
        None => bases.iter().map(|&base| Corner::New(draft.mesh().position(base) + delta)).collect(),
        Some(distance) if distance >= 0.0 && distance.is_finite() => {
            let landing = Landing::new(draft, &bases, &edges, delta, distance);
            bases.iter().map(|&base| landing.corner(base)).collect()
        }
        Some(_) => return Err(Refusal::NotFinite),
    };
    let landed = draw::place(draft, &corners)?;
    let outer = |base: VertexId| bases.iter().position(|&b| b == base).map_or(base, |i| landed[i]);
    let mut edited = Edited { vertices: require::distinct(&landed), ..Edited::default() };
    for ([from, to], area) in sides {
        let mut corners = vec![to, from, outer(from), outer(to)];
        corners.dedup();
        if !ring::is_sound(draft, &corners) {
            return Err(Refusal::PulledBack(Edge::new(from, to)));
        }
        edited.cells.push(draft.add_cell(corners, area));
        if outer(from) != outer(to) {
            edited.edges.push(Edge::new(outer(from), outer(to)));
        }
    }
    ring::require_untangled(draft, &edited.cells)?;
    Ok(edited)
}

/// Returns the ends of the only side on an edge, and the area of its cell.
fn boundary_side(draft: &Draft, edge: Edge) -> Result<([VertexId; 2], AreaId), Refusal> {
    match require::sides(draft, edge)?.as_slice() {
        &[side] => {
            let cell = require::cell(draft, side.cell)?;
            Ok((cell.side(side.side), cell.area()))
        }
        _ => Err(Refusal::NotBoundary(edge)),
    }
}

/// The vertices and boundary edges near the new vertices, as targets for welding.
struct Landing<'a> {
    draft: &'a Draft,
    delta: Vec3,
    distance: f32,
    vertices: Vec<VertexId>,
    edges: BTreeSet<Edge>,
}

impl<'a> Landing<'a> {
    fn new(draft: &'a Draft, bases: &[VertexId], extruded: &[Edge], delta: Vec3, distance: f32) -> Self {
        let landed = Bounds::of(bases.iter().map(|&base| draft.mesh().position(base) + delta));
        let reach = Bounds { min: landed.min - distance, max: landed.max + distance };
        let is_near = |bounds: Bounds| reach.overlaps_on_ground(&bounds);
        let vertices = draft.mesh().vertices().filter(|&(_, p)| is_near(Bounds::of([p])));
        let cells = draft.mesh().cells().filter(|&(id, _)| is_near(Bounds::of(draft.mesh().ring(id))));
        let edges = cells.flat_map(|(_, cell)| Edge::around(cell.corners())).filter(|edge| {
            !extruded.contains(edge)
                && draft.adjacency().kind(draft.mesh(), *edge) == EdgeKind::Boundary
                && is_near(Bounds::of(draft.mesh().edge_positions(*edge)))
        });
        Self {
            draft,
            delta,
            distance,
            vertices: vertices.map(|(id, _)| id).collect(),
            edges: edges.collect(),
        }
    }

    fn corner(&self, base: VertexId) -> Corner {
        let point = self.draft.mesh().position(base) + self.delta;
        let vertex = self.near_vertex(base, point).map(Corner::Vertex);
        vertex.or_else(|| self.near_edge(base, point)).unwrap_or(Corner::New(point))
    }

    /// Returns the nearest vertex within the weld distance, except the vertex that is extruded.
    fn near_vertex(&self, base: VertexId, point: Vec3) -> Option<VertexId> {
        let distance = |&id: &VertexId| self.draft.mesh().position(id).distance(point);
        let near = self.vertices.iter().filter(|id| **id != base && distance(id) <= self.distance);
        near.min_by(|a, b| distance(a).total_cmp(&distance(b))).copied()
    }

    /// Returns the nearest point of an edge within the weld distance.
    ///
    /// Excludes the edges at the extruded vertex unless it moves farther than the weld distance.
    fn near_edge(&self, base: VertexId, point: Vec3) -> Option<Corner> {
        let has_left = self.delta.length() > self.distance;
        let beside = |edge: &Edge| edge.ends().contains(&base);
        let candidates = self.edges.iter().filter(|edge| has_left || !beside(edge)).map(|&edge| {
            let [from, to] = self.draft.mesh().edge_positions(edge);
            let t = Segment::new(ground(from), ground(to)).nearest(ground(point));
            (from.lerp(to, t).distance(point), Corner::OnEdge { edge, t }, t)
        });
        let near = candidates.filter(|&(distance, _, t)| distance <= self.distance && t > 0.0 && t < 1.0);
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, corner, _)| corner)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{TWO_SQUARES, after, edges, lines};
    use super::*;

    #[test]
    fn edges_are_extruded_outwards_to_cells_that_share_vertices() {
        let extrude = |mesh: &str, pairs: &[[u32; 2]], [x, y, z]: [f32; 3], weld| {
            after(mesh, |draft| extrude_edges(draft, &edges(pairs), Vec3::new(x, y, z), weld))
        };
        let pull = |mesh: &str, edge, x| extrude(mesh, &[edge], [x, 0.0, 0.0], Some(0.1));
        expect![[r#"
            v 0(0 0) 1(0 2) 2(2 1 2) 3(2 1 0) 4(5 1.5 2) 5(5 1.5 0); c 0[0 1 2 3]@1 1[3 2 4 5]@1
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2) 5(4 0) 6(1 4) 7(3 4) 8(5 4); c 0[0 1 2 3] 1[3 2 4 5] 2[2 1 6 7] 3[4 2 7 8]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 0) 5(5 2) 6(7 2) 7(7 0); c 0[0 1 2 3] 1[4 5 6 7] 2[3 2 5 4]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(5 -2) 5(5 4) 6(7 2) 7(5 0) 8(5 2); c 0[0 1 2 3] 1[4 7 8 5 6] 2[3 2 8 7]
            v 0(0 0) 1(0 4) 2(4 4) 3(4 2) 4(2 2) 5(2 0) 6(3 2) 7(3 0); c 0[0 1 2 3 6 4] 1[0 4 5] 2[5 4 6 7]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 1); c 0[0 1 2 3] 1[3 2 4]
            The cell pulled out of edge 0–1 would lie over the mesh or have no area. Pull it outwards.
            The cell pulled out of edge 0–1 would lie over the mesh or have no area. Pull it outwards.
            Edge 2–3 has no free side to pull a cell out of. Choose an edge at the border of the mesh.
        "#]]
        .assert_eq(&lines([
            // An edge becomes a cell beside its own.
            extrude("v 0 0, 0 2, 2 1 2, 2 1 0; c 0 1 2 3 @1", &[[2, 3]], [3.0, 0.5, 0.0], None),
            // A run of edges shares the vertices between.
            extrude(TWO_SQUARES, &[[1, 2], [2, 4]], [1.0, 0.0, 2.0], None),
            // A vertex within reach is welded to.
            pull("v 0 0, 0 2, 2 2, 2 0, 5 0, 5 2, 7 2, 7 0; c 0 1 2 3, 4 5 6 7", [2, 3], 2.95),
            // An edge within reach is split.
            pull("v 0 0, 0 2, 2 2, 2 0, 5 -2, 5 4, 7 2; c 0 1 2 3, 4 5 6", [2, 3], 2.95),
            // A notch is filled along the edge beside it.
            pull("v 0 0, 0 4, 4 4, 4 2, 2 2, 2 0; c 0 1 2 3 4, 0 4 5", [4, 5], 1.0),
            // New corners that become one make a triangle.
            extrude("v 0 0, 0 2, 2 2, 2 0, 4 1; c 0 1 2 3", &[[2, 3]], [2.0, 0.0, 0.0], Some(1.0)),
            // Pulling an edge back over its cell is refused.
            extrude(TWO_SQUARES, &[[0, 1]], [1.0, 0.0, 0.0], None),
            // Pulling an edge along itself is refused.
            extrude(TWO_SQUARES, &[[0, 1]], [0.0, 0.0, 1.0], None),
            // An edge between cells is refused.
            extrude(TWO_SQUARES, &[[2, 3]], [1.0, 0.0, 0.0], None),
        ]));
    }
}
