//! Tables of issues, and the issues that have a picture.

use super::html::{paragraph, table};
use super::listed;
use crate::cli::output::place;
use crate::document::issues::{Fix, Issue};
use crate::document::thousands;

/// Maximum number of issues of a kind in the table.
const MOST_OF_KIND: usize = 100;

/// Returns a table of the kinds with their effects, and one of the issues with their fixes.
///
/// Issues of a kind are neighbours. There may be more if `has_more`.
pub(super) fn tables(issues: &[Issue], has_more: bool) -> String {
    let of_kinds = || issues.chunk_by(|one, other| one.kind.name() == other.kind.name());
    let kinds = of_kinds().map(|of_kind| {
        let kind = of_kind[0].kind.of_type();
        let number = thousands(of_kind.len());
        [kind.severity.name(), kind.title, &number, kind.effect, kind.remedy].map(str::to_owned).to_vec()
    });
    let mut text =
        table(&["Severity", "Kind", "Issues", "Effect", "Remedy"], kinds, "The mesh has no issues.");
    if issues.is_empty() {
        return text;
    }
    let rows = of_kinds().flat_map(|of_kind| of_kind.iter().take(MOST_OF_KIND)).map(|issue| {
        let fixes: Vec<String> = issue.fixes().into_iter().map(Fix::label).collect();
        vec![issue.kind.severity().name().into(), issue.headline(), place(issue.at), fixes.join("; ")]
    });
    text += &table(&["Severity", "Issue", "Position", "Fixes"], rows, "");
    for of_kind in of_kinds() {
        let title = of_kind[0].kind.title();
        text += &listed(of_kind.len(), MOST_OF_KIND, &format!("issues of the kind {title}"));
    }
    if has_more {
        text += &paragraph("The mesh has more issues. The notes state how many were found.");
    }
    text
}

/// Returns the issues to draw: of each kind in turn the one farthest from those chosen before.
///
/// They are at most `most`, in the order of `issues`, in which issues of a kind are neighbours.
pub(super) fn with_picture(issues: &[Issue], most: usize) -> Vec<&Issue> {
    // Squared distance of each issue to the nearest chosen one; `None` for a chosen one.
    let mut apart = vec![Some(f32::INFINITY); issues.len()];
    let mut kinds: Vec<(usize, usize)> = Vec::new();
    for of_kind in issues.chunk_by(|one, other| one.kind.name() == other.kind.name()) {
        let from = kinds.last().map_or(0, |&(_, end)| end);
        kinds.push((from, from + of_kind.len()));
    }
    let mut chosen = Vec::new();
    while chosen.len() < most.min(issues.len()) {
        for &(from, end) in &kinds {
            let left = (from..end).filter_map(|index| Some((apart[index]?, index)));
            let farthest = left.reduce(|best, other| if other.0 > best.0 { other } else { best });
            let Some((_, next)) = farthest.filter(|_| chosen.len() < most) else { continue };
            chosen.push(next);
            apart[next] = None;
            for (apart, issue) in apart.iter_mut().zip(issues) {
                *apart = apart.map(|apart| apart.min(issue.at.distance_squared(issues[next].at)));
            }
        }
    }
    chosen.sort_unstable();
    chosen.into_iter().map(|index| &issues[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::issues::IssueKind;
    use crate::geometry::Vec3;

    fn issue(kind: IssueKind, x: f32) -> Issue {
        Issue::new(kind, Vec::new(), Vec3::new(x, 0.0, 0.0))
    }

    #[test]
    fn pictures_show_each_kind_and_distant_places() {
        let mut issues: Vec<Issue> = (0..50).map(|number| issue(IssueKind::Concave, number as f32)).collect();
        issues.extend([0.0, 1.0].map(|x| issue(IssueKind::Flat, x)));
        let places = |most| -> Vec<(&str, f32)> {
            with_picture(&issues, most).into_iter().map(|issue| (issue.kind.name(), issue.at.x)).collect()
        };
        assert_eq!(places(2), [("concave", 0.0), ("no_area", 1.0)]);
        assert_eq!(
            places(5),
            [("concave", 0.0), ("concave", 25.0), ("concave", 49.0), ("no_area", 0.0), ("no_area", 1.0)]
        );
        assert_eq!((places(0).len(), places(1000).len()), (0, 52), "all");
    }

    #[test]
    fn a_place_that_is_no_number_ends_the_choice() {
        let issues = [f32::NAN, f32::INFINITY, 1.0].map(|x| issue(IssueKind::Concave, x));
        assert_eq!(with_picture(&issues, 9).len(), 3);
    }

    #[test]
    fn every_kind_is_listed_with_its_total() {
        let mut issues: Vec<Issue> = (0..1_300).map(|_| issue(IssueKind::Concave, 0.0)).collect();
        issues.push(issue(IssueKind::Flat, 0.0));
        let text = tables(&issues, false);
        assert!(text.contains("100 of 1,300 issues of the kind Concave cell are listed."), "{text}");
        assert_eq!(text.matches("has no area").count(), 1, "the other kind is listed");
    }
}
