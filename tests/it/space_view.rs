//! The 3D view: the pointer, picking, tools and cameras.

mod looking;

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::levels::surface;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::request::FilePurpose;
use navsmith::editor::view::orbit::Direction;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_formats::document::Document;

use crate::support::files::{choose, reply_of};

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
    view(&mut editor, ViewInput::Resize(Vec2::new(900.0, 700.0)));
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

fn without_snapping(mut editor: Editor) -> Editor {
    let options = Options {
        snaps_to_grid: false,
        snaps_to_mesh: false,
        merges_on_drop: false,
        ..editor.options().clone()
    };
    editor.handle(Input::SetOptions(options));
    editor
}

fn view(editor: &mut Editor, input: ViewInput) {
    editor.handle(Input::View(ViewId::SPACE, input));
}

fn pointer_with(editor: &Editor, at: Vec3, modifiers: Modifiers) -> Pointer {
    let screen = editor.orbit().screen_from_world(at).expect("in front of the eye");
    editor.pointer_in_space(screen, modifiers)
}

fn pointer_over(editor: &Editor, at: Vec3) -> Pointer {
    pointer_with(editor, at, Modifiers::default())
}

fn click(editor: &mut Editor, at: Vec3) {
    let pointer = pointer_over(editor, at);
    editor.handle(Input::Hover(pointer));
    editor.handle(Input::Click(pointer));
}

fn position(editor: &Editor, vertex: u32) -> Vec3 {
    editor.document().mesh.position(VertexId(vertex))
}

#[test]
fn the_pointer_is_where_the_line_of_sight_meets_the_mesh() {
    let mut editor = editor(&[0.0, 3.0]);
    for direction in [Direction::Top, Direction::Corner] {
        view(&mut editor, ViewInput::Look(direction));
        let pointer = pointer_over(&editor, Vec3::new(6.0, 3.0, 4.0));
        assert!(pointer.ground.distance(Vec2::new(6.0, 4.0)) < 0.01, "{direction:?}: {}", pointer.ground);
        assert!((pointer.height.expect("in space") - 3.0).abs() < 0.01, "the upper floor is in front");
    }
    // From below, the lower floor is in front.
    view(&mut editor, ViewInput::Turn(Vec2::new(0.0, -250.0)));
    let pointer = pointer_over(&editor, Vec3::new(6.0, 0.0, 4.0));
    let height = pointer.height.expect("in space");
    assert!(editor.orbit().pitch < 0.0 && height.abs() < 0.01, "{height}: {:?}", editor.orbit());
}

#[test]
fn the_pointer_over_a_vertex_has_its_height() {
    let mut editor = editor(&[0.0, 3.0]);
    editor.handle(Input::Run(Command::VertexMode));
    view(&mut editor, ViewInput::Look(Direction::Corner));
    let screen = editor.orbit().screen_from_world(position(&editor, 6)).expect("in front");
    let outside = (screen - editor.orbit().size * 0.5).normalize_or_zero() * 3.0;
    let pointer = editor.pointer_in_space(screen + outside, Modifiers::default());
    editor.handle(Input::Hover(pointer));
    assert_eq!(editor.hover().map(|hit| hit.element), Some(Element::Vertex(VertexId(6))), "beside it");
    assert_eq!(editor.pointer_height(), Some(3.0), "the height of the vertex");
}

#[test]
fn a_click_takes_the_nearest_element_that_no_cell_hides() {
    let mut editor = editor(&[0.0, 3.0]);
    view(&mut editor, ViewInput::Look(Direction::Corner));
    click(&mut editor, Vec3::new(5.0, 3.0, 5.0));
    let cells: Vec<CellId> = editor.selection().cells().iter().copied().collect();
    assert_eq!(cells, [CellId(1)], "the upper floor");
    editor.handle(Input::Run(Command::VertexMode));
    for vertex in 0..8 {
        let at = position(&editor, vertex);
        let hit = editor.orbit().screen_from_world(at).map(|screen| {
            let pointer = editor.pointer_in_space(screen, Modifiers::default());
            editor.handle(Input::Hover(pointer));
            editor.hover().map(|hit| hit.element)
        });
        // The upper floor hides the far corner of the lower one.
        let is_hidden = vertex == 0;
        let expected = (!is_hidden).then_some(Element::Vertex(VertexId(vertex)));
        assert_eq!(hit, Some(expected), "vertex {vertex} at {at}");
    }
    editor.handle(Input::Run(Command::EdgeMode));
    click(&mut editor, Vec3::new(10.0, 0.0, 5.0));
    let ends: Vec<_> = editor.selection().edges().iter().flat_map(|edge| edge.ends()).collect();
    assert_eq!(ends, [VertexId(2), VertexId(3)], "an edge of the lower floor, beside the upper one");
}

#[test]
fn repeated_clicks_take_the_cells_behind_each_other() {
    let mut editor = editor(&[0.0, 3.0]);
    editor.handle(Input::Run(Command::CellMode));
    view(&mut editor, ViewInput::Look(Direction::Corner));
    let taken: Vec<CellId> = (0..3)
        .map(|_| {
            click(&mut editor, Vec3::new(7.0, 3.0, 7.0));
            *editor.selection().cells().first().expect("a cell")
        })
        .collect();
    assert_eq!(taken, [CellId(1), CellId(0), CellId(1)], "front, back, front");
}

#[test]
fn clicks_in_the_3d_view_place_start_and_target_on_the_floor_in_sight() {
    let mut editor = editor(&[0.0, 3.0]);
    for (command, at) in
        [(Command::StartTool, Vec3::new(9.8, 0.0, 9.8)), (Command::TargetTool, Vec3::new(8.0, 3.0, 7.0))]
    {
        editor.handle(Input::Run(command));
        click(&mut editor, at);
    }
    let [start, target] = [End::Start, End::Target].map(|end| editor.endpoint(end).expect("placed"));
    assert!(start.ground.distance(Vec2::splat(9.8)) < 0.02, "{start:?}");
    assert_eq!([start.height, target.height], [Some(0.0), Some(3.0)], "each on its floor");
    editor.handle(Input::Run(Command::SelectTool));
    editor.handle(Input::Hover(pointer_over(&editor, Vec3::new(8.0, 3.0, 7.0))));
    assert_eq!(editor.hover().map(|hit| hit.element), Some(Element::Target), "it can be dragged");
    let [from, to] = [Vec3::new(8.0, 3.0, 7.0), Vec3::new(4.0, 3.0, 2.0)].map(|at| pointer_over(&editor, at));
    editor.handle(Input::DragStart { from, to });
    editor.handle(Input::DragEnd(to));
    let target = editor.endpoint(End::Target).expect("placed");
    assert!(target.ground.distance(Vec2::new(4.0, 2.0)) < 0.05 && target.height == Some(3.0), "{target:?}");
    editor.handle(Input::Hover(pointer_over(&editor, Vec3::new(9.9, 0.0, 9.9))));
    editor.handle(Input::Run(Command::TargetHere));
    assert_eq!(editor.endpoint(End::Target).and_then(|end| end.height), Some(0.0), "by its key");
    assert!(!editor.scene(ViewId::SPACE).marks.is_empty(), "the ends are drawn in space");
}

#[test]
fn walks_and_rays_begin_on_the_floor_in_sight() {
    for tool in [Command::WalkTool, Command::RayTool] {
        let mut editor = editor(&[0.0, 3.0]);
        editor.handle(Input::Run(tool));
        let [from, to] = [9.8, 9.0].map(|z| pointer_over(&editor, Vec3::new(9.8, 0.0, z)));
        editor.handle(Input::DragStart { from, to });
        editor.handle(Input::DragEnd(to));
        let is_below = |mark: &Mark| matches!(mark, Mark::Point(Role::Agent, at) if at.y == 0.0);
        assert!(editor.scene(ViewId::SPACE).marks.iter().any(is_below), "{tool:?}: the lower floor");
    }
}

#[test]
fn links_are_picked_in_the_air() {
    let mut mesh = floors(&[0.0, 3.0]);
    let [from, to] = [Vec3::new(9.0, 0.0, 9.5), Vec3::new(9.0, 3.0, 1.0)];
    let mut draft = navsmith_core::navmesh::Draft::of(mesh.clone());
    navsmith_core::navmesh::edit::add_link(&mut draft, Link::between(from, to)).expect("a link");
    mesh = draft.mesh().clone();
    let mut editor = Editor::new(Document::of_mesh(mesh));
    view(&mut editor, ViewInput::Resize(Vec2::new(900.0, 700.0)));
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Run(Command::VertexMode));
    editor.handle(Input::Hover(pointer_over(&editor, from.lerp(to, 0.4))));
    assert!(matches!(editor.hover().map(|hit| hit.element), Some(Element::Link(_))), "{:?}", editor.hover());
}

#[test]
fn a_drag_moves_a_vertex_on_its_level() {
    let mut editor = without_snapping(editor(&[2.0]));
    editor.handle(Input::Run(Command::VertexMode));
    let (from, to) = (Vec3::new(10.0, 2.0, 10.0), Vec3::new(12.5, 2.0, 8.75));
    let [from_pointer, to_pointer] = [from, to].map(|at| pointer_over(&editor, at));
    editor.handle(Input::DragStart { from: from_pointer, to: to_pointer });
    // The pointer now meets the cell that follows it.
    editor.handle(Input::Drag(pointer_over(&editor, to)));
    editor.handle(Input::DragEnd(pointer_over(&editor, to)));
    let moved = position(&editor, 2);
    assert!(moved.distance(to) < 0.01, "{moved}");
}

#[test]
fn a_vertex_is_moved_up_with_the_pointer() {
    let mut editor = without_snapping(editor(&[0.0]));
    editor.handle(Input::Run(Command::VertexMode));
    let corner = Vec3::new(10.0, 0.0, 10.0);
    click(&mut editor, corner);
    assert_eq!(editor.selection().vertices().len(), 1, "a vertex is selected in space");
    editor.handle(Input::Run(Command::Move));
    editor.handle(Input::Text('y'));
    editor.handle(Input::Hover(pointer_over(&editor, corner + Vec3::Y * 2.0)));
    editor.handle(Input::Accept);
    let moved = position(&editor, 2);
    assert!(moved.distance(corner + Vec3::Y * 2.0) < 0.05, "raised by 2 m: {moved}");
}

#[test]
fn a_drag_with_shift_keeps_to_the_axis_of_its_direction_on_the_screen() {
    let ends = [(Vec3::Y * 2.0, 1), (Vec3::X * 2.0, 0), (Vec3::Z * 2.0, 2)];
    for (delta, axis) in ends {
        let mut editor = without_snapping(editor(&[0.0]));
        editor.handle(Input::Run(Command::VertexMode));
        let corner = Vec3::new(10.0, 0.0, 10.0);
        let shift = Modifiers { shift: true, ..Modifiers::default() };
        let from = pointer_over(&editor, corner);
        let to = pointer_with(&editor, corner + delta, shift);
        editor.handle(Input::DragStart { from, to });
        editor.handle(Input::DragEnd(to));
        let moved = position(&editor, 2) - corner;
        assert!(moved.distance(delta) < 0.05, "along axis {axis}: {moved} instead of {delta}");
    }
}

#[test]
fn a_move_keeps_to_the_plane_of_the_view() {
    // Through the front view, level planes are seen edge-on.
    let mut editor = without_snapping(editor(&[0.0]));
    view(&mut editor, ViewInput::Look(Direction::Front));
    editor.handle(Input::Run(Command::VertexMode));
    let corner = Vec3::new(10.0, 0.0, 10.0);
    let to = corner + Vec3::new(-1.5, 2.25, 0.0);
    let [from, to_pointer] = [corner, to].map(|at| pointer_over(&editor, at));
    editor.handle(Input::DragStart { from, to: to_pointer });
    editor.handle(Input::DragEnd(to_pointer));
    assert!(position(&editor, 2).distance(to) < 0.01, "{}", position(&editor, 2));
    // In any other view, V switches to it.
    let mut editor = without_snapping(self::editor(&[0.0]));
    editor.handle(Input::Run(Command::VertexMode));
    click(&mut editor, corner);
    editor.handle(Input::Run(Command::Move));
    let forward = editor.orbit().forward();
    let across = forward.cross(Vec3::Y).normalize_or_zero();
    let to = corner + across * 1.5 + across.cross(forward) * 2.0;
    editor.handle(Input::Text('v'));
    editor.handle(Input::Hover(pointer_over(&editor, to)));
    editor.handle(Input::Accept);
    let moved = position(&editor, 2);
    assert!(moved.distance(to) < 0.02, "{moved} instead of {to}");
    assert!((moved - corner).dot(forward).abs() < 0.01, "in the plane of the view");
}

#[test]
fn moves_in_space_snap_to_vertices_and_to_the_grid() {
    let mut editor = editor(&[0.0, 3.0]);
    view(&mut editor, ViewInput::Look(Direction::Front));
    editor.handle(Input::SetOptions(Options { merges_on_drop: false, ..editor.options().clone() }));
    editor.handle(Input::Run(Command::VertexMode));
    let drag = |editor: &mut Editor, from: Vec3, to: Vec3| {
        let [from, to] = [from, to].map(|at| pointer_over(editor, at));
        editor.handle(Input::DragStart { from, to });
        editor.handle(Input::DragEnd(to));
    };
    let corner = Vec3::new(10.0, 0.0, 10.0);
    drag(&mut editor, corner, corner + Vec3::new(-1.4, 1.1, 0.0));
    let moved = position(&editor, 2);
    assert!(moved.distance(corner + Vec3::new(-1.5, 1.0, 0.0)) < 1e-4, "half metres: {moved}");
    // Along Y, it takes the height of the vertex under the pointer.
    editor.handle(Input::Run(Command::Move));
    editor.handle(Input::Text('y'));
    editor.handle(Input::Hover(pointer_over(&editor, Vec3::new(0.0, 3.0, 10.0))));
    editor.handle(Input::Accept);
    assert_eq!(position(&editor, 2).y, 3.0, "as high as the other");
}

#[test]
fn a_box_selects_what_is_seen_through_it() {
    let mut editor = editor(&[0.0, 3.0]);
    editor.handle(Input::Run(Command::VertexMode));
    editor.handle(Input::Run(Command::BoxTool));
    // A box around the nearest upright edge contains a corner of both floors.
    let orbit = *editor.orbit();
    let screens = [Vec3::new(10.0, 3.0, 10.0), Vec3::new(10.0, 0.0, 10.0)]
        .map(|at| orbit.screen_from_world(at).expect("in front"));
    let (min, max) = (screens[0].min(screens[1]) - 12.0, screens[0].max(screens[1]) + 12.0);
    let [from, to] = [min, max].map(|screen| editor.pointer_in_space(screen, Modifiers::default()));
    editor.handle(Input::DragStart { from, to });
    editor.handle(Input::DragEnd(to));
    let taken: BTreeSet<VertexId> = editor.selection().vertices().iter().copied().collect();
    assert_eq!(taken, BTreeSet::from([VertexId(2), VertexId(6)]));
    // Drawn to the left, it takes cells that it touches.
    editor.handle(Input::Run(Command::CellMode));
    let [from, to] = [max, min].map(|screen| editor.pointer_in_space(screen, Modifiers::default()));
    editor.handle(Input::DragStart { from, to });
    editor.handle(Input::DragEnd(to));
    assert_eq!(editor.selection().cells().len(), 2, "both floors");
}

#[test]
fn new_points_lie_on_the_floor_in_sight() {
    let mut editor = editor(&[0.0, 3.0]);
    view(&mut editor, ViewInput::Turn(Vec2::new(0.0, -60.0)));
    editor.handle(Input::Run(Command::VertexMode));
    editor.handle(Input::Run(Command::VertexTool));
    let corner = Vec3::new(9.5, 0.0, 9.5);
    click(&mut editor, corner);
    let added = *editor.selection().vertices().first().expect("a vertex");
    assert_eq!(editor.document().mesh.position(added), corner, "on the lower floor, below the upper one");
}

/// Adds a level of OBJ text.
fn add_level(editor: &mut Editor, obj: &str) {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join("level.obj");
    std::fs::write(&path, obj).expect("a file for tests");
    choose(editor, FilePurpose::Level(None), path.into());
    for input in editor.take_effects().iter().filter_map(reply_of) {
        editor.handle(input);
    }
    assert!(surface::surface(editor).is_some(), "the level is visible");
}

/// A floor at 0 m, and a roof at 4 m over most of the mesh.
const ROOF: &str = "v -20 0 -20\nv -20 0 20\nv 20 0 20\nv 20 0 -20\nf 1 2 3 4\n\
    v 0 4 0\nv 0 4 10\nv 7 4 10\nv 7 4 0\nf 5 6 7 8\n";

#[test]
fn points_lie_on_the_level_in_sight_and_below_its_cut() {
    let mut editor = editor(&[-0.1]);
    add_level(&mut editor, ROOF);
    let seen = |editor: &Editor, at: Vec3| pointer_over(editor, at).height.expect("in space");
    let (below_roof, on_mesh, on_floor) =
        (Vec3::new(1.0, -0.1, 2.0), Vec3::new(9.5, -0.1, 5.0), Vec3::new(14.0, 0.0, 5.0));
    assert!((seen(&editor, below_roof) - 4.0).abs() < 1e-3, "the roof is in front of the mesh");
    assert!((seen(&editor, on_mesh) + 0.1).abs() < 1e-3, "a mesh a little below the floor counts");
    assert!(seen(&editor, on_floor).abs() < 1e-3, "beside the mesh");
    let pointer = pointer_over(&editor, below_roof);
    editor.handle(Input::Hover(pointer));
    assert_eq!(editor.hover().map(|hit| hit.element), Some(Element::Cell(CellId(0))), "behind the roof");
    editor.handle(Input::Run(Command::TargetHere));
    assert!(editor.located(End::Target).expect("placed").point.y < 0.0, "ends are on the mesh");
    let options = Options { cut_height: Some(2.0), ..editor.options().clone() };
    editor.handle(Input::SetOptions(options));
    assert!(seen(&editor, below_roof) < 0.1, "the roof is cut off");
}
