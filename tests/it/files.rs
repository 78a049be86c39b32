//! Files, driven by inputs: the requested effects and the dialogs before work would be lost.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::sync::Arc;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::detour;
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::elements::islands;
use navsmith::editor::files::dialog::{AfterSave, Choice, Dialog};
use navsmith::editor::files::export::{ExportDialog, ExportSettings};
use navsmith::editor::files::file::{FileInput, recovery};
use navsmith::editor::files::import::{Destination, ImportDialog};
use navsmith::editor::files::importing;
use navsmith::editor::files::reply::{FileContent, FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Message, MessageSeverity};
use navsmith::editor::session::job::Job;
use navsmith::editor::session::loaded::LoadedDocument;
use navsmith::editor::session::request::{FilePurpose, FileRequest, FileWrite, ReadPurpose};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples;
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::file::{CAP, RequiredState, Stamp, read_stamped};
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::save::{Caution, SaveOptions, previous_version, save};
use navsmith_formats::io::scene::ImportScene;
use navsmith_formats::io::{self, Format};
use navsmith_formats::io::{FileRef, Opened, ron};

use crate::support::files::{
    Answer, asking, carried_out, choose, document_of, open_as, opening, reading, reply, reply_of,
    reply_to_write, scanned, unnumbered, write_of, written,
};
use crate::support::jobs::{finish, jobs_among, run};

/// An editor and a folder; carries out the effects that a test selects.
struct Desk {
    editor: Editor,
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        Self { editor: Editor::new(square()), folder: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> FileRef {
        self.folder.path().join(name).into()
    }

    /// Sends a file input and returns its effects without messages.
    fn file(&mut self, input: FileInput) -> Vec<Effect> {
        self.editor.handle(Input::File(input));
        self.effects()
    }

    /// Sends a file input and returns its effects with messages.
    fn all(&mut self, input: FileInput) -> Vec<Effect> {
        self.editor.handle(Input::File(input));
        unnumbered(self.editor.take_effects())
    }

    fn run(&mut self, command: Command) -> Vec<Effect> {
        self.editor.handle(Input::Run(command));
        self.effects()
    }

    fn effects(&mut self) -> Vec<Effect> {
        let effects = self.editor.take_effects();
        unnumbered(effects.into_iter().filter(|effect| !matches!(effect, Effect::Say(_))).collect())
    }

    fn answer(&mut self, choice: Choice) -> Vec<Effect> {
        self.file(FileInput::Answer(choice))
    }

    fn edit(&mut self) {
        self.editor.handle(Input::Run(Command::NewArea));
        assert!(self.editor.is_dirty(), "an edit is unsaved work");
        self.effects();
    }

    /// Chooses a file in the dialog for a purpose; returns the effects without messages.
    #[track_caller]
    fn choose(&mut self, purpose: FilePurpose, file: FileRef) -> Vec<Effect> {
        choose(&mut self.editor, purpose, file);
        self.effects()
    }

    /// Replies to the newest request; returns the effects with messages.
    #[track_caller]
    fn reply_all(&mut self, answer: Answer) -> Vec<Effect> {
        reply(&mut self.editor, |_| true, answer);
        unnumbered(self.editor.take_effects())
    }

    /// Replies to the newest request; returns the effects without messages.
    #[track_caller]
    fn reply(&mut self, answer: Answer) -> Vec<Effect> {
        reply(&mut self.editor, |_| true, answer);
        self.effects()
    }

    /// Writes the file of the first write like the application does, and replies to the running write.
    #[track_caller]
    fn carry_out_write(&mut self, effects: &[Effect]) -> Vec<Effect> {
        let write = write_of(effects).unwrap_or_else(|| panic!("{effects:?} has a write"));
        let answer = carried_out(&FileRequest::Write(write.clone().into())).unwrap();
        let is_refused = matches!(answer, Err(FileFailure::Refused(_)));
        reply_to_write(&mut self.editor, answer);
        if is_refused { self.editor.take_effects() } else { self.effects() }
    }

    /// Runs an import job and sends its result to the editor.
    fn import_ready(&mut self, effects: &[Effect]) -> Vec<Effect> {
        let job = jobs_among(effects.to_vec(), "importing").pop().expect("an import");
        finish(&mut self.editor, &job);
        self.effects()
    }

    /// Saves the document to a file of the folder.
    fn save_as(&mut self, name: &str) -> FileRef {
        let path = self.path(name);
        self.run(Command::SaveAs);
        let effects = self.choose(FilePurpose::Save, path.clone());
        self.carry_out_write(&effects);
        path
    }
}

fn square() -> Document {
    let corners = [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0], [1.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
    Document::of_mesh(NavMesh::from_parts(corners, [Cell::new((0..4).map(VertexId), AreaId(0))]).unwrap())
}

fn found(found: Vec<RecoveryFile>) -> FileInput {
    FileInput::RecoveryFound { found: Ok(found), notes: Vec::new() }
}

fn opened(path: &std::path::Path) -> (Document, Stamp) {
    let (bytes, stamp) = read_stamped(path, 1 << 20).unwrap();
    (ron::read(&String::from_utf8(bytes).unwrap()).unwrap(), stamp)
}

#[test]
fn a_document_without_a_file_asks_where_to_save() {
    let mut desk = Desk::new();
    desk.edit();
    assert_eq!(desk.editor.title(), "untitled* — navsmith", "marked");
    assert_eq!(desk.run(Command::Save), [asking(FilePurpose::Save, Some("untitled.ron".into()))], "asked");
    let chosen = desk.path("level");
    let effects = desk.choose(FilePurpose::Save, chosen);
    let path = desk.path("level.ron");
    let after = desk.carry_out_write(&effects);
    assert_eq!(after, [Effect::Remember(path.clone())], "saved");
    assert_eq!(desk.editor.title(), "level.ron — navsmith", "no mark, and the ending is added");
    assert_eq!(opened(path.path()).0, *desk.editor.document(), "the file holds the document");
}

#[test]
fn undoing_to_what_was_saved_is_clean_again() {
    let mut desk = Desk::new();
    desk.save_as("level.ron");
    desk.edit();
    desk.run(Command::Undo);
    assert!(!desk.editor.is_dirty(), "as it was saved");
    desk.run(Command::Redo);
    assert!(desk.editor.is_dirty(), "and not as it was saved");
}

#[test]
fn a_file_changed_on_disk_is_not_overwritten_unasked() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    std::fs::write(path.path(), "(version: 1, vertices: [], cells: []) // by another program").unwrap();
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::ChangedOnDisk(_))), "asked");
    assert_eq!(desk.answer(Choice::Cancel), [], "nothing happens");
    assert!(desk.editor.is_dirty(), "the work is still there, unsaved");

    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let elsewhere = desk.answer(Choice::SaveElsewhere);
    assert_eq!(elsewhere, [asking(FilePurpose::Save, Some(path.clone()))], "to another file");
    desk.reply(Err(FileFailure::Cancelled));

    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let effects = desk.answer(Choice::Save);
    assert!(
        write_of(&effects).is_some_and(|write| write.options.expected == RequiredState::Anything),
        "over whatever is there"
    );
    desk.carry_out_write(&effects);
    assert_eq!(opened(path.path()).0, *desk.editor.document(), "overwritten");
}

#[test]
fn the_work_can_be_given_up_for_what_changed_on_disk() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    desk.run(Command::Save);
    desk.reply(Err(FileFailure::ChangedOnDisk));
    let effects = desk.answer(Choice::Discard);
    assert_eq!(effects, [reading(path, ReadPurpose::Reload)]);
}

#[test]
fn new_without_unsaved_work_asks_nothing() {
    let mut desk = Desk::new();
    desk.run(Command::New);
    assert!(desk.editor.dialog().is_none(), "nothing would be lost");
    assert!(desk.editor.document().mesh.is_empty(), "an empty document");
}

#[test]
fn new_open_and_quit_ask_before_work_is_lost() {
    for command in [Command::New, Command::Open, Command::Quit] {
        let mut desk = Desk::new();
        desk.edit();
        let before = desk.editor.document().clone();
        assert_eq!(desk.run(command), [], "{command:?} waits");
        assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "{command:?} asks");
        assert_eq!(desk.answer(Choice::Cancel), [], "{command:?} can be cancelled");
        assert_eq!(*desk.editor.document(), before, "{command:?} lost nothing");
        assert!(desk.editor.dialog().is_none(), "the question is gone");
    }
}

#[test]
fn discarding_goes_on_at_once() {
    let mut desk = Desk::new();
    desk.edit();
    desk.editor.handle(Input::Tick(50.0));
    desk.effects();
    desk.run(Command::Quit);
    let effects = desk.answer(Choice::Discard);
    assert_eq!(effects, [Effect::RemoveRecovery(None), Effect::Close], "closed, nothing kept");
}

#[test]
fn saving_first_goes_on_once_it_is_saved() {
    let mut desk = Desk::new();
    desk.save_as("level.ron");
    desk.edit();
    desk.file(FileInput::CloseRequested);
    let effects = desk.answer(Choice::Save);
    assert!(!effects.contains(&Effect::Close), "not before it is saved");
    let effects = desk.carry_out_write(&effects);
    assert_eq!(effects.last(), Some(&Effect::Close), "closed after it was saved");
}

#[test]
fn a_save_that_fails_or_is_dismissed_goes_on_with_nothing() {
    let mut desk = Desk::new();
    desk.edit();
    desk.file(FileInput::CloseRequested);
    assert_eq!(desk.answer(Choice::Save).len(), 1, "asks where");
    desk.reply(Err(FileFailure::Cancelled));
    let path = desk.path("level.ron");
    let effects = desk.choose(FilePurpose::Save, path.clone());
    assert!(!desk.carry_out_write(&effects).contains(&Effect::Close), "closing was called off");

    desk.edit();
    desk.file(FileInput::CloseRequested);
    desk.answer(Choice::Save);
    let path = desk.path("level.ron");
    choose(&mut desk.editor, FilePurpose::Save, path);
    reply_to_write(&mut desk.editor, Err(FileFailure::Error("The disk is full.".into())));
    let effects = desk.editor.take_effects();
    let is_error =
        |effect: &Effect| matches!(effect, Effect::Say(said) if said.severity == MessageSeverity::Error);
    assert!(effects.iter().any(is_error), "it is said");
    assert!(!effects.contains(&Effect::Close) && desk.editor.is_dirty(), "the work is still there");
}

#[test]
fn opening_shows_the_document_clean_and_with_no_past() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    desk.file(FileInput::Open(path.clone()));
    desk.answer(Choice::Discard);
    let (document, stamp) = opened(path.path());
    let content = FileContent::Document(document.clone().into(), Some(stamp));
    let effects = desk.reply(Ok(FileReply::Read(content)));
    let expected = [Effect::RetractErrors, Effect::Remember(path.clone())];
    assert_eq!(effects, expected, "among the recent files");
    assert_eq!(*desk.editor.document(), document, "shown");
    assert!(!desk.editor.is_dirty() && desk.editor.history().done().is_empty(), "clean");
    assert_eq!(desk.editor.file_ref(), Some(&path), "the file that is open");
}

#[test]
fn what_was_derived_elsewhere_is_shown_like_what_was_not() {
    for weld_distance in [0.05, 0.0001] {
        let mut shown = [false, true].map(|is_prepared| {
            let mut desk = Desk::new();
            let (name, open) =
                samples::all().iter().map(|sample| (sample.name, sample.open())).nth(1).unwrap();
            let Ok(Opened::Document { document, .. }) = open else { panic!("{name} is a document") };
            let prepared = LoadedDocument::new(document.clone(), weld_distance, &Progress::none());
            let prepared = prepared.unwrap();
            desk.file(FileInput::OpenSample(
                name,
                if is_prepared { prepared.into() } else { document.into() },
            ));
            desk.editor.handle(Input::Run(Command::SelectAll));
            desk.editor.handle(Input::Run(Command::Weld));
            desk.editor
        });
        let [fresh, prepared] = &mut shown;
        assert_eq!(prepared.document(), fresh.document(), "edited alike");
        assert_eq!(prepared.scene(ViewId::ABOVE), fresh.scene(ViewId::ABOVE), "drawn alike");
        assert_eq!(prepared.derived().adjacency, fresh.derived().adjacency, "joined alike");
        assert!(prepared.issues().iter().eq(fresh.issues().iter()), "wrong alike");
        assert_eq!(islands::rows(prepared), islands::rows(fresh), "islands alike");
    }
}

#[test]
fn deriving_is_stopped_when_its_result_is_not_needed_any_more() {
    let progress = Progress::stopping_after(1);
    assert_eq!(LoadedDocument::new(square(), 0.05, &progress), Err(Stopped), "it can be stopped");
    assert_eq!(progress.current_stage(), "finding issues", "at the second step");
}

#[test]
fn what_was_let_go_for_a_file_is_asked_about_again_if_no_file_comes() {
    let mut desk = Desk::new();
    desk.edit();
    desk.run(Command::Open);
    assert_eq!(desk.answer(Choice::Discard), [asking(FilePurpose::Open, None)], "let go");
    desk.reply(Err(FileFailure::Cancelled));
    desk.run(Command::Quit);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "the work is still there, so asked");
    desk.answer(Choice::Cancel);

    let path = desk.path("other.ron");
    let text = ron::write(&square()).unwrap();
    let stamp = save(path.path(), text.as_bytes(), &SaveOptions::default()).unwrap().stamp;
    desk.file(FileInput::Open(path.clone()));
    desk.answer(Choice::Discard);
    desk.edit();
    let late = desk.editor.document().clone();
    desk.reply(Ok(FileReply::Read(FileContent::Document(square().into(), Some(stamp)))));
    assert_eq!(*desk.editor.document(), late, "what was done while the file was read is not lost either");
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "asked");
    desk.answer(Choice::Discard);
    assert_eq!(*desk.editor.document(), square(), "and then it is opened");
}

#[test]
fn a_dropped_file_is_opened() {
    let mut desk = Desk::new();
    desk.editor.handle(Input::Dropped { files: vec!["a.glb".into(), "b.ron".into()], is_added: false });
    assert_eq!(desk.effects(), [opening("a.glb".into())], "the first");
}

#[test]
fn a_dropped_image_is_added_below_the_mesh() {
    let mut desk = Desk::new();
    let (plan, photo) = (desk.path("plan.png"), desk.path("photo.JPG"));
    let files = vec![plan.clone(), desk.path("b.ron"), photo.clone()];
    desk.editor.handle(Input::Dropped { files, is_added: false });
    let [plan, photo] = [plan, photo].map(|image| reading(image, ReadPurpose::Level(None)));
    let read = [plan, photo, opening(desk.path("b.ron"))];
    assert_eq!(desk.effects(), read, "the images are read, and the document is opened");
}

#[test]
fn a_file_that_cannot_be_read_leaves_everything_as_it_was() {
    let mut desk = Desk::new();
    let before = desk.editor.document().clone();
    desk.file(FileInput::Open("a.ron".into()));
    desk.reply(Err(FileFailure::Error("a.ron, line 2, column 1: no.".into())));
    assert_eq!(*desk.editor.document(), before, "untouched");
}

fn village() -> ImportScene {
    let mut opened = samples::all().iter().map(|sample| sample.open().unwrap());
    opened
        .find_map(|opened| if let Opened::Scene { scene, .. } = opened { Some(scene) } else { None })
        .unwrap()
}

/// Returns the texts of the messages among effects.
fn messages(effects: Vec<Effect>) -> Vec<String> {
    let texts = effects
        .into_iter()
        .map(|effect| if let Effect::Say(description) = effect { Some(description.text) } else { None });
    texts.flatten().collect()
}

#[test]
fn an_import_is_reported_once_it_is_shown() {
    let mut desk = Desk::new();
    desk.edit();
    let job = desk.file(scanned(ImportDialog::new("village.glb".into(), Arc::new(village()))));
    assert_eq!(desk.answer(Choice::Import), [], "its result is waited for");
    let [Effect::Start(job)] = &job[..] else { panic!("{job:?} is an import") };
    finish(&mut desk.editor, job);
    assert_eq!(
        messages(desk.editor.take_effects()),
        [""; 0],
        "nothing is imported before the question is answered"
    );
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "what about the work");
    desk.editor.handle(Input::File(FileInput::Answer(Choice::Discard)));
    let messages_shown = messages(desk.editor.take_effects());
    assert!(messages_shown.iter().any(|text| text.starts_with("Imported ")), "{messages_shown:?}");
}

#[test]
fn an_import_that_is_cancelled_stops_its_work() {
    let mut desk = Desk::new();
    let work = desk.file(scanned(ImportDialog::new("village.glb".into(), Arc::new(village()))));
    let [Effect::Start(job)] = &work[..] else { panic!("{work:?} is an import") };
    assert_eq!(desk.answer(Choice::Cancel), [Effect::StopWork(job.number)], "stopped");
    let progress = Progress::stopping_after(1);
    assert_eq!(run(job, &progress), Err(Stopped), "it can be stopped");
    assert_eq!(progress.current_stage(), "finding neighbours", "between two of its stages");
}

/// Returns a dialog for an import of the village into the open document.
fn addition(name: &str) -> FileInput {
    let mut dialog = ImportDialog::new(name.into(), Arc::new(village()));
    dialog.destination = Destination::OpenDocument { welds: false };
    scanned(dialog)
}

/// Accepts two imports into the open document before their results are ready; returns the job of the first.
fn two_accepted(desk: &mut Desk) -> Job {
    let effects = desk.file(addition("a.glb"));
    let [Effect::Start(job)] = &effects[..] else { panic!("{effects:?} is an import") };
    assert_eq!(desk.answer(Choice::Import), [], "its result is waited for");
    assert_eq!(desk.file(addition("b.glb")), [], "one import at a time");
    assert_eq!(desk.answer(Choice::Import), [], "its result is waited for");
    job.clone()
}

#[test]
fn every_accepted_import_is_added() {
    let mut desk = Desk::new();
    let first = two_accepted(&mut desk);
    finish(&mut desk.editor, &first);
    let second = desk.effects();
    desk.import_ready(&second);
    let titles: Vec<_> = desk.editor.history().done().iter().map(|step| step.title.as_str()).collect();
    assert_eq!(titles, ["Add a", "Add b"]);
}

#[test]
fn an_accepted_import_is_not_added_to_another_document() {
    let mut desk = Desk::new();
    let job = two_accepted(&mut desk);
    let effects = desk.all(FileInput::OpenSample("square", square().into()));
    assert!(effects.contains(&Effect::StopWork(job.number)), "{effects:?}");
    let messages = messages(effects);
    let is_said =
        |name: &str| messages.iter().any(|text| text.starts_with(&format!("{name} was not imported")));
    assert!(is_said("a.glb") && is_said("b.glb"), "{messages:?}");
    finish(&mut desk.editor, &job);
    assert_eq!(*desk.editor.document(), square());
}

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
fn a_comparison_ends_with_its_document() {
    let mut desk = Desk::new();
    let sample = samples::all().iter().find(|sample| sample.name == "Courtyard").unwrap();
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("a document") };
    desk.file(FileInput::OpenSample("Courtyard", document.clone().into()));
    desk.run(Command::WhyDetour);
    assert!(detour::is_open(&desk.editor), "asked why");
    let at = Breakpoint::Cell(CellId(0));
    desk.editor.handle(Input::Step(StepInput::SetBreakpoint { at, is_on: true }));
    desk.file(FileInput::OpenSample("Courtyard", document.into()));
    assert!(!detour::is_open(&desk.editor), "not of the next document");
    assert!(!desk.editor.stepper().has_breakpoint(at), "nor does its cell 0 have a breakpoint");
}

#[test]
fn a_new_document_shows_the_view_as_at_first() {
    let mut desk = Desk::new();
    desk.editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(900.0, 500.0))));
    let first = desk.editor.camera();
    desk.editor.handle(Input::View(ViewId::ABOVE, ViewInput::Zoom { screen: Vec2::ZERO, factor: 30.0 }));
    desk.run(Command::New);
    assert_eq!(desk.editor.camera(), first, "the middle and the scale of an empty view");
}

#[test]
fn pasting_says_which_areas_are_replaced() {
    let mut desk = Desk::new();
    desk.editor.handle(Input::Area(AreaInput::Add));
    desk.editor.handle(Input::Area(AreaInput::Rename(AreaId(1), "mud".into())));
    desk.editor.handle(Input::Run(Command::SelectAll));
    desk.editor.handle(Input::Run(Command::PaintSelection));
    let effects = desk.run(Command::Copy);
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?} is a copy") };
    let mut other = Desk::new();
    other.editor.handle(Input::Pasted(text.clone()));
    let messages_shown = messages(other.editor.take_effects());
    let name = &other.editor.document().areas[0].name;
    assert_eq!(
        messages_shown,
        [format!("This document has no area mud: those cells got the area {name}.")],
        "its message"
    );
}

#[test]
fn an_import_asks_what_to_take_and_becomes_an_unsaved_document() {
    let mut desk = Desk::new();
    let dialog = ImportDialog::new("levels/village.glb".into(), Arc::new(village()));
    let first = desk.file(scanned(dialog));
    let Some(Dialog::Import(dialog)) = desk.editor.dialog() else { panic!("the import is asked about") };
    let mut settings = dialog.settings().clone();
    let names = settings.chosen.iter().map(|&i| dialog.scene().unwrap().items[i].is_named_like_navmesh);
    assert!(names.clone().count() > 0 && names.into_iter().all(|is| is), "the navmesh is preselected");
    (settings.weld_distance, settings.shows_level) = (0.02, false);
    desk.file(FileInput::SetImport(settings.clone()));
    desk.file(FileInput::SetImport(navsmith::editor::files::import::ImportSettings {
        weld_distance: f32::NAN,
        ..settings
    }));
    let second = desk.import_ready(&first);
    assert_eq!(second.len(), 1, "the settings changed while it was computed, so it is computed again");
    desk.import_ready(&second);
    let Some(Dialog::Import(dialog)) = desk.editor.dialog() else { panic!("still asked") };
    let imported = importing::result(&desk.editor, dialog).unwrap().unwrap().clone();
    let effects = desk.answer(Choice::Import);
    let expected = [Effect::RetractErrors, Effect::Remember("levels/village.glb".into())];
    assert_eq!(effects, expected, "nothing is computed twice");
    assert!(imported.summary().starts_with("Imported "), "{}", imported.summary());
    assert_eq!(*desk.editor.document(), imported.document.document, "shown");
    assert_eq!(desk.editor.title(), "village* — navsmith", "named, and not saved");
    let save = desk.run(Command::Save);
    assert_eq!(save, [asking(FilePurpose::Save, Some("village.ron".into()))], "to a file of our own");
}

#[test]
fn unsaved_work_is_kept_every_half_minute_and_forgotten_when_saved() {
    let mut desk = Desk::new();
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(desk.effects(), [], "nothing is unsaved");
    assert_eq!(recovery::next_tick(&desk.editor), None, "and nothing to wait for");
    desk.edit();
    desk.editor.handle(Input::Tick(101.0));
    let document = desk.editor.document().clone();
    assert_eq!(
        desk.effects(),
        [Effect::File(0, FileRequest::WriteRecovery { original: None, document })],
        "kept at once"
    );
    desk.editor.handle(Input::Tick(140.0));
    assert_eq!(desk.effects(), [], "nothing changed since");
    desk.edit();
    desk.editor.handle(Input::Tick(141.0));
    assert_eq!(desk.effects().len(), 1, "kept again");
    desk.edit();
    assert_eq!(recovery::next_tick(&desk.editor), Some(30.0), "not before half a minute has passed");
    desk.editor.handle(Input::Tick(160.0));
    assert_eq!(desk.effects(), [], "not yet");
    desk.editor.handle(Input::Tick(171.5));
    assert_eq!(desk.effects().len(), 1, "at most half a minute is lost");
    let path = desk.path("level.ron");
    let effects = desk.choose(FilePurpose::Save, path.clone());
    let effects = desk.carry_out_write(&effects);
    assert_eq!(effects, [Effect::Remember(path), Effect::RemoveRecovery(None)], "forgotten");
}

fn pointer(x: f32) -> Pointer {
    let modifiers = Modifiers { command: true, ..Modifiers::default() };
    Pointer::above(Vec2::new(x, 0.5), 0.1, modifiers)
}

/// Begins to drag the cell, which shows a preview.
fn drag(desk: &mut Desk) {
    desk.editor.handle(Input::Hover(pointer(0.5)));
    desk.editor.handle(Input::Click(pointer(0.5)));
    desk.editor.handle(Input::DragStart { from: pointer(0.5), to: pointer(0.9) });
    assert!(desk.editor.is_gesture_running(), "a cell is being dragged");
}

#[test]
fn in_the_middle_of_a_gesture_the_work_before_it_is_kept() {
    let mut desk = Desk::new();
    drag(&mut desk);
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(
        (desk.effects(), recovery::next_tick(&desk.editor)),
        (vec![], None),
        "nothing was done before"
    );
    desk.editor.handle(Input::DragEnd(pointer(0.9)));
    desk.editor.handle(Input::Tick(100.1));
    let before = desk.editor.document().clone();
    let kept = Effect::File(0, FileRequest::WriteRecovery { original: None, document: before.clone() });
    assert_eq!(desk.effects(), [kept], "as soon as it is let go");
    desk.edit();
    let before = desk.editor.document().clone();
    desk.run(Command::Move);
    desk.editor.handle(Input::Hover(pointer(3.0)));
    assert_ne!(*desk.editor.document(), before, "a preview");
    desk.editor.handle(Input::Tick(140.0));
    let kept = Effect::File(0, FileRequest::WriteRecovery { original: None, document: before });
    assert_eq!(desk.effects(), [kept], "what is done, without the preview");
    assert_eq!(recovery::next_tick(&desk.editor), None, "and then nothing waits");
    desk.editor.handle(Input::Accept);
    assert!(recovery::next_tick(&desk.editor).is_some(), "until the gesture is done");
}

#[test]
fn an_open_outline_does_not_stop_work_from_being_kept() {
    let mut desk = Desk::new();
    desk.edit();
    desk.run(Command::DrawTool);
    desk.editor.handle(Input::Click(pointer(4.0)));
    assert!(desk.editor.is_gesture_running(), "an outline is open");
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(desk.effects().len(), 1, "kept");
    assert_eq!(recovery::next_tick(&desk.editor), None, "nothing waits");
}

#[test]
fn work_that_could_not_be_kept_is_kept_later() {
    let mut desk = Desk::new();
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(desk.effects().len(), 1, "kept");
    desk.reply(Err(FileFailure::Error("The disk is full.".into())));
    assert_eq!(recovery::next_tick(&desk.editor), Some(30.0), "tried again");
    desk.editor.handle(Input::Tick(131.0));
    assert_eq!(desk.effects().len(), 1, "kept at last");
}

#[test]
fn work_that_is_not_kept_is_said_once_and_shown_until_it_is_kept() {
    let mut desk = Desk::new();
    let fail = |desk: &mut Desk| {
        let effects = desk.reply_all(Err(FileFailure::Error("The disk is full.".into())));
        effects.iter().filter(|effect| matches!(effect, Effect::Say(_))).count()
    };
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(
        (fail(&mut desk), recovery::keep_failure(&desk.editor)),
        (1, Some("The disk is full.")),
        "said and shown"
    );
    desk.editor.handle(Input::Tick(131.0));
    assert_eq!((fail(&mut desk), recovery::keep_failure(&desk.editor).is_some()), (0, true), "still shown");
    desk.editor.handle(Input::Tick(162.0));
    desk.reply(Ok(FileReply::Kept("14:03".into())));
    assert_eq!(recovery::keep_failure(&desk.editor), None, "kept at last");
    desk.edit();
    desk.editor.handle(Input::Tick(193.0));
    fail(&mut desk);
    assert!(recovery::keep_failure(&desk.editor).is_some(), "shown again");
    desk.run(Command::Undo);
    desk.run(Command::Undo);
    assert_eq!(recovery::keep_failure(&desk.editor), None, "nothing is unsaved");
}

#[test]
fn the_time_of_the_recovery_copy_is_known_until_the_copy_is_removed() {
    let mut desk = Desk::new();
    let kept = |desk: &mut Desk, clock: &str| desk.reply(Ok(FileReply::Kept(clock.into())));
    assert_eq!(recovery::last_kept(&desk.editor), None, "nothing is unsaved");
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    assert_eq!(recovery::last_kept(&desk.editor), None, "not written yet");
    kept(&mut desk, "14:03");
    assert_eq!(recovery::last_kept(&desk.editor), Some("14:03"), "written");
    assert_eq!(recovery::next_tick(&desk.editor), None, "it needs no frames to stay right");
    desk.edit();
    desk.editor.handle(Input::Tick(140.0));
    desk.run(Command::Undo);
    desk.run(Command::Undo);
    desk.editor.handle(Input::Tick(200.0));
    assert_eq!(recovery::last_kept(&desk.editor), None, "nothing is unsaved any more");
    kept(&mut desk, "14:04");
    assert_eq!(recovery::last_kept(&desk.editor), None, "a result that comes after the copy was removed");
}

#[test]
fn a_read_only_file_is_replaced_only_after_a_question() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    let mut permissions = std::fs::metadata(path.path()).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(path.path(), permissions).unwrap();
    desk.edit();
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let Some(Dialog::Consent { cautions, .. }) = desk.editor.dialog() else { panic!("it is asked") };
    assert_eq!(*cautions, [Caution::ReadOnly], "why");
    assert_eq!(desk.answer(Choice::Cancel), [], "nothing happens");
    assert!(desk.editor.is_dirty() && opened(path.path()).0 != *desk.editor.document(), "nothing is saved");
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let elsewhere = desk.answer(Choice::SaveElsewhere);
    assert_eq!(elsewhere, [asking(FilePurpose::Save, Some(path.clone()))], "to another file");
    desk.reply(Err(FileFailure::Cancelled));
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    assert_eq!(opened(path.path()).0, *desk.editor.document(), "replaced");
    assert!(!desk.editor.is_dirty() && desk.editor.dialog().is_none(), "and that is all");
}

#[test]
fn consent_to_replace_a_file_is_no_consent_to_lose_a_change_by_another_program() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    desk.run(Command::Save);
    desk.reply(Err(FileFailure::NeedsConsent(vec![Caution::ReadOnly])));
    std::fs::write(path.path(), "by another program").unwrap();
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::ChangedOnDisk(_))), "asked");
}

#[test]
fn a_full_file_is_not_replaced_by_an_empty_document_unasked() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.run(Command::SelectAll);
    desk.run(Command::Delete);
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    let Some(Dialog::Consent { cautions, .. }) = desk.editor.dialog() else { panic!("it is asked") };
    assert_eq!(*cautions, [Caution::Emptied], "why");
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    assert_eq!(opened(path.path()).0.mesh.cell_count(), 0, "replaced when agreed");
    assert_eq!(
        opened(&previous_version(path.path())).0.mesh.cell_count(),
        1,
        "with the version before beside it"
    );
}

#[test]
fn a_save_keeps_the_previous_version_unless_that_is_switched_off() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    assert!(!previous_version(path.path()).exists(), "there was none");
    let first = desk.editor.document().clone();
    desk.edit();
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    assert_eq!(opened(&previous_version(path.path())).0, first, "the one before");
    let options = desk.editor.options().clone();
    desk.editor.handle(Input::SetOptions(navsmith::editor::session::options::Options {
        keeps_previous: false,
        ..options
    }));
    desk.edit();
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    assert_eq!(opened(&previous_version(path.path())).0, first, "still the same");
}

#[test]
fn a_save_that_is_perhaps_not_durable_is_a_save_with_a_warning() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    let effects = desk.run(Command::Save);
    let text = ron::write(document_of(write_of(&effects).unwrap()).0).unwrap();
    let stamp = save(path.path(), text.as_bytes(), &SaveOptions::default()).unwrap().stamp;
    let warning = Some("level.ron was replaced, but the disk did not confirm it.".to_owned());
    let effects = desk.reply_all(Ok(FileReply::Written { stamp, warning: warning.clone() }));
    let said = effects.into_iter().find_map(|effect| match effect {
        Effect::Say(message) => Some(message),
        _ => None,
    });
    assert_eq!(
        said.map(|said| (said.severity, said.text)),
        warning.map(|it| (MessageSeverity::Warning, it)),
        "said"
    );
    assert!(!desk.editor.is_dirty(), "it is saved");
    desk.edit();
    let effects = desk.run(Command::Save);
    desk.carry_out_write(&effects);
    assert!(desk.editor.dialog().is_none(), "the next save does not ask");
}

#[test]
fn kept_work_is_forgotten_once_nothing_is_unsaved() {
    let mut desk = Desk::new();
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    desk.run(Command::Undo);
    desk.effects();
    desk.editor.handle(Input::Tick(131.0));
    assert_eq!(desk.effects(), [Effect::RemoveRecovery(None)], "as saved again");
    assert_eq!(recovery::next_tick(&desk.editor), None, "nothing waits");
}

#[test]
fn work_kept_before_it_had_a_file_is_forgotten_under_no_name() {
    let mut desk = Desk::new();
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    desk.effects();
    let effects = desk.choose(FilePurpose::Save, desk.path("level.ron"));
    desk.edit();
    desk.carry_out_write(&effects);
    desk.editor.handle(Input::Tick(131.0));
    let effects = desk.effects();
    let is_of_file =
        matches!(&effects[0], Effect::File(_, FileRequest::WriteRecovery { original: Some(_), .. }));
    assert!(is_of_file, "{effects:?}");
    assert_eq!(effects[1..], [Effect::RemoveRecovery(None)], "the stale one goes");
}

#[test]
fn recovered_work_is_kept_for_the_file_it_was_of() {
    let mut desk = Desk::new();
    let original = FileRef::from("levels/hall.ron");
    let (file, kept) = ("recovery/1.ron".into(), 0);
    desk.file(found(vec![RecoveryFile { file, original: Some(original.clone()), kept, size: None }]));
    desk.answer(Choice::Recover(0));
    desk.reply(Ok(FileReply::Read(square().into())));
    desk.editor.handle(Input::Tick(100.0));
    let expected =
        Effect::File(0, FileRequest::WriteRecovery { original: Some(original), document: square() });
    assert_eq!(desk.effects(), [expected], "not as untitled");
}

#[test]
fn work_let_go_to_open_a_file_is_kept_until_a_file_comes_and_asked_about_once() {
    let mut desk = Desk::new();
    desk.edit();
    desk.editor.handle(Input::Tick(100.0));
    desk.run(Command::Open);
    assert_eq!(desk.answer(Choice::Discard), [asking(FilePurpose::Open, None)], "still kept");
    assert_eq!(desk.choose(FilePurpose::Open, "a.ron".into()), [opening("a.ron".into())], "asked once");
    desk.reply(Err(FileFailure::Error("a.ron, line 2, column 1: no.".into())));
    desk.run(Command::Quit);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "the work is still there");
}

#[test]
fn a_file_that_the_added_ending_names_is_not_overwritten_unasked() {
    let mut desk = Desk::new();
    desk.edit();
    std::fs::write(desk.path("yard.ron").path(), "precious").unwrap();
    let effects = desk.choose(FilePurpose::Save, desk.path("yard"));
    desk.carry_out_write(&effects);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Exists(_))), "asked");
    assert_eq!(std::fs::read(desk.path("yard.ron").path()).unwrap(), b"precious", "untouched");
    let effects = desk.answer(Choice::Save);
    desk.carry_out_write(&effects);
    assert!(!desk.editor.is_dirty(), "overwritten when asked to");
}

#[test]
fn questions_wait_for_each_other() {
    let mut desk = Desk::new();
    let kept = 0;
    let recovery_file = RecoveryFile { file: "recovery/1.ron".into(), original: None, kept, size: None };
    desk.file(found(vec![recovery_file]));
    let path = desk.path("yard.ron");
    let text = ron::write(&square()).unwrap();
    let stamp = save(path.path(), text.as_bytes(), &SaveOptions::default()).unwrap().stamp;
    open_as(&mut desk.editor, path, FileContent::Document(square().into(), Some(stamp)));
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Recovery(_))), "still offered");
    desk.edit();
    desk.file(FileInput::CloseRequested);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "what is at stake comes first");
    desk.answer(Choice::Cancel);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Recovery(_))), "and then the offer again");
}

#[test]
fn a_second_save_waits_for_the_first() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    let first = desk.run(Command::Save);
    desk.edit();
    assert_eq!(desk.run(Command::Save), [], "one write at a time");
    let effects = desk.carry_out_write(&first);
    assert!(desk.editor.is_dirty(), "only the first is saved");
    desk.carry_out_write(&effects);
    assert!(desk.editor.dialog().is_none(), "our own save is no change by another program");
    assert!(!desk.editor.is_dirty(), "all of it is saved");
    assert_eq!(opened(path.path()).0, *desk.editor.document(), "in the file");
}

#[test]
fn a_save_that_ends_after_another_document_was_opened_is_not_of_that_one() {
    let mut desk = Desk::new();
    desk.save_as("level.ron");
    desk.edit();
    let write = desk.run(Command::Save);
    desk.run(Command::New);
    desk.answer(Choice::Discard);
    desk.carry_out_write(&write);
    assert_eq!(desk.editor.title(), "untitled — navsmith", "a document without a file");
}

#[test]
fn a_save_that_ends_after_another_document_was_opened_is_no_export_of_that_one() {
    let mut desk = Desk::new();
    desk.save_as("level.ron");
    desk.edit();
    let write = desk.run(Command::Save);
    desk.file(FileInput::OpenSample("square", square().into()));
    desk.answer(Choice::Discard);
    desk.carry_out_write(&write);
    let effects = desk.run(Command::ExportAgain);
    assert!(matches!(&effects[..], [Effect::File(_, FileRequest::Choose(_))]), "{effects:?}");
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

#[test]
fn a_question_about_the_save_stays_until_its_answer() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    desk.edit();
    std::fs::write(path.path(), "by another program").unwrap();
    desk.file(FileInput::CloseRequested);
    let save = desk.answer(Choice::Save);
    desk.choose(FilePurpose::Export, desk.path("level.obj"));
    desk.answer(Choice::Save);
    let export = desk.carry_out_write(&save);
    desk.carry_out_write(&export);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::ChangedOnDisk(_))), "{:?}", desk.editor.dialog());
    let save = desk.answer(Choice::Save);
    let effects = desk.carry_out_write(&save);
    assert!(effects.contains(&Effect::Close), "and then it closes: {effects:?}");
}

#[test]
fn a_save_in_the_middle_of_a_gesture_saves_no_preview() {
    let mut desk = Desk::new();
    desk.run(Command::SaveAs);
    drag(&mut desk);
    let effects = desk.choose(FilePurpose::Save, desk.path("level.ron"));
    assert_eq!(*document_of(write_of(&effects).unwrap()).0, square(), "without the preview");
    drag(&mut desk);
    desk.carry_out_write(&effects);
    assert_eq!(desk.file(FileInput::CloseRequested).last(), Some(&Effect::Close), "nothing is unsaved");
}

#[test]
fn work_of_an_earlier_run_is_offered_and_comes_back_unsaved() {
    let mut desk = Desk::new();
    let recovery_file = RecoveryFile {
        file: "recovery/1.ron".into(),
        original: Some("levels/hall.ron".into()),
        kept: 0,
        size: Some((4, 1)),
    };
    desk.file(found(vec![recovery_file.clone()]));
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Recovery(_))), "offered");
    let effects = desk.answer(Choice::Recover(0));
    let request = FileRequest::ReadRecovery { file: recovery_file.clone(), weld_distance: 0.05 };
    assert_eq!(effects, [Effect::File(0, request)], "read");
    desk.reply(Ok(FileReply::Read(square().into())));
    assert_eq!(desk.editor.title(), "hall.ron* — navsmith", "back, and unsaved");
    let ask = desk.run(Command::Save);
    assert_eq!(ask, [asking(FilePurpose::Save, Some("levels/hall.ron".into()))], "where it was, if wanted");
    let path = desk.path("hall.ron");
    let effects = desk.choose(FilePurpose::Save, path);
    let effects = desk.carry_out_write(&effects);
    assert!(
        effects.contains(&Effect::DiscardRecovery(recovery_file.clone())),
        "saved, so it need not be kept"
    );

    desk.file(found(vec![recovery_file.clone()]));
    assert_eq!(desk.answer(Choice::Cancel), [], "asked again next time");
    desk.file(found(vec![recovery_file.clone()]));
    assert_eq!(desk.answer(Choice::Discard), [Effect::DiscardRecovery(recovery_file)], "given up");
    desk.file(found(Vec::new()));
    assert!(desk.editor.dialog().is_none(), "nothing to offer");
}

#[test]
fn recovered_work_shows_the_levels_of_its_file_and_names_others() {
    let level = LevelReference::new("/levels/house.obj");
    let document = Document { levels: vec![level].into(), ..square() };
    for original in [Some(FileRef::from("/levels/hall.ron")), None] {
        let mut desk = Desk::new();
        let (file, kept) = ("recovery/1.ron".into(), 0);
        desk.file(found(vec![RecoveryFile { file, original: original.clone(), kept, size: None }]));
        desk.answer(Choice::Recover(0));
        let effects = desk.reply_all(Ok(FileReply::Read(document.clone().into())));
        let read = reading("/levels/house.obj".into(), ReadPurpose::Level(original.clone()));
        assert_eq!(effects.contains(&read), original.is_some(), "{effects:?}");
        let says = |effect: &Effect| matches!(effect, Effect::Say(message) if message.text.contains("The level house.obj is not shown"));
        assert_eq!(effects.iter().any(says), original.is_none(), "{effects:?}");
    }
}

#[test]
fn a_sample_is_opened_under_its_name() {
    let mut desk = Desk::new();
    desk.edit();
    desk.file(FileInput::OpenSample("Courtyard", Document::default().into()));
    let Some(Dialog::Unsaved(then)) = desk.editor.dialog() else { panic!("asked first") };
    assert_eq!(then.describe(), "before opening Courtyard", "in words");
    assert!(matches!(then, AfterSave::Show(..)), "what comes then");
    desk.answer(Choice::Discard);
    assert_eq!(desk.editor.title(), "Courtyard — navsmith", "nothing to save");
}

#[test]
fn copied_cells_are_pasted_under_the_pointer_as_text_that_reads() {
    let mut desk = Desk::new();
    desk.run(Command::SelectAll);
    let effects = desk.run(Command::Copy);
    let [Effect::Copy(text)] = &effects[..] else { panic!("{effects:?} is a copy") };
    assert_eq!(ron::read(text).unwrap().mesh, square().mesh, "the text of a document");
    let hover = Pointer::above(Vec2::new(10.5, 0.5), 0.1, Modifiers::default());
    desk.editor.handle(Input::Hover(hover));
    assert_eq!(desk.run(Command::Paste), [Effect::Paste], "the clipboard is asked for");
    desk.editor.handle(Input::Pasted(text.clone()));
    let mesh = &desk.editor.document().mesh;
    assert_eq!(mesh.cell_count(), 2, "pasted");
    assert_eq!(mesh.bounds().center(), Vec3::new(5.5, 0.0, 0.5), "under the pointer");
    assert_eq!(desk.editor.selection().cells().len(), 1, "and selected");
    let before = desk.editor.document().clone();
    desk.editor.handle(Input::Pasted("hello".into()));
    assert_eq!(*desk.editor.document(), before, "anything else is refused");
}

#[test]
fn clipboard_text_that_is_larger_than_a_file_may_be_is_refused_unread() {
    let mut desk = Desk::new();
    let before = desk.editor.document().clone();
    let text = String::from_utf8(vec![0; CAP as usize + 1]).expect("zeros are characters");
    desk.editor.handle(Input::Pasted(text));
    assert_eq!(
        messages(desk.editor.take_effects()),
        ["The clipboard contains 257 MiB of text, and at most 256 are read. Copy less."]
    );
    assert_eq!(*desk.editor.document(), before, "nothing is pasted");
}

#[test]
fn opening_forgets_the_query_looked_at_and_undo() {
    let mut desk = Desk::new();
    let end = Some(Endpoint { ground: Vec2::new(0.5, 0.5), height: None });
    desk.editor.handle(Input::Query(QueryInput::SetEnd(End::Start, end)));
    desk.run(Command::NewQuery);
    assert_eq!(desk.editor.active_query_index(), 1, "the new one");
    desk.run(Command::New);
    desk.answer(Choice::Discard);
    assert_eq!(desk.editor.active_query_index(), 0, "the first again");
    assert_eq!(Command::Undo.enabled(&desk.editor), Err("Nothing to undo"), "no way back into another file");
}

/// Returns the input with which the application answers an effect; `None` if it does not.
fn answer_to(desk: &Desk, effect: &Effect) -> Option<Input> {
    let reply = |number: u64, reply: FileReply| Some(Input::File(FileInput::Reply(number, Ok(reply))));
    match effect {
        Effect::File(number, FileRequest::Choose(dialog)) => {
            let name = match dialog.purpose {
                FilePurpose::Save => "level.ron",
                FilePurpose::Export | FilePurpose::Import => "level.obj",
                _ => "other.ron",
            };
            reply(*number, FileReply::Chosen(desk.path(name)))
        }
        Effect::File(number, FileRequest::WriteRecovery { .. }) => {
            reply(*number, FileReply::Kept("14:03".into()))
        }
        Effect::Start(job) => Some(run(job, &Progress::none()).unwrap()),
        effect => reply_of(effect),
    }
}

#[test]
fn a_session_with_files_is_replayed_from_its_inputs() {
    let mut desk = Desk::new();
    std::fs::write(desk.path("other.ron").path(), ron::write(&square()).unwrap()).unwrap();
    let run = Input::Run;
    let answer = |choice| Input::File(FileInput::Answer(choice));
    let mut recorded: Vec<(Input, Vec<Effect>)> = Vec::new();
    for input in [
        run(Command::NewArea),
        Input::Tick(100.0),
        run(Command::Save),
        run(Command::CompareWithFile),
        run(Command::Export),
        answer(Choice::Save),
        run(Command::ImportInto),
        answer(Choice::Import),
        run(Command::Save),
        run(Command::NewArea),
        run(Command::Revert),
        answer(Choice::Discard),
        run(Command::Open),
        run(Command::Quit),
    ] {
        let mut inputs = std::collections::VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            desk.editor.handle(input.clone());
            let effects = desk.editor.take_effects();
            inputs.extend(effects.iter().filter_map(|effect| answer_to(&desk, effect)));
            recorded.push((input, effects));
        }
    }
    let requests = recorded.iter().flat_map(|(_, effects)| effects);
    let requests = requests.filter(|effect| matches!(effect, Effect::File(..)));
    assert_eq!((requests.count(), desk.editor.file_ref()), (14, Some(&desk.path("other.ron"))));
    assert_eq!(recorded.last().unwrap().1, [Effect::Close], "nothing is unsaved");
    let mut again = Editor::new(square());
    for (input, effects) in recorded {
        again.handle(input.clone());
        assert_eq!(again.take_effects(), effects, "{input:?}");
    }
    assert_eq!(again.document(), desk.editor.document());
}
