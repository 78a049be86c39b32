//! Ground that reading a file left out.

use super::finding::Finding;
use crate::cli::load::Loaded;
use navsmith_formats::check::{IssueType, Severity};

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

static UNCLEAR_AXIS: IssueType = IssueType {
    name: "unclear_up_axis",
    title: "Unclear up axis",
    severity: Severity::Error,
    definition: "With Y up, the file has much less connected ground than with Z up.",
    effect: "Walls may have been read as ground, and ground as walls.",
    remedy: "State the axis with --up z or --up y.",
};

/// Kinds of findings about reading that are no issues.
pub(super) static IMPORT_TYPES: [&IssueType; 3] = [&EMPTY_MESH, &LOST_GROUND, &UNCLEAR_AXIS];

/// Returns the ground that is missing from a file as it was read, and an up axis that is unclear.
pub(super) fn missing(loaded: &Loaded) -> impl Iterator<Item = Finding> {
    let is_empty = loaded.document.mesh.cell_count() == 0;
    let unclear = loaded.unclear_axis();
    (0..).zip(loaded.missing()).map(move |(index, message)| {
        let kind = if is_empty && index == 0 {
            &EMPTY_MESH
        } else if unclear.as_ref() == Some(&message) {
            &UNCLEAR_AXIS
        } else {
            &LOST_GROUND
        };
        Finding::of_file(kind, message)
    })
}
