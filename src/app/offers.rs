//! The note over the view about a file that another program changed or removed.

use egui::{Align2, Area, Frame, Id, Order, Rect, RichText, Ui, vec2};

use super::theme::{self, SPACE_L, SPACE_S};
use super::widgets::parts;
use crate::editor::State;
use crate::editor::files::file::changed::{self, ChangedRole};
use crate::editor::interaction::input::Input;
use crate::editor::session::command::Command;
use navsmith_formats::io::FileRef;

/// Height of the scale bar with its margins, in points.
const SCALE_BAR: f32 = 40.0;

/// Draws the note above the scale bar; returns the part of the view above the note.
pub(super) fn ui(ctx: &egui::Context, view: Rect, state: &State, inputs: &mut Vec<Input>) -> Rect {
    let removed = state.file_ref().filter(|_| changed::is_removed(state));
    let offer = changed::offer(state);
    if state.dialog().is_some() || (removed.is_none() && offer.is_none()) {
        return view;
    }
    let corner = view.left_bottom() + vec2(SPACE_L, -SCALE_BAR);
    let area = Area::new(Id::unique("changed file")).order(Order::Middle);
    let area = area.pivot(Align2::LEFT_BOTTOM).fixed_pos(corner).constrain_to(view);
    let shown = area.show(ctx, |ui| {
        let stroke = egui::Stroke::new(theme::HAIRLINE, theme::palette(ui.visuals().dark_mode).warning);
        let margin = egui::Margin::symmetric(SPACE_L as i8, SPACE_S as i8);
        Frame::popup(ui.style()).stroke(stroke).inner_margin(margin).show(ui, |ui| {
            ui.horizontal(|ui| match (removed, offer) {
                (Some(file), _) => removed_ui(ui, state, inputs, file),
                (None, Some(offer)) => changed_ui(ui, state, inputs, offer),
                (None, None) => {}
            });
        });
    });
    let top = shown.response.rect.min.y - SPACE_S;
    view.with_max_y((top + SCALE_BAR).clamp(view.min.y, view.max.y))
}

/// Draws the note about the file of the document, which does not exist any more.
fn removed_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, file: &FileRef) {
    let text = RichText::new(format!("{} was deleted or moved.", file.name()));
    ui.label(text).on_hover_text(format!("{file}\nOnly this window has the document. Save it."));
    parts::command_button(ui, state, inputs, Command::Save, "Save");
    parts::command_button(ui, state, inputs, Command::SaveAs, "Save as…");
}

/// Draws the offer to read a changed file again.
fn changed_ui(ui: &mut Ui, state: &State, inputs: &mut Vec<Input>, (file, role): (&FileRef, ChangedRole)) {
    let count = changed::offer_count(state);
    let rest = if count > 1 { format!(" ({} more)", count - 1) } else { String::new() };
    let text = RichText::new(format!("{} changed on disk.{rest}", file.name()));
    ui.label(text).on_hover_text(file.to_string());
    parts::command_button(ui, state, inputs, Command::ReloadChanged, "Reload");
    if role != ChangedRole::Level {
        parts::command_button(ui, state, inputs, Command::CompareChanged, "Compare");
    }
    parts::command_button(ui, state, inputs, Command::KeepChanged, "Keep");
}
