//! Saving the document.

use crate::editor::files::dialog::{AfterSave, Dialog};
use crate::editor::files::export::{ExportConcern, ExportSettings};
use crate::editor::files::file::{leave, recovery, reload};
use crate::editor::session::Session;
use crate::editor::session::document_file::DocumentFile;
use crate::editor::session::effect::{Effect, Message};
use crate::editor::session::picture::PictureState;
use crate::editor::session::request::{FilePurpose, FileRequest, FileWrite, WriteContent};
use crate::editor::{Editor, State};
use navsmith_formats::document::{Document, enumeration};
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::save::{Caution, SaveOptions, SavedContent, refusal};
use navsmith_formats::io::{
    self, DOCUMENT, DocumentContent, FileRef, Format, NotLocal, ProtectedFiles, TargetChecks,
};

/// Document that is being written to a file.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Writing {
    pub(super) file: FileRef,
    pub(super) format: &'static Format,
    pub(super) settings: ExportSettings,
    pub(super) document: Document,
    /// State that a picture shows; `None` for other formats.
    picture: Option<PictureState>,
    /// Files that it does not replace.
    protected: ProtectedFiles,
    pub(super) expected: RequiredState,
    /// Whether the user agreed to every [`Caution`].
    pub(super) is_forced: bool,
    pub(super) purpose: WritePurpose,
    /// Whether the application was asked to write it.
    pub(super) is_started: bool,
    /// Whether another document is open now; the end of the write then only shows a message.
    is_left: bool,
}

/// Purpose of a write.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WritePurpose {
    /// Saves the open document.
    Save,
    /// Exports the document to a file that the user chose.
    Export,
    /// Exports the document to a target that it stores.
    Target(Box<TargetChecks>),
}

impl Writing {
    /// Creates a write of a document, without consent to any [`Caution`].
    pub(super) fn new(
        (file, format): (FileRef, &'static Format),
        settings: ExportSettings,
        document: Document,
        expected: RequiredState,
        purpose: WritePurpose,
    ) -> Self {
        Self {
            file,
            format,
            settings,
            document,
            picture: None,
            protected: ProtectedFiles::default(),
            expected,
            is_forced: false,
            purpose,
            is_started: false,
            is_left: false,
        }
    }

    /// Notes that another document is open now.
    pub(super) fn leave_document(&mut self) {
        self.is_left = true;
    }

    /// Whether it saves the open document.
    fn is_save(&self) -> bool {
        self.purpose == WritePurpose::Save && !self.is_left
    }
}

/// A finished export, which *Export again* repeats.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Exported {
    /// The file; `None` if another document was exported.
    pub(super) file: Option<FileRef>,
    pub(super) format: &'static Format,
    pub(super) settings: ExportSettings,
}

/// Saves to the open file; without one, opens a file dialog.
pub(in crate::editor) fn save(editor: &mut Editor) {
    match editor.state.session.file.file.clone() {
        Some(file) => {
            let expected = state_of_file(editor).unwrap_or(RequiredState::Anything);
            write(editor, file, expected, false);
        }
        None => ask_where_to_save(editor),
    }
}

/// Returns the state in which the open file was last seen; `None` if it is unknown.
pub(super) fn state_of_file(session: &Session) -> Option<RequiredState> {
    let DocumentFile { is_removed, stamp, .. } = &session.file;
    if *is_removed { Some(RequiredState::Nothing) } else { stamp.map(RequiredState::Unchanged) }
}

pub(in crate::editor) fn ask_where_to_save(editor: &mut Editor) {
    let original = editor.file.recovered.as_ref().and_then(|recovery_file| recovery_file.original.clone());
    let suggested = editor.state.session.file.file.clone().or(original);
    let suggested =
        suggested.unwrap_or_else(|| FileRef::from(&*editor.state.session.file.name).in_format(&DOCUMENT));
    editor.outbox.request(FileRequest::choose_near(FilePurpose::Save, suggested));
}

pub(super) fn say_unknown_format(
    editor: &mut Editor,
    done: &str,
    file: &FileRef,
    formats: impl Iterator<Item = &'static Format>,
) {
    let (name, formats) = (file.name(), io::list(formats));
    let text =
        format!("Not {done}: {name} does not end like a format that navsmith writes. Choose a {formats}.");
    editor.say(Message::warning(text));
}

/// Whether a file is being written, or waits for that.
pub(super) fn is_writing(state: &State, file: &FileRef) -> bool {
    state.writes.iter().any(|write| write.file == *file)
}

/// Queues a save of the document without the preview of a gesture under way.
pub(in crate::editor) fn write(editor: &mut Editor, file: FileRef, expected: RequiredState, is_forced: bool) {
    let document = editor.without_gesture().clone();
    let is_same = |last: &Writing| last.is_save() && last.file == file && last.document == document;
    if editor.state.writes.back().is_some_and(is_same) {
        return;
    }
    let settings = ExportSettings::default();
    let write = Writing::new((file, &DOCUMENT), settings, document, expected, WritePurpose::Save);
    push(editor, Writing { is_forced, ..write });
    write_next(editor);
}

/// Adds a write to the queue without starting it.
///
/// A picture shows the state of this moment, whenever it is drawn.
pub(super) fn push(editor: &mut Editor, write: Writing) {
    let picture = write.format.is_picture.then(|| PictureState::of(editor));
    let protected = protected(editor, &write);
    editor.state.writes.push_back(Writing { picture, protected, ..write });
}

/// Returns the files that a write does not replace.
///
/// An export to a target does not replace the document itself either.
fn protected(state: &State, write: &Writing) -> ProtectedFiles {
    let mut protected = ProtectedFiles::levels_of(&write.document, state.session.file.file.as_ref());
    if matches!(write.purpose, WritePurpose::Target(_)) {
        protected.files.extend(state.session.file.file.clone());
    }
    protected.replaceable.extend(reload::imported_file(state).cloned());
    protected
}

/// Starts the next write, unless one is running.
///
/// After the last one, and the questions about them, continues with the action after the save.
pub(in crate::editor) fn go_on(editor: &mut Editor) {
    write_next(editor);
    let is_asking = editor.state.dialogs.iter().any(Dialog::is_about_write);
    if editor.state.writes.is_empty()
        && !is_asking
        && let Some(then) = editor.file.then.take()
    {
        leave::leave(editor, then);
    }
}

fn write_next(editor: &mut Editor) {
    let keeps_previous = editor.state.session.options.keeps_previous;
    let Some(write) = editor.state.writes.front_mut().filter(|write| !write.is_started) else { return };
    write.is_started = true;
    let checks =
        if let WritePurpose::Target(checks) = &write.purpose { Some(checks.as_ref().clone()) } else { None };
    // An export on every save would leave a previous version of each file. The user confirmed other replacements.
    let is_own = checks.is_some() && write.expected != RequiredState::Anything;
    let options = SaveOptions {
        expected: write.expected,
        is_forced: write.is_forced,
        content: SavedContent::of(&write.document),
        keeps_previous: keeps_previous && !is_own,
    };
    let (file, format, document) = (write.file.clone(), write.format, write.document.clone());
    let protected = std::mem::take(&mut write.protected);
    let ExportSettings { coordinates, picture: settings, .. } = write.settings;
    let content = match write.picture.take() {
        Some(state) => WriteContent::Picture { state, format, settings },
        None => WriteContent::Document { document, format, coordinates, checks: checks.map(Box::new) },
    };
    editor.outbox.request(FileRequest::Write(FileWrite { file, content, options, protected }.into()));
}

/// Handles a finished write. After a save, returns the document and its state before.
pub(super) fn saved(
    editor: &mut Editor,
    file: FileRef,
    stamp: Stamp,
    warning: Option<String>,
) -> Option<(Document, Option<Document>)> {
    let write = editor.state.writes.pop_front()?;
    for next in editor.state.writes.iter_mut().filter(|next| next.file == file) {
        next.expected = RequiredState::Unchanged(stamp);
    }
    if write.is_left {
        let message = warning.map_or_else(|| Message::info(format!("Wrote {file}.")), Message::warning);
        editor.say(message);
        return None;
    }
    editor.state.reload.changed.remove(&file);
    if !write.is_save() {
        exported(editor, &write, stamp, warning.as_deref());
        return None;
    }
    editor.outbox.push(Effect::Remember(file.clone()));
    let message = warning.map_or_else(|| Message::info(format!("Saved {file}.")), Message::warning);
    editor.say(message);
    let document = write.document;
    let previous = editor.state.session.file.saved.replace(document.clone());
    (editor.state.session.file.file, editor.state.session.file.stamp, editor.state.session.file.is_removed) =
        (Some(file), Some(stamp), false);
    if !editor.is_dirty() {
        recovery::forget_work(editor);
    }
    Some((document, previous))
}

/// Notes a finished export, and shows a message about it.
fn exported(editor: &mut Editor, write: &Writing, stamp: Stamp, warning: Option<&str>) {
    let Writing { file, format, settings, document, purpose, .. } = write;
    editor.state.exports.stamps.insert(file.clone(), stamp);
    editor.state.exports.failures.remove(file);
    let mut sentences = vec![warning.map_or_else(|| format!("Exported {file}."), str::to_owned)];
    // A target loses names and colours with each save, so only links are stated.
    let losses = match purpose {
        WritePurpose::Export => format.losses(document, settings.coordinates),
        _ if format.stores.contains(&DocumentContent::Links) => Vec::new(),
        _ => DocumentContent::Links.amount(document).into_iter().collect(),
    };
    sentences
        .extend((!losses.is_empty()).then(|| format!("The file does not store {}.", enumeration(&losses))));
    if *purpose == WritePurpose::Export {
        sentences.extend(format.crossed_chains(document).map(|clause| format!("Note: {clause}.")));
        editor.file.exported = Some(Exported { file: Some(file.clone()), format, settings: *settings });
        sentences.extend(editor.is_dirty().then(|| "The document still has unsaved changes.".to_owned()));
    }
    let text = sentences.join(" ");
    editor.say(if warning.is_some() { Message::warning(text) } else { Message::info(text) });
}

/// Handles a failed write: the file differs from the expected one.
pub(super) fn unexpected(editor: &mut Editor, file: FileRef) {
    let Some(write) = editor.state.writes.pop_front() else { return };
    editor.state.writes.retain(|next| next.file != file);
    match write.purpose {
        _ if write.is_left => {
            let why = "exists already or was changed by another program, and its document is closed";
            failed(editor, &write, Message::warning(format!("Not written: {file} {why}.")));
        }
        WritePurpose::Export => {
            let what = "exists already or was changed by another program";
            let why = format!("Not exported: {file} {what}. Choose Export… to replace it.");
            failed(editor, &write, Message::warning(why));
        }
        WritePurpose::Target(_) => {
            leave::question(
                &mut editor.state,
                Dialog::ConfirmExport { file, concern: ExportConcern::Existing },
            );
        }
        WritePurpose::Save if write.expected == RequiredState::Nothing => {
            leave::question(&mut editor.state, Dialog::Exists(file));
        }
        WritePurpose::Save => leave::question(&mut editor.state, Dialog::ChangedOnDisk(file)),
    }
    go_on(editor);
}

/// Handles a refused export to a target: the document alone does not decide on its place.
pub(super) fn outside_folder(editor: &mut Editor, file: FileRef, why: NotLocal) {
    let Some(write) = editor.state.writes.pop_front() else { return };
    if write.is_left {
        let why = format!("Not written: {file} {why}, and the document is closed.");
        failed(editor, &write, Message::warning(why));
    } else {
        leave::question(
            &mut editor.state,
            Dialog::ConfirmExport { file, concern: ExportConcern::Outside(why) },
        );
    }
    go_on(editor);
}

/// Handles a refused write: opens a dialog about replacing the file of the document.
pub(super) fn needs_consent(editor: &mut Editor, file: FileRef, cautions: Vec<Caution>) {
    let Some(write) = editor.state.writes.pop_front() else { return };
    if write.is_save() {
        let expected = write.expected;
        editor.state.writes.retain(|next| next.file != file);
        leave::question(&mut editor.state, Dialog::Consent { file, cautions, expected });
    } else {
        failed(editor, &write, Message::warning(refusal(&file, cautions)));
    }
    go_on(editor);
}

/// Handles a write that the user stopped.
pub(super) fn stopped(editor: &mut Editor, file: &FileRef) {
    let is_document = editor.state.writes.front().is_some_and(|write| *write.format == DOCUMENT);
    let verb = if is_document { "saving" } else { "exporting" };
    let why = format!("Stopped {verb} {}. The file is unchanged.", file.name());
    not_saved(editor, Message::error(why));
}

/// Handles a failed write, and shows the message.
pub(super) fn not_saved(editor: &mut Editor, why: Message) {
    match editor.state.writes.pop_front() {
        Some(write) => failed(editor, &write, why),
        None => editor.say(why),
    }
    go_on(editor);
}

/// Shows the reason why a write failed, and cancels the action after the save.
fn failed(editor: &mut Editor, write: &Writing, why: Message) {
    if write.is_left {
        return editor.say(why);
    }
    leave::stay(editor);
    match write.purpose {
        WritePurpose::Target(_) => note_failure(editor, &write.file, &why),
        WritePurpose::Save | WritePurpose::Export => editor.say(why),
    }
}

/// Stores the reason why an export to a target failed, and shows it with the name of the target.
pub(super) fn note_failure(editor: &mut Editor, file: &FileRef, why: &Message) {
    editor.state.exports.failures.insert(file.clone(), why.text.clone());
    let text = format!("Export target {}: {}", file.name(), why.text);
    editor.say(Message { text, severity: why.severity });
}

/// Changes the document to the content of its file; first asks whether to discard unsaved changes.
pub(in crate::editor) fn revert(editor: &mut Editor) {
    if let Some(file) = editor.state.session.file.file.clone() {
        leave::leave(editor, AfterSave::Reload(file));
    }
}
