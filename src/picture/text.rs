//! Measures and outlines of text, in the font of the window.

use std::sync::LazyLock;

use epaint_default_fonts::UBUNTU_LIGHT;
use glam::Vec2;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

/// The font; `None` if it cannot be read, which a test rules out.
static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(UBUNTU_LIGHT).ok());

/// Names of the font and of similar ones, for programs that have fonts of their own.
pub(super) const FAMILIES: &str = "Ubuntu, Cantarell, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// Returns the width of a line of text.
pub fn width(text: &str, size: f32) -> f32 {
    let Some(font) = &*FONT else { return 0.0 };
    let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
    glyphs(font, text).map(|glyph| metrics.advance_width(glyph).unwrap_or_default()).sum()
}

/// Returns the height of a line of text, and the distance of the baseline from its top.
pub fn height(size: f32) -> [f32; 2] {
    let Some(font) = &*FONT else { return [size, size] };
    let metrics = font.metrics(Size::new(size), LocationRef::default());
    [metrics.ascent - metrics.descent + metrics.leading, metrics.ascent]
}

/// Draws the outlines of a line of text, with the left end of the baseline at a point.
pub(super) fn draw(text: &str, size: f32, at: Vec2, pen: &mut impl OutlinePen) {
    let Some(font) = &*FONT else { return };
    let (size, location) = (Size::new(size), LocationRef::default());
    let metrics = font.glyph_metrics(size, location);
    let outlines = font.outline_glyphs();
    let mut x = at.x;
    for glyph in glyphs(font, text) {
        if let Some(outline) = outlines.get(glyph) {
            let mut moved = Moved { pen, by: Vec2::new(x, at.y) };
            // A glyph without a valid outline is left out, as in the window.
            let _ = outline.draw(DrawSettings::unhinted(size, location), &mut moved);
        }
        x += metrics.advance_width(glyph).unwrap_or_default();
    }
}

/// Returns the glyphs of a text; unknown characters get the glyph for them.
fn glyphs(font: &FontRef<'static>, text: &str) -> impl Iterator<Item = GlyphId> {
    let map = font.charmap();
    text.chars().map(move |c| map.map(c).unwrap_or_default())
}

/// Pen that moves outlines from the coordinates of glyphs, with Y upwards, to those of the picture.
struct Moved<'a, P> {
    pen: &'a mut P,
    by: Vec2,
}

impl<P: OutlinePen> OutlinePen for Moved<'_, P> {
    fn move_to(&mut self, x: f32, y: f32) {
        self.pen.move_to(self.by.x + x, self.by.y - y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.pen.line_to(self.by.x + x, self.by.y - y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.pen.quad_to(self.by.x + cx, self.by.y - cy, self.by.x + x, self.by.y - y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let Vec2 { x: left, y: top } = self.by;
        self.pen.curve_to(left + ax, top - ay, left + bx, top - by, left + x, top - y);
    }

    fn close(&mut self) {
        self.pen.close();
    }
}

/// Breaks a text into lines of at most a width, between words; a longer word has a line of its own.
pub fn wrapped(text: &str, size: f32, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&longer, size) <= most || line.is_empty() {
                line = longer;
            } else {
                lines.push(std::mem::replace(&mut line, word.to_owned()));
            }
        }
        lines.push(line);
    }
    lines
}

/// Returns a text that is cut off with "…" if it is wider than `most`.
pub fn shortened(text: &str, size: f32, most: f32) -> String {
    if width(text, size) <= most {
        return text.to_owned();
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if width(&format!("{kept}…"), size) > most {
            kept.pop();
            break;
        }
    }
    kept + "…"
}
