//! Agents that take links: the wait before a link, the way over it, and its end.

use super::{AgentState, LinkWalk, SimulatedAgent, Simulation};
use crate::geometry::{Vec2, Vec3, ground};
use crate::navmesh::LinkId;
use crate::simulation::events::{AgentEvent, AgentIncident};
use crate::simulation::places;
use crate::trace::Observer;

/// Distance from the begin of a link at which an agent steps on it, in radii.
///
/// In a corner of 90°, an agent comes no closer than 1.42 radii.
const REACH: f32 = 1.5;

/// Ratio of the distance up to which an agent waits before a link to that at which it begins to wait.
///
/// Others that leave the link push it away.
const WAITING: f32 = 1.5;

/// Greatest difference in height between an agent and the begin of its link, in metres.
const HEIGHT: f32 = 1.0;

/// What an agent does with the next link of its path, or with the one that it is on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkUse {
    /// It walks to the link.
    Ahead {
        /// The link.
        link: LinkId,
        /// Distance to its begin along the path, in metres.
        distance: f32,
    },
    /// It waits in the line before the link.
    InLine {
        /// The link.
        link: LinkId,
        /// The agent in front of it.
        behind: u32,
    },
    /// It is the next one, and waits before the link.
    Waits {
        /// The link.
        link: LinkId,
        /// Another agent, which is on the link or came before; `None` if it steps on now.
        agent: Option<u32>,
        /// Time for which it has waited, in seconds.
        seconds: f32,
    },
    /// It is on the link.
    On {
        /// The link.
        link: LinkId,
        /// Its speed along the link, in metres per second.
        speed: f32,
        /// Time until it gets off, in seconds.
        seconds: f32,
    },
}

impl LinkUse {
    /// Returns what the agent does, as a sentence; `name` returns the name of another agent.
    pub fn caption(self, name: impl Fn(usize) -> String) -> String {
        match self {
            Self::Ahead { link, distance } => format!("Walks to link {}, {distance:.2} m away.", link.0),
            Self::InLine { link, behind } => {
                format!("Waits in the line before link {}, behind {}.", link.0, name(behind as usize))
            }
            Self::Waits { link, agent, seconds } => {
                let agent = agent.map_or_else(String::new, |agent| format!(" for {}", name(agent as usize)));
                format!("Has waited {seconds:.2} s before link {}{agent}.", link.0)
            }
            Self::On { link, speed, seconds } => {
                format!("Is on link {}, at {speed:.2} m/s, and gets off in {seconds:.2} s.", link.0)
            }
        }
    }
}

/// Agents that are on links or wait for one.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkUsers(Vec<u32>);

impl LinkUsers {
    /// Lists the agents that are on links or wait for one.
    pub(super) fn list(&mut self, agents: &[SimulatedAgent]) {
        let users = (0..).zip(agents).filter(|(_, it)| it.is_on_link() || it.waits_for_link());
        self.0.clear();
        self.0.extend(users.map(|(index, _)| index));
    }
}

impl Simulation {
    /// Lets an agent whose path takes a link step on it, or wait before it.
    pub(super) fn approach_link(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let path = self.agents[index].path();
        let ends = path.link().zip(path.waypoint()).zip(path.after());
        let is_there = ends.is_some_and(|((link, on), _)| self.is_at_link(index, link, on));
        let Some(((link, on), off)) = ends.filter(|_| is_there) else {
            if self.agents[index].waits_for_link() {
                self.agents[index].state = AgentState::WALKING;
            }
            return;
        };
        let Some(cost) = self.mesh.mesh.link(link).map(|link| link.cost) else { return };
        self.crowd.count_comparisons(self.links.0.len());
        if let Some(agent) = self.agent_before_link(index) {
            if !self.agents[index].waits_for_link() {
                self.agents[index].state = AgentState::Walking { waits_for_link: Some(self.step) };
                self.links.0.push(index as u32);
                self.free(index, observer);
                let what = AgentIncident::WaitsForLink { link, agent };
                observer.observe_with(|| self.event(index, what));
            }
            return;
        }
        let agent = &mut self.agents[index];
        let walk = LinkWalk { link, points: [agent.at.point, on, off], cost, walked: 0.0 };
        let seconds = walk.lengths().iter().sum::<f32>() / agent.own.speed;
        agent.state = AgentState::OnLink(walk);
        agent.actor.path_mut().pass_waypoint();
        (agent.gives_way, agent.is_at_wall) = (false, false);
        self.links.0.push(index as u32);
        self.free(index, observer);
        observer.observe_with(|| self.event(index, AgentIncident::LinkEntered { link, seconds }));
    }

    /// Whether an agent is close to the begin of its link, and no wall is between them.
    fn is_at_link(&mut self, index: usize, link: LinkId, on: Vec3) -> bool {
        let agent = &self.agents[index];
        let radius = self.mesh.walkable(agent.class).agent.radius;
        let reach = (REACH * radius).max(self.scenario.groups[agent.group].movement.close);
        let reach = if agent.waits_for_link() { WAITING * reach } else { reach };
        let is_near =
            ground(agent.at.point).distance(ground(on)) <= reach && (agent.at.point.y - on.y).abs() <= HEIGHT;
        is_near && self.sees_link(index, link, ground(on))
    }

    /// Whether no wall is between an agent and the begin of a link, which can lie beside the mesh.
    pub(super) fn sees_link(&mut self, index: usize, link: LinkId, on: Vec2) -> bool {
        let agent = &self.agents[index];
        self.sight.sees_link(&self.mesh.walkable(agent.class), &agent.at, link, on)
    }

    /// Returns the agent for which another one waits before its link; `None` if it can step on it.
    ///
    /// It is one that is on the link, too near or in the opposite direction, or one that waited before.
    pub(in crate::simulation) fn agent_before_link(&self, index: usize) -> Option<u32> {
        let agent = &self.agents[index];
        let path = agent.path();
        let ((link, on), off) = path.link().zip(path.waypoint()).zip(path.after())?;
        let turn = (agent.waits_for_link_since().unwrap_or(self.step), index);
        let before = self.links.0.iter().copied().filter(|&other| other as usize != index);
        before.into_iter().find(|&other| {
            let beside = &self.agents[other as usize];
            let apart = agent.own.radius + beside.own.radius;
            let touches = |ends: [Vec3; 2]| {
                let is_back = on.distance_squared(ends[1]) < on.distance_squared(ends[0]);
                let [from, to] = if is_back { [ends[1], ends[0]] } else { ends };
                (is_back, on.distance(from) < apart || off.distance(to) < apart)
            };
            if let Some(walk) = beside.on_link() {
                let (is_back, touches) = touches([walk.points[1], walk.points[2]]);
                let is_near = beside.at.point.distance(on) < apart || walk.walked < walk.lengths()[0];
                return walk.link == link && touches && (is_back || is_near);
            }
            let theirs = beside.path();
            let ends = theirs.waypoint().zip(theirs.after());
            let is_first = beside.waits_for_link_since().is_some_and(|since| (since, other as usize) < turn);
            is_first && theirs.link() == Some(link) && ends.is_some_and(|(from, to)| touches([from, to]).1)
        })
    }

    /// Returns what an agent does with a link; `None` if no link is on its way.
    pub(super) fn link_use(&self, index: usize) -> Option<LinkUse> {
        let agent = &self.agents[index];
        if let Some(walk) = agent.on_link() {
            let [before, length] = walk.lengths();
            let is_before = walk.walked < before;
            let speed = agent.own.speed / if is_before { 1.0 } else { walk.cost.max(f32::MIN_POSITIVE) };
            let seconds = (before + length - walk.walked).max(0.0) / agent.own.speed;
            return Some(LinkUse::On { link: walk.link, speed, seconds });
        }
        if let Some(since) = agent.waits_for_link_since() {
            let (link, agent) = (agent.path().link()?, self.agent_before_link(index));
            let seconds = self.step.saturating_sub(since) as f32 * self.scenario.time_step;
            return Some(LinkUse::Waits { link, agent, seconds });
        }
        if let Some((link, behind)) = self.line_before_link(index).filter(|_| agent.is_walking()) {
            return Some(LinkUse::InLine { link, behind });
        }
        let (link, distance) = agent.path().link_ahead()?;
        Some(LinkUse::Ahead { link, distance: distance + agent.at.point.distance(agent.waypoint()?) })
    }

    /// Moves an agent along the link that it is on, and lets it get off at the end.
    pub(super) fn walk_on_link(&mut self, index: usize, observer: &mut impl Observer<AgentEvent>) {
        let time_step = self.scenario.time_step;
        let agent = &mut self.agents[index];
        let AgentState::OnLink(walk) = &mut agent.state else { return };
        let before = agent.at.point;
        walk.walked += agent.own.speed * time_step;
        agent.at.point = walk.position();
        let (link, off, is_over) = (walk.link, walk.points[2], walk.is_over());
        let moved = ground(agent.at.point) - ground(before);
        agent.velocity = moved / time_step;
        agent.walked += agent.at.point.distance(before);
        agent.best.1 = self.step;
        if is_over {
            self.get_off(index, off);
            observer.observe_with(|| self.event(index, AgentIncident::LinkLeft { link }));
        }
        let agent = &self.agents[index];
        self.crowd.set(index, agent);
    }

    /// Puts an agent on the mesh at the end of its link.
    fn get_off(&mut self, index: usize, off: Vec3) {
        let agent = &mut self.agents[index];
        agent.state = AgentState::WALKING;
        let walkable = self.mesh.walkable(agent.class);
        let in_corridor =
            agent.corridor.as_mut().and_then(|corridor| corridor.path.take_link(&walkable, off));
        match in_corridor.or_else(|| places::relocated(walkable.mesh, walkable.derived, off)) {
            Some(landed) => agent.at = landed,
            None => agent.state = AgentState::Lost,
        }
        agent.actor.path_mut().pass_waypoint();
        (agent.walls_at, agent.slope) = (None, 0.0);
        agent.outdate_string();
    }
}
