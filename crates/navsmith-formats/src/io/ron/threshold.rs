//! The length of a metre in the form of the file.
//!
//! It is an entry of the list `thresholds`, which contained thresholds of issues too in earlier versions.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::RonElement;
use super::place::PlaceStep::{Field, Index};
use crate::document::limits::is_metre;
use crate::document::{Document, enumeration};

/// Name of the entry with the length of a metre.
const METRE: &str = "metre";

/// Maximum number of thresholds that a note names.
const MOST_NAMED: usize = 16;

/// Maximum number of letters of a kind in that note.
const MOST_LETTERS: usize = 32;

/// The length of a metre, or a threshold of a kind of issues that an earlier version stored.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Threshold", deny_unknown_fields)]
pub(in crate::io) struct ThresholdEntry {
    kind: String,
    value: f32,
}

impl RonElement for ThresholdEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.kind.len())
    }
}

impl ThresholdEntry {
    /// Returns the entry with the length of a metre of a document, unless it is one unit.
    pub(super) fn list_of(document: &Document) -> Vec<Self> {
        let metre = Some(document.metre).filter(|&metre| metre != 1.0);
        metre.map(|value| Self { kind: METRE.into(), value }).into_iter().collect()
    }
}

/// Returns the length of a metre; `Err` if it is invalid.
pub(super) fn metre_of(entries: &[ThresholdEntry]) -> Result<f32, RonFault> {
    let mut metre = 1.0;
    for (i, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.kind == METRE) {
        metre = entry.value;
        if !is_metre(metre) {
            let why =
                format!("the length of a metre is {metre}; give a positive number, such as 20 for pixels");
            return Err(RonFault::new([Field("thresholds"), Index(i), Field("value")], why));
        }
    }
    Ok(metre)
}

/// Returns a note on the thresholds that earlier versions of navsmith stored; `None` without one.
pub(super) fn note(entries: &[ThresholdEntry]) -> Option<String> {
    let unused: Vec<&ThresholdEntry> = entries.iter().filter(|entry| entry.kind != METRE).collect();
    let named = unused.iter().take(MOST_NAMED).map(|entry| {
        let kind: String = entry.kind.chars().take(MOST_LETTERS).collect();
        format!("{kind} {}", entry.value)
    });
    let more = unused.len().saturating_sub(MOST_NAMED);
    let named: Vec<String> = named.chain((more > 0).then(|| format!("{more} more"))).collect();
    (!unused.is_empty()).then(|| {
        format!(
            "Thresholds of issues in the file are not used: {}. They follow from the checked agent and the weld distance, or \
             are fixed.",
            enumeration(&named)
        )
    })
}
