//! The 3D view: the pointer, tools and cameras.

use glam::{Vec2, Vec3};
use navsmith::document::Document;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::view::orbit::Direction;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::pathfinding::mesh_query::End;

/// Builds floors of 10 m by 10 m at heights.
fn floors(heights: &[f32]) -> NavMesh {
    let corners = [[0., 0.], [0., 10.], [10., 10.], [10., 0.]];
    let vertices = heights.iter().flat_map(|&y| corners.map(|[x, z]| Vec3::new(x, y, z)));
    let cells = (0..heights.len() as u32)
        .map(|i| Cell::new([0, 1, 2, 3].map(|corner| VertexId(4 * i + corner)), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("sound")
}

fn editor(heights: &[f32]) -> Editor {
    let mut editor = Editor::new(Document::of_mesh(floors(heights)));
    editor.handle(Input::View(ViewId::SPACE, ViewInput::Resize(Vec2::new(900.0, 700.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

fn pointer_over(editor: &Editor, at: Vec3, height: Option<f32>) -> Pointer {
    let screen = editor.orbit().screen_from_world(at).expect("in front of the eye");
    editor.pointer_in_space(screen, height, Modifiers::default()).expect("it meets something")
}

#[test]
fn the_pointer_is_where_the_line_of_sight_meets_the_mesh() {
    let mut editor = editor(&[0.0, 3.0]);
    for direction in [Direction::Top, Direction::Corner] {
        editor.handle(Input::View(ViewId::SPACE, ViewInput::Look(direction)));
        let at = Vec3::new(6.0, 3.0, 4.0);
        let pointer = pointer_over(&editor, at, None);
        assert!(pointer.ground.distance(Vec2::new(6.0, 4.0)) < 0.01, "{direction:?}: {}", pointer.ground);
        assert!((editor.height_under(pointer) - 3.0).abs() < 0.01, "the upper floor is in front");
    }
    // From below, the lower floor is in front.
    editor.handle(Input::View(ViewId::SPACE, ViewInput::Turn(Vec2::new(0.0, -250.0))));
    let pointer = pointer_over(&editor, Vec3::new(6.0, 0.0, 4.0), None);
    assert!(editor.orbit().pitch < 0.0 && editor.height_under(pointer).abs() < 0.01, "{:?}", editor.orbit());
}

#[test]
fn clicks_in_the_3d_view_place_start_and_target() {
    let mut editor = editor(&[0.0]);
    for (command, at) in [(Command::StartTool, [2.0, 3.0]), (Command::TargetTool, [8.0, 7.0])] {
        editor.handle(Input::Run(command));
        let pointer = pointer_over(&editor, Vec3::new(at[0], 0.0, at[1]), None);
        editor.handle(Input::Hover(pointer));
        editor.handle(Input::Click(pointer));
    }
    let ends = [End::Start, End::Target].map(|end| editor.endpoint(end).expect("placed").ground);
    assert!(
        ends[0].distance(Vec2::new(2.0, 3.0)) < 0.01 && ends[1].distance(Vec2::new(8.0, 7.0)) < 0.01,
        "{ends:?}"
    );
    assert!(!editor.scene(ViewId::SPACE).marks.is_empty(), "the path is drawn in space");
}

#[test]
fn a_vertex_is_moved_up_with_the_pointer() {
    let mut editor = editor(&[0.0]);
    editor.handle(Input::SetOptions(Options { snaps_to_grid: false, ..editor.options().clone() }));
    editor.handle(Input::Run(Command::VertexMode));
    let corner = Vec3::new(10.0, 0.0, 10.0);
    let pressed = pointer_over(&editor, corner, Some(0.0));
    editor.handle(Input::Hover(pressed));
    editor.handle(Input::Click(pressed));
    assert_eq!(editor.selection().vertices().len(), 1, "a vertex is selected in space");
    editor.handle(Input::Run(Command::Move));
    editor.handle(Input::Text('y'));
    editor.handle(Input::Hover(pointer_over(&editor, corner + Vec3::Y * 2.0, Some(0.0))));
    editor.handle(Input::Accept);
    let moved = editor.document().mesh.position(VertexId(2));
    assert!(moved.distance(corner + Vec3::Y * 2.0) < 0.05, "raised by 2 m: {moved}");
}

#[test]
fn the_view_from_above_keeps_its_camera_while_the_3d_view_turns() {
    let mut editor = editor(&[0.0]);
    let before = editor.camera_of(ViewId::ABOVE);
    for input in [
        ViewInput::Turn(Vec2::new(40.0, 9.0)),
        ViewInput::Pan(Vec2::splat(30.0)),
        ViewInput::SetParallel(true),
    ] {
        let orbit = *editor.orbit();
        editor.handle(Input::View(ViewId::SPACE, input));
        assert_ne!(*editor.orbit(), orbit, "{input:?}");
    }
    assert_eq!(editor.camera_of(ViewId::ABOVE), before);
}
