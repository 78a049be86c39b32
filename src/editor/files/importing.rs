//! The import of the open dialog, or of one that was accepted before its result was ready.

use crate::editor::files::dialog::Dialog;
use crate::editor::files::import::{FileImport, ImportDialog, ImportedDocument};
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::progress::Stopped;

/// Result of an import that the user stopped.
const STOPPED: &str = "The import was stopped. Change a setting to start it again.";

/// Key of an import: the content of a file, and the settings.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ImportKey {
    import: FileImport,
    /// Distance in metres for the issues of the document.
    weld_distance: f32,
}

impl ImportKey {
    fn of(state: &State, import: &FileImport) -> Self {
        Self { import: import.clone(), weld_distance: state.options().weld_distance }
    }
}

impl Analysis for ImportKey {
    /// The document, or why the import failed, in a sentence.
    type Value = Result<ImportedDocument, String>;

    const TITLE: &'static str = "importing";

    const RUNS_TO_END: bool = true;

    fn when(state: &State) -> When {
        if present(state).is_some() { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self::of(state, present(state)?))
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        self.import.run(self.weld_distance, progress)
    }

    fn done(_: &mut State) -> Reaction {
        Reaction::Import
    }

    fn stopped(_: &mut State) -> Reaction {
        Reaction::CancelImport
    }
}

/// Returns the dialog whose import is computed: the first accepted one, or else the first open one.
fn present(state: &State) -> Option<&ImportDialog> {
    let mut open = state.dialogs.iter().filter_map(|dialog| match dialog {
        Dialog::Import(dialog) => Some(dialog),
        _ => None,
    });
    state.importing.front().or_else(|| open.next())
}

/// Returns the last computed result of a dialog; `Err` is a sentence.
///
/// While an import with changed settings is computed, this is the previous result.
pub fn result<'a>(state: &'a State, dialog: &ImportDialog) -> Option<Result<&'a ImportedDocument, &'a str>> {
    let memo = &state.analyses.import;
    if memo.is_stopped() && present(state) == Some(dialog) {
        return Some(Err(STOPPED));
    }
    memo.key().filter(|key| key.import.has_content_of(dialog))?;
    memo.latest().map(|result| result.as_ref().map_err(String::as_str))
}

/// Whether the result is that of the current settings.
pub fn is_ready(state: &State, dialog: &ImportDialog) -> bool {
    let memo = &state.analyses.import;
    let is_stopped = memo.is_stopped() && present(state) == Some(dialog);
    is_stopped || memo.key() == Some(&ImportKey::of(state, dialog))
}

/// Removes and returns the first accepted dialog with its result, if that is ready.
pub(super) fn take_accepted(state: &mut State) -> Option<(ImportDialog, Result<ImportedDocument, String>)> {
    let key = ImportKey::of(state, state.importing.front()?);
    state.analyses.import.key().filter(|known| **known == key)?;
    let (_, result) = state.analyses.import.take_value()?;
    Some((state.importing.pop_front()?, result))
}

/// Stops the import of a dialog that was closed, unless an accepted one is computed.
pub(super) fn close(editor: &mut Editor) {
    if editor.state.importing.is_empty() {
        editor.forget::<ImportKey>();
    }
}
