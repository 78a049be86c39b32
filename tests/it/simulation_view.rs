//! Scenarios of moving agents in the editor, driven by inputs as in the window.

use glam::{Vec2, Vec3};
use navsmith::document::Document;
use navsmith::editor::Editor;
use navsmith::editor::files::file::recovery;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::{Element, GroupId};
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::{groups, input, runs, scenarios};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::simulation::events::IncidentKind;
use navsmith::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Spawn};

const SHIFT: Modifiers = Modifiers { shift: true, command: false, alt: false };

/// Builds an editor of a square of 20 metres.
fn editor() -> Editor {
    let corners = [[0., 0., 0.], [0., 0., 20.], [20., 0., 20.], [20., 0., 0.]].map(Vec3::from);
    let cells = [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))];
    Editor::new(Document::of_mesh(NavMesh::from_parts(corners, cells).expect("a square")))
}

fn pointer(at: [f32; 2]) -> Pointer {
    Pointer::above(at.into(), 0.2, Modifiers::default())
}

fn click(editor: &mut Editor, at: [f32; 2]) {
    editor.handle(Input::Hover(pointer(at)));
    editor.handle(Input::Click(pointer(at)));
}

fn drag(editor: &mut Editor, from: [f32; 2], to: [f32; 2]) {
    editor.handle(Input::Hover(pointer(from)));
    editor.handle(Input::DragStart { from: pointer(from), to: pointer(to) });
    editor.handle(Input::Drag(pointer(to)));
    editor.handle(Input::DragEnd(pointer(to)));
}

/// Places an agent at (2, 2) that goes to (10, 2).
fn with_agent() -> Editor {
    let mut editor = editor();
    editor.handle(Input::Run(Command::AgentsTool));
    click(&mut editor, [2.0, 2.0]);
    click(&mut editor, [10.0, 2.0]);
    editor.handle(Input::Run(Command::SelectTool));
    editor
}

fn only_group(editor: &Editor) -> &AgentGroup {
    let groups: Vec<_> = groups::shown(editor).map(|(_, group)| group).collect();
    assert_eq!(groups.len(), 1, "one group");
    groups[0]
}

fn positions(editor: &Editor) -> Vec<[f32; 2]> {
    groups::shown(editor).flat_map(|(_, group)| group.positions()).map(|at| at.ground.into()).collect()
}

fn selected(editor: &Editor) -> Vec<Element> {
    editor.selection().elements().collect()
}

fn group(group: usize) -> GroupId {
    GroupId { scenario: 0, group }
}

#[test]
fn two_clicks_place_a_group_and_one_undo_removes_it() {
    let editor = with_agent();
    let placed = only_group(&editor);
    assert_eq!(placed.spawn, Spawn::Point(Vec2::new(2.0, 2.0).into()));
    assert_eq!(placed.target, GroupTarget::Point(Vec2::new(10.0, 2.0).into()));
    assert_eq!(selected(&editor), [Element::Group(group(0))], "it is selected");
    let mut editor = editor;
    editor.handle(Input::Run(Command::Undo));
    assert!(scenarios::active(&editor).is_none(), "with its scenario");
    editor.handle(Input::Run(Command::Redo));
    assert_eq!(only_group(&editor).count, 1);
}

#[test]
fn a_drag_starts_agents_in_a_disc_and_shift_adds_points_of_a_route() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Agents);
    drag(&mut editor, [4.0, 4.0], [6.0, 4.0]);
    let hints: Vec<_> = editor.hints().into_iter().map(|hint| hint.does).collect();
    assert!(hints.contains(&"put their target here".into()), "{hints:?}");
    editor.handle(Input::Click(Pointer::above([10.0, 4.0].into(), 0.2, SHIFT)));
    click(&mut editor, [10.0, 10.0]);
    let placed = only_group(&editor);
    assert_eq!(placed.spawn, Spawn::Disc { center: Vec2::new(4.0, 4.0).into(), radius: 2.0 });
    let points = [[10.0, 4.0], [10.0, 10.0]].map(|at| Vec2::from(at).into()).to_vec();
    assert_eq!(placed.target, GroupTarget::Route { points, is_loop: false });
    assert_eq!(placed.count, 10);
    assert!(!editor.is_gesture_running());
}

#[test]
fn escape_places_nothing_and_enter_lets_agents_follow_the_pointer() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Agents);
    click(&mut editor, [2.0, 2.0]);
    editor.handle(Input::Cancel);
    assert!(scenarios::active(&editor).is_none(), "cancelled");
    assert!(editor.history().done().is_empty(), "nothing to undo");
    click(&mut editor, [2.0, 2.0]);
    editor.handle(Input::Accept);
    assert_eq!(only_group(&editor).target, GroupTarget::Pointer);
}

#[test]
fn starts_and_targets_are_dragged_one_by_one_and_moved_together() {
    let mut editor = with_agent();
    editor.handle(Input::Cancel);
    drag(&mut editor, [10.0, 2.0], [12.0, 6.0]);
    assert_eq!(positions(&editor), [[2.0, 2.0], [12.0, 6.0]], "the target");
    drag(&mut editor, [2.0, 2.0], [4.0, 2.0]);
    assert_eq!(positions(&editor), [[4.0, 2.0], [12.0, 6.0]], "the start");
    assert_eq!(selected(&editor), [Element::Group(group(0))]);
    editor.handle(Input::Run(Command::NudgeRight));
    let right = positions(&editor);
    assert!(right[0][0] > 4.0 && right[1][0] > 12.0, "both: {right:?}");
    for _ in 0..3 {
        editor.handle(Input::Run(Command::Undo));
    }
    assert_eq!(positions(&editor), [[2.0, 2.0], [10.0, 2.0]], "three steps");
}

#[test]
fn a_disc_is_resized_by_its_rim() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Agents);
    drag(&mut editor, [6.0, 6.0], [8.0, 6.0]);
    click(&mut editor, [15.0, 6.0]);
    drag(&mut editor, [6.0, 8.0], [6.0, 9.0]);
    assert_eq!(only_group(&editor).spawn, Spawn::Disc { center: Vec2::new(6.0, 6.0).into(), radius: 3.0 });
}

#[test]
fn groups_are_copied_duplicated_and_deleted_like_other_elements() {
    let mut editor = with_agent();
    editor.handle(Input::Hover(pointer([2.0, 2.0])));
    editor.handle(Input::Run(Command::Duplicate));
    editor.handle(Input::Hover(pointer([2.0, 5.0])));
    editor.handle(Input::Click(pointer([2.0, 5.0])));
    assert_eq!(positions(&editor), [[2.0, 2.0], [10.0, 2.0], [2.0, 5.0], [10.0, 5.0]]);
    assert_eq!(selected(&editor), [Element::Group(group(1))], "the copy");
    editor.take_effects();
    editor.handle(Input::Run(Command::Copy));
    let text = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    let mut other = self::editor();
    other.handle(Input::Pasted(text.expect("copied")));
    assert_eq!(groups::shown(&other).count(), 1, "in a document without a scenario");
    editor.handle(Input::Run(Command::SelectAll));
    assert_eq!(editor.selection().objects().len(), 2);
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(groups::shown(&editor).count(), 0, "both");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(groups::shown(&editor).count(), 2);
}

#[test]
fn only_groups_of_the_active_scenario_are_drawn_and_selected() {
    let mut editor = with_agent();
    let starts = |editor: &Editor| {
        let is_start = |mark: &&Mark| matches!(mark, Mark::Point(Role::Agents(AgentMark::Spawn), _));
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_start).count()
    };
    assert_eq!(starts(&editor), 1);
    editor.handle(Input::Run(Command::NewScenario));
    assert_eq!((starts(&editor), scenarios::active_index(&editor)), (0, 1));
    assert_eq!(selected(&editor), [], "its group is no longer shown");
    editor.handle(Input::Run(Command::SelectAll));
    assert!(editor.selection().objects().is_empty());
    editor.handle(Input::Run(Command::NextScenario));
    assert_eq!((starts(&editor), scenarios::active_index(&editor)), (1, 0));
    editor.handle(Input::Simulation(SimulationInput::Rename(1, "rush hour".into())));
    assert_eq!(editor.document().scenarios[1].name, "rush hour");
    editor.handle(Input::Run(Command::RemoveScenario));
    assert_eq!((editor.document().scenarios.len(), starts(&editor)), (1, 0));
    editor.handle(Input::Run(Command::Undo));
    assert_eq!((starts(&editor), scenarios::active_index(&editor)), (1, 0), "undone, and active again");
}

#[test]
fn a_change_that_could_not_run_is_refused_with_its_reason() {
    let mut editor = with_agent();
    editor.take_effects();
    let slow = AgentGroup { speed: -1.0, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), slow)));
    let said = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    let said = said.expect("a message");
    assert!(said.starts_with("Group 1 was not changed: its speed is -1"), "{said}");
    let corridor = AgentGroup { behavior: Behavior::Corridor, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), corridor)));
    assert_eq!(only_group(&editor).behavior, Behavior::Corridor);
    editor.handle(Input::Simulation(SimulationInput::SetDuration(f32::NAN)));
    assert_eq!(scenarios::active(&editor).map(|scenario| scenario.duration), Some(60.0));
}

fn agents_drawn(editor: &Editor) -> Vec<Vec3> {
    let marks = editor.scene(ViewId::ABOVE).marks;
    let fill = |mark: &Mark| match mark {
        Mark::Fill(Role::Agents(AgentMark::Walking | AgentMark::Arrived), ring) => {
            Some(ring.iter().sum::<Vec3>() / ring.len() as f32)
        }
        _ => None,
    };
    marks.iter().filter_map(fill).collect()
}

#[test]
fn a_run_plays_pauses_steps_and_ends() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    assert_eq!(agents_drawn(&editor), [], "nothing is played");
    assert_eq!(recovery::next_tick(&editor).filter(|&seconds| seconds == 0.0), None, "no frames");
    editor.handle(Input::Run(Command::PlaySimulation));
    assert_eq!(recovery::next_tick(&editor), Some(0.0), "a frame as soon as possible");
    for tick in 0..5 {
        editor.handle(Input::Tick(10.0 + f64::from(tick) * 0.2));
    }
    assert!((playback(&editor).time() - 0.8).abs() < 1e-6, "{}", playback(&editor).time());
    let walked = agents_drawn(&editor)[0];
    assert!(walked.x > 2.5 && walked.x < 4.0, "on its way: {walked}");
    editor.handle(Input::Run(Command::StepSimulation));
    let step = playback(&editor).time();
    assert!(step > 0.8 && !playback(&editor).is_playing(), "a frame further, and paused");
    editor.handle(Input::Run(Command::StepSimulationBack));
    assert!(playback(&editor).time() < step);
    editor.handle(Input::Simulation(SimulationInput::Seek(1e9)));
    assert!((playback(&editor).time() - 60.0).abs() < 1e-3, "the end");
    let report = &runs::run(&editor).expect("a run").report;
    assert_eq!((report.arrived, report.stuck.len()), (1, 0));
    editor.handle(Input::Run(Command::PlaySimulation));
    assert_eq!(playback(&editor).time(), 0.0, "from the start");
}

#[test]
fn a_run_follows_a_dragged_target() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(60.0)));
    assert!((agents_drawn(&editor)[0].x - 10.0).abs() < 0.6, "at the target");
    editor.handle(Input::Cancel);
    drag(&mut editor, [10.0, 2.0], [10.0, 12.0]);
    let there = agents_drawn(&editor)[0];
    assert!((there.z - 12.0).abs() < 0.6, "at the new target: {there}");
    assert!(runs::is_current(&editor));
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn a_click_selects_an_agent_and_playback_stops_at_its_events() {
    let mut editor = with_agent();
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    let at = agents_drawn(&editor)[0];
    click(&mut editor, [at.x, at.z]);
    assert_eq!(input::selected_agent(&editor), Some(0));
    let is_trail = |mark: &Mark| matches!(mark, Mark::Line(Role::Agents(AgentMark::Trail), _));
    assert!(editor.scene(ViewId::ABOVE).marks.iter().any(is_trail), "its trail");
    let arrived = IncidentKind::Arrived;
    editor.handle(Input::Simulation(SimulationInput::SetBreakpoint(arrived, true)));
    editor.handle(Input::Simulation(SimulationInput::SetSpeed(10.0)));
    editor.handle(Input::Run(Command::PlaySimulation));
    for tick in 0..60 {
        editor.handle(Input::Tick(f64::from(tick) * 0.1));
    }
    let run = runs::run(&editor).expect("a run");
    let event = run.events_of(0).find(|event| event.what.kind() == arrived).expect("it arrives");
    assert_eq!(playback(&editor).time(), run.time_of(event));
    assert!(!playback(&editor).is_playing(), "paused");
}
