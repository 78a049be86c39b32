//! Line segments on the ground, and the nearest points of two in space.

use glam::{DVec3, Vec2};
use smallvec::SmallVec;

use super::{Turn, turn};

/// A segment on the ground.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// The start point.
    pub from: Vec2,
    /// The end point.
    pub to: Vec2,
}

impl Segment {
    /// Creates the segment between two points.
    pub fn new(from: Vec2, to: Vec2) -> Self {
        Self { from, to }
    }

    /// Returns the length in metres.
    pub fn length(&self) -> f32 {
        self.from.distance(self.to)
    }

    /// Returns the point at parameter `t`; 0 is `from` and 1 is `to`.
    pub fn at(&self, t: f32) -> Vec2 {
        self.from.lerp(self.to, t)
    }

    /// Returns the parameter, from 0 to 1, of the point nearest to `point`; 0 for a segment of zero length.
    pub fn nearest(&self, point: Vec2) -> f32 {
        let along = (self.to - self.from).as_dvec2();
        let squared = along.length_squared();
        if squared > 0.0 {
            ((point - self.from).as_dvec2().dot(along) / squared).clamp(0.0, 1.0) as f32
        } else {
            0.0
        }
    }

    /// Returns the distance from `point` to the nearest point of the segment, in metres.
    pub fn distance(&self, point: Vec2) -> f32 {
        self.at(self.nearest(point)).distance(point)
    }

    /// Whether a point lies exactly on the segment, ends included.
    pub fn holds(&self, point: Vec2) -> bool {
        let (low, high) = (self.from.min(self.to), self.from.max(self.to));
        low.cmple(point).all() && high.cmpge(point).all() && turn(self.from, self.to, point) == Turn::Straight
    }

    /// Returns the parameter on this segment of its intersection with the line through `other`.
    ///
    /// `None` if they are parallel.
    pub fn crossing(&self, other: &Self) -> Option<f32> {
        let along = (self.to - self.from).as_dvec2();
        let across = (other.to - other.from).as_dvec2();
        let determinant = along.perp_dot(across);
        let t = (other.from - self.from).as_dvec2().perp_dot(across) / determinant;
        t.is_finite().then_some(t as f32)
    }
}

/// Whether the interiors of two segments intersect in exactly one point.
///
/// Segments that touch at an end do not cross.
pub fn segments_cross(one: &Segment, other: &Segment) -> bool {
    opposite(turn(one.from, one.to, other.from), turn(one.from, one.to, other.to))
        && opposite(turn(other.from, other.to, one.from), turn(other.from, other.to, one.to))
}

/// Whether two segments share any point, ends included; exact.
pub fn segments_touch(one: &Segment, other: &Segment) -> bool {
    segments_cross(one, other)
        || one.holds(other.from)
        || one.holds(other.to)
        || other.holds(one.from)
        || other.holds(one.to)
}

fn opposite(a: Turn, b: Turn) -> bool {
    matches!((a, b), (Turn::Left, Turn::Right) | (Turn::Right, Turn::Left))
}

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
