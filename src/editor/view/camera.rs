//! The view from above: the part of the ground that the screen shows.

use glam::{DVec2, Vec2};

use navsmith_core::geometry::Bounds;

/// View from straight above, with X to the right and Z downwards.
///
/// Screen positions are in logical pixels from the top left corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Ground position at the middle of the screen.
    ///
    /// It is f64, so that nothing jitters far from the origin.
    pub center: DVec2,
    /// Number of metres that a pixel shows.
    pub meters_per_pixel: f64,
    /// Size of the view in pixels.
    pub size: Vec2,
}

/// Range of [`Camera::meters_per_pixel`]: from a micrometre to ten kilometres.
const SCALES: std::ops::RangeInclusive<f64> = 1e-6..=1e4;

/// Minimum distance between grid lines in pixels.
const LEAST_GRID_PIXELS: f64 = 12.0;

impl Default for Camera {
    fn default() -> Self {
        Self { center: DVec2::ZERO, meters_per_pixel: 0.02, size: Vec2::new(800.0, 600.0) }
    }
}

impl Camera {
    /// Returns the screen position of a ground position.
    pub fn screen_from_ground(&self, ground: Vec2) -> Vec2 {
        ((ground.as_dvec2() - self.center) / self.meters_per_pixel).as_vec2() + self.size * 0.5
    }

    /// Returns the ground position at a screen position.
    pub fn ground_from_screen(&self, screen: Vec2) -> Vec2 {
        ((screen - self.size * 0.5).as_dvec2() * self.meters_per_pixel + self.center).as_vec2()
    }

    /// Returns the corners of the visible ground, with a margin.
    pub fn visible(&self) -> [Vec2; 2] {
        let margin = Vec2::splat(32.0);
        [-margin, self.size + margin].map(|screen| self.ground_from_screen(screen))
    }

    /// Whether a box intersects the visible ground.
    pub(in crate::editor) fn sees(&self, bounds: &Bounds) -> bool {
        let [min, max] = self.visible();
        bounds.min.x <= max.x && min.x <= bounds.max.x && bounds.min.z <= max.y && min.y <= bounds.max.z
    }

    /// Converts a length on the screen from pixels to metres.
    pub fn meters(&self, pixels: f32) -> f32 {
        (f64::from(pixels) * self.meters_per_pixel) as f32
    }

    /// Returns the distance between minor grid lines in metres.
    ///
    /// It is 1, 2 or 5 times a power of ten, and at least 12 pixels on the screen.
    pub fn grid_step(&self) -> f32 {
        round_step(self.meters_per_pixel * LEAST_GRID_PIXELS) as f32
    }

    /// Moves the view so that the ground follows the pointer by a distance on the screen.
    pub fn pan(&mut self, pixels: Vec2) {
        self.center -= pixels.as_dvec2() * self.meters_per_pixel;
    }

    /// Zooms in by `factor`, or out if it is below 1; the ground at `screen` stays in place.
    pub fn zoom(&mut self, screen: Vec2, factor: f32) {
        let from_middle = (screen - self.size * 0.5).as_dvec2();
        let fixed = self.center + from_middle * self.meters_per_pixel;
        let scale = self.meters_per_pixel / f64::from(factor);
        self.meters_per_pixel = scale.clamp(*SCALES.start(), *SCALES.end());
        self.center = fixed - from_middle * self.meters_per_pixel;
    }

    /// Shows a box with a margin.
    ///
    /// An empty box leaves the view as it is. A box without an extent on the ground keeps the scale.
    pub fn frame(&mut self, bounds: &Bounds) {
        if bounds.is_empty() {
            return;
        }
        self.center = navsmith_core::geometry::ground(bounds.center()).as_dvec2();
        let size = bounds.size().as_dvec3();
        let room = (self.size.as_dvec2() * 0.86).max(DVec2::ONE);
        let scale = (size.x / room.x).max(size.z / room.y);
        if scale > 0.0 {
            self.meters_per_pixel = scale.clamp(*SCALES.start(), *SCALES.end());
        }
    }
}

/// Returns the smallest step of 1, 2 or 5 times a power of ten that is at least `least`.
pub fn round_step(least: f64) -> f64 {
    let power = 10.0_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * power >= least).unwrap_or(10.0) * power
}
