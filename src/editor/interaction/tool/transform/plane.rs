//! Plane in which a transform follows the pointer.

use glam::Vec3;

use super::super::amount::AmountVerb;
use super::Transform;
use crate::editor::State;
use crate::editor::view::pointer::Pointer;
use navsmith_core::geometry::{Axis, at_height, ground};

/// Plane through the grabbed point: the level one, or the one that faces the 3D view.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovePlane {
    on: Vec3,
    normal: Vec3,
    pub(super) faces_view: bool,
}

/// Slope of the line of sight below which a level plane is too thin to point at: about 8 degrees.
const EDGE_ON: f32 = 0.14;

/// Part of its length below which an axis counts as pointing at the viewer.
const FORESHORTENED: f32 = 0.25;

impl MovePlane {
    /// Returns the plane that a transform starts with.
    ///
    /// It is level, except for a move in a 3D view that sees level planes edge-on.
    pub(super) fn usual(state: &State, verb: &AmountVerb, pointer: &Pointer, on: Vec3) -> Self {
        let moves = matches!(verb, AmountVerb::Move | AmountVerb::Extrude(_));
        let is_edge_on = pointer.height.is_some() && state.orbit().forward().y.abs() < EDGE_ON;
        Self::through(state, on, moves && is_edge_on)
    }

    fn through(state: &State, on: Vec3, faces_view: bool) -> Self {
        let normal = if faces_view { state.orbit().forward() } else { Vec3::Y };
        Self { on, normal, faces_view }
    }

    /// Returns the position where the pointer meets the plane.
    pub(super) fn place(&self, pointer: &Pointer) -> Vec3 {
        if pointer.height.is_none() {
            return at_height(pointer.ground, self.on.y);
        }
        let met = pointer.ray.at_plane(self.on, self.normal);
        met.unwrap_or_else(|| pointer.ray.at(pointer.ray.along(self.on)))
    }
}

impl Transform {
    /// Moves in the plane that faces the view from now on, or in a level plane.
    pub(super) fn face_view(&mut self, state: &State, faces_view: bool) {
        let plane = MovePlane::through(state, self.grabbed.1, faces_view);
        let usual = MovePlane::usual(state, &self.verb, &self.pressed, self.grabbed.1);
        let plane = if faces_view { plane } else { usual };
        if plane.faces_view != self.plane.faces_view {
            self.plane = plane;
            self.from = plane.place(&self.pressed);
            self.to = plane.place(&self.pointer);
        }
    }

    /// Returns the axis along which a drag goes.
    ///
    /// This is an axis of the ground from above, and the axis with the most similar direction on the screen in space.
    pub(super) fn dragged_axis(&self, state: &State) -> Axis {
        let orbit = state.orbit();
        if self.pointer.height.is_none() {
            return Axis::dominant(ground(self.to - self.from));
        }
        let [from, to] = [self.pressed, self.pointer].map(|pointer| orbit.screen_from_ray(&pointer.ray));
        let moved = (to - from).normalize_or_zero();
        let similarity = |axis: Axis| {
            let on_screen = orbit.axes_on_screen()[axis as usize].truncate();
            on_screen.dot(moved).abs() / on_screen.length().max(FORESHORTENED)
        };
        let axes = [Axis::X, Axis::Y, Axis::Z];
        axes.into_iter().max_by(|&a, &b| similarity(a).total_cmp(&similarity(b))).unwrap_or(Axis::X)
    }
}
