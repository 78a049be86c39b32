//! Which issues a document ignores.

use super::Issue;
use crate::document::identity::RoundedPlace;
use crate::document::{IgnoredIssue, IgnoredIssues};

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
}

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
}

#[cfg(test)]
mod tests {
    use super::super::IssueKind;
    use super::*;

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
