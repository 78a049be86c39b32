//! Saving the document.

use crate::document::{Document, enumeration};
use crate::editor::Editor;
use crate::editor::files::dialog::{AfterSave, Dialog};
use crate::editor::files::file::{leave, recovery};
use crate::editor::session::effect::{Effect, Message};
use crate::io::file::{RequiredState, Stamp};
use crate::io::save::{Caution, SaveOptions, refusal};
use crate::io::{self, DOCUMENT, FileRef, Format, GLB};

/// Document that is being written to a file.
#[derive(Debug)]
pub(super) struct Writing {
    file: FileRef,
    format: &'static Format,
    document: Document,
    expected: RequiredState,
    /// Whether the user agreed to every [`Caution`].
    is_forced: bool,
    /// Whether it saves the open document; an export does not.
    pub(super) is_open: bool,
}

/// A finished export, which [`export_again`] repeats.
#[derive(Clone, Debug)]
pub(super) struct Exported {
    file: FileRef,
    format: &'static Format,
    stamp: Stamp,
}

/// Saves to the open file; without one, opens a file dialog.
pub(in crate::editor) fn save(editor: &mut Editor) {
    match editor.file.file.clone() {
        Some(file) => {
            let expected = editor.file.stamp.map_or(RequiredState::Anything, RequiredState::Unchanged);
            write(editor, file, expected, false);
        }
        None => ask_where_to_save(editor),
    }
}

pub(in crate::editor) fn ask_where_to_save(editor: &mut Editor) {
    let original = editor.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.clone());
    let suggested = editor.file.file.clone().or(original);
    let suggested = suggested.unwrap_or_else(|| FileRef::from(&*editor.file.name).in_format(&DOCUMENT));
    editor.effects.push(Effect::AskSaveAs(suggested));
}

/// Saves to a chosen file, or exports if its extension names another format.
pub(in crate::editor) fn save_to(editor: &mut Editor, file: FileRef) {
    let is_open = editor.file.file.as_ref() == Some(&file);
    let is_completed = !is_open && !file.has_extension();
    let file = if is_completed { file.in_format(&DOCUMENT) } else { file };
    match file.format() {
        _ if is_open => {}
        Some(format) if *format == DOCUMENT => {}
        Some(format) if format.write.is_some() => {
            let losses = format.losses(recovery::without_gesture(editor));
            return leave::question(editor, Dialog::Export { file, format, losses });
        }
        _ => return refuse_format(editor, &file),
    }
    let expected = match editor.file.stamp.filter(|_| is_open) {
        Some(stamp) => RequiredState::Unchanged(stamp),
        None if is_completed => RequiredState::Nothing,
        // The file dialog has already confirmed overwriting.
        None => RequiredState::Anything,
    };
    write(editor, file, expected, false);
}

/// Refuses a file name with an extension that cannot be written, and reopens the file dialog.
fn refuse_format(editor: &mut Editor, file: &FileRef) {
    say_unknown_format(editor, "saved", file);
    editor.effects.push(Effect::AskSaveAs(file.in_format(&DOCUMENT)));
}

fn say_unknown_format(editor: &mut Editor, done: &str, file: &FileRef) {
    let (name, formats) = (file.name(), io::list(Format::writable()));
    let text =
        format!("Not {done}: {name} does not end like a format that navsmith writes. Choose a {formats}.");
    editor.say(Message::warning(text));
}

/// Shows the dialog for a file to export to; suggests the last one.
pub(in crate::editor) fn ask_where_to_export(editor: &mut Editor) {
    let last = editor.file.exported.as_ref().map(|last| last.file.clone());
    let suggested = last.unwrap_or_else(|| {
        let open = editor.file.file.clone();
        open.unwrap_or_else(|| FileRef::from(&*editor.file.name)).in_format(&GLB)
    });
    editor.effects.push(Effect::AskExport(suggested));
}

/// Exports to the file of the last export, unless another program changed it.
///
/// Without a last export, shows the dialog.
pub(in crate::editor) fn export_again(editor: &mut Editor) {
    match editor.file.exported.clone() {
        Some(Exported { file, format, stamp }) => {
            export(editor, file, format, RequiredState::Unchanged(stamp));
        }
        None => ask_where_to_export(editor),
    }
}

/// Exports to a chosen file in the format of its extension; first asks if the format loses content.
pub(in crate::editor) fn export_to(editor: &mut Editor, file: FileRef) {
    if editor.file.file.as_ref() == Some(&file) {
        return save(editor);
    }
    let is_completed = !file.has_extension();
    let format = editor.file.exported.as_ref().map_or(&GLB, |last| last.format);
    let file = if is_completed { file.in_format(format) } else { file };
    let Some(format) = file.format().filter(|format| format.write.is_some()) else {
        say_unknown_format(editor, "exported", &file);
        return editor.effects.push(Effect::AskExport(file.in_format(&GLB)));
    };
    let losses = format.losses(recovery::without_gesture(editor));
    if !losses.is_empty() {
        return leave::question(editor, Dialog::Export { file, format, losses });
    }
    let expected = if is_completed { RequiredState::Nothing } else { RequiredState::Anything };
    export(editor, file, format, expected);
}

/// Queues a write of the document in another format; the document stays as unsaved as it is.
pub(super) fn export(editor: &mut Editor, file: FileRef, format: &'static Format, expected: RequiredState) {
    let document = recovery::without_gesture(editor).clone();
    queue(editor, Writing { file, format, document, expected, is_forced: false, is_open: false });
}

/// Queues a save of the document without the preview of a gesture under way.
pub(in crate::editor) fn write(editor: &mut Editor, file: FileRef, expected: RequiredState, is_forced: bool) {
    let document = recovery::without_gesture(editor).clone();
    let writes = &editor.file.writes;
    if writes.back().is_some_and(|last| last.is_open && last.file == file && last.document == document) {
        return;
    }
    queue(editor, Writing { file, format: &DOCUMENT, document, expected, is_forced, is_open: true });
}

fn queue(editor: &mut Editor, write: Writing) {
    editor.file.writes.push_back(write);
    if editor.file.writes.len() == 1 {
        write_next(editor);
    }
}

fn write_next(editor: &mut Editor) {
    if let Some(Writing { file, format, document, expected, is_forced, .. }) = editor.file.writes.front() {
        let options = SaveOptions {
            expected: *expected,
            is_forced: *is_forced,
            is_empty: document.is_empty(),
            keeps_previous: editor.options.keeps_previous,
        };
        let (file, document) = (file.clone(), document.clone());
        editor.effects.push(Effect::Write { file, format, document, options });
    }
}

pub(in crate::editor) fn saved(editor: &mut Editor, file: FileRef, stamp: Stamp, warning: Option<String>) {
    let write = editor.file.writes.pop_front();
    let export = write.as_ref().filter(|write| !write.is_open);
    let message = match (warning, export) {
        (Some(warning), _) => Message::warning(warning),
        (None, None) => Message::info(format!("Saved {file}.")),
        (None, Some(Writing { format, document, .. })) => {
            let losses = format.losses(document);
            let lost =
                (!losses.is_empty()).then(|| format!("The file does not store {}.", enumeration(&losses)));
            let unsaved = editor.is_dirty().then(|| "The document still has unsaved changes.".to_owned());
            let sentences = [Some(format!("Exported {file}.")), lost, unsaved];
            Message::info(sentences.into_iter().flatten().collect::<Vec<_>>().join(" "))
        }
    };
    match export {
        Some(&Writing { format, .. }) => {
            editor.file.exported = Some(Exported { file: file.clone(), format, stamp });
        }
        None => editor.effects.push(Effect::Remember(file.clone())),
    }
    editor.say(message);
    for next in editor.file.writes.iter_mut().filter(|next| next.file == file) {
        next.expected = RequiredState::Unchanged(stamp);
    }
    if let Some(Writing { document, .. }) = write.filter(|write| write.is_open) {
        editor.file.saved = Some(document);
        (editor.file.file, editor.file.stamp) = (Some(file), Some(stamp));
        if !editor.is_dirty() {
            recovery::forget_work(editor);
        }
    }
    write_next(editor);
    if editor.file.writes.is_empty()
        && let Some(then) = editor.file.then.take()
    {
        leave::leave(editor, then);
    }
}

/// Handles a failed save: the file differs from the expected one.
pub(in crate::editor) fn unexpected(editor: &mut Editor, file: FileRef) {
    let write = editor.file.writes.pop_front();
    editor.file.writes.retain(|next| next.file != file);
    match write {
        Some(Writing { is_open: false, .. }) => {
            let what = "exists already or was changed by another program";
            let why = format!("Not exported: {file} {what}. Choose Export… to replace it.");
            editor.say(Message::warning(why));
        }
        Some(Writing { expected: RequiredState::Nothing, .. }) => {
            leave::question(editor, Dialog::Exists(file));
        }
        _ => leave::question(editor, Dialog::ChangedOnDisk(file)),
    }
    write_next(editor);
}

/// Handles a refused save: opens a dialog about replacing the file.
pub(in crate::editor) fn needs_consent(editor: &mut Editor, file: FileRef, cautions: Vec<Caution>) {
    let write = editor.file.writes.pop_front();
    editor.file.writes.retain(|next| next.file != file);
    match write {
        Some(Writing { is_open: true, expected, .. }) => {
            leave::question(editor, Dialog::Consent { file, cautions, expected });
        }
        _ => editor.say(Message::warning(refusal(&file, cautions))),
    }
    write_next(editor);
}

pub(in crate::editor) fn save_failed(editor: &mut Editor, why: String) {
    editor.file.writes.pop_front();
    if editor.file.writes.is_empty() {
        leave::stay(editor);
    }
    editor.say(Message::error(why));
    write_next(editor);
}

/// Reads the file again; first asks whether to discard unsaved changes.
pub(in crate::editor) fn revert(editor: &mut Editor) {
    if let Some(file) = editor.file.file.clone() {
        leave::leave(editor, AfterSave::Open(file));
    }
}
