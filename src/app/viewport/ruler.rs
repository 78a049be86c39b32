//! Rulers along the top and the left edge.

use egui::{self, Align2, FontId, Painter, Pos2, Rect, Shape, Stroke};
use glam::Vec2;

use super::grid::{length, multiples, rounded, steps, window_x, window_y};
use super::view::View;
use crate::app::theme::{HAIRLINE, Palette};

/// Thickness of a ruler, in points.
const THICKNESS: f32 = 18.0;
const TEXT_SIZE: f32 = 10.5;

/// Returns a rectangle without its rulers.
pub(super) fn without_rulers(outer: Rect) -> Rect {
    Rect::from_min_max((outer.min + egui::Vec2::splat(THICKNESS)).min(outer.max), outer.max)
}

/// Paints both rulers, with a tick at the pointer.
pub(super) fn paint(painter: &Painter, outer: Rect, view: &View, pointer: Option<Vec2>, palette: &Palette) {
    let top = Rect::from_min_max(outer.min, Pos2::new(outer.max.x, view.rect.min.y));
    let left = Rect::from_min_max(outer.min, Pos2::new(view.rect.min.x, outer.max.y));
    painter.rect_filled(top, 0.0, palette.panel);
    painter.rect_filled(left, 0.0, palette.panel);
    let line = Stroke::new(HAIRLINE, palette.hairline);
    let corner = rounded(painter, view.rect.min);
    painter.hline(corner.x..=outer.max.x, corner.y, line);
    painter.vline(corner.x, corner.y..=outer.max.y, line);
    let [minor, major] = steps(view);
    let [min, max] = view.visible();
    let font = FontId::proportional(TEXT_SIZE);
    let across = painter.with_clip_rect(Rect::from_min_max(Pos2::new(view.rect.min.x, outer.min.y), top.max));
    for x in multiples(minor, min.x, max.x) {
        tick_x(&across, top, window_x(view, x), 3.0, line);
    }
    for x in multiples(major, min.x, max.x) {
        let at = window_x(view, x);
        tick_x(&across, top, at, 7.0, line);
        across.text(
            Pos2::new(at + 3.0, top.min.y + 1.0),
            Align2::LEFT_TOP,
            length(x, major),
            font.clone(),
            palette.text_weak,
        );
    }
    let down = painter.with_clip_rect(Rect::from_min_max(Pos2::new(outer.min.x, view.rect.min.y), left.max));
    for z in multiples(minor, min.y, max.y) {
        tick_z(&down, left, window_y(view, z), 3.0, line);
    }
    for z in multiples(major, min.y, max.y) {
        let at = window_y(view, z);
        tick_z(&down, left, at, 7.0, line);
        upright(&down, Pos2::new(left.min.x + 1.0, at - 3.0), &length(z, major), font.clone(), palette);
    }
    if let Some(pointer) = pointer {
        let at = view.window_from_ground(pointer);
        let mark = Stroke::new(1.5, palette.accent);
        tick_x(&across, top, at.x, THICKNESS, mark);
        tick_z(&down, left, at.y, THICKNESS, mark);
    }
    painter.text(
        outer.min + egui::vec2(THICKNESS * 0.5, THICKNESS * 0.5),
        Align2::CENTER_CENTER,
        "m",
        font,
        palette.text_weak,
    );
}

fn tick_x(painter: &Painter, ruler: Rect, x: f32, length: f32, stroke: Stroke) {
    painter.vline(painter.round_to_pixel_center(x), ruler.max.y - length..=ruler.max.y, stroke);
}

fn tick_z(painter: &Painter, ruler: Rect, y: f32, length: f32, stroke: Stroke) {
    painter.hline(ruler.max.x - length..=ruler.max.x, painter.round_to_pixel_center(y), stroke);
}

/// Paints text that reads from bottom to top and ends at `at`.
fn upright(painter: &Painter, at: Pos2, text: &str, font: FontId, palette: &Palette) {
    let galley = painter.layout_no_wrap(text.to_owned(), font, palette.text_weak);
    let shape = egui::epaint::TextShape::new(at, galley, palette.text_weak);
    painter.add(Shape::Text(shape.with_angle(-std::f32::consts::FRAC_PI_2)));
}
