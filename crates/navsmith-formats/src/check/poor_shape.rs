//! Valid cells and edges of an unsuitable form: slivers, uneven cells, and edges without length.

use super::{Issue, IssueKind, Look, SliverShape, cells_of, far};
use navsmith_core::geometry::{Plane, ground, ground_area, is_convex_but_for_rounding, midpoint, rounding};
use navsmith_core::navmesh::{Cell, CellId, Edge, EdgeKind, HalfEdge, VertexId};

/// Length of the short edge of a sliver that can collapse, as a multiple of the mean width.
const NEEDLE: f64 = 4.0;

/// Least distance of a corner from the plane of an uneven cell, as a fraction of its length.
const UNEVEN_PART: f64 = 0.02;

pub(super) fn judge_edge(look: &Look<'_>, edge: Edge) -> Option<Issue> {
    let ends = edge.ends();
    let [from, to] = [look.mesh.vertex(ends[0])?, look.mesh.vertex(ends[1])?];
    let height = from.y.abs().max(to.y.abs());
    let least =
        rounding(&[ground(from), ground(to)]).max(4.0 * f32::EPSILON * height).max(look.limits.short_edge);
    let length = from.distance(to);
    if length > least {
        return None;
    }
    let sides = look.derived.adjacency.sides_of(look.mesh, edge);
    let mut cells: Vec<CellId> = sides.iter().map(|side| side.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    let issue = Issue::new(IssueKind::ShortEdge(edge), cells, midpoint(from, to));
    (!issue.cells.is_empty()).then(|| Issue {
        vertices: ends.to_vec(),
        edges: vec![edge],
        distance: Some(length),
        ..issue
    })
}

pub(super) fn judge(look: &Look<'_>, id: CellId) -> Option<Issue> {
    let ring = look.mesh.ground_ring(id);
    if ring.len() < 3 || !is_convex_but_for_rounding(&ring) {
        // The shape of the cell is an issue.
        return None;
    }
    let cell = look.mesh.cell(id)?;
    let side_length = |side: u32| {
        let [from, to] = cell.side(side).map(|end| ground(look.mesh.position(end)).as_dvec2());
        from.distance(to)
    };
    let all = || (0..ring.len() as u32).map(|side| (side_length(side), side));
    let (_, longest) = all().max_by(|a, b| a.0.total_cmp(&b.0))?;
    let (shortest_length, shortest) = all().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let [from, to] = cell.side(longest).map(|end| ground(look.mesh.position(end)).as_dvec2());
    let along = (to - from).normalize_or_zero();
    let reach = ring.iter().map(|corner| (corner.as_dvec2() - from).dot(along));
    let (low, high) =
        reach.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let length = high - low;
    let width = ground_area(&ring).abs() / length;
    let issue = |kind| Issue::new(kind, vec![id], look.mesh.centroid(id));
    if width < length * f64::from(look.limits.sliver) / 100.0 {
        let edge_of = |side| Edge::new(cell.side(side)[0], cell.side(side)[1]);
        let long_edge = edge_of(longest);
        let is_inner = look.derived.adjacency.kind(look.mesh, long_edge) == EdgeKind::Inner;
        let shape = if shortest_length <= width * NEEDLE {
            SliverShape::Needle(edge_of(shortest))
        } else if is_inner {
            SliverShape::Cap(long_edge)
        } else {
            SliverShape::Border
        };
        // Merging its ends moves both of them to the middle.
        let collapse = look.mesh.edge_positions(edge_of(shortest));
        let by = collapse[0].distance(collapse[1]) / 2.0;
        let is_needle = matches!(shape, SliverShape::Needle(_));
        let moves = far(by, look.limits.weld()).filter(|_| is_needle);
        let merged = if shape == SliverShape::Border { merged_edge(look, id) } else { None };
        let edges = merged.into_iter().collect();
        return Some(Issue { edges, distance: Some(width as f32), moves, ..issue(IssueKind::Sliver(shape)) });
    }
    let (off, corner) = unevenness(look, id)?;
    let is_uneven = off > f64::from(look.limits.uneven).max(length * UNEVEN_PART);
    is_uneven.then(|| Issue {
        vertices: vec![corner],
        distance: Some(off as f32),
        ..issue(IssueKind::Uneven)
    })
}

/// Returns the longest edge to a neighbour with which a cell forms one convex cell.
fn merged_edge(look: &Look<'_>, id: CellId) -> Option<Edge> {
    let (mesh, cell) = (look.mesh, look.mesh.cell(id)?);
    let merges = |side: &u32| {
        let twin = look.derived.adjacency.twin(HalfEdge { cell: id, side: *side })?;
        let other = mesh.cell(twin.cell).filter(|other| other.area() == cell.area())?;
        // Around the cell from the end of the side to its start, then around the other one.
        let around = |cell: &Cell, first: u32, count: usize| {
            let corners = cell.corners().iter().copied().cycle().skip(first as usize);
            corners.take(count).map(|corner| ground(mesh.position(corner))).collect::<Vec<_>>()
        };
        let own = around(cell, side + 1, cell.corners().len());
        let beside = around(other, twin.side + 2, other.corners().len().saturating_sub(2));
        is_convex_but_for_rounding(&[own, beside].concat()).then_some(())
    };
    let length = |side: &u32| {
        let [from, to] = cell.side(*side).map(|end| mesh.position(end));
        from.distance(to)
    };
    let sides = (0..cell.corners().len() as u32).filter(|side| merges(side).is_some());
    let longest = sides.max_by(|a, b| length(a).total_cmp(&length(b)))?;
    let [from, to] = cell.side(longest);
    Some(Edge::new(from, to))
}

/// Returns the largest height of a corner above or below the plane of its cell, and the corner.
fn unevenness(look: &Look<'_>, id: CellId) -> Option<(f64, VertexId)> {
    let corners = look.mesh.corners(id);
    if corners.len() < 4 {
        return None;
    }
    let plane = Plane::of_ring(&look.mesh.ring(id))?;
    let off = corners.iter().map(|&corner| {
        let at = look.mesh.position(corner);
        (f64::from((at.y - plane.height_at(ground(at))).abs()), corner)
    });
    off.max_by(|a, b| a.0.total_cmp(&b.0))
}

pub(super) fn describe_short_edge(issue: &Issue, edge: Edge) -> String {
    format!(
        "Edge {edge} of cell {} is {:.0e} m long, so its direction is a rounding. Merge its ends.",
        cells_of(issue),
        issue.distance.unwrap_or_default(),
    )
}

pub(super) fn describe_sliver(issue: &Issue) -> String {
    let IssueKind::Sliver(shape) = issue.kind else { return String::new() };
    let remedy = match shape {
        SliverShape::Needle(edge) => format!("Merge the ends of its short edge {edge}."),
        SliverShape::Cap(edge) => format!("Flip or dissolve its long edge {edge}."),
        SliverShape::Border => match issue.edges.first() {
            Some(edge) => format!("Dissolve its edge {edge}, or move a corner."),
            None => "Move a corner, or delete it.".to_owned(),
        },
    };
    format!(
        "Cell {} is a sliver with a mean width of {:.4} m, a small part of its length: rounding can move an agent \
         out of it. {remedy}",
        cells_of(issue),
        issue.distance.unwrap_or_default(),
    )
}

pub(super) fn describe_uneven(issue: &Issue) -> String {
    let corner = issue.vertices.first().map_or(0, |vertex| vertex.0);
    format!(
        "Cell {} is uneven: vertex {corner} is {:.2} m above or below the plane of the cell, so heights on the cell \
         depend on the program. Divide it into triangles.",
        cells_of(issue),
        issue.distance.unwrap_or_default(),
    )
}
