//! Commands for files and the program.

use super::Spec;
use super::shortcut::{Key, Shortcut};
use crate::editor::files::dialog::AfterSave;
use crate::editor::files::file::{leave, save};
use crate::editor::session::command::Command;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::New, "New", "Start an empty document", |editor| leave::leave(editor, AfterSave::New))
        .keys(&[Shortcut::command(Key::N)]),
    Spec::new(
        Command::Open,
        "Open…",
        "Open a navsmith document, or import a glTF, GLB or Polyanya mesh file",
        |editor| leave::leave(editor, AfterSave::AskOpen),
    )
    .keys(&[Shortcut::command(Key::O)]),
    Spec::new(Command::Save, "Save", "Save the document to its file", save::save)
        .keys(&[Shortcut::command(Key::S)]),
    Spec::new(Command::SaveAs, "Save as…", "Save the document to another file", save::ask_where_to_save)
        .keys(&[Shortcut::command(Key::S).and_shift()]),
    Spec::new(Command::Revert, "Revert", "Discard changes and read the file again", save::revert)
        .keys(&[Shortcut::command(Key::R).and_shift()])
        .when(|editor| match editor.file_ref() {
            None => Err("This document has no file yet"),
            Some(_) if !editor.is_dirty() => Err("There are no unsaved changes"),
            Some(_) => Ok(()),
        }),
    Spec::new(Command::Quit, "Quit", "Close the program", |editor| leave::leave(editor, AfterSave::Close))
        .keys(&[Shortcut::command(Key::Q)]),
];
