//! Cells have the heights of the ground between their corners.

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground};
use navsmith_core::navmesh::{Derived, HalfEdge, NavMesh, Surface};
use navsmith_generation::{Generation, GenerationSettings};

use crate::support::{Triangles, block, floor, generated, quad, recast};

/// Height of the hill in the middle of the level, in metres.
const TOP: f32 = 2.75;

fn height(x: f32, z: f32) -> f32 {
    let away = Vec2::new(x, z).distance(Vec2::splat(12.0)) / 8.0;
    if away < 1.0 { TOP * 0.5 * (1.0 + (away * std::f32::consts::PI).cos()) } else { 0.0 }
}

/// A round hill on a square of 24 m.
fn hill() -> Triangles {
    let at = |x: u16, z: u16| {
        let [x, z] = [x, z].map(|nth| f32::from(nth) * 0.5);
        [x, height(x, z), z]
    };
    let squares = (0..48).flat_map(|x| (0..48).map(move |z| (x, z)));
    squares.flat_map(|(x, z)| quad([at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)])).collect()
}

/// Returns the largest and the mean distance of the mesh from the hill, and the height of its top.
fn errors(mesh: &NavMesh) -> [f32; 3] {
    let (mut chance, mut most, mut sum, mut top) = (SplitMix64(5), 0.0_f32, 0.0, f32::NEG_INFINITY);
    let mut count = 0.0;
    for _ in 0..2000 {
        let at = Vec2::from([0; 2].map(|_| chance.unit() as f32 * 24.0));
        for floor in mesh.cells().filter_map(|(cell, _)| Surface::floor(mesh, cell, at)) {
            let error = (floor - height(at.x, at.y)).abs();
            (most, sum, top, count) = (most.max(error), sum + error, top.max(floor), count + 1.0);
        }
    }
    [most, sum / count, top]
}

#[test]
fn a_hill_has_its_height() {
    let [error, mean, top] = errors(&generated(&hill(), &recast()).mesh);
    // The highest of four columns of 0.3 m rises by 0.3 m on the slope, and a voxel by 0.2 m.
    assert!(error < 0.8 && mean < 0.3, "{error} m beside the ground, {mean} m on average");
    assert!((top - TOP).abs() < 0.4, "{top} m high");
    let flat = GenerationSettings { detail_distance: 0.0, ..recast() };
    let flat = generated(&hill(), &flat);
    assert!(!flat.mesh.has_details());
    let [corners, ..] = errors(&flat.mesh);
    assert!(corners > 1.5 * error, "{corners} m with corners only, {error} m with details");
}

#[test]
fn cells_and_their_ground_plan_do_not_depend_on_details() {
    let flat = GenerationSettings { detail_distance: 0.0, ..recast() };
    let [with, without] = [recast(), flat].map(|settings| generated(&hill(), &settings).mesh);
    assert!(with.has_details());
    assert_eq!(with.without_details(), without);
}

/// Checks that the cells on both sides of each edge have the same heights along it.
fn meets_at_edges(Generation { mesh, .. }: &Generation) {
    let adjacency = &Derived::build(mesh).adjacency;
    for (cell, content) in mesh.cells() {
        for side in (0..content.len() as u32).map(|side| HalfEdge { cell, side }) {
            let Some(twin) = adjacency.twin(side) else { continue };
            let [from, to] = mesh.half_edge(side).unwrap().map(|vertex| mesh.position(vertex));
            for share in (1..20).map(|nth| nth as f32 / 20.0) {
                let at = ground(from.lerp(to, share));
                let [one, other] = [cell, twin.cell].map(|cell| Surface::of(mesh, cell).height_at(at));
                assert!((one - other).abs() < 1e-2, "{at}: {one} and {other}");
            }
        }
    }
}

#[test]
fn cells_meet_at_their_edges() {
    meets_at_edges(&generated(&hill(), &recast()));
    let small = GenerationSettings { cell_size: Some(0.2), cell_height: Some(0.1), ..recast() };
    meets_at_edges(&generated(&hill(), &small));
}

#[test]
fn level_ground_and_plain_ramps_need_no_details() {
    let mut level = floor([0., 0.], [20., 20.], 0.0);
    level.extend(block([4., 4.], [6., 6.], [0.0, 3.0]));
    assert!(!generated(&level, &recast()).mesh.has_details(), "a floor with a pillar");
    let ramp = quad([[0., 0., 0.], [0., 0., 10.], [20., 8., 10.], [20., 8., 0.]]);
    let ramp = generated(&ramp, &recast()).mesh;
    let points: usize = ramp.details().map(|(_, detail)| detail.points().len()).sum();
    assert!(points <= 2, "{points} points on a ramp");
}

#[test]
fn a_finer_error_gives_more_points_and_a_better_surface() {
    let small = GenerationSettings { cell_size: Some(0.15), cell_height: Some(0.05), ..recast() };
    let coarse = GenerationSettings { detail_error: 10.0, ..small };
    let fine = GenerationSettings { detail_error: 2.0, ..small };
    let points = |mesh: &NavMesh| mesh.details().map(|(_, detail)| detail.points().len()).sum::<usize>();
    let [coarse, fine] = [coarse, fine].map(|settings| generated(&hill(), &settings).mesh);
    assert!(points(&fine) > points(&coarse), "{} and {}", points(&fine), points(&coarse));
    let means = [&fine, &coarse].map(|mesh| errors(mesh)[1]);
    assert!(means[0] < means[1], "{means:?}");
    for (cell, detail) in fine.details() {
        let corners = fine.corners(cell).len();
        assert!(corners + detail.points().len() < 256 && detail.triangles().len() < 256, "as in Detour");
    }
    let middle = Vec3::new(12.0, TOP, 12.0);
    let floors = fine.cells().filter_map(|(cell, _)| Surface::floor(&fine, cell, ground(middle)));
    let top = floors.fold(f32::NEG_INFINITY, f32::max);
    assert!((top - TOP).abs() < 0.3, "{top}");
}
