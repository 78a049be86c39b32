//! Points on the ground of changed cells, which must stay connected to their islands.
//!
//! An edit keeps the cells of an island connected, but a point can get to another island: a cut gives an uneven cell
//! other heights, and where ground is removed, a third cell can be nearer than the one that replaces it. So points on
//! each changed cell are located before and after an edit. Ground that no other ground replaces has no such points.

use std::collections::BTreeMap;

use glam::{DVec2, Vec2, Vec3};
use smallvec::SmallVec;

use super::action::JOINED_BELOW;
use super::cover::{ring, subtract};
use crate::check::HAIR;
use navsmith_core::geometry::{
    Bounds, area, at_height, ground, ground_area, intersection, is_convex_but_for_rounding,
};
use navsmith_core::navmesh::{CellId, Changes, Derived, IslandLabel, NavMesh, Surface};

/// Maximum number of corners of a polygon that have points beside them.
const MOST_CORNERS: usize = 8;

/// Maximum number of cells after an edit that are compared with one before it.
const MOST_COMPARED: usize = 16;

/// Distances of points from corners and sides, as parts of the way to the middle.
const INWARDS: [f64; 2] = [0.02, 0.5];

/// Distance of points along a side in metres, and their maximum number on it.
const SPACING: f64 = 0.4;
const MOST_ON_SIDE: f64 = 6.0;

/// Area in m² of a polygon from which it has points.
const LEAST: f64 = 1e-5;

/// Maximum number of cells over each other between which points are kept apart.
///
/// In a pile of more cells, almost every fix would get points to another of them.
const MOST_FLOORS: usize = 16;

/// Height difference in metres up to which a point is on both of two cells.
///
/// Of cells that lie as close to each other, a fix must remove all but one.
const LEVEL: f32 = 0.02;

/// Maximum number of points of removed ground that an edit must keep.
const MOST_REMOVED: usize = 256;

/// Maximum number of points of removed ground on a cell.
const MOST_ON_CELL: usize = 64;

/// Points of ground that edits removed, by the cell nearest to them in height now.
///
/// A later edit can get them to another island, as it can those on its cells.
#[derive(Clone, Debug, Default)]
pub(super) struct RemovedGround {
    points: BTreeMap<CellId, Vec<Vec3>>,
}

/// An edit with the islands of the cells around it, by their islands before it.
pub(super) struct GroundChange<'a> {
    pub(super) before: &'a Derived,
    pub(super) now: &'a Derived,
    pub(super) changes: &'a Changes,
    pub(super) islands: &'a BTreeMap<IslandLabel, IslandLabel>,
}

/// A point with the cell that it is on.
type PointOnCell = (Vec3, CellId);

impl RemovedGround {
    /// Returns the points at an edit with their cells after it, for [`Self::follow`].
    ///
    /// Returns `None` if the edit gets one of them to another island.
    pub(super) fn kept(&self, change: &GroundChange<'_>) -> Option<Vec<PointOnCell>> {
        // On a closed surface, the ground below a point is on its other side.
        if change.before.mesh().is_closed_surface() {
            return Some(Vec::new());
        }
        let mut islands = change.islands.clone();
        let mut kept = Vec::new();
        for (at, cell) in [change.points(), self.near(change)].concat() {
            if change.before.locator.near(ground(at)).nth(MOST_FLOORS).is_some() {
                continue;
            }
            let floors = floors(change.now, at);
            let label = |cell: CellId| change.now.islands.label_of(cell);
            let Some((before, first)) = change.before.islands.label_of(cell).zip(floors.first()) else {
                continue;
            };
            let Some(first) = label(first.0) else { continue };
            let expected = *islands.entry(before).or_insert(first);
            let floor = floors.iter().find(|(cell, _)| label(*cell) == Some(expected));
            let &(cell, rise) = floor?;
            if rise > LEVEL {
                kept.push((at, cell));
            }
        }
        Some(kept)
    }

    /// Returns the points of removed ground on the cells at an edit.
    fn near(&self, change: &GroundChange<'_>) -> Vec<PointOnCell> {
        if self.points.is_empty() {
            return Vec::new();
        }
        let (mesh, changed) = (change.now.mesh(), &change.changes.cells);
        let corners = changed.iter().flat_map(|&cell| mesh.corners(cell));
        let bounds = Bounds::of(corners.map(|&corner| mesh.position(corner)));
        let around = change.now.locator.within(mesh, bounds.ground_min(), bounds.ground_max());
        let cells = changed.iter().chain(around.iter().filter(|cell| changed.binary_search(cell).is_err()));
        let points = cells.filter_map(|cell| Some((cell, self.points.get(cell)?)));
        points.flat_map(|(&cell, all)| all.iter().map(move |&at| (at, cell))).take(MOST_REMOVED).collect()
    }

    /// Stores the points of removed ground on the cells that an edit changed.
    pub(super) fn follow(&mut self, changes: &Changes, points: Vec<PointOnCell>) {
        for cell in &changes.cells {
            self.points.remove(cell);
        }
        for (at, cell) in points {
            let known = self.points.entry(cell).or_default();
            if !known.contains(&at) && known.len() < MOST_ON_CELL {
                known.push(at);
            }
        }
    }
}

impl GroundChange<'_> {
    /// Whether the ground of the changed cells stays at the heights that it had.
    ///
    /// The tolerance is in metres. Ground that no changed cell had before is not compared.
    pub(super) fn keeps_heights(&self, tolerance: f32) -> bool {
        let most = tolerance.max(JOINED_BELOW[1]) + LEVEL;
        let [before, now] = [self.before, self.now].map(Derived::mesh);
        let sound = |mesh: &NavMesh| -> Vec<CellId> {
            self.changes.cells.iter().copied().filter(|&cell| is_sound(mesh, cell)).collect()
        };
        let old = sound(before);
        sound(now).into_iter().all(|cell| {
            let surface = Surface::of(now, cell);
            let points = inner_points(&ring(now, cell)).into_iter().filter(|&at| surface.covers(at));
            points.take(MOST_ON_CELL).all(|at| {
                let height = surface.height_at(at);
                let mut floors =
                    old.iter().take(MOST_COMPARED).filter_map(|&old| Surface::floor(before, old, at));
                let mut rises = floors.by_ref().map(|floor| (floor - height).abs()).peekable();
                rises.peek().is_none() || rises.any(|rise| rise <= most)
            })
        })
    }

    /// Returns points on the ground of the sound cells before the edit.
    fn points(&self) -> Vec<PointOnCell> {
        let [before, now] = [self.before, self.now].map(Derived::mesh);
        let sound = |mesh: &NavMesh| -> Vec<CellId> {
            self.changes.cells.iter().copied().filter(|&cell| is_sound(mesh, cell)).collect()
        };
        let parts = sound(now);
        let mut points = Vec::new();
        for cell in sound(before) {
            let surface = Surface::of(before, cell);
            let on_cell = points_on([before, now], cell, &parts).into_iter().filter(|&at| surface.covers(at));
            points.extend(on_cell.map(|at| (at_height(at, surface.height_at(at)), cell)));
        }
        points
    }
}

/// Whether a cell is convex, wider than a hair, and not inside out.
fn is_sound(mesh: &NavMesh, cell: CellId) -> bool {
    let ring = mesh.ground_ring(cell);
    let next = ring.iter().skip(1).chain(ring.first());
    let longest = ring.iter().zip(next).map(|(from, to)| f64::from(from.distance(*to))).fold(0.0, f64::max);
    ground_area(&ring) > longest * HAIR && is_convex_but_for_rounding(&ring)
}

/// Returns points on the ground of a cell before an edit.
///
/// They are on its ground in common with each of the cells after it, and on the ground beside all of these.
fn points_on([before, now]: [&NavMesh; 2], cell: CellId, parts: &[CellId]) -> Vec<Vec2> {
    let (corners, whole) = (before.ground_ring(cell), ring(before, cell));
    let mut points = inner_points(&whole);
    let (mut removed, mut compared) = (vec![whole], 0);
    for &part in parts {
        let common = intersection(&corners, &now.ground_ring(part));
        if area(&common) < LEAST {
            continue;
        }
        points.extend(inner_points(&common));
        compared += 1;
        let part = ring(now, part);
        removed = removed.into_iter().flat_map(|piece| subtract(piece, &part, LEAST)).collect();
        if removed.len().max(compared) > MOST_COMPARED {
            break;
        }
    }
    points.extend(removed.iter().flat_map(|piece| inner_points(piece)));
    points
}

/// Returns the middle of a polygon, and points beside its corners and sides.
///
/// Half of the way from each of these to the middle is a point too.
fn inner_points(ring: &[DVec2]) -> Vec<Vec2> {
    if ring.len() < 3 {
        return Vec::new();
    }
    let middle = ring.iter().sum::<DVec2>() / ring.len() as f64;
    let corners: SmallVec<[DVec2; 16]> =
        ring.iter().copied().step_by(ring.len().div_ceil(MOST_CORNERS)).collect();
    let on_side = |(i, &from): (usize, &DVec2)| {
        let to = corners[(i + 1) % corners.len()];
        let parts = (from.distance(to) / SPACING).ceil().clamp(2.0, MOST_ON_SIDE);
        (0..parts as u32).map(move |part| from.lerp(to, f64::from(part) / parts))
    };
    let around: SmallVec<[DVec2; 32]> = corners.iter().enumerate().flat_map(on_side).collect();
    let inner = INWARDS.iter().flat_map(|&share| around.iter().map(move |at| at.lerp(middle, share)));
    inner.chain([middle]).map(DVec2::as_vec2).collect()
}

/// Returns the cells nearest to a point in height with their distances, the nearest first.
///
/// None if all cells are farther above or below than a join raises ground.
fn floors(derived: &Derived, at: Vec3) -> SmallVec<[(CellId, f32); 4]> {
    let (mut least, mut floors) = (JOINED_BELOW[1], SmallVec::<[(CellId, f32); 4]>::new());
    for cell in derived.locator.near(ground(at)) {
        let Some(height) = Surface::floor(derived.mesh(), cell, ground(at)) else { continue };
        let rise = (height - at.y).abs();
        if rise <= least + LEVEL {
            least = least.min(rise);
            floors.push((cell, rise));
        }
    }
    floors.retain(|(_, rise)| *rise <= least + LEVEL);
    floors.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
    floors
}
