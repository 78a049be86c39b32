//! Links with an end that is attached to no cell, which makes them unusable.
//!
//! In a mesh without cells no link is an issue, because no cell exists to attach to.

use super::{Issue, IssueKind, Look};
use crate::navmesh::{LinkEnd, LinkId, UnattachedReason};

pub(super) fn judge(look: &Look<'_>, id: LinkId) -> Option<Issue> {
    let link = look.mesh.link(id)?;
    let (end, why) = look.derived.links.failure(id)?;
    let UnattachedReason::TooFar { cell, distance, .. } = why else { return None };
    let issue = Issue::new(IssueKind::Unattached(id, end), vec![cell], link.middle(end));
    Some(Issue { distance: Some(distance), ..issue })
}

pub(super) fn describe(issue: &Issue, id: LinkId, end: LinkEnd) -> String {
    format!(
        "Link {} is unattached at its {}, so no path can use it: the nearest cell, {}, is {:.2} m away. Move that \
         end onto a cell, or delete the link.",
        id.0,
        end.describe(),
        super::cells_of(issue),
        issue.distance.unwrap_or_default(),
    )
}
