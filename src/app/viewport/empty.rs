//! Instructions for an empty document.

use egui::text::LayoutJob;
use egui::{Align, FontId, Rect, Ui, Vec2};

use crate::app::theme::{self, BODY_SIZE, CORNER, HEADING_SIZE, SPACE_XL};
use crate::editor::Editor;
use crate::editor::session::command::Command;

/// Draws instructions while the document contains no vertex.
pub(super) fn ui(ui: &Ui, canvas: Rect, editor: &Editor) {
    if !editor.document().mesh.is_empty() || editor.is_gesture_running() {
        return;
    }
    let palette = theme::palette(ui.visuals().dark_mode);
    let painter = ui.painter_at(canvas);
    let lines = [
        format!("{} draws a cell: click its corners, then press Enter", key(Command::DrawTool)),
        format!(
            "{} opens a navmesh or imports a glTF file; you can also drop a file here",
            key(Command::Open)
        ),
        format!("{} finds every other command", key(Command::Palette)),
    ];
    let width = (canvas.width() - 4.0 * SPACE_XL).max(100.0);
    let text = |words: String, size: f32, color| {
        let mut job = LayoutJob::simple(words, FontId::proportional(size), color, width);
        job.halign = Align::Center;
        painter.layout_job(job)
    };
    let heading = text("Empty document".into(), HEADING_SIZE, palette.text);
    let body = text(lines.join("\n"), BODY_SIZE, palette.text_weak);
    let size = Vec2::new(heading.size().x.max(body.size().x), heading.size().y + SPACE_XL + body.size().y);
    let place = Rect::from_center_size(canvas.center(), size);
    // Without a background, the grid's axes would cross the text.
    painter.rect_filled(place.expand(SPACE_XL), CORNER, palette.canvas.background);
    let below = heading.size().y + SPACE_XL;
    painter.galley(place.center_top(), heading, palette.text);
    painter.galley(place.center_top() + Vec2::new(0.0, below), body, palette.text_weak);
}

/// Returns the first key of a command in the table.
fn key(command: Command) -> String {
    let shortcut = command.spec().and_then(|spec| spec.shortcuts.first());
    shortcut.map_or_else(String::new, ToString::to_string)
}
