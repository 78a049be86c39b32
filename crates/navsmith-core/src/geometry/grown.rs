//! Convex polygons around points at a distance.

use glam::DVec2;

use super::Vec2;

/// Returns a convex polygon around all points up to a distance from the convex hull of `points`.
///
/// It is counter-clockwise. Its sides are parallel to those of the hull. A corner of less than 90 degrees gets two corners.
pub fn grown(points: impl IntoIterator<Item = DVec2>, distance: f64) -> Vec<Vec2> {
    let hull = hull(points.into_iter().collect());
    let corners: Vec<DVec2> = match hull.as_slice() {
        [] => Vec::new(),
        &[only] => {
            let around = [[-1.0, -1.0], [-1.0, 1.0], [1.0, 1.0], [1.0, -1.0]];
            around.map(|offset| only + distance * DVec2::from(offset)).into()
        }
        _ => (0..hull.len()).flat_map(|corner| grown_corner(&hull, corner, distance)).collect(),
    };
    corners.into_iter().map(DVec2::as_vec2).collect()
}

/// Returns the corners around one of the hull.
fn grown_corner(hull: &[DVec2], corner: usize, distance: f64) -> Vec<DVec2> {
    let count = hull.len();
    let [before, at, after] = [corner + count - 1, corner, corner + 1].map(|index| hull[index % count]);
    let (arriving, leaving) = ((at - before).normalize_or_zero(), (after - at).normalize_or_zero());
    // Right of a direction, seen from above with Z downwards.
    let [one, other] = [arriving, leaving].map(|along| DVec2::new(-along.y, along.x));
    let mitre = |one: DVec2, other: DVec2| at + (one + other) * (distance / (1.0 + one.dot(other)));
    if one.dot(other) > -1e-9 {
        return vec![mitre(one, other)];
    }
    let sum = one + other;
    let middle = if sum.length_squared() > 1e-12 { sum.normalize() } else { arriving };
    vec![mitre(one, middle), mitre(middle, other)]
}

/// Returns the corners of the convex hull, counter-clockwise; two for points on a line.
///
/// After Andrew, *Another Efficient Algorithm for Convex Hulls in Two Dimensions* (1979).
fn hull(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    let chain = |points: &mut dyn Iterator<Item = &DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for &point in points {
            while let [.., a, b] = *chain.as_slice()
                && (b - a).perp_dot(point - a) >= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        chain.pop();
        chain
    };
    let (there, back) = (chain(&mut points.iter()), chain(&mut points.iter().rev()));
    [there, back].concat()
}
