//! Answers a query: locates its ends, searches, builds the portals and pulls the string.

pub mod algorithm;
pub mod settings;
pub mod selected_algorithm;
pub mod relaxation;
pub mod why;
pub(super) mod pull;
pub(crate) mod around;
pub(super) mod memory;
pub mod optimality;
pub(super) mod selection;
pub mod ends;

use std::mem;

use self::ends::{Better, better_ends};
use self::memory::PathMemory;
use self::optimality::lower_bound;
use self::pull::{Pull, PullMemory, bends_through, pull_into, pull_string_into};
use self::selected_algorithm::{ComparisonEnd, SelectedAlgorithm};
use self::selection::{Found, How, find_corridor};
use self::settings::Settings;
use self::why::{Why, moved_ends};
use super::agent::corridor::Corridor;
use super::agent::walkable::Walkable;
use super::mesh_query::locate::{LocateStep, Located, locate_observed};
use super::mesh_query::{End, Endpoint};
use super::string_pulling::path::Path;
use super::string_pulling::round::bends::Bend;
use super::string_pulling::waypoint::Waypoint;
use super::timeline::{LocateEvent, QueryEvent, QueryRecorder, QueryTrace};
use crate::navmesh::{Derived, NavMesh};
use crate::trace::{Observer, Silent};

/// A path query between two endpoints.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// Endpoint at which the path begins.
    pub start: Endpoint,
    /// Endpoint at which the path should end.
    pub target: Endpoint,
    /// Settings of the query.
    pub settings: Settings,
}

impl Query {
    /// Creates a query with default settings.
    pub fn new(start: impl Into<Endpoint>, target: impl Into<Endpoint>) -> Self {
        Self { start: start.into(), target: target.into(), settings: Settings::default() }
    }
}

/// The result of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The start located on the mesh; `None` on an empty mesh.
    pub start: Option<Located>,
    /// The target located on the mesh; `None` on an empty mesh.
    pub target: Option<Located>,
    /// The path, or the reason why there is none.
    pub outcome: Outcome,
    /// Number of nodes or intervals that the search of this path expanded.
    pub expanded: usize,
    /// Number of nodes or intervals that all searches for the answer expanded.
    pub total_expanded: usize,
    /// Algorithm that answered, and the reason for its selection; `None` on an empty mesh.
    pub by: Option<SelectedAlgorithm>,
}

impl Answer {
    /// Returns the path, complete or partial.
    pub fn path(&self) -> Option<&Path> {
        match &self.outcome {
            Outcome::Path(path) | Outcome::Partial { path, .. } => Some(path),
            Outcome::NoPath { .. } => None,
        }
    }

    /// Returns the reason why there is no path or only a partial one.
    pub fn why(&self) -> Option<&Why> {
        match &self.outcome {
            Outcome::Path(_) => None,
            Outcome::Partial { why, .. } | Outcome::NoPath { why } => Some(why),
        }
    }

    /// Replaces the answer by that of an empty mesh, and keeps its memory for the next one.
    fn recycle(&mut self, memory: &mut PathMemory) {
        match mem::take(self).outcome {
            Outcome::Path(path) => memory.path = path,
            Outcome::Partial { path, why } => {
                memory.path = path;
                if let Why::OffMesh(mut moved) = why {
                    moved.clear();
                    memory.moved = moved;
                }
            }
            Outcome::NoPath { .. } => {}
        }
    }

    /// Whether the search was stopped before it found a path, so the result is undetermined.
    pub fn is_stopped(&self) -> bool {
        self.why() == Some(&Why::Stopped)
    }

    /// Whether the searches were stopped, before or after one found a path.
    pub fn is_cut_short(&self) -> bool {
        self.is_stopped() || self.by.is_some_and(|by| by.unfinished == Some(ComparisonEnd::Stopped))
    }
}

/// Returns the answer on an empty mesh.
impl Default for Answer {
    fn default() -> Self {
        let outcome = Outcome::NoPath { why: Why::EmptyMesh };
        Self { start: None, target: None, outcome, expanded: 0, total_expanded: 0, by: None }
    }
}

/// The path, or the reason why there is none.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A path between the exact endpoints of the query.
    Path(Path),
    /// A path between endpoints that differ from those of the query.
    Partial {
        /// The path.
        path: Path,
        /// The difference from the query.
        why: Why,
    },
    /// No path.
    NoPath {
        /// The reason.
        why: Why,
    },
}

/// Answers a query.
pub fn find_path(mesh: &NavMesh, derived: &Derived, query: &Query) -> Answer {
    find_path_observed(mesh, derived, query, &mut Silent)
}

/// Returns the waypoints of the shortest path through a corridor.
///
/// The corridor leads from the cell of the first end to that of the second one. Portals are narrowed by the radius of
/// the agent. The corners are not rounded, which takes quadratic time in their number.
pub fn waypoints_through(walkable: &Walkable<'_>, corridor: &Corridor, ends: [&Located; 2]) -> Vec<Waypoint> {
    let (mut pieces, mut path) = (Corridor::default(), Path::default());
    pull_string_into(walkable, Pull::default(), corridor, ends, &mut Silent, &mut pieces, &mut path);
    path.waypoints
}

/// Pulls paths through corridors, in memory that it keeps.
///
/// A puller serves one mesh, agent and filter.
#[derive(Clone, Debug, Default)]
pub struct StringPuller {
    memory: PullMemory,
    path: Path,
    bends: Vec<Bend>,
}

impl StringPuller {
    /// Returns the start, the bends and the target of the cheapest path through a corridor.
    ///
    /// The bends have the radius of the agent. The corridor is as for [`waypoints_through`].
    pub fn pull(&mut self, walkable: &Walkable<'_>, corridor: &Corridor, ends: [&Located; 2]) -> &[Bend] {
        let Self { memory, path, bends } = self;
        bends_through(walkable, corridor, ends, memory, path, bends);
        bends
    }
}

/// Answers a query and records its events, up to [`MOST_EVENTS`] per stage.
///
/// [`MOST_EVENTS`]: super::timeline::MOST_EVENTS
pub fn find_path_traced(mesh: &NavMesh, derived: &Derived, query: &Query) -> (Answer, QueryTrace) {
    let mut recorder = QueryRecorder::default();
    let answer = find_path_observed(mesh, derived, query, &mut recorder);
    (answer, recorder.into_trace())
}

/// Answers a query and emits its events, stage by stage.
pub fn find_path_observed(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    observer: &mut impl Observer<QueryEvent>,
) -> Answer {
    let ends = located_ends((mesh, derived), query, observer);
    answer_between((mesh, derived), query, ends, How::Anew, observer)
}

pub(super) fn located_ends(
    (mesh, derived): (&NavMesh, &Derived),
    query: &Query,
    observer: &mut impl Observer<QueryEvent>,
) -> [Option<Located>; 2] {
    [(End::Start, query.start), (End::Target, query.target)].map(|(end, endpoint)| {
        let mut emit = observer.map_events(|step| LocateEvent { end, step }.into());
        locate_observed(mesh, derived, endpoint, query.settings.max_height, &mut emit)
    })
}

/// Answers a query whose ends are already located on the mesh.
pub(super) fn answer_between(
    world: (&NavMesh, &Derived),
    query: &Query,
    ends: [Option<Located>; 2],
    how: How<'_, '_>,
    observer: &mut impl Observer<QueryEvent>,
) -> Answer {
    let mut answer = Answer::default();
    answer_into(world, (query, ends), how, observer, &mut PathMemory::default(), &mut answer);
    answer
}

/// Like [`answer_between`], but writes into the memory of an earlier answer.
pub(super) fn answer_into(
    world: (&NavMesh, &Derived),
    (query, ends): (&Query, [Option<Located>; 2]),
    mut how: How<'_, '_>,
    observer: &mut impl Observer<QueryEvent>,
    memory: &mut PathMemory,
    answer: &mut Answer,
) {
    let [Some(start), Some(target)] = ends else {
        answer.recycle(memory);
        (answer.start, answer.target) = (ends[0], ends[1]);
        return;
    };
    let Settings { agent, filter, .. } = &query.settings;
    let walkable = Walkable::new(world.0, world.1, agent, filter);
    let given = [start, target];
    let Better { ends, stopped, total_expanded } =
        better_ends(world, query, &walkable, [&start, &target], &mut how);
    if let Some(stopped) = stopped {
        *answer = stopped;
        return;
    }
    for ((end, from), to) in [End::Start, End::Target].into_iter().zip(given).zip(ends) {
        if from.cell != to.cell {
            let step = LocateStep::Preferred { cell: to.cell, point: to.point, over: from.cell };
            observer.observe(LocateEvent { end, step }.into());
        }
    }
    answer_at(world, (query, ends), how, observer, memory, answer);
    answer.total_expanded += total_expanded;
}

/// Answers a query between ends on certain cells.
fn answer_at(
    (mesh, derived): (&NavMesh, &Derived),
    (query, [start, target]): (&Query, [Located; 2]),
    how: How<'_, '_>,
    observer: &mut impl Observer<QueryEvent>,
    memory: &mut PathMemory,
    answer: &mut Answer,
) {
    let Settings { agent, filter, .. } = &query.settings;
    answer.recycle(memory);
    (answer.start, answer.target) = (Some(start), Some(target));
    let walkable = Walkable::new(mesh, derived, agent, filter);
    let ends = [&start, &target];
    let Found { corridor, ground_optimum, expanded, total_expanded, by } =
        find_corridor(&walkable, &query.settings, ends, how, observer, memory);
    (answer.expanded, answer.total_expanded, answer.by) = (expanded, total_expanded, Some(by));
    answer.outcome = match corridor {
        Err(why) => Outcome::NoPath { why },
        Ok(corridor) => {
            let mut path = mem::take(&mut memory.path);
            let (how, pull) = (Pull::of(by.algorithm, &query.settings), &mut memory.pull);
            pull_into(&walkable, how, &corridor, ends, observer, pull, &mut path);
            memory.keep_corridor(by, corridor);
            path.lower_bound = lower_bound(&walkable, ends, ground_optimum);
            let mut moved = mem::take(&mut memory.moved);
            moved.extend(moved_ends(&walkable, [&start, &target]));
            if moved.is_empty() {
                memory.moved = moved;
                Outcome::Path(path)
            } else {
                Outcome::Partial { path, why: Why::OffMesh(moved) }
            }
        }
    };
}
