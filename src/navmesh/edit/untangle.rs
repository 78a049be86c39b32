//! Division of cells that cross or touch themselves.
//!
//! Id stability: the first part keeps the id of the cell. A crossing becomes a new vertex.

use super::{CellId, Draft, Edge, EditResult, Edited, Refusal, VertexId, require, ring};
use crate::budget::Budget;
use crate::geometry::{Segment, Shape, Turn, Vec2, crossing_sides, segments_cross, shape, turn};

/// Step budget of a division, as a multiple of the usual budget of an analysis.
const STEPS: u64 = 8;

/// Divides a cell at the points where its sides cross or touch, until no part crosses itself.
///
/// The points become vertices of all cells on the sides. Reverses parts that are inside out, and removes parts without
/// area. Refused for a cell that does not cross itself, if two of its corners coincide, and if the crossings take more
/// steps than the number of corners justifies.
pub fn untangle(draft: &mut Draft, id: CellId) -> EditResult {
    require::cell(draft, id)?;
    if shape(&draft.mesh().ground_ring(id)) != Shape::SelfCrossing {
        return Err(Refusal::Already("simple"));
    }
    // Each division takes at least two corners from a part.
    let count = draft.mesh().corners(id).len();
    let (most, mut budget) = (4 * count.pow(2), Budget::of_elements(count).with_more_steps(STEPS));
    let (mut parts, mut simple) = (vec![id], Vec::new());
    for _ in 0..most {
        let Some(part) = parts.pop() else { break };
        // Every pair of sides may be compared.
        let pairs = draft.mesh().corners(part).len().pow(2) / 2;
        budget.step(pairs).map_err(|_exhausted| Refusal::NotSimple(id))?;
        match crossing_sides(&draft.mesh().ground_ring(part)) {
            Some(sides) => parts.extend(divide(draft, part, sides)?),
            None => simple.push(part),
        }
    }
    if !parts.is_empty() {
        return Err(Refusal::NotSimple(id));
    }
    for &part in &simple {
        match shape(&draft.mesh().ground_ring(part)) {
            Shape::Flat => draft.remove_cell(part),
            Shape::InsideOut => {
                let reversed: Vec<VertexId> = draft.mesh().corners(part).iter().rev().copied().collect();
                draft.set_corners(part, reversed);
            }
            _ => {}
        }
    }
    simple.retain(|&part| draft.mesh().cell(part).is_some());
    Ok(Edited::of_cells(simple))
}

/// Divides a cell where two of its sides cross or touch; returns its parts.
fn divide(draft: &mut Draft, id: CellId, sides: [usize; 2]) -> Result<Vec<CellId>, Refusal> {
    let corners = draft.mesh().corners(id).to_vec();
    let ends = sides.map(|side| [corners[side], corners[(side + 1) % corners.len()]]);
    let edges = ends.map(|[from, to]| Edge::new(from, to));
    let inside =
        |edge: Edge, vertex: &VertexId| !edge.ends().contains(vertex) && lies_on(draft, edge, *vertex);
    let touching = [(edges[0], ends[1]), (edges[1], ends[0])]
        .into_iter()
        .find_map(|(edge, others)| others.into_iter().find(|other| inside(edge, other)).map(|on| (edge, on)));
    let slots = draft.mesh().cell_slots();
    let parts = if let Some((edge, vertex)) = touching {
        ring::insert_on_edge(draft, edge, &[vertex])
    } else {
        let [one, other] = edges.map(|edge| ring::segment(draft, edge));
        if !segments_cross(&one, &other) {
            return Err(Refusal::NotSimple(id));
        }
        let vertex = draft.add_vertex(ring::along(draft, edges[0], share(&one, &other)));
        ring::insert_on_edge(draft, edges[0], &[vertex]);
        ring::insert_on_edge(draft, edges[1], &[vertex])
    };
    // Other cells on the edges get the vertex too, and are no parts.
    Ok(parts.into_iter().filter(|&part| part == id || part.0 as usize >= slots).collect())
}

/// Whether a vertex lies on an edge, seen from above.
fn lies_on(draft: &Draft, edge: Edge, vertex: VertexId) -> bool {
    let Segment { from, to } = ring::segment(draft, edge);
    let at = ring::on_ground(draft, &[vertex])[0];
    let is_between = at.cmpge(from.min(to)).all() && at.cmple(from.max(to)).all();
    is_between && at != from && at != to && turn(from, to, at) == Turn::Straight
}

/// Returns the position on the first segment where it crosses the second one, from 0 to 1.
fn share(one: &Segment, other: &Segment) -> f32 {
    let [from, to, start, end] = [one.from, one.to, other.from, other.to].map(Vec2::as_dvec2);
    let across = (to - from).perp_dot(end - start);
    ((start - from).perp_dot(end - start) / across) as f32
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::super::text::{after, lines};
    use super::*;

    #[test]
    fn a_cell_that_crosses_itself_becomes_simple_ones() {
        let untangle = |mesh: &str| after(mesh, |draft| untangle(draft, CellId(0)));
        expect![[r#"
            v 0(0 0) 1(2 2) 2(2 0) 3(0 2) 4(1 1); c 0[4 1 2] 1[3 4 0]
            v 0(0 0) 1(0 4) 2(2 2) 3(4 4) 4(4 0) 5(2 0); c 0[5 3 4] 1[0 1 5]
            v 0(0 0) 1(0 2) 2(2 2) 3(2 0) 4(4 2); c 0[0 1 2 3]
            These cells are simple already; there is nothing to do.
        "#]]
        .assert_eq(&lines([
            // A bow tie becomes two triangles.
            untangle("v 0 0, 2 2, 2 0, 0 2; c 0 1 2 3"),
            // A corner on the opposite side divides the cell there.
            untangle("v 0 0, 0 4, 2 2, 4 4, 4 0, 2 0; c 0 1 5 3 4"),
            // A spike is removed.
            untangle("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 4 2 3"),
            // A square is simple.
            untangle("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3"),
        ]));
    }
}
