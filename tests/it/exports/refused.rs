//! Exports that are refused, and files that no export replaces.

use std::fs;

use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Choice;
use navsmith::editor::files::export::ExportConcern;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::targets::{self, TargetInput};
use navsmith::editor::files::import::ImportedDocument;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::request::FilePurpose;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, ExportTarget, LevelReference};
use navsmith_formats::io::file::read_stamped;
use navsmith_formats::io::save::SaveError;
use navsmith_formats::io::{self, FileRef, Format, NotLocal, TargetError, UpEvidence, ron};

use super::{Desk, square};
use crate::support::command_line::{Folder, SQUARES, navsmith, run};

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
