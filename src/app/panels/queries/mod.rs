//! The queries panel: saved queries with their ends, settings and expected results.

pub(super) mod settings_form;
mod expected;

use egui::{RichText, ScrollArea, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::checks;
use crate::editor::queries::input::QueryInput;
use crate::editor::session::command::Command;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::document::NamedQuery;

pub(in crate::app) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::StartTool, "Place start");
        parts::command_button(ui, state, inputs, Command::TargetTool, "Place target");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, state, inputs, Command::RemoveQuery, Icon::TRASH, false);
            parts::command_icon(ui, state, inputs, Command::NewQuery, Icon::ADD, false);
        });
    });
    count_ui(ui, state, inputs);
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for (index, query) in state.document().queries.iter().enumerate() {
            ui.push_id(index, |ui| row_ui(ui, state, inputs, index, query));
        }
    });
}

fn row_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, index: usize, query: &NamedQuery) {
    let is_active = state.active_query_index() == index;
    parts::card(ui, |ui| {
        ui.horizontal(|ui| {
            let choose = ui.name_inputs(format!("Show {}", query.name), |ui| ui.radio(is_active, ""));
            let tooltip = "Show the path of this query";
            parts::on_click(choose, tooltip, inputs, Input::Query(QueryInput::Activate(index)));
            expected::sign_ui(ui, state, index);
            let name = parts::name_field(ui, index, &query.name, f32::INFINITY, "Name of the query");
            inputs.extend(name.map(|name| Input::Query(QueryInput::Rename(index, name))));
        });
        if is_active {
            typed_ends_ui(ui, state, query, inputs);
        } else {
            ends_ui(ui, query);
        }
        expected::reasons_ui(ui, state, index);
        if is_active {
            expected::ui(ui, state, inputs);
            settings_form::ui(ui, state, inputs);
        }
    });
    ui.add_space(theme::SPACE_S);
}

/// Draws the number of queries whose result differs from the expected one.
fn count_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let differing = checks::differing_queries(state);
    if differing == 0 {
        return;
    }
    ui.horizontal(|ui| {
        let verb = parts::noun(differing, "differs", "differ");
        let words = format!("{} {verb}", parts::count(differing, "query", "queries"));
        ui.label(RichText::new(words).color(ui.visuals().error_fg_color));
        parts::at_right(ui, |ui| {
            parts::command_button(ui, state, inputs, Command::NextDiffering, "Next difference");
        });
    });
}

fn ends_ui(ui: &mut Ui, query: &NamedQuery) {
    for (name, end) in [("Start", query.start), ("Target", query.target)] {
        let place = match end {
            Some(Endpoint { ground, height: Some(height) }) => {
                format!("{:.2}, {height:.2}, {:.2}", ground.x, ground.y)
            }
            Some(Endpoint { ground, height: None }) => {
                format!("{:.2}, {:.2}, topmost floor", ground.x, ground.y)
            }
            None => "not placed".into(),
        };
        ui.horizontal(|ui| {
            ui.label(RichText::new(name).weak());
            ui.label(RichText::new(place).monospace());
        });
    }
}

/// The largest coordinate that can be typed, in metres.
const MOST: f32 = 1e6;

fn typed_ends_ui(ui: &mut Ui, state: &State, query: &NamedQuery, inputs: &mut Vec<Input>) {
    parts::facts(ui, "ends", |facts| {
        for (name, end, placed) in [("Start", End::Start, query.start), ("Target", End::Target, query.target)]
        {
            facts.row_ui(name, |ui| {
                ui.horizontal_wrapped(|ui| match placed {
                    Some(endpoint) => coordinates_ui(ui, state, (end, endpoint), inputs),
                    None => place_ui(ui, state, end, inputs),
                });
            });
        }
    });
}

fn coordinates_ui(ui: &mut Ui, state: &State, (end, endpoint): (End, Endpoint), inputs: &mut Vec<Input>) {
    let Endpoint { mut ground, mut height } = endpoint;
    ground.x = coordinate_ui(ui, end, ["x", "X"], ground.x).unwrap_or(ground.x);
    ground.y = coordinate_ui(ui, end, ["z", "Z"], ground.y).unwrap_or(ground.y);
    if let Some(given) = height {
        height = coordinate_ui(ui, end, ["y", "Height (Y)"], given).or(height);
    }
    let mut is_automatic = height.is_none();
    let description = "Take the topmost floor; without this, a height chooses the floor";
    if ui.checkbox(&mut is_automatic, "topmost").on_hover_text(description).changed() {
        let there = state.located(end).map_or(0.0, |located| located.point.y);
        height = (!is_automatic).then_some(there);
    }
    let typed = Endpoint { ground, height };
    if typed != endpoint {
        inputs.push(Input::Query(QueryInput::SetEnd(end, Some(typed))));
    }
}

/// Draws a coordinate; returns it when it is released, so that a drag is one undo step.
fn coordinate_ui(ui: &mut Ui, end: End, [letter, name]: [&str; 2], value: f32) -> Option<f32> {
    ui.label(RichText::new(letter).weak());
    released(ui, (end, letter), value, |ui, shown| {
        let field = NumberField::new(shown).speed(0.02).range(-MOST..=MOST).max_decimals(3);
        let field = ui.name_inputs(format!("{name} of the {end}"), |ui| ui.add(field));
        let description = "Drag, or click and type a number or =1/3";
        field.on_hover_text(format!("{name} of the {end} in metres\n{description}"))
    })
}

/// Draws a button that places a missing end in the middle of the view, so that it can be typed.
fn place_ui(ui: &mut Ui, state: &State, end: End, inputs: &mut Vec<Input>) {
    ui.label(RichText::new("not placed").weak());
    let description = format!("Place the {end} in the middle of the view, to type its coordinates");
    if ui.small_button("Place by numbers").on_hover_text(description).clicked() {
        let ground = state.camera().center.as_vec2();
        inputs.push(Input::Query(QueryInput::SetEnd(end, Some(Endpoint { ground, height: None }))));
    }
}
