//! Part of the islands panel: why two cells are not connected, and the islands that nearly touch.

use egui::{Button, CollapsingHeader, Label, Rect, RichText, Ui, UiBuilder, vec2};

use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::connections::{self, ConnectionInput};
use crate::editor::edits::proposals::ProposalSource;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use navsmith_formats::check::Proposal;
use navsmith_formats::check::connection::{Connection, NearIslands, Obstacle};
use navsmith_formats::document::length;

/// Height of a row of the list, in points: two lines of text.
const ROW: f32 = 42.0;

/// Largest share of the panel for the list; the rest shows the islands.
const SHARE: f32 = 0.6;

/// Largest share of the panel with an answer, so that its edit is visible without scrolling.
const SHARE_OF_ANSWER: f32 = 0.95;

/// Height in points below which the list of pairs is folded at first, so that the islands are visible.
const LOW: f32 = 200.0;

pub(super) fn ui(ui: &mut Ui, state: &State, jobs: &Jobs, has_pairs: bool, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, state, inputs, Command::WhyNotConnected, "Why not connected?");
    });
    let is_low = ui.available_height() < LOW;
    let share = if connections::answer(state).is_some() { SHARE_OF_ANSWER } else { SHARE };
    let area = parts::list_area("connections", ui.available_height() * share);
    area.show(ui, |ui| contents_ui(ui, state, jobs, (has_pairs, is_low), inputs));
}

fn contents_ui(
    ui: &mut Ui,
    state: &State,
    jobs: &Jobs,
    (has_pairs, is_low): (bool, bool),
    inputs: &mut Vec<Input>,
) {
    if let Some(number) = connections::under_way(state) {
        parts::progress(ui, jobs.running_as(number));
    } else if connections::is_given_up(state) {
        let description = "Search for the obstacle and for islands that nearly touch";
        let button = ui.button("Search again");
        parts::on_click(button, description, inputs, Input::Connection(ConnectionInput::Resume));
    }
    if let Some(answer) = connections::answer(state) {
        answer_ui(ui, state, answer, inputs);
    }
    if has_pairs {
        CollapsingHeader::new("Nearly touching").default_open(!is_low).show_unindented(ui, |ui| {
            list_ui(ui, state, inputs);
        });
    }
}

fn answer_ui(ui: &mut Ui, session: &Session, answer: &Connection, inputs: &mut Vec<Input>) {
    parts::card(ui, |ui| {
        let [one, other] = answer.cells;
        let title = answer.obstacle.as_ref().map_or_else(|| "No obstacle".to_owned(), Obstacle::headline);
        ui.horizontal(|ui| {
            ui.add(Label::new(RichText::new(title).strong()).truncate());
            parts::at_right(ui, |ui| {
                let close = theme::icon_button(ui, Icon::CLOSE, "close the answer", false);
                parts::on_click(close, "Close", inputs, Input::Connection(ConnectionInput::Close));
            });
        });
        ui.label(RichText::new(format!("Cells {} and {}", one.0, other.0)).small().weak());
        // The edit precedes the description, so that it is visible in a low panel.
        match &answer.edit {
            Some(Ok(edit)) => {
                ui.horizontal_wrapped(|ui| {
                    edit_ui(ui, answer, edit, inputs);
                    ui.label(RichText::new(edit.describe_effect()).weak());
                });
            }
            Some(Err(why)) => parts::note(ui, why),
            None => {}
        }
        ui.add(Label::new(answer.describe()).wrap());
        for line in answer.describe_gaps(&session.derived().islands) {
            ui.add(Label::new(RichText::new(parts::capitalized(&line)).small()).wrap());
        }
    });
}

fn edit_ui(ui: &mut Ui, connection: &Connection, edit: &Proposal, inputs: &mut Vec<Input>) {
    let words = RichText::new(&edit.label).small();
    let button = ui.add(Button::new((parts::icon_atom(Icon::WRENCH, None), words)).small());
    let tooltip = format!("{}\nThis is one undo step", edit.describe());
    parts::on_click(button, tooltip, inputs, Input::Apply(ProposalSource::Connection(connection.cells)));
}

fn list_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let reach = parts::meters(connections::reach(state));
    let Some(NearIslands { pairs, .. }) = connections::near_islands(state) else {
        if !connections::is_given_up(state) {
            parts::note(ui, "The islands are being compared.");
        }
        return;
    };
    if pairs.is_empty() {
        return parts::note(ui, &format!("No two islands are nearer than {reach} to each other."));
    }
    if let Some(note) = connections::near_islands(state).and_then(NearIslands::note) {
        parts::note(ui, &note);
    }
    let asked = connections::asked(state);
    ui.spacing_mut().item_spacing.y = 0.0;
    for (width, connection) in pairs {
        row_ui(ui, state, *width, connection, asked == Some(connection.cells), inputs);
    }
}

fn row_ui(
    ui: &mut Ui,
    session: &Session,
    width: f64,
    connection: &Connection,
    is_asked: bool,
    inputs: &mut Vec<Input>,
) {
    let islands = connection.at.map(|cell| session.derived().islands.of(cell).unwrap_or_default());
    let headline = connection.obstacle.as_ref().map(Obstacle::headline).unwrap_or_default();
    let title = format!("{} and {}: {headline}", islands[0], islands[1]);
    let (rect, response) = parts::wide_row(ui, ROW, is_asked, &format!("islands {title}"));
    let inner = Rect::from_min_max(rect.min + vec2(6.0, 2.0), rect.max - vec2(6.0, 2.0));
    let (upper, lower) = inner.split_top_bottom_at_fraction(0.5);
    let mut line = ui.new_child(UiBuilder::new().max_rect(upper));
    line.horizontal_centered(|ui| {
        ui.add(Label::new(title).selectable(false).truncate());
    });
    let mut line = ui.new_child(UiBuilder::new().max_rect(lower));
    line.horizontal_centered(|ui| match &connection.edit {
        Some(Ok(edit)) => edit_ui(ui, connection, edit, inputs),
        Some(Err(why)) => {
            ui.add(Label::new(RichText::new(why).small().weak()).selectable(false).truncate());
        }
        None => {}
    });
    let tooltip = format!("{} apart\n{}\n\nClick to show it", length(width), connection.describe());
    parts::on_click(response, tooltip, inputs, Input::Connection(ConnectionInput::Ask(connection.cells)));
}
