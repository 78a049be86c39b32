//! Triangulations equal their definition, and those of another implementation, after any edits.

use std::collections::BTreeSet;

use navsmith_core::geometry::{Segment, SplitMix64, Turn, Vec2, in_circle, segments_cross, turn};
use navsmith_core::trace::{Recorder, Silent};
use navsmith_core::triangulation::{PointId, TriangleSide, Triangulation, TriangulationEvent};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation as _};

/// Asserts what holds for each constrained Delaunay triangulation.
fn check(triangulation: &Triangulation) {
    let place = |point: PointId| triangulation.place(point);
    let mut doubled = 0.0;
    for triangle in 0..triangulation.triangle_slots() {
        let Some(corners) = triangulation.triangle(triangle) else { continue };
        let [a, b, c] = corners.map(place);
        assert_eq!(turn(a, b, c), Turn::Left, "{corners:?} is counter-clockwise");
        let [a, b, c] = [a, b, c].map(Vec2::as_dvec2);
        doubled += (a - c).perp_dot(b - c).abs();
        for nth in 0..3u32 {
            let side = TriangleSide(3 * triangle as u32 + nth);
            let Some(twin) = triangulation.twin(side) else { continue };
            assert_eq!(triangulation.twin(twin), Some(side));
            assert_eq!(
                [triangulation.origin(side), triangulation.end(side)],
                [triangulation.end(twin), triangulation.origin(twin)]
            );
            assert_eq!(triangulation.is_constraint(side), triangulation.is_constraint(twin));
            if !triangulation.is_constraint(side) {
                let [a, b, c] =
                    [side, side.next(), side.previous()].map(|side| place(triangulation.origin(side)));
                let d = place(triangulation.origin(twin.previous()));
                assert!(in_circle(a, b, c, d) <= 0.0, "the edge of {side:?} is no Delaunay edge");
            }
        }
    }
    let whole = 8.0 * f64::from(1e30_f32).powi(2);
    assert!((doubled / whole - 1.0).abs() < 1e-9, "triangles cover the whole: {doubled}");
    for point in triangulation.points() {
        assert!(triangulation.sides_at(point).all(|side| triangulation.origin(side) == point));
    }
}

fn edges(triangulation: &Triangulation) -> BTreeSet<[[u32; 2]; 2]> {
    let key = |point: PointId| {
        let at = triangulation.place(point);
        [at.x.to_bits(), at.y.to_bits()]
    };
    let mut edges = BTreeSet::new();
    for triangle in (0..triangulation.triangle_slots()).filter(|&triangle| !triangulation.is_outer(triangle))
    {
        let Some([a, b, c]) = triangulation.triangle(triangle) else { continue };
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let [from, to] = [key(from), key(to)];
            edges.insert([from.min(to), from.max(to)]);
        }
    }
    edges
}

/// Draws a point; on a grid, so that points coincide and lie on lines and circles, or anywhere.
fn draw(chance: &mut SplitMix64, is_on_grid: bool) -> Vec2 {
    let mut number = || if is_on_grid { chance.below(9) as f32 - 4.0 } else { (chance.unit() * 10.0) as f32 };
    Vec2::new(number(), number())
}

#[test]
fn a_triangulation_equals_its_definition_after_any_edits() {
    for seed in 0..60 {
        let mut chance = SplitMix64(seed);
        let is_on_grid = seed % 2 == 0;
        let mut triangulation = Triangulation::new();
        let (mut points, mut constraints): (Vec<PointId>, Vec<[PointId; 2]>) = (Vec::new(), Vec::new());
        for _ in 0..80 {
            match chance.below(6) {
                0..=2 => points.extend(triangulation.insert(draw(&mut chance, is_on_grid), &mut Silent)),
                3 | 4 if points.len() > 1 => {
                    let ends = [0; 2].map(|_| points[chance.below(points.len() as u64) as usize]);
                    let segment = |ends: [PointId; 2]| {
                        let [from, to] = ends.map(|end| triangulation.place(end));
                        Segment::new(from, to)
                    };
                    let line = segment(ends);
                    let crosses = constraints.iter().any(|&other| {
                        let other = segment(other);
                        let is_on_both = |&point: &PointId| {
                            let at = triangulation.place(point);
                            other.holds(at) && line.holds(at)
                        };
                        segments_cross(&other, &line) && !points.iter().any(is_on_both)
                    });
                    let result = triangulation.add_constraint(ends, &mut Silent);
                    assert_eq!(result.is_err(), crosses, "seed {seed}");
                    constraints.extend(result.is_ok().then_some(ends));
                }
                _ if chance.below(2) == 0 && !constraints.is_empty() => {
                    let nth = chance.below(constraints.len() as u64) as usize;
                    triangulation.remove_constraint(constraints.swap_remove(nth), &mut Silent);
                }
                _ if !points.is_empty() => {
                    let point = points[chance.below(points.len() as u64) as usize];
                    let is_free =
                        !triangulation.sides_at(point).any(|side| triangulation.is_constraint(side));
                    assert_eq!(triangulation.remove(point, &mut Silent), is_free, "seed {seed}");
                    points.retain(|&other| other != point || !is_free);
                }
                _ => {}
            }
            check(&triangulation);
        }
        for constraint in constraints {
            triangulation.remove_constraint(constraint, &mut Silent);
        }
        check(&triangulation);
        assert!(
            triangulation
                .points()
                .all(|point| triangulation.sides_at(point).all(|side| !triangulation.is_constraint(side)))
        );
    }
}

#[test]
fn edges_equal_those_of_the_crate_spade() {
    for seed in 0..100 {
        let mut chance = SplitMix64(seed);
        let places: Vec<Vec2> = (0..60).map(|_| draw(&mut chance, false)).collect();
        let mut triangulation = Triangulation::new();
        let mut peer = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
        let points: Vec<_> =
            places.iter().map(|&at| triangulation.insert(at, &mut Silent).expect("a position")).collect();
        let handles: Vec<_> = places
            .iter()
            .map(|at| peer.insert(Point2::new(f64::from(at.x), -f64::from(at.y))).expect("a position"))
            .collect();
        for _ in 0..12 {
            let [a, b] = [0; 2].map(|_| chance.below(60) as usize);
            let is_added = triangulation.add_constraint([points[a], points[b]], &mut Silent).is_ok();
            assert_eq!(is_added, a == b || peer.can_add_constraint(handles[a], handles[b]));
            if is_added && a != b {
                peer.add_constraint(handles[a], handles[b]);
            }
        }
        let key = |at: Point2<f64>| [(at.x as f32).to_bits(), (-at.y as f32).to_bits()];
        let of_peer: BTreeSet<[[u32; 2]; 2]> = peer
            .undirected_edges()
            .map(|edge| {
                let [from, to] = edge.positions().map(key);
                [from.min(to), from.max(to)]
            })
            .collect();
        let ours = edges(&triangulation);
        // Outer points hide some edges of the convex hull.
        assert!(ours.is_subset(&of_peer), "seed {seed}");
        assert!(of_peer.len() - ours.len() < 12, "seed {seed}: {} of {}", ours.len(), of_peer.len());
    }
}

#[test]
fn events_state_each_change_and_change_nothing() {
    let mut chance = SplitMix64(5);
    let places: Vec<Vec2> = (0..40).map(|_| draw(&mut chance, false)).collect();
    let (mut one, mut other, mut recorder) =
        (Triangulation::new(), Triangulation::new(), Recorder::default());
    for &at in &places {
        assert_eq!(one.insert(at, &mut Silent), other.insert(at, &mut recorder));
    }
    let ends = [PointId(4), PointId(40)];
    assert_eq!(one.add_constraint(ends, &mut Silent), other.add_constraint(ends, &mut recorder));
    assert_eq!(edges(&one), edges(&other));
    let timeline = recorder.into_timeline();
    let count =
        |is: fn(&TriangulationEvent) -> bool| timeline.events().iter().filter(|event| is(event)).count();
    assert_eq!(
        count(|event| matches!(
            event,
            TriangulationEvent::InTriangle { .. } | TriangulationEvent::OnEdge { .. }
        )),
        40
    );
    assert!(count(|event| matches!(event, TriangulationEvent::Constrained { .. })) > 0);
    assert!(count(|event| matches!(event, TriangulationEvent::Flipped { .. })) > 20);
}
