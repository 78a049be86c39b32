//! State of one agent.

use glam::{Vec2, Vec3};

use crate::navmesh::LinkId;
use crate::pathfinding::mesh_query::locate::Located;
use crate::simulation::scenario::MovementSettings;
use crate::simulation::scenario::individual::Individual;
use crate::simulation::steer::followed_path::{FollowedPath, ReplanCause};
use crate::simulation::steer::nav_actor::{NavActor, NavActorSettings};
use crate::simulation::steer::path_corridor::PathCorridor;
use crate::simulation::steer::steering::Steering;

/// What an agent does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AgentState {
    /// Walks to its target on the mesh.
    Walking {
        /// Step since which it waits for a link.
        waits_for_link: Option<u32>,
    },
    /// Walks to its target over a link.
    OnLink(LinkWalk),
    /// Arrived; it still gives way to others.
    Arrived {
        /// Whether it walks on to make room for others behind it.
        makes_room: bool,
    },
    /// Left the mesh at its target.
    Left,
    /// Has no path to its target, or no target.
    Lost,
}

impl AgentState {
    /// State of an agent that walks and does not wait.
    pub const WALKING: Self = Self::Walking { waits_for_link: None };

    /// State of an agent that arrived and rests.
    pub const ARRIVED: Self = Self::Arrived { makes_room: false };
}

/// Place of an agent around its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AgentPlace {
    None,
    /// All places are taken, and it waits before its target.
    Awaited,
    Taken(Located),
}

/// First arrival of an agent at its target, or the end of the first round of its route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstArrival {
    /// Number of steps until then.
    pub steps: u32,
    /// Walked distance on the ground, in metres.
    pub walked: f32,
    /// Length of the first path to each point of the route and to a place, in metres.
    ///
    /// The parts that the agent did not walk, because it was close enough, do not count.
    pub planned: f32,
}

/// The way of an agent over a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkWalk {
    /// The link.
    pub link: LinkId,
    /// Where the agent was before, where it stepped on the link, and where it gets off.
    pub points: [Vec3; 3],
    /// Cost of a metre of the link: on it, the agent is slower by this factor.
    pub cost: f32,
    /// Walked distance, in metres; those of the link times its cost.
    pub walked: f32,
}

impl LinkWalk {
    /// Returns the distances to walk before the link and on it, as [`Self::walked`].
    pub(in crate::simulation) fn lengths(&self) -> [f32; 2] {
        let [from, on, off] = self.points;
        [from.distance(on), on.distance(off) * self.cost]
    }

    /// Returns the position of the agent.
    pub(super) fn position(&self) -> Vec3 {
        let ([from, on, off], [before, length]) = (self.points, self.lengths());
        let share = |part: f32, whole: f32| if whole > 0.0 { (part / whole).min(1.0) } else { 1.0 };
        if self.walked < before {
            from.lerp(on, share(self.walked, before))
        } else {
            on.lerp(off, share(self.walked - before, length))
        }
    }

    /// Whether the agent gets off.
    pub(super) fn is_over(&self) -> bool {
        self.walked >= self.lengths().iter().sum::<f32>()
    }
}

/// An agent of a running simulation.
#[derive(Clone, Debug)]
pub struct SimulatedAgent {
    /// Index of its group.
    pub group: usize,
    /// Its radius, speed and priority.
    pub own: Individual,
    /// Position on the mesh.
    pub at: Located,
    /// Velocity on the ground, in metres per second.
    pub velocity: Vec2,
    /// Velocity without other agents and walls, in metres per second.
    pub desired: Vec2,
    /// What it does.
    pub state: AgentState,
    /// Walked distance on the ground, in metres.
    pub walked: f32,
    /// As [`FirstArrival::planned`], so far.
    pub planned: f32,
    /// Number of steps in contact with a wall.
    pub contact_steps: u32,
    /// Whether it touches a wall.
    pub is_at_wall: bool,
    /// Whether it moves otherwise than desired because of others.
    pub gives_way: bool,
    /// Whether it makes no progress.
    pub is_stuck: bool,
    /// Its first arrival.
    pub arrived: Option<FirstArrival>,
    /// The last result of its steering, if its group chases.
    pub(super) steering: Option<Steering>,
    /// Its path, and when it needs another one.
    pub(super) actor: NavActor,
    /// Its path as a corridor, if its group uses corridors.
    pub(super) corridor: Option<Box<AgentCorridor>>,
    /// Index of its class: that of the largest agent of its group.
    pub(super) class: usize,
    /// Index of the next point of its route.
    pub(super) leg: usize,
    /// Position at which it began to walk there.
    pub(super) began_at: Vec3,
    /// Its place at the target.
    pub(super) place: AgentPlace,
    /// Position at which the walls near it were searched.
    pub(super) walls_at: Option<Vec2>,
    /// Distance from there to the nearest wall, or the searched range without one, in metres.
    pub(super) wall_distance: f32,
    /// Step of the last replanning.
    pub(super) planned_at: u32,
    /// Least remaining distance, as if the target had always been where it is, and its step.
    pub(super) best: (f32, u32),
    /// Time in which it was much slower than desired, in seconds; half of it is forgotten in the same time.
    pub(super) slow_time: f32,
    /// Step until which it counts as giving way.
    pub(super) gives_way_until: u32,
    /// Step until which it counts as touching a wall.
    pub(super) at_wall_until: u32,
    /// Rise over run of its last movement.
    pub(super) slope: f32,
}

/// The corridor along which an agent walks.
#[derive(Clone, Debug)]
pub(super) struct AgentCorridor {
    pub(super) path: PathCorridor,
    /// Whether its cells changed since its string was pulled.
    pub(super) has_old_string: bool,
    /// Whether its target moved since it was searched.
    pub(super) has_moved_target: bool,
}

impl AgentCorridor {
    pub(super) fn new(path: PathCorridor) -> Self {
        Self { path, has_old_string: false, has_moved_target: false }
    }
}

impl SimulatedAgent {
    pub(super) fn new(
        [group, class]: [usize; 2],
        at: Located,
        own: Individual,
        movement: &MovementSettings,
    ) -> Self {
        let actor = NavActor::new(NavActorSettings {
            close: movement.close,
            target_margin: movement.margin,
            replanning: movement.replanning,
        });
        Self {
            steering: None,
            actor,
            corridor: None,
            group,
            own,
            at,
            velocity: Vec2::ZERO,
            desired: Vec2::ZERO,
            state: AgentState::WALKING,
            walked: 0.0,
            planned: 0.0,
            contact_steps: 0,
            is_at_wall: false,
            gives_way: false,
            is_stuck: false,
            arrived: None,
            class,
            leg: 0,
            began_at: at.point,
            place: AgentPlace::None,
            walls_at: None,
            wall_distance: 0.0,
            planned_at: 0,
            best: (f32::INFINITY, 0),
            slow_time: 0.0,
            gives_way_until: 0,
            at_wall_until: 0,
            slope: 0.0,
        }
    }

    /// Whether the agent is on the mesh or on a link.
    pub fn is_present(&self) -> bool {
        self.state != AgentState::Left
    }

    /// Whether the agent is on the mesh.
    pub fn is_on_mesh(&self) -> bool {
        !matches!(self.state, AgentState::Left | AgentState::OnLink(_))
    }

    /// Whether it walks over a link.
    pub fn is_on_link(&self) -> bool {
        matches!(self.state, AgentState::OnLink(_))
    }

    /// Whether it walks to its target, on the mesh or on a link.
    pub fn is_walking(&self) -> bool {
        matches!(self.state, AgentState::Walking { .. } | AgentState::OnLink(_))
    }

    /// Whether it arrived and is still present.
    pub fn has_arrived(&self) -> bool {
        matches!(self.state, AgentState::Arrived { .. })
    }

    /// Returns its way over the link that it is on.
    pub fn on_link(&self) -> Option<LinkWalk> {
        if let AgentState::OnLink(walk) = self.state { Some(walk) } else { None }
    }

    /// Whether it waits for others before it takes a link.
    pub fn waits_for_link(&self) -> bool {
        self.waits_for_link_since().is_some()
    }

    /// Returns the step since which it waits for a link.
    pub(super) fn waits_for_link_since(&self) -> Option<u32> {
        if let AgentState::Walking { waits_for_link } = self.state { waits_for_link } else { None }
    }

    /// Returns its place at the target.
    pub(super) fn place(&self) -> Option<Located> {
        if let AgentPlace::Taken(place) = self.place { Some(place) } else { None }
    }

    /// Whether it waits before its target, because all places are taken.
    pub(super) fn waits_for_room(&self) -> bool {
        matches!(self.place, AgentPlace::Awaited)
    }

    /// Continues to walk, and to wait for a link if it does.
    pub(super) fn walk_on(&mut self) {
        if !self.is_walking() {
            self.state = AgentState::WALKING;
        }
    }

    /// Requires that the string of its corridor is pulled again.
    pub(super) fn outdate_string(&mut self) {
        if let Some(corridor) = &mut self.corridor {
            corridor.has_old_string = true;
        }
    }

    /// Returns its path; empty without one.
    pub fn path(&self) -> &FollowedPath {
        self.actor.path()
    }

    /// Returns its path as a corridor, if its group uses corridors.
    pub fn corridor(&self) -> Option<&PathCorridor> {
        self.corridor.as_deref().map(|corridor| &corridor.path)
    }

    /// Returns the next waypoint; `None` without a path.
    pub fn waypoint(&self) -> Option<Vec3> {
        self.path().waypoint()
    }

    /// Returns the remaining distance along the path, in metres; infinite without a path.
    pub fn remaining(&self) -> f32 {
        self.path().remaining(self.at.point)
    }

    /// Returns the index of the next point of its route.
    pub fn leg(&self) -> usize {
        self.leg
    }

    /// Keeps the progress of an agent whose path was replaced, so that only its own movement counts.
    ///
    /// `before` is the remaining distance of the path before.
    pub(super) fn keep_progress(&mut self, before: f32) {
        let changed = self.remaining() - before;
        if changed.is_finite() {
            self.best.0 += changed;
        }
    }

    /// Whether it has a place at its target.
    pub(in crate::simulation) fn has_place(&self) -> bool {
        self.place().is_some()
    }

    /// Returns the least remaining distance since the last search, in metres, and the seconds since then.
    pub(in crate::simulation) fn best_remaining(&self, simulation: &super::Simulation) -> (f32, f32) {
        let (best, step) = self.best;
        (best, simulation.steps().saturating_sub(step) as f32 * simulation.scenario().time_step)
    }

    /// Replaces its path by the straight line to a position that it sees.
    pub(super) fn walk_straight_to(&mut self, to: &Located) {
        self.actor.path_mut().set([self.at.point, to.point], &[]);
        self.corridor = None;
    }

    /// Returns to walking after the target moved.
    pub(super) fn leave_place(&mut self) {
        self.place = AgentPlace::None;
        if self.has_arrived() {
            self.state = AgentState::WALKING;
        }
    }

    pub(super) fn needs_plan_for_mesh(&mut self) {
        self.actor.request(ReplanCause::MeshChanged);
        if self.state == AgentState::Lost {
            self.state = AgentState::WALKING;
        }
    }

    /// Removes the path of an agent without a target; returns whether it was not lost before.
    pub(super) fn lose(&mut self) -> bool {
        self.actor.reset();
        self.corridor = None;
        std::mem::replace(&mut self.state, AgentState::Lost) != AgentState::Lost
    }
}
