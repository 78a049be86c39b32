//! Translation of pointer events over the view from above into inputs, and of the wheel.

use egui::{CursorIcon, Event, Key, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Response};
use glam::Vec2;

use super::{VIEW, View};
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::tool::Cursor;
use crate::editor::levels::input::LevelInput;
use crate::editor::levels::surface;
use crate::editor::view::pointer::{Modifiers, PICK_PIXELS, Pointer};
use crate::editor::view::views::ViewInput;

/// Zoom factor of a notch of the wheel.
const NOTCH: f32 = 1.2;
/// Sideways pan of a notch with Shift, in points.
const SIDEWAYS: f32 = 60.0;

#[derive(Debug, Default)]
pub(super) struct PointerWatch {
    state: State,
    /// Last reported pointer without a pressed button.
    hover: Option<Pointer>,
    /// Last reported pointer of a drag.
    dragged: Option<Pointer>,
    /// Whether the view was panned while the space bar was held.
    pub(super) has_panned_with_space: bool,
    /// Whether the secondary button just cancelled a gesture, so that it opens no menu.
    pub(super) has_cancelled: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    /// The primary button is down at this position, at the start of a click or a drag.
    Pressed(Pos2),
    Dragging,
    /// A button pans the view.
    Panning(PointerButton),
}

impl PointerWatch {
    pub(super) fn inputs(&mut self, response: &Response, editor: &Editor, inputs: &mut Vec<Input>) {
        self.has_cancelled = response.secondary_clicked() && editor.is_gesture_running();
        let ctx = &response.ctx;
        let view = View::above(editor.camera_of(VIEW), response.rect);
        let is_space_down = ctx.input(|i| i.key_down(Key::Space));
        if ctx.input(|i| i.key_pressed(Key::Space)) {
            self.has_panned_with_space = false;
        }
        if response.contains_pointer() && ctx.input(|i| i.pointer.any_pressed()) {
            response.request_focus();
        }
        wheel(response, &view, surface::surface(editor).is_some(), inputs);
        let Some(at) = response.interact_pointer_pos().or_else(|| response.hover_pos()) else {
            self.leave(inputs);
            return;
        };
        let pick_radius = view.camera.meters(PICK_PIXELS);
        let held = modifiers(ctx.input(|i| i.modifiers));
        let pointer = |at: Pos2| {
            Pointer::above(view.camera.ground_from_screen(view.screen_from_window(at)), pick_radius, held)
        };
        self.press(response, is_space_down);
        self.go_on(response, at, &pointer, inputs);
        self.release(response, at, &pointer, inputs);
        self.hover(response, pointer(at), inputs);
    }

    fn press(&mut self, response: &Response, is_space_down: bool) {
        if self.state != State::Idle || !response.is_pointer_button_down_on() {
            return;
        }
        use PointerButton::{Middle, Primary, Secondary};
        let (origin, button) = response.ctx.input(|i| {
            let down = [Primary, Middle, Secondary].into_iter().find(|&button| i.pointer.button_down(button));
            (i.pointer.press_origin(), down)
        });
        let Some(origin) = origin else { return };
        self.has_panned_with_space |= button == Some(Primary) && is_space_down;
        self.state = match button {
            Some(Primary) if !is_space_down => State::Pressed(origin),
            Some(button) => State::Panning(button),
            None => State::Idle,
        };
    }

    fn go_on(
        &mut self,
        response: &Response,
        at: Pos2,
        pointer: &dyn Fn(Pos2) -> Pointer,
        inputs: &mut Vec<Input>,
    ) {
        let moved = response.ctx.input(|i| i.pointer.delta());
        match self.state {
            State::Pressed(origin) if response.dragged_by(PointerButton::Primary) => {
                let to = pointer(at);
                inputs.push(Input::DragStart { from: pointer(origin), to });
                (self.state, self.dragged) = (State::Dragging, Some(to));
            }
            State::Dragging if moved != egui::Vec2::ZERO => {
                let to = pointer(at);
                inputs.push(Input::Drag(to));
                self.dragged = Some(to);
            }
            // Below the threshold, the secondary button may still become a click.
            State::Panning(button) if moved != egui::Vec2::ZERO && response.dragged_by(button) => {
                inputs.push(Input::View(VIEW, ViewInput::Pan(Vec2::new(moved.x, moved.y))));
            }
            _ => {}
        }
    }

    fn release(
        &mut self,
        response: &Response,
        at: Pos2,
        pointer: &dyn Fn(Pos2) -> Pointer,
        inputs: &mut Vec<Input>,
    ) {
        let is_released = |button| response.ctx.input(|i| !i.pointer.button_down(button));
        match self.state {
            State::Dragging if is_released(PointerButton::Primary) => {
                inputs.push(Input::DragEnd(pointer(at)));
            }
            State::Pressed(origin) if is_released(PointerButton::Primary) => {
                inputs.push(click(response, pointer(origin)));
            }
            // A press and its release may come in one frame.
            State::Idle if response.clicked_by(PointerButton::Primary) => {
                inputs.push(click(response, pointer(at)));
            }
            State::Panning(PointerButton::Secondary) | State::Idle if response.secondary_clicked() => {
                inputs.push(Input::ContextClick(pointer(at)));
            }
            State::Panning(button) if is_released(button) => {}
            _ => return,
        }
        self.state = State::Idle;
    }

    fn hover(&mut self, response: &Response, pointer: Pointer, inputs: &mut Vec<Input>) {
        if self.state == State::Idle && response.hovered() && self.hover != Some(pointer) {
            self.hover = Some(pointer);
            inputs.push(Input::Hover(pointer));
        }
    }

    /// Ends a drag at its last position when the view loses the pointer, as when a dialog opens.
    fn leave(&mut self, inputs: &mut Vec<Input>) {
        let dragged = self.dragged.take();
        if self.state == State::Dragging {
            inputs.extend(dragged.map(Input::DragEnd));
        }
        if self.hover.take().is_some() {
            inputs.push(Input::Leave);
        }
        self.state = State::Idle;
    }
}

/// Returns a click, or the second click of a double click.
pub(super) fn click(response: &Response, pointer: Pointer) -> Input {
    let is_double = response.double_clicked() || response.triple_clicked();
    if is_double { Input::DoubleClick(pointer) } else { Input::Click(pointer) }
}

/// Wheel or trackpad action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Scroll {
    /// Zoom factor.
    Zoom(f32),
    /// Steps of the cut height.
    Cut(f32),
    /// Sideways pan, in points.
    Sideways(f32),
    /// Two fingers on a trackpad, in points.
    Fingers(Vec2),
}

/// Returns the wheel and trackpad actions since the last frame, with the keys held.
///
/// The wheel zooms, pans sideways with Shift and moves the cut with Ctrl if there is a level. A pinch zooms.
pub(super) fn scrolls(ctx: &egui::Context, has_level: bool) -> Vec<(Scroll, Modifiers)> {
    let scroll = |event: &Event| match event {
        Event::Zoom(factor) => Some((Scroll::Zoom(*factor), Modifiers::default())),
        &Event::MouseWheel { unit, delta, source, modifiers: held, .. } => {
            let is_trackpad = match source {
                MouseWheelSource::Trackpad | MouseWheelSource::Momentum => true,
                MouseWheelSource::Wheel => false,
                MouseWheelSource::Unknown => unit == MouseWheelUnit::Point,
            };
            let notches = if unit == MouseWheelUnit::Point { delta / 40.0 } else { delta };
            let scroll = match (is_trackpad, held) {
                (false, held) if held.command && has_level => Scroll::Cut(notches.y),
                (_, held) if held.command => Scroll::Zoom(NOTCH.powf(notches.y)),
                (true, _) => Scroll::Fingers(Vec2::new(notches.x, notches.y) * 40.0),
                (false, held) if held.shift => Scroll::Sideways((notches.x + notches.y) * SIDEWAYS),
                (false, _) => Scroll::Zoom(NOTCH.powf(notches.y)),
            };
            Some((scroll, modifiers(held)))
        }
        _ => None,
    };
    ctx.input(|input| input.events.iter().filter_map(scroll).collect())
}

/// Collects wheel and trackpad actions: the zoom is about the pointer, and two fingers pan.
fn wheel(response: &Response, view: &View, has_level: bool, inputs: &mut Vec<Input>) {
    let Some(at) = response.hover_pos().filter(|_| response.contains_pointer()) else { return };
    let screen = view.screen_from_window(at);
    inputs.extend(scrolls(&response.ctx, has_level).into_iter().map(|(scroll, _)| match scroll {
        Scroll::Zoom(factor) => Input::View(VIEW, ViewInput::Zoom { screen, factor }),
        Scroll::Cut(steps) => Input::Level(LevelInput::MoveCut(steps)),
        Scroll::Sideways(by) => Input::View(VIEW, ViewInput::Pan(Vec2::new(by, 0.0))),
        Scroll::Fingers(by) => Input::View(VIEW, ViewInput::Pan(by)),
    }));
}

pub(in crate::app) fn modifiers(held: egui::Modifiers) -> Modifiers {
    Modifiers { shift: held.shift, command: held.command, alt: held.alt }
}

pub(super) fn icon(cursor: Cursor) -> CursorIcon {
    match cursor {
        Cursor::Arrow => CursorIcon::Default,
        Cursor::Grab => CursorIcon::Grab,
        Cursor::Grabbing => CursorIcon::Grabbing,
        Cursor::Crosshair => CursorIcon::Crosshair,
        Cursor::Refused => CursorIcon::NotAllowed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drag_ends_when_the_pointer_leaves_the_view_for_good() {
        let at = Pointer::above(Vec2::ONE, 0.1, Modifiers::default());
        let mut watch = PointerWatch { state: State::Dragging, dragged: Some(at), ..PointerWatch::default() };
        let mut inputs = Vec::new();
        watch.leave(&mut inputs);
        assert_eq!(inputs, [Input::DragEnd(at)], "the tool does not go on without a button");
        watch.leave(&mut inputs);
        assert_eq!(inputs.len(), 1, "it ends once");
    }
}
