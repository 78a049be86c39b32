//! Ground that reading a file left out.

use super::finding::Finding;
use crate::cli::load::Loaded;
use navsmith_formats::document::issues::{IssueType, Severity};

static EMPTY_MESH: IssueType = IssueType {
    name: "empty_mesh",
    title: "Empty mesh",
    severity: Severity::Error,
    definition: "The mesh has no cells.",
    effect: "There is no ground to walk on.",
    remedy: "Check the file, the choice of its nodes, and its up axis.",
};

static LOST_GROUND: IssueType = IssueType {
    name: "lost_ground",
    title: "Lost ground",
    severity: Severity::Error,
    definition: "Reading the file left out cells with an invalid corner, or steep cells that connected others.",
    effect: "Parts of the mesh are missing or no longer connected.",
    remedy: "Keep steep cells with --max-slope 180, or state the limit that you want. Export the file again.",
};

/// Kinds of findings about reading that are no issues.
pub(super) static IMPORT_TYPES: [&IssueType; 2] = [&EMPTY_MESH, &LOST_GROUND];

/// Returns the ground that is missing from a file as it was read.
pub(super) fn missing(loaded: &Loaded) -> impl Iterator<Item = Finding> {
    let is_empty = loaded.document.mesh.cell_count() == 0;
    (0..).zip(loaded.missing()).map(move |(index, message)| {
        let kind = if is_empty && index == 0 { &EMPTY_MESH } else { &LOST_GROUND };
        Finding::of_file(kind, message)
    })
}
