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
