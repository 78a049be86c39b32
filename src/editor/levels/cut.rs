//! The cut height, above which levels are hidden.

use crate::editor::Editor;
use crate::editor::levels::surface;
use crate::editor::session::options::Options;

/// Height of the first cut above the lowest visible mesh, in metres: between knees and shoulders.
const ABOVE_FLOOR: f32 = 1.2;

/// Step of the cut in metres.
const STEP: f32 = 0.25;

/// Begins a cut a little above the ground of the view, or ends it.
pub(in crate::editor) fn toggle_cut(editor: &mut Editor) {
    let cut_height = if editor.options.cut_height.is_some() { None } else { first(editor) };
    set(editor, cut_height);
}

/// Moves the cut by a number of steps; begins it if there is none.
pub(in crate::editor) fn move_cut(editor: &mut Editor, steps: f32) {
    let Some(height) = editor.options.cut_height else {
        let first = first(editor);
        return set(editor, first);
    };
    let Some(bounds) = surface::surface(editor).map(|surface| surface.bounds()) else { return };
    // Above the highest triangle, the cut would show nothing.
    let range = [bounds.min.y - STEP, bounds.max.y + STEP];
    let next = ((height / STEP).round() + steps) * STEP;
    set(editor, Some(next.clamp(range[0].min(height), range[1].max(height))));
}

/// Returns the height of the first cut, above the lowest vertex or the lowest ground.
fn first(editor: &Editor) -> Option<f32> {
    let bounds = surface::surface(editor)?.bounds();
    let mesh = editor.document.mesh.bounds();
    let low = if mesh.is_empty() { bounds.min.y } else { mesh.min.y.max(bounds.min.y) };
    Some(((low + ABOVE_FLOOR) / STEP).round() * STEP)
}

fn set(editor: &mut Editor, cut_height: Option<f32>) {
    editor.set_options(Options { cut_height, ..editor.options.clone() });
}
