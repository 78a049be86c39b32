//! Findings about levels that have changed.

use super::finding::Finding;
use crate::cli::levels::LevelChange;
use navsmith_formats::check::{IssueType, Severity};

static LEVEL_CHANGED: IssueType = IssueType {
    name: "level_changed",
    title: "Changed level",
    severity: Severity::Warning,
    definition: "The file of a level has other triangles than the state that the document stores, below or above cells.",
    effect: "The mesh may cover ground that has gone, or lack ground that is new.",
    remedy: "Compare the cells there with the level, then accept the state of its file in the window.",
};

/// Kinds of findings about levels that are no issues.
pub(super) static LEVEL_TYPES: [&IssueType; 1] = [&LEVEL_CHANGED];

pub(super) fn of_change(change: &LevelChange) -> Finding {
    let headline = change.headline();
    Finding {
        message: format!("{headline}. {}", LEVEL_CHANGED.remedy),
        at: change.position(),
        cells: change.cells(),
        ..Finding::of_file(&LEVEL_CHANGED, headline)
    }
}
