//! Thrown bodies: exact flights, and the stepped forms of the article.

use std::f64::consts::TAU;

use glam::DVec2;
use navsmith_core::geometry::SplitMix64;
use navsmith_core::navmesh::{CellId, Derived, NavMesh};
use navsmith_core::platformer::{
    FlightEnd, FreeSpace, Gravity, Throw, ThrowEvent, ThrowMethod, ThrowOutcome, throw, throw_observed,
};

use super::{DOWN, level, rectangle, turned, turned_gravity};
use crate::support::notation::{mesh, squares};

const EXACT: ThrowMethod = ThrowMethod::Exact;

fn with<T>(mesh: &NavMesh, f: impl FnOnce(&FreeSpace<'_>) -> T) -> T {
    let derived = Derived::build(mesh);
    f(&FreeSpace::new(mesh, &derived))
}

fn body(from: [f64; 2], velocity: [f64; 2], gravity: &Gravity) -> Throw {
    Throw::new(DVec2::from(from), DVec2::from(velocity), gravity)
}

/// Returns the end of a flight with the cells that it crosses and its events.
fn observed(mesh: &NavMesh, throw: &Throw, method: ThrowMethod) -> (FlightEnd, Vec<CellId>, Vec<ThrowEvent>) {
    let mut events = Vec::new();
    let end = with(mesh, |space| {
        throw_observed(space, &DOWN, throw, method, &mut |event: ThrowEvent| events.push(event))
    });
    let left = events.iter().filter_map(|event| match event {
        ThrowEvent::Crossed { side, .. } => Some(side.cell),
        ThrowEvent::Ended(end) => Some(end.cell),
        _ => None,
    });
    (end.expect("the start is on the mesh"), left.collect(), events)
}

fn is_landed(end: &FlightEnd) -> bool {
    matches!(end.outcome, ThrowOutcome::Landed(_))
}

/// Returns a room of 20 m by 10 m with shelves, a step and a triangular block.
fn hall() -> NavMesh {
    let room = rectangle([0., 0.], [20., 10.]);
    let (shelf, step) = (rectangle([3., 3.], [7., 3.5]), rectangle([12., 0.], [14., 1.5]));
    level(
        &room,
        &[&shelf, &step, &[[9., 5.], [11., 5.], [10., 7.]], &[[16., 2.], [18., 4.], [19., 2.5]]],
        &[],
    )
}

#[test]
fn a_body_lands_where_the_parabola_meets_the_floor() {
    let mesh = squares(&["0".repeat(20).as_str(); 10]);
    let throw = body([1.0, 2.0], [3.0, 8.0], &DOWN);
    let (end, cells, events) = observed(&mesh, &throw, EXACT);
    // 2 + 8 t - 5 t² = 0
    let time = (8.0 + 104f64.sqrt()) / 10.0;
    assert!(is_landed(&end), "{end:?}");
    assert!((end.time - time).abs() < 1e-14, "{} {time}", end.time);
    assert!((end.at - DVec2::new(1.0 + 3.0 * time, 0.0)).length() < 1e-14);
    assert!((end.velocity - DVec2::new(3.0, 8.0 - 10.0 * time)).length() < 1e-13);
    assert!(cells.len() > 8, "up, to the right and down: {cells:?}");
    let mut times = events.iter().filter_map(|event| match event {
        ThrowEvent::Crossed { time, .. } => Some(*time),
        _ => None,
    });
    assert!(times.by_ref().is_sorted(), "{events:?}");
}

#[test]
fn a_throw_along_the_borders_of_cells_falls_through_them() {
    let mesh = squares(&["0".repeat(20).as_str(); 10]);
    let mut chance = SplitMix64(8);
    for case in 0..500 {
        let from = [0.5 + 19.0 * chance.unit(), 1.0 + 8.5 * chance.unit()];
        let from = if case % 3 == 0 { [from[0], from[1].floor()] } else { from };
        let (end, ..) = observed(&mesh, &body(from, [4.0 * chance.unit() - 2.0, 0.0], &DOWN), EXACT);
        let is_over = matches!(end.outcome, ThrowOutcome::Landed(_));
        assert!(is_over && end.at.y.abs() < 1e-9, "{from:?}: {end:?}");
    }
}

#[test]
fn extreme_values_end_flights_at_finite_points() {
    let mesh = hall();
    let mut chance = SplitMix64(6);
    for nth in 0..300 {
        let mut value = || 10f64.powf(chance.unit() * 80.0 - 40.0) * (chance.unit() - 0.5);
        let mut vector = || DVec2::new(value(), value());
        let (velocity, acceleration) = (vector(), vector());
        let thrown = Throw { acceleration, ..Throw::new(DVec2::new(1.0, 1.0), velocity, &DOWN) };
        let methods = [EXACT, ThrowMethod::SmallestTime { step: 0.1 }, ThrowMethod::Signs { step: 0.1 }];
        let end = with(&mesh, |space| throw(space, &DOWN, &thrown, methods[nth % 3])).expect("on the mesh");
        assert!(end.at.is_finite(), "{thrown:?} {end:?}");
        if nth % 3 == 0 {
            assert!(depth_in_solid(&mesh, end.at) <= 1e-9 * 20.0, "{thrown:?} {end:?}");
        }
    }
}

#[test]
fn a_body_that_nearly_misses_the_ceiling_meets_it_at_the_exact_time() {
    let mesh = level(&rectangle([0., 0.], [9., 8.]), &[], &[]);
    let mut chance = SplitMix64(4);
    for _ in 0..100 {
        // The height below the ceiling is c, so a t² + b t + c = 0 with a discriminant of nearly 0. All are exact.
        let (b, a) = (10 * 4096 + i128::from(chance.below(4096)), 5 * 4096 + i128::from(chance.below(4096)));
        let c = b * b * (1 << 28) / (4 * a);
        let discriminant = b * b * (1 << 28) - 4 * a * c;
        let [exact_a, exact_b] = [-a, b].map(|value| value as f64 / 4096.0);
        let exact_c = -c as f64 / 2f64.powi(40);
        let root = (discriminant as f64 / 2f64.powi(52)).sqrt();
        let time = (-exact_b + root) / (2.0 * exact_a);
        let throw = Throw {
            acceleration: DVec2::new(0.0, 2.0 * exact_a),
            ..body([1.0, 8.0 + exact_c], [2.0, exact_b], &DOWN)
        };
        let (_, _, events) = observed(&mesh, &throw, EXACT);
        let found = events.iter().find_map(|event| match event {
            ThrowEvent::Reflected { time, .. } => Some(*time),
            _ => None,
        });
        if discriminant > 0 {
            assert!((found.expect("at the ceiling") - time).abs() < 1e-14, "{found:?} {time}");
        }
    }
}

#[test]
fn a_solid_reflects_and_a_slope_and_a_constraint_stop() {
    let mesh = hall();
    let (end, _, events) = observed(&mesh, &body([1.0, 1.0], [-5.0, 0.0], &DOWN), EXACT);
    let reflected = events.iter().find_map(|event| match event {
        ThrowEvent::Reflected { time, at, velocity, .. } => Some((*time, *at, *velocity)),
        _ => None,
    });
    let (time, at, velocity) = reflected.expect("at the left wall");
    assert!((time - 0.2).abs() < 1e-15 && (at - DVec2::new(0.0, 0.8)).length() < 1e-15, "{time} {at}");
    assert!(
        (velocity - DVec2::new(0.05, -2.0)).length() < 1e-14,
        "a hundredth of the normal velocity: {velocity}"
    );
    assert!(is_landed(&end) && (end.at.x - 0.05 * (end.time - 0.2)).abs() < 1e-12, "{end:?}");
    let (end, ..) =
        observed(&mesh, &Throw { most_reflections: 0, ..body([1.0, 1.0], [-5.0, 0.0], &DOWN) }, EXACT);
    assert!(matches!(end.outcome, ThrowOutcome::ReflectionLimit(_)), "{end:?}");
    let (end, ..) = observed(&mesh, &body([9.5, 9.0], [0.0, 0.0], &DOWN), EXACT);
    assert!(matches!(end.outcome, ThrowOutcome::Slope(_)), "on the side of the triangle: {end:?}");
    let (end, ..) = observed(&mesh, &Throw { most_time: 0.1, ..body([1.0, 5.0], [0.0, 0.0], &DOWN) }, EXACT);
    assert_eq!((end.outcome, end.time), (ThrowOutcome::TimeLimit, 0.1));
    let divided = level(&rectangle([0., 0.], [8., 6.]), &[], &[&[[4., 0.], [4., 6.]]]);
    for method in [EXACT, ThrowMethod::SmallestTime { step: 0.01 }] {
        let (end, ..) = observed(&divided, &body([1.0, 4.0], [10.0, 0.0], &DOWN), method);
        assert!(matches!(end.outcome, ThrowOutcome::Constraint(_)), "{end:?}");
        assert!((end.at.x - 4.0).abs() < 1e-9);
    }
}

#[test]
fn a_throw_that_cannot_begin_has_no_end() {
    let mesh = hall();
    let end = |from: [f64; 2], velocity: [f64; 2], method: ThrowMethod| {
        with(&mesh, |space| throw(space, &DOWN, &body(from, velocity, &DOWN), method))
    };
    assert_eq!(end([5.0, 3.2], [0.0, 1.0], EXACT), None, "in the shelf");
    assert_eq!(end([1.0, 1.0], [f64::NAN, 1.0], EXACT), None);
    for step in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(end([1.0, 1.0], [0.0, 1.0], ThrowMethod::SmallestTime { step }), None);
    }
    for far in [1e30, 1e60, f64::INFINITY] {
        assert_eq!(end([far, 1.0], [0.0, 1.0], EXACT), None, "far from the mesh");
    }
    let past = Throw { most_time: -1.0, ..body([1.0, 1.0], [0.0, 1.0], &DOWN) };
    let (past, ..) = observed(&mesh, &past, EXACT);
    assert_eq!((past.outcome, past.at), (ThrowOutcome::TimeLimit, DVec2::ONE), "no time is left");
    let tiny = end([1.0, 1.0], [0.0, 1.0], ThrowMethod::SmallestTime { step: 1e-300 });
    assert_eq!(tiny.map(|end| end.outcome), Some(ThrowOutcome::StepLimit), "it does not hang");
}

/// Two triangles on a side; the step ends outside of two sides of the first.
///
/// The first version of the article takes the side that it tests first.
fn two_sides() -> NavMesh {
    mesh("v 0 0, 4 0, 4 4, 8 4; c 0 2 1, 1 2 3")
}

#[test]
fn the_test_by_signs_chooses_a_wrong_side_where_a_step_crosses_two_lines() {
    let mesh = two_sides();
    let weightless = Gravity { pull: glam::Vec2::ZERO, ..DOWN };
    // The straight step crosses the common side at (4, 3.5) first, and then the line of the diagonal side.
    let throw = Throw { most_reflections: 0, ..body([3.0, 2.0], [6.0, 9.0], &weightless) };
    let step = 0.5;
    let (smallest, cells, _) = observed(&mesh, &throw, ThrowMethod::SmallestTime { step });
    let (exact, exact_cells, _) = observed(&mesh, &throw, EXACT);
    let (by_signs, wrong_cells, _) = observed(&mesh, &throw, ThrowMethod::Signs { step });
    assert_eq!(exact_cells, [CellId(0), CellId(1)]);
    assert_eq!(cells, exact_cells);
    assert!((smallest.at - exact.at).length() < 1e-12, "{smallest:?} {exact:?}");
    assert_eq!(wrong_cells, [CellId(0)], "{by_signs:?}");
    assert!((by_signs.at - exact.at).length() > 0.1);
    // With steps short enough, it chooses the same sides.
    let (by_signs, cells, _) = observed(&mesh, &throw, ThrowMethod::Signs { step: 1e-3 });
    assert_eq!(cells, exact_cells, "{by_signs:?}");
}

/// A square whose diagonal is a triangle of a width of 10⁻⁶ m, which a body crosses.
fn thin() -> NavMesh {
    mesh("v 0 0, 0 3, 3 3, 3 0, 1.5000001 1.5; c 0 1 2, 0 2 4, 0 4 3, 4 2 3")
}

#[test]
fn a_thin_triangle_is_crossed_although_both_directions_of_a_side_give_different_times() {
    let mesh = thin();
    let weightless = Gravity { pull: glam::Vec2::ZERO, ..DOWN };
    let mut different = 0;
    let mut chance = SplitMix64(7);
    for _ in 0..200 {
        let from = DVec2::new(0.2 + chance.unit() * 0.5, 1.2 + chance.unit());
        let to = DVec2::new(1.7 + chance.unit(), 0.3 + chance.unit());
        let throw = Throw { most_time: 1.0, ..Throw::new(from, to - from, &weightless) };
        let time = |a: DVec2, b: DVec2| (a - from).perp_dot(b - a) / (to - from).perp_dot(b - a);
        let [a, b] = [DVec2::ZERO, DVec2::splat(3.0)];
        different += usize::from(time(a, b) != time(b, a));
        let (exact, exact_cells, _) = observed(&mesh, &throw, EXACT);
        let (stepped, cells, _) = observed(&mesh, &throw, ThrowMethod::SmallestTime { step: 1.0 });
        assert_eq!(exact_cells[..2], [CellId(0), CellId(1)], "{throw:?}");
        assert_eq!(cells, exact_cells, "{throw:?}");
        assert!((exact.at - to).length() < 1e-12 && (stepped.at - to).length() < 1e-12);
    }
    assert!(different > 20, "{different}");
}

#[test]
fn stepped_flights_converge_to_the_exact_one() {
    let mesh = hall();
    // The second body is reflected by the ceiling and by a wall.
    for (from, velocity) in [([1.0, 1.0], [2.0, 9.0]), ([2.0, 6.0], [-4.0, 14.0]), ([15.0, 6.0], [7.0, 3.0])]
    {
        let throw = body(from, velocity, &DOWN);
        let (exact, ..) = observed(&mesh, &throw, EXACT);
        assert!(is_landed(&exact), "{exact:?}");
        let errors = [1e-2, 1e-3, 1e-4, 1e-5].map(|step| {
            let (stepped, ..) = observed(&mesh, &throw, ThrowMethod::SmallestTime { step });
            assert_eq!(stepped.outcome, exact.outcome, "{step}");
            (stepped.at - exact.at).length().max((stepped.time - exact.time).abs()) / step
        });
        assert!(
            errors.iter().all(|error| *error < 20.0),
            "the error is in proportion to the step: {errors:?}"
        );
    }
}

/// A point of free space and a velocity, by chance.
fn chance_throw(chance: &mut SplitMix64, size: DVec2, gravity: &Gravity) -> Throw {
    let from = DVec2::new(chance.unit(), chance.unit()) * size;
    let velocity = DVec2::from_angle(chance.unit() * TAU) * chance.unit() * 20.0;
    Throw::new(from, velocity, gravity)
}

/// Returns how far a point is inside of a solid, by brute force over all cells.
fn depth_in_solid(mesh: &NavMesh, at: DVec2) -> f64 {
    let depth = |ring: &[glam::Vec2]| {
        let ends = (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]].map(glam::Vec2::as_dvec2));
        // Cells of outlines are convex and counter-clockwise, where Z points down.
        let outside = ends.map(|[a, b]| (b - a).perp().normalize().dot(at - a));
        outside.fold(0.0, f64::max)
    };
    mesh.cells().map(|(cell, _)| depth(&mesh.ground_ring(cell))).fold(f64::INFINITY, f64::min)
}

/// Number of random throws; a million with `NAVSMITH_THROWS=1000000`.
fn throws() -> u64 {
    std::env::var("NAVSMITH_THROWS").ok().and_then(|number| number.parse().ok()).unwrap_or(20_000)
}

#[test]
fn no_throw_ends_inside_of_a_solid() {
    for (angle, far) in [(0.0, 0.0), (0.7, 0.0), (0.0, 1000.0)] {
        let mesh = hall().converted(|at| at + glam::Vec3::new(far, 0.0, far), false).expect("finite");
        let (mesh, gravity) = (turned(&mesh, angle), turned_gravity(&DOWN, angle));
        let mut chance = SplitMix64(1);
        let mut outcomes = [0; 6];
        with(&mesh, |space| {
            for _ in 0..throws() / 3 {
                let upright = chance_throw(&mut chance, DVec2::new(20.0, 10.0), &DOWN);
                let turn = |vector: DVec2| DVec2::from_angle(angle).rotate(vector);
                let (from, velocity) = (turn(upright.from + f64::from(far)), turn(upright.velocity));
                let thrown = Throw::new(from, velocity, &gravity);
                let Some(end) = throw(space, &gravity, &thrown, EXACT) else { continue };
                let depth = depth_in_solid(&mesh, end.at);
                assert!(depth <= 1e-9 * 20.0, "{depth} m in a solid: {thrown:?} {end:?}");
                outcomes[match end.outcome {
                    ThrowOutcome::Landed(_) => 0,
                    ThrowOutcome::Slope(_) => 1,
                    ThrowOutcome::Constraint(_) => 2,
                    ThrowOutcome::ReflectionLimit(_) => 3,
                    ThrowOutcome::TimeLimit => 4,
                    ThrowOutcome::StepLimit => 5,
                }] += 1;
            }
        });
        assert_eq!(outcomes[2..], [0; 4], "each body lands or hits a slope: {outcomes:?}");
        assert!(outcomes[0] > outcomes[1], "{outcomes:?}");
    }
}

/// Returns the first time at which a parabola meets a segment, by brute force over all sides of a mesh.
fn first_hit(mesh: &NavMesh, derived: &Derived, thrown: &Throw) -> f64 {
    let space = FreeSpace::new(mesh, derived);
    let walls = space
        .sides()
        .iter()
        .filter(|side| !matches!(side.beyond, navsmith_core::platformer::Beyond::Open(_)));
    let times = walls.flat_map(|side| {
        let [a, b] = side.ends;
        let normal = (b - a).perp();
        let c =
            [normal.dot(thrown.from - a), normal.dot(thrown.velocity), 0.5 * normal.dot(thrown.acceleration)];
        let root = (c[1] * c[1] - 4.0 * c[2] * c[0]).sqrt();
        let candidates = if c[2].abs() < 1e-12 {
            [-c[0] / c[1]; 2]
        } else {
            [(-c[1] - root) / (2.0 * c[2]), (-c[1] + root) / (2.0 * c[2])]
        };
        candidates.into_iter().filter(move |&time| {
            let at = thrown.from + thrown.velocity * time + thrown.acceleration * (0.5 * time * time);
            let share = (at - a).dot(b - a) / (b - a).length_squared();
            time > 0.0 && (0.0..=1.0).contains(&share)
        })
    });
    times.fold(f64::INFINITY, f64::min)
}

#[test]
fn flights_end_where_the_parabola_first_meets_a_solid() {
    let mesh = hall();
    let derived = Derived::build(&mesh);
    let space = FreeSpace::new(&mesh, &derived);
    let mut chance = SplitMix64(2);
    let mut count = 0;
    for _ in 0..3_000 {
        let thrown = chance_throw(&mut chance, DVec2::new(20.0, 10.0), &DOWN);
        let thrown = Throw { most_reflections: 0, ..thrown };
        let Some(end) = throw(&space, &DOWN, &thrown, EXACT) else { continue };
        let time = first_hit(&mesh, &derived, &thrown);
        let at = thrown.from + thrown.velocity * time + thrown.acceleration * (0.5 * time * time);
        assert!((end.at - at).length() <= 1e-9 * 20.0, "{thrown:?} {end:?} {time}");
        count += 1;
    }
    assert!(count > 2_000, "most of them start in the free space: {count}");
}

#[test]
fn flights_do_not_depend_on_the_direction_of_gravity() {
    let mesh = hall();
    let mut chance = SplitMix64(3);
    let (mut alike, mut other_hits) = (0, 0);
    for _ in 0..500 {
        let angle = chance.unit() * TAU;
        let thrown = chance_throw(&mut chance, DVec2::new(20.0, 10.0), &DOWN);
        let turn = |vector: DVec2| DVec2::from_angle(angle).rotate(vector);
        let gravity = turned_gravity(&DOWN, angle);
        let other = Throw { from: turn(thrown.from), velocity: turn(thrown.velocity), ..thrown };
        let other = Throw { acceleration: gravity.pull.as_dvec2(), ..other };
        let one = with(&mesh, |space| throw(space, &DOWN, &thrown, EXACT));
        let two = with(&turned(&mesh, angle), |space| throw(space, &gravity, &other, EXACT));
        let (Some(one), Some(two)) = (one, two) else { continue };
        // A body that passes a corner by less than the rounding of positions may hit it.
        let is_alike = one.outcome == two.outcome && (turn(one.at) - two.at).length() < 1e-4;
        alike += usize::from(is_alike);
        other_hits += usize::from(!is_alike);
    }
    assert!(alike > 400 && other_hits <= 1, "{alike} {other_hits}");
}

#[test]
fn a_body_on_a_corner_or_along_a_wall_goes_on() {
    // Off the end of a shelf, which is a corner of several cells, and down along its wall.
    let shelf = rectangle([0., 3.], [4., 4.]);
    let mesh = level(&rectangle([0., 0.], [9., 9.]), &[&shelf], &[]);
    let (end, ..) = observed(&mesh, &body([4.0, 4.0], [2.0, 0.0], &DOWN), EXACT);
    assert!(is_landed(&end) && (end.at.x - (4.0 + 2.0 * 0.8f64.sqrt())).abs() < 1e-12, "{end:?}");
    let (end, ..) = observed(&mesh, &body([4.0, 4.5], [0.0, 0.0], &DOWN), EXACT);
    assert!(is_landed(&end), "on the corner or along the wall: {end:?}");
    let (end, ..) = observed(&mesh, &body([9.0, 4.5], [0.0, 2.0], &DOWN), EXACT);
    assert!(is_landed(&end) && end.at.x == 9.0 && end.at.y.abs() < 1e-14, "along the wall: {end:?}");
    // A push into the wall bounces without end, less and less.
    let pushed = Throw { acceleration: DVec2::new(5.0, 0.0), ..body([8.0, 4.5], [0.0, 0.0], &DOWN) };
    let (end, ..) = observed(&mesh, &pushed, EXACT);
    assert!(matches!(end.outcome, ThrowOutcome::ReflectionLimit(_)), "{end:?}");
}
