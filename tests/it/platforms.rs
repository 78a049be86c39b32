//! A mesh as a side view in the editor: gravity, platforms, throws and jumps.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::files::file::FileInput;
use navsmith::editor::files::reply::FileContent;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::platforms::flight::{self, METHODS};
use navsmith::editor::platforms::found::{self, RegionStart};
use navsmith::editor::platforms::input::PlatformInput;
use navsmith::editor::platforms::jumps;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::pick::Element;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::platforms::PlatformMark;
use navsmith::editor::view::scene::{Mark, Role, Scene};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::samples;
use navsmith_core::platformer::{FreeSpace, Throw, ThrowMethod, ThrowOutcome, throw};
use navsmith_formats::document::{Document, SideView};
use navsmith_formats::io::Opened;

use crate::support::jobs::{finish, jobs_among};

fn opened(name: &str) -> Editor {
    let sample = samples::named(name).unwrap();
    let Ok(Opened::Document { document, .. }) = sample.open() else { panic!("{name} is a document") };
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    let content = FileContent::Document(document.into(), None);
    editor.handle(Input::File(FileInput::OpenSample(sample.name, content)));
    settle(&mut editor);
    editor
}

/// Runs the search for jumps, if one was started.
fn settle(editor: &mut Editor) {
    let effects = editor.take_effects();
    for job in jobs_among(effects, "searching jumps") {
        finish(editor, &job);
    }
    assert_eq!(editor.verify_analyses(), Ok(()));
}

fn send(editor: &mut Editor, input: PlatformInput) {
    editor.handle(Input::Platform(input));
}

fn at(x: f32, z: f32) -> Pointer {
    Pointer::above(Vec2::new(x, z), 0.2, Modifiers { command: true, ..Modifiers::default() })
}

fn drag(editor: &mut Editor, from: Pointer, to: Pointer) {
    editor.handle(Input::Hover(from));
    editor.handle(Input::DragStart { from, to });
    editor.handle(Input::DragEnd(to));
}

/// Returns the lines with a mark.
fn lines(scene: &Scene, mark: PlatformMark) -> usize {
    let is_it = |it: &&Mark| matches!(it, Mark::Line(Role::Platform(found), _) if *found == mark);
    scene.marks.iter().filter(is_it).count()
}

fn platforms(editor: &Editor) -> usize {
    found::found(editor).unwrap().platforms.len()
}

#[test]
fn a_side_view_is_one_undo_step_and_other_meshes_have_no_platforms() {
    let mut editor = opened("Two islands");
    assert!(found::found(&editor).is_none() && editor.document().side_view().is_none());
    editor.handle(Input::Run(Command::SuggestJumps));
    editor.handle(Input::Run(Command::ThrowTool));
    assert_ne!(editor.tool_kind(), ToolKind::Throw, "it needs a side view");
    editor.handle(Input::Run(Command::SideView));
    assert_eq!(editor.document().side_view(), Some(SideView::default()));
    assert_eq!(Command::SideView.is_checked(&editor), Some(true));
    assert!(platforms(&editor) > 0);
    assert!(editor.undo());
    assert!(editor.document().side_view().is_none() && found::found(&editor).is_none());
}

#[test]
fn dragging_the_arrow_turns_gravity_until_there_are_platforms() {
    let mut editor = opened("Turned gravity");
    assert_eq!(platforms(&editor), 0, "gravity leads into a corner");
    let [from, tip] = arrow(&editor);
    editor.handle(Input::Hover(at(tip.x, tip.y)));
    assert_eq!(editor.hover().map(|hit| hit.element), Some(Element::Gravity));
    let down = from + Vec2::new(0.0, (tip - from).length());
    drag(&mut editor, at(tip.x, tip.y), at(down.x, down.y));
    let pull = editor.document().side_view().unwrap().gravity.pull;
    assert!(pull.x.abs() < 0.02 && (pull.y - 9.81).abs() < 0.02, "{pull}");
    assert_eq!(platforms(&editor), 3, "the floor and the tops of two blocks");
    editor.handle(Input::DragStart { from: at(down.x, down.y), to: at(down.x + 1.0, down.y) });
    editor.handle(Input::Cancel);
    assert_eq!(editor.document().side_view().unwrap().gravity.pull, pull, "Escape cancels");
    assert!(editor.undo());
    assert_eq!(platforms(&editor), 0, "one undo step");
}

/// Returns the begin and the tip of the drawn arrow of gravity.
fn arrow(editor: &Editor) -> [Vec2; 2] {
    let scene = editor.scene(ViewId::ABOVE);
    let line = scene.marks.iter().find_map(|mark| match mark {
        Mark::Line(Role::Platform(PlatformMark::Gravity), points) => Some(points.clone()),
        _ => None,
    });
    let line = line.expect("gravity is drawn");
    [line[0], line[1]].map(|point| Vec2::new(point.x, point.z))
}

#[test]
fn numbers_are_dragged_as_one_step_and_invalid_ones_change_nothing() {
    let mut editor = opened("Platforms");
    let view = editor.document().side_view().unwrap();
    for x in [1.0, 2.0, 3.0] {
        let mut changed = view;
        changed.gravity.pull.x = x;
        send(&mut editor, PlatformInput::Drag(changed));
        assert_eq!(editor.document().side_view(), Some(changed), "shown while it is dragged");
    }
    let last = editor.document().side_view().unwrap();
    send(&mut editor, PlatformInput::Set(last));
    for pull in [Vec2::NAN, Vec2::splat(f32::INFINITY), Vec2::splat(1e9)] {
        let mut changed = last;
        changed.gravity.pull = pull;
        send(&mut editor, PlatformInput::Set(changed));
        let mut slow = last;
        slow.jumper.run_speed = -f64::from(pull.x);
        send(&mut editor, PlatformInput::Drag(slow));
        assert_eq!(editor.document().side_view(), Some(last), "{pull}");
    }
    assert!(editor.undo());
    assert_eq!(editor.document().side_view(), Some(view), "one step");
}

#[test]
fn a_thrown_body_lands_where_the_library_says() {
    let mut editor = opened("Platforms");
    editor.handle(Input::Run(Command::ThrowTool));
    drag(&mut editor, at(1.0, 13.0), at(2.0, 11.5));
    let body = flight::thrown(&editor).unwrap();
    let gravity = editor.document().side_view().unwrap().gravity;
    let space = FreeSpace::new(editor.mesh(), editor.derived());
    let thrown = Throw::new(body.from.as_dvec2(), body.velocity.as_dvec2(), &gravity);
    let end = throw(&space, &gravity, &thrown, ThrowMethod::Exact).unwrap();
    let listed = flight::listed(&editor).unwrap();
    assert_eq!(listed.end, end);
    assert!(matches!(end.outcome, ThrowOutcome::Landed(_)), "{end:?}");
    assert!(listed.curve.last().unwrap().as_dvec2().distance(end.at) < 1e-5);
    assert!(editor.readout().contains("lands on"), "{}", editor.readout());
    assert_eq!(flight::flights(&editor).unwrap().len(), METHODS.len());
    assert_eq!(lines(&editor.scene(ViewId::ABOVE), PlatformMark::Flight), 1);
    editor.handle(Input::DragStart { from: at(5.0, 2.0), to: at(6.0, 2.0) });
    assert_ne!(flight::thrown(&editor), Some(body), "another throw");
    editor.handle(Input::Cancel);
    assert_eq!(flight::thrown(&editor), Some(body), "Escape brings the last one back");
    send(&mut editor, PlatformInput::ForgetThrow);
    assert!(flight::flights(&editor).is_none());
    drag(&mut editor, at(4.0, 12.8), at(5.0, 12.0));
    assert_eq!(flight::flights(&editor).map(<[_]>::len), Some(0), "a start in a solid");
    assert!(editor.readout().contains("in a solid"), "{}", editor.readout());
}

#[test]
fn the_region_ends_at_solids_and_follows_its_start() {
    let mut editor = opened("Platforms");
    assert_eq!(found::region(&editor).unwrap().cells.len(), editor.mesh().cell_count());
    send(&mut editor, PlatformInput::ShowRegion(RegionStart::Nothing));
    assert!(found::region(&editor).is_none());
    send(&mut editor, PlatformInput::ShowRegion(RegionStart::Pointer));
    let filled = |editor: &Editor| {
        let is_it = |it: &&Mark| matches!(it, Mark::Fill(Role::Platform(PlatformMark::Region), _));
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_it).count()
    };
    editor.handle(Input::Hover(at(1.0, 1.0)));
    assert!(filled(&editor) > 0, "around the pointer");
    editor.handle(Input::Hover(at(4.5, 12.75)));
    assert_eq!(filled(&editor), 0, "the pointer is in a solid");
}

#[test]
fn suggested_links_are_drawn_and_added_in_one_step() {
    let mut editor = opened("Platforms");
    assert!(Command::AddJumps.enabled(&editor).is_err(), "nothing is suggested yet");
    editor.handle(Input::Run(Command::SuggestJumps));
    settle(&mut editor);
    let found = jumps::found(&editor).unwrap().clone();
    assert!(found.jumps.len() > 10 && found.links.len() == found.jumps.len());
    assert!(lines(&editor.scene(ViewId::ABOVE), PlatformMark::Jump) >= found.jumps.len());
    assert_eq!(editor.mesh().link_count(), 0, "a preview");
    editor.handle(Input::Run(Command::AddJumps));
    assert_eq!(editor.mesh().link_count(), found.links.len());
    assert!(editor.mesh().links().all(|(_, link)| link.is_one_way));
    assert_eq!(jumps::found(&editor), Some(&found), "links change no jump");
    editor.handle(Input::Run(Command::AddJumps));
    assert_eq!(editor.mesh().link_count(), found.links.len(), "none is added twice");
    assert!(editor.undo());
    assert_eq!(editor.mesh().link_count(), 0, "one undo step");
}

#[test]
fn the_highest_platform_is_out_of_reach_for_a_stated_reason() {
    let mut editor = opened("Platforms");
    editor.handle(Input::Run(Command::SuggestJumps));
    settle(&mut editor);
    let number = jumps::found(&editor).unwrap().platforms.len() - 1;
    send(&mut editor, PlatformInput::Ask([number, 0]));
    let why = jumps::why(&editor).expect("an answer").expect("a reason").to_owned();
    assert!(why.contains(" m "), "{why}");
    send(&mut editor, PlatformInput::Ask([0, number]));
    assert_eq!(jumps::why(&editor), Some(None), "one can drop down");
    send(&mut editor, PlatformInput::Ask([0, 1000]));
    assert_eq!(jumps::why(&editor), None, "there is no such platform");
}

#[test]
fn another_document_forgets_what_was_thrown() {
    let mut editor = opened("Platforms");
    editor.handle(Input::Run(Command::ThrowTool));
    drag(&mut editor, at(1.0, 13.0), at(2.0, 11.5));
    let Ok(Opened::Document { document, .. }) = samples::named("Turned gravity").unwrap().open() else {
        panic!()
    };
    let content = FileContent::Document(document.into(), None);
    editor.handle(Input::File(FileInput::OpenSample("Turned gravity", content)));
    assert_eq!(flight::thrown(&editor), None);
}

#[test]
fn a_number_that_is_dragged_during_a_move_cancels_the_move() {
    let mut editor = opened("Platforms");
    editor.handle(Input::Run(Command::VertexMode));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Hover(at(1.0, 1.0)));
    editor.handle(Input::Run(Command::Move));
    editor.handle(Input::Hover(at(3.0, 1.0)));
    let before = opened("Platforms").document().mesh.clone();
    assert_ne!(editor.mesh(), &before, "moved");
    let mut view = editor.document().side_view().unwrap();
    view.gravity.pull.x = 1.0;
    send(&mut editor, PlatformInput::Set(view));
    assert_eq!(editor.mesh(), &before, "the move is cancelled");
    assert_eq!(editor.document().side_view(), Some(view));
}

#[test]
fn a_border_under_the_pointer_states_its_test() {
    let mut editor = opened("Platforms");
    editor.handle(Input::Run(Command::EdgeMode));
    editor.handle(Input::Hover(at(9.0, 13.95)));
    let tested = found::tested_at_pointer(&editor).expect("the floor");
    assert!(tested.test.is_rest && (tested.test.facing + 1.0).abs() < 1e-9, "{tested:?}");
    editor.handle(Input::Hover(at(9.0, 0.05)));
    let tested = found::tested_at_pointer(&editor).expect("the ceiling");
    assert!(!tested.test.is_rest && (tested.test.facing - 1.0).abs() < 1e-9, "{tested:?}");
}
