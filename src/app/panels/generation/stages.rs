//! The recorded stages of a generation, and the reason at a point.

use egui::{ComboBox, Ui};

use crate::app::theme::Icon;
use crate::app::widgets::{choice, parts};
use crate::editor::State;
use crate::editor::generation::input::GenerationInput;
use crate::editor::generation::stage::{self, GenerationStage};
use crate::editor::generation::{found, jumps, reason};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_core::geometry::Vec3;
use navsmith_generation::Reason;

/// Draws the choice of the stage that the views show.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section(ui, "Stages");
    if found::generation(state).is_none() {
        return parts::note(ui, "The stages appear with the first result.");
    }
    let shown = stage::shown(state);
    ui.horizontal(|ui| {
        parts::command_icon(ui, state, inputs, Command::PreviousGenerationStage, Icon::BACK, false);
        let mut chosen = shown;
        let combo = ComboBox::from_id_salt("stage").height(300.0);
        let title = |stage: Option<GenerationStage>| stage.map_or("Not shown", GenerationStage::title);
        let describe = |stage: Option<GenerationStage>| stage.map_or("", GenerationStage::describe);
        let all: Vec<Option<GenerationStage>> =
            std::iter::once(None).chain(GenerationStage::ALL.map(Some)).collect();
        ui.name_inputs("Shown stage", |ui| {
            choice::of_values(ui, combo, &mut chosen, &all, title, describe);
        });
        if chosen != shown {
            inputs.push(Input::Generation(GenerationInput::ShowStage(chosen)));
        }
        parts::command_icon(ui, state, inputs, Command::NextGenerationStage, Icon::FORWARD, false);
    });
    let text = shown.map_or("Choose what the views show, from above and in 3D.", GenerationStage::describe);
    parts::note(ui, text);
}

/// Draws the reason at the asked point, and how to ask.
pub(super) fn reason_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section_with(ui, "Why is there no mesh here?", |ui| {
        parts::command_button(ui, state, inputs, Command::AskTool, "Ask");
    });
    let Some(at) = reason::asked(state) else {
        return parts::note(ui, "Choose Ask, then click the ground in a view.");
    };
    let place = format!("At {:.2}, {:.2}, {:.2}", at.x, at.y, at.z);
    match reason::reason(state) {
        None => parts::note(ui, &format!("{place}.")),
        Some(Reason::Mesh) => parts::note(ui, &format!("{place}: there is a mesh.")),
        Some(found) => parts::warning(ui, &format!("{place}: {found}.")),
    }
    if let Some(nearest) = jumps::asked(state) {
        let Vec3 { x, y, z } = nearest.at;
        parts::note(ui, &format!("Jump from {x:.2}, {y:.2}, {z:.2}: {nearest}."));
    }
    ui.horizontal_wrapped(|ui| {
        if let Some(stage) = reason::reason(state).and_then(GenerationStage::of_reason) {
            let show = ui.button(format!("Show {}", stage.title().to_lowercase()));
            let input = Input::Generation(GenerationInput::ShowStage(Some(stage)));
            parts::on_click(show, "Draw the first stage that removed the ground", inputs, input);
        }
        let frame = ui.button("Show the point");
        parts::on_click(
            frame,
            "Show the point in the views",
            inputs,
            Input::Generation(GenerationInput::FrameAsked),
        );
        let clear = ui.button("Clear");
        parts::on_click(clear, "Remove the point", inputs, Input::Generation(GenerationInput::Ask(None)));
    });
}
