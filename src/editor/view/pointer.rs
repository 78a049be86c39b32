//! The pointer: its position, line of sight and modifier keys.

use glam::{Vec2, Vec3};

use navsmith_core::geometry::{Segment, at_height, ground, nearest_points};

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

    /// Returns the position where the ray meets a plane; `None` if it does not.
    pub(in crate::editor) fn at_plane(&self, on: Vec3, normal: Vec3) -> Option<Vec3> {
        let along = (on - self.origin).dot(normal) / self.direction.dot(normal);
        (along.is_finite() && along >= 0.0).then(|| self.at(along))
    }
}

/// Position of the pointer and its pick radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Line of sight; straight down in the view from above.
    pub ray: PointerRay,
    /// Position on the ground: X and Z of the point that the ray meets.
    pub ground: Vec2,
    /// Height of the point that the ray meets; `None` in the view from above, where it meets all heights.
    pub height: Option<f32>,
    /// Maximum distance, in metres, of an element that counts as under the pointer.
    ///
    /// It is a fixed number of pixels at the point that the ray meets, so it changes with the zoom.
    pub pick_radius: f32,
    /// Growth of the pick radius along the ray in perspective, in metres per metre.
    pub spread: f32,
    /// Keys held.
    pub modifiers: Modifiers,
}

impl Pointer {
    /// Returns a pointer in the view from above, whose ray leads straight down.
    pub fn above(ground: Vec2, pick_radius: f32, modifiers: Modifiers) -> Self {
        let ray = PointerRay { origin: at_height(ground, 0.0), direction: Vec3::NEG_Y };
        Self { ray, ground, height: None, pick_radius, spread: 0.0, modifiers }
    }

    /// Returns the pointer moved to a ground position, with its ray.
    #[must_use]
    pub(in crate::editor) fn moved_to(self, ground: Vec2) -> Self {
        let origin = self.ray.origin + at_height(ground - self.ground, 0.0);
        Self { ray: PointerRay { origin, ..self.ray }, ground, ..self }
    }

    /// Returns the pointer moved to a position in space, with its ray.
    #[must_use]
    pub(in crate::editor) fn moved_to_point(self, at: Vec3) -> Self {
        let Some(height) = self.height else { return self.moved_to(ground(at)) };
        let ray = if self.spread > 0.0 {
            let direction = (at - self.ray.origin).normalize_or(self.ray.direction);
            PointerRay { direction, ..self.ray }
        } else {
            let origin = self.ray.origin + at - at_height(self.ground, height);
            PointerRay { origin, ..self.ray }
        };
        let (here, there) = (self.ray.along(at_height(self.ground, height)), ray.along(at));
        let pick_radius = self.pick_radius + (there - here) * self.spread;
        Self { ray, ground: ground(at), height: Some(at.y), pick_radius, ..self }
    }

    /// Returns the pick radius at a distance along the ray.
    pub(in crate::editor) fn radius_at(&self, along: f32) -> f32 {
        let Some(height) = self.height else { return self.pick_radius };
        let here = self.ray.along(at_height(self.ground, height));
        (self.pick_radius + (along - here) * self.spread).max(f32::MIN_POSITIVE)
    }

    /// Returns the distance of a position from the pointer, in metres.
    ///
    /// It is measured on the ground, or from the line of sight. In perspective, it is scaled to the point that the ray
    /// meets, so it compares with the pick radius.
    pub(in crate::editor) fn distance(&self, at: Vec3) -> f32 {
        if self.height.is_none() {
            return self.ground.distance(ground(at));
        }
        let along = self.ray.along(at);
        if along <= 0.0 {
            return f32::INFINITY;
        }
        self.ray.at(along).distance(at) * self.pick_radius / self.radius_at(along)
    }

    /// Returns the point of a segment that is nearest to the pointer.
    pub(in crate::editor) fn nearest_on(&self, [from, to]: [Vec3; 2]) -> Vec3 {
        if self.height.is_none() {
            return from.lerp(to, Segment::new(ground(from), ground(to)).nearest(self.ground));
        }
        let far = self.ray.along(from).max(self.ray.along(to)).max(0.0);
        let sight = [self.ray.origin, self.ray.at(far)].map(Vec3::as_dvec3);
        nearest_points([from, to].map(Vec3::as_dvec3), sight)[0].as_vec3()
    }
}
