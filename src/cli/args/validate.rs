//! Arguments of `navsmith validate`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use super::file::{ReadingArguments, SourceArguments};
use super::value::distance;
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::{EngineDistances, Severity};
use navsmith_formats::io::{self, Format};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(in crate::cli) struct ValidateArguments {
    /// Files in formats that navsmith reads.
    #[arg(value_name = "FILE", required = true, help = format!("Files: each a {}", io::list(Format::readable())))]
    pub(in crate::cli) files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Least severity of the issues that give exit code 1.
    #[arg(long, value_name = "SEVERITY", default_value = "error", value_parser = severity())]
    pub(in crate::cli) level: Severity,
    /// Also list what an export in this format cannot represent. A format is named by an extension, such as
    /// glb, or by the first word of its name, such as detour.
    #[arg(long = "as", value_name = "FORMAT", value_parser = exported)]
    pub(in crate::cli) format: Option<&'static Format>,
    /// Do not report the known issues that this file lists. Paths in it are relative to its folder.
    #[arg(long, value_name = "BASELINE")]
    pub(in crate::cli) baseline: Option<PathBuf>,
    /// Write all issues to the file of --baseline, as known ones. It keeps those of files that are not
    /// validated.
    #[arg(long, requires = "baseline")]
    pub(in crate::cli) write_baseline: bool,
    /// Size of the cells of the map by which the engine joins corners [default: 0.25 m, 1 pixel in 2D].
    #[arg(long, value_name = "LENGTH", value_parser = distance)]
    pub(in crate::cli) engine_cell: Option<f32>,
    /// Distance at which the engine joins edges of different regions [default: 0.25 m, 1 pixel in 2D].
    #[arg(long, value_name = "LENGTH", value_parser = distance)]
    pub(in crate::cli) engine_margin: Option<f32>,
    /// Find issues for an agent of these sizes: radius, height, steepest slope in degrees and highest step, as in
    /// 0.4,1.8,45,0.4 [default: that of the document, or of its first query].
    #[arg(long, value_name = "SIZES", value_parser = agent)]
    pub(in crate::cli) agent: Option<Agent>,
    /// Print JSON.
    #[arg(long, conflicts_with_all = ["sarif", "junit"])]
    pub(in crate::cli) json: bool,
    /// Print SARIF 2.1.0, for code scanning.
    #[arg(long, conflicts_with = "junit")]
    pub(in crate::cli) sarif: bool,
    /// Print JUnit XML, with a test for each kind of issue.
    #[arg(long)]
    pub(in crate::cli) junit: bool,
}

impl ValidateArguments {
    /// Returns each file with the options for reading it.
    pub(in crate::cli) fn sources(&self) -> impl Iterator<Item = SourceArguments> {
        self.files.iter().map(|file| SourceArguments { file: file.clone(), reading: self.reading.clone() })
    }

    /// Returns the format whose export is checked, and the distances of its engine.
    pub(in crate::cli) fn export(&self) -> (Option<&'static Format>, EngineDistances) {
        (self.format, EngineDistances { cell: self.engine_cell, margin: self.engine_margin })
    }
}

fn severity() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(Severity::ALL.map(Severity::name)).try_map(|name| {
        Severity::ALL.into_iter().find(|severity| severity.name() == name).ok_or("there is no such severity")
    })
}

/// Parses the sizes of an agent; a step of `any` has no limit.
fn agent(text: &str) -> Result<Agent, String> {
    let wrong =
        || "give four numbers: radius, height, slope in degrees and step, as in 0.4,1.8,45,0.4".to_owned();
    let numbers = text.split(',').map(|part| match part.trim() {
        "any" => Ok(f32::INFINITY),
        number => number.parse::<f32>().map_err(|_ignored| wrong()),
    });
    let sizes = numbers.collect::<Result<Vec<f32>, String>>()?;
    let &[radius, height, slope, max_climb] = sizes.as_slice() else { return Err(wrong()) };
    let is_length = |length: f32| length >= 0.0 && length.is_finite();
    if !(is_length(radius) && is_length(height) && (0.0..=90.0).contains(&slope) && max_climb >= 0.0) {
        return Err("lengths are 0 or more metres, and the slope is 0 to 90 degrees".to_owned());
    }
    let max_slope = slope.to_radians().min(std::f32::consts::FRAC_PI_2);
    Ok(Agent { radius, height, max_slope, max_climb })
}

/// Parses the name of an export format: an extension, or the first word of its name.
pub(super) fn exported(text: &str) -> Result<&'static Format, String> {
    let wanted = text.trim_start_matches('.').to_lowercase();
    let by_extension = || Format::writable().find(|format| format.extensions.contains(&&*wanted));
    let is_first_word = |format: &&Format| {
        format.name.split(' ').next().is_some_and(|word| word.eq_ignore_ascii_case(&wanted))
    };
    let found = by_extension().or_else(|| Format::writable().find(is_first_word));
    found.ok_or_else(|| {
        format!("no export format has this name; name the extension of {}", io::list(Format::writable()))
    })
}
