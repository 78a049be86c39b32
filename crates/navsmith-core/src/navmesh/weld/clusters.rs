//! Clusters of positions that become one vertex: chains of positions at most a distance apart.
//!
//! A grid usually finds them in one pass. If positions are too unevenly crowded for the grid, space is divided into
//! blocks with a diagonal below the distance. The blocks are then visited in sorted order. This requires a sort, but
//! neither a hash of all neighbours nor pairwise comparisons.

use std::collections::HashMap;
use std::ops::Range;

use glam::{DVec3, Vec3A};

use super::cells::Cells;
use super::position_grid::PositionGrid;
use super::sets::{KnownPlaces, Sets};
use super::{Soup, WeldOptions};

/// The distinct positions of usable polygons, called places, and the clusters of places.
pub(super) struct Clusters {
    /// For each position, one more than its place; 0 if no usable polygon has it.
    place_of: Vec<u32>,
    places: Vec<Vec3A>,
    /// Number of used positions welded to another position.
    pub(super) welded: usize,
}

impl Clusters {
    /// Computes the clusters of a soup, and its cells if no two places become one.
    pub(super) fn of<'a>(soup: &'a Soup, options: &'a WeldOptions) -> (Self, Option<Cells<'a>>) {
        let distance = options.distance.max(0.0);
        let gridded = PositionGrid::around(soup, distance).and_then(|places| {
            let mut pass = Gridded { places, cells: Some(Cells::of(soup, options)) };
            let placed = place_all(soup, &mut pass, Gridded::place, Gridded::placed)?;
            Some((placed, (pass.places.all, pass.places.sets), pass.cells))
        });
        let (placed, (places, sets), cells) = gridded.unwrap_or_else(|| sorted(soup, distance.into()));
        (Self::joined(placed, places, sets), cells)
    }

    fn joined((mut place_of, used): (Vec<u32>, usize), places: Vec<Vec3A>, mut sets: Sets) -> Self {
        let mut clusters = places.len();
        if let Some(middles) = sets.middles(&places) {
            clusters = (0..).zip(&middles).filter(|&(place, middle)| place == *middle).count();
            for place in place_of.iter_mut().filter(|place| **place != 0) {
                *place = middles[*place as usize - 1] + 1;
            }
        }
        Self { place_of, places, welded: used - clusters }
    }

    pub(super) fn known(&self) -> KnownPlaces<'_> {
        KnownPlaces { place_of: &self.place_of, places: &self.places }
    }
}

/// Placement by a grid. Also creates cells as long as no two places become one.
///
/// This is the usual case, and it reads polygons while they are still cached.
struct Gridded<'a> {
    places: PositionGrid<'a>,
    cells: Option<Cells<'a>>,
}

impl Gridded<'_> {
    #[inline]
    fn place(&mut self, position: usize, at: Vec3A) -> Option<u32> {
        self.places.add(position, at)
    }

    fn placed(&mut self, place_of: &[u32], polygons: Range<usize>) {
        if !self.places.sets.is_empty() {
            self.cells = None;
        }
        if let Some(cells) = &mut self.cells {
            cells.add(KnownPlaces { place_of, places: &self.places.all }, polygons);
        }
    }
}

/// Number of polygons whose positions are placed before their cells are created, so each loop is short.
const TOGETHER: usize = 256;

/// Returns the place of each position plus one, and the number of used positions.
///
/// A position that no usable polygon has contains 0. `place` returns the place of a position, given its number and
/// coordinates. `placed` receives polygons whose positions have their places. Returns `None` if `place` does.
fn place_all<S>(
    soup: &Soup,
    state: &mut S,
    place: impl Fn(&mut S, usize, Vec3A) -> Option<u32>,
    placed: impl Fn(&mut S, &[u32], Range<usize>),
) -> Option<(Vec<u32>, usize)> {
    // Zeroed memory costs nothing until it is written to.
    let (mut place_of, mut used) = (vec![0; soup.positions.len()], 0);
    for first in (0..soup.len()).step_by(TOGETHER) {
        let polygons = first..soup.len().min(first + TOGETHER);
        for (corners, _) in soup.polygons_in(polygons.clone()) {
            if !is_usable(soup, corners) {
                continue;
            }
            for &corner in corners {
                let known = &mut place_of[corner as usize];
                if *known == 0 {
                    *known = place(state, corner as usize, soup.positions[corner as usize].into())? + 1;
                    used += 1;
                }
            }
        }
        placed(state, &place_of, polygons);
    }
    Some((place_of, used))
}

#[inline]
fn is_usable(soup: &Soup, corners: &[u32]) -> bool {
    let at = |corner: u32| soup.positions.get(corner as usize);
    // Most polygons are triangles, and a sum is finite only if all summands are.
    if let &[a, b, c] = corners
        && let (Some(a), Some(b), Some(c)) = (at(a), at(b), at(c))
        && (a + b + c).element_sum().is_finite()
    {
        return true;
    }
    corners.iter().all(|&corner| at(corner).is_some_and(|at| at.is_finite()))
}

/// The places of positions, the number of used positions, the places' coordinates and sets; no cells.
type Sorted<'a> = ((Vec<u32>, usize), (Vec<Vec3A>, Sets), Option<Cells<'a>>);

/// Places positions by hashing and sorting; slower, but works for any positions.
fn sorted<'a>(soup: &Soup, distance: f64) -> Sorted<'a> {
    let (mut state, mut sets) = ((Vec::new(), HashMap::new()), Sets::default());
    let place = |(places, place_at): &mut (Vec<Vec3A>, HashMap<_, u32>), _, at: Vec3A| {
        // Adding 0 turns -0, which is equal but has other bits, into 0.
        let at = at + Vec3A::ZERO;
        Some(*place_at.entry(at.to_array().map(f32::to_bits)).or_insert_with(|| {
            places.push(at);
            places.len() as u32 - 1
        }))
    };
    let placed = place_all(soup, &mut state, place, |_, _, _| {});
    let (places, _) = state;
    if distance > 0.0 {
        let points: Vec<DVec3> = places.iter().map(|place| place.as_dvec3()).collect();
        join_near(&points, distance, &mut sets);
    }
    (placed.unwrap_or_default(), (places, sets), None)
}

/// Column, layer and row of a block, as floats, so that no coordinate overflows.
type Block = [f64; 3];

fn join_near(points: &[DVec3], distance: f64, sets: &mut Sets) {
    // The diagonal of a block is the distance, reduced by the rounding error.
    let side = distance / 3.0_f64.sqrt() * (1.0 - 1e-6);
    let block_of = |i: &usize| (points[*i] / side).floor().to_array();
    let mut order: Vec<(Block, usize)> = (0..points.len()).map(|i| (block_of(&i), i)).collect();
    order.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let mut blocks: Vec<(Block, Range<usize>)> = Vec::new();
    for (i, &(block, point)) in order.iter().enumerate() {
        match blocks.last_mut() {
            Some((last, members)) if *last == block => {
                sets.join(order[members.start].1 as u32, point as u32);
                members.end = i + 1;
            }
            _ => blocks.push((block, i..i + 1)),
        }
    }
    // Half of the blocks around a block; symmetry covers the other half.
    let rows = [(0.0, 0.0, 1.0)].into_iter();
    let rows = rows.chain([1.0, 2.0].map(|y| (0.0, y, -2.0)));
    let rows =
        rows.chain([1.0, 2.0].into_iter().flat_map(|x| (-2..=2).map(move |y| (x, f64::from(y), -2.0))));
    for (x, y, first) in rows {
        let mut start = 0;
        for (block, members) in &blocks {
            let [low, high] = [first, 2.0].map(|z| [block[0] + x, block[1] + y, block[2] + z]);
            start += blocks[start..].iter().take_while(|(other, _)| *other < low).count();
            for (_, others) in blocks[start..].iter().take_while(|(other, _)| *other <= high) {
                join_blocks(points, &order[members.clone()], &order[others.clone()], distance, sets);
            }
        }
    }
}

/// Merges the sets of two blocks if a point of one is near a point of the other.
fn join_blocks(
    points: &[DVec3],
    one: &[(Block, usize)],
    other: &[(Block, usize)],
    distance: f64,
    sets: &mut Sets,
) {
    let (first, last) = (one[0].1 as u32, other[0].1 as u32);
    let is_near =
        |a: usize| other.iter().any(|&(_, b)| points[a].distance_squared(points[b]) <= distance * distance);
    if sets.root(first) != sets.root(last) && one.iter().any(|&(_, a)| is_near(a)) {
        sets.join(first, last);
    }
}
