//! Unsaved work that is kept and recovered.

use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::recovery;
use navsmith::editor::files::reply::{FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::request::{FilePurpose, FileRequest, ReadPurpose};
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::FileRef;
use navsmith_formats::io::recovery::RecoveryFile;

use super::{Desk, drag, found, pointer, square};
use crate::support::files::{asking, opening, reading};

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
