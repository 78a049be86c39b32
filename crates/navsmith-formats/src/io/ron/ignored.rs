//! Ignored issues in the form of the file.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::{Position, RonElement, check_position};
use super::place::PlaceStep::{Field, Index};
use crate::check::{ISSUE_TYPES, IgnoredIssue, IgnoredIssues, MOST_IGNORED};

/// A kind of issues that is ignored, or a single issue of it at a position.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Ignored", deny_unknown_fields)]
pub(in crate::io) struct IgnoredEntry {
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<Position>,
}

impl RonElement for IgnoredEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.kind.len())
    }
}

impl IgnoredEntry {
    pub(super) fn of(entry: &IgnoredIssue) -> Self {
        Self { kind: entry.kind.name.into(), at: entry.at.map(|at| at.to_array()) }
    }

    fn issue(&self, i: usize) -> Result<IgnoredIssue, RonFault> {
        let path = [Field("ignored"), Index(i)];
        let kind = ISSUE_TYPES.into_iter().find(|kind| kind.name == self.kind);
        let kind = kind.ok_or_else(|| {
            let description = format!(
                "ignored issue {i} has the kind \"{}\", which is unknown; correct the name, or update navsmith",
                self.kind
            );
            RonFault::new([Field("kind")], description).within(path)
        })?;
        if let Some(at) = &self.at {
            check_position(at, path.into_iter().chain([Field("at")]), || format!("ignored issue {i}"))?;
        }
        Ok(IgnoredIssue { kind, at: self.at.map(Into::into) })
    }
}

/// Returns the list of ignored issues; `Err` is the first fault.
pub(super) fn issues_of(entries: &[IgnoredEntry]) -> Result<IgnoredIssues, RonFault> {
    if entries.len() > MOST_IGNORED {
        let description = format!(
            "there are {} ignored issues, and at most {MOST_IGNORED}; ignore a kind instead",
            entries.len()
        );
        return Err(RonFault::new([Field("ignored"), Index(MOST_IGNORED)], description));
    }
    entries.iter().enumerate().map(|(i, entry)| entry.issue(i)).collect()
}
