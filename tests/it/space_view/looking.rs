//! Cameras of both views: turning, framing, zooming and flying.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::view::orbit::Direction;
use navsmith::editor::view::views::{ViewId, ViewInput};

use super::{click, editor, position, view};

#[test]
fn the_view_turns_about_the_selection_or_the_point_under_the_pointer() {
    let mut editor = editor(&[0.0]);
    let turned = |editor: &mut Editor, at: Vec3| {
        let screen = editor.orbit().screen_from_world(at).expect("in front");
        view(editor, ViewInput::BeginTurn(screen));
        view(editor, ViewInput::Turn(Vec2::new(80.0, 20.0)));
        editor.orbit().screen_from_world(at).expect("in front").distance(screen)
    };
    let at = Vec3::new(2.0, 0.0, 8.0);
    assert!(turned(&mut editor, at) < 0.5, "the point under the pointer stays");
    editor.handle(Input::Run(Command::VertexMode));
    click(&mut editor, Vec3::new(10.0, 0.0, 10.0));
    let corner = editor.orbit().screen_from_world(Vec3::new(10.0, 0.0, 10.0)).expect("in front");
    assert!(turned(&mut editor, at) > 5.0, "it moves");
    let after = editor.orbit().screen_from_world(Vec3::new(10.0, 0.0, 10.0)).expect("in front");
    assert!(after.distance(corner) < 0.5, "the selection stays");
    let screen = editor.orbit().screen_from_world(at).expect("in front");
    view(&mut editor, ViewInput::Zoom { screen, factor: 3.0 });
    let after = editor.orbit().screen_from_world(at).expect("in front");
    assert!(after.distance(screen) < 0.5, "the wheel zooms about the pointer");
}

#[test]
fn commands_turn_the_view_and_show_it() {
    let mut editor = editor(&[0.0]);
    for (command, direction) in [
        (Command::LookFromFront, Direction::Front),
        (Command::LookFromRight, Direction::Right),
        (Command::LookFromTop, Direction::Top),
        (Command::LookFromOpposite, Direction::Bottom),
        (Command::LookFromCorner, Direction::Corner),
    ] {
        editor.take_effects();
        editor.handle(Input::Run(command));
        assert_eq!(editor.orbit().direction, Some(direction), "{command:?}");
        assert_eq!(editor.orbit().has_parallel_lines(), direction != Direction::Corner, "{command:?}");
        assert!(editor.take_effects().contains(&Effect::Show(Panel::Space)), "{command:?}");
    }
    editor.handle(Input::Run(Command::ToggleParallel));
    assert!(editor.orbit().has_parallel_lines(), "from the corner as well");
    editor.handle(Input::Run(Command::LookFromCorner));
    assert!(!editor.orbit().has_parallel_lines(), "the corner is in perspective");
    editor.handle(Input::Run(Command::LookFromFront));
    editor.handle(Input::Run(Command::ToggleParallel));
    assert!(!editor.orbit().has_parallel_lines(), "a fixed view in perspective");
}

#[test]
fn the_selection_is_framed_in_both_views() {
    let mut editor = editor(&[0.0, 3.0]);
    editor.handle(Input::Run(Command::CellMode));
    click(&mut editor, Vec3::new(9.0, 3.0, 5.0));
    view(&mut editor, ViewInput::Pan(Vec2::new(500.0, 300.0)));
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(Vec2::new(500.0, 300.0))));
    editor.handle(Input::Run(Command::FrameSelection));
    assert_eq!(editor.orbit().target.as_vec3(), Vec3::new(5.0, 3.0, 5.0), "the upper floor");
    assert_eq!(editor.camera_of(ViewId::ABOVE).center.as_vec2(), Vec2::splat(5.0), "from above, too");
}

#[test]
fn a_framed_mesh_stays_framed_when_the_view_is_resized() {
    let mut editor = editor(&[0.0]);
    let narrow = Vec2::new(300.0, 700.0);
    view(&mut editor, ViewInput::Resize(narrow));
    let corners = (0..4).map(|vertex| editor.orbit().screen_from_world(position(&editor, vertex)));
    assert!(
        corners.flatten().all(|at| at.cmpge(Vec2::ZERO).all() && at.cmple(narrow).all()),
        "all of it is in view"
    );
    view(&mut editor, ViewInput::Pan(Vec2::ONE));
    let target = editor.orbit().target;
    view(&mut editor, ViewInput::Resize(Vec2::new(900.0, 700.0)));
    assert_eq!(editor.orbit().target, target, "a view that was moved stays where it is");
}

#[test]
fn keys_zoom_the_view_that_was_moved_last() {
    let mut editor = editor(&[0.0]);
    let before = (editor.orbit().distance, editor.camera_of(ViewId::ABOVE));
    view(&mut editor, ViewInput::Pan(Vec2::ONE));
    editor.handle(Input::Run(Command::ZoomIn));
    assert!(editor.orbit().distance < before.0, "the 3D view");
    assert_eq!(editor.camera_of(ViewId::ABOVE), before.1, "and only that");
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(Vec2::ONE)));
    let distance = editor.orbit().distance;
    editor.handle(Input::Run(Command::ZoomIn));
    assert_eq!(editor.orbit().distance, distance, "not the 3D view");
}

#[test]
fn flying_moves_the_eye_and_the_wheel_changes_its_speed() {
    let mut editor = editor(&[0.0]);
    let (eye, speed) = (editor.orbit().eye(), editor.orbit().speed);
    view(&mut editor, ViewInput::ChangeSpeed(2.0));
    view(&mut editor, ViewInput::Fly { along: Vec3::Z, seconds: 0.25 });
    let moved = (editor.orbit().eye() - eye).length();
    assert!((moved - speed * 0.5).abs() < 1e-6, "{moved} m at {speed} m/s");
    let eye = editor.orbit().eye();
    view(&mut editor, ViewInput::LookAround(Vec2::new(30.0, 10.0)));
    assert!(editor.orbit().eye().distance(eye) < 1e-9, "looking around does not move it");
}

#[test]
fn the_view_from_above_keeps_its_camera_while_the_3d_view_turns() {
    let mut editor = editor(&[0.0]);
    let before = editor.camera_of(ViewId::ABOVE);
    for input in [
        ViewInput::Turn(Vec2::new(40.0, 9.0)),
        ViewInput::Pan(Vec2::splat(30.0)),
        ViewInput::LookAround(Vec2::splat(12.0)),
        ViewInput::Look(Direction::Back),
    ] {
        let orbit = *editor.orbit();
        view(&mut editor, input);
        assert_ne!(*editor.orbit(), orbit, "{input:?}");
    }
    assert_eq!(editor.camera_of(ViewId::ABOVE), before);
}
