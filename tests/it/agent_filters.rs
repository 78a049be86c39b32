//! Agents with costs of areas, forbidden areas and links.

use navsmith::samples;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::{AreaId, Derived, LinkId, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::{AgentEvent, AgentIncident};
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::explain::stuck_fix::{StuckFix, fix_of};
use navsmith_core::simulation::explain::why_stuck::why_stuck;
use navsmith_core::simulation::run::recorded_run::{RecordedRun, RunChange};
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, Behavior, GroupTarget, Scenario};
use navsmith_core::simulation::world::{AgentState, LinkUse, Simulation};
use navsmith_core::trace::Silent;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

fn sample(name: &str) -> (NavMesh, Derived, Scenario) {
    let sample = samples::named(name).unwrap_or_else(|| panic!("no sample {name}"));
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("{name} is a document") };
    let Document { mesh, scenarios, .. } = document;
    (mesh.clone(), Derived::build(&mesh), scenarios[0].clone())
}

const TOXIC: AreaId = AreaId(1);

/// Runs a scenario, and returns the steps that agents of each group walked inside the toxic area.
///
/// Steps nearer to its border than a margin are not counted.
fn steps_inside(
    (mesh, derived, scenario): &(NavMesh, Derived, Scenario),
    margin: f32,
) -> (Simulation, Vec<u32>) {
    let mut simulation = Simulation::new(mesh, derived, scenario).expect("a run");
    let mut steps = vec![0; scenario.groups.len()];
    for _ in 0..scenario.step_count() {
        simulation.step(&mut Silent);
        for agent in simulation.agents() {
            let at = ground(agent.at.point);
            let is_inside =
                (5.0 + margin..9.0 - margin).contains(&at.x) && (2.5 + margin..6.5 - margin).contains(&at.y);
            steps[agent.group] += u32::from(is_inside && agent.arrived.is_none());
        }
    }
    (simulation, steps)
}

#[test]
fn agents_walk_round_a_forbidden_area_and_others_through_it() {
    for behavior in [Behavior::Waypoints, Behavior::Corridor, Behavior::Chase] {
        for count in [1, 4] {
            let mut world = sample("A toxic cell");
            for group in &mut world.2.groups {
                (group.behavior, group.count) = (behavior, count);
            }
            world.2.duration = 20.0;
            // A path round the area can follow its border.
            let (simulation, steps) = steps_inside(&world, 0.1);
            assert_eq!(steps[0], 0, "{behavior:?}, {count} agents");
            if behavior != Behavior::Chase {
                assert!(steps[1] > 60, "{behavior:?}, {count} agents: {steps:?}");
                assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()), "{behavior:?}");
            }
        }
    }
}

#[test]
fn agents_avoid_a_dear_area_where_the_way_round_it_is_cheaper() {
    for (cost, crosses) in [(1.0, true), (1.05, true), (20.0, false)] {
        for (count, behavior) in [1, 4].into_iter().zip([Behavior::Waypoints, Behavior::Corridor].repeat(2)) {
            let mut world = sample("A toxic cell");
            world.2.groups.truncate(1);
            (world.2.groups[0].count, world.2.groups[0].behavior) = (count, behavior);
            world.2.groups[0].filter.set_cost(TOXIC, cost);
            // The border is no wall, so agents cut its corners.
            let (simulation, steps) = steps_inside(&world, 0.5);
            let what = format!("cost {cost}, {count} agents, {behavior:?}");
            assert_eq!(steps[0] > 60, crosses, "{what}: {steps:?}");
            assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()), "{what}");
        }
    }
}

#[test]
fn an_agent_in_a_dear_cell_leaves_it_to_a_target_in_the_same_cell() {
    let behavior = Behavior::Waypoints;
    for (count, smoothing) in [(1, 0.0), (1, 0.5), (2, 0.0)] {
        let mut world = sample("A toxic cell");
        let group = &mut world.2.groups[0];
        (group.count, group.behavior, group.movement.smoothing) = (count, behavior, smoothing);
        group.spawn = navsmith_core::simulation::scenario::Spawn::Disc {
            center: ground(Vec3::new(5.5, 0.0, 3.2)).into(),
            radius: 0.45,
        };
        group.target = GroupTarget::Point(ground(Vec3::new(8.5, 0.0, 3.2)).into());
        group.filter.set_cost(TOXIC, 20.0);
        world.2.groups.truncate(1);
        let (simulation, steps) = steps_inside(&world, 0.1);
        let what = format!("{behavior:?}, {count} agents, smoothing {smoothing}");
        // Straight through it takes 120 steps and more.
        assert!(steps[0] < 90 * count, "{what}: {steps:?}");
        assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()), "{what}");
    }
}

#[test]
fn an_agent_whose_target_is_on_a_forbidden_area_names_it_and_the_fix_allows_it() {
    let (mesh, derived, mut scenario) = sample("A toxic cell");
    scenario.groups.truncate(1);
    scenario.groups[0].target = GroupTarget::Point(ground(Vec3::new(7.0, 0.0, 4.5)).into());
    let report =
        RunReport::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
    let cause = &report.stuck[0].cause;
    let StuckCause::ForbiddenArea { area: TOXIC, .. } = cause else { panic!("{cause}") };
    let simulation = Simulation::new(&mesh, &derived, &scenario).expect("a run");
    let fix = fix_of(&simulation, &report.stuck[0]).expect("a fix");
    assert_eq!(fix, StuckFix::AllowArea(TOXIC));
    assert!(fix.apply(&simulation, 0, &mut scenario));
    let report =
        RunReport::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
    assert_eq!(report.arrived, report.agents);
}

/// Runs a scenario with its events.
fn events_of((mesh, derived, scenario): &(NavMesh, Derived, Scenario)) -> (Simulation, Vec<AgentEvent>) {
    let mut simulation = Simulation::new(mesh, derived, scenario).expect("a run");
    let mut events = Vec::new();
    for _ in 0..scenario.step_count() {
        simulation.step(&mut |event| events.push(event));
    }
    (simulation, events)
}

#[test]
fn agents_take_a_ladder_up_and_a_wide_link_down() {
    for behavior in [Behavior::Waypoints, Behavior::Corridor] {
        let mut world = sample("A ladder");
        world.2.groups.iter_mut().for_each(|group| group.behavior = behavior);
        let (simulation, events) = events_of(&world);
        let entered = |agent: u32, link: u32| {
            let is_it = |event: &&AgentEvent| {
                let what = event.what;
                event.agent == agent
                    && matches!(what, AgentIncident::LinkEntered { link: of, .. } if of.0 == link)
            };
            events.iter().filter(is_it).count()
        };
        for agent in 0..8 {
            let is_patrol = agent >= 5;
            assert!(entered(agent, 0) >= 1, "{behavior:?}: agent {agent} climbs");
            assert_eq!(entered(agent, 1) >= 1, is_patrol, "{behavior:?}: agent {agent}");
            assert!(simulation.agents()[agent as usize].arrived.is_some(), "{behavior:?}: agent {agent}");
        }
        // The ladder is 3.27 m long, and a metre of it costs 2. An agent steps on it up to 0.6 m before.
        let steps = events.iter().filter_map(|event| match event.what {
            AgentIncident::LinkEntered { link: LinkId(0), seconds } => Some((event, seconds)),
            _ => None,
        });
        for (on, seconds) in steps {
            let ladder = 2.0 * 3.2696 / 1.5;
            assert!((ladder..ladder + 0.6).contains(&seconds), "{seconds} s");
            let is_off = |event: &&AgentEvent| {
                event.agent == on.agent
                    && event.step > on.step
                    && matches!(event.what, AgentIncident::LinkLeft { link: LinkId(0) })
            };
            let Some(off) = events.iter().find(is_off) else { continue };
            let took = (off.step - on.step) as f32 / 60.0;
            assert!((took - seconds).abs() < 0.05, "{took} s for {seconds} s");
        }
    }
}

#[test]
fn agents_in_the_line_before_a_ladder_say_so_and_are_not_stuck() {
    let world = sample("A ladder");
    let (_, events) = events_of(&world);
    let is_stuck = |event: &AgentEvent| matches!(event.what, AgentIncident::Stuck { .. });
    assert!(!events.iter().any(is_stuck), "none is stuck");
    let (mesh, derived, scenario) = &world;
    let mut seen = [0; 4];
    for agent in 0..8 {
        let mut simulation = Simulation::new(mesh, derived, scenario).expect("a run");
        for _ in 0..scenario.step_count() {
            let Some(decision) = simulation.step_with_decision(agent, &mut Silent) else { break };
            let Some(link) = decision.link else { continue };
            let caption = link.caption(|other| format!("agent {other}"));
            let kind = match link {
                LinkUse::Ahead { distance, .. } => {
                    assert!(distance.is_finite() && distance <= decision.remaining, "{caption}");
                    0
                }
                LinkUse::InLine { .. } => 1,
                LinkUse::Waits { .. } => 2,
                LinkUse::On { speed, .. } => {
                    assert!(decision.half_planes.is_empty() && (0.75..=1.5).contains(&speed), "{caption}");
                    3
                }
            };
            seen[kind] += 1;
        }
    }
    assert!(seen.iter().all(|&times| times > 0), "{seen:?} times ahead, in the line, waiting and on it");
}

#[test]
fn agents_on_a_ladder_keep_apart_and_go_in_one_direction_at_a_time() {
    let mut world = sample("A ladder");
    // Three go down the ladder while five come up: the wide link leads up only.
    let down = AgentGroup {
        count: 3,
        target: GroupTarget::Point(ground(Vec3::new(3.0, 0.0, 6.0)).into()),
        ..world.2.groups[0].clone()
    };
    let (mesh, derived, scenario) = &mut world;
    let spawn = navsmith_core::simulation::scenario::Spawn::Disc {
        center: ground(Vec3::new(16.0, 3.0, 5.5)).into(),
        radius: 1.5,
    };
    scenario.groups[1] = AgentGroup { name: "down".into(), spawn, ..down };
    let only_ladder = mesh.links().nth(1).map(|(id, _)| id).expect("the wide link");
    let mut draft = navsmith_core::navmesh::Draft::new(mesh.clone(), derived.adjacency.clone());
    draft.remove_link(only_ladder);
    *mesh = draft.into_mesh();
    *derived = Derived::build(mesh);
    scenario.duration = 60.0;
    let mut simulation = Simulation::new(mesh, derived, scenario).expect("a run");
    let mut most = 0;
    for _ in 0..scenario.step_count() {
        simulation.step(&mut Silent);
        let on: Vec<_> =
            simulation.agents().iter().filter_map(|agent| Some((agent, agent.on_link()?))).collect();
        most = most.max(on.len());
        for (number, (agent, walk)) in on.iter().enumerate() {
            for (other, beside) in &on[..number] {
                assert_eq!(walk.points[1], beside.points[1], "one direction at a time");
                let apart = agent.at.point.distance(other.at.point);
                assert!(apart >= 0.8 - 0.05 || walk.walked < 0.7 || beside.walked < 0.7, "{apart} m apart");
            }
        }
    }
    assert!(most >= 2, "they follow each other");
    assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()), "all of them arrive");
}

#[test]
fn a_group_that_takes_no_links_says_so_and_the_fix_lets_it() {
    let (mesh, derived, mut scenario) = sample("A ladder");
    scenario.groups.truncate(1);
    scenario.groups[0].filter.ignores_links = true;
    let mut simulation = Simulation::new(&mesh, &derived, &scenario).expect("a run");
    (0..120).for_each(|_| simulation.step(&mut Silent));
    assert_eq!(simulation.agents()[0].state, AgentState::Lost);
    let cause = why_stuck(&simulation, 0);
    assert_eq!(cause, StuckCause::IgnoredLinks { link: LinkId(0) });
    let stuck = navsmith_core::simulation::explain::report::StuckAgent { agent: 0, cause };
    let fix = fix_of(&simulation, &stuck).expect("a fix");
    assert_eq!(fix, StuckFix::TakeLinks);
    assert!(fix.apply(&simulation, 0, &mut scenario));
    let report =
        RunReport::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
    assert_eq!(report.arrived, 5);
}

#[test]
fn a_one_way_link_is_not_taken_back() {
    let (mesh, derived, mut scenario) = sample("A ladder");
    scenario.groups.truncate(1);
    scenario.groups[0].filter.ignores_links = false;
    let ladder = mesh.links().next().map(|(id, _)| id).expect("the ladder");
    let mut draft = navsmith_core::navmesh::Draft::new(mesh, derived.adjacency.clone());
    draft.remove_link(ladder);
    let mesh = draft.into_mesh();
    let derived = Derived::build(&mesh);
    let report =
        RunReport::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
    let StuckCause::BlockedLink { .. } = report.stuck[0].cause else { panic!("{}", report.stuck[0].cause) };
}

#[test]
fn a_run_continues_from_a_moment_in_which_agents_are_on_a_link() {
    let (mesh, derived, scenario) = sample("A ladder");
    let whole = RecordedRun::run(&mesh, &derived, &scenario, &[], &Progress::none());
    let whole = whole.expect("no stop").expect("a run");
    let is_entered = |event: &&AgentEvent| matches!(event.what, AgentIncident::LinkEntered { .. });
    let on = whole.recording.events().iter().find(is_entered).expect("one climbs").step as usize + 60;
    let parts = (&whole.recording, &whole.keyframes);
    let again = RecordedRun::continued(parts, on, &[], &Progress::none()).expect("no stop");
    assert_eq!(again.recording.events(), whole.recording.events());
    let last = whole.recording.len() - 1;
    assert!(again.recording.frame(last).eq(whole.recording.frame(last)), "the same end");
    // Without its link, an agent goes on from the nearest ground.
    let ladder = mesh.links().next().map(|(id, _)| id).expect("the ladder");
    let mut draft = navsmith_core::navmesh::Draft::new(mesh.clone(), derived.adjacency.clone());
    draft.remove_link(ladder);
    let without = draft.into_mesh();
    let change = RunChange {
        step: on as u32,
        derived: std::sync::Arc::new(Derived::build(&without)),
        mesh: without,
        scenario: std::sync::Arc::new(scenario),
        pointer: None,
    };
    let changed = RecordedRun::continued(parts, on, &[change], &Progress::none()).expect("no stop");
    assert!(changed.end.agents().iter().all(|agent| agent.on_link().is_none_or(|walk| walk.link.0 == 1)));
}

#[test]
fn agents_take_no_place_before_a_link_to_their_target() {
    let (mesh, derived, mut scenario) = sample("A ladder");
    for arrival in [Arrival::Stop, Arrival::Formation, Arrival::Queue, Arrival::Leave] {
        scenario.groups.truncate(1);
        // The target is near the upper end of the ladder.
        scenario.groups[0].target = GroupTarget::Point(ground(Vec3::new(13.2, 3.0, 2.2)).into());
        scenario.groups[0].arrival = arrival;
        let report =
            RunReport::run(&mesh, &derived, &scenario, &Progress::none()).expect("no stop").expect("a run");
        let (simulation, events) = events_of(&(mesh.clone(), derived.clone(), scenario.clone()));
        let arrivals = events.iter().filter(|event| matches!(event.what, AgentIncident::Arrived { .. }));
        for event in arrivals {
            let is_off = |other: &AgentEvent| {
                let is_its = other.agent == event.agent && other.step <= event.step;
                is_its && matches!(other.what, AgentIncident::LinkLeft { .. })
            };
            assert!(events.iter().any(is_off), "{arrival:?}: agent {} arrived below", event.agent);
        }
        assert!(report.arrived >= 3, "{arrival:?}: {} of {}", report.arrived, simulation.agents().len());
    }
}

#[test]
fn the_margin_of_the_tutorial_is_a_cube_and_searches_less_often_than_a_sphere() {
    let world = sample("Sphere and cube");
    let (_, events) = events_of(&world);
    let searches = |agent: u32| {
        let is_search = |event: &&AgentEvent| {
            event.agent == agent && matches!(event.what, AgentIncident::Replanned { .. })
        };
        events.iter().filter(is_search).count()
    };
    // A target on a diagonal leaves the sphere after 2 m, and the cube after 2.83 m.
    assert!(searches(1) > searches(2) && searches(2) > 2, "{} and {}", searches(1), searches(2));
}
