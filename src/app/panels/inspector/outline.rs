//! A selected outline: its name, role, area and height.

use egui::{ComboBox, Ui};

use crate::app::widgets::choice;
use crate::app::widgets::number::{NumberField, released};
use crate::app::widgets::parts;
use crate::editor::State;
use crate::editor::edits::outlines::OutlineInput;
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_core::navmesh::AreaId;
use navsmith_core::outlines::OutlineRole;

/// Draws the settings of an outline; each change is one undo step.
pub(super) fn ui(ui: &mut Ui, state: &State, index: usize, inputs: &mut Vec<Input>) {
    let document = state.document();
    let Some(outline) = document.outlines.list.get(index) else { return };
    let area = if let OutlineRole::Ground(area) = outline.role { area } else { state.options().area };
    parts::section(ui, "Outline");
    parts::facts(ui, "outline", |facts| {
        facts.row_ui("Name", |ui| {
            let name = parts::name_field(ui, index, &outline.name, 160.0, "Name of the outline");
            inputs.extend(name.map(|name| Input::Outline(OutlineInput::Rename(index, name))));
        });
        facts.row_ui("Role", |ui| {
            let mut role = outline.role;
            let all = [OutlineRole::Ground(area), OutlineRole::Hole, OutlineRole::Constraint];
            let combo = ComboBox::from_id_salt(("outline role", index));
            choice::of_values(ui, combo, &mut role, &all, title, describe);
            if role != outline.role {
                inputs.push(Input::Outline(OutlineInput::SetRole(index, role)));
            }
        });
        if let OutlineRole::Ground(area) = outline.role {
            facts.row_ui("Area type", |ui| {
                let mut chosen = area;
                let all = (0..=u8::MAX).map(AreaId).zip(document.areas.iter());
                let combo =
                    ComboBox::from_id_salt(("outline area", index)).selected_text(document.area_text(area));
                choice::of_items(ui, combo, &mut chosen, all.map(|(id, area)| (id, &*area.name, "")));
                if chosen != area {
                    let role = OutlineRole::Ground(chosen);
                    inputs.push(Input::Outline(OutlineInput::SetRole(index, role)));
                }
            });
        }
        facts.row_ui("Height", |ui| {
            let typed = released(ui, ("outline height", index), outline.height, |ui, shown| {
                let field = NumberField::new(shown).speed(0.02).max_decimals(3).suffix(" m");
                ui.add(field).on_hover_text("Height of the generated cells\nDrag, or click and type")
            });
            inputs.extend(typed.map(|height| Input::Outline(OutlineInput::SetHeight(index, height))));
        });
        facts.row("Points", outline.points.len().to_string());
    });
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        parts::command_button(ui, state, inputs, Command::SelectOutline, "Select all points");
        let last = ui.add_enabled(index + 1 < document.outlines.list.len(), egui::Button::new("Move last"));
        let tooltip = "Add or subtract its ground after all others";
        parts::on_click(last, tooltip, inputs, Input::Outline(OutlineInput::MoveLast(index)));
        parts::command_button(ui, state, inputs, Command::StepTriangulation, "Steps");
        parts::command_button(ui, state, inputs, Command::BakeOutlines, "Bake");
    });
}

fn title(role: OutlineRole) -> &'static str {
    match role {
        OutlineRole::Ground(_) => "Ground",
        OutlineRole::Hole => "Hole",
        OutlineRole::Constraint => "Chain",
    }
}

fn describe(role: OutlineRole) -> &'static str {
    match role {
        OutlineRole::Ground(_) => "Its inside is generated as cells",
        OutlineRole::Hole => "Its inside is taken out of earlier outlines of its height",
        OutlineRole::Constraint => "An open line that paths do not cross",
    }
}
