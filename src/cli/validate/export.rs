//! What an export in a format cannot represent.

use super::finding::Finding;
use crate::document::issues::{Issue, IssueType, Severity, WELD_DISTANCE};
use crate::document::{Document, article};
use crate::geometry::FileCoordinates;
use crate::io::export_check::ExportIssues;
use crate::io::{FileRef, Format};
use crate::progress::{Progress, Stopped};

static EXPORT_LOSS: IssueType = IssueType {
    name: "export_loss",
    title: "Lost by export",
    severity: Severity::Warning,
    definition: "The exported file does not store a part of the document.",
    effect: "Programs that read the file do not get this part.",
    remedy: "Remove this part, or export in a format that stores it.",
};

/// Kinds of findings about an export that are no issues.
pub(super) static EXPORT_TYPES: [&IssueType; 1] = [&EXPORT_LOSS];

/// Returns what an export of a document in a format cannot represent, and notes.
///
/// The errors of the exported file are compared with the `issues` of the document.
pub(in crate::cli) fn exported_findings<'a>(
    document: &Document,
    format: &'static Format,
    issues: impl Iterator<Item = &'a Issue>,
) -> (Vec<Finding>, Vec<String>) {
    let coordinates = FileCoordinates::default();
    let losses = format.losses(document, coordinates);
    let lost = losses.iter().map(|loss| {
        Finding::of_file(
            &EXPORT_LOSS,
            format!("{} {} does not store {loss}", article(format.name), format.name),
        )
    });
    let (found, notes) = findings_of_target(document, (format, coordinates), issues);
    (lost.chain(found).collect(), notes)
}

/// Returns the issues of an export, and notes.
fn findings_of_target<'a>(
    document: &Document,
    target: (&'static Format, FileCoordinates),
    issues: impl Iterator<Item = &'a Issue>,
) -> (Vec<Finding>, Vec<String>) {
    let limits = document.thresholds.mesh_limits(WELD_DISTANCE);
    match ExportIssues::find(document, target, issues, &limits, &Progress::none()) {
        Ok(ExportIssues { issues, notes }) => {
            (issues.iter().map(|issue| Finding::of(issue, &document.ignored)).collect(), notes)
        }
        Err(Stopped) => (Vec::new(), vec![format!("the export as {} was stopped", target.0.name)]),
    }
}

/// Returns the issues of the export targets that a document stores, and notes.
pub(super) fn findings_of_targets<'a, I: Iterator<Item = &'a Issue>>(
    document: &Document,
    issues: impl Fn() -> I,
) -> (Vec<Finding>, Vec<String>) {
    let (mut findings, mut notes, mut done) = (Vec::new(), Vec::new(), Vec::new());
    for target in document.exports.iter() {
        let format = FileRef::from(target.file.clone()).format().filter(|format| format.write.is_some());
        let Some(target) = format.map(|format| (format, target.coordinates)) else { continue };
        if !done.contains(&target) {
            let (found, more) = findings_of_target(document, target, issues());
            findings.extend(found);
            notes.extend(more);
            done.push(target);
        }
    }
    (findings, notes)
}
