//! Gaps between a boundary side and the inside of a cell straight below or above it.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use glam::{DVec2, DVec3};
use smallvec::SmallVec;

use super::{IslandGap, IslandGapEnd};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Bounds, Vec2, Vec3, ground, is_convex_but_for_rounding};
use crate::navmesh::{Cell, CellId, Derived, HalfEdge, IslandId, NavMesh, Surface};
use crate::progress::{Progress, Stopped};

/// Distance in metres from the border of a cell from which a point is inside of it.
///
/// Borders that overlap by less touch each other.
const INSIDE: f64 = 1e-3;

/// Least length in metres of the part of a side that lies on edges of a cell.
const ALONG: f64 = 1e-2;

/// Number of cells between two progress reports.
const CELLS_PER_REPORT: usize = 1024;

/// Steps needed to compare a side with the inside of a cell, and bytes of a gap in a list.
const STEPS: usize = 8;
const GAP_BYTES: usize = 2 * size_of::<([IslandId; 2], IslandGap)>();

/// Returns the gap between a boundary side and the inside of another cell.
///
/// Edges with a neighbour belong to the inside: a side can lie on them too. The gap is at the point with the least
/// difference of heights, and starts at the side. `None` if no point of the side is straight below or above the inside,
/// or the cell is not convex.
pub fn gap_to_inside(derived: &Derived, side: HalfEdge, other: CellId) -> Option<IslandGap> {
    let mesh = derived.mesh();
    let ends = mesh.half_edge(side)?.map(|end| mesh.position(end).as_dvec3());
    let ring = mesh.ground_ring(other);
    let own = Bounds::of(ends.map(DVec3::as_vec3));
    let [low, high] = ring
        .iter()
        .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], &at| [low.min(at), high.max(at)]);
    let do_meet = own.ground_min().cmple(high).all() && low.cmple(own.ground_max()).all();
    if !do_meet || !ends.iter().all(|end| end.is_finite()) || !is_convex_but_for_rounding(&ring) {
        return None;
    }
    let corners: SmallVec<[DVec2; 8]> = ring.iter().map(|at| at.as_dvec2()).collect();
    let flat = ends.map(|end| DVec2::new(end.x, end.z));
    let inside = clipped(flat, &corners, |_| INSIDE).filter(|[low, high]| low < high);
    let slack = if inside.is_some() { 0.0 } else { INSIDE };
    let inside = inside.or_else(|| on_inner_edge(derived, flat, other, &corners))?;
    let mut best: Option<(f64, f64, f64)> = None;
    for triangle in Surface::of(mesh, other).triangles() {
        let corners = triangle.map(|corner| ground(corner).as_dvec2());
        let Some(span) = clipped(flat, &corners, |_| -slack) else { continue };
        let span = [span[0].max(inside[0]), span[1].min(inside[1])];
        if span[0] > span[1] {
            continue;
        }
        let height = |share: f64| height_in(triangle.map(Vec3::as_dvec3), ends[0].lerp(ends[1], share));
        let rises = span.map(|share| height(share) - ends[0].lerp(ends[1], share).y);
        let (share, rise) = nearest_share(span, rises);
        if rise.is_finite() && best.is_none_or(|(least, ..)| rise.abs() < least) {
            best = Some((rise.abs(), share, rise));
        }
    }
    let (_, share, rise) = best?;
    let point = ends[0].lerp(ends[1], share);
    let from = IslandGapEnd { cell: side.cell, side: Some(side), point };
    let to = IslandGapEnd { cell: other, side: None, point: point + DVec3::Y * rise };
    Some(IslandGap { from, to })
}

/// Returns the part of a segment, from 0 to 1, in a cell or on its edges with a neighbour.
///
/// `None` if it is shorter than [`ALONG`], so that a corner alone is no contact.
fn on_inner_edge(derived: &Derived, ends: [DVec2; 2], cell: CellId, corners: &[DVec2]) -> Option<[f64; 2]> {
    let has_neighbor = |side: usize| derived.adjacency.twin(HalfEdge { cell, side: side as u32 }).is_some();
    let part = clipped(ends, corners, |side| if has_neighbor(side) { -INSIDE } else { INSIDE })?;
    ((part[1] - part[0]) * ends[0].distance(ends[1]) >= ALONG).then_some(part)
}

/// Returns the position on a segment with the least difference of heights, and that difference.
fn nearest_share(span: [f64; 2], rises: [f64; 2]) -> (f64, f64) {
    let [first, second] = rises;
    if first * second < 0.0 {
        return (span[0] + (span[1] - span[0]) * first / (first - second), 0.0);
    }
    // The middle of a level side is the best place for an edit.
    match first.abs().total_cmp(&second.abs()) {
        Ordering::Less => (span[0], first),
        Ordering::Greater => (span[1], second),
        Ordering::Equal => (span[0].midpoint(span[1]), first),
    }
}

/// Returns the height of the plane of a triangle at the ground position of a point; NaN without area.
fn height_in([a, b, c]: [DVec3; 3], at: DVec3) -> f64 {
    if a.y == b.y && b.y == c.y {
        return a.y;
    }
    let normal = (b - a).cross(c - a);
    a.y - (normal.x * (at.x - a.x) + normal.z * (at.z - a.z)) / normal.y
}

/// Returns the part of a segment, from 0 to 1, that is inside of a convex ring.
///
/// `depth` returns the least distance from each side.
fn clipped([from, to]: [DVec2; 2], ring: &[DVec2], depth: impl Fn(usize) -> f64) -> Option<[f64; 2]> {
    let from_first = |i: usize| ring[i % ring.len()] - ring[0];
    let doubled: f64 = (0..ring.len()).map(|i| from_first(i).perp_dot(from_first(i + 1))).sum();
    let [mut low, mut high] = [0.0_f64, 1.0_f64];
    for (i, &corner) in ring.iter().enumerate() {
        let along = ring[(i + 1) % ring.len()] - corner;
        let length = along.length();
        if length == 0.0 {
            continue;
        }
        let depth = depth(i);
        let inwards = |point: DVec2| along.perp_dot(point - corner) * doubled.signum() / length - depth;
        let [a, b] = [from, to].map(inwards);
        if a < 0.0 && b < 0.0 {
            return None;
        }
        if a < 0.0 {
            low = low.max(a / (a - b));
        } else if b < 0.0 {
            high = high.min(a / (a - b));
        }
    }
    (low <= high).then_some([low, high])
}

/// Whether a gap to the inside of a cell precedes one between borders.
///
/// It is narrower, or the borders are beside each other in a point only, at which no edit joins them.
pub(super) fn precedes(mesh: &NavMesh, inside: &IslandGap, between: &IslandGap) -> bool {
    let [width, other] = [inside, between].map(IslandGap::width);
    width < other || width == other && !has_length(mesh, between)
}

/// Whether the sides of a gap have a length in common on the ground, and not only a point.
fn has_length(mesh: &NavMesh, gap: &IslandGap) -> bool {
    let ends = [gap.from, gap.to].map(|end| mesh.half_edge(end.side?));
    let [Some(one), Some(other)] = ends else { return false };
    let flat = |end| ground(mesh.position(end)).as_dvec2();
    let [[from, to], other] = [one, other].map(|side| side.map(flat));
    let (along, length) = ((to - from).normalize_or_zero(), from.distance(to));
    let is_on_line = other.iter().all(|&end| along.perp_dot(end - from).abs() <= INSIDE);
    let [first, second] = other.map(|end| along.dot(end - from));
    is_on_line && first.max(second).min(length) - first.min(second).max(0.0) > INSIDE
}

/// Returns the narrowest gap from the border of one group to the inside of another, for each pair.
///
/// They are in the order of their widths. `group` returns the group of an island, or `None` for an island that is not
/// compared. Linear in the boundary sides, as long as few cells are below or above each. If the budget is exhausted, gaps
/// may be missing.
pub(super) fn gaps_to_insides(
    mesh: &NavMesh,
    derived: &Derived,
    group: impl Fn(IslandId) -> Option<IslandId>,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Vec<IslandGap>, Stopped> {
    let mut found = BTreeMap::<[IslandId; 2], IslandGap>::new();
    let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
    let cells = mesh.cells().filter(|_| derived.islands.len() > 1);
    for (cell, corners) in cells {
        units.step()?;
        let Some(own) = derived.islands.of(cell).and_then(&group) else { continue };
        if budget.step(corners.corners().len()).is_err() {
            break;
        }
        for side in boundary_sides(derived, cell, corners) {
            let outcome = each_inside((mesh, derived), side, budget, |gap, budget| {
                let Some(other) = derived.islands.of(gap.to.cell).and_then(&group) else { return Ok(()) };
                let pair = [own.min(other), own.max(other)];
                let known = found.get(&pair).map(IslandGap::width);
                if own == other || known.is_some_and(|width| width <= gap.width()) {
                    return Ok(());
                }
                if known.is_none() {
                    budget.keep(GAP_BYTES)?;
                }
                found.insert(pair, gap);
                Ok(())
            });
            if outcome.is_err() {
                break;
            }
        }
    }
    let mut found: Vec<IslandGap> = found.into_values().collect();
    found.sort_by(|a, b| a.width().total_cmp(&b.width()));
    Ok(found)
}

/// Calls `visit` with the gaps between a side and the insides of cells on other islands.
fn each_inside(
    (mesh, derived): (&NavMesh, &Derived),
    side: HalfEdge,
    budget: &mut Budget,
    mut visit: impl FnMut(IslandGap, &mut Budget) -> Result<(), Exhausted>,
) -> Result<(), Exhausted> {
    let Some(ends) = mesh.half_edge(side).map(|ends| ends.map(|end| ground(mesh.position(end)))) else {
        return Ok(());
    };
    let island = derived.islands.of(side.cell);
    let rectangle = [ends[0].min(ends[1]), ends[0].max(ends[1])];
    derived.locator.try_each_within(mesh, rectangle, budget, |other, budget| {
        if derived.islands.of(other) == island {
            return Ok(());
        }
        budget.step(STEPS + mesh.corners(other).len())?;
        gap_to_inside(derived, side, other).map_or(Ok(()), |gap| visit(gap, budget))
    })
}

/// Returns the sides of a cell that have no neighbour.
fn boundary_sides<'a>(
    derived: &'a Derived,
    cell: CellId,
    corners: &'a Cell,
) -> impl Iterator<Item = HalfEdge> + 'a {
    let sides = (0..corners.corners().len() as u32).map(move |side| HalfEdge { cell, side });
    sides.filter(|&side| derived.adjacency.twin(side).is_none())
}
