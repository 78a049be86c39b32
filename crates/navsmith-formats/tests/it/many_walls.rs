//! Cuts of many separate walls out of one cell.

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

/// Length of a floor and of a box in metres, and the number of boxes along the floor.
const FLOOR: f32 = 60.0;
const BOX: f32 = 1.2;
const BOXES: u16 = 15;

/// Returns the sides and the top of a box, in two triangles each.
fn crate_at(x: f32, z: f32) -> Vec<[Vec3; 3]> {
    let corner = |i: usize, y: f32| {
        let [dx, dz] = [[0., 0.], [0., BOX], [BOX, BOX], [BOX, 0.]][i % 4];
        Vec3::new(x + dx, y, z + dz)
    };
    let side = |i: usize| {
        let [a, b, c, d] = [corner(i, 0.), corner(i + 1, 0.), corner(i + 1, 2.), corner(i, 2.)];
        [[a, b, c], [a, c, d]]
    };
    let top = [0, 1, 2, 3].map(|i| corner(i, 2.));
    let top = [[top[0], top[1], top[2]], [top[0], top[2], top[3]]];
    (0..4).flat_map(side).chain(top).collect()
}

fn floor() -> NavMesh {
    mesh(&[vec![[0., 0., 0.], [0., 0., FLOOR], [FLOOR, 0., FLOOR], [FLOOR, 0., 0.]]])
}

#[test]
fn hundreds_of_boxes_are_cut_out_of_one_cell() {
    let at = |i: u16| 1.5 + 3.9 * f32::from(i);
    let boxes = (0..BOXES).flat_map(|x| (0..BOXES).flat_map(move |z| crate_at(at(x), at(z))));
    let level = LevelSurface::build(boxes.map(|triangle| (0, triangle)), &Progress::none());
    let levels = Some((Arc::new(level.expect("a level")), AgentLimits::from(&AGENT)));
    let floor = floor();
    let options = RepairOptions { steps: vec![RepairStep::Walls], levels, ..RepairOptions::of(&floor) };
    let done = repair(&floor, &options, floor.id_counts(), &Progress::none()).expect("it is not stopped");
    let effect = &done.effects[0];
    let area: f64 = done.mesh.cells().map(|(cell, _)| ground_area(&done.mesh.ground_ring(cell))).sum();
    let expected = f64::from(FLOOR * FLOOR) - 225.0 * f64::from(BOX + 2.0 * AGENT.radius).powi(2);
    assert!((area - expected).abs() < 0.1, "{area} instead of {expected} m²: {:?}", effect.refused);
    assert_eq!((Derived::build(&done.mesh).islands.len(), effect.left), (1, 0));
    assert!(done.errors.is_empty(), "{:?}", done.errors);
}
