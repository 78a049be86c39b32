//! Views of the scene, each with its own camera.

use std::collections::BTreeMap;

use glam::{Vec2, Vec3};

use crate::editor::view::camera::Camera;
use crate::editor::view::orbit::{Direction, OrbitCamera};
use navsmith_core::geometry::{Bounds, ground};

/// Largest part of the width of a view that a dialog covers when a box is framed beside it.
const MOST_COVERED: f32 = 0.75;

/// Identifies a view of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(pub u32);

impl ViewId {
    /// The view from above.
    pub const ABOVE: Self = Self(0);

    /// The 3D view.
    pub const SPACE: Self = Self(1);
}

/// User input that moves the camera of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewInput {
    /// Moves the view with the pointer, by pixels.
    Pan(Vec2),
    /// Zooms the view about a screen position.
    Zoom {
        /// Screen position that stays in place, in pixels.
        screen: Vec2,
        /// Zoom factor; above 1 zooms in.
        factor: f32,
    },
    /// The size of the view changed, in pixels.
    Resize(Vec2),
    /// Begins to turn a 3D view with the pointer at a screen position.
    ///
    /// It turns about the selection if that is in view; otherwise about the point under the pointer.
    BeginTurn(Vec2),
    /// Turns a 3D view, by pixels.
    Turn(Vec2),
    /// Turns a 3D view about its eye, by pixels.
    LookAround(Vec2),
    /// Flies through a 3D view: to the right, upwards and forwards, at most 1 each.
    Fly {
        /// Direction in the view.
        along: Vec3,
        /// Duration in seconds.
        seconds: f32,
    },
    /// Multiplies the speed of flying.
    ChangeSpeed(f32),
    /// Turns a 3D view to a fixed direction.
    Look(Direction),
    /// Sets whether parallel lines stay parallel in a 3D view.
    SetParallel(bool),
}

/// Camera of each view, and the active view: the one that was panned or zoomed last.
#[derive(Clone, Debug, Default)]
pub struct Views {
    cameras: BTreeMap<ViewId, Camera>,
    orbit: OrbitCamera,
    /// The view that commands apply to.
    active: ViewId,
}

impl Views {
    /// Returns the camera of the 3D view.
    pub(in crate::editor) fn orbit(&self) -> &OrbitCamera {
        &self.orbit
    }

    pub(in crate::editor) fn orbit_mut(&mut self) -> &mut OrbitCamera {
        &mut self.orbit
    }

    /// Shows a box in all views, with a margin, in the part that is not covered at the right, in pixels.
    pub fn frame(&mut self, bounds: &Bounds, covered: f32) {
        let above = if self.active == ViewId::SPACE { ViewId::ABOVE } else { self.active };
        let (camera, orbit) = (self.cameras.entry(above).or_default(), &mut self.orbit);
        let sizes = [camera.size, orbit.size];
        let covered = sizes.map(|size| covered.clamp(0.0, size.x * MOST_COVERED));
        (camera.size.x, orbit.size.x) = (camera.size.x - covered[0], orbit.size.x - covered[1]);
        camera.frame(bounds);
        orbit.frame(bounds);
        (camera.size, orbit.size) = (sizes[0], sizes[1]);
        if !bounds.is_empty() {
            camera.pan(Vec2::new(covered[0] * -0.5, 0.0));
            orbit.pan(Vec2::new(covered[1] * -0.5, 0.0));
        }
    }

    /// Whether a whole box is in the active view.
    pub(in crate::editor) fn shows(&self, bounds: &Bounds) -> bool {
        let camera = self.camera(self.active);
        let screen = |at: Vec3| match self.active {
            ViewId::SPACE => self.orbit.screen_from_world(at),
            _ => Some(camera.screen_from_ground(ground(at))),
        };
        let size = if self.active == ViewId::SPACE { self.orbit.size } else { camera.size };
        let is_inside = |at: Vec2| at.cmpge(Vec2::ZERO).all() && at.cmple(size).all();
        let Bounds { min, max } = *bounds;
        let corners = [min, max].into_iter().flat_map(|x| {
            [min, max].into_iter().flat_map(move |y| [min, max].map(|z| Vec3::new(x.x, y.y, z.z)))
        });
        corners.map(screen).all(|at| at.is_some_and(is_inside))
    }

    /// Returns the camera of a view; the default camera if the view has had no input.
    ///
    /// For the 3D view, it is a camera from above with the same scale at the target.
    pub fn camera(&self, view: ViewId) -> Camera {
        if view == ViewId::SPACE {
            return self.orbit.camera_above();
        }
        self.cameras.get(&view).copied().unwrap_or_default()
    }

    pub(in crate::editor) fn active(&self) -> ViewId {
        self.active
    }

    /// Resets all cameras, but not the sizes of the views.
    pub(in crate::editor) fn reset(&mut self) {
        for camera in self.cameras.values_mut() {
            *camera = Camera { size: camera.size, ..Camera::default() };
        }
        let OrbitCamera { size, is_parallel, .. } = self.orbit;
        self.orbit = OrbitCamera { is_parallel, size, ..OrbitCamera::default() };
    }

    /// Zooms the active view about its middle.
    pub(in crate::editor) fn zoom(&mut self, factor: f32) {
        if self.active == ViewId::SPACE {
            return self.orbit.zoom(factor, self.orbit.target);
        }
        let camera = self.cameras.entry(self.active).or_default();
        camera.zoom(camera.size * 0.5, factor);
    }

    /// Handles an input of the 3D view; `pivot` is the point that it zooms or turns about.
    pub(in crate::editor) fn handle_space(&mut self, input: ViewInput, pivot: Option<Vec3>) {
        let orbit = &mut self.orbit;
        match input {
            ViewInput::Resize(size) => {
                orbit.size = size;
                return;
            }
            ViewInput::SetParallel(is_parallel) => {
                orbit.set_parallel(is_parallel);
                return;
            }
            ViewInput::Pan(pixels) => orbit.pan(pixels),
            ViewInput::Zoom { factor, .. } => {
                orbit.zoom(factor, pivot.map_or(orbit.target, Vec3::as_dvec3));
            }
            ViewInput::BeginTurn(_) => orbit.set_pivot(pivot),
            ViewInput::Turn(pixels) => orbit.turn(pixels),
            ViewInput::LookAround(pixels) => orbit.look_around(pixels),
            ViewInput::Fly { along, seconds } => orbit.fly(along, seconds),
            ViewInput::ChangeSpeed(factor) => orbit.change_speed(factor),
            ViewInput::Look(direction) => orbit.look(direction),
        }
        self.active = ViewId::SPACE;
    }

    /// Handles an input of a view from above.
    pub fn handle(&mut self, view: ViewId, input: ViewInput) {
        let camera = self.cameras.entry(view).or_default();
        match input {
            ViewInput::Resize(size) => {
                camera.size = size;
                return;
            }
            ViewInput::Pan(pixels) => camera.pan(pixels),
            ViewInput::Zoom { screen, factor } => camera.zoom(screen, factor),
            // A view from above is parallel and does not turn.
            ViewInput::BeginTurn(_)
            | ViewInput::Turn(_)
            | ViewInput::LookAround(_)
            | ViewInput::Fly { .. }
            | ViewInput::ChangeSpeed(_)
            | ViewInput::Look(_)
            | ViewInput::SetParallel(_) => return,
        }
        self.active = view;
    }
}
