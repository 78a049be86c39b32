//! Scenarios of moving agents in the editor: their groups, runs, playback, heat maps and curves.

pub mod scenarios;
pub mod groups;
pub mod kinds;
pub mod starts;
pub mod runs;
pub mod agents;
pub mod playback;
pub mod continuing;
pub mod decisions;
pub mod causes;
pub mod compared;
pub mod heat;
pub mod curves;
pub mod input;

use crate::editor::State;
use std::collections::BTreeSet;

use self::decisions::AgentOverlay;
use self::heat::HeatKind;
use self::playback::Playback;
use self::runs::RunKey;

/// State of the simulation that is not part of the document.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct SimulationView {
    /// Index of the selected agent of the run.
    pub(in crate::editor) agent: Option<usize>,
    pub(in crate::editor) playback: Playback,
    /// The run with the changes that were made while it was shown.
    pub(in crate::editor) continued: Option<RunKey>,
    /// Parts of the picture of the selected agent that are not shown.
    pub(in crate::editor) hidden: BTreeSet<AgentOverlay>,
    /// Property that the heat map shows.
    pub(in crate::editor) heat_kind: Option<HeatKind>,
}

impl State {
    /// Activates a scenario by its index.
    pub(in crate::editor) fn activate_scenario(&mut self, scenario: usize) {
        if self.session.scenario != scenario {
            self.session.scenario = scenario;
            self.simulation.rewind();
        }
    }
}

impl SimulationView {
    /// Shows the start of a scenario, because another one is active.
    pub(in crate::editor) fn rewind(&mut self) {
        (self.agent, self.continued) = (None, None);
        self.playback.rewind();
    }
}
