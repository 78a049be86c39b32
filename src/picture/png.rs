//! Writes pictures as PNG.

use skrifa::outline::OutlinePen;
use tiny_skia::{
    Color as Tone, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke as Pen, StrokeDash,
    Transform,
};

use super::shape::{PictureShape, Points, Stroke, VectorPicture};
use super::text;
use crate::theme::color::Color;

/// Maximum number of pixels, which takes 256 MiB of memory.
pub const MOST_PIXELS: u64 = 1 << 26;

/// Number of lines that become one outline; the outline of a line takes half a kilobyte.
const AT_ONCE: usize = 1 << 14;

/// Reason why a picture is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// The picture has no pixels, or more than [`MOST_PIXELS`].
    #[error(
        "a picture of {0} by {1} pixels cannot be written; choose a size of at most {MOST_PIXELS} pixels"
    )]
    Size(u64, u64),
    /// The pixels cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Returns a picture as PNG; the file has `scale` pixels for each pixel of the picture.
pub fn write(picture: &VectorPicture, scale: f32) -> Result<Vec<u8>, PngError> {
    let [width, height] = (picture.size * scale).to_array().map(|side| side.round().max(0.0) as u64);
    let is_possible = width > 0 && height > 0 && width.saturating_mul(height) <= MOST_PIXELS;
    let pixmap = || Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?);
    let pixmap = if is_possible { pixmap() } else { None };
    let mut raster = Raster {
        pixmap: pixmap.ok_or(PngError::Size(width, height))?,
        scale: Transform::from_scale(scale, scale),
    };
    raster.pixmap.fill(tone(picture.background));
    picture.layers.iter().flat_map(|layer| &layer.shapes).for_each(|shape| raster.shape(shape));
    raster.pixmap.encode_png().map_err(|why| PngError::Encoding(why.to_string()))
}

struct Raster {
    pixmap: Pixmap,
    scale: Transform,
}

impl Raster {
    fn shape(&mut self, shape: &PictureShape) {
        match shape {
            PictureShape::Fill { rings, color, is_smooth } => {
                let path = path(rings, true);
                self.fill(path, *color, *is_smooth);
            }
            PictureShape::Line { lines, is_closed, stroke } => {
                for lines in lines.chunks(AT_ONCE) {
                    self.stroke(path(lines, *is_closed), stroke);
                }
            }
            PictureShape::Circle { center, radius, fill, stroke } => {
                let mut path = PathBuilder::new();
                path.push_circle(center.x, center.y, *radius);
                if let Some(color) = fill {
                    self.fill(path.clone(), *color, true);
                }
                if let Some(stroke) = stroke {
                    self.stroke(path, stroke);
                }
            }
            PictureShape::Text { at, text, size, color } => {
                let mut outline = Outline(PathBuilder::new());
                text::draw(text, *size, *at, &mut outline);
                self.fill(outline.0.clone(), *color, true);
                // Thin light letters would look too faint, so the window increases their coverage too.
                if is_light(*color) {
                    self.fill(outline.0, *color, true);
                }
            }
        }
    }

    fn fill(&mut self, path: PathBuilder, color: Color, is_smooth: bool) {
        if let Some(path) = path.finish() {
            self.pixmap.fill_path(&path, &paint(color, is_smooth), FillRule::Winding, self.scale, None);
        }
    }

    fn stroke(&mut self, path: PathBuilder, stroke: &Stroke) {
        let (cap, join) = if stroke.is_round {
            (LineCap::Round, LineJoin::Round)
        } else {
            (LineCap::Butt, LineJoin::Miter)
        };
        let dash = stroke.dash.and_then(|dash| StrokeDash::new(dash.into(), 0.0));
        let pen = Pen { width: stroke.width, line_cap: cap, line_join: join, dash, ..Pen::default() };
        if let Some(path) = path.finish() {
            self.pixmap.stroke_path(&path, &paint(stroke.color, true), &pen, self.scale, None);
        }
    }
}

fn path(lines: &[Points], is_closed: bool) -> PathBuilder {
    let mut path = PathBuilder::new();
    for line in lines {
        let Some((first, rest)) = line.split_first() else { continue };
        path.move_to(first.x, first.y);
        for point in rest {
            path.line_to(point.x, point.y);
        }
        if is_closed {
            path.close();
        }
    }
    path
}

fn tone(color: Color) -> Tone {
    let [red, green, blue] = color.rgb;
    Tone::from_rgba8(red, green, blue, color.alpha)
}

fn is_light(color: Color) -> bool {
    color.rgb.map(u16::from).iter().sum::<u16>() > 3 * 128
}

fn paint(color: Color, is_smooth: bool) -> Paint<'static> {
    let mut paint = Paint { anti_alias: is_smooth, ..Paint::default() };
    paint.set_color(tone(color));
    paint
}

/// Path of the outlines of glyphs.
struct Outline(PathBuilder);

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
