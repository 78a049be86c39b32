//! The areas panel: names and colours of the areas, and the current area.

use egui::{ScrollArea, Ui};

use crate::app::theme::{self, Icon};
use crate::app::widgets::number::edited;
use crate::app::widgets::parts;
use crate::document::Area;
use crate::editor::Editor;
use crate::editor::edits::area::AreaInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use crate::navmesh::AreaId;

pub(in crate::app) fn ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>) {
    ui.horizontal(|ui| {
        parts::command_button(ui, editor, inputs, Command::PaintTool, "Paint");
        parts::command_button(ui, editor, inputs, Command::PaintSelection, "Paint the selection");
        parts::at_right(ui, |ui| {
            parts::command_icon(ui, editor, inputs, Command::NewArea, Icon::ADD, false);
            parts::command_button(ui, editor, inputs, Command::CopyAreas, "Copy");
        });
    });
    parts::note(ui, "New and painted cells get the selected area.");
    ui.add_space(theme::SPACE_S);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for (id, area) in (0..=u8::MAX).map(AreaId).zip(editor.document().areas.iter()) {
            ui.push_id(id.0, |ui| row_ui(ui, editor, inputs, id, area));
        }
    });
}

fn row_ui(ui: &mut Ui, editor: &Editor, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    ui.horizontal(|ui| {
        let is_active = editor.options().area == id;
        let choose = ui.name_inputs(format!("Paint with {}", area.name), |ui| ui.radio(is_active, ""));
        let tooltip = "Select this area for painted and new cells";
        parts::on_click(choose, tooltip, inputs, Input::Area(AreaInput::Activate(id)));
        color_ui(ui, inputs, id, area);
        name_ui(ui, inputs, id, area);
        parts::at_right(ui, |ui| {
            let can_remove = editor.document().areas.len() > 1;
            let name = format!("Remove {}", area.name);
            let remove =
                ui.add_enabled_ui(can_remove, |ui| theme::icon_button(ui, Icon::TRASH, &name, false)).inner;
            let remove = remove.on_hover_text("Remove this area; its cells get the first area");
            if remove.on_disabled_hover_text("A document needs at least one area").clicked() {
                inputs.push(Input::Area(AreaInput::Remove(id)));
            }
            let name = format!("Select {}", area.name);
            let select = theme::icon_button(ui, Icon::SELECT, &name, false);
            let tooltip = "Select the cells of this area";
            parts::on_click(select, tooltip, inputs, Input::Area(AreaInput::Select(id)));
        });
    });
}

fn color_ui(ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    let chosen = edited(ui, ("colour", id), area.color, |ui, color| {
        let button = ui.color_edit_button_srgb(color);
        // The toolkit gives all buttons of this kind the same name.
        let name = format!("Colour of {}", area.name);
        ui.ctx().accesskit_node_builder(button.id, |node| node.set_label(name));
        let is_changed = button.on_hover_text("The colour of this area in the view").changed();
        (is_changed, !ui.input(|input| input.pointer.any_down()))
    });
    let chosen = chosen.filter(|color| *color != area.color);
    inputs.extend(chosen.map(|color| Input::Area(AreaInput::Recolor(id, color))));
}

fn name_ui(ui: &mut Ui, inputs: &mut Vec<Input>, id: AreaId, area: &Area) {
    let width = (ui.available_width() - 72.0).max(60.0);
    let name = parts::name_field(ui, id.0.into(), &area.name, width, "Name of the area");
    inputs.extend(name.map(|name| Input::Area(AreaInput::Rename(id, name))));
}
