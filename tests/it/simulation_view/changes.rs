//! Changes of groups, targets and meshes during a run.

use navsmith::editor::Editor;
use navsmith::editor::files::file::recovery;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::playback::playback;
use navsmith::editor::simulation::runs;
use navsmith_core::simulation::events::IncidentKind;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget};

use super::{chase, drag, group, meeting, only_group, pointer, said, walker, with_agent, with_groups};
use crate::support::jobs;

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
