//! Where agents start, which others they avoid, and the places that they take.

use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::path_corridor::PathCorridor;
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use crate::support::notation::mesh;

/// Returns a square room.
fn room(side: f32) -> NavMesh {
    mesh(&format!("v 0 0, 0 {side}, {side} {side}, {side} 0; c 0 1 2 3"))
}

fn simulation(mesh: &NavMesh, groups: Vec<AgentGroup>) -> Simulation {
    let scenario = Scenario { groups, ..Scenario::default() };
    Simulation::new(mesh, &Derived::build(mesh), &scenario).expect("its agents have ground")
}

fn positions(simulation: &Simulation) -> Vec<Vec2> {
    simulation.agents().iter().map(|agent| ground(agent.at.point)).collect()
}

fn spawned(spawn: Spawn, count: u32) -> Simulation {
    simulation(&room(10.0), vec![AgentGroup { count, ..AgentGroup::new("g", spawn, GroupTarget::Pointer) }])
}

#[test]
fn agents_start_beside_each_other_and_off_the_walls() {
    let center = Vec2::splat(5.0).into();
    let line = Spawn::Line { from: Vec2::new(1.0, 1.0).into(), to: Vec2::new(9.0, 1.0).into() };
    let kinds = [(Spawn::Point(center), 60), (Spawn::Disc { center, radius: 4.0 }, 30), (line, 9)];
    for (spawn, count) in kinds.into_iter().chain([(Spawn::Area(AreaId(0)), 50)]) {
        let places = positions(&spawned(spawn, count));
        assert_eq!(places.len(), count as usize, "{spawn:?}");
        for (i, place) in places.iter().enumerate() {
            assert!(place.min_element() >= 0.4 && place.max_element() <= 9.6, "{spawn:?}: {place}");
            assert!(places[..i].iter().all(|other| other.distance(*place) >= 0.8 - 1e-5), "{spawn:?}");
        }
    }
}

#[test]
fn agents_without_space_start_too_close_and_those_without_ground_not_at_all() {
    let crowded = spawned(Spawn::Disc { center: Vec2::splat(5.0).into(), radius: 1.0 }, 40);
    assert_eq!(crowded.agents().len(), 40);
    assert!((30..40).contains(&crowded.crowded_starts()), "{}", crowded.crowded_starts());
    let group = AgentGroup::new("g", Spawn::Area(AreaId(3)), GroupTarget::Pointer);
    let (mesh, scenario) = (room(10.0), Scenario { groups: vec![group], ..Scenario::default() });
    let error = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect_err("no cell has this area");
    assert!(error.to_string().contains("no walkable cell to start on"), "{error}");
}

#[test]
fn agents_at_one_position_separate_in_the_same_way_in_every_run() {
    // So far from the origin, all positions within a millimetre are one number.
    let [near, far] = [1e5, 1e5 + 40.0];
    let mesh = mesh(&format!("v {near} {near}, {near} {far}, {far} {far}, {far} {near}; c 0 1 2 3"));
    let [center, to] = [10.0, 30.0].map(|x| Endpoint::from(Vec2::splat(near + x)));
    let spawn = Spawn::Disc { center, radius: 1e-3 };
    let group = AgentGroup { count: 2, ..AgentGroup::new("g", spawn, GroupTarget::Point(to)) };
    let runs = [(); 5].map(|()| {
        let mut simulation = simulation(&mesh, vec![group.clone()]);
        assert_eq!((simulation.crowded_starts(), positions(&simulation)), (1, vec![center.ground; 2]));
        (0..60).for_each(|_| simulation.step(&mut Silent));
        positions(&simulation)
    });
    assert!(runs[0][0].distance(runs[0][1]) > 0.7, "{:?}", runs[0]);
    for run in &runs {
        assert_eq!(*run, runs[0]);
    }
}

#[test]
fn agents_that_do_not_fit_beside_each_other_start_at_one_position() {
    let spawn = Spawn::Point(Vec2::splat(0.6).into());
    let group = AgentGroup { count: 3, ..AgentGroup::new("g", spawn, GroupTarget::Pointer) };
    let crowded = simulation(&room(1.2), vec![group]);
    assert_eq!((crowded.crowded_starts(), positions(&crowded)), (2, vec![Vec2::splat(0.6); 3]));
}

/// Compares the neighbours of all agents in a step with those of a linear scan before it.
fn compare_neighbors(simulation: &mut Simulation) -> Vec<Vec<u32>> {
    let before: Vec<(Vec3, f32)> = simulation
        .agents()
        .iter()
        .map(|agent| (agent.at.point, agent.own.radius + agent.own.speed * 1.5))
        .collect();
    let largest = simulation.scenario().groups.iter().map(AgentGroup::largest_radius).fold(0.0, f32::max);
    simulation.step(&mut Silent);
    let lists = before.iter().enumerate().map(|(agent, &(at, reach))| {
        let range = reach + largest;
        let others = (0..).zip(&before).filter(|(other, _)| *other as usize != agent);
        let mut all: Vec<(f32, u32)> = others
            .filter_map(|(other, (place, _))| {
                let squared = ground(*place).distance_squared(ground(at));
                let step = (place.y - at.y).abs();
                (squared <= range * range && (step <= 1.0 || step * step <= squared))
                    .then_some((squared, other))
            })
            .collect();
        all.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
        all.truncate(10);
        let expected: Vec<u32> = all.into_iter().map(|(_, other)| other).collect();
        let found: Vec<u32> = simulation.neighbors(agent).collect();
        assert_eq!(found, expected, "agent {agent} in step {}", simulation.steps());
        found
    });
    lists.collect()
}

#[test]
fn the_nearest_agents_are_those_of_a_linear_scan_and_on_the_same_floor() {
    // A bridge at 4 m over a hall; agents below it and on it are near each other in the ground plan.
    let mesh = mesh("v 0 0, 0 12, 12 12, 12 0, 4 4 0, 4 4 12, 8 4 12, 8 4 0; c 0 1 2 3, 4 5 6 7 @1");
    for count in [1, 90] {
        let group = |spawn, to: [f32; 3]| {
            let to = Vec3::from(to);
            let target = GroupTarget::Point(Endpoint { ground: ground(to), height: Some(to.y) });
            AgentGroup { count, radius: 0.2, ..AgentGroup::new("g", spawn, target) }
        };
        let center = Endpoint { ground: Vec2::splat(6.0), height: Some(0.0) };
        let below = Spawn::Disc { center, radius: 5.5 };
        let groups = vec![group(below, [1.0, 0.0, 1.0]), group(Spawn::Area(AreaId(1)), [6.0, 4.0, 11.0])];
        let mut simulation = simulation(&mesh, groups);
        let mut before = compare_neighbors(&mut simulation);
        let mut changed = 0;
        for _ in 0..60 {
            let now = compare_neighbors(&mut simulation);
            changed += now.iter().zip(&before).filter(|(now, before)| now != before).count();
            before = now;
        }
        let both =
            simulation.agents().iter().map(|agent| agent.at.point.y > 2.0).filter(|&is_above| is_above);
        assert_eq!(both.count(), count as usize, "half of them are on the bridge");
        assert!(count == 1 || changed > 1000, "{changed} lists have other agents than before");
    }
}

/// Returns the places of a formation around the middle of a room, in the order in which agents take them.
fn taken_places(spawns: &[Spawn]) -> Vec<Vec2> {
    let target = GroupTarget::Point(Vec2::splat(10.0).into());
    let of_spawn = |&spawn| AgentGroup {
        count: 36 / spawns.len() as u32,
        ..AgentGroup::new("g", spawn, target.clone())
    };
    let mut simulation = simulation(&room(20.0), spawns.iter().map(of_spawn).collect());
    let middle = simulation.target_of(&simulation.agents()[0]).expect("a target");
    let mut places: Vec<Vec2> = Vec::new();
    while simulation.seconds() < 30.0 {
        simulation.step(&mut Silent);
        for agent in simulation.agents() {
            let place = simulation.target_of(agent).map(|place| ground(place - middle)).expect("a place");
            let is_near = agent.has_arrived() || place != Vec2::ZERO;
            if is_near && !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

#[test]
fn a_formation_begins_behind_the_target_if_all_come_from_one_side_and_else_at_it() {
    let disc = |x: f32, z: f32| Spawn::Disc { center: Vec2::new(x, z).into(), radius: 2.5 };
    let from_west = taken_places(&[disc(3.0, 10.0)]);
    assert!(from_west.len() >= 36, "{from_west:?}");
    let mean = |places: &[Vec2]| places.iter().map(|place| place.x).sum::<f32>() / places.len() as f32;
    let (first, last) = (mean(&from_west[..12]), mean(&from_west[24..36]));
    assert!(first > last + 2.0, "{first} m to the east at first, and {last} m at last");
    let from_all_sides =
        taken_places(&[disc(3.0, 10.0), disc(17.0, 10.0), disc(10.0, 3.0), disc(10.0, 17.0)]);
    assert!(from_all_sides.len() >= 36, "{from_all_sides:?}");
    let mean = |places: &[Vec2]| places.iter().map(|place| place.length()).sum::<f32>() / places.len() as f32;
    let (first, last) = (mean(&from_all_sides[..12]), mean(&from_all_sides[24..36]));
    assert!(last > first + 0.7, "{first} m from the target at first, and {last} m at last");
}

#[test]
fn a_shared_search_gives_every_agent_of_the_island_a_corridor_over_shared_sides() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 600, seed: 3 }.mesh();
    let derived = Derived::build(&mesh);
    let size = mesh.bounds().size();
    let target = GroupTarget::Point(Vec2::new(size.x * 0.4, size.z * 0.6).into());
    let group = AgentGroup {
        count: 400,
        radius: 0.05,
        behavior: Behavior::Corridor,
        ..AgentGroup::new("g", Spawn::Area(AreaId(0)), target)
    };
    let mut simulation = simulation(&mesh, vec![group]);
    (0..10).for_each(|_| simulation.step(&mut Silent));
    assert_eq!(simulation.search_counts().shared, 1, "{:?}", simulation.search_counts());
    let goal = simulation.target_of(&simulation.agents()[0]).map(ground).expect("a target");
    let island = derived.locator.at(&mesh, goal).first().and_then(|&cell| derived.islands.of(cell));
    let (mut crossed, mut apart) = (0, 0);
    for agent in simulation.agents() {
        let Some(corridor) = agent.corridor().map(PathCorridor::corridor) else {
            assert_ne!(derived.islands.of(agent.at.cell), island, "agent at {}", agent.at.point);
            apart += 1;
            continue;
        };
        assert_eq!(corridor.cells.first(), Some(&agent.at.cell));
        for (pair, exit) in corridor.cells.windows(2).zip(&corridor.exits) {
            let side = exit.side().expect("no links");
            let behind = derived.adjacency.twin(side).map(|twin| twin.cell);
            assert_eq!((side.cell, behind), (pair[0], Some(pair[1])));
            crossed += 1;
        }
    }
    assert!(crossed > 1000 && apart < 100, "{crossed} sides crossed, {apart} agents on other islands");
}

#[test]
fn agents_that_push_each_other_come_no_nearer_to_a_wall_than_their_radius() {
    // All go into one corner, with more agents than have space in sight of it.
    let target = GroupTarget::Point(Vec2::splat(0.35).into());
    let mut group = AgentGroup::new("g", Spawn::Area(AreaId(0)), target);
    (group.count, group.radius, group.arrival, group.movement.close) = (60, 0.3, Arrival::Stop, 0.05);
    let mut simulation = simulation(&room(6.0), vec![group]);
    let mut touching = 0;
    for _ in 0..600 {
        simulation.step(&mut Silent);
        for at in positions(&simulation) {
            let distance = at.min_element().min(6.0 - at.max_element());
            assert!(distance > 0.299, "{distance} m at {at}");
            touching += usize::from(distance < 0.301);
        }
    }
    assert!(touching > 300, "{touching} steps beside a wall");
}
