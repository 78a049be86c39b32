//! Scenarios: their agents, names, colours, and what is refused.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Derived, NavMesh};
use navsmith_core::simulation::scenario::crowd::crowd;
use navsmith_core::simulation::scenario::individual::{AgentSpread, Individual};
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::{Simulation, StartError};

use crate::support::rooms::rooms;

fn walkers() -> Scenario {
    let spawn = Spawn::Disc { center: Vec2::new(1.0, 2.0).into(), radius: 3.0 };
    let group = AgentGroup {
        count: 5,
        ..AgentGroup::new("walkers", spawn, GroupTarget::Point(Vec2::new(9.0, 2.0).into()))
    };
    Scenario { groups: vec![group.clone(), group], ..Scenario::default() }
}

#[test]
fn agents_are_counted_group_by_group() {
    let scenario = walkers();
    assert_eq!((scenario.agent_count(), scenario.step_count()), (10, 3600));
    assert_eq!(scenario.agent_index(1, 2), Some(7));
    assert_eq!([(0, 5), (2, 0)].map(|(group, index)| scenario.agent_index(group, index)), [None; 2]);
}

#[test]
fn targets_follow_their_group_when_another_one_is_removed() {
    let to = |group| GroupTarget::Agent { group, index: 0 };
    let mut scenario = walkers();
    scenario.groups.push(AgentGroup::new("third", Spawn::Area(AreaId(0)), to(1)));
    scenario.groups[1].target = to(0);
    scenario.remove_group(0);
    let targets: Vec<_> = scenario.groups.iter().map(|group| group.target.clone()).collect();
    assert_eq!(targets, [GroupTarget::Pointer, to(0)], "of the removed group, and of the second one");
    scenario.remove_group(5);
    assert_eq!(scenario.groups.len(), 2, "there is no such group");
}

#[test]
fn a_removed_area_is_replaced_by_the_first_one() {
    let mut scenario = walkers();
    let areas = [1, 2, 3].map(|area| {
        scenario.groups[0].spawn = Spawn::Area(AreaId(area));
        scenario.remove_area(AreaId(2));
        scenario.groups[0].spawn
    });
    assert_eq!(areas, [1, 0, 2].map(|area| Spawn::Area(AreaId(area))));
}

fn fault(change: impl FnOnce(&mut Scenario)) -> (Option<usize>, &'static str) {
    let mut scenario = walkers();
    change(&mut scenario);
    let fault = scenario.check().expect_err("a fault");
    assert!(fault.description.contains("; "), "a reason and a remedy: {fault}");
    (fault.group, fault.field)
}

#[test]
fn a_scenario_names_its_first_fault() {
    assert_eq!(walkers().check(), Ok(()));
    assert_eq!(fault(|it| it.duration = f32::NAN), (None, "duration"));
    assert_eq!(fault(|it| it.time_step = 0.0), (None, "time_step"));
    assert_eq!(fault(|it| it.groups[0].count = u32::MAX), (None, "groups"));
    assert_eq!(fault(|it| it.groups[1].speed = -1.0), (Some(1), "speed"));
    assert_eq!(fault(|it| it.groups[1].movement.horizon = 0.0), (Some(1), "horizon"));
    assert_eq!(fault(|it| it.groups[1].radius = 3.4e38), (Some(1), "radius"));
    assert_eq!(fault(|it| it.groups[1].priority = 1e-40), (Some(1), "priority"));
    assert_eq!(fault(|it| it.groups[1].movement.wall_horizon = 1e25), (Some(1), "wall_horizon"));
    assert_eq!(fault(|it| it.groups[0].movement.horizon = 11.0), (Some(0), "horizon"));
    assert_eq!(fault(|it| it.groups[1].movement.wall_horizon = 1000.0), (Some(1), "wall_horizon"));
    assert_eq!(fault(|it| it.groups[0].spread.radius = 0.4), (Some(0), "spread"));
    assert_eq!(fault(|it| it.groups[0].spread.radius = 0.3995), (Some(0), "spread"));
    assert_eq!(fault(|it| it.groups[1].spread.priority = -0.1), (Some(1), "spread"));
    assert_eq!(fault(|it| it.groups[0].movement.smoothing = 1.5), (Some(0), "smoothing"));
    assert_eq!(fault(|it| it.groups[1].steering.containment = f64::NAN), (Some(1), "containment"));
    let route = GroupTarget::Route { points: Vec::new(), is_loop: true };
    assert_eq!(fault(|it| it.groups[1].target = route), (Some(1), "target"));
    let loop_of_one = GroupTarget::Route { points: vec![Vec2::ZERO.into()], is_loop: true };
    assert_eq!(fault(|it| it.groups[1].target = loop_of_one), (Some(1), "target"));
    let agent = GroupTarget::Agent { group: 0, index: 5 };
    assert_eq!(fault(|it| it.groups[1].target = agent), (Some(1), "target"));
    let itself = GroupTarget::Agent { group: 1, index: 0 };
    assert_eq!(fault(|it| it.groups[1].target = itself.clone()), (Some(1), "target"));
    let nowhere = Spawn::Point(Vec2::NAN.into());
    assert_eq!(fault(|it| it.groups[0].spawn = nowhere), (Some(0), "spawn"));
}

#[test]
fn values_are_within_the_spread_and_reach_most_of_it() {
    let group = AgentGroup::new("a", Spawn::Point(Vec2::ZERO.into()), GroupTarget::Pointer);
    let group = AgentGroup { count: 500, ..group };
    let same: Vec<Individual> = group.individuals(3).collect();
    assert!(same.iter().all(|own| (own.radius, own.speed, own.priority) == (0.4, 1.5, 1.0)), "no spread");
    let spread = AgentSpread { radius: 0.1, speed: 0.5, priority: 0.25 };
    let group = AgentGroup { spread, ..group };
    let own: Vec<Individual> = group.individuals(3).collect();
    let range = |value: fn(&Individual) -> f32| {
        let values = || own.iter().map(value);
        [values().fold(f32::INFINITY, f32::min), values().fold(f32::NEG_INFINITY, f32::max)]
    };
    let [radii, speeds, priorities] =
        [range(|own| own.radius), range(|own| own.speed), range(|own| own.priority)];
    for ([least, most], [from, to]) in [(radii, [0.3, 0.5]), (speeds, [1.0, 2.0]), (priorities, [0.75, 1.25])]
    {
        let slack = 0.01 * (to - from);
        assert!(least >= from && least < from + slack, "{least}");
        assert!(most <= to && most > to - slack, "{most}");
    }
    assert_eq!(own, group.individuals(3).collect::<Vec<_>>(), "one seed");
    assert_ne!(own, group.individuals(4).collect::<Vec<_>>(), "another seed");
}

#[test]
fn a_crowd_starts_with_equal_groups_and_different_targets() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 1000, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let scenario = crowd(&mesh, &derived, 119);
    let counts: Vec<u32> = scenario.groups.iter().map(|group| group.count).collect();
    assert_eq!(counts, [5; 20]);
    for (index, group) in scenario.groups.iter().enumerate() {
        assert!(scenario.groups[..index].iter().all(|other| other.target != group.target));
    }
    let simulation = Simulation::new(&mesh, &derived, &scenario).expect("its agents fit");
    assert_eq!(simulation.agents().len(), 100);
}

#[test]
fn an_empty_mesh_has_no_groups() {
    let mesh = NavMesh::default();
    assert_eq!(crowd(&mesh, &Derived::build(&mesh), 1000).groups, []);
}

#[test]
fn groups_keep_their_colours_when_another_one_is_removed_and_a_new_one_gets_a_free_colour() {
    let group = AgentGroup::new("walkers", Spawn::Area(AreaId(0)), GroupTarget::Pointer);
    let mut scenario = Scenario { groups: vec![group; 3], ..Scenario::default() };
    let colors = |scenario: &Scenario| -> Vec<usize> {
        (0..scenario.groups.len()).map(|group| scenario.color_of(group)).collect()
    };
    assert_eq!(scenario.next_color(), None, "its index");
    scenario.remove_group(0);
    assert_eq!(colors(&scenario), [1, 2]);
    scenario.groups.push(AgentGroup { color: scenario.next_color(), ..scenario.groups[0].clone() });
    assert_eq!(colors(&scenario), [1, 2, 0], "that of the removed group");
    assert_eq!(scenario.next_color(), None);
}

#[test]
fn agents_are_named_and_counted_by_group() {
    let spawn = Spawn::Point(Vec2::ZERO.into());
    let group = |name, count| AgentGroup { count, ..AgentGroup::new(name, spawn, GroupTarget::Pointer) };
    let scenario = Scenario { groups: vec![group("west", 20), group("east", 2)], ..Scenario::default() };
    assert_eq!(scenario.agent_names(&[21]), "agent 1 of east");
    assert_eq!(scenario.agent_names(&[0, 3, 20]), "agents 0, 3 of west; 0 of east");
    let all: Vec<u32> = (0..22).collect();
    assert!(scenario.agent_names(&all).ends_with("10, 11 of west; 10 more"));
    assert_eq!(scenario.agent_counts(&all), "20 agents of west; 2 of east");
    assert_eq!(scenario.agent_counts(&[20]), "1 agent of east");
    assert_eq!([1, 20, 22].map(|agent| scenario.group_of_agent(agent)), [Some((0, 1)), Some((1, 0)), None]);
}

#[test]
fn a_run_far_from_the_origin_is_refused() {
    let far = rooms(&[[[1.1e7, 0.0], [1.2e7, 10.0]]]);
    let error = Simulation::new(&far, &Derived::build(&far), &walkers()).err();
    assert_eq!(error, Some(StartError::TooFar));
}
