//! Sides on which a body rests, and platforms.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use glam::DVec2;
use navsmith_core::navmesh::{Derived, HalfEdge, NavMesh};
use navsmith_core::platformer::{
    Beyond, FreeSpace, Gravity, Platform, RestRule, TestedSurface, platforms, rest_surfaces, tested_surface,
};
use proptest::prelude::*;

use super::{DOWN, level, rectangle, turned, turned_gravity};
use crate::support::grounds::ground;
use crate::support::notation::squares;

const ARTICLE: Gravity = Gravity { rule: RestRule::ARTICLE, ..DOWN };

fn platforms_of(mesh: &NavMesh, gravity: &Gravity) -> Vec<Platform> {
    let derived = Derived::build(mesh);
    platforms(&FreeSpace::new(mesh, &derived), gravity)
}

fn tested(mesh: &NavMesh, gravity: &Gravity) -> Vec<TestedSurface> {
    let derived = Derived::build(mesh);
    let space = FreeSpace::new(mesh, &derived);
    let mut all: Vec<TestedSurface> =
        space.sides().iter().filter_map(|side| tested_surface(gravity, side)).collect();
    let rests: Vec<TestedSurface> = all.iter().copied().filter(|surface| surface.test.is_rest).collect();
    assert_eq!(rests, rest_surfaces(&space, gravity));
    all.sort_by_key(|surface| surface.side);
    all
}

#[test]
fn a_square_room_has_exactly_its_floor() {
    let room = squares(&["000", "000", "000"]);
    let flipped = room.converted(|at| at, true).expect("finite");
    for mesh in [&room, &flipped] {
        for gravity in [DOWN, ARTICLE] {
            let found = platforms_of(mesh, &gravity);
            assert_eq!(found.len(), 1, "{found:?}");
            let expected = [0.0, 1.0, 2.0, 3.0].map(|x| DVec2::new(x, 0.0));
            assert_eq!(found[0].points, expected, "from left to right");
            assert_eq!((found[0].sides.len(), found[0].length), (3, 3.0));
            assert_eq!(found[0].bounds, [DVec2::ZERO, DVec2::new(3.0, 0.0)]);
            let diagonal = turned_gravity(&gravity, FRAC_PI_4);
            assert_eq!(platforms_of(mesh, &diagonal), [], "the floor is as steep as the wall");
            let sideways = platforms_of(mesh, &turned_gravity(&gravity, FRAC_PI_2));
            assert_eq!(sideways.len(), 1);
            assert!(sideways[0].points.iter().all(|at| at.x == 3.0), "the wall in the direction of gravity");
        }
    }
    assert_eq!(platforms_of(&room, &Gravity { pull: glam::Vec2::ZERO, ..DOWN }), [], "no gravity");
}

#[test]
fn a_test_states_the_numbers_that_decide() {
    // The floor rises from (0, 0) to (4, 1).
    let mesh = level(&[[0., 0.], [0., 5.], [4., 5.], [4., 1.]], &[], &[]);
    let all = tested(&mesh, &DOWN);
    assert_eq!(all.len(), 4);
    let floor: Vec<&TestedSurface> = all.iter().filter(|surface| surface.test.is_rest).collect();
    assert_eq!(floor.len(), 1);
    assert!((floor[0].test.difference.abs() - 1.0).abs() < 1e-12, "d1 - d2");
    assert!((floor[0].test.facing + 4.0 / 17f64.sqrt()).abs() < 1e-12, "the product");
    let facings = |expected: f64| all.iter().filter(|surface| surface.test.facing == expected).count();
    assert_eq!([facings(0.0), facings(1.0)], [2, 1], "two walls and a ceiling");
    let article = tested(&mesh, &ARTICLE);
    assert!(article.iter().all(|surface| !surface.test.is_rest), "the article has level floors only");
}

#[test]
fn the_tolerance_of_the_article_lets_a_body_rest_on_short_steep_sides() {
    // A riser of 0.8 mm in a floor, with a slope of 80°.
    let mesh = level(&[[0., 0.], [0., 5.], [4., 5.], [4., 0.0008], [2.00014, 0.0008], [2., 0.]], &[], &[]);
    let rests = |gravity: &Gravity| tested(&mesh, gravity).iter().filter(|it| it.test.is_rest).count();
    assert_eq!((rests(&ARTICLE), rests(&DOWN)), (3, 2));
    assert_eq!((platforms_of(&mesh, &ARTICLE).len(), platforms_of(&mesh, &DOWN).len()), (1, 2));
}

#[test]
fn a_platform_has_any_number_of_sides() {
    let mesh = squares(&["0".repeat(200).as_str()]);
    let found = platforms_of(&mesh, &DOWN);
    assert_eq!(found.iter().map(|platform| platform.sides.len()).collect::<Vec<_>>(), [200]);
    let block = rectangle([2., 0.], [3., 1.]);
    let shelf = rectangle([5., 2.], [7., 2.5]);
    let found = platforms_of(&level(&rectangle([0., 0.], [9., 6.]), &[&block, &shelf], &[]), &DOWN);
    let mut boxes: Vec<[DVec2; 2]> = found.iter().map(|platform| platform.bounds).collect();
    boxes.sort_by(|a, b| a[0].x.total_cmp(&b[0].x));
    let expected = [[0., 0., 2., 0.], [2., 1., 3., 1.], [3., 0., 9., 0.], [5., 2.5, 7., 2.5]];
    assert_eq!(boxes, expected.map(|[a, b, c, d]| [DVec2::new(a, b), DVec2::new(c, d)]));
}

#[test]
fn a_constraint_is_neither_a_floor_nor_part_of_a_platform() {
    // A level chain in the middle of the room, and one that is vertical on the floor.
    let chains: [&[[f32; 2]]; 2] = [&[[1., 2.], [2., 2.], [3., 2.]], &[[5., 0.], [5., 1.], [5., 2.]]];
    let mesh = level(&rectangle([0., 0.], [8., 6.]), &[], &chains);
    let derived = Derived::build(&mesh);
    let space = FreeSpace::new(&mesh, &derived);
    let constraints = space.sides().iter().filter(|side| side.beyond == Beyond::Constraint);
    let lengths: f64 = constraints.map(|side| side.ends[0].distance(side.ends[1])).sum();
    assert_eq!(lengths, 8.0, "both sides of both chains");
    let mut lengths: Vec<f64> = platforms(&space, &DOWN).iter().map(|platform| platform.length).collect();
    lengths.sort_by(f64::total_cmp);
    assert_eq!(lengths, [3.0, 5.0], "the floor on both sides of the vertical chain");
}

/// Whether a test is so close to the limit that rounding of positions decides it.
fn is_doubtful(surface: &TestedSurface, gravity: &Gravity) -> bool {
    let rise = surface.test.difference.abs();
    let limit = match gravity.rule {
        RestRule::Absolute(most) => rise - most,
        // The product is the share of the length across gravity.
        RestRule::Grade(most) => {
            (1.0 - surface.test.facing.powi(2)).sqrt() - most * surface.test.facing.abs()
        }
    };
    limit.abs() < 1e-5 || surface.test.facing.abs() < 1e-5
}

/// Returns the sides of each platform, sorted.
fn chains(mesh: &NavMesh, gravity: &Gravity) -> Vec<Vec<HalfEdge>> {
    let mut chains: Vec<_> = platforms_of(mesh, gravity).into_iter().map(|platform| platform.sides).collect();
    chains.sort();
    chains
}

proptest! {
    #[test]
    fn turning_mesh_and_gravity_together_changes_nothing(
        ground in ground(),
        first in 0.0..6.3f64,
        angle in 0.0..6.3f64,
        is_article in any::<bool>(),
    ) {
        let gravity = turned_gravity(if is_article { &ARTICLE } else { &DOWN }, first);
        let mesh = ground.build();
        let (turned, turned_gravity) = (turned(&mesh, angle), turned_gravity(&gravity, angle));
        let (one, other) = (tested(&mesh, &gravity), tested(&turned, &turned_gravity));
        prop_assert_eq!(one.len(), other.len());
        for (one, other) in one.iter().zip(&other) {
            prop_assert_eq!(one.side, other.side);
            prop_assert!((one.test.facing - other.test.facing).abs() < 1e-5);
            prop_assert!((one.test.difference - other.test.difference).abs() < 1e-5);
        }
        if !one.iter().any(|surface| is_doubtful(surface, &gravity)) {
            prop_assert_eq!(chains(&mesh, &gravity), chains(&turned, &turned_gravity));
        }
    }
}
