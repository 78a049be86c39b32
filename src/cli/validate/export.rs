//! What an export in a format does not store.

use super::finding::Finding;
use crate::document::issues::{IssueType, Severity};
use crate::document::{Document, article};
use crate::geometry::FileCoordinates;
use crate::io::Format;

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

/// Returns the contents of a document that an export in a format does not store.
pub(in crate::cli) fn losses(document: &Document, format: &'static Format) -> impl Iterator<Item = Finding> {
    format.losses(document, FileCoordinates::default()).into_iter().map(|loss| {
        let message = format!("{} {} does not store {loss}", article(format.name), format.name);
        Finding::of_file(&EXPORT_LOSS, message)
    })
}
