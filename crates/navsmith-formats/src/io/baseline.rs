//! Baselines: the known issues of files, by kind and rounded place.
//!
//! Ids are not stored, so an edit elsewhere in the mesh and a new numbering of its cells keep an issue known.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::document::identity::{KnownIssue, KnownPlace, RoundedPlace};

/// Version that is written and read.
const VERSION: u32 = 1;

/// Known issues by file; the names of files are relative to the folder of the baseline.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Baseline {
    /// Issues of each file, sorted.
    pub files: BTreeMap<String, Vec<KnownIssue>>,
}

/// A position in a file, in metres with two decimals, or a text.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct IssueEntry {
    kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<[f64; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineFile {
    navsmith_baseline: u32,
    files: BTreeMap<String, Vec<IssueEntry>>,
}

/// Reason why a file is not a baseline.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BaselineError {
    /// The text is not JSON, or has other fields.
    #[error(
        "line {line}, column {column}: it is no baseline of navsmith; delete the file, and write it again with --write-baseline"
    )]
    Syntax {
        /// Line, from 1.
        line: usize,
        /// Column, from 1.
        column: usize,
    },
    /// Another version wrote the file.
    #[error(
        "it has version {0}, and version {VERSION} is read; delete the file, and write it again with --write-baseline"
    )]
    Version(u32),
    /// An issue has no place, or two.
    #[error(
        "an issue of {0} needs either a position \"at\" or a \"text\"; delete the file, and write it again with --write-baseline"
    )]
    Place(String),
}

impl Baseline {
    /// Reads a baseline. Memory is in proportion to the text.
    pub fn read(bytes: &[u8]) -> Result<Self, BaselineError> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let file: BaselineFile = serde_json::from_slice(bytes)
            .map_err(|error| BaselineError::Syntax { line: error.line(), column: error.column() })?;
        if file.navsmith_baseline != VERSION {
            return Err(BaselineError::Version(file.navsmith_baseline));
        }
        let mut files = BTreeMap::new();
        for (name, entries) in file.files {
            let issues: Option<Vec<KnownIssue>> = entries.into_iter().map(IssueEntry::into_issue).collect();
            let issues = issues.ok_or_else(|| BaselineError::Place(name.clone()))?;
            files.insert(name, issues);
        }
        Ok(Self { files })
    }

    /// Returns the baseline as JSON with an issue on each line; the same issues give the same text.
    pub fn write(&self) -> Result<String, serde_json::Error> {
        let mut text = format!("{{\"navsmith_baseline\":{VERSION},\"files\":{{");
        for (index, (name, issues)) in self.files.iter().enumerate() {
            text += if index == 0 { "\n" } else { ",\n" };
            text += &serde_json::to_string(name)?;
            text += ":[";
            let mut issues: Vec<&KnownIssue> = issues.iter().collect();
            issues.sort();
            for (index, issue) in issues.into_iter().enumerate() {
                text += if index == 0 { "\n" } else { ",\n" };
                text += &serde_json::to_string(&IssueEntry::of(issue))?;
            }
            text += "\n]";
        }
        Ok(text + "\n}}\n")
    }
}

impl IssueEntry {
    fn of(issue: &KnownIssue) -> Self {
        let (at, text) = match &issue.place {
            KnownPlace::At(place) => (Some(place.metres()), None),
            KnownPlace::Text(text) => (None, Some(text.clone())),
        };
        Self { kind: issue.kind.clone(), at, text }
    }

    fn into_issue(self) -> Option<KnownIssue> {
        let place = match (self.at, self.text) {
            (Some(at), None) => KnownPlace::At(RoundedPlace::of_metres(at)),
            (None, Some(text)) => KnownPlace::Text(text),
            _ => return None,
        };
        Some(KnownIssue { kind: self.kind, place })
    }
}
