//! Levels that change on disk.

use navsmith::editor::files::dialog::Choice;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::changed::{self, ChangedRole};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::files::LevelFile;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::request::FilePurpose;
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::file::{CAP, read_stamped};

use super::{Desk, level_hash, obj, row};

#[test]
fn a_changed_level_is_read_again() {
    let mut desk = Desk::new(row(4, 0));
    let level = desk.path("level.obj");
    std::fs::write(level.path(), obj(2.0)).unwrap();
    let reference = LevelReference::new(level.absolute_text().unwrap());
    let document = Document { levels: vec![reference].into(), ..desk.editor.document().clone() };
    desk.overwrite("level.ron", &document);
    desk.poll();
    desk.run(Command::ReloadChanged);
    desk.poll();
    assert_eq!(desk.offer(), None);
    std::fs::write(level.path(), obj(3.0)).unwrap();
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.obj".into(), ChangedRole::Level)));
    assert!(Command::CompareChanged.enabled(&desk.editor).is_err(), "level geometry is not compared");
    desk.run(Command::ReloadChanged);
    assert_eq!(desk.offer(), None);
    assert_eq!(level_hash(&desk), read_stamped(level.path(), CAP).unwrap().1.hash, "the new content");
}

#[test]
fn a_change_between_the_reading_and_the_first_poll_is_found() {
    let mut desk = Desk::new(row(4, 0));
    let (mesh, level) = (desk.path("mesh.obj"), desk.path("level.obj"));
    std::fs::write(mesh.path(), obj(2.0)).unwrap();
    desk.send(FileInput::Open(mesh.clone()));
    // Another program saves while the dialog is open.
    std::fs::write(mesh.path(), obj(30.0)).unwrap();
    desk.send(FileInput::Answer(Choice::Import));
    desk.poll();
    assert_eq!(desk.offer(), Some(("mesh.obj".into(), ChangedRole::Import)));
    desk.run(Command::KeepChanged);

    std::fs::write(level.path(), obj(2.0)).unwrap();
    desk.choose(FilePurpose::Level(None), level.clone());
    std::fs::write(level.path(), obj(30.0)).unwrap();
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.obj".into(), ChangedRole::Level)));
}

#[test]
fn a_level_that_could_not_be_read_is_watched() {
    let mut desk = Desk::new(row(4, 0));
    let level = desk.path("level.obj");
    std::fs::write(level.path(), obj(2.0)).unwrap();
    desk.choose(FilePurpose::Level(None), level.clone());
    desk.poll();
    std::fs::write(level.path(), "half of a").unwrap();
    desk.poll();
    desk.run(Command::ReloadChanged);
    let (_, state) = navsmith::editor::levels::files::state(&desk.editor, 0).unwrap();
    assert!(matches!(state, navsmith::editor::levels::files::LevelFile::Failed(_)), "{state:?}");
    desk.poll();
    assert_eq!(desk.offer(), None);
    std::fs::write(level.path(), obj(3.0)).unwrap();
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.obj".into(), ChangedRole::Level)), "complete now");
}

#[test]
fn a_level_is_watched_while_it_is_read() {
    let mut desk = Desk::new(row(4, 0));
    let level = desk.path("level.obj");
    std::fs::write(level.path(), obj(2.0)).unwrap();
    desk.choose(FilePurpose::Level(None), level.clone());
    std::fs::write(level.path(), obj(3.0)).unwrap();
    desk.poll();
    desk.editor.handle(Input::Run(Command::ReloadChanged));
    let (_, state) = navsmith::editor::levels::files::state(&desk.editor, 0).unwrap();
    assert_eq!(*state, LevelFile::Reading);
    assert!(changed::watched(&desk.editor).any(|watched| watched == (level.path().as_os_str(), None)));
}

#[test]
fn a_level_with_a_hash_only_gets_its_tiles_without_a_change_of_the_document() {
    let mut desk = Desk::new(row(4, 0));
    let level = desk.path("level.obj");
    std::fs::write(level.path(), obj(2.0).replace("NavMesh", "Floor")).unwrap();
    let hash = read_stamped(level.path(), CAP).unwrap().1.hash;
    let other = desk.path("other.ron");
    for (content, has_tiles) in [(None, true), (Some(hash), true), (Some(hash ^ 1), false)] {
        let reference = LevelReference { content, ..LevelReference::new(level.absolute_text().unwrap()) };
        let document = Document { levels: vec![reference].into(), ..row(4, 0) };
        desk.overwrite("other.ron", &document);
        desk.send(FileInput::Open(other.clone()));
        assert_eq!(desk.editor.file_ref(), Some(&other));
        let stored = &desk.editor.document().levels[0];
        assert_eq!(stored.tiles.is_some(), has_tiles, "{content:?}");
        assert_eq!(stored.content, content.or(Some(hash)), "{content:?}");
        assert!(!desk.editor.is_dirty(), "nothing was edited: {content:?}");
    }
}

#[test]
fn a_new_document_ends_the_watch() {
    let mut desk = Desk::new(row(4, 0));
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    assert!(desk.offer().is_some());
    desk.run(Command::New);
    assert_eq!(desk.offer(), None);
    assert_eq!(changed::watched(&desk.editor).count(), 0);
}

/// Writes a floor of 10 m by this length as a level.
fn write_floor(desk: &Desk, length: f32) {
    let text = format!("v 0 0 0\nv 0 0 10\nv {length} 0 10\nv {length} 0 0\nf 1 2 3 4\n");
    std::fs::write(desk.path("floor.obj").path(), text).unwrap();
}

#[test]
fn a_generated_mesh_follows_its_level_on_request() {
    let mut desk = Desk::new(Document::default());
    write_floor(&desk, 10.0);
    let file = desk.path("floor.obj");
    desk.choose(FilePurpose::Level(None), file);
    desk.run(Command::Generate);
    let width = |desk: &Desk| desk.editor.mesh().bounds().max.x;
    assert!((9.0..10.0).contains(&width(&desk)), "{}", width(&desk));
    desk.poll();
    write_floor(&desk, 16.0);
    desk.poll();
    assert_eq!(desk.offer(), Some(("floor.obj".into(), ChangedRole::Level)), "it is only offered");
    desk.run(Command::KeepChanged);
    let options = Options { regenerates_changed: true, ..desk.editor.options().clone() };
    desk.editor.handle(Input::SetOptions(options));
    write_floor(&desk, 20.0);
    desk.poll();
    assert_eq!(desk.offer(), None);
    assert!((19.0..20.0).contains(&width(&desk)), "{}", width(&desk));
    assert_eq!(desk.editor.history().done().last().map(|step| &*step.title), Some("Regenerate mesh"));
    desk.run(Command::Undo);
    assert!((9.0..10.0).contains(&width(&desk)), "one undo step");
}
