//! Groups of issues for display: by kind, and by pair of islands for kinds with many issues.

use std::collections::BTreeMap;

use super::Issue;
use crate::navmesh::{IslandId, Islands};

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

/// Issues that are listed together, in the order of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct IssueGroup {
    /// Common key of the issues.
    pub key: GroupKey,
    /// The issues; never empty.
    pub issues: Vec<Issue>,
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

/// Groups issues by kind, in the order of the list.
///
/// Kinds with many issues are divided by pair of islands, the largest group first.
pub fn groups<'a>(issues: impl Iterator<Item = &'a Issue>, islands: &Islands) -> Vec<IssueGroup> {
    let mut by_kind: Vec<(&'static str, Vec<&Issue>)> = Vec::new();
    for issue in issues {
        let title = issue.kind.title();
        match by_kind.iter_mut().find(|(kind, _)| *kind == title) {
            Some((_, same)) => same.push(issue),
            None => by_kind.push((title, vec![issue])),
        }
    }
    by_kind.into_iter().flat_map(|(title, same)| divided(title, &same, islands)).collect()
}

fn divided(title: &'static str, same: &[&Issue], islands: &Islands) -> Vec<IssueGroup> {
    let whole = || {
        let issues = same.iter().map(|&issue| issue.clone()).collect();
        vec![IssueGroup { key: GroupKey { title, islands: None }, issues }]
    };
    if same.len() <= MOST_TOGETHER {
        return whole();
    }
    let mut by_pair: BTreeMap<Option<[IslandId; 2]>, Vec<Issue>> = BTreeMap::new();
    for issue in same {
        by_pair.entry(issue.islands(islands)).or_default().push((*issue).clone());
    }
    if by_pair.len() == 1 {
        return whole();
    }
    let group = |(islands, issues)| IssueGroup { key: GroupKey { title, islands }, issues };
    let mut groups: Vec<IssueGroup> = by_pair.into_iter().map(group).collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.issues.len()));
    groups
}
