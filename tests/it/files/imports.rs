//! Imports and additions of files.

use std::sync::Arc;

use navsmith::editor::files::dialog::{Choice, Dialog};
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::import::{Destination, ImportDialog};
use navsmith::editor::files::importing;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::session::request::FilePurpose;
use navsmith::samples;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::io::Opened;
use navsmith_formats::io::scene::ImportScene;

use super::{Desk, messages, square};
use crate::support::files::{asking, scanned};
use crate::support::jobs::{finish, run};

fn village() -> ImportScene {
    let mut opened = samples::all().iter().map(|sample| sample.open().unwrap());
    opened
        .find_map(|opened| if let Opened::Scene { scene, .. } = opened { Some(scene) } else { None })
        .unwrap()
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
