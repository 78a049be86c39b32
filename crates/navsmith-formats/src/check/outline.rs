//! Outlines that generate no cells, or whose cells are outdated.

use super::kind::OutlineFault;
use super::{Issue, IssueKind};
use crate::document::{Document, PlacedOutline};
use navsmith_core::geometry::{Turn, at_height, turn};

/// Returns the issues of unusable outlines; linear in the number of points.
pub(super) fn unusable(document: &Document) -> impl Iterator<Item = Issue> + '_ {
    let outlines = &document.outlines;
    let is_flat = |outline: &PlacedOutline| outline.is_ring() && is_on_a_line(outline);
    let flat = outlines.list.iter().enumerate().filter(move |(_, outline)| is_flat(outline));
    let flat = flat.map(|(index, outline)| issue(index, outline, OutlineFault::NoArea));
    let outdated = outlines.floors.iter().filter(|floor| floor.is_outdated);
    let first = outdated.filter_map(|floor| outlines.at(floor.height).next());
    flat.chain(first.map(|(index, outline)| issue(index, outline, OutlineFault::Tangled)))
}

fn issue(index: usize, outline: &PlacedOutline, fault: OutlineFault) -> Issue {
    let at = outline.points.first().copied().unwrap_or_default();
    let kind = IssueKind::UnusableOutline(index, fault);
    let issue = Issue::new(kind, Vec::new(), at_height(at, outline.height));
    let detail = match fault {
        OutlineFault::NoArea => outline.title(index),
        OutlineFault::Tangled => outline.height.to_string(),
    };
    Issue { detail, ..issue }
}

/// Whether all points of an outline are on one line.
fn is_on_a_line(outline: &PlacedOutline) -> bool {
    let Some(&first) = outline.points.first() else { return true };
    let Some(&other) = outline.points.iter().find(|&&at| at != first) else { return true };
    outline.points.iter().all(|&at| turn(first, other, at) == Turn::Straight)
}

pub(super) fn headline(issue: &Issue, fault: OutlineFault) -> String {
    match fault {
        OutlineFault::NoArea => format!("The ring \"{}\" has no area", issue.detail),
        OutlineFault::Tangled => {
            format!("Outlines at {} m cross in too many places", issue.detail)
        }
    }
}

pub(super) fn describe(issue: &Issue, fault: OutlineFault) -> String {
    match fault {
        OutlineFault::NoArea => format!(
            "All points of the ring \"{}\" are on one line, so it bounds no ground. Move a point, or delete the outline.",
            issue.detail
        ),
        OutlineFault::Tangled => format!(
            "{}. Their cells are those of the last outlines that could be triangulated. Move points back, or draw simpler \
             outlines.",
            headline(issue, fault)
        ),
    }
}
