//! The pointer: its position, line of sight and modifier keys.

use glam::{Vec2, Vec3};

use crate::geometry::{at_height, ground};

/// Keys held during a pointer event. `command` is Ctrl, or Cmd on a Mac.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Modifiers {
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Ctrl is held, or Cmd on a Mac.
    pub command: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl Modifiers {
    /// Whether a click adds to the selection, or removes from it, instead of replacing it.
    pub(in crate::editor) fn extends_selection(self) -> bool {
        self.shift || self.command
    }
}

/// Maximum distance, in pixels, of an element that counts as under the pointer.
pub const PICK_PIXELS: f32 = 9.0;

/// Line of sight through the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointerRay {
    /// Point on the line.
    pub origin: Vec3,
    /// Unit vector away from the eye.
    pub direction: Vec3,
}

impl PointerRay {
    /// Returns the position at a distance along the ray, in metres from the origin.
    pub fn at(&self, along: f32) -> Vec3 {
        self.origin + self.direction * along
    }

    /// Returns the ground position where the ray meets a height; `None` if it does not.
    pub fn at_height(&self, height: f32) -> Option<Vec2> {
        let along = (height - self.origin.y) / self.direction.y;
        (along.is_finite() && along >= 0.0).then(|| ground(self.at(along)))
    }

    /// Returns the rise of the line of sight along the vertical line over a ground position.
    ///
    /// It starts where `before` passes the vertical line. Returns `None` if one of the rays is vertical.
    pub(in crate::editor) fn rise_since(&self, before: &Self, over: Vec2) -> Option<f32> {
        let height = |ray: &Self| {
            let direction = ground(ray.direction);
            let along = (over - ground(ray.origin)).dot(direction) / direction.length_squared();
            (direction.length() > 1e-3).then(|| ray.at(along).y)
        };
        Some(height(self)? - height(before)?)
    }

    /// Returns how far along the ray a position lies, in metres from the origin.
    pub fn along(&self, at: Vec3) -> f32 {
        (at - self.origin).dot(self.direction)
    }
}

/// Position of the pointer and its pick radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Line of sight; straight down in the view from above.
    pub ray: PointerRay,
    /// Position on the ground: X and Z of the point that the ray meets.
    pub ground: Vec2,
    /// Maximum distance, in metres, of an element that counts as under the pointer.
    ///
    /// It is a fixed number of pixels, so it changes with the zoom.
    pub pick_radius: f32,
    /// Keys held.
    pub modifiers: Modifiers,
}

impl Pointer {
    /// Returns a pointer in the view from above, whose ray leads straight down.
    pub fn above(ground: Vec2, pick_radius: f32, modifiers: Modifiers) -> Self {
        let ray = PointerRay { origin: at_height(ground, 0.0), direction: Vec3::NEG_Y };
        Self { ray, ground, pick_radius, modifiers }
    }

    /// Returns the pointer moved to a ground position, with its ray.
    #[must_use]
    pub(in crate::editor) fn moved_to(self, ground: Vec2) -> Self {
        let origin = self.ray.origin + at_height(ground - self.ground, 0.0);
        Self { ray: PointerRay { origin, ..self.ray }, ground, ..self }
    }
}
