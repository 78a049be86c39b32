//! A track for every stage: its number of steps and the cursor.
//!
//! Each track can be dragged on its own and takes the full width. Forty steps of the funnel get as much space as
//! forty thousand of the search.

use egui::{Color32, Key, Modifiers, Rect, Response, RichText, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::event::color_of;
use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::editor::view::scene::Role;
use navsmith_core::pathfinding::string_pulling::funnel::Decision;
use navsmith_core::pathfinding::timeline::{MOST_EVENTS, Stage};

const HEIGHT: f32 = 17.0;
/// Height of two tracks, in points; more tracks scroll.
pub(super) const LEAST_HEIGHT: f32 = 2.0 * HEIGHT;
const HANDLE: f32 = 5.0;
const TITLE: f32 = 80.0;
const COUNT: f32 = 78.0;
const HELP: f32 = 18.0;

pub(super) fn ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = HEIGHT;
    for &stage in Stage::ALL.iter().filter(|&&stage| state.trace().count(stage) > 0) {
        ui.horizontal(|ui| {
            ui.set_height(HEIGHT);
            ui.spacing_mut().item_spacing.x = theme::SPACE_S;
            switch_ui(ui, state, inputs, stage);
            track_ui(ui, state, inputs, stage);
        });
    }
}

/// Returns the index of the cursor within a stage; `None` while it is in another stage.
fn here(state: &State, stage: Stage) -> Option<usize> {
    state.stage().filter(|&(other, _)| other == stage).map(|(_, local)| local)
}

fn switch_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, stage: Stage) {
    let mut is_on = state.stepper().has_track(stage);
    let words = RichText::new(stage.title());
    let words = if here(state, stage).is_some() { words.strong() } else { words };
    ui.allocate_ui(vec2(TITLE, HEIGHT), |ui| {
        ui.set_width(TITLE);
        ui.spacing_mut().icon_width = 12.0;
        let description =
            format!("{}\n\nClear it to skip the stage when stepping and playing.", stage.describe());
        if ui.checkbox(&mut is_on, words).on_hover_text(description).changed() {
            inputs.push(Input::Step(StepInput::SetTrack { stage, is_on }));
        }
    });
}

fn track_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, stage: Stage) {
    let range = state.trace().range(stage);
    let local = here(state, stage);
    let width = (ui.available_width() - COUNT - HELP).max(40.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click_and_drag());
    let track = Rect::from_center_size(rect.center(), vec2(rect.width() - 2.0 * HANDLE, 5.0));
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), local.unwrap_or(0) as f64, stage.title()));
    paint(ui, state, track, stage, &response);
    let last = range.len() - 1;
    let pointed = |x: f32| {
        let t = ((x - track.left()) / track.width().max(1.0)).clamp(0.0, 1.0);
        (t * last as f32).round() as usize
    };
    if let Some(pointer) = response.interact_pointer_pos() {
        let chosen = pointed(pointer.x);
        if Some(chosen) != local {
            inputs.push(Input::Step(StepInput::SetCursor(range.start + chosen)));
        }
    }
    keys(ui, &response, local.unwrap_or(0), last, range.start, inputs);
    count_ui(ui, state, inputs, stage, local);
    let hovered = response.hover_pos().map(|pointer| pointed(pointer.x));
    if let Some((index, event)) = hovered.and_then(|index| Some((index, state.trace().get_in(stage, index)?)))
    {
        let description = format!("Step {}: {}\nDrag to move the cursor", index + 1, event.kind().title());
        response.on_hover_text_at_pointer(description);
    }
}

fn help_ui(ui: &mut Ui, inputs: &mut Vec<Input>, stage: Stage) {
    let (rect, response) = ui.allocate_exact_size(vec2(HELP - theme::SPACE_S, HEIGHT), Sense::click());
    let name = format!("Explain {}", stage.title());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, ui.is_enabled(), &name));
    let color = ui.style().interact(&response).fg_stroke.color;
    theme::paint_icon(Icon::HELP, ui.painter(), rect.shrink2(vec2(0.0, 1.0)), color);
    parts::on_click(response, stage.lesson().title, inputs, Input::Step(StepInput::Explain(stage)));
}

fn count_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, stage: Stage, local: Option<usize>) {
    let count = state.trace().count(stage);
    let more = if state.trace().is_truncated(stage) { "+" } else { "" };
    let count = format!("{}{more}", parts::thousands(count));
    let words =
        local.map_or_else(|| count.clone(), |local| format!("{} / {count}", parts::thousands(local + 1)));
    parts::at_right(ui, |ui| {
        help_ui(ui, inputs, stage);
        let label = ui.label(RichText::new(words).small().monospace().weak());
        if !more.is_empty() {
            let most = parts::thousands(MOST_EVENTS);
            label.on_hover_text(format!("A stage records its first {most} steps; more happened."));
        }
    });
}

/// Moves the cursor by the arrow keys while the track has the focus.
fn keys(ui: &Ui, response: &Response, local: usize, last: usize, start: usize, inputs: &mut Vec<Input>) {
    let before = local.checked_sub(1);
    let after = Some(local + 1).filter(|&after| after <= last);
    for (key, to) in [(Key::ArrowLeft, before), (Key::ArrowRight, after)] {
        if response.has_focus() && ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
            inputs.extend(to.map(|to| Input::Step(StepInput::SetCursor(start + to))));
        }
    }
}

fn paint(ui: &Ui, state: &State, track: Rect, stage: Stage, response: &Response) {
    let is_dark = ui.visuals().dark_mode;
    let range = state.trace().range(stage);
    let last = (range.len() - 1).max(1) as f32;
    let x_of = |local: usize| track.left() + track.width() * local as f32 / last;
    let painter = ui.painter();
    painter.rect_filled(track, 2.0, theme::palette(is_dark).control);
    // Without a cursor the view shows the finished path, after the last step.
    let cursor = state.stepper().cursor().unwrap_or(usize::MAX);
    if cursor >= range.start {
        let end = x_of(cursor.min(range.end - 1) - range.start);
        let played = Rect::from_min_max(
            track.min,
            pos2(if cursor >= range.end { track.right() } else { end }, track.max.y),
        );
        painter.rect_filled(played, 2.0, color_of_stage(ui, stage));
    }
    if stage == Stage::Funnel {
        paint_corners(ui, state, track, &x_of);
    }
    if response.has_focus() {
        painter.rect_stroke(
            track.expand(3.0),
            3.0,
            Stroke::new(1.0, theme::accent(ui)),
            egui::StrokeKind::Outside,
        );
    }
    let Some(local) = here(state, stage) else { return };
    let radius = if response.hovered() || response.dragged() { HANDLE + 1.0 } else { HANDLE };
    let outline = Stroke::new(2.0, theme::palette(is_dark).text_strong);
    painter.circle(pos2(x_of(local), track.center().y), radius, theme::accent(ui), outline);
}

fn paint_corners(ui: &Ui, state: &State, track: Rect, x_of: &dyn Fn(usize) -> f32) {
    let mut painted = f32::NEG_INFINITY;
    for (index, step) in state.timeline().events().iter().enumerate() {
        // Skips ticks that would overlap the previous one.
        let x = x_of(index);
        if x < painted + 2.0 || !matches!(step.decision, Decision::Crossed { .. } | Decision::Forced { .. }) {
            continue;
        }
        painted = x;
        let kind = navsmith_core::pathfinding::timeline::QueryEvent::Funnel(*step).kind();
        ui.painter().vline(
            x,
            track.center().y - 7.0..=track.center().y + 7.0,
            Stroke::new(2.0, color_of(kind, ui)),
        );
    }
}

/// Returns the colour of a stage's bar: that of its marks in the view.
pub(super) fn color_of_stage(ui: &Ui, stage: Stage) -> Color32 {
    let role = match stage {
        Stage::Locate => Role::Stands,
        Stage::Search => Role::Expanded,
        Stage::Interval => Role::Cone,
        Stage::Corridor => Role::CandidateWay,
        Stage::Portals => Role::Portal,
        Stage::Funnel => return theme::accent(ui),
        Stage::Surface => Role::Path,
        Stage::Walk => Role::Agent,
        Stage::Ray => Role::Ray,
        Stage::Triangulation => Role::WayFound,
    };
    theme::role(role, ui.visuals().dark_mode).color
}
