//! Subtraction of a polygon from cells.
//!
//! The corners of the polygon and its intersections with edges become vertices of all cells there. No vertex is
//! therefore left on the side of a neighbour. Each cell is then divided along the polygon by ids alone (`pieces`).
//!
//! Id stability: the first remaining piece of a cell keeps its id; all other ids stay.

mod pieces;
mod touching;
mod contact;

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec2, Vec2, Vec3};

pub use self::contact::join_at_contact;
use self::touching::join_corners;
use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::geometry::{
    Segment, Shape, convex_partition, ground, interiors_overlap, is_convex_but_for_rounding, rounding,
    segments_cross, shape,
};
use crate::navmesh::{NavMesh, Surface};

/// Cuts a hole into cells: removes the part inside an outline of either winding, and keeps the rest.
///
/// The rest consists of convex cells. Vertices on edges are shared with the neighbours. Refused if the outline
/// crosses itself or overlaps none of the cells.
pub fn cut_hole(draft: &mut Draft, outline: &[Vec2], from: &[CellId]) -> EditResult {
    require::at_least(3, "corners", outline, "A hole")?;
    let outline = match shape(outline) {
        Shape::Convex | Shape::Concave => outline.to_vec(),
        Shape::InsideOut => outline.iter().rev().copied().collect(),
        Shape::SelfCrossing => return Err(Refusal::CrossesItself),
        Shape::Flat => return Err(Refusal::NoArea),
    };
    if outline.iter().any(|point| !point.is_finite()) {
        return Err(Refusal::NotFinite);
    }
    let corners = outline.into_iter().map(|at| RimCorner { at, vertex: None }).collect();
    let from = require::cells(draft, from)?;
    let left = subtract(draft, corners, &from)?;
    ring::require_untangled(draft, &left)?;
    Ok(Edited::of_cells(left))
}

/// Subtracts the outlines of cells from overlapping cells, and joins both along the outline.
///
/// Refused if a cell overlaps none of the others, is flipped or crosses itself.
pub fn cut_out(draft: &mut Draft, cutters: &[CellId], from: &[CellId]) -> EditResult {
    let cutters = require::cells(draft, cutters)?;
    require::some(&cutters, "cut out")?;
    let mut targets: BTreeSet<CellId> = require::cells(draft, from)?.into_iter().collect();
    for &cutter in &cutters {
        targets.remove(&cutter);
    }
    let mut left = Vec::new();
    for &cutter in &cutters {
        left.extend(cut_out_unchecked(draft, cutter, &cutters, &mut targets)?);
    }
    left.retain(|&cell| draft.mesh().cell(cell).is_some());
    // A corner of a cell as thin as rounding can lie on the opposite side, and the cell is lost when that side is split.
    if let Some(&lost) = cutters.iter().find(|&&cutter| draft.mesh().cell(cutter).is_none()) {
        return Err(Refusal::CutTooFine(lost));
    }
    left.extend(cutters);
    // A piece may lie between two adjacent cutters until both are cut out.
    ring::require_untangled(draft, &left)?;
    Ok(Edited::of_cells(require::distinct(&left)))
}

/// Subtracts the outline of a cell from others, as [`cut_out`] does; returns the parts of these.
///
/// `targets` follow the cut. The mesh may be tangled until all of the `cutters` are cut out. Refused if the cell overlaps none of the others, or crosses itself.
pub fn cut_out_unchecked(
    draft: &mut Draft,
    cutter: CellId,
    cutters: &[CellId],
    targets: &mut BTreeSet<CellId>,
) -> Result<Vec<CellId>, Refusal> {
    if !matches!(shape(&draft.mesh().ground_ring(cutter)), Shape::Convex | Shape::Concave) {
        return Err(Refusal::NotSimple(cutter));
    }
    let from: Vec<CellId> = targets.iter().copied().collect();
    let own = draft.mesh().corners(cutter).to_vec();
    join_corners(draft, &own, &from, cutters);
    let corners = draft.mesh().corners(cutter).iter();
    let corner = |&id: &VertexId| RimCorner { at: ground(draft.mesh().position(id)), vertex: Some(id) };
    let pieces = subtract(draft, corners.map(corner).collect(), &from)?;
    targets.retain(|&cell| draft.mesh().cell(cell).is_some());
    targets.extend(&pieces);
    // Again: the cells are gone that the cutter covered exactly.
    let own = draft.mesh().corners(cutter).to_vec();
    join_corners(draft, &own, &targets.iter().copied().collect::<Vec<_>>(), cutters);
    Ok(pieces)
}

/// A corner of the polygon to subtract, on the ground.
#[derive(Clone, Copy, Debug)]
struct RimCorner {
    at: Vec2,
    /// Vertex that becomes a corner of the remaining cells; `None` for a new one.
    vertex: Option<VertexId>,
}

/// A polygon to subtract, counter-clockwise, and the vertices of cells on it.
#[derive(Debug)]
struct Rim {
    corners: Vec<RimCorner>,
    /// For each vertex on the polygon, the side and the position on it; 0 is the start of the side.
    places: BTreeMap<VertexId, (usize, f64)>,
}

/// Removes the inside of a polygon from cells; returns the remaining cells of those that it overlaps.
fn subtract(draft: &mut Draft, corners: Vec<RimCorner>, from: &[CellId]) -> Result<Vec<CellId>, Refusal> {
    let mut rim = Rim { corners, places: BTreeMap::new() };
    let Overlap { cells, beside, split_off } = overlap(draft, &rim, from)?;
    if cells.is_empty() {
        return Err(Refusal::NothingToCut);
    }
    let before = draft.mesh().clone();
    let touched: BTreeSet<VertexId> = cells.iter().flat_map(|&cell| before.corners(cell)).copied().collect();
    rim.place_corners(draft, &cells, &touched);
    rim.place_vertices(draft, &touched);
    rim.place_crossings(draft, &cells);
    rim.join_touching(draft, &beside);
    rim.split_own_sides(draft);
    let mut left = split_off;
    for cell in cells {
        let inside = rim.corners_inside(draft, &before, cell);
        left.extend(pieces::divide(draft, &rim, cell, &inside)?);
    }
    ring::remove_unused(draft, touched.into_iter().chain(rim.places.into_keys()));
    Ok(left)
}

/// The cells around a polygon to subtract.
#[derive(Debug, Default)]
struct Overlap {
    /// Cells whose interiors overlap the polygon's.
    cells: Vec<CellId>,
    /// Other cells, which may touch the polygon.
    beside: Vec<CellId>,
    /// Cells beside the polygon that were split off a concave cell.
    split_off: Vec<CellId>,
}

/// Classifies cells by whether they overlap a polygon; splits overlapping concave cells first.
fn overlap(draft: &mut Draft, rim: &Rim, from: &[CellId]) -> Result<Overlap, Refusal> {
    let outline = rim.points();
    let parts = convex_parts(&outline).ok_or(Refusal::CrossesItself)?;
    let (min, max) = extent(&outline);
    let overlaps = |ring: &[Vec2]| {
        let (low, high) = extent(ring);
        low.cmplt(max).all()
            && high.cmpgt(min).all()
            && parts.iter().any(|part| interiors_overlap(part, ring))
    };
    let mut found = Overlap::default();
    for &cell in from {
        let points = draft.mesh().ground_ring(cell);
        let convex = if is_convex_but_for_rounding(&points) {
            vec![cell]
        } else if let Some(parts) = convex_partition(&points).filter(|_| shape(&points) == Shape::Concave) {
            let is_overlapped =
                |part: &Vec<usize>| overlaps(&part.iter().map(|&i| points[i]).collect::<Vec<_>>());
            if parts.iter().any(is_overlapped) {
                let corners = draft.mesh().corners(cell).to_vec();
                let rings = parts.iter().map(|part| part.iter().map(|&i| corners[i]).collect()).collect();
                ring::take_apart(draft, cell, rings)?
            } else {
                found.beside.push(cell);
                continue;
            }
        } else {
            let (low, high) = extent(&points);
            if low.cmplt(max).all() && high.cmpgt(min).all() {
                return Err(Refusal::NotSimple(cell));
            }
            continue;
        };
        let is_split = convex.len() > 1;
        for cell in convex {
            if overlaps(&draft.mesh().ground_ring(cell)) {
                found.cells.push(cell);
            } else {
                found.beside.push(cell);
                found.split_off.extend(is_split.then_some(cell));
            }
        }
    }
    Ok(found)
}

/// Returns convex polygons that partition a simple one; `None` if it is not simple.
pub fn convex_parts(outline: &[Vec2]) -> Option<Vec<Vec<Vec2>>> {
    if is_convex_but_for_rounding(outline) {
        return Some(vec![outline.to_vec()]);
    }
    let parts = convex_partition(outline)?;
    Some(parts.into_iter().map(|part| part.into_iter().map(|i| outline[i]).collect()).collect())
}

fn extent(ring: &[Vec2]) -> (Vec2, Vec2) {
    ring.iter()
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), &point| (min.min(point), max.max(point)))
}

impl Rim {
    fn points(&self) -> Vec<Vec2> {
        self.corners.iter().map(|corner| corner.at).collect()
    }

    fn side(&self, i: usize) -> Segment {
        Segment::new(self.corners[i].at, self.corners[(i + 1) % self.corners.len()].at)
    }

    /// Assigns corners to coinciding vertices, and inserts them into edges that they lie on.
    fn place_corners(&mut self, draft: &mut Draft, cells: &[CellId], touched: &BTreeSet<VertexId>) {
        let mut edges = edges_of(draft, cells);
        for (i, &RimCorner { at, vertex }) in self.corners.iter().enumerate() {
            let at_vertex = |id: &VertexId| {
                let y = draft.mesh().position(*id).y;
                vertex == Some(*id) || ring::is_at(draft, Vec3::new(at.x, y, at.y), *id)
            };
            let same: Vec<VertexId> = touched.iter().copied().filter(at_vertex).collect();
            self.places.extend(same.iter().map(|&id| (id, (i, 0.0))));
            let ends_there = |edge: Edge| edge.ends().iter().any(|end| same.contains(end));
            let hit = |&edge: &Edge| Some((edge, place_on(&ring::segment(draft, edge), at)?));
            let hits: Vec<(Edge, f64)> =
                edges.iter().filter(|edge| !ends_there(**edge)).filter_map(hit).collect();
            for (edge, t) in hits {
                let [from, to] = draft.mesh().edge_positions(edge).map(|end| f64::from(end.y));
                let place = Vec3::new(at.x, (from + (to - from) * t) as f32, at.y);
                let id = vertex.unwrap_or_else(|| draft.add_vertex(place));
                ring::insert_on_edge(draft, edge, &[id]);
                self.places.insert(id, (i, 0.0));
                edges.remove(&edge);
                edges.extend(edge.ends().map(|end| Edge::new(end, id)));
            }
        }
    }

    /// Records the vertices of the cells that lie on sides of the polygon.
    fn place_vertices(&mut self, draft: &Draft, touched: &BTreeSet<VertexId>) {
        for &id in touched {
            let at = ground(draft.mesh().position(id));
            if self.places.contains_key(&id) {
                continue;
            }
            let place = |i: usize| place_on(&self.side(i), at).map(|t| (i, t));
            if let Some(place) = (0..self.corners.len()).find_map(place) {
                self.places.insert(id, place);
            }
        }
    }

    /// Inserts vertices at the intersections of sides with edges of the cells.
    fn place_crossings(&mut self, draft: &mut Draft, cells: &[CellId]) {
        for edge in edges_of(draft, cells) {
            let (ends, side) = (draft.mesh().edge_positions(edge), ring::segment(draft, edge));
            let mut crossings: Vec<(f64, usize, f64)> = Vec::new();
            for i in (0..self.corners.len()).filter(|&i| !self.meets_at_end(i, edge)) {
                let own = self.side(i);
                if segments_cross(&own, &side) {
                    crossings.extend(crossing(&side, &own).map(|[on_edge, on_own]| (on_edge, i, on_own)));
                }
            }
            crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut inserted = Vec::new();
            for (t, i, on_own) in crossings {
                let id = draft.add_vertex(crossing_point(ends, &self.side(i), t));
                self.places.insert(id, (i, on_own));
                inserted.push(id);
            }
            if !inserted.is_empty() {
                ring::insert_on_edge(draft, edge, &inserted);
            }
        }
    }

    /// Whether an end of an edge lies on a side, ends included, so that they intersect nowhere else.
    fn meets_at_end(&self, side: usize, edge: Edge) -> bool {
        let next = (side + 1) % self.corners.len();
        let is_on = |end: &VertexId| {
            self.places.get(end).is_some_and(|&(of, t)| of == side || (of == next && t == 0.0))
        };
        edge.ends().iter().any(is_on)
    }

    /// Inserts the vertices on sides that are edges of other cells into these cells.
    fn split_own_sides(&self, draft: &mut Draft) {
        let n = self.corners.len();
        for i in 0..n {
            let ends = [self.corners[i].vertex, self.corners[(i + 1) % n].vertex];
            let [Some(from), Some(to)] = ends else { continue };
            let mut on_side: Vec<(f64, VertexId)> = self
                .places
                .iter()
                .filter(|(_, (side, t))| *side == i && *t > 0.0)
                .map(|(&id, &(_, t))| (t, id))
                .collect();
            on_side.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut inserted: Vec<VertexId> = on_side.into_iter().map(|(_, id)| id).collect();
            let edge = Edge::new(from, to);
            if edge.ends()[0] != from {
                inserted.reverse();
            }
            if !inserted.is_empty() {
                ring::insert_on_edge(draft, edge, &inserted);
            }
        }
    }

    /// Returns the corners strictly inside a cell as it was before, with their vertices.
    fn corners_inside(&self, draft: &mut Draft, before: &NavMesh, cell: CellId) -> Vec<(usize, VertexId)> {
        let points = before.ground_ring(cell);
        let on_ring: BTreeSet<usize> = draft
            .mesh()
            .corners(cell)
            .iter()
            .filter_map(|id| self.places.get(id))
            .filter(|(_, t)| *t == 0.0)
            .map(|&(corner, _)| corner)
            .collect();
        let surface = Surface::of(before, cell);
        let mut inside = Vec::new();
        for (i, corner) in self.corners.iter().enumerate() {
            if !on_ring.contains(&i) && crate::geometry::contains(&points, corner.at) {
                let height = || surface.height_at(corner.at);
                let new = || Vec3::new(corner.at.x, height(), corner.at.y);
                let id = corner.vertex.unwrap_or_else(|| draft.add_vertex(new()));
                inside.push((i, id));
            }
        }
        inside
    }
}

/// Returns the edges of cells, without duplicates.
fn edges_of(draft: &Draft, cells: &[CellId]) -> BTreeSet<Edge> {
    cells.iter().flat_map(|&cell| Edge::around(draft.mesh().corners(cell))).collect()
}

/// Returns the position of a point on a segment, strictly between the ends and up to rounding.
///
/// Returns `None` if the point does not lie on the segment.
fn place_on(side: &Segment, point: Vec2) -> Option<f64> {
    let (from, to) = (side.from.as_dvec2(), side.to.as_dvec2());
    let (along, arm) = (to - from, point.as_dvec2() - from);
    let length = along.length();
    let slack = f64::from(rounding(&[side.from, side.to, point]));
    let (ahead, beside) = (along.dot(arm) / length, along.perp_dot(arm) / length);
    let is_between = ahead > 2.0 * slack && ahead < length - 2.0 * slack;
    (beside.abs() <= slack && is_between).then_some(ahead / length)
}

/// Returns the positions at which two crossing segments intersect, from 0 to 1 along each of them.
fn crossing(one: &Segment, other: &Segment) -> Option<[f64; 2]> {
    let (along, across) = ((one.to - one.from).as_dvec2(), (other.to - other.from).as_dvec2());
    let offset: DVec2 = (other.from - one.from).as_dvec2();
    let determinant = along.perp_dot(across);
    let on = [offset.perp_dot(across) / determinant, offset.perp_dot(along) / determinant];
    on.iter().all(|t| t.is_finite()).then(|| on.map(|t| t.clamp(0.0, 1.0)))
}

/// Returns the point of an edge at `t`, at which a side of the polygon crosses it.
///
/// Keeps a coordinate exactly if it is constant along the side or the edge. Points on a grid therefore stay on it.
fn crossing_point(ends: [Vec3; 2], side: &Segment, t: f64) -> Vec3 {
    let [from, to] = ends.map(Vec3::as_dvec3);
    let mut at = (from + (to - from) * t).as_vec3();
    for (axis, own) in [(0, [side.from.x, side.to.x]), (2, [side.from.y, side.to.y])] {
        let edge = [ends[0][axis], ends[1][axis]];
        for line in [own, edge] {
            if line[0] == line[1] {
                at[axis] = line[0];
            }
        }
    }
    at
}
