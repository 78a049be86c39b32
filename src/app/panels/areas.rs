//! The areas panel: names and colours of the areas, and the current area.

use egui::{Align, Label, Rect, RichText, ScrollArea, Sense, Ui, vec2};

use crate::app::theme::{self, Icon};
use crate::app::widgets::cached::Cached;
use crate::app::widgets::number::edited;
use crate::app::widgets::parts;
use crate::app::widgets::table::{self, Column};
use crate::editor::State;
use crate::editor::edits::area::{self, AreaColumn, AreaInput, AreaRow};
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::table::TableOrder;
use navsmith_core::navmesh::AreaId;
use navsmith_formats::document::Area;
use navsmith_formats::document::statistics::four_digits;

/// Right ends of the columns, as fractions of the width; the buttons take the rest.
const ENDS: [f32; 4] = [0.46, 0.6, 0.78, 1.0];

/// Right ends of the columns without sizes, for a narrow panel.
const NARROW_ENDS: [f32; 4] = [0.57, 0.74, 0.74, 1.0];

/// Height of a row, in points.
const ROW: f32 = 26.0;

/// Maximum number of cells that are counted while a gesture changes them.
const MOST_LIVE: usize = 50_000;

const COLUMNS: [Column<AreaColumn>; 4] = [
    (AreaColumn::Number, "No.", "Number of the area in files", Align::LEFT),
    (AreaColumn::Name, "Name", "Name of the area", Align::LEFT),
    (AreaColumn::Cells, "Cells", "Number of cells of the area", Align::RIGHT),
    (AreaColumn::Size, "m²", "Size of the cells seen from above, in square metres", Align::RIGHT),
];

/// Rows of the list, by revision of the document and order.
pub(super) type AreaRows = Cached<(u64, TableOrder<AreaColumn>), Vec<AreaRow>>;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, rows: &mut AreaRows) {
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::PaintTool, "Paint");
        parts::command_button(ui, state, inputs, Command::PaintSelection, "Paint the selection");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, state, inputs, Command::NewArea, Icon::ADD, false);
        });
    });
    ui.horizontal_wrapped(|ui| {
        parts::note(ui, "New and painted cells get the selected area.");
        parts::command_button(ui, state, inputs, Command::CopyAreas, "Copy");
        parts::command_button(ui, state, inputs, Command::SaveAreas, "Save…");
    });
    ui.add_space(theme::SPACE_S);
    let order = area::order(state);
    let is_live = !state.is_gesture_running() || state.document().mesh.cell_count() <= MOST_LIVE;
    let rows = if is_live || rows.value.len() != state.document().areas.len() {
        rows.of((state.revision(), order), || area::sorted_rows(state))
    } else {
        &mut rows.value
    };
    // All lines leave space for a scroll bar, so that their columns align.
    let width = ui.available_width() - ui.spacing().scroll.allocated_width();
    let (line, _) = ui.allocate_exact_size(vec2(width, table::HEAD), Sense::hover());
    let [first, cells, size, _] = columns_of(line);
    let (number, name) = first.split_left_right_at_x(first.left() + NUMBER);
    let clicked = table::heads(ui, order, [number, name, cells, size].into_iter().zip(COLUMNS));
    inputs.extend(clicked.map(|column| Input::Area(AreaInput::SortBy(column))));
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for row in rows.iter() {
            if let Some(area) = state.document().area(row.id) {
                ui.push_id(row.id.0, |ui| row_ui(ui, state, inputs, (*row, area), width));
            }
        }
    });
}

/// Width of the button that selects an area and of its colour, in points.
const NUMBER: f32 = 60.0;

fn columns_of(line: Rect) -> [Rect; ENDS.len()] {
    parts::columns(line, if line.width() < table::LEAST_WIDTH { NARROW_ENDS } else { ENDS })
}

fn row_ui(
    ui: &mut Ui,
    state: &State,
    inputs: &mut Vec<Input>,
    (AreaRow { id, sum }, area): (AreaRow, &Area),
    width: f32,
) {
    let (line, _) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    let [first, cells, size, buttons] = columns_of(line);
    let mut ui_of_first = parts::within(ui, first, Align::LEFT);
    let is_active = state.options().area == id;
    let choose = ui_of_first.name_inputs(format!("Paint with {}", area.name), |ui| ui.radio(is_active, ""));
    let tooltip = "Select this area for painted and new cells";
    parts::on_click(choose, tooltip, inputs, Input::Area(AreaInput::Activate(id)));
    color_ui(&mut ui_of_first, inputs, id, area);
    name_ui(&mut ui_of_first, inputs, id, area);
    let values = [(cells, parts::compact(sum.cells)), (size, four_digits(sum.size))];
    for (place, words) in values.into_iter().filter(|(place, _)| place.width() > 0.0) {
        let words = RichText::new(words).size(theme::SMALL_SIZE).monospace();
        let label = parts::within(ui, place, Align::RIGHT).add(Label::new(words).truncate());
        label.on_hover_text(format!("{}, {:.2} m²", parts::count(sum.cells, "cell", "cells"), sum.size));
    }
    buttons_ui(&mut parts::within(ui, buttons, Align::RIGHT), state, inputs, id, area);
}

fn buttons_ui(ui: &mut Ui, session: &Session, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    ui.spacing_mut().item_spacing.x = 0.0;
    let can_remove = session.document().areas.len() > 1;
    let name = format!("Remove {}", area.name);
    let remove = ui.add_enabled_ui(can_remove, |ui| theme::icon_button(ui, Icon::TRASH, &name, false)).inner;
    let remove = remove.on_hover_text("Remove this area; its cells get the first area");
    if remove.on_disabled_hover_text("A document needs at least one area").clicked() {
        inputs.push(Input::Area(AreaInput::Remove(id)));
    }
    let name = format!("Select {}", area.name);
    let select = theme::icon_button(ui, Icon::SELECT, &name, false);
    let tooltip = "Select the cells of this area";
    parts::on_click(select, tooltip, inputs, Input::Area(AreaInput::Select(id)));
}

fn color_ui(ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    let chosen = edited(ui, ("colour", id), area.color, |ui, color| {
        let button = ui.color_edit_button_srgb(color);
        // The toolkit gives all buttons of this kind the same name.
        let name = format!("Colour of {}", area.name);
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
        let is_changed = button.on_hover_text("The colour of this area in the view").changed();
        (is_changed, !ui.input(|input| input.pointer.any_down()))
    });
    let chosen = chosen.filter(|color| *color != area.color);
    inputs.extend(chosen.map(|color| Input::Area(AreaInput::Recolor(id, color))));
}

fn name_ui(ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    let width = ui.available_width().max(40.0);
    let name = parts::name_field(ui, id.0.into(), &area.name, width, "Name of the area");
    inputs.extend(name.map(|name| Input::Area(AreaInput::Rename(id, name))));
}
