//! The export dialog: the coordinates of the file, and what it does not store.

use egui::{Label, Ui};

use super::{frame, questions};
use crate::app::widgets::{coordinates, parts};
use crate::document::enumeration;
use crate::editor::files::dialog::Choice;
use crate::editor::files::export::{ExportDialog, ExportSettings};
use crate::editor::files::file::FileInput;
use crate::editor::interaction::input::Input;

pub(super) fn ui(ctx: &egui::Context, dialog: &ExportDialog, inputs: &mut Vec<Input>) -> Option<Choice> {
    let mut settings = dialog.settings();
    let title = format!("Export as {}?", dialog.format.name);
    let choice = frame::show(ctx, &title, 520.0, Choice::Cancel, |ui| {
        questions::path_ui(ui, &dialog.file);
        settings_ui(ui, &mut settings);
        let refusal = dialog.format.refusal(settings.coordinates);
        match &refusal {
            Some(refusal) => parts::error(ui, &parts::sentence(refusal)),
            None => losses_ui(ui, &dialog.losses),
        }
        let describe = "Write the file in these coordinates\nEnter";
        let refused = "The format cannot have these coordinates";
        let export = ("Export", if refusal.is_none() { describe } else { refused }, Choice::Save);
        let elsewhere = ("Save elsewhere…", "Save as a navsmith document instead", Choice::SaveElsewhere);
        let cancel = ("Cancel", "Return to the document without exporting\nEscape", Choice::Cancel);
        let is_enabled = |choice| choice != Choice::Save || refusal.is_none();
        frame::buttons_enabled(ui, &[export, elsewhere, cancel], is_enabled)
    });
    if settings != dialog.settings() {
        inputs.push(Input::File(FileInput::SetExport(settings)));
    }
    choice
}

fn settings_ui(ui: &mut Ui, settings: &mut ExportSettings) {
    parts::facts(ui, "export", |facts| coordinates::rows(facts, &mut settings.coordinates));
}

fn losses_ui(ui: &mut Ui, losses: &[String]) {
    let lost = if losses.is_empty() {
        "The file stores everything in this document.".to_owned()
    } else {
        format!("The file does not store {}.", enumeration(losses))
    };
    ui.add(Label::new(lost).wrap());
    let text = "The document itself stays as it is. To keep everything, save it as a navsmith document.";
    parts::note(ui, text);
}
