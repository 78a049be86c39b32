//! Conversion between ground and window positions.

use egui::{Pos2, Rect};
use glam::{DVec2, Vec2};

use crate::editor::{Camera, ViewId};

/// View of the scene that the canvas shows.
pub(super) const VIEW: ViewId = ViewId::ABOVE;

/// The camera of the editor and its rectangle in the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) camera: Camera,
    pub(super) rect: Rect,
}

impl View {
    /// Returns the window position of a ground position.
    pub(super) fn window_from_ground(&self, ground: Vec2) -> Pos2 {
        let screen = self.camera.screen_from_ground(ground);
        Pos2::new(self.rect.min.x + screen.x, self.rect.min.y + screen.y)
    }

    /// Returns the ground position at a window position.
    pub(super) fn ground_from_window(&self, at: Pos2) -> Vec2 {
        self.camera.ground_from_screen(self.screen_from_window(at))
    }

    /// Returns a window position relative to the canvas's corner, as the camera uses it.
    pub(super) fn screen_from_window(&self, at: Pos2) -> Vec2 {
        Vec2::new(at.x - self.rect.min.x, at.y - self.rect.min.y)
    }

    /// Returns the minimum and the maximum of the visible ground coordinates.
    pub(super) fn visible(&self) -> [DVec2; 2] {
        let half = self.camera.size.as_dvec2() * 0.5 * self.camera.meters_per_pixel;
        [self.camera.center - half, self.camera.center + half]
    }
}
