//! Large levels are generated in tiles that are joined without gaps.

use std::collections::HashMap;

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, covers, ground};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_generation::{Generation, GenerationError, GenerationSettings, Reason, generate};

use crate::support::{Triangles, area_below, block, floor, generated, is_covered, quad, recast};

/// Hills with blocks on a square, of 2 m wide triangles.
fn hills(side: f32, seed: u64) -> Triangles {
    let height = |x: f32, z: f32| 2.0 * (x * 0.05).sin() + 1.5 * (z * 0.07).cos() + 4.0;
    let n = (side / 2.0) as usize;
    let mut level = Triangles::new();
    for x in 0..n {
        for z in 0..n {
            let at = |dx: usize, dz: usize| {
                let [x, z] = [x + dx, z + dz].map(|nth| nth as f32 * 2.0);
                [x, height(x, z), z]
            };
            level.extend(quad([at(0, 0), at(0, 1), at(1, 1), at(1, 0)]));
        }
    }
    let mut chance = SplitMix64(seed);
    for _ in 0..n * 2 {
        let low = Vec2::new(chance.unit() as f32, chance.unit() as f32) * (side - 6.0);
        let size = Vec2::new(1.0 + 4.0 * chance.unit() as f32, 1.0 + 4.0 * chance.unit() as f32);
        level.extend(block(low.into(), (low + size).into(), [0., 12.]));
    }
    level
}

/// Settings with which a square of 330 m has more than a million columns.
fn coarse() -> GenerationSettings {
    recast()
}

/// Returns the sides of cells that are on a straight line over a side of another cell, and end elsewhere.
fn open_seam_sides(generation: &Generation, is_seam: impl Fn(Vec3, Vec3) -> bool) -> Vec<[Vec3; 2]> {
    let mesh = &generation.mesh;
    let mut sides: HashMap<[u32; 2], u32> = HashMap::new();
    for (id, _) in mesh.cells() {
        let ring = mesh.corners(id);
        for (nth, a) in ring.iter().enumerate() {
            let b = ring[(nth + 1) % ring.len()];
            *sides.entry([a.0.min(b.0), a.0.max(b.0)]).or_default() += 1;
        }
    }
    let place = |vertex: u32| mesh.position(navsmith_core::navmesh::VertexId(vertex));
    let open = sides.into_iter().filter(|(_, count)| *count == 1).map(|(side, _)| side.map(place));
    open.filter(|&[a, b]| is_seam(a, b)).collect()
}

#[test]
fn tiles_have_the_area_of_the_same_level_in_one_field() {
    let level = hills(340.0, 1);
    let tiled = generated(&level, &coarse());
    assert!(tiled.tiles() > 4, "{}", tiled.tiles());
    assert_eq!(tiled.mesh.check(), Ok(()));
    assert!(tiled.lost.is_empty(), "{:?}", tiled.lost);
    // Half of the level is one field.
    let half: Triangles =
        level.iter().filter(|triangle| triangle.iter().all(|at| at.x <= 170.0)).copied().collect();
    let one = generated(&half, &coarse());
    assert_eq!(one.tiles(), 1);
    let area = |generation: &Generation| {
        let mesh = &generation.mesh;
        let near = mesh.cells().filter(|(id, _)| mesh.ground_ring(*id).iter().all(|at| at.x < 160.0));
        near.map(|(id, _)| navsmith_core::geometry::ground_area(&mesh.ground_ring(id))).sum::<f64>()
    };
    let mut differs = 0;
    let mut chance = SplitMix64(5);
    for _ in 0..2000 {
        let at = Vec2::new(chance.unit() as f32 * 160.0, chance.unit() as f32 * 336.0);
        let covers = |generation: &Generation| {
            let mesh = &generation.mesh;
            mesh.cells().any(|(id, _)| covers(&mesh.ground_ring(id), at))
        };
        differs += usize::from(covers(&tiled) != covers(&one));
    }
    assert!(differs < 40, "{differs} of 2000 places differ; {} and {} m²", area(&tiled), area(&one));
}

#[test]
fn seams_have_no_gaps_and_no_t_junctions() {
    let level = hills(340.0, 2);
    let generation = generated(&level, &coarse());
    let seam = 512.0 * 0.3;
    let is_at = |along: f32| {
        (along / seam - (along / seam).round()).abs() * seam < 0.01 && along > 1.0 && along < 330.0
    };
    let open = open_seam_sides(&generation, |a, b| (is_at(a.x) && is_at(b.x)) || (is_at(a.z) && is_at(b.z)));
    // Ground that is narrower than the simplification ends at a seam.
    let mesh = &generation.mesh;
    let is_ground = |at: Vec3| {
        mesh.cells().any(|(id, cell)| {
            let is_near = cell.corners().iter().any(|&corner| (mesh.position(corner).y - at.y).abs() < 1.5);
            is_near && covers(&mesh.ground_ring(id), ground(at))
        })
    };
    for [a, b] in open {
        let (middle, along) = (a.midpoint(b), (b - a).normalize_or_zero());
        let beside = Vec3::new(along.z, 0.0, -along.x) * 0.5;
        assert!(!(is_ground(middle + beside) && is_ground(middle - beside)), "{a} to {b} is open");
    }
}

#[test]
fn floors_over_each_other_are_joined_with_themselves() {
    let mut level = floor([0., 0.], [340., 320.], 0.);
    level.extend(floor([100., 100.], [240., 240.], 3.));
    level.extend(floor([120., 120.], [220., 220.], 6.));
    let generation = generated(&level, &coarse());
    assert_eq!(Derived::build(&generation.mesh).islands.len(), 3);
    let expected = [[340.0_f64, 320.0], [140.0, 140.0], [100.0, 100.0]]
        .map(|[width, depth]| (width - 1.8) * (depth - 1.8));
    let total = area_below(&generation, 100.0);
    assert!((total - expected.iter().sum::<f64>()).abs() < 0.01 * total, "{total} for {expected:?}");
}

#[test]
fn small_ground_at_a_seam_is_removed_as_elsewhere() {
    let seam = 512.0 * 0.3;
    let mut level = floor([0., 0.], [100., 340.], 0.);
    level.extend(floor([320., 0.], [340., 340.], 0.));
    level.extend(floor([seam - 1.5, 50.], [seam + 1.5, 53.], 0.));
    let generation = generated(&level, &GenerationSettings { least_area: 9.0, ..coarse() });
    assert!(generation.tiles() > 1);
    assert!(!is_covered(&generation, Vec2::new(seam, 51.5)));
    let kept = generated(&level, &GenerationSettings { least_area: 1.0, ..coarse() });
    assert!(is_covered(&kept, Vec2::new(seam + 0.1, 51.5)));
}

#[test]
fn a_long_level_is_generated_in_tiles() {
    let long = floor([0., 0.], [13_500., 24.], 0.);
    let generation = generated(&long, &recast());
    assert!(generation.tiles() > 80, "{}", generation.tiles());
    assert_eq!(Derived::build(&generation.mesh).islands.len(), 1);
}

#[test]
fn reasons_in_a_tile_are_those_of_the_whole_level() {
    let mut level = floor([0., 0.], [340., 340.], 0.);
    level.extend(block([200., 200.], [204., 204.], [0., 1.5]));
    let generation = generated(&level, &coarse());
    let why = |x: f32, z: f32| generation.why(Vec3::new(x, 0.0, z));
    assert_eq!(why(150., 150.), Reason::Mesh);
    assert_eq!(why(202., 202.), Reason::Inside);
    assert!(matches!(why(0.5, 200.), Reason::NearBorder { .. }), "{}", why(0.5, 200.));
    assert_eq!(why(0.1, 200.), Reason::Rim);
    let stages = generation.stages(Vec3::new(200.0, 0.0, 200.0)).unwrap();
    assert!(stages.columns().iter().all(|&count| count > 512), "{:?}", stages.columns());
}

#[test]
fn tiles_report_progress_and_can_be_stopped_at_each_report() {
    let level = floor([0., 0.], [340., 320.], 0.);
    let progress = Progress::new();
    let source = || level.iter().copied().collect();
    assert!(generate(source(), &coarse(), &progress).is_ok());
    assert!(progress.completed().is_some_and(|done| done > 0.8), "{:?}", progress.completed());
    for reports in [0, 3, 10, 20, 40] {
        let stopped = generate(source(), &coarse(), &Progress::stopping_after(reports));
        assert!(matches!(stopped, Err(GenerationError::Stopped(_))), "{reports}");
    }
}

#[test]
fn a_level_far_away_in_tiles_has_the_mesh_of_one_at_the_origin() {
    let level = hills(330.0, 3);
    let far: Triangles =
        level.iter().map(|triangle| triangle.map(|at| at + Vec3::new(4096.0, 0.0, -8192.0))).collect();
    let agent = Agent { radius: 1.2, ..coarse().agent };
    let settings = GenerationSettings { agent, ..coarse() };
    let [near, far] = [level, far].map(|level| generated(&level, &settings));
    let [near, far] = [near, far].map(|generation| area_below(&generation, 1e3));
    assert!((near - far).abs() < 0.01 * near, "{near} and {far} m²");
}
