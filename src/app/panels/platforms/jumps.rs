//! The body, and the links between platforms that are suggested for it.

use egui::{ComboBox, Label, RichText, Ui};

use super::found;
use super::settings::{self, SideViewForm};
use crate::app::jobs::Jobs;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::platforms::input::PlatformInput;
use crate::editor::platforms::jumps::{self, JumpsFound};
use crate::editor::session::command::Command;

/// Height of the list in points.
const LIST_HEIGHT: f32 = 130.0;

/// Maximum number of listed links, and of platforms to choose from.
const MOST_LISTED: usize = 500;

pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, form: &mut SideViewForm, inputs: &mut Vec<Input>) {
    parts::section(ui, "Jumps");
    settings::body_ui(ui, state, form);
    ui.horizontal_wrapped(|ui| {
        parts::command_button(ui, state, inputs, Command::SuggestJumps, "Suggest links");
        parts::command_button(ui, state, inputs, Command::AddJumps, "Add links");
    });
    if let Some(number) = jumps::under_way(state) {
        return parts::progress(ui, jobs.running_as(number));
    }
    let Some(found) = jumps::found(state) else {
        return parts::note(
            ui,
            "Suggested links are drawn first. Add them to the mesh for paths and agents.",
        );
    };
    ui.label(parts::count(found.jumps.len(), "suggested link", "suggested links"));
    parts::list_area("jumps", LIST_HEIGHT).show(ui, |ui| {
        for jump in found.jumps.iter().take(MOST_LISTED) {
            let [from, to] = jump.platforms;
            let name = jump.kind.name();
            let words = format!("{name} from {from} to {to}, {:.2} s", jump.time);
            let row = parts::list_row(ui, false, words);
            let input = Input::Platform(PlatformInput::Frame(from));
            parts::on_click(row, "Show the platform of the take-off", inputs, input);
        }
        found::more_ui(ui, found.jumps.len(), MOST_LISTED);
    });
    why_ui(ui, state, found, inputs);
}

/// Draws the question why a body does not get from one platform to another.
fn why_ui(ui: &mut Ui, state: &State, found: &JumpsFound, inputs: &mut Vec<Input>) {
    if found.platforms.len() < 2 {
        return;
    }
    parts::section(ui, "Why not reachable?");
    let mut pair = jumps::asked(state);
    ui.horizontal(|ui| {
        for (name, index) in ["From", "to"].into_iter().zip(0..) {
            ui.label(name);
            let number: &mut usize = &mut pair[index];
            ComboBox::from_id_salt(("platform", index))
                .width(70.0)
                .selected_text(number.to_string())
                .show_ui(ui, |ui| {
                    for platform in 0..found.platforms.len().min(MOST_LISTED) {
                        ui.selectable_value(number, platform, platform.to_string());
                    }
                });
        }
    });
    if pair != jumps::asked(state) {
        inputs.push(Input::Platform(PlatformInput::Ask(pair)));
    }
    let words = match jumps::why(state) {
        Some(Some(why)) => parts::sentence(&state.document().worded(why.to_owned())),
        Some(None) => "A way leads there.".to_owned(),
        None if pair[0] == pair[1] => "Choose two platforms.".to_owned(),
        None => "The reason is being found.".to_owned(),
    };
    ui.add(Label::new(RichText::new(words)).wrap());
}
