//! Issues that a document ignores: all of a kind, or single ones by kind and rounded place.

use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;

use super::Issue;
use super::identity::RoundedPlace;
use super::types::IssueType;

/// Maximum number of entries of the list of ignored issues.
pub const MOST_IGNORED: usize = 1_000;

/// An entry of the list of ignored issues.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IgnoredIssue {
    /// Kind of the ignored issues.
    pub kind: &'static IssueType,
    /// Position of a single issue; `None` for all issues of the kind.
    pub at: Option<Vec3>,
}

impl IgnoredIssue {
    /// Returns the entry of a single issue.
    pub fn single(issue: &Issue) -> Self {
        Self { kind: issue.kind.of_type(), at: Some(issue.at) }
    }

    /// Whether the entry concerns an issue.
    pub fn concerns(&self, issue: &Issue) -> bool {
        let is_here = |at| RoundedPlace::of(at).is_beside(RoundedPlace::of(issue.at));
        self.kind.name == issue.kind.name() && self.at.is_none_or(is_here)
    }

    /// Returns the identity of the entry, which does not change when its position is rounded.
    pub fn key(&self) -> IgnoredKey {
        (self.kind.name, self.at.map(RoundedPlace::of))
    }
}

/// Formats the entry as `Sliver at (1.00, 0.00, 2.50)` or `all of the kind Sliver`.
impl fmt::Display for IgnoredIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at {
            Some(Vec3 { x, y, z }) => write!(f, "{} at ({x:.2}, {y:.2}, {z:.2})", self.kind.title),
            None => write!(f, "all of the kind {}", self.kind.title),
        }
    }
}

/// Identity of an entry: the name of the kind, and the place of a single issue.
pub type IgnoredKey = (&'static str, Option<RoundedPlace>);

/// The list of ignored issues, sorted by kind and place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IgnoredIssues(BTreeMap<IgnoredKey, IgnoredIssue>);

impl IgnoredIssues {
    /// Whether an entry concerns an issue.
    pub fn contains(&self, issue: &Issue) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let (name, place) = (issue.kind.name(), RoundedPlace::of(issue.at));
        // Places are sorted by their first coordinate.
        let ends = [-1, 1].map(|step| Some(RoundedPlace([place.moved([step; 3]).0[0], step * i64::MAX, 0])));
        let near = || self.0.range((name, ends[0])..=(name, ends[1]));
        self.0.contains_key(&(name, None))
            || near().any(|((_, other), _)| other.is_some_and(|other| other.is_beside(place)))
    }

    /// Adds an entry; an entry with the same identity stays.
    pub fn add(&mut self, entry: IgnoredIssue) {
        self.0.entry(entry.key()).or_insert(entry);
    }

    /// Removes the entry with the same identity.
    pub fn remove(&mut self, entry: &IgnoredIssue) {
        self.0.remove(&entry.key());
    }

    /// Returns the entries, by name of the kind, and then by place.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &IgnoredIssue> + Clone {
        self.0.values()
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Creates the list of these entries.
impl FromIterator<IgnoredIssue> for IgnoredIssues {
    fn from_iter<I: IntoIterator<Item = IgnoredIssue>>(entries: I) -> Self {
        let mut ignored = Self::default();
        entries.into_iter().for_each(|entry| ignored.add(entry));
        ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::issues::IssueKind;

    #[test]
    fn a_single_entry_concerns_issues_of_its_kind_within_a_rounding_step() {
        let issue = |kind, at: [f32; 3]| Issue::new(kind, Vec::new(), at.into());
        let concave = issue(IssueKind::Concave, [1.0, -2.0, 3.0]);
        let ignored: IgnoredIssues = [IgnoredIssue::single(&concave)].into_iter().collect();
        for (at, is_ignored) in [
            ([1.0, -2.0, 3.0], true),
            ([1.009, -2.009, 2.991], true),
            ([1.03, -2.0, 3.0], false),
            ([1.0, -2.03, 3.0], false),
            ([1.0, -2.0, 2.97], false),
        ] {
            assert_eq!(ignored.contains(&issue(IssueKind::Concave, at)), is_ignored, "{at:?}");
        }
        assert!(!ignored.contains(&issue(IssueKind::Flat, [1.0, -2.0, 3.0])), "another kind");
        let all: IgnoredIssues =
            [IgnoredIssue { kind: concave.kind.of_type(), at: None }].into_iter().collect();
        assert!(all.contains(&issue(IssueKind::Concave, [9e9, 0.0, -9e30])));
        assert!(!all.contains(&issue(IssueKind::Uneven, [1.0, -2.0, 3.0])));
    }
}
