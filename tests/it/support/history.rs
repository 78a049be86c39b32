//! The undo history of an editor.

use navsmith::editor::Editor;

/// Returns the titles of all steps: the done ones from the oldest on, then the undone ones from the next redo on.
pub(crate) fn history_titles(editor: &Editor) -> Vec<&str> {
    let history = editor.history();
    let steps = history.done().iter().chain(history.undone().iter().rev());
    steps.map(|step| &*step.title).collect()
}
