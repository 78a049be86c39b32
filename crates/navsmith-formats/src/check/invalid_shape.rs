//! Cells of an invalid shape: concave, inside out, crossing themselves, or without area.
//!
//! In a concave cell, a straight line between two points of the cell may leave it. Reflex corners within f32 rounding
//! are accepted, because a vertex on a slanted edge rarely lies on it exactly.
//!
//! On a closed surface, a cell is seen from its front, and is inside out if all its neighbours have the opposite
//! winding.

use glam::{Vec2, Vec2Swizzles as _, Vec3};
use smallvec::SmallVec;

use super::{Issue, IssueKind, Look, cells_of, listed};
use crate::document::noun;
use navsmith_core::geometry::{
    Shape, Turn, crossing_sides, ground, is_convex_but_for_rounding, normal, shape, turn,
};
use navsmith_core::navmesh::{CellId, Edge};

pub(super) fn judge(look: &Look<'_>, id: CellId) -> Option<Issue> {
    let (cell, ring) = (look.mesh.cell(id)?, look.flat_ring(id));
    let issue = |kind| Issue::new(kind, vec![id], look.mesh.centroid(id));
    match shape(&ring) {
        _ if look.is_against_neighbors(id) => Some(issue(IssueKind::InsideOut)),
        Shape::Concave if !is_convex_but_for_rounding(&ring) => {
            let n = ring.len();
            let sticks_in =
                |&i: &usize| turn(ring[(i + n - 1) % n], ring[i], ring[(i + 1) % n]) == Turn::Right;
            let vertices = (0..n).filter(sticks_in).map(|i| cell.corners()[i]).collect();
            Some(Issue { vertices, ..issue(IssueKind::Concave) })
        }
        Shape::Convex | Shape::Concave => None,
        Shape::InsideOut => Some(issue(IssueKind::InsideOut)),
        Shape::SelfCrossing => {
            let sides = crossing_sides(&ring).into_iter().flatten().map(|side| cell.side(side as u32));
            let edges = sides.map(|[from, to]| Edge::new(from, to)).collect();
            Some(Issue { edges, ..issue(IssueKind::SelfCrossing) })
        }
        Shape::Flat => Some(issue(IssueKind::Flat)),
    }
}

/// Returns a ring projected along the axis nearest to its normal, as seen from its front.
pub(super) fn from_front(ring: &[Vec3]) -> SmallVec<[Vec2; 8]> {
    let up = normal(ring).unwrap_or(Vec3::Y);
    let flat = |at: &Vec3| match up.abs().max_position() {
        0 => Vec2::new(at.z, at.y),
        1 => ground(*at),
        _ => Vec2::new(at.y, at.x),
    };
    let is_turned = up[up.abs().max_position()] < 0.0;
    ring.iter().map(|at| if is_turned { flat(at).yx() } else { flat(at) }).collect()
}

pub(super) fn describe_concave(issue: &Issue) -> String {
    let corners = listed(issue.vertices.iter().map(|vertex| vertex.0));
    let noun = noun(issue.vertices.len(), "vertex", "vertices");
    format!(
        "Cell {} is concave at {noun} {corners}. Paths are searched through its convex pieces, but other programs may \
         expect convex cells. Split it into convex cells.",
        cells_of(issue),
    )
}

pub(super) fn describe_inside_out(issue: &Issue) -> String {
    format!(
        "Cell {} is inside out: its corners run clockwise seen from above, so it joins none of its neighbours. \
         Reverse its winding.",
        cells_of(issue),
    )
}

pub(super) fn describe_self_crossing(issue: &Issue) -> String {
    let cell = cells_of(issue);
    let who = match issue.edges.as_slice() {
        [one, other] => format!("Sides {one} and {other} of cell {cell} cross or touch"),
        _ => format!("The sides of cell {cell} cross or touch"),
    };
    format!("{who}, so it has no clear inside. Move its corners apart, or delete it and draw it again.")
}

pub(super) fn describe_flat(issue: &Issue) -> String {
    let cell = cells_of(issue);
    format!("Cell {cell} has no area seen from above, so no agent can be on it. Move a corner, or delete it.")
}
