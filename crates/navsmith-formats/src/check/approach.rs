//! Where two cells come nearest to each other, and which cell lies over an edge.

use glam::{DVec3, Vec3Swizzles as _};

use crate::check::STOREY;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{
    Bounds, Plane, Turn, Vec2, contains, ground, interiors_overlap, nearest_points, turn,
};
use navsmith_core::navmesh::{Cell, CellId, Derived, Edge, HalfEdge, NavMesh, ground_within};
use navsmith_core::pathfinding::analysis::island_gaps::inside::gap_to_inside;
use navsmith_core::pathfinding::analysis::island_gaps::{IslandGap, IslandGapEnd};

/// Maximum number of pairs of sides that are compared.
const MOST_SIDES: usize = 1 << 16;

/// Returns the smallest gap of two cells.
///
/// It lies between the nearest sides that have no neighbour, or between such a side and the inside of the other cell.
/// Of several pairs of sides at the same distance, the one with the fewest corners among the nearest points. The inside
/// counts only straight below or above a side.
pub(in crate::check) fn gap_between(
    mesh: &NavMesh,
    derived: &Derived,
    cells: [CellId; 2],
) -> Option<IslandGap> {
    let [ones, others] = cells.map(|cell| free_sides(mesh, derived, cell));
    if ones.len().saturating_mul(others.len()) > MOST_SIDES {
        return None;
    }
    let mut best: Option<((f64, usize), IslandGap)> = None;
    for &(one, one_ends) in &ones {
        for &(other, other_ends) in &others {
            let points = nearest_points(one_ends, other_ends);
            let corners =
                usize::from(one_ends.contains(&points[0])) + usize::from(other_ends.contains(&points[1]));
            let rank = (points[0].distance_squared(points[1]), corners);
            if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                let ends = [(one, points[0]), (other, points[1])];
                let [from, to] = ends.map(|(side, point)| IslandGapEnd::on_side(side, point));
                best = Some((rank, IslandGap { from, to }));
            }
        }
    }
    let beside = best.map(|(_, gap)| gap);
    let width = beside.map_or(f64::INFINITY, |gap| gap.width());
    contact(mesh, derived, cells).filter(|inside| inside.width() < width).or(beside)
}

/// Returns the smallest gap between a side of one of two cells and the inside of the other one.
///
/// Leads from the first cell to the second.
pub(in crate::check) fn contact(mesh: &NavMesh, derived: &Derived, cells: [CellId; 2]) -> Option<IslandGap> {
    let [one, other] = cells;
    let of = |from: CellId, into: CellId| {
        let sides = free_sides(mesh, derived, from);
        if sides.len().saturating_mul(mesh.corners(into).len()) > MOST_SIDES {
            return None;
        }
        let sides = sides.into_iter().map(|(side, _)| side);
        let gaps = sides.filter_map(move |side| gap_to_inside(derived, side, into));
        gaps.min_by(|a, b| a.width().total_cmp(&b.width()))
    };
    let both = [of(one, other), of(other, one).map(IslandGap::reversed)];
    both.into_iter().flatten().min_by(|a, b| a.width().total_cmp(&b.width()))
}

/// Returns the cells on the island of `floor` less than a storey from a cell; `floor` is first.
pub(in crate::check) fn cells_under(
    mesh: &NavMesh,
    derived: &Derived,
    cell: CellId,
    floor: CellId,
) -> Vec<CellId> {
    let ring = mesh.ground_ring(cell);
    let bounds = Bounds::of(mesh.ring(cell));
    let mut found = vec![floor];
    let mut budget = Budget::of_elements(mesh.cell_count());
    let rectangle = [bounds.ground_min(), bounds.ground_max()];
    // Without budget, the edit covers fewer cells, and is refused if it needs the others.
    let _ = derived.locator.try_each_within(mesh, rectangle, &mut budget, |other, budget| {
        budget.step(mesh.corners(other).len())?;
        let is_beside = derived.adjacency.neighbors(cell).any(|(_, next)| next == other);
        if ![cell, floor].contains(&other)
            && !is_beside
            && derived.islands.of(other) == derived.islands.of(floor)
            && interiors_overlap(&ring, &mesh.ground_ring(other))
            && is_close(mesh, cell, other)
        {
            found.push(other);
        }
        Ok(())
    });
    found[1..].sort_unstable();
    found
}

/// Whether two cells that overlap are closer than a storey somewhere on their common ground.
fn is_close(mesh: &NavMesh, cell: CellId, other: CellId) -> bool {
    let part = ground_within(mesh, cell, other, STOREY);
    let corners: Vec<Vec2> = part.iter().map(|at| at.as_vec2()).collect();
    corners.len() >= 3 && interiors_overlap(&corners, &mesh.ground_ring(other))
}

/// Returns the least distance at the far ends of two sides that lead away from a common point.
///
/// `None` if they spread by 30° or more, because a weld would tear the cells out of shape, or if the cells lie over
/// each other, so that no gap is between them.
pub(in crate::check) fn wedge(
    mesh: &NavMesh,
    derived: &Derived,
    cells: [CellId; 2],
    at: DVec3,
) -> Option<f64> {
    let rings = cells.map(|cell| mesh.ground_ring(cell));
    if interiors_overlap(&rings[0], &rings[1]) {
        return None;
    }
    let [ones, others] = cells.map(|cell| free_sides(mesh, derived, cell));
    let away = |side: &(HalfEdge, [DVec3; 2])| {
        let [from, to] = side.1;
        (from == at || to == at).then_some(if from == at { to } else { from })
    };
    let ends = |sides: &[(HalfEdge, [DVec3; 2])]| sides.iter().filter_map(away).collect::<Vec<DVec3>>();
    let (ones, others) = (ends(&ones), ends(&others));
    let pairs = ones.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
    let opening = pairs.filter_map(|(one, other)| {
        let (short, long) = if one.distance(at) <= other.distance(at) { (one, other) } else { (other, one) };
        let width = short.distance(nearest_points([short; 2], [at, long])[1]);
        (2.0 * width < short.distance(at)).then_some(width)
    });
    opening.min_by(f64::total_cmp)
}

fn free_sides(mesh: &NavMesh, derived: &Derived, cell: CellId) -> Vec<(HalfEdge, [DVec3; 2])> {
    let sides = (0..).zip(mesh.cell(cell).into_iter().flat_map(Cell::sides));
    let ends =
        sides.map(|(side, ends)| (HalfEdge { cell, side }, ends.map(|end| mesh.position(end).as_dvec3())));
    ends.filter(|(side, ends)| {
        derived.adjacency.twin(*side).is_none() && ends.iter().all(|end| end.is_finite())
    })
    .collect()
}

/// Whether the borders of two cells have a length in common, and not only a point.
pub(in crate::check) fn have_common_length(mesh: &NavMesh, derived: &Derived, cells: [CellId; 2]) -> bool {
    let [ones, others] = cells.map(|cell| free_sides(mesh, derived, cell));
    if ones.len().saturating_mul(others.len()) > MOST_SIDES {
        return false;
    }
    let is_on = |point: DVec3, side: [DVec3; 2]| {
        side.contains(&point) || nearest_points([point; 2], side)[1] == point
    };
    ones.iter().any(|&(_, one)| {
        others.iter().any(|&(_, other)| {
            let of_one = one.into_iter().filter(|&end| is_on(end, other));
            let mut common = of_one.chain(other.into_iter().filter(|&end| is_on(end, one)));
            let first = common.next();
            common.any(|point| Some(point) != first)
        })
    })
}

/// Height in metres up to which a side is beside the inside of a cell below or above it.
const LOW: f64 = 2.0 * STOREY as f64;

/// Whether two cells are beside each other at a gap.
///
/// It is narrower than the sides there, and no other cell is in it. A gap to the inside of a cell is low.
pub(in crate::check) fn is_beside(mesh: &NavMesh, derived: &Derived, gap: &IslandGap) -> bool {
    let (Some(from), Some(to)) = (gap.from.side, gap.to.side) else { return gap.width() <= LOW };
    let length = |side: HalfEdge| {
        let ends = mesh.half_edge(side).map(|side| side.map(|end| mesh.position(end)));
        ends.map_or(0.0, |[a, b]| f64::from(a.distance(b)))
    };
    gap.width() < length(from).min(length(to)) && !is_occupied(mesh, derived, gap, gap.cells())
}

/// Whether a cell other than these lies in a gap.
fn is_occupied(mesh: &NavMesh, derived: &Derived, gap: &IslandGap, cells: [CellId; 2]) -> bool {
    if gap.on_ground() == 0.0 {
        return false;
    }
    [0.25, 0.5, 0.75].into_iter().any(|share| {
        let at = gap.from.point.lerp(gap.to.point, share);
        let on_ground = at.xz().as_vec2();
        derived.locator.near(on_ground).any(|cell| {
            let is_over = || contains(&mesh.ground_ring(cell), on_ground);
            let plane = || Plane::of_ring(&mesh.ring(cell));
            !cells.contains(&cell)
                && is_over()
                && plane().is_some_and(|plane| (plane.height_at(on_ground) - at.y as f32).abs() < STOREY)
        })
    })
}

/// Distances from an edge within which the cell over it is searched for, as multiples of its length.
const REACHES: [f32; 5] = [0.01, 0.25, 1.0, 8.0, 64.0];

/// Returns the two cells to compare at an edge: its own cell, and the nearest other one over it.
///
/// For an edge of several cells, two of these, first one without a neighbour there. Returns `None` if no cell is in
/// front of the edge within 64 times its length.
pub fn cells_over(mesh: &NavMesh, derived: &Derived, edge: Edge) -> Option<[CellId; 2]> {
    let sides = derived.adjacency.sides_of(mesh, edge);
    let is_joined = |side: &&HalfEdge| derived.adjacency.twin(**side).is_some();
    let own = sides.iter().find(|side| !is_joined(side)).or_else(|| sides.first())?;
    if sides.len() > 1 {
        let is_other = |side: &&HalfEdge| side.cell != own.cell;
        let other = sides.iter().find(|side| is_joined(side) && is_other(side));
        return Some([own.cell, other.or_else(|| sides.iter().find(is_other))?.cell]);
    }
    let ends = mesh.half_edge(*own)?.map(|end| mesh.position(end));
    let length = ends[0].distance(ends[1]);
    let mut budget = Budget::of_elements(mesh.cell_count());
    let found = REACHES.iter().find_map(|reach| {
        nearest_in_front(
            mesh,
            derived,
            own.cell,
            ends.map(DVec3::from),
            f64::from(reach * length),
            &mut budget,
        )
    });
    found.map(|other| [own.cell, other])
}

/// Distance up to which a cell behind an edge counts as over it, as a fraction of its length.
const IN_CONTACT: f64 = 1e-3;

/// Returns the cell nearest to the middle of a side, in front of it and within a distance.
fn nearest_in_front(
    mesh: &NavMesh,
    derived: &Derived,
    own: CellId,
    [from, to]: [DVec3; 2],
    reach: f64,
    budget: &mut Budget,
) -> Option<CellId> {
    let (middle, along) = (from.midpoint(to), to - from);
    let mut best: Option<(f64, CellId)> = None;
    let ends_on_ground = [from, to].map(|end| ground(end.as_vec3()));
    let [low, high] = [ends_on_ground[0].min(ends_on_ground[1]), ends_on_ground[0].max(ends_on_ground[1])];
    let margin = Vec2::splat(reach as f32);
    let rectangle = [low - margin, high + margin];
    // Without budget, the nearest cell found so far is the answer.
    let _ = derived.locator.try_each_within(mesh, rectangle, budget, |cell, budget| {
        budget.step(mesh.corners(cell).len())?;
        for ends in mesh.cell(cell).filter(|_| cell != own).into_iter().flat_map(Cell::sides) {
            let ends = ends.map(|end| mesh.position(end).as_dvec3());
            let at = nearest_points([middle; 2], ends)[1];
            let (distance, share) = (at.distance(middle), (at - from).dot(along) / along.length_squared());
            // The cell of the side lies to the left of it.
            let is_in_front = turn(ends_on_ground[0], ends_on_ground[1], ground(at.as_vec3())) != Turn::Left
                || distance <= IN_CONTACT * along.length();
            let is_near = best.is_none_or(|(least, other)| (distance, cell) < (least, other));
            if distance <= reach && share > 0.0 && share < 1.0 && is_in_front && is_near {
                best = Some((distance, cell));
            }
        }
        Ok(())
    });
    best.map(|(_, cell)| cell)
}
