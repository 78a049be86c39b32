//! The preferences dialog.

use egui::{ComboBox, Ui};

use super::frame;
use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, NumberSlider};
use crate::app::widgets::parts;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::options::{Coloring, Options, UI_SCALES};
use crate::editor::view::grid::GridSize;

/// Draws the dialog; returns whether it stays open.
pub(super) fn ui(ctx: &egui::Context, session: &Session, inputs: &mut Vec<Input>) -> bool {
    let mut options = session.options().clone();
    let answer = frame::show(ctx, "Preferences", 480.0, (), |ui| {
        frame::scrolling(ui, "preferences", |ui| {
            look_ui(ui, &mut options);
            edit_ui(ui, &mut options);
            file_ui(ui, &mut options);
        });
        frame::buttons(ui, &[("Close", "Close this window; changes apply at once\nEscape", ())])
    });
    if options != *session.options() {
        inputs.push(Input::SetOptions(options));
    }
    answer.is_none()
}

fn look_ui(ui: &mut Ui, options: &mut Options) {
    parts::section(ui, "Look");
    parts::facts(ui, "look", |facts| {
        facts.row_ui("Theme", |ui| {
            ui.horizontal(|ui| {
                for (is_dark, name) in [(true, "Dark"), (false, "Light")] {
                    let description = "Colours of the window";
                    ui.selectable_value(&mut options.is_dark, is_dark, name).on_hover_text(description);
                }
            });
        });
        facts.row_ui("Size of text and controls", |ui| scale_ui(ui, &mut options.ui_scale));
        facts.row_ui("Colour cells by", |ui| {
            let (combo, chosen) = (ComboBox::from_id_salt("coloring"), &mut options.coloring);
            choice::of_values(ui, combo, chosen, &Coloring::ALL, Coloring::title, |_| "")
                .on_hover_text("Meaning of the cells' colours");
        });
    });
    switches_ui(ui, options, &LOOK);
}

const LOOK: [Command; 5] = [
    Command::ToggleIssues,
    Command::ToggleCorridor,
    Command::TogglePortals,
    Command::ToggleLegend,
    Command::ToggleNumbers,
];

const EDITING: [Command; 3] = [Command::ToggleGridSnap, Command::ToggleMeshSnap, Command::ToggleMergeOnDrop];

fn switches_ui(ui: &mut Ui, options: &mut Options, commands: &[Command]) {
    for spec in commands.iter().filter_map(|command| command.spec()) {
        if let Some(is_on) = spec.command.option(options) {
            ui.checkbox(is_on, spec.title).on_hover_text(spec.tooltip);
        }
    }
}

/// Draws the slider of the interface scale, which takes effect when the pointer releases it.
///
/// Otherwise the slider would move away from under the pointer.
fn scale_ui(ui: &mut Ui, scale: &mut f32) {
    let id = ui.scope_id().with("scale");
    let mut shown = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(*scale);
    let slider = NumberSlider::percent(&mut shown, UI_SCALES);
    let response = ui.add(slider).on_hover_text("How large text and controls are; also Ctrl with + and −");
    if response.dragged() {
        ui.data_mut(|data| data.insert_temp(id, shown));
    } else {
        ui.data_mut(|data| data.remove_temp::<f32>(id));
        if response.changed() || response.drag_stopped() {
            *scale = shown;
        }
    }
}

fn edit_ui(ui: &mut Ui, options: &mut Options) {
    parts::section(ui, "Editing");
    switches_ui(ui, options, &EDITING);
    parts::facts(ui, "edit", |facts| {
        facts.row_ui("Grid", |ui| grid_ui(ui, &mut options.grid));
        facts.row_ui("Weld distance", |ui| {
            let value = NumberField::new(&mut options.weld_distance).range(0.0..=1000.0).speed(0.001);
            ui.add(value.max_decimals(4).suffix(" m")).on_hover_text(
                "Vertices and edges nearer to each other than this are gaps, and can be welded",
            );
        });
        facts.row_ui("Drawing height", |ui| {
            let value = NumberField::new(&mut options.draw_height).speed(0.02).max_decimals(3).suffix(" m");
            ui.add(value).on_hover_text("Height of new vertices outside the mesh");
        });
    });
}

fn file_ui(ui: &mut Ui, options: &mut Options) {
    parts::section(ui, "Files");
    let description = "Each save keeps the version before it beside the file, with ~ after its name";
    ui.checkbox(&mut options.keeps_previous, "Keep the previous version").on_hover_text(description);
    let description = "Read a file again as soon as another program changed it, if there are no unsaved changes; \
                       otherwise a note offers it";
    ui.checkbox(&mut options.reloads_changed, "Reload changed files").on_hover_text(description);
}

/// Draws the grid size: adaptive to the zoom, or a fixed number.
fn grid_ui(ui: &mut Ui, size: &mut GridSize) {
    ui.horizontal(|ui| {
        let mut is_adaptive = *size == GridSize::Adaptive;
        if let GridSize::Fixed(step) = size {
            let value = NumberField::new(step).range(0.001..=1000.0).speed(0.01).max_decimals(4).suffix(" m");
            ui.add(value).on_hover_text("How far apart the lines of the grid are that points snap to");
        }
        let description = "Let the grid follow the zoom: 1, 2 or 5 times a power of ten";
        if ui.checkbox(&mut is_adaptive, "Adaptive").on_hover_text(description).changed() {
            *size = if is_adaptive { GridSize::Adaptive } else { GridSize::default() };
        }
    });
}
