//! The export dialog: coordinates and losses of a document, or the contents of a picture.

use egui::{Label, Ui};

use super::{frame, questions};
use crate::app::theme;
use crate::app::widgets::{coordinates, parts};
use crate::editor::State;
use crate::editor::files::dialog::Choice;
use crate::editor::files::export::{ExportDialog, ExportSettings};
use crate::editor::files::file::FileInput;
use crate::editor::files::file::export_check;
use crate::editor::interaction::input::Input;
use crate::editor::session::picture::{PictureExtent, PictureSettings};
use navsmith_formats::check::Severity;
use navsmith_formats::document::enumeration;

pub(super) fn ui(
    ctx: &egui::Context,
    state: &State,
    dialog: &ExportDialog,
    inputs: &mut Vec<Input>,
) -> Option<Choice> {
    let mut settings = dialog.settings();
    let title = format!("Export as {}?", dialog.format.name);
    let cancel = ("Cancel", "Return to the document without exporting\nEscape", Choice::Cancel);
    let choice = frame::show(ctx, &title, 520.0, Choice::Cancel, |ui| {
        questions::path_ui(ui, &dialog.file);
        if dialog.format.is_picture {
            picture_ui(ui, state, &mut settings.picture);
            return frame::buttons(ui, &[("Export", "Write the picture\nEnter", Choice::Save), cancel]);
        }
        settings_ui(ui, &mut settings, dialog.format.has_fixed_up);
        let refusal = dialog.format.refusal(settings.coordinates);
        if let Some(refusal) = &refusal {
            parts::error(ui, &parts::sentence(refusal));
        } else {
            losses_ui(ui, &dialog.losses);
            if let Some(clause) = &dialog.crossed_chains {
                parts::warning(ui, &parts::sentence(clause));
            }
            issues_ui(ui, state);
        }
        let describe = "Write the file in these coordinates\nEnter";
        let refused = "The format cannot have these coordinates";
        let export = ("Export", if refusal.is_none() { describe } else { refused }, Choice::Save);
        let elsewhere = ("Save elsewhere…", "Save as a navsmith document instead", Choice::SaveElsewhere);
        let is_enabled = |choice| choice != Choice::Save || refusal.is_none();
        frame::buttons_enabled(ui, &[export, elsewhere, cancel], is_enabled)
    });
    if settings != dialog.settings() {
        inputs.push(Input::File(FileInput::SetExport(settings)));
    }
    choice
}

fn settings_ui(ui: &mut Ui, settings: &mut ExportSettings, has_fixed_up: bool) {
    parts::facts(ui, "export", |facts| {
        coordinates::rows(facts, &mut settings.coordinates, has_fixed_up);
        facts.row_ui("Export target", |ui| {
            ui.checkbox(&mut settings.is_stored, "Store in the document")
                .on_hover_text("The document stores this file with its coordinates, to export it again");
        });
        facts.row_ui("On save", |ui| {
            let switch = egui::Checkbox::new(&mut settings.runs_on_save, "Export on save");
            ui.add_enabled(settings.is_stored, switch)
                .on_hover_text("Every save of the document writes this file as well")
                .on_disabled_hover_text("Store the file in the document first");
        });
    });
}

fn picture_ui(ui: &mut Ui, state: &State, settings: &mut PictureSettings) {
    let extents = [
        (PictureExtent::View, "View from above", "Show the part of the mesh that the view from above shows"),
        (PictureExtent::Mesh, "Whole mesh", "Show the whole mesh, with a margin"),
    ];
    ui.horizontal(|ui| {
        for (extent, name, text) in extents {
            ui.selectable_value(&mut settings.extent, extent, name).on_hover_text(text);
        }
    });
    ui.add_space(theme::SPACE_S);
    let grid = ui.checkbox(&mut settings.has_grid, "Grid and scale bar");
    grid.on_hover_text("Draw the lines of the grid below the mesh, and a scale bar");
    let legend = ui.checkbox(&mut settings.has_legend, "Legend");
    legend.on_hover_text("Explain the colours and marks");
    ui.add_enabled_ui(state.event().is_some(), |ui| {
        let caption = ui.checkbox(&mut settings.has_caption, "Caption of the step");
        let caption = caption.on_hover_text("Describe the step of the stepper below the picture");
        caption.on_disabled_hover_text("The stepper shows no step");
    });
}

/// Number of issues of an export that the dialog lists.
const MOST_ISSUES: usize = 4;

/// Draws the issues of the export, which the issues panel lists for export targets.
fn issues_ui(ui: &mut Ui, state: &State) {
    if export_check::under_way(state).is_some() {
        parts::note(ui, "The export is being checked.");
    }
    let Some(found) = export_check::export_check(state) else { return };
    let (first, rest) = found.issues.split_at(found.issues.len().min(MOST_ISSUES));
    for issue in first {
        let headline = parts::sentence(&state.document().worded(issue.headline()));
        match issue.kind.severity() {
            Severity::Error => parts::error(ui, &headline),
            Severity::Warning | Severity::Hint => parts::note(ui, &headline),
        }
    }
    if !rest.is_empty() {
        let more = parts::count(rest.len(), "more issue", "more issues");
        let text = format!("{more}. Store the file as an export target to list all in the panel Issues.");
        parts::note(ui, &text);
    }
    found.notes.iter().for_each(|note| parts::note(ui, note));
}

fn losses_ui(ui: &mut Ui, losses: &[String]) {
    let lost = if losses.is_empty() {
        "The file stores everything in this document.".to_owned()
    } else {
        format!("The file does not store {}.", enumeration(losses))
    };
    ui.add(Label::new(lost).wrap());
    let text = match losses {
        [] => "The document itself stays as it is.",
        _ => "The document itself stays as it is. To keep everything, save it as a navsmith document.",
    };
    parts::note(ui, text);
}
