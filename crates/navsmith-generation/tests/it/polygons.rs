//! The polygons of this crate are those of `rerecast` where that crate makes any.

use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground_area};
use navsmith_core::progress::Progress;
use navsmith_generation::{GenerationSettings, generate};
use rerecast::{Aabb3d, AreaType, BuildContoursFlags, HeightfieldBuilder};

use crate::support::{Triangles, area_below, block, floor, generated, recast};

/// The number of polygons and their area in m², of `rerecast` alone; `None` if it refuses the level.
pub(crate) fn of_rerecast(level: &Triangles, settings: &GenerationSettings) -> Option<(usize, f64)> {
    let corners = || level.iter().flatten().copied();
    let (low, high) = (corners().reduce(Vec3::min)?, corners().reduce(Vec3::max)?);
    let [cell_size, cell_height] = [settings.cell_size(), settings.cell_height()];
    let voxels = |length: f32, size: f32| (length / size).next_down().ceil() as u16;
    let agent = &settings.agent;
    let (radius, height) = (voxels(agent.radius, cell_size), voxels(agent.height, cell_height));
    let climb = (agent.max_climb / cell_height).next_up().floor() as u16;
    let columns = |area: f32| (area / cell_size.powi(2)) as u16;
    let aabb = Aabb3d { min: [0.0; 3].into(), max: (high - low).to_array().into() };
    let mut field = HeightfieldBuilder { aabb, cell_size, cell_height }.build().ok()?;
    for triangle in level {
        let [a, b, c] = triangle.map(|corner| corner - low);
        let is_walkable = (b - a).cross(c - a).normalize_or_zero().y >= agent.max_slope.cos();
        let area = if is_walkable { AreaType(1) } else { AreaType::NOT_WALKABLE };
        field.rasterize_triangle([a, b, c].map(|at| at.to_array().into()), area, climb).ok()?;
    }
    field.filter_low_hanging_walkable_obstacles(climb);
    field.filter_ledge_spans(height, climb);
    field.filter_walkable_low_height_spans(height);
    let mut field = field.into_compact(height, climb).ok()?;
    field.erode_walkable_area(radius);
    field.build_distance_field();
    field.build_regions(0, columns(settings.least_area), columns(settings.merged_area)).ok()?;
    let edge = ((settings.edge_length * agent.radius / cell_size) as u16).min(255);
    let contours = field.build_contours(settings.simplification, edge, BuildContoursFlags::DEFAULT);
    let mesh = contours.into_polygon_mesh(settings.corners).ok()?;
    let place = |at: u16| {
        let at = mesh.vertices[usize::from(at)];
        Vec2::new(f32::from(at.x), f32::from(at.z)) * cell_size
    };
    let rings = mesh.polygons().map(|polygon| polygon.map(place).collect::<Vec<_>>());
    let areas: Vec<f64> = rings.map(|ring| ground_area(&ring).abs()).collect();
    Some((areas.iter().filter(|&&area| area > 0.0).count(), areas.iter().sum()))
}

/// A square room with blocks at random places.
fn room(seed: u64) -> Triangles {
    let mut chance = SplitMix64(seed);
    let side = 10.0 + 20.0 * chance.unit() as f32;
    let mut level = floor([0., 0.], [side, side], 0.);
    for _ in 0..=seed % 5 {
        let size = Vec2::new(0.5 + 3.0 * chance.unit() as f32, 0.5 + 3.0 * chance.unit() as f32);
        let low = Vec2::new(chance.unit() as f32, chance.unit() as f32) * (Vec2::splat(side) - size);
        level.extend(block(low.into(), (low + size).into(), [0., 3.]));
    }
    level
}

#[test]
fn rooms_without_holes_have_the_polygons_of_rerecast() {
    let mut compared = 0;
    for seed in 0..150 {
        let level = room(seed);
        for corners in [3, 6, 12] {
            let settings = GenerationSettings { corners, keeps_insides: true, ..recast() };
            let generation = generated(&level, &settings);
            assert!(generation.lost.is_empty(), "seed {seed}: {:?}", generation.lost);
            let Some((polygons, area)) = of_rerecast(&level, &settings) else { continue };
            assert_eq!(generation.mesh.cell_count(), polygons, "seed {seed}, {corners} corners");
            assert!((area_below(&generation, 100.0) - area).abs() < 1e-3 * area, "seed {seed}");
            compared += 1;
        }
    }
    assert!(compared > 350, "{compared}");
}

#[test]
fn pillars_in_rings_lose_no_contour() {
    // A ring of walls in a ring of walls, with pillars in and between them.
    let mut level = floor([0., 0.], [40., 40.], 0.);
    for (low, high) in [(5.0, 35.0), (12.0, 28.0)] {
        let gap = f32::midpoint(low, high);
        level.extend(block([low, low], [high, low + 0.6], [0., 3.]));
        level.extend(block([low, high - 0.6], [high, high], [0., 3.]));
        level.extend(block([low, low], [low + 0.6, high], [0., 3.]));
        level.extend(block([high - 0.6, low], [high, gap - 1.5], [0., 3.]));
        level.extend(block([high - 0.6, gap + 1.5], [high, high], [0., 3.]));
    }
    for at in [[8.0, 8.0], [8.0, 20.0], [19.0, 19.0], [22.0, 19.0], [2.0, 2.0], [31.0, 31.0]] {
        level.extend(block(at, at.map(|along| along + 1.0), [0., 3.]));
    }
    let generation = generated(&level, &recast());
    assert!(generation.lost.is_empty(), "{:?}", generation.lost);
    assert_eq!(navsmith_core::navmesh::Derived::build(&generation.mesh).islands.len(), 1);
}

#[test]
fn a_floor_with_a_thousand_pillars_is_one_region_and_can_be_stopped() {
    let mut level = floor([0., 0.], [150., 150.], 0.);
    for x in 0..32 {
        for z in 0..32 {
            let low = [4.0 + 4.5 * x as f32, 4.0 + 4.5 * z as f32];
            level.extend(block(low, low.map(|along| along + 0.7), [0., 3.]));
        }
    }
    // One region with all pillars.
    let settings = GenerationSettings { merged_area: 1e9, ..recast() };
    let generation = generated(&level, &settings);
    assert!(generation.lost.is_empty(), "{}", generation.lost.len());
    let expected = 148.2_f64.powi(2) - 1024.0 * 1.9_f64.powi(2);
    let area = area_below(&generation, 1.0);
    assert!((area - expected).abs() < 0.05 * expected, "{area} for {expected} m²");
    let stopped = generate(level.into_iter().collect(), &settings, &Progress::stopping_after(150));
    assert!(stopped.is_err());
}

#[test]
#[ignore = "needs files of other projects"]
fn levels_of_recast_have_the_polygons_of_rerecast() {
    let folder = std::env::var("NAVSMITH_DATA").unwrap();
    for name in ["nav_test", "dungeon", "undulating"] {
        let path = format!("{folder}/navmeshes/recast/{name}.obj");
        let level = obj(&std::fs::read_to_string(&path).unwrap());
        assert!(level.len() > 100, "{name}");
        let settings = GenerationSettings {
            least_area: 64.0 * 0.09,
            merged_area: 400.0 * 0.09,
            keeps_insides: true,
            ..recast()
        };
        let generation = generated(&level, &settings);
        let (polygons, area) = of_rerecast(&level, &settings).unwrap();
        assert_eq!(generation.mesh.cell_count(), polygons, "{name}");
        let found = area_below(&generation, f32::INFINITY);
        assert!((found - area).abs() < 1e-3 * area, "{name}: {found} and {area} m²");
    }
}

/// Reads the triangles of an OBJ file with faces of any size.
pub(crate) fn obj(text: &str) -> Triangles {
    let (mut places, mut level) = (Vec::new(), Triangles::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f32> = words.map(|word| word.parse().unwrap()).collect();
                places.push(Vec3::new(numbers[0], numbers[1], numbers[2]));
            }
            Some("f") => {
                let face: Vec<Vec3> = words
                    .map(|word| places[word.split('/').next().unwrap().parse::<usize>().unwrap() - 1])
                    .collect();
                level.extend((2..face.len()).map(|nth| [face[0], face[nth - 1], face[nth]]));
            }
            _ => {}
        }
    }
    level
}
