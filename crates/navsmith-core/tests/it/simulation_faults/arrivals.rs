//! Arrivals, targets, starts, searches and overlaps.

use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::events::AgentIncident;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, GroupTarget, MovementSettings, Scenario, Spawn,
};
use navsmith_core::simulation::steer::steering::SteeringSettings;
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use super::{at, bridge, gaps, group, mesh, rooms, run, square};

#[test]
fn an_agent_under_a_bridge_has_not_arrived_on_it() {
    let target = GroupTarget::Point(Endpoint { ground: Vec2::ZERO, height: Some(4.0) });
    let walker = group(at(-6.0, 0.0), target);
    let (simulation, _, report) = run(&bridge(), vec![walker.clone()], 60.0);
    let arrivals = report.arrivals.expect("it arrives");
    assert!(arrivals[0] > 20.0, "after the way over the ramp: {arrivals:?}");
    assert!((simulation.agents()[0].at.point.y - 4.0).abs() < 0.01);
    let chase = AgentGroup { behavior: Behavior::Chase, ..walker };
    assert_eq!(run(&bridge(), vec![chase.clone()], 20.0).2.arrived, 0, "it stays on the road");
    for count in [1, 3] {
        let (_, _, report) = run(&bridge(), vec![AgentGroup { count, ..chase.clone() }], 60.0);
        let missing = report.stuck.iter().chain(&report.late);
        let causes: Vec<&StuckCause> = missing.map(|stuck| &stuck.cause).collect();
        let is_above = |cause: &&StuckCause| matches!(cause, StuckCause::OtherFloor { height } if (*height - 4.0).abs() < 0.1);
        assert!(causes.iter().any(is_above), "{count} agents: {causes:?}");
        let is_wrong = |cause: &&StuckCause| {
            matches!(cause, StuckCause::Overshoots { .. } | StuckCause::Deadlock { .. })
        };
        assert!(!causes.iter().any(is_wrong), "{count} agents: {causes:?}");
    }
}

#[test]
fn a_patrol_goes_on_from_a_point_that_others_at_rest_cover() {
    let resting = group(at(10.0, 10.0), GroupTarget::Point(at(10.0, 10.0)));
    let route = GroupTarget::Route { points: vec![at(10.0, 10.0), at(16.0, 4.0)], is_loop: false };
    let movement = MovementSettings { close: 0.2, ..MovementSettings::default() };
    let patrol = AgentGroup { movement, ..group(at(3.0, 10.0), route) };
    let (simulation, _, report) = run(&square(20.0), vec![resting, patrol], 60.0);
    assert_eq!(report.arrived, 2, "{:?} {:?}", report.stuck, report.late);
    assert!(ground(simulation.agents()[1].at.point).distance(Vec2::new(16.0, 4.0)) < 0.5);
}

#[test]
fn the_remedy_for_an_occupied_target_names_no_formation_to_one_with_a_place() {
    let occupied = |has_place, is_formation| StuckCause::Occupied {
        agents: vec![0],
        distance: 1.0,
        reach: 0.5,
        has_place,
        is_formation,
        is_in_sight: true,
    };
    for (has_place, is_formation) in [(true, false), (false, true), (true, true)] {
        assert!(!occupied(has_place, is_formation).remedy().contains("formation"));
    }
    assert!(occupied(false, false).remedy().contains("formation"));
}

#[test]
fn agents_on_a_common_border_of_islands_walk_on_the_island_of_their_target() {
    let island = |x: f32| [[x, 0.0, 0.0], [x, 0.0, 8.0], [x + 8.0, 0.0, 8.0], [x + 8.0, 0.0, 0.0]];
    let mesh = mesh(&[island(0.0), island(8.0)].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        for count in [1, 2] {
            for (from, to) in [([8.0, 4.0], [13.0, 3.0]), ([13.0, 3.0], [8.0, 4.0]), ([8.0, 4.0], [3.0, 3.0])]
            {
                // Agents that share a search go to the island of the lesser cell.
                if count == 2 && to == [8.0, 4.0] {
                    continue;
                }
                // A point would be moved off the wall, onto the island with the lesser cell.
                let [x, z] = from;
                let spawn = Spawn::Line { from: at(x, z), to: at(x, z + 1.0) };
                let to = GroupTarget::Point(Vec2::from(to).into());
                let movement = MovementSettings { close: 0.6, ..MovementSettings::default() };
                let walker = AgentGroup { behavior, count, movement, ..AgentGroup::new("one", spawn, to) };
                let (_, _, report) = run(&mesh, vec![walker], 30.0);
                let missing = (&report.stuck, &report.late);
                assert_eq!(report.arrived, count, "{behavior:?}, {from:?}: {missing:?}");
            }
        }
    }
}

#[test]
fn an_agent_behind_a_thin_wall_has_not_arrived() {
    let movement = MovementSettings { close: 0.7, ..MovementSettings::default() };
    let to = GroupTarget::Point(at(4.35, 1.0));
    for arrival in [Arrival::Stop, Arrival::Leave] {
        let walker = AgentGroup { radius: 0.2, movement, arrival, ..group(at(3.7, 1.0), to.clone()) };
        let (simulation, _, report) = run(&rooms(), vec![walker], 60.0);
        assert_eq!(report.arrived, 1, "{arrival:?}");
        assert!(simulation.agents()[0].walked > 12.0, "{arrival:?}: {}", simulation.agents()[0].walked);
    }
}

#[test]
fn an_agent_that_follows_a_standing_one_arrives_beside_it() {
    let post = group(at(15.0, 10.0), GroupTarget::Point(at(15.0, 10.0)));
    for (behavior, arrival) in [
        (Behavior::Waypoints, Arrival::Stop),
        (Behavior::Corridor, Arrival::Formation),
        (Behavior::Waypoints, Arrival::Leave),
    ] {
        let target = GroupTarget::Agent { group: 0, index: 0 };
        let follower = AgentGroup { behavior, arrival, ..group(at(3.0, 10.0), target) };
        let (_, _, report) = run(&square(20.0), vec![post.clone(), follower], 20.0);
        assert_eq!((report.arrived, report.stuck), (2, Vec::new()), "{behavior:?}, {arrival:?}");
    }
}

#[test]
fn an_agent_that_follows_another_one_for_long_stays_near_it() {
    let corners = [(2.0, 2.0), (2.0, 18.0), (18.0, 18.0), (18.0, 2.0)].map(|(x, z)| at(x, z));
    let route = GroupTarget::Route { points: corners.into(), is_loop: true };
    let movement = MovementSettings { margin: 0.3, ..MovementSettings::default() };
    let target = GroupTarget::Agent { group: 0, index: 0 };
    let follower = AgentGroup { speed: 2.5, movement, ..group(at(2.0, 4.0), target) };
    let scenario = Scenario {
        groups: vec![group(at(2.0, 6.0), route), follower],
        duration: 240.0,
        ..Scenario::default()
    };
    let mesh = square(20.0);
    let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
    for step in 0..scenario.step_count() {
        simulation.step(&mut Silent);
        let [guard, follower] = [0, 1].map(|agent| simulation.agents()[agent].at.point);
        let distance = guard.distance(follower);
        assert!(step < 600 || distance < 2.5, "{distance} m after {step} steps");
    }
}

#[test]
fn an_agent_that_cannot_move_is_stuck_even_if_its_target_moves() {
    let island = [[30.0, 0.0, 8.0], [30.0, 0.0, 8.82], [30.82, 0.0, 8.82], [30.82, 0.0, 8.0]];
    let field = [[0.0, 0.0, 0.0], [0.0, 0.0, 20.0], [20.0, 0.0, 20.0], [20.0, 0.0, 0.0]];
    let mesh = mesh(&[field, island].concat(), &[&[0, 1, 2, 3], &[4, 5, 6, 7]]);
    let points = vec![at(18.0, 2.0), at(18.0, 18.0)];
    let guard = group(at(18.0, 4.0), GroupTarget::Route { points, is_loop: true });
    let steering = SteeringSettings { stand_off: 0.0, turn_distance: 0.0, ..SteeringSettings::default() };
    let target = GroupTarget::Agent { group: 0, index: 0 };
    let chaser = AgentGroup { behavior: Behavior::Chase, steering, ..group(at(30.41, 8.41), target) };
    let (_, recording, report) = run(&mesh, vec![guard, chaser], 40.0);
    let stuck: Vec<u32> = report.stuck.iter().map(|stuck| stuck.agent).collect();
    assert_eq!((stuck, report.arrived), (vec![1], 1), "the guard completes a round");
    let of_chaser = recording.events().iter().filter(|event| event.agent == 1);
    let whats = of_chaser.map(|event| &event.what);
    let changes = whats.filter(|what| matches!(what, AgentIncident::Stuck { .. } | AgentIncident::Freed));
    assert_eq!(changes.count(), 1, "it is never freed");
}

#[test]
fn agents_without_space_for_all_start_a_run() {
    let walkers = AgentGroup { count: 2, ..group(at(0.6, 0.6), GroupTarget::Point(at(0.6, 0.6))) };
    let (simulation, ..) = run(&square(1.2), vec![walkers], 1.0);
    assert_eq!(simulation.agents().len(), 2);
}

#[test]
fn a_shared_search_proves_for_all_agents_that_there_is_no_path() {
    let walkers = AgentGroup { count: 12, ..group(at(2.0, 0.0), GroupTarget::Point(at(10.0, 0.0))) };
    let (simulation, _, report) = run(&gaps(&[3.0, 0.5]), vec![walkers], 1.0);
    let counts = simulation.search_counts();
    assert_eq!((counts.shared, counts.own, counts.saved), (1, 0, 11));
    assert_eq!(report.stuck.len(), 12);
}

#[test]
fn the_cause_of_a_missing_path_is_the_narrowest_portal_on_the_widest_path() {
    let walker = group(at(2.0, 0.0), GroupTarget::Point(at(14.0, 0.0)));
    let (_, _, report) = run(&gaps(&[3.0, 0.7, 0.3]), vec![walker], 1.0);
    let [stuck] = &report.stuck[..] else { panic!("it has no path: {report:?}") };
    let StuckCause::NarrowPortal { width, .. } = stuck.cause else { panic!("{stuck:?}") };
    assert!((width - 0.3).abs() < 1e-5, "{width}");
}

#[test]
fn overlaps_of_agents_that_do_not_avoid_each_other_are_measured() {
    let through = |from: f32, to: f32| AgentGroup {
        avoids: false,
        ..group(at(from, 10.0), GroupTarget::Point(at(to, 10.0)))
    };
    let (_, _, report) = run(&square(20.0), vec![through(2.0, 18.0), through(18.0, 2.0)], 20.0);
    assert!(report.overlap.share > 1.8, "they walk through each other: {:?}", report.overlap);
}
