//! The ends of the active query, with coordinates that can be typed.

use egui::{RichText, Ui};

use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts;
use crate::document::NamedQuery;
use crate::editor::{Editor, Input, QueryInput};
use crate::pathfinding::mesh_query::{End, Endpoint};

/// The largest coordinate that can be typed, in metres.
const MOST: f32 = 1e6;

pub(super) fn ui(ui: &mut Ui, editor: &Editor, query: &NamedQuery, inputs: &mut Vec<Input>) {
    parts::facts(ui, "ends", |facts| {
        for (name, end, placed) in [("Start", End::Start, query.start), ("Target", End::Target, query.target)]
        {
            facts.row_ui(name, |ui| {
                ui.horizontal(|ui| match placed {
                    Some(endpoint) => coordinates_ui(ui, editor, (end, endpoint), inputs),
                    None => place_ui(ui, editor, end, inputs),
                });
            });
        }
    });
}

fn coordinates_ui(ui: &mut Ui, editor: &Editor, (end, endpoint): (End, Endpoint), inputs: &mut Vec<Input>) {
    let Endpoint { mut ground, mut height } = endpoint;
    ground.x = coordinate_ui(ui, end, ["x", "X"], ground.x).unwrap_or(ground.x);
    ground.y = coordinate_ui(ui, end, ["z", "Z"], ground.y).unwrap_or(ground.y);
    if let Some(given) = height {
        height = coordinate_ui(ui, end, ["y", "Height (Y)"], given).or(height);
    }
    let mut is_automatic = height.is_none();
    let description = "Take the topmost floor; without this, a height chooses the floor";
    if ui.checkbox(&mut is_automatic, "topmost").on_hover_text(description).changed() {
        let there = editor.located(end).map_or(0.0, |located| located.point.y);
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
fn place_ui(ui: &mut Ui, editor: &Editor, end: End, inputs: &mut Vec<Input>) {
    ui.label(RichText::new("not placed").weak());
    let description = format!("Place the {end} in the middle of the view, to type its coordinates");
    if ui.small_button("Place by numbers").on_hover_text(description).clicked() {
        let ground = editor.camera().center.as_vec2();
        inputs.push(Input::Query(QueryInput::SetEnd(end, Some(Endpoint { ground, height: None }))));
    }
}
