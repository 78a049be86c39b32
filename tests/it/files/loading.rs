//! Documents that are opened, dropped or cannot be read.

use glam::Vec2;
use navsmith::editor::elements::islands;
use navsmith::editor::files::dialog::{AfterSave, Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::{FileContent, FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::loaded::LoadedDocument;
use navsmith::editor::session::request::{FilePurpose, ReadPurpose};
use navsmith::editor::view::views::ViewId;
use navsmith::samples;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::Document;
use navsmith_formats::io::save::{SaveOptions, save};
use navsmith_formats::io::{self, Opened, ron};

use super::{Desk, messages, opened, square};
use crate::support::files::{asking, opening, reading};

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
fn what_a_document_does_not_take_from_its_file_is_named() {
    let mut desk = Desk::new();
    let path = desk.save_as("level.ron");
    let text = std::fs::read_to_string(path.path()).unwrap();
    let old = text.replacen("version: 1,", "version: 1, thresholds: [(kind: \"gap\", value: 0.1)],", 1);
    std::fs::write(path.path(), old).unwrap();
    let Ok(Opened::Document { document, notes, stamp }) = io::open(path.path()) else { panic!("a document") };
    let document = LoadedDocument::from(document).with_notes(notes);
    desk.file(FileInput::Open(path));
    let effects = desk.reply_all(Ok(FileReply::Read(FileContent::Document(document, Some(stamp)))));
    let said = messages(effects);
    assert!(said.len() == 1 && said[0].contains("are not used: gap 0.1."), "{said:?}");
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
