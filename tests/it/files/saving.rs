//! Saves that need consent, wait, or end late.

use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::{FileContent, FileFailure, FileReply};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, MessageSeverity};
use navsmith::editor::session::request::{FilePurpose, FileRequest};
use navsmith_formats::io::recovery::RecoveryFile;
use navsmith_formats::io::ron;
use navsmith_formats::io::save::{Caution, SaveOptions, previous_version, save};

use super::{Desk, drag, found, opened, square};
use crate::support::files::{asking, document_of, open_as, write_of};

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
