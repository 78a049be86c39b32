//! Generation of the mesh from the levels: settings, result, recorded stages, and reasons.
//!
//! A job generates a mesh from the visible levels and the plan of the document, after each change of either while the
//! result is used. Another job turns a recorded stage into shapes, so that a view only chooses those in sight. The mesh
//! of the document changes with the commands *Generate* and *Regenerate* only, as one undo step.

pub mod stage;
pub mod found;
pub mod shapes;
pub mod reason;
pub mod plan;
pub mod jumps;
pub mod update;
mod within;
pub(in crate::editor) mod apply;
pub mod input;

use self::stage::GenerationStage;
use self::update::UpdateDecisions;
use navsmith_core::geometry::Vec3;
use navsmith_generation::VolumeEffect;

/// What the user looks at.
#[derive(Clone, Debug)]
pub(in crate::editor) struct GenerationView {
    /// The stage that is drawn.
    stage: Option<GenerationStage>,
    /// The point whose reason is stated.
    asked: Option<Vec3>,
    /// Place of the figure of the agent, while it is drawn.
    figure: Option<Vec3>,
    /// Whether the mesh is replaced when the result is ready.
    is_awaited: bool,
    /// Whether that keeps what was done by hand.
    keeps_edits: bool,
    /// Decisions about the conflicts of a new generation that keeps what was done by hand.
    pub(in crate::editor) decisions: Option<UpdateDecisions>,
    /// Index of the selected limit, and of its framed place.
    limit: Option<[usize; 2]>,
    /// Effect of drawn volumes.
    effect: VolumeEffect,
    /// Whether the jump links of the result and the samples without one are drawn.
    shows_jumps: bool,
}

impl Default for GenerationView {
    fn default() -> Self {
        Self {
            stage: None,
            asked: None,
            figure: None,
            is_awaited: false,
            keeps_edits: false,
            decisions: None,
            limit: None,
            effect: VolumeEffect::Limit,
            shows_jumps: false,
        }
    }
}

impl GenerationView {
    /// Draws a stage, or none.
    pub(in crate::editor) fn show(&mut self, stage: Option<GenerationStage>) {
        self.stage = stage;
    }

    /// Stops drawing what is not in the document, because it was applied.
    pub(in crate::editor) fn hide(&mut self) {
        self.stage = None;
        self.shows_jumps = false;
    }
}
