//! The fill of a cell: colour and hatch.

use super::color::Color;
use super::palette::{Canvas, okabe_ito, palette};
use crate::editor::session::options::LevelShading;
use crate::editor::view::scene::{Searched, Tint};
use navsmith_core::navmesh::IslandId;
use navsmith_formats::document::Document;

/// A cell's fill: its colour, and the number of its hatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellPaint {
    /// Colour; opacity 0 hides the cell.
    pub color: Color,
    /// Number of the hatch, 0 for none; see [`hatch_of`].
    pub hatch: u8,
    /// Weight of the colour of the local height against `color`; 255 uses the height alone.
    pub by_height: u8,
}

/// Opacity of a fill; the grid shows through it.
const OPACITY: u8 = 212;

/// Returns the fill of a cell.
pub fn tint(tint: Tint, document: &Document, is_dark: bool) -> CellPaint {
    let canvas = &palette(is_dark).canvas;
    let plain = |color: Color| CellPaint { color: over_grid(muted(color, canvas)), ..CellPaint::default() };
    match tint {
        Tint::Area(id) => plain(document.area(id).map_or(canvas.axis_x, |area| {
            let [red, green, blue] = area.color;
            Color::rgb(red, green, blue)
        })),
        Tint::Height => CellPaint { by_height: u8::MAX, ..plain(ramp(&HEIGHTS, 0.5)) },
        Tint::Island(id) => CellPaint { hatch: hatch_of(id), ..plain(island_color(id)) },
        Tint::Distance(t) => plain(ramp(DISTANCES, t)),
        Tint::Measure(t) => plain(ramp(&HEIGHTS, t)),
        Tint::Unreached => CellPaint { hatch: 1, ..plain(canvas.grid_major) },
        Tint::Searched(Searched::Unseen) => plain(canvas.grid_major.mix(Color::gray(160), 0.4)),
        Tint::Searched(Searched::Open) => CellPaint { hatch: 2, ..plain(okabe_ito::ORANGE) },
        Tint::Searched(Searched::Closed) => plain(okabe_ito::BLUE),
        Tint::Hidden => CellPaint::default(),
    }
}

/// Returns a fill's colour, for lists and legends.
pub fn fill_color(paint: CellPaint) -> Color {
    Color { alpha: 255, ..paint.color }
}

/// Returns the fill of a cell when it is selected.
pub fn selected(paint: CellPaint, is_dark: bool) -> CellPaint {
    let share = 0.5 + 0.5 * f32::from(paint.by_height) / 255.0;
    let mixed = fill_color(paint).mix(palette(is_dark).canvas.selected, share);
    let color = Color { alpha: paint.color.alpha, ..mixed };
    CellPaint { color, by_height: paint.by_height / 2, ..paint }
}

/// Mixes a fill colour with the background, so that lines and marks stay visible over it.
fn muted(color: Color, canvas: &Canvas) -> Color {
    color.mix(canvas.background, 0.42)
}

fn over_grid(color: Color) -> Color {
    Color { alpha: OPACITY, ..color }
}

/// Returns an island's colour for fills, lists and legends.
///
/// The colours repeat, so a hatch and a number accompany them.
pub fn island_color(id: IslandId) -> Color {
    use okabe_ito::{BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW};
    const COLORS: [Color; 7] = [SKY, ORANGE, GREEN, PURPLE, YELLOW, BLUE, VERMILION];
    COLORS[id.0 as usize % COLORS.len()]
}

/// Returns an island's hatch.
///
/// 0 is none; 1 to 4 are rising, falling, horizontal and vertical lines; 5 is crossed lines.
pub fn hatch_of(id: IslandId) -> u8 {
    (id.0 % 6) as u8
}

/// Returns the height colours from low to high, evenly spaced; colours between two are interpolated.
pub fn height_stops(is_dark: bool) -> [Color; 5] {
    let canvas = &palette(is_dark).canvas;
    HEIGHTS.map(|[red, green, blue]| muted(Color::rgb(red, green, blue), canvas))
}

/// Returns the fill of a height, from 0 for the lowest to 1 for the highest.
pub fn height_color(t: f32, is_dark: bool) -> Color {
    muted(ramp(&HEIGHTS, t), &palette(is_dark).canvas)
}

/// Colours of the distance from the start: near is red, far is blue.
pub const DISTANCES: &[[u8; 3]] = &[[232, 72, 60], [176, 84, 150], [58, 92, 232]];

/// Colours of the height, from dark violet for low to yellow for high (after matplotlib's viridis).
pub const HEIGHTS: [[u8; 3]; 5] = [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/// Returns the colour at `t`, from 0 to 1, between evenly spaced stops.
pub fn ramp(stops: &[[u8; 3]], t: f32) -> Color {
    let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 1.0 };
    let at = t * stops.len().saturating_sub(1) as f32;
    let stop = |i: usize| {
        let [red, green, blue] = stops.get(i.min(stops.len().saturating_sub(1))).copied().unwrap_or_default();
        Color::rgb(red, green, blue)
    };
    stop(at as usize).mix(stop(at as usize + 1), at.fract())
}

/// Distance between the lines of a hatch, in points.
pub const HATCH_STEP: f32 = 9.0;

/// Width of the lines of a hatch, in points.
pub const HATCH_WIDTH: f32 = 2.0;

/// Returns the colour of hatches.
pub fn hatch_color(is_dark: bool) -> Color {
    palette(is_dark).text_strong.faded(0.30)
}

/// Width of contour lines, in points.
pub const CONTOUR_WIDTH: f32 = 1.2;

/// Returns the colour of contour lines.
pub fn contour_color(is_dark: bool) -> Color {
    palette(is_dark).text_strong.faded(0.45)
}

/// Share of the opacity of fills while a level is visible below them.
pub const OVER_LEVEL: f32 = 0.55;

/// Share of the opacity of the mesh behind a level in the 3D view.
pub const BEHIND_LEVEL: f32 = 0.22;

/// Width of the lines in which levels cross the cut height, in points.
pub const SECTION_WIDTH: f32 = 2.2;

/// Returns the colours of levels, evenly spaced: from level ground to walls, or from low to high.
pub fn level_stops(shading: LevelShading, is_dark: bool) -> [Color; 5] {
    let Canvas { level_ground, level_wall, .. } = palette(is_dark).canvas;
    match shading {
        LevelShading::Height => height_stops(is_dark),
        LevelShading::Slope => std::array::from_fn(|stop| level_ground.mix(level_wall, stop as f32 / 4.0)),
    }
}
