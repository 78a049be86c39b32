//! Walks and rays, step by step.

use expect_test::expect;
use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::queries::stepping::StepInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::geometry::ground;
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_core::pathfinding::timeline::breakpoint::Breakpoint;
use navsmith_core::pathfinding::timeline::key::key_of;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;

use super::{drag, editor, points};

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
