//! Scenarios in use: refused and limited numbers, deletions, and what the pointer and the view show of agents.

use glam::Vec2;
use navsmith::editor::Editor;
use navsmith::editor::drawing::naming::mark_legend;
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::pick::Element;
use navsmith::editor::simulation::input::{self, SimulationInput};
use navsmith::editor::simulation::kinds::{self, SpawnKind};
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::{causes, groups, runs};
use navsmith::editor::view::scene::agents::{AgentMark, HEAT_LEVELS};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::scenario::individual::AgentSpread;
use navsmith_core::simulation::scenario::{AgentGroup, Arrival, Behavior, GroupTarget, Spawn};

use crate::simulation_view::{
    click, drag, group, has_mark, meeting, only_group, pointer, said, walker, with_agent, with_groups,
};
use crate::support::jobs;

fn set_group(editor: &mut Editor, index: usize, change: impl FnOnce(&mut AgentGroup)) {
    let mut changed = groups::group(editor, group(index)).expect("a group").clone();
    change(&mut changed);
    editor.handle(Input::Simulation(SimulationInput::SetGroup(group(index), Box::new(changed))));
}

#[test]
fn a_smaller_value_limits_its_spread_and_a_message_states_it() {
    let mut editor = with_agent();
    set_group(&mut editor, 0, |group| group.spread = AgentSpread { radius: 0.3, speed: 1.0, priority: 0.5 });
    let before = said(&mut editor);
    assert!(before.iter().all(|text| !text.contains("spread")), "{before:?}");
    set_group(&mut editor, 0, |group| group.radius = 0.2);
    let changed = only_group(&editor);
    assert_eq!(changed.radius, 0.2);
    assert!((changed.spread.radius - 0.18).abs() < 1e-6, "{:?}", changed.spread);
    assert_eq!((changed.spread.speed, changed.spread.priority), (1.0, 0.5), "as they were");
    let texts = said(&mut editor);
    assert!(texts.iter().any(|text| text.contains("radius spread is 0.18 now")), "{texts:?}");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(only_group(&editor).spread.radius, 0.3, "one undo step");
}

#[test]
fn a_deleted_group_leaves_the_others_and_a_message() {
    let mut editor = meeting();
    set_group(&mut editor, 1, |other| other.target = GroupTarget::Agent { group: 0, index: 0 });
    said(&mut editor);
    editor.handle(Input::Simulation(SimulationInput::RemoveGroup(group(0))));
    assert_eq!(only_group(&editor).target, GroupTarget::Pointer);
    let texts = said(&mut editor).join(" ");
    assert!(texts.contains("Undo brings it back") && texts.contains("target of 1 group"), "{texts}");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(groups::shown(&editor).count(), 2);
}

#[test]
fn a_deleted_scenario_is_named_in_a_message() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::RemoveScenario));
    let texts = said(&mut editor).join(" ");
    assert!(texts.contains("scenario scenario was deleted. Undo"), "{texts}");
}

#[test]
fn why_states_that_no_agent_is_stuck_at_the_end_of_a_run() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    assert_eq!(runs::run(&editor).expect("a run").report.arrived, 2);
    let refused = Command::WhyStuck.enabled(&editor);
    assert_eq!(refused, Err("No agent is stuck now, or late at the end of the run"));
}

#[test]
fn the_agent_under_the_pointer_is_marked_and_named_in_the_hints() {
    let mut editor = meeting();
    let at = {
        let run = runs::run(&editor).expect("a run");
        run.recording.agent(run.frame_number(2.0), 0).expect("an agent").position
    };
    let hovers = |editor: &Editor| {
        let is_circle = |mark: &&Mark| matches!(mark, Mark::Line(Role::Hover, ring) if ring.len() > 8);
        let click = editor.hints().into_iter().find(|hint| hint.input == "Click").map(|hint| hint.does);
        (editor.scene(ViewId::ABOVE).marks.iter().filter(is_circle).count(), click.unwrap_or_default())
    };
    editor.handle(Input::Hover(pointer([at.x, at.z])));
    assert_eq!(hovers(&editor), (1, "select this agent".into()));
    editor.handle(Input::Hover(pointer([18.0, 8.0])));
    let (circles, click) = hovers(&editor);
    assert!(circles == 0 && !click.contains("agent"), "{click}");
}

#[test]
fn a_click_on_an_agent_deselects_groups() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(1))));
    let run = runs::run(&editor).expect("a run");
    let at = run.recording.agent(run.frame_number(2.0), 0).expect("an agent").position;
    click(&mut editor, [at.x, at.z]);
    assert_eq!(input::selected_agent(&editor), Some(0));
    let is_group = |element: Element| matches!(element, Element::Group(_));
    assert!(!editor.selection().elements().any(is_group), "Delete would delete the group");
}

#[test]
fn a_line_of_starts_ends_before_walls() {
    let disc = Spawn::Disc { center: Vec2::new(2.5, 5.0).into(), radius: 1.5 };
    let many = AgentGroup { count: 10, spawn: disc, ..walker([2.0, 5.0], [18.0, 5.0]) };
    let editor = with_groups(&[[[0.0, 0.0], [9.0, 10.0]]], vec![many], 5.0);
    let line = kinds::spawn_of_kind(&editor, only_group(&editor), SpawnKind::Line);
    let Spawn::Line { from, to } = line else { panic!("{line:?}") };
    assert!((from.ground.x - 0.4).abs() < 1e-3, "{from:?}");
    assert!((to.ground.x - 8.5).abs() < 1e-3, "the line is as long as the agents need: {to:?}");
}

#[test]
fn agents_on_a_line_that_leaves_the_mesh_start_off_its_walls() {
    let line = Spawn::Line { from: Vec2::new(-3.0, 5.0).into(), to: Vec2::new(9.0, 5.0).into() };
    let many = AgentGroup { count: 8, spawn: line, ..walker([2.0, 5.0], [18.0, 5.0]) };
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![many], 1.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let run = runs::run(&editor).expect("a run");
    let starts: Vec<Vec2> =
        run.recording.frame(0).map(|it| Vec2::new(it.position.x, it.position.z)).collect();
    assert_eq!(starts.len(), 8);
    for (index, at) in starts.iter().enumerate() {
        assert!(at.x >= 0.4 - 1e-3, "{at} is at the radius from the wall");
        let is_apart = |other: &Vec2| other.distance(*at) >= 0.8 - 2e-3;
        assert!(starts[..index].iter().all(is_apart), "{at} touches another agent");
    }
}

#[test]
fn a_line_leads_from_a_group_to_the_agent_that_it_goes_to() {
    let mut editor = meeting();
    set_group(&mut editor, 1, |other| other.target = GroupTarget::Agent { group: 0, index: 0 });
    let end = |editor: &Editor| {
        let is_route = |mark: &Mark| match mark {
            Mark::Line(Role::Agents(AgentMark::Route(1)), points) if points.len() == 2 => Some(points[1]),
            _ => None,
        };
        editor.scene(ViewId::ABOVE).marks.iter().find_map(is_route)
    };
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    let run = runs::run(&editor).expect("a run");
    let target = run.recording.agent(run.frame_number(2.0), 0).expect("an agent").position;
    assert_eq!(end(&editor), Some(target));
    let mut editor = Editor::new(editor.document().clone());
    editor.handle(Input::Run(Command::FrameAll));
    let start = end(&editor).expect("before the first play");
    assert!(start.distance(glam::Vec3::new(4.0, 0.0, 5.0)) < 1e-3, "{start}");
}

#[test]
fn the_legend_states_the_values_of_a_heat_map() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::NextHeatMap));
    let legend = mark_legend(&editor, &editor.scene(ViewId::ABOVE));
    let texts: Vec<&str> = legend.iter().map(|mark| &*mark.text).collect();
    assert_eq!(texts[0], "traffic", "the title");
    assert!(texts[1].starts_with("0.") && texts[1].ends_with(" s"), "{texts:?}");
    let levels: Vec<&&str> = texts.iter().filter(|text| text.ends_with(" s")).collect();
    assert!((2..=usize::from(HEAT_LEVELS)).contains(&levels.len()), "{texts:?}");
    for level in levels {
        let (from, to) = level.trim_end_matches(" s").split_once(" to ").expect("two values");
        assert_ne!(from, to, "rounded to one number");
    }
}

#[test]
fn a_long_run_continues_by_itself_after_its_target_was_dragged() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::SetTimeStep(0.001)));
    editor.handle(Input::Simulation(SimulationInput::SetDuration(1100.0)));
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let started = jobs::jobs(&mut editor, "simulating agents");
    jobs::finish(&mut editor, started.last().expect("a job"));
    editor.handle(Input::Simulation(SimulationInput::Seek(2.0)));
    assert!(runs::is_on_request(&editor), "it is long");
    drag(&mut editor, [10.0, 2.0], [10.0, 12.0]);
    assert!(runs::run(&editor).is_some_and(|run| run.change_times().next().is_none()), "not yet");
    editor.handle(Input::Tick(1.0));
    let effects = editor.take_effects();
    let is_said = |effect: &Effect| match effect {
        Effect::Say(message) => message.text.contains("The view shows the earlier run until it is done"),
        _ => false,
    };
    assert!(effects.iter().any(is_said), "{effects:?}");
    let started = jobs::jobs_among(effects, "simulating agents");
    assert_eq!(started.len(), 1, "one job after the drag");
    jobs::finish(&mut editor, &started[0]);
    let run = runs::run(&editor).expect("a run");
    assert_eq!(run.change_times().count(), 1);
    let end = run.frame_at(1100.0).next().expect("an agent").position;
    assert!((end.z - 12.0).abs() < 0.6, "it went to the new target: {end}");
}

#[test]
fn the_target_of_agents_is_dragged_where_the_target_of_the_query_covers_it() {
    let mut editor = with_agent();
    editor.handle(Input::Run(Command::FrameAll));
    let end = Some(Vec2::new(10.0, 2.0).into());
    editor.handle(Input::Query(QueryInput::SetEnd(End::Target, end)));
    let targets = |editor: &Editor| {
        let GroupTarget::Point(at) = only_group(editor).target else { panic!("a point") };
        [editor.endpoint(End::Target).expect("placed").ground, at.ground]
    };
    let [query, agents] = targets(&editor);
    assert_eq!(query, agents);
    drag(&mut editor, [10.0, 2.0], [10.0, 4.0]);
    assert_eq!(targets(&editor), [Vec2::new(10.0, 4.0), agents], "without a run, the query");
    drag(&mut editor, [10.0, 4.0], [10.0, 2.0]);
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    drag(&mut editor, [10.0, 2.0], [10.0, 4.0]);
    assert_eq!(targets(&editor), [query, Vec2::new(10.0, 4.0)], "with a run, its agents");
}

/// Returns a corridor in which an agent waits behind a slow one, until that one arrives and leaves.
fn held_up() -> Editor {
    let slow =
        AgentGroup { speed: 0.02, radius: 0.4, arrival: Arrival::Leave, ..walker([3.0, 0.5], [4.0, 0.5]) };
    let groups = vec![slow, AgentGroup { radius: 0.4, ..walker([1.0, 0.5], [18.0, 0.5]) }];
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 1.0]]], groups, 80.0);
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::SetTimeStep(0.05)));
    editor.handle(Input::Simulation(SimulationInput::Seek(10.0)));
    editor
}

#[test]
fn why_explains_an_agent_that_is_stuck_now_and_arrives_later() {
    let mut editor = held_up();
    let run = runs::run(&editor).expect("a run");
    assert_eq!((run.report.arrived, run.report.stuck.len()), (2, 0), "at the end");
    assert_eq!(run.stuck_at(run.frame_number(10.0)).collect::<Vec<_>>(), [1]);
    assert_eq!(run.arrived_until(run.frame_number(10.0)), 0);
    assert!(run.arrival_of(1).is_some_and(|time| time > 20.0), "{:?}", run.arrival_of(1));
    assert_eq!(Command::WhyStuck.enabled(&editor), Ok(()));
    editor.handle(Input::Run(Command::WhyStuck));
    assert_eq!(input::selected_agent(&editor), Some(1));
    assert_eq!(playback(&editor).time(), 10.0, "the time at which it is stuck");
    assert!(causes::is_stuck_now(&editor));
    let names_the_slow_one = |cause: &StuckCause| match cause {
        StuckCause::Behind { agents } | StuckCause::Deadlock { agents, .. } => agents.contains(&0),
        _ => false,
    };
    let cause = causes::cause(&editor).expect("computed at first use");
    assert!(names_the_slow_one(cause), "{cause:?}");
    assert_eq!(editor.verify_analyses(), Ok(()));
    editor.handle(Input::Simulation(SimulationInput::Seek(60.0)));
    assert_eq!(causes::cause(&editor), None, "it goes on");
}

#[test]
fn why_goes_to_a_late_agent_at_the_end_of_the_run() {
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![walker([2.0, 5.0], [18.0, 5.0])], 2.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(0.5)));
    assert_eq!(runs::run(&editor).expect("a run").report.late.len(), 1);
    editor.handle(Input::Run(Command::WhyStuck));
    assert_eq!(input::selected_agent(&editor), Some(0));
    assert!((playback(&editor).time() - 2.0).abs() < 0.02, "{}", playback(&editor).time());
    assert!(matches!(runs::cause_of(&editor, 0), Some(StuckCause::RunEnded { .. })));
}

#[test]
fn the_legend_of_a_run_names_groups_then_states_then_the_selected_agent() {
    let named = |name: &str, z: f32| AgentGroup { name: name.into(), ..walker([4.0, z], [12.0, z]) };
    let groups: Vec<AgentGroup> = (1..=8).map(|i| named(&format!("group {i}"), i as f32)).collect();
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], groups, 10.0);
    editor.handle(Input::Run(Command::FrameAll));
    for (end, at) in [(End::Start, [2.0, 2.0]), (End::Target, [18.0, 8.0])] {
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(Vec2::from(at).into()))));
    }
    editor.handle(Input::Simulation(SimulationInput::Seek(9.0)));
    editor.handle(Input::Simulation(SimulationInput::SelectAgent(Some(0))));
    let legend = mark_legend(&editor, &editor.scene(ViewId::ABOVE));
    let texts: Vec<&str> = legend.iter().map(|mark| &*mark.text).collect();
    let first = ["group 1", "group 2", "group 3", "group 4", "group 5", "group 6", "and 2 more groups"];
    assert_eq!(texts[..7], first);
    let place = |name: &str| texts.iter().position(|text| *text == name);
    let order = ["arrived agent", "agent trail", "agent target", "path"].map(place);
    assert!(order.is_sorted() && order[0] == Some(7), "{order:?} in {texts:?}");
    assert_eq!(place("agent"), None, "no row in the colour of one group");
}

#[test]
fn a_selection_moves_the_view_only_to_what_is_not_in_view() {
    let disc = Spawn::Disc { center: Vec2::new(8.0, 5.0).into(), radius: 4.0 };
    let group_of_disc = AgentGroup { spawn: disc, ..walker([0.0; 2], [18.0, 5.0]) };
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![group_of_disc], 2.0);
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let all = editor.camera();
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(0))));
    editor.handle(Input::Run(Command::NextAgent));
    editor.handle(Input::Run(Command::WhyStuck));
    assert_eq!(editor.camera(), all, "all of it is in view");
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(Vec2::new(700.0, 0.0))));
    editor.handle(Input::Simulation(SimulationInput::FrameGroup(group(0))));
    let camera = editor.camera();
    for at in [[4.0, 5.0], [8.0, 1.0], [8.0, 9.0], [18.0, 5.0]] {
        let shown = camera.screen_from_ground(at.into());
        assert!(shown.cmpgt(Vec2::ZERO).all() && shown.cmplt(camera.size).all(), "{at:?} at {shown}");
    }
}

#[test]
fn agents_that_arrived_are_no_traffic() {
    let mut editor = with_groups(&[[[0.0, 0.0], [20.0, 10.0]]], vec![walker([4.0, 5.0], [7.0, 5.0])], 20.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(1.0)));
    editor.handle(Input::Run(Command::NextHeatMap));
    let map = navsmith::editor::simulation::heat::map(&editor).expect("a map");
    let traffic: f32 = map.tiles.iter().map(|tile| tile.traffic).sum();
    let run = runs::run(&editor).expect("a run");
    let arrival = run.arrival_steps().next().expect("it arrives") as f32 * run.recording.time_step();
    assert!((traffic - arrival).abs() < 0.05, "{traffic} s of traffic, arrived after {arrival} s");
}

#[test]
fn a_stuck_agent_and_its_target_on_another_island_are_both_in_view() {
    let islands = [[[0.0, 0.0], [4.0, 4.0]], [[60.0, 0.0], [64.0, 4.0]]];
    let mut editor = with_groups(&islands, vec![walker([1.0, 2.0], [62.0, 2.0])], 5.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    editor.handle(Input::Run(Command::WhyStuck));
    assert!(matches!(runs::cause_of(&editor, 0), Some(StuckCause::OtherIsland { .. })));
    let camera = editor.camera();
    for at in [Vec2::new(1.0, 2.0), Vec2::new(62.0, 2.0)] {
        let shown = camera.screen_from_ground(at);
        assert!(shown.cmpge(Vec2::ZERO).all() && shown.cmple(camera.size).all(), "{at} at {shown}");
    }
}

#[test]
fn a_breakpoint_states_its_event_in_a_message() {
    let mut editor = meeting();
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    editor.handle(Input::Simulation(SimulationInput::SetBreakpoint(IncidentKind::Arrived, true)));
    editor.handle(Input::Simulation(SimulationInput::BreakForAll(true)));
    editor.handle(Input::Run(Command::PlaySimulation));
    said(&mut editor);
    for tick in 0..60 {
        editor.handle(Input::Tick(f64::from(tick) * 0.25));
    }
    assert!(!playback(&editor).is_playing());
    let texts = said(&mut editor).join(" ");
    assert!(
        texts.contains("Paused at") && texts.contains("of walker") && texts.contains("arrived"),
        "{texts}"
    );
}

#[test]
fn a_duplicate_of_a_shown_scenario_is_shown_too() {
    let mut editor = meeting();
    editor.handle(Input::Run(Command::DuplicateScenario));
    assert!(playback(&editor).is_shown(), "its plots stay");
    assert!(has_mark(&editor, AgentMark::Body(0)));
    editor.handle(Input::Run(Command::NextScenario));
    assert!(playback(&editor).is_shown());
    let mut hidden = Editor::new(editor.document().clone());
    hidden.handle(Input::Run(Command::NextScenario));
    assert!(!playback(&hidden).is_shown(), "nothing was played");
}

#[test]
fn a_fix_states_what_it_sets() {
    let rooms = [[[0.0, 0.0], [4.0, 4.0]], [[4.0, 0.0], [4.5, 0.7]], [[4.5, 0.0], [9.0, 4.0]]];
    let spread = AgentSpread { radius: 0.2, ..AgentSpread::default() };
    let wide = AgentGroup { spread, behavior: Behavior::Waypoints, ..walker([2.0, 3.0], [7.0, 3.0]) };
    let mut editor = with_groups(&rooms, vec![wide], 20.0);
    editor.handle(Input::Simulation(SimulationInput::Seek(0.0)));
    let cause = runs::cause_of(&editor, 0).expect("it is stuck").to_string();
    assert!(cause.contains("the largest agent of the group 1.20 m"), "{cause}");
    let fix = runs::fix(&editor, 0).expect("a fix");
    let label = fix.to_string();
    assert!(label.starts_with("Set largest radius to 0.31"), "{label}");
    editor.handle(Input::Apply(ProposalSource::Stuck(0)));
    assert!((only_group(&editor).largest_radius() - 0.315).abs() < 2e-3);
}
