//! The grid under the mesh, the scale bar, and the rulers along the top and the left edge.

use egui::{Align2, FontId, Painter, Pos2, Rect, Shape, Stroke};
use glam::Vec2;

use super::ShownView;
use crate::app::theme::{HAIRLINE, WindowCanvas, WindowPalette};
use crate::editor::view::grid::{GridSize, length, multiples, ruler_steps};

pub(super) fn paint(painter: &Painter, view: &ShownView, size: GridSize, colors: &WindowCanvas) {
    let [minor, major] = size.drawn_steps(&view.camera);
    let lines = Lines { painter, view };
    lines.every(minor, colors.grid_minor);
    lines.every(major, colors.grid_major);
    lines.at_x(0.0, colors.axis_z);
    lines.at_z(0.0, colors.axis_x);
}

struct Lines<'a> {
    painter: &'a Painter,
    view: &'a ShownView,
}

impl Lines<'_> {
    fn every(&self, step: f64, color: egui::Color32) {
        let [min, max] = self.view.visible();
        multiples(step, min.x, max.x).for_each(|x| self.at_x(x, color));
        multiples(step, min.y, max.y).for_each(|z| self.at_z(z, color));
    }

    fn at_x(&self, x: f64, color: egui::Color32) {
        let x = self.painter.round_to_pixel_center(window_x(self.view, x));
        self.painter.vline(x, self.view.rect.y_range(), Stroke::new(HAIRLINE, color));
    }

    fn at_z(&self, z: f64, color: egui::Color32) {
        let y = self.painter.round_to_pixel_center(window_y(self.view, z));
        self.painter.hline(self.view.rect.x_range(), y, Stroke::new(HAIRLINE, color));
    }
}

/// Returns the window position of an X coordinate; `f64` avoids jitter far from the origin.
fn window_x(view: &ShownView, x: f64) -> f32 {
    view.rect.center().x + ((x - view.camera.center.x) / view.camera.meters_per_pixel) as f32
}

/// Returns the window position of a Z coordinate.
fn window_y(view: &ShownView, z: f64) -> f32 {
    view.rect.center().y + ((z - view.camera.center.y) / view.camera.meters_per_pixel) as f32
}

/// Returns the centre of the pixel at a position, so that thin lines are sharp.
fn rounded(painter: &Painter, at: Pos2) -> Pos2 {
    Pos2::new(painter.round_to_pixel_center(at.x), painter.round_to_pixel_center(at.y))
}

/// Thickness of a ruler, in points.
const THICKNESS: f32 = 18.0;
const TEXT_SIZE: f32 = 10.5;

/// Returns a rectangle without its rulers.
pub(super) fn without_rulers(outer: Rect) -> Rect {
    Rect::from_min_max((outer.min + egui::Vec2::splat(THICKNESS)).min(outer.max), outer.max)
}

/// Paints both rulers, with a tick at the pointer.
pub(super) fn paint_rulers(
    painter: &Painter,
    outer: Rect,
    view: &ShownView,
    pointer: Option<Vec2>,
    palette: &WindowPalette,
) {
    let top = Rect::from_min_max(outer.min, Pos2::new(outer.max.x, view.rect.min.y));
    let left = Rect::from_min_max(outer.min, Pos2::new(view.rect.min.x, outer.max.y));
    painter.rect_filled(top, 0.0, palette.panel);
    painter.rect_filled(left, 0.0, palette.panel);
    let line = Stroke::new(HAIRLINE, palette.hairline);
    let corner = rounded(painter, view.rect.min);
    painter.hline(corner.x..=outer.max.x, corner.y, line);
    painter.vline(corner.x, corner.y..=outer.max.y, line);
    let [minor, major] = ruler_steps(&view.camera);
    let [min, max] = view.visible();
    let font = FontId::proportional(TEXT_SIZE);
    let across = painter.with_clip_rect(Rect::from_min_max(Pos2::new(view.rect.min.x, outer.min.y), top.max));
    let down = painter.with_clip_rect(Rect::from_min_max(Pos2::new(outer.min.x, view.rect.min.y), left.max));
    for (step, length) in [(minor, 3.0), (major, 7.0)] {
        multiples(step, min.x, max.x).for_each(|x| tick_x(&across, top, window_x(view, x), length, line));
        multiples(step, min.y, max.y).for_each(|z| tick_z(&down, left, window_y(view, z), length, line));
    }
    for x in multiples(major, min.x, max.x) {
        let at = Pos2::new(window_x(view, x) + 3.0, top.min.y + 1.0);
        across.text(at, Align2::LEFT_TOP, length(x, major), font.clone(), palette.text_weak);
    }
    for z in multiples(major, min.y, max.y) {
        let at = Pos2::new(left.min.x + 1.0, window_y(view, z) - 3.0);
        upright(&down, at, &length(z, major), font.clone(), palette);
    }
    if let Some(pointer) = pointer {
        let at = view.window_from_ground(pointer);
        let mark = Stroke::new(1.5, palette.accent);
        tick_x(&across, top, at.x, THICKNESS, mark);
        tick_z(&down, left, at.y, THICKNESS, mark);
    }
    let corner = outer.min + egui::Vec2::splat(THICKNESS * 0.5);
    painter.text(corner, Align2::CENTER_CENTER, "m", font, palette.text_weak);
}

fn tick_x(painter: &Painter, ruler: Rect, x: f32, length: f32, stroke: Stroke) {
    painter.vline(painter.round_to_pixel_center(x), ruler.max.y - length..=ruler.max.y, stroke);
}

fn tick_z(painter: &Painter, ruler: Rect, y: f32, length: f32, stroke: Stroke) {
    painter.hline(ruler.max.x - length..=ruler.max.x, painter.round_to_pixel_center(y), stroke);
}

/// Paints text that reads from bottom to top and ends at `at`.
fn upright(painter: &Painter, at: Pos2, text: &str, font: FontId, palette: &WindowPalette) {
    let galley = painter.layout_no_wrap(text.to_owned(), font, palette.text_weak);
    let shape = egui::epaint::TextShape::new(at, galley, palette.text_weak);
    painter.add(Shape::Text(shape.with_angle(-std::f32::consts::FRAC_PI_2)));
}
