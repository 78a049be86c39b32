//! Paths of agents to their targets.

use super::agent::AgentCorridor;
use super::{AgentState, Simulation};
use crate::geometry::Vec2;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::{LinkCrossing, Walkable};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::query::StringPuller;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::around::around_start_cell;
use crate::pathfinding::query::ends::has_choice;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::search::method::Method;
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::goal::{Goal, SearchCounts};
use crate::simulation::path_smoothing::{SmoothingSettings, smoothed_bends};
use crate::simulation::places::settings_of;
use crate::simulation::scenario::{Behavior, MovementSettings};
use crate::simulation::steer::followed_path::{FollowedPath, ReplanCause};
use crate::simulation::steer::nav_actor::{PathPlanner, PlanPath, Replanning};
use crate::simulation::steer::path_corridor::PathCorridor;
use crate::trace::{Observer, Silent};

/// Time between two tests of what an agent sees, in seconds.
const LOOK_EVERY: f32 = 8.0 / 60.0;

/// Number of cells after which a step plans no more paths: a number, and one per agent.
///
/// Cells are those of [`SearchCounts::cells`]. Shared searches pause, and other agents wait for the next step.
const MOST_PLANNED_CELLS: [usize; 2] = [2_000, 1];

/// Cells that are counted for a path beside those of its corridor, because the path takes as much time.
const CELLS_PER_PATH: usize = 16;

/// Distance up to which rounding separates two positions at one place, in metres.
const SAME_PLACE: f32 = 1e-3;

/// Maximum number of steps in which a shared search covers a mesh: a quarter of a second.
const STEPS_OF_SEARCH: usize = 15;

/// Searches of paths during the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Planning {
    pub(super) counts: SearchCounts,
    /// The agent that plans its path first in the next step.
    first: usize,
    /// By class of agents; valid for the present mesh.
    pub(super) pullers: Vec<StringPuller>,
}

impl Planning {
    /// Forgets everything that depends on the mesh.
    pub(super) fn forget(&mut self) {
        self.pullers.clear();
    }

    /// Returns a copy without the memory of the last step.
    pub(super) fn without_memory(&self) -> Self {
        Self { pullers: Vec::new(), ..*self }
    }
}

impl Simulation {
    /// Gives every agent a path, advances it, and sets its desired velocity.
    pub(super) fn guide(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.planning.pullers.resize_with(self.mesh.class_count(), StringPuller::default);
        let [least, each] = MOST_PLANNED_CELLS;
        let most_cells =
            (least + each * self.agents.len()).max(self.mesh.mesh.cell_count() / STEPS_OF_SEARCH);
        let most_cells = self.planning.counts.cells + most_cells;
        let counts = &mut self.planning.counts;
        self.targets.continue_searches(&self.mesh, self.step, counts, most_cells);
        self.links.list(&self.agents);
        // Agents in front of the first one planned their paths in the step before.
        let first = std::mem::take(&mut self.planning.first);
        for index in 0..self.agents.len() {
            if !self.agents[index].is_on_mesh() {
                self.agents[index].desired = Vec2::ZERO;
                continue;
            }
            let can_plan = index >= first && self.planning.counts.cells < most_cells;
            self.follow_target(index, can_plan.then_some(most_cells), observer);
            if can_plan && self.planning.counts.cells >= most_cells {
                self.planning.first = (index + 1) % self.agents.len();
            }
            self.advance(index, observer);
            self.desire(index);
        }
    }

    /// Whether an agent looks around in this step, or at every `nth` look; the agents take turns.
    pub(super) fn is_looking(&self, index: usize, nth: u32) -> bool {
        let steps = (LOOK_EVERY / self.scenario.time_step).round().max(1.0) as u32;
        (self.step + index as u32).is_multiple_of(steps * nth)
    }

    /// Moves the corridor of an agent with its target, and plans a path if it needs one.
    ///
    /// `most_cells` limits the searches; without it, no path is planned.
    fn follow_target(
        &mut self,
        index: usize,
        most_cells: Option<usize>,
        observer: &mut impl Observer<AgentEvent>,
    ) {
        let agent = &self.agents[index];
        let goal = self.targets.index_of(agent);
        if agent.has_arrived() && agent.has_place() {
            return;
        }
        let Some(target) = agent.place().or(self.targets.goals[goal].at) else {
            if self.agents[index].lose() {
                observer.observe_with(|| self.event(index, AgentIncident::NoTarget));
            }
            return;
        };
        self.follow_corridor(index, &target);
        let Some(most_cells) = most_cells else { return };
        let agent = &mut self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let walkable = self.mesh.walkable(agent.class);
        let goal = &mut self.targets.goals[goal];
        let is_shared = !agent.has_place() && goal.users > 1 && group.behavior != Behavior::Chase;
        let mut planner = GroupPlanner {
            walkable: &walkable,
            behavior: group.behavior,
            movement: &group.movement,
            shared: is_shared.then_some((goal, (agent.class, self.step))),
            most_cells,
            puller: &mut self.planning.pullers[agent.class],
            counts: &mut self.planning.counts,
            corridor: None,
            start: None,
        };
        let (at, remaining, searches) = (agent.at, agent.remaining(), planner.counts.shared);
        let cause = agent.actor.replan(&mut planner, [&at, &target], &mut Silent);
        let (corridor, start) = (planner.corridor, planner.start);
        if self.planning.counts.shared != searches {
            self.targets.drop_old_searches(self.step);
        }
        let Some(cause) = cause else { return };
        let agent = &mut self.agents[index];
        agent.corridor = corridor.map(|path| Box::new(AgentCorridor::new(path)));
        if let Some(start) = start {
            (agent.at, agent.walls_at) = (start, None);
        }
        agent.planned_at = self.step;
        if cause.is_other_end() || !agent.is_walking() {
            agent.best = (f32::INFINITY, self.step);
        } else {
            agent.keep_progress(remaining);
        }
        self.begin_path(index, cause, is_shared, observer);
    }

    /// Lets an agent walk along its new path, or notes that there is none.
    pub(super) fn begin_path(
        &mut self,
        index: usize,
        why: ReplanCause,
        is_shared: bool,
        observer: &mut impl Observer<AgentEvent>,
    ) {
        let agent = &mut self.agents[index];
        if agent.path().is_empty() {
            agent.state = AgentState::Lost;
            observer.observe(self.event(index, AgentIncident::NoPath));
            return;
        }
        agent.walk_on();
        let length = agent.path().length();
        if why.is_other_end() {
            agent.planned += length;
        }
        // A chase walks straight on, without a search.
        if self.scenario.groups[agent.group].behavior == Behavior::Chase {
            return;
        }
        let what = AgentIncident::Replanned { why, length, is_shared };
        observer.observe_with(|| self.event(index, what));
    }
}

/// Plans the paths of the agents of a group.
struct GroupPlanner<'a> {
    walkable: &'a Walkable<'a>,
    behavior: Behavior,
    movement: &'a MovementSettings,
    /// The goal whose search other agents use too, with the class of the agent and the step.
    shared: Option<(&'a mut Goal, (usize, u32))>,
    puller: &'a mut StringPuller,
    counts: &'a mut SearchCounts,
    /// Number of cells in `counts` at which a shared search pauses.
    most_cells: usize,
    /// The corridor of the last path, if the group uses corridors.
    corridor: Option<PathCorridor>,
    /// The start of the last path, if it is on another cell than the agent.
    start: Option<Located>,
}

impl PlanPath for GroupPlanner<'_> {
    fn mesh(&self) -> (&NavMesh, &Derived) {
        (self.walkable.mesh, self.walkable.derived)
    }

    fn can_plan(&mut self) -> bool {
        let Some((goal, class)) = &mut self.shared else { return true };
        goal.search(*class, self.walkable, self.counts, self.most_cells)
    }

    fn plan(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why> {
        if self.behavior == Behavior::Chase {
            path.set(ends.map(|end| end.point), &[]);
            return Ok(());
        }
        let Some((goal, (class, _))) = &mut self.shared else { return self.own(ends, path) };
        let Some(tree) = goal.tree(*class, self.counts) else { return self.own(ends, path) };
        // A target that moved to another cell meanwhile is left to the search after this one.
        let was_at = *tree.target();
        let has_moved = was_at.cell != ends[1].cell;
        // The shared search ends when it reached all cells from which there is a path.
        let Some(corridor) = tree.corridor(self.walkable, ends[0].cell) else {
            let can_differ = has_moved || ends.iter().any(|end| has_choice(self.walkable, end));
            return if can_differ { self.own(ends, path) } else { Err(self.why_unreached(ends)) };
        };
        let ends = if has_moved { [ends[0], &was_at] } else { ends };
        if self.can_gain_by_link(&corridor, ends) {
            return self.own(ends, path);
        }
        let by = (Algorithm::Nodes(Method::Midpoints), Pulling::Ground);
        let corridor = around_start_cell(self.walkable, by, corridor, ends);
        self.counts.cells += corridor.cells.len() + CELLS_PER_PATH;
        self.pull(&corridor, ends, path);
        if self.can_follow(&corridor) {
            self.corridor = PathCorridor::of_corridor(corridor, ends);
        }
        Ok(())
    }
}

impl GroupPlanner<'_> {
    /// Sets the path to the string through a corridor, with what the settings of its group require.
    fn pull(&mut self, corridor: &Corridor, ends: [&Located; 2], path: &mut FollowedPath) {
        let MovementSettings { replanning, smoothing, .. } = *self.movement;
        let has_waypoints = self.behavior == Behavior::Waypoints;
        let is_checked = has_waypoints && replanning == Replanning::CheckCorridor;
        let bends = self.puller.pull(self.walkable, corridor, ends);
        path.set_bends(bends, if is_checked { &corridor.cells } else { &[] });
        if has_waypoints && smoothing > 0.0 {
            let settings = SmoothingSettings { tangent: smoothing, ..SmoothingSettings::default() };
            path.set_curve(smoothed_bends(self.walkable, ends[0], bends, &settings));
        }
    }

    /// Whether a link that leaves the cell of the target can make the end of a path cheaper.
    ///
    /// A shared search ends where it enters that cell.
    fn can_gain_by_link(&self, corridor: &Corridor, [start, target]: [&Located; 2]) -> bool {
        let (walkable, from) = (self.walkable, target.cell);
        let last = corridor.exits.last().zip(corridor.cells.iter().nth_back(1));
        let entry = match last {
            Some((way @ Traversal::Side(_), _)) => walkable.midpoint(*way),
            Some((way, &cell)) => {
                let Some(crossing) = walkable.crossing(cell, *way, from, None) else { return false };
                crossing.off
            }
            None => start.point.as_dvec3(),
        };
        let (weight, goal) = (walkable.weight(from), target.point.as_dvec3());
        walkable.derived.links.steps(from).any(|step| {
            let way = Traversal::Link { link: step.link, end: step.end };
            let is_open = walkable.blocked_traversal(from, way, step.cell).is_none();
            let crossing = walkable.crossing(from, way, step.cell, Some(entry)).filter(|_| is_open);
            crossing.is_some_and(|LinkCrossing { on, off, cost }| {
                let least = weight * entry.distance(on) + cost + walkable.least_cost() * off.distance(goal);
                least < weight * entry.distance(goal)
            })
        })
    }

    /// Whether a path corridor follows the agent; one that returns to its first cell would be cut there.
    fn can_follow(&self, corridor: &Corridor) -> bool {
        let returns = corridor.cells.len() > 1 && corridor.cells.first() == corridor.cells.last();
        self.behavior == Behavior::Corridor && !returns
    }

    /// Returns the reason why a complete search found no path.
    fn why_unreached(&self, ends: [&Located; 2]) -> Why {
        match ends.map(|end| self.walkable.derived.islands.of(end.cell)) {
            [Some(start), Some(target)] if start != target => {
                Why::DifferentIslands { start, target, moved: Vec::new() }
            }
            _ => Why::Closed { cells: Vec::new() },
        }
    }

    /// Searches a path for one agent.
    fn own(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why> {
        self.counts.own += 1;
        let (walkable, settings) = (self.walkable, settings_of(self.walkable));
        let fastest = Settings { algorithm: Algorithm::Polyanya.into(), ..settings.clone() };
        // On level ground, other algorithms find a path that is better by the rounding of its corners at most.
        let is_plain = !walkable.has_costs() && !walkable.leaves_by_link(ends[0].cell);
        let first = if is_plain { &fastest } else { &settings };
        let mut planner = PathPlanner::new(walkable.mesh, walkable.derived, first);
        let mut planned = planner.plan(ends, path);
        if is_plain && !planner.answer().path().is_some_and(Path::is_level) {
            planner = PathPlanner::new(walkable.mesh, walkable.derived, &settings);
            planned = planner.plan(ends, path);
        }
        let answer = planner.answer();
        self.counts.cells += answer.total_expanded;
        planned?;
        let (Some(found), Some(start), Some(target)) = (answer.path(), &answer.start, &answer.target) else {
            return Ok(());
        };
        // On the border of cells that are not connected there, the agent is on the one with the path.
        let is_same_place = start.point.distance(ends[0].point) <= SAME_PLACE;
        self.start = (start.cell != ends[0].cell && is_same_place).then_some(*start);
        let corridor = PathCorridor::of_path(self.walkable, found, [start, target]);
        if let Some(corridor) = &corridor {
            self.pull(corridor.corridor(), [start, target], path);
        }
        self.corridor = corridor.filter(|corridor| self.can_follow(corridor.corridor()));
        Ok(())
    }
}
