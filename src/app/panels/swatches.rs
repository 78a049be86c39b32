//! Small samples of the marks of the view, for lists and legends.

use egui::{Align2, FontId, Rect, Sense, Stroke, Ui, pos2, vec2};

use crate::app::theme;
use crate::app::viewport::paint_point;
use crate::editor::view::scene::Role;
use crate::navmesh::IslandId;

/// Draws a point mark as in the view.
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
    hatch(ui, rect, theme::hatch_of(island));
    let words = island.to_string();
    let place = Rect::from_center_size(rect.center(), vec2(20.0, 14.0));
    painter.rect_filled(place, 3.0, canvas.casing.gamma_multiply(0.7));
    let font = FontId::proportional(theme::SMALL_SIZE);
    painter.text(rect.center(), Align2::CENTER_CENTER, words, font, canvas.vertex);
}

/// Paints a hatch as in the view.
///
/// 0 is none; 1 to 4 are rising, falling, horizontal and vertical lines; 5 is crossed lines.
fn hatch(ui: &Ui, rect: Rect, hatch: u8) {
    let canvas = &theme::palette(ui.visuals().dark_mode).canvas;
    let stroke = Stroke::new(1.0, canvas.casing.gamma_multiply(0.6));
    let painter = ui.painter_at(rect);
    let (width, height) = (rect.width(), rect.height());
    let mut across = -height;
    while across < width {
        let x = rect.left() + across;
        let (rises, falls) = (matches!(hatch, 1 | 5), matches!(hatch, 2 | 5));
        if rises {
            painter.line_segment([pos2(x, rect.bottom()), pos2(x + height, rect.top())], stroke);
        }
        if falls {
            painter.line_segment([pos2(x, rect.top()), pos2(x + height, rect.bottom())], stroke);
        }
        if hatch == 4 {
            painter.vline(x, rect.y_range(), stroke);
        }
        across += 6.0;
    }
    if hatch == 3 {
        for row in 0..4 {
            painter.hline(rect.x_range(), rect.top() + 3.0 + row as f32 * 6.0, stroke);
        }
    }
}
