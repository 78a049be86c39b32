//! Where two cells come nearest to each other, and which cell lies over an edge.

use glam::{DVec3, Vec3Swizzles as _};

use crate::budget::Budget;
use crate::document::issues::STOREY;
use crate::geometry::{Plane, Turn, Vec2, contains, ground, nearest_points, turn};
use crate::navmesh::{Cell, CellId, Derived, Edge, HalfEdge, NavMesh};
use crate::pathfinding::analysis::island_gaps::{IslandGap, IslandGapEnd};

/// Maximum number of pairs of sides that are compared.
const MOST_SIDES: usize = 1 << 16;

/// Returns the gap between the nearest sides of two cells that have no neighbour.
///
/// Of several pairs at the same distance, the one with the fewest corners among the nearest points.
pub(super) fn gap_between(mesh: &NavMesh, derived: &Derived, cells: [CellId; 2]) -> Option<IslandGap> {
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
                let [from, to] = ends.map(|(side, point)| IslandGapEnd { side, point });
                best = Some((rank, IslandGap { from, to }));
            }
        }
    }
    best.map(|(_, gap)| gap)
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
pub(super) fn have_common_length(mesh: &NavMesh, derived: &Derived, cells: [CellId; 2]) -> bool {
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

/// Whether two cells are beside each other at a gap.
///
/// It is narrower than the sides there, and no other cell is in it.
pub(super) fn is_beside(mesh: &NavMesh, derived: &Derived, gap: &IslandGap) -> bool {
    let length = |end: IslandGapEnd| {
        let ends = mesh.half_edge(end.side).map(|side| side.map(|end| mesh.position(end)));
        ends.map_or(0.0, |[a, b]| f64::from(a.distance(b)))
    };
    let cells = [gap.from.side.cell, gap.to.side.cell];
    gap.width() < length(gap.from).min(length(gap.to)) && !is_occupied(mesh, derived, gap, cells)
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
