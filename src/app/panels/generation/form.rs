//! Editable copy of the plan; a drag becomes one undo step when the pointer is released.

use egui::Response;

use crate::app::widgets::number::is_cancelled;
use crate::editor::State;
use crate::editor::generation::input::{self, GenerationInput};
use crate::editor::generation::plan;
use crate::editor::interaction::input::Input;
use navsmith_formats::document::generation::GenerationPlan;

/// The plan, and which of its controls are in use.
pub(super) struct PlanForm {
    pub(super) plan: GenerationPlan,
    is_held: bool,
    is_let_go: bool,
    /// Whether a size of the agent is being edited, so that its figure is drawn.
    is_agent_held: bool,
}

impl PlanForm {
    pub(super) fn of(state: &State) -> Self {
        Self { plan: plan::plan(state).clone(), is_held: false, is_let_go: false, is_agent_held: false }
    }

    /// Records whether a control is in use or was released.
    pub(super) fn record(&mut self, control: &Response) {
        self.is_held |= control.dragged() || control.has_focus();
        self.is_let_go |= control.drag_stopped() || control.lost_focus();
    }

    /// Records a control of a size of the agent.
    pub(super) fn record_agent(&mut self, control: &Response) {
        self.record(control);
        self.is_agent_held |= control.dragged() || control.has_focus() || control.hovered();
    }

    /// Sends the changes.
    pub(super) fn apply(self, ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) {
        if self.is_agent_held != input::figure(state).is_some() {
            inputs.push(Input::Generation(GenerationInput::ShowAgent(self.is_agent_held)));
        }
        // Escape undoes the drag in the editor, but in that frame a slider still takes the position of the pointer.
        if is_cancelled(ctx) {
            return;
        }
        let is_changed = self.plan != *plan::plan(state);
        if self.is_let_go || (is_changed && !self.is_held) {
            inputs.push(Input::Generation(GenerationInput::Set(self.plan)));
        } else if is_changed {
            inputs.push(Input::Generation(GenerationInput::Drag(self.plan)));
        }
    }
}
