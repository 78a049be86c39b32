//! An agent that follows a path, and plans another one when its target moves.
//!
//! Source: the class `NavActor` of a libGDX tutorial (Monstrous Software, *3D Tutorial*, step 19). Here an end beside
//! the mesh moves to the nearest point of the mesh instead of the centre of a cell. A path of one point and a missing
//! path are results, while the tutorial fails on them.

use glam::Vec3;

use crate::geometry::ground;
use crate::navmesh::{CellId, Derived, IslandId, NavMesh, Surface};
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::{End, Endpoint};
use crate::pathfinding::prepared::solver::Solver;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Answer, Query, find_path};
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::waypoint::Waypoint;
use crate::trace::Observer;

/// When an actor plans another path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Replanning {
    /// When the target moves by more than the margin, as in the tutorial.
    #[default]
    TargetMoved,
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

/// Reason for another path.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReplanCause {
    /// The actor has no path.
    #[error("the actor has no path")]
    NoPath,
    /// The target moved away from the end of the path; distance in metres.
    #[error("the target is {distance:.2} m from the end of the path")]
    TargetMoved {
        /// Distance from the end of the path.
        distance: f32,
    },
    /// The actor is not on the cells of its path.
    #[error("the actor is on cell {}, which is not on its path", .cell.0)]
    LeftCorridor {
        /// The cell that the actor is on.
        cell: CellId,
    },
    /// The target is on another island than the end of the path.
    #[error("the target is on island {island}, and the path ends on another one")]
    TargetOnOtherIsland {
        /// The island of the target.
        island: IslandId,
    },
    /// A cell of the path no longer exists.
    #[error("cell {} of the path no longer exists", .cell.0)]
    CellRemoved {
        /// The cell.
        cell: CellId,
    },
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

/// The mesh on which actors plan their paths, and how.
#[derive(Debug)]
pub struct PathPlanner<'a> {
    /// The mesh.
    pub mesh: &'a NavMesh,
    /// Data derived from the mesh.
    pub derived: &'a Derived,
    /// Settings of the queries.
    ///
    /// Without `has_slope_waypoints`, [`NavActor::slope`] is that between corners.
    pub settings: &'a Settings,
    /// A solver of the mesh for these settings; faster for many paths.
    pub solver: Option<&'a mut Solver>,
}

impl PathPlanner<'_> {
    /// Locates a point on the floor below it; `None` on a mesh without cells.
    pub fn locate(&self, point: Vec3) -> Option<Located> {
        let endpoint = Endpoint { ground: ground(point), height: Some(point.y) };
        locate(self.mesh, self.derived, endpoint, self.settings.max_height)
    }

    fn plan(&mut self, from: &Located, to: &Located, answer: &mut Answer) {
        // On the mesh, the point itself is passed, so that rounding selects no other floor.
        let [start, target] = [from, to].map(|at| match at.off_mesh {
            None => Endpoint { ground: ground(at.point), height: Some(at.point.y) },
            Some(_) => at.asked,
        });
        let query = Query { start, target, settings: self.settings.clone() };
        match &mut self.solver {
            Some(solver) => solver.find_path_into(self.derived, &query, answer),
            None => *answer = find_path(self.mesh, self.derived, &query),
        }
    }
}

/// An agent that follows the waypoints of a path to a target that may move.
#[derive(Clone, Debug, Default)]
pub struct NavActor {
    /// The settings.
    pub settings: NavActorSettings,
    answer: Answer,
    /// Index of the waypoint that the actor moves to.
    index: usize,
    has_arrived: bool,
    /// Cells of the actor and its target for which there is no path.
    failed: Option<[CellId; 2]>,
}

impl NavActor {
    /// Creates an actor without a path.
    pub fn new(settings: NavActorSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Returns the path; `None` before the first call of [`Self::next_waypoint`], and if there is none.
    pub fn path(&self) -> Option<&Path> {
        self.answer.path()
    }

    /// Returns the index of the current waypoint in the path.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Returns the current waypoint; `None` without a path.
    pub fn waypoint(&self) -> Option<Vec3> {
        self.waypoints().get(self.index).map(|waypoint| waypoint.point)
    }

    /// Whether the actor was close to the end of its current path.
    pub fn has_arrived(&self) -> bool {
        self.has_arrived
    }

    /// Returns the height of the current waypoint above the one before, in metres: positive to climb.
    ///
    /// It is a difference in height, not a gradient; 0 without a path.
    pub fn slope(&self) -> f32 {
        let before = self.index.checked_sub(1).and_then(|before| self.waypoints().get(before));
        self.waypoint().zip(before).map_or(0.0, |(next, before)| next.y - before.point.y)
    }

    /// Removes the path, for example after an edit of the mesh.
    pub fn reset(&mut self) {
        *self = Self::new(self.settings);
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
        planner: &mut PathPlanner<'_>,
        position: &Located,
        target: &Located,
        observer: &mut impl Observer<NavActorEvent>,
    ) -> Option<Vec3> {
        for (end, at) in [(End::Start, position), (End::Target, target)] {
            if let Some(distance) = at.off_mesh {
                observer.observe(NavActorEvent::OffMesh { end, distance });
            }
        }
        let cause = self.cause(planner, position, target);
        let is_ignored = match cause {
            None => true,
            Some(ReplanCause::NoPath) => self.failed == Some([position.cell, target.cell]),
            Some(ReplanCause::TargetMoved { .. }) => false,
            Some(_) => self.settings.replanning == Replanning::TargetMoved,
        };
        match cause {
            Some(cause) if !is_ignored => self.replan(planner, [position, target], cause, observer),
            ignored => observer.observe(NavActorEvent::Kept { ignored }),
        }
        self.advance(position, observer);
        self.waypoint()
    }

    fn waypoints(&self) -> &[Waypoint] {
        self.path().map_or(&[], |path| &path.waypoints)
    }

    /// Returns the reason for another path, also one that the mode ignores.
    fn cause(&self, planner: &PathPlanner<'_>, position: &Located, target: &Located) -> Option<ReplanCause> {
        let Some((path, end)) = self.path().and_then(|path| Some((path, path.waypoints.last()?))) else {
            return Some(ReplanCause::NoPath);
        };
        let distance = target.point.distance(end.point);
        if distance > self.settings.target_margin || distance.is_nan() {
            return Some(ReplanCause::TargetMoved { distance });
        }
        let PathPlanner { mesh, derived, .. } = planner;
        if let Some(&cell) = path.corridor.iter().find(|&&cell| mesh.cell(cell).is_none()) {
            return Some(ReplanCause::CellRemoved { cell });
        }
        let island = derived.islands.of(target.cell);
        let path_island = path.corridor.last().and_then(|&cell| derived.islands.of(cell));
        if let Some(island) = island.filter(|_| island != path_island) {
            return Some(ReplanCause::TargetOnOtherIsland { island });
        }
        let is_on_path =
            path.corridor.contains(&position.cell) || is_on(mesh, &path.corridor, position.point);
        (!is_on_path).then_some(ReplanCause::LeftCorridor { cell: position.cell })
    }

    fn replan(
        &mut self,
        planner: &mut PathPlanner<'_>,
        [position, target]: [&Located; 2],
        cause: ReplanCause,
        observer: &mut impl Observer<NavActorEvent>,
    ) {
        planner.plan(position, target, &mut self.answer);
        self.index = 1; // The first waypoint is the position of the actor.
        self.has_arrived = false;
        self.failed = None;
        observer.observe(NavActorEvent::Replanned { cause, waypoints: self.waypoints().len() });
        if let Some(why) = self.answer.why().filter(|_| self.answer.path().is_none()) {
            self.failed = Some([position.cell, target.cell]);
            observer.observe_with(|| NavActorEvent::NoPath { why: why.clone() });
        }
    }

    fn advance(&mut self, position: &Located, observer: &mut impl Observer<NavActorEvent>) {
        let Some(last) = self.waypoints().len().checked_sub(1) else { return };
        self.index = self.index.min(last);
        let distance = |index: usize| self.waypoints()[index].point.distance(position.point);
        let (index, close) = (self.index, self.settings.close);
        let next = if index < last && distance(index) < close { index + 1 } else { index };
        let [passed, rest] = [distance(index), distance(last)];
        if next != index {
            observer.observe(NavActorEvent::WaypointReached { index, distance: passed });
        }
        self.index = next;
        if next == last && rest < close && !self.has_arrived {
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
