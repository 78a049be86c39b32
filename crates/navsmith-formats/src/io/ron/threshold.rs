//! Thresholds of issues in the form of the file.

use serde::{Deserialize, Serialize};

use super::RonFault;
use super::element::RonElement;
use super::place::PlaceStep::{Field, Index};
use crate::check::{ThresholdType, Thresholds};

/// Name of the entry that states the length of a metre instead of a threshold.
const METRE: &str = "metre";

/// A threshold of a kind of issues that is not derived, or the length of a metre.
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
    /// Returns the entries of thresholds.
    pub(super) fn list_of(thresholds: &Thresholds) -> Vec<Self> {
        let metre = thresholds.metre();
        let metre = (metre != 1.0).then(|| Self { kind: METRE.into(), value: metre });
        let rows = thresholds.iter().map(|(row, value)| Self { kind: row.kind.name.into(), value });
        metre.into_iter().chain(rows).collect()
    }

    /// Returns the thresholds with this length of a metre.
    fn metre(&self, i: usize, thresholds: Thresholds) -> Result<Thresholds, RonFault> {
        let Self { value, .. } = *self;
        let thresholds = thresholds.with_metre(value);
        if thresholds.metre() == value {
            return Ok(thresholds);
        }
        let why = format!("the length of a metre is {value}; give a positive number, such as 20 for pixels");
        Err(RonFault::new([Field("thresholds"), Index(i), Field("value")], why))
    }

    fn threshold(&self, i: usize) -> Result<(&'static ThresholdType, f32), RonFault> {
        let fault =
            |field, description| RonFault::new([Field("thresholds"), Index(i), Field(field)], description);
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
pub(super) fn thresholds_of(entries: &[ThresholdEntry]) -> Result<Thresholds, RonFault> {
    let mut thresholds = Thresholds::default();
    for (i, entry) in entries.iter().enumerate() {
        if entry.kind == METRE {
            thresholds = entry.metre(i, thresholds)?;
            continue;
        }
        let (row, value) = entry.threshold(i)?;
        thresholds.set(row, Some(value));
    }
    Ok(thresholds)
}
