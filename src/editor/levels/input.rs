//! User input about levels.

use crate::document::LevelReference;
use crate::editor::Editor;
use crate::editor::levels::cut;
use crate::editor::levels::files::{self, LevelFile, edit_level, edit_levels, state};
use crate::editor::session::effect::Effect;
use crate::geometry::Bounds;
use crate::io::FileRef;

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
    /// Moves the cut height by a number of steps, or begins a cut.
    MoveCut(f32),
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: LevelInput) {
    match input {
        LevelInput::MoveCut(steps) => cut::move_cut(editor, steps),
        LevelInput::Set(index, level) => {
            edit_level(editor, "Change level", index, |old| {
                *old = LevelReference { file: old.file.clone(), content: old.content, ..level };
            });
        }
        LevelInput::Remove(index) if index < editor.document.levels.len() => {
            edit_levels(editor, "Remove level", |levels| drop(levels.remove(index)));
        }
        LevelInput::Remove(_) => {}
        LevelInput::Reload(index) => {
            files::reload(editor, index);
        }
        LevelInput::Find(index) => {
            if let Some(level) = editor.document.levels.get(index) {
                let suggested = FileRef::from(level.file.clone());
                editor.ask_outside(Effect::AskLevel(Some((index, suggested))));
            }
        }
        LevelInput::Frame(index) => {
            if let Some((level, LevelFile::Read(content))) = state(editor, index) {
                let bounds = Bounds::of(level.shown_triangles(&content.level).flatten());
                editor.frame(&bounds);
            }
        }
        LevelInput::Accept(index) => {
            if let Some((_, LevelFile::Read(content))) = state(editor, index) {
                let hash = content.hash;
                edit_level(editor, "Accept level", index, |level| level.content = Some(hash));
            }
        }
    }
}
