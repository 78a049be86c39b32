//! The 3D view: the mesh and its levels in perspective, with the marks of the scene.
//!
//! A drag with the left button uses the tool. A drag with another button turns the view, and with Shift it moves it.

use egui::{Event, Id, PointerButton, Pos2, Rect, Response, Sense, Ui, UiBuilder, pos2};
use glam::Vec2;

use super::layer::MeshLayer;
use super::level_layer::LevelLayer;
use super::{View, overlay, pointer};
use crate::app::theme::{self, HAIRLINE, SPACE_M};
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::view::orbit::Direction;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::views::{ViewId, ViewInput};

/// Zoom factor of a notch of the wheel.
const NOTCH: f32 = 1.2;

/// Points of a smooth wheel that count as a notch.
const NOTCH_POINTS: f32 = 40.0;

/// The 3D view and the state of its pointer.
#[derive(Debug, Default)]
pub(super) struct SpaceView {
    state: State,
    /// Last reported pointer without a pressed button.
    hover: Option<Pointer>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    #[default]
    Idle,
    /// The primary button is down, at the start of a click or a drag, on something at this height.
    Pressed(Pointer, f32),
    /// A tool is dragged at this height.
    Dragging(f32),
}

impl SpaceView {
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        editor: &Editor,
        (mesh, levels): (&mut MeshLayer, &mut LevelLayer),
        inputs: &mut Vec<Input>,
    ) {
        let is_dark = ui.visuals().dark_mode;
        let rect = ui.available_rect_before_wrap();
        let response = ui.interact(rect, Id::unique("space"), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "3D view of the mesh"));
        let size = Vec2::new(rect.width(), rect.height());
        let mut orbit = *editor.orbit();
        if size != orbit.size && size.min_element() > 0.0 {
            inputs.push(Input::View(ViewId::SPACE, ViewInput::Resize(size)));
            orbit.size = size;
        }
        let view = View { camera: orbit.camera_above(), orbit: Some(orbit), rect };
        let palette = theme::palette(is_dark);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, palette.canvas.background);
        painter.extend(levels.paint(editor, &view, is_dark).map(egui::Shape::from));
        painter.add(mesh.paint(editor, &view, is_dark));
        if mesh.drawn.waiting > 0 || levels.is_waiting() {
            ui.ctx().request_repaint();
        }
        let scene = editor.scene(ViewId::SPACE);
        overlay::paint(&painter, &view, editor, &scene, is_dark);
        self.pointer(&response, editor, rect, inputs);
        controls_ui(ui, rect, editor, inputs);
        if response.has_focus() {
            let stroke = egui::Stroke::new(HAIRLINE, palette.accent.gamma_multiply(0.6));
            ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
        ui.advance_cursor_after_rect(rect);
        response.on_hover_cursor(pointer::icon(editor.cursor()));
    }

    /// Reports what the pointer does since the last frame.
    fn pointer(&mut self, response: &Response, editor: &Editor, rect: Rect, inputs: &mut Vec<Input>) {
        let ctx = &response.ctx;
        if response.contains_pointer() {
            wheel(response, inputs);
        }
        let held = pointer::modifiers(ctx.input(|input| input.modifiers));
        let screen = |at: Pos2| Vec2::new(at.x - rect.min.x, at.y - rect.min.y);
        let pointer_at = |at: Pos2, height| editor.pointer_in_space(screen(at), height, held);
        let moved = ctx.input(|input| input.pointer.delta());
        let by = Vec2::new(moved.x, moved.y);
        let turns =
            [PointerButton::Middle, PointerButton::Secondary].map(|button| response.dragged_by(button));
        if turns.contains(&true) && moved != egui::Vec2::ZERO {
            let input = if held.shift { ViewInput::Pan(by) } else { ViewInput::Turn(by) };
            inputs.push(Input::View(ViewId::SPACE, input));
        }
        let Some(at) = response.interact_pointer_pos().or_else(|| response.hover_pos()) else {
            if let State::Dragging(_) = self.state {
                inputs.push(Input::Cancel);
            }
            if self.hover.take().is_some() {
                inputs.push(Input::Leave);
            }
            self.state = State::Idle;
            return;
        };
        if self.state == State::Idle && response.is_pointer_button_down_on() {
            let origin = ctx.input(|input| input.pointer.press_origin()).unwrap_or(at);
            let is_primary = ctx.input(|input| input.pointer.button_down(PointerButton::Primary));
            if let Some(pressed) = pointer_at(origin, None).filter(|_| is_primary) {
                self.state = State::Pressed(pressed, editor.height_under(pressed));
            }
        }
        self.go_on(response, &|height| pointer_at(at, height), inputs);
        if self.state == State::Idle
            && response.hovered()
            && let Some(pointer) = pointer_at(at, None).filter(|pointer| self.hover != Some(*pointer))
        {
            self.hover = Some(pointer);
            inputs.push(Input::Hover(pointer));
        }
    }

    fn go_on(
        &mut self,
        response: &Response,
        pointer_at: &dyn Fn(Option<f32>) -> Option<Pointer>,
        inputs: &mut Vec<Input>,
    ) {
        let is_down = response.ctx.input(|input| input.pointer.button_down(PointerButton::Primary));
        match self.state {
            State::Pressed(from, height) if response.dragged_by(PointerButton::Primary) => {
                if let Some(to) = pointer_at(Some(height)) {
                    inputs.push(Input::DragStart { from, to });
                    self.state = State::Dragging(height);
                }
            }
            State::Pressed(from, _) if !is_down => {
                let is_double = response.double_clicked_by(PointerButton::Primary);
                inputs.push(if is_double { Input::DoubleClick(from) } else { Input::Click(from) });
                self.state = State::Idle;
            }
            State::Dragging(height) => {
                let to = pointer_at(Some(height));
                inputs.extend(to.map(|to| if is_down { Input::Drag(to) } else { Input::DragEnd(to) }));
                if !is_down {
                    inputs.extend(to.is_none().then_some(Input::Cancel));
                    self.state = State::Idle;
                }
            }
            State::Idle if response.clicked_by(PointerButton::Primary) => {
                inputs.extend(pointer_at(None).map(Input::Click));
            }
            _ => {}
        }
    }
}

fn wheel(response: &Response, inputs: &mut Vec<Input>) {
    let screen = Vec2::ZERO;
    response.ctx.input(|input| {
        for event in &input.events {
            let factor = match event {
                Event::Zoom(factor) => *factor,
                Event::MouseWheel { unit: egui::MouseWheelUnit::Point, delta, .. } => {
                    NOTCH.powf(delta.y / NOTCH_POINTS)
                }
                Event::MouseWheel { delta, .. } => NOTCH.powf(delta.y),
                _ => continue,
            };
            inputs.push(Input::View(ViewId::SPACE, ViewInput::Zoom { screen, factor }));
        }
    });
}

/// Draws buttons for fixed directions and for the projection.
fn controls_ui(ui: &mut Ui, rect: Rect, editor: &Editor, inputs: &mut Vec<Input>) {
    let place = Rect::from_min_max(rect.min + egui::vec2(SPACE_M, SPACE_M), pos2(rect.max.x, rect.max.y));
    let mut line = ui.new_child(UiBuilder::new().max_rect(place));
    line.horizontal(|ui| {
        for (name, tooltip, direction) in [
            ("Top", "Look straight down, as the view from above", Direction::Top),
            ("Front", "Look along -Z", Direction::Front),
            ("Right", "Look along -X", Direction::Right),
            ("Corner", "Look down from a corner", Direction::Corner),
        ] {
            if ui.button(name).on_hover_text(tooltip).clicked() {
                inputs.push(Input::View(ViewId::SPACE, ViewInput::Look(direction)));
            }
        }
        let mut is_parallel = editor.orbit().is_parallel;
        let switch = ui.toggle_value(&mut is_parallel, "Parallel");
        if switch.on_hover_text("Keep parallel lines parallel, instead of perspective").changed() {
            inputs.push(Input::View(ViewId::SPACE, ViewInput::SetParallel(is_parallel)));
        }
        let hint = "Right drag turns, Shift moves, the wheel zooms";
        ui.label(egui::RichText::new(hint).small().weak());
    });
}
