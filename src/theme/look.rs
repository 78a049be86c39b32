//! Colours, width, dashes and point shape of marks.

use super::color::Color;

/// Shape of a point; roles differ by shape as well as by colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointShape {
    /// A disc.
    Disc,
    /// A disc in the colour of filled polygons, with an outline in that of lines.
    Outlined,
    /// A filled square.
    Square,
    /// A filled square, rotated by 45°.
    Diamond,
    /// A filled triangle, point up.
    Triangle,
    /// A circle.
    Ring,
    /// An empty square, rotated by 45°.
    Snap,
    /// A diagonal cross.
    Cross,
    /// A ring around a disc.
    Bullseye,
    /// A disc with a letter.
    Badge(&'static str),
}

/// Colours, width, dashes and point shape of a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look<C = Color> {
    /// Colour of lines, points and text.
    pub color: C,
    /// Colour of filled polygons.
    pub fill: C,
    /// Width of lines, in screen points.
    pub width: f32,
    /// Lengths of a dash and of the gap after it, in screen points; `None` for a solid line.
    pub dash: Option<[f32; 2]>,
    /// Shape of points.
    pub shape: PointShape,
    /// Half the size of points, in screen points.
    pub radius: f32,
}

impl<C: Copy> Look<C> {
    /// Converts both colours.
    pub fn map<D>(&self, of: impl Fn(C) -> D) -> Look<D> {
        let &Self { color, fill, width, dash, shape, radius } = self;
        Look { color: of(color), fill: of(fill), width, dash, shape, radius }
    }
}

impl Look {
    pub(super) fn new(color: Color) -> Self {
        Self { color, fill: color.faded(0.2), width: 2.0, dash: None, shape: PointShape::Disc, radius: 4.5 }
    }

    pub(super) fn width(self, width: f32) -> Self {
        Self { width, ..self }
    }

    pub(super) fn filled(self, alpha: f32) -> Self {
        Self { fill: self.color.faded(alpha), ..self }
    }

    pub(super) fn dashed(self, dash: f32, gap: f32) -> Self {
        Self { dash: Some([dash, gap]), ..self }
    }

    pub(super) fn point(self, shape: PointShape, radius: f32) -> Self {
        Self { shape, radius, ..self }
    }
}
