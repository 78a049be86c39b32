//! Exact predicates, and points of segments.

use glam::{DVec2, DVec3};
use navsmith_core::geometry::{
    Line, Segment, Turn, Vec2, doubled_area, doubled_areas, nearest_points, segments_cross, segments_touch,
    surely_inside, turn,
};
use proptest::prelude::*;
use robust::{Coord, orient2d};

#[test]
fn a_point_above_an_eastward_line_in_the_view_is_to_its_left() {
    let (a, b) = (Vec2::new(0.0, 0.0), Vec2::new(1.0, 0.0));
    assert_eq!(turn(a, b, Vec2::new(0.5, -1.0)), Turn::Left, "smaller z is up in the view");
    assert_eq!(turn(a, b, Vec2::new(0.5, 1.0)), Turn::Right, "larger z is down in the view");
}

#[test]
fn collinear_is_exact_where_naive_arithmetic_is_not() {
    let (a, b) = (Vec2::new(0.1, 0.1), Vec2::new(0.3, 0.3));
    assert_eq!(turn(a, b, Vec2::new(0.7, 0.7)), Turn::Straight, "all on the diagonal");
    assert_ne!(turn(a, b, Vec2::new(0.7, 0.7f32.next_up())), Turn::Straight, "one ulp off it");
}

/// Returns numbers of all magnitudes, and small ones that produce collinear points.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![
        (-4..4i8).prop_map(f32::from),
        -1.0..1.0f32,
        any::<f32>().prop_filter("finite", |x| x.is_finite()),
    ]
}

#[test]
fn a_box_beside_a_line_is_distinguished_from_one_that_it_crosses() {
    let eastward = Line::new(Vec2::ZERO, Vec2::X);
    let of = |low, high| [DVec2::splat(low), DVec2::splat(high)];
    assert!(eastward.surely_leaves_right(of(1.0, 2.0)), "below it in the view");
    assert!(!eastward.surely_leaves_right(of(-1.0, 2.0)), "across it");
    assert!(!eastward.surely_leaves_right(of(-2.0, -1.0)), "above it");
}

/// Returns twice the area of a triangle in exact arithmetic; z points down in the view.
fn exact_area(a: Vec2, b: Vec2, c: Vec2) -> f64 {
    let [a, b, c] = [a, b, c].map(|at| Coord { x: f64::from(at.x), y: -f64::from(at.y) });
    orient2d(a, b, c)
}

fn one_by_one([a, b, c]: [Vec2; 3], at: Vec2) -> [f64; 3] {
    [doubled_area(b, c, at), doubled_area(c, a, at), doubled_area(a, b, at)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn nothing_of_a_box_that_a_line_surely_leaves_right_is_to_its_left(
        from in (number(), number()),
        to in (number(), number()),
        one in (number(), number()),
        other in (number(), number()),
    ) {
        let [from, to, one, other] = [from, to, one, other].map(|(x, y)| Vec2::new(x, y));
        let (low, high) = (one.min(other), one.max(other));
        if Line::new(from, to).surely_leaves_right([low, high].map(Vec2::as_dvec2)) {
            for corner in [low, high, Vec2::new(low.x, high.y), Vec2::new(high.x, low.y)] {
                prop_assert_ne!(turn(from, to, corner), Turn::Left, "{}", corner);
            }
        }
    }

    #[test]
    fn the_quick_way_is_never_wrong(n in prop::array::uniform6(number()), by in 0..4i8) {
        let [a, b] = [Vec2::new(n[0], n[1]), Vec2::new(n[2], n[3])];
        // Half of the cases are nearly collinear.
        let c = if by > 1 { a.midpoint(b) } else { Vec2::new(n[4], n[5]) };
        prop_assume!(c.is_finite());
        let exact = exact_area(a, b, c);
        let quick = doubled_area(a, b, c);
        prop_assert_eq!(quick.partial_cmp(&0.0), exact.partial_cmp(&0.0), "{} and {}", quick, exact);
        let by_line = Line::new(a, b).doubled_area(c);
        prop_assert_eq!(by_line.partial_cmp(&0.0), exact.partial_cmp(&0.0), "{} and {}", by_line, exact);
        let at_once = doubled_areas([a, b, Vec2::new(n[4], n[5])], c);
        prop_assert_eq!(at_once, one_by_one([a, b, Vec2::new(n[4], n[5])], c), "all at once");
    }

    #[test]
    fn what_is_surely_inside_is_inside(n in prop::array::uniform8(-4..5i8), shares in prop::array::uniform3(0..4u8)) {
        let [a, b, c, any] = [0, 2, 4, 6].map(|i| Vec2::new(f32::from(n[i]), f32::from(n[i + 1])));
        let sum = shares.iter().map(|&share| f32::from(share)).sum::<f32>();
        let mean = [a, b, c].iter().zip(shares).map(|(&at, share)| at * f32::from(share)).sum::<Vec2>() / sum;
        for point in [mean, any].into_iter().filter(|point| point.is_finite()) {
            let is_left = |from, to| doubled_area(from, to, point) > 0.0;
            let is_inside = is_left(a, b) && is_left(b, c) && is_left(c, a);
            prop_assert!(is_inside || !surely_inside([a, b, c].into_iter(), point), "{} is not inside", point);
            let is_middle = shares.iter().all(|&share| share > 0) && point == mean && turn(a, b, c) == Turn::Left;
            prop_assert!(!is_middle || surely_inside([a, b, c].into_iter(), point), "{} is", point);
        }
    }
}

fn segment(a: [f32; 2], b: [f32; 2]) -> Segment {
    Segment::new(a.into(), b.into())
}

#[test]
fn an_x_crosses_and_an_l_does_not() {
    assert!(segments_cross(&segment([0., 0.], [2., 2.]), &segment([0., 2.], [2., 0.])), "an x");
    assert!(!segments_cross(&segment([0., 0.], [2., 0.]), &segment([2., 0.], [2., 2.])), "an l");
    assert!(!segments_cross(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [1., 2.])), "a t");
}

#[test]
fn a_t_and_an_l_touch_and_parallels_do_not() {
    assert!(segments_touch(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [1., 2.])), "a t");
    assert!(segments_touch(&segment([0., 0.], [2., 0.]), &segment([2., 0.], [2., 2.])), "an l");
    assert!(segments_touch(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [3., 0.])), "one on the other");
    assert!(
        !segments_touch(&segment([0., 0.], [1., 0.]), &segment([2., 0.], [3., 0.])),
        "one after the other"
    );
    assert!(!segments_touch(&segment([0., 0.], [2., 0.]), &segment([0., 1.], [2., 1.])), "parallels");
}

#[test]
fn the_nearest_point_stays_on_the_segment() {
    let s = segment([0., 0.], [4., 0.]);
    assert_eq!(s.nearest(Vec2::new(1.0, 3.0)), 0.25, "above its inside");
    assert_eq!(s.nearest(Vec2::new(9.0, 3.0)), 1.0, "past its end");
    assert_eq!(segment([1., 1.], [1., 1.]).nearest(Vec2::ZERO), 0.0, "a point");
}

fn in_space(a: [f64; 3], b: [f64; 3]) -> [DVec3; 2] {
    [a.into(), b.into()]
}

#[test]
fn parallels_meet_in_the_middle_of_what_faces() {
    let found = nearest_points(in_space([0., 0., 0.], [4., 0., 0.]), in_space([9., 0., 1.], [2., 0., 1.]));
    assert_eq!(found, in_space([3., 0., 0.], [3., 0., 1.]), "between 2 and 4");
}

#[test]
fn an_end_is_given_exactly() {
    let corner = [0.1, 0.7, 0.3];
    let found = nearest_points(in_space([-5., 0., 0.3], corner), in_space([0.4, 0.7, 0.3], [9., 2., 8.]));
    assert_eq!(found, in_space(corner, [0.4, 0.7, 0.3]), "both ends");
    let point = in_space(corner, corner);
    assert_eq!(nearest_points(point, point), point, "two points in one place");
}

proptest! {
    #[test]
    fn no_sampled_pair_is_nearer(ends in prop::array::uniform4(prop::array::uniform3(-4i8..4))) {
        let [a, b, c, d] = ends.map(|end| DVec3::from(end.map(f64::from)));
        let [one, other] = nearest_points([a, b], [c, d]);
        let found = one.distance(other);
        let steps = || (0..=20).map(|i| f64::from(i) / 20.0);
        let sampled = steps().flat_map(|s| steps().map(move |t| a.lerp(b, s).distance(c.lerp(d, t))));
        let least = sampled.fold(f64::INFINITY, f64::min);
        let step = a.distance(b).max(c.distance(d)) / 20.0;
        prop_assert!(found <= least + 1e-9 && found >= least - 2.0 * step, "{found} and {least}");
    }
}
