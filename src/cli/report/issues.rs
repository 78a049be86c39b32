//! Tables of issues, and their pictures.

use std::ops::Range;

use super::html::{HtmlLink, HtmlPicture, HtmlRow, colors, paragraph, table, table_of};
use super::listed;
use crate::cli::output::{named_cells, place};
use crate::cli::render::meanings_of_marks;
use crate::picture::shape::VectorPicture;
use navsmith_formats::check::Issue;
use navsmith_formats::document::thousands;

/// Maximum number of issues of a kind in the table.
const MOST_OF_KIND: usize = 100;

/// Returns a table of the kinds with their effects, and one of the issues with their fixes.
///
/// Issues of a kind are neighbours. There may be more if `has_more`. `pictured` are the sorted indices of issues with a
/// picture, which are all listed.
pub fn tables(issues: &[Issue], pictured: &[usize], has_more: bool) -> String {
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
    let rows = listed_indices(issues, pictured).into_iter().map(|index| {
        let issue = &issues[index];
        let fixes: Vec<String> = issue.fixes().iter().map(|fix| issue.proposal(fix).title()).collect();
        let mut texts =
            vec![issue.kind.severity().name().into(), issue.headline(), place(issue.at), fixes.join("; ")];
        if let Ok(nth) = pictured.binary_search(&index) {
            return HtmlRow::of(texts).with_link(link_to_picture(nth + 1));
        }
        texts.extend((!pictured.is_empty()).then(String::new));
        HtmlRow::of(texts)
    });
    let heads = ["Severity", "Issue", "Position", "Fixes", "Picture"];
    let heads = if pictured.is_empty() { &heads[..4] } else { &heads };
    text += &table_of(heads, rows, "");
    for of_kind in of_kinds() {
        let title = of_kind[0].kind.title();
        text += &listed(of_kind.len(), MOST_OF_KIND, &format!("issues of the kind {title}"));
    }
    if has_more {
        text += &paragraph("The mesh has more issues. The notes state how many were found.");
    }
    text
}

/// Returns the indices of the listed issues: of each kind those with a picture, and the first others.
fn listed_indices(issues: &[Issue], pictured: &[usize]) -> Vec<usize> {
    let has_picture = |index: &usize| pictured.binary_search(index).is_ok();
    let mut listed = Vec::new();
    for of_kind in ranges(issues, |one, other| one.kind.name() == other.kind.name()) {
        let others = MOST_OF_KIND.saturating_sub(of_kind.clone().filter(has_picture).count());
        listed.extend(of_kind.clone().filter(has_picture));
        listed.extend(of_kind.filter(|index| !has_picture(index)).take(others));
    }
    listed.sort_unstable();
    listed
}

/// Returns the ranges of neighbours that are alike.
fn ranges(issues: &[Issue], is_alike: impl Fn(&Issue, &Issue) -> bool) -> Vec<Range<usize>> {
    let mut end = 0;
    let lengths = issues.chunk_by(is_alike).map(<[Issue]>::len);
    lengths
        .map(|length| {
            end += length;
            end - length..end
        })
        .collect()
}

/// Returns the link from the row of an issue to its picture, which has this number.
fn link_to_picture(number: usize) -> HtmlLink {
    HtmlLink { from: format!("issue-{number}"), to: format!("picture-{number}"), text: number.to_string() }
}

/// Returns the picture of an issue with its number, kind, place and description.
pub(super) fn figure(picture: &VectorPicture, issue: &Issue, number: usize) -> Result<String, String> {
    let cells = named_cells(&issue.cells).map_or_else(String::new, |cells| format!(", {cells}"));
    let (title, at) = (issue.kind.title(), place(issue.at));
    let text = format!("{title} at {at}{cells}: {}", issue.describe());
    let picture = HtmlPicture::of(picture, &issue.headline())?;
    Ok(picture.linked_figure(&link_to_picture(number).back(), &text))
}

/// Returns figures side by side, and the meaning of their colours.
pub(super) fn gallery(figures: &str) -> String {
    let text = "Positions are X, Y (up) and Z in metres. The issue of a picture is in its middle. \
                Colours of the marks, also of other issues nearby: ";
    format!("{}<div class=\"grid\">\n{figures}</div>\n", colors(text, &meanings_of_marks()))
}

/// Returns the indices of the issues to draw, sorted; they are at most `most`.
///
/// The worst ones are chosen first, of each kind in turn the one farthest from those chosen before. Issues of a severity
/// are neighbours, and so are those of a kind.
pub fn with_picture(issues: &[Issue], most: usize) -> Vec<usize> {
    // Squared distance of each issue to the nearest chosen one; `None` for a chosen one.
    let mut apart = vec![Some(f32::INFINITY); issues.len()];
    let mut chosen = Vec::new();
    for of_severity in ranges(issues, |one, other| one.kind.severity() == other.kind.severity()) {
        let first = of_severity.start;
        let kinds = ranges(&issues[of_severity.clone()], |one, other| one.kind.name() == other.kind.name());
        let total = most.min(chosen.len() + of_severity.len());
        while chosen.len() < total {
            for kind in &kinds {
                let left = kind.clone().filter_map(|nth| Some((apart[first + nth]?, first + nth)));
                let farthest = left.reduce(|best, other| if other.0 > best.0 { other } else { best });
                let Some((_, next)) = farthest.filter(|_| chosen.len() < total) else { continue };
                chosen.push(next);
                apart[next] = None;
                for (apart, issue) in apart.iter_mut().zip(issues) {
                    *apart = apart.map(|apart| apart.min(issue.at.distance_squared(issues[next].at)));
                }
            }
        }
    }
    chosen.sort_unstable();
    chosen
}
