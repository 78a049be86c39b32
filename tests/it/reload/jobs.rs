//! Edits, gestures and other documents while a file is reloaded.

use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileFailure;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::job::Job;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::Derived;
use navsmith_formats::check::Issues;

use super::{Desk, row};
use crate::support::files::{reply, reply_of};
use crate::support::jobs::{finish, jobs_among};

/// Starts the reload of a changed file, and returns the job of its comparison.
fn comparing(desk: &mut Desk) -> Job {
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.editor.handle(Input::Run(Command::ReloadChanged));
    let effects = desk.editor.take_effects();
    let input = effects.iter().find_map(reply_of).unwrap();
    desk.editor.handle(input);
    jobs_among(desk.editor.take_effects(), "comparing with the file").remove(0)
}

#[test]
fn an_edit_during_a_reload_is_not_replaced() {
    let mut desk = Desk::new(row(4, 0));
    let outdated = comparing(&mut desk);
    desk.editor.handle(Input::Run(Command::NewArea));
    let work = desk.editor.document().clone();
    finish(&mut desk.editor, &outdated);
    desk.carry_out();
    assert_eq!(*desk.editor.document(), work);
    assert!(desk.messages.last().unwrap().contains("was edited"), "{:?}", desk.messages);
    assert!(desk.offer().is_some(), "the offer stays");
    desk.run(Command::ReloadChanged);
    assert!(matches!(desk.editor.dialog(), Some(Dialog::Unsaved(_))), "and asks about the edit");
}

#[test]
fn the_data_of_a_reloaded_document_come_from_the_job() {
    let before = row(20_001, 0);
    let mut desk = Desk::new(before.clone());
    let comparison = comparing(&mut desk);
    finish(&mut desk.editor, &comparison);
    let effects = desk.editor.take_effects();
    let gone = effects.iter().find_map(|effect| match effect {
        Effect::DropInBackground(gone) => Some(&gone.document),
        _ => None,
    });
    assert_eq!(gone, Some(&before), "the earlier data were exchanged, not updated");
    let mesh = &desk.editor.document().mesh;
    let derived = Derived::build(mesh);
    assert_eq!(desk.editor.derived().adjacency, derived.adjacency);
    let issues = Issues::build(mesh, &derived, desk.editor.options().weld_distance);
    assert!(desk.editor.issues().iter().eq(issues.iter()));
    assert!(desk.editor.undo(), "the earlier document returns");
    assert_eq!(*desk.editor.document(), before);
}

#[test]
fn a_reload_does_not_break_a_gesture() {
    let mut desk = Desk::new(row(4, 0));
    let before = desk.editor.document().clone();
    let comparison = comparing(&mut desk);
    desk.editor.handle(Input::Run(Command::CellMode));
    desk.editor.handle(Input::Run(Command::SelectAll));
    let pointer = |x: f32| Pointer::above(Vec2::new(x, 1.0), 0.01, Modifiers::default());
    desk.editor.handle(Input::DragStart { from: pointer(1.0), to: pointer(1.0) });
    desk.editor.handle(Input::Drag(pointer(3.0)));
    assert!(desk.editor.is_gesture_running());
    finish(&mut desk.editor, &comparison);
    desk.carry_out();
    desk.editor.handle(Input::Drag(pointer(4.0)));
    desk.editor.handle(Input::DragEnd(pointer(4.0)));
    desk.carry_out();
    assert_eq!(desk.cells().len(), 4, "the cells are moved");
    assert_ne!(*desk.editor.document(), before);
    desk.run(Command::Undo);
    assert_eq!(*desk.editor.document(), before, "one step");
    assert!(desk.offer().is_some(), "the offer stays");
}

#[test]
fn a_cancelled_dialog_leaves_a_reload_under_way() {
    let mut desk = Desk::new(row(4, 0));
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.editor.handle(Input::Run(Command::ReloadChanged));
    let reading = desk.editor.take_effects();
    let steps = desk.editor.history().done().len();
    desk.run(Command::Open);
    reply(&mut desk.editor, |_| true, Err(FileFailure::Cancelled));
    desk.send(FileInput::Failed("Another file cannot be read.".into()));
    let input = reading.iter().find_map(reply_of).unwrap();
    desk.editor.handle(input);
    desk.carry_out();
    assert_eq!(desk.cells().len(), 3);
    assert_eq!(desk.editor.history().done().len(), steps + 1, "a reload, which undo takes back");
}

#[test]
fn a_reload_that_ends_in_another_document_is_ignored() {
    let mut desk = Desk::new(row(4, 0));
    desk.overwrite("level.ron", &row(3, 0));
    desk.poll();
    desk.editor.handle(Input::Run(Command::ReloadChanged));
    let reading = desk.editor.take_effects();
    desk.overwrite("other.ron", &row(2, 0));
    let other = desk.path("other.ron");
    desk.send(FileInput::Open(other));
    let input = reading.iter().find_map(reply_of).unwrap();
    desk.editor.handle(input);
    desk.carry_out();
    assert_eq!((desk.editor.name(), desk.cells().len()), ("other.ron".into(), 2));
}
