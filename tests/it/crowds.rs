//! Runs of scenarios: arrivals, overlaps, shared searches, causes of standstill, and recordings.

mod path_corridors;
mod slopes;

use std::sync::Arc;

use navsmith::samples;
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::Derived;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::{AgentEvent, AgentIncident};
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::run::keyframes::MOST_KEYFRAME_BYTES;
use navsmith_core::simulation::run::recorded_run::{RecordedRun, RunChange};
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::crowd::crowd;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::followed_path::ReplanCause;
use navsmith_core::simulation::world::Simulation;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

/// Samples with scenarios in which all agents arrive.
const ARRIVING: [&str; 7] =
    ["Two groups in a door", "Roundabout", "Stadium", "Patrol", "Ramp", "A toxic cell", "A ladder"];

fn document(name: &str) -> Document {
    let sample = samples::named(name).expect("a sample of this name");
    match sample.open().expect("samples open") {
        Opened::Document { document, .. } => document,
        _ => panic!("{name} is a document"),
    }
}

fn run(document: &Document, scenario: &Scenario) -> (Simulation, Recording) {
    let derived = Derived::build(&document.mesh);
    let run = Recording::run(&document.mesh, &derived, scenario, &Progress::none());
    run.expect("nothing stops it").expect("the scenario is valid")
}

fn named(document: &Document, name: &str) -> Scenario {
    document.scenarios.iter().find(|scenario| scenario.name == name).expect("a scenario of this name").clone()
}

#[test]
fn in_the_samples_all_agents_arrive_and_no_pair_overlaps_by_a_twentieth_of_a_radius() {
    for name in ARRIVING {
        let document = document(name);
        for scenario in document.scenarios.iter() {
            let (simulation, recording) = run(&document, scenario);
            let report = RunReport::of(&simulation, &recording);
            assert_eq!(report.arrived, report.agents, "{name}: {report:?}");
            assert!(report.overlap.share <= 0.05, "{name}: {:?}", report.overlap);
            let detour = report.detour.expect("all arrived");
            assert!(detour > 0.995, "{name}: they walked {detour} of their first paths");
            let expected = scenario.expected.expect("samples state an expectation");
            assert_eq!(report.differences(&expected), [], "{name}");
        }
    }
}

#[test]
fn agents_with_a_radius_pass_every_corner_of_the_courtyard() {
    let document = document("Courtyard");
    let at = |x: f32, z: f32| Endpoint { ground: Vec2::new(x, z), height: None };
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        let groups =
            [(3.0, 4.5, 19.0, 13.0), (3.2, 2.2, 6.5, 19.5), (22.0, 1.5, 6.5, 19.5), (22.0, 14.0, 2.0, 5.0)];
        for (x, z, to_x, to_z) in groups {
            for radius in [0.2, 0.4, 0.45] {
                let spawn = Spawn::Point(at(x, z));
                let group = AgentGroup {
                    behavior,
                    radius,
                    ..AgentGroup::new("one", spawn, GroupTarget::Point(at(to_x, to_z)))
                };
                let scenario = Scenario { groups: vec![group], ..Scenario::default() };
                let (simulation, recording) = run(&document, &scenario);
                let report = RunReport::of(&simulation, &recording);
                let end = simulation.agents()[0].at.point;
                assert_eq!(report.arrived, 1, "{behavior:?} with {radius} m from {x} {z}: stopped at {end}");
                let detour = report.detour.expect("it arrived");
                assert!(detour < 1.15, "{behavior:?} with {radius} m from {x} {z}: walked {detour}");
            }
        }
    }
}

#[test]
fn a_straight_chase_is_stuck_in_the_u_where_agents_with_a_path_arrive() {
    let document = document("Chase in a U");
    let (simulation, recording) = run(&document, &named(&document, "straight chase"));
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.arrived, report.stuck.len()), (0, 5));
    let causes = report.stuck.iter().map(|stuck| &stuck.cause);
    for cause in causes {
        assert!(matches!(cause, StuckCause::BehindWall { is_chase: true, .. }), "{cause:?}");
    }
    assert_eq!(causes_of_paths(recording.events(), 0), [], "a chase searches no path");
    let (simulation, recording) = run(&document, &named(&document, "with a path"));
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.arrived, report.stuck.len()), (5, 0), "{report:?}");
}

#[test]
fn an_agent_is_stuck_after_the_time_of_its_group() {
    let document = document("Chase in a U");
    for time in [1.0, 6.0] {
        let mut scenario = named(&document, "straight chase");
        scenario.groups[0].movement.stuck_after = time;
        let (_, recording) = run(&document, &scenario);
        let first = recording.events().iter().find_map(|event| match event.what {
            AgentIncident::Stuck { seconds, .. } => Some(seconds),
            _ => None,
        });
        assert!(first.is_some_and(|seconds| seconds >= time && seconds < time + 0.5), "{first:?}");
    }
}

#[test]
fn two_runs_with_one_seed_are_identical_and_another_seed_differs() {
    let document = document("Two groups in a door");
    let scenario = Scenario { duration: 10.0, ..named(&document, "two groups") };
    let frames = |scenario: &Scenario| {
        let (simulation, recording) = run(&document, scenario);
        let bits = |agent: &navsmith_core::simulation::world::SimulatedAgent| {
            agent.at.point.to_array().map(f32::to_bits)
        };
        let ends: Vec<_> = simulation.agents().iter().map(bits).collect();
        (ends, recording.events().to_vec())
    };
    assert_eq!(frames(&scenario), frames(&scenario), "one seed");
    assert_ne!(frames(&scenario).0, frames(&Scenario { seed: 2, ..scenario }).0, "another seed");
}

#[test]
fn a_recording_returns_every_frame_to_about_a_millimetre_and_every_event() {
    let document = document("Roundabout");
    let scenario = Scenario { duration: 8.0, ..named(&document, "four arms") };
    let (_, recording) = run(&document, &scenario);
    let mut simulation =
        Simulation::new(&document.mesh, &Derived::build(&document.mesh), &scenario).expect("it is valid");
    let mut events: Vec<AgentEvent> = Vec::new();
    assert_eq!(recording.len(), scenario.step_count() + 1);
    for frame in 0..recording.len() {
        for (index, agent) in simulation.agents().iter().enumerate() {
            let recorded = recording.agent(frame, index).expect("recorded");
            let distance = recorded.position.distance(agent.at.point);
            assert!(distance < 2e-3, "agent {index} in frame {frame}: {distance}");
        }
        simulation.step(&mut |event| events.push(event));
    }
    events.retain(|event| (event.step as usize) < scenario.step_count());
    assert_eq!(recording.events(), events);
    assert_eq!(recording.agent(recording.len(), 0), None, "past the end");
}

#[test]
fn agents_with_one_target_share_a_search() {
    let document = document("Stadium");
    let scenario = Scenario { duration: 1.0, ..named(&document, "everybody leaves") };
    let (simulation, _) = run(&document, &scenario);
    let counts = simulation.search_counts();
    assert_eq!((counts.shared, counts.own), (6, 0), "one search per exit");
    assert!(counts.saved >= 994, "{counts:?}");
}

#[test]
fn the_paths_of_a_step_cross_a_limited_number_of_cells_and_no_agent_waits_for_ever() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 20_000, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let mut simulation = Simulation::new(&mesh, &derived, &crowd(&mesh, &derived, 500)).expect("valid");
    let most = 2_000 + 500;
    assert!(mesh.cell_count() > 2 * most, "a search pauses");
    let has_paths = |simulation: &Simulation| simulation.agents().iter().all(|it| !it.path().is_empty());
    let mut steps = 0;
    while !has_paths(&simulation) {
        let before = simulation.search_counts().cells;
        simulation.step(&mut |_: AgentEvent| {});
        // The last corridor of a step may exceed the limit.
        let cells = simulation.search_counts().cells - before;
        assert!(cells <= most + 500, "{cells} cells");
        steps += 1;
    }
    assert!((20..400).contains(&steps), "{steps} steps");
}

#[test]
fn a_search_for_a_target_that_moves_is_spread_over_steps_like_any_other() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 60_000, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let groups = crowd(&mesh, &derived, 20).groups;
    let target = GroupTarget::Agent { group: 1, index: 0 };
    let followers = AgentGroup { count: 20, target, ..groups[0].clone() };
    // Leaders share a search too, so that no agent has one of its own.
    let leaders = AgentGroup { count: 2, name: "leaders".into(), ..groups[1].clone() };
    let scenario = Scenario { groups: vec![followers, leaders], ..Scenario::default() };
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("valid");
    let most = (mesh.cell_count() / 15).max(2_021);
    let mut searches = 0;
    for step in 0..300 {
        let before = simulation.search_counts();
        simulation.step(&mut |_: AgentEvent| {});
        let after = simulation.search_counts();
        assert!(after.cells - before.cells <= most + 2_000, "step {step}: {}", after.cells - before.cells);
        searches = after.shared;
    }
    assert!(searches > 1, "it moved to other cells");
    assert!(simulation.agents()[..20].iter().all(|agent| !agent.path().is_empty()));
}

#[test]
fn an_overlap_at_the_start_is_in_the_report() {
    let document = document("Stadium");
    let mut scenario = named(&document, "everybody leaves");
    scenario.groups.truncate(1);
    let center = scenario.groups[0].positions().next().expect("a start");
    let group =
        AgentGroup { count: 40, spawn: Spawn::Disc { center, radius: 0.6 }, ..scenario.groups[0].clone() };
    let scenario = Scenario { duration: 2.0, groups: vec![group], ..scenario };
    let (_, recording) = run(&document, &scenario);
    let overlap = recording.largest_overlap();
    assert!(overlap.step == 0 && overlap.share > 0.5, "{overlap:?}");
}

#[test]
fn agents_in_a_crowd_stay_at_their_radius_from_walls() {
    let document = document("Two groups in a door");
    let scenario = named(&document, "two groups");
    let derived = Derived::build(&document.mesh);
    let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&document.mesh, &derived, &agent, &filter);
    for step in 0..scenario.step_count() {
        simulation.step(&mut |_: AgentEvent| {});
        if step % 7 != 0 {
            continue;
        }
        for (index, agent) in simulation.agents().iter().enumerate() {
            let radius = simulation.group_of(agent).radius;
            let wall = distance_to_wall(&walkable, &agent.at, radius);
            let distance = wall.map_or_else(|| f64::from(radius), |wall| wall.distance);
            assert!(distance >= f64::from(radius) - 1e-3, "agent {index} at step {step}: {distance}");
        }
    }
}

/// Returns the causes of the paths of an agent, in order.
fn causes_of_paths(events: &[AgentEvent], agent: u32) -> Vec<ReplanCause> {
    let own = events.iter().filter(|event| event.agent == agent);
    let cause = |event: &AgentEvent| match event.what {
        AgentIncident::Replanned { why, .. } => Some(why),
        _ => None,
    };
    own.filter_map(cause).collect()
}

/// Returns a scenario with the target of its first group at another position.
fn with_target(scenario: &Scenario, at: Vec2) -> Arc<Scenario> {
    let mut moved = scenario.clone();
    moved.groups[0].target = GroupTarget::Point(at.into());
    Arc::new(moved)
}

#[test]
fn a_continued_run_equals_one_from_the_start_with_the_same_changes() {
    let document = document("Two groups in a door");
    let scenario = Scenario { duration: 10.0, ..named(&document, "two groups") };
    let derived = Arc::new(Derived::build(&document.mesh));
    let change = |step, x| RunChange {
        step,
        mesh: document.mesh.clone(),
        derived: Arc::clone(&derived),
        scenario: with_target(&scenario, Vec2::new(x, 2.0)),
        pointer: None,
    };
    let none = Progress::none();
    let run = |changes: &[RunChange]| {
        RecordedRun::run(&document.mesh, &derived, &scenario, changes, &none)
            .expect("no stop")
            .expect("a run")
    };
    let continued = |from: &RecordedRun, step, changes: &[RunChange]| {
        let from = (&from.recording, &from.keyframes);
        RecordedRun::continued(from, step, changes, &none).expect("no stop")
    };
    let frames = |run: &RecordedRun| {
        let recording = &run.recording;
        let frames: Vec<_> = (0..recording.len()).flat_map(|frame| recording.frame(frame)).collect();
        (frames, recording.events().to_vec(), recording.largest_overlap())
    };
    let plain = run(&[]);
    let first = [change(200, 3.0)];
    let once = continued(&plain, 200, &first);
    assert!(frames(&once) == frames(&run(&first)), "after one change");
    assert_eq!(once.recording.len(), plain.recording.len());
    let [before, after] = [200, 600].map(|frame| {
        let [one, other] = [&once, &plain].map(|run| run.recording.frame(frame).collect::<Vec<_>>());
        one == other
    });
    assert_eq!((before, after), (true, false), "equal until the change");
    let both = [change(200, 3.0), change(320, 5.0)];
    assert!(frames(&continued(&once, 320, &both)) == frames(&run(&both)), "after another one");
}

#[test]
fn decisions_repeat_a_part_of_a_run_from_a_state_within_a_bounded_memory() {
    let document = document("Stadium");
    let scenario = Scenario { duration: 5.0, ..document.scenarios[0].clone() };
    let derived = Arc::new(Derived::build(&document.mesh));
    let none = Progress::none();
    let run = RecordedRun::run(&document.mesh, &derived, &scenario, &[], &none);
    let run = run.expect("no stop").expect("a run");
    let steps = run.recording.len() - 1;
    let part = run.keyframes.range(280, steps);
    assert!(part.contains(&280) && part.len() <= 200, "200,000 steps of 1,000 agents: {part:?}");
    assert!(run.keyframes.bytes() <= MOST_KEYFRAME_BYTES, "{}", run.keyframes.bytes());
    let state = Simulation::clone(run.keyframes.before(280));
    assert_eq!(state.steps() as usize, part.start);
    assert!(part.start > 0, "not from the start");
    let decisions = AgentDecisions::repeated(state, &[], [7, part.end], &none).expect("no stop");
    assert_eq!(decisions.range(), part);
    let all = AgentDecisions::run(&document.mesh, &derived, &scenario, [7, steps], &none);
    let all = all.expect("no stop").expect("a run");
    assert!(part.clone().all(|step| decisions.at(step) == all.at(step)), "those of the whole run");
    assert_eq!((decisions.at(part.start - 1), decisions.at(part.end)), (None, None));
}

#[test]
fn a_moved_target_of_one_group_leaves_that_of_another_group_where_it_was() {
    let document = document("Ramp");
    let mut scenario = named(&document, "up the ramp");
    scenario.groups.push(scenario.groups[0].clone());
    let derived = Derived::build(&document.mesh);
    let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("a run");
    simulation.move_target(0, Vec2::new(16.0, 2.0).into());
    let target = |agent: usize| simulation.target_of(&simulation.agents()[agent]).map(|at| at.x);
    let last = simulation.agents().len() - 1;
    assert_eq!((target(0), target(last)), (Some(16.0), Some(18.0)), "they shared a goal");
}
