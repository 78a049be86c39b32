//! Runs of scenarios: arrivals, overlaps, shared searches, causes of standstill, and recordings.

use navsmith::document::Document;
use navsmith::io::{Opened, samples};
use navsmith::navmesh::Derived;
use navsmith::pathfinding::agent::walkable::Walkable;
use navsmith::pathfinding::agent::{Agent, Filter};
use navsmith::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith::progress::Progress;
use navsmith::simulation::events::AgentEvent;
use navsmith::simulation::recording::Recording;
use navsmith::simulation::report::RunReport;
use navsmith::simulation::scenario::Scenario;
use navsmith::simulation::stuck::StuckCause;
use navsmith::simulation::world::Simulation;

/// Samples with scenarios in which all agents arrive.
const ARRIVING: [&str; 4] = ["Two groups in a door", "Roundabout", "Stadium", "Patrol"];

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
            let expected = scenario.expected.expect("samples state an expectation");
            assert_eq!(report.differences(&expected), [], "{name}");
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
    let (simulation, recording) = run(&document, &named(&document, "with a path"));
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.arrived, report.stuck.len()), (5, 0), "{report:?}");
}

#[test]
fn two_runs_with_one_seed_are_identical_and_another_seed_differs() {
    let document = document("Two groups in a door");
    let scenario = Scenario { duration: 10.0, ..named(&document, "two groups") };
    let frames = |scenario: &Scenario| {
        let (simulation, recording) = run(&document, scenario);
        let bits =
            |agent: &navsmith::simulation::world::SimulatedAgent| agent.at.point.to_array().map(f32::to_bits);
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
