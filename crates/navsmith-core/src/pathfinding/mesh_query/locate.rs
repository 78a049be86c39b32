//! Point location: the cell that contains an endpoint.

use std::f32::consts::FRAC_PI_2;

use glam::{DVec3, Vec3};
use smallvec::SmallVec;

use super::Endpoint;
use crate::geometry::{ground, rounding, slope};
use crate::navmesh::{CellId, Derived, NavMesh, Surface};
use crate::pathfinding::agent::Agent;
use crate::trace::{Observer, Silent};

/// Tolerance of a point below its floor, as a share of the height (of 1 m near zero).
///
/// Points that were computed on the floor differ from it by rounding.
const BELOW: f32 = 1e-4;

/// An endpoint located on the mesh.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Located {
    /// The endpoint of the query.
    pub asked: Endpoint,
    /// The cell that contains it.
    pub cell: CellId,
    /// The position on the surface of that cell.
    pub point: Vec3,
    /// The distance on the ground to the nearest point of the mesh, in metres; `None` on the mesh.
    ///
    /// It is 0 if the nearest point is straight below or above.
    pub off_mesh: Option<f32>,
}

impl Located {
    /// Returns the height of the endpoint above the surface, in metres; 0 if it has no height.
    pub fn drop(&self) -> f32 {
        self.asked.height.map_or(0.0, |height| height - self.point.y)
    }

    /// Returns this location, on the mesh if only rounding puts the endpoint beside it.
    ///
    /// A position that was computed on the boundary rarely lies on it exactly.
    pub(in crate::pathfinding) fn but_for_rounding(self, max_height: f32) -> Self {
        let Endpoint { ground, height } = self.asked;
        let is_on =
            |beside: &f32| *beside <= rounding(&[ground]) && is_in_reach(self.point.y, height, max_height);
        Self { off_mesh: self.off_mesh.filter(|beside| !is_on(beside)), ..self }
    }
}

/// An event while an endpoint is located on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LocateStep {
    /// A cell whose box contains the position was tested.
    Judged {
        /// The cell.
        cell: CellId,
        /// The height of its surface there, in metres; `None` if the cell is not under the position.
        floor: Option<f32>,
        /// The result of the test.
        verdict: LocateVerdict,
    },
    /// No cell is under the endpoint, and the distance to a candidate for the nearest one was measured.
    Measured {
        /// The cell.
        cell: CellId,
        /// The distance in metres: in space if the endpoint has a height, else on the ground.
        distance: f64,
        /// Whether it is nearer than all cells before.
        is_nearest: bool,
    },
    /// The endpoint was put on a cell.
    Chosen {
        /// The cell.
        cell: CellId,
        /// The position on the cell's surface.
        point: Vec3,
        /// The distance on the ground, as in [`Located::off_mesh`].
        off_mesh: Option<f32>,
    },
    /// The endpoint belongs to another cell too, from which the path is shorter.
    Preferred {
        /// The other cell.
        cell: CellId,
        /// The position on the other cell's surface.
        point: Vec3,
        /// The cell on which the endpoint was put before.
        over: CellId,
    },
    /// The mesh has no cell for the endpoint.
    NoCell,
}

/// The result of testing an endpoint against a cell whose box contains it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LocateVerdict {
    /// The endpoint lies beside the cell.
    Beside,
    /// The floor lies this far above the endpoint, in metres.
    Above(f32),
    /// The floor lies this far below the endpoint, in metres, which is more than allowed.
    TooFarBelow(f32),
    /// The floor lies below that of this cell, which was found before.
    LowerThan(CellId),
    /// The floor is as high as that of this cell, whose id is smaller.
    Twin(CellId),
    /// The floor is the best so far, better than that of the best cell until then.
    Stands {
        /// The best cell until then.
        over: Option<CellId>,
    },
}

/// Locates an endpoint on the mesh: on the floor below it, or on the topmost floor without a height.
///
/// A floor may be at most `max_height` metres below the endpoint (vertically). On a shared edge, the cell with the
/// smaller id is chosen; [`cells_with`](super::cells_with::cells_with) returns the others.
///
/// A floor just above the endpoint counts if none is as near below: at most a step of a person and `max_height` above,
/// and not too steep to walk on unless the floor below is farther away. Heights of cells are those of their corners, so
/// the ground of a game is often somewhat lower.
///
/// If there is none either, returns the nearest point of the whole mesh: nearest in space if the endpoint has a
/// height, else on the ground, at any distance. Returns `None` for a mesh without cells.
///
/// On a [closed surface](NavMesh::is_closed_surface), an endpoint with a height is on the mesh if its nearest point in
/// space is at most `max_height` metres away.
pub fn locate(mesh: &NavMesh, derived: &Derived, endpoint: Endpoint, max_height: f32) -> Option<Located> {
    locate_observed(mesh, derived, endpoint, max_height, &mut Silent)
}

/// Like [`locate`], but reports every candidate with its result to `observer`, and the choice last.
pub fn locate_observed(
    mesh: &NavMesh,
    derived: &Derived,
    endpoint: Endpoint,
    max_height: f32,
    observer: &mut impl Observer<LocateStep>,
) -> Option<Located> {
    let located = if is_by_surface(mesh, endpoint) {
        nearest(mesh, derived, endpoint, observer).map(|located| on_surface(located, max_height))
    } else {
        let below = standing(mesh, derived, endpoint, max_height, observer);
        let standing = |(at, reach)| standing(mesh, derived, at, reach, &mut Silent);
        near_floor(mesh, below, endpoint, max_height, standing)
            .or_else(|| nearest(mesh, derived, endpoint, observer))
            .map(|located| located.but_for_rounding(max_height))
    };
    observer.observe(located.map_or(LocateStep::NoCell, |Located { cell, point, off_mesh, .. }| {
        LocateStep::Chosen { cell, point, off_mesh }
    }));
    located
}

/// Returns whether an endpoint is located by its nearest point instead of the floor below it.
pub(in crate::pathfinding) fn is_by_surface(mesh: &NavMesh, endpoint: Endpoint) -> bool {
    mesh.is_closed_surface() && endpoint.height.is_some()
}

/// Returns a location at the nearest point of a closed surface.
///
/// It is on the mesh within `max_height` metres.
pub(in crate::pathfinding) fn on_surface(nearest: Located, max_height: f32) -> Located {
    let distance = distance_of(nearest.point.as_dvec3(), nearest.asked);
    let is_near = distance <= f64::from(max_height + slack(nearest.point.y));
    Located { off_mesh: if is_near { None } else { nearest.off_mesh }, ..nearest }
}

fn standing(
    mesh: &NavMesh,
    derived: &Derived,
    endpoint: Endpoint,
    max_height: f32,
    observer: &mut impl Observer<LocateStep>,
) -> Option<Located> {
    let at = endpoint.ground;
    let floor = |cell: CellId| Surface::floor(mesh, cell, at);
    // Usually at most one cell covers a position; only an enabled observer needs the other candidates.
    let mut candidates: SmallVec<[(CellId, Option<f32>); 8]> = if observer.is_enabled() {
        derived.locator.at(mesh, at).into_iter().map(|cell| (cell, floor(cell))).collect()
    } else if at.is_finite() {
        let near = derived.locator.near(at);
        near.filter_map(|cell| floor(cell).map(|floor| (cell, Some(floor)))).collect()
    } else {
        SmallVec::new()
    };
    candidates.sort_unstable_by_key(|&(cell, _)| cell);
    let mut best: Option<(CellId, f32)> = None;
    for (cell, floor) in candidates {
        let verdict = floor
            .map_or(LocateVerdict::Beside, |floor| judge((cell, floor), best, endpoint.height, max_height));
        observer.observe(LocateStep::Judged { cell, floor, verdict });
        if let (Some(floor), LocateVerdict::Stands { .. }) = (floor, verdict) {
            best = Some((cell, floor));
        }
    }
    let (cell, floor) = best?;
    Some(Located { asked: endpoint, cell, point: Vec3::new(at.x, floor, at.y), off_mesh: None })
}

/// Returns the location on the floor `below`, or on one just above if that is nearer.
///
/// A floor at most a step below counts first, then the lowest one at most a step above, then a lower one. The step is
/// the climb of a person. A floor above on whose slope a person cannot walk counts only if it is nearer than all others.
/// `standing` locates an endpoint on the floor below it within a reach.
#[inline]
pub(in crate::pathfinding) fn near_floor(
    mesh: &NavMesh,
    below: Option<Located>,
    endpoint: Endpoint,
    max_height: f32,
    standing: impl Fn((Endpoint, f32)) -> Option<Located>,
) -> Option<Located> {
    let step = Agent::PERSON.max_climb.min(max_height);
    match (below, endpoint.height) {
        (Some(located), _) if located.drop() <= step => below,
        (_, Some(height)) => floor_above(mesh, endpoint, (height, step), below, standing).or(below),
        (_, None) => below,
    }
}

/// Returns the location on the lowest floor above an endpoint, at most `step` metres above.
///
/// A steep floor counts only if none is walkable, if it faces up, and if it is nearer than a floor `below`.
fn floor_above(
    mesh: &NavMesh,
    endpoint: Endpoint,
    (height, step): (f32, f32),
    below: Option<Located>,
    standing: impl Fn((Endpoint, f32)) -> Option<Located>,
) -> Option<Located> {
    let (mut lowest, mut steep) = (None, None);
    let mut reach = step;
    // Each turn finds the highest floor below the one found before.
    while reach >= 0.0
        && let Some(located) = standing((Endpoint { height: Some(height + reach), ..endpoint }, reach))
    {
        let located = Located { asked: endpoint, ..located };
        let slope = slope(&mesh.ring(located.cell));
        if slope <= Agent::PERSON.max_slope {
            lowest = Some(located);
        } else if slope < FRAC_PI_2 {
            steep = Some(located);
        }
        let floor = located.point.y;
        reach = (floor - height - 2.0 * slack(floor)).min(reach.next_down());
    }
    lowest.or_else(|| steep.filter(|steep: &Located| below.is_none_or(|below| -steep.drop() < below.drop())))
}

fn judge(
    (cell, floor): (CellId, f32),
    best: Option<(CellId, f32)>,
    height: Option<f32>,
    max_height: f32,
) -> LocateVerdict {
    if !is_in_reach(floor, height, max_height) {
        let drop = height.map_or(0.0, |height| height - floor);
        return if drop < 0.0 { LocateVerdict::Above(-drop) } else { LocateVerdict::TooFarBelow(drop) };
    }
    match best {
        Some((other, highest)) if !is_better((cell, floor), (other, highest)) => {
            if (floor - highest).abs() <= slack(floor) {
                LocateVerdict::Twin(other)
            } else {
                LocateVerdict::LowerThan(other)
            }
        }
        best => LocateVerdict::Stands { over: best.map(|(other, _)| other) },
    }
}

pub(super) fn slack(height: f32) -> f32 {
    BELOW * height.abs().max(1.0)
}

/// Returns whether a floor is below a height by at most `max_height`; `true` without a height.
#[inline]
pub(in crate::pathfinding) fn is_in_reach(floor: f32, height: Option<f32>, max_height: f32) -> bool {
    let Some(height) = height else { return true };
    let slack = slack(floor);
    // A NaN height is out of reach.
    (-slack..=max_height + slack).contains(&(height - floor))
}

/// Returns whether a floor is higher than the best, or equally high with a smaller id.
///
/// Heights are equal within a tolerance, because two cells may round the height of their shared edge differently.
#[inline]
pub(in crate::pathfinding) fn is_better(
    (cell, floor): (CellId, f32),
    (best, best_floor): (CellId, f32),
) -> bool {
    let higher = floor - best_floor;
    if higher.abs() <= slack(floor) { cell < best } else { higher > 0.0 }
}

fn nearest(
    mesh: &NavMesh,
    derived: &Derived,
    endpoint: Endpoint,
    observer: &mut impl Observer<LocateStep>,
) -> Option<Located> {
    let (at, height) = (endpoint.ground, endpoint.height);
    let mut least = f64::INFINITY;
    let distance = |cell: CellId| {
        let surface = Surface::of(mesh, cell);
        // An enabled observer gets all candidates.
        if !observer.is_enabled() && surface.distance_to_box(at, height) > least * (1.0 + BEYOND) {
            return None;
        }
        let distance = distance_of(surface.nearest_to(at, height), endpoint);
        if distance.is_finite() {
            observer.observe(LocateStep::Measured { cell, distance, is_nearest: distance < least });
            least = least.min(distance);
        }
        distance.is_finite().then_some(distance)
    };
    let (cell, _) = derived.locator.nearest(mesh, at, distance)?;
    Some(beside(endpoint, cell, Surface::of(mesh, cell).nearest_to(at, height)))
}

/// Tolerance of distances, as a share of the nearest one.
///
/// A cell that is farther by more than this is not the nearest, regardless of rounding.
pub(in crate::pathfinding) const BEYOND: f64 = 1e-9;

/// Returns the distance from an endpoint to a point, in metres.
///
/// It is measured in space if the endpoint has a height, else on the ground.
#[inline]
pub(in crate::pathfinding) fn distance_of(point: DVec3, Endpoint { ground, height }: Endpoint) -> f64 {
    let height = height.map_or(point.y, f64::from);
    point.distance(DVec3::new(f64::from(ground.x), height, f64::from(ground.y)))
}

/// Creates the location of an endpoint at the nearest point, in this cell.
pub(in crate::pathfinding) fn beside(asked: Endpoint, cell: CellId, point: DVec3) -> Located {
    let point = point.as_vec3();
    let distance = ground(point).as_dvec2().distance(asked.ground.as_dvec2());
    // JSON has no infinite numbers.
    Located { asked, cell, point, off_mesh: Some((distance as f32).min(f32::MAX)) }
}
