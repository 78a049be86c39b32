//! How everything looks, in dark and in light: the only place that knows a colour.
//!
//! Quiet greys, one accent, one spacing scale. What a mark means comes in as a [`Role`](crate::editor::Role) or a
//! [`Tint`](crate::editor::Tint); this module knows no mesh and no editor state.

mod icons;
mod palette;
mod role;
mod style;
mod tint;
mod window_icon;

pub(in crate::app) use icons::{Icon, icon_button, paint_icon};
pub(in crate::app) use palette::{Canvas, Palette, palette};
pub(in crate::app) use role::{Look, Shape, curve, role};
pub(in crate::app) use style::{
    BODY_SIZE, CORNER, HAIRLINE, HEADING_SIZE, ROW, SMALL_SIZE, SPACE_L, SPACE_M, SPACE_S, SPACE_XL, apply,
};
pub(in crate::app) use tint::{
    CellPaint, fill_color, hatch_of, height_color, height_stops, island_color, selected, tint,
};
pub(in crate::app) use window_icon::window_icon;

use egui::{Color32, Ui};

/// The one accent: what is selected, on, or current.
pub(in crate::app) fn accent(ui: &Ui) -> Color32 {
    palette(ui.visuals().dark_mode).accent
}

/// Text that says less than the text around it.
pub(in crate::app) fn weak(ui: &Ui) -> Color32 {
    palette(ui.visuals().dark_mode).text_weak
}

/// The color that dims the window behind a modal area.
pub(in crate::app) fn shade() -> Color32 {
    Color32::from_black_alpha(100)
}
