//! Links with an end on no cell, which are unusable, or on more cells than the link is attached to.
//!
//! In a mesh without cells no link is an issue, because no cell exists to attach to.

use super::{Issue, IssueKind, Look, cells_of};
use crate::navmesh::{LinkEnd, LinkId, MOST_ANCHORS, UnattachedReason};

pub(super) fn judge(look: &Look<'_>, id: LinkId) -> Option<Issue> {
    let link = look.mesh.link(id)?;
    if let Some((end, UnattachedReason::TooFar { cell, distance, .. })) = look.derived.links.failure(id) {
        let issue = Issue::new(IssueKind::Unattached(id, end), vec![cell], link.middle(end));
        return Some(Issue { distance: Some(distance), ..issue });
    }
    let mut ends = LinkEnd::BOTH.into_iter().zip(look.derived.links.ends(id)?);
    let (end, attachment) = ends.find(|(_, attachment)| attachment.is_partial())?;
    let cells = attachment.anchors().first().map(|anchor| vec![anchor.cell]).unwrap_or_default();
    Some(Issue::new(IssueKind::Crowded(id, end), cells, link.middle(end)))
}

pub(super) fn describe_unattached(issue: &Issue, id: LinkId, end: LinkEnd) -> String {
    format!(
        "Link {} is unattached at its {}, so no path can use it: the nearest cell, {}, is {:.2} m away. Move that \
         end onto a cell, or delete the link.",
        id.0,
        end.describe(),
        cells_of(issue),
        issue.distance.unwrap_or_default(),
    )
}

pub(super) fn describe_crowded(id: LinkId, end: LinkEnd) -> String {
    format!(
        "Link {} lies on more cells at its {} than it is attached to: it takes the {MOST_ANCHORS} with the smallest \
         numbers at most, so paths over the others may be missing. Remove cells that overlap there, or split the link.",
        id.0,
        end.describe(),
    )
}
