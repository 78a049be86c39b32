//! The limit of work of a subcommand that runs what a document contains.

use clap::{Args, value_parser};

use navsmith_core::budget::Budget;

#[derive(Args, Debug)]
pub(in crate::cli) struct WorkArguments {
    /// Stop after this many million steps, and exit with 1. A step is an agent in a time step, or a cell that a search
    /// expands. Each start of an agent and each time step take some more, and so do comparisons of agents in very dense
    /// crowds.
    #[arg(long, value_name = "MILLIONS", default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    limit: u32,
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
