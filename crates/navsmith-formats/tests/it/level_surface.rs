//! Level geometry: floors, sections, tiles and walls.

use glam::Vec2;
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{SplitMix64, Vec3, ground};
use navsmith_core::progress::Progress;
use navsmith_formats::level::Level;
use navsmith_formats::level::section::section;
use navsmith_formats::level::surface::LevelSurface;
use navsmith_formats::level::tiles::LevelTiles;
use navsmith_formats::level::walls::{WallLimits, wall_distance};

fn section_of(triangles: &[[Vec3; 3]], height: f32) -> Vec<[Vec3; 2]> {
    let surface = LevelSurface::build(triangles.iter().map(|&triangle| (0, triangle)), &Progress::none());
    section(&surface.expect("not stopped"), height)
}

#[test]
fn a_wall_is_cut_once_per_triangle_and_without_gaps() {
    let at = Vec3::new;
    let wall =
        [[at(0., 0., 0.), at(4., 0., 0.), at(4., 3., 0.)], [at(0., 0., 0.), at(4., 3., 0.), at(0., 3., 0.)]];
    let lines = section_of(&wall, 1.0);
    let mut ends: Vec<f32> = lines.iter().flatten().map(|end| end.x).collect();
    ends.sort_by(f32::total_cmp);
    assert_eq!(lines.len(), 2, "one for each triangle");
    assert_eq!((ends[0], ends[3]), (0.0, 4.0), "as long as the wall");
    assert_eq!(ends[1].to_bits(), ends[2].to_bits(), "they share an end");
    assert!(section_of(&wall, 3.0).is_empty(), "a wall below the height");
}

#[test]
fn a_floor_at_the_height_has_no_lines() {
    let floor = [[Vec3::ZERO, Vec3::X, Vec3::Z]];
    assert!(section_of(&floor, 0.0).is_empty());
}

fn surface(triangles: &[[[f32; 3]; 3]]) -> LevelSurface {
    let triangles = triangles.iter().map(|corners| (0, corners.map(Vec3::from)));
    LevelSurface::build(triangles, &Progress::none()).expect("not stopped")
}

/// Two floors of four by four metres, 3 m apart, and a wall at x = 4.
fn house() -> LevelSurface {
    let floor = |y: f32| [[[0., y, 0.], [4., y, 0.], [4., y, 4.]], [[0., y, 0.], [4., y, 4.], [0., y, 4.]]];
    let wall = [[[4., 0., 0.], [4., 3., 0.], [4., 3., 4.]], [[4., 0., 0.], [4., 3., 4.], [4., 0., 4.]]];
    surface(&[floor(0.), floor(3.), wall].concat())
}

#[test]
fn heights_are_those_of_all_floors() {
    let house = house();
    assert_eq!(house.heights_at(Vec2::new(1.0, 2.0)), [0.0, 3.0], "two floors");
    assert!(house.heights_at(Vec2::new(5.0, 2.0)).is_empty(), "outside");
    assert_eq!(house.nearest_height(Vec3::new(1.0, 0.4, 2.0), 1.0), Some(0.0));
    assert_eq!(house.nearest_height(Vec3::new(1.0, 1.2, 2.0), 1.0), None, "too far from both");
    assert_eq!(house.floor_below(Vec2::new(1.0, 2.0), 2.9), Some(0.0));
}

#[test]
fn corners_and_edges_above_the_top_are_no_targets() {
    let house = house();
    let (at, all) = (Vec2::new(3.9, 0.1), |_| true);
    assert_eq!(
        house.nearest_corner(at, 0.5, f32::INFINITY, all),
        Some(Vec3::new(4.0, 3.0, 0.0)),
        "the upper one"
    );
    assert_eq!(house.nearest_corner(at, 0.5, 1.0, all), Some(Vec3::new(4.0, 0.0, 0.0)), "the lower one");
    assert_eq!(house.nearest_corner(at, 0.5, 1.0, |_| false), None, "a locked level");
    let on_edge = house.nearest_on_edge(Vec2::new(2.0, 0.2), 0.5, 1.0, all);
    assert_eq!(on_edge, Some(Vec3::new(2.0, 0.0, 0.0)), "the front edge of the lower floor");
    assert_eq!(house.nearest_on_edge(Vec2::new(1.0, 1.1), 0.5, 1.0, all), None, "a diagonal in a flat floor");
}

/// Returns the corners of the bounding box of a triangle on the ground.
fn ground_box(triangle: &[Vec3; 3]) -> [Vec2; 2] {
    let [a, b, c] = triangle.map(ground);
    [a.min(b).min(c), a.max(b).max(c)]
}

#[test]
fn each_triangle_is_visited_once_and_like_in_a_full_search() {
    let mut chance = SplitMix64(7);
    let mut number = |scale: f64| ((chance.unit() - 0.5) * scale) as f32;
    let triangles: Vec<_> = (0..500)
        .map(|i| {
            let size = if i % 50 == 0 { 80.0 } else { 3.0 };
            let at = [number(100.0), number(10.0), number(100.0)];
            [0, 1, 2].map(|_| [at[0] + number(size), at[1] + number(size), at[2] + number(size)])
        })
        .collect();
    let surface = surface(&triangles);
    for _ in 0..200 {
        let (at, half) = (Vec2::new(number(120.0), number(120.0)), number(10.0).abs());
        let ends = [at - half, at + half];
        let mut visited = Vec::new();
        surface.each_in(ends, |triangle, _| visited.push(triangle));
        visited.sort_unstable();
        let overlaps = |triangle: &[Vec3; 3]| {
            let [low, high] = ground_box(triangle);
            low.cmple(ends[1]).all() && high.cmpge(ends[0]).all()
        };
        let all: Vec<usize> = (0..500).filter(|&i| overlaps(&surface.triangles()[i])).collect();
        assert_eq!(visited, all, "{ends:?}");
    }
}

/// A floor of 32 m by 16 m in squares of 1 m, each of two triangles.
fn floor() -> Vec<[Vec3; 3]> {
    let square = |x: usize, z: usize| {
        let at = |dx: usize, dz: usize| Vec3::new((x + dx) as f32, 0.0, (z + dz) as f32);
        [[at(0, 0), at(0, 1), at(1, 1)], [at(0, 0), at(1, 1), at(1, 0)]]
    };
    (0..32).flat_map(|x| (0..16).flat_map(move |z| square(x, z))).collect()
}

fn tiles(triangles: &[[Vec3; 3]]) -> LevelTiles {
    LevelTiles::of(|| triangles.iter().copied()).expect("triangles")
}

#[test]
fn hashes_do_not_depend_on_the_order_of_triangles_or_corners() {
    let mut other = floor();
    other.reverse();
    for triangle in &mut other {
        triangle.rotate_left(1);
    }
    assert_eq!(tiles(&floor()), tiles(&other));
    assert_eq!((tiles(&other).rows().len(), tiles(&other).rows()[0].len()), (8, 16), "tiles are squares");
    let mut flipped = floor();
    flipped[0].swap(0, 1);
    assert_ne!(tiles(&floor()), tiles(&flipped), "the other side");
    let stored = LevelTiles::from_rows(tiles(&other).bounds(), tiles(&other).rows().to_vec());
    assert_eq!(stored, Some(tiles(&other)));
}

#[test]
fn a_triangle_with_two_equal_corners_has_one_hash() {
    let [a, b] = [Vec3::X, Vec3::Z];
    for [one, other] in [[a, b], [b, a]] {
        let hashes =
            [[one, one, other], [one, other, one], [other, one, one]].map(|it| tiles(&[it]).rows().to_vec());
        assert!(hashes.iter().all(|it| *it == hashes[0]), "{one} twice");
    }
}

#[test]
fn changes_are_located() {
    let before = tiles(&floor());
    let changed = |triangles: &[[Vec3; 3]]| before.changed(triangles.iter().copied());
    assert_eq!(changed(&floor()), [[Vec2::ZERO; 2]; 0], "none");
    let mut other = floor();
    // The triangle in the square at (5.5, 3.5).
    let index = other.iter().position(|it| it[0] == Vec3::new(5., 0., 3.)).expect("a square");
    other[index][0].y = 0.25;
    // Squares that touch the next tile count there too.
    assert_eq!(
        changed(&other),
        [
            [Vec2::new(4., 2.), Vec2::new(6., 4.)],
            [Vec2::new(6., 2.), Vec2::new(8., 4.)],
            [Vec2::new(4., 4.), Vec2::new(6., 6.)],
            [Vec2::new(6., 4.), Vec2::new(8., 6.)],
        ]
    );
    let beside = [Vec3::new(40., 0., 2.), Vec3::new(40., 0., 4.), Vec3::new(42., 0., 4.)];
    let around = changed(&[&*floor(), &[beside]].concat());
    assert_eq!(around, [[Vec2::new(32., 0.), Vec2::new(42., 16.)]], "beside the grid");
}

#[test]
fn a_level_without_extent_has_one_tile() {
    let tiles = tiles(&[[Vec3::ONE; 3]]);
    assert_eq!((tiles.rows().len(), tiles.rows()[0].len()), (1, 1));
    assert_eq!(LevelTiles::of(std::iter::empty), None, "no triangles");
    let rows = |count| vec![vec![0; count]; 2];
    assert_eq!(LevelTiles::from_rows([Vec2::ZERO, Vec2::ONE], rows(17)), None, "too many columns");
    assert_eq!(LevelTiles::from_rows([Vec2::ONE, Vec2::ZERO], rows(2)), None, "swapped bounds");
}

#[test]
fn triangles_with_a_missing_corner_or_an_invalid_position_are_left_out() {
    let mut level = Level::default();
    let positions = [Vec3::ZERO, Vec3::X, Vec3::Z, Vec3::NAN];
    level.add_part(
        ("Floor".into(), String::new()),
        positions,
        [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 1, u32::MAX]],
    );
    level.add_part(("Roof".into(), "tiles".into()), [Vec3::Y; 3], [[0, 1, 2]]);
    assert_eq!(level.len(), 2, "one of each part");
    let triangles: Vec<_> = level.parts().iter().flat_map(|part| level.triangles_of(part)).collect();
    assert_eq!(triangles, [[Vec3::ZERO, Vec3::X, Vec3::Z], [Vec3::Y; 3]], "with their own positions");
}

const LIMITS: WallLimits = WallLimits { radius: 0.5, step: 0.3, height: 2.0, max_slope: 0.8, metre: 1.0 };

/// A cell of 2 m by 2 m, and the side of it that faces in the direction of X.
const RING: [Vec2; 4] = [Vec2::new(0., 0.), Vec2::new(0., 2.), Vec2::new(2., 2.), Vec2::new(2., 0.)];
const EDGE: [Vec3; 2] = [Vec3::new(2., 0., 2.), Vec3::new(2., 0., 0.)];

fn distance(triangles: &[[[f32; 3]; 3]], limits: &WallLimits) -> Option<f64> {
    let triangles = triangles.iter().map(|corners| (0, corners.map(Vec3::from)));
    let surface = LevelSurface::build(triangles, &Progress::none()).expect("not stopped");
    wall_distance(&surface, EDGE, (&RING, |_| 0.0), limits, &mut { Budget::UNLIMITED })
        .expect("within the budget")
}

/// Returns a wall parallel to the edge, between two heights.
fn wall(x: f32, low: f32, high: f32) -> [[[f32; 3]; 3]; 2] {
    [[[x, low, -1.], [x, low, 3.], [x, high, 3.]], [[x, low, -1.], [x, high, 3.], [x, high, -1.]]]
}

#[track_caller]
fn check(found: Option<f64>, expected: Option<f64>) {
    let is_near = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() < 1e-6,
        (found, expected) => found == expected,
    };
    assert!(is_near, "{found:?} instead of {expected:?}");
}

#[test]
fn walls_count_within_the_radius_and_the_height_of_the_agent() {
    check(distance(&wall(2.25, 0., 3.), &LIMITS), Some(0.25));
    check(distance(&wall(1.75, 0., 3.), &LIMITS), Some(-0.25));
    check(distance(&wall(2.75, 0., 3.), &LIMITS), None);
    check(distance(&wall(1.25, 0., 3.), &LIMITS), None);
    check(distance(&wall(2.25, 0., 0.25), &LIMITS), None);
    check(distance(&wall(2.25, 2.5, 3.), &LIMITS), None);
    check(distance(&wall(2.25, -3., 0.), &LIMITS), None);
    check(distance(&wall(2.25, 0., 3.), &WallLimits { height: 0.0, step: 0.05, ..LIMITS }), Some(0.25));
}

#[test]
fn walls_beyond_the_ends_and_behind_the_cell_do_not_count() {
    let across = |z: f32| [[[1., 0., z], [3., 0., z], [3., 3., z]], [[1., 0., z], [3., 3., z], [1., 3., z]]];
    check(distance(&across(-0.1), &LIMITS), None);
    check(distance(&across(2.0), &LIMITS), None);
    check(distance(&across(1.0), &LIMITS), Some(-0.5));
    let wide = WallLimits { radius: 3.0, ..LIMITS };
    check(distance(&wall(-0.5, 0., 3.), &wide), None);
}

#[test]
fn slopes_that_the_agent_walks_on_are_no_walls() {
    let slope = |rise: f32| {
        [
            [[2.2, 0., -1.], [2.2, 0., 3.], [4.2, rise, 3.]],
            [[2.2, 0., -1.], [4.2, rise, 3.], [4.2, rise, -1.]],
        ]
    };
    check(distance(&slope(2.0), &LIMITS), None);
    check(distance(&slope(4.0), &LIMITS), Some(0.35));
}

#[test]
fn heights_are_those_above_a_sloping_edge() {
    let edge = [Vec3::new(2., 0., 2.), Vec3::new(2., 2., 0.)];
    // The side of the ramp: everything below the edge.
    let side = [[2.1, 0., 2.], [2.1, 2., 0.], [2.1, 0., 0.]].map(Vec3::from);
    let surface = LevelSurface::build([(0, side)], &Progress::none()).expect("not stopped");
    let slope = |at: Vec2| 2.0 - at.y;
    let found = wall_distance(&surface, edge, (&RING, slope), &LIMITS, &mut { Budget::UNLIMITED });
    assert_eq!(found, Ok(None));
}
