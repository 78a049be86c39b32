//! Scenarios of moving agents in the editor, driven by inputs as in the window.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::drawing::naming::mark_legend;
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::files::dialog::Choice;
use navsmith::editor::files::file::{FileInput, recovery};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::session::pick::{Element, GroupId};
use navsmith::editor::session::selection::Mode;
use navsmith::editor::simulation::decisions::{self, AgentOverlay};
use navsmith::editor::simulation::heat::{self, HeatKind};
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::kinds::{self, SpawnKind, TargetKind};
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::{agents, compared, groups, input, runs, scenarios};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith::samples;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::explain::report::by_kind_of_cause;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::decisions::AgentDecisions;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, ExpectedRun, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::steering::SteeringSettings;
use navsmith_core::simulation::world::Simulation;
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use crate::support::jobs;

const SHIFT: Modifiers = Modifiers { shift: true, command: false, alt: false };

/// Builds an editor of a square of 20 metres.
pub(crate) fn editor() -> Editor {
    let corners = [[0., 0., 0.], [0., 0., 20.], [20., 0., 20.], [20., 0., 0.]].map(Vec3::from);
    let cells = [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))];
    Editor::new(Document::of_mesh(NavMesh::from_parts(corners, cells).expect("a square")))
}

pub(crate) fn pointer(at: [f32; 2]) -> Pointer {
    Pointer::above(at.into(), 0.2, Modifiers::default())
}

pub(crate) fn click(editor: &mut Editor, at: [f32; 2]) {
    editor.handle(Input::Hover(pointer(at)));
    editor.handle(Input::Click(pointer(at)));
}

pub(crate) fn drag(editor: &mut Editor, from: [f32; 2], to: [f32; 2]) {
    editor.handle(Input::Hover(pointer(from)));
    editor.handle(Input::DragStart { from: pointer(from), to: pointer(to) });
    editor.handle(Input::Drag(pointer(to)));
    editor.handle(Input::DragEnd(pointer(to)));
}

/// Places an agent at (2, 2) that goes to (10, 2).
pub(crate) fn with_agent() -> Editor {
    let mut editor = editor();
    editor.handle(Input::Run(Command::AgentsTool));
    click(&mut editor, [2.0, 2.0]);
    click(&mut editor, [10.0, 2.0]);
    editor.handle(Input::Run(Command::SelectTool));
    editor
}

pub(crate) fn only_group(editor: &Editor) -> &AgentGroup {
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

pub(crate) fn group(group: usize) -> GroupId {
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
fn a_start_or_target_off_the_mesh_is_marked_like_an_end_of_a_query() {
    let mut editor = with_agent();
    let moved =
        AgentGroup { target: GroupTarget::Point(Vec2::new(23.0, 2.0).into()), ..only_group(&editor).clone() };
    assert_eq!(groups::off_mesh_notes(&editor, &moved).len(), 1);
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(moved))));
    let scene = editor.scene(ViewId::ABOVE);
    let off = scene.marks.iter().filter_map(|mark| match mark {
        Mark::Line(Role::OffMesh, line) => Some(line.iter().map(|at| at.x).collect::<Vec<_>>()),
        _ => None,
    });
    assert_eq!(off.collect::<Vec<_>>(), [[23.0, 20.0]]);
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
fn a_small_disc_gets_as_many_agents_as_start_in_it_without_overlaps() {
    for (radius, count) in [(0.5, 1), (1.0, 3), (1.5, 6), (3.0, 10)] {
        let mut editor = editor();
        editor.set_tool(ToolKind::Agents);
        drag(&mut editor, [4.0, 4.0], [4.0 + radius, 4.0]);
        click(&mut editor, [10.0, 10.0]);
        assert_eq!(only_group(&editor).count, count, "{radius}");
        let Document { mesh, scenarios, .. } = editor.document();
        let simulation = Simulation::new(mesh, &Derived::build(mesh), &scenarios[0]).expect("it is valid");
        assert_eq!(simulation.crowded_starts(), 0, "{radius}");
    }
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
    let names: Vec<&str> = groups::shown(&editor).map(|(_, group)| &*group.name).collect();
    assert_eq!(names, ["agents 1", "agents 2"], "a free name");
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
pub(crate) fn only_groups_of_the_active_scenario_are_drawn_and_selected() {
    let mut editor = with_agent();
    let starts = |editor: &Editor| {
        let is_start = |mark: &&Mark| matches!(mark, Mark::Point(Role::Agents(AgentMark::Spawn(_)), _));
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
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(slow))));
    let said = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    let said = said.expect("a message");
    assert!(said.starts_with("Group agents 1 was not changed: its speed is -1"), "{said}");
    let corridor = AgentGroup { behavior: Behavior::Corridor, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(corridor))));
    assert_eq!(only_group(&editor).behavior, Behavior::Corridor);
    editor.handle(Input::Simulation(SimulationInput::SetDuration(f32::NAN)));
    assert_eq!(scenarios::active(&editor).map(|scenario| scenario.duration), Some(60.0));
}

fn agents_drawn(editor: &Editor) -> Vec<Vec3> {
    let marks = editor.scene(ViewId::ABOVE).marks;
    let fill = |mark: &Mark| match mark {
        Mark::Fill(Role::Agents(AgentMark::Body(_)), ring) => {
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
    assert!(!playback(&editor).is_shown(), "nothing is played");
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
fn agents_are_at_their_starts_before_the_first_play_and_follow_a_dragged_start() {
    let mut editor = with_agent();
    editor.handle(Input::Cancel);
    let disc = Spawn::Disc { center: Vec2::new(2.0, 2.0).into(), radius: 1.8 };
    let crowd = AgentGroup { count: 5, spawn: disc, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(crowd))));
    editor.handle(Input::Simulation(SimulationInput::SetDuration(10.0)));
    editor.handle(Input::Run(Command::FrameAll));
    let placed = agents_drawn(&editor);
    assert_eq!(placed.len(), 5, "before the first play");
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let is_equal = |other: &[Vec3]| {
        other.len() == placed.len() && placed.iter().zip(other).all(|(one, two)| one.distance(*two) < 2e-3)
    };
    assert!(is_equal(&agents_drawn(&editor)), "those of the first frame");
    editor.handle(Input::Run(Command::NewScenario));
    assert_eq!(agents_drawn(&editor), [], "another scenario");
    editor.handle(Input::Run(Command::Undo));
    assert!(is_equal(&agents_drawn(&editor)), "again");
    assert!(!playback(&editor).is_shown());
    editor.handle(Input::Simulation(SimulationInput::SetSeed(7)));
    assert!(!is_equal(&agents_drawn(&editor)), "another seed");
    editor.handle(Input::Run(Command::Undo));
    let (from, to) = ([2.0, 2.0], [12.0, 12.0]);
    editor.handle(Input::Hover(pointer(from)));
    editor.handle(Input::DragStart { from: pointer(from), to: pointer(to) });
    editor.handle(Input::Drag(pointer(to)));
    let dragged = agents_drawn(&editor);
    let is_there = |at: &Vec3| at.distance(Vec3::new(12.0, 0.0, 12.0)) < 2.0;
    assert!(dragged.len() == 5 && dragged.iter().all(is_there), "during the drag: {dragged:?}");
    editor.handle(Input::DragEnd(pointer(to)));
    assert_eq!(agents_drawn(&editor), dragged);
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn many_agents_are_placed_by_a_job() {
    let mut editor = with_agent();
    let disc = Spawn::Disc { center: Vec2::new(10.0, 10.0).into(), radius: 9.0 };
    let crowd = AgentGroup { count: 400, spawn: disc, radius: 0.2, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(crowd))));
    assert_eq!(agents_drawn(&editor).len(), 0);
    editor.handle(Input::Tick(1.0));
    let job = jobs::only_job(&mut editor, "placing agents");
    jobs::finish(&mut editor, &job);
    editor.handle(Input::Run(Command::FrameAll));
    assert_eq!(agents_drawn(&editor).len(), 400);
}

#[test]
fn agents_and_their_trails_have_the_colour_of_their_group() {
    let mut editor = meeting();
    assert!(has_mark(&editor, AgentMark::Body(0)) && has_mark(&editor, AgentMark::Body(1)));
    for group in [0, 1] {
        editor.handle(Input::Simulation(SimulationInput::SelectAgent(Some(group))));
        editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
        let of = |group| has_mark(&editor, AgentMark::Trail(group));
        assert_eq!([of(0), of(1)], [group == 0, group == 1], "the trail of agent {group}");
    }
}

#[test]
fn an_agent_walks_to_a_place_beside_a_corner() {
    // A hall and a passage that leaves it upwards, around the corner at (4, 4).
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [6.0, 4.0]], [[4.0, 4.0], [6.0, 9.0]]];
    let mut editor = with_groups(&rooms, vec![walker([1.0, 3.0], [5.0, 8.0])], 15.0);
    editor.handle(Input::Simulation(SimulationInput::SelectAgent(Some(0))));
    editor.handle(Input::Simulation(SimulationInput::Seek(0.5)));
    let decision = decisions::decision(&editor).expect("it is computed at first use");
    let at = runs::run(&editor).expect("a run").recording.agent(30, 0).expect("a frame").position;
    let ahead = Vec2::new(at.x, at.z) + decision.desired.normalize_or_zero() * (4.0 - at.x);
    assert!(ahead.y < 4.0 - 0.2, "beside the corner, not into it: {ahead}");
    assert_eq!(runs::run(&editor).expect("a run").report.arrived, 1);
}

#[test]
fn a_late_agent_gets_a_longer_run() {
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![walker([2.0, 5.0], [12.0, 5.0])], 4.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    let report = &runs::run(&editor).expect("a run").report;
    assert_eq!((report.arrived, report.stuck.len(), report.late.len()), (0, 0, 1));
    assert!(matches!(runs::cause_of(&editor, 0), Some(StuckCause::RunEnded { .. })));
    editor.handle(Input::Apply(ProposalSource::Stuck(0)));
    let report = &runs::run(&editor).expect("a run").report;
    assert_eq!((report.arrived, report.late.len()), (1, 0));
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(runs::run(&editor).expect("a run").report.late.len(), 1, "one undo step");
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
    let is_trail = |mark: &Mark| matches!(mark, Mark::Line(Role::Agents(AgentMark::Trail(_)), _));
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

#[test]
fn a_breakpoint_of_all_agents_pauses_and_selects_the_agent() {
    let groups = vec![walker([4.0, 2.0], [12.0, 2.0]), walker([12.0, 8.0], [9.0, 8.0])];
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], groups, 12.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    editor.handle(Input::Simulation(SimulationInput::SetBreakpoint(IncidentKind::Arrived, true)));
    editor.handle(Input::Simulation(SimulationInput::SetSpeed(10.0)));
    let play = |editor: &mut Editor| {
        editor.handle(Input::Run(Command::PlaySimulation));
        (0..20).for_each(|tick| editor.handle(Input::Tick(f64::from(tick) * 0.1)));
    };
    play(&mut editor);
    assert!((playback(&editor).time() - 12.0).abs() < 0.1, "without a selected agent, it plays to the end");
    editor.handle(Input::Simulation(SimulationInput::BreakForAll(true)));
    let arrivals: Vec<(f64, usize)> = {
        let run = runs::run(&editor).expect("a run");
        let events = run.recording.events().iter();
        let arrived = events.filter(|event| event.what.kind() == IncidentKind::Arrived);
        arrived.map(|event| (run.time_of(event), event.agent as usize)).collect()
    };
    assert!(arrivals.len() == 2 && arrivals[0].0 < arrivals[1].0, "{arrivals:?}");
    for (time, agent) in arrivals {
        play(&mut editor);
        assert_eq!((playback(&editor).time(), input::selected_agent(&editor)), (time, Some(agent)));
        assert!(!playback(&editor).is_playing(), "paused");
    }
}

#[test]
fn escape_and_a_click_on_the_ground_deselect_an_agent() {
    let mut editor = with_agent();
    for mode in [Mode::Vertex, Mode::Cell] {
        editor.set_mode(mode);
        for is_click in [false, true] {
            editor.handle(Input::Simulation(SimulationInput::SelectAgent(Some(0))));
            assert_eq!(input::selected_agent(&editor), Some(0));
            if is_click {
                click(&mut editor, [6.0, 15.0]);
            } else {
                editor.handle(Input::Cancel);
            }
            assert_eq!(input::selected_agent(&editor), None, "{mode:?}, by a click: {is_click}");
        }
    }
}

#[test]
fn another_document_begins_at_its_start_without_a_selected_agent() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NewScenario));
    editor.handle(Input::Run(Command::NextScenario));
    editor.handle(Input::Simulation(SimulationInput::Compare(Some(1))));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor.handle(Input::Run(Command::NextAgent));
    editor.handle(Input::Run(Command::PlaySimulation));
    let other = meeting().document().clone();
    editor.handle(Input::File(FileInput::OpenSample("other", other.into())));
    editor.handle(Input::File(FileInput::Answer(Choice::Discard)));
    assert_eq!(editor.document().scenarios.len(), 1, "the other document");
    let shown = (playback(&editor).time(), playback(&editor).is_shown(), playback(&editor).is_playing());
    assert_eq!(shown, (0.0, false, false));
    assert_eq!((scenarios::active_index(&editor), compared::index(&editor)), (0, None));
    assert_eq!(input::selected_agent(&editor), None);
}

#[test]
fn agents_are_named_by_their_group_and_their_index_in_it() {
    let group =
        |name: &str, z: f32, count| AgentGroup { name: name.into(), count, ..walker([4.0, z], [12.0, z]) };
    let groups = vec![group("west", 3.0, 3), group("east", 7.0, 12)];
    let editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], groups, 1.0);
    let run = runs::run(&editor).expect("a run");
    let names = |agents: &[usize]| agents::names(&editor, run, agents);
    assert_eq!(names(&[2]), "agent 2 of west");
    assert_eq!(names(&[12]), "agent 9 of east");
    assert_eq!(names(&[0, 2, 3]), "agents 0, 2 of west; 0 of east");
    let all: Vec<usize> = (0..15).collect();
    assert!(names(&all).ends_with("7, 8 of east; 3 more"), "{}", names(&all));
}

#[test]
fn agents_that_block_each_other_are_listed_once() {
    // Two agents fill a corridor from both sides and cannot pass.
    let opposite = |z: f32, from: f32, to: f32| AgentGroup { radius: 0.4, ..walker([from, z], [to, z]) };
    let groups = vec![opposite(0.5, 1.0, 19.0), opposite(0.5, 19.0, 1.0)];
    let editor = with_groups(&[[[0.0, 0.0], [20.0, 1.0]]], groups, 30.0);
    let run = runs::run(&editor).expect("a run");
    assert_eq!(run.report.stuck.len(), 2, "{:?}", run.report.stuck);
    let kinds = by_kind_of_cause(&run.report.stuck);
    let kinds: Vec<_> = kinds.iter().map(|kind| (kind.example.cause.name(), kind.agents.len())).collect();
    assert_eq!(kinds, [("deadlock", 2)]);
    let listed = agents::stuck_groups(run, "deadlock", 50);
    let of: Vec<&[usize]> = listed.iter().map(|group| &*group.agents).collect();
    assert_eq!(of, [[0, 1]]);
    assert!(agents::stuck_groups(run, "deadlock", 0).is_empty(), "the limit");
    assert!(agents::stuck_groups(run, "other island", 50).is_empty(), "another cause");
}

/// Returns an editor of rectangles from one corner to the other, with one scenario of these groups.
pub(crate) fn with_groups(rectangles: &[[[f32; 2]; 2]], groups: Vec<AgentGroup>, seconds: f32) -> Editor {
    let mut corners = Vec::new();
    let mut corner = |at: [f32; 2]| {
        let at = Vec3::new(at[0], 0.0, at[1]);
        let known = corners.iter().position(|&known| known == at);
        VertexId(known.unwrap_or_else(|| {
            corners.push(at);
            corners.len() - 1
        }) as u32)
    };
    let mut ring = |corners: &[[f32; 2]]| Cell::new(corners.iter().map(|&at| corner(at)), AreaId(0));
    let cells: Vec<Cell> = rectangles
        .iter()
        .map(|&[[x0, z0], [x1, z1]]| {
            // Corners of other rectangles on the sides are corners of this one too.
            let all = rectangles.iter().flatten().flat_map(|at| [at[1]]);
            let inner: std::collections::BTreeSet<i32> =
                all.filter(|z| *z > z0 && *z < z1).map(|z| (z * 1000.0) as i32).collect();
            let inner: Vec<f32> = inner.into_iter().map(|z| z as f32 / 1000.0).collect();
            let mut loop_ = vec![[x0, z0]];
            loop_.extend(inner.iter().map(|&z| [x0, z]));
            loop_.extend([[x0, z1], [x1, z1]]);
            loop_.extend(inner.iter().rev().map(|&z| [x1, z]));
            loop_.push([x1, z0]);
            ring(&loop_)
        })
        .collect();
    let mesh = NavMesh::from_parts(corners, cells).expect("rectangles");
    let scenario = Scenario { groups, duration: seconds, ..Scenario::default() };
    Editor::new(Document { scenarios: vec![scenario].into(), ..Document::of_mesh(mesh) })
}

pub(crate) fn walker(from: [f32; 2], to: [f32; 2]) -> AgentGroup {
    AgentGroup::new(
        "walker",
        Spawn::Point(Vec2::from(from).into()),
        GroupTarget::Point(Vec2::from(to).into()),
    )
}

/// Two agents that walk towards each other, after two seconds.
pub(crate) fn meeting() -> Editor {
    let groups = vec![walker([4.0, 5.0], [12.0, 5.0]), walker([12.0, 5.1], [4.0, 5.1])];
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], groups, 12.0);
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor
}

pub(crate) fn has_mark(editor: &Editor, mark: AgentMark) -> bool {
    let role_of = |mark: &Mark| match mark {
        Mark::Line(role, _) | Mark::Fill(role, _) | Mark::Point(role, _) | Mark::Label(role, ..) => *role,
    };
    editor.scene(ViewId::ABOVE).marks.iter().any(|it| role_of(it) == Role::Agents(mark))
}

#[test]
fn the_decision_of_the_selected_agent_is_shown_and_hidden_part_by_part() {
    let mut editor = meeting();
    let GroupId { scenario, group } = group(0);
    let chase = &editor.document().scenarios[scenario].groups[group];
    let chase = AgentGroup { behavior: Behavior::Chase, ..chase.clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(GroupId { scenario, group }, Box::new(chase))));
    assert!(!has_mark(&editor, AgentMark::Desired), "no agent is selected");
    editor.handle(Input::Run(Command::NextAgent));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    let decision = decisions::decision(&editor).expect("it is computed at first use");
    assert_eq!(decision.neighbors, [1], "the other agent");
    assert!((decision.desired.x - 1.5).abs() < 0.1, "to the target: {}", decision.desired);
    assert!(!decision.half_planes.is_empty());
    assert!(decision.force.is_some_and(|force| (force.length() - 10.0).abs() < 1e-3), "{:?}", decision.force);
    let parts = [
        (AgentOverlay::Trail, AgentMark::Trail(0)),
        (AgentOverlay::Path, AgentMark::PathAhead),
        (AgentOverlay::Velocities, AgentMark::Desired),
        (AgentOverlay::Force, AgentMark::Force),
        (AgentOverlay::Facing, AgentMark::Facing),
        (AgentOverlay::Neighbors, AgentMark::Neighbor),
        (AgentOverlay::HalfPlanes, AgentMark::HalfPlane),
        (AgentOverlay::Margin, AgentMark::Margin),
    ];
    assert_eq!(parts.map(|(overlay, _)| overlay), AgentOverlay::ALL);
    for (overlay, mark) in parts {
        assert!(has_mark(&editor, mark), "{mark:?}");
        editor.handle(Input::Simulation(SimulationInput::ShowOverlay(overlay, false)));
        assert!(!has_mark(&editor, mark), "{mark:?}");
    }
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn decisions_of_a_long_run_are_recorded_by_a_job() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::SetDuration(60.0)));
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let job = jobs::only_job(&mut editor, "simulating agents");
    jobs::finish(&mut editor, &job);
    editor.handle(Input::Run(Command::NextAgent));
    assert!(decisions::decision(&editor).is_none());
    editor.handle(Input::Tick(1.0));
    let job = jobs::only_job(&mut editor, "recording the decisions of an agent");
    jobs::finish(&mut editor, &job);
    assert!(decisions::decision(&editor).is_some());
}

#[test]
fn next_event_and_previous_event_go_through_those_of_the_agent() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NextAgent));
    let times: Vec<f64> = {
        let run = runs::run(&editor).expect("a run");
        run.events_of(0).map(|event| run.time_of(event)).collect()
    };
    assert!(times.len() >= 3 && times.is_sorted(), "{times:?}");
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    editor.handle(Input::Run(Command::NextAgentEvent));
    assert_eq!(playback(&editor).time(), times[0]);
    editor.handle(Input::Simulation(SimulationInput::Seek(1e9)));
    editor.handle(Input::Run(Command::PreviousAgentEvent));
    assert_eq!(Some(&playback(&editor).time()), times.last());
}

/// Shows the only stuck agent, applies its fix, and returns the cause before.
pub(crate) fn fix(editor: &mut Editor) -> StuckCause {
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    assert_eq!(runs::run(editor).expect("a run").report.arrived, 0);
    editor.handle(Input::Run(Command::WhyStuck));
    assert_eq!(input::selected_agent(editor), Some(0));
    let cause = runs::cause_of(editor, 0).expect("it is stuck").clone();
    editor.handle(Input::Apply(ProposalSource::Stuck(0)));
    let report = &runs::run(editor).expect("a run").report;
    assert_eq!((report.arrived, report.stuck.len()), (1, 0), "{cause}");
    let fixed = editor.document().clone();
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(runs::run(editor).expect("a run").report.stuck.len(), 1, "one undo step");
    editor.handle(Input::Run(Command::Redo));
    assert_eq!(editor.document().scenarios, fixed.scenarios);
    cause
}

#[test]
fn a_straight_chase_is_stuck_at_a_wall_until_it_follows_waypoints() {
    // Two rooms, joined at one end.
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [4.5, 1.0]], [[4.5, 0.0], [9.0, 4.0]]];
    let steering = SteeringSettings { stand_off: 1.0, ..SteeringSettings::default() };
    let chase =
        AgentGroup { behavior: Behavior::Chase, steering, radius: 0.2, ..walker([2.0, 3.0], [7.0, 3.0]) };
    let mut editor = with_groups(&rooms, vec![chase], 15.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(10.0)));
    editor.handle(Input::Run(Command::WhyStuck));
    let is_wall = |mark: &Mark| matches!(mark, Mark::Line(Role::Wall, _));
    assert!(editor.scene(ViewId::ABOVE).marks.iter().any(is_wall), "the wall");
    let cause = fix(&mut editor);
    assert!(matches!(cause, StuckCause::BehindWall { is_chase: true, .. }), "{cause:?}");
    assert_eq!(only_group(&editor).behavior, Behavior::Waypoints);
}

#[test]
fn an_agent_too_wide_for_a_door_gets_a_radius_that_fits() {
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [4.5, 0.7]], [[4.5, 0.0], [9.0, 4.0]]];
    let mut editor = with_groups(&rooms, vec![walker([2.0, 3.0], [7.0, 3.0])], 20.0);
    let cause = fix(&mut editor);
    let StuckCause::NarrowPortal { width, .. } = cause else { panic!("{cause:?}") };
    assert!((width - 0.7).abs() < 1e-3, "{width}");
    assert!((only_group(&editor).radius - 0.315).abs() < 2e-3, "{}", only_group(&editor).radius);
}

#[test]
fn a_target_on_another_island_moves_to_the_nearest_reachable_point() {
    let islands = [[[0.0, 0.0], [4.0, 4.0]], [[5.0, 0.0], [9.0, 4.0]]];
    let mut editor = with_groups(&islands, vec![walker([1.0, 2.0], [7.0, 2.0])], 15.0);
    let cause = fix(&mut editor);
    assert!(matches!(cause, StuckCause::OtherIsland { .. }), "{cause}");
    assert_eq!(positions(&editor), [[1.0, 2.0], [4.0, 2.0]]);
}

#[test]
fn heat_maps_show_where_agents_were() {
    let mut editor = meeting();
    let tiles = |editor: &Editor| {
        let is_tile = |mark: &&Mark| matches!(mark, Mark::Fill(Role::Agents(AgentMark::Heat(_)), _));
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_tile).count()
    };
    assert_eq!(tiles(&editor), 0);
    editor.handle(Input::Run(Command::NextHeatMap));
    assert_eq!(heat::kind(&editor), Some(HeatKind::Traffic));
    assert!(tiles(&editor) >= 3, "{}", tiles(&editor));
    let map = heat::map(&editor).expect("a map");
    assert!(!heat::is_empty(map, HeatKind::Traffic));
    assert!(heat::is_empty(map, HeatKind::WallContact), "no wall is near");
    let total: f32 = map.tiles.iter().map(|tile| tile.traffic).sum();
    let arrivals: f32 = {
        let run = runs::run(&editor).expect("a run");
        run.arrival_steps().map(|step| step as f32 * run.recording.time_step()).sum()
    };
    assert!((total - arrivals).abs() < 0.1, "{total} s of agents on their way for {arrivals} s");
    let on_the_way = map.tiles_at(Vec2::new(6.0, 5.0))[0];
    assert!((on_the_way.wall_distance - 5.0).abs() < 0.3, "{on_the_way:?}");
    let levels = heat::levels(map, HeatKind::Traffic);
    let weaker = |level: &Option<u8>| level.is_some_and(|level| level < 4);
    assert!(levels.contains(&Some(4)) && levels.iter().any(weaker), "{levels:?}");
    assert!(map.tiles_at(Vec2::new(6.0, 9.0)).is_empty(), "no agents were there");
    let ends = [0, 4].map(|level| heat::values_of(map, HeatKind::Traffic, level));
    let most = map.tiles.iter().map(|tile| tile.traffic).fold(0.0, f32::max);
    assert_eq!((ends[0][0], ends[1][1]), (0.0, most));
    for kind in HeatKind::ALL.into_iter().skip(1).map(Some).chain([None]) {
        editor.handle(Input::Run(Command::NextHeatMap));
        assert_eq!(heat::kind(&editor), kind);
    }
    assert_eq!(tiles(&editor), 0);
}

#[test]
fn a_heat_map_separates_floors_above_each_other() {
    let square = |y: f32| [[0., y, 0.], [0., y, 10.], [10., y, 10.], [10., y, 0.]].map(Vec3::from);
    let cells = [0, 4].map(|first| Cell::new([0, 1, 2, 3].map(|corner| VertexId(first + corner)), AreaId(0)));
    let mesh = NavMesh::from_parts([0.0, 3.0].into_iter().flat_map(square), cells).expect("two floors");
    let on = |height: f32| {
        let end = |x: f32| Endpoint { ground: Vec2::new(x, 5.0), height: Some(height) };
        AgentGroup::new("walker", Spawn::Point(end(2.0)), GroupTarget::Point(end(8.0)))
    };
    let scenario = Scenario { groups: vec![on(0.0), on(3.0)], duration: 6.0, ..Scenario::default() };
    let mut editor = Editor::new(Document { scenarios: vec![scenario].into(), ..Document::of_mesh(mesh) });
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor.handle(Input::Run(Command::NextHeatMap));
    let map = heat::map(&editor).expect("a map");
    let heights: Vec<f32> = map.tiles_at(Vec2::new(5.0, 5.0)).iter().map(|tile| tile.height).collect();
    assert!(heights.len() == 2 && heights[0].abs() < 1e-3 && (heights[1] - 3.0).abs() < 1e-3, "{heights:?}");
}

#[test]
fn a_duplicate_with_another_behaviour_is_shown_beside_the_run() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::DuplicateScenario));
    assert_eq!((scenarios::active_index(&editor), editor.document().scenarios.len()), (1, 2));
    let slow = AgentGroup { speed: 0.1, ..editor.document().scenarios[1].groups[0].clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(
        GroupId { scenario: 1, group: 0 },
        Box::new(slow),
    )));
    editor.handle(Input::Simulation(SimulationInput::Activate(0)));
    editor.handle(Input::Run(Command::CompareScenario));
    assert_eq!(compared::index(&editor), Some(1));
    let other = compared::run(&editor).expect("computed at first use").expect("valid");
    let run = runs::run(&editor).expect("a run");
    assert_eq!((run.report.arrived, other.report.arrived), (2, 1), "one is too slow");
    assert!(compared::decisions(&editor).is_none(), "no agent is selected");
    let [one, two] = [run, other].map(|run| run.recording.agent(0, 0).expect("a frame").position);
    assert_eq!(one, two, "both start at the same positions");
    assert!(has_mark(&editor, AgentMark::Compared) && has_mark(&editor, AgentMark::Body(0)));
    let legend = mark_legend(&editor, &editor.scene(ViewId::ABOVE));
    let names = legend.iter().filter(|mark| mark.fill == Some(Role::Agents(AgentMark::Compared)));
    assert_eq!(names.map(|mark| &*mark.text).collect::<Vec<_>>(), ["scenario copy 1"]);
    editor.handle(Input::Run(Command::NextAgent));
    let remaining = |decisions: Option<&AgentDecisions>| {
        let first = decisions.and_then(|decisions| decisions.remaining(60)).expect("computed at first use");
        assert!(first > 5.0, "{first}");
        first
    };
    let [one, two] = [decisions::decisions(&editor), compared::decisions(&editor)].map(remaining);
    assert!(two > one + 0.5, "the slow one has more left after a second: {one}, {two}");
    assert_eq!(editor.verify_analyses(), Ok(()));
    editor.handle(Input::Run(Command::CompareScenario));
    assert_eq!(compared::index(&editor), None);
    assert!(!has_mark(&editor, AgentMark::Compared));
}

#[test]
fn curves_show_speed_turns_distance_arrivals_and_density() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NextAgent));
    let run = runs::run(&editor).expect("a run");
    let speeds = run.speeds(0);
    let most = speeds.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 1.5).abs() < 0.1, "{most}");
    assert!(speeds.last().is_some_and(|point| point[1] < 0.1), "it arrived");
    let turns = run.turn_rates(0);
    assert!(turns.iter().any(|point| point[1].abs() > 2.0), "it gives way");
    let distances = run.distances(decisions::decisions(&editor).expect("decisions"));
    assert!((distances[0][1] - 8.0).abs() < 0.1, "{:?}", distances[0]);
    assert!(distances.last().is_some_and(|point| point[1] < 0.6), "{:?}", distances.last());
    let arrivals = run.arrivals();
    assert_eq!(arrivals.last().map(|point| point[1]), Some(2.0));
    let density = run.density(Vec3::new(8.0, 0.0, 5.0));
    let most = density.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 2.0 / (4.0 * std::f64::consts::PI)).abs() < 1e-6, "both at once: {most}");
}

#[test]
fn the_slope_of_an_agent_on_a_ramp_is_that_of_the_ramp() {
    let Opened::Document { document, .. } =
        samples::named("Ramp").expect("it exists").open().expect("it opens")
    else {
        panic!("a sample is a document")
    };
    let mut editor = Editor::new(document);
    editor.handle(Input::Run(Command::NextAgent));
    let slopes = runs::run(&editor).expect("a run").slopes(0);
    let most = slopes.iter().map(|point| point[1]).fold(0.0, f64::max);
    assert!((most - 0.5_f64.atan().to_degrees()).abs() < 1.0, "4 m over 8 m: {most}°");
    assert!(slopes.first().is_some_and(|point| point[1].abs() < 0.5), "level at the start");
}

#[test]
fn no_frames_are_drawn_while_the_run_is_computed() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::SetDuration(60.0)));
    editor.handle(Input::Run(Command::NewScenario));
    editor.handle(Input::Simulation(SimulationInput::Activate(0)));
    editor.handle(Input::Run(Command::PlaySimulation));
    let shown = editor.take_effects();
    assert!(shown.contains(&Effect::Show(Panel::Simulation)), "the panel");
    assert!(playback(&editor).is_playing());
    if runs::run(&editor).is_none() {
        assert_ne!(recovery::next_tick(&editor), Some(0.0), "nothing moves");
    }
    let started = jobs::jobs_among(shown, "simulating agents");
    let job = started.first().expect("a job");
    jobs::finish(&mut editor, job);
    assert_eq!(recovery::next_tick(&editor), Some(0.0));
}

#[test]
fn a_run_continues_from_its_frame_when_its_target_is_dragged() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    let frame = |editor: &Editor, time: f64| {
        let run = runs::run(editor).expect("a run");
        run.frame_at(time).next().expect("an agent").position
    };
    let [before, here] = [1.0, 2.0].map(|time| frame(&editor, time));
    assert!(runs::run(&editor).expect("a run").change_times().next().is_none());
    drag(&mut editor, [10.0, 2.0], [10.0, 12.0]);
    assert_eq!([1.0, 2.0].map(|time| frame(&editor, time)), [before, here], "the past stays");
    let times: Vec<f64> = runs::run(&editor).expect("a run").change_times().collect();
    assert_eq!(times.len(), 1, "the drag is one change at one frame: {times:?}");
    assert!((times[0] - 2.0).abs() < 0.02, "{times:?}");
    let there = frame(&editor, 60.0);
    assert!((there.z - 12.0).abs() < 0.6, "it turned to the new target: {there}");
    assert!(runs::is_current(&editor));
    assert_eq!(editor.verify_analyses(), Ok(()));
    editor.handle(Input::Run(Command::RunAgain));
    assert!(runs::run(&editor).expect("a run").change_times().next().is_none());
    assert_eq!(playback(&editor).time(), 0.0);
    assert!(frame(&editor, 2.0).distance(here) > 0.1, "straight to the new target");
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn an_undo_of_a_drag_during_a_run_restores_the_run() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    let report = runs::run(&editor).expect("a run").report.clone();
    drag(&mut editor, [10.0, 2.0], [10.0, 12.0]);
    assert_ne!(runs::run(&editor).expect("a run").report, report);
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(runs::run(&editor).expect("a run").report, report);
    assert!(runs::run(&editor).expect("a run").change_times().next().is_none());
}

#[test]
fn a_run_continues_on_a_mesh_that_changes_and_starts_again_with_another_radius() {
    let mut editor = with_agent();
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor.handle(Input::Run(Command::CellMode));
    editor.handle(Input::Run(Command::SelectAll));
    let changes = |editor: &Editor| runs::run(editor).expect("a run").change_times().count();
    editor.handle(Input::Run(Command::Triangulate));
    assert_eq!(changes(&editor), 1, "the mesh changed");
    assert_eq!(editor.verify_analyses(), Ok(()));
    let wide = AgentGroup { radius: 0.5, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(wide))));
    assert_eq!(changes(&editor), 0, "another run");
}

#[test]
fn agents_follow_the_pointer_while_the_run_plays() {
    let mut editor = with_agent();
    let follows = AgentGroup { target: GroupTarget::Pointer, ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(follows))));
    editor.handle(Input::Hover(pointer([2.0, 12.0])));
    editor.handle(Input::Run(Command::PlaySimulation));
    for tick in 0..40 {
        editor.handle(Input::Tick(f64::from(tick) * 0.1));
    }
    let run = runs::run(&editor).expect("a run");
    let agent = run.frame_at(playback(&editor).time()).next().expect("an agent");
    assert!(agent.position.z > 5.0, "towards the pointer: {agent:?} at {}", playback(&editor).time());
    assert_eq!(run.change_times().collect::<Vec<_>>(), [0.0], "the pointer rests");
    assert_eq!(editor.verify_analyses(), Ok(()));
}

#[test]
fn a_change_before_the_pointer_moved_keeps_the_pointer_of_that_time() {
    let follower = AgentGroup { target: GroupTarget::Pointer, ..walker([4.0, 8.0], [0.0; 2]) };
    let groups = vec![walker([4.0, 2.0], [12.0, 2.0]), follower];
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], groups, 12.0);
    editor.handle(Input::Run(Command::FrameAll));
    let mut now = 0.0;
    let mut play = |editor: &mut Editor| {
        editor.handle(Input::Run(Command::PlaySimulation));
        for _ in 0..20 {
            now += 0.1;
            editor.handle(Input::Tick(now));
        }
        editor.handle(Input::Run(Command::PlaySimulation));
    };
    play(&mut editor);
    editor.handle(Input::Hover(pointer([14.0, 8.0])));
    play(&mut editor);
    let end = |editor: &Editor| {
        let run = runs::run(editor).expect("a run");
        run.frame_at(12.0).nth(1).expect("an agent").position.x
    };
    assert!(end(&editor) > 13.0, "it goes to the pointer: {}", end(&editor));
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    drag(&mut editor, [12.0, 2.0], [12.0, 5.0]);
    assert_eq!(runs::run(&editor).expect("a run").change_times().count(), 1);
    assert!((end(&editor) - 4.0).abs() < 0.1, "at that time, there was no pointer: {}", end(&editor));
}

#[test]
fn playback_stops_at_events_at_the_start_when_it_begins_again() {
    let mut editor = meeting();
    let kind = IncidentKind::Replanned;
    editor.handle(Input::Simulation(SimulationInput::SetBreakpoint(kind, true)));
    editor.handle(Input::Simulation(SimulationInput::BreakForAll(true)));
    editor.handle(Input::Run(Command::LoopSimulation));
    editor.handle(Input::Simulation(SimulationInput::Seek(11.9)));
    let first = {
        let run = runs::run(&editor).expect("a run");
        let mut events = run.recording.events().iter();
        run.time_of(events.find(|event| event.what.kind() == kind).expect("a first path"))
    };
    editor.handle(Input::Run(Command::PlaySimulation));
    for now in [1.0, 1.2] {
        editor.handle(Input::Tick(now));
    }
    assert_eq!((playback(&editor).time(), playback(&editor).is_playing()), (first, false));
}

#[test]
fn a_refused_change_names_the_changed_group_and_the_one_that_prevents_it() {
    let mut editor = chase();
    let crowd = AgentGroup { name: "crowd".into(), count: 6, ..walker([4.0, 5.0], [12.0, 5.0]) };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(crowd.clone()))));
    let target = GroupTarget::Agent { group: 0, index: 5 };
    let hunters = AgentGroup { name: "hunters".into(), target, ..walker([4.0, 6.0], [0.0; 2]) };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(1), Box::new(hunters))));
    editor.take_effects();
    let few = AgentGroup { count: 3, ..crowd.clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(few))));
    let text = "Group crowd was not changed because of group hunters: its target is agent 5 of crowd, which has 3 of them; choose one, counted from 0.";
    assert_eq!(said(&mut editor), [text]);
    let many = AgentGroup { count: 50_000, ..crowd };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(many))));
    let text = "Group crowd was not changed because of the scenario: its groups have 50001 agents, and at most 50000; reduce a count.";
    assert_eq!(said(&mut editor), [text]);
}

#[test]
fn groups_keep_their_colours_when_another_one_is_deleted() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(0))));
    editor.handle(Input::Run(Command::Delete));
    let marks = [0, 1]
        .map(|color| [AgentMark::Spawn(color), AgentMark::Body(color)].map(|mark| has_mark(&editor, mark)));
    assert_eq!(marks, [[false, false], [true, true]], "the other group");
    let text = navsmith_formats::io::ron::write(editor.document()).expect("valid");
    assert!(text.contains("color: Some(1)"), "{text}");
    editor.handle(Input::Run(Command::Undo));
    assert!(!navsmith_formats::io::ron::write(editor.document()).expect("valid").contains("color: Some(1)"));
    editor.handle(Input::Run(Command::Redo));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Duplicate));
    editor.handle(Input::Click(pointer([5.0, 8.0])));
    let colors: Vec<u8> = groups::shown(&editor).map(|(id, _)| groups::color(&editor, id)).collect();
    assert_eq!(colors, [1, 0], "the copy has a colour of its own");
}

#[test]
fn a_copy_of_a_group_is_refused_beyond_the_limit_of_agents() {
    let crowd = AgentGroup { count: 30_000, ..walker([4.0, 5.0], [12.0, 5.0]) };
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![crowd], 1.0);
    editor.handle(Input::Run(Command::SelectAll));
    editor.take_effects();
    editor.handle(Input::Run(Command::Duplicate));
    let said = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    assert_eq!(said.as_deref(), Some("There would be more than 50000 agents in the scenario. Select fewer."));
    assert_eq!(groups::shown(&editor).count(), 1);
    assert!(navsmith_formats::io::ron::write(editor.document()).is_ok(), "it can be saved");
}

/// An agent, and one that goes to it.
fn chase() -> Editor {
    let chaser =
        AgentGroup { target: GroupTarget::Agent { group: 0, index: 0 }, ..walker([4.0, 6.0], [0.0; 2]) };
    let mut editor =
        with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![walker([4.0, 5.0], [12.0, 5.0]), chaser], 12.0);
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

fn targets(editor: &Editor) -> Vec<GroupTarget> {
    groups::shown(editor)
        .map(|(_, group)| group.target.clone())
        .filter(|it| !matches!(it, GroupTarget::Point(_)))
        .collect()
}

fn copied(editor: &mut Editor) -> String {
    editor.take_effects();
    editor.handle(Input::Run(Command::Copy));
    let text = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    text.expect("copied")
}

/// Returns what the editor says.
pub(crate) fn said(editor: &mut Editor) -> Vec<String> {
    let effects = editor.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Say(message) = effect { Some(message.text) } else { None })
        .collect()
}

#[test]
fn what_becomes_of_the_target_of_a_group_is_said_when_it_is_copied_alone_or_deleted() {
    let mut editor = chase();
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(1))));
    editor.take_effects();
    editor.handle(Input::Run(Command::Copy));
    let expected =
        "Copied 1 agent group. 1 group goes to agents that are not copied; the copies go to the pointer.";
    assert_eq!(said(&mut editor), [expected]);
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Copy));
    assert_eq!(said(&mut editor), ["Copied 1 cell, 2 agent groups."]);
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(0))));
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(said(&mut editor), ["The target of 1 group is deleted. They go to the pointer now."]);
    assert_eq!(targets(&editor), [GroupTarget::Pointer]);
}

#[test]
fn agents_that_wait_for_the_pointer_are_not_marked_as_stuck() {
    let waiting = AgentGroup { target: GroupTarget::Pointer, ..walker([4.0, 6.0], [0.0; 2]) };
    let lost = walker([4.0, 5.0], [40.0, 5.0]);
    let islands = [[[0.0, 0.0], [20.0, 10.0]], [[30.0, 0.0], [50.0, 10.0]]];
    for (group, is_marked) in [(waiting, false), (lost, true)] {
        let mut editor = with_groups(&islands, vec![group], 1.0);
        editor.handle(Input::Run(Command::FrameAll));
        editor.handle(Input::Run(Command::StepSimulation));
        assert_eq!(has_mark(&editor, AgentMark::Stuck), is_marked);
    }
}

#[test]
fn a_copy_goes_to_the_copy_of_an_agent_or_keeps_its_target() {
    let to = |group| GroupTarget::Agent { group, index: 0 };
    let mut editor = chase();
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(1))));
    editor.handle(Input::Run(Command::Duplicate));
    editor.handle(Input::Click(pointer([5.0, 7.0])));
    assert_eq!(targets(&editor), [to(0), to(0)], "the copy of only the chaser keeps the target");
    let alone = copied(&mut editor);
    editor.handle(Input::Run(Command::Undo));
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Duplicate));
    editor.handle(Input::Click(pointer([5.0, 8.0])));
    assert_eq!(targets(&editor), [to(0), to(2)], "the copy goes to the copy");
    let both = copied(&mut editor);
    let mut other = self::editor();
    other.handle(Input::Pasted(both));
    assert_eq!(targets(&other), [to(0)], "pasted into another document");
    other.handle(Input::Pasted(alone));
    assert_eq!(targets(&other), [to(0), GroupTarget::Pointer], "its target was not copied");
}

#[test]
fn the_compared_scenario_stays_when_another_one_is_removed_and_after_undo() {
    let mut editor = meeting();
    for _ in 0..3 {
        editor.handle(Input::Run(Command::DuplicateScenario));
    }
    let names: Vec<String> = editor.document().scenarios.iter().map(|it| it.name.clone()).collect();
    let compared = |editor: &Editor| compared::scenario(editor).map(|it| it.name.clone());
    editor.handle(Input::Simulation(SimulationInput::Activate(0)));
    editor.handle(Input::Simulation(SimulationInput::Compare(Some(2))));
    editor.handle(Input::Run(Command::RemoveScenario));
    assert_eq!(compared(&editor).as_ref(), Some(&names[2]));
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(compared(&editor).as_ref(), Some(&names[2]), "after undo");
    editor.handle(Input::Run(Command::Redo));
    assert_eq!(compared(&editor).as_ref(), Some(&names[2]), "after redo");
}

#[test]
fn a_continued_run_stays_when_only_names_and_the_expected_result_change() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    drag(&mut editor, [10.0, 2.0], [10.0, 12.0]);
    let changes = |editor: &Editor| runs::run(editor).expect("a run").change_times().count();
    assert_eq!(changes(&editor), 1);
    editor.handle(Input::Simulation(SimulationInput::Rename(0, "other".into())));
    let renamed = AgentGroup { name: "scouts".into(), ..only_group(&editor).clone() };
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(0), Box::new(renamed))));
    let expected = ExpectedRun { all_arrive_within: Some(20.0), most_stuck: Some(0) };
    editor.handle(Input::Simulation(SimulationInput::SetExpected(Some(expected))));
    assert_eq!(scenarios::active(&editor).and_then(|it| it.expected), Some(expected));
    assert_eq!(changes(&editor), 1, "the run is that with the change");
    assert!(runs::is_current(&editor));
    editor.handle(Input::Simulation(SimulationInput::SetTimeStep(0.05)));
    assert_eq!(changes(&editor), 0, "another run");
}

#[test]
fn starts_and_targets_become_those_of_other_kinds_and_stay_valid() {
    let editor = chase();
    let scenario = &editor.document().scenarios[0];
    for (index, of) in scenario.groups.iter().enumerate() {
        for kind in SpawnKind::ALL {
            for goes in TargetKind::possible(scenario, index) {
                let spawn = kinds::spawn_of_kind(&editor, of, kind);
                let target = kinds::target_of_kind(&editor, group(index), of, goes);
                assert_eq!((SpawnKind::of(&spawn), TargetKind::of(&target)), (kind, goes));
                let changed = AgentGroup { spawn, target, ..of.clone() };
                let mut with = scenario.clone();
                with.groups[index] = changed.clone();
                assert_eq!(with.check(), Ok(()), "{kind:?} {goes:?}");
                let back = kinds::spawn_of_kind(&editor, &changed, SpawnKind::Point);
                assert!(matches!(back, Spawn::Point(_)));
                let mut longer = changed;
                kinds::add_route_point(&editor, &mut longer);
                let is_longer =
                    matches!(longer.target, GroupTarget::Route { ref points, .. } if points.len() == 3);
                assert_eq!(is_longer, goes == TargetKind::Route);
            }
        }
    }
    let only = Scenario { groups: vec![scenario.groups[0].clone()], ..scenario.clone() };
    assert!(!TargetKind::possible(&only, 0).contains(&TargetKind::Agent), "there is no other group");
}
