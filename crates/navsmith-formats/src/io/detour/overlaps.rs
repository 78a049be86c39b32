//! Overlaps of portals that Detour connects.
//!
//! Detour connects the polygon of a portal with those across the border whose portals overlap it: their lines are at
//! most a centimetre apart, they overlap by more than two, and their heights differ by at most twice the walkable
//! climb at an end of the overlap. It takes the first four polygons of each tile only, so a connection may lead in one
//! direction.

use std::collections::BTreeMap;

use super::portal::{PLUS_X, PLUS_Z, TilePortal, is_long_enough};
use super::tile::{APART, Tile};
use navsmith_core::budget::{Budget, Exhausted};

/// An overlap of two portals whose polygons are connected.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    pub(super) portals: [usize; 2],
    /// Coordinates along the border of the ends.
    pub(super) range: [f32; 2],
    /// Difference in height.
    pub(super) rise: f32,
    /// Whether Detour leads from the first portal to the second, and back.
    pub(super) leads: [bool; 2],
    /// Whether a direction is missing because a side leads to few polygons of a tile.
    pub(super) is_limited: bool,
}

impl Overlap {
    /// Whether the overlap is a part of the border, and no point that rounding makes long enough.
    fn has_length(&self) -> bool {
        self.range[0] < self.range[1]
    }
}

/// Returns the overlaps of portals of different tiles.
///
/// A portal leads to at most `most` polygons of a tile. An overlap that leads in neither direction is no connection.
pub(super) fn overlaps(
    tiles: &[Tile],
    portals: &[TilePortal],
    most: usize,
    budget: &mut Budget,
) -> Result<Vec<Overlap>, Exhausted> {
    let mut found = Vec::new();
    for direction in [PLUS_X, PLUS_Z] {
        // Portals by the tile beyond the border, where the opposite ones are; layers are tiles at the same place.
        let mut borders: BTreeMap<[i32; 2], [Vec<usize>; 2]> = BTreeMap::new();
        for (number, portal) in portals.iter().enumerate() {
            let at = tiles[portal.tile].at;
            let beyond = [i32::from(direction == PLUS_X), i32::from(direction == PLUS_Z)];
            let beyond = [at[0].saturating_add(beyond[0]), at[1].saturating_add(beyond[1])];
            if portal.direction == direction {
                borders.entry(at).or_default()[0].push(number);
                if beyond != at {
                    borders.entry(beyond).or_default()[0].push(number);
                }
            } else if portal.direction == direction + 4 {
                borders.entry(at).or_default()[1].push(number);
            }
        }
        for sides in borders.into_values() {
            sweep(tiles, portals, sides, budget, &mut found)?;
        }
    }
    for from in [0, 1] {
        limit(portals, from, most, &mut found);
    }
    found.retain(Overlap::has_length);
    Ok(found)
}

/// Adds the overlaps of the portals on both sides of a border, from its start to its end.
fn sweep(
    tiles: &[Tile],
    portals: &[TilePortal],
    [ones, others]: [Vec<usize>; 2],
    budget: &mut Budget,
    found: &mut Vec<Overlap>,
) -> Result<(), Exhausted> {
    let all = ones.into_iter().map(|portal| (portal, 0)).chain(others.into_iter().map(|portal| (portal, 1)));
    let mut all: Vec<(usize, usize)> = all.collect();
    let start = |portal: usize| portals[portal].ends[0][0];
    all.sort_by(|a, b| start(a.0).total_cmp(&start(b.0)).then(a.cmp(b)));
    let mut active: [Vec<usize>; 2] = [Vec::new(), Vec::new()];
    for (portal, side) in all {
        budget.step(1 + active[1 - side].len())?;
        active[1 - side].retain(|&other| portals[other].ends[1][0] >= start(portal));
        for &other in &active[1 - side] {
            let pair = if side == 0 { [portal, other] } else { [other, portal] };
            if let Some(overlap) = overlap(tiles, portals, pair) {
                budget.keep(size_of::<Overlap>())?;
                found.push(overlap);
            }
        }
        active[side].push(portal);
    }
    Ok(())
}

/// Returns the overlap of two portals of different tiles; `None` if Detour does not connect them.
fn overlap(tiles: &[Tile], portals: &[TilePortal], pair: [usize; 2]) -> Option<Overlap> {
    let [one, other] = pair.map(|portal| &portals[portal]);
    let range = [one.ends[0][0].max(other.ends[0][0]), one.ends[1][0].min(other.ends[1][0])];
    if one.tile == other.tile || (one.line - other.line).abs() > APART || !is_long_enough(range) {
        return None;
    }
    let [low, high] = [range[0] + APART, range[1] - APART].map(|at| other.height(at) - one.height(at));
    // Detour allows twice the climb of the tile that a connection leads to.
    let is_level = |to: &TilePortal| {
        let climb = 2.0 * tiles[to.tile].walkable_climb;
        low * high < 0.0 || low.abs() <= climb || high.abs() <= climb
    };
    let leads = [is_level(other), is_level(one)];
    (leads != [false; 2]).then(|| Overlap {
        portals: pair,
        range,
        rise: low.abs() + high.abs(),
        leads,
        is_limited: false,
    })
}

/// Removes the directions beyond the first `most` polygons of a tile to which a portal leads.
///
/// `from` is the number in each pair of the portal that leads to the other.
fn limit(portals: &[TilePortal], from: usize, most: usize, found: &mut [Overlap]) {
    let mut by_portal: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for (number, overlap) in found.iter().enumerate().filter(|(_, overlap)| overlap.leads[from]) {
        let to = &portals[overlap.portals[1 - from]];
        by_portal.entry((overlap.portals[from], to.tile)).or_default().push((to.polygon, number));
    }
    for mut to in by_portal.into_values().filter(|to| to.len() > most) {
        to.sort_unstable();
        let mut polygons: Vec<usize> = to.iter().map(|&(polygon, _)| polygon).collect();
        polygons.dedup();
        let Some(&first_left_out) = polygons.get(most) else { continue };
        for &(polygon, number) in &to {
            let is_left_out = polygon >= first_left_out;
            found[number].leads[from] &= !is_left_out;
            found[number].is_limited |= is_left_out;
        }
    }
}
