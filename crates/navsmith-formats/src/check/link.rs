//! Links that are unusable or superfluous.
//!
//! An end is on no cell, or on more cells than the link is attached to, or the link repeats another one.
//!
//! In a mesh without cells no link is an issue, because no cell exists to attach to.

use std::collections::BTreeMap;

use super::agent_look::AgentLook;
use super::{Issue, IssueKind, Look, cells_of};
use navsmith_core::budget::{Budget, Exhausted};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{
    Attachment, CellId, Derived, LinkEnd, LinkId, MOST_ANCHORS, NavMesh, UnattachedReason,
};

pub(super) fn judge(look: &Look<'_>, id: LinkId) -> Option<Issue> {
    let link = look.mesh.link(id)?;
    match look.derived.links.failure(id) {
        Some((end, UnattachedReason::TooFar { cell, distance, .. })) => {
            let issue = Issue::new(IssueKind::Unattached(id, end), vec![cell], link.middle(end));
            return Some(Issue { distance: Some(distance), ..issue });
        }
        Some((end, UnattachedReason::Forbidden)) => {
            return Some(Issue::new(IssueKind::Unattached(id, end), Vec::new(), link.middle(end)));
        }
        _ => {}
    }
    let mut ends = LinkEnd::BOTH.into_iter().zip(look.derived.links.ends(id)?);
    let (end, attachment) = ends.find(|(_, attachment)| attachment.is_partial())?;
    let cells = attachment.anchors().first().map(|anchor| vec![anchor.cell]).unwrap_or_default();
    Some(Issue::new(IssueKind::Crowded(id, end), cells, link.middle(end)))
}

/// Returns the links that repeat an earlier one, which is named first.
pub(super) fn duplicates(mesh: &NavMesh) -> Vec<[LinkId; 2]> {
    // Adding zero gives both zeros the same bits.
    let bits = |span: [Vec3; 2]| span.map(|at| at.to_array().map(|value| (value + 0.0).to_bits()));
    let mut known = BTreeMap::new();
    let mut found = Vec::new();
    for (id, link) in mesh.links() {
        let mut ends = [bits(link.from), bits(link.to)];
        if !link.is_one_way {
            ends.sort_unstable();
        }
        let first = *known.entry((ends, link.is_one_way)).or_insert(id);
        if first != id {
            found.push([first, id]);
        }
    }
    found
}

/// Returns the issue of a link that repeats an earlier one.
pub(super) fn judge_duplicate(look: &AgentLook<'_>, first: LinkId, again: LinkId) -> Option<Issue> {
    let link = look.mesh.link(again)?;
    let attached = look.derived.links.ends(again).into_iter().flatten().flat_map(Attachment::anchors);
    let mut cells: Vec<CellId> = attached.map(|anchor| anchor.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    Some(Issue::new(IssueKind::DuplicateLink(first, again), cells, link.middle(LinkEnd::From)))
}

/// Finds a one-way link to an island from which no link leads back.
pub(super) fn judge_return(
    look: &AgentLook<'_>,
    id: LinkId,
    budget: &mut Budget,
) -> Result<Option<Issue>, Exhausted> {
    let Derived { links, islands, .. } = look.derived;
    let Some(link) = look.mesh.link(id).filter(|link| link.is_one_way) else { return Ok(None) };
    let Some([from, to]) = links.ends(id).map(|ends| ends.each_ref().map(|end| end.anchors().first())) else {
        return Ok(None);
    };
    let Some([from, to]) = from.zip(to).map(|(from, to)| [from.cell, to.cell]) else { return Ok(None) };
    let [Some(first), Some(last)] = [from, to].map(|cell| islands.of(cell)) else { return Ok(None) };
    budget.step(look.mesh.link_count())?;
    let returns = first == last || links.lead(last, first);
    let issue = || Issue::new(IssueKind::NoReturn(id), vec![from, to], link.middle(LinkEnd::To));
    Ok((!returns).then(issue))
}

pub(super) fn describe_no_return(id: LinkId) -> String {
    format!(
        "Link {} leads to an island from which no link leads back, so an agent that takes it is trapped there. Make \
         it two-way, or draw a link back.",
        id.0,
    )
}

pub(super) fn describe_duplicate(one: LinkId, other: LinkId) -> String {
    format!(
        "Links {} and {} have the same ends, so paths use only the cheaper one. Delete one of them.",
        one.0, other.0,
    )
}

pub(super) fn describe_unattached(issue: &Issue, id: LinkId, end: LinkEnd) -> String {
    let Some(distance) = issue.distance else {
        return format!(
            "Link {} is forbidden, so no path can use it: its cost is infinite. Allow the link, or delete it.",
            id.0
        );
    };
    format!(
        "Link {} is unattached at its {}, so no path can use it: the nearest cell, {}, is {distance:.2} m away. Move \
         that end onto a cell, or delete the link.",
        id.0,
        end.describe(),
        cells_of(issue),
    )
}

pub(super) fn headline_unattached(issue: &Issue, id: LinkId, end: LinkEnd) -> String {
    match issue.distance {
        Some(_) => format!("Link {} is unattached at its {}", id.0, end.describe()),
        None => format!("Link {} is forbidden", id.0),
    }
}

pub(super) fn describe_crowded(id: LinkId, end: LinkEnd) -> String {
    format!(
        "Link {} lies on more cells at its {} than it is attached to: it takes the {MOST_ANCHORS} with the smallest \
         numbers at most, so paths over the others may be missing. Remove cells that overlap there, or split the link.",
        id.0,
        end.describe(),
    )
}
