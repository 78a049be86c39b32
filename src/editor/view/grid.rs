//! Distance between the lines of the grid that points snap to.

use crate::editor::State;
use crate::editor::view::camera::Camera;

/// Distance between grid lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum GridSize {
    /// Depends on the zoom: 1, 2 or 5 times a power of ten, and at least 12 pixels.
    Adaptive,
    /// Fixed number of metres at every zoom.
    Fixed(f32),
}

impl Default for GridSize {
    /// Returns half a metre.
    ///
    /// Doors, stairs and walls of levels are multiples of it, and agents are about as wide.
    fn default() -> Self {
        Self::Fixed(0.5)
    }
}

/// Range of grid sizes, in metres.
const SIZES: std::ops::RangeInclusive<f32> = 1e-4..=1e4;

impl GridSize {
    /// Grid sizes in menus, in metres.
    pub const PRESETS: [f32; 9] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0];

    /// Returns the distance between the lines that points snap to, in metres.
    pub fn step(self, camera: &Camera) -> f32 {
        match self {
            Self::Adaptive => camera.grid_step(),
            Self::Fixed(step) => step,
        }
    }

    /// Returns the distance between drawn grid lines, in metres.
    ///
    /// It is the step, or a multiple of it if lines would be too dense.
    pub fn drawn_step(self, camera: &Camera) -> f32 {
        let Self::Fixed(step) = self else { return camera.grid_step() };
        let least = camera.grid_step();
        // Among four consecutive values of 1, 2 and 5 times a power of ten, one is a multiple of any preset.
        let coarser = [1.0, 2.0, 4.0, 5.0, 10.0, 20.0, 25.0, 50.0, 100.0].map(|factor| least * factor / 2.0);
        let is_multiple = |&drawn: &f32| {
            let ratio = drawn / step;
            drawn >= least && ratio >= 1.0 && (ratio - ratio.round()).abs() < 1e-3
        };
        if step >= least { step } else { coarser.into_iter().find(is_multiple).unwrap_or(least) }
    }

    /// Returns the distances between minor and major lines, in metres.
    pub fn drawn_steps(self, camera: &Camera) -> [f64; 2] {
        let minor = f64::from(self.drawn_step(camera));
        let leading = minor / 10_f64.powf((minor * 1.001).log10().floor());
        let is_half_or_quarter = [5.0, 2.5].iter().any(|half| (leading - half).abs() < 0.01);
        [minor, minor * if is_half_or_quarter { 4.0 } else { 5.0 }]
    }

    /// Returns `self` if its step is in the valid range; `old` otherwise.
    #[must_use]
    pub(in crate::editor) fn made_sensible(self, old: Self) -> Self {
        match self {
            Self::Fixed(step) if !SIZES.contains(&step) => old,
            size => size,
        }
    }

    /// Returns the next coarser or the next finer preset; `self` at the end of the list.
    #[must_use]
    pub fn next(self, camera: &Camera, is_coarser: bool) -> Self {
        let step = self.step(camera);
        let mut presets = Self::PRESETS.into_iter();
        let next = if is_coarser {
            presets.find(|&preset| preset > step * 1.001)
        } else {
            presets.rfind(|&preset| preset < step * 0.999)
        };
        next.map_or(self, Self::Fixed)
    }

    /// Returns the title in menus: "Adaptive" or "0.5 m".
    pub fn title(self) -> String {
        match self {
            Self::Adaptive => "Adaptive".into(),
            Self::Fixed(step) => format!("{step} m"),
        }
    }
}

/// Returns the distance between the lines that points snap to, in metres.
pub fn step(state: &State) -> f32 {
    state.options().grid.step(&state.camera())
}

/// Returns the distances between minor and major marks of rulers, in metres.
///
/// Both are 1, 2 or 5 times a power of ten.
pub fn ruler_steps(camera: &Camera) -> [f64; 2] {
    let minor = f64::from(camera.grid_step());
    let leading = (minor / 10_f64.powf((minor * 1.001).log10().floor())).round();
    [minor, minor * if leading == 5.0 { 4.0 } else { 5.0 }]
}

/// Returns the multiples of a step from a minimum to a maximum.
pub fn multiples(step: f64, min: f64, max: f64) -> impl Iterator<Item = f64> {
    let (first, last) = ((min / step).ceil() as i64, (max / step).floor() as i64);
    (first..=last).map(move |i| i as f64 * step)
}

/// Formats a length with enough decimals to distinguish two multiples of `step`.
pub fn length(meters: f64, step: f64) -> String {
    let decimals = (-(step * 1.001).log10().floor()).clamp(0.0, 6.0) as usize;
    let text = format!("{meters:.decimals$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() { "0".into() } else { text }
}

/// Returns the text at a scale bar of a length in metres.
pub fn scale_text(meters: f64) -> String {
    if meters >= 1000.0 {
        format!("{} km", length(meters / 1000.0, meters / 1000.0))
    } else {
        format!("{} m", length(meters, meters))
    }
}
