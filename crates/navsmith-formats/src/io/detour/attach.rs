//! Attachment of off-mesh connections to polygons, as when Detour or navcat load the tiles.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use smallvec::SmallVec;

use super::detail_surface::DetailSurface;
use super::rules::Rules;
use super::tile::{DIRECTIONS, OffMeshConnection, SAME_TILE, Tile};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::{Bounds, Vec3, ground};

/// Steps for the surface of a polygon, which has at most 255 triangles.
const STEPS_PER_SURFACE: usize = 256;

/// Reason why an off-mesh connection is not attached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// It has flags 0.
    Blocked,
    /// Its end is beyond the tiles around the one in which it begins.
    TooFar,
    /// No polygon is within the radius and the climb of an end.
    NoPolygon,
}

/// The polygon to which an end is attached, and the point on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landing {
    pub(super) tile: usize,
    pub(super) polygon: usize,
    pub(super) at: Vec3,
}

/// The tiles in which the polygons at the ends of connections are searched.
pub(super) struct Landings<'a> {
    tiles: &'a [Tile],
    rules: Rules,
    /// Tiles at each place of the grid.
    at: BTreeMap<[i32; 2], Vec<usize>>,
    /// Numbers and boxes of the polygons of each tile that was searched.
    boxes: BTreeMap<usize, Vec<(usize, Bounds)>>,
}

impl<'a> Landings<'a> {
    pub(super) fn new(tiles: &'a [Tile], rules: Rules) -> Self {
        let mut at: BTreeMap<[i32; 2], Vec<usize>> = BTreeMap::new();
        for (number, tile) in tiles.iter().enumerate() {
            at.entry(tile.at).or_default().push(number);
        }
        Self { tiles, rules, at, boxes: BTreeMap::new() }
    }

    /// Returns the polygons at both ends of a connection of a tile.
    pub(super) fn of(
        &mut self,
        own: usize,
        connection: &OffMeshConnection,
        budget: &mut Budget,
    ) -> Result<Result<[Landing; 2], Failure>, Exhausted> {
        let [from, to] = connection.ends;
        let searched = match self.rules {
            Rules::Detour => [vec![own], self.tiles_at_end(own, connection.side)],
            Rules::Navcat => [0, 1].map(|_| (0..self.tiles.len()).collect()),
        };
        let climb = match self.rules {
            Rules::Detour => self.tiles[own].walkable_climb,
            Rules::Navcat => connection.radius,
        };
        let extents = Vec3::new(connection.radius, climb, connection.radius);
        let mut landings: SmallVec<[Landing; 2]> = SmallVec::new();
        for (end, tiles) in [from, to].into_iter().zip(&searched) {
            let Some(landing) = self.nearest(tiles, end, extents, budget)? else {
                let is_far = self.rules == Rules::Detour && self.is_beyond(own, to);
                return Ok(Err(if is_far { Failure::TooFar } else { Failure::NoPolygon }));
            };
            landings.push(landing);
        }
        Ok(Ok([landings[0], landings[1]]))
    }

    /// Returns the tiles in which Detour searches the end of a connection.
    ///
    /// They are the layers at the place that the connection names, which is its own or one beside it.
    fn tiles_at_end(&self, own: usize, side: u8) -> Vec<usize> {
        let at = self.tiles[own].at;
        if side == SAME_TILE {
            let layers = self.at[&at].iter().copied().filter(|&tile| tile != own);
            return std::iter::once(own).chain(layers).collect();
        }
        let delta = DIRECTIONS.get(usize::from(side));
        let there = delta.and_then(|[x, z]| Some([at[0].checked_add(*x)?, at[1].checked_add(*z)?]));
        there.and_then(|there| self.at.get(&there)).cloned().unwrap_or_default()
    }

    /// Whether a point lies beyond the tiles around one.
    fn is_beyond(&self, own: usize, point: Vec3) -> bool {
        let [min, max] = self.tiles[own].bounds;
        let away = (min - point).max(point - max);
        let size = max - min;
        away.x > size.x || away.z > size.z
    }

    /// Returns the polygon that `findNearestPolyInTile` of Detour finds, in the first tile that has one.
    fn nearest(
        &mut self,
        tiles: &[usize],
        to: Vec3,
        extents: Vec3,
        budget: &mut Budget,
    ) -> Result<Option<Landing>, Exhausted> {
        let mut best: Option<(f32, Landing)> = None;
        for &number in tiles {
            let tile = &self.tiles[number];
            let boxes = match self.boxes.entry(number) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(boxes(tile, budget)?),
            };
            budget.step(1 + boxes.len())?;
            let asked = Bounds { min: to - extents, max: to + extents };
            let steps = quantized(tile, asked, true);
            for &mut (polygon, bounds) in boxes {
                let has_flags = self.rules == Rules::Detour || tile.polygons[polygon].flags != 0;
                let is_near = if tile.has_tree {
                    meets(steps, quantized(tile, bounds, false))
                } else {
                    asked.min.cmple(bounds.max).all() && bounds.min.cmple(asked.max).all()
                };
                if !has_flags || !is_near {
                    continue;
                }
                budget.step(STEPS_PER_SURFACE)?;
                let (at, is_over) = DetailSurface::of(tile, polygon).nearest(to);
                let distance = if is_over {
                    ((to.y - at.y).abs() - tile.walkable_climb).max(0.0).powi(2)
                } else {
                    to.distance_squared(at)
                };
                if best.is_none_or(|(least, _)| distance < least) {
                    best = Some((distance, Landing { tile: number, polygon, at }));
                }
            }
            // Detour searches each tile, and leaves out a polygon beside the radius.
            if self.rules == Rules::Detour {
                let is_near = |at: Vec3| ground(at).distance_squared(ground(to)) <= extents.x * extents.x;
                match best {
                    Some((_, landing)) if is_near(landing.at) => return Ok(Some(landing)),
                    _ => best = None,
                }
            }
        }
        Ok(best.map(|(_, landing)| landing))
    }
}

/// Returns the numbers of the polygons of a tile that are ground, with their boxes.
///
/// Without a tree of bounding volumes, Detour compares the corners of polygons and no detail heights.
fn boxes(tile: &Tile, budget: &mut Budget) -> Result<Vec<(usize, Bounds)>, Exhausted> {
    let polygons = tile.polygons.iter().enumerate();
    let ground = polygons.filter(|(_, polygon)| !polygon.is_connection);
    let boxes = ground.map(|(number, _)| {
        budget.step(STEPS_PER_SURFACE)?;
        let of_corners = || {
            let corners = tile.polygons[number].corners().iter();
            Bounds::of(corners.filter_map(|&corner| tile.vertices.get(usize::from(corner)).copied()))
        };
        Ok((number, if tile.has_tree { DetailSurface::of(tile, number).bounds() } else { of_corners() }))
    });
    boxes.collect()
}

/// Returns a box in quantisation steps of a tile, as in its tree of bounding volumes.
///
/// The box of a query is clamped to the tile and widened by a step.
fn quantized(tile: &Tile, of: Bounds, is_query: bool) -> [[u16; 3]; 2] {
    let [min, max] = tile.bounds.map(|corner| corner.to_array());
    let steps = |axis: usize, at: f32| (at.max(min[axis]).min(max[axis]) - min[axis]) * tile.quantization;
    let (low, high) = (of.min.to_array(), of.max.to_array());
    // A conversion of a float saturates.
    let low = [0, 1, 2].map(|axis| steps(axis, low[axis]) as u16);
    let high = [0, 1, 2].map(|axis| steps(axis, high[axis]) as u16);
    if is_query {
        [low.map(|low| low & 0xfffe), high.map(|high| high.saturating_add(1) | 1)]
    } else {
        [low, high]
    }
}

fn meets([low, high]: [[u16; 3]; 2], [other_low, other_high]: [[u16; 3]; 2]) -> bool {
    (0..3).all(|axis| low[axis] <= other_high[axis] && other_low[axis] <= high[axis])
}
