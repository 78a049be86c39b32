//! The fill of a cell: colour and hatch.

use egui::Color32;

use super::palette::{Canvas, okabe_ito, palette};
use crate::document::Document;
use crate::editor::view::scene::{Searched, Tint};
use crate::navmesh::IslandId;

/// A cell's fill: its colour, and the number of its hatch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::app) struct CellPaint {
    /// Red, green, blue and opacity; opacity 0 hides the cell.
    pub(in crate::app) color: [u8; 4],
    /// Number of the hatch in the shader, 0 for none; see [`hatch_of`].
    pub(in crate::app) hatch: u8,
    /// Weight of the colour of the local height against `color`; 255 uses the height alone.
    pub(in crate::app) by_height: u8,
}

/// Opacity of a fill; the grid shows through it.
const OPACITY: u8 = 212;

pub(in crate::app) fn tint(tint: Tint, document: &Document, is_dark: bool) -> CellPaint {
    let canvas = &palette(is_dark).canvas;
    let plain = |color: Color32| CellPaint { color: opaque(muted(color, canvas)), ..CellPaint::default() };
    match tint {
        Tint::Area(id) => plain(document.area(id).map_or(canvas.axis_x, |area| {
            let [red, green, blue] = area.color;
            Color32::from_rgb(red, green, blue)
        })),
        Tint::Height => CellPaint { by_height: u8::MAX, ..plain(ramp(&HEIGHTS, 0.5)) },
        Tint::Island(id) => CellPaint { hatch: hatch_of(id), ..plain(island_color(id)) },
        Tint::Distance(t) => plain(ramp(DISTANCES, t)),
        Tint::Unreached => CellPaint { hatch: 1, ..plain(canvas.grid_major) },
        Tint::Searched(Searched::Unseen) => plain(canvas.grid_major.lerp_to_gamma(Color32::GRAY, 0.4)),
        Tint::Searched(Searched::Open) => CellPaint { hatch: 2, ..plain(okabe_ito::ORANGE) },
        Tint::Searched(Searched::Closed) => plain(okabe_ito::BLUE),
        Tint::Hidden => CellPaint::default(),
    }
}

/// Returns a fill's colour, for lists and legends.
pub(in crate::app) fn fill_color(paint: CellPaint) -> Color32 {
    let [red, green, blue, _] = paint.color;
    Color32::from_rgb(red, green, blue)
}

/// Returns the fill of a cell when it is selected.
pub(in crate::app) fn selected(paint: CellPaint, is_dark: bool) -> CellPaint {
    let [red, green, blue, opacity] = paint.color;
    let share = 0.5 + 0.5 * f32::from(paint.by_height) / 255.0;
    let mixed = Color32::from_rgb(red, green, blue).lerp_to_gamma(palette(is_dark).canvas.selected, share);
    CellPaint { color: [mixed.r(), mixed.g(), mixed.b(), opacity], by_height: paint.by_height / 2, ..paint }
}

/// Mixes a fill colour with the background, so that lines and marks stay visible over it.
fn muted(color: Color32, canvas: &Canvas) -> Color32 {
    color.lerp_to_gamma(canvas.background, 0.42)
}

fn opaque(color: Color32) -> [u8; 4] {
    [color.r(), color.g(), color.b(), OPACITY]
}

/// Returns an island's colour for fills, lists and legends.
///
/// The colours repeat, so a hatch and a number accompany them.
pub(in crate::app) fn island_color(id: IslandId) -> Color32 {
    use okabe_ito::{BLUE, GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW};
    const COLORS: [Color32; 7] = [SKY, ORANGE, GREEN, PURPLE, YELLOW, BLUE, VERMILION];
    COLORS[id.0 as usize % COLORS.len()]
}

/// Returns an island's hatch.
///
/// 0 is none; 1 to 4 are rising, falling, horizontal and vertical lines; 5 is crossed lines.
pub(in crate::app) fn hatch_of(id: IslandId) -> u8 {
    (id.0 % 6) as u8
}

/// Returns the height colours from low to high, evenly spaced; colours between two are interpolated.
pub(in crate::app) fn height_stops(is_dark: bool) -> [Color32; 5] {
    let canvas = &palette(is_dark).canvas;
    HEIGHTS.map(|[red, green, blue]| muted(Color32::from_rgb(red, green, blue), canvas))
}

/// Returns the fill of a height, from 0 for the lowest to 1 for the highest.
pub(in crate::app) fn height_color(t: f32, is_dark: bool) -> Color32 {
    muted(ramp(&HEIGHTS, t), &palette(is_dark).canvas)
}

/// Colours of the distance from the start: near is red, far is blue.
pub(in crate::app) const DISTANCES: &[[u8; 3]] = &[[232, 72, 60], [176, 84, 150], [58, 92, 232]];

/// Colours of the height, from dark violet for low to yellow for high (after matplotlib's viridis).
pub(in crate::app) const HEIGHTS: [[u8; 3]; 5] =
    [[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]];

/// Returns the colour at `t`, from 0 to 1, between evenly spaced stops.
pub(in crate::app) fn ramp(stops: &[[u8; 3]], t: f32) -> Color32 {
    let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 1.0 };
    let at = t * stops.len().saturating_sub(1) as f32;
    let stop = |i: usize| {
        let [red, green, blue] = stops.get(i.min(stops.len().saturating_sub(1))).copied().unwrap_or_default();
        Color32::from_rgb(red, green, blue)
    };
    stop(at as usize).lerp_to_gamma(stop(at as usize + 1), at.fract())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stops_of_heights_are_the_colours_of_the_scale() {
        for is_dark in [true, false] {
            let scale = [0.0, 0.25, 0.5, 0.75, 1.0].map(|t| height_color(t, is_dark));
            assert_eq!(height_stops(is_dark), scale, "from low to high");
        }
    }

    #[test]
    fn near_is_red_and_far_is_blue() {
        let (near, far) = (ramp(DISTANCES, 0.0), ramp(DISTANCES, 1.0));
        assert!(near.r() > near.b() && far.b() > far.r(), "{near:?} to {far:?}");
        assert_eq!(ramp(DISTANCES, f32::NAN), far, "what is not a number counts as far");
    }

    #[test]
    fn forty_islands_all_look_different() {
        let looks: std::collections::HashSet<_> =
            (0..40).map(|i| (island_color(IslandId(i)), hatch_of(IslandId(i)))).collect();
        assert_eq!(looks.len(), 40, "colour and hatch together");
    }
}
