//! What to do when there is nothing yet.

use egui::{Align2, FontId, Rect, Ui, Vec2};

use crate::app::theme::{self, BODY_SIZE, HEADING_SIZE, SPACE_XL};
use crate::editor::{Command, Editor};

/// Says what to do next while the document holds no vertex.
pub(super) fn ui(ui: &Ui, canvas: Rect, editor: &Editor) {
    if !editor.document().mesh.is_empty() || editor.is_gesture_running() {
        return;
    }
    let palette = theme::palette(ui.visuals().dark_mode);
    let painter = ui.painter_at(canvas);
    let lines = [
        format!("{}, then click corner by corner, draws a cell", key(Command::DrawTool)),
        format!(
            "{} opens a navmesh or imports a glTF file; files can be dropped here too",
            key(Command::Open)
        ),
        format!("{} finds every other command", key(Command::Palette)),
    ];
    let mut at = canvas.center() - Vec2::new(0.0, 48.0);
    painter.text(
        at,
        Align2::CENTER_CENTER,
        "Nothing here yet",
        FontId::proportional(HEADING_SIZE),
        palette.text,
    );
    at.y += SPACE_XL * 0.75;
    for line in lines {
        at.y += SPACE_XL * 1.4;
        painter.text(at, Align2::CENTER_CENTER, line, FontId::proportional(BODY_SIZE), palette.text_weak);
    }
}

/// The key that the table names for a verb.
fn key(command: Command) -> String {
    let shortcut = command.spec().and_then(|spec| spec.shortcuts.first());
    shortcut.map_or_else(String::new, ToString::to_string)
}
