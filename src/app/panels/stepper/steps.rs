//! List of the steps of one stage; only visible lines are laid out.

use egui::{Align, RichText, ScrollArea, Sense, Ui, vec2};

use super::event::{color_of, icon_of, place_of};
use crate::app::theme;
use crate::app::widgets::parts;
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::queries::stepping::StepInput;
use crate::pathfinding::timeline::{QueryEvent, Stage};

const ROW: f32 = 22.0;

/// Draws the list of a stage; it scrolls only if the cursor differs from `shown`, its last cursor.
pub(super) fn ui(
    ui: &mut Ui,
    editor: &Editor,
    inputs: &mut Vec<Input>,
    stage: Stage,
    height: f32,
    shown: &mut Option<usize>,
) {
    let cursor = editor.stepper().cursor();
    let range = editor.trace().range(stage);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area =
        ScrollArea::vertical().id_salt(("steps", stage)).max_height(height).auto_shrink([false, true]);
    if *shown != cursor {
        *shown = cursor;
        let local = cursor.unwrap_or(0).saturating_sub(range.start);
        let middle = local as f32 * ROW - (height - ROW) * 0.5;
        area = area.vertical_scroll_offset(middle.max(0.0));
    }
    area.show_rows(ui, ROW, range.len(), |ui, rows| {
        for local in rows {
            let Some(event) = editor.trace().get_in(stage, local) else { continue };
            if row_ui(ui, local, &event, cursor == Some(range.start + local)) {
                inputs.push(Input::Step(StepInput::SetCursor(range.start + local)));
            }
        }
    });
}

fn row_ui(ui: &mut Ui, local: usize, event: &QueryEvent, is_current: bool) -> bool {
    let kind = event.kind();
    let place = place_of(event);
    let number = parts::thousands(local + 1);
    let name = format!("Step {}: {}, {place}", local + 1, kind.title());
    let (rect, response) = parts::wide_row(ui, ROW, is_current, &name);
    let color = if is_current { ui.visuals().selection.stroke.color } else { color_of(kind, ui) };
    let mut line = ui.new_child(egui::UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 0.0))));
    line.horizontal_centered(|ui| {
        let width = 34.0_f32.max(7.0 * number.len() as f32);
        ui.allocate_ui_with_layout(vec2(width, ROW), egui::Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(number).monospace().small().weak())
        });
        let (icon, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        theme::paint_icon(icon_of(kind), ui.painter(), icon, color);
        ui.label(RichText::new(kind.title()).color(color));
        ui.with_layout(egui::Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(place).weak());
        });
    });
    response.on_hover_text("Click to go to this step").clicked()
}
