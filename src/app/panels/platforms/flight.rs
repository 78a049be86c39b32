//! The thrown body: its methods, and its events.

use egui::{Label, RichText, Ui};

use super::found::more_ui;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::platforms::flight::{self, METHODS};
use crate::editor::platforms::input::PlatformInput;
use crate::editor::session::command::Command;
use navsmith_core::platformer::ThrowEvent;

/// Height of the list in points.
const LIST_HEIGHT: f32 = 130.0;

/// Maximum number of listed events.
const MOST_LISTED: usize = 500;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    parts::section_with(ui, "Throw", |ui| {
        parts::command_button(ui, state, inputs, Command::ThrowTool, "Throw");
        if flight::thrown(state).is_some() {
            let forget = Input::Platform(PlatformInput::ForgetThrow);
            parts::on_click(ui.button("Remove"), "Remove the thrown body", inputs, forget);
        }
    });
    if flight::thrown(state).is_none() {
        return parts::note(ui, "Choose the tool and drag from the body along its velocity.");
    }
    let Some(flights) = flight::flights(state) else {
        return parts::note(ui, "The flight is being computed.");
    };
    if flights.is_empty() {
        return parts::warning(ui, "The start is in a solid. Throw the body from a cell.");
    }
    for (method, flight) in METHODS.into_iter().zip(flights) {
        let end = flight.end;
        let note = if flight::differ(flight, &flights[0]) { ", another end" } else { "" };
        let name = end.outcome.name().replace('_', " ");
        let words = format!("{}: {name} after {:.3} s{note}", method.name(), end.time);
        let row = parts::list_row(ui, flight::method(state) == method, words);
        let input = Input::Platform(PlatformInput::ListFlight(method));
        parts::on_click(row, method.describe(), inputs, input);
    }
    events_ui(ui, state);
}

fn events_ui(ui: &mut Ui, state: &State) {
    let Some(listed) = flight::listed(state) else { return };
    let shown = |event: &&ThrowEvent| !matches!(event, ThrowEvent::Inside { .. });
    parts::list_area("flight", LIST_HEIGHT).show(ui, |ui| {
        for event in listed.events.iter().filter(shown).take(MOST_LISTED) {
            let words = format!("{:.3} s  {}", event.time(), event.caption());
            ui.add(Label::new(RichText::new(words).small()).wrap());
        }
        more_ui(ui, listed.events.iter().filter(shown).count(), MOST_LISTED);
    });
}
