//! What is near the limits of the agent, before the mesh is replaced.

use egui::{Label, RichText, Sense, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::generation::found;
use crate::editor::generation::input::{self, GenerationInput};
use crate::editor::interaction::input::Input;
use navsmith_generation::LimitLine;

/// Maximum number of lines that are listed.
const MOST_LINES: usize = 40;

/// Draws the lines; a click shows the next place of a line.
pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let Some(found) = found::latest(state) else { return };
    let title = match found.limits.len() {
        0 => "Check before".to_owned(),
        count => format!("Check before ({count})"),
    };
    parts::section(ui, &title);
    if found.limits.is_empty() {
        return parts::note(ui, "No step, door or slope is near a limit of the agent.");
    }
    for (index, line) in found.limits.iter().enumerate().take(MOST_LINES) {
        ui.push_id(index, |ui| line_ui(ui, state, inputs, (index, line)));
    }
    if let Some(more) = found.limits.len().checked_sub(MOST_LINES).filter(|&more| more > 0) {
        parts::note(ui, &format!("and {} more", parts::thousands(more)));
    }
}

fn line_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, (index, line): (usize, &LimitLine)) {
    let framed = input::framed_limit(state).filter(|[of, _]| *of == index).map(|[_, place]| place);
    let (icon, color) = if line.is_blocked {
        (Icon::WARNING, ui.visuals().warn_fg_color)
    } else {
        (Icon::HINT, ui.visuals().weak_text_color())
    };
    ui.horizontal_top(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(16.0), Sense::hover());
        theme::paint_icon(icon, ui.painter(), rect, color);
        let mut text = parts::sentence(&line.text);
        if let Some(place) = framed.filter(|_| line.places.len() > 1) {
            text = format!("{text} ({} of {})", place + 1, line.places.len());
        }
        let words = if framed.is_some() { RichText::new(text).strong() } else { RichText::new(text) };
        if line.places.is_empty() {
            ui.add(Label::new(words).wrap());
            return;
        }
        let row = ui.add(Label::new(words).wrap().sense(Sense::click()));
        let next = framed.map_or(0, |place| (place + 1) % line.places.len());
        let tooltip = if line.places.len() > 1 { "Click to show the next place" } else { "Click to show it" };
        parts::on_click(row, tooltip, inputs, Input::Generation(GenerationInput::FrameLimit(index, next)));
    });
}
