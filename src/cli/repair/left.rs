//! The errors that a repair leaves.

use std::collections::BTreeMap;

use serde::Serialize;

use super::MOST_PLACES;
use super::apart::renumbered;
use crate::cli::output::{place, xyz};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::Derived;
use navsmith_formats::check::repair::{FixObstacle, LeftError, Repair, RepairOptions};
use navsmith_formats::check::{Issue, IssueSearch, IssueType, Issues, Severity};
use navsmith_formats::document::enumeration;

#[derive(Serialize)]
pub(super) struct ErrorReport {
    kind: &'static str,
    #[serde(skip)]
    title: &'static str,
    count: usize,
    issues: Vec<LeftReport>,
}

#[derive(Serialize)]
struct LeftReport {
    message: String,
    /// The cells of the error, with the numbers of a written file.
    cells: Vec<u32>,
    at: [f32; 3],
    reason: String,
}

/// Returns the errors that are left, with the numbers that elements have in a written file.
pub(super) fn as_written(repaired: &Repair, options: &RepairOptions) -> Vec<LeftError> {
    let old = &repaired.mesh;
    if repaired.errors.is_empty()
        || old.cell_slots() == old.cell_count() && old.vertex_slots() == old.vertex_count()
    {
        return repaired.errors.clone();
    }
    let Some(mesh) = renumbered(old) else { return repaired.errors.clone() };
    let place = |issue: &Issue| (issue.kind.of_type().name, issue.at.to_array().map(f32::to_bits));
    let reasons: BTreeMap<_, FixObstacle> =
        repaired.errors.iter().map(|left| (place(&left.issue), left.obstacle)).collect();
    let derived = Derived::build(&mesh);
    let issues = Issues::build(&mesh, &derived, options.usual_limits());
    let errors = issues
        .known(&derived, &IssueSearch::OF_ERRORS)
        .filter(|issue| issue.kind.severity() == Severity::Error && !options.ignored.contains(issue));
    let left = errors.map(|issue| {
        let obstacle = reasons.get(&place(&issue)).copied().unwrap_or(FixObstacle::NoFix);
        LeftError { issue: issue.into_owned(), obstacle }
    });
    left.collect()
}

/// Returns the errors in groups of one kind each.
pub(super) fn by_kind(errors: &[LeftError]) -> Vec<ErrorReport> {
    let mut reports: Vec<ErrorReport> = Vec::new();
    for error in errors {
        let &IssueType { name: kind, title, .. } = error.issue.kind.of_type();
        let found = reports.iter().position(|report| report.kind == kind);
        let index = found.unwrap_or_else(|| {
            reports.push(ErrorReport { kind, title, count: 0, issues: Vec::new() });
            reports.len() - 1
        });
        reports[index].count += 1;
        reports[index].issues.push(LeftReport::of(error));
    }
    reports
}

impl LeftReport {
    fn of(LeftError { issue, obstacle }: &LeftError) -> Self {
        let cells = issue.cells.iter().map(|cell| cell.0).collect();
        Self { message: issue.headline(), cells, at: xyz(issue.at), reason: obstacle.to_string() }
    }

    /// Returns the error with its cells, its place and the reason.
    fn line(&self) -> String {
        let is_named = self.message.to_lowercase().contains("cell");
        let named: Vec<String> = self.cells.iter().take(MOST_PLACES).map(u32::to_string).collect();
        let cells = match named.len() {
            _ if is_named => String::new(),
            0 => String::new(),
            1 => format!(" of cell {}", named[0]),
            _ => format!(" of cells {}", enumeration(&named)),
        };
        format!("    {}{cells} at {}: {}", self.message, place(Vec3::from_array(self.at)), self.reason)
    }
}

impl ErrorReport {
    pub(super) fn lines(&self) -> Vec<String> {
        let issues = self.issues.iter().take(MOST_PLACES).map(LeftReport::line);
        let more = self.issues.len().saturating_sub(MOST_PLACES);
        let more = (more > 0).then(|| format!("    and {more} more"));
        let first = format!("left: {}: {}", self.title, self.count);
        std::iter::once(first).chain(issues).chain(more).collect()
    }
}
