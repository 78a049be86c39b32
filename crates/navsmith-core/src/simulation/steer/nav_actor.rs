//! An agent that follows a path, and plans another one when its target moves.
//!
//! Source: the class `NavActor` of a libGDX tutorial (Monstrous Software, *3D Tutorial*, step 19). Here an end beside
//! the mesh moves to the nearest point of the mesh instead of the centre of a cell. A path of one point and a missing
//! path are results, while the tutorial fails on them.

use glam::Vec3;

use super::followed_path::{FollowedPath, ReplanCause};
use crate::geometry::ground;
use crate::navmesh::{CellId, Derived, NavMesh, Surface};
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::{End, Endpoint};
use crate::pathfinding::prepared::solver::Solver;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Answer, Outcome, Query, find_path};
use crate::pathfinding::string_pulling::waypoint::WaypointKind;
use crate::trace::Observer;

/// When an actor plans another path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replanning {
    /// When the target moves by more than the margin.
    #[default]
    TargetMoved,
    /// When the target moves by more than the margin along an axis, as in the tutorial.
    ///
    /// The target is compared with a cube around the end of the path instead of a sphere.
    TargetMovedOnAxis,
    /// Also when the actor leaves the corridor, or when the corridor no longer leads to the target.
    CheckCorridor,
}

/// Settings of a [`NavActor`]; the defaults are those of the tutorial.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NavActorSettings {
    /// Distance in metres at which the actor turns to the waypoint after the current one.
    pub close: f32,
    /// Distance in metres that the target may move from the end of the path.
    ///
    /// The tutorial does not state its value.
    pub target_margin: f32,
    /// When the actor plans another path.
    pub replanning: Replanning,
}

impl Default for NavActorSettings {
    fn default() -> Self {
        Self { close: 1.0, target_margin: 1.0, replanning: Replanning::default() }
    }
}

/// An event of an actor.
#[derive(Clone, Debug, PartialEq)]
pub enum NavActorEvent {
    /// The actor or its target is beside the mesh, and its nearest point of the mesh is used.
    OffMesh {
        /// The actor (start) or its target.
        end: End,
        /// Distance on the ground from the mesh, in metres.
        distance: f32,
    },
    /// The actor kept its path.
    Kept {
        /// Reason for another path that [`Replanning::TargetMoved`] ignores; `None` if the path is valid.
        ignored: Option<ReplanCause>,
    },
    /// The actor planned another path.
    Replanned {
        /// The reason.
        cause: ReplanCause,
        /// Number of waypoints of the path, including both ends; 0 without a path.
        waypoints: usize,
    },
    /// There is no path; the actor stays without one until it or its target is on another cell.
    NoPath {
        /// The reason.
        why: Why,
    },
    /// The actor is close to a waypoint, and turns to the next one.
    WaypointReached {
        /// Index of the waypoint in the path.
        index: usize,
        /// Distance from the waypoint, in metres.
        distance: f32,
    },
    /// The actor is close to the end of its path; once per path.
    Arrived {
        /// Distance from the end, in metres.
        distance: f32,
    },
}

/// Finds paths for actors.
pub trait PlanPath {
    /// Returns the mesh with its derived data.
    fn mesh(&self) -> (&NavMesh, &Derived);

    /// Whether a path can be planned now; if not, the actor keeps its path.
    fn can_plan(&mut self) -> bool {
        true
    }

    /// Writes a path between two positions on the mesh; `Err` is the reason why there is none.
    fn plan(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why>;
}

/// Answers a query for each path of an actor.
#[derive(Debug)]
pub struct PathPlanner<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    settings: &'a Settings,
    solver: Option<&'a mut Solver>,
    answer: Answer,
}

impl<'a> PathPlanner<'a> {
    /// Creates a planner on a mesh.
    ///
    /// Without `has_slope_waypoints`, [`FollowedPath::slope`] is that between corners.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived, settings: &'a Settings) -> Self {
        Self { mesh, derived, settings, solver: None, answer: Answer::default() }
    }

    /// Returns the planner with a solver of the mesh for its settings, which is faster for many paths.
    #[must_use]
    pub fn with_solver(self, solver: &'a mut Solver) -> Self {
        Self { solver: Some(solver), ..self }
    }

    /// Locates a point on the floor below it; `None` on a mesh without cells.
    pub fn locate(&self, point: Vec3) -> Option<Located> {
        let endpoint = Endpoint { ground: ground(point), height: Some(point.y) };
        locate(self.mesh, self.derived, endpoint, self.settings.max_height)
    }

    /// Returns the answer to the last query.
    pub fn answer(&self) -> &Answer {
        &self.answer
    }
}

impl PlanPath for PathPlanner<'_> {
    fn mesh(&self) -> (&NavMesh, &Derived) {
        (self.mesh, self.derived)
    }

    fn plan(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why> {
        // On the mesh, the point itself is passed, so that rounding selects no other floor.
        let [start, target] = ends.map(|at| match at.off_mesh {
            None => Endpoint { ground: ground(at.point), height: Some(at.point.y) },
            Some(_) => at.asked,
        });
        let query = Query { start, target, settings: self.settings.clone() };
        match &mut self.solver {
            Some(solver) => solver.find_path_into(self.derived, &query, &mut self.answer),
            None => self.answer = find_path(self.mesh, self.derived, &query),
        }
        match &self.answer.outcome {
            Outcome::Path(found) | Outcome::Partial { path: found, .. } => {
                path.set(found.waypoints.iter().map(|waypoint| waypoint.point), &found.corridor);
                path.set_links(found.waypoints.iter().map(|waypoint| match waypoint.kind {
                    WaypointKind::On(link) => Some(link),
                    _ => None,
                }));
                Ok(())
            }
            Outcome::NoPath { why } => Err(why.clone()),
        }
    }
}

/// An agent that follows the waypoints of a path to a target that may move.
#[derive(Clone, Debug, Default)]
pub struct NavActor {
    /// The settings.
    pub settings: NavActorSettings,
    path: FollowedPath,
    has_arrived: bool,
    /// Reason for another path that was requested.
    requested: Option<ReplanCause>,
    /// Cells of the actor and its target for which there is no path.
    failed: Option<[CellId; 2]>,
}

impl NavActor {
    /// Creates an actor without a path.
    pub fn new(settings: NavActorSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Returns the path; empty before the first call of [`Self::next_waypoint`], and if there is none.
    pub fn path(&self) -> &FollowedPath {
        &self.path
    }

    /// Returns the path, to move along it otherwise than by [`Self::next_waypoint`].
    pub fn path_mut(&mut self) -> &mut FollowedPath {
        &mut self.path
    }

    /// Whether the actor was close to the end of its current path.
    pub fn has_arrived(&self) -> bool {
        self.has_arrived
    }

    /// Whether the actor waits for a path: it has none, or another one was requested.
    pub fn waits_for_path(&self) -> bool {
        self.requested.is_some() || self.path.is_empty()
    }

    /// Removes the path.
    pub fn reset(&mut self) {
        *self = Self::new(self.settings);
    }

    /// Requests another path, for example after an edit of the mesh.
    ///
    /// An earlier request is kept, unless the actor now turns to another target.
    pub fn request(&mut self, cause: ReplanCause) {
        if matches!(cause, ReplanCause::NextPoint | ReplanCause::Place) {
            self.requested = Some(cause);
        }
        self.requested.get_or_insert(cause);
    }

    /// Returns the waypoint that an actor at a position moves to; `None` if no path leads to the target.
    ///
    /// Plans a path if [`Replanning`] requires it. Then turns to the next waypoint if the actor is close to the current
    /// one, at most one waypoint per call. The last waypoint is never passed.
    pub fn next_waypoint(
        &mut self,
        planner: &mut PathPlanner<'_>,
        position: Vec3,
        target: Vec3,
        observer: &mut impl Observer<NavActorEvent>,
    ) -> Option<Vec3> {
        let [Some(position), Some(target)] = [position, target].map(|point| planner.locate(point)) else {
            self.reset();
            observer.observe(NavActorEvent::NoPath { why: Why::EmptyMesh });
            return None;
        };
        self.next_waypoint_between(planner, &position, &target, observer)
    }

    /// Like [`Self::next_waypoint`], for an actor and a target that are located on the mesh.
    pub fn next_waypoint_between(
        &mut self,
        planner: &mut impl PlanPath,
        position: &Located,
        target: &Located,
        observer: &mut impl Observer<NavActorEvent>,
    ) -> Option<Vec3> {
        for (end, at) in [(End::Start, position), (End::Target, target)] {
            if let Some(distance) = at.off_mesh {
                observer.observe(NavActorEvent::OffMesh { end, distance });
            }
        }
        self.replan(planner, [position, target], observer);
        self.advance(position, observer);
        self.path.waypoint()
    }

    /// Plans another path if it was requested or if [`Replanning`] requires it, and returns the reason.
    ///
    /// The path is empty afterwards if there is none.
    pub fn replan(
        &mut self,
        planner: &mut impl PlanPath,
        [position, target]: [&Located; 2],
        observer: &mut impl Observer<NavActorEvent>,
    ) -> Option<ReplanCause> {
        let cause = self.requested.or_else(|| self.cause(planner.mesh(), position, target));
        let is_ignored = match cause {
            Some(ReplanCause::NoPath) => self.failed == Some([position.cell, target.cell]),
            Some(
                ReplanCause::LeftCorridor { .. }
                | ReplanCause::TargetOnOtherIsland { .. }
                | ReplanCause::CellRemoved { .. },
            ) => self.requested.is_none() && self.settings.replanning != Replanning::CheckCorridor,
            _ => false,
        };
        let is_possible = |_: &ReplanCause| !is_ignored && planner.can_plan();
        let Some(cause) = cause.filter(is_possible) else {
            observer.observe(NavActorEvent::Kept { ignored: cause });
            return None;
        };
        let planned = planner.plan([position, target], &mut self.path);
        (self.has_arrived, self.requested, self.failed) = (false, None, None);
        if planned.is_err() {
            self.path.clear();
            self.failed = Some([position.cell, target.cell]);
        }
        observer.observe(NavActorEvent::Replanned { cause, waypoints: self.path.waypoints().len() });
        if let Err(why) = planned {
            observer.observe(NavActorEvent::NoPath { why });
        }
        Some(cause)
    }

    /// Returns the reason for another path, also one that the mode ignores.
    fn cause(
        &self,
        (mesh, derived): (&NavMesh, &Derived),
        position: &Located,
        target: &Located,
    ) -> Option<ReplanCause> {
        let Some(end) = self.path.end() else { return Some(ReplanCause::NoPath) };
        let offset = target.point - end;
        let is_cube = self.settings.replanning == Replanning::TargetMovedOnAxis;
        let distance = if is_cube { offset.abs().max_element() } else { offset.length() };
        if distance > self.settings.target_margin || distance.is_nan() {
            return Some(ReplanCause::TargetMoved { distance });
        }
        let cells = self.path.cells();
        let last = *cells.last()?;
        if let Some(&cell) = cells.iter().find(|&&cell| mesh.cell(cell).is_none()) {
            return Some(ReplanCause::CellRemoved { cell });
        }
        let island = derived.islands.of(target.cell);
        let is_elsewhere = island != derived.islands.of(last) && !is_on(mesh, &[last], target.point);
        if let Some(island) = island.filter(|_| is_elsewhere) {
            return Some(ReplanCause::TargetOnOtherIsland { island });
        }
        let is_on_path = cells.contains(&position.cell) || is_on(mesh, cells, position.point);
        (!is_on_path).then_some(ReplanCause::LeftCorridor { cell: position.cell })
    }

    fn advance(&mut self, position: &Located, observer: &mut impl Observer<NavActorEvent>) {
        let Some([waypoint, end]) = self.path.waypoint().zip(self.path.end()).map(<[Vec3; 2]>::from) else {
            return;
        };
        let (index, close) = (self.path.index(), self.settings.close);
        let [passed, rest] = [waypoint, end].map(|point| point.distance(position.point));
        if passed < close && self.path.after().is_some() {
            self.path.pass_waypoint();
            observer.observe(NavActorEvent::WaypointReached { index, distance: passed });
        }
        if self.path.after().is_none() && rest < close && !self.has_arrived {
            self.has_arrived = true;
            observer.observe(NavActorEvent::Arrived { distance: rest });
        }
    }
}

/// Whether a point is on one of some cells, their boundaries included.
///
/// On a shared edge, a point is located on one cell only.
fn is_on(mesh: &NavMesh, cells: &[CellId], point: Vec3) -> bool {
    const ROUNDING: f32 = 1e-2;
    let height = |cell: CellId| Surface::floor(mesh, cell, ground(point));
    cells.iter().any(|&cell| height(cell).is_some_and(|height| (height - point.y).abs() < ROUNDING))
}
