//! Overlapping cells: their interiors overlap on the ground, at almost the same height.

use glam::{DVec2, Vec3};
use smallvec::SmallVec;

use super::{Issue, IssueKind, Look};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{
    Bounds, Line, Plane, Turn, Vec2, area, ground, ground_area, interiors_overlap, intersection, is_convex,
    is_convex_but_for_rounding, turn,
};
use navsmith_core::navmesh::{CellId, NavMesh, VertexId};

/// Height in metres by which rounding changes the difference of two cells.
///
/// It lets cells that were modelled exactly a storey apart be on different ones.
const ROUNDING: f32 = 1e-4;

/// Mean width of a strip, in metres, below which an overlap is ignored.
///
/// Such strips come from rounding a corner that lies on a side, and do not affect paths.
pub(in crate::check) const HAIR: f64 = 1e-3;

/// Steps needed to compare two cells whose boxes overlap on the ground.
const PAIR_STEPS: usize = 8;

/// Steps needed to see that two cells are copies of a third one.
const COPY_STEPS: usize = 1;

/// Steps needed to check a pair of corners of two cells for an overlap.
///
/// The signed areas of corners in one place are computed exactly, which takes about as long as forty boxes.
pub(super) const STEPS_PER_CORNERS: usize = 40;

/// Returns the corners of a cell on the ground, counter-clockwise even if the cell is inside out.
pub(in crate::check) fn ring_of(mesh: &NavMesh, cell: CellId) -> SmallVec<[Vec2; 8]> {
    let mut ring = mesh.ground_ring(cell);
    if ground_area(&ring) < 0.0 {
        ring.reverse();
    }
    ring
}

/// Calls `visit` with the cells that may overlap a cell, some of them more than once.
///
/// These are all cells whose boxes overlap its box, except those separated by one of its sides.
pub(super) fn candidates(
    look: &Look<'_>,
    cell: CellId,
    budget: &mut Budget,
    mut visit: impl FnMut(CellId, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let ring = ring_of(look.mesh, cell);
    if !is_convex_but_for_rounding(&ring) {
        return Ok(());
    }
    let own = bounds(look, cell);
    let next = ring.iter().skip(1).chain(ring.first());
    let sides = ring.iter().zip(next).filter(|(from, to)| from != to);
    let sides: SmallVec<[Line; 4]> = sides.map(|(&from, &to)| Line::new(from, to)).collect();
    // For a long diagonal cell, most grid squares in its box lie outside the cell.
    let is_convex = is_convex(&ring);
    let may_hold = |square| !is_convex || !sides.iter().any(|side| side.surely_leaves_right(square));
    let is_apart = |other: CellId| {
        let corners = look.mesh.corners(other);
        let is_left =
            |side: &Line, corner: &VertexId| side.doubled_area(ground(look.mesh.position(*corner))) > 0.0;
        sides.iter().any(|side| !corners.iter().any(|corner| is_left(side, corner)))
    };
    let reach = [own.ground_min(), own.ground_max()];
    let mut outcome = Ok(());
    look.derived.locator.for_each_in_squares(reach, may_hold, |other| {
        if outcome.is_ok() {
            outcome = budget.step(look.mesh.corners(other).len());
        }
        if outcome.is_ok() && other != cell && meet(look, &own, &bounds(look, other)) && !is_apart(other) {
            outcome = visit(other, budget);
        }
    });
    outcome
}

/// Calls `visit` once with each pair of cells that may overlap, the smaller id first.
///
/// These are pairs with overlapping boxes that a shared corner does not separate. Most pairs only share a corner, and
/// very few overlap.
pub(super) fn all_candidates(
    look: &Look<'_>,
    budget: &mut Budget,
    mut visit: impl FnMut(CellId, CellId, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let mut boxes = vec![Bounds::EMPTY; look.mesh.cell_slots()];
    let mut are_reversed = vec![false; look.mesh.cell_slots()];
    for (cell, _) in look.mesh.cells() {
        boxes[cell.0 as usize] = bounds(look, cell);
        are_reversed[cell.0 as usize] = is_reversed(look, cell);
    }
    let firsts = first_copies(look);
    look.derived.locator.for_each_pair(look.mesh, budget, |one, other, budget| {
        budget.step(COPY_STEPS)?;
        // Each copy is an issue with the first one only.
        let first = firsts[one.0 as usize];
        if first != one && first == firsts[other.0 as usize] {
            return Ok(());
        }
        budget.step(PAIR_STEPS)?;
        let may_overlap = meet(look, &boxes[one.0 as usize], &boxes[other.0 as usize])
            && !are_apart_at_a_corner(look, [one, other].map(|cell| (cell, are_reversed[cell.0 as usize])));
        if may_overlap { visit(one, other, budget) } else { Ok(()) }
    })
}

/// Returns for each cell slot the convex cell with the smallest id and the same corners.
fn first_copies(look: &Look<'_>) -> Vec<CellId> {
    let mut firsts: Vec<CellId> = (0..).map(CellId).take(look.mesh.cell_slots()).collect();
    let mut sorted: Vec<(SmallVec<[VertexId; 8]>, CellId)> =
        look.mesh.cells().map(|(cell, _)| (sorted_corners(look, cell), cell)).collect();
    sorted.sort_unstable();
    for copies in sorted.chunk_by(|one, other| one.0 == other.0).filter(|copies| copies.len() > 1) {
        let cells = copies.iter().map(|&(_, cell)| cell);
        let mut convex = cells.filter(|&cell| is_convex_but_for_rounding(&ring_of(look.mesh, cell)));
        if let Some(first) = convex.next() {
            convex.for_each(|cell| firsts[cell.0 as usize] = first);
        }
    }
    firsts
}

/// Returns the convex cells with these corners in any order, by id.
pub(super) fn copies(
    look: &Look<'_>,
    corners: &[VertexId],
    budget: &mut Budget,
) -> Result<Vec<CellId>, Exhausted> {
    let stars = corners.iter().map(|&corner| look.derived.adjacency.star(corner));
    let star = stars.min_by_key(|star| star.len()).unwrap_or_default();
    budget.step(star.len())?;
    let mut wanted: SmallVec<[VertexId; 8]> = corners.into();
    wanted.sort_unstable();
    let is_copy = |cell: &CellId| {
        look.mesh.corners(*cell).len() == wanted.len()
            && sorted_corners(look, *cell) == wanted
            && is_convex_but_for_rounding(&ring_of(look.mesh, *cell))
    };
    let mut copies: Vec<CellId> = star.iter().copied().filter(is_copy).collect();
    copies.sort_unstable();
    Ok(copies)
}

/// Whether a cell is inside out.
fn is_reversed(look: &Look<'_>, cell: CellId) -> bool {
    ground_area(&look.mesh.ground_ring(cell)) < 0.0
}

/// Whether two triangles share a corner and a side at that corner separates them.
///
/// Each is given with whether it is inside out.
fn are_apart_at_a_corner(look: &Look<'_>, cells: [(CellId, bool); 2]) -> bool {
    let corners = cells.map(|(cell, is_reversed)| match *look.mesh.corners(cell) {
        [a, b, c] => Some(if is_reversed { [a, c, b] } else { [a, b, c] }),
        _ => None,
    });
    let [Some([a, b, c]), Some([p, q, r])] = corners else { return false };
    // Rotated so that the shared corner comes first.
    let turned = [[a, b, c], [b, c, a], [c, a, b]].into_iter().find_map(|one| {
        let others = [[p, q, r], [q, r, p], [r, p, q]];
        others.into_iter().find(|other| other[0] == one[0]).map(|other| [one, other])
    });
    let Some([[at, b, c], [_, q, r]]) = turned else { return false };
    let at = ground(look.mesh.position(at));
    let [b, c, q, r] = [b, c, q, r].map(|corner| ground(look.mesh.position(corner)));
    let separates = |from, to| [q, r].iter().all(|&it| turn(from, to, it) != Turn::Left);
    let parts = |from, to| [b, c].iter().all(|&it| turn(from, to, it) != Turn::Left);
    separates(at, b) || separates(c, at) || parts(at, q) || parts(r, at)
}

fn bounds(look: &Look<'_>, cell: CellId) -> Bounds {
    Bounds::of(look.mesh.corners(cell).iter().map(|&corner| look.mesh.position(corner)))
}

/// Whether two boxes overlap on the ground and are almost at the same height.
fn meet(look: &Look<'_>, one: &Bounds, other: &Bounds) -> bool {
    let storey = look.limits.overlap;
    one.min.x < other.max.x
        && other.min.x < one.max.x
        && one.min.z < other.max.z
        && other.min.z < one.max.z
        && one.min.y - other.max.y < storey
        && other.min.y - one.max.y < storey
}

/// Returns the overlap of two cells, if there is one.
///
/// Cells that are not convex are not checked, because their shape must be fixed first.
pub(super) fn judge(look: &Look<'_>, one: CellId, other: CellId) -> Option<Issue> {
    if share_side(look, one, other) || !meet(look, &bounds(look, one), &bounds(look, other)) {
        return None;
    }
    // Seen from above, the two sides of a closed surface lie over each other.
    if look.mesh.is_closed_surface() && !have_same_corners(look, one, other) {
        return None;
    }
    let (ring, other_ring) = (ring_of(look.mesh, one), ring_of(look.mesh, other));
    if !interiors_overlap(&ring, &other_ring)
        || !is_convex_but_for_rounding(&ring)
        || !is_convex_but_for_rounding(&other_ring)
    {
        return None;
    }
    if have_same_corners(look, one, other) {
        let is_first = !has_earlier_copy(look, one);
        // The fix deletes the last one.
        let is_better = is_reversed(look, one) && !is_reversed(look, other);
        let cells = if is_better { vec![other, one] } else { vec![one, other] };
        return is_first.then(|| Issue::new(IssueKind::Duplicate, cells, look.mesh.centroid(one)));
    }
    let shared = intersection(&ring, &other_ring);
    if width(&shared) < HAIR {
        return None;
    }
    let planes = [Plane::of_ring(&look.mesh.ring(one))?, Plane::of_ring(&look.mesh.ring(other))?];
    let gap = gap(&planes, &shared);
    let middle = shared.iter().sum::<DVec2>() / shared.len() as f64;
    let at = middle.as_vec2();
    let height = planes.map(|plane| plane.height_at(at));
    let at = Vec3::new(at.x, height[0].midpoint(height[1]), at.y);
    let is_smaller = ground_area(&ring) < ground_area(&other_ring);
    let cells = if is_smaller { vec![other, one] } else { vec![one, other] };
    (gap + ROUNDING < look.limits.overlap)
        .then(|| Issue { distance: Some(gap), ..Issue::new(IssueKind::Overlap, cells, at) })
}

/// Whether two cells are an issue because they have the same corners.
pub(super) fn are_duplicates(look: &Look<'_>, one: CellId, other: CellId) -> bool {
    let is_convex = |cell| is_convex_but_for_rounding(&ring_of(look.mesh, cell));
    have_same_corners(look, one, other) && is_convex(one) && is_convex(other)
}

/// Whether a cell with a smaller id has the same corners, so that copies are an issue with that one.
fn has_earlier_copy(look: &Look<'_>, cell: CellId) -> bool {
    let stars = look.mesh.corners(cell).iter().map(|&corner| look.derived.adjacency.star(corner));
    let star = stars.min_by_key(|star| star.len()).unwrap_or_default();
    star.iter().any(|&other| other < cell && are_duplicates(look, other, cell))
}

/// Whether two cells have the same corners in any order.
fn have_same_corners(look: &Look<'_>, one: CellId, other: CellId) -> bool {
    look.mesh.corners(one).len() == look.mesh.corners(other).len()
        && sorted_corners(look, one) == sorted_corners(look, other)
}

fn sorted_corners(look: &Look<'_>, cell: CellId) -> SmallVec<[VertexId; 8]> {
    let mut corners: SmallVec<[VertexId; 8]> = look.mesh.corners(cell).into();
    corners.sort_unstable();
    corners
}

/// Whether two cells lie on opposite sides of a shared side.
///
/// Such cells can overlap by no more than a rounding.
fn share_side(look: &Look<'_>, one: CellId, other: CellId) -> bool {
    let is_turned = is_reversed(look, one) != is_reversed(look, other);
    let (Some(one), Some(other)) = (look.mesh.cell(one), look.mesh.cell(other)) else { return false };
    let beside = |[from, to]: [VertexId; 2]| if is_turned { [from, to] } else { [to, from] };
    one.sides().any(|side| other.sides().any(|of_other| of_other == beside(side)))
}

/// Returns the average width of a convex ring, in metres: its area divided by half of its perimeter.
fn width(ring: &[DVec2]) -> f64 {
    let around: f64 = (0..ring.len()).map(|i| ring[i].distance(ring[(i + 1) % ring.len()])).sum();
    if around > 0.0 { 2.0 * area(ring) / around } else { 0.0 }
}

/// Returns the minimum height difference of two planes over a convex polygon, in metres.
///
/// The minimum lies at a corner of the polygon; it is 0 if the planes cross inside.
fn gap(planes: &[Plane; 2], shared: &[DVec2]) -> f32 {
    let rise = |at: &DVec2| planes[0].height_at(at.as_vec2()) - planes[1].height_at(at.as_vec2());
    let (low, high) = shared
        .iter()
        .map(rise)
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), rise| (low.min(rise), high.max(rise)));
    if low <= 0.0 && high >= 0.0 { 0.0 } else { low.abs().min(high.abs()) }
}

/// Returns the smallest and the largest height difference of two cells where they overlap, in metres.
pub(in crate::check) fn height_differences(mesh: &NavMesh, cells: [CellId; 2]) -> [f32; 2] {
    let planes = cells.map(|id| Plane::of_ring(&mesh.ring(id)));
    let [Some(own), Some(others)] = planes else { return [f32::INFINITY; 2] };
    let [one, other] = cells.map(|id| ring_of(mesh, id));
    let shared = intersection(&one, &other);
    let rises = shared.iter().map(|p| own.height_at(p.as_vec2()) - others.height_at(p.as_vec2()));
    let ends = rises.map(|rise| [rise, rise]).reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
    let [low, high] = ends.unwrap_or_default();
    // The cells cross where the difference has both signs.
    [low.max(-high).max(0.0), high.max(-low)]
}

/// Returns the height difference of the cells, in words that are short enough for a row of a list.
pub(super) fn apart(issue: &Issue) -> String {
    match issue.distance {
        Some(gap) if gap >= 0.005 => format!("{gap:.2} m apart"),
        _ => "at the same height".to_owned(),
    }
}

pub(super) fn describe_duplicate(issue: &Issue) -> String {
    format!(
        "Cells {} have the same corners, so their edges have too many cells and no agent can cross them. Delete one.",
        super::cells_of(issue),
    )
}

pub(super) fn describe(issue: &Issue) -> String {
    let apart = apart(issue);
    format!(
        "Cells {} overlap, {apart}: a path may start on either of them. \
         Move them apart, or delete one.",
        super::cells_of(issue),
    )
}
