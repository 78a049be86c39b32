//! Walks and ray casts with the pointer, driven by inputs as in the window, and their traces.

mod steps;

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::{Cursor, ToolKind};
use navsmith::editor::session::command::Command;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role, Scene};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_formats::document::Document;

/// Builds two adjacent squares of two metres, and a third apart from them.
fn editor() -> Editor {
    let square = |x: f32| [[x, 0., 0.], [x, 0., 2.], [x + 2., 0., 2.], [x + 2., 0., 0.]];
    let vertices = [square(0.), square(2.), square(5.)].concat();
    let cells: [[u32; 4]; 3] = [[0, 1, 2, 3], [3, 2, 6, 7], [8, 9, 10, 11]];
    let cells = cells.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices.into_iter().map(Vec3::from), cells).expect("squares");
    Editor::new(Document::of_mesh(mesh))
}

fn pointer(at: [f32; 2]) -> Pointer {
    Pointer::above(at.into(), 0.1, Modifiers::default())
}

fn grab(editor: &mut Editor, places: &[[f32; 2]]) {
    let from = pointer(places[0]);
    editor.handle(Input::Hover(from));
    editor.handle(Input::DragStart { from, to: pointer(places[1]) });
    for &to in &places[2..] {
        editor.handle(Input::Drag(pointer(to)));
    }
}

fn drag(editor: &mut Editor, places: &[[f32; 2]]) {
    grab(editor, places);
    editor.handle(Input::DragEnd(pointer(places[places.len() - 1])));
}

fn click(editor: &mut Editor, at: [f32; 2]) {
    editor.handle(Input::Click(pointer(at)));
}

/// Returns the marks that the current tool draws.
fn drawn(editor: &Editor) -> Vec<Mark> {
    let mut scene = Scene::default();
    editor.draw_tool(&mut scene);
    scene.marks
}

fn points(editor: &Editor, role: Role) -> Vec<Vec2> {
    let of_role = |mark| match mark {
        Mark::Point(of, at) if of == role => Some(vec![at]),
        Mark::Line(of, points) | Mark::Fill(of, points) if of == role => Some(points),
        _ => None,
    };
    drawn(editor).into_iter().filter_map(of_role).flatten().map(ground).collect()
}

#[test]
fn an_agent_led_into_a_wall_slides_along_it() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Walk);
    grab(&mut editor, &[[0.5, 1.5], [1.0, 1.5], [1.0, 2.5], [3.0, 2.5]]);
    assert_eq!(points(&editor, Role::Agent), [Vec2::new(3.0, 2.0)], "at the wall");
    expect!["x 3.00 m  y 0.00 m  z 2.00 m  |  cell 1  |  nearest wall 0.00 m away: the mesh ends here  |  held back 0.50 m"]
        .assert_eq(&editor.readout());
    let trail = [[0.5, 1.5], [1.0, 1.5], [1.0, 2.0], [3.0, 2.0]].map(Vec2::from);
    assert_eq!(points(&editor, Role::Trail), trail, "where it went");
    assert_eq!(points(&editor, Role::Crossed).len(), 8, "the last step led through two squares");
    assert_eq!(editor.cursor(), Cursor::Grabbing);
    editor.handle(Input::DragEnd(pointer([3.0, 1.5])));
    assert_eq!(points(&editor, Role::Agent), [Vec2::new(3.0, 1.5)], "where it was left");
    assert_eq!(points(&editor, Role::Wall), [[2.0, 2.0], [4.0, 2.0]].map(Vec2::from), "the nearest wall");
    assert!(editor.history().done().is_empty(), "nothing to undo");
}

#[test]
fn walks_by_older_methods_are_compared_on_the_same_drag() {
    let sample = navsmith::samples::named("A nearer wall").expect("a sample");
    let Ok(navsmith_formats::io::Opened::Document { document, .. }) = sample.open() else {
        panic!("a document")
    };
    let mut editor = Editor::new(document);
    editor.set_tool(ToolKind::Walk);
    let places = [[3.5, 0.4], [8.0, 1.4]];
    drag(&mut editor, &places);
    assert_eq!(points(&editor, Role::ClampedWalk), [], "not compared at first");
    editor.handle(Input::Run(Command::ToggleWalkComparison));
    click(&mut editor, [2.0, 2.0]);
    drag(&mut editor, &places);
    let [wall, target] = [[4.0, 1.4], [8.0, 1.4]].map(Vec2::from);
    assert_eq!(points(&editor, Role::ClampedWalk).last(), Some(&wall), "stuck at the nearest side");
    assert_eq!(points(&editor, Role::SectorWalk).last(), Some(&target), "through the door");
    assert_eq!(points(&editor, Role::Agent), [target], "as the agent itself");
    assert!(editor.readout().contains("clamped walk 4.00 m away  |  sector walk 0.00 m away"));
    for role in [Role::ClampedWalk, Role::SectorWalk] {
        assert!(role.meaning(None).is_some(), "the legend explains it");
    }
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(points(&editor, Role::ClampedWalk), [], "not on another mesh");
}

#[test]
fn a_drag_starts_where_the_agent_is_and_escape_puts_it_back() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Walk);
    click(&mut editor, [0.5, 0.5]);
    drag(&mut editor, &[[0.5, 0.5], [1.0, 0.5], [1.0, 1.0]]);
    assert_eq!(points(&editor, Role::Trail).len(), 3, "one trail");
    grab(&mut editor, &[[1.05, 1.0], [3.0, 1.0]]);
    assert!(editor.is_gesture_running(), "led");
    editor.handle(Input::Cancel);
    assert_eq!(points(&editor, Role::Agent), [Vec2::new(1.0, 1.0)], "put back");
    drag(&mut editor, &[[5.5, 0.5], [4.5, 0.5]]);
    assert_eq!(
        points(&editor, Role::Agent),
        [Vec2::new(5.0, 0.5)],
        "put on the other island and held by its wall"
    );
    editor.handle(Input::Cancel);
    assert_eq!(editor.tool_kind(), ToolKind::Select, "then the tool is put down");
}

#[test]
fn an_agent_keeps_its_feet_on_a_mesh_that_changes() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Walk);
    click(&mut editor, [3.0, 1.0]);
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(editor.document().mesh.cell_count(), 0, "everything is gone");
    assert_eq!((points(&editor, Role::Agent), editor.readout()), (vec![], String::new()), "off the mesh");
    drag(&mut editor, &[[1.0, 1.0], [2.0, 1.0]]);
    assert_eq!(points(&editor, Role::Agent), [], "still nowhere");
    editor.handle(Input::Run(Command::Undo));
    drag(&mut editor, &[[1.0, 1.0], [2.0, 1.0]]);
    assert_eq!(points(&editor, Role::Agent), [Vec2::new(2.0, 1.0)], "on the mesh again");
}

#[test]
fn a_ray_lights_the_wall_that_stops_it() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Ray);
    drag(&mut editor, &[[1.0, 1.0], [3.0, 1.0], [6.0, 1.0]]);
    expect!["3.00 m  |  2 cells  |  stopped at t = 0.600 by side 2 of cell 1: the mesh ends here"]
        .assert_eq(&editor.readout());
    assert_eq!(points(&editor, Role::Wall), [[4.0, 2.0], [4.0, 0.0]].map(Vec2::from), "its wall");
    assert_eq!(points(&editor, Role::Hit), [Vec2::new(4.0, 1.0)], "where it stopped");
    assert_eq!(
        points(&editor, Role::RayRest),
        [[4.0, 1.0], [6.0, 1.0]].map(Vec2::from),
        "the rest of its way"
    );
    assert_eq!(points(&editor, Role::Crossed).len(), 8, "two squares");
    drag(&mut editor, &[[6.05, 1.0], [3.0, 1.5]]);
    expect!["2.06 m  |  2 cells  |  arrives in cell 1"].assert_eq(&editor.readout());
    assert_eq!(points(&editor, Role::Wall), [], "no wall is in the way");
    click(&mut editor, [1.5, 1.0]);
    expect!["0.50 m  |  1 cell  |  arrives in cell 0"].assert_eq(&editor.readout());
    grab(&mut editor, &[[1.0, 1.0], [1.0, 5.0]]);
    editor.handle(Input::Cancel);
    expect!["0.50 m  |  1 cell  |  arrives in cell 0"].assert_eq(&editor.readout());
}

/// Returns what the buttons of a tool do, step by step.
fn hints_of(kind: ToolKind) -> String {
    let mut editor = editor();
    editor.set_tool(kind);
    let mut said = String::new();
    let mut description = |editor: &Editor, when: &str| {
        let hints = editor.hints();
        let lines = hints.iter().map(|hint| format!("  {}: {}\n", hint.input, hint.does));
        said.extend([format!("{when}\n")].into_iter().chain(lines));
    };
    description(&editor, "at first");
    grab(&mut editor, &[[1.0, 1.0], [1.5, 1.0]]);
    description(&editor, "dragging");
    editor.handle(Input::DragEnd(pointer([1.5, 1.0])));
    description(&editor, "over it");
    editor.handle(Input::Hover(pointer([0.5, 1.5])));
    description(&editor, "beside it");
    said
}

#[test]
fn the_walk_tool_says_what_its_buttons_do() {
    expect![[r#"
        at first
          Left drag: place the agent here and drag it
          Click: put the agent here
          Right click: menu
          Esc: back to the Select tool
        dragging
          Left drag: drag the agent along the surface
          Let go: leave it here
          Esc: cancel
        over it
          Left drag: drag the agent
          Click: put the agent here
          Right click: menu
          Esc: back to the Select tool
        beside it
          Left drag: place the agent here and drag it
          Click: put the agent here
          Right click: menu
          Esc: back to the Select tool
    "#]]
    .assert_eq(&hints_of(ToolKind::Walk));
}

#[test]
fn the_ray_tool_says_what_its_buttons_do() {
    expect![[r#"
        at first
          Left drag: cast a ray from here
          Click: start a ray here
          Right click: menu
          Esc: back to the Select tool
        dragging
          Left drag: move the ray's target
          Let go: leave it here
          Esc: cancel
        over it
          Left drag: move the ray's target
          Click: cast the ray to here
          Right click: menu
          Esc: back to the Select tool
        beside it
          Left drag: cast a ray from here
          Click: cast the ray to here
          Right click: menu
          Esc: back to the Select tool
    "#]]
    .assert_eq(&hints_of(ToolKind::Ray));
}

#[test]
fn chance_places_both_ends_on_the_mesh_elsewhere_each_time() {
    let mut editor = editor();
    let mut seen = Vec::new();
    for _ in 0..3 {
        editor.handle(Input::Run(Command::RandomEnds));
        let ends = [End::Start, End::Target].map(|end| *editor.located(end).expect("placed"));
        assert!(ends.iter().all(|end| end.off_mesh.is_none()), "on the mesh: {ends:?}");
        seen.extend(ends.map(|end| ground(end.point)));
    }
    let is_new = |(i, at): (usize, &Vec2)| !seen[..i].contains(at);
    assert!(seen.iter().enumerate().all(is_new), "all different: {seen:?}");
    assert_eq!(editor.history().done().len(), 3, "a step each");
}
