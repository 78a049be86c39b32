//! Files that another program changed: which are watched, and the offer to read them again.

use std::ffi::OsStr;

use super::reload::{self, ReloadState};
use super::{leave, save};
use crate::editor::files::comparison;
use crate::editor::files::dialog::AfterSave;
use crate::editor::files::reply::{FileContent, FileFailure, FileReply};
use crate::editor::generation::apply;
use crate::editor::levels::files::{self as levels, LevelFile};
use crate::editor::session::Session;
use crate::editor::session::effect::Message;
use crate::editor::session::loaded::LoadedDocument;
use crate::editor::session::request::{FileRequest, ReadPurpose};
use crate::editor::{Editor, State};
use navsmith_formats::document::LevelReference;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::file::Stamp;

/// What a changed file is to the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangedRole {
    /// The file that the document is saved to.
    Document,
    /// The file that the document was imported from.
    Import,
    /// A file with level geometry.
    Level,
}

/// Returns the paths of the files that the document depends on, with their content where known.
pub fn watched(state: &State) -> impl Iterator<Item = (&OsStr, Option<Stamp>)> + Clone {
    let document =
        state.session.file.file.as_ref().map(|file| (file.path().as_os_str(), state.session.file.stamp));
    let import = state.reload.imported.as_ref().map(|import| (import.file.path().as_os_str(), import.stamp));
    let levels = (0..state.document().levels.len()).filter_map(move |index| {
        let (level, file) = levels::state(state, index)?;
        let stamp = match file {
            LevelFile::Read(content) => Some(content.stamp),
            // Watched from the start of the reading, because the stamp of a failed one is unknown.
            LevelFile::Failed(_) => None,
            LevelFile::Reading if levels::is_allowed(state, &level.file) => None,
            LevelFile::Reading | LevelFile::Unread(_) => return None,
        };
        Some((OsStr::new(&level.file), stamp))
    });
    document.into_iter().chain(import).chain(levels)
}

/// Returns the first changed file that awaits a decision, and what it is to the document.
pub fn offer(state: &State) -> Option<(&FileRef, ChangedRole)> {
    offers(state).next()
}

/// Returns the number of changed files that await a decision.
pub fn offer_count(state: &State) -> usize {
    offers(state).count()
}

fn offers(state: &State) -> impl Iterator<Item = (&FileRef, ChangedRole)> {
    let ReloadState { changed, reading, arrived, .. } = &state.reload;
    let under_way = reading.as_ref().or_else(|| arrived.as_ref().map(|arrived| &arrived.reading));
    let changed = changed.iter().filter(move |(file, _)| under_way.is_none_or(|it| it.file != **file));
    changed.filter_map(|(file, &hash)| Some((file, role(state, file, hash)?)))
}

/// Returns what a file with new content is to the document.
///
/// Returns `None` if it is of no concern, such as our own save or export.
fn role(state: &State, file: &FileRef, hash: u64) -> Option<ChangedRole> {
    let is_document = state.session.file.file.as_ref() == Some(file);
    let written =
        if is_document { state.session.file.stamp.as_ref() } else { state.exports.stamps.get(file) };
    if save::is_writing(state, file) || written.is_some_and(|stamp| stamp.hash == hash) {
        return None;
    }
    if is_document {
        return Some(ChangedRole::Document);
    }
    // Another content than the one that was read, such as after a change that was undone.
    let is_other = |stamp: Option<&Stamp>| stamp.is_none_or(|stamp| stamp.hash != hash);
    let import = state.reload.imported.as_ref().filter(|import| import.file == *file);
    if import.is_some_and(|import| is_other(import.stamp.as_ref())) {
        return Some(ChangedRole::Import);
    }
    let path = file.absolute_text();
    let mut levels = (0..state.document().levels.len()).filter_map(|index| levels::state(state, index));
    let is_changed_level = levels.any(|(level, file)| {
        path.as_ref() == Some(&level.file) && is_other(levels::content(file).map(|content| &content.stamp))
    });
    is_changed_level.then_some(ChangedRole::Level)
}

/// Whether another program removed the file of the document, so that only the window has its content.
pub fn is_removed(session: &Session) -> bool {
    session.file.is_removed
}

/// Notes that another program removed a file, which cannot be read again.
pub(in crate::editor) fn file_removed(state: &mut State, file: &FileRef) {
    state.reload.changed.remove(file);
    if state.session.file.file.as_ref() == Some(file) && !save::is_writing(state, file) {
        state.session.file.is_removed = true;
    }
}

/// Notes that another program changed a file.
///
/// Reloads it if the user asked for that and nothing is lost.
pub(in crate::editor) fn file_changed(editor: &mut Editor, file: &FileRef, stamp: Stamp) {
    if editor.state.session.file.file.as_ref() == Some(file) {
        editor.state.session.file.is_removed = false;
    }
    let Some(role) = role(editor, file, stamp.hash) else {
        editor.state.reload.changed.remove(file);
        return;
    };
    editor.state.reload.changed.insert(file.clone(), stamp.hash);
    let is_busy = editor.dialog().is_some() || reload::is_editing(editor);
    let is_lossless = match role {
        ChangedRole::Document => !editor.is_dirty(),
        ChangedRole::Import => reload::is_as_imported(editor),
        ChangedRole::Level => true,
    };
    let options = &editor.state.session.options;
    let is_followed = role == ChangedRole::Level && is_followed(editor, file);
    if (options.reloads_changed || is_followed) && is_lossless && !is_busy {
        reload_file(editor, file.clone(), role);
    }
}

/// Whether the mesh is generated again when a file changes: it is that of a visible level.
fn is_followed(state: &State, file: &FileRef) -> bool {
    let (document, path) = (state.document(), file.absolute_text());
    let is_source = |level: &LevelReference| {
        level.is_visible && level.image.is_none() && Some(&level.file) == path.as_ref()
    };
    state.options().regenerates_changed
        && !document.generated.is_empty()
        && document.levels.iter().any(is_source)
}

/// Generates the mesh again after a changed level was read, if the user asked for that.
pub(super) fn follow_level(editor: &mut Editor, file: &FileRef, is_read: bool) {
    let was_changed = editor.state.reload.followed.remove(file);
    if was_changed && is_read && is_followed(editor, file) {
        apply::regenerate_for_level(editor);
    }
}

/// Reads the first changed file again; first asks whether to discard unsaved changes.
pub(in crate::editor) fn reload(editor: &mut Editor) {
    if let Some((file, role)) = offer(editor).map(|(file, role)| (file.clone(), role)) {
        reload_file(editor, file, role);
    }
}

fn reload_file(editor: &mut Editor, file: FileRef, role: ChangedRole) {
    match role {
        ChangedRole::Level => {
            editor.state.reload.changed.remove(&file);
            editor.state.reload.followed.insert(file.clone());
            levels::reload_file(editor, &file);
        }
        ChangedRole::Import if reload::is_as_imported(editor) => {
            leave::go_on(editor, AfterSave::Reload(file));
        }
        ChangedRole::Import | ChangedRole::Document => leave::leave(editor, AfterSave::Reload(file)),
    }
}

/// Compares the document with the content of the first changed file.
pub(in crate::editor) fn compare(editor: &mut Editor) {
    if let Some((file, _)) = offer(editor) {
        let request = FileRequest::Read(file.clone(), ReadPurpose::Compare);
        editor.outbox.request(request);
    }
}

/// Leaves the document as it is, and does not offer the first changed file again until its next change.
pub(in crate::editor) fn keep(state: &mut State) {
    if let Some(file) = offer(state).map(|(file, _)| file.clone()) {
        state.reload.changed.remove(&file);
    }
}

/// Starts the comparison with a document that was read for it.
pub(super) fn compare_with(editor: &mut Editor, file: &FileRef, reply: Result<FileReply, FileFailure>) {
    match reply {
        Ok(FileReply::Read(FileContent::Document(LoadedDocument { document, .. }, _))) => {
            if editor.state.reload.changed.contains_key(file) {
                comparison::start_with_later(editor, file.name(), document);
            } else {
                comparison::start(editor, file.name(), document);
            }
        }
        Err(FileFailure::Error(why)) => editor.say(Message::error(why)),
        _ => leave::stay(editor),
    }
}

/// Compares the document with its state at the last save.
pub(in crate::editor) fn compare_with_saved(editor: &mut Editor) {
    if let Some(saved) = editor.state.session.file.saved.clone() {
        comparison::start(editor, "the saved version".into(), saved);
    }
}

/// Whether there is a saved version of the document that differs from it.
pub(in crate::editor) fn has_saved_version(session: &Session) -> bool {
    session.file.saved.as_ref().is_some_and(|saved| saved != session.document())
}
