//! The islands panel: the connected components of the mesh and their sizes.

use std::collections::BTreeSet;

use egui::{Align, Align2, FontId, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, vec2};

use crate::app::jobs::Jobs;
use crate::app::panels::connections;
use crate::app::theme::{self, Icon};
use crate::app::viewport::paint_hatch;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::editor::Editor;
use crate::editor::elements::islands::{self, IslandInput, IslandRow};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::session::selection::Selection;
use crate::navmesh::IslandId;
use crate::theme::tint::hatch_of;

const ROW: f32 = 40.0;

/// Rows by revision of the document, selection and hidden islands.
///
/// They are cached because finding the selected islands visits the whole selection.
pub(super) type Rows = Cached<(u64, Selection, BTreeSet<IslandId>), Vec<IslandRow>>;

pub(super) fn ui(ui: &mut Ui, editor: &Editor, jobs: &Jobs, inputs: &mut Vec<Input>, rows: &mut Rows) {
    let key = (editor.revision(), editor.selection().clone(), editor.hidden_islands().clone());
    let rows = rows.of(key, || islands::rows(editor));
    if rows.is_empty() {
        let text = "Cells that share edges form an island. Draw a cell or open a file.";
        return parts::empty(ui, Icon::ISLAND, "No islands yet", text);
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new(parts::count(rows.len(), "island", "islands")).strong());
        parts::at_right(ui, |ui| {
            parts::command_button(ui, editor, inputs, Command::ShowAllIslands, "Show all");
            parts::command_button(ui, editor, inputs, Command::ColorByIsland, "Colour");
            parts::command_button(ui, editor, inputs, Command::CopyIslands, "Copy");
        });
    });
    connections::ui(ui, editor, jobs, rows.len() > 1, inputs);
    ui.spacing_mut().item_spacing.y = 0.0;
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, rows.len(), |ui, range| {
        for row in &rows[range] {
            row_ui(ui, row, inputs);
        }
    });
}

fn row_ui(ui: &mut Ui, row: &IslandRow, inputs: &mut Vec<Input>) {
    let name = format!("Island {}", row.id);
    let (rect, response) = parts::wide_row(ui, ROW, row.is_selected, &name);
    let mut line = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 2.0))));
    line.with_layout(Layout::left_to_right(Align::Center), |ui| {
        swatch_ui(ui, row.id);
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let title = RichText::new(format!("{name}   {}", parts::count(row.cells, "cell", "cells")));
            ui.label(if row.is_hidden { title.weak() } else { title });
            let size = row.bounds.size();
            let description =
                format!("{:.2} m²   {:.1} × {:.1} m   {:.1} m high", row.area, size.x, size.z, size.y);
            ui.label(RichText::new(description).small().weak());
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| buttons_ui(ui, row, &name, inputs));
    });
    let tooltip = format!("{name}\nClick to show all of it");
    parts::on_click(response, tooltip, inputs, Input::Island(IslandInput::Frame(row.id)));
}

fn buttons_ui(ui: &mut Ui, row: &IslandRow, name: &str, inputs: &mut Vec<Input>) {
    ui.spacing_mut().item_spacing.x = 0.0;
    let (eye, verb) = if row.is_hidden { (Icon::EYE_OFF, "Show") } else { (Icon::EYE, "Hide") };
    for (icon, verb, input) in [
        (Icon::ISOLATE, "Isolate", IslandInput::Isolate(row.id)),
        (eye, verb, IslandInput::SetHidden(row.id, !row.is_hidden)),
        (Icon::SELECT, "Select", IslandInput::Select(row.id)),
    ] {
        let button = theme::icon_button(ui, icon, &format!("{verb} {}", name.to_lowercase()), false);
        parts::on_click(button, format!("{verb} this island"), inputs, Input::Island(input));
    }
}

/// Draws an island's colour with its hatch and number, so that islands differ by more than colour.
fn swatch_ui(ui: &mut Ui, island: IslandId) {
    let (rect, _) = ui.allocate_exact_size(vec2(30.0, 22.0), Sense::hover());
    let canvas = &theme::palette(ui.visuals().dark_mode).canvas;
    let painter = ui.painter_at(rect);
    painter.rect_filled(
        rect,
        theme::CORNER,
        theme::island_color(island).lerp_to_gamma(canvas.background, 0.35),
    );
    paint_hatch(ui.painter(), rect, hatch_of(island), canvas.casing.gamma_multiply(0.6), 0.0);
    let words = island.to_string();
    let place = Rect::from_center_size(rect.center(), vec2(20.0, 14.0));
    painter.rect_filled(place, 3.0, canvas.casing.gamma_multiply(0.7));
    let font = FontId::proportional(theme::SMALL_SIZE);
    painter.text(rect.center(), Align2::CENTER_CENTER, words, font, canvas.vertex);
}
