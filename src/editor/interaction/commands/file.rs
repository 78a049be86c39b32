//! Commands for files, the program, its windows and help.

use super::shortcut::{Key, Shortcut};
use super::{Action, Enabled, Spec, needs};
use crate::editor::State;
use crate::editor::files::comparison;
use crate::editor::files::dialog::AfterSave;
use crate::editor::files::file::changed::{self, ChangedRole};
use crate::editor::files::file::{self, export, leave, save};
use crate::editor::levels::files as levels;
use crate::editor::queries::lesson;
use crate::editor::session::command::Command;
use crate::editor::session::effect::AuxiliaryWindow as Window;
use crate::editor::session::request::FilePurpose;
use navsmith_core::pathfinding::timeline::Stage;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::New, "New", "Start an empty document", |editor| leave::leave(editor, AfterSave::New))
        .keys(&[Shortcut::command(Key::N)]),
    Spec::new(
        Command::Open,
        "Open…",
        "Open a navsmith document, or import a glTF, OBJ or Polyanya mesh file",
        |editor| leave::leave(editor, AfterSave::AskOpen),
    )
    .keys(&[Shortcut::command(Key::O)]),
    Spec::new(
        Command::ImportInto,
        "Import into document…",
        "Add the mesh of another file to this document; dropping a file with Shift does the same",
        |editor| file::choose(editor, FilePurpose::Import),
    )
    .keys(&[Shortcut::command(Key::O).and_shift()]),
    Spec::new(Command::Save, "Save", "Save the document to its file", save::save)
        .keys(&[Shortcut::command(Key::S)]),
    Spec::new(Command::SaveAs, "Save as…", "Save the document to another file", save::ask_where_to_save)
        .keys(&[Shortcut::command(Key::S).and_shift()]),
    Spec::new(
        Command::Export,
        "Export…",
        "Write a glTF, OBJ or other file for a game or another program, or a picture",
        export::ask_where_to_export,
    )
    .keys(&[Shortcut::command(Key::E).and_shift()])
    .when(has_content),
    Spec::new(
        Command::ExportAgain,
        "Export again",
        "Repeat the last export without a dialog",
        export::export_again,
    )
    .keys(&[Shortcut::command(Key::E)])
    .when(has_content),
    Spec::of(
        Command::ExportTargets,
        "Export targets…",
        "Show the files to which this document is exported, on request or on every save",
        Action::Window(Window::ExportTargets),
    ),
    Spec::new(
        Command::AddLevel,
        "Add level geometry…",
        "Show the triangles of a level below the mesh: a glTF, OBJ, PLY, STL or other file",
        levels::ask,
    )
    .keys(&[Shortcut::command(Key::L).and_shift()]),
    Spec::new(
        Command::AddImage,
        "Add image…",
        "Show a PNG or JPEG below the mesh, such as a floor plan; dropping it on the window does the same",
        levels::ask_image,
    ),
    Spec::new(
        Command::CompareWithFile,
        "Compare with file…",
        "Mark what differs from another file, and list the queries whose answers differ",
        |editor| file::choose(editor, FilePurpose::Compare),
    )
    .keys(&[Shortcut::command(Key::D).and_shift()]),
    Spec::new(
        Command::CompareWithSaved,
        "Compare with saved",
        "Mark the changes since the last save, and list the queries whose answers differ",
        changed::compare_with_saved,
    )
    .keys(&[Shortcut::alt(Key::D).and_shift()])
    .when(|state| needs::need(changed::has_saved_version(state), "There are no changes since a save")),
    Spec::new(
        Command::CompareWithLastStep,
        "Compare with last step",
        "Mark the changes of the last undo step; the context menu of the history compares with any step",
        comparison::start_with_last_step,
    )
    .when(|state| needs::need(!state.history().done().is_empty(), "There is no undo step")),
    Spec::new(
        Command::NextDifference,
        "Next difference",
        "Show the next difference from the compared document",
        |editor| comparison::step(editor, true),
    )
    .keys(&[Shortcut::command(Key::CloseBracket)])
    .when(has_comparison),
    Spec::new(
        Command::PreviousDifference,
        "Previous difference",
        "Show the previous difference from the compared document",
        |editor| comparison::step(editor, false),
    )
    .keys(&[Shortcut::command(Key::OpenBracket)])
    .when(has_comparison),
    Spec::new(
        Command::EndComparison,
        "End comparison",
        "Remove the marks of the comparison; so does Escape",
        comparison::close,
    )
    .when(has_comparison),
    Spec::new(
        Command::ReloadChanged,
        "Reload changed file",
        "Read the file that another program changed, as one undo step",
        changed::reload,
    )
    .keys(&[Shortcut::command(Key::R)])
    .when(has_changed_file),
    Spec::new(
        Command::CompareChanged,
        "Compare changed file",
        "Mark what differs from the file that another program changed",
        changed::compare,
    )
    .when(|state| match changed::offer(state) {
        Some((_, ChangedRole::Level)) => Err("The changed file is level geometry"),
        _ => has_changed_file(state),
    }),
    Spec::new(
        Command::KeepChanged,
        "Keep this version",
        "Leave the document as it is until the file changes again",
        |editor| changed::keep(&mut editor.state),
    )
    .when(has_changed_file),
    Spec::new(Command::Revert, "Revert", "Discard changes and read the file again", save::revert)
        .keys(&[Shortcut::command(Key::R).and_shift()])
        .when(|state| match state.file_ref() {
            None => Err("This document has no file yet"),
            Some(_) if changed::is_removed(state) => Err("The file was deleted or moved"),
            Some(_) if !state.is_dirty() => Err("There are no unsaved changes"),
            Some(_) => Ok(()),
        }),
    Spec::new(Command::Quit, "Quit", "Close the program", |editor| leave::leave(editor, AfterSave::Close))
        .keys(&[Shortcut::command(Key::Q)]),
];

fn has_comparison(state: &State) -> Enabled {
    needs::need(comparison::other(state).is_some(), "The document is not compared with another one")
}

fn has_changed_file(state: &State) -> Enabled {
    needs::need(changed::offer(state).is_some(), "No file was changed by another program")
}

fn has_content(state: &State) -> Enabled {
    if state.mesh().is_empty() { Err("The document is empty") } else { Ok(()) }
}

/// Commands for help, and for windows of the program.
#[rustfmt::skip]
pub(super) const HELP_ROWS: &[Spec] = &[
    Spec::of(Command::Palette, "Command palette", "Find a command by typing part of its name", Action::Window(Window::Palette)).keys(&[Shortcut::command(Key::P).and_shift(), Shortcut::plain(Key::F3)]),
    Spec::of(Command::CheatSheet, "Keys", "Show every key and what it does", Action::Window(Window::CheatSheet)).keys(&[Shortcut::shift(Key::Slash), Shortcut::plain(Key::F1)]),
    Spec::of(Command::ExplainFunnel, "What is a funnel?", "Explain the funnel algorithm with three pictures", Action::Run(|editor| lesson::explain(editor, Stage::Funnel))),
    Spec::of(Command::Preferences, "Preferences", "Change colours, snapping, sizes and distances", Action::Window(Window::Preferences)).keys(&[Shortcut::plain(Key::F4)]),
    Spec::of(Command::StartScreen, "Start screen", "Start a document, open a recent file or a sample, or take the tour", Action::Window(Window::Start)),
    Spec::of(Command::FrameTimes, "Frame times", "Show how long frames take and how much is drawn, for meshes that are slow", Action::Window(Window::FrameTimes)).keys(&[Shortcut::plain(Key::F12)]),
    Spec::of(Command::About, "About navsmith", "Show the version and the licence", Action::Window(Window::About)),
];
