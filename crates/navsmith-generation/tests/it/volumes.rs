//! Surfaces and volumes decide where ground is, and which area it has.

use navsmith_core::geometry::{Vec2, Vec3};
use navsmith_core::navmesh::AreaId;
use navsmith_core::progress::Progress;
use navsmith_generation::{
    Generation, GenerationError, LevelSource, MOST_AREA, Reason, SourceSurface, SurfaceKind, Volume,
    VolumeEffect, generate,
};

use crate::support::{Triangles, area_below, block, floor, is_covered, recast};

fn surfaces(triangles: Triangles, kind: SurfaceKind) -> Vec<SourceSurface> {
    triangles.into_iter().map(|corners| SourceSurface { corners, kind }).collect()
}

fn ground() -> LevelSource {
    floor([0., 0.], [24., 24.], 0.).into_iter().collect()
}

fn generated(source: LevelSource) -> Generation {
    generate(source, &recast(), &Progress::none()).unwrap()
}

/// Returns the areas of cells at a place.
fn areas_at(generation: &Generation, at: Vec2) -> Vec<AreaId> {
    let mesh = &generation.mesh;
    let here = mesh.cells().filter(|(id, _)| navsmith_core::geometry::covers(&mesh.ground_ring(*id), at));
    here.map(|(_, cell)| cell.area()).collect()
}

#[test]
fn a_low_obstacle_is_never_climbed() {
    let crate_of = |kind| {
        let mut source = ground();
        source.surfaces.extend(surfaces(block([10., 10.], [14., 14.], [0., 0.4]), kind));
        generated(source)
    };
    let walkable = crate_of(SurfaceKind::Walkable(AreaId(0)));
    assert!(is_covered(&walkable, Vec2::splat(12.0)), "a step of 0.4 m is climbed");
    let obstacle = crate_of(SurfaceKind::Obstacle);
    assert!(!is_covered(&obstacle, Vec2::splat(12.0)));
    assert!(!is_covered(&obstacle, Vec2::new(9.7, 12.0)), "the mesh keeps the radius");
    assert_eq!(obstacle.why(Vec3::new(12.0, 0.4, 12.0)), Reason::Obstacle);
    assert_eq!(obstacle.mesh.check(), Ok(()));
}

#[test]
fn a_surface_gives_its_area_to_the_ground_although_it_is_as_high() {
    let mut source = ground();
    let road = floor([0., 8.], [24., 14.], 0.01);
    source.surfaces.extend(surfaces(road, SurfaceKind::Walkable(AreaId(3))));
    let generation = generated(source);
    assert_eq!(areas_at(&generation, Vec2::new(12.0, 11.0)), [AreaId(3)]);
    assert_eq!(areas_at(&generation, Vec2::new(12.0, 4.0)), [AreaId(0)]);
    let whole = generated(ground());
    let difference = area_below(&generation, 1.0) - area_below(&whole, 1.0);
    assert!(difference.abs() < 0.02 * area_below(&whole, 1.0), "the areas fill the floor: {difference}");
}

#[test]
fn the_last_volume_decides_the_area() {
    let mut source = ground();
    for (low, area) in [(4.0, 1), (10.0, 2)] {
        let corners = [Vec3::new(low, -1.0, low), Vec3::new(20.0, 1.0, 20.0)];
        source.volumes.push(Volume::between(corners[0], corners[1], VolumeEffect::Area(AreaId(area))));
    }
    let generation = generated(source);
    assert_eq!(areas_at(&generation, Vec2::splat(7.0)), [AreaId(1)]);
    assert_eq!(areas_at(&generation, Vec2::splat(15.0)), [AreaId(2)]);
    assert_eq!(areas_at(&generation, Vec2::splat(2.0)), [AreaId(0)]);
}

#[test]
fn a_carving_volume_keeps_the_mesh_away_by_the_radius() {
    let mut source = ground();
    let corners = vec![Vec2::new(8.0, 8.0), Vec2::new(16.0, 8.0), Vec2::new(12.0, 16.0)];
    source.volumes.push(Volume { corners, heights: [-0.5, 0.5], effect: VolumeEffect::Carve });
    let generation = generated(source);
    assert_eq!(generation.why(Vec3::new(12.0, 0.0, 10.0)), Reason::Carved);
    assert!(!is_covered(&generation, Vec2::new(12.0, 7.7)));
    let why = generation.why(Vec3::new(12.0, 0.0, 7.7));
    assert!(matches!(why, Reason::NearBorder { distance, .. } if distance < 0.7), "{why}");
    assert!(is_covered(&generation, Vec2::new(12.0, 6.5)));
}

#[test]
fn the_mesh_within_limits_is_that_of_the_whole_level() {
    let level: Triangles = [floor([0., 0.], [24., 24.], 0.), block([10., 6.], [12., 18.], [0., 3.])].concat();
    let whole = generated(level.iter().copied().collect());
    let mut source: LevelSource = level.iter().copied().collect();
    let limit = [Vec3::new(7.0, -1.0, 7.0), Vec3::new(17.0, 2.0, 16.0)];
    source.volumes.push(Volume::between(limit[0], limit[1], VolumeEffect::Limit));
    let part = generated(source);
    let mut compared = 0;
    for x in 0..48 {
        for z in 0..48 {
            let at = Vec2::new(x as f32, z as f32) * 0.5 + 0.21;
            let is_inside = at.cmpge(Vec2::new(7.8, 7.8)).all() && at.cmple(Vec2::new(16.2, 15.2)).all();
            let is_outside = at.cmplt(Vec2::splat(7.0)).any() || at.cmpgt(Vec2::new(17.3, 16.3)).any();
            // A border is simplified by up to 1.3 columns, in another way if the region is another one.
            let to_block = at.distance(at.clamp(Vec2::new(10.0, 6.0), Vec2::new(12.0, 18.0)));
            if is_inside && to_block >= 1.5 {
                let why = part.why(Vec3::new(at.x, 0.0, at.y));
                assert_eq!(is_covered(&part, at), is_covered(&whole, at), "{at}: {why}");
                compared += 1;
            }
            assert!(!(is_outside && is_covered(&part, at)), "{at}");
        }
    }
    assert!(compared > 50, "{compared}");
    assert_eq!(part.why(Vec3::new(3.0, 0.0, 3.0)), Reason::OutsideLimits);
    assert_eq!(part.why(Vec3::new(6.5, 0.0, 8.0)), Reason::OutsideLimits);
}

#[test]
fn impossible_volumes_and_areas_are_refused() {
    let fails = |volume: Volume| {
        let source = LevelSource { volumes: vec![volume], ..ground() };
        generate(source, &recast(), &Progress::none()).map(|_| ()).unwrap_err()
    };
    let volume = |corners: &[[f32; 2]], heights| {
        let corners = corners.iter().copied().map(Vec2::from).collect();
        Volume { corners, heights, effect: VolumeEffect::Carve }
    };
    let bent = volume(&[[0., 0.], [4., 0.], [1., 1.], [0., 4.]], [0., 1.]);
    assert!(fails(bent).to_string().contains("not convex"));
    assert!(fails(volume(&[[0., 0.], [4., 0.]], [0., 1.])).to_string().contains("not convex"));
    assert!(fails(volume(&[[0., 0.], [4., 0.], [8., 0.]], [0., 1.])).to_string().contains("not convex"));
    let square = [[0., 0.], [4., 0.], [4., 4.], [0., 4.]];
    assert!(fails(volume(&square, [1., 0.])).to_string().contains("below its start"));
    assert!(fails(volume(&square, [0., f32::NAN])).to_string().contains("not a number"));
    let far = Volume {
        effect: VolumeEffect::Limit,
        ..Volume::between(Vec3::splat(90.0), Vec3::splat(99.0), VolumeEffect::Limit)
    };
    assert!(matches!(fails(far), GenerationError::OutsideLimits));
    let high = Volume { effect: VolumeEffect::Area(AreaId(MOST_AREA.0 + 1)), ..volume(&square, [0., 1.]) };
    assert!(fails(high).to_string().contains("area is above 250"));
}
