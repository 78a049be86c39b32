//! Polygons: shapes, partitions, overlaps, growth and parallel lines.

use glam::DVec2;
use navsmith_core::geometry::{
    Segment, Shape, SplitMix64, Turn, Vec2, Vec3, contains, convex_partition, covers, crossing_sides,
    ground_area, grown, interiors_overlap, intersection, is_clockwise, is_convex, is_convex_but_for_rounding,
    normal, parallel, shape, triangulate, turn,
};
use proptest::prelude::*;

fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
    points.iter().map(|&p| p.into()).collect()
}

/// Counter-clockwise in the view, where z grows downwards.
const SQUARE: [[f32; 2]; 4] = [[0., 0.], [0., 2.], [2., 2.], [2., 0.]];

#[test]
fn the_reverse_of_a_clockwise_ring_is_not_clockwise() {
    let rings: [&[[f32; 2]]; 5] = [
        &[[0., 0.], [0., 2.], [2., 2.]],
        &[[0., 0.], [-0., 0.], [1., 1.], [0., 2.], [2., 2.], [2., 0.]],
        &[[1., 0.], [0., 0.], [0., 1.], [0., 2.], [2., 2.], [1., 1.]],
        &[[1e30, 0.], [0., 1e-30], [1., 1.]],
        &[[0., 0.], [2., 2.], [2., 0.], [0., 0.], [3., 9.], [1., 3.]],
    ];
    for ring in rings {
        let ring: Vec<Vec2> = ring.iter().copied().map(Vec2::from).collect();
        let reversed: Vec<Vec2> = ring.iter().rev().copied().collect();
        let both = [&ring, &reversed].map(|ring| is_clockwise(ring));
        assert!(both != [true; 2], "{ring:?}");
        if shape(&ring) == Shape::Convex || shape(&ring) == Shape::Concave {
            assert_eq!(both, [false, true], "{ring:?}");
        }
    }
    assert!(!is_clockwise(&[]) && !is_clockwise(&[Vec2::ZERO; 3]), "neither");
}

#[test]
fn a_negative_zero_on_a_straight_side_does_not_turn_a_ring_inside_out() {
    let ring = [[0.0, 0.0], [0.0, 1.0], [-0.0, 1.5], [0.0, 2.0], [1.0, 2.0], [0.5, 1.0], [1.0, 0.0]];
    assert_eq!(shape(&ring.map(Vec2::from)), Shape::Concave);
}

#[test]
fn shapes_are_distinguished() {
    assert_eq!(shape(&ring(&SQUARE)), Shape::Convex, "a square");
    let mut clockwise = ring(&SQUARE);
    clockwise.reverse();
    assert_eq!(shape(&clockwise), Shape::InsideOut, "a square from below");
    assert_eq!(shape(&ring(&[[0., 0.], [1., 1.], [0., 2.], [2., 1.]])), Shape::Concave, "an arrowhead");
    assert_eq!(shape(&ring(&[[0., 0.], [2., 2.], [2., 0.], [0., 2.]])), Shape::SelfCrossing, "a bow-tie");
    assert_eq!(shape(&ring(&[[0., 0.], [1., 0.], [2., 0.]])), Shape::Flat, "a line");
    let pentagram = [0, 2, 4, 1, 3].map(|i| {
        let angle = std::f32::consts::TAU * i as f32 / 5.0;
        [angle.cos(), -angle.sin()]
    });
    assert_eq!(shape(&ring(&pentagram)), Shape::SelfCrossing, "a pentagram turns left five times");
}

#[test]
fn a_ring_that_touches_itself_is_not_simple() {
    let eight = [[0., 0.], [1., 1.], [0., 2.], [3., 2.], [1., 1.], [3., 0.]];
    assert_eq!(shape(&ring(&eight)), Shape::SelfCrossing, "through one point twice");
    let onto_a_side = [[0., 0.], [0., 2.], [1., 0.], [2., 2.], [2., 0.]];
    assert_eq!(shape(&ring(&onto_a_side)), Shape::SelfCrossing, "a corner on a side");
    let spike = [[0., 0.], [0., 3.], [0., 2.], [2., 2.], [2., 0.]];
    assert_eq!(shape(&ring(&spike)), Shape::SelfCrossing, "there and back");
    assert_eq!(crossing_sides(&ring(&spike)), Some([0, 1]), "the way there and the way back");
    let twice = [SQUARE, SQUARE].concat();
    assert_eq!(shape(&ring(&twice)), Shape::SelfCrossing, "round and round");
}

#[test]
fn a_corner_that_is_there_twice_counts_once() {
    let doubled: Vec<_> = SQUARE[..3].iter().flat_map(|&p| [p, p]).collect();
    assert_eq!(shape(&ring(&doubled)), Shape::Convex, "a triangle of six points");
    assert_eq!(crossing_sides(&ring(&doubled)), None, "sides without length");
    assert_eq!(shape(&ring(&[[1., 1.]; 4])), Shape::Flat, "a point");
    assert_eq!(shape(&[]), Shape::Flat, "nothing");
}

#[test]
fn a_straight_corner_keeps_a_ring_convex() {
    assert!(is_convex(&ring(&[[0., 0.], [0., 1.], [0., 2.], [2., 2.], [2., 0.]])), "a vertex in a side");
}

#[test]
fn a_point_put_on_a_slanted_side_keeps_a_ring_convex_but_for_rounding() {
    let (a, b) = (Vec2::new(0.1, 0.3), Vec2::new(2.7, 5.9));
    let inside = (1..100).map(|i| a.lerp(b, i as f32 / 100.0)).filter(|&p| turn(a, p, b) == Turn::Right);
    let rings: Vec<_> = inside.map(|p| [a, p, b, Vec2::new(5.0, 0.0)]).collect();
    assert!(!rings.is_empty(), "some points are rounded to the inside");
    for ring in rings {
        assert!(!is_convex(&ring), "exactly judged, {ring:?} is concave");
        assert!(is_convex_but_for_rounding(&ring), "{ring:?}");
    }
    assert!(!is_convex_but_for_rounding(&ring(&[[0., 0.], [0.001, 1.], [0., 2.], [2., 1.]])), "a millimetre");
    assert!(!is_convex_but_for_rounding(&ring(&[[0., 0.], [1., 0.], [2., 0.]])), "a line");
}

#[test]
fn an_l_becomes_two_pieces() {
    let l = ring(&[[0., 0.], [0., 3.], [3., 3.], [3., 2.], [1., 2.], [1., 0.]]);
    let pieces = convex_partition(&l).expect("an l is simple");
    assert_eq!(pieces.len(), 2, "two rectangles or trapezoids: {pieces:?}");
}

#[test]
fn any_ring_covers_what_it_winds_around() {
    let l = ring(&[[0., 0.], [0., 3.], [3., 3.], [3., 2.], [1., 2.], [1., 0.]]);
    let clockwise: Vec<Vec2> = l.iter().rev().copied().collect();
    for l in [&l, &clockwise] {
        assert!(covers(l, Vec2::new(0.5, 0.5)) && covers(l, Vec2::new(2.0, 2.5)), "in both arms");
        assert!(covers(l, Vec2::new(1.0, 1.0)), "on its boundary");
        assert!(!covers(l, Vec2::new(2.0, 1.0)) && !covers(l, Vec2::new(-1.0, 2.0)), "outside");
    }
}

#[test]
fn a_bow_tie_has_no_triangulation() {
    assert_eq!(triangulate(&ring(&[[0., 0.], [2., 2.], [2., 0.], [0., 2.]])), None, "two sides cross");
}

#[test]
fn cells_that_share_a_side_do_not_overlap() {
    let beside = SQUARE.map(|[x, z]| [x + 2.0, z]);
    let into = SQUARE.map(|[x, z]| [x + 1.5, z + 0.5]);
    assert!(!interiors_overlap(&ring(&SQUARE), &ring(&beside)), "beside");
    assert!(interiors_overlap(&ring(&SQUARE), &ring(&into)), "into");
}

/// Returns a square, counter-clockwise in the view.
fn square(x: f32, z: f32, side: f32) -> [Vec2; 4] {
    [(x, z), (x, z + side), (x + side, z + side), (x + side, z)].map(Vec2::from)
}

#[test]
fn squares_share_the_corner_where_they_overlap() {
    let shared = intersection(&square(0.0, 0.0, 2.0), &square(1.0, 1.0, 2.0));
    let expected = square(1.0, 1.0, 1.0).map(Vec2::as_dvec2);
    assert!(expected.iter().all(|p| shared.contains(p)) && shared.len() == 4, "one square metre: {shared:?}");
}

#[test]
fn squares_that_are_apart_share_nothing() {
    assert!(intersection(&square(0.0, 0.0, 1.0), &square(2.0, 0.0, 1.0)).is_empty(), "apart");
}

#[test]
fn the_normal_of_a_floor_is_up() {
    let floor: Vec<Vec3> = SQUARE.iter().map(|&[x, z]| Vec3::new(x, 1.0, z)).collect();
    assert_eq!(normal(&floor), Some(Vec3::Y), "counter-clockwise seen from above");
}

fn any_ring() -> impl Strategy<Value = Vec<Vec2>> {
    let coordinate = || prop_oneof![3 => (0..5i8).prop_map(f32::from), 1 => 0.0..5.0f32];
    let point = || (coordinate(), coordinate()).prop_map(|(x, z)| Vec2::new(x, z));
    prop::collection::vec(point(), 3..9)
}

/// Returns points around a centre, counter-clockwise.
///
/// Half of them lie on a grid, so that some are collinear.
fn star() -> impl Strategy<Value = Vec<Vec2>> {
    (prop::collection::vec(0.3..3.0f32, 3..12), any::<bool>()).prop_map(|(radii, is_on_raster)| {
        let n = radii.len() as f32;
        let point = |(i, radius): (usize, f32)| {
            let point = Vec2::from_angle(-std::f32::consts::TAU * i as f32 / n) * radius;
            if is_on_raster { point.round() } else { point }
        };
        radii.into_iter().enumerate().map(point).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_shape_does_not_depend_on_where_its_ring_begins(ring in any_ring(), by in 0..9usize) {
        let mut turned = ring.clone();
        turned.rotate_left(by % ring.len());
        prop_assert_eq!(shape(&ring), shape(&turned));
    }

    #[test]
    fn a_ring_from_below_is_inside_out(ring in any_ring()) {
        let below: Vec<Vec2> = ring.iter().rev().copied().collect();
        let expected = match shape(&ring) {
            Shape::Convex | Shape::Concave => Shape::InsideOut,
            Shape::InsideOut if is_convex(&below) => Shape::Convex,
            Shape::InsideOut => Shape::Concave,
            broken => broken,
        };
        prop_assert_eq!(shape(&below), expected);
    }

    #[test]
    fn whatever_is_concave_has_convex_pieces_that_cover_it(ring in star()) {
        if shape(&ring) != Shape::Concave || ring.iter().zip(ring.iter().cycle().skip(1)).any(|(from, to)| from == to) {
            return Ok(());
        }
        let pieces = convex_partition(&ring).expect("a concave ring is simple");
        let pieces = pieces.iter().map(|piece| piece.iter().map(|&i| ring[i]).collect::<Vec<_>>());
        let pieces: Vec<_> = pieces.collect();
        prop_assert!(pieces.iter().all(|piece| is_convex(piece)), "{:?}", pieces);
        let area: f64 = pieces.iter().map(|piece| ground_area(piece)).sum();
        prop_assert!((area - ground_area(&ring)).abs() < 1e-9, "nothing lost, nothing twice");
        for (i, piece) in pieces.iter().enumerate() {
            let overlaps = |other: &Vec<Vec2>| interiors_overlap(piece, other);
            prop_assert!(!pieces[..i].iter().any(overlaps), "{:?}", pieces);
        }
    }

    #[test]
    fn triangles_that_do_not_overlap_share_no_ground(mut one in any_ring(), mut other in any_ring()) {
        for triangle in [&mut one, &mut other] {
            triangle.truncate(3);
            if shape(triangle) == Shape::InsideOut {
                triangle.reverse();
            }
        }
        if is_convex(&one) && is_convex(&other) && !interiors_overlap(&one, &other) {
            let shared: Vec<Vec2> = intersection(&one, &other).iter().map(|p| p.as_vec2()).collect();
            prop_assert!(ground_area(&shared).abs() < 1e-5, "{:?}", shared);
        }
    }
}

fn grow(points: &[[f64; 2]], distance: f64) -> Vec<Vec2> {
    grown(points.iter().copied().map(DVec2::from), distance)
}

#[test]
fn a_rectangle_a_wall_and_a_point_grow_to_rectangles() {
    let rectangle = [[0., 0.], [0., 1.], [2., 1.], [2., 0.], [1., 0.5]];
    assert!((ground_area(&grow(&rectangle, 0.5)) - 6.0).abs() < 1e-6);
    assert!((ground_area(&grow(&[[0., 0.], [2., 0.], [1., 0.]], 0.5)) - 3.0).abs() < 1e-6, "a wall");
    assert!((ground_area(&grow(&[[1., 1.]], 0.5)) - 1.0).abs() < 1e-6, "a point");
    assert!(grow(&[], 1.0).is_empty(), "nothing");
}

#[test]
fn each_side_is_at_the_distance_and_no_point_nearer() {
    let mut chance = SplitMix64(5);
    let mut number = || chance.unit() * 4.0;
    for _ in 0..200 {
        let points: Vec<[f64; 2]> = (0..5).map(|_| [number(), number()]).collect();
        let ring = grow(&points, 0.4);
        assert!(is_convex_but_for_rounding(&ring), "{points:?}");
        let at = |index: usize| ring[index % ring.len()];
        for &point in &points {
            let point = Vec2::new(point[0] as f32, point[1] as f32);
            assert!(contains(&ring, point));
            let nearest = (0..ring.len()).map(|i| Segment::new(at(i), at(i + 1)).distance(point));
            assert!(nearest.fold(f32::INFINITY, f32::min) > 0.3999, "{points:?}");
        }
    }
}

#[test]
fn a_parallel_line_runs_on_the_left_with_mitred_corners() {
    // To the right, then down, as seen in the view.
    let line = ring(&[[0.0, 0.0], [4.0, 0.0], [4.0, 0.0], [4.0, 4.0]]);
    assert_eq!(parallel(&line, 1.0), ring(&[[0.0, -1.0], [5.0, -1.0], [5.0, 4.0]]), "left");
    assert_eq!(parallel(&line, -1.0), ring(&[[0.0, 1.0], [3.0, 1.0], [3.0, 4.0]]), "right");
}

#[test]
fn a_line_that_turns_back_stays_finite_and_near() {
    let line = ring(&[[0.0, 0.0], [4.0, 0.0], [0.0, 0.001], [0.0, 0.0]]);
    let beside = parallel(&line, 1.0);
    let is_near = |(at, of): (&Vec2, &Vec2)| at.distance(*of) <= 2.0 + 1e-5;
    assert!(beside.iter().zip(&line).all(is_near), "{beside:?}");
    assert!(parallel(&line[..1], 1.0) == line[..1] && parallel(&[], 1.0).is_empty(), "no direction");
}
