//! The legend of the cell colours and the visible marks, in the lower right corner until it is moved.

use egui::{Color32, CursorIcon, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, Vec2};

use super::{ShownView, shapes, space_controls};
use crate::app::theme::{self, SMALL_SIZE, SPACE_L, SPACE_M};
use crate::editor::State;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::command::Command;
use crate::editor::session::options::{LEGEND_CORNER, Options};
use crate::editor::view::scene::Scene;
use crate::editor::view::scene::meaning::LegendMark;
use crate::picture::legend::{HEADER, LegendContent, WIDTH, draw_frame, place};
use crate::picture::pen::PageArea;

/// Draws the legend, or nothing while there is no cell.
///
/// Only its header takes clicks, which fold the legend, and drags, which move it.
pub(super) fn ui(ui: &Ui, view: &ShownView, state: &State, scene: &Scene, inputs: &mut Vec<Input>) {
    let canvas = view.rect;
    if state.document().mesh.cell_count() == 0 || canvas.width() < WIDTH * 1.5 {
        return;
    }
    let is_folded = !state.options().shows_legend;
    let area = glam::Vec2::new(canvas.width(), canvas.height());
    let content = (!is_folded).then(|| LegendContent::new(state, &state.camera(), scene, area));
    let size = content.as_ref().map_or_else(|| glam::Vec2::new(88.0, HEADER), LegendContent::size);
    let size = Vec2::new(size.x, size.y);
    // Positions of the upper left corner at which the whole legend is in the view.
    let mut inner = canvas.shrink(SPACE_L);
    if view.orbit.is_some() {
        inner.min.y = (inner.min.y + space_controls::HEIGHT).min(inner.max.y);
        // The hint of the 3D view lies below the legend.
        inner.max.y = (inner.max.y - SMALL_SIZE - SPACE_M).max(inner.min.y);
    }
    let free = Rect::from_min_size(inner.min, (inner.size() - size).max(Vec2::ZERO));
    let rect = Rect::from_min_size(corner(view, free, size, state), size);
    let title = content.as_ref().map_or("Legend", |content| content.legend.title);
    let header = Rect::from_min_size(rect.min, Vec2::new(rect.width(), HEADER));
    let response = header_ui(ui, header, is_folded, inputs);
    let corner = glam::Vec2::new(rect.min.x - canvas.min.x, rect.min.y - canvas.min.y);
    let mut pen = view.pen(ui.visuals().dark_mode);
    let is_marked = response.hovered() || response.has_focus();
    draw_frame(&mut pen, PageArea::of_size(corner, glam::Vec2::new(size.x, size.y)), title, is_marked);
    if let Some(content) = &content {
        content.draw(&mut pen, state, corner);
    }
    let painter = ui.painter_at(canvas);
    shapes::paint(&painter, canvas.min, pen);
    let color = theme::palette(ui.visuals().dark_mode).text;
    chevron(&painter, header.right_center() - Vec2::new(SPACE_L, 0.0), is_folded, color);
    drag(ui, &response, free, state, inputs);
    if let Some(content) = content {
        let body = Rect::from_min_max(header.left_bottom(), rect.max);
        let response = ui.interact(body, egui::Id::unique("legend"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, words(&content)));
        if !content.more_marks.is_empty() {
            response.on_hover_text(names(&content.more_marks).join("\n"));
        }
    }
}

fn names(marks: &[LegendMark]) -> Vec<&str> {
    marks.iter().map(|mark| &*mark.text).collect()
}

/// Returns the legend's upper left corner.
fn corner(view: &ShownView, free: Rect, size: Vec2, state: &State) -> Pos2 {
    let point = |at: Pos2| glam::Vec2::new(at.x, at.y);
    let ends: Vec<glam::Vec2> = view.ends(state).into_iter().map(point).collect();
    let free = [free.min, free.max].map(point);
    let size = glam::Vec2::new(size.x, size.y);
    let corner = place(state, free, size, &ends, |at| view.window_from_world(at).map(point));
    Pos2::new(corner.x, corner.y)
}

/// Returns the centre of the legend's header in the last frame; `None` while there is no legend.
pub(in crate::app) fn place_of_legend(ctx: &egui::Context) -> Option<Pos2> {
    ctx.read_response(egui::Id::unique("legend header")).map(|response| response.rect.center())
}

/// Moves the legend by a drag of its header, or back by its menu.
fn drag(ui: &Ui, response: &Response, free: Rect, session: &Session, inputs: &mut Vec<Input>) {
    let grab = response.id.with("grab");
    if response.drag_started() {
        let origin = ui.input(|input| input.pointer.press_origin()).unwrap_or(response.rect.min);
        ui.data_mut(|data| data.insert_temp(grab, origin - response.rect.min));
    }
    let mut place = session.options().legend_place;
    if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
        let offset: Vec2 = ui.data(|data| data.get_temp(grab)).unwrap_or_default();
        let share = |at: f32, room: f32| if room > 0.0 { (at / room).clamp(0.0, 1.0) } else { 1.0 };
        let corner = at - offset - free.min;
        place = glam::Vec2::new(share(corner.x, free.width()), share(corner.y, free.height()));
    }
    response.context_menu(|ui| {
        let button = ui.button("Reset the position");
        if button.on_hover_text("Move the legend back to the lower right corner").clicked() {
            place = LEGEND_CORNER;
        }
    });
    if place != session.options().legend_place {
        inputs.push(Input::SetOptions(Options { legend_place: place, ..session.options().clone() }));
    }
}

fn header_ui(ui: &Ui, rect: Rect, is_folded: bool, inputs: &mut Vec<Input>) -> Response {
    let response = ui.interact(rect, egui::Id::unique("legend header"), Sense::click_and_drag());
    let name = if is_folded { "Unfold the legend" } else { "Fold the legend" };
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, name));
    let description = format!("{name} (F5)\nDrag to move it; right click to reset its position");
    let response = response.on_hover_text(description);
    if response.clicked() {
        inputs.push(Input::Run(Command::ToggleLegend));
    }
    response
}

/// Paints an arrow that points down, or up while the legend is folded.
fn chevron(painter: &Painter, at: Pos2, is_up: bool, color: Color32) {
    let down = if is_up { -1.0 } else { 1.0 };
    let corners = [Vec2::new(-4.0, -2.0 * down), Vec2::new(0.0, 2.0 * down), Vec2::new(4.0, -2.0 * down)];
    painter.add(Shape::line(corners.map(|corner| at + corner).into(), Stroke::new(1.5, color)));
}

/// Returns the legend as a sentence for screen readers.
fn words(content: &LegendContent) -> String {
    let LegendContent { legend, rows, marks, .. } = content;
    let key = match legend.key.scale_ends() {
        Some([from, to]) => format!("from {from} to {to}"),
        None => rows.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(", "),
    };
    let marks = [names(marks), names(&content.more_marks)].concat();
    format!("Legend. {}: {key}. {} Marks: {}", legend.title, legend.note, marks.join(", "))
}
