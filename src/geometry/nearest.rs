//! Nearest points of two segments in space.

use glam::DVec3;
use smallvec::SmallVec;

/// Returns the nearest points of two segments in space.
///
/// All arithmetic is in f64. If several pairs are equally near, as between parallel segments, returns the pair in
/// their middle. A nearest point that is an end of a segment is returned exactly.
///
/// After Ericson, *Real-Time Collision Detection* (2005). This version also tests every end, so nearly parallel
/// segments cause no division by a near-zero value.
pub fn nearest_points(one: [DVec3; 2], other: [DVec3; 2]) -> [DVec3; 2] {
    let of_one = one.map(|end| [end, nearest_on(other, end)]);
    let of_other = other.map(|end| [nearest_on(one, end), end]);
    let (mut least, mut found) = (f64::INFINITY, SmallVec::<[[DVec3; 2]; 4]>::new());
    for pair in of_one.into_iter().chain(of_other).chain(inside_both(one, other)) {
        if squared(pair) < least {
            least = squared(pair);
            found.clear();
        }
        if squared(pair) <= least && !found.contains(&pair) {
            found.push(pair);
        }
    }
    if let [] | [_] = found.as_slice() {
        return found.first().copied().unwrap_or(of_one[0]);
    }
    // Distance is convex, so the midpoint between two minima is a minimum too.
    [0, 1].map(|end| found.iter().map(|pair| pair[end]).sum::<DVec3>() / found.len() as f64)
}

fn squared([a, b]: [DVec3; 2]) -> f64 {
    a.distance_squared(b)
}

/// Returns the point of a segment nearest to a point in space.
fn nearest_on([from, to]: [DVec3; 2], point: DVec3) -> DVec3 {
    let along = to - from;
    let t = (point - from).dot(along) / along.length_squared();
    if t >= 1.0 {
        to
    } else if t > 0.0 {
        from + along * t
    } else {
        from
    }
}

/// Returns the feet of the common perpendicular of two lines.
///
/// `None` unless both lie inside the segments.
fn inside_both(one: [DVec3; 2], other: [DVec3; 2]) -> Option<[DVec3; 2]> {
    let (along, across) = (one[1] - one[0], other[1] - other[0]);
    let between = other[0] - one[0];
    let (a, b, c) = (along.length_squared(), along.dot(across), across.length_squared());
    let determinant = a * c - b * b;
    let s = (along.dot(between) * c - across.dot(between) * b) / determinant;
    let t = (along.dot(between) * b - across.dot(between) * a) / determinant;
    let is_inside = |t: f64| t > 0.0 && t < 1.0;
    (is_inside(s) && is_inside(t)).then(|| [one[0] + along * s, other[0] + across * t])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn segment(a: [f64; 3], b: [f64; 3]) -> [DVec3; 2] {
        [a.into(), b.into()]
    }

    #[test]
    fn parallels_meet_in_the_middle_of_what_faces() {
        let found = nearest_points(segment([0., 0., 0.], [4., 0., 0.]), segment([9., 0., 1.], [2., 0., 1.]));
        assert_eq!(found, segment([3., 0., 0.], [3., 0., 1.]), "between 2 and 4");
    }

    #[test]
    fn an_end_is_given_exactly() {
        let corner = [0.1, 0.7, 0.3];
        let found = nearest_points(segment([-5., 0., 0.3], corner), segment([0.4, 0.7, 0.3], [9., 2., 8.]));
        assert_eq!(found, segment(corner, [0.4, 0.7, 0.3]), "both ends");
        let point = segment(corner, corner);
        assert_eq!(nearest_points(point, point), point, "two points in one place");
    }

    proptest! {
        #[test]
        fn no_sampled_pair_is_nearer(ends in prop::array::uniform4(prop::array::uniform3(-4i8..4))) {
            let [a, b, c, d] = ends.map(|end| DVec3::from(end.map(f64::from)));
            let found = squared(nearest_points([a, b], [c, d])).sqrt();
            let steps = || (0..=20).map(|i| f64::from(i) / 20.0);
            let sampled = steps().flat_map(|s| steps().map(move |t| a.lerp(b, s).distance(c.lerp(d, t))));
            let least = sampled.fold(f64::INFINITY, f64::min);
            let step = a.distance(b).max(c.distance(d)) / 20.0;
            prop_assert!(found <= least + 1e-9 && found >= least - 2.0 * step, "{found} and {least}");
        }
    }
}
