//! Amount of a transform: from the pointer, with snapping, or as typed.

use glam::{Vec2, Vec3};

use super::super::amount::{ANGLE_STEP, Amount, AmountVerb, FACTOR_STEP};
use super::Transform;
use crate::editor::State;
use crate::editor::interaction::snap::{Guides, Snap, SnapTarget, Snapping, rounded};
use crate::editor::levels::targets::nearest_target;
use crate::editor::view::grid;
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Axis, ground};

/// Cosine of the angle between the view and an axis up to which the view plane contains two axes.
const ALONG_AXIS: f32 = 0.9999;

impl Transform {
    pub(super) fn measure(&mut self, state: &State) -> Amount {
        match self.verb {
            AmountVerb::Move | AmountVerb::Extrude(_) => Amount::Delta(self.delta(state)),
            AmountVerb::Rotate => Amount::Angle(self.angle(state)),
            AmountVerb::Scale => Amount::Factors(self.factors(state)),
        }
    }

    fn delta(&mut self, state: &State) -> Vec3 {
        match (self.typed.numbers(), self.axis) {
            ([None, None], Some(Axis::Y)) => Vec3::Y * self.rise(state),
            ([None, None], axis) => self.snapped_delta(state, axis),
            ([first, second], None) => Vec3::new(first.unwrap_or(0.0), 0.0, second.unwrap_or(0.0)),
            ([first, _], Some(axis)) => axis.unit() * first.unwrap_or(0.0),
        }
    }

    /// Returns the change of the height: to that of an element under the pointer in space, or by the grid.
    fn rise(&mut self, state: &State) -> f32 {
        let snapping = Snapping::of(state, self.pointer);
        if self.pointer.height.is_some()
            && snapping.mesh
            && self.to != self.from
            && let Some(snap) = self.before.pick_context(state).snap_to_mesh(self.pointer, self.guides())
        {
            self.snap = Some(snap);
            return snap.at.y - self.grabbed.1.y;
        }
        let rise = self.pointer.ray.rise_since(&self.pressed.ray, ground(self.grabbed.1));
        let rise = rise.unwrap_or(self.from.z - self.to.z);
        if snapping.grid { rounded(rise, grid::step(state)) } else { rise }
    }

    fn guides(&self) -> Guides<'_> {
        Guides { moving: &self.own, from: Some(ground(self.grabbed.1)) }
    }

    /// Returns the translation that moves the grabbed point to its snap target.
    fn snapped_delta(&mut self, state: &State, axis: Option<Axis>) -> Vec3 {
        let lock = axis.map_or(Vec3::ONE, Axis::unit);
        let wanted = self.grabbed.1 + (self.to - self.from) * lock;
        let pointer = self.pointer.moved_to_point(wanted);
        let snap = if self.plane.faces_view {
            self.snap_in_view(state, pointer, wanted)
        } else {
            self.before.pick_context(state).snap(pointer, self.guides())
        };
        let has_moved = self.to != self.from;
        if !has_moved {
            return Vec3::ZERO;
        }
        self.snap = Some(snap);
        let mut delta = snap.at - self.grabbed.1;
        if axis.is_some() || !snap.to.has_height() && !self.plane.faces_view {
            delta.y = 0.0;
        }
        delta * Vec3::new(lock.x, 1.0, lock.z)
    }

    /// Snaps a point that moves in the plane that faces the view.
    ///
    /// The grid applies only if that plane contains two axes, because other planes contain no crossings of it.
    fn snap_in_view(&self, state: &State, pointer: Pointer, wanted: Vec3) -> Snap {
        let snapping = Snapping::of(state, pointer);
        let on_mesh = || self.before.pick_context(state).snap_to_mesh(pointer, self.guides());
        if let Some(snap) = snapping.mesh.then(on_mesh).flatten() {
            return snap;
        }
        if let Some((at, target)) = snapping.level.then(|| nearest_target(state, pointer)).flatten() {
            return Snap { at, to: SnapTarget::Level(target) };
        }
        let forward = state.orbit().forward().abs();
        if !snapping.grid || forward.max_element() < ALONG_AXIS {
            return Snap { at: wanted, to: SnapTarget::Nothing };
        }
        let step = grid::step(state);
        let across = Vec3::from(forward.to_array().map(|part| f32::from(part < 0.5)));
        let on_grid = Vec3::from(wanted.to_array().map(|value| rounded(value, step)));
        Snap { at: wanted + (on_grid - wanted) * across, to: SnapTarget::Grid }
    }

    fn angle(&self, state: &State) -> f32 {
        if let [Some(degrees), _] = self.typed.numbers() {
            return degrees.to_radians();
        }
        let pivot = ground(self.pivot);
        let [from, to] = self.on_ground();
        // Z points down in the view, so an angle that looks counter-clockwise has the opposite sign.
        let angle = -(from - pivot).angle_to(to - pivot);
        let snapping = Snapping::of(state, self.pointer);
        let angle = if angle.is_finite() { angle } else { 0.0 };
        if snapping.grid { rounded(angle.to_degrees(), ANGLE_STEP).to_radians() } else { angle }
    }

    fn on_ground(&self) -> [Vec2; 2] {
        [self.from, self.to].map(ground)
    }

    fn factors(&self, state: &State) -> Vec3 {
        let pivot = ground(self.pivot);
        let [first, second] = self.typed.numbers();
        let by_hand = || {
            let [was, is] = self.on_ground().map(|at| at.distance(pivot));
            let factor = is / was.max(self.pointer.pick_radius).max(f32::MIN_POSITIVE);
            let snapping = Snapping::of(state, self.pointer);
            if snapping.grid { rounded(factor, FACTOR_STEP) } else { factor }
        };
        let factor = first.unwrap_or_else(|| if second.is_some() { 1.0 } else { by_hand() });
        match self.axis {
            None => Vec3::new(factor, 1.0, second.unwrap_or(factor)),
            Some(axis) => Vec3::ONE + axis.unit() * (factor - 1.0),
        }
    }
}
