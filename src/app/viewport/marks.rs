//! Points and text that are readable over anything.

use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Shape as Drawing, Stroke, StrokeKind, Vec2};

use crate::app::theme::{self, WindowCanvas, WindowLook, WindowPalette};
use crate::theme::role::PointShape;
use crate::theme::tint::CellPaint;

/// Paints a point in its role's shape, with an outline for contrast.
pub(in crate::app) fn paint_point(painter: &Painter, at: Pos2, look: &WindowLook, canvas: &WindowCanvas) {
    let (radius, color) = (look.radius, look.color);
    let casing = Stroke::new(1.5, canvas.casing);
    let both = |shape: &dyn Fn(Stroke) -> Drawing| {
        [Stroke::new(4.0, canvas.casing), Stroke::new(2.0, color)].map(shape).to_vec()
    };
    painter.extend(match look.shape {
        PointShape::Disc => {
            vec![Drawing::circle_filled(at, radius, color), Drawing::circle_stroke(at, radius, casing)]
        }
        PointShape::Outlined => {
            let outline = Stroke::new(1.0, color);
            vec![Drawing::circle_filled(at, radius, look.fill), Drawing::circle_stroke(at, radius, outline)]
        }
        PointShape::Square => {
            let square = Rect::from_center_size(at, Vec2::splat(radius * 2.0));
            vec![
                Drawing::rect_filled(square, 0.0, color),
                Drawing::rect_stroke(square, 0.0, casing, StrokeKind::Outside),
            ]
        }
        PointShape::Diamond => vec![Drawing::convex_polygon(diamond(at, radius), color, casing)],
        PointShape::Triangle => vec![Drawing::convex_polygon(triangle(at, radius), color, casing)],
        PointShape::Ring => both(&|stroke| Drawing::circle_stroke(at, radius, stroke)),
        PointShape::Snap => both(&|stroke| Drawing::closed_line(diamond(at, radius), stroke)),
        PointShape::Cross => both(&|stroke| Drawing::Vec(cross(at, radius, stroke))),
        PointShape::Bullseye => vec![
            Drawing::circle_filled(at, radius, canvas.casing),
            Drawing::circle_stroke(at, radius, Stroke::new(2.5, color)),
            Drawing::circle_filled(at, radius * 0.5, color),
        ],
        PointShape::Badge(letter) => {
            let font = FontId::proportional(radius * 1.6);
            let galley = painter.layout_no_wrap(letter.to_owned(), font, canvas.casing);
            let corner = at - galley.size() * 0.5;
            vec![
                Drawing::circle_filled(at, radius, color),
                Drawing::circle_stroke(at, radius, Stroke::new(2.0, canvas.casing)),
                Drawing::galley(corner, galley, canvas.casing),
            ]
        }
    });
}

fn diamond(at: Pos2, radius: f32) -> Vec<Pos2> {
    let corners =
        [Vec2::new(0.0, -radius), Vec2::new(radius, 0.0), Vec2::new(0.0, radius), Vec2::new(-radius, 0.0)];
    corners.map(|corner| at + corner).into()
}

fn triangle(at: Pos2, radius: f32) -> Vec<Pos2> {
    let corners = [
        Vec2::new(0.0, -radius),
        Vec2::new(radius * 0.9, radius * 0.7),
        Vec2::new(-radius * 0.9, radius * 0.7),
    ];
    corners.map(|corner| at + corner).into()
}

fn cross(at: Pos2, radius: f32, stroke: Stroke) -> Vec<Drawing> {
    let arms = [Vec2::new(radius, radius), Vec2::new(radius, -radius)].map(|arm| arm * 0.8);
    arms.map(|arm| Drawing::line_segment([at - arm, at + arm], stroke)).into()
}

/// Paints a swatch of a cell's fill with its hatch.
pub(super) fn paint_swatch(painter: &Painter, rect: Rect, paint: CellPaint, palette: &WindowPalette) {
    painter.rect_filled(rect, 0.0, theme::fill_color(paint));
    paint_hatch(painter, rect, paint.hatch, palette.text_strong.gamma_multiply(0.4), 3.0);
}

/// Paints a hatch by its number; vertical lines are moved by `shift` points.
///
/// [`hatch_of`](crate::theme::tint::hatch_of) lists the numbers.
pub(in crate::app) fn paint_hatch(painter: &Painter, rect: Rect, hatch: u8, color: Color32, shift: f32) {
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let stroke = Stroke::new(1.0, color);
    let height = rect.height();
    for at in (0..).map(|i| i as f32 * 6.0 - height).take_while(|&at| at <= rect.width()) {
        let (left, right) = (rect.min.x + at, rect.min.x + at + height);
        if matches!(hatch, 1 | 5) {
            painter.line_segment([Pos2::new(left, rect.max.y), Pos2::new(right, rect.min.y)], stroke);
        }
        if matches!(hatch, 2 | 5) {
            painter.line_segment([Pos2::new(left, rect.min.y), Pos2::new(right, rect.max.y)], stroke);
        }
        if hatch == 3 {
            painter.hline(rect.x_range(), rect.min.y + at + height + 3.0, stroke);
        }
        if hatch == 4 {
            painter.vline(left + shift, rect.y_range(), stroke);
        }
    }
}

/// Paints text of a size and colour on its own background.
pub(super) fn paint_text(
    painter: &Painter,
    at: Pos2,
    anchor: Align2,
    text: &str,
    (size, color): (f32, Color32),
    canvas: &WindowCanvas,
) {
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(size), color);
    let rect = anchor.anchor_size(at, galley.size());
    painter.rect_filled(rect.expand2(Vec2::new(4.0, 1.0)), 3.0, canvas.casing.gamma_multiply(0.82));
    painter.galley(rect.min, galley, color);
}
