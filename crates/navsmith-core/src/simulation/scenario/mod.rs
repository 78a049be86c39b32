//! Scenarios: groups of agents, where they start, where they go, and the expected result.

pub mod individual;
mod colors;
pub mod check;
pub mod crowd;
mod names;
mod removal;

use self::individual::AgentSpread;
use crate::navmesh::AreaId;
use crate::pathfinding::agent::Filter;
use crate::pathfinding::mesh_query::Endpoint;
use crate::simulation::steer::nav_actor::Replanning;
use crate::simulation::steer::steering::SteeringSettings;

/// Maximum number of agents of a scenario.
pub const MOST_AGENTS: u32 = 50_000;

/// Maximum number of groups of a scenario.
pub const MOST_GROUPS: usize = 256;

/// Maximum number of points of a route.
pub const MOST_POINTS: usize = 1024;

/// Maximum number of other agents that an agent avoids.
pub const MOST_NEIGHBORS: u32 = 64;

/// Maximum time for which collisions are avoided in advance, in seconds.
pub const MOST_HORIZON: f32 = 10.0;

/// Maximum duration of a scenario, in seconds.
pub const MOST_SECONDS: f32 = 3600.0;

/// Shortest time step of a scenario, in seconds.
pub const SHORTEST_STEP: f32 = 1.0 / 1000.0;

/// Longest time step of a scenario, in seconds.
pub const LONGEST_STEP: f32 = 0.1;

/// Groups of agents that move at the same time, and the expected result.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Display name; not empty.
    pub name: String,
    /// The groups; their order is that of the agents.
    pub groups: Vec<AgentGroup>,
    /// Duration of a run, in seconds.
    pub duration: f32,
    /// Duration of a step, in seconds.
    pub time_step: f32,
    /// Seed of the positions at which agents start.
    pub seed: u64,
    /// The expected result; `None` accepts any.
    pub expected: Option<ExpectedRun>,
}

/// Agents of about the same size, with the same behaviour and target.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentGroup {
    /// Display name; not empty.
    pub name: String,
    /// Number of its display colour; `None` for its index in the scenario.
    pub color: Option<u8>,
    /// Where the agents start.
    pub spawn: Spawn,
    /// Number of agents.
    pub count: u32,
    /// Radius of an agent, in metres.
    pub radius: f32,
    /// Maximum speed of an agent along the surface, in metres per second.
    pub speed: f32,
    /// How an agent finds its way to the target.
    pub behavior: Behavior,
    /// Whether an agent avoids others. Others avoid it in any case.
    pub avoids: bool,
    /// Costs of areas, forbidden areas, and whether the agents take no links.
    ///
    /// A chase keeps out of forbidden areas; costs and links have no effect on it.
    pub filter: Filter,
    /// Priority of an agent: of two, the one with the lower priority gives way more.
    pub priority: f32,
    /// Greatest differences of an agent from the radius, the speed and the priority.
    pub spread: AgentSpread,
    /// Where the agents go.
    pub target: GroupTarget,
    /// What an agent does at the target.
    pub arrival: Arrival,
    /// Settings of the movement.
    pub movement: MovementSettings,
    /// Settings of the force that moves agents with [`Behavior::Chase`]; others ignore them.
    pub steering: SteeringSettings,
}

/// Where the agents of a group start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spawn {
    /// At a point, as close to it as they fit beside each other.
    Point(Endpoint),
    /// At random positions in a disc, reachable from its centre.
    Disc {
        /// Centre of the disc.
        center: Endpoint,
        /// Radius of the disc, in metres.
        radius: f32,
    },
    /// At equal distances on a line.
    Line {
        /// Position of the first agent.
        from: Endpoint,
        /// Position of the last agent.
        to: Endpoint,
    },
    /// At random positions in the cells of an area.
    Area(AreaId),
}

/// How an agent finds its way to its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Behavior {
    /// Is moved straight to the target by a force, whatever is between, and stops at the stand-off.
    Chase,
    /// Walks along the waypoints of a path, and searches for another path when [`Replanning`] requires it.
    #[default]
    Waypoints,
    /// Walks along a path corridor whose ends follow the agent and the target.
    ///
    /// An agent that is pushed aside within the corridor, or whose target moves by at most the margin, needs no
    /// search.
    Corridor,
}

/// Where the agents of a group go.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupTarget {
    /// To a point.
    Point(Endpoint),
    /// Along a route; not empty.
    Route {
        /// The points, in order.
        points: Vec<Endpoint>,
        /// Whether the first point follows the last one. Otherwise the agent arrives at the last point.
        is_loop: bool,
    },
    /// To an agent.
    Agent {
        /// Index of its group.
        group: usize,
        /// Index of the agent in its group.
        index: u32,
    },
    /// To the pointer in the window; without one, nowhere.
    Pointer,
}

/// What an agent does at its target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Arrival {
    /// Stops near the target; the accepted distance grows with the number of agents that arrived.
    Stop,
    /// Takes a place in a formation around the target, or behind it where space is missing.
    #[default]
    Formation,
    /// Takes a place in a queue that begins at the target.
    Queue,
    /// Leaves the mesh, as through an exit.
    Leave,
}

/// Settings of the movement of agents.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovementSettings {
    /// Distance at which a waypoint or target counts as reached, in metres.
    pub close: f32,
    /// Distance that the target may move before the path is searched again, in metres.
    pub margin: f32,
    /// Time for which collisions with other agents are avoided in advance, in seconds.
    pub horizon: f32,
    /// Time for which collisions with walls are avoided in advance, in seconds.
    pub wall_horizon: f32,
    /// Maximum number of other agents that an agent avoids; the nearest ones.
    pub neighbors: u32,
    /// Least time between two searches because a wall hides the next waypoint, in seconds.
    pub patience: f32,
    /// Time of walking for which an agent looks ahead for a wall before its waypoint, in seconds.
    pub look_ahead: f32,
    /// Time in which an agent comes to rest at the end of its path, in seconds.
    pub braking: f32,
    /// Decrease of the remaining distance that counts as progress, in metres.
    pub progress: f32,
    /// Time without progress after which an agent is stuck, in seconds.
    pub stuck_after: f32,
    /// Time without progress after which an agent near its target stays where it is, in seconds.
    pub gives_up_after: f32,
    /// When agents with [`Behavior::Waypoints`] search for another path; others ignore it.
    pub replanning: Replanning,
    /// Length of the tangents of smoothed paths, as a share of the distance between two bends.
    ///
    /// With 0, paths consist of straight lines and arcs. Only agents with [`Behavior::Waypoints`] walk along smoothed paths.
    pub smoothing: f32,
}

/// The expected result of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ExpectedRun {
    /// Time within which all agents arrive, in seconds; `None` accepts any.
    pub all_arrive_within: Option<f32>,
    /// Number of agents that may be stuck at the end; `None` accepts any.
    pub most_stuck: Option<u32>,
}

impl Default for MovementSettings {
    fn default() -> Self {
        Self {
            close: 0.5,
            margin: 1.0,
            horizon: 1.5,
            wall_horizon: 0.5,
            neighbors: 10,
            patience: 0.5,
            look_ahead: 4.0,
            braking: 0.2,
            progress: 0.1,
            stuck_after: 3.0,
            gives_up_after: 2.0,
            replanning: Replanning::default(),
            smoothing: 0.0,
        }
    }
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            name: "scenario".into(),
            groups: Vec::new(),
            duration: 60.0,
            time_step: 1.0 / 60.0,
            seed: 1,
            expected: None,
        }
    }
}

impl GroupTarget {
    /// Whether it is a route whose first point follows the last one.
    pub fn is_loop(&self) -> bool {
        matches!(self, Self::Route { is_loop: true, .. })
    }
}

impl AgentGroup {
    /// Creates a group of one agent.
    pub fn new(name: &str, spawn: Spawn, target: GroupTarget) -> Self {
        Self {
            name: name.into(),
            color: None,
            spawn,
            count: 1,
            radius: 0.4,
            speed: 1.5,
            behavior: Behavior::default(),
            avoids: true,
            filter: Filter::default(),
            priority: 1.0,
            spread: AgentSpread::default(),
            target,
            arrival: Arrival::default(),
            movement: MovementSettings::default(),
            steering: SteeringSettings::default(),
        }
    }

    /// Whether both groups are equal except for their names and colours.
    fn moves_like(&self, other: &Self) -> bool {
        let Self { name: _, color: _, spawn, count, radius, speed, behavior, avoids, priority, .. } = self;
        let Self { filter, spread, target, arrival, movement, steering, .. } = self;
        (spawn, count, radius, speed) == (&other.spawn, &other.count, &other.radius, &other.speed)
            && (behavior, avoids, priority) == (&other.behavior, &other.avoids, &other.priority)
            && (filter, spread, target) == (&other.filter, &other.spread, &other.target)
            && (arrival, movement, steering) == (&other.arrival, &other.movement, &other.steering)
    }

    /// Returns the number of positions of its spawn.
    pub fn start_count(&self) -> usize {
        match self.spawn {
            Spawn::Point(_) | Spawn::Disc { .. } => 1,
            Spawn::Line { .. } => 2,
            Spawn::Area(_) => 0,
        }
    }

    /// Returns all positions of the group: those of its spawn, then those of its target.
    pub fn positions(&self) -> impl Iterator<Item = Endpoint> {
        let spawn = match self.spawn {
            Spawn::Point(at) | Spawn::Disc { center: at, .. } => [Some(at), None],
            Spawn::Line { from, to } => [Some(from), Some(to)],
            Spawn::Area(_) => [None; 2],
        };
        let target = match &self.target {
            GroupTarget::Point(at) => std::slice::from_ref(at),
            GroupTarget::Route { points, .. } => points,
            GroupTarget::Agent { .. } | GroupTarget::Pointer => &[],
        };
        spawn.into_iter().flatten().chain(target.iter().copied())
    }

    /// Returns all positions of the group, to change them; in the order of [`Self::positions`].
    pub fn positions_mut(&mut self) -> Vec<&mut Endpoint> {
        let mut positions: Vec<&mut Endpoint> = match &mut self.spawn {
            Spawn::Point(at) | Spawn::Disc { center: at, .. } => vec![at],
            Spawn::Line { from, to } => vec![from, to],
            Spawn::Area(_) => Vec::new(),
        };
        match &mut self.target {
            GroupTarget::Point(at) => positions.push(at),
            GroupTarget::Route { points, .. } => positions.extend(points),
            GroupTarget::Agent { .. } | GroupTarget::Pointer => {}
        }
        positions
    }
}

impl Scenario {
    /// Returns the number of agents.
    pub fn agent_count(&self) -> u32 {
        self.groups.iter().fold(0, |sum: u32, group| sum.saturating_add(group.count))
    }

    /// Whether both scenarios have the same run; names and the expected result do not change it.
    pub fn has_same_run(&self, other: &Self) -> bool {
        let Self { name: _, groups, duration, time_step, seed, expected: _ } = self;
        let has_same_groups = || groups.iter().zip(&other.groups).all(|(one, two)| one.moves_like(two));
        (*duration, *time_step, *seed) == (other.duration, other.time_step, other.seed)
            && groups.len() == other.groups.len()
            && has_same_groups()
    }

    /// Returns the number of steps of a run.
    pub fn step_count(&self) -> usize {
        (f64::from(self.duration) / f64::from(self.time_step)).round() as usize
    }

    /// Returns the index of a group's agent among all agents; `None` if there is no such agent.
    pub fn agent_index(&self, group: usize, index: u32) -> Option<usize> {
        self.groups.get(group).filter(|group| index < group.count)?;
        let before: u32 = self.groups[..group].iter().map(|group| group.count).sum();
        Some(before as usize + index as usize)
    }

    /// Returns the scenario with converted positions and with lengths times `factor`.
    ///
    /// Returns `None` if a position cannot be converted.
    pub fn converted(&self, position: impl Fn(Endpoint) -> Option<Endpoint>, factor: f32) -> Option<Self> {
        let mut converted = self.clone();
        for group in &mut converted.groups {
            for at in group.positions_mut() {
                *at = position(*at)?;
            }
            if let Spawn::Disc { radius, .. } = &mut group.spawn {
                *radius *= factor;
            }
            let AgentGroup { radius, speed, spread, movement, .. } = group;
            let MovementSettings { close, margin, progress, .. } = movement;
            for length in [radius, speed, &mut spread.radius, &mut spread.speed, close, margin, progress] {
                *length *= factor;
            }
            let SteeringSettings { turn_distance, stand_off, climb_slope, force, .. } = &mut group.steering;
            for length in [turn_distance, stand_off, climb_slope, force] {
                *length *= f64::from(factor);
            }
        }
        Some(converted)
    }
}
