//! Thresholds of issues in the form of the file.

use serde::{Deserialize, Serialize};

use super::Fault;
use super::element::Element;
use super::place::Step::{Field, Index};
use crate::document::issues::{ThresholdType, Thresholds};

/// A threshold of a kind of issues that is not derived.
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename = "Threshold", deny_unknown_fields)]
pub(in crate::io) struct ThresholdEntry {
    kind: String,
    value: f32,
}

impl Element for ThresholdEntry {
    fn kept(&self) -> usize {
        2 * (size_of::<Self>() + self.kind.len())
    }
}

impl ThresholdEntry {
    pub(super) fn of((row, value): (&ThresholdType, f32)) -> Self {
        Self { kind: row.kind.name.into(), value }
    }

    fn threshold(&self, i: usize) -> Result<(&'static ThresholdType, f32), Fault> {
        let fault =
            |field, description| Fault::new([Field("thresholds"), Index(i), Field(field)], description);
        let row = ThresholdType::of(&self.kind).ok_or_else(|| {
            let why = format!(
                "threshold {i} is of the kind \"{}\", which has none; correct the name, or update navsmith",
                self.kind
            );
            fault("kind", why)
        })?;
        if row.allows(self.value) {
            return Ok((row, self.value));
        }
        let why = format!("threshold {i} is {}; give a number from 0 to {}", self.value, row.most);
        Err(fault("value", why))
    }
}

/// Returns the thresholds of a document; `Err` is the first fault.
pub(super) fn thresholds_of(entries: &[ThresholdEntry]) -> Result<Thresholds, Fault> {
    let mut thresholds = Thresholds::default();
    for (i, entry) in entries.iter().enumerate() {
        let (row, value) = entry.threshold(i)?;
        thresholds.set(row, Some(value));
    }
    Ok(thresholds)
}
