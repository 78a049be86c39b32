//! The two sides that are joined on an edge of three or more cells.

use std::cmp::Reverse;

use glam::DVec3;
use smallvec::SmallVec;

use crate::geometry::{Turn, Vec3, ground, turn};
use crate::navmesh::{Edge, HalfEdge, NavMesh};

/// Maximum number of sides on an edge that are compared; those with larger ids stay unjoined.
const MOST: usize = 32;

/// Number of steps in which the cosine of a bend is compared; a smaller difference is a tie.
const STEPS: f64 = 1e6;

/// A side with its cell's direction, as a unit vector.
struct Arm {
    side: HalfEdge,
    is_forward: bool,
    /// Direction from the edge into the cell, perpendicular to the edge.
    inwards: DVec3,
}

/// Returns the two sides of an edge that are joined, the smaller one first; `None` if there are none.
///
/// Two sides are joined if they run in opposite directions. Of three or more, those are joined whose cells continue
/// each other: they lie on opposite sides of the edge, and the surface bends least from one to the other. Ids decide
/// ties.
pub(super) fn joined(mesh: &NavMesh, sides: &[HalfEdge]) -> Option<[HalfEdge; 2]> {
    match *sides {
        [] | [_] => None,
        [one, other] => {
            (mesh.half_edge(one) != mesh.half_edge(other)).then(|| [one.min(other), one.max(other)])
        }
        _ => straightest(mesh, sides),
    }
}

fn straightest(mesh: &NavMesh, sides: &[HalfEdge]) -> Option<[HalfEdge; 2]> {
    let mut sides: SmallVec<[HalfEdge; 8]> = sides.into();
    sides.sort_unstable();
    let arms: SmallVec<[Arm; 8]> = sides.into_iter().take(MOST).filter_map(|side| arm(mesh, side)).collect();
    let pairs = arms.iter().enumerate().flat_map(|(nth, one)| {
        let others = arms[nth + 1..].iter().filter(|other| other.is_forward != one.is_forward);
        others.map(move |other| (one, other))
    });
    let straightness = |one: &Arm, other: &Arm| (-one.inwards.dot(other.inwards) * STEPS).round() as i64;
    pairs
        .map(|(one, other)| (Reverse(straightness(one, other)), one.side, other.side))
        .min()
        .map(|(_, one, other)| [one, other])
}

/// Returns the arm of a side; `None` if its cell has no direction, or is on the right of the side.
fn arm(mesh: &NavMesh, side: HalfEdge) -> Option<Arm> {
    let [from, to] = mesh.half_edge(side)?;
    let middle = middle(mesh, side);
    if turn(ground(mesh.position(from)), ground(mesh.position(to)), ground(middle)) == Turn::Right {
        return None;
    }
    let ends = Edge::new(from, to).ends();
    let [start, end] = ends.map(|end| mesh.position(end).as_dvec3());
    let (along, towards) = ((end - start).normalize_or_zero(), middle.as_dvec3() - start);
    let inwards = (towards - along * towards.dot(along)).normalize_or_zero();
    (inwards != DVec3::ZERO).then_some(Arm { side, is_forward: from == ends[0], inwards })
}

/// Maximum number of corners whose mean is the middle of a cell; larger cells are sampled evenly.
const MOST_CORNERS: usize = 64;

/// Returns a position in the middle of the cell of a side.
fn middle(mesh: &NavMesh, side: HalfEdge) -> Vec3 {
    let corners = mesh.corners(side.cell);
    let count = corners.len().min(MOST_CORNERS);
    if count == corners.len() {
        return mesh.centroid(side.cell);
    }
    let nth = |nth: usize| corners[(side.side as usize + nth * corners.len() / count) % corners.len()];
    let sum: DVec3 = (0..count).map(|corner| mesh.position(nth(corner)).as_dvec3()).sum();
    (sum / count as f64).as_vec3()
}
