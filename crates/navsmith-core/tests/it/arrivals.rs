//! Which agents of a crowd arrive, and where they come to rest.

use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::{AgentEvent, AgentIncident};
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::{
    AgentGroup, Arrival, Behavior, GroupTarget, MovementSettings, Scenario, Spawn,
};
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use crate::support::rooms::rooms;

/// Returns a group in a disc around a position.
fn crowd(count: u32, (center, radius): ([f32; 2], f32), to: [f32; 2]) -> AgentGroup {
    let [center, to] = [center, to].map(|at| Vec2::from(at).into());
    AgentGroup { count, ..AgentGroup::new("crowd", Spawn::Disc { center, radius }, GroupTarget::Point(to)) }
}

fn run(mesh: &NavMesh, groups: Vec<AgentGroup>, duration: f32) -> (Simulation, RunReport) {
    let scenario = Scenario { groups, duration, ..Scenario::default() };
    let run = Recording::run(mesh, &Derived::build(mesh), &scenario, &Progress::none());
    let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
    let report = RunReport::of(&simulation, &recording);
    (simulation, report)
}

#[test]
fn agents_behind_a_wall_beside_the_target_do_not_arrive() {
    // A wall 0.2 m thick is between two rooms, and the way round it is about 100 m long.
    let mesh = rooms(&[
        [[0.0, 0.0], [12.0, 5.0]],
        [[0.0, 5.0], [12.0, 6.2]],
        [[0.0, 6.2], [12.0, 12.0]],
        [[-40.0, 5.0], [0.0, 6.2]],
        [[-41.2, 5.0], [-40.0, 6.2]],
        [[-41.2, 6.2], [-40.0, 18.0]],
        [[-41.2, 18.0], [-40.0, 19.2]],
        [[-40.0, 18.0], [0.0, 19.2]],
        [[0.0, 12.2], [12.0, 18.0]],
        [[0.0, 18.0], [12.0, 19.2]],
        [[0.0, 19.2], [12.0, 24.2]],
    ]);
    let to = [6.0, 14.0];
    let (beside, behind) = (crowd(2, ([6.0, 20.0], 2.0), to), crowd(100, ([7.0, 6.5], 5.0), to));
    let (simulation, _) = run(&mesh, vec![beside, behind], 25.0);
    let has_arrived: Vec<bool> = simulation.agents().iter().map(|agent| agent.arrived.is_some()).collect();
    assert_eq!(has_arrived[..2], [true; 2]);
    assert_eq!(has_arrived[2..].iter().filter(|&&it| it).count(), 0, "the way takes more than 60 s");
}

#[test]
fn agents_without_a_path_neither_arrive_nor_are_stuck() {
    // Paths over many cells are planned in several steps.
    let square = |index: u16| {
        let [x, z] = [index % 40, index / 40].map(|step| f32::from(step) * 2.5);
        [[x, z], [x + 2.5, z + 2.5]]
    };
    let hall = rooms(&(0..1600).map(square).collect::<Vec<_>>());
    let derived = Derived::build(&hall);
    for arrival in [Arrival::Formation, Arrival::Queue, Arrival::Stop] {
        let movement =
            MovementSettings { gives_up_after: 0.1, stuck_after: 0.1, ..MovementSettings::default() };
        let group = AgentGroup {
            avoids: false,
            radius: 0.2,
            arrival,
            movement,
            ..crowd(8000, ([50.0, 50.0], 49.0), [50.0, 50.0])
        };
        let scenario = Scenario { groups: vec![group], time_step: 0.1, ..Scenario::default() };
        let mut simulation = Simulation::new(&hall, &derived, &scenario).expect("it is valid");
        for step in 0..3 {
            simulation.step(&mut |_: AgentEvent| {});
            let waiting = || simulation.agents().iter().filter(|agent| agent.path().is_empty());
            assert!(waiting().count() > 0, "{arrival:?}: paths are planned in several steps");
            let is_wrong = waiting().filter(|agent| !agent.is_walking() || agent.is_stuck);
            assert_eq!(is_wrong.count(), 0, "{arrival:?}, step {step}");
        }
    }
}

/// Returns two rooms of 15 m by 15 m, joined by a door 2 m wide and 1 m deep at x = 15 m.
fn rooms_with_a_door() -> NavMesh {
    let room = |x: f32| [[0.0, 6.5], [6.5, 8.5], [8.5, 15.0]].map(|[from, to]| [[x, from], [x + 15.0, to]]);
    rooms(&[&room(0.0)[..], &[[[15.0, 6.5], [16.0, 8.5]]], &room(16.0)].concat())
}

#[test]
fn a_formation_fills_the_room_behind_a_door() {
    let group = crowd(100, ([7.5, 7.5], 6.5), [21.0, 7.5]);
    let (_, report) = run(&rooms_with_a_door(), vec![group], 90.0);
    assert_eq!(report.arrived, 100);
    assert_eq!(report.stuck, []);
    assert!(report.overlap.share <= 0.05, "{:?}", report.overlap);
}

#[test]
fn an_agent_whose_place_is_behind_one_with_another_target_names_it() {
    let passage = rooms(&[[[0.0, 0.0], [14.0, 1.0]]]);
    let blocker = AgentGroup {
        avoids: false,
        arrival: Arrival::Stop,
        ..AgentGroup::new(
            "blocker",
            Spawn::Point(Vec2::new(7.0, 0.5).into()),
            GroupTarget::Point(Vec2::new(8.0, 0.5).into()),
        )
    };
    let movement = MovementSettings { gives_up_after: 100.0, ..MovementSettings::default() };
    let behind = AgentGroup { movement, ..crowd(2, ([4.0, 0.5], 2.0), [8.5, 0.5]) };
    let (simulation, report) = run(&passage, vec![blocker, behind], 20.0);
    let first = report.stuck.iter().find(|stuck| stuck.cause.agents() == [0]).expect("one is behind it");
    assert_eq!(first.cause, StuckCause::InTheWay { agents: vec![0] });
    let fix = fix_of(&simulation, first);
    assert_eq!(fix, Some(StuckFix::SetArrival { group: 0, arrival: Arrival::Leave }));
}

#[test]
fn agents_for_which_a_queue_has_no_place_arrive_only_near_the_target() {
    let target = Vec2::new(18.0, 7.5);
    let group = AgentGroup { arrival: Arrival::Queue, ..crowd(60, ([7.5, 7.5], 6.5), target.into()) };
    let scenario = Scenario { groups: vec![group], duration: 60.0, ..Scenario::default() };
    let mesh = rooms_with_a_door();
    let run = Recording::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none());
    let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
    let report = RunReport::of(&simulation, &recording);
    for (agent, at) in first_arrivals(&recording) {
        assert!(at.distance(target) < 7.0, "agent {agent} at {at}");
    }
    let missing: Vec<_> = report.stuck.iter().chain(&report.late).collect();
    assert_eq!(report.arrived as usize + missing.len(), 60);
    assert!(missing.len() > 10, "{} of 60", missing.len());
    for stuck in missing {
        let StuckCause::NoRoom { places, distance } = stuck.cause else { panic!("{}", stuck.cause) };
        assert!((5..20).contains(&places), "{}", stuck.cause);
        let at = ground(simulation.agents()[stuck.agent as usize].at.point);
        assert!((distance - at.distance(target)).abs() < 1e-4, "{}", stuck.cause);
        let fix = fix_of(&simulation, stuck);
        assert!(matches!(fix, Some(StuckFix::SetArrival { group: 0, .. })), "{fix:?}");
    }
}

/// Returns the agents that arrived, with their positions then.
fn first_arrivals(recording: &Recording) -> impl Iterator<Item = (u32, Vec2)> {
    let has_arrived = |event: &&AgentEvent| matches!(event.what, AgentIncident::Arrived { .. });
    recording.events().iter().filter(has_arrived).map(|event| {
        let frame = recording.agent(event.step as usize + 1, event.agent as usize).expect("a frame");
        (event.agent, ground(frame.position))
    })
}

#[test]
fn a_queue_whose_places_all_fit_forms_through_a_door() {
    let group = AgentGroup { arrival: Arrival::Queue, ..crowd(10, ([3.0, 7.5], 2.5), [18.0, 7.5]) };
    let (simulation, report) = run(&rooms_with_a_door(), vec![group], 60.0);
    assert_eq!((report.arrived, report.stuck), (10, vec![]));
    for agent in simulation.agents() {
        let place = simulation.target_of(agent).expect("a place");
        let from = ground(place).distance(ground(agent.at.point));
        assert!(from <= 0.4, "{from} m from its place");
    }
}

/// Returns a corridor 4 m wide with a bend: 16 m to the south, then 16 m to the east.
fn bent_corridor() -> NavMesh {
    rooms(&[[[0.0, 0.0], [4.0, 16.0]], [[0.0, 16.0], [4.0, 20.0]], [[4.0, 16.0], [20.0, 20.0]]])
}

#[test]
fn a_queue_lies_along_the_whole_way_and_off_the_walls_whatever_the_behavior() {
    for (behavior, count) in
        [Behavior::Waypoints, Behavior::Corridor].into_iter().flat_map(|it| [(it, 30), (it, 12)])
    {
        // The target is nearer to a wall than the radius.
        let queue = AgentGroup {
            radius: 0.3,
            behavior,
            arrival: Arrival::Queue,
            ..crowd(count, ([2.0, 3.0], 3.5), [19.9, 18.0])
        };
        let (simulation, report) = run(&bent_corridor(), vec![queue], 90.0);
        assert_eq!((report.arrived, report.stuck), (count, vec![]), "{behavior:?}");
        let places = simulation.agents().iter().filter_map(|agent| simulation.target_of(agent));
        let places: Vec<Vec2> = places.map(ground).collect();
        assert!(places.iter().all(|place| place.x <= 19.71), "{behavior:?}: {places:?}");
        for (index, place) in places.iter().enumerate() {
            // Places of queues that begin at different times need not be a diameter apart.
            let is_apart = |other: &Vec2| other.distance(*place) > 0.1;
            assert!(places[..index].iter().all(is_apart), "{behavior:?}: {place} twice in {places:?}");
        }
    }
}

#[test]
fn agents_that_are_held_up_in_a_full_queue_arrive_there() {
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        let queue = AgentGroup {
            radius: 0.3,
            behavior,
            arrival: Arrival::Queue,
            ..crowd(30, ([2.0, 3.0], 3.5), [18.0, 18.0])
        };
        let (_, report) = run(&bent_corridor(), vec![queue], 75.0);
        assert_eq!((report.arrived, report.stuck), (30, vec![]), "{behavior:?}: {:?}", report.late);
    }
}

#[test]
fn the_numbers_of_a_report_are_those_of_all_agents() {
    for arrival in [Arrival::Queue, Arrival::Formation, Arrival::Stop] {
        for behavior in [Behavior::Waypoints, Behavior::Corridor] {
            // Too many for the space: those behind push others away from their places.
            let group = AgentGroup { arrival, behavior, ..crowd(40, ([3.0, 7.5], 2.5), [0.3, 7.5]) };
            let (_, report) = run(&rooms(&[[[0.0, 5.0], [6.0, 10.0]]]), vec![group], 20.0);
            let missing = report.stuck.len() + report.late.len();
            assert_eq!(report.arrived as usize + missing, 40, "{arrival:?}, {behavior:?}");
        }
    }
}

#[test]
fn agents_in_a_jam_before_a_door_do_not_arrive_in_a_formation_behind_it() {
    let group = AgentGroup { radius: 0.3, ..crowd(150, ([7.5, 7.5], 7.0), [18.0, 7.5]) };
    let scenario = Scenario { groups: vec![group], duration: 90.0, ..Scenario::default() };
    let mesh = rooms_with_a_door();
    let run = Recording::run(&mesh, &Derived::build(&mesh), &scenario, &Progress::none());
    let (simulation, recording) = run.expect("nothing stops it").expect("it is valid");
    let mut before = 0;
    for (_, at) in first_arrivals(&recording) {
        // The line from the target through the sides of the door, 2 m wide at x = 15 m.
        let is_near_sight = (at.y - 7.5).abs() <= (18.0 - at.x) / 3.0 + 2.0;
        assert!(at.x >= 15.0 || is_near_sight && at.x > 9.0, "{at}");
        before += u32::from(at.x < 15.0);
    }
    assert!(before <= 25, "{before} arrived before the door");
    let report = RunReport::of(&simulation, &recording);
    assert!(report.arrived >= 120, "{}", report.arrived);
}

#[test]
fn agents_of_a_formation_come_to_rest() {
    let hall = rooms(&[[[0.0, 0.0], [40.0, 40.0]]]);
    let group = crowd(150, ([17.0, 20.0], 14.0), [20.0, 20.0]);
    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
    let mut simulation = Simulation::new(&hall, &Derived::build(&hall), &scenario).expect("it is valid");
    let mut searches_until = |seconds: f32| {
        while simulation.seconds() < seconds {
            simulation.step(&mut Silent);
        }
        assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()), "within {seconds} s");
        simulation.search_counts().own
    };
    let before = searches_until(45.0);
    let more = searches_until(60.0) - before;
    assert!(more <= 3, "{more} searches for agents at rest");
}
