//! What an export in a format cannot represent.

use std::path::Path;

use super::find_issues;
use super::finding::Finding;
use crate::cli::load::reread;
use crate::document::Document;
use crate::document::issues::identity::{KnownIssue, KnownPlace, UnmatchedIssues};
use crate::document::issues::{Issue, IssueType, Severity};
use crate::geometry::FileCoordinates;
use crate::io::Format;
use crate::navmesh::Derived;
use crate::progress::{Progress, Stopped};

static EXPORT_REFUSED: IssueType = IssueType {
    name: "export_refused",
    title: "Export refused",
    severity: Severity::Error,
    definition: "The format of the export cannot represent the mesh.",
    effect: "No file is written.",
    remedy: "Change the mesh as the message states, or export in another format.",
};

static EXPORT_ERROR: IssueType = IssueType {
    name: "export_error",
    title: "Error after export",
    severity: Severity::Error,
    definition: "The exported file has an error that the document does not have.",
    effect: "Programs that read the file find wrong paths, or none.",
    remedy: "Change the mesh at this place, or export in a format that stores all of it.",
};

static EXPORT_LOSS: IssueType = IssueType {
    name: "export_loss",
    title: "Lost by export",
    severity: Severity::Warning,
    definition: "The exported file does not store a part of the document.",
    effect: "Programs that read the file do not get this part.",
    remedy: "Remove this part, or export in a format that stores it.",
};

/// Kinds of findings about an export.
pub(super) static EXPORT_TYPES: [&IssueType; 3] = [&EXPORT_REFUSED, &EXPORT_ERROR, &EXPORT_LOSS];

/// Returns what an export of a document in a format cannot represent, and notes.
///
/// The errors of the exported file are compared with the `issues` of the document.
pub(in crate::cli) fn exported_findings<'a>(
    document: &Document,
    format: &'static Format,
    issues: impl Iterator<Item = &'a Issue>,
) -> (Vec<Finding>, Vec<String>) {
    let coordinates = FileCoordinates::default();
    let written = match format.encode(document, coordinates, &Progress::none()) {
        Ok(Ok(written)) => written,
        Ok(Err(error)) => {
            let message = format!("As {}: {}", format.name, error.description);
            let refused = Finding::of_file(&EXPORT_REFUSED, message);
            return (vec![Finding { cells: error.cells, ..refused }], Vec::new());
        }
        Err(Stopped) => return (Vec::new(), vec![format!("the export as {} was stopped", format.name)]),
    };
    let losses = format.losses(document, coordinates);
    let lost = losses
        .iter()
        .map(|loss| Finding::of_file(&EXPORT_LOSS, format!("A {} does not store {loss}", format.name)));
    let mut found: Vec<Finding> = lost.collect();
    if losses.is_empty() {
        return (found, Vec::new());
    }
    let name = format!("exported.{}", format.extensions.first().copied().unwrap_or_default());
    let Some(exported) = reread(Path::new(&name), &written) else { return (found, Vec::new()) };
    let exported_issues = find_issues(&exported.mesh, &Derived::build(&exported.mesh), &document.thresholds);
    let mut known = UnmatchedIssues::of(&issues.map(on_ground).collect::<Vec<_>>());
    let errors = exported_issues.iter().filter(|issue| issue.kind.severity() == Severity::Error);
    let new: Vec<&Issue> = errors.filter(|issue| !known.take(&on_ground(issue))).collect();
    let new = new.into_iter().filter(|issue| !known.take_beside(&on_ground(issue)));
    found.extend(new.map(|issue| {
        let headline = format!("In the {}: {}", format.name, issue.headline());
        let message = format!("In the {}: {}", format.name, issue.describe());
        Finding { headline, at: Some(issue.at), ..Finding::of_file(&EXPORT_ERROR, message) }
    }));
    let notes = exported_issues.stopped().map(|note| format!("in the {}: {note}", format.name));
    (found, notes.collect())
}

/// Returns the identity of an issue without its height, which the format may not store.
fn on_ground(issue: &Issue) -> KnownIssue {
    let mut at = issue.at;
    at.y = 0.0;
    KnownIssue { kind: issue.kind.name().into(), place: KnownPlace::of(at) }
}
