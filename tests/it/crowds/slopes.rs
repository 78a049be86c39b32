//! Runs on slopes, and chases by force.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::Derived;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::AgentIncident;
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::scenario::{Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::steering::SteeringSettings;
use navsmith_formats::document::Document;

use super::{document, named, run};

#[test]
fn agents_climb_a_ramp_with_their_speed_along_the_slope() {
    let document = document("Ramp");
    let mut scenario = named(&document, "up the ramp");
    scenario.groups[0].count = 1;
    let (_, recording) = run(&document, &scenario);
    let slopes = recording.events().iter().filter_map(|event| match event.what {
        AgentIncident::Climbing { slope } => Some(slope),
        _ => None,
    });
    let slopes: Vec<f32> = slopes.collect();
    // The first step on the ramp begins on level ground.
    assert!(!slopes.is_empty() && slopes.iter().all(|slope| (0.1..0.51).contains(slope)), "{slopes:?}");
    let places: Vec<Vec2> = (0..recording.len())
        .filter_map(|frame| recording.agent(frame, 0))
        .map(|agent| Vec2::new(agent.position.x, agent.position.z))
        .collect();
    let fastest = |from: f32, to: f32| {
        let steps = places.windows(2).filter(|pair| pair[0].x > from && pair[1].x < to);
        let speeds = steps.map(|pair| pair[0].distance(pair[1]) * 60.0);
        speeds.fold(0.0, f32::max)
    };
    let (flat, climbing) = (fastest(3.0, 5.9), fastest(7.0, 13.0));
    let expected = 1.5 / 1.25f32.sqrt();
    // The recording rounds positions to about a millimetre, which is 0.06 m/s at 60 Hz.
    assert!((flat - 1.5).abs() < 0.15 && (climbing - expected).abs() < 0.15, "{flat} and {climbing} m/s");
    assert!(climbing < flat - 0.05, "{climbing} after {flat} m/s");
}

/// Returns the scenario of the ramp with one agent that chases its target.
fn chase_on_ramp(document: &Document, steering: SteeringSettings) -> Scenario {
    let mut scenario = named(document, "up the ramp");
    let group = &mut scenario.groups[0];
    (group.count, group.behavior, group.steering) = (1, Behavior::Chase, steering);
    group.spawn = Spawn::Point(Vec2::new(2.0, 2.0).into());
    scenario
}

#[test]
fn a_force_moves_a_chase_up_a_ramp_without_gravity_to_its_stand_off() {
    let document = document("Ramp");
    let scenario = chase_on_ramp(&document, SteeringSettings::default());
    let (simulation, recording) = run(&document, &scenario);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.arrived, report.stuck.len()), (1, 0), "{report:?}");
    let end = simulation.agents()[0].at.point;
    let distance = Vec2::new(end.x, end.z).distance(Vec2::new(18.0, 2.0));
    assert!((4.0..=5.0).contains(&distance), "it stops within the stand-off: {distance} m");
    assert!(simulation.agents()[0].velocity.length() < 0.01, "drag stops it");
    let derived = Derived::build(&document.mesh);
    let steps = recording.len() - 1;
    let decisions = AgentDecisions::run(&document.mesh, &derived, &scenario, [0, steps], &Progress::none());
    let decisions = decisions.expect("no stop").expect("a run");
    let first = decisions.at(0).expect("a step");
    let dt = scenario.time_step;
    // The target is higher than the start, so the factor of climbing applies.
    assert_eq!((first.force.map(Vec2::length), first.has_gravity), (Some(20.0), false));
    let expected = 20.0 * dt / (1.0 + 2.0 * dt);
    assert!((first.desired.length() - expected).abs() < 1e-4, "{} after a step", first.desired);
    let last = decisions.at(decisions.len() - 1).expect("a step");
    assert_eq!((last.force, last.has_gravity), (Some(Vec2::ZERO), true), "it rests");
}

#[test]
fn a_chase_turns_by_two_percent_per_step_and_not_within_a_metre_of_its_waypoint() {
    let document = document("Ramp");
    let steering = SteeringSettings { stand_off: 0.0, ..SteeringSettings::default() };
    let mut scenario = chase_on_ramp(&document, steering);
    scenario.groups[0].target = GroupTarget::Point(Vec2::new(2.0, 2.0).into());
    scenario.groups[0].spawn = Spawn::Point(Vec2::new(4.5, 2.0).into());
    let derived = Derived::build(&document.mesh);
    let steps = scenario.step_count();
    let decisions = AgentDecisions::run(&document.mesh, &derived, &scenario, [0, steps], &Progress::none());
    let decisions = decisions.expect("no stop").expect("a run");
    // It looks along X at first, and the target is in the opposite direction.
    for step in 0..30 {
        let angle = decisions.at(step).expect("a step").facing.angle_to(Vec2::NEG_X).abs();
        let expected = std::f32::consts::PI * 0.98f32.powi(step as i32 + 1);
        assert!((angle - expected).abs() < 1e-3, "{angle} instead of {expected} in step {step}");
    }
    let still = |step: &usize| decisions.remaining(*step).is_some_and(|distance| distance <= 1.0);
    let near: Vec<usize> = (0..decisions.len()).filter(still).collect();
    assert!(near.len() > 10, "{}", near.len());
    let facing = |step: usize| decisions.at(step).expect("a step").facing;
    assert!(near.iter().all(|&step| facing(step) == facing(near[0])), "it no longer turns");
}
