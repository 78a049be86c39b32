//! Scenarios of moving agents in the editor: the active scenario and its groups.

pub mod scenarios;
pub mod groups;
pub mod input;

/// State of the simulation that is not part of the document.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct SimulationView {
    /// Index of the active scenario.
    pub(in crate::editor) scenario: usize,
}

impl SimulationView {
    /// Activates a scenario by its index.
    pub(in crate::editor) fn activate(&mut self, scenario: usize) {
        self.scenario = scenario;
    }
}
