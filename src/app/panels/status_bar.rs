//! The status bar: hints for buttons, pointer position, element counts and the last message.

use std::time::Duration;

use egui::{
    Align, Button, Label, Layout, Panel, Popup, PopupCloseBehavior, ProgressBar, RichText, Spinner,
    TextStyle, TextWrapMode, Ui, WidgetText,
};

use crate::app::dock::{Dock, Pane};
use crate::app::jobs::{Jobs, Running};
use crate::app::messages::{self, Messages};
use crate::app::panels::issues::severities;
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::analysis::agent_issues::{all_issues, ignored_issues};
use crate::editor::files::file::recovery;
use crate::editor::interaction::input::Input;
use crate::editor::queries::checks;
use crate::editor::session::command::Command;
use crate::editor::session::effect::MessageSeverity;
use crate::editor::session::options::Options;
use crate::editor::session::selection::Mode;
use crate::editor::view::grid::{self, GridSize};
use crate::editor::{Editor, State};
use navsmith_formats::check::Severity;

/// Minimum width for the numbers of a gesture and three hints, in points.
///
/// With less, the hints get a line of their own. It does not depend on the gesture, because the view must keep its
/// size when a gesture begins.
const LEAST_HINTS: f32 = 560.0;

/// Coordinates whose width is reserved, so that the bar keeps its rows while the pointer moves.
const WIDEST_PLACE: &str = "x -000.00  y -000.00  z -000.00";

/// Draws the bar, whose buttons show panels in the dock and stop the running job.
pub(super) fn ui(
    ui: &mut Ui,
    editor: &Editor,
    inputs: &mut Vec<Input>,
    messages: &mut Messages,
    dock: &mut Dock,
    jobs: &mut Jobs,
) {
    Panel::bottom("status").show(ui, |ui| {
        let mut has_hints = false;
        ui.horizontal(|ui| {
            ui.set_height(theme::ROW);
            parts::at_right(ui, |ui| {
                not_kept_ui(ui, editor, inputs);
                log_button(ui, editor, messages);
                counts_ui(ui, editor, dock);
                state_ui(ui, editor, inputs);
                if let Some(work) = jobs.running() {
                    ui.separator();
                    if work_ui(ui, &work) {
                        inputs.extend(jobs.stop_last());
                    }
                }
                ui.separator();
                has_hints = ui.available_width() >= LEAST_HINTS;
                last_kept_ui(ui, editor, if has_hints { LEAST_HINTS } else { 0.0 });
                if has_hints {
                    ui.with_layout(Layout::left_to_right(Align::Center), |ui| hints_ui(ui, editor, messages));
                }
            });
        });
        if !has_hints {
            ui.horizontal(|ui| {
                ui.set_height(theme::ROW);
                hints_ui(ui, editor, messages);
            });
        }
    });
}

/// Draws a button that saves while recovery copies of unsaved work fail.
fn not_kept_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let Some(why) = recovery::keep_failure(editor) else { return };
    let words = RichText::new("No recovery copy").small().color(ui.visuals().error_fg_color);
    parts::on_click(ui.add(Button::new(words).small()), why, inputs, Input::Run(Command::Save));
    ui.separator();
}

/// Draws the time of the last recovery copy, if that leaves `room` for the rest.
///
/// It is a time of day, so that it stays right without new frames.
fn last_kept_ui(ui: &mut Ui, editor: &Editor, room: f32) {
    let Some(clock) = recovery::last_kept(editor).filter(|_| recovery::keep_failure(editor).is_none()) else {
        return;
    };
    let words = format!("Recovery copy {clock}");
    let width = parts::text_width(ui, &words, &TextStyle::Small);
    // The separator after it takes two spaces and its own width.
    if ui.available_width() - width - 4.0 * ui.spacing().item_spacing.x < room {
        return;
    }
    let description = "Unsaved work was last written to a recovery copy at this time. The next start offers the copy if the \
                program ends unexpectedly. Saving removes it.";
    ui.add(Label::new(RichText::new(words).small().weak()).extend()).on_hover_text(description);
    ui.separator();
}

/// Draws the number of unread error messages as a button that opens the log.
fn log_button(ui: &mut Ui, editor: &Editor, messages: &mut Messages) {
    let errors = messages.unread_errors();
    let color = if errors > 0 { ui.visuals().error_fg_color } else { ui.visuals().weak_text_color() };
    let words = if errors > 0 { parts::count(errors, "message", "messages") } else { "Log".into() };
    let button = Button::new(RichText::new(words).small().color(color)).small().frame(false);
    let description = match recovery::last_kept(editor) {
        Some(clock) => format!("Show all messages\n\nLast recovery copy of unsaved work: {clock}"),
        None => "Show all messages".into(),
    };
    let button = ui.add(button).on_hover_text(description);
    Popup::menu(&button).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        ui.set_width(420.0_f32.min(ui.ctx().content_rect().width() - 64.0));
        messages.log_ui(ui);
    });
}

/// Draws the running job with its progress and a button that stops it; returns whether it was clicked.
fn work_ui(ui: &mut Ui, work: &Running) -> bool {
    // Workers do not wake the window at every step.
    ui.ctx().request_repaint_after(Duration::from_millis(100));
    let is_stopped = work.can_stop
        && ui.small_button("Stop").on_hover_text("Stop this work; the document stays as it is").clicked();
    match work.done {
        Some(done) => {
            let bar = ProgressBar::new(done).fill(theme::accent(ui));
            ui.add(bar.desired_width(80.0).desired_height(8.0));
            if let Some(left) = work.left() {
                ui.label(RichText::new(left).small().weak());
            }
        }
        None => {
            ui.add(Spinner::new().size(12.0));
        }
    }
    let words = format!("{} …", work.description);
    ui.add(Label::new(RichText::new(&words).small()).truncate()).on_hover_text(words);
    is_stopped
}

/// Draws the numbers of the running gesture, the hints for buttons, and the last message.
fn hints_ui(ui: &mut Ui, editor: &Editor, messages: &Messages) {
    let readout = editor.readout();
    if !readout.is_empty() {
        let words = RichText::new(&readout).monospace().color(theme::accent(ui));
        ui.add(Label::new(words).truncate()).on_hover_text(readout);
        if ui.available_width() < 90.0 {
            return;
        }
        ui.separator();
    }
    for hint in editor.hints() {
        // Hints that do not fit are left out whole; the less important ones come last.
        let text_width = |text: &str| parts::text_width(ui, text, &TextStyle::Small);
        let margins = 2.0 * parts::KEYCAP_MARGIN + ui.spacing().item_spacing.x;
        if ui.available_width() < text_width(hint.input) + margins + text_width(&hint.does) {
            return;
        }
        parts::keycap(ui, hint.input);
        ui.add(Label::new(RichText::new(hint.does).small().weak()).extend());
    }
    if let Some(message) = messages.current(editor.revision()).filter(|_| ui.available_width() > 120.0) {
        ui.separator();
        let palette = theme::palette(ui.visuals().dark_mode);
        let color = match message.severity {
            MessageSeverity::Info => palette.text_weak,
            severity => messages::color(ui, severity),
        };
        let words = RichText::new(&message.text).small().color(color);
        ui.add(Label::new(words).truncate()).on_hover_text(&message.text);
    }
}

/// Draws element counts; a click shows the panel about them.
fn counts_ui(ui: &mut Ui, state: &State, dock: &mut Dock) {
    let mesh = &state.document().mesh;
    let (issues, islands) = (Severity::counts(all_issues(state)), state.derived().islands.len());
    let small = |text: String| RichText::new(text).small();
    let mut button = |ui: &mut Ui, words: RichText, description: &str, pane: Pane| {
        if ui.add(Button::new(words).small().frame(false)).on_hover_text(description).clicked() {
            dock.show(pane);
        }
    };
    if let Some(worst) =
        Severity::ALL.into_iter().zip(issues).find_map(|(it, count)| (count > 0).then_some(it))
    {
        let (_, color) = severities::mark(worst, ui.visuals());
        let words = small(parts::count(issues.iter().sum(), "issue", "issues")).color(color);
        let description = match ignored_issues(state).count() {
            0 => "Show the issues".to_owned(),
            ignored => format!("Show the issues. {} more are ignored", parts::thousands(ignored)),
        };
        button(ui, words, &description, Pane::Issues);
    }
    let differing = checks::differing_queries(state);
    if differing > 0 {
        let verb = parts::noun(differing, "differs", "differ");
        let words = small(format!("{} {verb}", parts::count(differing, "query", "queries")));
        let description = "Show the queries whose results differ from the expected ones";
        button(ui, words.color(ui.visuals().error_fg_color), description, Pane::Queries);
    }
    let words = small(parts::count(islands, "island", "islands"));
    button(ui, words, "Show the islands", Pane::Islands);
    ui.label(small(parts::count(mesh.cell_count(), "cell", "cells")));
    ui.label(small(parts::count(mesh.vertex_count(), "vertex", "vertices")));
    ui.separator();
}

/// Draws switches, mode, grid and pointer position, from right to left.
fn state_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let small = |text: String| RichText::new(text).small();
    switch_ui(ui, state, inputs, Command::ToggleMergeOnDrop, "Merge");
    switch_ui(ui, state, inputs, Command::ToggleMeshSnap, "Mesh");
    switch_ui(ui, state, inputs, Command::ToggleGridSnap, "Grid");
    ui.separator();
    let mode = match state.mode() {
        Mode::Vertex => "Vertices",
        Mode::Edge => "Edges",
        Mode::Cell => "Cells",
    };
    ui.label(small(mode.into())).on_hover_text("Elements that clicks select: 1 vertices, 2 edges, 3 cells");
    grid_ui(ui, state, inputs);
    let place = state.pointer().map_or_else(String::new, |at| {
        let [x, z] = [at.x, at.y].map(rounded);
        match state.pointer_height().map(rounded) {
            None => format!("x {x:8.2}  z {z:8.2}"),
            Some(y) => format!("x {x:.2}  y {y:.2}  z {z:.2}"),
        }
    });
    let words = |text: &str| RichText::new(text).small().monospace();
    let widest = WidgetText::from(words(WIDEST_PLACE));
    let widest = widest.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body).size().x;
    ui.add_sized([widest, theme::ROW], Label::new(words(&place)).truncate());
}

/// Returns a coordinate rounded to two decimals, without a sign at zero.
pub fn rounded(coordinate: f32) -> f32 {
    (coordinate * 100.0).round() / 100.0 + 0.0
}

fn grid_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let now = state.options().grid;
    let words = match now {
        GridSize::Fixed(_) => now.title(),
        GridSize::Adaptive => format!("{} (adaptive)", GridSize::Fixed(grid::step(state)).title()),
    };
    let mut chosen = now;
    let menu = ui.menu_button(RichText::new(format!("grid {words}")).small(), |ui| {
        let sizes = GridSize::PRESETS.map(GridSize::Fixed);
        for size in std::iter::once(GridSize::Adaptive).chain(sizes) {
            ui.selectable_value(&mut chosen, size, size.title());
        }
        ui.separator();
        for command in [Command::CoarserGrid, Command::FinerGrid] {
            if let Some(spec) = command.spec() {
                parts::menu_item(ui, state, inputs, spec);
            }
        }
    });
    let keys = "Ctrl with the up or down arrow makes it coarser or finer";
    menu.response
        .on_hover_text(format!("How far apart the lines of the grid are that points snap to\n{keys}"));
    if chosen != now {
        inputs.push(Input::SetOptions(Options { grid: chosen, ..state.options().clone() }));
    }
}

fn switch_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, command: Command, words: &str) {
    let Some(spec) = command.spec() else { return };
    let is_on = command.is_checked(state) == Some(true);
    let button = egui::Button::selectable(is_on, RichText::new(words).small()).small();
    parts::on_click(ui.add(button), parts::describe(spec), inputs, Input::Run(command));
}
