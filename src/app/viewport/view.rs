//! From the ground to the window and back.

use egui::{Pos2, Rect};
use glam::{DVec2, Vec2};

use crate::editor::Camera;

/// The editor's camera, and where in the window its picture is.
#[derive(Clone, Copy, Debug)]
pub(super) struct View {
    pub(super) camera: Camera,
    pub(super) rect: Rect,
}

impl View {
    pub(super) fn new(camera: Camera, rect: Rect) -> Self {
        Self { camera, rect }
    }

    /// Where in the window a ground position is.
    pub(super) fn window_from_ground(&self, ground: Vec2) -> Pos2 {
        let screen = self.camera.screen_from_ground(ground);
        Pos2::new(self.rect.min.x + screen.x, self.rect.min.y + screen.y)
    }

    /// Which ground position is at a place of the window.
    pub(super) fn ground_from_window(&self, at: Pos2) -> Vec2 {
        self.camera.ground_from_screen(self.screen_from_window(at))
    }

    /// A place of the window as the camera counts, from the canvas's corner.
    pub(super) fn screen_from_window(&self, at: Pos2) -> Vec2 {
        Vec2::new(at.x - self.rect.min.x, at.y - self.rect.min.y)
    }

    /// The smallest and the largest ground coordinates in view.
    pub(super) fn visible(&self) -> [DVec2; 2] {
        let half = self.camera.size.as_dvec2() * 0.5 * self.camera.meters_per_pixel;
        [self.camera.center - half, self.camera.center + half]
    }
}
