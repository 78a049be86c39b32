//! Issues that a document ignores: all of a kind, or single ones by kind and rounded place.

use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;

use super::identity::RoundedPlace;
use super::kinds::IssueType;

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
pub struct IgnoredIssues(pub(crate) BTreeMap<IgnoredKey, IgnoredIssue>);

impl IgnoredIssues {
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
