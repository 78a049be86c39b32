//! The axes of the 3D view in its corner, the name of the view, and hints.

use egui::{Align2, FontId, Id, Pos2, Rect, Response, Sense, Stroke, Ui, Vec2};

use super::shapes;
use crate::app::theme::{self, SMALL_SIZE, SPACE_L, SPACE_M};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::editor::view::orbit::Direction;
use crate::editor::view::views::{ViewId, ViewInput};
use crate::picture::pen::{Pen, TextAnchor};
use crate::picture::text;
use crate::theme::palette::palette;

/// Radius of the axis indicator, in points.
const RADIUS: f32 = 34.0;

/// Height of the part of the view that the axes and the button below them cover, in points.
pub(super) const HEIGHT: f32 = 2.0 * (RADIUS + DISC) + SPACE_M + theme::ROW;

/// Radius of the disc at the end of an axis, in points.
const DISC: f32 = 8.5;

/// Ends of the axes: the index of the axis, its sign, its name, and the view from there.
const ENDS: [(usize, f32, &str, Direction, &str); 6] = [
    (0, 1.0, "X", Direction::Right, "Look along -X"),
    (0, -1.0, "", Direction::Left, "Look along X"),
    (1, 1.0, "Y", Direction::Top, "Look straight down"),
    (1, -1.0, "", Direction::Bottom, "Look straight up"),
    (2, 1.0, "Z", Direction::Front, "Look along -Z"),
    (2, -1.0, "", Direction::Back, "Look along Z"),
];

/// Draws the axes, the projection, the name of the view and a hint.
pub(super) fn ui(ui: &mut Ui, rect: Rect, state: &State, is_flying: bool, inputs: &mut Vec<Input>) {
    let middle = Pos2::new(rect.max.x - RADIUS - DISC - SPACE_L, rect.min.y + RADIUS + DISC + SPACE_L);
    if rect.width() > 4.0 * RADIUS && rect.height() > 4.0 * RADIUS {
        axes_ui(ui, middle, state, inputs);
        let below = middle + Vec2::new(0.0, RADIUS + DISC + SPACE_M);
        let place =
            Rect::from_center_size(below + Vec2::new(0.0, theme::ROW * 0.5), Vec2::new(96.0, theme::ROW));
        projection_ui(ui, place, state, inputs);
    }
    let is_dark = ui.visuals().dark_mode;
    let mut pen = Pen::in_space(*state.orbit(), is_dark);
    let look = (SMALL_SIZE, palette(is_dark).text_weak);
    pen.begin("names");
    pen.label(glam::Vec2::splat(SPACE_L), TextAnchor::LeftTop, name_of_view(state), look);
    let hint = hint(state, is_flying);
    if text::width(&hint, SMALL_SIZE) < rect.width() - 2.0 * SPACE_L {
        let at = glam::Vec2::new(SPACE_L, rect.height() - SPACE_L);
        pen.label(at, TextAnchor::LeftBottom, &hint, look);
    }
    shapes::paint(&ui.painter_at(rect), rect.min, pen);
}

/// Draws the button that switches the projection.
fn projection_ui(ui: &mut Ui, place: Rect, state: &State, inputs: &mut Vec<Input>) {
    let command = Command::ToggleParallel;
    let words = if state.orbit().has_parallel_lines() { "Parallel" } else { "Perspective" };
    let button = ui.put(place, egui::Button::new(egui::RichText::new(words).small()));
    let tooltip = command.spec().map_or("", |spec| spec.tooltip);
    if button.on_hover_text(tooltip).clicked() {
        inputs.push(Input::Run(command));
    }
}

/// Returns the name of the direction of the view.
fn name_of_view(state: &State) -> &'static str {
    match state.orbit().direction {
        Some(Direction::Top) => "Top",
        Some(Direction::Bottom) => "Bottom",
        Some(Direction::Front) => "Front",
        Some(Direction::Back) => "Back",
        Some(Direction::Right) => "Right",
        Some(Direction::Left) => "Left",
        Some(Direction::Corner) => "Corner",
        None => "3D",
    }
}

fn hint(state: &State, is_flying: bool) -> String {
    if is_flying {
        let speed = state.orbit().speed;
        let decimals = usize::from(speed < 10.0);
        return format!(
            "{speed:.decimals$} m/s  |  W A S D: fly  |  Q E: down, up  |  Wheel: speed  |  Shift: fast"
        );
    }
    "Middle drag: turn, Shift: pan  |  Right drag: look, W A S D: fly  |  Wheel: zoom".into()
}

/// Draws the axes; a click on an end looks from there, and a drag turns the view.
fn axes_ui(ui: &Ui, middle: Pos2, state: &State, inputs: &mut Vec<Input>) {
    let palette = theme::palette(ui.visuals().dark_mode);
    let area = Rect::from_center_size(middle, Vec2::splat(2.0 * (RADIUS + DISC)));
    let whole = ui.interact(area, Id::unique("axes"), Sense::click_and_drag());
    whole.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Group, true, "Axes of the 3D view"));
    let painter = ui.painter();
    if whole.hovered() || whole.dragged() {
        painter.circle_filled(middle, RADIUS + DISC, palette.control_hovered.gamma_multiply(0.5));
    }
    turn(&whole, state, inputs);
    let directions = state.orbit().axes_on_screen();
    let mut ends = ENDS.map(|end| (end, directions[end.0] * end.1));
    ends.sort_by(|(_, a), (_, b)| b.z.total_cmp(&a.z));
    for ((axis, sign, name, direction, tooltip), along) in ends {
        let at = middle + Vec2::new(along.x, along.y) * RADIUS;
        let color = palette.canvas.axes[axis];
        let disc = Rect::from_center_size(at, Vec2::splat(2.0 * DISC));
        let id = Id::unique(("axis", axis, sign > 0.0));
        let end = ui.interact(disc, id, Sense::click_and_drag()).on_hover_text(tooltip);
        end.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, tooltip));
        if sign > 0.0 {
            painter.line_segment([middle, at], Stroke::new(2.0, color));
            painter.circle_filled(at, DISC, color);
            let font = FontId::proportional(SMALL_SIZE);
            painter.text(at, Align2::CENTER_CENTER, name, font, palette.canvas.casing);
        } else {
            painter.circle_filled(at, DISC - 1.5, palette.canvas.casing);
            painter.circle_filled(at, DISC - 1.5, color.gamma_multiply(0.35));
            painter.circle_stroke(at, DISC - 1.5, Stroke::new(1.5, color));
        }
        if end.hovered() || end.has_focus() {
            painter.circle_stroke(at, DISC + 1.0, Stroke::new(1.5, palette.text_strong));
        }
        turn(&end, state, inputs);
        if end.clicked() {
            inputs.push(Input::View(ViewId::SPACE, ViewInput::Look(direction)));
        }
    }
}

/// Turns the view by a drag of the axes.
fn turn(response: &Response, state: &State, inputs: &mut Vec<Input>) {
    if response.drag_started() {
        let middle = state.orbit().size * 0.5;
        inputs.push(Input::View(ViewId::SPACE, ViewInput::BeginTurn(middle)));
    }
    let moved = response.drag_delta();
    if moved != Vec2::ZERO {
        let by = glam::Vec2::new(moved.x, moved.y) * TURN;
        inputs.push(Input::View(ViewId::SPACE, ViewInput::Turn(by)));
    }
}

/// Factor of a drag of the axes, compared with a drag in the view.
const TURN: f32 = 2.0;
