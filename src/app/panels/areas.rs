//! The areas panel: names and colours of the areas, and the current area.

use egui::{ScrollArea, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::parts;
use crate::document::Area;
use crate::editor::Editor;
use crate::editor::edits::area::AreaInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::navmesh::AreaId;

/// View state of the panel, such as the name being typed.
#[derive(Debug, Default)]
pub(in crate::app) struct AreasPanel {
    typing: Option<(AreaId, String)>,
    /// Colour being chosen; it becomes one undo step when the choice is made.
    coloring: Option<(AreaId, [u8; 3])>,
}

impl AreasPanel {
    pub(in crate::app) fn ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
        ui.horizontal(|ui| {
            parts::command_button(ui, editor, inputs, Command::PaintTool, "Paint");
            parts::command_button(ui, editor, inputs, Command::PaintSelection, "Paint the selection");
            parts::at_right(ui, |ui| {
                parts::command_icon(ui, editor, inputs, Command::NewArea, Icon::Add, false);
            });
        });
        parts::note(ui, "New and painted cells get the selected area.");
        ui.add_space(theme::SPACE_S);
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            for (id, area) in (0..=u8::MAX).map(AreaId).zip(editor.document().areas.iter()) {
                ui.push_id(id.0, |ui| self.row_ui(ui, editor, inputs, id, area));
            }
        });
    }

    fn row_ui(&mut self, ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
        ui.horizontal(|ui| {
            let is_active = editor.options().area == id;
            let choose = ui.name_inputs(format!("Paint with {}", area.name), |ui| ui.radio(is_active, ""));
            if choose.on_hover_text("Select this area for painted and new cells").clicked() {
                inputs.push(Input::Area(AreaInput::Activate(id)));
            }
            self.color_ui(ui, inputs, id, area);
            self.name_ui(ui, inputs, id, area);
            parts::at_right(ui, |ui| {
                let can_remove = editor.document().areas.len() > 1;
                let name = format!("Remove {}", area.name);
                let remove = ui
                    .add_enabled_ui(can_remove, |ui| theme::icon_button(ui, Icon::Trash, &name, false))
                    .inner;
                let remove = remove.on_hover_text("Remove this area; its cells get the first area");
                if remove.on_disabled_hover_text("A document needs at least one area").clicked() {
                    inputs.push(Input::Area(AreaInput::Remove(id)));
                }
                let name = format!("Select {}", area.name);
                let select = theme::icon_button(ui, Icon::Select, &name, false);
                if select.on_hover_text("Select the cells of this area").clicked() {
                    inputs.push(Input::Area(AreaInput::Select(id)));
                }
            });
        });
    }

    fn color_ui(&mut self, ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
        let mut color = self.coloring.filter(|(of, _)| *of == id).map_or(area.color, |(_, color)| color);
        let button =
            ui.name_inputs(format!("Colour of {}", area.name), |ui| ui.color_edit_button_srgb(&mut color));
        if button.on_hover_text("The colour of this area in the view").changed() {
            self.coloring = Some((id, color));
        }
        let is_choosing = ui.input(|input| input.pointer.any_down());
        if let Some((_, color)) = self.coloring.filter(|(of, _)| *of == id && !is_choosing) {
            self.coloring = None;
            if color != area.color {
                inputs.push(Input::Area(AreaInput::Recolor(id, color)));
            }
        }
    }

    fn name_ui(&mut self, ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
        let width = (ui.available_width() - 72.0).max(60.0);
        let named = (id, area.name.as_str());
        if let Some(name) = parts::name_field(ui, &mut self.typing, named, width, "Name of the area") {
            inputs.push(Input::Area(AreaInput::Rename(id, name)));
        }
    }
}
