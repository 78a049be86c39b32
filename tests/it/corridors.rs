//! Corridors whose ends move at random stay connected, and their strings stay on the mesh.

use std::f64::consts::TAU;

use glam::Vec2;
use navsmith_core::geometry::{SplitMix64, covers, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{CellId, Draft};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast};
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::simulation::steer::path_corridor::PathCorridor;

use crate::actors::World;

/// Plans a path between two positions and returns its corridor.
fn planned(world: &World, [from, to]: [&Located; 2]) -> PathCorridor {
    let query = Query { start: from.asked, target: to.asked, settings: world.settings.clone() };
    let answer = find_path(&world.mesh, &world.derived, &query);
    let ends = [answer.start.expect("on the mesh"), answer.target.expect("on the mesh")];
    let path = answer.path().expect("one island");
    let corridor = PathCorridor::of_path(&world.walkable(), path, [&ends[0], &ends[1]]);
    let corridor = corridor.expect("a path is connected");
    assert_eq!(corridor.string(&world.walkable()), path.waypoints, "the waypoints of the rounded path");
    corridor
}

/// Panics unless a corridor is connected between its ends and its string is on the mesh.
#[track_caller]
fn check(world: &World, corridor: &PathCorridor) {
    let (cells, exits) = (&corridor.corridor().cells, &corridor.corridor().exits);
    assert_eq!(cells.len(), exits.len() + 1, "one exit fewer than cells");
    for (end, cell) in [(corridor.start(), cells.first()), (corridor.target(), cells.last())] {
        assert_eq!(Some(&end.cell), cell, "the ends are on the end cells");
        assert!(covers(&world.mesh.ground_ring(end.cell), ground(end.point)), "on its cell: {end:?}");
    }
    for (pair, exit) in cells.windows(2).zip(exits) {
        let side = exit.side().expect("a mesh without links");
        assert_eq!(side.cell, pair[0], "an exit of the cell before");
        let twin = world.derived.adjacency.twin(side).expect("a shared side");
        assert_eq!(twin.cell, pair[1], "into the cell behind");
    }
    let string = corridor.string(&world.walkable());
    let point = Agent::default();
    let walkable =
        navsmith_core::pathfinding::agent::walkable::Walkable { agent: &point, ..world.walkable() };
    let mut at = *corridor.start();
    for waypoint in &string[1..] {
        let ray = raycast(&walkable, &at, ground(waypoint.point));
        assert_eq!(ray.hit, None, "from {} to {}", at.point, waypoint.point);
        at = ray.end;
    }
    assert_eq!(ground(at.point), ground(corridor.target().point), "the string ends at the target");
}

fn step(chance: &mut SplitMix64, at: Vec2) -> Vec2 {
    let (angle, length) = (chance.unit() * TAU, chance.unit() * 3.0);
    at + Vec2::new((angle.cos() * length) as f32, (angle.sin() * length) as f32)
}

#[test]
fn corridors_follow_their_ends() {
    let (mut shortened, mut moved) = ([0, 0], 0);
    for (landscape, radius) in [(Landscape::Rooms, 0.0), (Landscape::Terrain, 0.2), (Landscape::Maze, 0.4)] {
        let mut world = World::new(Recipe { landscape, triangles: 600, seed: 2 }.mesh());
        world.settings.agent = Agent { radius, ..Agent::default() };
        let places = random_points(&world.walkable(), 4, 24);
        let (mut chance, mut memory, mut ray) = (SplitMix64(1), SurfaceMemory::default(), Ray::default());
        for ends in places.chunks_exact(2) {
            let mut corridor = planned(&world, [&ends[0], &ends[1]]);
            check(&world, &corridor);
            for number in 0..60 {
                let walkable = world.walkable();
                let [start, target] = [corridor.start(), corridor.target()].map(|end| ground(end.point));
                let to = step(&mut chance, start);
                moved += usize::from(!corridor.move_start(&walkable, to, &mut memory).slide.cells.is_empty());
                check(&world, &corridor);
                let to = step(&mut chance, target);
                corridor.move_target(&walkable, to, &mut memory);
                check(&world, &corridor);
                if let Some(corner) = corridor.corners(&walkable, 2).last() {
                    let point = corner.point;
                    let is_seen = corridor.optimize_visibility(&walkable, point, 20.0, &mut memory, &mut ray);
                    shortened[0] += usize::from(is_seen);
                    check(&world, &corridor);
                }
                if number % 4 == 0 {
                    shortened[1] += usize::from(corridor.optimize_topology(&walkable, 32));
                    check(&world, &corridor);
                }
                assert!(radius > 0.0 || corridor.is_valid(&walkable, usize::MAX), "all cells are passable");
            }
        }
    }
    assert!(
        moved > 1000 && shortened.iter().all(|&count| count > 10),
        "{moved} moves, {shortened:?} shortened"
    );
}

#[test]
fn a_detour_is_removed_by_a_local_search() {
    // A ring of four rooms around a pillar: the corridor leads round it the long way.
    let corners =
        [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0], [3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]];
    let world = World::flat(&corners, &[&[0, 3, 7, 4], &[3, 2, 6, 7], &[2, 1, 5, 6], &[1, 0, 4, 5]]);
    let walkable = world.walkable();
    let mut memory = SurfaceMemory::default();
    let at = |x, z| {
        let place = Vec2::new(x, z);
        navsmith_core::pathfinding::mesh_query::locate::locate(&world.mesh, &world.derived, place.into(), 2.0)
            .expect("on the mesh")
    };
    let mut corridor = PathCorridor::new(at(1.0, 4.5));
    for to in [[4.5, 8.0], [8.0, 4.5], [6.5, 1.0]] {
        corridor.move_target(&walkable, to.into(), &mut memory);
    }
    assert_eq!(corridor.corridor().cells, [0, 1, 2, 3].map(CellId), "the long way round");
    assert!(corridor.optimize_topology(&walkable, 8), "a shorter one exists");
    assert_eq!(corridor.corridor().cells, [0, 3].map(CellId), "straight to the last room");
    check(&world, &corridor);
    assert!(!corridor.optimize_topology(&walkable, 8), "it is the shortest now");
}

#[test]
fn a_corridor_is_repaired_after_an_edit() {
    let corners =
        [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0], [3.0, 3.0], [6.0, 3.0], [6.0, 6.0], [3.0, 6.0]];
    let world = World::flat(&corners, &[&[0, 3, 7, 4], &[3, 2, 6, 7], &[2, 1, 5, 6], &[1, 0, 4, 5]]);
    let [from, to] = [Vec2::new(1.0, 4.0), Vec2::new(8.0, 4.0)].map(|at| {
        navsmith_core::pathfinding::mesh_query::locate::locate(&world.mesh, &world.derived, at.into(), 2.0)
            .expect("on the mesh")
    });
    let mut corridor = planned(&world, [&from, &to]);
    assert_eq!(corridor.corridor().cells, [0, 3, 2].map(CellId));
    let mut draft = Draft::of(world.mesh.clone());
    draft.remove_cell(CellId(3));
    let edited = World::new(draft.into_mesh());
    assert!(!corridor.is_valid(&edited.walkable(), 3), "a cell is missing");
    assert!(corridor.repair(&edited.walkable(), 16), "there is another way");
    assert_eq!(corridor.corridor().cells, [0, 1, 2].map(CellId));
    check(&edited, &corridor);
    let mut draft = Draft::of(edited.mesh.clone());
    draft.remove_cell(CellId(1));
    let edited = World::new(draft.into_mesh());
    assert!(!corridor.repair(&edited.walkable(), 16), "there is none");
}
