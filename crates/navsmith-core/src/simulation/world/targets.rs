//! Targets of the groups: their positions, the searches that agents share, and changes during a run.

use super::SimulatedAgent;
use super::class_mesh::ClassMesh;
use crate::geometry::ground;
use crate::pathfinding::mesh_query::Endpoint;
use crate::simulation::goal::{Goal, GoalKind, SearchCounts};
use crate::simulation::scenario::{AgentGroup, Arrival, GroupTarget, Scenario};
use crate::simulation::target_tree::TargetTree;

/// Maximum memory of the searches that agents share, in bytes; those used last are kept.
const MOST_TREE_BYTES: usize = 64 << 20;

/// The goals of all groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Targets {
    pub(super) goals: Vec<Goal>,
    /// By group, the goals of its route; one for other targets.
    routes: Vec<Vec<usize>>,
    pub(super) pointer: Option<Endpoint>,
}

impl Targets {
    /// Adds the goals of the next group; groups with one target and one arrival share its goal.
    pub(super) fn add(&mut self, group: &AgentGroup, scenario: &Scenario) {
        let last = group.arrival;
        let targets: Vec<(GoalKind, Arrival)> = match &group.target {
            GroupTarget::Point(at) => vec![(GoalKind::Fixed(*at), last)],
            GroupTarget::Route { points, is_loop } => {
                let arrival = |index: usize| {
                    if *is_loop || index + 1 < points.len() { Arrival::Stop } else { last }
                };
                points.iter().enumerate().map(|(i, at)| (GoalKind::Fixed(*at), arrival(i))).collect()
            }
            GroupTarget::Agent { group, index } => {
                // An agent that does not exist is nowhere.
                let agent = scenario.agent_index(*group, *index).unwrap_or(usize::MAX);
                vec![(GoalKind::Agent(agent as u32), last)]
            }
            GroupTarget::Pointer => vec![(GoalKind::Pointer, last)],
        };
        let goals = &mut self.goals;
        let goal_of = |(kind, arrival)| {
            let known = goals.iter().position(|goal: &Goal| (goal.kind, goal.arrival) == (kind, arrival));
            known.unwrap_or_else(|| {
                goals.push(Goal::new(kind, arrival));
                goals.len() - 1
            })
        };
        let route: Vec<usize> = targets.into_iter().map(goal_of).collect();
        for &goal in &route {
            let goal = &mut goals[goal];
            goal.users += group.count;
            goal.radius = goal.radius.max(group.largest_radius());
        }
        self.routes.push(route);
    }

    /// Moves the goals that follow agents or the pointer, and locates those without a position.
    pub(super) fn locate(&mut self, mesh: &ClassMesh, agents: &[SimulatedAgent]) {
        for goal in &mut self.goals {
            let endpoint = match goal.kind {
                GoalKind::Fixed(at) => Some(at),
                GoalKind::Pointer => self.pointer,
                GoalKind::Agent(agent) => agents.get(agent as usize).map(|agent| {
                    let at = agent.at.point;
                    Endpoint { ground: ground(at), height: Some(at.y) }
                }),
            };
            if goal.is_moving() || goal.at.is_none() {
                goal.locate(&mesh.mesh, &mesh.derived, endpoint);
            }
        }
    }

    /// Forgets everything that depends on the mesh.
    pub(super) fn forget(&mut self) {
        for goal in &mut self.goals {
            goal.forget();
            goal.at = None;
        }
    }

    /// Returns the goals of the route of a group.
    pub(super) fn route(&self, group: usize) -> &[usize] {
        &self.routes[group]
    }

    /// Returns the index of the goal of an agent.
    pub(super) fn index_of(&self, agent: &SimulatedAgent) -> usize {
        let route = &self.routes[agent.group];
        route[agent.leg.min(route.len() - 1)]
    }

    /// Returns the goal of an agent.
    pub(super) fn of(&self, agent: &SimulatedAgent) -> &Goal {
        &self.goals[self.index_of(agent)]
    }

    /// Counts the agents at each goal; some of those that arrived walk again because their target moved.
    pub(super) fn count_arrived(&mut self, agents: &[SimulatedAgent]) {
        self.goals.iter_mut().for_each(|goal| goal.arrived = 0);
        for agent in agents.iter().filter(|agent| agent.has_arrived()) {
            let goal = self.index_of(agent);
            self.goals[goal].arrived += 1;
        }
    }

    /// Moves a point of the route of a group; returns whether that is another position.
    pub(super) fn move_goal(
        &mut self,
        (index, leg): (usize, usize),
        to: Endpoint,
        mesh: &ClassMesh,
        group: &AgentGroup,
    ) -> bool {
        let old = self.routes[index][leg];
        let kind = GoalKind::Fixed(to);
        if self.goals[old].kind == kind {
            return false;
        }
        let users = self.routes.iter().flatten().filter(|&&goal| goal == old).count();
        let goal = if users > 1 { self.split((index, leg), group) } else { old };
        let goal = &mut self.goals[goal];
        goal.kind = kind;
        goal.locate(&mesh.mesh, &mesh.derived, Some(to));
        goal.forget();
        true
    }

    /// Gives a point of a route a goal of its own, because others use its goal too.
    fn split(&mut self, (index, leg): (usize, usize), group: &AgentGroup) -> usize {
        let (count, radius) = (group.count, group.largest_radius());
        let shared = &mut self.goals[self.routes[index][leg]];
        shared.users = shared.users.saturating_sub(count);
        let mut own = Goal::new(shared.kind, shared.arrival);
        (own.users, own.radius) = (count, radius);
        self.goals.push(own);
        let goal = self.goals.len() - 1;
        self.routes[index][leg] = goal;
        goal
    }

    /// Continues the shared searches that paused, one after the other, up to a number of cells.
    pub(super) fn continue_searches(
        &mut self,
        mesh: &ClassMesh,
        step: u32,
        counts: &mut SearchCounts,
        most_cells: usize,
    ) {
        for goal in &mut self.goals {
            let classes: Vec<usize> = goal.paused().collect();
            for class in classes {
                goal.search((class, step), &mesh.walkable(class), counts, most_cells);
            }
        }
    }

    /// Removes the shared searches that were not used for the longest time while they take too much memory.
    pub(super) fn drop_old_searches(&mut self, step: u32) {
        let trees = || self.goals.iter().flat_map(Goal::trees);
        let mut bytes: usize = trees().map(|tree| tree.tree.bytes()).sum();
        if bytes <= MOST_TREE_BYTES {
            return;
        }
        // Without those of this step, agents would never get their paths.
        let old = trees().filter(|tree| tree.used_at < step);
        let mut by_use: Vec<(u32, usize)> = old.map(|tree| (tree.used_at, tree.tree.bytes())).collect();
        by_use.sort_unstable();
        let mut last = None;
        for (used_at, freed) in by_use {
            if bytes <= MOST_TREE_BYTES && Some(used_at) > last {
                break;
            }
            (bytes, last) = (bytes - freed, Some(used_at));
        }
        if let Some(last) = last {
            self.goals.iter_mut().for_each(|goal| goal.drop_trees(last));
        }
    }

    /// Returns the shared searches, each with its memory in bytes; copies of a state share them.
    pub(super) fn searches(&self) -> impl Iterator<Item = (*const TargetTree, usize)> {
        let trees = self.goals.iter().flat_map(Goal::trees);
        trees.map(|tree| (std::sync::Arc::as_ptr(&tree.tree), tree.tree.bytes()))
    }
}
