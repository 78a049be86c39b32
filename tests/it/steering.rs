//! Settings of a group that select how it steers: replanning, containment and smoothing.

use navsmith::samples;
use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::events::{AgentEvent, AgentIncident};
use navsmith_core::simulation::explain::report::RunReport;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::run::recording::Recording;
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::followed_path::ReplanCause;
use navsmith_core::simulation::steer::nav_actor::Replanning;
use navsmith_core::simulation::world::{AgentState, Simulation};
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

fn document(name: &str) -> Document {
    let sample = samples::named(name).expect("a sample of this name");
    match sample.open().expect("samples open") {
        Opened::Document { document, .. } => document,
        _ => panic!("{name} is a document"),
    }
}

fn run(mesh: &NavMesh, scenario: &Scenario) -> (Simulation, Recording) {
    let run = Recording::run(mesh, &Derived::build(mesh), scenario, &Progress::none());
    run.expect("nothing stops it").expect("the scenario is valid")
}

fn walker([from, to]: [[f32; 2]; 2]) -> AgentGroup {
    let [from, to] = [from, to].map(|at| Vec2::from(at).into());
    AgentGroup::new("walker", Spawn::Point(from), GroupTarget::Point(to))
}

fn with_groups(groups: Vec<AgentGroup>) -> Scenario {
    Scenario { groups, ..Scenario::default() }
}

/// Returns the causes of the paths of an agent, in order.
fn causes(events: &[AgentEvent], agent: u32) -> Vec<ReplanCause> {
    let own = events.iter().filter(|event| event.agent == agent);
    let cause = |event: &AgentEvent| match event.what {
        AgentIncident::Replanned { why, .. } => Some(why),
        _ => None,
    };
    own.filter_map(cause).collect()
}

/// Returns strips of 20 m by 0.6 m beside each other, and one apart from the others.
fn strips() -> NavMesh {
    let rows = (0..=10).chain([11, 12]).map(|row| row as f32 * 0.6 + if row > 10 { -0.3 } else { 0.0 });
    let corners: Vec<_> = rows.flat_map(|z| [[0.0, 0.0, z], [20.0, 0.0, z]].map(Into::into)).collect();
    let cells = (0..12).filter(|row| *row != 10).map(|row| {
        let from = 2 * row;
        Cell::new([from, from + 2, from + 3, from + 1].map(VertexId), AreaId(0))
    });
    NavMesh::from_parts(corners, cells).expect("a mesh")
}

#[test]
fn each_mode_of_replanning_searches_as_often_as_the_margin_requires() {
    let mesh = strips();
    let derived = Derived::build(&mesh);
    for replanning in [Replanning::TargetMoved, Replanning::CheckCorridor] {
        for (moved, expected) in [(0.9, 0), (1.1, 1)] {
            let mut group = walker([[1.0, 3.3], [19.0, 3.3]]);
            group.movement.replanning = replanning;
            let margin = group.movement.margin;
            let mut simulation =
                Simulation::new(&mesh, &derived, &with_groups(vec![group])).expect("it is valid");
            let mut events = Vec::new();
            for step in 0..300 {
                if step == 20 {
                    simulation.move_target(0, Vec2::new(19.0, 3.3 - moved * margin).into());
                }
                simulation.step(&mut |event| events.push(event));
            }
            let causes = causes(&events, 0);
            assert_eq!(causes.len(), 1 + expected, "{replanning:?}, moved by {moved}: {causes:?}");
        }
    }
}

#[test]
fn only_agents_that_check_their_corridor_search_again_when_they_leave_it_or_it_leads_nowhere() {
    let mesh = strips();
    for replanning in [Replanning::TargetMoved, Replanning::CheckCorridor] {
        let is_checked = replanning == Replanning::CheckCorridor;
        let mut groups = [walker([[1.0, 3.3], [19.0, 3.3]]), walker([[19.0, 3.3], [1.0, 3.3]])];
        for group in &mut groups {
            group.movement.replanning = replanning;
        }
        let (simulation, recording) = run(&mesh, &with_groups(groups.into()));
        assert_eq!(RunReport::of(&simulation, &recording).arrived, 2, "{replanning:?}");
        for agent in 0..2 {
            // They meet and evade to other strips.
            let causes = causes(recording.events(), agent);
            assert_eq!(causes[0], ReplanCause::NoPath);
            let again = &causes[1..];
            let has_left = |cause: &ReplanCause| matches!(cause, ReplanCause::LeftCorridor { .. });
            assert!(
                again.iter().all(has_left) && again.is_empty() != is_checked,
                "{replanning:?}: {causes:?}"
            );
        }
        let mut group = walker([[1.0, 5.7], [19.0, 5.7]]);
        group.movement.replanning = replanning;
        let derived = Derived::build(&mesh);
        let mut simulation =
            Simulation::new(&mesh, &derived, &with_groups(vec![group])).expect("it is valid");
        let mut events = Vec::new();
        for step in 0..200 {
            if step == 20 {
                // Over the gap, within the margin.
                simulation.move_target(0, Vec2::new(19.0, 6.4).into());
            }
            simulation.step(&mut |event| events.push(event));
        }
        let is_lost = events.iter().any(|event| event.what == AgentIncident::NoPath);
        assert_eq!(is_lost, is_checked, "{replanning:?}: {events:?}");
    }
}

/// Returns the number of steps in which the force of an agent is parallel to the bottom of its U.
fn steps_along_wall(mesh: &NavMesh, scenario: &Scenario, agent: usize) -> usize {
    let steps = scenario.step_count();
    let decisions =
        AgentDecisions::run(mesh, &Derived::build(mesh), scenario, [agent, steps], &Progress::none());
    let decisions = decisions.expect("no stop").expect("a run");
    let forces = (0..decisions.len()).filter_map(|step| decisions.at(step)?.force);
    forces.filter(|force| force.x.abs() < 1e-3 && force.y.abs() > 1.0).count()
}

#[test]
fn a_chase_with_containment_turns_along_the_wall_and_only_waypoints_lead_out_of_the_u() {
    let document = document("Three ways to steer");
    let scenario = &document.scenarios[0];
    let (simulation, recording) = run(&document.mesh, scenario);
    let report = RunReport::of(&simulation, &recording);
    assert_eq!(report.differences(&scenario.expected.expect("an expectation")), []);
    let arrived: Vec<bool> = simulation.agents().iter().map(|agent| agent.arrived.is_some()).collect();
    assert_eq!(arrived, [false, false, false, false, false, false, true, true, true]);
    for agent in 0..6 {
        let contact = recording.events().iter().find_map(|event| match event.what {
            AgentIncident::WallContact { distance, .. } if event.agent == agent => Some(distance),
            _ => None,
        });
        let distance = contact.expect("it presses against the bottom of the U");
        assert!((0.3..0.33).contains(&distance), "agent {agent}: {distance} m");
        assert!(simulation.agents()[agent as usize].contact_steps > 60, "agent {agent}");
    }
    let mut straight = scenario.clone();
    straight.groups[1].steering.containment = 0.0;
    for agent in 3..6 {
        let [with, without] =
            [scenario, &straight].map(|scenario| steps_along_wall(&document.mesh, scenario, agent));
        assert!(with > 0 && without == 0, "agent {agent}: {with} steps, {without} without containment");
    }
}

/// What an agent does on its way through the courtyard.
struct Walk {
    /// Greatest turn in a step, in radians.
    sharpest: f32,
    contact_steps: u32,
    /// Number of points of its first path.
    points: usize,
}

/// Returns the walk of an agent that arrives, and checks its distance from walls in each step.
fn walk(document: &Document, group: &AgentGroup) -> Walk {
    let derived = Derived::build(&document.mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&document.mesh, &derived, &agent, &filter);
    let radius = group.radius;
    let distance = |at: &Located| {
        let wall = distance_to_wall(&walkable, at, radius);
        wall.map_or_else(|| f64::from(radius), |wall| wall.distance)
    };
    let scenario = with_groups(vec![group.clone()]);
    let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
    let mut walk = Walk { sharpest: 0.0, contact_steps: 0, points: 0 };
    for step in 0..scenario.step_count() {
        let before = simulation.agents()[0].velocity;
        simulation.step(&mut |_: AgentEvent| {});
        let agent = &simulation.agents()[0];
        assert!(distance(&agent.at) >= f64::from(radius) - 1e-3, "{group:?}: {}", distance(&agent.at));
        if step == 0 {
            let path = agent.path().rest_from(ground(agent.at.point));
            walk.points = path.len();
            for &point in path.iter().filter(|_| group.movement.smoothing > 0.0) {
                let at =
                    locate(&document.mesh, &derived, ground(point).into(), 2.0).expect("there are cells");
                assert!(distance(&at) >= f64::from(radius) * 0.99 - 1e-3, "{point}: {} m", distance(&at));
            }
        } else {
            walk.sharpest = walk.sharpest.max(before.angle_to(agent.velocity).abs());
        }
        if agent.arrived.is_some() {
            walk.contact_steps = agent.contact_steps;
            return walk;
        }
    }
    panic!("it did not arrive: {group:?}");
}

#[test]
fn smoothed_paths_keep_the_radius_from_walls_and_turn_less_sharply() {
    let document = document("Courtyard");
    let ways = [
        [[3.0, 4.5], [19.0, 13.0]],
        [[3.2, 2.2], [6.5, 19.5]],
        [[22.0, 1.5], [6.5, 19.5]],
        [[22.0, 14.0], [2.0, 5.0]],
    ];
    for way in ways {
        for radius in [0.2, 0.4] {
            let mut group = AgentGroup { radius, ..walker(way) };
            let straight = walk(&document, &group);
            group.movement.smoothing = 0.5;
            let smooth = walk(&document, &group);
            assert!(smooth.points > 2 * straight.points, "{way:?}: {} points", smooth.points);
            assert!(smooth.sharpest < straight.sharpest, "{way:?} with {radius} m: {} rad", smooth.sharpest);
            assert!(smooth.contact_steps < straight.contact_steps, "{way:?}: {}", smooth.contact_steps);
        }
    }
}

#[test]
fn agents_of_a_group_with_spread_differ_arrive_and_keep_the_largest_radius_from_walls() {
    let document = document("Two groups in a door");
    let mut scenario = document.scenarios[0].clone();
    for group in &mut scenario.groups {
        group.spread = AgentSpread { radius: 0.1, speed: 0.4, priority: 0.5 };
    }
    let derived = Derived::build(&document.mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&document.mesh, &derived, &agent, &filter);
    let mut simulation = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
    let own: Vec<_> = simulation.agents().iter().map(|agent| agent.own).collect();
    let again = Simulation::new(&document.mesh, &derived, &scenario).expect("it is valid");
    assert_eq!(own, again.agents().iter().map(|agent| agent.own).collect::<Vec<_>>(), "one seed");
    assert!(own.windows(2).all(|pair| pair[0] != pair[1]), "{own:?}");
    let mut fastest = vec![0.0f32; own.len()];
    for step in 0..scenario.step_count() {
        simulation.step(&mut |_: AgentEvent| {});
        for (agent, fastest) in simulation.agents().iter().zip(&mut fastest) {
            *fastest = fastest.max(agent.velocity.length());
        }
        for agent in simulation.agents().iter().filter(|_| step % 7 == 0) {
            let largest = simulation.group_of(agent).largest_radius();
            assert!(agent.own.radius <= largest);
            let wall = distance_to_wall(&walkable, &agent.at, largest);
            let distance = wall.map_or_else(|| f64::from(largest), |wall| wall.distance);
            assert!(distance >= f64::from(largest) - 1e-3, "step {step}: {distance} m");
        }
    }
    assert!(simulation.agents().iter().all(|agent| agent.arrived.is_some()));
    // Separation may add to the speed for a step.
    for (fastest, own) in fastest.iter().zip(&own) {
        assert!(*fastest > 0.9 * own.speed && *fastest < 1.6 * own.speed, "{fastest} m/s for {own:?}");
    }
    let (ended, recording) = run(&document.mesh, &scenario);
    assert!(RunReport::of(&ended, &recording).overlap.share <= 0.05);
}

#[test]
fn an_agent_that_others_push_away_from_its_place_or_target_walks_back() {
    for (count, behavior) in [(1, Behavior::Waypoints), (2, Behavior::Waypoints), (1, Behavior::Corridor)] {
        let mut resting = AgentGroup { count, behavior, ..walker([[8.0, 3.3], [10.0, 3.3]]) };
        resting.movement.close = 0.3;
        let through = walker([[1.5, 3.0], [18.5, 3.0]]);
        let pusher = AgentGroup { avoids: false, priority: 10.0, radius: 1.2, ..through };
        let mesh = strips();
        let scenario = with_groups(vec![resting, pusher]);
        let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("it is valid");
        let (mut events, mut rest, mut farthest) = (Vec::new(), Vec2::ZERO, 0.0f32);
        for step in 0..60 * 25 {
            simulation.step(&mut |event| events.push(event));
            let at = ground(simulation.agents()[0].at.point);
            if step == 60 * 4 {
                assert_eq!(
                    simulation.agents()[0].state,
                    AgentState::ARRIVED,
                    "before the other agent is there"
                );
                rest = at;
            }
            farthest = farthest.max(if step > 60 * 4 { at.distance(rest) } else { 0.0 });
        }
        let agent = &simulation.agents()[0];
        let distance = ground(agent.at.point).distance(rest);
        assert!(farthest > 1.0, "{count} {behavior:?}: pushed {farthest} m");
        // Without a place, it may come within the same distance of its target from another side.
        let most = if count == 1 { 0.6 } else { 0.3 };
        assert!(distance < most, "{count} {behavior:?}: {distance} m away, pushed {farthest} m");
        assert_eq!(agent.state, AgentState::ARRIVED);
        let is_pushed = |cause: &ReplanCause| matches!(cause, ReplanCause::PushedAway { .. });
        let causes = causes(&events, 0);
        assert!(causes.iter().any(is_pushed), "{count} {behavior:?}: {causes:?}");
    }
}
