//! The camera of the 3D view, which orbits a point.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use glam::{DMat4, DVec2, DVec3, DVec4, Vec2, Vec3};

use crate::editor::view::camera::Camera;
use crate::editor::view::pointer::PointerRay;
use navsmith_core::geometry::Bounds;

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
    /// Whether the user chose the parallel projection.
    pub is_parallel: bool,
    /// Fixed direction that the view still has; all of them except the corner are parallel.
    pub direction: Option<Direction>,
    /// Point that a drag turns the view about; `None` for the target.
    pub pivot: Option<DVec3>,
    /// Speed of flying in metres per second.
    pub speed: f64,
    /// Size of the view in pixels.
    pub size: Vec2,
}

/// Direction of a fixed view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From above, with Z downwards.
    Top,
    /// From below, with Z upwards.
    Bottom,
    /// Along -Z.
    Front,
    /// Along Z.
    Back,
    /// Along -X.
    Right,
    /// Along X.
    Left,
    /// From a corner, in perspective.
    Corner,
}

/// Vertical field of view, in radians.
const FIELD_OF_VIEW: f64 = 0.8;

/// Radians per pixel of a drag.
const TURN: f64 = 0.006;

/// Range of distances in metres.
const DISTANCES: std::ops::RangeInclusive<f64> = 1e-3..=1e7;

/// Distances of the near and the far plane, relative to the distance of the target.
const PLANES: [f64; 2] = [1e-3, 1e3];

/// Range of speeds of flying, in metres per second.
const SPEEDS: std::ops::RangeInclusive<f64> = 0.01..=1e5;

/// Minimum depth range of the parallel projection on each side of the eye, in metres.
const LEAST_REACH: f64 = 3000.0;

/// Time to fly across a framed box, in seconds.
const CROSSING: f64 = 8.0;

/// Part of the view that a framed box fills.
const FILLED: f64 = 0.88;

impl Default for OrbitCamera {
    fn default() -> Self {
        let (yaw, pitch) = Direction::Corner.angles();
        let size = Vec2::new(800.0, 600.0);
        Self {
            target: DVec3::ZERO,
            distance: 20.0,
            yaw,
            pitch,
            is_parallel: false,
            direction: Some(Direction::Corner),
            pivot: None,
            speed: 5.0,
            size,
        }
    }
}

impl Direction {
    /// Returns yaw and pitch of the view.
    fn angles(self) -> (f64, f64) {
        match self {
            Self::Top => (0.0, FRAC_PI_2),
            Self::Bottom => (0.0, -FRAC_PI_2),
            Self::Front => (0.0, 0.0),
            Self::Back => (PI, 0.0),
            Self::Right => (FRAC_PI_2, 0.0),
            Self::Left => (3.0 * FRAC_PI_2, 0.0),
            Self::Corner => (0.6, 0.7),
        }
    }
}

impl OrbitCamera {
    /// Whether parallel lines stay parallel.
    pub fn has_parallel_lines(&self) -> bool {
        self.is_parallel || self.direction.is_some_and(|direction| direction != Direction::Corner)
    }

    /// Returns the unit vector from the eye to the target.
    pub fn forward(&self) -> Vec3 {
        self.axes()[2].as_vec3()
    }

    /// Returns the directions of X, Y and Z: on the screen, right and down, and away from the viewer.
    pub fn axes_on_screen(&self) -> [Vec3; 3] {
        let [right, up, forward] = self.axes();
        DVec3::AXES.map(|axis| DVec3::new(axis.dot(right), -axis.dot(up), axis.dot(forward)).as_vec3())
    }

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

    /// Returns how much nearer to the viewer lines are drawn than fills, as a part of the depth range.
    ///
    /// It is negative in perspective, where it is a part of the distance instead.
    pub fn depth_offset(&self) -> f32 {
        const OFFSET: f64 = 2e-3;
        let offset = if self.has_parallel_lines() {
            OFFSET * self.distance / (2.0 * self.parallel_reach())
        } else {
            -OFFSET
        };
        offset as f32
    }

    /// Returns the depth range of the parallel projection on each side of the eye, in metres.
    fn parallel_reach(&self) -> f64 {
        (3.0 * self.distance).max(LEAST_REACH)
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
        let projection = if self.has_parallel_lines() {
            let half = half * self.distance;
            let depth = DVec4::new(0.0, 0.0, -0.5 / self.parallel_reach(), 0.0);
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
        self.screen_from_clip(self.clip_from_local(DVec3::ZERO) * at.as_dvec3().extend(1.0))
    }

    /// Returns the screen position of a position in clip space; `None` behind the near plane.
    pub(in crate::editor) fn screen_from_clip(&self, clip: DVec4) -> Option<Vec2> {
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
        let near = if self.has_parallel_lines() { 0.0 } else { 1e-4 * self.distance };
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
        let (origin, direction) = if self.has_parallel_lines() {
            // Elements between the target and the viewer are in sight however near the target is.
            (self.eye() + beside - forward * self.parallel_reach(), forward)
        } else {
            (self.eye(), (forward * self.distance + beside).normalize())
        };
        PointerRay { origin: origin.as_vec3(), direction: direction.as_vec3() }
    }

    /// Returns a camera from above like [`Self::camera_above`] that shows the visible ground only.
    ///
    /// `heights` are the lowest and the highest of the mesh. If the view shows the horizon, the camera shows all.
    pub fn camera_over(&self, heights: [f32; 2]) -> Camera {
        let all = self.camera_above();
        let Vec2 { x, y } = self.size;
        let corners = [Vec2::ZERO, Vec2::new(x, 0.0), Vec2::new(0.0, y), self.size];
        let rays = corners.map(|corner| self.ray(corner));
        let mut ground = [DVec2::INFINITY, DVec2::NEG_INFINITY];
        for (ray, height) in rays.iter().flat_map(|ray| heights.map(|height| (ray, height))) {
            let Some(at) = ray.at_height(height).map(Vec2::as_dvec2) else { return all };
            ground = [ground[0].min(at), ground[1].max(at)];
        }
        let [min, max] = ground;
        let size = ((max - min) / all.meters_per_pixel).as_vec2();
        Camera { center: (min + max) * 0.5, size: size.min(all.size), ..all }
    }

    /// Returns the position at a screen position in the plane through the target.
    pub(in crate::editor) fn at_target_plane(&self, screen: Vec2) -> Vec3 {
        let [right, up, _] = self.axes();
        let from_middle = (screen - self.size * 0.5).as_dvec2() * self.meters_per_pixel();
        (self.target + right * from_middle.x - up * from_middle.y).as_vec3()
    }

    /// Returns the screen position of a line of sight.
    pub(in crate::editor) fn screen_from_ray(&self, ray: &PointerRay) -> Vec2 {
        let at = ray.at_plane(self.target.as_vec3(), self.forward());
        at.and_then(|at| self.screen_from_world(at)).unwrap_or(self.size * 0.5)
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

    /// Sets the point that a drag turns the view about; `None` for the target.
    pub fn set_pivot(&mut self, pivot: Option<Vec3>) {
        self.pivot = pivot.map(Vec3::as_dvec3);
    }

    /// Turns the view about its pivot by a drag in pixels; the pivot keeps its place on the screen.
    pub fn turn(&mut self, pixels: Vec2) {
        let pivot = self.pivot.unwrap_or(self.target);
        let from_pivot = self.axes().map(|axis| axis.dot(self.target - pivot));
        self.rotate(pixels);
        let [right, up, forward] = self.axes();
        self.target = pivot + right * from_pivot[0] + up * from_pivot[1] + forward * from_pivot[2];
    }

    /// Turns the view about its eye by a drag in pixels.
    pub fn look_around(&mut self, pixels: Vec2) {
        let eye = self.eye();
        self.rotate(pixels);
        self.target = eye + self.axes()[2] * self.distance;
    }

    fn rotate(&mut self, pixels: Vec2) {
        self.direction = None;
        self.yaw = (self.yaw - f64::from(pixels.x) * TURN).rem_euclid(TAU);
        self.pitch = (self.pitch + f64::from(pixels.y) * TURN).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Flies for some seconds: to the right, upwards and forwards.
    pub fn fly(&mut self, along: Vec3, seconds: f32) {
        let along = along.as_dvec3().clamp_length_max(1.0) * self.speed * f64::from(seconds.max(0.0));
        let [right, _, forward] = self.axes();
        self.target += right * along.x + DVec3::Y * along.y + forward * along.z;
    }

    /// Multiplies the speed of flying.
    pub fn change_speed(&mut self, factor: f32) {
        self.speed = (self.speed * f64::from(factor)).clamp(*SPEEDS.start(), *SPEEDS.end());
    }

    /// Moves the view with the pointer, by pixels.
    pub fn pan(&mut self, pixels: Vec2) {
        let [right, up, _] = self.axes();
        let moved = pixels.as_dvec2() * self.meters_per_pixel();
        self.target += up * moved.y - right * moved.x;
    }

    /// Zooms in by `factor`, or out if it is below 1; a point keeps its place on the screen.
    pub fn zoom(&mut self, factor: f32, about: DVec3) {
        let distance = (self.distance / f64::from(factor)).clamp(*DISTANCES.start(), *DISTANCES.end());
        self.target = about + (self.target - about) * (distance / self.distance);
        self.distance = distance;
    }

    /// Looks in a fixed direction, about the target; the view from the corner is in perspective.
    pub fn look(&mut self, direction: Direction) {
        (self.yaw, self.pitch) = direction.angles();
        self.direction = Some(direction);
        self.is_parallel &= direction != Direction::Corner;
    }

    /// Sets whether parallel lines stay parallel, also in a fixed direction.
    pub(in crate::editor) fn set_parallel(&mut self, is_parallel: bool) {
        self.is_parallel = is_parallel;
        self.direction = self.direction.filter(|&direction| is_parallel || direction == Direction::Corner);
    }

    /// Looks from the opposite side.
    pub fn look_back(&mut self) {
        let opposite = self.direction.and_then(|direction| match direction {
            Direction::Top => Some(Direction::Bottom),
            Direction::Bottom => Some(Direction::Top),
            Direction::Front => Some(Direction::Back),
            Direction::Back => Some(Direction::Front),
            Direction::Right => Some(Direction::Left),
            Direction::Left => Some(Direction::Right),
            Direction::Corner => None,
        });
        match opposite {
            Some(opposite) => self.look(opposite),
            None => self.yaw = (self.yaw + PI).rem_euclid(TAU),
        }
    }

    /// Shows a box with a margin.
    ///
    /// An empty box leaves the view as it is. A single point keeps the distance.
    pub fn frame(&mut self, bounds: &Bounds) {
        if bounds.is_empty() {
            return;
        }
        self.target = bounds.center().as_dvec3();
        let half = bounds.size().as_dvec3() * 0.5;
        if half == DVec3::ZERO {
            return;
        }
        let tangent = (FIELD_OF_VIEW * 0.5).tan() * FILLED;
        let aspect = f64::from(self.size.x.max(1.0)) / f64::from(self.size.y.max(1.0));
        let [right, up, forward] = self.axes();
        let needed = (0..8).map(|corner: u8| {
            let sign = |axis: u8| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
            let at = half * DVec3::new(sign(0), sign(1), sign(2));
            let beside = (at.dot(right).abs() / (tangent * aspect)).max(at.dot(up).abs() / tangent);
            if self.has_parallel_lines() { beside } else { beside - at.dot(forward) }
        });
        let distance = needed.fold(0.0, f64::max);
        self.distance = distance.clamp(*DISTANCES.start(), *DISTANCES.end());
        self.speed = (half.length() * 2.0 / CROSSING).clamp(*SPEEDS.start(), *SPEEDS.end());
    }
}
