//! Questions before unsaved work is lost.

use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileFailure;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, MessageSeverity};
use navsmith::editor::session::request::FilePurpose;

use super::Desk;
use crate::support::files::{choose, reply_to_write};

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
