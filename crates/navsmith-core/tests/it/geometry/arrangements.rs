//! Arrangements of polygons: the winding numbers of their faces, and unions.

use navsmith_core::geometry::{
    Noded, SplitMix64, Vec2, contains, covers, ground_area, is_convex, noded, sides,
};
use navsmith_core::triangulation::{Faces, touching_groups, union};

fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
    points.iter().copied().map(Vec2::from).collect()
}

/// Maximum number of steps.
const STEPS: usize = 10_000_000;

fn faces(ring: &[Vec2], mut steps: usize) -> Option<(Noded, Faces)> {
    let noded = noded(sides(ring), &mut steps)?;
    let faces = Faces::of_paths(&noded).expect("paths meet in nodes");
    Some((noded, faces))
}

fn pieces(ring: &[Vec2]) -> Vec<Vec<Vec2>> {
    let (noded, faces) = faces(ring, STEPS).expect("few steps");
    let pieces = faces.pieces(|winding| winding != 0, usize::MAX).into_iter();
    pieces.map(|piece| piece.into_iter().map(|node| noded.nodes[node]).collect()).collect()
}

/// Returns how often a ring winds around its faces, without duplicates.
fn windings(points: &[[f32; 2]]) -> Vec<i32> {
    let (_, faces) = faces(&ring(points), STEPS).expect("few steps");
    let has_ground = |winding: &i32| !faces.pieces(|other| other == *winding, usize::MAX).is_empty();
    (-9..0).chain(1..9).filter(has_ground).collect()
}

#[test]
fn faces_have_the_winding_number_of_the_ring() {
    assert_eq!(windings(&[[0., 0.], [0., 2.], [2., 2.], [2., 0.]]), [1], "a square");
    assert_eq!(windings(&[[0., 0.], [2., 2.], [2., 0.], [0., 2.]]), [-1, 1], "a bow tie");
    assert_eq!(windings(&[[0., 0.], [0., 2.], [2., 2.], [1., 1.], [2., 2.], [2., 0.]]), [1], "a spike");
    assert_eq!(windings(&[[0., 0.], [2., 2.], [4., 0.], [2., 2.]]), Vec::<i32>::new(), "no area");
    let star = [[4., 8.], [7., 0.], [0., 5.], [8., 5.], [1., 0.]];
    let mut reversed = star;
    reversed.reverse();
    assert_eq!(windings(&star), [1, 2], "a pentagram");
    assert_eq!(windings(&reversed), [-2, -1], "a reversed one");
    // The ring winds around the inner square twice, and touches the outer face in a point.
    let curl = [[0., 0.], [0., 9.], [9., 9.], [9., 0.], [0., 0.], [3., 4.], [3., 6.], [6., 6.], [6., 4.]];
    assert_eq!(windings(&curl), [1, 2], "a curl");
    let far = [[18., 1.8e19], [18., 13.], [18., 16.], [19., 16.], [19., 10.]];
    assert_eq!(windings(&far), [-1], "sides that overlap, one of which is long");
    assert!(faces(&ring(&star), 40).is_none(), "too few steps");
    let area: f64 = pieces(&ring(&curl)).iter().map(|piece| ground_area(piece)).sum();
    assert!((area - 81.0).abs() < 1e-9, "{area} m²");
}

#[test]
fn pieces_cover_the_ground_around_which_a_ring_winds() {
    let mut chance = SplitMix64(7);
    for count in (4..40).chain([120]) {
        // Some corners on a grid, so that sides touch and overlap.
        let step = if count % 3 == 0 { 2.0 } else { 0.001 };
        let mut draw = || ((chance.unit() * 10.0 / step).floor() * step) as f32;
        let ring: Vec<Vec2> = (0..count).map(|_| Vec2::new(draw(), draw())).collect();
        let pieces = pieces(&ring);
        assert!(pieces.iter().all(|piece| is_convex(piece)), "{ring:?}");
        for _ in 0..200 {
            let at = Vec2::new((chance.unit() * 10.0) as f32, (chance.unit() * 10.0) as f32);
            let holding = pieces.iter().filter(|piece| contains(piece, at)).count();
            assert_eq!(holding, usize::from(covers(&ring, at)), "{at} in {ring:?}");
        }
    }
}

fn square(x: f32, z: f32, size: f32) -> Vec<Vec2> {
    [[0.0, 0.0], [0.0, size], [size, size], [size, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
}

fn areas(polygons: &[Vec<Vec2>]) -> Vec<f64> {
    let outlines = union(polygons, &mut 1_000_000).expect("few steps");
    let mut areas: Vec<f64> = outlines.iter().map(|ring| ground_area(ring)).collect();
    areas.sort_by(f64::total_cmp);
    areas
}

#[test]
fn polygons_that_overlap_have_one_outline_and_holes_run_clockwise() {
    assert_eq!(areas(&[square(0., 0., 2.), square(1., 1., 2.)]), [7.0]);
    assert_eq!(areas(&[square(0., 0., 2.), square(5., 0., 1.)]), [1.0, 4.0], "apart");
    assert_eq!(areas(&[square(0., 0., 2.), square(0., 0., 2.)]), [4.0], "the same twice");
    assert_eq!(areas(&[square(0., 0., 2.), square(2., 0., 2.)]), [8.0], "a common side");
    assert_eq!(areas(&[square(0., 0., 1.), square(1., 1., 1.)]), [1.0, 1.0], "a common corner");
    let bar = |x: f32, z: f32, w: f32, h: f32| -> Vec<Vec2> {
        [[0.0, 0.0], [0.0, h], [w, h], [w, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
    };
    let frame = [bar(0., 0., 6., 1.), bar(0., 5., 6., 1.), bar(0., 0., 1., 6.), bar(5., 0., 1., 6.)];
    assert_eq!(areas(&frame), [-16.0, 36.0]);
    assert_eq!(union(&[], &mut 10), Some(Vec::new()), "nothing");
}

#[test]
fn polygons_that_are_apart_take_few_steps() {
    let place = |index: usize| [3.0 * (index % 32) as f32, 3.0 * (index / 32) as f32];
    let crates = (0..1000).map(place).flat_map(|[x, z]| [square(x, z, 2.), square(x + 0.5, z, 2.)]);
    let crates: Vec<_> = crates.collect();
    let mut steps = 1000 * crates.len();
    let outlines = union(&crates, &mut steps).expect("few steps");
    assert_eq!(outlines.len(), 1000);
    let groups = touching_groups(&crates, &mut 1_000_000).expect("few steps");
    assert!(groups.len() == 1000 && groups.iter().all(|group| group.len() == 2), "{groups:?}");
    assert_eq!(touching_groups(&crates, &mut 10), None, "too few steps");
}

#[test]
fn a_point_is_in_the_union_exactly_if_a_polygon_covers_it() {
    let mut chance = SplitMix64(11);
    let mut number = |scale: f64| (chance.unit() * scale) as f32;
    for _ in 0..100 {
        let squares: Vec<_> = (0..8).map(|_| square(number(8.0), number(8.0), 0.5 + number(3.0))).collect();
        let outlines = union(&squares, &mut 1_000_000).expect("few steps");
        for _ in 0..50 {
            let at = Vec2::new(number(12.0), number(12.0));
            let winding: i32 = outlines
                .iter()
                .filter(|ring| covers(ring, at))
                .map(|ring| if ground_area(ring) > 0.0 { 1 } else { -1 })
                .sum();
            assert_eq!(winding, i32::from(squares.iter().any(|square| covers(square, at))), "{at}");
        }
    }
}
