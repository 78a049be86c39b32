//! Conversion of colours and looks to the types of egui.

use std::sync::LazyLock;

use egui::Color32;

use crate::editor::view::scene::Role;
use crate::theme::color::Color;
use crate::theme::tint::CellPaint;
use crate::theme::{palette as colors, role as looks, tint};
use navsmith_core::navmesh::IslandId;
use navsmith_core::simulation::events::IncidentKind;

pub(in crate::app) type WindowPalette = colors::Palette<Color32>;
pub(in crate::app) type WindowCanvas = colors::Canvas<Color32>;

/// Both palettes, light and dark.
static PALETTES: LazyLock<[WindowPalette; 2]> =
    LazyLock::new(|| [false, true].map(|is_dark| colors::palette(is_dark).map(color32)));

/// Converts a colour.
pub(in crate::app) fn color32(color: Color) -> Color32 {
    let [red, green, blue] = color.rgb;
    Color32::from_rgb(red, green, blue).gamma_multiply_u8(color.alpha)
}

/// Returns the colours of the dark or the light theme.
pub(in crate::app) fn palette(is_dark: bool) -> &'static WindowPalette {
    &PALETTES[usize::from(is_dark)]
}

/// Returns the look of a mark by its role.
pub(in crate::app) fn role(role: Role, is_dark: bool) -> looks::Look<Color32> {
    looks::role(role, is_dark).map(color32)
}

/// Returns the colour of events of agents by their kind.
pub(in crate::app) fn event(kind: IncidentKind, is_dark: bool) -> Color32 {
    color32(colors::event(kind, is_dark))
}

/// Returns the look of one of several curves in a plot.
pub(in crate::app) fn curve(index: usize, is_dark: bool) -> looks::Look<Color32> {
    looks::curve(index, is_dark).map(color32)
}

/// Returns a fill's colour, for lists and legends.
pub(in crate::app) fn fill_color(paint: CellPaint) -> Color32 {
    color32(tint::fill_color(paint))
}

/// Returns an island's colour, for lists.
pub(in crate::app) fn island_color(id: IslandId) -> Color32 {
    color32(tint::island_color(id))
}
