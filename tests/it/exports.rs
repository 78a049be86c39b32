//! Export targets: stored with the document, exported on save and on request, and never outside without consent.

mod refused;

use std::fs;
use std::path::Path;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::export::{ExportConcern, ExportSettings};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::targets::{self, TargetInput};
use navsmith::editor::files::reply::{FileContent, FileFailure};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, MessageSeverity};
use navsmith::editor::session::request::{FilePurpose, FileRequest, WriteContent};
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, ExportTarget};
use navsmith_formats::io::{self, FileRef, Format, Opened, ron};

use crate::support::command_line::{Folder, SQUARES, run};
use crate::support::files::{choose, open_as, reply_of};

/// An editor with the folder of its document; carries out its writes like the application.
struct Desk {
    editor: Editor,
    folder: tempfile::TempDir,
}

impl Desk {
    /// Opens a document with these targets, relative to its folder; the last one runs on save.
    fn open(targets: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a folder for tests");
        fs::create_dir(folder.path().join("maps")).expect("a folder for tests");
        let exports: Vec<ExportTarget> = targets.iter().map(|file| target(file)).collect();
        let document = Document { exports: exports.into(), ..square() };
        let path = folder.path().join("maps/level.ron");
        fs::write(&path, ron::write(&document).expect("valid")).expect("a file for tests");
        let mut desk = Self { editor: Editor::new(Document::default()), folder };
        desk.reopen();
        desk
    }

    fn reopen(&mut self) {
        let file = self.path("maps/level.ron");
        let Ok(Opened::Document { document, stamp, .. }) = io::open(file.path()) else {
            panic!("a document")
        };
        open_as(&mut self.editor, file, FileContent::Document(document.into(), Some(stamp)));
        self.carry_out();
    }

    fn path(&self, name: &str) -> FileRef {
        FileRef::from(self.folder.path().join(name))
    }

    fn text(&self, name: &str) -> Option<String> {
        fs::read_to_string(self.path(name).path()).ok()
    }

    /// Sends an input, and carries out all writes that follow; returns the messages.
    fn handle(&mut self, input: FileInput) -> Vec<String> {
        self.editor.handle(Input::File(input));
        self.carry_out()
    }

    fn choose(&mut self, purpose: FilePurpose, file: FileRef) -> Vec<String> {
        choose(&mut self.editor, purpose, file);
        self.carry_out()
    }

    fn run(&mut self, command: Command) -> Vec<String> {
        self.editor.handle(Input::Run(command));
        self.carry_out()
    }

    fn carry_out(&mut self) -> Vec<String> {
        let mut messages = Vec::new();
        loop {
            let effects = self.editor.take_effects();
            if effects.is_empty() {
                return messages;
            }
            for effect in effects {
                if let Some(reply) = written(&effect) {
                    self.editor.handle(reply);
                }
                match effect {
                    Effect::Say(message) => messages.push(message.text),
                    Effect::Close => messages.push("closed".into()),
                    _ => {}
                }
            }
        }
    }

    fn edit(&mut self) {
        self.editor.handle(Input::Run(Command::NewArea));
        assert!(self.editor.is_dirty(), "an edit is unsaved work");
    }

    fn concern(&self) -> Option<(String, ExportConcern)> {
        match self.editor.dialog() {
            Some(Dialog::ConfirmExport { file, concern }) => Some((file.name(), concern.clone())),
            _ => None,
        }
    }
}

fn square() -> Document {
    let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let cell = Cell::new((0..4).map(VertexId), AreaId(0));
    Document::of_mesh(NavMesh::from_parts(corners, [cell]).expect("a square"))
}

fn target(file: &str) -> ExportTarget {
    ExportTarget { file: file.into(), coordinates: FileCoordinates::default(), runs_on_save: true }
}

/// Carries out a write like the application, and returns the reply for the editor.
fn written(effect: &Effect) -> Option<Input> {
    let Effect::File(number, FileRequest::Write(write)) = effect else { return None };
    if let WriteContent::Picture { .. } = write.content {
        let why = write.protected.check(write.file.path()).expect_err("a protected file");
        let reply = Err(FileFailure::Error(format!("{why}.")));
        return Some(Input::File(FileInput::Reply(*number, reply)));
    }
    reply_of(effect)
}

#[test]
fn targets_survive_every_format_that_stores_them() {
    let coordinates = FileCoordinates { up: UpAxis::Z, mirror: Some(Axis::Y), scale: 0.01 };
    let other = ExportTarget { coordinates, runs_on_save: false, ..target("../game/level.json") };
    let document = Document { exports: vec![target("out/level.glb"), other].into(), ..square() };
    let folder = tempfile::tempdir().expect("a folder for tests");
    for format in Format::writable() {
        let path = folder.path().join(format!("a.{}", format.extensions[0]));
        let written = format.encode(&document, FileCoordinates::default(), &Progress::none());
        fs::write(&path, written.expect("not stopped").expect("valid")).expect("a file for tests");
        let read = match io::open(&path) {
            Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => document,
            other => panic!("{format}: {other:?}"),
        };
        let losses = format.losses(&document, FileCoordinates::default());
        if losses.contains(&"2 export targets".to_owned()) {
            assert!(read.exports.is_empty(), "{format}");
            continue;
        }
        let game = folder.path().parent().expect("a parent").join("game/level.json");
        assert_eq!(Path::new(&read.exports[1].file), game, "{format}: absolute in memory");
        assert_eq!(io::with_relative_files(&read, &path).exports, document.exports, "{format}");
    }
}

#[test]
fn a_document_lists_its_targets_on_lines_of_their_own() {
    let coordinates = FileCoordinates { up: UpAxis::Z, scale: 0.01, ..FileCoordinates::default() };
    let exports = vec![target("level.glb"), ExportTarget { coordinates, ..target("level.obj") }];
    let text = ron::write(&Document { exports: exports.into(), ..square() }).expect("valid");
    let list = "    exports: [\n        (file: \"level.glb\", on_save: true),\n        \
                (file: \"level.obj\", up: z, scale: 0.01, on_save: true),\n    ],\n";
    assert!(text.contains(list), "{text}");
    assert!(!ron::write(&square()).expect("valid").contains("exports"), "optional");
    for (entry, part) in [
        ("(file: \" \")", "line 3, column 8: export target 0 names no file"),
        ("(file: \"a.glb\", scale: -1.0)", "the scale of export target 0 is -1"),
        ("(file: \"a.glb\", mirror: w)", "line 3"),
        (&"(file: \"a.glb\"),".repeat(65), "there are 65 export targets, and at most 64"),
    ] {
        let text = format!("NavMesh(\nversion: 1, vertices: [], cells: [], exports: [\n{entry}\n])");
        let why = ron::read(&text).expect_err("refused").to_string();
        assert!(why.contains(part), "{entry}: {why}");
    }
}

#[test]
fn a_save_exports_to_the_targets_inside_the_folder() {
    let mut desk = Desk::open(&["level.obj", "level.json"]);
    desk.editor.handle(Input::File(FileInput::Target(TargetInput::SetOnSave(0, false))));
    desk.edit();
    let messages = desk.run(Command::Save);
    assert!(messages[0].starts_with("Saved ") && messages[1].starts_with("Exported "), "{messages:?}");
    assert_eq!(desk.text("maps/level.obj"), None, "it does not run on save");
    assert!(desk.text("maps/level.json").is_some_and(|text| text.contains("area 2")), "the saved state");
    assert!(!desk.editor.is_dirty(), "an export changes nothing");
    assert!(!desk.path("maps/level.json~").path().exists(), "exports keep no previous version");

    desk.edit();
    desk.run(Command::Save);
    assert!(desk.text("maps/level.json").is_some_and(|text| text.contains("area 3")), "again");
    desk.reopen();
    desk.edit();
    desk.run(Command::Save);
    assert!(desk.text("maps/level.json").is_some_and(|text| text.contains("area 4")), "in a later session");
    assert_eq!(desk.concern(), None, "an earlier export of this document is replaced without a question");
}

#[test]
fn a_target_that_another_program_changed_is_replaced_only_with_consent() {
    let mut desk = Desk::open(&["level.json"]);
    fs::write(desk.path("maps/level.json").path(), "precious").expect("a file for tests");
    desk.edit();
    desk.run(Command::Save);
    assert_eq!(desk.concern(), Some(("level.json".into(), ExportConcern::Existing)));
    assert!(!desk.editor.is_dirty(), "the save itself has succeeded");
    desk.handle(FileInput::Answer(Choice::Cancel));
    assert_eq!(desk.text("maps/level.json").as_deref(), Some("precious"), "left as it is");
    desk.edit();
    desk.run(Command::Save);
    assert_eq!(desk.concern(), None, "the question is not repeated with every save");
    assert_eq!(desk.text("maps/level.json").as_deref(), Some("precious"), "still left");

    desk.handle(FileInput::Target(TargetInput::Export(0)));
    assert_eq!(
        desk.concern(),
        Some(("level.json".into(), ExportConcern::Existing)),
        "asked again on request"
    );
    desk.handle(FileInput::Answer(Choice::Save));
    assert!(desk.text("maps/level.json").is_some_and(|text| text.contains("area 3")), "replaced");
    assert!(desk.path("maps/level.json~").path().exists(), "the replaced content is kept");
    fs::remove_file(desk.path("maps/level.json").path()).expect("removed");
    desk.edit();
    desk.run(Command::Save);
    assert!(desk.text("maps/level.json").is_some_and(|text| text.contains("area 4")), "a removed file");
}

#[test]
fn a_save_states_the_links_that_a_target_loses_and_no_more() {
    let mut desk = Desk::open(&["level.mesh"]);
    let document =
        navsmith::samples::named("A one-way link").and_then(|sample| match sample.open().ok()? {
            Opened::Document { document, .. } => Some(document),
            _ => None,
        });
    let exports = desk.editor.document().exports.clone();
    let document = Document { exports, ..document.expect("a document with a link") };
    fs::write(desk.path("maps/level.ron").path(), ron::write(&document).expect("valid")).expect("a file");
    desk.reopen();
    desk.edit();
    let messages = desk.run(Command::Save);
    let end = "level.mesh. The file does not store 1 link.";
    assert!(messages.iter().any(|text| text.ends_with(end)), "{messages:?}");
}

#[test]
fn a_failed_export_names_its_target_and_leaves_the_save() {
    let mut desk = Desk::open(&["missing/level.json", "level.fbx", "level.ron", "level.obj"]);
    desk.edit();
    let messages = desk.run(Command::Save);
    assert!(messages[0].starts_with("Saved "), "{messages:?}");
    let of = |name: &str| messages.iter().find(|text| text.starts_with(&format!("Export target {name}: ")));
    for name in ["level.json", "level.fbx", "level.ron"] {
        assert!(of(name).is_some(), "{name}: {messages:?}");
    }
    assert!(targets::failure(&desk.editor, 1).is_some_and(|why| why.contains("does not end like")));
    assert!(targets::failure(&desk.editor, 2).is_some_and(|why| why.contains("is read from it")));
    assert_eq!(targets::failure(&desk.editor, 3), None, "the last one succeeded");
    assert!(desk.text("maps/level.obj").is_some(), "written");
    assert!(!desk.editor.is_dirty(), "saved");
    fs::create_dir(desk.path("maps/missing").path()).expect("a folder for tests");
    desk.handle(FileInput::Target(TargetInput::ExportAll));
    assert_eq!(targets::failure(&desk.editor, 0), None, "a success ends the failure");
}

#[test]
fn closing_waits_for_the_exports_and_their_questions() {
    let mut desk = Desk::open(&["level.json", "../escaped.json"]);
    desk.edit();
    desk.handle(FileInput::CloseRequested);
    let messages = desk.handle(FileInput::Answer(Choice::Save));
    assert!(!messages.contains(&"closed".to_owned()), "a question is open: {messages:?}");
    assert!(desk.text("maps/level.json").is_some(), "exported");
    let messages = desk.handle(FileInput::Answer(Choice::Save));
    assert!(messages.contains(&"closed".to_owned()), "{messages:?}");
    assert!(desk.text("escaped.json").is_some(), "exported before closing");
}

#[test]
fn the_export_dialog_stores_a_target_that_undo_removes() {
    let mut desk = Desk::open(&[]);
    let file = desk.path("elsewhere.obj");
    desk.choose(FilePurpose::Export, file.clone());
    let coordinates = FileCoordinates { up: UpAxis::Z, ..FileCoordinates::default() };
    let settings =
        ExportSettings { coordinates, is_stored: true, runs_on_save: true, ..ExportSettings::default() };
    desk.handle(FileInput::SetExport(settings));
    desk.handle(FileInput::Answer(Choice::Save));
    assert!(desk.text("elsewhere.obj").is_some_and(|text| text.contains("Z up")), "exported");
    let stored = &desk.editor.document().exports;
    assert_eq!((stored.len(), stored[0].coordinates, stored[0].runs_on_save), (1, coordinates, true));
    desk.edit();
    desk.run(Command::Save);
    assert_eq!(desk.concern(), None, "the user chose the file, wherever it is");
    assert!(desk.text("maps/level.ron").is_some_and(|text| text.contains("(file: \"../elsewhere.obj\"")));

    desk.choose(FilePurpose::Export, file);
    let Some(Dialog::Export(dialog)) = desk.editor.dialog() else { panic!("asked") };
    assert_eq!(dialog.settings(), settings, "those of the target");
    desk.handle(FileInput::SetExport(ExportSettings { is_stored: false, ..settings }));
    desk.handle(FileInput::Answer(Choice::Save));
    assert!(desk.editor.document().exports.is_empty(), "removed");
    assert!(desk.editor.undo() && desk.editor.document().exports.len() == 1, "undone");
    desk.handle(FileInput::Target(TargetInput::Remove(0)));
    assert!(desk.editor.document().exports.is_empty(), "removed from the list");
}

#[test]
fn the_command_line_exports_to_all_targets() {
    let exports = "exports: [(file: \"a.obj\", up: z), (file: \"../b.obj\"), (file: \"c.fbx\")]";
    let last = "(corners: [6, 7, 8])]";
    let (folder, _) = Folder::with("x", "");
    fs::create_dir(folder.path("maps")).expect("a folder for tests");
    let file = folder.path("maps/squares.ron");
    fs::write(&file, SQUARES.replace(last, &format!("{last}, {exports}"))).expect("a file for tests");
    let file = file.to_str().expect("valid UTF-8");
    let ran = run(&["export", file]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.out.starts_with("wrote ") && ran.out.ends_with("a.obj\n"), "{}", ran.out);
    assert!(ran.err.contains("b.obj: it is outside of the folder of the document; --force"), "{}", ran.err);
    assert!(ran.err.contains("c.fbx: the name does not end like a format"), "{}", ran.err);
    assert!(folder.path("maps/a.obj").exists() && !folder.path("b.obj").exists());
    let forced = run(&["export", file, "--force", "--json"]).json();
    assert_eq!(forced.as_array().map(Vec::len), Some(3), "{forced}");
    assert!(folder.path("b.obj").exists(), "forced");
    let (_folder, plain) = Folder::with("squares.ron", SQUARES);
    let ran = run(&["export", &plain]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("has no export targets"), "{}", ran.err);
}

#[test]
fn the_coordinates_of_a_target_are_changed_unless_its_format_refuses_them() {
    let mut desk = Desk::open(&["level.obj", "level.mesh"]);
    let turned = FileCoordinates { up: UpAxis::Z, scale: 0.01, ..FileCoordinates::default() };
    let coordinates = |desk: &Desk, index: usize| desk.editor.document().exports[index].coordinates;
    let before = coordinates(&desk, 1);
    let messages = desk.handle(FileInput::Target(TargetInput::SetCoordinates(0, turned)));
    assert_eq!((coordinates(&desk, 0), messages), (turned, vec![]), "changed");
    let messages = desk.handle(FileInput::Target(TargetInput::SetCoordinates(1, turned)));
    assert!(messages[0].contains("always has Y up"), "refused: {messages:?}");
    let nothing = FileCoordinates { scale: 0.0, ..turned };
    desk.handle(FileInput::Target(TargetInput::SetCoordinates(0, nothing)));
    assert_eq!((coordinates(&desk, 0), coordinates(&desk, 1)), (turned, before), "as they were");
    desk.run(Command::Undo);
    assert_ne!(coordinates(&desk, 0), turned, "one step");
}

#[test]
fn an_export_on_save_with_errors_is_a_warning_that_names_the_file() {
    let mut desk = Desk::open(&["first.glb", "second.obj"]);
    let folder = desk.path("maps").path().display().to_string();
    // A second cell over the first one.
    let mesh = desk.editor.document().mesh.clone();
    let corners: Vec<Vec3> = mesh.vertices().map(|(_, at)| at).collect();
    let cells = [0, 4].map(|first| Cell::new((first..first + 4).map(VertexId), AreaId(0)));
    let moved = corners.iter().map(|at| *at + Vec3::new(0.5, 0.0, 0.25));
    let broken = NavMesh::from_parts(corners.iter().copied().chain(moved), cells).expect("two squares");
    let document = Document { mesh: broken, ..desk.editor.document().clone() };
    fs::write(desk.path("maps/level.ron").path(), ron::write(&document).expect("valid")).expect("written");
    desk.reopen();
    desk.carry_out();
    desk.edit();
    desk.editor.handle(Input::Run(Command::Save));
    let mut said: Vec<String> = Vec::new();
    let mut warnings = 0;
    loop {
        let effects = desk.editor.take_effects();
        if effects.is_empty() {
            break;
        }
        for effect in effects {
            match effect {
                Effect::Say(message) => {
                    warnings += usize::from(message.severity == MessageSeverity::Warning);
                    said.push(message.text.replace(&folder, "…"));
                }
                effect => {
                    if let Some(reply) = written(&effect) {
                        desk.editor.handle(reply);
                    }
                }
            }
        }
    }
    let named = |file: &str| {
        let start = format!("Exported …/{file}, but the mesh has 1 error (Overlapping cells: 1)");
        said.iter().any(|text| text.starts_with(&start))
    };
    assert!(named("first.glb") && named("second.obj"), "{said:?}");
    assert_eq!(warnings, 2, "{said:?}");
}
