//! Rooms, ramps and pillars become the ground that an agent can reach.

use crate::support::{Triangles, area_below, block, floor, generated, is_covered, quad, recast};
use navsmith_core::geometry::{SplitMix64, Vec2, Vec3, ground, ground_area};
use navsmith_core::navmesh::Derived;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::progress::Progress;
use navsmith_generation::{GenerationError, GenerationSettings, Reason, generate};

#[test]
fn a_floor_is_smaller_by_the_radius() {
    let generation = generated(&floor([0., 0.], [12., 12.], 0.), &recast());
    assert_eq!(generation.mesh.check(), Ok(()));
    // 40 columns, less one at each edge and two for the radius of 0.6 m.
    assert!(
        (area_below(&generation, 1.0) - (34.0 * 0.3_f64).powi(2)).abs() < 1e-3,
        "{} m²",
        area_below(&generation, 1.0)
    );
    assert_eq!(Derived::build(&generation.mesh).islands.len(), 1);
    assert!(generation.lost.is_empty());
}

#[test]
fn a_pillar_in_the_middle_is_a_hole() {
    for size in [1.0, 2.0, 4.0] {
        let [low, high] = [[6.0 - size / 2.0; 2], [6.0 + size / 2.0; 2]];
        let level = [floor([0., 0.], [12., 12.], 0.), block(low, high, [0., 1.5])].concat();
        let generation = generated(&level, &recast());
        assert!(generation.lost.is_empty(), "{:?}", generation.lost);
        assert_eq!(generation.why(Vec3::new(6.0, 0.0, 6.0)), Reason::Inside);
        let why = generation.why(Vec3::new(6.0, 1.5, 6.0) - Vec3::Y);
        assert!(!matches!(why, Reason::Mesh), "{why}");
        assert!(is_covered(&generation, Vec2::splat(2.0)));
        let expected = f64::from(10.2_f32.powi(2) - (size + 1.2).powi(2));
        assert!(
            (area_below(&generation, 1.0) - expected).abs() < 0.1 * expected,
            "{} for {expected} m²",
            area_below(&generation, 1.0)
        );
    }
}

#[test]
fn random_rooms_with_blocks_lose_no_ground_and_cover_no_block() {
    for seed in 0..100 {
        let mut chance = SplitMix64(seed);
        let side = 10.0 + 20.0 * chance.unit() as f32;
        let mut level = floor([0., 0.], [side, side], 0.);
        let mut blocks = Vec::new();
        for _ in 0..=seed % 5 {
            let size = Vec2::new(0.5 + 3.0 * chance.unit() as f32, 0.5 + 3.0 * chance.unit() as f32);
            let low = Vec2::new(chance.unit() as f32, chance.unit() as f32) * (Vec2::splat(side) - size);
            level.extend(block(low.into(), (low + size).into(), [0., 3.]));
            blocks.push([low, low + size]);
        }
        let generation = generated(&level, &recast());
        assert!(generation.lost.is_empty(), "seed {seed}: {:?}", generation.lost);
        let mesh = &generation.mesh;
        assert_eq!(mesh.check(), Ok(()), "seed {seed}");
        for (id, _) in mesh.cells() {
            let ring = mesh.ground_ring(id);
            assert!(ground_area(&ring) > 0.0, "seed {seed}");
        }
        // A column is 0.3 m wide, and a border is simplified by 1.3 of them.
        let (radius, slack) = (0.6, 0.3 * 2.5);
        for _ in 0..100 {
            let at = Vec2::new(chance.unit() as f32, chance.unit() as f32) * side;
            let to_wall = at.min(Vec2::splat(side) - at).min_element();
            let to_block = |&[low, high]: &[Vec2; 2]| at.distance(at.clamp(low, high));
            let distance = blocks.iter().map(to_block).fold(to_wall, f32::min);
            let covered = is_covered(&generation, at);
            assert!(!covered || distance > radius - slack, "seed {seed}: {at} is {distance} m from a wall");
            let why = generation.why(Vec3::new(at.x, 0.0, at.y));
            assert_eq!(covered, why == Reason::Mesh, "seed {seed}: {at}: {why}");
        }
    }
}

#[test]
fn the_reason_names_the_first_stage_with_its_numbers() {
    let mut level = floor([0., 0.], [20., 20.], 0.);
    level.extend(quad([[4., 0., 4.], [4., 0., 8.], [6., 3., 8.], [6., 3., 4.]]));
    level.extend(floor([10., 10.], [16., 16.], 1.4).into_iter().map(|[a, b, c]| [a, c, b]));
    level.extend(floor([30., 0.], [30.9, 0.9], 0.));
    let settings = GenerationSettings { least_area: 4.0, ..recast() };
    let generation = generated(&level, &settings);
    let why = |x: f32, y: f32, z: f32| generation.why(Vec3::new(x, y, z));
    assert_eq!(why(2., 0., 15.), Reason::Mesh);
    assert!(
        matches!(why(5., 1.5, 6.), Reason::Steep { slope, limit } if (slope - 56.3).abs() < 0.1 && limit == 45.0),
        "{}",
        why(5., 1.5, 6.)
    );
    assert!(
        matches!(why(13., 0., 13.), Reason::LowCeiling { ceiling, height: 2.0 } if (1.0..1.5).contains(&ceiling)),
        "{}",
        why(13., 0., 13.)
    );
    assert!(
        matches!(why(0.4, 0., 10.), Reason::NearBorder { distance, .. } if distance < 0.7),
        "{}",
        why(0.4, 0., 10.)
    );
    assert!(matches!(why(2., 50., 15.), Reason::Above { ground } if ground < 0.5), "{}", why(2., 50., 15.));
    assert_eq!(why(2., 1.5, 15.), Reason::Mesh, "an agent at the ground reaches it");
    assert_eq!(why(0.1, 0., 10.), Reason::Rim);
    assert_eq!(why(-1., 0., 3.), Reason::Outside);
    assert_eq!(why(25., 0., 3.), Reason::NoGround);
    assert_ne!(why(30.4, 0., 0.4), Reason::Mesh, "{}", why(30.4, 0., 0.4));
}

#[test]
fn a_level_far_from_the_origin_has_the_mesh_of_one_at_it() {
    let level = [floor([0., 0.], [12., 12.], 0.), block([5., 5.], [7., 7.], [0., 1.5])].concat();
    let near = generated(&level, &recast());
    let by = Vec3::new(500_000.0, 64.0, 4_200_000.0);
    let far: Triangles = level.iter().map(|triangle| triangle.map(|corner| corner + by)).collect();
    let far = generated(&far, &recast());
    assert_eq!(far.mesh.cell_count(), near.mesh.cell_count());
    let fine = GenerationSettings { cell_size: Some(0.1), ..recast() };
    let shifted: Triangles = level.iter().map(|triangle| triangle.map(|corner| corner + by * 10.0)).collect();
    assert_eq!(generated(&shifted, &fine).mesh.check(), Ok(()));
}

#[test]
fn a_slope_at_the_limit_is_walkable() {
    let flat = GenerationSettings { agent: Agent { max_slope: 0.0, ..recast().agent }, ..recast() };
    assert!(generated(&floor([0., 0.], [12., 12.], 0.), &flat).mesh.cell_count() > 0);
    let wall = quad([[0., 0., 0.], [0., 3., 0.], [9., 3., 0.], [9., 0., 0.]]);
    let any = GenerationSettings { agent: Agent { max_slope: 3.2, ..recast().agent }, ..recast() };
    let level = [floor([0., 0.], [12., 12.], 0.), wall].concat();
    assert!(generated(&level, &any).mesh.vertices().all(|(_, at)| at.y < 1.0), "walls are never ground");
}

#[test]
fn impossible_settings_and_levels_are_refused_with_a_reason() {
    let level = floor([0., 0.], [12., 12.], 0.);
    let fails = |level: &Triangles, settings: &GenerationSettings| {
        generate(level.iter().copied().collect(), settings, &Progress::none()).map(|_| ()).unwrap_err()
    };
    assert!(matches!(fails(&Vec::new(), &recast()), GenerationError::Empty));
    let endless = vec![[Vec3::NAN, Vec3::ZERO, Vec3::X]];
    assert!(matches!(fails(&endless, &recast()), GenerationError::Empty));
    let point = GenerationSettings::of(Agent { height: 1.8, ..Agent::default() });
    assert!(matches!(fails(&level, &point), GenerationError::Settings(_)));
    let fine = GenerationSettings { cell_size: Some(0.001), ..recast() };
    assert!(matches!(fails(&level, &fine), GenerationError::Settings(_)), "a radius of 600 voxels");
    let small = GenerationSettings {
        agent: Agent { radius: 0.0005, ..Agent::PERSON },
        cell_size: Some(0.0005),
        cell_height: Some(0.01),
        least_area: 0.0,
        ..recast()
    };
    assert!(matches!(fails(&level, &small), GenerationError::TooManyColumns(_)), "{}", fails(&level, &small));
    let finest = GenerationSettings {
        cell_size: Some(1e-4),
        cell_height: Some(0.01),
        agent: Agent { radius: 1e-4, ..Agent::PERSON },
        least_area: 0.0,
        ..recast()
    };
    assert!(matches!(fails(&level, &finest), GenerationError::TooLong));
    let floors: Triangles =
        (0..80).flat_map(|storey| floor([0., 0.], [6., 6.], 3.0 * storey as f32)).collect();
    assert!(matches!(fails(&floors, &recast()), GenerationError::TooManyFloors));
    let lots: Triangles =
        (0..60).flat_map(|storey| floor([0., 0.], [600., 600.], 3.0 * storey as f32)).collect();
    assert!(matches!(fails(&lots, &recast()), GenerationError::TooMuchCovered(..)));
    let all = GenerationSettings { most_covered: u64::MAX, ..recast() };
    assert!(matches!(fails(&lots, &all), GenerationError::TooManySpans), "{}", fails(&lots, &all));
    let many: Triangles = (0..100).flat_map(|_| level.clone()).collect();
    let few = GenerationSettings { most_covered: 10_000, ..recast() };
    assert!(
        matches!(fails(&many, &few), GenerationError::TooMuchCovered(320_000, 10_000)),
        "{}",
        fails(&many, &few)
    );
    for odd in [1e30, 3.0, 1e-6] {
        let settings = GenerationSettings { cell_height: Some(odd), ..recast() };
        assert!(matches!(fails(&level, &settings), GenerationError::Settings(_)), "{odd}");
    }
    let climber = GenerationSettings { agent: Agent { max_climb: 1e30, ..recast().agent }, ..recast() };
    assert!(matches!(fails(&level, &climber), GenerationError::Settings(_)));
    let low = GenerationSettings { cell_height: Some(0.005), ..recast() };
    assert!(matches!(fails(&level, &low), GenerationError::Settings(_)));
    let stopped = generate(level.iter().copied().collect(), &recast(), &Progress::stopping_after(0));
    assert!(matches!(stopped, Err(GenerationError::Stopped(_))));
}

#[test]
fn any_triangles_and_settings_give_a_mesh_or_a_reason() {
    for seed in 0..150 {
        let mut chance = SplitMix64(seed);
        // Together with the sizes of voxels, at most a million columns.
        let (scale, cell_size) =
            [(0.01, 0.001), (1.0, 0.01), (20.0, 0.1), (500.0, 1.0), (1e6, 0.5)][chance.below(5) as usize];
        let mut number = || ((chance.unit() - 0.5) * scale) as f32;
        let mut level: Triangles =
            (0..12).map(|_| [0; 3].map(|_| Vec3::new(number(), number() / 4.0, number()))).collect();
        let twin = level[0];
        level.push(twin);
        level.push([twin[0], twin[0], twin[1]]);
        level.push([twin[0], twin[0].midpoint(twin[1]), twin[1]]);
        level.push([Vec3::splat(f32::INFINITY), twin[0], twin[1]]);
        let mut pick = |all: &[f32]| all[chance.below(all.len() as u64) as usize];
        let agent = Agent {
            radius: pick(&[0.0, 0.1, 0.6, 5.0, 1e6]),
            height: pick(&[0.01, 1.8, 100.0, f32::INFINITY]),
            max_slope: pick(&[0.0, 0.8, 1.6]),
            max_climb: pick(&[0.0, 0.4, 50.0, f32::INFINITY]),
        };
        let settings = GenerationSettings {
            cell_size: Some(cell_size * pick(&[1.0, 3.0, 50.0])),
            cell_height: Some(pick(&[0.2, 0.5, 1e-3])),
            least_area: pick(&[0.0, 1.0, 1e9]),
            merged_area: pick(&[0.0, 6.0, 1e9]),
            edge_length: pick(&[0.0, 12.0, 1e9]),
            simplification: pick(&[0.0, 1.3, 1e9]),
            corners: [3, 6, 12][chance.below(3) as usize],
            ..GenerationSettings::of(agent)
        };
        if let Ok(generation) = generate(level.iter().copied().collect(), &settings, &Progress::none()) {
            assert_eq!(generation.mesh.check(), Ok(()), "seed {seed}");
            let _reason = generation.why(level[3][0]);
            for (id, _) in generation.mesh.cells() {
                let ring: Vec<Vec2> = generation
                    .mesh
                    .corners(id)
                    .iter()
                    .map(|&at| ground(generation.mesh.position(at)))
                    .collect();
                assert!(ground_area(&ring) > 0.0, "seed {seed}");
            }
        }
    }
}
