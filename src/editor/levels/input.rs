//! User input about levels.

use crate::editor::levels::files::{self, LevelFile, edit_level, edit_levels};
use crate::editor::levels::{cut, images, outdated};
use crate::editor::session::request::{FilePurpose, FileRequest};
use crate::editor::{Editor, State};
use navsmith_core::geometry::Bounds;
use navsmith_formats::document::LevelReference;
use navsmith_formats::io::FileRef;
use navsmith_formats::io::levels::LevelContent;

/// User input in the list of levels.
#[derive(Clone, Debug, PartialEq)]
pub enum LevelInput {
    /// Replaces a reference; a change of the file path is not possible.
    Set(usize, LevelReference),
    /// Removes a level from the document.
    Remove(usize),
    /// Reads the file of a level again.
    Reload(usize),
    /// Shows the dialog for another file of a level.
    Find(usize),
    /// Shows the whole level in the view.
    Frame(usize),
    /// Accepts the present content of the file as that which the navmesh was made for.
    Accept(usize),
    /// Shows the next place at which the level has changed, and selects its cells.
    NextPlace(usize),
    /// Moves the cut height by a number of steps, or begins a cut.
    MoveCut(f32),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: LevelInput) {
    match input {
        LevelInput::MoveCut(steps) => cut::move_cut(editor, steps),
        LevelInput::NextPlace(index) => outdated::frame_next(editor, Some(index)),
        LevelInput::Set(index, level) => {
            if !level.offset.is_finite() {
                return editor.warn("Not moved: the offset is not a number. Give three numbers in metres.");
            }
            if level.image.is_some_and(|image| !image.is_valid()) {
                return editor.warn("Not placed: both points are in one place. Give different ones.");
            }
            let read = read_content(editor, index);
            edit_level(editor, "Change level", index, |old| {
                let is_turned = old.coordinates.up != level.coordinates.up;
                let old_tiles = old.tiles.take();
                *old = LevelReference {
                    file: old.file.clone(),
                    content: old.content,
                    tiles: old_tiles,
                    ..level
                };
                // The tiles of another state cannot be turned.
                if is_turned {
                    let same = read.filter(|content| old.content == Some(content.stamp.hash));
                    old.tiles = same.and_then(|content| content.tiles(old.coordinates.up).cloned());
                }
            });
        }
        LevelInput::Remove(index) if index < editor.document().levels.len() => {
            edit_levels(editor, "Remove level", |levels| drop(levels.remove(index)));
        }
        LevelInput::Remove(_) => {}
        LevelInput::Reload(index) => {
            files::reload(editor, index);
        }
        LevelInput::Find(index) => {
            if let Some(level) = editor.document().levels.get(index) {
                let suggested = FileRef::from(level.file.clone());
                let purpose = FilePurpose::Level(Some(index));
                editor.outbox.request(FileRequest::choose_near(purpose, suggested));
            }
        }
        LevelInput::Frame(index) => {
            if let Some((level, LevelFile::Read(content))) = files::state(editor, index) {
                let bounds = match (level.image, &content.image) {
                    (Some(placement), Some(image)) => images::bounds(&placement, image.size),
                    _ => Bounds::of(level.shown_triangles(&content.level).flatten()),
                };
                editor.state.frame(&bounds);
            }
        }
        LevelInput::Accept(index) => {
            if let Some(content) = read_content(editor, index) {
                edit_level(editor, "Accept level", index, |level| files::accept(level, &content));
            }
        }
    }
}

/// Returns the content of the file of a level, if it was read.
fn read_content(state: &State, index: usize) -> Option<LevelContent> {
    match files::state(state, index)?.1 {
        LevelFile::Read(content) => Some(content.clone()),
        _ => None,
    }
}
