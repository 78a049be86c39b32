//! The reachable position that is nearest to a given one.

use std::fmt;

use glam::Vec3;

use crate::geometry::ground;
use crate::navmesh::{CellId, Surface};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::{Located, distance_of, locate};
use crate::pathfinding::mesh_query::outline::SideCut;
use crate::pathfinding::query::Answer;
use crate::progress::{Progress, Stopped};

const CELLS_PER_REPORT: usize = 4096;

/// Returns the reachable position that is nearest to an endpoint.
///
/// Returns `None` only if the start's cell no longer exists. Nearest means in space if the endpoint has a height,
/// else on the ground. Of equally near cells, the one with the smaller id is returned. `off_mesh` contains the
/// distance from the endpoint. Linear in the cells that can be reached.
pub fn closest_reachable(
    walkable: &Walkable<'_>,
    from: &Located,
    to: Endpoint,
    progress: &Progress,
) -> Result<Option<Located>, Stopped> {
    let Walkable { mesh, derived, .. } = walkable;
    let is_reached = reachable(walkable, from.cell, &progress.part(0.0..0.5))?;
    let rest = progress.part(0.5..1.0);
    let (mut units, mut state) = (rest.units(mesh.cell_count(), CELLS_PER_REPORT), Ok(()));
    let nearest = |cell: CellId| Surface::of(mesh, cell).nearest_to(to.ground, to.height);
    let distance = |cell: CellId| {
        if state.is_ok() {
            state = units.step();
        }
        if state.is_err() || !is_reached[cell.0 as usize] {
            return None;
        }
        let distance = distance_of(nearest(cell), to);
        distance.is_finite().then_some(distance)
    };
    let found = derived.locator.nearest(mesh, to.ground, distance);
    state?;
    let Some((cell, distance)) = found else { return Ok(None) };
    let place = SideCut::new(walkable).settle(cell, ground(nearest(cell).as_vec3()));
    let point = Vec3::new(place.x, Surface::of(mesh, cell).height_at(place), place.y);
    let off_mesh = (distance > 0.0 || place != to.ground).then(|| place.distance(to.ground));
    Ok(Some(Located { asked: to, cell, point, off_mesh }))
}

/// The reachable position that is nearest to a target without a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// The reachable position.
    pub at: Located,
    /// The distance from the target, in metres: in space if a height was given, else on the ground.
    pub distance: f64,
}

impl Nearest {
    /// Returns this position as an endpoint.
    ///
    /// The endpoint has a height if the target has one, or if it needs one to lie on the same cell.
    pub fn endpoint(&self, walkable: &Walkable<'_>) -> Endpoint {
        let place = Endpoint { ground: ground(self.at.point), height: None };
        let above = locate(walkable.mesh, walkable.derived, place, 0.0);
        let is_topmost = above.is_some_and(|above| above.point.y <= self.at.point.y);
        let height = (self.at.asked.height.is_some() || !is_topmost).then_some(self.at.point.y);
        Endpoint { height, ..place }
    }
}

/// Returns the reachable position nearest to the target of a query without a complete path.
///
/// Returns `None` if the path leads to the target itself, if the start is blocked, and on a mesh without cells. The
/// cost is that of [`closest_reachable`].
pub fn nearest_to_target(
    walkable: &Walkable<'_>,
    answer: &Answer,
    progress: &Progress,
) -> Result<Option<Nearest>, Stopped> {
    let ends = answer.why().and_then(|_| answer.start.as_ref().zip(answer.target.as_ref()));
    let Some((start, target)) = ends.filter(|(start, _)| walkable.blocked(start.cell).is_none()) else {
        return Ok(None);
    };
    let found = closest_reachable(walkable, start, target.asked, progress)?;
    let nearest = |at: Located| {
        let distance = distance_of(at.point.as_dvec3(), target.asked);
        // The target itself is nearest if it is reachable.
        (distance > 0.0 && at.off_mesh.is_some()).then_some(Nearest { at, distance })
    };
    Ok(found.and_then(nearest))
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Vec3 { x, y, z } = self.at.point;
        let distance = self.distance;
        write!(f, "nearest reachable point: ({x:.2}, {y:.2}, {z:.2}), {distance:.2} m from the target")
    }
}

/// Returns by slot which cells can be reached, also over links.
///
/// Linear in these cells, apart from the table.
fn reachable(walkable: &Walkable<'_>, from: CellId, progress: &Progress) -> Result<Vec<bool>, Stopped> {
    let mut units = progress.units(walkable.mesh.cell_count(), CELLS_PER_REPORT);
    let mut is_reached = vec![false; walkable.mesh.cell_slots()];
    let mut open: Vec<CellId> = walkable.mesh.cell(from).map(|_| from).into_iter().collect();
    if let Some(slot) = is_reached.get_mut(from.0 as usize) {
        *slot = true;
    }
    while let Some(cell) = open.pop() {
        units.step()?;
        for (way, next) in walkable.ways(cell) {
            if !is_reached[next.0 as usize] && walkable.blocked_traversal(cell, way, next).is_none() {
                is_reached[next.0 as usize] = true;
                open.push(next);
            }
        }
    }
    Ok(is_reached)
}
