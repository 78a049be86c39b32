//! A line of the table.

use crate::clock::{formatted, mean};

/// Durations of an operation in seconds, by navsmith and by the peers.
///
/// `bytes` is the duration of reading or copying the processed bytes once.
pub(crate) struct Row {
    work: String,
    input: String,
    ours: f64,
    polyanya: Option<f64>,
    navmesh: Option<f64>,
    bytes: Option<f64>,
}

const HEAD: [&str; 9] =
    ["work", "on", "navsmith", "polyanya 0.18", "ratio", "navmesh 0.12", "ratio", "memory pass", "multiple"];

impl Row {
    pub(crate) fn new(work: impl Into<String>, input: &str, ours: f64) -> Self {
        let (work, input) = (work.into(), input.into());
        Self { work, input, ours, polyanya: None, navmesh: None, bytes: None }
    }

    /// Adds the duration of the `polyanya` crate.
    pub(crate) fn polyanya(self, seconds: f64) -> Self {
        Self { polyanya: Some(seconds), ..self }
    }

    /// Adds the duration of the `navmesh` crate, if it was measured.
    pub(crate) fn navmesh(self, seconds: Option<f64>) -> Self {
        Self { navmesh: seconds, ..self }
    }

    /// Adds the duration of a memory pass: reading or copying the bytes once.
    pub(crate) fn bytes(self, seconds: f64) -> Self {
        Self { bytes: Some(seconds), ..self }
    }

    pub(crate) fn print(&self) {
        let Self { work, input, ours, polyanya, navmesh, bytes } = self;
        let or_dash = |cell: Option<String>| cell.unwrap_or_else(|| "–".into());
        let beside = |other: &Option<f64>| {
            [other.map(formatted), other.map(|other| format!("{:.2}", other / ours))].map(or_dash)
        };
        let ([theirs, ratio], [other, other_ratio]) = (beside(polyanya), beside(navmesh));
        let [once, times] =
            [bytes.map(formatted), bytes.map(|once| format!("{:.1}", ours / once))].map(or_dash);
        let own = formatted(*ours);
        println!(
            "| {work} | {input} | {own} | {theirs} | {ratio} | {other} | {other_ratio} | {once} | {times} |"
        );
    }
}

/// Prints the two header lines.
pub(crate) fn print_head() {
    println!("| {} |", HEAD.join(" | "));
    println!("|---|---|{}", "---:|".repeat(HEAD.len() - 2));
}

/// Prints the geometric mean of several ratios of the `polyanya` crate's time to navsmith's.
pub(crate) fn print_mean(work: &str, input: &str, ratios: &[f64]) {
    if !ratios.is_empty() {
        let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
        println!(
            "| {work}: geometric mean, minimum {least:.2} | {input} | – | – | **{:.2}** | – | – | – | – |",
            mean(ratios)
        );
    }
}

/// Prints a line with the reason for missing numbers.
pub(crate) fn print_left_out(work: &str, why: &str) {
    println!("| {work} | left out: {why} |{}", " – |".repeat(HEAD.len() - 2));
}
