//! Cells without area seen from above: slivers and vertical cells.

use super::Issue;

pub(super) fn describe(issue: &Issue) -> String {
    format!(
        "Cell {} has no area seen from above, so no agent can be on it. Move a corner, or delete it.",
        super::cells_of(issue),
    )
}
