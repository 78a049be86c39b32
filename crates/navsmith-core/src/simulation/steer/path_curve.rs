//! A curve along which an agent walks to the waypoints of its path.

use glam::{Vec2, Vec3};

use crate::geometry::ground;

/// A curve through a path as polylines, one for each waypoint but the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::simulation) struct PathCurve {
    /// The polyline to each waypoint, from the end of the one before; empty where the path is not smoothed.
    sections: Vec<Vec<Vec3>>,
    /// Distance along the curve from the agent to the point that it walks to, in metres.
    look_ahead: f32,
}

/// Position on a polyline: the index of the end of a part, and the offset from the start of the part.
#[derive(Clone, Copy, Debug)]
struct OnCurve {
    end: usize,
    offset: f32,
}

impl PathCurve {
    pub(in crate::simulation) fn new(sections: Vec<Vec<Vec3>>, look_ahead: f32) -> Self {
        Self { sections, look_ahead }
    }

    /// Returns the polyline to a waypoint; empty without one.
    pub(in crate::simulation) fn section(&self, waypoint: usize) -> &[Vec3] {
        waypoint.checked_sub(1).and_then(|section| self.sections.get(section)).map_or(&[], Vec::as_slice)
    }

    /// Returns the points to a waypoint that are ahead of an agent.
    pub(in crate::simulation) fn rest_of(&self, waypoint: usize, from: Vec2) -> &[Vec3] {
        let section = self.section(waypoint);
        let at = nearest(section, from).map_or(0, |at| at.0.end);
        &section[at.min(section.len())..]
    }

    /// Returns the point to which an agent walks on its way to a waypoint.
    ///
    /// `None` where the path is not smoothed. The point is a distance ahead of the point of the curve that is nearest to the agent. An agent may still be before the
    /// end of the section before, because a waypoint is passed where the one behind it is in sight.
    pub(in crate::simulation) fn ahead(&self, waypoint: usize, from: Vec2) -> Option<Vec2> {
        let (own, before) = (self.section(waypoint), self.section(waypoint.saturating_sub(1)));
        let at = nearest(own, from)?;
        let is_before = |of_before: &(OnCurve, f32)| of_before.1 < at.1;
        let mut left = self.look_ahead;
        let mut sections = [own, self.section(waypoint + 1)].to_vec();
        let start = if let Some((start, _)) = nearest(before, from).filter(is_before) {
            sections.insert(0, before);
            start
        } else {
            at.0
        };
        let (mut skipped, mut last) = (start.end, None);
        left += start.offset;
        for section in sections {
            for part in section.windows(2).skip(skipped.saturating_sub(1)) {
                let [from, to] = [part[0], part[1]].map(ground);
                let length = from.distance(to);
                if left <= length && length > 0.0 {
                    return Some(from.lerp(to, left / length));
                }
                (left, last) = (left - length, Some(to));
            }
            skipped = 0;
        }
        last
    }
}

/// Returns the point of a polyline nearest to a position, and the square of its distance.
fn nearest(polyline: &[Vec3], to: Vec2) -> Option<(OnCurve, f32)> {
    let parts = polyline.windows(2).enumerate().map(|(index, part)| {
        let [start, end] = [part[0], part[1]].map(ground);
        let along = end - start;
        let t = ((to - start).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        let squared = start.lerp(end, t).distance_squared(to);
        (OnCurve { end: index + 1, offset: along.length() * t }, squared)
    });
    parts.min_by(|a, b| a.1.total_cmp(&b.1))
}
