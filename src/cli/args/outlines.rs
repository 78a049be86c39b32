//! Arguments for making outlines.

use clap::Args;

use super::value::{distance, number};
use navsmith_formats::io::images::ImageOutlines;

/// What becomes outlines, and how.
#[derive(Args, Clone, Copy, Debug)]
pub(in crate::cli) struct OutlineArguments {
    /// Make outlines, which generate cells. Without --section, level cells are replaced by outlines along their boundary, for
    /// example those of a .map. FILE may also be a PNG or JPEG image, whose pixels are one unit of FILE wide.
    #[arg(long = "outlines")]
    pub(in crate::cli) has_outlines: bool,
    /// Make outlines of the lines in which a level crosses this height, in metres. FILE is a level, or a document with levels.
    #[arg(long, value_name = "Y", value_parser = number, allow_hyphen_values = true, requires = "has_outlines")]
    pub(in crate::cli) section: Option<f32>,
    /// Brightness from which pixels of an image are ground, from 0 to 255; transparent pixels are never ground.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 128,
        requires = "has_outlines",
        conflicts_with = "section"
    )]
    threshold: u8,
    /// Make outlines of the pixels that are darker than --threshold.
    #[arg(long = "dark", requires = "has_outlines", conflicts_with = "section")]
    is_dark: bool,
    /// Leave out points of outlines that are at most this many metres from the rest [default: a pixel of an image, otherwise 0].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true, requires = "has_outlines")]
    pub(in crate::cli) simplify: Option<f32>,
}

impl OutlineArguments {
    /// Returns the settings for an image with pixels of this size in metres.
    pub(in crate::cli) fn of_image(&self, pixel: f32) -> ImageOutlines {
        let simplification = self.simplify.map_or(1.0, |metres| metres / pixel);
        ImageOutlines { threshold: self.threshold, is_inverted: self.is_dark, simplification }
    }
}
