//! Points in the shapes of their roles.

use glam::Vec2;

use super::pen::{PageArea, Pen, TextAnchor};
use super::shape::{PictureShape, Points, Stroke};
use crate::theme::color::Color;
use crate::theme::role::{Look, PointShape};

/// Width of the outline of a filled point, in pixels.
const CASING: f32 = 1.5;

/// Adds a point with an outline for contrast.
pub fn draw(pen: &mut Pen, at: Vec2, look: &Look) {
    let &Look { radius, color, .. } = look;
    let casing = pen.palette.canvas.casing;
    let outline = Stroke::new(CASING, casing);
    match look.shape {
        PointShape::Disc => circle(pen, at, radius, Some(color), Some(outline)),
        PointShape::Outlined => circle(pen, at, radius, Some(look.fill), Some(Stroke::new(1.0, color))),
        PointShape::Square => {
            let square = PageArea { min: at, max: at };
            pen.fill_smooth(vec![square.expanded(Vec2::splat(radius + CASING)).ring()], casing);
            pen.fill_smooth(vec![square.expanded(Vec2::splat(radius)).ring()], color);
        }
        PointShape::Diamond => polygon(pen, diamond(at, radius), color, outline),
        PointShape::Triangle => polygon(pen, triangle(at, radius), color, outline),
        PointShape::Ring => {
            circle(pen, at, radius, None, Some(Stroke::new(4.0, casing)));
            circle(pen, at, radius, None, Some(Stroke::new(2.0, color)));
        }
        PointShape::Snap => cased(pen, &[diamond(at, radius)], true, color),
        PointShape::Cross => cased(pen, &cross(at, radius), false, color),
        PointShape::Bullseye => {
            circle(pen, at, radius, Some(casing), Some(Stroke::new(2.5, color)));
            circle(pen, at, radius * 0.5, Some(color), None);
        }
        PointShape::Badge(letter) => {
            circle(pen, at, radius, Some(color), Some(Stroke::new(2.0, casing)));
            pen.text(at, TextAnchor::Center, letter, (radius * 1.6, casing));
        }
    }
}

/// Adds a circle whose stroke lies outside of its radius.
fn circle(pen: &mut Pen, center: Vec2, radius: f32, fill: Option<Color>, stroke: Option<Stroke>) {
    let radius = radius + stroke.map_or(0.0, |stroke| stroke.width * 0.5);
    pen.add(PictureShape::Circle { center, radius, fill, stroke });
}

fn polygon(pen: &mut Pen, ring: Points, color: Color, outline: Stroke) {
    pen.fill_smooth(vec![ring.clone()], color);
    pen.add(PictureShape::Line { lines: vec![ring], is_closed: true, stroke: outline });
}

/// Adds lines over wider ones in the colour of outlines.
fn cased(pen: &mut Pen, lines: &[Points], is_closed: bool, color: Color) {
    for stroke in [Stroke::new(4.0, pen.palette.canvas.casing), Stroke::new(2.0, color)] {
        pen.add(PictureShape::Line { lines: lines.to_vec(), is_closed, stroke });
    }
}

fn diamond(at: Vec2, radius: f32) -> Points {
    [-Vec2::Y, Vec2::X, Vec2::Y, -Vec2::X].map(|corner| at + corner * radius).into_iter().collect()
}

fn triangle(at: Vec2, radius: f32) -> Points {
    let corners = [Vec2::new(0.0, -1.0), Vec2::new(0.9, 0.7), Vec2::new(-0.9, 0.7)];
    corners.map(|corner| at + corner * radius).into_iter().collect()
}

fn cross(at: Vec2, radius: f32) -> [Points; 2] {
    [Vec2::ONE, Vec2::new(1.0, -1.0)].map(|arm| [at - arm * radius * 0.8, at + arm * radius * 0.8].into())
}
