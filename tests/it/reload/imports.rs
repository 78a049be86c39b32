//! Imported files that change on disk.

use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::changed::{self, ChangedRole};
use navsmith::editor::files::import::ImportSettings;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::request::FilePurpose;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::CellId;
use navsmith_formats::io::file::{CAP, read_stamped};

use super::{Desk, level_hash, obj, row};

#[test]
fn an_import_that_is_its_level_is_reloaded_with_it() {
    let scene = |x: f32| format!("{}o Ground\nv 9 0 0\nv 9 0 2\nv 11 0 2\nf 5 6 7\n", obj(x));
    let mut desk = Desk::new(row(1, 0));
    let file = desk.path("scene.obj");
    std::fs::write(file.path(), scene(2.0)).unwrap();
    desk.send(FileInput::Open(file.clone()));
    desk.send(FileInput::Answer(Choice::Import));
    let content = |desk: &Desk| desk.editor.document().levels[0].content.unwrap();
    let first = content(&desk);
    assert_eq!(first, level_hash(&desk), "it is shown as a level");
    std::fs::write(file.path(), scene(3.0)).unwrap();
    desk.poll();
    desk.run(Command::ReloadChanged);
    assert!(desk.editor.dialog().is_none(), "no question without edits: {:?}", desk.editor.dialog());
    assert_eq!(desk.editor.document().mesh.bounds().max.x, 3.0, "the mesh");
    assert_eq!(desk.editor.document().levels.len(), 1);
    assert_ne!(content(&desk), first);
    assert_eq!(content(&desk), level_hash(&desk), "and the level are new");
    std::fs::write(file.path(), scene(4.0)).unwrap();
    desk.poll();
    desk.run(Command::ReloadChanged);
    assert_eq!(desk.editor.document().mesh.bounds().max.x, 4.0, "again without a question");
}

#[test]
fn a_change_that_the_user_overwrote_is_not_offered() {
    let mut desk = Desk::new(row(4, 0));
    desk.run(Command::NewArea);
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.run(Command::Save);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::ChangedOnDisk(_))), "asked");
    desk.send(FileInput::Answer(Choice::Save));
    assert_eq!(desk.offer(), None);
    desk.poll();
    assert_eq!(desk.offer(), None);
}

#[test]
fn our_own_export_over_the_imported_file_is_not_offered() {
    let mut desk = Desk::new(row(1, 0));
    let file = desk.path("mesh.obj");
    std::fs::write(file.path(), obj(2.0)).unwrap();
    desk.send(FileInput::Open(file.clone()));
    desk.send(FileInput::Answer(Choice::Import));
    desk.poll();
    desk.run(Command::NewArea);
    desk.choose(FilePurpose::Export, file.clone());
    desk.send(FileInput::Answer(Choice::Save));
    assert_ne!(std::fs::read_to_string(file.path()).unwrap(), obj(2.0), "exported");
    desk.poll();
    assert_eq!(desk.offer(), None);
    std::fs::write(file.path(), obj(3.0)).unwrap();
    desk.poll();
    assert_eq!(desk.offer(), Some(("mesh.obj".into(), ChangedRole::Import)));
}

#[test]
fn an_automatic_reload_is_that_of_the_file_that_changed() {
    let mut desk = Desk::new(row(4, 0));
    let level = desk.path("z.obj");
    std::fs::write(level.path(), obj(2.0)).unwrap();
    desk.choose(FilePurpose::Level(None), level.clone());
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.ron".into(), ChangedRole::Document)), "unsaved changes");
    desk.set_reloads();
    std::fs::write(level.path(), obj(3.0)).unwrap();
    desk.poll();
    assert!(desk.editor.dialog().is_none(), "{:?}", desk.editor.dialog());
    assert_eq!(changed::offer_count(&desk.editor), 1, "only that of the document");
    assert_eq!(level_hash(&desk), read_stamped(level.path(), CAP).unwrap().1.hash, "the level is read");
}

#[test]
fn an_import_is_repeated_with_its_settings() {
    let mut desk = Desk::new(row(1, 0));
    let file = desk.path("mesh.obj");
    std::fs::write(file.path(), obj(2.0)).unwrap();
    desk.send(FileInput::Open(file.clone()));
    let Some(Dialog::Import(dialog)) = desk.editor.dialog() else { panic!("an import") };
    let mut settings: ImportSettings = dialog.settings().clone();
    settings.placement.scale = 10.0;
    desk.send(FileInput::SetImport(settings));
    desk.send(FileInput::Answer(Choice::Import));
    assert_eq!(desk.cells().len(), 2);
    desk.poll();
    assert_eq!(desk.offer(), None, "the content at the import");
    std::fs::write(file.path(), obj(3.0)).unwrap();
    desk.poll();
    assert_eq!(desk.offer(), Some(("mesh.obj".into(), ChangedRole::Import)));
    desk.run(Command::ReloadChanged);
    assert!(desk.editor.dialog().is_none(), "no question without edits: {:?}", desk.editor.dialog());
    let bounds = desk.editor.document().mesh.bounds();
    assert_eq!(bounds.max, Vec3::new(30.0, 0.0, 20.0), "with the scale of the import");
    assert_eq!(desk.cells(), [0, 1].map(CellId));
    desk.run(Command::Undo);
    assert_eq!(desk.editor.document().mesh.bounds().max, Vec3::new(20.0, 0.0, 20.0));
}
