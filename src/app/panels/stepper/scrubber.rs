//! All steps on one line, to be dragged along; ticks stand where the string bends.

use eframe::egui::{Key, Modifiers, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::decision::name_of;
use crate::app::theme;
use crate::editor::{Editor, Input, Role, StepInput};
use crate::pathfinding::Decision;

const HEIGHT: f32 = 26.0;
const HANDLE: f32 = 6.0;

/// Draws the line.
pub(super) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    let steps = editor.timeline().len();
    // Without a cursor the finished path is shown, which is what lies past the last step.
    let cursor = editor.stepper().cursor().unwrap_or_else(|| steps.saturating_sub(1));
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let track = Rect::from_center_size(rect.center(), vec2(rect.width() - 2.0 * HANDLE, 4.0));
    response.widget_info(|| WidgetInfo::slider(ui.is_enabled(), cursor as f64, "Step"));
    paint(ui, editor, track, cursor, &response);
    let pointed = |x: f32| {
        let t = ((x - track.left()) / track.width().max(1.0)).clamp(0.0, 1.0);
        (t * steps.saturating_sub(1) as f32).round() as usize
    };
    if let Some(pointer) = response.interact_pointer_pos() {
        let chosen = pointed(pointer.x);
        if Some(chosen) != editor.stepper().cursor() {
            inputs.push(Input::Step(StepInput::SetCursor(chosen)));
        }
    }
    keys(ui, &response, cursor, steps, inputs);
    let hovered = response.hover_pos().map(|pointer| pointed(pointer.x));
    if let Some((index, step)) = hovered.and_then(|index| Some((index, editor.timeline().get(index)?))) {
        let name = name_of(&step.decision);
        response.on_hover_text_at_pointer(format!("Step {}: {name}\nDrag to move the cursor", index + 1));
    }
}

fn keys(ui: &Ui, response: &Response, cursor: usize, steps: usize, inputs: &mut Vec<Input>) {
    if !response.has_focus() {
        return;
    }
    let (back, forward) = ui.input_mut(|input| {
        (
            input.consume_key(Modifiers::NONE, Key::ArrowLeft),
            input.consume_key(Modifiers::NONE, Key::ArrowRight),
        )
    });
    if back && cursor > 0 {
        inputs.push(Input::Step(StepInput::SetCursor(cursor - 1)));
    }
    if forward && cursor + 1 < steps {
        inputs.push(Input::Step(StepInput::SetCursor(cursor + 1)));
    }
}

fn paint(ui: &Ui, editor: &Editor, track: Rect, cursor: usize, response: &Response) {
    let is_dark = ui.visuals().dark_mode;
    let last = editor.timeline().len().saturating_sub(1).max(1) as f32;
    let x_of = |index: usize| track.left() + track.width() * index as f32 / last;
    let painter = ui.painter();
    painter.rect_filled(track, 2.0, theme::palette(is_dark).control);
    let played = Rect::from_min_max(track.min, pos2(x_of(cursor), track.max.y));
    painter.rect_filled(played, 2.0, theme::accent(ui));
    let mut painted = f32::NEG_INFINITY;
    for (index, step) in editor.timeline().events().iter().enumerate() {
        // Of ticks in one place, one is enough.
        let x = x_of(index);
        if x < painted + 2.0 {
            continue;
        }
        let color = match step.decision {
            Decision::Crossed { .. } => theme::role(Role::Emitted, is_dark).color,
            Decision::Forced { .. } => theme::role(Role::CurrentPortal, is_dark).color,
            _ => continue,
        };
        painted = x;
        let reach = track.center().y - 9.0..=track.center().y + 9.0;
        painter.vline(x, *reach.start()..=*reach.end(), Stroke::new(2.0, color));
    }
    let handle = pos2(x_of(cursor), track.center().y);
    let outline = Stroke::new(2.0, theme::palette(is_dark).text_strong);
    let radius = if response.hovered() || response.dragged() { HANDLE + 1.0 } else { HANDLE };
    painter.circle(handle, radius, theme::accent(ui), outline);
    if response.has_focus() {
        painter.circle_stroke(handle, radius + 3.0, Stroke::new(1.0, theme::accent(ui)));
    }
}
