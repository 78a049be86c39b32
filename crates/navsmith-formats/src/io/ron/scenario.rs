//! Scenarios in the form of the file: what differs from the defaults.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::{RonElement, is_default};
use super::movement::{MOVEMENT, MovementEntry, SpreadEntry};
use super::place::PlaceStep::{self, Field, Index};
use super::query::{CostEntry, RonEnd, differing};
use super::steering::{STEERING, SteeringEntry};
use navsmith_core::navmesh::AreaId;
use navsmith_core::simulation::scenario::check::ScenarioFault;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, ExpectedRun, GroupTarget, Scenario, Spawn,
};

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
pub(in crate::io) struct ScenarioEntry {
    name: String,
    #[serde(default, skip_serializing_if = "is_default")]
    duration: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    time_step: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    seed: Option<u64>,
    groups: Vec<GroupEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    expected: Option<ExpectedRunEntry>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Group", deny_unknown_fields)]
struct GroupEntry {
    name: String,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    count: u32,
    spawn: SpawnEntry,
    target: TargetEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    radius: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    speed: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    behavior: BehaviorEntry,
    /// Whether agents ignore others.
    #[serde(default, skip_serializing_if = "is_default")]
    no_avoidance: bool,
    /// Whether agents take no links.
    #[serde(default, skip_serializing_if = "is_default")]
    no_links: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    costs: Vec<CostEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    priority: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    spread: Option<SpreadEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    arrival: ArrivalEntry,
    #[serde(default, skip_serializing_if = "is_default")]
    movement: Option<MovementEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    steering: Option<SteeringEntry>,
    #[serde(default, skip_serializing_if = "is_default")]
    color: Option<u8>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Spawn", deny_unknown_fields)]
enum SpawnEntry {
    Point { at: RonEnd },
    Disc { center: RonEnd, radius: f32 },
    Line { from: RonEnd, to: RonEnd },
    Area { area: u32 },
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename = "Target", deny_unknown_fields)]
enum TargetEntry {
    Point {
        at: RonEnd,
    },
    Route {
        points: Vec<RonEnd>,
        #[serde(default, skip_serializing_if = "is_default", rename = "loop")]
        is_loop: bool,
    },
    Agent {
        group: u32,
        index: u32,
    },
    Pointer,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Behavior")]
enum BehaviorEntry {
    Chase,
    #[default]
    Waypoints,
    Corridor,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "Arrival")]
enum ArrivalEntry {
    Stop,
    #[default]
    Formation,
    Queue,
    Leave,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(rename = "ExpectedRun", deny_unknown_fields)]
struct ExpectedRunEntry {
    #[serde(default, skip_serializing_if = "is_default")]
    all_arrive_within: Option<f32>,
    #[serde(default, skip_serializing_if = "is_default")]
    most_stuck: Option<u32>,
}

fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_one(count: &u32) -> bool {
    *count == 1
}

impl RonElement for ScenarioEntry {
    fn kept(&self) -> usize {
        let group = |group: &GroupEntry| {
            let points = if let TargetEntry::Route { points, .. } = &group.target { points.len() } else { 0 };
            size_of::<GroupEntry>()
                + size_of::<AgentGroup>()
                + CostEntry::kept(&group.costs)
                + 2 * (group.name.len() + points * size_of::<RonEnd>())
        };
        size_of::<Self>()
            + size_of::<Scenario>()
            + 2 * self.name.len()
            + self.groups.iter().map(group).sum::<usize>()
    }
}

impl ScenarioEntry {
    pub(super) fn of(scenario: &Scenario) -> Self {
        let plain = Scenario::default();
        let Scenario { name, groups, duration, time_step, seed, expected } = scenario;
        Self {
            name: name.clone(),
            duration: differing(*duration, plain.duration),
            time_step: differing(*time_step, plain.time_step),
            seed: differing(*seed, plain.seed),
            groups: groups.iter().map(GroupEntry::of).collect(),
            expected: expected.map(|ExpectedRun { all_arrive_within, most_stuck }| ExpectedRunEntry {
                all_arrive_within,
                most_stuck,
            }),
        }
    }

    /// Returns the scenario, which may be invalid.
    pub(super) fn into_scenario(self) -> Scenario {
        let plain = Scenario::default();
        Scenario {
            name: self.name,
            groups: self.groups.into_iter().map(GroupEntry::into_group).collect(),
            duration: self.duration.unwrap_or(plain.duration),
            time_step: self.time_step.unwrap_or(plain.time_step),
            seed: self.seed.unwrap_or(plain.seed),
            expected: self.expected.map(|ExpectedRunEntry { all_arrive_within, most_stuck }| ExpectedRun {
                all_arrive_within,
                most_stuck,
            }),
        }
    }

    /// Returns the first fault of scenario `i` of a file with this number of areas.
    pub(in crate::io) fn check(&self, i: usize, areas: usize) -> Result<(), RonFault> {
        let path = [Field("scenarios"), Index(i)];
        for (g, group) in self.groups.iter().enumerate() {
            if let SpawnEntry::Area { area } = group.spawn
                && area as usize >= areas
            {
                let description = format!(
                    "group {g} of scenario {i} starts in area {area}, but areas end at {}; add the area",
                    areas - 1
                );
                return Err(
                    RonFault::new([Field("groups"), Index(g), Field("spawn")], description).within(path)
                );
            }
            CostEntry::check(&group.costs, areas).map_err(|RonFault { steps, description }| {
                let fault = RonFault::new(steps, format!("group {g} of scenario {i}: {description}"));
                fault.within([path[0], path[1], Field("groups"), Index(g)])
            })?;
        }
        self.clone().into_scenario().check().map_err(|ScenarioFault { group, field, description }| {
            let settings = [("movement", &MOVEMENT[..]), ("steering", &STEERING)];
            let within = settings.into_iter().find(|(_, fields)| fields.contains(&field));
            let within = within.map(|(settings, _)| Field(settings));
            let in_group = group.into_iter().flat_map(|group| [Field("groups"), Index(group)]);
            let steps: Vec<PlaceStep> = in_group.chain(within).chain([Field(field)]).collect();
            let whose = group.map_or_else(String::new, |group| format!("group {group} of "));
            RonFault::new(steps, format!("{whose}scenario {i}: {description}")).within(path)
        })
    }
}

impl GroupEntry {
    fn of(group: &AgentGroup) -> Self {
        let AgentGroup {
            name,
            color,
            spawn,
            count,
            radius,
            speed,
            behavior,
            avoids,
            filter,
            priority,
            spread,
            target,
            arrival,
            movement,
            steering,
        } = group;
        let plain = AgentGroup::new("", *spawn, GroupTarget::Pointer);
        Self {
            name: name.clone(),
            count: *count,
            spawn: SpawnEntry::of(*spawn),
            target: TargetEntry::of(target),
            radius: differing(*radius, plain.radius),
            speed: differing(*speed, plain.speed),
            behavior: match behavior {
                Behavior::Chase => BehaviorEntry::Chase,
                Behavior::Waypoints => BehaviorEntry::Waypoints,
                Behavior::Corridor => BehaviorEntry::Corridor,
            },
            no_avoidance: !avoids,
            no_links: filter.ignores_links,
            costs: CostEntry::all_of(filter),
            priority: differing(*priority, plain.priority),
            spread: differing(SpreadEntry::of(*spread), SpreadEntry::default()),
            arrival: match arrival {
                Arrival::Stop => ArrivalEntry::Stop,
                Arrival::Formation => ArrivalEntry::Formation,
                Arrival::Queue => ArrivalEntry::Queue,
                Arrival::Leave => ArrivalEntry::Leave,
            },
            movement: differing(MovementEntry::of(*movement), MovementEntry::default()),
            steering: differing(SteeringEntry::of(*steering), SteeringEntry::default()),
            color: *color,
        }
    }

    fn into_group(self) -> AgentGroup {
        let plain = AgentGroup::new(&self.name, self.spawn.into_spawn(), self.target.into_target());
        AgentGroup {
            count: self.count,
            radius: self.radius.unwrap_or(plain.radius),
            speed: self.speed.unwrap_or(plain.speed),
            behavior: match self.behavior {
                BehaviorEntry::Chase => Behavior::Chase,
                BehaviorEntry::Waypoints => Behavior::Waypoints,
                BehaviorEntry::Corridor => Behavior::Corridor,
            },
            avoids: !self.no_avoidance,
            filter: CostEntry::filter(self.costs, self.no_links),
            priority: self.priority.unwrap_or(plain.priority),
            spread: self.spread.unwrap_or_default().into_spread(),
            arrival: match self.arrival {
                ArrivalEntry::Stop => Arrival::Stop,
                ArrivalEntry::Formation => Arrival::Formation,
                ArrivalEntry::Queue => Arrival::Queue,
                ArrivalEntry::Leave => Arrival::Leave,
            },
            movement: self.movement.unwrap_or_default().into_settings(),
            steering: self.steering.unwrap_or_default().into_settings(),
            color: self.color,
            ..plain
        }
    }
}

impl SpawnEntry {
    fn of(spawn: Spawn) -> Self {
        match spawn {
            Spawn::Point(at) => Self::Point { at: RonEnd::of(at) },
            Spawn::Disc { center, radius } => Self::Disc { center: RonEnd::of(center), radius },
            Spawn::Line { from, to } => Self::Line { from: RonEnd::of(from), to: RonEnd::of(to) },
            Spawn::Area(area) => Self::Area { area: area.0.into() },
        }
    }

    fn into_spawn(self) -> Spawn {
        match self {
            Self::Point { at } => Spawn::Point(at.into_endpoint()),
            Self::Disc { center, radius } => Spawn::Disc { center: center.into_endpoint(), radius },
            Self::Line { from, to } => Spawn::Line { from: from.into_endpoint(), to: to.into_endpoint() },
            Self::Area { area } => Spawn::Area(AreaId(u8::try_from(area).unwrap_or(0))),
        }
    }
}

impl TargetEntry {
    fn of(target: &GroupTarget) -> Self {
        match target {
            GroupTarget::Point(at) => Self::Point { at: RonEnd::of(*at) },
            GroupTarget::Route { points, is_loop } => {
                Self::Route { points: points.iter().copied().map(RonEnd::of).collect(), is_loop: *is_loop }
            }
            GroupTarget::Agent { group, index } => Self::Agent { group: *group as u32, index: *index },
            GroupTarget::Pointer => Self::Pointer,
        }
    }

    fn into_target(self) -> GroupTarget {
        match self {
            Self::Point { at } => GroupTarget::Point(at.into_endpoint()),
            Self::Route { points, is_loop } => GroupTarget::Route {
                points: points.into_iter().map(RonEnd::into_endpoint).collect(),
                is_loop,
            },
            Self::Agent { group, index } => GroupTarget::Agent { group: group as usize, index },
            Self::Pointer => GroupTarget::Pointer,
        }
    }
}
