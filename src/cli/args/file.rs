//! Arguments for the file to read, and of the subcommands that process a whole file.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, value_parser};

use super::outlines::OutlineArguments;
use super::value::{distance, out_scale, readable_format, scale, seconds, slope, writable_format};
use crate::cli::areas::BlockedAreas;
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::navmesh::synthetic::Recipe;
use navsmith_formats::check::repair::{RepairOptions, RepairStep};
use navsmith_formats::document::Document;
use navsmith_formats::document::diff::DiffOptions;
use navsmith_formats::io::{self, Format, Placement};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct InfoArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// File whose statistics are printed beside those of the first one, in any of these formats.
    pub(in crate::cli) other: Option<PathBuf>,
    /// List all islands, instead of the first 20; JSON always lists all.
    #[arg(long)]
    pub(in crate::cli) all: bool,
    /// Print the memory of the mesh and of its derived data.
    #[arg(long)]
    pub(in crate::cli) memory: bool,
    /// Print histograms of angles, edge lengths, areas, corners, portal widths, slopes and heights.
    #[arg(long)]
    pub(in crate::cli) statistics: bool,
    /// Print only a table, as comma-separated values.
    #[arg(long, value_name = "TABLE", conflicts_with_all = ["json", "memory", "statistics"])]
    pub(in crate::cli) csv: Option<InfoTable>,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// Table of comma-separated values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum InfoTable {
    /// Histograms of all measures.
    Statistics,
    /// Islands with their numbers of cells, areas and bounds.
    Islands,
    /// Areas with their numbers of cells and sizes.
    Areas,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct WhyArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// The two cells.
    #[arg(long, value_names = ["CELL", "CELL"], num_args = 2)]
    pub(in crate::cli) cells: Option<Vec<u32>>,
    /// An edge by its two vertices, instead of cells: its cell and the nearest one over it.
    #[arg(long, value_names = ["VERTEX", "VERTEX"], num_args = 2, conflicts_with = "cells")]
    pub(in crate::cli) edge: Option<Vec<u32>>,
    /// List pairs of islands that are at most this far apart, in metres [default: 0.5, or 10 in pixels].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) within: Option<f32>,
    /// The highest step of the agent, in metres [default: that of the document's first query].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) max_climb: Option<f32>,
    #[command(flatten)]
    pub(in crate::cli) areas: BlockedAreas,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

/// How a mesh is written, and how the result is printed.
#[derive(Args, Clone, Copy, Debug)]
pub(in crate::cli) struct WriteArguments {
    /// Replace OUT even if it is read-only, belongs to another user or has other names, or by an empty document.
    #[arg(long = "force")]
    pub(in crate::cli) is_forced: bool,
    /// Write nothing and exit with 1 if the mesh has errors, is empty, lost ground or has coordinates that are too large
    /// for the format, instead of a warning; `navsmith validate` lists them.
    #[arg(long = "strict")]
    pub(in crate::cli) is_strict: bool,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ConvertArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// The file to write, in the format that its extension names.
    #[arg(value_name = "OUT", help = format!("The file to write: a {}; it is overwritten", io::list(Format::writable())))]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) axes: OutAxes,
    /// Add the mesh of this file to that of FILE, read with the same options; may be given several times. --node applies to
    /// levels only. Areas are merged by name, and --weld joins the borders.
    #[arg(long = "add", value_name = "FILE")]
    pub(in crate::cli) added: Vec<PathBuf>,
    /// Move everything to the origin if the mesh is far from it, and state the offset.
    #[arg(long = "recenter")]
    pub(in crate::cli) is_recentered: bool,
    /// The format of standard output, by an extension such as ron; OUT is then -.
    #[arg(long = "out-format", value_name = "EXTENSION", value_parser = writable_format)]
    pub(in crate::cli) out_format: Option<&'static Format>,
    #[command(flatten)]
    pub(in crate::cli) outlines: OutlineArguments,
    /// Convert again after each change of a file that is read, until Ctrl+C ends the program; OUT must be another file.
    #[arg(long = "watch")]
    pub(in crate::cli) is_watching: bool,
    #[command(flatten)]
    pub(in crate::cli) writing: WriteArguments,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct RepairArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// The file to write, in the format that its extension names.
    #[arg(short, long, value_name = "OUT", required_unless_present = "is_dry", help = format!("The file to write: a {}; it is overwritten", io::list(Format::writable())))]
    pub(in crate::cli) out: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) axes: OutAxes,
    /// The steps, separated by commas, in this order [default: all up to islands].
    #[arg(long, value_name = "STEPS", value_delimiter = ',', value_parser = repair_step())]
    pub(in crate::cli) steps: Vec<RepairStep>,
    /// Leave out these steps, separated by commas.
    #[arg(long = "skip", value_name = "STEPS", value_delimiter = ',', value_parser = repair_step())]
    pub(in crate::cli) skipped: Vec<RepairStep>,
    /// Maximum distance in metres between a vertex and its original position [default: 0.01 % of the diagonal of the mesh as a
    /// power of ten, from 0.001 to 0.05].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) tolerance: Option<f32>,
    /// Remove islands with less area than this, in m².
    #[arg(long, value_name = "AREA", value_parser = distance, default_value = "0", allow_hyphen_values = true)]
    pub(in crate::cli) min_island: f32,
    /// Print the effects and write nothing.
    #[arg(long = "dry-run")]
    pub(in crate::cli) is_dry: bool,
    /// Replace OUT even if it is read-only, belongs to another user or has other names, or by an empty document.
    #[arg(long = "force")]
    pub(in crate::cli) is_forced: bool,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl RepairArguments {
    pub(in crate::cli) fn options(&self, document: &Document) -> RepairOptions {
        let mut options = RepairOptions::of_document(document);
        if !self.steps.is_empty() {
            options.steps.clone_from(&self.steps);
        }
        options.steps.retain(|step| !self.skipped.contains(step));
        options.tolerance = self.tolerance.unwrap_or(options.tolerance);
        options.min_island = f64::from(self.min_island);
        options
    }
}

fn repair_step() -> impl TypedValueParser<Value = RepairStep> {
    PossibleValuesParser::new(RepairStep::ALL.map(RepairStep::name))
        .try_map(|name| RepairStep::of_name(&name).ok_or("there is no such step"))
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ExportArguments {
    /// A document with export targets.
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
    /// Export also outside of the folder of FILE, and replace files with other content, and those that are read-only, belong
    /// to another user or have other names.
    #[arg(long = "force")]
    pub(in crate::cli) is_forced: bool,
    /// Write no file in which the mesh has errors or coordinates that are too large for the format, and exit with 1, instead
    /// of a warning; `navsmith validate` lists them.
    #[arg(long = "strict")]
    pub(in crate::cli) is_strict: bool,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct BakeArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// The file to write, such as mesh.nav; it is overwritten.
    #[arg(short, long, value_name = "OUT")]
    pub(in crate::cli) out: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) axes: OutAxes,
    #[command(flatten)]
    pub(in crate::cli) writing: WriteArguments,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct DiffArguments {
    /// File to compare from.
    #[arg(value_name = "A", help = readable())]
    pub(in crate::cli) before: PathBuf,
    /// File to compare to.
    #[arg(value_name = "B", help = "The file to compare it with, in any of these formats")]
    pub(in crate::cli) after: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArguments,
    /// Maximum distance in metres between a moved vertex and its earlier position, unless its neighbours identify it.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "0.5", allow_hyphen_values = true)]
    tolerance: f32,
    /// Ignore moves up to this many metres.
    #[arg(long, value_name = "M", value_parser = distance, default_value = "0", allow_hyphen_values = true)]
    ignore: f32,
    /// Maximum number of removed, added and changed elements of each kind to list; 0 lists none.
    #[arg(long, value_name = "N", default_value = "20")]
    pub(in crate::cli) limit: usize,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct BenchArguments {
    /// File in a format that navsmith reads.
    #[arg(value_name = "FILE", required_unless_present = "recipe", help = readable())]
    pub(in crate::cli) file: Option<PathBuf>,
    /// Generate a mesh instead: terrain, rooms or maze, number of triangles, and seed [default: 1].
    #[arg(long = "generate", value_name = "NAME:TRIANGLES[:SEED]", conflicts_with_all = ["file", "weld", "max_slope", "nodes"])]
    pub(in crate::cli) recipe: Option<Recipe>,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArguments,
    /// Number of pairs of random points.
    #[arg(long, value_name = "N", default_value = "200", value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(in crate::cli) pairs: u32,
    /// The seed of the random points.
    #[arg(long, value_name = "N", default_value = "1")]
    pub(in crate::cli) seed: u64,
    /// Number of measurements of each row; the median is printed.
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u32).range(1..=1000))]
    pub(in crate::cli) rounds: u32,
    /// Seconds for one kind of query; fewer pairs are measured if that is not enough.
    #[arg(long, value_name = "S", default_value = "10", value_parser = seconds, allow_hyphen_values = true)]
    pub(in crate::cli) seconds: f64,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}

impl DiffArguments {
    pub(in crate::cli) fn options(&self) -> DiffOptions {
        DiffOptions { tolerance: self.tolerance, ignored_move: self.ignore }
    }
}

/// File to read, and the options for reading it.
#[derive(Args, Debug)]
pub(in crate::cli) struct SourceArguments {
    /// File in a format that navsmith reads.
    #[arg(value_name = "FILE", help = readable())]
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) reading: ReadingArguments,
}

fn readable() -> String {
    format!("A {}", io::list(Format::readable()))
}

/// Options for reading a file.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct ReadingArguments {
    #[command(flatten)]
    pub(in crate::cli) welding: Welding,
    #[command(flatten)]
    axes: Axes,
    /// Import this node or object of a level, with everything below it, such as of a glTF or an OBJ; may be given several times
    /// [default: nodes named like a navigation mesh, or everything].
    #[arg(long = "node", value_name = "NAME", value_parser = clap::builder::NonEmptyStringValueParser::new())]
    pub(in crate::cli) nodes: Vec<String>,
    /// Treat the ground as a closed surface, such as a planet or a torus: points are located by the nearest ground, not by
    /// the floor below [default: as stored; for imports, if every side has a neighbour and some cells face down].
    #[arg(long = "closed-surface")]
    pub(in crate::cli) is_closed_surface: bool,
    /// The format of standard input, by an extension such as obj, if its content does not decide; FILE is then -.
    #[arg(long = "format", value_name = "EXTENSION", value_parser = readable_format)]
    pub(in crate::cli) input_format: Option<&'static Format>,
}

/// Options for the coordinates of the file to read.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Axes {
    /// The axis of FILE that points up: y or z [default: y, or z if all cells are upright with y up or much more ground is connected with z up].
    #[arg(long, value_name = "AXIS", value_parser = up_axis())]
    up: Option<UpAxis>,
    /// Mirror FILE along this axis, after turning it; x is right for most files of left-handed programs. Faces that are inside
    /// out with that are turned over.
    #[arg(long, value_name = "AXIS", value_parser = axis())]
    mirror: Option<Axis>,
    /// Turn all faces of FILE over, after mirroring it, such as those of a level whose floors face down.
    #[arg(long = "turn-over")]
    is_turned: bool,
    /// The unit of FILE: m, cm, mm, ft, in, or a number of metres.
    #[arg(long, value_name = "UNIT", value_parser = scale, default_value = "1", allow_hyphen_values = true)]
    scale: f32,
}

/// Options for the coordinates of the file to write.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct OutAxes {
    /// The axis of OUT that points up.
    #[arg(id = "out-up", long, value_name = "AXIS", value_parser = up_axis(), default_value = "y")]
    up: UpAxis,
    /// Mirror OUT along this axis, before turning it.
    #[arg(id = "out-mirror", long, value_name = "AXIS", value_parser = axis())]
    mirror: Option<Axis>,
    /// The unit of OUT: m, cm, mm, ft, in, or a number of units in a metre.
    #[arg(id = "out-scale", long, value_name = "UNIT", value_parser = out_scale, default_value = "1", allow_hyphen_values = true)]
    scale: f32,
}

pub(super) fn up_axis() -> impl TypedValueParser<Value = UpAxis> {
    PossibleValuesParser::new(["y", "z"]).map(|name| if name == "z" { UpAxis::Z } else { UpAxis::Y })
}

fn axis() -> impl TypedValueParser<Value = Axis> {
    PossibleValuesParser::new(["x", "y", "z"]).map(|name| match &*name {
        "x" => Axis::X,
        "y" => Axis::Y,
        _ => Axis::Z,
    })
}

/// Options for welding and for cells to leave out.
#[derive(Args, Clone, Debug)]
pub(in crate::cli) struct Welding {
    /// Merge corners at most this many metres apart [default: 0.001 for a level, none for others].
    #[arg(long, value_name = "M", value_parser = distance, allow_hyphen_values = true)]
    pub(in crate::cli) weld: Option<f32>,
    /// Leave out cells steeper than this many degrees; 180 keeps all [default: 45 for a level, 180 for a navigation mesh].
    #[arg(long, value_name = "DEG", value_parser = slope, allow_hyphen_values = true)]
    pub(in crate::cli) max_slope: Option<f32>,
}

impl SourceArguments {
    pub(in crate::cli) fn placement(&self) -> Placement {
        let Axes { up, mirror, scale, is_turned } = self.reading.axes;
        Placement { up, mirror, scale, is_turned }
    }
}

impl OutAxes {
    pub(in crate::cli) fn coordinates(&self) -> FileCoordinates {
        let &Self { up, mirror, scale } = self;
        FileCoordinates { up, mirror, scale }
    }
}
