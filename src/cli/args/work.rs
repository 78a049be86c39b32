//! Arguments of the subcommands that run what a document contains, with the limit of their work.

use std::path::PathBuf;

use clap::{Args, value_parser};

use super::value::run_seconds;
use navsmith_core::budget::Budget;

#[derive(Args, Debug)]
pub(in crate::cli) struct WorkArguments {
    /// Stop after this many million steps, and exit with 1. A step is an agent in a time step, or a cell that a search
    /// expands. Each start of an agent and each time step take some more, and so do comparisons of agents in very dense
    /// crowds.
    #[arg(long, value_name = "MILLIONS", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    limit: u32,
}

/// The form of results.
#[derive(Args, Clone, Copy, Debug)]
pub(in crate::cli) struct ResultArguments {
    /// Print JSON.
    #[arg(long, conflicts_with = "junit")]
    pub(in crate::cli) json: bool,
    /// Print JUnit XML.
    #[arg(long)]
    pub(in crate::cli) junit: bool,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct SimulateArguments {
    /// A document with scenarios.
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
    /// The scenario to run; without it, all of them.
    #[arg(long, value_name = "NAME")]
    pub(in crate::cli) scenario: Option<String>,
    /// Run for this time instead of the duration of the scenario.
    #[arg(long, value_name = "SECONDS", value_parser = run_seconds, allow_hyphen_values = true)]
    pub(in crate::cli) seconds: Option<f32>,
    #[command(flatten)]
    pub(in crate::cli) work: WorkArguments,
    #[command(flatten)]
    pub(in crate::cli) results: ResultArguments,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CheckArguments {
    /// A document (RON) with saved queries or scenarios, and their expected results.
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: PathBuf,
    #[command(flatten)]
    pub(in crate::cli) work: WorkArguments,
    #[command(flatten)]
    pub(in crate::cli) results: ResultArguments,
    /// Replace every expectation by the present result, and add one to queries that have none. If anything changes, the
    /// file is written without its comments.
    #[arg(long)]
    pub(in crate::cli) update: bool,
    /// Replace the file even if it is read-only, belongs to another user or has other names.
    #[arg(long = "force", requires = "update")]
    pub(in crate::cli) is_forced: bool,
}

impl WorkArguments {
    pub(in crate::cli) fn budget(&self) -> Budget {
        Budget::of_steps(u64::from(self.limit) * 1_000_000)
    }
}

/// Reason why a run or a check stopped early.
pub(in crate::cli) const AT_LIMIT: &str = "stopped at the limit of steps, which --limit raises";

/// Whether a count in JSON is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
pub(in crate::cli) fn is_zero(count: &usize) -> bool {
    *count == 0
}
