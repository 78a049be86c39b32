//! Line segments on the ground.

use glam::Vec2;

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

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(a: [f32; 2], b: [f32; 2]) -> Segment {
        Segment::new(a.into(), b.into())
    }

    #[test]
    fn an_x_crosses_and_an_l_does_not() {
        assert!(segments_cross(&segment([0., 0.], [2., 2.]), &segment([0., 2.], [2., 0.])), "an x");
        assert!(!segments_cross(&segment([0., 0.], [2., 0.]), &segment([2., 0.], [2., 2.])), "an l");
        assert!(!segments_cross(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [1., 2.])), "a t");
    }

    #[test]
    fn a_t_and_an_l_touch_and_parallels_do_not() {
        assert!(segments_touch(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [1., 2.])), "a t");
        assert!(segments_touch(&segment([0., 0.], [2., 0.]), &segment([2., 0.], [2., 2.])), "an l");
        assert!(
            segments_touch(&segment([0., 0.], [2., 0.]), &segment([1., 0.], [3., 0.])),
            "one on the other"
        );
        assert!(
            !segments_touch(&segment([0., 0.], [1., 0.]), &segment([2., 0.], [3., 0.])),
            "one after the other"
        );
        assert!(!segments_touch(&segment([0., 0.], [2., 0.]), &segment([0., 1.], [2., 1.])), "parallels");
    }

    #[test]
    fn the_nearest_point_stays_on_the_segment() {
        let s = segment([0., 0.], [4., 0.]);
        assert_eq!(s.nearest(Vec2::new(1.0, 3.0)), 0.25, "above its inside");
        assert_eq!(s.nearest(Vec2::new(9.0, 3.0)), 1.0, "past its end");
        assert_eq!(segment([1., 1.], [1., 1.]).nearest(Vec2::ZERO), 0.0, "a point");
    }
}
