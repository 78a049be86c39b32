//! The cut height, above which levels are hidden.

use crate::editor::levels::surface;
use crate::editor::session::options::Options;
use crate::editor::{Editor, State};

/// Height of the first cut above the lowest visible mesh, in metres: between knees and shoulders.
const ABOVE_FLOOR: f32 = 1.2;

/// Step of the cut in metres.
const STEP: f32 = 0.25;

/// Begins a cut a little above the ground of the view, or ends it.
pub(in crate::editor) fn toggle_cut(editor: &mut Editor) {
    let cut_height = if editor.state.session.options.cut_height.is_some() { None } else { start(editor) };
    set(editor, cut_height);
}

/// Moves the cut by a number of steps; begins it if there is none.
pub(in crate::editor) fn move_cut(editor: &mut Editor, steps: f32) {
    let Some(height) = editor.state.session.options.cut_height else {
        let start = start(editor);
        return set(editor, start);
    };
    let Some(range) = range(editor) else { return };
    let next = ((height / STEP).round() + steps) * STEP;
    set(editor, Some(next.clamp(range[0].min(height), range[1].max(height))));
}

/// Returns the lowest and the highest cut, beyond which a cut would show nothing or all.
fn range(state: &State) -> Option<[f32; 2]> {
    let bounds = surface::surface(state)?.bounds();
    Some([bounds.min.y - STEP, bounds.max.y + STEP])
}

/// Returns the height at which a cut begins; `None` without a visible level.
///
/// It is the height of the last cut, or a little above the lowest vertex or the lowest ground.
pub fn start(state: &State) -> Option<f32> {
    let range = range(state)?;
    if let Some(last) = state.options().last_cut.filter(|&last| range[0] <= last && last <= range[1]) {
        return Some(last);
    }
    let bounds = surface::surface(state)?.bounds();
    let mesh = state.mesh().bounds();
    let low = if mesh.is_empty() { bounds.min.y } else { mesh.min.y.max(bounds.min.y) };
    Some(((low + ABOVE_FLOOR) / STEP).round() * STEP)
}

fn set(editor: &mut Editor, cut_height: Option<f32>) {
    editor.set_options(Options { cut_height, ..editor.state.session.options.clone() });
}
