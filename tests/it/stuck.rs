//! Causes why agents do not arrive: one scene for each, and random scenarios in which every cause has a name.

mod crowded;

use std::collections::BTreeMap;

use navsmith::samples;
use navsmith_core::geometry::{SplitMix64, Vec2, ground};
use navsmith_core::navmesh::{AreaId, Derived};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::AgentEvent;
use navsmith_core::simulation::explain::report::{RunReport, StuckAgent};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::explain::why_stuck::why_stuck;
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, GroupTarget, MovementSettings, Scenario, Spawn,
};
use navsmith_core::simulation::steer::steering::SteeringSettings;
use navsmith_core::simulation::world::{AgentState, SimulatedAgent, Simulation};
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use crate::support::rooms;

/// Samples on which random agents walk.
const SAMPLES: [&str; 8] = [
    "Two groups in a door",
    "Roundabout",
    "Patrol",
    "Ramp",
    "Chase in a U",
    "Courtyard",
    "A door too narrow",
    "Two islands",
];

/// Number of random scenarios on each sample.
const CASES: u64 = 12;

/// Time after which an agent that does not move has to have a cause, in seconds.
const STILL: f32 = 4.0;

/// Speed below which agents move too little in that time, in metres per second.
const SLOW: f32 = 0.1;

struct Random(SplitMix64);

impl Random {
    fn share(&mut self) -> f32 {
        (self.0.draw() >> 40) as f32 / (1u64 << 24) as f32
    }

    fn within(&mut self, from: f32, to: f32) -> f32 {
        from + (to - from) * self.share()
    }

    fn of<T: Clone>(&mut self, list: &[T]) -> T {
        list[(self.0.draw() % list.len() as u64) as usize].clone()
    }
}

fn document(name: &str) -> Document {
    let sample = samples::named(name).unwrap_or_else(|| panic!("no sample {name}"));
    match sample.open().expect("samples open") {
        Opened::Document { document, .. } => document,
        _ => panic!("{name} is a document"),
    }
}

/// Returns a group with random settings of every kind; positions are anywhere on the mesh.
fn random_group(random: &mut Random, places: &[Endpoint], groups: usize) -> AgentGroup {
    let mut place = || random.of(places);
    let (at, to, targets) = (place(), place(), [place(), place(), place()]);
    let radius = random.within(0.15, 0.8);
    let spread = random.within(0.5, 3.0);
    let spawns = [Spawn::Point(at), Spawn::Disc { center: at, radius: spread }, Spawn::Line { from: at, to }];
    let is_loop = random.share() < 0.3;
    let mut kinds = vec![
        GroupTarget::Point(targets[0]),
        GroupTarget::Point(targets[0]),
        GroupTarget::Route { points: targets.to_vec(), is_loop },
        GroupTarget::Pointer,
    ];
    if groups > 0 {
        kinds.push(GroupTarget::Agent { group: groups - 1, index: 0 });
    }
    let spawn = random.of(&[spawns[0], spawns[1], spawns[2], Spawn::Area(AreaId(0))]);
    let target = random.of(&kinds);
    AgentGroup {
        count: 1 + (random.share() * 10.0) as u32,
        radius,
        speed: random.of(&[0.03, 0.5, 1.5, 1.5, 3.0]),
        behavior: random.of(&[Behavior::Chase, Behavior::Waypoints, Behavior::Waypoints, Behavior::Corridor]),
        avoids: random.share() < 0.8,
        priority: random.of(&[0.1, 1.0, 1.0, 10.0]),
        arrival: random.of(&[Arrival::Stop, Arrival::Formation, Arrival::Queue, Arrival::Leave]),
        movement: MovementSettings {
            close: random.of(&[0.02, 0.2, 0.5, 1.0]),
            margin: random.of(&[0.1, 1.0, 5.0]),
            horizon: random.within(0.2, 3.0),
            wall_horizon: random.within(0.1, 2.0),
            neighbors: random.of(&[0, 2, 10]),
            ..MovementSettings::default()
        },
        steering: SteeringSettings {
            force: random.of(&[0.0, 1.0, 10.0, 10.0]),
            stand_off: random.of(&[0.0, 1.0, 5.0]),
            ..SteeringSettings::default()
        },
        ..AgentGroup::new("walkers", spawn, target)
    }
}

/// Runs a scenario whose first target moves once.
///
/// Returns the positions some seconds before the end, and the simulation at the end.
fn run(
    document: &Document,
    derived: &Derived,
    scenario: &Scenario,
    moved: Endpoint,
) -> Option<(Vec<Vec2>, Simulation)> {
    let mut simulation = Simulation::new(&document.mesh, derived, scenario).ok()?;
    let steps = scenario.step_count();
    let still = steps - (STILL / scenario.time_step) as usize;
    let mut before = Vec::new();
    for step in 0..steps {
        if step == steps / 3 {
            simulation.move_target(0, moved);
        }
        if step == still {
            before = simulation.agents().iter().map(|agent| ground(agent.at.point)).collect();
        }
        simulation.step(&mut |_: AgentEvent| {});
    }
    Some((before, simulation))
}

/// Returns the causes of the agents that did not arrive, and whether they moved in the last seconds.
///
/// Slow agents count as moving.
fn causes(simulation: &Simulation, before: &[Vec2]) -> Vec<(StuckCause, bool)> {
    let missing = |(index, agent): (usize, &SimulatedAgent)| {
        let has_arrived = agent.has_arrived() || agent.state == AgentState::Left;
        let moved = before[index].distance(ground(agent.at.point));
        let is_slow = simulation.group_of(agent).speed < SLOW;
        (!has_arrived).then(|| (why_stuck(simulation, index as u32), is_slow || moved > 0.02))
    };
    simulation.agents().iter().enumerate().filter_map(missing).collect()
}

#[test]
fn every_agent_that_neither_arrives_nor_moves_has_a_cause_with_a_name() {
    let mut found = BTreeMap::<&'static str, u32>::new();
    for (number, name) in SAMPLES.into_iter().enumerate() {
        let document = document(name);
        let derived = Derived::build(&document.mesh);
        let (point, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&document.mesh, &derived, &point, &filter);
        for case in 0..CASES {
            let seed = number as u64 * 1000 + case;
            let mut random = Random(SplitMix64(seed));
            let places: Vec<Endpoint> = random_points(&walkable, seed, 12)
                .iter()
                .map(|at| Endpoint { ground: ground(at.point), height: Some(at.point.y) })
                .collect();
            let count = 1 + (random.share() * 3.0) as usize;
            let groups = (0..count).map(|group| random_group(&mut random, &places, group)).collect();
            let scenario =
                Scenario { groups, duration: 25.0, time_step: 1.0 / 30.0, seed, ..Scenario::default() };
            let moved = random.of(&places);
            let Some((before, simulation)) = run(&document, &derived, &scenario, moved) else { continue };
            for (cause, moves) in causes(&simulation, &before) {
                assert_ne!(cause, StuckCause::Unknown, "{name}, seed {seed}");
                let is_on_its_way = matches!(cause, StuckCause::RunEnded { .. });
                assert!(moves || !is_on_its_way, "{name}, seed {seed}: {cause}");
                assert!(cause.to_string().ends_with('.') && cause.remedy().ends_with('.'), "{cause}");
                *found.entry(cause.name()).or_default() += 1;
            }
        }
    }
    println!("{found:?}");
    assert!(found.len() >= 6, "the scenarios lead to many causes: {found:?}");
}

fn rooms(rectangles: &[[[f32; 2]; 2]]) -> Document {
    Document::of_mesh(rooms::rooms(rectangles))
}

fn walker(from: [f32; 2], to: [f32; 2]) -> AgentGroup {
    let [from, to] = [from, to].map(|at| Vec2::from(at).into());
    AgentGroup {
        arrival: Arrival::Stop,
        ..AgentGroup::new("walker", Spawn::Point(from), GroupTarget::Point(to))
    }
}

/// Returns the cause and the fix of an agent of these groups, and whether it arrives after the fix.
fn tried(document: &Document, groups: Vec<AgentGroup>, agent: u32) -> (StuckCause, Option<StuckFix>, bool) {
    let derived = Derived::build(&document.mesh);
    let mut scenario = Scenario { groups, duration: 15.0, ..Scenario::default() };
    let run = |scenario: &Scenario| {
        let run = Recording::run(&document.mesh, &derived, scenario, &Progress::none());
        run.expect("nothing stops it").expect("it is valid")
    };
    let (simulation, recording) = run(&scenario);
    let report = RunReport::of(&simulation, &recording);
    let stuck =
        report.stuck.iter().chain(&report.late).find(|stuck| stuck.agent == agent).expect("it is stuck");
    let fix = fix_of(&simulation, stuck);
    let is_changed = fix.is_some_and(|fix| fix.apply(&simulation, agent, &mut scenario));
    let arrives = is_changed && run(&scenario).0.agents()[agent as usize].arrived.is_some();
    (stuck.cause.clone(), fix, arrives)
}

#[test]
fn an_agent_without_a_target_has_none_and_waits_for_the_pointer() {
    let hall = rooms(&[[[0.0, 0.0], [9.0, 9.0]]]);
    let group = AgentGroup { target: GroupTarget::Pointer, ..walker([2.0, 2.0], [7.0, 2.0]) };
    let scenario = Scenario { groups: vec![group], duration: 1.0, ..Scenario::default() };
    let derived = Derived::build(&hall.mesh);
    let run = Recording::run(&hall.mesh, &derived, &scenario, &Progress::none());
    let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
    assert_eq!(why_stuck(&simulation, 0), StuckCause::NoTarget);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.waiting, report.stuck, report.late), (1, vec![], vec![]));
}

#[test]
fn a_target_in_a_corner_is_reached_from_a_larger_distance() {
    let hall = rooms(&[[[0.0, 0.0], [9.0, 9.0]]]);
    let (cause, fix, arrives) = tried(&hall, vec![walker([5.0, 5.0], [9.0, 9.0])], 0);
    let StuckCause::TargetAtWall { gap, distance, reach, .. } = cause else { panic!("{cause:?}") };
    assert!(gap < 1e-3 && (distance - 0.4 * 2.0_f32.sqrt()).abs() < 0.02 && reach == 0.5, "{cause}");
    assert!(matches!(fix, Some(StuckFix::SetClose(close)) if close > distance), "{fix:?}");
    assert!(arrives);
}

#[test]
fn an_agent_at_rest_in_a_passage_leaves_so_that_one_with_another_target_passes() {
    let passage = rooms(&[[[0.0, 0.0], [12.0, 1.0]]]);
    let first = AgentGroup { avoids: false, name: "first".into(), ..walker([6.0, 0.5], [9.0, 0.5]) };
    let groups = vec![first, walker([2.0, 0.5], [9.3, 0.5])];
    let (cause, fix, arrives) = tried(&passage, groups.clone(), 1);
    assert_eq!(cause, StuckCause::InTheWay { agents: vec![0] });
    assert_eq!(fix, Some(StuckFix::SetArrival { group: 0, arrival: Arrival::Leave }));
    let scenario = Scenario { groups, ..Scenario::default() };
    let label = fix.map(|fix| fix.label(&scenario));
    assert_eq!(label.as_deref(), Some("Let agents of first leave when they arrive"));
    assert!(arrives);
}

#[test]
fn an_agent_behind_one_without_a_target_names_it() {
    let passage = rooms(&[[[0.0, 0.0], [12.0, 1.0]]]);
    let first = AgentGroup { avoids: false, target: GroupTarget::Pointer, ..walker([6.0, 0.5], [9.0, 0.5]) };
    let groups = vec![first, walker([4.0, 0.5], [10.0, 0.5]), walker([2.0, 0.5], [10.0, 0.5])];
    assert_eq!(tried(&passage, groups.clone(), 1).0, StuckCause::Behind { agents: vec![0] });
    assert_eq!(tried(&passage, groups, 2).0, StuckCause::Behind { agents: vec![1, 0] });
}

#[test]
fn two_agents_that_meet_in_a_narrow_passage_block_each_other() {
    let passage = rooms(&[[[0.0, 0.0], [12.0, 1.0]]]);
    let groups = vec![walker([2.0, 0.5], [10.0, 0.5]), walker([10.0, 0.5], [2.0, 0.5])];
    let (cause, fix, _) = tried(&passage, groups, 0);
    let StuckCause::Deadlock { agents, width: Some(width), needed } = &cause else { panic!("{cause:?}") };
    assert_eq!(*agents, [0, 1]);
    assert!((width - 1.0).abs() < 0.1 && (needed - 1.6).abs() < 1e-5, "{cause}");
    assert!(matches!(fix, Some(StuckFix::SetPriority(_))), "{fix:?}");
}

#[test]
fn a_chase_without_force_gets_one() {
    let hall = rooms(&[[[0.0, 0.0], [12.0, 9.0]]]);
    let steering = SteeringSettings { force: 0.0, stand_off: 1.0, ..SteeringSettings::default() };
    let chase = AgentGroup { behavior: Behavior::Chase, steering, ..walker([2.0, 2.0], [9.0, 2.0]) };
    let (cause, fix, arrives) = tried(&hall, vec![chase], 0);
    assert_eq!(cause, StuckCause::WeakForce { force: 0.0, speed: 0.0 });
    assert_eq!((fix, arrives), (Some(StuckFix::SetForce(3.0)), true));
}

#[test]
fn a_target_that_moves_within_the_margin_makes_the_path_outdated() {
    let hall = rooms(&[[[0.0, 0.0], [12.0, 9.0]]]);
    let derived = Derived::build(&hall.mesh);
    let movement = MovementSettings { margin: 5.0, ..MovementSettings::default() };
    let group = AgentGroup { movement, ..walker([2.0, 2.0], [9.0, 2.0]) };
    let scenario = Scenario { groups: vec![group], duration: 15.0, ..Scenario::default() };
    let (_, simulation) = run(&hall, &derived, &scenario, Vec2::new(9.0, 5.0).into()).expect("it is valid");
    let cause = why_stuck(&simulation, 0);
    let StuckCause::OutdatedPath { distance, margin: 5.0 } = cause else { panic!("{cause:?}") };
    assert!((distance - 3.0).abs() < 1e-3, "{cause}");
    let stuck = StuckAgent { agent: 0, cause };
    assert_eq!(fix_of(&simulation, &stuck), Some(StuckFix::SetMargin(0.25)));
}

#[test]
fn slow_agents_make_progress_and_are_late() {
    let hall = rooms(&[[[0.0, 0.0], [12.0, 9.0]]]);
    let slow = AgentGroup { speed: 0.02, ..walker([2.0, 2.0], [9.0, 2.0]) };
    let (cause, fix, arrives) = tried(&hall, vec![slow], 0);
    assert!(
        matches!(cause, StuckCause::RunEnded { seconds, .. } if (seconds - 335.0).abs() < 1.0),
        "{cause:?}"
    );
    assert!(matches!(fix, Some(StuckFix::SetDuration(_))) && arrives, "{fix:?}");
}
