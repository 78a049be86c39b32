//! Surfaces that face down over or under ground that faces up: ceilings, and undersides without walls.

use std::collections::{BTreeMap, BTreeSet};

use crate::budget::{Budget, Exhausted};
use crate::geometry::{Vec2, area, convex_partition, ground, ground_area, intersection, is_convex};
use crate::navmesh::{CellId, Locator, NavMesh, Surface};

/// Least share of a ceiling that is over ground. Ground that faces down can cover buried solids.
const OVER: f64 = 0.25;

/// Least share of an underside that is under ground. Solids can stand on ground that faces down.
const UNDER: f64 = 0.9;

/// Areas of a surface on the ground, in m².
#[derive(Default)]
struct Areas {
    all: f64,
    over: f64,
    under: f64,
}

/// Returns the surfaces that are over or under ground and share no vertex with it.
///
/// Cells that face down come with the number of their surface. Ends early at a number of comparisons in proportion to
/// the cells, and decides by what was compared until then.
pub(super) fn ceilings(mesh: &NavMesh, ground: &[CellId], down: &[(u32, CellId)]) -> BTreeSet<u32> {
    if ground.is_empty() || down.is_empty() {
        return BTreeSet::new();
    }
    let mut is_of_ground = vec![false; mesh.vertex_slots()];
    let mut is_ground = vec![false; mesh.cell_slots()];
    for &cell in ground {
        is_ground[cell.0 as usize] = true;
        mesh.corners(cell).iter().for_each(|corner| is_of_ground[corner.0 as usize] = true);
    }
    let touches = |cell: CellId| mesh.corners(cell).iter().any(|corner| is_of_ground[corner.0 as usize]);
    let touching: BTreeSet<u32> =
        down.iter().filter(|&&(_, cell)| touches(cell)).map(|&(surface, _)| surface).collect();
    let (locator, mut budget) = (Locator::build(mesh), Budget::of_elements(mesh.cell_count()));
    let mut surfaces: BTreeMap<u32, Areas> = BTreeMap::new();
    for &(surface, cell) in down.iter().filter(|(surface, _)| !touching.contains(surface)) {
        let areas = surfaces.entry(surface).or_default();
        if add_cell(areas, (mesh, &locator), &is_ground, cell, &mut budget).is_err() {
            break;
        }
    }
    let is_ceiling = |areas: &Areas| {
        let Areas { all, over, under } = *areas;
        all > 0.0 && (over >= OVER * all || under >= UNDER * all)
    };
    surfaces.into_iter().filter(|(_, areas)| is_ceiling(areas)).map(|(surface, _)| surface).collect()
}

/// Adds the area of a cell, and the parts that are over and under ground.
fn add_cell(
    areas: &mut Areas,
    (mesh, locator): (&NavMesh, &Locator),
    is_ground: &[bool],
    cell: CellId,
    budget: &mut Budget,
) -> Result<(), Exhausted> {
    // The division of a cell can take the square of its corners.
    let division = |cell: CellId| mesh.corners(cell).len().pow(2);
    budget.step(division(cell))?;
    let own = convex_rings(mesh, cell);
    let own_area: f64 = own.iter().map(|ring| ground_area(ring)).sum();
    let points = || mesh.corners(cell).iter().map(|&corner| ground(mesh.position(corner)));
    let low = points().fold(Vec2::INFINITY, Vec2::min);
    let high = points().fold(Vec2::NEG_INFINITY, Vec2::max);
    let [mut over, mut under] = [0.0; 2];
    let visit = |other: CellId, budget: &mut Budget| {
        if !is_ground[other.0 as usize] {
            return Ok(());
        }
        budget.step(division(other))?;
        for ring in convex_rings(mesh, other) {
            for one in &own {
                budget.step(one.len() + ring.len())?;
                let common = intersection(one, &ring);
                let center = common.iter().sum::<glam::DVec2>() / common.len().max(1) as f64;
                let height = |cell: CellId| Surface::floor(mesh, cell, center.as_vec2());
                let is_over = height(cell) > height(other);
                *(if is_over { &mut over } else { &mut under }) += area(&common);
            }
        }
        Ok(())
    };
    let searched = locator.try_each_within(mesh, [low, high], budget, visit);
    areas.all += own_area;
    // Several storeys can cover a place.
    areas.over += over.min(own_area);
    areas.under += under.min(own_area);
    searched
}

/// Returns the convex pieces of a cell on the ground, counter-clockwise.
///
/// A cell without pieces, such as one that crosses itself, has no rings.
fn convex_rings(mesh: &NavMesh, cell: CellId) -> Vec<Vec<Vec2>> {
    let mut ring = mesh.ground_ring(cell).to_vec();
    if ground_area(&ring) < 0.0 {
        ring.reverse();
    }
    if is_convex(&ring) {
        return vec![ring];
    }
    let pieces = convex_partition(&ring).unwrap_or_default();
    pieces.into_iter().map(|piece| piece.into_iter().map(|corner| ring[corner]).collect()).collect()
}
