//! Views of the scene, each with its own camera.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::editor::view::camera::Camera;
use crate::editor::view::orbit::{Direction, OrbitCamera};
use crate::geometry::Bounds;

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
    /// Turns a 3D view about its target, by pixels.
    Turn(Vec2),
    /// Turns a 3D view to a fixed direction.
    Look(Direction),
    /// Sets whether parallel lines stay parallel in a 3D view.
    SetParallel(bool),
}

/// Camera of each view, and the active view: the one that was panned or zoomed last.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Views {
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

    /// Shows a box in all views, with a margin.
    pub(in crate::editor) fn frame(&mut self, bounds: &Bounds) {
        self.active_mut().frame(bounds);
        self.orbit.frame(bounds);
    }

    /// Returns the camera of a view; the default camera if the view has had no input.
    ///
    /// For the 3D view, it is a camera from above with the same scale at the target.
    pub(in crate::editor) fn camera(&self, view: ViewId) -> Camera {
        if view == ViewId::SPACE {
            return self.orbit.camera_above();
        }
        self.cameras.get(&view).copied().unwrap_or_default()
    }

    pub(in crate::editor) fn active(&self) -> ViewId {
        self.active
    }

    /// Returns the camera of the active view.
    pub(in crate::editor) fn active_mut(&mut self) -> &mut Camera {
        self.cameras.entry(self.active).or_default()
    }

    pub(in crate::editor) fn handle(&mut self, view: ViewId, input: ViewInput) {
        if view == ViewId::SPACE {
            let orbit = &mut self.orbit;
            return match input {
                ViewInput::Resize(size) => orbit.size = size,
                ViewInput::Pan(pixels) => orbit.pan(pixels),
                ViewInput::Zoom { factor, .. } => orbit.zoom(factor),
                ViewInput::Turn(pixels) => orbit.turn(pixels),
                ViewInput::Look(direction) => orbit.look(direction),
                ViewInput::SetParallel(is_parallel) => orbit.is_parallel = is_parallel,
            };
        }
        let camera = self.cameras.entry(view).or_default();
        match input {
            ViewInput::Resize(size) => {
                camera.size = size;
                return;
            }
            ViewInput::Pan(pixels) => camera.pan(pixels),
            ViewInput::Zoom { screen, factor } => camera.zoom(screen, factor),
            // A view from above does not turn.
            ViewInput::Turn(_) | ViewInput::Look(_) | ViewInput::SetParallel(_) => return,
        }
        self.active = view;
    }
}
