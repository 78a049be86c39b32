//! The theme: all colours and sizes of the window, in dark and in light.
//!
//! It uses greys, one accent and one spacing scale. A mark gets its meaning from a [`Role`] or a
//! [`Tint`](crate::editor::view::scene::Tint); this module does not depend on meshes or editor state.

mod palette;
mod role;
mod style;
mod icons;
mod tint;

pub(in crate::app) use icons::{ICON_BUTTON, Icon, icon_button, paint_icon, window_icon};
pub(in crate::app) use palette::{Canvas, Palette, palette};
pub(in crate::app) use role::{Look, Shape, curve, role};
pub(in crate::app) use style::{
    BODY_SIZE, CORNER, HAIRLINE, HEADING_SIZE, ROW, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S, SPACE_XL, apply,
};
pub(in crate::app) use tint::{
    CellPaint, fill_color, hatch_of, height_color, height_stops, island_color, selected, tint,
};

use egui::{Color32, Ui};

use crate::editor::view::scene::Role;
use crate::pathfinding::string_pulling::portal::Side;

/// Returns the accent colour of selected, enabled or current elements.
pub(in crate::app) fn accent(ui: &Ui) -> Color32 {
    palette(ui.visuals().dark_mode).accent
}

pub(in crate::app) fn weak(ui: &Ui) -> Color32 {
    palette(ui.visuals().dark_mode).text_weak
}

pub(in crate::app) fn side_color(ui: &Ui, side: Side) -> Color32 {
    let mark = if side == Side::Left { Role::PortalLeft } else { Role::PortalRight };
    role(mark, ui.visuals().dark_mode).color
}

/// Returns the colour that dims the window behind a modal area.
pub(in crate::app) fn shade() -> Color32 {
    Color32::from_black_alpha(100)
}
