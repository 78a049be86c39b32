//! Paints the shapes of pictures with egui.

use egui::{FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke};
use glam::Vec2;

use crate::app::theme::color32;
use crate::picture::hatch::hatch;
use crate::picture::pen::{PageArea, Pen};
use crate::picture::shape::{self, PictureShape, Points};
use crate::picture::text;
use crate::theme::color::Color;
use navsmith_core::geometry::{ground_area, is_convex, triangulate};

/// Paints the shapes of a drawing, whose upper left corner is at a position of the window.
pub(in crate::app) fn paint(painter: &Painter, corner: Pos2, pen: Pen) {
    let canvas = Canvas { painter, corner };
    for layer in pen.into_layers() {
        layer.shapes.iter().for_each(|shape| canvas.paint(shape));
    }
}

/// Paints the hatch of a number over a rectangle.
///
/// [`hatch_of`](crate::theme::tint::hatch_of) lists the numbers.
pub(in crate::app) fn paint_hatch(painter: &Painter, rect: Rect, number: u8, color: Color) {
    let ring = PageArea::of_size(Vec2::ZERO, Vec2::new(rect.width(), rect.height())).ring();
    let (lines, width) = hatch(&[ring], number, Vec2::ZERO);
    let lines = lines.into_iter().map(Points::from).collect();
    let stroke = shape::Stroke::new(width, color);
    Canvas { painter, corner: rect.min }.paint(&PictureShape::Line { lines, is_closed: false, stroke });
}

struct Canvas<'a> {
    painter: &'a Painter,
    /// Position of the upper left corner of the drawing.
    corner: Pos2,
}

impl Canvas<'_> {
    fn at(&self, at: Vec2) -> Pos2 {
        self.corner + egui::vec2(at.x, at.y)
    }

    fn paint(&self, shape: &PictureShape) {
        match shape {
            PictureShape::Fill { rings, color, is_smooth } => {
                let color = color32(*color);
                for ring in rings {
                    let places: Vec<Pos2> = ring.iter().map(|&at| self.at(at)).collect();
                    self.painter.add(if *is_smooth {
                        Shape::convex_polygon(places, color, Stroke::NONE)
                    } else {
                        filled(&places, ring, color)
                    });
                }
            }
            PictureShape::Line { lines, is_closed, stroke } => {
                for line in lines {
                    let closing = line.first().filter(|_| *is_closed);
                    self.line(line.iter().chain(closing).map(|&at| self.at(at)).collect(), stroke);
                }
            }
            PictureShape::Circle { center, radius, fill, stroke } => {
                let center = self.at(*center);
                if let Some(color) = fill {
                    self.painter.circle_filled(center, *radius, color32(*color));
                }
                if let Some(stroke) = stroke {
                    self.painter.circle_stroke(center, *radius, plain(stroke));
                }
            }
            PictureShape::Text { at, text, size, color } => {
                let color = color32(*color);
                let galley = self.painter.layout_no_wrap(text.clone(), FontId::proportional(*size), color);
                let [_, ascent] = text::height(*size);
                self.painter.galley(self.at(*at - Vec2::new(0.0, ascent)), galley, color);
            }
        }
    }

    fn line(&self, places: Vec<Pos2>, stroke: &shape::Stroke) {
        let (width, color) = (stroke.width, color32(stroke.color));
        if let Some([dash, gap]) = stroke.dash {
            self.painter.extend(Shape::dashed_line(&places, plain(stroke), dash, gap));
            return;
        }
        if stroke.is_round {
            for &at in &places {
                self.painter.circle_filled(at, width * 0.5, color);
            }
            for pair in places.windows(2) {
                self.painter.line_segment([pair[0], pair[1]], plain(stroke));
            }
            return;
        }
        self.painter.add(Shape::line(places, plain(stroke)));
    }
}

fn plain(stroke: &shape::Stroke) -> Stroke {
    Stroke::new(stroke.width, color32(stroke.color))
}

/// Returns a filled polygon, by its triangles or, if it has none, as a fan.
///
/// It is not anti-aliased. egui moves each corner along its bisector, which sticks out far beyond a thin triangle.
pub fn filled(places: &[Pos2], ring: &Points, color: egui::Color32) -> Shape {
    let mut mesh = Mesh::default();
    for &at in places {
        mesh.colored_vertex(at, color);
    }
    let fan = || (2..places.len()).map(|corner| [0, corner - 1, corner]).collect();
    let mut ring = ring.clone();
    // The 3D view shows cells from below, too.
    let is_reversed = ground_area(&ring) < 0.0;
    if is_reversed {
        ring.reverse();
    }
    let triangles = if is_convex(&ring) { fan() } else { triangulate(&ring).unwrap_or_else(fan) };
    let corner = |corner: usize| (if is_reversed { places.len() - 1 - corner } else { corner }) as u32;
    for [a, b, c] in triangles {
        mesh.add_triangle(corner(a), corner(b), corner(c));
    }
    Shape::mesh(mesh)
}
