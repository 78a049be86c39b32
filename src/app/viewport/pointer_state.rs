//! State of the pointer over a view: clicks, drags of the tool, and drags that move the view.

use egui::{PointerButton, Pos2, Response};
use glam::Vec2;

use crate::editor::interaction::input::Input;
use crate::editor::view::pointer::Pointer;

/// State of the pointer over a view that drags move by an `M`.
#[derive(Debug)]
pub struct PointerState<M> {
    /// The pressed button and its effect.
    pub buttons: Buttons<M>,
    /// Last reported pointer without a pressed button.
    pub hover: Option<Pointer>,
    /// Last reported pointer of a drag.
    pub dragged: Option<Pointer>,
}

/// State of the pointer buttons over a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Buttons<M> {
    /// No button is down.
    Idle,
    /// The primary button is down at this position, at the start of a click or a drag.
    Pressed(Pos2),
    /// The primary button drags the tool.
    Dragging,
    /// A button moves the view.
    Moving(PointerButton, M),
}

impl<M> Default for PointerState<M> {
    fn default() -> Self {
        Self { buttons: Buttons::Idle, hover: None, dragged: None }
    }
}

impl<M: Copy + PartialEq> PointerState<M> {
    /// Returns the button that moves the view.
    pub(super) fn moving(&self) -> Option<PointerButton> {
        if let Buttons::Moving(button, _) = self.buttons { Some(button) } else { None }
    }

    /// Returns the button that is pressed now, and where.
    pub(super) fn pressed(&self, response: &Response) -> Option<(Pos2, PointerButton)> {
        if self.buttons != Buttons::Idle || !response.is_pointer_button_down_on() {
            return None;
        }
        use PointerButton::{Middle, Primary, Secondary};
        response.ctx.input(|input| {
            let is_down = |&button: &PointerButton| input.pointer.button_down(button);
            input.pointer.press_origin().zip([Primary, Middle, Secondary].into_iter().find(is_down))
        })
    }

    /// Begins a drag of the pressed button that moves the view.
    ///
    /// Without a movement, it is a click or a drag of the tool.
    pub fn begin(&mut self, (origin, button): (Pos2, PointerButton), movement: Option<M>) {
        self.buttons =
            movement.map_or(Buttons::Pressed(origin), |movement| Buttons::Moving(button, movement));
    }

    /// Continues a drag of the tool; returns the movement of the view and its length in points.
    pub(super) fn go_on(
        &mut self,
        response: &Response,
        at: Pos2,
        pointer_at: &dyn Fn(Pos2) -> Pointer,
        inputs: &mut Vec<Input>,
    ) -> Option<(M, Vec2)> {
        let moved = response.ctx.input(|input| input.pointer.delta());
        match self.buttons {
            Buttons::Pressed(origin) if response.dragged_by(PointerButton::Primary) => {
                let to = pointer_at(at);
                inputs.push(Input::DragStart { from: pointer_at(origin), to });
                (self.buttons, self.dragged) = (Buttons::Dragging, Some(to));
            }
            Buttons::Dragging if moved != egui::Vec2::ZERO => {
                let to = pointer_at(at);
                inputs.push(Input::Drag(to));
                self.dragged = Some(to);
            }
            // Below the threshold, the secondary button may still become a click.
            Buttons::Moving(button, movement) if moved != egui::Vec2::ZERO && response.dragged_by(button) => {
                return Some((movement, Vec2::new(moved.x, moved.y)));
            }
            _ => {}
        }
        None
    }

    /// Ends a click or a drag whose button was released; a click of the secondary button may open a menu.
    pub(super) fn release(
        &mut self,
        (response, has_menu): (&Response, bool),
        at: Pos2,
        pointer_at: &dyn Fn(Pos2) -> Pointer,
        inputs: &mut Vec<Input>,
    ) {
        let is_released = |button| response.ctx.input(|input| !input.pointer.button_down(button));
        match self.buttons {
            Buttons::Dragging if is_released(PointerButton::Primary) => {
                inputs.push(Input::DragEnd(pointer_at(at)));
            }
            Buttons::Pressed(origin) if is_released(PointerButton::Primary) => {
                inputs.push(click(response, pointer_at(origin)));
            }
            // A press and its release may come in one frame.
            Buttons::Idle if response.clicked_by(PointerButton::Primary) => {
                inputs.push(click(response, pointer_at(at)));
            }
            Buttons::Moving(PointerButton::Secondary, _) | Buttons::Idle
                if response.secondary_clicked() && has_menu =>
            {
                inputs.push(Input::ContextClick(pointer_at(at)));
            }
            Buttons::Moving(button, _) if is_released(button) => {}
            _ => return,
        }
        self.buttons = Buttons::Idle;
    }

    /// Reports a pointer that moved without a pressed button.
    pub(super) fn hover(
        &mut self,
        response: &Response,
        pointer: impl FnOnce() -> Pointer,
        inputs: &mut Vec<Input>,
    ) {
        if self.buttons != Buttons::Idle || !response.hovered() {
            return;
        }
        let pointer = pointer();
        if self.hover != Some(pointer) {
            self.hover = Some(pointer);
            inputs.push(Input::Hover(pointer));
        }
    }

    /// Ends a drag at its last position when the view loses the pointer, as when a dialog opens.
    pub fn leave(&mut self, inputs: &mut Vec<Input>) {
        let dragged = self.dragged.take();
        if self.buttons == Buttons::Dragging {
            inputs.extend(dragged.map(Input::DragEnd));
        }
        if self.hover.take().is_some() {
            inputs.push(Input::Leave);
        }
        self.buttons = Buttons::Idle;
    }
}

/// Returns a click, or the second click of a double click.
fn click(response: &Response, pointer: Pointer) -> Input {
    let is_double = response.double_clicked() || response.triple_clicked();
    if is_double { Input::DoubleClick(pointer) } else { Input::Click(pointer) }
}
