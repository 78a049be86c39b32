//! Sections of the list of issues: a header, and the issues below it.

use std::collections::BTreeMap;

use crate::editor::edits::issue_list::IssueList;
use navsmith_formats::check::{GroupKey, Issue, IssueGroup, KindGroup, MOST_TOGETHER};

/// Whether a header is folded, for headers that were folded or unfolded.
pub(super) type Folded = BTreeMap<GroupKey, bool>;

/// A header of the list, and the issues below it while it is unfolded.
#[derive(Debug)]
pub(super) struct IssueSection<'a> {
    /// Row of the header.
    pub(super) row: usize,
    pub(super) header: SectionHeader<'a>,
    pub(super) is_folded: bool,
    /// The issues in the rows below the header.
    pub(super) issues: &'a [Issue],
}

/// A header of the list.
#[derive(Clone, Copy, Debug)]
pub(super) enum SectionHeader<'a> {
    /// All issues of a kind.
    Kind(&'a KindGroup),
    /// The issues of a kind on or between islands.
    Islands(&'a IssueGroup),
}

impl SectionHeader<'_> {
    /// Returns the key of its issues.
    pub(super) fn key(&self) -> GroupKey {
        match self {
            Self::Kind(kind) => kind.key(),
            Self::Islands(group) => group.key,
        }
    }
}

impl IssueSection<'_> {
    /// Returns the row after the section.
    pub(super) fn end(&self) -> usize {
        self.row + 1 + self.issues.len()
    }
}

/// Returns the sections of the listed severities, in order.
///
/// Kinds with many issues are folded at first if there are others, and so are groups of islands.
pub(super) fn sections<'a>(
    kinds: &'a [KindGroup],
    folded: &Folded,
    list: &IssueList,
) -> Vec<IssueSection<'a>> {
    let mut sections: Vec<IssueSection<'a>> = Vec::new();
    let mut add = |header: SectionHeader<'a>, is_folded: bool, issues: &'a [Issue]| {
        let row = sections.last().map_or(0, IssueSection::end);
        let issues = if is_folded { &[] } else { issues };
        sections.push(IssueSection { row, header, is_folded, issues });
    };
    for kind in kinds.iter().filter(|kind| list.lists(kind.kind.severity)) {
        let are_many = kind.count() > MOST_TOGETHER && kinds.len() > 1;
        let is_folded = folded.get(&kind.key()).copied().unwrap_or(are_many);
        match kind.groups.as_slice() {
            [only] => add(SectionHeader::Kind(kind), is_folded, &only.issues),
            _ => add(SectionHeader::Kind(kind), is_folded, &[]),
        }
        for group in kind.groups.iter().filter(|_| kind.is_divided() && !is_folded) {
            let is_folded = folded.get(&group.key).copied().unwrap_or(true);
            add(SectionHeader::Islands(group), is_folded, &group.issues);
        }
    }
    sections
}

/// Unfolds the headers of an issue.
pub(super) fn unfold(kinds: &[KindGroup], folded: &mut Folded, issue: &Issue) {
    let is_in = |group: &&IssueGroup| group.issues.iter().any(|other| other.is_same(issue));
    for kind in kinds.iter().filter(|kind| kind.kind == issue.kind.of_type()) {
        if let Some(group) = kind.groups.iter().find(is_in) {
            folded.extend([(kind.key(), false), (group.key, false)]);
        }
    }
}

/// Returns the row of an issue, if it is listed in an unfolded section.
pub(super) fn row_of(sections: &[IssueSection<'_>], issue: &Issue) -> Option<usize> {
    sections.iter().find_map(|section| {
        let nth = section.issues.iter().position(|other| other.is_same(issue))?;
        Some(section.row + 1 + nth)
    })
}
