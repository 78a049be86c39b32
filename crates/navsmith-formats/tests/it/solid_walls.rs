//! Ground inside of solids that reach beyond a mesh, and below solids that hang too low.

use std::sync::Arc;

use navsmith_core::geometry::{Vec3, ground_area};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_formats::check::AgentLimits;
use navsmith_formats::check::repair::{RepairOptions, RepairStep, repair};
use navsmith_formats::level::surface::LevelSurface;

use crate::support::rings::mesh;

const AGENT: Agent = Agent { radius: 0.4, height: 1.8, max_slope: 0.785, max_climb: 0.4 };

type Triangles = Vec<[Vec3; 3]>;

/// Returns a floor from 0 to 20 m, divided into squares.
fn floor(count: u8) -> NavMesh {
    let at = |i: u8| 20.0 * f32::from(i) / f32::from(count);
    let cell =
        |x, z| [[x, z], [x, z + 1], [x + 1, z + 1], [x + 1, z]].map(|[x, z]| [at(x), 0.0, at(z)]).to_vec();
    mesh(&(0..count).flat_map(|x| (0..count).map(move |z| cell(x, z))).collect::<Vec<_>>())
}

/// Returns the two triangles of a quad.
fn quad([a, b, c, d]: [Vec3; 4]) -> [[Vec3; 3]; 2] {
    [[a, b, c], [a, c, d]]
}

/// Returns the four sides of a box that face away from it, then its top and its bottom.
fn faces(x: [f32; 2], y: [f32; 2], z: [f32; 2]) -> [[[Vec3; 3]; 2]; 6] {
    let corner = |i: usize, y: f32| {
        let i = i % 4;
        Vec3::new(x[usize::from(i > 1)], y, z[usize::from(i == 1 || i == 2)])
    };
    let side = |i| quad([corner(i, y[0]), corner(i + 1, y[0]), corner(i + 1, y[1]), corner(i, y[1])]);
    let top = quad([0, 1, 2, 3].map(|i| corner(i, y[1])));
    let bottom = quad([3, 2, 1, 0].map(|i| corner(i, y[0])));
    [side(0), side(1), side(2), side(3), top, bottom]
}

fn solid(x: [f32; 2], y: [f32; 2], z: [f32; 2]) -> Triangles {
    faces(x, y, z).concat()
}

/// Returns the area and the number of islands that are left of a floor after its walls are cut out.
#[track_caller]
fn left(count: u8, level: &[[Vec3; 3]]) -> (f64, usize) {
    let ground = quad([[-5., -5.], [-5., 25.], [25., 25.], [25., -5.]].map(|[x, z]| Vec3::new(x, 0.0, z)));
    let level = level.iter().chain(&ground).map(|&triangle| (0, triangle));
    let level = LevelSurface::build(level, &Progress::none());
    let levels = Some((Arc::new(level.expect("a level")), AgentLimits::from(&AGENT)));
    let floor = floor(count);
    let options = RepairOptions { steps: vec![RepairStep::Walls], levels, ..RepairOptions::of(&floor) };
    let done = repair(&floor, &options, floor.id_counts(), &Progress::none()).expect("it is not stopped");
    let effect = &done.effects[0];
    assert!(effect.left == 0 && effect.refused.is_empty(), "{:?}", effect.refused);
    assert!(done.errors.is_empty(), "{:?}", done.errors);
    let area = done.mesh.cells().map(|(cell, _)| ground_area(&done.mesh.ground_ring(cell))).sum();
    (area, Derived::build(&done.mesh).islands.len())
}

#[track_caller]
fn assert_left(level: &[[Vec3; 3]], area: f64, islands: usize, name: &str) {
    for count in [1, 3, 10] {
        let (found, parts) = left(count, level);
        assert!((found - area).abs() < 1e-2, "{name}, {count}: {found} m² instead of {area}");
        assert_eq!(parts, islands, "{name}, {count}");
    }
}

#[test]
fn ground_inside_of_solids_that_reach_beyond_the_mesh_is_removed() {
    let through = solid([-2., 22.], [0., 3.], [8., 12.]);
    assert_left(&through, 400.0 - 20.0 * 4.8, 2, "through the mesh");
    assert_left(&solid([-2., 10.], [0., 3.], [8., 12.]), 400.0 - 10.4 * 4.8, 1, "over one side");
    assert_left(&solid([0.3, 19.7], [0., 3.], [8., 12.]), 400.0 - 20.0 * 4.8, 2, "to almost the boundary");
    assert_left(&solid([-2., 8.], [0., 3.], [-2., 8.]), 400.0 - 8.4 * 8.4, 1, "over a corner");
    assert_left(&solid([-2., 8.], [-1., 0.6], [-2., 8.]), 400.0 - 8.4 * 8.4, 1, "low");
    let crossing = [through, solid([8., 12.], [0., 2.5], [-2., 22.])].concat();
    assert_left(&crossing, 4.0 * 7.6 * 7.6, 4, "two that cross");
    // Without ends, top and bottom.
    let [one, _, other, ..] = faces([8., 12.], [0., 3.], [-2., 22.]);
    assert_left(&[one, other].concat(), 400.0 - 20.0 * 4.8, 2, "two walls");
}

#[test]
fn ground_below_a_solid_that_hangs_too_low_is_removed() {
    assert_left(&solid([8., 11.], [1.2, 3.], [8., 12.]), 400.0 - 3.8 * 4.8, 1, "inside");
    assert_left(&solid([-2., 11.], [1.2, 3.], [8., 12.]), 400.0 - 11.4 * 4.8, 1, "over a side");
    assert_left(&solid([-2., 22.], [1.2, 3.], [8., 12.]), 400.0 - 20.0 * 4.8, 2, "through the mesh");
    assert_left(&solid([8., 11.], [1.9, 3.], [8., 12.]), 400.0, 1, "high enough");
}

#[test]
fn ground_around_a_pillar_stays() {
    let pillar = solid([8., 11.], [0., 3.], [8., 12.]);
    let area = 400.0 - 3.8 * 4.8;
    let corners = |y: f32| [[-1., -1.], [-1., 21.], [21., 21.], [21., -1.]].map(|[x, z]| Vec3::new(x, y, z));
    let storey = quad(corners(3.0));
    assert_left(&[&*pillar, &storey].concat(), area, 1, "below the upper side of a storey");
    let mut ceiling = corners(1.0);
    ceiling.reverse();
    assert_left(
        &[&*solid([8., 11.], [0., 1.], [8., 12.]), &quad(ceiling)].concat(),
        area,
        1,
        "below a low ceiling",
    );
    // The walls of a room face its inside.
    let room: Triangles = faces([-1., 21.], [0., 3.], [-1., 21.])[..4].concat();
    let room: Triangles = room.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    assert_left(&[room, pillar].concat(), area, 1, "in a room");
}

#[test]
fn the_floor_of_a_room_stays_beside_a_solid_and_its_ground_does_not() {
    let [near, far, ..] = [[2., 18.]; 2];
    let room: Triangles = faces(near, [0., 3.], far)[..4].concat();
    let room: Triangles = room.into_iter().map(|[a, b, c]| [a, c, b]).collect();
    // The ground outside of the walls stays too: nothing is known about it.
    let area = 400.0 - 16.8 * 16.8 + 15.2 * 15.2;
    assert_left(&room, area, 2, "a room");
}
