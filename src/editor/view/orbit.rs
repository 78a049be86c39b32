//! The camera of the 3D view, which orbits a point.

use std::f64::consts::{FRAC_PI_2, TAU};

use glam::{DMat4, DVec2, DVec3, DVec4, Vec2, Vec3};

use crate::editor::view::camera::Camera;
use crate::editor::view::pointer::PointerRay;
use crate::geometry::Bounds;

/// View in perspective or in parallel projection of a point, from a distance.
///
/// Screen positions are in logical pixels from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrbitCamera {
    /// Point in the middle of the screen.
    pub target: DVec3,
    /// Distance of the eye from the target, in metres.
    pub distance: f64,
    /// Direction of the view on the ground, in radians: 0 looks along -Z, and a quarter turn along -X.
    pub yaw: f64,
    /// Angle of the view below the horizon, in radians, at most a right angle.
    pub pitch: f64,
    /// Whether parallel lines stay parallel.
    pub is_parallel: bool,
    /// Size of the view in pixels.
    pub size: Vec2,
}

/// Direction of a fixed view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From above, with Z downwards.
    Top,
    /// Along -Z.
    Front,
    /// Along -X.
    Right,
    /// From a corner.
    Corner,
}

/// Vertical field of view, in radians.
const FIELD_OF_VIEW: f64 = 0.8;

/// Radians per pixel of a drag.
const TURN: f64 = 0.006;

/// Range of distances in metres.
const DISTANCES: std::ops::RangeInclusive<f64> = 1e-3..=1e7;

/// Distances of the near and the far plane, relative to the distance of the target.
const PLANES: [f64; 2] = [1e-2, 1e3];

impl Default for OrbitCamera {
    fn default() -> Self {
        let (yaw, pitch) = Direction::Corner.angles();
        let size = Vec2::new(800.0, 600.0);
        Self { target: DVec3::ZERO, distance: 20.0, yaw, pitch, is_parallel: false, size }
    }
}

impl Direction {
    /// Returns yaw and pitch of the view.
    fn angles(self) -> (f64, f64) {
        match self {
            Self::Top => (0.0, FRAC_PI_2),
            Self::Front => (0.0, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Corner => (0.6, 0.7),
        }
    }
}

impl OrbitCamera {
    /// Returns the unit vectors to the right, upwards, and from the eye to the target.
    fn axes(&self) -> [DVec3; 3] {
        let (sin, cos) = self.yaw.sin_cos();
        let (down, level) = self.pitch.sin_cos();
        let forward = DVec3::new(-sin * level, -down, -cos * level);
        let right = DVec3::new(cos, 0.0, -sin);
        [right, right.cross(forward), forward]
    }

    /// Returns the position of the eye.
    pub fn eye(&self) -> DVec3 {
        self.target - self.axes()[2] * self.distance
    }

    /// Returns the number of metres that a pixel shows at the target.
    pub fn meters_per_pixel(&self) -> f64 {
        2.0 * self.distance * (FIELD_OF_VIEW * 0.5).tan() / f64::from(self.size.y.max(1.0))
    }

    /// Returns the transform from positions relative to `origin` to clip space, with depths from 0 to 1.
    pub fn clip_from_local(&self, origin: DVec3) -> DMat4 {
        let [right, up, forward] = self.axes();
        let eye = self.eye() - origin;
        let view = DMat4::from_cols(
            DVec4::new(right.x, up.x, -forward.x, 0.0),
            DVec4::new(right.y, up.y, -forward.y, 0.0),
            DVec4::new(right.z, up.z, -forward.z, 0.0),
            DVec4::new(-right.dot(eye), -up.dot(eye), forward.dot(eye), 1.0),
        );
        let aspect = f64::from(self.size.x.max(1.0)) / f64::from(self.size.y.max(1.0));
        let [near, far] = PLANES.map(|plane| plane * self.distance);
        let half = (FIELD_OF_VIEW * 0.5).tan();
        let projection = if self.is_parallel {
            let half = half * self.distance;
            let depth = DVec4::new(0.0, 0.0, -0.5 / far, 0.0);
            DMat4::from_cols(
                DVec4::X / (half * aspect),
                DVec4::Y / half,
                depth,
                DVec4::new(0.0, 0.0, 0.5, 1.0),
            )
        } else {
            let range = (near - far).recip();
            let depth = DVec4::new(0.0, 0.0, far * range, -1.0);
            DMat4::from_cols(
                DVec4::X / (half * aspect),
                DVec4::Y / half,
                depth,
                DVec4::Z * (near * far * range),
            )
        };
        projection * view
    }

    /// Returns the screen position of a position; `None` behind the near plane.
    pub fn screen_from_world(&self, at: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_local(DVec3::ZERO) * at.as_dvec3().extend(1.0);
        if clip.w <= 0.0 || clip.z < 0.0 {
            return None;
        }
        let ndc = DVec2::new(clip.x, -clip.y) / clip.w;
        Some(((ndc + DVec2::ONE) * 0.5 * self.size.as_dvec2()).as_vec2())
    }

    /// Returns the part of a segment in front of the near plane; `None` if there is none.
    pub fn in_front(&self, [from, to]: [Vec3; 2]) -> Option<[Vec3; 2]> {
        let clip = self.clip_from_local(DVec3::ZERO);
        let [a, b] = [from, to].map(|end| (clip * end.as_dvec3().extend(1.0)).z);
        // The near plane is a little farther, so that rounding keeps both ends in front of it.
        let near = if self.is_parallel { 0.0 } else { 1e-4 * self.distance };
        let [a, b] = [a - near, b - near];
        let cross = || from.as_dvec3().lerp(to.as_dvec3(), a / (a - b)).as_vec3();
        match (a >= 0.0, b >= 0.0) {
            (true, true) => Some([from, to]),
            (true, false) => Some([from, cross()]),
            (false, true) => Some([cross(), to]),
            (false, false) => None,
        }
    }

    /// Returns the line of sight through a screen position.
    pub fn ray(&self, screen: Vec2) -> PointerRay {
        let [right, up, forward] = self.axes();
        let from_middle = (screen - self.size * 0.5).as_dvec2() * self.meters_per_pixel();
        let beside = right * from_middle.x - up * from_middle.y;
        let (origin, direction) = if self.is_parallel {
            (self.target + beside - forward * self.distance, forward)
        } else {
            (self.eye(), (forward * self.distance + beside).normalize())
        };
        PointerRay { origin: origin.as_vec3(), direction: direction.as_vec3() }
    }

    /// Returns a camera from above with the scale of this one at its target, which shows the whole ground.
    ///
    /// Drawing uses it for the sizes of marks.
    pub fn camera_above(&self) -> Camera {
        Camera {
            center: DVec2::new(self.target.x, self.target.z),
            meters_per_pixel: self.meters_per_pixel(),
            size: Vec2::splat(1e7),
        }
    }

    /// Turns the view about its target by a drag in pixels.
    pub(super) fn turn(&mut self, pixels: Vec2) {
        self.yaw = (self.yaw - f64::from(pixels.x) * TURN).rem_euclid(TAU);
        self.pitch = (self.pitch + f64::from(pixels.y) * TURN).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves the view with the pointer, by pixels.
    pub(super) fn pan(&mut self, pixels: Vec2) {
        let [right, up, _] = self.axes();
        let moved = pixels.as_dvec2() * self.meters_per_pixel();
        self.target += up * moved.y - right * moved.x;
    }

    /// Zooms in by `factor`, or out if it is below 1, about the middle.
    pub(super) fn zoom(&mut self, factor: f32) {
        self.distance = (self.distance / f64::from(factor)).clamp(*DISTANCES.start(), *DISTANCES.end());
    }

    pub(super) fn look(&mut self, direction: Direction) {
        (self.yaw, self.pitch) = direction.angles();
    }

    /// Shows a box; an empty box leaves the view as it is.
    pub(super) fn frame(&mut self, bounds: &Bounds) {
        if bounds.is_empty() {
            return;
        }
        self.target = bounds.center().as_dvec3();
        let radius = bounds.size().as_dvec3().length() * 0.5;
        let aspect = f64::from(self.size.x / self.size.y.max(1.0)).min(1.0);
        if radius > 0.0 {
            let distance = radius / ((FIELD_OF_VIEW * 0.5).tan() * aspect.max(0.1));
            self.distance = distance.clamp(*DISTANCES.start(), *DISTANCES.end());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cameras() -> impl Iterator<Item = OrbitCamera> {
        let angles = [(0.0, 0.0), (0.6, 0.7), (2.5, 1.5), (4.0, -0.4), (0.0, FRAC_PI_2)];
        angles.into_iter().flat_map(|(yaw, pitch)| {
            let target = DVec3::new(3.0, 1.0, -7.0);
            [false, true].map(|is_parallel| OrbitCamera {
                target,
                yaw,
                pitch,
                is_parallel,
                ..OrbitCamera::default()
            })
        })
    }

    #[test]
    fn the_target_is_in_the_middle_and_rays_lead_back_to_what_they_show() {
        for camera in cameras() {
            let middle = camera.screen_from_world(camera.target.as_vec3()).expect("in front");
            assert!(middle.distance(camera.size * 0.5) < 0.01, "{camera:?}: {middle}");
            for at in [Vec3::new(3.5, 1.0, -6.0), Vec3::new(2.0, 3.0, -9.0)] {
                let ray = camera.ray(camera.screen_from_world(at).expect("in front"));
                let away = (at - ray.origin).cross(ray.direction).length();
                assert!(away < 1e-3, "{camera:?}: {at} is {away} m from its ray");
            }
        }
    }

    #[test]
    fn the_view_from_above_is_that_of_the_plan() {
        let mut camera = OrbitCamera::default();
        camera.look(Direction::Top);
        let [at, right, below] =
            [Vec3::ZERO, Vec3::X, Vec3::Z].map(|at| camera.screen_from_world(at).expect("in front"));
        assert!(right.x > at.x && (right.y - at.y).abs() < 1e-3, "X to the right");
        assert!(below.y > at.y && (below.x - at.x).abs() < 1e-3, "Z downwards");
    }

    #[test]
    fn a_segment_that_passes_the_eye_is_cut() {
        let camera = OrbitCamera::default();
        let (eye, target) = (camera.eye().as_vec3(), camera.target.as_vec3());
        let behind = eye + (eye - target);
        let cut = camera.in_front([target, behind]).expect("a part is in front");
        assert!(cut.iter().all(|&end| camera.screen_from_world(end).is_some()), "{cut:?}");
        assert_eq!(camera.in_front([behind, behind + Vec3::Y]), None, "all of it is behind");
    }

    #[test]
    fn panning_moves_what_is_in_the_middle_with_the_pointer() {
        for mut camera in cameras() {
            let at = camera.target.as_vec3();
            let before = camera.screen_from_world(at).expect("in front");
            camera.pan(Vec2::new(30.0, -20.0));
            let after = camera.screen_from_world(at).expect("in front");
            assert!((after - before - Vec2::new(30.0, -20.0)).length() < 0.05, "{camera:?}");
        }
    }
}
