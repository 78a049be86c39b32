//! Links with an end on more cells than the link is attached to.

use super::{Issue, IssueKind, Look};
use crate::navmesh::{LinkEnd, LinkId, MOST_ANCHORS};

pub(super) fn judge(look: &Look<'_>, id: LinkId) -> Option<Issue> {
    let link = look.mesh.link(id)?;
    let mut ends = LinkEnd::BOTH.into_iter().zip(look.derived.links.ends(id)?);
    let (end, attachment) = ends.find(|(_, attachment)| attachment.is_partial())?;
    let cells = attachment.anchors().first().map(|anchor| vec![anchor.cell]).unwrap_or_default();
    Some(Issue::new(IssueKind::Crowded(id, end), cells, link.middle(end)))
}

pub(super) fn describe(id: LinkId, end: LinkEnd) -> String {
    format!(
        "Link {} lies on more cells at its {} than it is attached to: it takes the {MOST_ANCHORS} with the smallest \
         numbers at most, so paths over the others may be missing. Remove cells that overlap there, or split the link.",
        id.0,
        end.describe(),
    )
}
