//! Changes of the mesh, lost paths, reports, recordings and sizes of agents.

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::{AgentEvent, AgentIncident, IncidentKind};
use navsmith_core::simulation::explain::report::{RunDifference, RunReport, StuckAgent};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::heat::{HeatMap, HeatTile};
use navsmith_core::simulation::run::recorded_run::{RecordedRun, RunChange};
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, ExpectedRun, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::followed_path::ReplanCause;
use navsmith_core::simulation::steer::nav_actor::{NavActor, PathPlanner};
use navsmith_core::simulation::world::{AgentState, Simulation};
use navsmith_core::trace::Silent;

use super::{at, gaps, group, mesh, run, square};

/// Returns two floors of which the upper one has this height.
fn floors(height: f32) -> NavMesh {
    let floor = |y| [[0.0, y, 0.0], [0.0, y, 8.0], [8.0, y, 8.0], [8.0, y, 0.0]];
    mesh(&[floor(0.0), floor(height)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]])
}

#[test]
fn an_agent_stays_on_its_floor_when_the_floor_rises() {
    let from = Endpoint { ground: Vec2::splat(2.0), height: Some(1.1) };
    let to = Endpoint { ground: Vec2::splat(6.0), height: Some(1.1) };
    let scenario = Scenario { groups: vec![group(from, GroupTarget::Point(to))], ..Scenario::default() };
    let (low, high) = (floors(1.0), floors(1.2));
    let mut simulation = Simulation::new(&low, &Derived::build(&low), &scenario).expect("a run");
    simulation.step(&mut Silent);
    simulation.set_mesh(&high, &Derived::build(&high));
    assert_eq!(simulation.agents()[0].at.point.y, 1.2);
}

#[test]
fn an_agent_that_left_does_not_come_back_when_the_mesh_changes() {
    let walker =
        AgentGroup { arrival: Arrival::Leave, ..group(at(2.0, 2.0), GroupTarget::Point(at(3.0, 2.0))) };
    let scenario = Scenario { groups: vec![walker], ..Scenario::default() };
    let mesh = square(8.0);
    let derived = Derived::build(&mesh);
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("a run");
    (0..120).for_each(|_| simulation.step(&mut Silent));
    assert_eq!(simulation.agents()[0].state, AgentState::Left);
    let empty = NavMesh::default();
    simulation.set_mesh(&empty, &Derived::build(&empty));
    simulation.step(&mut Silent);
    simulation.set_mesh(&mesh, &derived);
    simulation.step(&mut Silent);
    assert_eq!(simulation.agents()[0].state, AgentState::Left);
}

/// Steps a simulation to the end of its scenario; returns its recording.
fn recorded(simulation: &mut Simulation) -> Recording {
    let mut recording = Recording::of(simulation);
    while (simulation.steps() as usize) < simulation.scenario().step_count() {
        recording.step(simulation);
    }
    recording
}

#[test]
fn an_agent_that_loses_its_path_after_it_arrived_is_stuck() {
    let leader = AgentGroup { radius: 0.2, ..group(at(2.5, 0.0), GroupTarget::Point(at(7.0, 0.0))) };
    let target = GroupTarget::Agent { group: 0, index: 0 };
    let follower = AgentGroup { radius: 0.5, ..group(at(1.5, 0.0), target) };
    let (simulation, recording, report) = run(&gaps(&[0.6]), vec![leader, follower], 20.0);
    assert!(simulation.agents()[1].arrived.is_some(), "the follower was beside its target first");
    assert_eq!(report.arrived, 1);
    let [StuckAgent { agent: 1, cause: StuckCause::NarrowPortal { .. } }] = &report.stuck[..] else {
        panic!("{:?}", report.stuck)
    };
    let expected = ExpectedRun { all_arrive_within: Some(20.0), most_stuck: Some(0) };
    let missing = RunDifference::Missing { missing: 1, agents: 2 };
    assert_eq!(report.differences(&expected), [missing, RunDifference::Stuck { stuck: 1, most: 0 }]);
    let failed = recording.events().iter().find(|event| event.what == AgentIncident::NoPath);
    let kind = failed.expect("the search failed").what.kind();
    assert_eq!((kind, kind.name()), (IncidentKind::NoPath, "no path"));
}

#[test]
fn a_patrol_that_loses_its_path_after_a_round_is_stuck() {
    let points = vec![at(6.0, 0.0), at(2.0, 0.0)];
    let guard = group(at(2.0, 1.0), GroupTarget::Route { points, is_loop: true });
    let scenario = Scenario { groups: vec![guard], duration: 30.0, ..Scenario::default() };
    let (open, closed) = (gaps(&[3.0]), gaps(&[0.5]));
    let mut simulation = Simulation::new(&open, &Derived::build(&open), &scenario).expect("a run");
    (0..900).for_each(|_| simulation.step(&mut Silent));
    assert!(simulation.agents()[0].arrived.is_some(), "it completed a round");
    simulation.set_mesh(&closed, &Derived::build(&closed));
    let recording = recorded(&mut simulation);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.stuck.len(), report.late.len()), (1, 0));
}

#[test]
fn an_agent_without_a_pointer_has_no_target_and_is_not_stuck() {
    let scenario = Scenario {
        groups: vec![group(at(2.0, 2.0), GroupTarget::Pointer)],
        duration: 20.0,
        ..Scenario::default()
    };
    let mesh = square(8.0);
    let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
    let mut lost = Vec::new();
    for step in 0..900 {
        simulation.set_pointer((100..600).contains(&step).then(|| at(6.0, 6.0)));
        simulation.step(&mut |event: AgentEvent| {
            lost.extend((event.what == AgentIncident::NoTarget).then_some(event.step));
        });
    }
    assert_eq!(lost, [0, 600], "once each time");
    let recording = recorded(&mut simulation);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!((report.arrived, report.waiting, report.stuck.len(), report.late.len()), (1, 0, 0, 0));
}

#[test]
fn a_report_without_a_recording_is_that_of_the_recorded_run() {
    let mesh = square(12.0);
    let walkers = |from: f32, to: f32| AgentGroup {
        count: 6,
        avoids: false,
        spread: AgentSpread { radius: 0.1, ..AgentSpread::default() },
        ..group(at(from, 6.0), GroupTarget::Point(at(to, 6.0)))
    };
    let groups = vec![walkers(3.0, 9.0), walkers(9.0, 3.0)];
    let (_, _, recorded) = run(&mesh, groups.clone(), 10.0);
    let scenario = Scenario { groups, duration: 10.0, ..Scenario::default() };
    let report = RunReport::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none());
    assert_eq!(report.expect("no stop").expect("a run"), recorded);
    assert!(recorded.overlap.share > 0.0, "they walk through each other");
}

#[test]
fn a_run_that_ended_before_the_expected_time_proves_nothing() {
    let walker = group(at(2.0, 2.0), GroupTarget::Point(at(10.0, 2.0)));
    let (_, _, report) = run(&square(12.0), vec![walker], 2.0);
    let within = |seconds| ExpectedRun { all_arrive_within: seconds, most_stuck: Some(0) };
    assert!(report.is_too_short(&within(Some(8.0)), 60.0) && report.is_too_short(&within(None), 60.0));
    assert!(!report.is_too_short(&within(Some(2.0)), 60.0), "it is late");
    let all = RunReport { arrived: 1, ..report };
    assert!(!all.is_too_short(&within(Some(8.0)), 60.0), "all arrived");
}

#[test]
fn an_agent_rests_where_all_points_of_its_loop_are_within_reach() {
    for far in [0.0, 0.3, 0.9] {
        let points = vec![at(8.0, 8.0), at(8.0 + far, 8.0)];
        let guard = group(at(3.0, 8.0), GroupTarget::Route { points, is_loop: true });
        let (simulation, recording, report) = run(&square(16.0), vec![guard], 20.0);
        assert_eq!((report.arrived, report.stuck.len()), (1, 0), "{far}");
        let is_plan = |event: &&AgentEvent| matches!(event.what, AgentIncident::Replanned { .. });
        let plans = recording.events().iter().filter(is_plan).count();
        assert!(plans <= 4, "{far}: {plans} paths");
        assert_eq!(simulation.agents()[0].state, AgentState::ARRIVED, "{far}");
    }
    let points = vec![at(8.0, 8.0), at(10.0, 8.0)];
    let guard = group(at(3.0, 8.0), GroupTarget::Route { points, is_loop: true });
    let (simulation, ..) = run(&square(16.0), vec![guard], 20.0);
    assert_eq!(simulation.agents()[0].state, AgentState::WALKING, "these are apart");
}

#[test]
fn agents_of_different_sizes_start_beside_each_other() {
    let disc = |radius| Spawn::Disc { center: at(10.0, 10.0), radius };
    let crowd = |spawn| AgentGroup {
        count: 60,
        radius: 0.5,
        spread: AgentSpread { radius: 0.45, ..AgentSpread::default() },
        ..AgentGroup::new("crowd", spawn, GroupTarget::Point(at(20.0, 20.0)))
    };
    let mesh = square(30.0);
    let started = |group| {
        let scenario = Scenario { groups: vec![group], ..Scenario::default() };
        let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
        let overlap = Recording::of(&mut simulation).largest_overlap().share;
        let sizes = simulation.agents().iter().map(|agent| agent.own.radius);
        assert!(sizes.eq(scenario.groups[0].individuals(SplitMix64(1).draw()).map(|own| own.radius)));
        (simulation.crowded_starts(), overlap)
    };
    assert_eq!(started(crowd(disc(8.0))), (0, 0.0));
    let (crowded, overlap) = started(crowd(disc(3.0)));
    assert!((1..60).contains(&crowded) && overlap > 0.5, "{crowded} without space, {overlap}");
}

#[test]
fn the_walked_distance_is_compared_only_where_the_target_is_at_rest() {
    let walker = group(at(2.0, 10.0), GroupTarget::Point(at(18.0, 10.0)));
    let met = group(at(18.0, 11.0), GroupTarget::Agent { group: 0, index: 0 });
    let (_, _, report) = run(&square(20.0), vec![walker.clone(), met.clone()], 20.0);
    assert_eq!(report.arrived, 2);
    let walked = report.detour.expect("one has a target at rest");
    assert!((walked - 1.0).abs() < 0.1, "{walked}");
    let (_, _, report) = run(&square(20.0), vec![walker, met], 8.0);
    assert_eq!((report.arrived, report.detour), (1, None), "only that whose target moved arrived");
}

#[test]
fn a_recording_follows_agents_that_a_change_of_the_mesh_moves_far_away() {
    let near = square(12.0);
    let far = mesh(
        &[[900.0, 0.0, 0.0], [900.0, 0.0, 12.0], [912.0, 0.0, 12.0], [912.0, 0.0, 0.0]],
        &[&[0, 1, 2, 3]],
    );
    let walker = group(at(2.0, 2.0), GroupTarget::Point(at(10.0, 2.0)));
    let scenario = Scenario { groups: vec![walker], duration: 3.0, ..Scenario::default() };
    let change = |step, mesh: &NavMesh| RunChange {
        step,
        mesh: mesh.clone(),
        derived: Derived::build(mesh).into(),
        scenario: scenario.clone().into(),
        pointer: None,
    };
    let changes = [change(20, &far), change(30, &near)];
    let derived = Derived::build(&near);
    let run = RecordedRun::run(&near, &derived, &scenario, &changes, &Progress::none());
    let RecordedRun { recording, keyframes, .. } = run.expect("no stop").expect("a run");
    let mut simulation = Simulation::new(&near, &derived, &scenario).expect("a run");
    for frame in 0..recording.len() {
        let shown = recording.agent(frame, 0).expect("a frame").position;
        let at = simulation.agents()[0].at.point;
        assert!(shown.distance(at) < 1e-3, "frame {frame}: {shown}, not {at}");
        for change in changes.iter().filter(|change| change.step as usize == frame) {
            simulation.set_mesh(&change.mesh, &change.derived);
        }
        simulation.step(&mut Silent);
    }
    assert!(recording.agent(25, 0).is_some_and(|agent| agent.position.x >= 900.0), "it was far away");
    for step in [15, 25, 40, 70] {
        let again = RecordedRun::continued((&recording, &keyframes), step, &changes, &Progress::none());
        let again = again.expect("no stop").recording;
        assert!((0..recording.len()).all(|frame| again.frame(frame).eq(recording.frame(frame))), "{step}");
        assert_eq!(again.bytes(), recording.bytes());
    }
}

#[test]
fn agents_without_a_path_do_not_wait_on_their_way() {
    let (mesh, closed) = (gaps(&[0.5]), group(at(2.0, 0.0), GroupTarget::Point(at(6.0, 0.0))));
    let derived = Derived::build(&mesh);
    let (_, recording, _) = run(&mesh, vec![closed], 3.0);
    let map = HeatMap::of(&recording, (&mesh, &derived), 0.5, &Progress::none()).expect("no stop");
    let sum = |time: fn(&HeatTile) -> f32| map.tiles.iter().map(time).sum::<f32>();
    assert!((sum(|tile| tile.traffic) - 3.0).abs() < 0.1);
    assert!(sum(|tile| tile.waiting) < 0.1, "{} s", sum(|tile| tile.waiting));
}

#[test]
fn a_request_for_the_path_to_another_point_replaces_an_earlier_one() {
    let mesh = square(8.0);
    let (derived, settings) = (Derived::build(&mesh), Settings::default());
    let mut planner = PathPlanner::new(&mesh, &derived, &settings);
    let [from, to] = [1.0, 6.0].map(|x| planner.locate(Vec3::new(x, 0.0, 1.0)).expect("on the mesh"));
    let mut actor = NavActor::default();
    actor.request(ReplanCause::WaypointHidden);
    actor.request(ReplanCause::NextPoint);
    assert_eq!(actor.replan(&mut planner, [&from, &to], &mut Silent), Some(ReplanCause::NextPoint));
}

#[test]
fn two_agents_that_meet_take_as_long_with_short_steps_as_with_long_ones() {
    let facing = |from: f32, to: f32| group(at(from, 4.0), GroupTarget::Point(at(to, 4.0)));
    let mesh = square(16.0);
    let arrival = |time_step: f32| {
        let groups = vec![facing(1.0, 15.0), facing(15.0, 1.0)];
        let scenario = Scenario { groups, duration: 20.0, time_step, ..Scenario::default() };
        let run = Recording::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none());
        let (simulation, recording) = run.expect("no stop").expect("the scenario is valid");
        RunReport::of(&simulation, &recording).arrivals.expect("they arrive")[1]
    };
    let [short, long] = [1.0 / 1000.0, 1.0 / 30.0].map(arrival);
    assert!((short - long).abs() < 1.0, "{short} s and {long} s");
}
