//! Cuts of a level, snapping to it and heights from it.

use glam::Vec3;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::input::LevelInput;
use navsmith::editor::levels::surface;
use navsmith::editor::session::command::Command;
use navsmith_formats::document::LevelReference;

use super::{Desk, pointer};

#[test]
fn a_cut_returns_to_its_last_height() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    let height = |desk: &Desk| desk.editor.options().cut_height;
    desk.input(Input::Run(Command::CutLevels));
    desk.input(Input::Level(LevelInput::MoveCut(2.0)));
    let last = height(&desk);
    desk.input(Input::Run(Command::CutLevels));
    assert_eq!(height(&desk), None, "no cut");
    desk.input(Input::Run(Command::CutLevels));
    assert_eq!(height(&desk), last, "by the command");
    desk.input(Input::Run(Command::CutLevels));
    desk.input(Input::Level(LevelInput::MoveCut(1.0)));
    assert_eq!(height(&desk), last, "by the wheel");
}

#[test]
fn the_cut_hides_what_is_above_and_draws_walls_as_lines() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    assert!(surface::section(&desk.editor).is_none(), "no cut yet");
    desk.input(Input::Run(Command::CutLevels));
    let height = desk.editor.options().cut_height.unwrap();
    assert!(height > 1.0 && height < 4.0, "between floor and roof: {height}");
    let lines = surface::section(&desk.editor).unwrap();
    let length: f32 = lines.iter().map(|[from, to]| from.distance(*to)).sum();
    assert!((length - 8.0).abs() < 1e-3, "around the box: {length}");
    desk.input(Input::Level(LevelInput::MoveCut(-100.0)));
    assert_eq!(desk.editor.options().cut_height, Some(0.75), "a step below the lowest triangle");
    desk.input(Input::Run(Command::CutLevels));
    assert_eq!(desk.editor.options().cut_height, None, "the command ends the cut");
}

#[test]
fn points_snap_to_the_level_and_take_its_height() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    desk.set(|options| options.snaps_to_grid = false);
    let corners = desk.draw(&[[10.05, 0.05], [4.05, 4.1], [9.9, 9.95]]);
    assert!(corners.contains(&Vec3::new(10.0, 1.0, 0.0)), "a corner of the floor: {corners:?}");
    assert!(corners.contains(&Vec3::new(4.0, 4.0, 4.0)), "the visible upper corner of the box");
    desk.set(|options| options.cut_height = Some(2.0));
    let corners = desk.draw(&[[6.1, 3.95], [8.0, 1.0], [9.0, 3.0]]);
    assert!(corners.contains(&Vec3::new(6.0, 1.0, 4.0)), "an end of the section, on the floor: {corners:?}");
    assert!(corners.contains(&Vec3::new(8.0, 1.0, 1.0)), "a point beside everything, on the floor");
    desk.input(Input::Level(LevelInput::Set(
        0,
        LevelReference { is_locked: true, ..desk.editor.document().levels[0].clone() },
    )));
    desk.set(|options| options.cut_height = None);
    let corners = desk.draw(&[[0.1, 9.9], [1.0, 9.0], [3.0, 9.9]]);
    assert!(corners.iter().all(|corner| *corner != Vec3::new(0.0, 1.0, 10.0)), "a locked level: {corners:?}");
}

#[test]
fn heights_come_from_the_level_by_command_and_while_dragging() {
    let mut desk = Desk::new();
    desk.add("house.obj");
    desk.input(Input::Run(Command::TakeHeights));
    let heights = |desk: &Desk| -> Vec<f32> {
        desk.editor.document().mesh.vertices().map(|(_, position)| position.y).collect()
    };
    assert_eq!(heights(&desk), [1.0; 4], "on the floor");
    desk.input(Input::Run(Command::Undo));
    assert_eq!(heights(&desk), [0.0; 4], "one step");
    desk.set(|options| (options.follows_level, options.snaps_to_level) = (true, false));
    desk.input(Input::Run(Command::CellMode));
    desk.input(Input::DragStart { from: pointer([1.0, 1.0]), to: pointer([2.0, 1.0]) });
    desk.input(Input::DragEnd(pointer([2.0, 1.0])));
    assert_eq!(heights(&desk), [1.0; 4], "the dragged cell follows the floor");
}
