//! Small samples of the marks of the view, for lists and legends.

use egui::{Align2, FontId, Rect, Sense, Ui, vec2};

use crate::app::theme;
use crate::app::viewport::{paint_hatch, paint_point};
use crate::editor::Role;
use crate::navmesh::IslandId;

pub(in crate::app) fn mark(ui: &mut Ui, role: Role) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
    let is_dark = ui.visuals().dark_mode;
    let look = theme::role(role, is_dark);
    let look = theme::Look { radius: look.radius.min(5.0), ..look };
    paint_point(ui.painter(), rect.center(), &look, &theme::palette(is_dark).canvas);
}

/// Draws an island's colour with its hatch and number, so that islands differ by more than colour.
pub(in crate::app) fn island(ui: &mut Ui, island: IslandId) {
    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 22.0), Sense::hover());
    let canvas = &theme::palette(ui.visuals().dark_mode).canvas;
    let painter = ui.painter_at(rect);
    painter.rect_filled(
        rect,
        theme::CORNER,
        theme::island_color(island).lerp_to_gamma(canvas.background, 0.35),
    );
    paint_hatch(ui.painter(), rect, theme::hatch_of(island), canvas.casing.gamma_multiply(0.6), 0.0);
    let words = island.to_string();
    let place = Rect::from_center_size(rect.center(), vec2(20.0, 14.0));
    painter.rect_filled(place, 3.0, canvas.casing.gamma_multiply(0.7));
    let font = FontId::proportional(theme::SMALL_SIZE);
    painter.text(rect.center(), Align2::CENTER_CENTER, words, font, canvas.vertex);
}
