//! Editable copy of the plan; a drag becomes one undo step when the pointer is released.

use egui::Response;

use crate::app::widgets::form::{FormChange, HeldControls};
use crate::editor::State;
use crate::editor::generation::input::{self, GenerationInput};
use crate::editor::generation::plan;
use crate::editor::interaction::input::Input;
use navsmith_formats::document::generation::GenerationPlan;

/// The plan, and which of its controls are in use.
pub(super) struct PlanForm {
    pub(super) plan: GenerationPlan,
    held: HeldControls,
    /// Whether a size of the agent is being edited, so that its figure is drawn.
    is_agent_held: bool,
}

impl PlanForm {
    pub(super) fn of(state: &State) -> Self {
        Self { plan: plan::plan(state).clone(), held: HeldControls::default(), is_agent_held: false }
    }

    /// Records whether a control is in use or was released.
    pub(super) fn record(&mut self, control: &Response) {
        self.held.record(control);
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
        let is_changed = self.plan != *plan::plan(state);
        inputs.extend(self.held.change(ctx, is_changed).map(|change| {
            Input::Generation(match change {
                FormChange::Set => GenerationInput::Set(self.plan),
                FormChange::Drag => GenerationInput::Drag(self.plan),
            })
        }));
    }
}
