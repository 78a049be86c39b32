//! Walks and ray casts with the pointer, driven by inputs as in the window, and their traces.

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::{Cursor, ToolKind};
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role, Scene};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::key_of;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;
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

/// Records a walk across open ground, into the south wall and along it.
fn walked() -> Editor {
    let mut editor = editor();
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.set_tool(ToolKind::Walk);
    drag(&mut editor, &[[0.5, 1.5], [1.0, 1.5], [1.0, 2.5], [3.0, 2.5], [3.5, 1.0]]);
    editor
}

fn cast() -> Editor {
    let mut editor = editor();
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.set_tool(ToolKind::Ray);
    drag(&mut editor, &[[1.0, 1.0], [3.0, 1.0], [6.0, 1.0]]);
    editor
}

/// Returns the lines of every event as in the panel.
fn described(editor: &Editor) -> String {
    let events = (0..editor.trace().len()).filter_map(|index| editor.trace().get(index));
    events
        .map(|event| format!("{}: {}\n    {}\n", event.kind().title(), event.caption(), event.rule()))
        .collect::<Vec<_>>()
        .concat()
}

#[test]
fn a_walk_is_described_step_by_step() {
    let editor = walked();
    assert_eq!((editor.shown_trace(), editor.steps_walked()), (TraceKind::Walk, 4), "the last gesture");
    expect![[r#"
        A step begins: A step begins at (0.50, 1.50) in cell 0. The agent's goal is (1.00, 1.50). The straight line is tried first.
            a step of 0.50 m on the ground; where the straight line is open, it is walked
        Straight on: The line is in cell 0.
            of the cells joined around the place that it is at, the one that the line leads on in
        Straight on: The line arrives, in cell 0.
            the place that it was to go to lies to the right of no side of this cell
        The step ends: The step ends at (1.00, 1.50) in cell 0, 0.00 m from the agent's goal.
            nothing is in the way
        A step begins: A step begins at (1.00, 1.50) in cell 0. The agent's goal is (1.00, 2.50). The straight line is tried first.
            a step of 1.00 m on the ground; where the straight line is open, it is walked
        Straight on: The line is in cell 0.
            of the cells joined around the place that it is at, the one that the line leads on in
        Stopped by a wall: Side 1 of cell 0 stops the line after 50 % of its length: the mesh ends here.
            t = 0.500, where 0 is its start and 1 the place that it was to go to; so the agent slides: to the nearest place that can be walked to inside the circle around the step
        Circle grows: The circle starts in cell 0.
            the step is the circle's diameter: only cells that are walked to inside of it are looked at
        Outside the circle: Side 2 of cell 0 is 1.00 m away, outside of the circle.
            1.000 m from the middle of the step is more than half of the step
        Nearest so far: Side 1 of cell 0 comes within 0.50 m of the agent's goal, nearer than any side before.
            0.500 m, the least so far; only sides that have the place on their outside can hold the nearest place
        The step ends: The step ends at (1.00, 2.00) in cell 0, 0.50 m from the agent's goal.
            the least distance of all that were measured, 0.500 m, and less than before the step, or the agent stays
        A step begins: A step begins at (1.00, 2.00) in cell 0. The agent's goal is (3.00, 2.50). The straight line is tried first.
            a step of 2.06 m on the ground; where the straight line is open, it is walked
        Stopped by a wall: Side 1 of cell 0 stops the line after 0 % of its length: the mesh ends here.
            t = 0.000, where 0 is its start and 1 the place that it was to go to; so the agent slides: to the nearest place that can be walked to inside the circle around the step
        Circle grows: The circle starts in cell 0.
            the step is the circle's diameter: only cells that are walked to inside of it are looked at
        Nearest so far: Side 1 of cell 0 comes within 1.12 m of the agent's goal, nearer than any side before.
            1.118 m, the least so far; only sides that have the place on their outside can hold the nearest place
        No nearer: Side 2 of cell 0 comes within 1.12 m of the agent's goal.
            1.118 m, not less than the least so far; only sides that have the place on their outside can hold the nearest place
        Circle grows: At 0.25 m the circle reaches cell 1.
            cells come in the order in which a growing circle first touches a portal into them
        Nearest so far: Side 1 of cell 1 comes within 0.50 m of the agent's goal, nearer than any side before.
            0.500 m, the least so far; only sides that have the place on their outside can hold the nearest place
        The step ends: The step ends at (3.00, 2.00) in cell 1, 0.50 m from the agent's goal.
            the least distance of all that were measured, 0.500 m, and less than before the step, or the agent stays
        A step begins: A step begins at (3.00, 2.00) in cell 1. The agent's goal is (3.50, 1.00). The straight line is tried first.
            a step of 1.12 m on the ground; where the straight line is open, it is walked
        Straight on: The line is in cell 1.
            of the cells joined around the place that it is at, the one that the line leads on in
        Straight on: The line arrives, in cell 1.
            the place that it was to go to lies to the right of no side of this cell
        The step ends: The step ends at (3.50, 1.00) in cell 1, 0.00 m from the agent's goal.
            nothing is in the way
    "#]].assert_eq(&described(&editor));
    expect!["4 steps, ends in cell 1"].assert_eq(&editor.describe_run());
}

#[test]
fn a_ray_is_described_from_cell_to_cell() {
    let editor = cast();
    expect![[r#"
        Cast: A ray is cast from (1.00, 1.00) in cell 0 towards (6.00, 1.00).
            5.00 m on the ground; it goes from cell to cell until one contains its end, or a side that it would leave through is a wall
        Into a cell: The ray is in cell 0.
            of the cells joined around the place that it is at, the one that the line leads on in
        Into a cell: Side 2 of cell 0 is open: the ray continues in cell 1.
            one end of the side lies to the left of the line and one to the right, and the cell behind may be entered
        Stopped by a wall: Side 2 of cell 1 stops the ray after 60 % of its length: the mesh ends here.
            t = 0.600, where 0 is its start and 1 the place that it was to go to
    "#]].assert_eq(&described(&editor));
    expect!["stopped in cell 1 after 60 % of its length"].assert_eq(&editor.describe_run());
}

#[test]
fn stepping_a_walk_or_a_ray_to_its_end_is_what_the_hand_did_and_back_is_the_same_picture() {
    for make in [walked, cast] {
        let mut editor = make();
        let run = editor.shown_trace();
        let agents = points(&editor, Role::Agent);
        let hits = points(&editor, Role::Hit);
        editor.handle(Input::Run(Command::FirstStep));
        let mut scenes = vec![editor.scene(ViewId::ABOVE)];
        while Command::StepForward.enabled(&editor).is_ok() {
            editor.handle(Input::Run(Command::StepForward));
            scenes.push(editor.scene(ViewId::ABOVE));
        }
        assert_eq!(scenes.len(), editor.trace().len(), "{run:?}: every event once");
        let marks = &scenes[scenes.len() - 1].marks;
        let at = |role| {
            let points = marks.iter().filter_map(move |mark| match mark {
                Mark::Point(of, at) if *of == role => Some(ground(*at)),
                _ => None,
            });
            points.collect::<Vec<_>>()
        };
        match run {
            TraceKind::Walk => assert_eq!(at(Role::Agent).last(), agents.last(), "where it was left"),
            _ => assert_eq!(at(Role::Hit), hits, "where it was stopped"),
        }
        for scene in scenes.iter().rev().skip(1) {
            editor.handle(Input::Run(Command::StepBack));
            assert_eq!(&editor.scene(ViewId::ABOVE), scene, "{run:?}: the same picture on the way back");
        }
        let keys = (0..editor.trace().len()).map(|index| key_of(editor.trace(), index));
        assert_eq!(keys.collect::<std::collections::HashSet<_>>().len(), scenes.len(), "all differ");
    }
}

#[test]
fn a_step_that_slides_shows_the_wall_the_circle_and_the_way() {
    let mut editor = walked();
    let blocked = Breakpoint::Kind(Kind::Blocked);
    editor.handle(Input::Step(StepInput::SetBreakpoint { at: blocked, is_on: true }));
    editor.handle(Input::Run(Command::NextBreakpoint));
    let has = |editor: &Editor, role: Role| {
        editor.scene(ViewId::ABOVE).marks.iter().any(|mark| match mark {
            Mark::Line(of, _) | Mark::Fill(of, _) | Mark::Point(of, _) | Mark::Label(of, ..) => *of == role,
        })
    };
    assert_eq!(editor.event().map(|event| event.kind()), Some(Kind::Blocked), "a wall");
    assert!(has(&editor, Role::Wall) && has(&editor, Role::Hit), "the wall and where it is hit");
    assert!(!has(&editor, Role::Clearance), "no circle yet");
    editor.handle(Input::Run(Command::StepForward));
    assert!(has(&editor, Role::Clearance) && has(&editor, Role::Expanded), "the circle and its first cell");
    let ended = Breakpoint::Kind(Kind::Ended);
    editor.handle(Input::Step(StepInput::SetBreakpoint { at: ended, is_on: true }));
    editor.handle(Input::Run(Command::NextBreakpoint));
    assert!(
        has(&editor, Role::CandidateWay) && has(&editor, Role::Agent),
        "which way it slides, and where to"
    );
    editor.handle(Input::Run(Command::NextOfKind));
    assert_eq!(editor.event().map(|event| event.kind()), Some(Kind::Ended), "the next step's end");
    let cell = editor.event().and_then(|event| event.cell()).expect("it ends in a cell");
    editor.handle(Input::Run(Command::PreviousHere));
    assert_eq!(editor.event().and_then(|event| event.cell()), Some(cell), "the same cell before");
    editor.handle(Input::Step(StepInput::RunToCell(cell)));
    assert_eq!(editor.event().and_then(|event| event.cell()), Some(cell), "the first time that it was met");
}

#[test]
fn each_run_keeps_its_own_place() {
    let mut editor = walked();
    for (end, at) in [(End::Start, [0.5, 0.5]), (End::Target, [3.5, 0.5])] {
        let endpoint = Endpoint { ground: at.into(), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(endpoint))));
    }
    editor.handle(Input::Step(StepInput::SetCursor(5)));
    let in_walk = editor.event().expect("a step of the walk");
    editor.handle(Input::Step(StepInput::ShowRun(TraceKind::Query)));
    assert_eq!(editor.stepper().cursor(), None, "no step is shown");
    editor.handle(Input::Run(Command::LastStep));
    assert_eq!(editor.stage().map(|(stage, _)| stage), Some(Stage::Funnel), "its string");
    let in_query = editor.event();
    editor.handle(Input::Step(StepInput::ShowRun(TraceKind::Walk)));
    assert_eq!(editor.event(), Some(in_walk), "where it was left");
    editor.handle(Input::Step(StepInput::ShowRun(TraceKind::Ray)));
    assert_eq!(editor.shown_trace(), TraceKind::Walk, "there is no ray to step through");
    editor.set_tool(ToolKind::Start);
    assert_eq!(
        (editor.shown_trace(), editor.event()),
        (TraceKind::Query, in_query),
        "who places an end sees the question"
    );
}

#[test]
fn a_walk_is_repeated_on_a_changed_mesh() {
    let mut editor = walked();
    let before = editor.trace().clone();
    editor.handle(Input::Step(StepInput::SetCursor(0)));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert!(editor.trace().is_empty(), "nowhere to walk");
    assert_eq!((editor.event(), editor.describe_run()), (None, String::new()), "so nothing to say");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.trace(), &before, "walked again");
    assert_eq!(editor.stepper().cursor(), Some(0), "at the same step");
}
