//! Changes of cells' corners that keep every cell a loop of different vertices.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use super::{CellId, Draft, Edge, Refusal, VertexId, require};
use crate::geometry::{Segment, ground, is_convex_but_for_rounding, rounding};
use crate::navmesh::{Cell, Corners, HalfEdge, repeated};
use crate::triangulation::Faces;

/// Sets the corners of a cell, which may repeat, and returns the resulting cells.
///
/// Merges repeated neighbours. Divides a loop that touches itself at that vertex; the first part keeps the id.
/// Removes parts with fewer than three corners. Vertices stay.
pub(super) fn reshape(draft: &mut Draft, id: CellId, corners: &[VertexId]) -> Vec<CellId> {
    divide(draft, id, loops(corners))
}

/// Replaces a cell by several, given as their corners; the first one keeps the id.
pub(super) fn divide(
    draft: &mut Draft,
    id: CellId,
    pieces: impl IntoIterator<Item: AsRef<[VertexId]>>,
) -> Vec<CellId> {
    let Some(area) = draft.mesh().cell(id).map(Cell::area) else { return Vec::new() };
    let mut pieces = pieces.into_iter();
    let Some(first) = pieces.next() else {
        draft.remove_cell(id);
        return Vec::new();
    };
    draft.set_corners(id, first.as_ref().iter().copied());
    let add = |piece: _| draft.add_cell(AsRef::<[VertexId]>::as_ref(&piece).iter().copied(), area);
    std::iter::once(id).chain(pieces.map(add)).collect()
}

/// Returns the simple loops of at least three vertices that form a self-touching closed walk.
pub(super) fn loops(walk: &[VertexId]) -> Vec<Corners> {
    if repeated(walk).is_none() {
        return if walk.len() >= 3 { vec![walk.into()] } else { Vec::new() };
    }
    let (mut found, mut trail) = (Vec::new(), Corners::new());
    for &vertex in walk {
        if let Some(start) = trail.iter().position(|&passed| passed == vertex) {
            found.push(trail.drain(start..).collect());
        }
        trail.push(vertex);
    }
    found.push(trail);
    found.retain(|corners: &Corners| corners.len() >= 3);
    found
}

/// Returns the point of an edge at `t`, from 0 at its first end to 1 at the other.
///
/// Snaps a coordinate to a multiple of 0.1 mm if the difference is within the rounding error of `t`. A point picked
/// on a grid therefore lies on the grid.
pub(super) fn along(draft: &Draft, edge: Edge, t: f32) -> Vec3 {
    let [from, to] = draft.mesh().edge_positions(edge);
    let coordinate = |axis: usize| {
        let (from, to) = (f64::from(from[axis]), f64::from(to[axis]));
        let exact = from + (to - from) * f64::from(t);
        let neat = (exact * 1e4).round() / 1e4;
        let slack = f64::from(f32::EPSILON) * from.abs().max(to.abs());
        if from == to || (neat - exact).abs() > slack { exact as f32 } else { neat as f32 }
    };
    Vec3::new(coordinate(0), coordinate(1), coordinate(2))
}

/// Whether a point differs from a vertex by rounding only.
pub(super) fn is_at(draft: &Draft, point: Vec3, vertex: VertexId) -> bool {
    let position = draft.mesh().position(vertex);
    position == point
        || ground(position).distance(ground(point)) <= 2.0 * rounding(&[ground(position), ground(point)])
}

/// Inserts vertices into every cell on an edge and returns the resulting cells.
///
/// The vertices are ordered from the edge's first end.
pub(super) fn insert_on_edge(draft: &mut Draft, edge: Edge, vertices: &[VertexId]) -> Vec<CellId> {
    let sides = draft.adjacency().sides_of(draft.mesh(), edge);
    let mut cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
    cells.dedup();
    cells.into_iter().flat_map(|cell| insert_into_cell(draft, cell, edge, vertices)).collect()
}

fn insert_into_cell(draft: &mut Draft, id: CellId, edge: Edge, vertices: &[VertexId]) -> Vec<CellId> {
    let [first, second] = edge.ends();
    let mut corners = Vec::new();
    for side in draft.mesh().cell(id).into_iter().flat_map(Cell::sides) {
        corners.push(side[0]);
        if side == [first, second] {
            corners.extend(vertices);
        } else if side == [second, first] {
            corners.extend(vertices.iter().rev());
        }
    }
    reshape(draft, id, &corners)
}

/// Removes those of the given vertices that no cell uses.
pub(super) fn remove_unused(draft: &mut Draft, vertices: impl IntoIterator<Item = VertexId>) {
    for vertex in vertices {
        draft.remove_vertex(vertex);
    }
}

/// Returns the outline of adjacent cells, starting with a corner of the first cell.
///
/// Returns `None` if the cells enclose a hole, touch at a vertex only, or are not connected.
pub(super) fn outline(draft: &Draft, cells: &[CellId]) -> Option<Vec<VertexId>> {
    let mut outer = Vec::new();
    for &cell in cells {
        for side in 0..draft.mesh().corners(cell).len() as u32 {
            let half_edge = HalfEdge { cell, side };
            if draft.adjacency().twin(half_edge).is_none_or(|twin| !cells.contains(&twin.cell)) {
                outer.push(draft.mesh().half_edge(half_edge)?);
            }
        }
    }
    let next: BTreeMap<VertexId, VertexId> = outer.iter().map(|&[from, to]| (from, to)).collect();
    let mut ring = loop_of(&next, outer.first()?[0]).filter(|ring| ring.len() == outer.len())?;
    ring.rotate_right(1);
    Some(ring)
}

/// Returns the loop of all vertices, each with the next one, that ends with `last`, if there is one.
pub(super) fn loop_of(next: &BTreeMap<VertexId, VertexId>, last: VertexId) -> Option<Vec<VertexId>> {
    let rest = std::iter::successors(next.get(&last), |&id| next.get(id).filter(|_| *id != last));
    let ring: Vec<VertexId> = rest.copied().take(next.len()).collect();
    (ring.len() == next.len() && ring.last() == Some(&last)).then_some(ring)
}

/// Replaces cells by one cell with these corners and the first cell's id; removes unused vertices.
pub(super) fn join(draft: &mut Draft, cells: &[CellId], corners: Vec<VertexId>) {
    let bereaved: Vec<VertexId> =
        cells.iter().flat_map(|&cell| draft.mesh().corners(cell)).copied().collect();
    for &cell in &cells[1..] {
        draft.remove_cell(cell);
    }
    draft.set_corners(cells[0], corners);
    remove_unused(draft, bereaved);
}

/// Replaces a cell by several, given as rings of its vertices; the first one keeps the id.
///
/// Refused if a cut between them lies on an edge of another cell.
pub(super) fn take_apart(
    draft: &mut Draft,
    id: CellId,
    pieces: Vec<Vec<VertexId>>,
) -> Result<Vec<CellId>, Refusal> {
    require::cell(draft, id)?;
    let cells = divide(draft, id, pieces);
    require_untangled(draft, cells.get(1..).unwrap_or_default())?;
    Ok(cells)
}

/// Requires that no edge of these cells has more than two cells, or two in one direction.
pub(super) fn require_untangled(draft: &Draft, cells: &[CellId]) -> Result<(), Refusal> {
    require::untangled(draft, cells.iter().flat_map(|&cell| Edge::around(draft.mesh().corners(cell))))
}

pub(super) fn segment(draft: &Draft, edge: Edge) -> Segment {
    let [from, to] = draft.mesh().edge_positions(edge);
    Segment::new(ground(from), ground(to))
}

/// Returns convex pieces of a simple counter-clockwise ring, as rings of indices.
///
/// The first piece contains the first corner. `None` if the ring crosses or touches itself, or is clockwise.
pub(super) fn convex_pieces(ring: &[Vec2]) -> Option<Vec<Vec<usize>>> {
    Some(Faces::of_ring(ring)?.pieces(|winding| winding > 0, Cell::MOST_CORNERS))
}

/// Returns the corners of a cell, starting with `first`; `None` if it is not a corner of the cell.
pub(super) fn from_corner(draft: &Draft, cell: CellId, first: VertexId) -> Option<Vec<VertexId>> {
    let mut corners = draft.mesh().corners(cell).to_vec();
    let start = corners.iter().position(|&corner| corner == first)?;
    corners.rotate_left(start);
    Some(corners)
}

pub(super) fn on_ground(draft: &Draft, vertices: &[VertexId]) -> Vec<Vec2> {
    vertices.iter().map(|&vertex| ground(draft.mesh().position(vertex))).collect()
}

/// Whether corners form a sound cell: at least three, no duplicates, convex, counter-clockwise.
pub(super) fn is_sound(draft: &Draft, corners: &[VertexId]) -> bool {
    corners.len() >= 3
        && require::distinct(corners).len() == corners.len()
        && is_convex_but_for_rounding(&on_ground(draft, corners))
}
