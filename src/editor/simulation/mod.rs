//! Scenarios of moving agents in the editor: the active scenario, its groups, its run and the playback.

pub mod scenarios;
pub mod groups;
pub mod runs;
pub mod playback;
pub mod input;

use self::playback::Playback;
use self::runs::RunKey;
use crate::editor::session::memo::Memo;

/// State of the simulation that is not part of the document.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct SimulationView {
    /// Index of the active scenario.
    pub(in crate::editor) scenario: usize,
    /// Index of the selected agent of the run.
    pub(in crate::editor) agent: Option<usize>,
    pub(in crate::editor) playback: Playback,
    pub(in crate::editor) run: Memo<RunKey>,
}

impl SimulationView {
    /// Activates a scenario by its index.
    pub(in crate::editor) fn activate(&mut self, scenario: usize) {
        if self.scenario != scenario {
            (self.scenario, self.agent) = (scenario, None);
            self.playback.rewind();
        }
    }
}
