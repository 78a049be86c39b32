//! Every step as a line; a million lines cost as little as those that can be seen.

use eframe::egui::{Align, RichText, ScrollArea, Sense, Ui, vec2};

use super::decision::{color_of, icon_of, name_of};
use crate::app::theme;
use crate::editor::{Editor, Input, StepInput};
use crate::pathfinding::FunnelStep;

const ROW: f32 = 22.0;

/// Draws the list; `shown` is the cursor it showed last, so that it follows only when the cursor moves.
pub(super) fn ui(
    ui: &mut Ui,
    editor: &Editor,
    inputs: &mut Vec<Input>,
    height: f32,
    shown: &mut Option<usize>,
) {
    let cursor = editor.stepper().cursor();
    let timeline = editor.timeline();
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().id_salt("steps").max_height(height).auto_shrink([false, true]);
    if *shown != cursor {
        *shown = cursor;
        let middle = cursor.unwrap_or(0) as f32 * ROW - (height - ROW) * 0.5;
        area = area.vertical_scroll_offset(middle.max(0.0));
    }
    area.show_rows(ui, ROW, timeline.len(), |ui, rows| {
        for index in rows {
            let Some(step) = timeline.get(index) else { continue };
            if row_ui(ui, index, step, cursor == Some(index)) {
                inputs.push(Input::Step(StepInput::SetCursor(index)));
            }
        }
    });
}

fn row_ui(ui: &mut Ui, index: usize, step: &FunnelStep, is_current: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let name = name_of(&step.decision);
    let place = format!("portal {}, {}", step.portal, step.side.name());
    response.widget_info(|| {
        let label = format!("Step {}: {name}, {place}", index + 1);
        eframe::egui::WidgetInfo::selected(eframe::egui::Role::Button, true, is_current, label)
    });
    let visuals = ui.style().interact_selectable(&response, is_current);
    if is_current {
        ui.painter().rect_filled(rect, theme::CORNER, ui.visuals().selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::CORNER, visuals.weak_bg_fill);
    }
    let color = if is_current { visuals.text_color() } else { color_of(&step.decision, ui) };
    let mut line = ui.new_child(eframe::egui::UiBuilder::new().max_rect(rect.shrink2(vec2(6.0, 0.0))));
    line.horizontal_centered(|ui| {
        ui.allocate_ui_with_layout(
            vec2(34.0, ROW),
            eframe::egui::Layout::right_to_left(Align::Center),
            |ui| ui.label(RichText::new((index + 1).to_string()).monospace().small().weak()),
        );
        let (icon, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        theme::paint_icon(icon_of(&step.decision), ui.painter(), icon, color);
        ui.label(RichText::new(name).color(color));
        ui.with_layout(eframe::egui::Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(place).weak());
        });
    });
    response.on_hover_text("Click to go to this step").clicked()
}
