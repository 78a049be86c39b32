//! Arguments of `navsmith report`.

use std::path::PathBuf;

use clap::Args;

use super::file::SourceArguments;
use super::validate::exported;
use super::work::WorkArguments;
use navsmith_formats::io::Format;

#[derive(Args, Debug)]
pub(in crate::cli) struct ReportArguments {
    #[command(flatten)]
    pub(in crate::cli) source: SourceArguments,
    /// The HTML file to write; an earlier report is overwritten.
    #[arg(short, long, value_name = "OUT")]
    pub(in crate::cli) out: PathBuf,
    /// Number of issues with a picture: errors first, of each kind in turn, far from each other.
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(in crate::cli) pictures: u16,
    /// Also list what an export in this format cannot represent. A format is named as for `validate`.
    #[arg(long = "as", value_name = "FORMAT", value_parser = exported)]
    pub(in crate::cli) format: Option<&'static Format>,
    #[command(flatten)]
    pub(in crate::cli) work: WorkArguments,
    /// Replace OUT even if it is no report, is read-only, belongs to another user or has other names.
    #[arg(long = "force")]
    pub(in crate::cli) is_forced: bool,
    /// Print JSON.
    #[arg(long)]
    pub(in crate::cli) json: bool,
}
