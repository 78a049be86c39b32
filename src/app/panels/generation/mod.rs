//! The panel *Generate*: the agent, the voxels, limits, jump links, stages, reasons, parts and boxes.

mod form;
mod settings;
mod limits;
mod jumps;
mod stages;
mod rules;
mod volumes;

use egui::{Label, RichText, ScrollArea, Ui};

use self::form::PlanForm;
use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::generation::found::{self, GenerationFound};
use crate::editor::generation::input::{self, GenerationInput};
use crate::editor::generation::{reason, update};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if !found::has_level(state) {
        return empty_ui(ui, state, inputs);
    }
    result_ui(ui, state, jobs, inputs);
    let mut form = PlanForm::of(state);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        // A question that was asked comes first, because settings change its answer.
        let is_asked = reason::asked(state).is_some();
        if is_asked {
            stages::reason_ui(ui, state, inputs);
        }
        settings::ui(ui, &mut form);
        limits::ui(ui, state, inputs);
        jumps::ui(ui, state, &mut form, inputs);
        stages::ui(ui, state, inputs);
        if !is_asked {
            stages::reason_ui(ui, state, inputs);
        }
        rules::ui(ui, state, &mut form);
        volumes::ui(ui, state, &mut form, inputs);
    });
    form.apply(ui.ctx(), state, inputs);
}

/// Draws what to do without a visible level.
fn empty_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    if state.document().levels.is_empty() {
        let text = "Open a level, then generate: a glTF, OBJ, PLY, STL or other file with the geometry that agents \
                    walk on.";
        parts::empty(ui, Icon::CELL, "No level geometry", text);
    } else {
        let text = "The levels of the document are hidden, images, or not read yet. Show or read one in the panel \
                    Level, or add another one.";
        parts::empty(ui, Icon::EYE_OFF, "No visible level", text);
    }
    ui.vertical_centered(|ui| {
        parts::command_button(ui, state, inputs, Command::AddLevel, "Open a level…");
        parts::command_button(ui, state, inputs, Command::StartScreen, "Samples");
    });
}

/// Draws the switch that generates the mesh again when the level changes.
fn follow_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let mut options = state.options().clone();
    let tooltip = "When another program saves a file of the level, read it and generate the mesh again. What was done \
                   by hand stays; conflicts are listed in the panel Compare.";
    let follows = ui.checkbox(&mut options.regenerates_changed, "Regenerate when the level changes");
    if follows.on_hover_text(tooltip).changed() {
        inputs.push(Input::SetOptions(options));
    }
}

/// Draws the button *Generate*, with the last result or the progress of the present one.
fn result_ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    // Reading the result requests it.
    let present = found::found(state);
    let running = found::under_way(state).or_else(|| update::under_way(state));
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::Generate, "Generate");
        if !state.document().generated.is_empty() {
            parts::command_button(ui, state, inputs, Command::Regenerate, "Regenerate");
        }
        if running.is_some() {
            let stop = ui.button("Stop");
            parts::on_click(stop, "Stop the generation", inputs, Input::Generation(GenerationInput::Stop));
        } else if found::is_stopped(state) || (found::is_on_request(state) && present.is_none()) {
            let preview = ui.button("Preview");
            let tooltip = "Generate a mesh without replacing the present one";
            parts::on_click(preview, tooltip, inputs, Input::Generation(GenerationInput::Start));
        }
        let words = match present {
            None if input::is_awaited(state) => "replaces the mesh when it is ready".to_owned(),
            _ => found::latest(state).and_then(GenerationFound::summary).unwrap_or_default(),
        };
        let words = if present.is_some() { RichText::new(words) } else { RichText::new(words).weak() };
        ui.add(Label::new(words.small()).truncate()).on_hover_text("Cells, area and time of the last result");
    });
    if let Some(number) = running {
        parts::progress(ui, jobs.running_as(number));
    }
    if !state.document().generated.is_empty() {
        follow_ui(ui, state, inputs);
    }
    match found::latest(state).map(|found| &found.outcome) {
        Some(Err(why)) => parts::error(ui, &parts::sentence(why)),
        Some(Ok(generation)) => {
            if generation.mesh.cell_count() == 0 {
                parts::warning(ui, "No ground is left. Ask why below, or change the settings.");
            }
            if generation.inside_area > 0.0 {
                let text = format!("{:.1} m² inside of closed solids are left out.", generation.inside_area);
                parts::note(ui, &text);
            }
            if generation.tiles() > 1 {
                let text =
                    format!("The level has {} tiles. Stages are those of one tile.", generation.tiles());
                parts::note(ui, &text);
            }
        }
        None => {}
    }
    ui.add_space(theme::SPACE_S);
}
