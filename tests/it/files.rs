//! Files, driven by inputs: the requested effects and the dialogs before work would be lost.

#![expect(clippy::unwrap_used, reason = "a test may")]

mod unsaved;
mod imports;
mod exporting;
mod recovered;
mod saving;
mod loading;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::detour;
use navsmith::editor::edits::area::AreaInput;
use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::{FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::request::{FilePurpose, FileRequest, ReadPurpose};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples;
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::{CAP, RequiredState, Stamp, read_stamped};
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::{FileRef, Opened, ron};

use crate::support::files::{
    Answer, asking, carried_out, choose, reading, reply, reply_of, reply_to_write, unnumbered, write_of,
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

/// Returns the texts of the messages among effects.
fn messages(effects: Vec<Effect>) -> Vec<String> {
    let texts = effects
        .into_iter()
        .map(|effect| if let Effect::Say(description) = effect { Some(description.text) } else { None });
    texts.flatten().collect()
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
