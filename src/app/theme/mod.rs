//! The theme of the window: colours and looks in the types of egui, icons, and the style.
//!
//! [`crate::theme`] defines the colours and looks.

mod convert;
mod style;
mod icons;

pub(in crate::app) use convert::{
    WindowCanvas, WindowPalette, color32, curve, event, fill_color, island_color, palette, role,
};
pub(in crate::app) use icons::{ICON_BUTTON, Icon, icon_button, paint_icon, window_icon};
pub use style::apply;
pub(in crate::app) use style::{HEADING_SIZE, ROW, SPACE_XL};

pub(in crate::app) use crate::theme::size::{
    BODY_SIZE, CORNER, HAIRLINE, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S,
};

use egui::{Color32, Ui};

use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::string_pulling::portal::Side;

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

/// Returns the colour by which an image of this opacity is multiplied.
pub(in crate::app) fn image_tint(opacity: f32) -> Color32 {
    Color32::WHITE.gamma_multiply(opacity)
}
