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
