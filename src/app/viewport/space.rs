//! The 3D view: the mesh and its levels in perspective, with the marks of the scene.

use egui::{CursorIcon, Id, Response, Sense, Ui};
use glam::Vec2;

use super::layer::MeshLayer;
use super::level_layer::LevelLayer;
use super::space_pointer::SpacePointer;
use super::{
    ShownView, instructions_ui, legend, named, pointer, shapes, space_controls, space_grid, summary,
};
use crate::app::theme::{self, HAIRLINE};
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::view::views::{ViewId, ViewInput};
use crate::picture::marks;

/// The 3D view and the state of its pointer.
#[derive(Debug, Default)]
pub(super) struct SpaceView {
    pub(super) pointer: SpacePointer,
}

impl SpaceView {
    /// Returns the id of the widget that takes the pointer.
    pub(super) fn id() -> Id {
        Id::unique("space")
    }

    /// Draws the view into the available space; returns the canvas for a context menu.
    ///
    /// `shows_legend` is `false` while another view shows the legend.
    pub(super) fn ui(
        &self,
        ui: &mut Ui,
        editor: &Editor,
        (mesh, levels): (&mut MeshLayer, &mut LevelLayer),
        (hides_tooltip, shows_legend): (bool, bool),
        inputs: &mut Vec<Input>,
    ) -> Response {
        let is_dark = ui.visuals().dark_mode;
        let rect = ui.available_rect_before_wrap();
        let response = ui.interact(rect, Self::id(), Sense::click_and_drag());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, summary("3D view", editor)));
        let size = Vec2::new(rect.width(), rect.height());
        let mut orbit = *editor.orbit();
        if size != orbit.size && size.min_element() > 0.0 {
            inputs.push(Input::View(ViewId::SPACE, ViewInput::Resize(size)));
            orbit.size = size;
        }
        let view = ShownView::in_space(orbit, rect);
        let palette = theme::palette(is_dark);
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, palette.canvas.background);
        let mut pen = view.pen(is_dark);
        space_grid::draw(&mut pen, &view, editor);
        shapes::paint(&painter, rect.min, pen);
        painter.extend(levels.paint(editor, &view, is_dark).map(egui::Shape::from));
        painter.add(mesh.paint(editor, &view, is_dark));
        if mesh.drawn.waiting > 0 || levels.is_waiting() {
            ui.ctx().request_repaint();
        }
        let scene = editor.scene(ViewId::SPACE);
        let mut pen = view.pen(is_dark);
        marks::draw(&mut pen, editor, &scene);
        shapes::paint(&painter, rect.min, pen);
        if shows_legend {
            legend::ui(ui, &view, editor, &scene, inputs);
        }
        instructions_ui(ui, rect, editor);
        space_controls::ui(ui, rect, editor, self.pointer.is_flying(ui.ctx()), inputs);
        if response.has_focus() {
            let stroke = egui::Stroke::new(HAIRLINE, palette.accent.gamma_multiply(0.6));
            ui.painter().rect_stroke(rect, 0.0, stroke, egui::StrokeKind::Inside);
        }
        ui.advance_cursor_after_rect(rect);
        let cursor =
            if self.pointer.is_moving() { CursorIcon::Grabbing } else { pointer::icon(editor.cursor()) };
        let response = response.on_hover_cursor(cursor);
        if hides_tooltip || self.pointer.is_moving() { response } else { named(response, editor, &scene) }
    }
}
