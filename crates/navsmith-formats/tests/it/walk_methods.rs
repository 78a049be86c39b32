//! Random steps by the older methods of constrained movement.
//!
//! `NAVSMITH_FUZZ_CASES` sets the number of steps.

use std::f64::consts::TAU;

use glam::Vec2;
use navsmith_core::geometry::{SplitMix64, covers, ground};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::constrained_walks::{WalkComparison, compare_walks};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;

use crate::walk_with_radius::{meshes, steps};

#[test]
fn no_method_leaves_the_mesh_and_sectors_reach_more_visible_targets_than_clamping() {
    let meshes = meshes();
    let (agent, filter, count) = (Agent::default(), Filter::default(), steps() / meshes.len());
    let mut stuck = [0, 0];
    for (number, (name, mesh)) in meshes.iter().enumerate() {
        let derived = Derived::build(mesh);
        let walkable = Walkable::new(mesh, &derived, &agent, &filter);
        let mut chance = SplitMix64(number as u64);
        let mut visible = 0;
        for start in random_points(&walkable, 7, count.div_ceil(100)) {
            let mut at = start;
            for _ in 0..100 {
                let (angle, length) = (chance.unit() * TAU, chance.unit() * chance.unit() * 10.0);
                let from = ground(at.point);
                let to = from + Vec2::new((angle.cos() * length) as f32, (angle.sin() * length) as f32);
                let WalkComparison { clamped, sector, exact } = compare_walks(&walkable, &at, to);
                for slide in [&clamped, &sector, &exact] {
                    let end = ground(slide.end.point);
                    let is_on = covers(&mesh.ground_ring(slide.end.cell), end);
                    assert!(is_on, "{name}: from {from} in cell {} to {to}: {end}", at.cell.0);
                    assert_eq!(slide.has_arrived, end == to, "{name}");
                }
                if raycast(&walkable, &at, to).hit.is_none() {
                    visible += 1;
                    assert!(exact.has_arrived, "{name}: from {from} to {to}");
                    for (count, slide) in stuck.iter_mut().zip([&clamped, &sector]) {
                        *count += usize::from(!slide.has_arrived);
                    }
                }
                at = exact.end;
            }
        }
        println!(
            "{name}: {visible} visible targets, {stuck:?} not reached so far by clamping and by sectors"
        );
    }
    assert!(stuck[0] > 100 && stuck[1] * 10 < stuck[0], "{stuck:?} visible targets are not reached");
}
