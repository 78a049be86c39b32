//! The nearest gap of each pair of islands that nearly touch.

use std::collections::BTreeMap;

use glam::DVec3;

use super::inside::{gaps_to_insides, precedes};
use super::{IslandGap, IslandGapEnd};
use crate::budget::{Budget, Exhausted};
use crate::geometry::{Bounds, Vec2, nearest_points};
use crate::navmesh::{Cell, CellId, Derived, HalfEdge, IslandId, NavMesh};
use crate::progress::{Progress, Stopped};

/// Number of cells between two progress reports.
const CELLS_PER_REPORT: usize = 1024;

/// Bytes of a pair of islands in the map, and in the list.
const PAIR_BYTES: usize = 2 * size_of::<(Pair, Rank, IslandGap)>();

/// Two islands, the smaller id first.
type Pair = (IslandId, IslandId);

/// Squared width of a gap, number of its ends that are corners, and its sides.
type Rank = (f64, usize, [HalfEdge; 2]);

/// A boundary side with the positions of its ends.
type BoundarySide = (HalfEdge, [DVec3; 2]);

/// The nearest gaps found so far, by pair of islands.
type Nearest = BTreeMap<Pair, (Rank, IslandGap)>;

/// Returns the nearest gap of each pair of islands at most `reach` metres apart, the narrowest first.
///
/// Distances are measured in space, from border to border and straight down or up to the inside of cells. Links are
/// ignored. Linear in the cells at the boundary, as long as few others are within that distance of each. If the budget is
/// exhausted, there may be more pairs, and narrower gaps of those returned.
pub fn near_islands(
    mesh: &NavMesh,
    derived: &Derived,
    reach: f64,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Vec<IslandGap>, Stopped> {
    let mut nearest = between_borders(mesh, derived, reach, budget, &progress.part(0.0..0.5))?;
    for gap in gaps_to_insides(mesh, derived, Some, budget, &progress.part(0.5..1.0))? {
        let islands = gap.cells().map(|cell| derived.islands.of(cell).unwrap_or_default());
        let pair = (islands[0].min(islands[1]), islands[0].max(islands[1]));
        let squared = gap.width() * gap.width();
        let is_nearest = nearest.get(&pair).is_none_or(|(_, other)| precedes(mesh, &gap, other));
        if gap.width() <= reach && is_nearest {
            let side = |end: IslandGapEnd| end.side.unwrap_or(HalfEdge { cell: end.cell, side: 0 });
            nearest.insert(pair, ((squared, 0, [gap.from, gap.to].map(side)), gap));
        }
    }
    Ok(in_order(nearest))
}

/// Like [`near_islands`], but only from border to border.
pub fn near_borders(
    mesh: &NavMesh,
    derived: &Derived,
    reach: f64,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Vec<IslandGap>, Stopped> {
    between_borders(mesh, derived, reach, budget, progress).map(in_order)
}

fn in_order(nearest: Nearest) -> Vec<IslandGap> {
    let mut found: Vec<(Rank, IslandGap)> = nearest.into_values().collect();
    found.sort_by(|(a, _), (b, _)| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));
    found.into_iter().map(|(_, gap)| gap).collect()
}

/// Returns the nearest gap of each pair of borders.
fn between_borders(
    mesh: &NavMesh,
    derived: &Derived,
    reach: f64,
    budget: &mut Budget,
    progress: &Progress,
) -> Result<Nearest, Stopped> {
    let mut nearest = Nearest::new();
    let mut units = progress.units(mesh.cell_count(), CELLS_PER_REPORT);
    for (cell, corners) in mesh.cells() {
        units.step()?;
        if budget.step(corners.corners().len()).is_err() {
            break;
        }
        let sides = boundary_sides(mesh, derived, cell);
        if !sides.is_empty()
            && around_cell((mesh, derived), cell, &sides, reach, &mut nearest, budget).is_err()
        {
            break;
        }
    }
    Ok(nearest)
}

/// Compares the boundary sides of a cell with those of cells of other islands near it.
///
/// Only cells with a larger id are compared, so each pair is compared once.
fn around_cell(
    (mesh, derived): (&NavMesh, &Derived),
    cell: CellId,
    sides: &[BoundarySide],
    reach: f64,
    nearest: &mut Nearest,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let Some(island) = derived.islands.of(cell) else { return Ok(()) };
    let bounds = Bounds::of(mesh.ring(cell));
    let margin = Vec2::splat(reach as f32);
    let rectangle = [bounds.ground_min() - margin, bounds.ground_max() + margin];
    derived.locator.try_each_within(mesh, rectangle, budget, |other, budget| {
        let Some(of_other) = derived.islands.of(other).filter(|&it| other > cell && it != island) else {
            return Ok(());
        };
        budget.step(mesh.corners(other).len())?;
        let others = boundary_sides(mesh, derived, other);
        budget.step(sides.len() * others.len())?;
        for one in sides {
            for other in &others {
                let pair = (island.min(of_other), island.max(of_other));
                compare([one, other], pair, reach, nearest, budget)?;
            }
        }
        Ok(())
    })
}

/// Stores the gap between two sides if it is the nearest one of their islands so far.
fn compare(
    [one, other]: [&BoundarySide; 2],
    pair: Pair,
    reach: f64,
    nearest: &mut Nearest,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    let known = nearest.get(&pair).map(|(rank, _)| *rank);
    let least = known.map_or(reach * reach, |rank| rank.0);
    let [first, second] = [one, other].map(|(_, [a, b])| (a.min(*b), a.max(*b)));
    let apart = (first.0 - second.1).max(second.0 - first.1).max(DVec3::ZERO);
    if apart.length_squared() > least {
        return Ok(());
    }
    let points = nearest_points(one.1, other.1);
    let corners = usize::from(one.1.contains(&points[0])) + usize::from(other.1.contains(&points[1]));
    let rank: Rank = (points[0].distance_squared(points[1]), corners, [one.0, other.0]);
    if rank.0 > least || known.is_some_and(|known| known <= rank) {
        return Ok(());
    }
    if known.is_none() {
        budget.keep(PAIR_BYTES)?;
    }
    let [from, to] =
        [(one.0, points[0]), (other.0, points[1])].map(|(side, point)| IslandGapEnd::on_side(side, point));
    nearest.insert(pair, (rank, IslandGap { from, to }));
    Ok(())
}

fn boundary_sides(mesh: &NavMesh, derived: &Derived, cell: CellId) -> Vec<BoundarySide> {
    let all = (0..).zip(mesh.cell(cell).into_iter().flat_map(Cell::sides));
    let sides = all.map(|(side, ends)| (HalfEdge { cell, side }, ends));
    let free = sides.filter(|(side, _)| derived.adjacency.twin(*side).is_none());
    let placed = free.map(|(side, ends)| (side, ends.map(|end| mesh.position(end).as_dvec3())));
    placed.filter(|(_, ends)| ends.iter().all(|end| end.is_finite())).collect()
}
