//! Pictures of the view from above, as files in SVG and PNG.
//!
//! [`drawing::draw`] turns the state of an editor into a [`shape::VectorPicture`]: a flat list of shapes in pixels. The
//! writers know only shapes, so both files show the same.
//!
//! Pictures of the view from above, as SVG and PNG. `drawing::draw` turns an `Editor` and a `Camera` into a
//! `VectorPicture`: layers of shapes in pixels, clipped to the picture. The window paints the
//! same shapes of marks, legend and scale bar. A write of a picture draws it in its job, from the `PictureState` at the
//! time of the command. The writers know shapes only, so both files show the same, and the same
//! state gives the same bytes. Text is measured and drawn with the font of the window. An SVG names the font and states
//! the width of each text, so that it fits in another font.
//!
//! The fills of cells have sharp edges, because adjacent polygons with smooth edges show a seam. Where floors lie above
//! each other, cells are drawn from low to high by their mean height. Of more than 20,000 cells in a picture, those of
//! one colour become one region, and short edges fade out as in the window. An SVG of more than a million points is
//! refused.

pub mod shape;
pub mod text;
pub mod svg;
pub mod png;
pub mod hatch;
pub mod pen;
pub mod ground;
mod level;
mod heights;
mod regions;
mod mesh;
pub mod points;
pub mod marks;
pub mod legend;
mod caption;
pub mod drawing;

use navsmith_formats::io::{Format, PNG};
use shape::VectorPicture;

/// Reason why a picture is not written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// It cannot be written as SVG.
    #[error(transparent)]
    Svg(#[from] svg::SvgError),
    /// It cannot be written as PNG.
    #[error(transparent)]
    Png(#[from] png::PngError),
}

/// Returns a picture in the format of a file: PNG or SVG.
///
/// A PNG has `scale` pixels for each pixel of the picture.
pub fn encode(picture: &VectorPicture, format: &Format, scale: f32) -> Result<Vec<u8>, PictureError> {
    if *format == PNG { Ok(png::write(picture, scale)?) } else { Ok(svg::write(picture)?.into_bytes()) }
}
