//! Importing: what a file holds, what of it to take, and what would come of it.

use egui::{self, Checkbox, DragValue, Label, RichText, Ui};

use super::frame;
use crate::app::panels::parts;
use crate::app::theme;
use crate::editor::{Choice, FileInput, ImportDialog, ImportSettings, Imported, Input};
use crate::io::gltf::Found;
use crate::navmesh::WeldReport;

const ROW: f32 = 24.0;
/// What is dropped scrolls beyond this height.
const NOTES: f32 = 112.0;
/// The preview is so high, whatever is in it.
const PREVIEW: f32 = NOTES + ROW;

/// Draws the dialog.
pub(super) fn ui(ctx: &egui::Context, dialog: &ImportDialog, inputs: &mut Vec<Input>) {
    let name = dialog.path().file_name().unwrap_or_default().to_string_lossy();
    let mut settings = dialog.settings().clone();
    let answer = frame::show(ctx, &format!("Import {name}"), 620.0, |ui| {
        items_ui(ui, dialog, &mut settings);
        ui.add_space(theme::SPACE_M);
        how_ui(ui, &mut settings);
        ui.add_space(theme::SPACE_M);
        preview_ui(ui, dialog);
        let (says, import) = if settings.chosen.is_empty() {
            ("Choose at least one item first", None)
        } else {
            ("Make a document of what is chosen\nEnter", Some(Choice::Import))
        };
        let choices = [("Import", says, import), ("Cancel", "Import nothing\nEscape", Some(Choice::Cancel))];
        frame::buttons(ui, &choices).flatten()
    });
    if settings != *dialog.settings() {
        inputs.push(Input::File(FileInput::SetImport(settings)));
    }
    if let Some(choice) = answer.or(Choice::Cancel) {
        inputs.push(Input::File(FileInput::Answer(choice)));
    }
}

fn preview_ui(ui: &mut Ui, dialog: &ImportDialog) {
    parts::card(ui, |ui| {
        // Were it to grow when the preview comes, the buttons would move away from under a click.
        ui.set_min_height(PREVIEW);
        match dialog.result() {
            None => {
                ui.spinner();
            }
            Some(Err(why)) => {
                ui.add(Label::new(RichText::new(why).color(ui.visuals().error_fg_color)).wrap());
            }
            Some(Ok(imported)) => result_ui(ui, imported, &dialog.scene().notes),
        }
    });
}

fn items_ui(ui: &mut Ui, dialog: &ImportDialog, settings: &mut ImportSettings) {
    let items = &dialog.scene().items;
    ui.horizontal(|ui| {
        ui.label(RichText::new(parts::count(items.len(), "item was found", "items were found")).strong());
        parts::at_right(ui, |ui| {
            if ui.button("None").on_hover_text("Choose nothing").clicked() {
                settings.chosen.clear();
            }
            if ui.button("All").on_hover_text("Choose everything").clicked() {
                settings.chosen = (0..items.len()).collect();
            }
        });
    });
    let height = (frame::room(ui) - 150.0).clamp(3.0 * ROW, 8.0 * ROW);
    parts::scrolling("items", height).show_rows(ui, ROW, items.len(), |ui, rows| {
        for index in rows {
            item_ui(ui, index, &items[index], settings);
        }
    });
}

fn item_ui(ui: &mut Ui, index: usize, item: &Found, settings: &mut ImportSettings) {
    let mut is_chosen = settings.chosen.contains(&index);
    let name =
        if item.node.is_empty() { item.mesh.clone() } else { format!("{}  ·  {}", item.node, item.mesh) };
    ui.horizontal(|ui| {
        if ui.add(Checkbox::new(&mut is_chosen, name)).on_hover_text("Take this item").changed() {
            settings.chosen.retain(|&chosen| chosen != index);
            if is_chosen {
                settings.chosen.push(index);
                settings.chosen.sort_unstable();
            }
        }
        parts::at_right(ui, |ui| {
            ui.label(RichText::new(parts::count(item.triangles, "triangle", "triangles")).weak());
            if let Some(material) = &item.material {
                ui.label(RichText::new(material).small().weak());
            }
            if item.looks_like_navmesh {
                ui.label(RichText::new("navmesh").small().color(theme::accent(ui)))
                    .on_hover_text("Named like a navigation mesh, so it was chosen");
            }
        });
    });
}

fn how_ui(ui: &mut Ui, settings: &mut ImportSettings) {
    parts::facts(ui, "how", |facts| {
        facts.row_ui("Weld vertices nearer than", |ui| {
            let value = DragValue::new(&mut settings.weld_distance).range(0.0..=10.0).speed(0.0005);
            ui.add(value.max_decimals(5).suffix(" m")).on_hover_text(
                "Vertices nearer to each other than this become one, so that triangles that touch are connected",
            );
        });
        facts.row_ui("Steepest slope kept", |ui| slope_ui(ui, &mut settings.max_slope));
    });
}

fn slope_ui(ui: &mut Ui, max_slope: &mut Option<f32>) {
    ui.horizontal(|ui| {
        let mut is_on = max_slope.is_some();
        let switch = ui.name_inputs("Leave out what is too steep", |ui| ui.checkbox(&mut is_on, ""));
        if switch.on_hover_text("Leave out triangles that are too steep to walk on").changed() {
            *max_slope = is_on.then(|| 45_f32.to_radians());
        }
        let mut degrees = max_slope.unwrap_or(45_f32.to_radians()).to_degrees();
        let value = DragValue::new(&mut degrees).range(0.0..=180.0).speed(0.25).max_decimals(1).suffix("°");
        let value = ui.add_enabled(max_slope.is_some(), value);
        if value
            .on_hover_text("Triangles steeper than this are left out; walls have 90°, ceilings more")
            .changed()
        {
            *max_slope = Some(degrees.to_radians());
        }
    });
}

fn result_ui(ui: &mut Ui, imported: &Imported, notes: &[String]) {
    let mesh = &imported.document.document.mesh;
    let islands = imported.document.island_count().unwrap_or_default();
    let words = [
        parts::count(mesh.cell_count(), "cell", "cells"),
        parts::count(mesh.vertex_count(), "vertex", "vertices"),
        parts::count(islands, "island", "islands"),
    ];
    ui.label(RichText::new(words.join("   ")).strong());
    parts::scrolling("notes", NOTES).show(ui, |ui| {
        parts::facts(ui, "dropped", |facts| {
            for (what, count) in dropped(&imported.report) {
                facts.row(what, parts::thousands(count));
            }
        });
        for note in imported.notes.iter().chain(notes) {
            parts::note(ui, note);
        }
    });
}

fn dropped(report: &WeldReport) -> impl Iterator<Item = (&'static str, usize)> {
    [
        ("Vertices welded to another", report.welded_vertices),
        ("Triangles too steep", report.too_steep),
        ("Triangles without area", report.degenerate),
        ("Triangles that are there twice", report.duplicates),
        ("Triangles with a corner that is not a number", report.non_finite),
        ("Triangles with a corner that does not exist", report.out_of_range),
        ("Vertices that no triangle uses", report.unused_vertices),
    ]
    .into_iter()
    .filter(|&(_, count)| count > 0)
}
