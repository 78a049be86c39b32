//! Command-line arguments.

mod value;
pub(super) mod work;
pub(super) mod outlines;
pub(super) mod file;
pub(super) mod ground;
pub(super) mod jumps;
pub(super) mod generate;
pub(super) mod validate;
pub(super) mod query;
pub(super) mod around;
pub(super) mod side_view;
pub(super) mod render;
pub(super) mod report;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use around::{CircleArguments, RandomPointsArguments};
use file::{
    BakeArguments, BenchArguments, ConvertArguments, DiffArguments, ExportArguments, InfoArguments,
    RepairArguments, WhyArguments,
};
use generate::GenerateArguments;
use query::{CompareArguments, PathArguments, TraceArguments};
use render::RenderArguments;
use report::ReportArguments;
use side_view::{JumpsArguments, PlatformsArguments, ThrowArguments};
use validate::ValidateArguments;
use work::{CheckArguments, SimulateArguments};

use crate::cli::terminal::TerminalArguments;
use navsmith_formats::io::{self, Format};

/// Author navigation meshes by hand, inspect them, and step through how a path is found.
#[derive(Debug, Parser)]
#[command(
    name = "navsmith",
    version,
    override_usage = "navsmith [OPTIONS] [FILE]\n       navsmith [OPTIONS] <COMMAND>",
    after_help = "Without a command the window opens. Exit codes: 0 found, equal or as expected, 1 no path, nothing found, errors in a mesh, different, not as expected or stopped at --limit, 2 bad arguments or files."
)]
pub(in crate::cli) struct Arguments {
    #[command(subcommand)]
    pub(in crate::cli) verb: Option<Verb>,
    /// File to open in the window.
    #[arg(help = format!("The file to open in the window: a {}", io::list(Format::readable())))]
    pub(in crate::cli) file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) terminal: TerminalArguments,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum Verb {
    /// Print what a file contains: vertices, cells, edges, islands, and what was dropped on import.
    Info(InfoArguments),
    /// List the issues of the meshes of files: exit code 0 without new issues of the level, 1 with some or after a search
    /// that stopped early, 2 if a file cannot be read.
    Validate(ValidateArguments),
    /// Name the obstacle between two cells and the edit that connects them: exit code 0 if a path connects them in both
    /// directions, otherwise 1. Without cells, list the islands that nearly touch.
    Why(WhyArguments),
    /// Read a file and write it in the format that the name of the new file ends with.
    Convert(ConvertArguments),
    /// Fix the issues of a mesh in steps, and write the result: exit code 1 if errors of the mesh are left or the search for them
    /// stopped early.
    Repair(RepairArguments),
    /// Export a document to the targets that it stores: exit code 1 if one of them is not written.
    Export(ExportArguments),
    /// Write the compact binary file that a game loads in one read.
    Bake(BakeArguments),
    /// Generate a mesh from the geometry of a level, for an agent; or name what removed the ground at a point.
    Generate(GenerateArguments),
    /// Find the path between two points.
    Path(PathArguments),
    /// Print every event between two points: locating them, the search, the corridor, its portals, the
    /// funnel, the surface.
    Trace(TraceArguments),
    /// Write a picture of a mesh as SVG or PNG, with a path and a step of its search.
    Render(RenderArguments),
    /// Compare the paths of all algorithms between two points, and explain why one of them makes a detour.
    Compare(CompareArguments),
    /// Draw random points, evenly by area; the same seed draws the same points.
    RandomPoints(RandomPointsArguments),
    /// List the cells that can be walked to from a point without leaving a circle around it, nearest first.
    CellsInCircle(CircleArguments),
    /// List the walls around a point that can be walked to without leaving a circle, nearest first.
    Walls(CircleArguments),
    /// List the platforms of a mesh that is seen from the side: the sides on which a body rests under gravity.
    Platforms(PlatformsArguments),
    /// Throw a body through a mesh that is seen from the side: exit code 0 if it lands on a platform, otherwise 1.
    Throw(ThrowArguments),
    /// List the walks, drops and jumps between platforms, or add them to the mesh as links.
    Jumps(JumpsArguments),
    /// Run the scenarios of a document: arrivals, times, walked distances, contacts and stuck agents.
    Simulate(SimulateArguments),
    /// Run the saved queries and the expected scenarios of a document, and compare the results with their expectations: exit code 1
    /// also if there are none.
    Check(CheckArguments),
    /// Compare two files by geometry: exit code 0 if they are equal, 1 if they differ, 2 if one cannot be read.
    Diff(DiffArguments),
    /// Write a page about a mesh as one HTML file: issues with pictures, statistics, and the results of its queries.
    Report(ReportArguments),
    /// Measure how long it takes to derive a mesh's data and to query it.
    Bench(BenchArguments),
    /// Print completions of the command line for a shell.
    Completions(CompletionArguments),
    /// Write manual pages of the command line, one for each command.
    Man(ManArguments),
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CompletionArguments {
    /// The shell.
    pub(in crate::cli) shell: Shell,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ManArguments {
    /// The folder of the pages; it is created.
    #[arg(value_name = "DIR")]
    pub(in crate::cli) folder: PathBuf,
}
