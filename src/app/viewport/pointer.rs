//! Translation of pointer events over the view from above into inputs, and of the wheel.

use egui::{CursorIcon, Event, Key, MouseWheelSource, MouseWheelUnit, PointerButton, Pos2, Response};
use glam::Vec2;

use super::pointer_state::PointerState;
use super::{ShownView, VIEW};
use crate::editor::State;
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
    state: PointerState<()>,
    /// Whether the view was panned while the space bar was held.
    pub(super) has_panned_with_space: bool,
    /// Whether the secondary button just cancelled a gesture, so that it opens no menu.
    pub(super) has_cancelled: bool,
}

impl PointerWatch {
    pub(super) fn inputs(&mut self, response: &Response, state: &State, inputs: &mut Vec<Input>) {
        self.has_cancelled = response.secondary_clicked() && state.is_gesture_running();
        let ctx = &response.ctx;
        let view = ShownView::above(state.camera_of(VIEW), response.rect);
        let is_space_down = ctx.input(|i| i.key_down(Key::Space));
        if ctx.input(|i| i.key_pressed(Key::Space)) {
            self.has_panned_with_space = false;
        }
        if response.contains_pointer() && ctx.input(|i| i.pointer.any_pressed()) {
            response.request_focus();
        }
        wheel(response, &view, surface::surface(state).is_some(), inputs);
        let Some(at) = response.interact_pointer_pos().or_else(|| response.hover_pos()) else {
            return self.state.leave(inputs);
        };
        let pick_radius = view.camera.meters(PICK_PIXELS);
        let held = modifiers(ctx.input(|i| i.modifiers));
        let pointer = |at: Pos2| {
            Pointer::above(view.camera.ground_from_screen(view.screen_from_window(at)), pick_radius, held)
        };
        if let Some((origin, button)) = self.state.pressed(response) {
            let is_primary = button == PointerButton::Primary;
            self.has_panned_with_space |= is_primary && is_space_down;
            let is_pan = !is_primary || is_space_down;
            self.state.begin((origin, button), is_pan.then_some(()));
        }
        if let Some(((), by)) = self.state.go_on(response, at, &pointer, inputs) {
            inputs.push(Input::View(VIEW, ViewInput::Pan(by)));
        }
        self.state.release((response, true), at, &pointer, inputs);
        self.state.hover(response, || pointer(at), inputs);
    }
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
fn wheel(response: &Response, view: &ShownView, has_level: bool, inputs: &mut Vec<Input>) {
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
