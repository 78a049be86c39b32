//! Translation of pointer events over the 3D view into inputs, and flying.
//!
//! A drag with the left button uses the tool. The middle button turns the view, as in Blender. The right button looks
//! around, and keys fly meanwhile, as in game engines.

use egui::{Key, PointerButton, Pos2, Response};
use glam::{Vec2, Vec3};

use super::pointer::{self, Scroll};
use super::pointer_state::PointerState;
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::levels::input::LevelInput;
use crate::editor::levels::surface;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::views::{ViewId, ViewInput};

/// Zoom factor of a point of a drag that zooms.
const ZOOM_A_POINT: f32 = 1.01;

/// Factor of the speed of flying while Shift is held.
const FAST: f32 = 4.0;

/// Maximum duration of a step of flying in seconds, so that a slow frame does not skip over walls.
const LONGEST_STEP: f32 = 0.1;

/// Keys that fly, and their directions: to the right, upwards and forwards.
const FLY_KEYS: [(Key, Vec3); 6] = [
    (Key::W, Vec3::Z),
    (Key::S, Vec3::NEG_Z),
    (Key::D, Vec3::X),
    (Key::A, Vec3::NEG_X),
    (Key::E, Vec3::Y),
    (Key::Q, Vec3::NEG_Y),
];

/// State of the pointer over the 3D view.
#[derive(Debug, Default)]
pub struct SpacePointer {
    /// Buttons over the view.
    pub state: PointerState<Move>,
    /// Whether keys flew the view since the right button was pressed.
    has_flown: bool,
    /// Whether the last click of the secondary button opens no menu.
    pub(super) has_cancelled: bool,
}

/// Movement of the view by a drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Move {
    /// Turns the view about its pivot.
    Turn,
    /// Turns the view about its eye.
    Look,
    /// Moves the view.
    Pan,
    /// Zooms the view.
    Zoom,
}

impl SpacePointer {
    /// Whether the right button is held, so that keys fly.
    pub fn is_flying(&self, ctx: &egui::Context) -> bool {
        let is_down = || ctx.input(|input| input.pointer.button_down(PointerButton::Secondary));
        self.state.moving() == Some(PointerButton::Secondary) && is_down()
    }

    pub(super) fn is_moving(&self) -> bool {
        self.state.moving().is_some()
    }

    /// Collects the pointer actions since the last frame.
    pub(super) fn inputs(&mut self, response: &Response, state: &State, inputs: &mut Vec<Input>) {
        let ctx = &response.ctx;
        if response.contains_pointer() && ctx.input(|input| input.pointer.any_pressed()) {
            response.request_focus();
        }
        self.has_cancelled = response.secondary_clicked() && (state.is_gesture_running() || self.has_flown);
        let corner = response.rect.min;
        let screen = |at: Pos2| Vec2::new(at.x - corner.x, at.y - corner.y);
        if let Some(at) = response.hover_pos().filter(|_| response.contains_pointer()) {
            self.scroll(response, screen(at), state, inputs);
        }
        let Some(at) = response.interact_pointer_pos().or_else(|| response.hover_pos()) else {
            return self.state.leave(inputs);
        };
        let held = pointer::modifiers(ctx.input(|input| input.modifiers));
        let pointer_at = |at: Pos2| state.pointer_in_space(screen(at), held);
        self.press(response, &screen, inputs);
        self.go_on(response, at, &pointer_at, inputs);
        self.fly(response, inputs);
        self.state.release((response, !self.has_flown), at, &pointer_at, inputs);
        self.state.hover(response, || pointer_at(at), inputs);
    }

    fn press(&mut self, response: &Response, screen: &dyn Fn(Pos2) -> Vec2, inputs: &mut Vec<Input>) {
        let Some((origin, button)) = self.state.pressed(response) else { return };
        let (held, is_space_down) = response.ctx.input(|input| (input.modifiers, input.key_down(Key::Space)));
        let by_middle = match held {
            held if held.shift => Move::Pan,
            held if held.command => Move::Zoom,
            _ => Move::Turn,
        };
        let movement = match button {
            PointerButton::Primary => is_space_down.then_some(Move::Pan),
            PointerButton::Secondary if !held.shift => Some(Move::Look),
            PointerButton::Secondary => Some(Move::Pan),
            _ => Some(by_middle),
        };
        self.state.begin((origin, button), movement);
        self.has_flown = false;
        if movement == Some(Move::Turn) {
            inputs.push(Input::View(ViewId::SPACE, ViewInput::BeginTurn(screen(origin))));
        }
    }

    /// Continues a drag of the tool or of the view.
    fn go_on(
        &mut self,
        response: &Response,
        at: Pos2,
        pointer_at: &dyn Fn(Pos2) -> Pointer,
        inputs: &mut Vec<Input>,
    ) {
        let Some((movement, by)) = self.state.go_on(response, at, pointer_at, inputs) else { return };
        let screen = response.rect.size() * 0.5;
        let screen = Vec2::new(screen.x, screen.y);
        let input = match movement {
            Move::Turn => ViewInput::Turn(by),
            Move::Look => ViewInput::LookAround(by),
            Move::Pan => ViewInput::Pan(by),
            Move::Zoom => ViewInput::Zoom { screen, factor: ZOOM_A_POINT.powf(-by.y) },
        };
        inputs.push(Input::View(ViewId::SPACE, input));
    }

    /// Flies while the right button and keys are held.
    fn fly(&mut self, response: &Response, inputs: &mut Vec<Input>) {
        if !self.is_flying(&response.ctx) {
            return;
        }
        let (along, seconds, is_fast) = response.ctx.input(|input| {
            let keys = FLY_KEYS.into_iter().filter(|&(key, _)| input.key_down(key));
            let along: Vec3 = keys.map(|(_, along)| along).sum();
            (along, input.stable_dt.min(LONGEST_STEP), input.modifiers.shift)
        });
        if along != Vec3::ZERO {
            self.has_flown = true;
            let seconds = if is_fast { seconds * FAST } else { seconds };
            inputs.push(Input::View(ViewId::SPACE, ViewInput::Fly { along, seconds }));
            response.ctx.request_repaint();
        }
    }

    /// Handles the wheel and the trackpad.
    fn scroll(&self, response: &Response, screen: Vec2, state: &State, inputs: &mut Vec<Input>) {
        let has_level = surface::surface(state).is_some();
        let is_flying = self.is_flying(&response.ctx);
        for (scroll, held) in pointer::scrolls(&response.ctx, has_level) {
            let view = |input| Input::View(ViewId::SPACE, input);
            match scroll {
                Scroll::Zoom(factor) if is_flying => inputs.push(view(ViewInput::ChangeSpeed(factor))),
                Scroll::Zoom(factor) => inputs.push(view(ViewInput::Zoom { screen, factor })),
                Scroll::Cut(steps) => inputs.push(Input::Level(LevelInput::MoveCut(steps))),
                Scroll::Sideways(by) => inputs.push(view(ViewInput::Pan(Vec2::new(by, 0.0)))),
                Scroll::Fingers(by) if held.shift => inputs.push(view(ViewInput::Pan(by))),
                Scroll::Fingers(by) => {
                    inputs.extend([ViewInput::BeginTurn(screen), ViewInput::Turn(by)].map(view));
                }
            }
        }
    }

    /// Ends a drag when the view loses the pointer.
    pub(super) fn leave(&mut self, inputs: &mut Vec<Input>) {
        self.state.leave(inputs);
    }
}
