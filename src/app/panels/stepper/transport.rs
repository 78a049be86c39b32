//! Buttons that go to the first, previous, next and last step and play, and the playing speed.

use egui::{Ui, containers::menu::menu_style};

use crate::app::theme::{self, ICON_BUTTON, Icon};
use crate::app::widgets::number::NumberSlider;
use crate::app::widgets::parts;
use crate::editor::{Command, Editor, Input, SPEEDS, StepInput};

/// Width of the buttons and the speed slider in one line, in points.
const BUTTONS_AND_SPEED: f32 = 340.0;

pub(super) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let is_playing = editor.stepper().is_playing();
    let play = if is_playing { Icon::PAUSE } else { Icon::PLAY };
    let buttons = [
        (Command::FirstStep, Icon::FIRST),
        (Command::PreviousBreakpoint, Icon::PREVIOUS_STOP),
        (Command::StepBack, Icon::BACK),
        (Command::PlayOrPause, play),
        (Command::StepForward, Icon::FORWARD),
        (Command::NextBreakpoint, Icon::NEXT_STOP),
        (Command::LastStep, Icon::LAST),
    ];
    let has_room = ui.available_width() >= BUTTONS_AND_SPEED;
    let spacing = theme::SPACE_S * 0.5;
    let in_row = ((ui.available_width() + spacing) / (ICON_BUTTON + spacing)).floor().max(1.0);
    for row in buttons.chunks(in_row as usize) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = spacing;
            for &(command, icon) in row {
                let is_on = command == Command::PlayOrPause && is_playing;
                parts::command_icon(ui, editor, inputs, command, icon, is_on);
            }
            if has_room {
                parts::at_right(ui, |ui| speed_ui(ui, editor, inputs));
            }
        });
    }
    if !has_room {
        ui.horizontal(|ui| speed_ui(ui, editor, inputs));
    }
}

/// Draws the menu of jumps over the trace.
pub(super) fn leaps_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    parts::drop_down(ui, "Go to", "The next stage, the next step of this kind or about this cell", |ui| {
        menu_style(ui.style_mut());
        for command in [
            Command::NextStage,
            Command::PreviousStage,
            Command::NextOfKind,
            Command::PreviousOfKind,
            Command::NextHere,
            Command::PreviousHere,
            Command::RunToCell,
            Command::StepThroughAll,
        ] {
            if let Some(spec) = command.spec() {
                ui.scope(|ui| parts::menu_item(ui, editor, inputs, spec));
            }
        }
    });
}

fn speed_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let mut speed = editor.stepper().speed();
    // A handle smaller than that of the line below.
    ui.spacing_mut().interact_size.y = 16.0;
    ui.spacing_mut().slider_width = (ui.available_width() - 76.0).clamp(40.0, 110.0);
    let slider = NumberSlider::new(&mut speed, SPEEDS).logarithmic().max_decimals(1).suffix("/s");
    let response = ui.name_inputs("Speed", |ui| ui.add(slider));
    if response.on_hover_text("Speed\nSteps per second while playing").changed() {
        inputs.push(Input::Step(StepInput::SetSpeed(speed)));
    }
}
