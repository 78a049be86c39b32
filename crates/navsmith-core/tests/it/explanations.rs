//! Why agents are late or stuck, what helps them, and the decisions of a single agent.

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::{CellId, Derived, HalfEdge, Link, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::crowd::avoidance::HalfPlane;
use navsmith_core::simulation::explain::report::{RunReport, StuckAgent, by_kind_of_cause};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::run::recording::{LargestOverlap, Recording};
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use crate::support::notation::mesh;

#[test]
fn stuck_agents_are_grouped_by_the_kind_of_their_causes() {
    let stuck = |agent, cause| StuckAgent { agent, cause };
    let no_room = |distance| StuckCause::NoRoom { places: 3, distance };
    let list = [
        stuck(1, StuckCause::NoTarget),
        stuck(2, no_room(1.0)),
        stuck(4, no_room(2.0)),
        stuck(7, StuckCause::Behind { agents: vec![2] }),
    ];
    let kinds = by_kind_of_cause(&list);
    let agents: Vec<&[u32]> = kinds.iter().map(|kind| &*kind.agents).collect();
    assert_eq!(agents, [&[2, 4][..], &[1], &[7]]);
    assert_eq!(kinds[0].example, &list[1]);
}

#[test]
fn an_agent_that_a_full_recording_cuts_off_needs_no_longer_duration() {
    let mesh = mesh("v 0 0, 0 10, 10 10, 10 0; c 0 1 2 3");
    let [from, to] = [2.0, 8.0].map(|x| Vec2::new(x, 5.0).into());
    let group = AgentGroup::new("one", Spawn::Point(from), GroupTarget::Point(to));
    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
    let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
    (0..60).for_each(|_| simulation.step(&mut Silent));
    let remedies = [false, true].map(|is_cut_short| {
        let report = RunReport::at_end(&simulation, LargestOverlap::default(), is_cut_short);
        report.late[0].cause.remedy()
    });
    assert_eq!(remedies, ["Increase the duration.", "Use fewer agents or a longer time step."]);
}

#[test]
fn a_late_agent_states_the_time_that_a_slow_link_takes() {
    let floors = mesh("v 0 0, 0 4, 8 4, 8 0, 13 0, 13 4, 20 4, 20 0; c 0 1 2 3, 4 5 6 7");
    let link = Link { cost: 10.0, ..Link::between(Vec3::new(8.0, 0.0, 2.0), Vec3::new(13.0, 0.0, 2.0)) };
    let mesh = floors.with_links([link]).expect("a link");
    let [from, to] = [2.0, 17.0].map(|x| Vec2::new(x, 2.0).into());
    let group = AgentGroup::new("one", Spawn::Point(from), GroupTarget::Point(to));
    let run = |duration: f32| {
        let scenario = Scenario { groups: vec![group.clone()], duration, ..Scenario::default() };
        RunReport::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none())
            .expect("it is not stopped")
            .expect("a run")
    };
    let whole = run(120.0);
    let [_, arrival] = whole.arrivals.expect("it arrives");
    // Before the link, and on it.
    for duration in [1.0, 10.0, 30.0] {
        let report = run(duration);
        let StuckCause::RunEnded { seconds, .. } = report.late[0].cause else { panic!("{report:?}") };
        assert!((duration + seconds - arrival).abs() < 1.0, "{duration} s: {seconds} s more of {arrival} s");
    }
}

fn group() -> AgentGroup {
    AgentGroup::new("one", Spawn::Point(Vec2::splat(2.0).into()), GroupTarget::Pointer)
}

/// Returns the fix for the only agent of a group.
fn fix(group: &AgentGroup, cause: StuckCause) -> Option<StuckFix> {
    let mesh = mesh("v 0 0, 0 10, 10 10, 10 0; c 0 1 2 3");
    let scenario = Scenario { groups: vec![group.clone()], ..Scenario::default() };
    let simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
    let fix = fix_of(&simulation, &StuckAgent { agent: 0, cause })?;
    let mut fixed = scenario;
    assert!(fix.apply(&simulation, 0, &mut fixed));
    assert_eq!(fixed.check(), Ok(()), "{fix}");
    Some(fix)
}

#[test]
fn fixes_stay_within_the_limits_of_scenarios_until_there_is_none() {
    let pushed = StuckCause::PushedBack { best: 1.0, seconds: 5.0, remaining: 3.0 };
    let spread = AgentSpread { priority: 100.0, ..AgentSpread::default() };
    let mut group = AgentGroup { priority: 200.0, spread, ..group() };
    let mut fixes = 0;
    while let Some(StuckFix::SetPriority(priority)) = fix(&group, pushed.clone()) {
        (group.priority, fixes) = (priority, fixes + 1);
    }
    assert_eq!((group.priority, fixes), (9900.0, 3));
    group.movement.close = 0.001;
    let outdated = StuckCause::OutdatedPath { distance: 0.5, margin: 1.0 };
    assert_eq!(fix(&group, outdated), Some(StuckFix::SetMargin(0.001)));
}

#[test]
fn a_radius_that_makes_some_agents_too_small_is_no_fix() {
    let portal = HalfEdge { cell: CellId(0), side: 0 };
    let narrow = || StuckCause::NarrowPortal { portal, width: 0.1, diameter: 1.0 };
    let spread = |radius| AgentSpread { radius, ..AgentSpread::default() };
    let group = AgentGroup { radius: 0.5, ..group() };
    let set = fix(&group, narrow());
    assert!(matches!(set, Some(StuckFix::SetRadius(radius)) if radius > 0.04), "{set:?}");
    assert_eq!(fix(&AgentGroup { spread: spread(0.49), ..group }, narrow()), None);
}

#[test]
fn an_occupied_target_is_reached_from_farther_away_only_in_sight_and_nearby() {
    let occupied = |distance, is_in_sight| StuckCause::Occupied {
        agents: vec![0],
        distance,
        reach: 0.8,
        has_place: false,
        is_formation: false,
        is_in_sight,
    };
    let group = AgentGroup { arrival: Arrival::Stop, ..group() };
    let set = fix(&group, occupied(1.5, true));
    // The group reaches its target at 0.5 m, and 0.7 m are missing.
    assert!(matches!(set, Some(StuckFix::SetClose(close)) if (1.2..1.23).contains(&close)), "{set:?}");
    let leave = Some(StuckFix::SetArrival { group: 0, arrival: Arrival::Leave });
    assert_eq!([occupied(1.7, true), occupied(1.5, false)].map(|cause| fix(&group, cause)), [leave; 2]);
    let leaving = AgentGroup { arrival: Arrival::Leave, ..group };
    assert_eq!(fix(&leaving, StuckCause::NoRoom { places: 3, distance: 2.0 }), None);
}

#[test]
fn a_longer_run_is_no_fix_where_the_recording_is_full() {
    let ended = |is_recording_full| StuckCause::RunEnded { remaining: 3.0, seconds: 2.0, is_recording_full };
    assert_eq!(fix(&group(), ended(false)), Some(StuckFix::SetDuration(63.0)));
    assert_eq!(fix(&group(), ended(true)), None);
}

fn hall() -> (NavMesh, Derived) {
    let mesh = mesh("v 0 0, 0 10, 20 10, 20 0; c 0 1 2 3");
    let derived = Derived::build(&mesh);
    (mesh, derived)
}

/// Two agents that walk towards each other.
fn meeting() -> Scenario {
    let group = |from: f32, to: f32| {
        let spawn = Spawn::Point(Vec2::new(from, 5.0).into());
        AgentGroup::new("walker", spawn, GroupTarget::Point(Vec2::new(to, 5.1).into()))
    };
    Scenario { groups: vec![group(4.0, 16.0), group(16.0, 4.0)], duration: 12.0, ..Scenario::default() }
}

#[test]
fn decisions_are_those_of_the_recorded_run() {
    let ((mesh, derived), scenario) = (hall(), meeting());
    let (_, recording) =
        Recording::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
    let steps = recording.len() - 1;
    let decisions = AgentDecisions::run(&mesh, &derived, &scenario, [0, steps], &Progress::none());
    let decisions = decisions.expect("no stop").expect("a run");
    assert_eq!(decisions.len(), steps);
    assert_eq!(decisions.at(steps), None, "past the end");
    let position = |frame| recording.agent(frame, 0).expect("a frame").position;
    let (mut deviations, mut least) = (0, f32::INFINITY);
    for step in 0..steps {
        let decision = decisions.at(step).expect("a step");
        let moved = (position(step + 1) - position(step)) / scenario.time_step;
        let moved = Vec2::new(moved.x, moved.z);
        // Nothing blocks the chosen velocity here; positions are recorded up to a millimetre.
        assert!(moved.distance(decision.chosen) < 0.15, "{step}: {moved} {}", decision.chosen);
        deviations += usize::from(decision.chosen.distance(decision.desired) > 0.1);
        for plane in &decision.half_planes {
            least = least.min(plane.normal.dot(decision.chosen - plane.point));
            assert!((plane.normal.length() - 1.0).abs() < 1e-3);
        }
    }
    assert!(deviations > 5, "they give way: {deviations}");
    assert!(
        (-1e-3..1e-3).contains(&least),
        "chosen velocities are in all half-planes, some at an edge: {least}"
    );
    let first = decisions.at(0).expect("a step");
    assert_eq!((first.neighbors, first.path.len()), (Vec::new(), 1), "the other one is far away");
    assert!((first.remaining - 12.0).abs() < 0.1, "{}", first.remaining);
    let met = (0..steps).filter(|&step| decisions.at(step).is_some_and(|at| at.neighbors == [1]));
    assert!(met.count() > 30, "then it is near");
}

#[test]
fn an_agent_beside_a_wall_may_come_no_nearer_to_it_than_its_radius() {
    let (mesh, derived) = hall();
    let [from, to] = [[2.0, 0.6], [18.0, 0.6]].map(|at| Vec2::from(at).into());
    let group = AgentGroup::new("one", Spawn::Point(from), GroupTarget::Point(to));
    let horizon = group.movement.wall_horizon;
    let scenario = Scenario { groups: vec![group], duration: 4.0, ..Scenario::default() };
    let decisions = AgentDecisions::run(&mesh, &derived, &scenario, [0, 240], &Progress::none());
    let decisions = decisions.expect("no stop").expect("a run");
    let first = decisions.at(0).expect("a step");
    // The wall is in the north, 0.2 m away from the disc.
    let is_of_wall = |plane: &&HalfPlane| plane.normal.distance(Vec2::Y) < 1e-3;
    let speeds: Vec<f32> = first.half_planes.iter().filter(is_of_wall).map(|plane| plane.point.y).collect();
    let most = 0.2 / horizon;
    assert!(speeds.iter().any(|speed| (speed + most).abs() < 0.02), "{most} m/s to the wall: {speeds:?}");
}

#[test]
fn agents_that_meet_give_way_to_opposite_sides() {
    let ((mesh, derived), scenario) = (hall(), meeting());
    let run = Recording::run(&mesh, &derived, &scenario, &Progress::none());
    let (_, recording) = run.expect("no stop").expect("a run");
    let positions = |frame| [0, 1].map(|agent| recording.agent(frame, agent).expect("a frame").position);
    let offset = |frame| {
        let [one, other] = positions(frame);
        one - other
    };
    let met = (0..recording.len()).find(|&frame| offset(frame).x >= 0.0).expect("they meet");
    let [one, other] = positions(met).map(|at| at.z - 5.05);
    assert!(one * other < 0.0 && one.abs() > 0.2 && other.abs() > 0.2, "{one} m and {other} m aside");
    assert!((one - other).abs() > 0.78, "their discs do not touch");
}
