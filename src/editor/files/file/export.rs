//! Exports, and the choice between a save and an export by the name of a file.

use super::save::{Exported, WritePurpose, Writing, say_unknown_format};
use crate::editor::elements::islands;
use crate::editor::files::dialog::Dialog;
use crate::editor::files::export::{ExportDialog, ExportSettings};
use crate::editor::files::file::{leave, save, targets};
use crate::editor::session::effect::Message;
use crate::editor::session::pick::Element;
use crate::editor::session::request::{FilePurpose, FileRequest};
use crate::editor::{Editor, State};
use navsmith_formats::io::file::RequiredState;
use navsmith_formats::io::{DOCUMENT, FileRef, Format, GLB, WriteError};

/// Shows the dialog for a file to export to; suggests the last one.
///
/// For another document than the last time, suggests its name in the last format.
pub(in crate::editor) fn ask_where_to_export(editor: &mut Editor) {
    let last = editor.file.exported.as_ref();
    let suggested = last.and_then(|last| last.file.clone()).unwrap_or_else(|| {
        let open = editor.state.session.file.file.clone();
        let format = last.map_or(&GLB, |last| last.format);
        open.unwrap_or_else(|| FileRef::from(&*editor.state.session.file.name)).in_format(format)
    });
    editor.outbox.request(FileRequest::choose_near(FilePurpose::Export, suggested));
}

/// Exports to the file of the last export, unless another program changed it.
///
/// Without a last export, shows the dialog.
pub(in crate::editor) fn export_again(editor: &mut Editor) {
    match editor.file.exported.clone() {
        Some(Exported { file: Some(file), format, settings }) => {
            let stamp = editor.state.exports.stamps.get(&file);
            let expected = stamp.map_or(RequiredState::Nothing, |&stamp| RequiredState::Unchanged(stamp));
            export(editor, (file, format), settings, expected);
        }
        _ => ask_where_to_export(editor),
    }
}

/// Saves to a chosen file, or exports if its extension names another format.
pub(in crate::editor) fn save_to(editor: &mut Editor, file: FileRef) {
    let is_open = editor.state.session.file.file.as_ref() == Some(&file);
    let is_completed = !is_open && !file.has_extension();
    let file = if is_completed { file.in_format(&DOCUMENT) } else { file };
    match file.format() {
        _ if is_open => {}
        Some(format) if *format == DOCUMENT => {}
        Some(format) if format.is_exported() => {
            // The file dialog has already confirmed overwriting.
            return ask_how_to_export(editor, (file, format), RequiredState::Anything);
        }
        _ => return refuse_format(editor, &file),
    }
    let expected = match save::state_of_file(editor).filter(|_| is_open) {
        Some(expected) => expected,
        None if is_completed => RequiredState::Nothing,
        // The file dialog has already confirmed overwriting.
        None => RequiredState::Anything,
    };
    save::write(editor, file, expected, false);
}

/// Refuses a file name with an extension that cannot be written, and reopens the file dialog.
fn refuse_format(editor: &mut Editor, file: &FileRef) {
    say_unknown_format(editor, "saved", file, Format::writable());
    editor.outbox.request(FileRequest::choose_near(FilePurpose::Save, file.in_format(&DOCUMENT)));
}

/// Asks for the settings of an export to a chosen file in the format of its extension.
pub(in crate::editor) fn export_to(editor: &mut Editor, file: FileRef) {
    if editor.state.session.file.file.as_ref() == Some(&file) {
        return save::save(editor);
    }
    let is_completed = !file.has_extension();
    let format = editor.file.exported.as_ref().map_or(&GLB, |last| last.format);
    let file = if is_completed { file.in_format(format) } else { file };
    let Some(format) = file.format().filter(|format| format.is_exported()) else {
        say_unknown_format(editor, "exported", &file, Format::exported());
        editor.outbox.request(FileRequest::choose_near(FilePurpose::Export, file.in_format(&GLB)));
        return;
    };
    // The file dialog has already confirmed overwriting.
    let expected = if is_completed { RequiredState::Nothing } else { RequiredState::Anything };
    ask_how_to_export(editor, (file, format), expected);
}

/// Shows the dialog about an export, with the settings of its target or the last coordinates.
pub(super) fn ask_how_to_export(
    editor: &mut Editor,
    target: (FileRef, &'static Format),
    expected: RequiredState,
) {
    let last = editor.file.exported.as_ref().map(|last| last.settings).unwrap_or_default();
    let like_last = ExportSettings { is_stored: false, runs_on_save: false, ..last };
    let settings = targets::settings_of(editor, &target.0).unwrap_or(like_last);
    let dialog = ExportDialog::new(target, settings, expected, editor.without_gesture());
    leave::question(&mut editor.state, Dialog::Export(dialog));
}

/// Changes the settings in the export dialog.
pub(in crate::editor) fn set_export(state: &mut State, settings: ExportSettings) {
    if let Some(Dialog::Export(mut dialog)) = state.dialogs.pop_front() {
        dialog.set(settings, state.without_gesture());
        state.dialogs.push_front(Dialog::Export(dialog));
    }
}

/// Exports as an accepted dialog states; shows it again if the format refuses the coordinates.
pub(super) fn accept(editor: &mut Editor, dialog: ExportDialog) {
    let settings = dialog.settings();
    if dialog.format.refusal(settings.coordinates).is_some() {
        return editor.state.dialogs.push_front(Dialog::Export(dialog));
    }
    let ExportDialog { file, format, expected, .. } = dialog;
    targets::store(editor, &file, settings);
    export(editor, (file, format), settings, expected);
}

/// Queues a write of the document in another format; the document stays as unsaved as it is.
fn export(
    editor: &mut Editor,
    (file, format): (FileRef, &'static Format),
    settings: ExportSettings,
    expected: RequiredState,
) {
    let document = editor.without_gesture().clone();
    save::push(editor, Writing::new((file, format), settings, document, expected, WritePurpose::Export));
    save::go_on(editor);
}

/// Handles a document that a format cannot hold; selects and frames the cells that prevent it.
pub(in crate::editor) fn refused(editor: &mut Editor, why: &WriteError) {
    let exists = |cell| editor.mesh().cell(cell).is_some();
    let cells: Vec<_> = why.cells.iter().copied().filter(|&cell| exists(cell)).collect();
    let mut text = format!("The file was not written: {why}.");
    if !cells.is_empty() {
        if cells.iter().any(|&cell| editor.is_hidden(cell)) {
            islands::show_all_islands(&mut editor.state.session);
        }
        let bounds = editor.bounds_of_cells(&cells);
        editor.state.select(cells.iter().copied().map(Element::Cell));
        editor.state.frame(&bounds);
        text += if cells.len() == 1 { " The cell is selected." } else { " The cells are selected." };
    }
    save::not_saved(editor, Message::error(text));
}
