//! Export targets: stored with the document, exported on save and on request, and never outside without consent.

use std::fs;
use std::path::Path;

use glam::Vec3;
use navsmith::editor::Editor;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::export::{ExportConcern, ExportSettings};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::targets::{self, TargetInput};
use navsmith::editor::files::import::ImportedDocument;
use navsmith::editor::files::reply::{FileContent, FileFailure};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, MessageSeverity};
use navsmith::editor::session::request::{FilePurpose, FileRequest, WriteContent};
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, ExportTarget, LevelReference};
use navsmith_formats::io::file::read_stamped;
use navsmith_formats::io::save::SaveError;
use navsmith_formats::io::{self, FileRef, Format, NotLocal, Opened, TargetError, UpEvidence, ron};

use crate::support::command_line::{Folder, SQUARES, navsmith, run};
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
fn a_document_from_elsewhere_writes_nothing_outside_of_its_folder() {
    let mut desk = Desk::open(&["../escaped.json"]);
    desk.edit();
    let messages = desk.run(Command::Save);
    assert_eq!(messages.len(), 1, "only the save is reported: {messages:?}");
    assert_eq!(desk.concern(), Some(("escaped.json".into(), ExportConcern::Outside(NotLocal::Outside))));
    desk.handle(FileInput::Answer(Choice::Cancel));
    assert_eq!(desk.text("escaped.json"), None, "refused");
    desk.reopen();
    desk.edit();
    desk.run(Command::Save);
    assert_eq!(
        desk.concern(),
        Some(("escaped.json".into(), ExportConcern::Outside(NotLocal::Outside))),
        "for each session"
    );
    desk.handle(FileInput::Answer(Choice::Save));
    assert!(desk.text("escaped.json").is_some_and(|text| text.contains("area 3")), "allowed");
    desk.edit();
    desk.run(Command::Save);
    assert_eq!(desk.concern(), None, "allowed until the document is closed");
    assert!(desk.text("escaped.json").is_some_and(|text| text.contains("area 4")), "again");
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

#[cfg(unix)]
#[test]
fn a_symbolic_link_in_the_folder_does_not_lead_out_of_it() {
    let mut desk = Desk::open(&["link.json", "away/level.json"]);
    std::os::unix::fs::symlink(desk.path("secret.json").path(), desk.path("maps/link.json").path())
        .expect("a link");
    std::os::unix::fs::symlink(desk.path("").path(), desk.path("maps/away").path()).expect("a link");
    desk.edit();
    desk.run(Command::Save);
    for (name, to) in [("link.json", "secret.json"), ("level.json", "level.json")] {
        let linked = NotLocal::LinkedOutside(desk.path(to).path().to_owned());
        assert_eq!(desk.concern(), Some((name.into(), ExportConcern::Outside(linked))));
        desk.handle(FileInput::Answer(Choice::Cancel));
    }
    assert_eq!((desk.text("secret.json"), desk.text("level.json")), (None, None), "nothing was written");
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

/// Writes the squares with these lists to a file in a folder below; returns both.
fn squares_with(lists: &str) -> (Folder, String) {
    let (folder, last) = (Folder::new(), "(corners: [6, 7, 8])]");
    let file = folder.path("maps/squares.ron");
    fs::create_dir(folder.path("maps")).expect("a folder for tests");
    fs::write(&file, SQUARES.replace(last, &format!("{last}, {lists}"))).expect("a file for tests");
    (folder, file.display().to_string())
}

#[test]
fn the_command_line_replaces_only_exports_of_the_document() {
    let (folder, file) = squares_with("exports: [(file: \"a.obj\")]");
    let out = folder.path("maps/a.obj");
    assert_eq!(run(&["export", &file]).code, Some(0), "no file");
    assert_eq!(run(&["export", &file]).code, Some(0), "an export of this document");
    fs::write(&out, "precious").expect("a file for tests");
    let ran = run(&["export", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("a.obj: it exists and differs from this export; --force"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&out).expect("there"), "precious");
    assert_eq!(run(&["export", &file, "--force"]).code, Some(0), "forced");
    assert_ne!(fs::read_to_string(&out).expect("there"), "precious");
}

#[test]
fn no_export_replaces_the_document_or_its_levels() {
    let lists = "levels: [(file: \"level.obj\")], exports: [(file: \"level.obj\"), (file: \"squares.ron\")]";
    let (folder, file) = squares_with(lists);
    fs::create_dir(folder.path("maps/sub")).expect("a folder for tests");
    fs::write(folder.path("maps/level.obj"), "v 0 0 0").expect("a file for tests");
    let before = fs::read_to_string(&file).expect("there");
    for arguments in [&["export", "../squares.ron", "--force"][..], &["export", "../squares.ron"]] {
        let ran = navsmith().args(arguments).current_dir(folder.path("maps/sub")).output();
        let ran = ran.expect("the program starts");
        let why = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(1), "{why}");
        for name in ["level.obj", "squares.ron"] {
            let line = format!("{name} was not written: the document or one of its levels is read from it");
            assert!(why.contains(&line), "{why}");
        }
    }
    assert_eq!(fs::read_to_string(&file).expect("there"), before);
    assert_eq!(fs::read_to_string(folder.path("maps/level.obj")).expect("there"), "v 0 0 0");
}

#[test]
fn the_window_replaces_no_level_even_with_consent() {
    let mut desk = Desk::open(&["level.json"]);
    let level = desk.path("maps/level.json");
    let document = desk.editor.document();
    let levels = vec![LevelReference::new(level.path().display().to_string())];
    let document = Document { levels: levels.into(), ..document.clone() };
    let text = ron::write(&io::with_relative_files(&document, desk.path("maps/level.ron").path()));
    fs::write(desk.path("maps/level.ron").path(), text.expect("valid")).expect("a file for tests");
    fs::write(level.path(), "precious").expect("a file for tests");
    desk.reopen();
    desk.handle(FileInput::Target(TargetInput::Export(0)));
    assert_eq!(desk.concern(), None, "refused without a question");
    assert!(targets::failure(&desk.editor, 0).is_some_and(|why| why.contains("one of its levels")));
    assert_eq!(desk.text("maps/level.json").as_deref(), Some("precious"));
}

#[test]
fn a_picture_is_no_target() {
    let (_folder, file) = squares_with("exports: [(file: \"a.svg\")]");
    let ran = run(&["export", &file]);
    assert!(ran.err.contains("a.svg: pictures are no export targets; write them with"), "{}", ran.err);
    let mut desk = Desk::open(&["a.svg"]);
    desk.handle(FileInput::Target(TargetInput::Export(0)));
    assert!(targets::failure(&desk.editor, 0).is_some_and(|why| why.contains("Pictures are no")));
}

#[test]
fn a_target_is_an_export_of_the_state_before_or_is_not_replaced() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join("a.obj");
    let obj = Format::of_name(&path).expect("OBJ");
    fs::write(&path, "by another program").expect("a file for tests");
    let checks = io::TargetChecks { replaceable: Some(square()), ..Default::default() };
    let options = io::save::SaveOptions { expected: io::file::RequiredState::Nothing, ..Default::default() };
    let write = || {
        let form = (obj, FileCoordinates::default());
        io::write_target(&path, form, b"new", (&options, &checks), &Progress::none())
    };
    assert!(matches!(write(), Err(TargetError::Save(SaveError::Unexpected(_)))));
    let old = obj.encode(&square(), FileCoordinates::default(), &Progress::none()).expect("not stopped");
    fs::write(&path, old.expect("valid")).expect("a file for tests");
    assert!(write().is_ok(), "replaced");
    assert_eq!(read_stamped(&path, 100).expect("written").0, b"new");
}

#[test]
fn no_export_replaces_a_buffer_of_a_level() {
    let lists = "levels: [(file: \"level.gltf\")], exports: [(file: \"level.json\")]";
    let (folder, file) = squares_with(lists);
    let gltf = "{\"asset\":{\"version\":\"2.0\"},\"buffers\":[{\"uri\":\"level.json\",\"byteLength\":4}]}";
    fs::write(folder.path("maps/level.gltf"), gltf).expect("a file for tests");
    fs::write(folder.path("maps/level.json"), "0000").expect("a file for tests");
    let ran = run(&["export", &file, "--force"]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("one of its levels is read from it"), "{}", ran.err);
    assert_eq!(fs::read_to_string(folder.path("maps/level.json")).expect("there"), "0000");
}

#[test]
fn an_export_or_a_save_replaces_no_file_that_the_document_is_read_from() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let at = |name: &str| FileRef::from(folder.path().join(name));
    let gltf = r#"{"asset":{"version":"2.0"},"buffers":[{"uri":"level.bin","byteLength":4}],
        "images":[{"uri":"level.svg"}, {"bufferView":0}]}"#;
    for (name, text) in [("level.gltf", gltf), ("level.bin", "0000"), ("level.svg", "precious")] {
        fs::write(at(name).path(), text).expect("a file for tests");
    }
    fs::write(at("level.ron").path(), "precious").expect("a file for tests");
    let levels = vec![LevelReference::new(at("level.ron").path().display().to_string())];
    let document = Document { levels: levels.into(), ..square() };
    let imported =
        ImportedDocument::whole(&at("level.gltf"), document.into(), (Vec::new(), UpEvidence::Plain));
    let mut desk = Desk { editor: Editor::new(Document::default()), folder };
    desk.handle(FileInput::OpenSample("level", FileContent::Imported(Box::new(imported))));
    for name in ["level.bin", "level.svg"] {
        let file = desk.path(name);
        let before = desk.text(name);
        desk.choose(FilePurpose::Export, file);
        let messages = desk.handle(FileInput::Answer(Choice::Save));
        let [message] = &messages[..] else { panic!("{messages:?} is one message") };
        assert!(message.contains(name) && message.contains("is read from it"), "{message}");
        assert_eq!(desk.text(name), before, "as before");
    }
    let level = desk.path("level.ron");
    let messages = desk.choose(FilePurpose::Save, level);
    assert!(messages.iter().any(|message| message.contains("is read from it")), "{messages:?}");
    assert_eq!(desk.text("level.ron").as_deref(), Some("precious"));
    assert!(desk.editor.is_dirty(), "not saved");
    let messages = desk.choose(FilePurpose::Save, desk.path("map.ron"));
    assert!(messages.iter().any(|message| message.starts_with("Saved")), "{messages:?}");
}

#[test]
fn the_second_of_two_targets_with_one_file_is_refused() {
    let (folder, file) =
        squares_with("exports: [(file: \"a.obj\"), (file: \"./a.obj\", up: z, scale: 0.01)]");
    let ran = run(&["export", &file]);
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.err.contains("a.obj: another export target has the same file; remove one"), "{}", ran.err);
    assert!(ran.out.contains("a.obj") && folder.path("maps/a.obj").is_file(), "the first one is written");
    let mut desk = Desk::open(&["a.obj"]);
    let one = desk.editor.document().exports[0].clone();
    let other =
        ExportTarget { coordinates: FileCoordinates { scale: 0.01, ..one.coordinates }, ..one.clone() };
    let document = Document { exports: vec![one, other].into(), ..desk.editor.document().clone() };
    let text = ron::write(&io::with_relative_files(&document, desk.path("maps/level.ron").path()));
    fs::write(desk.path("maps/level.ron").path(), text.expect("valid")).expect("a file for tests");
    desk.reopen();
    let messages = desk.handle(FileInput::Target(TargetInput::ExportAll));
    let refused = "Export target a.obj: Another export target has the same file. Remove one of them.";
    assert!(messages.iter().any(|message| message == refused), "{messages:?}");
    assert!(desk.text("maps/a.obj").is_some_and(|text| text.contains("v 1.0 0.0 1.0")), "in metres");
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
