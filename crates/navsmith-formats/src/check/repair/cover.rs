//! Ground that several cells cover at almost the same height.

use glam::{DVec2, Vec2};
use smallvec::SmallVec;

use crate::check::{Issue, IssueKind, IssueSearch, Issues, MeshLimits, height_differences, ring_of};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Shape, area, clip, ground_area, shape, surface_area};
use navsmith_core::navmesh::edit::{reverse_winding, untangle};
use navsmith_core::navmesh::{CellId, Derived, Draft, NavMesh, Surface, ground_within};

/// Distance in metres up to which corners of an outline become one.
///
/// It is less than the width of an overlap that is an issue.
const SNAP: f32 = 1e-4;

/// Steps needed to subtract a cell from a piece of another one.
const STEPS_PER_PIECE: usize = 16;

/// Part of a cell below which a piece of it is ignored.
///
/// It is less than rounding leaves between cells that cover another one completely.
const LEAST_PIECE: f64 = 1e-9;

/// A convex counter-clockwise polygon on the ground.
pub(super) type Ring = SmallVec<[DVec2; 16]>;

/// Ground that the cells of a mesh cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CoveredArea {
    /// Area on the ground in m²; overlaps count once.
    pub area: f64,
    /// Whether all overlaps are known; otherwise less ground is covered.
    pub is_exact: bool,
}

/// Returns the ground that the cells of a mesh cover. Linear, as [`Issues::build`] is.
///
/// Cells that are inside out count like others, and cells that cross themselves as the pieces of their division. Overlaps
/// of other broken cells count twice. On a closed surface, nothing is above another cell.
pub fn covered_area(mesh: &NavMesh, limits: impl Into<MeshLimits>) -> CoveredArea {
    if mesh.is_closed_surface() {
        return CoveredArea { area: total_area(mesh), is_exact: true };
    }
    let mut draft = Draft::of(mesh.clone());
    let of_shape = |mesh: &NavMesh, wanted| -> Vec<CellId> {
        let cells = mesh.cells().map(|(cell, _)| cell);
        cells.filter(|&cell| shape(&mesh.ground_ring(cell)) == wanted).collect()
    };
    for cell in of_shape(mesh, Shape::SelfCrossing) {
        // A refused division changes nothing.
        untangle(&mut draft, cell).ok();
    }
    let reversed = of_shape(draft.mesh(), Shape::InsideOut);
    // Without cells that are inside out, the edit is refused.
    reverse_winding(&mut draft, &reversed).ok();
    let mesh = draft.into_mesh();
    let issues = Issues::of_search(IssueSearch::Overlaps, &mesh, &Derived::build(&mesh), limits);
    let storey = issues.limits().overlap;
    let mut covered = CoveredArea { area: 0.0, is_exact: !issues.is_stopped(IssueSearch::Overlaps) };
    for (cell, _) in mesh.cells() {
        let others: Vec<CellId> = issues.overlaps_of(cell).filter(|&other| other < cell).collect();
        let mut budget = Budget::of_elements(others.len());
        covered.area += uncovered_within(&mesh, cell, &others, storey, f64::INFINITY, &mut budget);
        covered.is_exact &= !budget.is_exhausted();
    }
    covered
}

/// Returns the area of all cells in m²: on the ground, or along a closed surface.
pub(super) fn total_area(mesh: &NavMesh) -> f64 {
    let area = |cell: CellId| {
        if mesh.is_closed_surface() {
            surface_area(&mesh.ring(cell))
        } else {
            ground_area(&mesh.ground_ring(cell)).abs()
        }
    };
    // The sum of no numbers is a negative zero.
    mesh.cells().map(|(cell, _)| area(cell)).fold(0.0, |sum, area| sum + area)
}

/// Returns the area of a cell that none of the others covers, in m².
///
/// A cover is less than `storey` metres above or below.
///
/// Stops at an area above `enough`. Counts ground as uncovered if comparing it takes more steps than the number of
/// cells justifies.
pub(super) fn uncovered(mesh: &NavMesh, cell: CellId, others: &[CellId], storey: f32, enough: f64) -> f64 {
    uncovered_within(mesh, cell, others, storey, enough, &mut Budget::of_elements(others.len()))
}

/// Like [`uncovered`], with a budget.
fn uncovered_within(
    mesh: &NavMesh,
    cell: CellId,
    others: &[CellId],
    storey: f32,
    enough: f64,
    budget: &mut Budget,
) -> f64 {
    if others.is_empty() {
        return ground_area(&mesh.ground_ring(cell)).abs();
    }
    let covers = others.iter().map(|&other| ground_within(mesh, other, cell, storey));
    let mut covers: Vec<(Ring, [DVec2; 2])> = covers
        .map(|ring| {
            let extent = extent(&ring);
            (ring, extent)
        })
        .collect();
    // Few pieces are left beside large covers.
    covers.sort_by(|(one, _), (other, _)| area(other).total_cmp(&area(one)));
    let whole = ring(mesh, cell);
    let least = area(&whole) * LEAST_PIECE;
    // The pieces with the number of covers that are subtracted from each. The last one goes first, so they stay few.
    let (mut pieces, mut uncovered) = (vec![(whole, 0)], 0.0);
    while let Some((piece, from)) = pieces.pop() {
        let own = extent(&piece);
        let next = covers[from..].iter().position(|(_, cover)| do_meet(&own, cover));
        let compared = next.map_or(covers.len() - from, |next| (next + 1) * STEPS_PER_PIECE);
        let is_limited = budget.step(compared).is_err();
        match next {
            Some(next) if !is_limited => {
                let rest = subtract(piece, &covers[from + next].0, least);
                pieces.extend(rest.into_iter().map(|piece| (piece, from + next + 1)));
            }
            _ => uncovered += area(&piece),
        }
        if uncovered > enough {
            break;
        }
    }
    uncovered
}

/// Returns the smallest and the largest coordinates of a polygon.
fn extent(ring: &[DVec2]) -> [DVec2; 2] {
    let empty = [DVec2::INFINITY, DVec2::NEG_INFINITY];
    ring.iter().fold(empty, |[low, high], &at| [low.min(at), high.max(at)])
}

/// Whether two boxes overlap.
fn do_meet(one: &[DVec2; 2], other: &[DVec2; 2]) -> bool {
    one[0].cmplt(other[1]).all() && other[0].cmplt(one[1]).all()
}

/// Returns the largest height difference of two cells where they overlap, in metres.
pub(super) fn step(mesh: &NavMesh, one: CellId, other: CellId) -> f32 {
    height_differences(mesh, [one, other])[1]
}

/// Returns the corners of a cell on the ground.
pub(super) fn ring(mesh: &NavMesh, cell: CellId) -> Ring {
    ring_of(mesh, cell).iter().map(|p| p.as_dvec2()).collect()
}

/// Returns two cells, the lower one first, by the mean height where they overlap.
pub(super) fn by_height(mesh: &NavMesh, [one, other]: [CellId; 2]) -> [CellId; 2] {
    let [own, others] = [one, other].map(|id| ring_of(mesh, id));
    let shared = navsmith_core::geometry::intersection(&own, &others);
    let height = |cell| {
        let surface = Surface::of(mesh, cell);
        shared.iter().map(|p| f64::from(surface.height_at(p.as_vec2()))).sum::<f64>()
    };
    if height(one) <= height(other) { [one, other] } else { [other, one] }
}

/// Returns the ground that two cells cover, at any heights, in m².
fn common_area(mesh: &NavMesh, cells: [CellId; 2]) -> f64 {
    let rings = cells.map(|id| ring_of(mesh, id));
    area(&navsmith_core::geometry::intersection(&rings[0], &rings[1]))
}

/// Returns the ground that both cells of an overlap cover, in m²; 0 for other issues.
pub(super) fn overlapped(mesh: &NavMesh, issue: &Issue) -> f64 {
    match (issue.kind, issue.cells.as_slice()) {
        (IssueKind::Overlap, &[one, other]) => common_area(mesh, [one, other]),
        _ => 0.0,
    }
}

/// Returns the outline of the part of a cell that is near another one in height, up to `height` metres.
///
/// A corner almost at a corner of the other cell is moved there, and corners almost in one place become one, so that the
/// outline cuts off no ground that is too narrow for a cell.
pub(super) fn outline(mesh: &NavMesh, cell: CellId, from: CellId, height: f32) -> Vec<Vec2> {
    let corners = mesh.ground_ring(from);
    let snapped = |p: &DVec2| {
        let at = p.as_vec2();
        let is_near = |corner: &&Vec2| corner.distance(at) <= SNAP;
        corners.iter().find(is_near).copied().unwrap_or(at)
    };
    let mut outline: Vec<Vec2> = ground_within(mesh, cell, from, height).iter().map(snapped).collect();
    outline.dedup_by(|one, other| one.distance(*other) <= SNAP);
    if outline.len() > 1 && outline[0].distance(outline[outline.len() - 1]) <= SNAP {
        outline.pop();
    }
    outline
}

/// Returns convex polygons that cover the part of a polygon outside of another one.
///
/// Those up to an area are left out.
///
/// A polygon that the other one does not overlap stays whole.
pub(super) fn subtract(piece: Ring, from: &[DVec2], least: f64) -> Vec<Ring> {
    let (mut outside, mut rest) = (Vec::new(), piece.clone());
    if from.len() < 3 {
        return vec![piece];
    }
    for (i, &start) in from.iter().enumerate() {
        let along = from[(i + 1) % from.len()] - start;
        // Z points down in the view, so left is where the cross product is negative.
        outside.push(clip(&rest, |p| along.perp_dot(p - start)));
        rest = clip(&rest, |p| -along.perp_dot(p - start));
    }
    if area(&rest) <= least {
        return vec![piece];
    }
    outside.retain(|piece| area(piece) > least);
    outside
}
