//! Pictures of the view from above, as files in SVG and PNG.
//!
//! [`drawing::draw`] turns the state of an editor into a [`shape::VectorPicture`]: a flat list of shapes in pixels. The
//! writers know only shapes, so both files show the same.

pub mod shape;
pub mod text;
pub mod svg;
pub mod png;
mod hatch;
mod pen;
mod ground;
mod level;
mod heights;
mod regions;
mod mesh;
mod points;
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
