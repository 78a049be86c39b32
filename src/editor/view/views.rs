//! Views of the scene, each with its own camera.

use std::collections::BTreeMap;

use glam::Vec2;

use crate::editor::view::camera::Camera;

/// Identifies a view of the scene.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ViewId(pub u32);

impl ViewId {
    /// The view from above.
    pub const ABOVE: Self = Self(0);
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
}

/// Camera of each view, and the active view: the one that was panned or zoomed last.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Views {
    cameras: BTreeMap<ViewId, Camera>,
    /// The view that commands apply to.
    active: ViewId,
}

impl Views {
    /// Returns the camera of a view; the default camera if the view has had no input.
    pub(in crate::editor) fn camera(&self, view: ViewId) -> Camera {
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
        let camera = self.cameras.entry(view).or_default();
        match input {
            ViewInput::Resize(size) => {
                camera.size = size;
                return;
            }
            ViewInput::Pan(pixels) => camera.pan(pixels),
            ViewInput::Zoom { screen, factor } => camera.zoom(screen, factor),
        }
        self.active = view;
    }
}
