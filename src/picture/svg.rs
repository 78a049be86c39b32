//! Writes pictures as SVG.

use std::fmt::Write as _;

use glam::Vec2;

use super::shape::{PictureShape, Points, Stroke, VectorPicture};
use super::text;
use crate::theme::color::Color;

/// Maximum number of points; viewers take seconds to open larger files.
pub const MOST_POINTS: usize = 1_000_000;

/// Reason why a picture is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SvgError {
    /// The picture has more than [`MOST_POINTS`] points.
    #[error(
        "the picture has {0} points, and an SVG may have {MOST_POINTS}; write a PNG, or show a smaller part"
    )]
    TooManyPoints(usize),
}

/// Returns a picture as SVG 1.1; the same picture always gives the same text.
pub fn write(picture: &VectorPicture) -> Result<String, SvgError> {
    let points = picture.point_count();
    if points > MOST_POINTS {
        return Err(SvgError::TooManyPoints(points));
    }
    let mut svg = Svg { text: String::with_capacity(points * 12) };
    svg.picture(picture);
    Ok(svg.text)
}

struct Svg {
    text: String,
}

impl Svg {
    fn add(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.text.write_fmt(text);
    }

    fn picture(&mut self, picture: &VectorPicture) {
        let [width, height] = picture.size.to_array().map(number);
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{}\" font-weight=\"300\">\n<title>{}</title>\n\
             <rect width=\"{width}\" height=\"{height}\"{}/>\n",
            text::FAMILIES,
            escaped(&picture.title),
            fill(picture.background),
        ));
        for layer in &picture.layers {
            self.add(format_args!("<g id=\"{}\">\n", layer.name));
            layer.shapes.iter().for_each(|shape| self.shape(shape));
            self.add(format_args!("</g>\n"));
        }
        self.add(format_args!("</svg>\n"));
    }

    fn shape(&mut self, shape: &PictureShape) {
        match shape {
            PictureShape::Fill { rings, color, is_smooth } => {
                let rendering = if *is_smooth { "" } else { " shape-rendering=\"crispEdges\"" };
                self.add(format_args!("<path{}{rendering} d=\"", fill(*color)));
                for ring in rings {
                    self.points(ring, true);
                }
                self.add(format_args!("\"/>\n"));
            }
            PictureShape::Line { lines, is_closed, stroke } => {
                self.add(format_args!("<path fill=\"none\"{} d=\"", outline(stroke)));
                for line in lines {
                    self.points(line, *is_closed);
                }
                self.add(format_args!("\"/>\n"));
            }
            PictureShape::Circle { center, radius, fill: disc, stroke } => {
                let fill = disc.map_or_else(|| " fill=\"none\"".to_owned(), fill);
                let stroke = stroke.as_ref().map(outline).unwrap_or_default();
                let [x, y, radius] = [center.x, center.y, *radius].map(number);
                self.add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{fill}{stroke}/>\n"));
            }
            PictureShape::Text { at, text, size, color } => {
                // The length makes the text as wide in another font.
                let width = number(text::width(text, *size));
                let [x, y, size] = [at.x, at.y, *size].map(number);
                self.add(format_args!(
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" textLength=\"{width}\" \
                     lengthAdjust=\"spacingAndGlyphs\"{}>{}</text>\n",
                    fill(*color),
                    escaped(text),
                ));
            }
        }
    }

    /// Adds a line to the data of a path.
    fn points(&mut self, points: &Points, is_closed: bool) {
        let mut last = None;
        for (i, &point) in points.iter().enumerate() {
            let Vec2 { x, y } = point;
            let place = [number(x), number(y)];
            // Points that are written the same add nothing, except the end of a line of one point.
            if last.as_ref() == Some(&place) && !(points.len() == 2 && i == 1) {
                continue;
            }
            let command = if i == 0 { "M" } else { "L" };
            self.add(format_args!("{command}{} {}", place[0], place[1]));
            last = Some(place);
        }
        if is_closed {
            self.text.push('Z');
        }
    }
}

/// Formats a number with at most two decimals and without a negative zero.
pub fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

fn fill(color: Color) -> String {
    paint("fill", color)
}

fn outline(stroke: &Stroke) -> String {
    let color = paint("stroke", stroke.color);
    let is_one = stroke.width == 1.0;
    let width = if is_one { String::new() } else { format!(" stroke-width=\"{}\"", number(stroke.width)) };
    let ends = if stroke.is_round { " stroke-linecap=\"round\" stroke-linejoin=\"round\"" } else { "" };
    let dash = stroke.dash.map(|lengths| lengths.map(number));
    let dash = dash.map(|[dash, gap]| format!(" stroke-dasharray=\"{dash} {gap}\"")).unwrap_or_default();
    color + &width + ends + &dash
}

fn paint(attribute: &str, color: Color) -> String {
    let [red, green, blue] = color.rgb;
    let opaque = format!(" {attribute}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if color.alpha == u8::MAX {
        return opaque;
    }
    format!("{opaque} {attribute}-opacity=\"{}\"", number(f32::from(color.alpha) / 255.0))
}

/// Returns text for an element or an attribute of XML and HTML.
///
/// Characters that XML cannot contain are replaced.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
