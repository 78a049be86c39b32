//! Faces are divided into triangles and convex pieces that cover them once.

use navsmith_core::geometry::{SplitMix64, Vec2, contains, convex_partition, ground_area, is_convex};
use navsmith_core::triangulation::Faces;

fn points(points: &[[f32; 2]]) -> Vec<Vec2> {
    points.iter().copied().map(Vec2::from).collect()
}

/// A square with a side of 6 m, counter-clockwise, two squares in it, and the other corners of one that touches it.
const PLACES: [[f32; 2]; 15] = [
    [0., 0.],
    [0., 6.],
    [6., 6.],
    [6., 0.],
    [1., 1.],
    [1., 2.],
    [2., 2.],
    [2., 1.],
    [4., 4.],
    [4., 5.],
    [5., 5.],
    [5., 4.],
    [2., 0.5],
    [0.5, 2.],
    [3., 3.],
];

fn total(places: &[Vec2], pieces: &[Vec<usize>]) -> f64 {
    pieces.iter().map(|piece| ground_area(&at(places, piece))).sum()
}

fn at(places: &[Vec2], piece: &[usize]) -> Vec<Vec2> {
    piece.iter().map(|&corner| places[corner]).collect()
}

#[test]
fn a_face_may_have_holes_that_touch_it_or_are_connected_with_it() {
    let places = points(&PLACES);
    let around = || vec![0, 1, 2, 3];
    for (rings, area, note) in [
        (vec![around()], 36.0, "a square"),
        (vec![around(), vec![7, 6, 5, 4], vec![11, 10, 9, 8]], 34.0, "two holes"),
        (vec![around(), vec![7, 6, 5, 4], vec![4, 5, 6, 7]], 36.0, "a hole with ground in it"),
        (vec![vec![0, 1, 2, 3, 0, 4, 7, 6, 5, 4]], 35.0, "a keyhole"),
        (vec![vec![0, 1, 2, 3, 0, 12, 14, 13]], 31.5, "a hole that touches the corner"),
        (vec![vec![4, 5, 6, 7], vec![8, 9, 10, 11]], 2.0, "two faces"),
    ] {
        let faces = Faces::of_rings(&places, &rings).expect(note);
        let (triangles, pieces) = (faces.triangles(), faces.pieces(|winding| winding > 0, usize::MAX));
        assert!(triangles.iter().all(|triangle| triangle.len() == 3), "{note}: {triangles:?}");
        for pieces in [&triangles, &pieces] {
            assert!((total(&places, pieces) - area).abs() < 1e-9, "{note}: {pieces:?}");
            assert!(pieces.iter().all(|piece| is_convex(&at(&places, piece))), "{note}: {pieces:?}");
        }
        assert!(pieces.len() <= triangles.len(), "{note}");
        assert!(faces.pieces(|winding| winding > 0, 4).iter().all(|piece| piece.len() <= 4), "{note}");
    }
}

#[test]
fn rings_that_bound_no_face_are_not_divided() {
    let places = points(&[[0., 0.], [0., 2.], [2., 2.], [2., 0.], [1., 0.], [0., 0.], [f32::NAN, 0.]]);
    for (ring, reason) in [
        (vec![3, 2, 1, 0], "clockwise"),
        (vec![0, 2, 1, 3], "sides cross"),
        (vec![0, 1, 4, 2, 3], "a corner on another side"),
        (vec![0, 1, 2, 3, 5], "two corners with one position"),
        (vec![0, 1, 6], "no position"),
        (vec![0, 4, 3], "no area"),
    ] {
        assert!(Faces::of_rings(&places, &[ring]).is_none(), "{reason}");
    }
}

#[test]
fn rings_are_divided_into_about_as_many_pieces_as_by_ears() {
    let mut chance = SplitMix64(3);
    let (mut by_ears, mut by_circles) = (0, 0);
    for round in 0..400 {
        let count = 3 + round % 20;
        let corner = |nth: usize, radius: f32| {
            Vec2::from_angle(-std::f32::consts::TAU * nth as f32 / count as f32) * radius
        };
        let ring: Vec<Vec2> = (0..count).map(|nth| corner(nth, (0.2 + chance.unit()) as f32)).collect();
        let faces = Faces::of_ring(&ring);
        let Some(ears) = convex_partition(&ring) else {
            assert!(faces.is_none(), "{ring:?}");
            continue;
        };
        let faces = faces.expect("a simple ring");
        let pieces = faces.pieces(|winding| winding > 0, usize::MAX);
        assert_eq!(faces.triangles().len(), count - 2, "{ring:?}");
        assert!((total(&ring, &pieces) - ground_area(&ring)).abs() < 1e-9, "{ring:?}");
        assert!(pieces.iter().all(|piece| is_convex(&at(&ring, piece))), "{ring:?}");
        let middle = ring.iter().sum::<Vec2>() / count as f32;
        let holding = pieces.iter().filter(|piece| contains(&at(&ring, piece), middle)).count();
        assert!(holding <= 1, "{middle} is in {holding} pieces of {ring:?}");
        assert_eq!(pieces[0][0], 0, "the first piece has the first corner");
        by_ears += ears.len();
        by_circles += pieces.len();
    }
    assert!(by_circles <= by_ears * 21 / 20, "{by_circles} pieces instead of {by_ears}");
}
