//! Texts of the issues of exports. The module `io` finds them, because they depend on the format.

use super::{Issue, IssueKind};

/// Returns the first sentence of the finding.
pub(super) fn headline(issue: &Issue) -> String {
    issue.detail.split(". ").next().unwrap_or_default().trim_end_matches('.').to_owned()
}

/// Returns the finding with the remedy.
pub(super) fn describe(issue: &Issue) -> String {
    let finding = issue.detail.trim_end_matches('.');
    match issue.kind {
        IssueKind::ExportCorners(_) => format!("{finding}, so the export cuts it up. Split it."),
        IssueKind::ExportCollapse { is_far, .. } => {
            let remedy = if is_far { "Recentre the document" } else { "Weld the vertices" };
            format!("{finding}, because its numbers are coarser. {remedy}.")
        }
        IssueKind::ExportCoarse => format!("{finding}. Recentre the document."),
        IssueKind::ExportMerge(_) => {
            format!(
                "{finding}, so they become one corner. Move them apart, or set a smaller cell size of the map."
            )
        }
        _ => format!("{finding}."),
    }
}
