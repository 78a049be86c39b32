//! Runs of agents with path corridors, or with targets that move.

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::{Derived, Draft};
use navsmith_core::simulation::events::AgentEvent;
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::scenario::{
    AgentGroup, Behavior, GroupTarget, MovementSettings, Scenario, Spawn,
};
use navsmith_core::simulation::steer::followed_path::ReplanCause;
use navsmith_core::simulation::world::Simulation;

use super::{causes_of_paths, document, named, run};

#[test]
fn a_path_corridor_follows_a_moving_target_without_a_search() {
    let document = document("Patrol");
    let mut scenario = Scenario { duration: 40.0, ..named(&document, "rounds") };
    let spawn = Spawn::Point(Vec2::new(16.5, 1.5).into());
    let target = GroupTarget::Agent { group: 0, index: 0 };
    let follower = AgentGroup { speed: 2.5, ..AgentGroup::new("follower", spawn, target) };
    for (behavior, most) in [(Behavior::Corridor, 1), (Behavior::Waypoints, usize::MAX)] {
        let follower = AgentGroup { behavior, ..follower.clone() };
        scenario.groups.truncate(1);
        scenario.groups.push(follower);
        let (simulation, recording) = run(&document, &scenario);
        let causes = causes_of_paths(recording.events(), 3);
        assert_eq!(causes[0], ReplanCause::NoPath, "the first path");
        assert!(causes.len() <= most, "{behavior:?}: {causes:?}");
        assert!(most == 1 || causes.len() > 10, "waypoints need one path per metre: {}", causes.len());
        let [agent, target] = [3, 0].map(|index| simulation.agents()[index].at.point);
        // Two radii, the distance of arrival, and the room of one agent that arrived.
        assert!(agent.distance(target) < 1.9, "{behavior:?}: {agent} for {target}");
    }
}

#[test]
fn agents_with_path_corridors_are_pushed_aside_and_need_no_search() {
    let document = document("Two groups in a door");
    let mut scenario = named(&document, "two groups");
    scenario.groups.iter_mut().for_each(|group| group.behavior = Behavior::Corridor);
    let (simulation, recording) = run(&document, &scenario);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!(report.differences(&scenario.expected.expect("an expectation")), []);
    for agent in 0..report.agents {
        let causes = causes_of_paths(recording.events(), agent);
        // Agents that arrived are pushed from their places by those behind them.
        let is_expected = |cause: &ReplanCause| {
            matches!(cause, ReplanCause::NoPath | ReplanCause::Place | ReplanCause::PushedAway { .. })
        };
        assert!(causes.iter().all(is_expected), "agent {agent}: {causes:?}");
    }
}

#[test]
fn a_path_corridor_is_repaired_when_the_mesh_changes_during_a_run() {
    let document = document("Patrol");
    let group = AgentGroup {
        behavior: Behavior::Corridor,
        ..AgentGroup::new(
            "walker",
            Spawn::Point(Vec2::new(1.5, 2.0).into()),
            GroupTarget::Point(Vec2::new(16.5, 16.5).into()),
        )
    };
    let scenario = Scenario { groups: vec![group], ..Scenario::default() };
    let derived = Derived::build(&document.mesh);
    let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
    let mut events: Vec<AgentEvent> = Vec::new();
    let mut step = |simulation: &mut Simulation| simulation.step(&mut |event| events.push(event));
    step(&mut simulation);
    let corridor = simulation.agents()[0].corridor().expect("a corridor").corridor().clone();
    let mut draft = Draft::of(document.mesh.clone());
    draft.remove_cell(corridor.cells[corridor.cells.len() / 2]);
    let mesh = draft.into_mesh();
    simulation.set_mesh(&mesh, &Derived::build(&mesh));
    for _ in 0..60 * 40 {
        step(&mut simulation);
    }
    assert!(simulation.agents()[0].arrived.is_some(), "round the other side");
    assert_eq!(causes_of_paths(&events, 0), [ReplanCause::NoPath], "no other search");
    assert_eq!(simulation.search_counts().own, 1);
}

#[test]
fn a_target_that_moves_by_more_than_the_margin_leads_to_one_search() {
    let document = document("Two groups in a door");
    let derived = Derived::build(&document.mesh);
    let margin = MovementSettings::default().margin;
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        let (spawn, to) = (Spawn::Point(Vec2::new(3.0, 6.0).into()), Vec2::new(20.0, 6.0));
        let group =
            AgentGroup { behavior, ..AgentGroup::new("walker", spawn, GroupTarget::Point(to.into())) };
        let scenario = Scenario { groups: vec![group], ..Scenario::default() };
        for (moved, expected) in [(0.9, 1), (1.1, 2)] {
            let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
            let mut events: Vec<AgentEvent> = Vec::new();
            for step in 0..120 {
                if step == 20 {
                    simulation.move_target(0, (to + Vec2::Y * moved * margin).into());
                }
                simulation.step(&mut |event| events.push(event));
            }
            assert_eq!(
                causes_of_paths(&events, 0).len(),
                expected,
                "{behavior:?}, moved by {moved}: {events:?}"
            );
        }
    }
}
