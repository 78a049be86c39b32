//! The list of export targets: the files to which the document is exported.

use egui::{CollapsingHeader, Label, RichText, Ui};

use super::frame;
use crate::app::theme::{self, Icon};
use crate::app::widgets::{coordinates, parts};
use crate::editor::State;
use crate::editor::files::file::FileInput;
use crate::editor::files::file::targets::{TargetInput, failure};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_formats::document::ExportTarget;
use navsmith_formats::io::FileRef;

/// Draws the dialog; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context, state: &State, inputs: &mut Vec<Input>) -> bool {
    let targets = &state.document().exports;
    let mut is_adding = false;
    let answer = frame::show(ctx, "Export targets", 640.0, (), |ui| {
        if targets.is_empty() {
            let text = "Export the document, and store the file as a target in the dialog. Saves can then export it.";
            parts::empty(ui, Icon::SAVE, "No export targets", text);
        }
        frame::scrolling(ui, "targets", |ui| {
            for (index, target) in targets.iter().enumerate() {
                ui.push_id(index, |ui| parts::card(ui, |ui| target_ui(ui, state, inputs, index, target)));
                ui.add_space(theme::SPACE_S);
            }
        });
        ui.horizontal(|ui| {
            let before = inputs.len();
            parts::command_button(ui, state, inputs, Command::Export, "Export…");
            is_adding = inputs.len() > before;
            let all = ui.add_enabled(!targets.is_empty(), egui::Button::new("Export all"));
            parts::on_click(all, "Export to every target now", inputs, input(TargetInput::ExportAll));
        });
        frame::buttons(ui, &[("Close", "Close this window\nEscape", ())])
    });
    answer.is_none() && !is_adding
}

fn input(input: TargetInput) -> Input {
    Input::File(FileInput::Target(input))
}

fn target_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, index: usize, target: &ExportTarget) {
    let file = FileRef::from(target.file.clone());
    let name = file.name();
    ui.horizontal(|ui| {
        parts::at_right(ui, |ui| {
            let remove = theme::icon_button(ui, Icon::TRASH, &format!("Remove {name}"), false);
            let tooltip = "Remove this target from the document; the file stays";
            parts::on_click(remove, tooltip, inputs, input(TargetInput::Remove(index)));
            let export = ui.button("Export now").on_hover_text(format!("Write {name} now"));
            if export.clicked() {
                inputs.push(input(TargetInput::Export(index)));
            }
            let mut is_on = target.runs_on_save;
            let switch = ui.checkbox(&mut is_on, "On save");
            if switch.on_hover_text("Export to this file after every save").changed() {
                inputs.push(input(TargetInput::SetOnSave(index, is_on)));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(Label::new(RichText::new(&name).strong()).truncate()).on_hover_text(&target.file);
            });
        });
    });
    let format = file.format().map_or("unknown format", |format| format.name);
    let words = format!("{format}, {}", coordinates::describe(target.coordinates));
    CollapsingHeader::new(RichText::new(words).weak()).id_salt("coordinates").show(ui, |ui| {
        let mut changed = target.coordinates;
        let has_fixed_up = file.format().is_some_and(|format| format.has_fixed_up);
        parts::facts(ui, "coordinates", |facts| coordinates::rows(facts, &mut changed, has_fixed_up));
        if changed != target.coordinates {
            inputs.push(input(TargetInput::SetCoordinates(index, changed)));
        }
    });
    ui.add(Label::new(RichText::new(&target.file).small().weak()).truncate()).on_hover_text(&target.file);
    if let Some(why) = failure(state, index) {
        parts::error(ui, why);
    }
}
