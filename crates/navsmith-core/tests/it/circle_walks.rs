//! Steps of an agent with a radius.

use navsmith_core::geometry::{Vec2, ground};
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::mesh_query::move_with_radius::{CircleSlide, move_with_radius};

use crate::support::notation::mesh;

fn moved(mesh: &NavMesh, radius: f32, from: [f32; 2], to: [f32; 2]) -> CircleSlide {
    let (derived, filter) = (Derived::build(mesh), Filter::default());
    let agent = Agent { radius, ..Agent::default() };
    let from = locate(mesh, &derived, Vec2::from(from).into(), 2.0).expect("there are cells");
    move_with_radius(&Walkable::new(mesh, &derived, &agent, &filter), &from, to.into())
}

#[track_caller]
fn assert_ends(mesh: &NavMesh, radius: f32, [from, to]: [[f32; 2]; 2], expected: [f32; 2]) {
    let end = ground(moved(mesh, radius, from, to).slide.end.point);
    assert!(end.distance(expected.into()) < 1e-3, "from {from:?} to {to:?}: {end}, not {expected:?}");
}

/// Returns a room of 4 m by 4 m.
fn room() -> NavMesh {
    mesh("v 0 0, 0 4, 4 4, 4 0; c 0 1 2 3")
}

/// Returns two rooms of 4 m side by side, joined by a gap that is 1 m wide and 1 cm long.
fn gap() -> NavMesh {
    mesh(
        "v 0 0, 0 4, 4 4, 4 2.5, 4 1.5, 4 0, 4.01 0, 4.01 1.5, 4.01 2.5, 4.01 4, 8 4, 8 0; \
         c 0 1 2 3 4 5, 4 3 8 7, 6 7 8 9 10 11",
    )
}

#[test]
fn a_circle_stops_at_walls_and_slides_along_them() {
    assert_ends(&room(), 0.5, [[2.0, 2.0], [3.0, 1.0]], [3.0, 1.0]);
    assert_ends(&room(), 0.5, [[2.0, 2.0], [2.0, 9.0]], [2.0, 3.5]);
    assert_ends(&room(), 0.5, [[2.0, 2.0], [3.0, 9.0]], [3.0, 3.5]);
    assert_ends(&room(), 0.5, [[2.0, 2.0], [9.0, 8.0]], [3.5, 3.5]);
    let corner = moved(&room(), 0.5, [2.0, 2.0], [9.0, 8.0]);
    let normals: Vec<_> = corner.contacts.iter().map(|contact| contact.normal).collect();
    assert_eq!(normals, [Vec2::NEG_X, Vec2::NEG_Y], "both walls of the corner");
    assert!(!corner.slide.has_arrived, "held by the corner");
}

#[test]
fn a_circle_passes_wide_gaps_only() {
    assert_ends(&gap(), 0.4, [[2.0, 2.0], [6.0, 2.0]], [6.0, 2.0]);
    let wide = moved(&gap(), 0.4, [2.0, 2.0], [6.0, 2.0]);
    assert_eq!(wide.slide.cells, [0, 1, 2].map(CellId), "through the gap");
    let narrow = ground(moved(&gap(), 0.6, [2.0, 2.0], [6.0, 2.0]).slide.end.point);
    let depth = 4.0 - (0.6f32.powi(2) - 0.5f32.powi(2)).sqrt();
    assert!((narrow - Vec2::new(depth, 2.0)).length() < 1e-3, "held by both corners: {narrow}");
    assert_ends(&gap(), 0.4, [[2.0, 1.0], [6.0, 1.0]], [3.6, 1.0]);
}

#[test]
fn a_circle_slides_round_a_corner_in_short_steps() {
    let (mesh, target) = (gap(), Vec2::new(6.0, 2.2));
    let mut at = Vec2::new(3.7, 1.0);
    for _ in 0..100 {
        let to = at + (target - at).clamp_length_max(0.05);
        at = ground(moved(&mesh, 0.3, at.into(), to.into()).slide.end.point);
    }
    assert_eq!(at, target, "through the gap");
}

#[test]
fn a_start_near_a_wall_is_moved_away_from_it() {
    assert_ends(&room(), 0.5, [[0.1, 2.0], [0.1, 2.0]], [0.1, 2.0]);
    assert_ends(&room(), 0.5, [[0.1, 2.0], [0.1, 3.0]], [0.5, 3.0]);
    assert_ends(&room(), 0.5, [[0.0, 0.0], [0.0, -1.0]], [0.5, 0.5]);
    let narrow = mesh("v 0 0, 0 1, 9 1, 9 0; c 0 1 2 3");
    assert_ends(&narrow, 0.8, [[3.0, 0.2], [5.0, 0.2]], [5.0, 0.5]);
}

#[test]
fn a_target_that_is_not_finite_moves_nothing() {
    assert_ends(&room(), 0.5, [[2.0, 2.0], [f32::NAN, 2.0]], [2.0, 2.0]);
}
