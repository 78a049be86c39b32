//! The repair dialog: the steps with their effects, their settings, and the mesh before and after.

mod summary;

use egui::{Align, Button, Checkbox, Label, Rect, Response, RichText, Sense, Ui, vec2};

use super::frame;
use crate::app::jobs::Jobs;
use crate::app::theme::{self, Icon};
use crate::app::viewport;
use crate::app::widgets::number::NumberField;
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::analysis::repair::settings::RepairSettings;
use crate::editor::analysis::repair::{self, RepairInput, RepairPreview};
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use navsmith_formats::check::repair::{MOST_RISE, RepairStep, StepEffect, percent};
use navsmith_formats::document::signed;

const WIDTH: f32 = 500.0;
const ROW: f32 = 24.0;
/// Height of the dialog without its list of steps, in points.
const OTHERS: f32 = 448.0;
/// Height of the summary, which does not depend on its contents, so that the buttons keep their places.
///
/// A longer summary scrolls.
const SUMMARY: f32 = 140.0;

/// Right ends of the columns of the steps, as fractions of the width.
const STEP_COLUMNS: [f32; 6] = [0.35, 0.45, 0.53, 0.62, 0.72, 1.0];
const STEP_HEADER: [(&str, &str); 6] = [
    ("Step", "The steps run from the top to the bottom, and again until none changes the mesh"),
    ("Changes", "Number of fixed issues, or of changed cells"),
    (
        "Left",
        "Number of issues of the step that stay, because no edit fixes them safely, or that later steps add",
    ),
    ("Cells", "Change of the number of cells"),
    ("Islands", "Change of the number of islands"),
    ("Area m²", "Change of the area of all cells, also in percent of the area before; overlaps count twice"),
];

/// Index of the step that is being dragged.
#[derive(Clone, Copy)]
struct DraggedStep(usize);

pub(super) fn ui(ctx: &egui::Context, state: &State, jobs: &Jobs, inputs: &mut Vec<Input>) {
    if !repair::is_open(state) {
        return;
    }
    let mut settings = repair::settings(state).clone();
    let applies = frame::show_beside(ctx, "Repair mesh", WIDTH, false, |ui| {
        settings_ui(ui, state, &mut settings);
        ui.add_space(theme::SPACE_S);
        steps_ui(ui, state, &mut settings, inputs);
        selected_ui(ui, state, &mut settings, inputs);
        ui.add_space(theme::SPACE_S);
        parts::card(ui, |ui| {
            parts::scrolling("summary", SUMMARY).auto_shrink(false).show(ui, |ui| {
                summary::ui(ui, state, jobs, &mut settings, inputs);
            });
        });
        let obstacle = obstacle(state);
        cover(ui, state, inputs);
        let apply = ("Repair", obstacle.unwrap_or("Change the mesh as one undo step\nEnter"), true);
        let cancel = ("Cancel", "Leave the mesh as it is\nEscape", false);
        frame::buttons_enabled(ui, &[apply, cancel], |applies| !applies || obstacle.is_none())
    });
    if settings != *repair::settings(state) {
        inputs.push(Input::Repair(RepairInput::Set(settings)));
    }
    let answer = applies.map(|applies| if applies { RepairInput::Apply } else { RepairInput::Close });
    inputs.extend(answer.map(Input::Repair));
}

/// Sends the width of the view that the dialog covers, for the editor to frame places beside it.
fn cover(ui: &Ui, state: &State, inputs: &mut Vec<Input>) {
    let Some(canvas) = viewport::canvas(ui.ctx()) else { return };
    let covered = (canvas.right() - ui.min_rect().left() + theme::SPACE_XL).max(0.0).round();
    if repair::covered(state) != covered {
        inputs.push(Input::Repair(RepairInput::Cover(covered)));
    }
}

/// Returns the reason why there is nothing to apply.
fn obstacle(state: &State) -> Option<&'static str> {
    match repair::preview(state) {
        None => Some("The preview is not computed yet"),
        Some(found) if found.change_count() == 0 => Some("These steps change nothing"),
        Some(_) => None,
    }
}

fn settings_ui(ui: &mut Ui, session: &Session, settings: &mut RepairSettings) {
    parts::facts(ui, "repair", |facts| {
        facts.row_ui("Tolerance", |ui| {
            ui.horizontal(|ui| {
                let mut tolerance = settings.options(session.document()).tolerance;
                let field = NumberField::new(&mut tolerance).range(0.0..=100.0).speed(0.001).max_decimals(4);
                let tooltip = format!(
                    "No vertex moves farther than this from its position. {} moves no vertex, but raises or lowers \
                     ground by up to {MOST_RISE:.2} m",
                    RepairStep::Crossings.title()
                );
                if ui.add(field.suffix(" m")).on_hover_text(tooltip).changed() {
                    settings.tolerance = Some(tolerance);
                }
                let default = ui.add_enabled(settings.tolerance.is_some(), Button::new("Default").small());
                let tooltip = "Use 0.01 % of the diagonal of the mesh, from 1 mm to 5 cm";
                if default.on_hover_text(tooltip).on_disabled_hover_text(tooltip).clicked() {
                    settings.tolerance = None;
                }
            });
        });
        facts.row_ui("Smallest island", |ui| {
            let field = NumberField::new(&mut settings.min_island).range(0.0..=1e9).speed(0.05);
            ui.add(field.max_decimals(3).suffix(" m²"))
                .on_hover_text("Remove small islands deletes islands with less area than this");
        });
    });
}

fn steps_ui(ui: &mut Ui, state: &State, settings: &mut RepairSettings, inputs: &mut Vec<Input>) {
    let mut pointed = None;
    header_ui(ui, STEP_COLUMNS, STEP_HEADER);
    let room = (ui.ctx().content_rect().height() - OTHERS).max(4.0 * ROW);
    parts::scrolling("steps", room).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut moved = None;
        for (index, (step, is_on)) in settings.steps.iter_mut().enumerate() {
            let row = step_ui(ui, state, *step, is_on, inputs);
            if row.contains_pointer() {
                pointed = Some(*step);
            }
            moved = moved.or_else(|| dragged_ui(ui, &row, index));
        }
        if let Some((from, to)) = moved {
            let step = settings.steps.remove(from);
            settings.steps.insert(to, step);
        }
    });
    if pointed != repair::pointed(state) {
        inputs.push(Input::Repair(RepairInput::Point(pointed)));
    }
}

fn header_ui<const N: usize>(ui: &mut Ui, columns: [f32; N], names: [(&str, &str); 6]) {
    let (line, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW * 0.8), Sense::hover());
    let columns = parts::columns(line, columns);
    for (index, (rect, (name, tooltip))) in columns[N - names.len()..].iter().zip(names).enumerate() {
        let is_first = index == 0 && N == names.len();
        let mut cell = parts::within(ui, *rect, if is_first { Align::LEFT } else { Align::RIGHT });
        let words = RichText::new(name).small().weak();
        cell.add(Label::new(words).selectable(false)).on_hover_text(tooltip);
    }
}

/// Lets the row of a step be dragged.
///
/// Returns the old and the new index of a step that is dropped on it.
fn dragged_ui(ui: &Ui, row: &Response, index: usize) -> Option<(usize, usize)> {
    let drag = row.interact(Sense::drag());
    drag.dnd_set_drag_payload(DraggedStep(index));
    if let Some(from) = drag.dnd_hover_payload::<DraggedStep>().filter(|from| from.0 != index) {
        let edge = if from.0 > index { row.rect.top() } else { row.rect.bottom() };
        ui.painter().hline(row.rect.x_range(), edge, ui.visuals().selection.stroke);
    }
    let from = drag.dnd_release_payload::<DraggedStep>()?.0;
    Some((from, index))
}

/// Draws a step with its effect; returns its row.
fn step_ui(
    ui: &mut Ui,
    state: &State,
    step: RepairStep,
    is_on: &mut bool,
    inputs: &mut Vec<Input>,
) -> Response {
    let effect = repair::latest_preview(state).filter(|_| *is_on).and_then(|found| found.effect(step));
    let is_selected = repair::selected(state) == Some(step);
    let (line, row) = parts::wide_row(ui, ROW, is_selected, &format!("step {}", step.title()));
    let [first, others @ ..] = parts::columns(line, STEP_COLUMNS);
    let mut cell = parts::within(ui, first, Align::LEFT);
    let switch =
        cell.name_inputs(format!("Run {}", step.title()), |ui| ui.add(Checkbox::without_text(is_on)));
    switch.on_hover_text("Run this step");
    let words = RichText::new(step.title());
    let words = if *is_on { words } else { words.weak() };
    cell.add(Label::new(words).selectable(false).truncate());
    if let Some(effect) = effect {
        let is_weak = effect.changes == 0 || repair::preview(state).is_none();
        let before = repair::latest_preview(state).map_or(0.0, |found| found.before.mesh.area);
        numbers_ui(ui, others, &numbers(effect, before), is_weak);
    }
    let tooltip = format!("{}\n\nClick to show its places, drag to change the order", step.description());
    parts::on_click(row.clone(), tooltip, inputs, Input::Repair(RepairInput::Select(step)));
    row
}

/// Returns the numbers of an effect on a mesh that had an area in m² before.
fn numbers(effect: &StepEffect, area_before: f64) -> [String; 5] {
    let StepEffect { changes, left, cells, islands, area, .. } = *effect;
    let or_blank = |is_shown: bool, text: String| if is_shown { text } else { String::new() };
    [
        parts::thousands(changes),
        or_blank(left > 0, parts::thousands(left)),
        or_blank(cells != 0, format!("{cells:+}")),
        or_blank(islands != 0, format!("{islands:+}")),
        or_blank(
            area.abs() >= 0.0005,
            format!("{} ({} %)", signed(area, 3), signed(percent(area, area_before), 2)),
        ),
    ]
}

fn numbers_ui<const N: usize>(ui: &mut Ui, columns: [Rect; N], numbers: &[String; N], is_weak: bool) {
    for (rect, text) in columns.iter().zip(numbers) {
        let words = RichText::new(text);
        let words = if is_weak { words.weak() } else { words };
        parts::within(ui, *rect, Align::RIGHT).add(Label::new(words).selectable(false).truncate());
    }
}

/// Draws the controls of the selected step: its place in the order, and the places that it changes.
fn selected_ui(ui: &mut Ui, state: &State, settings: &mut RepairSettings, inputs: &mut Vec<Input>) {
    let selected = repair::selected(state);
    let index = settings.steps.iter().position(|(step, _)| Some(*step) == selected);
    let last = settings.steps.len().saturating_sub(1);
    ui.horizontal(|ui| {
        ui.set_min_height(ROW + 4.0);
        let hint = "Click a step first";
        let earlier = ui.add_enabled(index.is_some_and(|at| at > 0), Button::new("Move up"));
        let earlier = earlier.on_hover_text("Run the selected step earlier").on_disabled_hover_text(hint);
        if let Some(at) = index.filter(|_| earlier.clicked()) {
            settings.steps.swap(at, at - 1);
        }
        let later = ui.add_enabled(index.is_some_and(|at| at < last), Button::new("Move down"));
        let later = later.on_hover_text("Run the selected step later").on_disabled_hover_text(hint);
        if let Some(at) = index.filter(|_| later.clicked()) {
            settings.steps.swap(at, at + 1);
        }
        let is_default = *settings == RepairSettings::default();
        let reset = ui.add_enabled(!is_default, Button::new("Reset"));
        let tooltip = "Restore the default steps, their order, and the limits";
        if reset.on_hover_text(tooltip).on_disabled_hover_text(tooltip).clicked() {
            *settings = RepairSettings::default();
        }
        parts::at_right(ui, |ui| places_ui(ui, state, inputs));
    });
}

/// Draws the buttons that frame the places of the selected step one by one, from the right.
fn places_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    let effect = |found: &'_ RepairPreview| found.effect(repair::selected(state)?).map(|it| it.places.len());
    let total = repair::preview(state).and_then(effect).unwrap_or(0);
    let Some(last) = total.checked_sub(1) else { return };
    let shown = repair::framed_place(state).filter(|&place| place <= last);
    let next = shown.map_or(0, |place| if place == last { 0 } else { place + 1 });
    let previous = shown.map_or(last, |place| place.checked_sub(1).unwrap_or(last));
    let forward = theme::icon_button(ui, Icon::FORWARD, "Next place", false);
    parts::on_click(forward, "Show the next place", inputs, Input::Repair(RepairInput::Frame(next)));
    let number = shown.map_or_else(|| "–".to_owned(), |place| parts::thousands(place + 1));
    ui.label(format!("{number} of {}", parts::thousands(total)));
    let back = theme::icon_button(ui, Icon::BACK, "Previous place", false);
    parts::on_click(back, "Show the previous place", inputs, Input::Repair(RepairInput::Frame(previous)));
}
