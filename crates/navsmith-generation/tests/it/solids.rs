//! Ground inside of closed solids is no ground.

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::Derived;
use navsmith_generation::{GenerationSettings, Reason};

use crate::support::{Triangles, block, floor, generated, recast};

/// A box with a bottom.
fn solid(low: [f32; 2], high: [f32; 2], heights: [f32; 2]) -> Triangles {
    let bottom = floor(low, high, heights[0]).into_iter().map(|[a, b, c]| [a, c, b]);
    block(low, high, heights).into_iter().chain(bottom).collect()
}

fn islands(level: &Triangles, settings: &GenerationSettings) -> usize {
    Derived::build(&generated(level, settings).mesh).islands.len()
}

#[test]
fn a_crate_with_and_without_a_bottom_has_no_ground_inside() {
    for made in [block, solid] {
        for [low, high] in [[0.0, 3.0], [0.3, 3.3], [-0.4, 2.6]] {
            let level = [floor([0., 0.], [20., 20.], 0.), made([6., 6.], [12., 12.], [low, high])].concat();
            let generation = generated(&level, &recast());
            let inside = generation.why(Vec3::new(9.0, low.max(0.0), 9.0));
            assert_eq!(inside, Reason::Inside, "{low}: {inside}");
            assert_eq!(Derived::build(&generation.mesh).islands.len(), 2, "the floor and the top");
            assert!((20.0..40.0).contains(&generation.inside_area), "{} m²", generation.inside_area);
            let kept = GenerationSettings { keeps_insides: true, ..recast() };
            assert_eq!(islands(&level, &kept), 3);
        }
    }
}

#[test]
fn rooms_floors_and_open_walls_are_no_solids() {
    // A house of walls with a door, a ceiling and a floor above it.
    let mut level = floor([0., 0.], [20., 20.], 0.);
    let mut house = block([4., 4.], [16., 16.], [0., 3.]);
    // A wall without its lower half.
    house.retain(|triangle| !triangle.iter().all(|corner| corner.x == 16.0));
    level.extend(house);
    let generation = generated(&level, &recast());
    assert_eq!(generation.why(Vec3::new(10.0, 0.0, 10.0)), Reason::Mesh);
    assert_eq!(generation.inside_area, 0.0);
    let floors = [floor([0., 0.], [20., 20.], 0.), floor([0., 0.], [20., 20.], 3.)].concat();
    assert_eq!(generated(&floors, &recast()).why(Vec3::new(10.0, 0.0, 10.0)), Reason::Mesh);
    // The walls of a room, seen from inside.
    let room: Triangles =
        solid([0., 0.], [20., 20.], [0., 3.]).into_iter().map(|[a, b, c]| [a, c, b]).collect();
    assert_eq!(generated(&room, &recast()).why(Vec3::new(10.0, 0.1, 10.0)), Reason::Mesh);
}

#[test]
fn a_closed_shell_with_walls_has_ground_between_them() {
    // A solid with a tunnel: boxes that touch along faces are separate solids.
    let parts = [
        floor([0., 0.], [24., 24.], 0.),
        solid([4., 4.], [8., 20.], [0., 3.]),
        solid([14., 4.], [18., 20.], [0., 3.]),
        solid([4., 4.], [18., 20.], [3., 3.5]),
    ];
    let generation = generated(&parts.concat(), &recast());
    assert_eq!(generation.why(Vec3::new(11.0, 0.0, 12.0)), Reason::Mesh);
    assert_eq!(generation.why(Vec3::new(6.0, 0.0, 12.0)), Reason::Inside);
    assert_eq!(generation.why(Vec3::new(11.0, 3.5, 12.0)), Reason::Mesh);
}
