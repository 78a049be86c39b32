//! Runs that play, pause and are computed by jobs.

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::files::dialog::Choice;
use navsmith::editor::files::file::{FileInput, recovery};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::simulation::decisions;
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::{agents, compared, input, runs, scenarios};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::explain::report::by_kind_of_cause;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::scenario::{AgentGroup, Spawn};

use super::{click, drag, group, has_mark, meeting, only_group, pointer, walker, with_agent, with_groups};
use crate::support::jobs;

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
