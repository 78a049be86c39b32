//! Scenarios of moving agents in the editor, driven by inputs as in the window.

mod playing;
mod explaining;
mod changes;
mod copies;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::{Element, GroupId};
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::{groups, input, runs, scenarios};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::scenario::{AgentGroup, Behavior, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::world::Simulation;
use navsmith_formats::document::Document;

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

/// An agent, and one that goes to it.
fn chase() -> Editor {
    let chaser =
        AgentGroup { target: GroupTarget::Agent { group: 0, index: 0 }, ..walker([4.0, 6.0], [0.0; 2]) };
    let mut editor =
        with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![walker([4.0, 5.0], [12.0, 5.0]), chaser], 12.0);
    editor.handle(Input::Run(Command::FrameAll));
    editor
}

/// Returns what the editor says.
pub(crate) fn said(editor: &mut Editor) -> Vec<String> {
    let effects = editor.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Say(message) = effect { Some(message.text) } else { None })
        .collect()
}
