//! The import dialog: the contents of a file, the choice of items, and a preview of the result.

use std::collections::BTreeSet;

use egui::{Checkbox, RichText, Ui};

use super::frame;
use crate::app::theme;
use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts::Facts;
use crate::app::widgets::{coordinates, parts};
use crate::editor::State;
use crate::editor::files::dialog::Choice;
use crate::editor::files::file::FileInput;
use crate::editor::files::import::{Destination, ImportDialog, ImportSettings, ImportedDocument};
use crate::editor::files::importing;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use navsmith_core::geometry::{Axis, UpAxis};
use navsmith_core::navmesh::WeldReport;
use navsmith_formats::io::scene::{ImportScene, Item};
use navsmith_formats::io::{Evidence, MAX_SLOPE, Placement, UpEvidence, left_out};

const ROW: f32 = 24.0;
const NO_TRIANGLES: &str = "There would be no cells: the file contains no triangles";
/// Height beyond which the list of dropped elements scrolls, in points.
const NOTES: f32 = 112.0;
/// Fixed height of the preview, in points.
const PREVIEW: f32 = NOTES + ROW;
/// Height of the preview in a low window, in points.
const LOW_PREVIEW: f32 = 2.0 * ROW;
/// Height of the dialog without its list of items, in points.
const OTHERS: f32 = 688.0;

pub(super) fn ui(ctx: &egui::Context, state: &State, dialog: &ImportDialog, inputs: &mut Vec<Input>) {
    let name = dialog.file.name();
    let mut settings = dialog.settings().clone();
    let mut destination = dialog.destination;
    let answer = frame::show(ctx, &format!("Import {name}"), 620.0, Choice::Cancel, |ui| {
        if let Some(scene) = dialog.scene() {
            items_ui(ui, scene, &mut settings);
            ui.add_space(theme::SPACE_M);
        }
        how_ui(ui, state, dialog, (&mut settings, &mut destination));
        ui.add_space(theme::SPACE_M);
        preview_ui(ui, state, dialog, &mut settings);
        let obstacle = obstacle(state, dialog, &settings);
        let (verb, description) = match destination {
            Destination::NewDocument => ("Import", "Make a document of the chosen items\nEnter"),
            Destination::OpenDocument { .. } => ("Add", "Add the chosen items to the open document\nEnter"),
            Destination::Reload(_) => ("Reload", "Change the document to the chosen items\nEnter"),
        };
        let description = obstacle.unwrap_or(description);
        let import = (verb, description, if obstacle.is_none() { Some(Choice::Import) } else { None });
        let cancel = ("Cancel", "Import nothing\nEscape", Some(Choice::Cancel));
        frame::buttons_enabled(ui, &[import, cancel], |choice| choice.is_some()).flatten()
    });
    if settings != *dialog.settings() {
        inputs.push(Input::File(FileInput::SetImport(settings)));
    }
    if destination != dialog.destination {
        inputs.push(Input::File(FileInput::SetDestination(destination)));
    }
    inputs.extend(answer.map(|choice| Input::File(FileInput::Answer(choice))));
}

/// Whether the window is too low for the whole dialog.
fn is_low(ui: &Ui) -> bool {
    ui.ctx().content_rect().height() < OTHERS + 3.0 * ROW
}

/// Returns the reason why these settings import nothing.
///
/// Returns `None` if they import something, or if the result is not computed yet.
fn obstacle(state: &State, dialog: &ImportDialog, settings: &ImportSettings) -> Option<&'static str> {
    if settings.chosen.is_empty()
        && let Some(scene) = dialog.scene()
    {
        return Some(if scene.items.is_empty() { NO_TRIANGLES } else { "Choose at least one item first" });
    }
    let is_ready = settings == dialog.settings() && importing::is_ready(state, dialog);
    match importing::result(state, dialog).filter(|_| is_ready)? {
        Err(_) => Some("This cannot be imported"),
        Ok(imported) => nothing_left(dialog, imported),
    }
}

fn preview_ui(ui: &mut Ui, state: &State, dialog: &ImportDialog, settings: &mut ImportSettings) {
    parts::card(ui, |ui| {
        // If the preview grew when its result arrives, the buttons would move away from under a click.
        ui.set_min_height(if is_low(ui) { LOW_PREVIEW } else { PREVIEW });
        match importing::result(state, dialog) {
            None => {
                ui.spinner();
            }
            Some(Err(why)) => parts::error(ui, why),
            Some(Ok(imported)) => result_ui(ui, dialog, imported, settings),
        }
    });
}

fn items_ui(ui: &mut Ui, scene: &ImportScene, settings: &mut ImportSettings) {
    let items = &scene.items;
    ui.horizontal(|ui| {
        let words = format!(
            "{} of {} chosen",
            parts::thousands(settings.chosen.len()),
            parts::thousands(items.len())
        );
        ui.label(RichText::new(words).strong());
        parts::at_right(ui, |ui| {
            if ui.button("None").on_hover_text("Choose nothing").clicked() {
                settings.chosen.clear();
            }
            if ui.button("All").on_hover_text("Choose everything").clicked() {
                settings.chosen = (0..items.len()).collect();
            }
        });
    });
    let height = (ui.ctx().content_rect().height() - OTHERS).clamp(3.0 * ROW, 8.0 * ROW);
    let order = order(scene);
    parts::scrolling("items", height).show_rows(ui, ROW, items.len(), |ui, rows| {
        for &index in &order[rows] {
            item_ui(ui, index, &items[index], settings);
        }
    });
}

/// Returns the items in the order of the list: those preselected at first come first and stay there.
fn order(scene: &ImportScene) -> Vec<usize> {
    let mut order = scene.preselected();
    let first: BTreeSet<usize> = order.iter().copied().collect();
    order.extend((0..scene.items.len()).filter(|index| !first.contains(index)));
    order
}

fn item_ui(ui: &mut Ui, index: usize, item: &Item, settings: &mut ImportSettings) {
    let mut is_chosen = settings.chosen.contains(&index);
    let name =
        if item.node.is_empty() { item.mesh.clone() } else { format!("{}  ·  {}", item.node, item.mesh) };
    ui.horizontal(|ui| {
        if ui.add(Checkbox::new(&mut is_chosen, name)).on_hover_text("Import this item").changed() {
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
            if item.is_named_like_navmesh {
                ui.label(RichText::new("navmesh").small().color(theme::accent(ui)))
                    .on_hover_text("Chosen because it is named like a navigation mesh");
            }
        });
    });
}

fn how_ui(
    ui: &mut Ui,
    state: &State,
    dialog: &ImportDialog,
    (settings, destination): (&mut ImportSettings, &mut Destination),
) {
    parts::facts(ui, "how", |facts| {
        if !state.document().mesh.is_empty() && !matches!(destination, Destination::Reload(_)) {
            destination_rows(facts, state, destination);
        }
        facts.row_ui("Weld vertices nearer than", |ui| {
            let value = NumberField::new(&mut settings.weld_distance).range(0.0..=10.0).speed(0.0005);
            ui.add(value.max_decimals(5).suffix(" m")).on_hover_text(
                "Vertices nearer to each other than this are merged, so that touching triangles are connected",
            );
        });
        if let Some(evidence) = dialog.evidence {
            facts.row_ui("Treat as", |ui| kind_ui(ui, evidence, &mut settings.max_slope));
        }
        facts.row_ui("Steepest slope kept", |ui| slope_ui(ui, &mut settings.max_slope));
        let imported = importing::result(state, dialog).and_then(Result::ok);
        let detected = imported.map(|imported| imported.up);
        facts.row_ui("Up axis", |ui| up_ui(ui, &mut settings.placement.up, detected));
        facts.row_ui("Mirror along", |ui| coordinates::mirror_ui(ui, &mut settings.placement.mirror, false));
        facts.row_ui("Faces", |ui| {
            ui.checkbox(&mut settings.placement.is_turned, "Turn over")
                .on_hover_text("All faces are turned over, such as those of a level whose floors face down");
        });
        coordinates::unit_rows(facts, &mut settings.placement.scale);
        if dialog.can_show_level() {
            facts.row_ui("Level geometry", |ui| {
                ui.checkbox(&mut settings.shows_level, "Show below mesh").on_hover_text(
                    "The document refers to this file and shows its triangles, without those of its navmesh",
                );
            });
        }
    });
}

/// Draws the choice of the document that gets the mesh.
fn destination_rows(facts: &mut Facts<'_>, session: &Session, destination: &mut Destination) {
    let mut is_added = *destination != Destination::NewDocument;
    let mut welds = *destination == Destination::OpenDocument { welds: true };
    facts.row_ui("Import as", |ui| {
        ui.horizontal(|ui| {
            let new = ui.selectable_value(&mut is_added, false, "New document");
            new.on_hover_text("The mesh replaces the open document");
            let added = ui.selectable_value(&mut is_added, true, "Part of this document");
            added.on_hover_text(
                "The mesh is added to the open document and selected; areas are merged by name",
            );
        });
    });
    if is_added {
        facts.row_ui("Weld borders", |ui| {
            let distance = session.options().weld_distance;
            ui.checkbox(&mut welds, format!("Nearer than {distance} m"))
                .on_hover_text("Borders of the added mesh that almost touch this one are joined with it");
        });
    }
    *destination = if is_added { Destination::OpenDocument { welds } } else { Destination::NewDocument };
}

/// Draws the choice of the up axis, with the detected one.
fn up_ui(ui: &mut Ui, up: &mut Option<UpAxis>, detected: Option<UpEvidence>) {
    let detected = detected.filter(|_| up.is_none());
    ui.horizontal(|ui| {
        let automatic = ui.selectable_value(up, None, "Automatic");
        automatic.on_hover_text(
            "Y, or Z if all triangles are upright with Y up, or if much more ground is connected with Z up",
        );
        coordinates::up_ui(ui, up, false);
        if let Some(detected) = detected {
            let words = format!("automatic: {}", detected.up().name());
            ui.label(RichText::new(words).weak());
        }
    });
}

/// Draws the choice between a navigation mesh and a level, with the default and its reason.
fn kind_ui(ui: &mut Ui, evidence: Evidence, max_slope: &mut Option<f32>) {
    let mut is_level = max_slope.is_some();
    ui.horizontal(|ui| {
        let mesh = ui.selectable_value(&mut is_level, false, "Navigation mesh");
        mesh.on_hover_text("All triangles are kept, because all of them are ground");
        let level = ui.selectable_value(&mut is_level, true, "Level");
        level.on_hover_text("Walls, steep triangles and undersides of solids are left out");
        let words = if evidence.is_navmesh() == is_level {
            format!("automatic: {}, because {evidence}", evidence.noun())
        } else {
            format!("because {evidence}")
        };
        ui.label(RichText::new(words).weak());
    });
    if is_level != max_slope.is_some() {
        *max_slope = is_level.then_some(MAX_SLOPE);
    }
}

fn slope_ui(ui: &mut Ui, max_slope: &mut Option<f32>) {
    ui.horizontal(|ui| {
        let mut is_on = max_slope.is_some();
        let switch = ui.name_inputs("Leave out steep triangles", |ui| ui.checkbox(&mut is_on, ""));
        if switch.on_hover_text("Leave out triangles that are too steep to walk on").changed() {
            *max_slope = is_on.then_some(MAX_SLOPE);
        }
        let mut degrees = max_slope.unwrap_or(MAX_SLOPE).to_degrees();
        let value = NumberField::new(&mut degrees).range(0.0..=180.0).speed(0.25).max_decimals(1).suffix("°");
        let value = ui.add_enabled(max_slope.is_some(), value);
        if value
            .on_hover_text("Triangles steeper than this are left out; walls have 90°. Undersides of solids are left out up to 179°")
            .changed()
        {
            *max_slope = Some(degrees.to_radians());
        }
    });
}

fn result_ui(ui: &mut Ui, dialog: &ImportDialog, imported: &ImportedDocument, settings: &mut ImportSettings) {
    let mesh = &imported.document.document.mesh;
    let islands = imported.document.island_count().unwrap_or_default();
    let words = [
        parts::count(mesh.cell_count(), "cell", "cells"),
        parts::count(mesh.vertex_count(), "vertex", "vertices"),
        parts::count(islands, "island", "islands"),
    ];
    ui.label(RichText::new(words.join("   ")).strong());
    axis_ui(ui, imported.up, &mut settings.placement.up);
    if let Some(left_out) = left_out(&imported.report, settings.max_slope) {
        let sentences: Vec<String> = left_out.split("; ").map(parts::sentence).collect();
        ui.label(sentences.join(" "));
    }
    if let Some(reason) = nothing_left(dialog, imported) {
        parts::warning(ui, &format!("{reason}."));
    }
    if let Some(sentence) = imported.facing_sentence() {
        parts::warning(ui, &sentence);
        ui.horizontal(|ui| {
            mirror_ui(ui, &mut settings.placement);
            let button = ui.button("Turn faces over");
            if button.on_hover_text("Turn all faces over, and mirror nothing").clicked() {
                settings.placement.is_turned = true;
            }
        });
    }
    parts::scrolling("notes", if is_low(ui) { ROW } else { NOTES }).show(ui, |ui| {
        parts::facts(ui, "dropped", |facts| {
            for (what, count) in dropped(&imported.report) {
                facts.row(what, parts::thousands(count));
            }
        });
        let are_all_turned = imported.report.turned > 0 && imported.report.turned == mesh.cell_count();
        if are_all_turned && settings.placement.mirror.is_none() {
            mirror_ui(ui, &mut settings.placement);
        }
        for note in imported.notes.iter().chain(dialog.notes()) {
            parts::note(ui, note);
        }
        if let Some(scene) = dialog.scene().filter(|_| imported.passed_over.lost_connections > 0) {
            let words = if imported.passed_over.meshes == 1 { "Import it too" } else { "Import all" };
            if ui
                .button(words)
                .on_hover_text("Choose all items, so that the ground stays connected")
                .clicked()
            {
                settings.chosen = (0..scene.items.len()).collect();
            }
        }
    });
}

/// Draws the button that mirrors a file of a left-handed program.
fn mirror_ui(ui: &mut Ui, placement: &mut Placement) {
    let button = ui.button("Mirror along X").on_hover_text(
        "Corrects most files of left-handed programs, such as Unity. Along Z, the mesh is turned by half a turn beside \
         that. No face shows the axis; choose another one above",
    );
    if button.clicked() {
        placement.mirror = Some(Axis::X);
    }
}

/// Draws the reason for a detected up axis, with a button for the other axis.
fn axis_ui(ui: &mut Ui, evidence: UpEvidence, up: &mut Option<UpAxis>) {
    let (Some(text), Some(other)) = (evidence.sentence(), evidence.other()) else { return };
    ui.horizontal_wrapped(|ui| {
        if matches!(evidence, UpEvidence::Unclear(_)) {
            parts::warning(ui, &text);
        } else {
            ui.label(text);
        }
        let name = if other == UpAxis::Z { "Use Z up" } else { "Use Y up" };
        if ui.button(name).on_hover_text("Read the file with the other up axis").clicked() {
            *up = Some(other);
        }
    });
}

/// Returns the reason why an import has no cells; `None` if it has some.
fn nothing_left(dialog: &ImportDialog, imported: &ImportedDocument) -> Option<&'static str> {
    if dialog.scene().is_some_and(|scene| scene.items.is_empty()) {
        return Some(NO_TRIANGLES);
    }
    match imported.document.document.mesh.cell_count() {
        1.. => None,
        0 if imported.report.too_steep > 0 => Some(
            "There would be no cells: all triangles are too steep. Choose another up axis or a steeper slope",
        ),
        0 => Some("There would be no cells: choose items with triangles"),
    }
}

fn dropped(report: &WeldReport) -> impl Iterator<Item = (&'static str, usize)> {
    [
        ("Welded vertices", report.welded_vertices),
        ("Cells turned over", report.turned),
        ("Steep triangles", report.too_steep),
        ("Triangles that face down", report.undersides),
        ("Triangles without area", report.degenerate),
        ("Duplicate triangles", report.duplicates),
        ("Triangles with a position that is not finite", report.non_finite),
        ("Triangles with a missing corner", report.out_of_range),
        ("Unused vertices", report.unused_vertices),
    ]
    .into_iter()
    .filter(|&(_, count)| count > 0)
}
