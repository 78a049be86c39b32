//! Curves of jumps and falls.

use navsmith_core::geometry::{Vec2, Vec3, at_height, ground};

use super::JumpKind;

/// The way of the feet of an agent from a take-off to a landing.
#[derive(Clone, Copy, Debug)]
pub(super) struct JumpCurve {
    from: Vec3,
    to: Vec3,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// A parabola with this height at its start, in metres for the whole way, were there no gravity.
    Jump { climb: f32 },
    /// Level ground for a part of the way, then a fall.
    Drop { level: f32 },
}

impl JumpCurve {
    /// Returns a jump whose highest point is `peak` metres above its take-off.
    ///
    /// `None` if the landing is higher.
    pub(super) fn jump(from: Vec3, to: Vec3, peak: f32) -> Option<Self> {
        let rise = to.y - from.y;
        let climb = 2.0 * (peak + (peak * (peak - rise)).sqrt());
        (rise <= peak).then_some(Self { from, to, shape: Shape::Jump { climb } })
    }

    /// Returns a fall after `level` metres on level ground; `None` if the landing is nearer or not below.
    pub(super) fn drop(from: Vec3, to: Vec3, level: f32) -> Option<Self> {
        let share = level / ground(from).distance(ground(to));
        (share < 1.0 && to.y < from.y).then_some(Self { from, to, shape: Shape::Drop { level: share } })
    }

    /// Returns how the agent moves.
    pub(super) fn kind(&self) -> JumpKind {
        match self.shape {
            Shape::Jump { .. } => JumpKind::Jump,
            Shape::Drop { .. } => JumpKind::Drop,
        }
    }

    /// Returns the position of the feet after a part of the way, from 0 to 1.
    pub(super) fn at(&self, share: f32) -> Vec3 {
        let rise = self.to.y - self.from.y;
        let height = match self.shape {
            Shape::Jump { climb } => climb * share - (climb - rise) * share * share,
            Shape::Drop { level } => {
                let fallen = ((share - level) / (1.0 - level)).max(0.0);
                rise * fallen * fallen
            }
        };
        at_height(ground(self.from).lerp(ground(self.to), share), self.from.y + height)
    }

    /// Returns the number of steps of at most `step` metres along each axis, nearly.
    pub(super) fn steps(&self, step: f32) -> usize {
        let across = ground(self.from).distance(ground(self.to));
        let climbed = match self.shape {
            Shape::Jump { climb } => climb,
            Shape::Drop { .. } => 2.0 * (self.to.y - self.from.y).abs(),
        };
        ((across.max(climbed) / step).ceil().max(2.0) as usize).min(MOST_STEPS)
    }
}

/// Maximum number of steps along a curve.
const MOST_STEPS: usize = 1 << 12;

/// Returns the position at a distance from a point in a direction on the ground.
pub(super) fn ahead(from: Vec3, direction: Vec2, distance: f32) -> Vec2 {
    ground(from) + direction * distance
}
