//! Settings of the repair dialog.

use navsmith_formats::check::repair::{RepairOptions, RepairStep};
use navsmith_formats::document::Document;

/// Settings of a repair, which stay until the program ends.
#[derive(Clone, Debug, PartialEq)]
pub struct RepairSettings {
    /// All steps in order, and whether each of them runs.
    pub steps: Vec<(RepairStep, bool)>,
    /// Maximum distance between a vertex and its original position, in metres.
    ///
    /// `None` is the default of the mesh.
    pub tolerance: Option<f32>,
    /// Area of an island in m² below which the step for islands removes it.
    pub min_island: f64,
}

impl Default for RepairSettings {
    fn default() -> Self {
        let is_on = |step: &RepairStep| RepairStep::DEFAULT.contains(step);
        let steps = RepairStep::ALL.iter().map(|step| (*step, is_on(step))).collect();
        Self { steps, tolerance: None, min_island: 0.0 }
    }
}

impl RepairSettings {
    /// Returns the options of a repair of a document.
    pub fn options(&self, document: &Document) -> RepairOptions {
        let default = RepairOptions::of_document(document);
        RepairOptions {
            steps: self.steps.iter().filter(|(_, is_on)| *is_on).map(|&(step, _)| step).collect(),
            tolerance: self.tolerance.unwrap_or(default.tolerance),
            min_island: self.min_island,
            ..default
        }
    }

    /// Whether all numbers are finite and not negative, and each step occurs once.
    pub(super) fn is_valid(&self) -> bool {
        let has = |step: &RepairStep| self.steps.iter().filter(|(own, _)| own == step).count() == 1;
        self.tolerance.is_none_or(|tolerance| tolerance.is_finite() && tolerance >= 0.0)
            && self.min_island.is_finite()
            && self.min_island >= 0.0
            && self.steps.len() == RepairStep::ALL.len()
            && RepairStep::ALL.iter().all(has)
    }
}
