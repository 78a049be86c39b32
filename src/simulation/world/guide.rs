//! Paths of agents to their targets.

use super::{AgentPhase, Simulation};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::StringPuller;
use crate::pathfinding::query::why::Why;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::followed_path::{FollowedPath, ReplanCause};
use crate::simulation::goal::{Goal, SearchCounts};
use crate::simulation::nav_actor::{PathPlanner, PlanPath};
use crate::simulation::path_corridor::PathCorridor;
use crate::simulation::places::MAX_HEIGHT;
use crate::simulation::scenario::Behavior;
use crate::trace::{Observer, Silent};

/// Number of steps between two tests of what an agent sees.
pub(super) const STEPS_PER_LOOK: u32 = 8;

impl Simulation {
    /// Gives every agent a path, advances it, and sets its desired velocity.
    pub(super) fn guide(&mut self, observer: &mut impl Observer<AgentEvent>) {
        self.memory.pullers.resize_with(self.classes.len(), StringPuller::default);
        for index in 0..self.agents.len() {
            if self.agents[index].phase == AgentPhase::Left {
                continue;
            }
            self.follow_target(index, observer);
            self.advance(index, observer);
            self.desire(index);
        }
    }

    /// Plans another path of an agent to its place or target if it needs one.
    fn follow_target(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let agent = &self.agents[index];
        let goal = self.goal_index(agent);
        if agent.phase == AgentPhase::Arrived && agent.place.is_some() {
            return;
        }
        let Some(target) = agent.place.or(self.goals[goal].at) else {
            self.agents[index].lose();
            return;
        };
        self.follow_corridor(index, &target);
        let agent = &mut self.agents[index];
        let group = &self.scenario.groups[agent.group];
        let walkable = Walkable::new(&self.mesh, &self.derived, &self.classes[agent.class], &self.filter);
        let goal = &mut self.goals[goal];
        let is_shared = agent.place.is_none() && goal.users > 1 && group.behavior != Behavior::Chase;
        let mut planner = GroupPlanner {
            walkable: &walkable,
            behavior: group.behavior,
            shared: is_shared.then_some((goal, agent.class)),
            puller: &mut self.memory.pullers[agent.class],
            counts: &mut self.counts,
            corridor: None,
        };
        let at = agent.at;
        let Some(cause) = agent.actor.replan(&mut planner, [&at, &target], &mut Silent) else { return };
        (agent.corridor, agent.has_old_string) = (planner.corridor.map(Box::new), false);
        (agent.planned_at, agent.best) = (self.step, (f32::INFINITY, self.step));
        if agent.path().is_empty() {
            agent.phase = AgentPhase::Lost;
            observer.observe(self.event(index, AgentIncident::NoPath));
            return;
        }
        agent.phase = AgentPhase::Walking;
        let length = agent.path().length();
        if matches!(cause, ReplanCause::NoPath | ReplanCause::NextPoint) {
            agent.shortest += length;
        }
        let what = AgentIncident::Replanned { why: cause, length, is_shared };
        observer.observe_with(|| self.event(index, what));
    }
}

/// Plans the paths of the agents of a group.
struct GroupPlanner<'a> {
    walkable: &'a Walkable<'a>,
    behavior: Behavior,
    /// The goal whose search other agents use too, and the class of the agent.
    shared: Option<(&'a mut Goal, usize)>,
    puller: &'a mut StringPuller,
    counts: &'a mut SearchCounts,
    /// The corridor of the last path, if the group uses corridors.
    corridor: Option<PathCorridor>,
}

impl PlanPath for GroupPlanner<'_> {
    fn mesh(&self) -> (&NavMesh, &Derived) {
        (self.walkable.mesh, self.walkable.derived)
    }

    fn plan(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why> {
        if self.behavior == Behavior::Chase {
            path.set(ends.map(|end| end.point), &[]);
            return Ok(());
        }
        let Some((goal, class)) = &mut self.shared else { return self.own(ends, path) };
        let tree = goal.tree(*class, self.walkable, self.counts);
        let Some(corridor) = tree.and_then(|tree| tree.corridor(ends[0].cell)) else {
            return self.own(ends, path);
        };
        path.set_rounded(self.walkable.mesh, self.puller.pull(self.walkable, &corridor, ends));
        if self.behavior == Behavior::Corridor {
            self.corridor = PathCorridor::of_corridor(corridor, ends);
        }
        Ok(())
    }
}

impl GroupPlanner<'_> {
    /// Searches a path for one agent.
    fn own(&mut self, ends: [&Located; 2], path: &mut FollowedPath) -> Result<(), Why> {
        self.counts.own += 1;
        let settings = Settings {
            agent: *self.walkable.agent,
            filter: self.walkable.filter.clone(),
            max_height: MAX_HEIGHT,
            ..Settings::default()
        };
        let mut planner = PathPlanner::new(self.walkable.mesh, self.walkable.derived, &settings);
        planner.plan(ends, path)?;
        // Without the cells, which only `Replanning::CheckCorridor` needs, and which each step would search.
        let answer = planner.answer();
        if let Some(found) = answer.path() {
            path.set_rounded(self.walkable.mesh, found);
        }
        if let (Behavior::Corridor, Some(found), Some(start), Some(target)) =
            (self.behavior, answer.path(), &answer.start, &answer.target)
        {
            self.corridor = PathCorridor::of_path(self.walkable, found, [start, target]);
        }
        Ok(())
    }
}
