//! Findings about levels that have changed or cannot be read.

use super::finding::Finding;
use crate::cli::levels::{LevelChange, UnreadLevel};
use navsmith_formats::check::{IssueType, Severity};

static LEVEL_CHANGED: IssueType = IssueType {
    name: "level_changed",
    title: "Changed level",
    severity: Severity::Warning,
    definition: "The file of a level has other triangles than the state that the document stores, below or above cells.",
    effect: "The mesh may cover ground that has gone, or lack ground that is new.",
    remedy: "Compare the cells there with the level, then accept the state of its file in the window.",
};

static LEVEL_UNREAD: IssueType = IssueType {
    name: "level_unread",
    title: "Missing level",
    severity: Severity::Warning,
    definition: "The file of a level is missing or damaged.",
    effect: "Walls inside of cells and cells without ground are not found, and changes of the level are not noticed.",
    remedy: "Put the file back, choose another one for the level in the window, or remove the level.",
};

/// Kinds of findings about levels that are no issues.
pub(super) static LEVEL_TYPES: [&IssueType; 2] = [&LEVEL_CHANGED, &LEVEL_UNREAD];

pub(super) fn of_unread(unread: &UnreadLevel) -> Finding {
    let UnreadLevel { level, why } = unread;
    let headline = format!("{level} was not read: {why}");
    Finding {
        message: format!("{headline}. {}", LEVEL_UNREAD.remedy),
        ..Finding::of_file(&LEVEL_UNREAD, headline)
    }
}

pub(super) fn of_change(change: &LevelChange) -> Finding {
    let headline = change.headline();
    Finding {
        message: format!("{headline}. {}", LEVEL_CHANGED.remedy),
        at: change.position(),
        cells: change.cells(),
        ..Finding::of_file(&LEVEL_CHANGED, headline)
    }
}
