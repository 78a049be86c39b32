//! Exports, and documents in formats that lose content.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::export::{ExportDialog, ExportSettings};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileFailure;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message, MessageSeverity};
use navsmith::editor::session::request::{FilePurpose, FileRequest, FileWrite};
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_formats::document::Document;
use navsmith_formats::io::file::{RequiredState, Stamp};
use navsmith_formats::io::{self, Format};

use super::{Desk, square};
use crate::support::files::{asking, choose, document_of, unnumbered, write_of, written};

#[test]
fn an_export_is_repeated_without_a_dialog() {
    let mut desk = Desk::new();
    assert!(Command::Export.enabled(&desk.editor).is_ok(), "there is a mesh");
    assert_eq!(
        desk.run(Command::ExportAgain),
        [asking(FilePurpose::Export, Some("untitled.glb".into()))],
        "there is no last one"
    );
    let file = desk.path("level.obj");
    assert_eq!(desk.choose(FilePurpose::Export, file.clone()), [], "asks how");
    let effects = desk.answer(Choice::Save);
    let write = write_of(&effects).unwrap();
    let described = (document_of(write).1.name, write.options.expected);
    assert_eq!(described, ("OBJ", RequiredState::Anything), "the dialog has asked");
    let stamp = Stamp::of(b"written");
    let said = desk.reply_all(written(stamp));
    assert!(said.contains(&Effect::Say(Message::info(format!("Exported {file}.")))), "{said:?}");
    assert!(desk.editor.file_ref().is_none(), "the document itself has no file");
    let effects = desk.run(Command::ExportAgain);
    let FileWrite { file: again, options, .. } = write_of(&effects).unwrap();
    assert_eq!((again, options.expected), (&file, RequiredState::Unchanged(stamp)), "unless it was changed");
    let said = desk.reply_all(Err(FileFailure::ChangedOnDisk));
    let [Effect::Say(message)] = &said[..] else { panic!("{said:?}") };
    assert!(message.text.contains("changed by another program"), "{}", message.text);
    assert_eq!(desk.run(Command::Export), [asking(FilePurpose::Export, Some(file))], "suggests the last one");
}

#[test]
fn an_export_that_loses_content_asks_first() {
    let mut desk = Desk::new();
    desk.editor.handle(Input::Query(QueryInput::SetEnd(
        End::Start,
        Some(Endpoint { ground: Vec2::ONE, height: None }),
    )));
    assert_eq!(desk.choose(FilePurpose::Export, desk.path("level.obj")), [], "asked");
    let Some(Dialog::Export(ExportDialog { losses, .. })) = desk.editor.dialog() else { panic!("asked") };
    assert_eq!(losses[..], ["1 query"]);
    assert_eq!(write_of(&desk.answer(Choice::Save)).unwrap().file, desk.path("level.obj"));
    let other = desk.path("level.fbx");
    choose(&mut desk.editor, FilePurpose::Export, other);
    let effects = desk.editor.take_effects();
    let [Effect::Say(message), Effect::File(_, FileRequest::Choose(_))] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(message.text.starts_with("Not exported: level.fbx does not end like"), "{}", message.text);
}

#[test]
fn an_export_is_written_in_the_coordinates_of_its_dialog() {
    let mut desk = Desk::new();
    desk.choose(FilePurpose::Export, desk.path("level.obj"));
    let coordinates = FileCoordinates { up: UpAxis::Z, mirror: Some(Axis::X), scale: 0.01 };
    desk.file(FileInput::SetExport(ExportSettings { coordinates, ..ExportSettings::default() }));
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    let text = std::fs::read_to_string(desk.path("level.obj").path()).unwrap();
    assert!(text.contains("in units of 0.01 m, Z up, mirrored along X"), "{text}");
    assert!(text.contains("v -100.0 -100.0 0.0\n"), "the corner (1, 0, 1): {text}");
    let again = desk.run(Command::ExportAgain);
    assert_eq!(document_of(write_of(&again).unwrap()).2, coordinates, "repeated");

    desk.choose(FilePurpose::Export, desk.path("level.mesh"));
    let Some(Dialog::Export(dialog)) = desk.editor.dialog() else { panic!("asked") };
    assert_eq!(dialog.settings().coordinates, FileCoordinates::default(), "the format refuses the last ones");
    desk.file(FileInput::SetExport(ExportSettings { coordinates, ..ExportSettings::default() }));
    assert_eq!(desk.answer(Choice::Save), [], "nothing is written");
    assert!(desk.editor.dialog().is_some(), "the dialog stays");
    let invalid = FileCoordinates { scale: 0.0, ..FileCoordinates::default() };
    desk.file(FileInput::SetExport(ExportSettings { coordinates: invalid, ..ExportSettings::default() }));
    let Some(Dialog::Export(dialog)) = desk.editor.dialog() else { panic!("asked") };
    assert_eq!(dialog.settings().coordinates, coordinates, "an invalid scale is ignored");
}

#[test]
fn cells_that_a_format_cannot_hold_are_selected_and_framed() {
    let mut desk = Desk::new();
    let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [50.0, 60.0], [51.0, 61.0], [50.0, 61.0]];
    let corners = corners.map(|[x, z]| Vec3::new(x, 0.0, z));
    let cells = [[0, 1, 2], [3, 4, 5]].map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    desk.editor = Editor::new(Document::of_mesh(NavMesh::from_parts(corners, cells).unwrap()));
    desk.choose(FilePurpose::Export, desk.path("level.tile"));
    let effects = desk.answer(Choice::Save);
    let [Effect::Say(message)] = &desk.carry_out_write(&effects)[..] else { panic!("a message") };
    assert_eq!(message.severity, MessageSeverity::Error);
    assert!(message.text.starts_with("The file was not written: 1 cell has no area"), "{}", message.text);
    assert!(message.text.ends_with("The cell is selected."), "{}", message.text);
    assert!(desk.editor.selection().cells().iter().eq(&[CellId(1)]), "{:?}", desk.editor.selection());
    let center = desk.editor.camera().center;
    assert!(center.distance(glam::dvec2(50.5, 60.5)) < 1e-3, "in the middle: {center}");
    assert!(!desk.path("level.tile").path().exists(), "nothing was written");
}

#[test]
fn a_document_is_not_written_under_the_name_of_another_format() {
    let mut desk = Desk::new();
    for (name, suggested) in [("level.FBX", "level.FBX.ron"), ("level.blend", "level.blend.ron")] {
        let path = desk.path(name);
        choose(&mut desk.editor, FilePurpose::Save, path);
        let [Effect::Say(message), ask] = &unnumbered(desk.editor.take_effects())[..] else {
            panic!("{name} is refused")
        };
        let formats = io::list(Format::writable());
        let text =
            format!("Not saved: {name} does not end like a format that navsmith writes. Choose a {formats}.");
        assert_eq!(*message, Message::warning(text));
        assert_eq!(*ask, asking(FilePurpose::Save, Some(desk.path(suggested))), "asked again");
    }
    let effects = desk.choose(FilePurpose::Save, desk.path("level"));
    let FileWrite { file: path, options, .. } = write_of(&effects).unwrap();
    assert_eq!((path, options.expected), (&desk.path("level.ron"), RequiredState::Nothing), "completed");
}

#[test]
fn saving_under_the_name_of_a_poorer_format_exports_after_a_question() {
    let mut desk = Desk::new();
    desk.editor = Editor::new(square());
    desk.save_as("level.ron");
    desk.edit();
    let path = desk.path("level.mesh");
    assert_eq!(desk.choose(FilePurpose::Save, path.clone()), [], "nothing is written yet");
    let Some(Dialog::Export(ExportDialog { format, losses, .. })) = desk.editor.dialog() else {
        panic!("asked")
    };
    assert_eq!((format.name, losses.is_empty()), ("Polyanya mesh", true), "a flat square loses nothing");
    let elsewhere = desk.answer(Choice::SaveElsewhere);
    assert_eq!(elsewhere, [asking(FilePurpose::Save, Some(desk.path("level.ron")))], "as a document");
    desk.choose(FilePurpose::Save, path.clone());
    let effects = desk.answer(Choice::Save);
    assert_eq!(desk.carry_out_write(&effects), [], "an export is not a recent document");
    let text = std::fs::read_to_string(path.path()).unwrap();
    assert!(text.starts_with("mesh\n2\n4 1\n"), "written in the format of its name: {text}");
    assert_eq!(desk.editor.file_ref(), Some(&desk.path("level.ron")), "the document keeps its file");
    assert!(desk.editor.is_dirty(), "and its unsaved changes");
}

#[test]
fn an_export_says_what_is_lost_and_saves_nothing_before_closing() {
    let mut desk = Desk::new();
    let corners = [[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [1.0, 0.0, 1.0], [7.0, 0.0, 7.0]].map(Vec3::from);
    let cells = [Cell::new((0..3).map(VertexId), AreaId(1))];
    desk.editor = Editor::new(Document::of_mesh(NavMesh::from_parts(corners, cells).unwrap()));
    desk.edit();
    desk.file(FileInput::CloseRequested);
    desk.answer(Choice::Save);
    desk.choose(FilePurpose::Save, desk.path("level.mesh"));
    let Some(Dialog::Export(ExportDialog { losses, .. })) = desk.editor.dialog() else { panic!("asked") };
    assert_eq!(losses.join(", "), "heights, 1 area, 1 isolated vertex");
    let effects = desk.answer(Choice::Save);
    let after = desk.carry_out_write(&effects);
    assert_eq!(after, [], "does not close");
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "unsaved work is asked about again");
}

#[test]
fn the_format_of_the_last_export_is_suggested_for_the_next_document() {
    let mut desk = Desk::new();
    desk.choose(FilePurpose::Export, desk.path("level.obj"));
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    desk.file(FileInput::OpenSample("square", square().into()));
    assert_eq!(desk.run(Command::ExportAgain), [asking(FilePurpose::Export, Some("square.obj".into()))]);
}

#[test]
fn a_failed_export_before_the_save_keeps_the_window_open() {
    let mut desk = Desk::new();
    desk.save_as("level.ron");
    desk.edit();
    desk.choose(FilePurpose::Export, desk.path("level.obj"));
    desk.answer(Choice::Save);
    desk.file(FileInput::CloseRequested);
    assert_eq!(desk.answer(Choice::Save), [], "the save waits for the export");
    let effects = desk.reply(Err(FileFailure::Error("No space is left.".into())));
    let effects = desk.carry_out_write(&effects);
    assert!(!desk.editor.is_dirty(), "saved");
    assert!(!effects.contains(&Effect::Close), "the message is seen: {effects:?}");
}
