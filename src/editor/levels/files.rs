//! Files of the levels that the document names, and their states.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::request::{FilePurpose, FileRequest, ReadPurpose};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{UpAxis, Vec2};
use navsmith_formats::document::{Document, ImagePlacement, LevelReference, MOST_LEVELS};
use navsmith_formats::io::levels::LevelContent;
use navsmith_formats::io::{FileRef, NotLocal};

/// Part of the view that a new image covers.
const PART_OF_VIEW: f32 = 0.8;

/// Opacity of a new image in percent, so that the grid shows through it.
const IMAGE_OPACITY: u8 = 60;

/// Files of the levels, by path.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct LevelFiles {
    files: BTreeMap<String, LevelFile>,
    /// Files that the user chose, which are read even outside of the folder of the document.
    allowed: BTreeSet<String>,
    /// File of the document that the levels were checked for.
    checked_for: Option<FileRef>,
    /// File that recovered work belongs to, until it is saved.
    recovered_from: Option<FileRef>,
    /// Files that are read to be added to the document, or to replace the file of a level.
    adding: BTreeMap<String, Option<usize>>,
}

/// State of the file of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelFile {
    /// The file is read on request only, because the document alone does not decide that.
    ///
    /// `None` for a document that is in no file.
    Unread(Option<NotLocal>),
    /// The file is being read.
    Reading,
    /// The file was read.
    Read(LevelContent),
    /// The file cannot be read, for this reason, a sentence.
    Failed(String),
}

/// Returns the content of a file that was read.
pub(in crate::editor) fn content(file: &LevelFile) -> Option<&LevelContent> {
    if let LevelFile::Read(content) = file { Some(content) } else { None }
}

/// Returns a level with the state of its file; `None` if the document has no such level.
pub fn state(state: &State, index: usize) -> Option<(&LevelReference, &LevelFile)> {
    let level = state.document().levels.get(index)?;
    Some((level, state.level_files.files.get(&level.file)?))
}

/// Reads the file of a level again, wherever it is.
pub(super) fn reload(editor: &mut Editor, index: usize) {
    if let Some(level) = editor.document().levels.get(index) {
        let file = level.file.clone();
        editor.state.level_files.allowed.insert(file.clone());
        read(editor, file, None);
    }
}

/// Reads a file again that levels name.
pub(in crate::editor) fn reload_file(editor: &mut Editor, file: &FileRef) {
    let path = file.absolute_text();
    let of_file = |level: &LevelReference| Some(&level.file) == path.as_ref();
    if let Some(index) = editor.document().levels.iter().position(of_file) {
        reload(editor, index);
    }
}

/// Whether the file of a level has other content than the one that the navmesh was made for.
pub fn is_outdated(state: &State, index: usize) -> bool {
    let Some((level, LevelFile::Read(content))) = self::state(state, index) else { return false };
    level.content.is_some_and(|hash| hash != content.stamp.hash)
}

/// Shows the dialog for a file with level geometry.
pub(in crate::editor) fn ask(editor: &mut Editor) {
    editor.outbox.request(FileRequest::choose(FilePurpose::Level(None)));
}

/// Shows the dialog for an image.
pub(in crate::editor) fn ask_image(editor: &mut Editor) {
    editor.outbox.request(FileRequest::choose(FilePurpose::Image));
}

/// Reads a chosen file, and adds it to the document or gives it to a level.
pub(in crate::editor) fn choose(editor: &mut Editor, file: &FileRef, of: Option<usize>) {
    let Some(path) = file.absolute_text() else {
        return editor
            .warn("Not added: the path of the file is not valid UTF-8. Rename the file or its folder.");
    };
    if editor.document().levels.len() >= MOST_LEVELS {
        return editor
            .warn(&format!("Not added: a document has at most {MOST_LEVELS} levels. Remove one first."));
    }
    editor.state.level_files.allowed.insert(path.clone());
    editor.state.level_files.adding.insert(path.clone(), of);
    read(editor, path, None);
}

/// Lets a file be read that the document names, wherever it is.
pub(in crate::editor) fn allow(state: &mut State, file: &FileRef) {
    state.level_files.allowed.extend(file.absolute_text());
}

/// Lets the files be read that a document in this file may name, of which the open one is recovered.
pub(in crate::editor) fn recover(state: &mut State, original: Option<FileRef>) {
    state.level_files.recovered_from = original;
}

/// Drops all files; the next change of the document reads those that it names.
pub(in crate::editor) fn forget(state: &mut State) {
    state.level_files = LevelFiles::default();
}

/// Reads the files that the document names and that were not read yet.
///
/// Messages about files that the document no longer names are removed.
pub(in crate::editor) fn follow(editor: &mut Editor) {
    retract_failures(editor);
    if editor.document().levels.is_empty() {
        return;
    }
    let levels = Arc::clone(&editor.document().levels);
    let own = editor.file_ref().or(editor.state.level_files.recovered_from.as_ref()).cloned();
    let LevelFiles { files, checked_for, .. } = &mut editor.state.level_files;
    if *checked_for != own {
        files.retain(|_, file| !matches!(file, LevelFile::Unread(_)));
        checked_for.clone_from(&own);
    }
    for level in levels.iter().filter(|level| level.is_visible) {
        let is_allowed = is_allowed(editor, &level.file);
        match editor.state.level_files.files.get(&level.file) {
            None | Some(LevelFile::Unread(_)) if is_allowed => read(editor, level.file.clone(), None),
            None if own.is_some() => read(editor, level.file.clone(), own.clone()),
            None => unread(editor, level),
            Some(_) => {}
        }
    }
}

/// Notes and states that a level of a document in no file is read on request only.
fn unread(editor: &mut Editor, level: &LevelReference) {
    editor.state.level_files.files.insert(level.file.clone(), LevelFile::Unread(None));
    editor.say(Message::info(format!(
        "The level {} is not shown, because the document is not saved yet. Read it in the Level panel.",
        level.name()
    )));
}

/// Whether the user has allowed the file of a level to be read, wherever it is.
pub(in crate::editor) fn is_allowed(state: &State, path: &str) -> bool {
    state.level_files.allowed.contains(path)
}

/// Stores the content of a level that comes with the program.
pub(in crate::editor) fn put(state: &mut State, file: &str, content: LevelContent) {
    state.level_files.files.insert(file.into(), LevelFile::Read(content));
}

/// Notes that a level is read on request only.
pub(in crate::editor) fn not_local(editor: &mut Editor, file: &FileRef, why: NotLocal) {
    if let Some(path) = file.absolute_text() {
        let text = format!("The level {file} is not shown, because it {why}. Read it in the Level panel.");
        editor.state.level_files.files.insert(path, LevelFile::Unread(Some(why)));
        editor.say(Message::info(text));
        editor.follow_analyses();
    }
}

/// Drops the files that could not be read and that no level names, with their messages.
fn retract_failures(editor: &mut Editor) {
    let levels = Arc::clone(&editor.document().levels);
    let is_named = |path: &str| levels.iter().any(|level| level.file == path);
    let mut failures = Vec::new();
    editor.state.level_files.files.retain(|path, file| match file {
        LevelFile::Failed(why) if !is_named(path) => {
            failures.push(Effect::Retract(Message::error(std::mem::take(why))));
            false
        }
        _ => true,
    });
    editor.outbox.extend(failures);
}

/// Reads a file; one that the file of a `document` names only if the document alone may decide that.
fn read(editor: &mut Editor, path: String, document: Option<FileRef>) {
    editor.outbox.request(FileRequest::Read(FileRef::from(path.clone()), ReadPurpose::Level(document)));
    if let Some(LevelFile::Failed(why)) = editor.state.level_files.files.insert(path, LevelFile::Reading) {
        // The error is shown again if the file still cannot be read.
        editor.outbox.push(Effect::Retract(Message::error(why)));
    }
}

/// Stores the content of a file, and adds it to the document if it was chosen for that.
///
/// Returns the content of a file that the document names already.
pub(in crate::editor) fn arrived(
    editor: &mut Editor,
    file: &FileRef,
    result: Result<LevelContent, String>,
) -> Option<LevelContent> {
    let path = file.absolute_text()?;
    let adding = editor.state.level_files.adding.remove(&path);
    let state = match result {
        Ok(content) => LevelFile::Read(content),
        Err(why) => {
            editor.say(Message::error(why.clone()));
            if adding.is_some() && !editor.document().levels.iter().any(|level| level.file == path) {
                editor.state.level_files.files.remove(&path);
                return None;
            }
            LevelFile::Failed(why)
        }
    };
    editor.state.level_files.files.insert(path.clone(), state.clone());
    let mut named = None;
    if let LevelFile::Read(content) = state {
        for note in &content.notes {
            editor.say(Message::info(format!("{}: {note}.", file.name())));
        }
        match adding {
            Some(Some(index)) if is_other_kind(editor, index, &content) => {
                editor.warn("Not used: one file is an image, and the other one is not. Choose another file.");
            }
            Some(Some(index)) => {
                edit_level(editor, "Find level", index, |level| level.file.clone_from(&path));
            }
            Some(None) => add(editor, &path, &content),
            None => named = Some(content),
        }
    }
    editor.follow_analyses();
    named
}

fn add(editor: &mut Editor, path: &str, content: &LevelContent) {
    let image = content.image.as_ref().map(|image| in_view(editor, image.size));
    let level = LevelReference {
        image,
        content: Some(content.stamp.hash),
        tiles: content.tiles(UpAxis::default()).cloned(),
        hidden_nodes: content.navmesh_nodes.clone(),
        opacity: if image.is_some() { IMAGE_OPACITY } else { 100 },
        ..LevelReference::new(path)
    };
    let title = if image.is_some() { "Add image" } else { "Add level" };
    edit_levels(editor, title, |levels| levels.push(level));
    editor.ask_outside(Effect::Show(Panel::Level));
    if editor.mesh().is_empty() && image.is_none() {
        editor.state.frame(&content.level.bounds());
    }
}

/// Whether a content is an image and a level is not, or the other way round.
fn is_other_kind(session: &Session, index: usize, content: &LevelContent) -> bool {
    let level = session.document().levels.get(index);
    level.is_some_and(|level| level.image.is_some() != content.image.is_some())
}

/// Returns a placement of a new image in the middle of the view from above.
fn in_view(state: &State, size: [u32; 2]) -> ImagePlacement {
    let camera = state.camera_above();
    let size = Vec2::from(size.map(|pixels| pixels.max(1) as f32));
    let room = camera.size * camera.meters_per_pixel as f32 * PART_OF_VIEW;
    let scale = (room / size).min_element();
    let scale = if scale > 0.0 && scale.is_finite() { scale } else { 0.1 };
    let first = camera.center.as_vec2() - size * scale * 0.5;
    let pixels = [Vec2::ZERO, Vec2::new(size.x, 0.0)];
    ImagePlacement { pixels, ground: pixels.map(|pixel| first + pixel * scale) }
}

/// Stores the state of a level that has none yet, or only a hash; returns whether there is one.
pub(in crate::editor) fn note_content(
    document: &mut Document,
    file: &FileRef,
    content: &LevelContent,
) -> bool {
    let path = file.absolute_text();
    let has_same_hash = |level: &LevelReference| level.content == Some(content.stamp.hash);
    let lacks_tiles = |level: &LevelReference| {
        has_same_hash(level) && level.tiles.is_none() && content.tiles(level.coordinates.up).is_some()
    };
    let is_new = |level: &LevelReference| {
        Some(&level.file) == path.as_ref() && (level.content.is_none() || lacks_tiles(level))
    };
    let has_new = document.levels.iter().any(is_new);
    if has_new {
        let levels = Arc::make_mut(&mut document.levels).iter_mut();
        levels.filter(|level| is_new(level)).for_each(|level| accept(level, content));
    }
    has_new
}

/// Returns a level with the present state of its file as that which the mesh was made for.
pub(in crate::editor) fn accepted(state: &State, index: usize) -> Option<LevelReference> {
    let mut level = state.document().levels.get(index)?.clone();
    if let Some(content) = self::state(state, index).and_then(|(_, file)| content(file)) {
        accept(&mut level, content);
    }
    Some(level)
}

/// Stores the state of a file as that which the mesh was made for.
pub(super) fn accept(level: &mut LevelReference, content: &LevelContent) {
    level.content = Some(content.stamp.hash);
    level.tiles = content.tiles(level.coordinates.up).cloned();
}

pub(in crate::editor) fn edit_level(
    editor: &mut Editor,
    title: &str,
    index: usize,
    change: impl FnOnce(&mut LevelReference),
) {
    edit_levels(editor, title, |levels| {
        if let Some(level) = levels.get_mut(index) {
            change(level);
        }
    });
}

pub(super) fn edit_levels(editor: &mut Editor, title: &str, change: impl FnOnce(&mut Vec<LevelReference>)) {
    let mut levels = editor.document().levels.as_ref().clone();
    change(&mut levels);
    if levels != *editor.document().levels {
        editor.edit_document(title, Document { levels: levels.into(), ..editor.document().clone() });
    }
}
