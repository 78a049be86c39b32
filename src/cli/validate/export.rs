//! What an export in a format does not store.

use super::finding::Finding;
use navsmith_core::geometry::FileCoordinates;
use navsmith_formats::check::{IssueType, Severity};
use navsmith_formats::document::{Document, article};
use navsmith_formats::io::export_check::targets;
use navsmith_formats::io::{DocumentContent, Format};

static EXPORT_LOSS: IssueType = IssueType {
    name: "export_loss",
    title: "Lost by export",
    severity: Severity::Warning,
    definition: "The exported file does not store the links of the document.",
    effect: "Programs that read the file do not find paths over them.",
    remedy: "Remove the links, add them in the game, or export in a format that stores them.",
};

static EXPORT_DETAIL: IssueType = IssueType {
    name: "export_detail",
    title: "Left out by export",
    severity: Severity::Hint,
    definition: "The exported file does not store a part of the document other than cells and links, such as queries.",
    effect: "Programs that read the file do not get this part.",
    remedy: "Export in a format that stores it if the game needs it.",
};

static EXPORT_CHAINS: IssueType = IssueType {
    name: "export_chains",
    title: "Chains joined by export",
    severity: Severity::Warning,
    definition: "Programs that read the format join the vertices on both sides of chains.",
    effect: "They find paths across the chains.",
    remedy: "Draw the chains as narrow holes, or export in a format that keeps vertices apart, such as .nav.",
};

/// Kinds of findings about an export that are no issues.
pub(super) static EXPORT_TYPES: [&IssueType; 3] = [&EXPORT_LOSS, &EXPORT_DETAIL, &EXPORT_CHAINS];

/// Returns the losses of stored targets that change paths, once for each format.
pub(super) fn losses_of_targets(document: &Document) -> impl Iterator<Item = Finding> {
    let mut formats: Vec<&'static Format> = Vec::new();
    for (format, _) in targets(document) {
        formats.extend((!formats.contains(&format)).then_some(format));
    }
    let findings = formats.into_iter().flat_map(|format| losses(document, format));
    findings.filter(|finding| finding.kind.severity != Severity::Hint)
}

/// Returns what an export in a format does not store, and what programs that read it ignore.
pub(in crate::cli) fn losses(document: &Document, format: &'static Format) -> impl Iterator<Item = Finding> {
    let links = DocumentContent::Links.amount(document);
    let lost = format.losses(document, FileCoordinates::default()).into_iter().map(move |loss| {
        let message = format!("{} {} does not store {loss}", article(format.name), format.name);
        let kind = if links.as_ref() == Some(&loss) { &EXPORT_LOSS } else { &EXPORT_DETAIL };
        Finding::of_file(kind, message)
    });
    let crossed = format.crossed_chains(document).into_iter();
    lost.chain(crossed.map(|message| Finding::of_file(&EXPORT_CHAINS, message)))
}
