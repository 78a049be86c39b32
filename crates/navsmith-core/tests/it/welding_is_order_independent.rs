//! The result of a weld depends on the polygons in the soup, not on their order.

use std::collections::BTreeSet;

use glam::Vec3;
use navsmith_core::navmesh::{AreaId, NavMesh, Soup, WeldOptions, WeldReport, weld};
use proptest::prelude::*;

type Triangle = [Vec3; 3];

/// Generates multiples of a thousandth.
///
/// The sampler of float ranges may round out of its range and then panics.
fn thousandths(from: i16, to: i16) -> impl Strategy<Value = f32> {
    (from..to).prop_map(|n| f32::from(n) / 1000.0)
}

fn corner() -> impl Strategy<Value = Vec3> {
    let near = || prop_oneof![3 => (0..4i8).prop_map(f32::from), 1 => thousandths(-300, 3300)];
    let any = (any::<f32>(), any::<f32>(), any::<f32>()).prop_map(Vec3::from);
    prop_oneof![
        30 => (near(), near(), near(), thousandths(-60, 60)).prop_map(|(x, y, z, d)| Vec3::new(x + d, y, z - d)),
        1 => any,
    ]
}

fn triangles() -> impl Strategy<Value = Vec<Triangle>> {
    prop::collection::vec([corner(), corner(), corner()], 0..60)
}

fn soup_of(triangles: &[Triangle]) -> Soup {
    let mut soup = Soup::default();
    for triangle in triangles {
        let start = soup.positions.len() as u32;
        soup.positions.extend(triangle);
        soup.push(&[start, start + 1, start + 2], AreaId(0));
    }
    soup
}

/// Returns the vertices' positions, independent of their ids.
fn places(mesh: &NavMesh) -> BTreeSet<[u32; 3]> {
    mesh.vertices().map(|(_, p)| (p + Vec3::ZERO).to_array().map(f32::to_bits)).collect()
}

/// Returns the connected components of points at most `distance` apart.
///
/// Compares all pairs until nothing changes.
fn slow_clusters(points: &[Vec3], distance: f32) -> Vec<usize> {
    let mut labels: Vec<usize> = (0..points.len()).collect();
    for i in 0..points.len() {
        for j in 0..i {
            let apart = points[i].as_dvec3().distance_squared(points[j].as_dvec3());
            if apart <= f64::from(distance).powi(2) && labels[i] != labels[j] {
                let (from, to) = (labels[i], labels[j]);
                for label in &mut labels {
                    *label = if *label == from { to } else { *label };
                }
            }
        }
    }
    labels
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_order_gives_the_same_vertices(
        (triangles, shuffled) in triangles().prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
        distance in prop_oneof![Just(0.0f32), thousandths(0, 300)],
    ) {
        let options = WeldOptions { distance, max_slope: None };
        let (one, first) = weld(&soup_of(&triangles), &options);
        let (other, second) = weld(&soup_of(&shuffled), &options);
        prop_assert_eq!(places(&one), places(&other), "positions");
        // The order changes the rounding of a sum.
        let difference = (first.undersides_area - second.undersides_area).abs();
        prop_assert!(difference <= first.undersides_area * 1e-9, "areas");
        let second = WeldReport { undersides_area: first.undersides_area, ..second };
        prop_assert_eq!(first, second, "reports");
        prop_assert_eq!(one.check(), Ok(()), "invariants");
        let WeldReport { degenerate, duplicates, non_finite, too_steep, out_of_range, undersides, .. } = first;
        let dropped = degenerate + duplicates + non_finite + too_steep + out_of_range + undersides;
        prop_assert_eq!(one.cell_count() + dropped, triangles.len(), "kept or counted");
        let all = first.welded_vertices + first.unused_vertices + one.vertex_count();
        prop_assert_eq!(all, triangles.len() * 3, "every position is accounted for");
    }

    #[test]
    fn the_clusters_are_those_of_comparing_every_pair(triangles in triangles(), distance in thousandths(0, 500)) {
        let finite = |triangle: &&Triangle| triangle.iter().all(|p| p.is_finite());
        let triangles: Vec<Triangle> = triangles.iter().filter(finite).copied().collect();
        let points: Vec<Vec3> = triangles.iter().flatten().copied().collect();
        let labels = slow_clusters(&points, distance);
        let clusters = labels.iter().collect::<BTreeSet<_>>().len();
        let (_, report) = weld(&soup_of(&triangles), &WeldOptions { distance, max_slope: None });
        prop_assert_eq!(points.len() - report.welded_vertices, clusters, "how many are left");
    }
}
