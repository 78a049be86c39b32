//! The panel *Platforms*: gravity, platforms, the reachable region, throws and jumps of a side view.

mod settings;
mod found;
mod flight;
mod jumps;

use egui::{ScrollArea, Ui};

use self::settings::SideViewForm;
use crate::app::jobs::Jobs;
use crate::app::theme::Icon;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    let Some(mut form) = SideViewForm::of(state) else { return empty_ui(ui, state, inputs) };
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        settings::gravity_ui(ui, state, &mut form, inputs);
        found::ui(ui, state, inputs);
        flight::ui(ui, state, inputs);
        jumps::ui(ui, state, jobs, &mut form, inputs);
    });
    form.apply(ui.ctx(), state, inputs);
}

/// Draws what a side view is, and how to get one.
fn empty_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let text = "A mesh can be read as a side view: its cells are free space, and sides without a neighbour are solid. Gravity then \
                decides where a body rests, lands and jumps.";
    parts::empty(ui, Icon::CELL, "No side view", text);
    ui.vertical_centered(|ui| {
        parts::command_button(ui, state, inputs, Command::SideView, "Make it a side view");
        parts::command_button(ui, state, inputs, Command::StartScreen, "Samples");
    });
}
