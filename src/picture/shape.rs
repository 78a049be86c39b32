//! Shapes in pixels, from the top left corner of a picture.

use glam::Vec2;
use smallvec::SmallVec;

use crate::theme::color::Color;

/// A picture: its layers, back to front.
#[derive(Clone, Debug, PartialEq)]
pub struct VectorPicture {
    /// Width and height in pixels.
    pub size: Vec2,
    /// Colour of the background.
    pub background: Color,
    /// Title, such as the name of the document.
    pub title: String,
    /// Layers, back to front.
    pub layers: Vec<Layer>,
}

/// A named group of shapes.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// Name, in lower case.
    pub name: &'static str,
    /// Shapes, back to front.
    pub shapes: Vec<PictureShape>,
}

/// A line through points, or a ring.
pub type Points = SmallVec<[Vec2; 2]>;

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub enum PictureShape {
    /// Polygons of one colour; a point is inside if the rings wind around it (nonzero rule).
    Fill {
        /// Rings of the polygons.
        rings: Vec<Points>,
        /// Colour.
        color: Color,
        /// Whether the edges are anti-aliased. Adjacent polygons then show a seam.
        is_smooth: bool,
    },
    /// Lines of one stroke.
    Line {
        /// Lines.
        lines: Vec<Points>,
        /// Whether each line ends at its start.
        is_closed: bool,
        /// Stroke.
        stroke: Stroke,
    },
    /// A circle.
    Circle {
        /// Centre.
        center: Vec2,
        /// Radius.
        radius: f32,
        /// Colour of the disc; `None` for a circle only.
        fill: Option<Color>,
        /// Stroke of the circle.
        stroke: Option<Stroke>,
    },
    /// Text in one line.
    Text {
        /// Left end of the baseline.
        at: Vec2,
        /// Text.
        text: String,
        /// Font size.
        size: f32,
        /// Colour.
        color: Color,
    },
}

/// Stroke of lines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Width.
    pub width: f32,
    /// Colour.
    pub color: Color,
    /// Lengths of a dash and of the gap after it; `None` for a solid line.
    pub dash: Option<[f32; 2]>,
    /// Whether ends and corners are round.
    pub is_round: bool,
}

impl Stroke {
    /// Creates a solid stroke with plain ends.
    pub fn new(width: f32, color: Color) -> Self {
        Self { width, color, dash: None, is_round: false }
    }

    /// Returns the stroke with round ends and corners.
    #[must_use]
    pub fn rounded(self) -> Self {
        Self { is_round: true, ..self }
    }
}

impl VectorPicture {
    /// Returns the number of points of all shapes.
    pub fn point_count(&self) -> usize {
        self.layers.iter().flat_map(|layer| &layer.shapes).map(PictureShape::point_count).sum()
    }
}

impl PictureShape {
    fn point_count(&self) -> usize {
        match self {
            Self::Fill { rings: lines, .. } | Self::Line { lines, .. } => {
                lines.iter().map(SmallVec::len).sum()
            }
            Self::Circle { .. } | Self::Text { .. } => 1,
        }
    }
}
