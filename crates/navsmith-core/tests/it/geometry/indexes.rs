//! Spheres, coordinates of files, random numbers, and spatial indexes.

use std::ops::ControlFlow;

use glam::DVec3;
use navsmith_core::geometry::{
    Axis, Bounds, BoxTree, FileCoordinates, Grid, GridLists, Sphere, SplitMix64, UpAxis, Vec2, Vec3,
};

/// Returns points of a cap of a sphere, given by its least height.
fn cap(center: Vec3, radius: f32, least: f32) -> Vec<Vec3> {
    let points = (0..400).map(|i| {
        let y = 1.0 - (1.0 - least) * (i as f32 + 0.5) / 400.0;
        let (sin, cos) = (i as f32 * 2.4).sin_cos();
        center + Vec3::new((1.0 - y * y).sqrt() * cos, y, (1.0 - y * y).sqrt() * sin) * radius
    });
    points.collect()
}

#[test]
fn a_sphere_is_fitted_to_its_points_and_to_a_cap() {
    for (least, tolerance) in [(-1.0, 1e-4), (0.8, 1e-2)] {
        let points = cap(Vec3::new(3.0, 20.0, -7.0), 10.0, least);
        let sphere = Sphere::fit(|| points.iter().copied()).expect("not on a plane");
        assert!(sphere.center.distance(DVec3::new(3.0, 20.0, -7.0)) < tolerance, "{sphere:?}");
        assert!((sphere.radius - 10.0).abs() < tolerance, "{sphere:?}");
        assert!(sphere.deviation(points.into_iter()) < tolerance);
    }
}

#[test]
fn no_sphere_is_fitted_to_flat_ground_or_to_no_points() {
    let flat = || (0..9).map(|i| Vec3::new((i % 3) as f32, 1.0, (i / 3) as f32));
    assert_eq!(Sphere::fit(flat), None);
    let tilted = || (0..9).map(|i| Vec3::new((i % 3) as f32, (i % 3) as f32 * 0.3, (i / 3) as f32));
    assert_eq!(Sphere::fit(tilted), None);
    assert_eq!(Sphere::fit(std::iter::empty), None);
    assert_eq!(Sphere::fit(|| [Vec3::ONE; 5].into_iter()), None);
}

#[test]
fn a_quarter_of_a_great_circle_is_measured_and_its_left_side_found() {
    let sphere = Sphere { center: DVec3::ZERO, radius: 2.0 };
    let [x, y, z] = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| axis * 2.0);
    assert!((sphere.great_circle([x, z]) - std::f64::consts::PI).abs() < 1e-12);
    assert!(sphere.doubled_area(x, y, z) > 0.0, "counter-clockwise seen from outside");
    assert!(sphere.doubled_area(x, z, y) < 0.0);
    assert_eq!(sphere.doubled_area(x, y, Vec3::new(-1.0, 5.0, 0.0)), 0.0, "on the great circle");
}

#[test]
fn a_position_returns_to_the_file_unchanged() {
    let position = Vec3::new(1.5, -2.0, 3.25);
    for up in UpAxis::ALL {
        for mirror in Axis::ALL.map(Some).into_iter().chain([None]) {
            let coordinates = FileCoordinates { up, mirror, scale: 0.5 };
            let there = coordinates.to_document(position);
            assert_eq!(coordinates.to_file(there), position, "{coordinates:?}");
        }
    }
}

#[test]
fn units_convert_whole_numbers_exactly() {
    let coordinates = FileCoordinates { scale: 0.01, ..FileCoordinates::default() };
    assert_eq!(coordinates.units_per_metre(), 100.0);
    assert_eq!(coordinates.to_file(Vec3::new(1.0, 2.0, -3.0)), Vec3::new(100.0, 200.0, -300.0));
}

#[test]
fn a_mirrored_file_with_z_up_is_turned_first() {
    let coordinates = FileCoordinates { up: UpAxis::Z, mirror: Some(Axis::Z), scale: 1.0 };
    assert_eq!(coordinates.to_document(Vec3::new(1.0, 2.0, 3.0)), Vec3::new(1.0, 3.0, 2.0));
}

#[test]
fn chance_is_that_of_the_paper() {
    let mut chance = SplitMix64(1_234_567);
    let drawn = [(); 3].map(|()| chance.draw());
    assert_eq!(drawn, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
}

#[test]
fn every_number_below_the_end_is_drawn_and_none_past_it() {
    let mut chance = SplitMix64(7);
    let mut counts = [0; 5];
    (0..5000).for_each(|_| counts[chance.below(5) as usize] += 1);
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "about a fifth each: {counts:?}");
    assert_eq!(chance.below(0), 0, "nothing to choose from");
}

/// Returns boxes of up to a metre on 40 m × 40 m.
fn boxes(count: usize) -> Vec<Bounds> {
    let mut chance = SplitMix64(count as u64);
    let mut number = |range: f32| chance.below(1000) as f32 / 1000.0 * range;
    (0..count)
        .map(|_| {
            let min = Vec3::new(number(40.0), 0.0, number(40.0));
            Bounds { min, max: min + Vec3::new(number(1.0), 0.0, number(1.0)) }
        })
        .collect()
}

fn meets(view: Bounds) -> impl Fn(&Bounds) -> bool {
    move |it| it.overlaps_on_ground(&view)
}

#[test]
fn a_tree_visits_exactly_the_boxes_in_view() {
    for count in [0, 1, 7, 8, 9, 65, 1000] {
        let boxes = boxes(count);
        let tree = BoxTree::of(boxes.iter().copied().chain([Bounds::EMPTY]));
        let [min, max] = [[5.0, 0.0, 3.0], [16.0, 0.0, 21.0]].map(Vec3::from);
        let sees = meets(Bounds { min, max });
        let mut found = Vec::new();
        tree.visit(&sees, |number| {
            found.push(number);
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        let expected: Vec<u32> =
            (0..).zip(&boxes).filter(|(_, it)| sees(it)).map(|(number, _)| number).collect();
        assert_eq!(found, expected, "{count} boxes");
    }
}

#[test]
fn few_boxes_out_of_view_are_tested() {
    let boxes = boxes(100_000);
    let tree = BoxTree::of(boxes.iter().copied());
    let tests = std::cell::Cell::new(0);
    let min = Vec3::new(20.0, 0.0, 20.0);
    let sees = meets(Bounds { min, max: min + Vec3::splat(0.5) });
    let mut found = 0;
    let counted = |it: &Bounds| {
        tests.set(tests.get() + 1);
        sees(it)
    };
    tree.visit(counted, |_| {
        found += 1;
        ControlFlow::Continue(())
    });
    assert!(found > 10 && tests.get() < 20 * found, "{} tests of boxes for {found}", tests.get());
}

#[test]
fn values_combine_those_of_all_boxes_of_a_node() {
    let boxes = boxes(77);
    let tree = BoxTree::of(boxes.iter().copied());
    let bounds = tree.values(|number| boxes[number as usize], |one, other| one.union(*other));
    let expected: Vec<Bounds> = (0..bounds.len() as u32).map(|node| *tree.bounds(node)).collect();
    assert_eq!(bounds, expected);
    assert!(BoxTree::default().values(|number| number, |one, _| *one).is_empty());
}

#[test]
fn a_square_has_the_items_that_overlap_it_in_order() {
    let grid = Grid::with_side([Vec2::ZERO, Vec2::new(3.5, 1.5)], 1.0, 100);
    let boxes = [[2.5, 0.5, 2.5, 1.5], [0.5, 0.5, 2.5, 0.5], [9.0, 9.0, 9.0, 9.0]];
    let spans = boxes.map(|[a, b, c, d]| grid.span([Vec2::new(a, b), Vec2::new(c, d)]));
    let mut lists = GridLists::default();
    assert!(lists.is_empty());
    for _ in 0..2 {
        lists.fill(grid.clone(), spans.into_iter().zip(10..13));
        let squares = lists.grid().whole().places().map(|place| lists.at(place).to_vec());
        let none = Vec::new;
        assert!(squares.eq([vec![11], vec![11], vec![10, 11], none(), none(), none(), vec![10], vec![12]]));
        assert_eq!(lists.in_row(0, [1, 2]), [11, 10, 11]);
    }
}
