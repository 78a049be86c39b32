//! The queries panel: saved queries with their ends, settings and expected results.

pub(super) mod settings_form;
mod ends;
mod expected;

use egui::{RichText, ScrollArea, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::document::NamedQuery;
use crate::editor::{Command, Editor, Input, QueryInput};
use crate::pathfinding::mesh_query::Endpoint;

pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, editor, inputs, Command::StartTool, "Place start");
        parts::command_button(ui, editor, inputs, Command::TargetTool, "Place target");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, editor, inputs, Command::RemoveQuery, Icon::TRASH, false);
            parts::command_icon(ui, editor, inputs, Command::NewQuery, Icon::ADD, false);
        });
    });
    count_ui(ui, editor, inputs);
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for (index, query) in editor.document().queries.iter().enumerate() {
            ui.push_id(index, |ui| row_ui(ui, editor, inputs, index, query));
        }
    });
}

fn row_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, index: usize, query: &NamedQuery) {
    let is_active = editor.active_query_index() == index;
    parts::card(ui, |ui| {
        ui.horizontal(|ui| {
            let choose = ui.name_inputs(format!("Show {}", query.name), |ui| ui.radio(is_active, ""));
            let tooltip = "Show the path of this query";
            parts::on_click(choose, tooltip, inputs, Input::Query(QueryInput::Activate(index)));
            expected::sign_ui(ui, editor, index);
            let name = parts::name_field(ui, index, &query.name, f32::INFINITY, "Name of the query");
            inputs.extend(name.map(|name| Input::Query(QueryInput::Rename(index, name))));
        });
        if is_active {
            ends::ui(ui, editor, query, inputs);
        } else {
            ends_ui(ui, query);
        }
        expected::reasons_ui(ui, editor, index);
        if is_active {
            expected::ui(ui, editor, inputs);
            settings_form::ui(ui, editor, inputs);
        }
    });
    ui.add_space(theme::SPACE_S);
}

/// Draws the number of queries whose result differs from the expected one.
fn count_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let differing = editor.differing_queries();
    if differing == 0 {
        return;
    }
    ui.horizontal(|ui| {
        let verb = parts::noun(differing, "differs", "differ");
        let words = format!("{} {verb}", parts::count(differing, "query", "queries"));
        ui.label(RichText::new(words).color(ui.visuals().error_fg_color));
        parts::at_right(ui, |ui| {
            parts::command_button(ui, editor, inputs, Command::NextDiffering, "Next difference");
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
