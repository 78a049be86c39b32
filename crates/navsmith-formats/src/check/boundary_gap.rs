//! Gaps between boundary vertices, or between a boundary vertex and a boundary edge, that almost touch.
//!
//! A vertex that touches an edge is a T-junction. Two edges on one line, an end of each on the other, overlap partly.
//! The two are not joined, although their distance in space is less than the tolerance. The distance is also less
//! than half of the shortest edge there. Vertices and edges of one cell form no gap, because welding them would
//! collapse the cell.

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::{Issue, IssueKind, Key, Look, cells_of, far};
use crate::document::limits::PART_IN_CONTACT;
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{ground, midpoint, rounding};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{Cell, CellId, Edge, EdgeKind, VertexId};

/// Maximum gap width as a fraction of the shortest edge beside it.
///
/// Wider gaps are intended. A tolerance in metres alone is too large for a mesh modelled in millimetres.
const PART_OF_EDGE: f32 = 0.5;

/// Steps needed to check a corner beside a gap.
///
/// Sides are collected, measured and sorted, which takes about as long as sixteen boxes each.
pub(super) const STEPS_PER_CORNER: usize = 16;

/// Calls `visit` with the vertices near an edge, except its ends.
pub(super) fn vertices_near(
    look: &Look<'_>,
    edge: Edge,
    budget: &mut Budget,
    mut visit: impl FnMut(VertexId, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let ends = look.mesh.edge_positions(edge);
    let reach = reach(look, most_at_edge(look, edge), &ends.map(ground));
    each_near(look, ends, reach, budget, |cell, budget| {
        let corners = look.mesh.corners(cell).iter().copied();
        for vertex in corners.filter(|vertex| !edge.ends().contains(vertex)) {
            if distance_to(look.mesh.position(vertex), ends) < reach {
                visit(vertex, budget)?;
            }
        }
        Ok(())
    })
}

/// Calls `visit` with each possible gap at a vertex.
pub(super) fn candidates(
    look: &Look<'_>,
    vertex: VertexId,
    budget: &mut Budget,
    mut visit: impl FnMut(BoundaryGap, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let Some(position) = look.mesh.vertex(vertex) else { return Ok(()) };
    budget.step(look.corners_around(vertex))?;
    let most = most_at(look, vertex);
    let (tolerance, reach) = (most.min(look.limits.gap), reach(look, most, &[ground(position)]));
    each_near(look, [position; 2], reach, budget, |cell, budget| {
        for [from, to] in look.mesh.cell(cell).into_iter().flat_map(Cell::sides) {
            let edge = Edge::new(from, to);
            let is_end = edge.ends().contains(&vertex);
            if from != vertex && look.mesh.position(from).distance(position) < tolerance {
                visit(BoundaryGap::Vertices(vertex.min(from), vertex.max(from)), budget)?;
            }
            if !is_end && distance_to(position, look.mesh.edge_positions(edge)) < reach {
                visit(BoundaryGap::VertexEdge(vertex, edge), budget)?;
            }
        }
        Ok(())
    })
}

/// Visits the cells whose boxes on the ground are within the tolerance of the box around two points.
fn each_near(
    look: &Look<'_>,
    ends: [Vec3; 2],
    tolerance: f32,
    budget: &mut Budget,
    mut visit: impl FnMut(CellId, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let [a, b] = ends.map(ground);
    let reach = Vec2::splat(tolerance);
    let rectangle = [a.min(b) - reach, a.max(b) + reach];
    look.derived.locator.try_each_within(look.mesh, rectangle, budget, |cell, budget| {
        budget.step(look.mesh.corners(cell).len())?;
        visit(cell, budget)
    })
}

/// Returns the largest distance at which a vertex touches an edge, in metres; short edges reduce it.
pub(super) fn contact(look: &Look<'_>) -> f32 {
    look.limits.contact
}

/// Returns the distance below which an element forms a gap with a vertex, in metres.
fn tolerance_at(look: &Look<'_>, vertex: VertexId) -> f32 {
    most_at(look, vertex).min(look.limits.gap)
}

/// Returns the distance below which an element forms a gap or a contact, in metres.
fn reach(look: &Look<'_>, most: f32, points: &[Vec2]) -> f32 {
    most.min(look.limits.gap.max(contact(look)).max(2.0 * rounding(points)))
}

/// Returns half of the length of the shortest edge at a vertex, in metres.
fn most_at(look: &Look<'_>, vertex: VertexId) -> f32 {
    let Some(at) = look.mesh.vertex(vertex) else { return 0.0 };
    let lengths = sides_at(look, vertex).map(|[from, to]| {
        let other = if from == vertex { to } else { from };
        look.mesh.position(other).distance(at)
    });
    let lengths = lengths.filter(|&length| length > 0.0);
    lengths.fold(f32::INFINITY, |least, length| least.min(length * PART_OF_EDGE))
}

/// Returns half of the length of an edge, in metres; no limit for an edge without length.
fn most_at_edge(look: &Look<'_>, edge: Edge) -> f32 {
    let [from, to] = look.mesh.edge_positions(edge);
    let length = from.distance(to);
    if length > 0.0 { length * PART_OF_EDGE } else { f32::INFINITY }
}

pub(super) fn judge(look: &Look<'_>, miss: BoundaryGap) -> Option<Issue> {
    match miss {
        BoundaryGap::Vertices(one, other) => judge_vertices(look, one, other),
        BoundaryGap::VertexEdge(vertex, edge) => judge_vertex_edge(look, vertex, edge),
    }
}

fn judge_vertices(look: &Look<'_>, one: VertexId, other: VertexId) -> Option<Issue> {
    let (a, b) = (look.mesh.vertex(one)?, look.mesh.vertex(other)?);
    let star = |vertex| look.derived.adjacency.star(vertex).iter().copied();
    let distance = a.distance(b);
    let is_miss = distance < tolerance_at(look, one).min(tolerance_at(look, other))
        && is_on_boundary(look, one)
        && is_on_boundary(look, other)
        && !share_cell(look, one, other)
        && !(a == b && (are_apart(look, [one, other]) || is_separate_for_good(look, one, other)));
    is_miss.then(|| {
        let kind = IssueKind::BoundaryGap(BoundaryGap::Vertices(one, other));
        let issue = Issue::new(kind, by_id(star(one).chain(star(other))), midpoint(a, b));
        let moves = far(distance, look.limits.weld());
        Issue { vertices: vec![one, other], distance: Some(distance), moves, ..issue }
    })
}

fn judge_vertex_edge(look: &Look<'_>, vertex: VertexId, edge: Edge) -> Option<Issue> {
    let gap = BoundaryGap::VertexEdge(vertex, edge);
    let (distance, touches) = vertex_edge_distance(look, vertex, edge)?;
    let sides = look.derived.adjacency.sides_of(look.mesh, edge);
    let star = |vertex| look.derived.adjacency.star(vertex).iter().copied();
    let cells = by_id(star(vertex).chain(sides.iter().map(|side| side.cell)));
    let issue = Issue {
        vertices: vec![vertex],
        edges: vec![edge],
        distance: Some(distance),
        moves: far(welded_by(look, vertex, edge), look.limits.weld()),
        ..Issue::new(IssueKind::BoundaryGap(gap), cells, look.mesh.position(vertex))
    };
    let [from, to] = edge.ends();
    if !touches || are_apart(look, [vertex, from, to]) {
        return Some(issue);
    }
    let Some((other, other_edge)) = partner(look, vertex, edge) else {
        return Some(Issue { kind: IssueKind::TJunction(gap), ..issue });
    };
    let other_gap = BoundaryGap::VertexEdge(other, other_edge);
    // Both gaps lead here, and the first one is the issue.
    (gap < other_gap).then(|| Issue {
        kind: IssueKind::PartialOverlap([gap, other_gap]),
        cells: by_id(issue.cells.iter().copied().chain(star(other))),
        vertices: vec![vertex, other],
        edges: vec![edge, other_edge],
        at: midpoint(issue.at, look.mesh.position(other)),
        ..issue
    })
}

/// Returns the distance by which a weld moves a vertex onto an edge.
///
/// It moves to the point of the edge that is nearest on the ground.
fn welded_by(look: &Look<'_>, vertex: VertexId, edge: Edge) -> f32 {
    let (position, [from, to]) = (look.mesh.position(vertex), look.mesh.edge_positions(edge));
    let along = ground(to - from);
    let part = ground(position - from).dot(along) / along.length_squared();
    let part = if part.is_finite() { part.clamp(0.0, 1.0) } else { 0.0 };
    from.lerp(to, part).distance(position)
}

/// Returns the distance of a vertex and an edge that form a gap, and whether they touch.
fn vertex_edge_distance(look: &Look<'_>, vertex: VertexId, edge: Edge) -> Option<(f32, bool)> {
    let position = look.mesh.vertex(vertex)?;
    let (ends, at_ends) = (edge.ends(), look.mesh.edge_positions(edge));
    let distance = distance_to(position, at_ends);
    // Near an end of the edge, the gap is between the vertex and that end.
    let most = most_at(look, vertex).min(most_at_edge(look, edge));
    let tolerance = most.min(look.limits.gap);
    let [a, b] = at_ends.map(ground);
    let contact = contact(look).min(most * PART_IN_CONTACT).max(rounding(&[ground(position), a, b]));
    // Both the search around the vertex and that around the edge find it.
    let reach = reach(look, most, &[ground(position)]).min(reach(look, most, &[a, b]));
    let touches = distance <= contact && distance < reach;
    let near_end = if touches { tolerance.max(contact) } else { tolerance };
    let misses_end = |end: &VertexId| look.mesh.position(*end).distance(position) < near_end;
    let sides = look.derived.adjacency.sides_of(look.mesh, edge);
    let is_corner = || sides.iter().any(|side| look.mesh.corners(side.cell).contains(&vertex));
    let is_gap = (distance < tolerance || touches)
        && !ends.contains(&vertex)
        && !ends.iter().any(misses_end)
        && look.derived.adjacency.kind(look.mesh, edge) == EdgeKind::Boundary
        && is_on_boundary(look, vertex)
        && !is_corner();
    is_gap.then_some((distance, touches))
}

/// Returns the gap at which an edge at a vertex continues along an edge that the vertex touches.
///
/// Its vertex is an end of the latter edge.
fn partner(look: &Look<'_>, vertex: VertexId, edge: Edge) -> Option<(VertexId, Edge)> {
    let mut gaps = opposite(look, vertex, edge);
    gaps.find(|&(end, other)| vertex_edge_distance(look, end, other).is_some_and(|(_, touches)| touches))
}

/// Returns the gaps between the ends of an edge and the boundary edges at a vertex.
fn opposite<'a>(
    look: &Look<'a>,
    vertex: VertexId,
    edge: Edge,
) -> impl Iterator<Item = (VertexId, Edge)> + use<'a> {
    let of_edge = move |[from, to]: [VertexId; 2]| {
        let ends = edge.ends().into_iter().filter(move |&end| end != from && end != to);
        ends.map(move |end| (end, Edge::new(from, to)))
    };
    sides_at(look, vertex).flat_map(of_edge)
}

/// Returns the gaps that may form partial overlaps with those among the keys.
pub(super) fn partners(
    look: &Look<'_>,
    keys: &[Key],
    budget: &mut Budget,
) -> Result<Vec<BoundaryGap>, Exhausted> {
    let mut partners = Vec::new();
    for key in keys {
        let &Key::BoundaryGap(BoundaryGap::VertexEdge(vertex, edge)) = key else { continue };
        budget.step(look.corners_around(vertex))?;
        partners.extend(opposite(look, vertex, edge).map(|(end, edge)| BoundaryGap::VertexEdge(end, edge)));
    }
    Ok(partners)
}

fn is_on_boundary(look: &Look<'_>, vertex: VertexId) -> bool {
    let is_boundary = |[from, to]: [VertexId; 2]| {
        look.derived.adjacency.kind(look.mesh, Edge::new(from, to)) == EdgeKind::Boundary
    };
    sides_at(look, vertex).any(is_boundary)
}

fn sides_at<'a>(look: &Look<'a>, vertex: VertexId) -> impl Iterator<Item = [VertexId; 2]> + use<'a> {
    let (mesh, star) = (look.mesh, look.derived.adjacency.star(vertex));
    let cells = star.iter().filter_map(|&cell| mesh.cell(cell));
    cells.flat_map(Cell::sides).filter(move |side| side.contains(&vertex))
}

/// Number of pairs of sides up to which two vertices are compared by directions.
const MOST_PAIRS: usize = 64;

/// Whether vertices are apart on purpose, as beside a chain that agents do not cross.
fn are_apart<const N: usize>(look: &Look<'_>, vertices: [VertexId; N]) -> bool {
    vertices.iter().all(|vertex| look.mesh.vertices_apart().contains(vertex))
}

/// Whether a weld of two vertices in one place would connect no cells.
///
/// An edge in common would have three or more cells, or two with one direction, or there is none.
fn is_separate_for_good(look: &Look<'_>, one: VertexId, other: VertexId) -> bool {
    let far_ends = |vertex| {
        let sides = sides_at(look, vertex);
        let mut ends: SmallVec<[([u32; 3], bool, VertexId); 16]> = sides
            .map(|[from, to]| {
                let end = if from == vertex { to } else { from };
                (look.mesh.position(end).to_array().map(|x| (x + 0.0).to_bits()), from == vertex, end)
            })
            .collect();
        ends.sort_unstable();
        ends
    };
    let (ours, others) = (far_ends(one), far_ends(other));
    let mut is_connectable = false;
    for sides in ours.chunk_by(|a, b| a.0 == b.0) {
        let from = others.partition_point(|end| end.0 < sides[0].0);
        let theirs = others[from..].iter().take(2).take_while(|end| end.0 == sides[0].0).count();
        if theirs > 0 && (sides.len() + theirs > 2 || sides[0].1 == others[from].1) {
            return true;
        }
        is_connectable |= theirs > 0;
    }
    // Sides of different lengths in one direction share an edge once they are split.
    let tolerance = tolerance_at(look, one).min(tolerance_at(look, other));
    let at = look.mesh.position(one);
    let are_along = |a: VertexId, b: VertexId| {
        let [a, b] = [a, b].map(|end| look.mesh.position(end));
        distance_to(a, [at, b]).min(distance_to(b, [at, a])) < tolerance
    };
    let are_few = ours.len() * others.len() <= MOST_PAIRS;
    let mut pairs = ours.iter().flat_map(|side| others.iter().map(move |other| (side, other)));
    !is_connectable && are_few && !pairs.any(|(side, other)| side.1 != other.1 && are_along(side.2, other.2))
}

fn share_cell(look: &Look<'_>, one: VertexId, other: VertexId) -> bool {
    let others = look.derived.adjacency.star(other);
    look.derived.adjacency.star(one).iter().any(|cell| others.contains(cell))
}

fn by_id(cells: impl Iterator<Item = CellId>) -> Vec<CellId> {
    cells.collect::<BTreeSet<_>>().into_iter().collect()
}

pub(super) fn distance_to(point: Vec3, [from, to]: [Vec3; 2]) -> f32 {
    let (point, from, to) = (point.as_dvec3(), from.as_dvec3(), to.as_dvec3());
    let along = to - from;
    let squared = along.length_squared();
    let t = if squared > 0.0 { ((point - from).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (from + along * t).distance(point) as f32
}

pub(super) fn headline(issue: &Issue) -> String {
    match issue.kind {
        IssueKind::PartialOverlap(_) => format!("Edges {} overlap partly", edges_of(issue)),
        IssueKind::TJunction(BoundaryGap::VertexEdge(vertex, edge)) => {
            format!("Vertex {} lies on edge {edge}", vertex.0)
        }
        _ => match issue.kind.gaps() {
            [BoundaryGap::Vertices(one, other)] => {
                format!("Vertices {} and {} are {}", one.0, other.0, apart(issue))
            }
            [BoundaryGap::VertexEdge(vertex, edge)] => {
                format!("Vertex {} and edge {edge} are {}", vertex.0, apart(issue))
            }
            _ => issue.kind.title().to_owned(),
        },
    }
}

fn edges_of(issue: &Issue) -> String {
    let edges: Vec<String> = issue.edges.iter().map(Edge::to_string).collect();
    edges.join(" and ")
}

pub(super) fn describe_t_junction(issue: &Issue, gap: BoundaryGap) -> String {
    let edge = edges_of(issue);
    let end = match gap {
        BoundaryGap::VertexEdge(vertex, _) | BoundaryGap::Vertices(vertex, _) => vertex.0,
    };
    format!(
        "Vertex {end} lies on edge {edge}, but the cell on that edge does not have it as a corner, so no agent can \
         cross between the cells {}. Weld the vertex into the edge.",
        cells_of(issue),
    )
}

pub(super) fn describe_partial_overlap(issue: &Issue) -> String {
    format!(
        "Edges {} lie on one line and share only a part, so no agent can cross between the cells {} there. Weld an \
         end of each into the other edge.",
        edges_of(issue),
        cells_of(issue),
    )
}

/// Returns the distance across the gap, in words.
fn apart(issue: &Issue) -> String {
    match issue.distance {
        Some(distance) if distance > 0.0 => format!("{distance:.4} m apart"),
        _ => "in one place".to_owned(),
    }
}

pub(super) fn describe(issue: &Issue, miss: BoundaryGap) -> String {
    let apart = apart(issue);
    match miss {
        BoundaryGap::Vertices(one, other) => format!(
            "Vertices {} and {} are {apart} but not joined, so no agent can cross. Weld them.",
            one.0, other.0,
        ),
        BoundaryGap::VertexEdge(vertex, edge) => format!(
            "Vertex {} and edge {edge} are {apart} but not joined, so no agent can cross. Weld the vertex into the \
             edge.",
            vertex.0,
        ),
    }
}
