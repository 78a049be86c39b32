//! Points on the ground of changed cells, which must stay connected to their islands.
//!
//! An edit keeps the cells of an island connected, but a point can get to another island: a cut gives an uneven cell
//! other heights, and where ground is removed, a third cell can be nearer than the one that replaces it. So points on
//! each changed cell are located before and after an edit. Ground that no other ground replaces has no such points.

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DVec2, Vec2, Vec3};
use smallvec::SmallVec;

use super::action::JOINED_BELOW;
use super::cover::{Ring, ring, subtract};
use super::guards::GuardedPoints;
use crate::check::{HAIR, STOREY};
use navsmith_core::geometry::{
    Bounds, area, at_height, ground, ground_area, intersection, is_convex_but_for_rounding,
};
use navsmith_core::navmesh::{CellId, Changes, Derived, IslandLabel, NavMesh, Surface};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{self, Located};

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
pub(super) const MOST_FLOORS: usize = 16;

/// Height difference in metres up to which a point is on both of two cells.
///
/// Of cells that lie as close to each other, a fix must remove all but one.
const LEVEL: f32 = 0.02;

/// Heights in metres above the ground at which points are located, as a game does.
pub(super) const LIFTS: [f32; 2] = [LEVEL, 0.08];

/// Height in metres below a point up to which a floor is its ground: that of a query.
const REACH: f32 = 2.0;

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
    /// Points at which edits are judged by the ground that a query finds.
    guarded: Arc<GuardedPoints>,
}

/// An edit with the islands of the cells around it, by their islands before it.
pub(super) struct GroundChange<'a> {
    pub(super) before: &'a Derived,
    pub(super) now: &'a Derived,
    pub(super) changes: &'a Changes,
    pub(super) islands: &'a BTreeMap<IslandLabel, IslandLabel>,
}

/// A point with the cell that it is on.
pub(super) type PointOnCell = (Vec3, CellId);

impl RemovedGround {
    /// Returns no points yet, and guards others.
    pub(super) fn guarding(guarded: &Arc<GuardedPoints>) -> Self {
        Self { points: BTreeMap::new(), guarded: Arc::clone(guarded) }
    }

    /// Returns the points at an edit with their cells after it, for [`Self::follow`].
    ///
    /// Returns `None` if the edit gets one of them to another island.
    pub(super) fn kept(&self, change: &GroundChange<'_>) -> Option<Vec<PointOnCell>> {
        // On a closed surface, the ground below a point is on its other side.
        if change.before.mesh().is_closed_surface() {
            return Some(Vec::new());
        }
        let mut checked = CheckedPoints { change, islands: change.islands.clone(), kept: Vec::new() };
        let GroundChange { before, now, .. } = *change;
        let [own, around] = [&[now][..], &[before, now]].map(|both| change.extent(both));
        let are_kept = change.all_points(|(at, cell)| checked.is_kept(at, cell))
            && self.near(change, own).into_iter().all(|(at, cell)| checked.is_kept(at, cell))
            && self.guarded.within(around).all(|at| checked.is_found(at));
        are_kept.then_some(checked.kept)
    }

    /// Returns the points of removed ground on the cells at an edit.
    fn near(&self, change: &GroundChange<'_>, [min, max]: [Vec2; 2]) -> Vec<PointOnCell> {
        if self.points.is_empty() {
            return Vec::new();
        }
        let changed = &change.changes.cells;
        let around = change.now.locator.within(change.now.mesh(), min, max);
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

/// Points that are located before and after an edit.
struct CheckedPoints<'a> {
    change: &'a GroundChange<'a>,
    /// Islands after the edit, by those before it.
    islands: BTreeMap<IslandLabel, IslandLabel>,
    /// Points whose ground moved.
    kept: Vec<PointOnCell>,
}

impl CheckedPoints<'_> {
    /// Whether a point of a cell is on the same island after the edit.
    fn is_kept(&mut self, at: Vec3, cell: CellId) -> bool {
        let GroundChange { before, now, .. } = *self.change;
        if before.locator.near(ground(at)).nth(MOST_FLOORS).is_some() {
            return true;
        }
        let floors = floors(now, at);
        let Some((before, first)) = before.islands.label_of(cell).zip(floors.first()) else { return true };
        let label = |cell: CellId| now.islands.label_of(cell);
        let Some(first) = label(first.0) else { return true };
        let expected = *self.islands.entry(before).or_insert(first);
        let floor = floors.iter().find(|(cell, _)| label(*cell) == Some(expected));
        self.kept.extend(floor.filter(|(_, rise)| *rise > LEVEL).map(|&(cell, _)| (at, cell)));
        floor.is_some()
    }

    /// Whether a query finds a point on the same island after the edit.
    fn is_found(&mut self, at: Vec3) -> bool {
        LIFTS.iter().all(|&lift| self.is_found_at(at, lift))
    }

    fn is_found_at(&mut self, at: Vec3, lift: f32) -> bool {
        let GroundChange { before, now, .. } = *self.change;
        let label = |cell: CellId| now.islands.label_of(cell);
        let Some(was) = floor_at(before, at, lift) else { return true };
        let Some(is) = floor_at(now, at, lift) else { return !is_covered(before, at, was.cell) };
        let Some((island, first)) = before.islands.label_of(was.cell).zip(label(is.cell)) else {
            return true;
        };
        let expected = *self.islands.entry(island).or_insert(first);
        let is_level = |other: CellId| {
            let floor = Surface::floor(now.mesh(), other, ground(at));
            floor.is_some_and(|floor| (floor - is.point.y).abs() <= LEVEL)
        };
        let is_other = |other: CellId| label(other) == Some(expected) && is_level(other);
        first == expected || now.locator.near(ground(at)).any(is_other)
    }
}

/// Whether another cell is at most [`STOREY`] above or below a point.
pub(super) fn is_covered(derived: &Derived, at: Vec3, cell: CellId) -> bool {
    let rise = |other| Some((Surface::floor(derived.mesh(), other, ground(at))? - at.y).abs());
    derived
        .locator
        .near(ground(at))
        .any(|other| other != cell && rise(other).is_some_and(|rise| rise <= STOREY))
}

impl GroundChange<'_> {
    /// Returns the corners of the rectangle on the ground around the changed cells in some meshes.
    fn extent(&self, meshes: &[&Derived]) -> [Vec2; 2] {
        let cells = |derived: &&Derived| -> Vec<Vec3> {
            let mesh = derived.mesh();
            let corners = self.changes.cells.iter().flat_map(|&cell| mesh.corners(cell));
            corners.map(|&corner| mesh.position(corner)).collect()
        };
        let bounds = Bounds::of(meshes.iter().flat_map(cells));
        [bounds.ground_min(), bounds.ground_max()]
    }

    /// Whether a condition holds for all points on the ground of the sound cells before the edit.
    fn all_points(&self, mut condition: impl FnMut(PointOnCell) -> bool) -> bool {
        let [before, now] = [self.before, self.now].map(Derived::mesh);
        let sound = |mesh: &NavMesh| -> Vec<CellId> {
            self.changes.cells.iter().copied().filter(|&cell| is_sound(mesh, cell)).collect()
        };
        let parts: Vec<CellPart> = sound(now).into_iter().map(|cell| CellPart::of(now, cell)).collect();
        sound(before).into_iter().all(|cell| {
            let surface = Surface::of(before, cell);
            let on_cell = points_on(&CellPart::of(before, cell), &parts).into_iter();
            let mut on_cell = on_cell.filter(|&at| surface.covers(at));
            on_cell.all(|at| condition((at_height(at, surface.height_at(at)), cell)))
        })
    }
}

/// The ground of a cell, with its extent.
pub(super) struct CellPart {
    corners: Vec<Vec2>,
    ring: Ring,
    pub(super) min: Vec2,
    pub(super) max: Vec2,
}

impl CellPart {
    pub(super) fn of(mesh: &NavMesh, cell: CellId) -> Self {
        let corners = mesh.ground_ring(cell).to_vec();
        let extent = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (min, max) = corners.iter().fold(extent, |(min, max), &at| (min.min(at), max.max(at)));
        Self { corners, ring: ring(mesh, cell), min, max }
    }
}

/// Whether a cell is convex, wider than a hair, and not inside out.
pub(super) fn is_sound(mesh: &NavMesh, cell: CellId) -> bool {
    let ring = mesh.ground_ring(cell);
    let next = ring.iter().skip(1).chain(ring.first());
    let longest = ring.iter().zip(next).map(|(from, to)| f64::from(from.distance(*to))).fold(0.0, f64::max);
    ground_area(&ring) > longest * HAIR && is_convex_but_for_rounding(&ring)
}

/// Returns points on the ground of a cell before an edit.
///
/// They are on its ground in common with each of the parts after it, and on the ground beside all of these.
pub(super) fn points_on(cell: &CellPart, parts: &[CellPart]) -> Vec<Vec2> {
    let mut points = inner_points(&cell.ring);
    let (mut removed, mut compared) = (vec![cell.ring.clone()], 0);
    let meets = |part: &&CellPart| part.min.cmplt(cell.max).all() && cell.min.cmplt(part.max).all();
    for part in parts.iter().filter(meets) {
        let common = intersection(&cell.corners, &part.corners);
        if area(&common) < LEAST {
            continue;
        }
        points.extend(inner_points(&common));
        compared += 1;
        removed = removed.into_iter().flat_map(|piece| subtract(piece, &part.ring, LEAST)).collect();
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

/// Returns the location of a point at a height above it; `None` if no ground is near.
pub(super) fn floor_at(derived: &Derived, at: Vec3, lift: f32) -> Option<Located> {
    let endpoint = Endpoint { ground: ground(at), height: Some(at.y + lift) };
    locate::floor_at(derived.mesh(), derived, endpoint, REACH)
}
