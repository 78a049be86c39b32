//! Arguments for the file to read and the way to read it.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::value::{distance, scale, slope};
use crate::io::{self, Format, Placement, UpAxis};

/// File to read, and the options for reading it.
#[derive(Args, Debug)]
pub(in crate::cli) struct Source {
    /// File in a format that navsmith reads.
    #[arg(value_name = "FILE", help = readable())]
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) reading: Reading,
}

pub(super) fn readable() -> String {
    format!("A {}", io::list(Format::readable()))
}

/// Options for reading a file.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Reading {
    #[command(flatten)]
    pub(in crate::cli) welding: Welding,
    #[command(flatten)]
    axes: Axes,
    /// Import this node of a glTF or GLB, with the nodes below it; may be given several times [default: nodes named
    /// like a navigation mesh, or everything].
    #[arg(long = "node", value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(in crate::cli) nodes: Vec<String>,
}

/// Options for the coordinates of a glTF or GLB.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Axes {
    /// The axis of a glTF or GLB that points up: y or z [default: y, or z if all triangles are upright with y up].
    #[arg(long, value_name = "AXIS", value_parser = up_axis())]
    up: Option<UpAxis>,
    /// The number of metres in a unit of a glTF or GLB.
    #[arg(long, value_name = "M", value_parser = scale, default_value = "1", allow_hyphen_values = true)]
    scale: f32,
}

/// Options for welding and for cells to leave out.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Welding {
    /// Merge corners at most this many metres apart [default: 0.001 for a glTF or GLB, none for others].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) weld: Option<f32>,
    /// Leave out cells steeper than this many degrees; 180 keeps all [default: 45 for a glTF or GLB, unless the
    /// imported nodes are named like a navigation mesh; all for others].
    #[arg(long, value_name = "DEG", value_parser = slope, allow_hyphen_values = true)]
    pub(in crate::cli) max_slope: Option<f32>,
}

impl Source {
    pub(in crate::cli) fn placement(&self) -> Placement {
        let Axes { up, scale } = self.reading.axes;
        Placement { up, scale }
    }
}

/// Parses the name of an up axis; help lists them all.
fn up_axis() -> impl TypedValueParser<Value = UpAxis> {
    PossibleValuesParser::new(["y", "z"]).map(|name| if name == "z" { UpAxis::Z } else { UpAxis::Y })
}
