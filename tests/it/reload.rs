//! Files that change on disk, driven by inputs: the offer, the reload as one undo step, and what it keeps.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod jobs;
mod imports;
mod levels;

use navsmith::editor::Editor;
use navsmith::editor::files::comparison;
use navsmith::editor::files::comparison_text::describe;
use navsmith::editor::files::dialog::{AfterSave, Choice, Dialog};
use navsmith::editor::files::differences::DifferenceKind;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::file::changed::{self, ChangedRole};
use navsmith::editor::files::file::recovery;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::files::LevelFile;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::request::FilePurpose;
use navsmith_core::geometry::{FileCoordinates, Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Draft, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, NamedQuery};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::watch::Watcher;
use navsmith_formats::io::{FileRef, ron};

use crate::support::files::{choose, reply_of};
use crate::support::jobs::{finish, jobs_among};

/// An editor and a folder; carries out the effects on files, and watches them.
struct Desk {
    editor: Editor,
    folder: tempfile::TempDir,
    watcher: Watcher,
    messages: Vec<String>,
    /// Messages that were retracted.
    retracted: Vec<String>,
    is_closed: bool,
}

/// Returns a row of squares of 2 m, the first `skipped` of them left out, with a query from end to end.
fn row(count: u32, skipped: u32) -> Document {
    let vertices = (skipped..=count).flat_map(|i| [0.0, 2.0].map(|z| Vec3::new(2.0 * i as f32, 0.0, z)));
    let cells = (0..count - skipped).map(|i| Cell::new([0, 1, 3, 2].map(|k| VertexId(2 * i + k)), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices, cells).unwrap();
    let end = |x: f32| Some(Vec2::new(x, 1.0).into());
    let query =
        NamedQuery { name: "across".into(), start: end(1.0), target: end(7.0), ..NamedQuery::default() };
    Document { queries: vec![query].into(), ..Document::of_mesh(mesh) }
}

impl Desk {
    /// Creates an editor of a document that is saved as `level.ron`.
    fn new(document: Document) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (editor, watcher) = (Editor::new(document), Watcher::default());
        let (messages, retracted) = (Vec::new(), Vec::new());
        let mut desk = Self { editor, folder, watcher, messages, retracted, is_closed: false };
        let file = desk.path("level.ron");
        desk.choose(FilePurpose::Save, file);
        desk
    }

    fn path(&self, name: &str) -> FileRef {
        self.folder.path().join(name).into()
    }

    fn send(&mut self, input: FileInput) {
        self.editor.handle(Input::File(input));
        self.carry_out();
    }

    fn choose(&mut self, purpose: FilePurpose, file: FileRef) {
        choose(&mut self.editor, purpose, file);
        self.carry_out();
    }

    fn run(&mut self, command: Command) {
        self.editor.handle(Input::Run(command));
        self.carry_out();
    }

    /// Carries out the effects on files and the jobs, like the window.
    fn carry_out(&mut self) {
        loop {
            let effects = self.editor.take_effects();
            let texts = effects.iter().filter_map(|effect| match effect {
                Effect::Say(message) => Some(message.text.clone()),
                _ => None,
            });
            self.messages.extend(texts);
            self.retracted.extend(effects.iter().filter_map(|effect| match effect {
                Effect::Retract(message) => Some(message.text.clone()),
                _ => None,
            }));
            self.is_closed |= effects.contains(&Effect::Close);
            let inputs: Vec<Input> = effects.iter().filter_map(reply_of).collect();
            let jobs = ["comparing with the file", "importing", "generating a mesh", "merging the new mesh"]
                .map(|title| jobs_among(effects.clone(), title))
                .concat();
            if inputs.is_empty() && jobs.is_empty() {
                return;
            }
            for input in inputs {
                self.editor.handle(input);
            }
            for job in &jobs {
                finish(&mut self.editor, job);
            }
        }
    }

    /// Another program writes a document.
    fn overwrite(&self, name: &str, document: &Document) {
        std::fs::write(self.path(name).path(), ron::write(document).unwrap()).unwrap();
    }

    /// Polls the watched files for some seconds, like the window.
    fn poll(&mut self) {
        let files: Vec<(FileRef, Option<Stamp>)> =
            changed::watched(&self.editor).map(|(file, stamp)| (file.into(), stamp)).collect();
        self.watcher.watch(files.iter().map(|(file, stamp)| (file.path().to_owned(), *stamp)));
        for _ in 0..40 {
            for change in self.watcher.poll(std::time::Duration::from_millis(200)) {
                let file = change.path.into();
                self.send(match change.stamp {
                    Some(stamp) => FileInput::FileChanged(file, stamp),
                    None => FileInput::FileRemoved(file),
                });
            }
        }
    }

    fn offer(&self) -> Option<(String, ChangedRole)> {
        changed::offer(&self.editor).map(|(file, role)| (file.name(), role))
    }

    fn cells(&self) -> Vec<CellId> {
        self.editor.document().mesh.cells().map(|(id, _)| id).collect()
    }

    fn set_reloads(&mut self) {
        let options = Options { reloads_changed: true, ..self.editor.options().clone() };
        self.editor.handle(Input::SetOptions(options));
    }
}

#[test]
fn a_changed_file_is_offered_and_reloaded_as_one_undo_step() {
    let mut desk = Desk::new(row(4, 0));
    let before = desk.editor.document().clone();
    desk.editor.handle(Input::Run(Command::CellMode));
    desk.poll();
    assert_eq!(desk.offer(), None, "our own save");
    let steps = desk.editor.history().done().len();
    // The file has other numbers, because the first cell is gone.
    desk.overwrite("level.ron", &row(5, 1));
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.ron".into(), ChangedRole::Document)));
    desk.editor.handle(Input::Run(Command::SelectAll));
    desk.run(Command::ReloadChanged);
    assert_eq!(desk.offer(), None);
    assert_eq!(desk.cells(), [1, 2, 3, 4].map(CellId), "cells keep their numbers");
    assert!(desk.editor.selection().contains(Element::Cell(CellId(2))), "and stay selected");
    assert!(!desk.editor.is_dirty(), "it is the content of the file");
    let message = desk.messages.last().unwrap();
    assert_eq!(message, "Reloaded level.ron: 1 cell removed and 1 cell added. 1 query has another answer.");
    assert_eq!(desk.editor.history().done().len(), steps + 1);
    let answers = &comparison::found(&desk.editor).unwrap().answers;
    assert_eq!(answers.len(), 1, "the queries with other answers are listed");
    desk.run(Command::Undo);
    assert_eq!(*desk.editor.document(), before, "nothing is lost");
    assert!(desk.editor.is_dirty(), "the file has the other content");
    desk.run(Command::Save);
    assert!(desk.editor.dialog().is_none() && !desk.editor.is_dirty(), "a save needs no question");
    desk.poll();
    assert_eq!(desk.offer(), None, "our own save");
}

#[test]
fn unsaved_changes_are_discarded_only_after_a_question() {
    let mut desk = Desk::new(row(4, 0));
    desk.run(Command::NewArea);
    let work = desk.editor.document().clone();
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.run(Command::ReloadChanged);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "asked");
    desk.send(FileInput::Answer(Choice::Cancel));
    assert_eq!(*desk.editor.document(), work, "the work is still there");
    assert!(desk.offer().is_some(), "and so is the offer");
    desk.run(Command::ReloadChanged);
    desk.send(FileInput::Answer(Choice::Discard));
    assert_eq!(desk.cells().len(), 3);
    desk.run(Command::Undo);
    assert_eq!(*desk.editor.document(), work, "an undo brings it back");
}

#[test]
fn a_kept_version_is_offered_again_after_the_next_change() {
    let mut desk = Desk::new(row(4, 0));
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.run(Command::KeepChanged);
    desk.poll();
    assert_eq!((desk.offer(), desk.cells().len()), (None, 4));
    desk.overwrite("level.ron", &row(2, 0));
    desk.poll();
    assert!(desk.offer().is_some());
    desk.overwrite("level.ron", &row(4, 0));
    desk.poll();
    assert_eq!(desk.offer(), None, "the file has the content of the document again");
}

#[test]
fn the_changed_file_is_compared_without_a_reload() {
    let mut desk = Desk::new(row(4, 0));
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.run(Command::CompareChanged);
    let found = comparison::found(&desk.editor).unwrap();
    assert_eq!(found.diff.cells.removed.len(), 1, "a reload removes it");
    assert!(found.diff.cells.added.is_empty());
    let answers = found.groups.iter().find(|group| group.kind == DifferenceKind::Answers);
    let text = describe(&desk.editor, DifferenceKind::Answers, answers.unwrap().entries[0]);
    assert!(text.contains(" in level.ron, ") && text.contains(" here"), "{text}");
    assert_eq!(comparison::other(&desk.editor).unwrap().name, "level.ron");
    assert!(desk.offer().is_some(), "the offer stays");
}

#[test]
fn an_option_reloads_without_a_question_if_nothing_is_lost() {
    let mut desk = Desk::new(row(4, 0));
    desk.set_reloads();
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    assert_eq!((desk.cells().len(), desk.offer()), (3, None));
    desk.run(Command::NewArea);
    desk.overwrite("level.ron", &row(2, 0));
    desk.poll();
    assert_eq!(desk.cells().len(), 3, "unsaved changes");
    assert!(desk.editor.dialog().is_none() && desk.offer().is_some(), "an offer, and no question");
}

#[test]
fn a_reload_counts_isolated_vertices() {
    let mut desk = Desk::new(row(4, 0));
    let mut draft = Draft::of(row(4, 0).mesh);
    draft.add_vertex(Vec3::new(0.0, 0.0, 9.0));
    desk.overwrite("level.ron", &Document { mesh: draft.into_mesh(), ..row(4, 0) });
    desk.poll();
    desk.run(Command::ReloadChanged);
    let message = desk.messages.last().unwrap();
    assert!(message.contains("1 isolated vertex added"), "{message}");
}

#[test]
fn a_file_that_cannot_be_read_changes_nothing() {
    let mut desk = Desk::new(row(4, 0));
    std::fs::write(desk.path("level.ron").path(), "(version: 1, vertices: [").unwrap();
    desk.poll();
    desk.run(Command::ReloadChanged);
    assert_eq!(desk.cells().len(), 4);
    assert!(desk.messages.last().unwrap().contains("level.ron, line 1"), "{:?}", desk.messages);
    assert!(desk.offer().is_some(), "it can be tried again");
    desk.overwrite("level.ron", &row(3, 0));
    desk.run(Command::ReloadChanged);
    assert_eq!((desk.cells().len(), desk.offer()), (3, None));
}

#[test]
fn the_error_of_a_reload_is_retracted_once_the_file_is_read() {
    let mut desk = Desk::new(row(4, 0));
    std::fs::write(desk.path("level.ron").path(), "(version: 1, vertices: [").unwrap();
    desk.poll();
    desk.run(Command::ReloadChanged);
    let why = desk.messages.last().unwrap().clone();
    assert!(why.contains("level.ron, line 1") && desk.retracted.is_empty(), "{why}");
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.run(Command::ReloadChanged);
    assert_eq!((desk.cells().len(), &desk.retracted), (3, &vec![why]));
}

#[test]
fn a_removed_file_makes_the_document_unsaved() {
    for is_folder in [false, true] {
        let mut desk = Desk::new(row(4, 0));
        desk.overwrite("level.ron", &row(3, 0));
        desk.poll();
        assert!(desk.offer().is_some(), "changed");
        let path = desk.path("level.ron");
        std::fs::remove_file(path.path()).unwrap();
        if is_folder {
            std::fs::create_dir(path.path()).unwrap();
        }
        desk.poll();
        assert_eq!(desk.offer(), None, "it cannot be reloaded");
        assert!(changed::is_removed(&desk.editor) && desk.editor.is_dirty(), "only the window has it");
        assert_eq!(recovery::unsaved_work(&desk.editor).unwrap().1, desk.editor.document(), "kept");
        desk.send(FileInput::CloseRequested);
        assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(AfterSave::Close))), "asked");
        if is_folder {
            continue;
        }
        desk.send(FileInput::Answer(Choice::Save));
        assert!(desk.is_closed && desk.editor.dialog().is_none(), "saved without another question");
        assert!(!changed::is_removed(&desk.editor) && path.path().is_file(), "the file is there again");
    }
}

#[test]
fn a_removed_file_that_exists_again_holds_the_document() {
    let mut desk = Desk::new(row(4, 0));
    let (path, moved) = (desk.path("level.ron"), desk.path("moved.ron"));
    std::fs::rename(path.path(), moved.path()).unwrap();
    desk.poll();
    assert!(desk.editor.is_dirty());
    std::fs::rename(moved.path(), path.path()).unwrap();
    desk.poll();
    assert!(!desk.editor.is_dirty() && !changed::is_removed(&desk.editor), "as it was saved");
    std::fs::remove_file(path.path()).unwrap();
    desk.poll();
    desk.overwrite("level.ron", &row(3, 0));
    desk.run(Command::Save);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Exists(_))), "not overwritten");
    desk.send(FileInput::Answer(Choice::Cancel));
    desk.poll();
    assert_eq!(desk.offer(), Some(("level.ron".into(), ChangedRole::Document)));
}

#[test]
fn a_change_that_was_undone_is_not_offered() {
    let mut desk = Desk::new(row(4, 0));
    let (obj, old) = ("v 0 0 0\nv 0 0 2\nv 2 0 0\nf 1 2 3\n", "v 0 0 0\nv 0 0 3\nv 2 0 0\nf 1 2 3\n");
    let level = desk.path("level.obj");
    std::fs::write(level.path(), old).unwrap();
    desk.choose(FilePurpose::Level(None), level.clone());
    let import = desk.path("import.json");
    let bytes = |document: &Document| {
        let format = import.format().unwrap();
        format.encode(document, FileCoordinates::default(), &Progress::none()).unwrap().unwrap()
    };
    std::fs::write(import.path(), bytes(&row(4, 0))).unwrap();
    let mut other = Desk::new(row(4, 0));
    other.send(FileInput::Open(import.clone()));
    desk.poll();
    other.poll();
    std::fs::write(level.path(), obj).unwrap();
    std::fs::write(import.path(), bytes(&row(3, 0))).unwrap();
    desk.poll();
    other.poll();
    assert_eq!(desk.offer(), Some(("level.obj".into(), ChangedRole::Level)));
    assert_eq!(other.offer(), Some(("import.json".into(), ChangedRole::Import)));
    std::fs::write(level.path(), old).unwrap();
    std::fs::write(import.path(), bytes(&row(4, 0))).unwrap();
    desk.poll();
    other.poll();
    assert_eq!((desk.offer(), other.offer()), (None, None));
}

#[test]
fn revert_is_a_reload() {
    let mut desk = Desk::new(row(4, 0));
    let saved = desk.editor.document().clone();
    desk.run(Command::NewArea);
    desk.editor.handle(Input::Run(Command::SelectAll));
    desk.run(Command::Delete);
    desk.run(Command::Revert);
    desk.send(FileInput::Answer(Choice::Discard));
    assert!(!desk.editor.is_dirty());
    assert!(comparison::other(&desk.editor).is_none(), "the file has no other answers");
    assert_eq!(*desk.editor.document(), saved, "with the numbers that it was saved with");
    desk.run(Command::Undo);
    assert!(desk.editor.is_dirty(), "the work is not lost");
}

/// Returns the hash of the first level as it was read.
fn level_hash(desk: &Desk) -> u64 {
    match navsmith::editor::levels::files::state(&desk.editor, 0) {
        Some((_, LevelFile::Read(content))) => content.stamp.hash,
        other => panic!("{other:?} is read"),
    }
}

/// Two triangles of an OBJ by another program; the second has its corner at `x`.
fn obj(x: f32) -> String {
    format!("o NavMesh\nv 0 0 0\nv 0 0 2\nv 2 0 2\nv {x} 0 0\nf 1 2 3\nf 1 3 4\n")
}
