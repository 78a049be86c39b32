//! The islands panel: the connected components of the mesh and their sizes.

use std::collections::BTreeSet;

use egui::{Align, Align2, FontId, Label, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use crate::app::jobs::Jobs;
use crate::app::panels::connections;
use crate::app::theme::{self, Icon};
use crate::app::viewport::paint_hatch;
use crate::app::widgets::cached::Cached;
use crate::app::widgets::parts;
use crate::app::widgets::table::{self, Column};
use crate::editor::State;
use crate::editor::elements::islands::{self, IslandColumn, IslandInput, IslandRow};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::session::selection::Selection;
use crate::editor::session::table::TableOrder;
use crate::theme::palette;
use crate::theme::tint::hatch_of;
use navsmith_core::navmesh::IslandId;
use navsmith_formats::document::statistics::four_digits;

/// Height of a row, in points.
const ROW: f32 = 28.0;

/// Right ends of the columns, as fractions of the width; the buttons take the rest.
const ENDS: [f32; 5] = [0.16, 0.31, 0.51, 0.7, 1.0];

/// Right ends of the columns without heights, for a narrow panel.
const NARROW_ENDS: [f32; 5] = [0.165, 0.38, 0.625, 0.625, 1.0];

/// What the rows depend on: revision of the document, selection, hidden islands and order.
type RowsKey = (u64, Selection, BTreeSet<IslandId>, TableOrder<IslandColumn>);

/// Rows of the list.
///
/// They are cached because finding the selected islands visits the whole selection.
pub(super) type IslandRows = Cached<RowsKey, Vec<IslandRow>>;

const COLUMNS: [Column<IslandColumn>; 4] = [
    (IslandColumn::Number, "No.", "Number and colour of the island", Align::LEFT),
    (IslandColumn::Cells, "Cells", "Number of cells", Align::RIGHT),
    (IslandColumn::Area, "m²", "Area seen from above, in square metres", Align::RIGHT),
    (IslandColumn::Lowest, "Lowest", "Height of the lowest vertex, in metres", Align::RIGHT),
];

pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>, rows: &mut IslandRows) {
    let order = islands::order(state);
    let key = (state.revision(), state.selection().clone(), state.hidden_islands().clone(), order);
    let rows = rows.of(key, || islands::sorted_rows(state));
    if rows.is_empty() {
        let text = "Cells that share edges form an island. Draw a cell or open a file.";
        return parts::empty(ui, Icon::ISLAND, "No islands yet", text);
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(parts::count(rows.len(), "island", "islands")).strong());
        for (command, words) in [
            (Command::CopyIslands, "Copy"),
            (Command::SaveIslands, "Save…"),
            (Command::ColorByIsland, "Colour"),
            (Command::ShowAllIslands, "Show all"),
        ] {
            parts::command_button(ui, state, inputs, command, words);
        }
    });
    connections::ui(ui, state, jobs, rows.len() > 1, inputs);
    ui.spacing_mut().item_spacing.y = 0.0;
    // All lines leave space for a scroll bar, so that their columns align.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    let (line, _) = ui.allocate_exact_size(vec2(width, table::HEAD), Sense::hover());
    let clicked = table::heads(ui, order, columns_of(line).into_iter().zip(COLUMNS));
    inputs.extend(clicked.map(|column| Input::Island(IslandInput::SortBy(column))));
    ScrollArea::vertical().auto_shrink([false, false]).show_rows(ui, ROW, rows.len(), |ui, range| {
        for row in &rows[range] {
            row_ui(ui, row, width, inputs);
        }
    });
}

fn columns_of(line: Rect) -> [Rect; ENDS.len()] {
    let ends = if line.width() < table::LEAST_WIDTH { NARROW_ENDS } else { ENDS };
    parts::columns(line.shrink2(vec2(theme::SPACE_S, 0.0)), ends)
}

fn row_ui(ui: &mut Ui, row: &IslandRow, width: f32, inputs: &mut Vec<Input>) {
    let name = format!("Island {}", row.id);
    let (rect, response) = parts::row(ui, vec2(width, ROW), row.is_selected, &name);
    let [first, cells, area, lowest, buttons] = columns_of(rect);
    swatch_ui(&mut parts::within(ui, first, Align::LEFT), row.id);
    let values = [
        (cells, parts::compact(row.cells)),
        (area, four_digits(row.area)),
        (lowest, four_digits(f64::from(row.bounds.min.y))),
    ];
    for (place, words) in values.into_iter().filter(|(place, _)| place.width() > 0.0) {
        let words = RichText::new(words).size(theme::SMALL_SIZE).monospace();
        let label = Label::new(if row.is_hidden { words.weak() } else { words }).selectable(false);
        parts::within(ui, place, Align::RIGHT).add(label.truncate());
    }
    buttons_ui(&mut parts::within(ui, buttons, Align::RIGHT), row, &name, inputs);
    let size = row.bounds.size();
    let cells = parts::count(row.cells, "cell", "cells");
    let tooltip = format!(
        "{name}: {cells}, {:.2} m²\n{:.1} × {:.1} m, {:.1} m high, lowest vertex at {:.1} m\n\nClick to show all of it",
        row.area, size.x, size.z, size.y, row.bounds.min.y
    );
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
    let lines = palette::palette(ui.visuals().dark_mode).canvas.casing.faded(0.6);
    paint_hatch(ui.painter(), rect, hatch_of(island), lines);
    let words = island.to_string();
    let place = Rect::from_center_size(rect.center(), vec2(20.0, 14.0));
    painter.rect_filled(place, 3.0, canvas.casing.gamma_multiply(0.7));
    let font = FontId::proportional(theme::SMALL_SIZE);
    painter.text(rect.center(), Align2::CENTER_CENTER, words, font, canvas.vertex);
}
