//! Groups of issues for display: by kind, and by pair of islands within kinds with many issues.

use std::collections::BTreeMap;

use super::{Issue, IssueType, Proposal};
use navsmith_core::navmesh::{IslandId, Islands};

/// Number of issues above which a kind is divided by islands.
pub const MOST_TOGETHER: usize = 50;

/// Key of a group of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupKey {
    /// Title of the issue kind.
    pub title: &'static str,
    /// The islands of the issues, the smaller number first; `None` for all islands.
    pub islands: Option<[IslandId; 2]>,
}

/// All issues of a kind, divided into groups.
#[derive(Clone, Debug, PartialEq)]
pub struct KindGroup {
    /// Kind of the issues.
    pub kind: &'static IssueType,
    /// The groups, the largest first; one for all islands if there are few issues. Never empty.
    pub groups: Vec<IssueGroup>,
    /// The fix of all issues of the kind.
    pub fix: Option<Proposal>,
}

/// Issues that are listed together, in the order of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct IssueGroup {
    /// Common key of the issues.
    pub key: GroupKey,
    /// The issues; never empty.
    pub issues: Vec<Issue>,
    /// The fix of all issues of the group.
    pub fix: Option<Proposal>,
}

impl KindGroup {
    /// Returns the key of all issues of the kind.
    pub fn key(&self) -> GroupKey {
        GroupKey { title: self.kind.title, islands: None }
    }

    /// Returns the number of issues.
    pub fn count(&self) -> usize {
        self.groups.iter().map(|group| group.issues.len()).sum()
    }

    /// Whether the issues are divided by islands.
    pub fn is_divided(&self) -> bool {
        self.groups.len() > 1
    }
}

impl GroupKey {
    /// Whether an issue belongs to the group.
    pub fn contains(&self, issue: &Issue, islands: &Islands) -> bool {
        issue.kind.title() == self.title
            && self.islands.is_none_or(|pair| issue.islands(islands) == Some(pair))
    }
}

impl Issue {
    /// Returns the islands of the first and the last cell, the smaller number first.
    pub fn islands(&self, islands: &Islands) -> Option<[IslandId; 2]> {
        let [one, other] = [self.cells.first()?, self.cells.last()?].map(|&cell| islands.of(cell));
        let mut pair = [one?, other?];
        pair.sort_unstable();
        Some(pair)
    }
}

/// Groups issues by kind: errors first, then in the order of the list.
///
/// Kinds with many issues are divided by pair of islands, the largest group first.
pub fn groups<'a>(issues: impl Iterator<Item = &'a Issue>, islands: &Islands) -> Vec<KindGroup> {
    let of_kind = |(kind, divided): (&'static IssueType, Vec<Part<'a>>)| {
        let fix = Proposal::of_issues(divided.iter().flat_map(|(_, issues)| issues.iter().copied()));
        let group = |(islands, issues): Part<'a>| IssueGroup {
            key: GroupKey { title: kind.title, islands },
            fix: Proposal::of_issues(issues.iter().copied()),
            issues: issues.into_iter().cloned().collect(),
        };
        KindGroup { kind, groups: divided.into_iter().map(group).collect(), fix }
    };
    by_kind(issues, islands).into_iter().map(of_kind).collect()
}

/// Returns issues in the order of their [groups].
pub fn in_order<'a>(issues: impl Iterator<Item = &'a Issue>, islands: &Islands) -> Vec<&'a Issue> {
    let parts = by_kind(issues, islands).into_iter().flat_map(|(_, parts)| parts);
    parts.flat_map(|(_, issues)| issues).collect()
}

/// Issues of a group, and its islands.
type Part<'a> = (Option<[IslandId; 2]>, Vec<&'a Issue>);

fn by_kind<'a>(
    issues: impl Iterator<Item = &'a Issue>,
    islands: &Islands,
) -> Vec<(&'static IssueType, Vec<Part<'a>>)> {
    let mut by_kind: Vec<(&'static IssueType, Vec<&Issue>)> = Vec::new();
    for issue in issues {
        let of_issue = issue.kind.of_type();
        match by_kind.iter_mut().find(|(kind, _)| kind.name == of_issue.name) {
            Some((_, same)) => same.push(issue),
            None => by_kind.push((of_issue, vec![issue])),
        }
    }
    by_kind.sort_by_key(|(kind, _)| kind.severity);
    by_kind.into_iter().map(|(kind, same)| (kind, divided(same, islands))).collect()
}

fn divided<'a>(same: Vec<&'a Issue>, islands: &Islands) -> Vec<Part<'a>> {
    if same.len() <= MOST_TOGETHER {
        return vec![(None, same)];
    }
    let mut by_pair: BTreeMap<Option<[IslandId; 2]>, Vec<&Issue>> = BTreeMap::new();
    for &issue in &same {
        by_pair.entry(issue.islands(islands)).or_default().push(issue);
    }
    if by_pair.len() == 1 {
        return vec![(None, same)];
    }
    let mut parts: Vec<Part<'a>> = by_pair.into_iter().collect();
    parts.sort_by_key(|(_, issues)| std::cmp::Reverse(issues.len()));
    parts
}
