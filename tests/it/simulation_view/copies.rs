//! Copies of groups, and targets that become those of other kinds.

use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::simulation::input::SimulationInput;
use navsmith::editor::simulation::kinds::{self, SpawnKind, TargetKind};
use navsmith::editor::simulation::{compared, groups, runs, scenarios};
use navsmith::editor::view::scene::agents::AgentMark;
use navsmith_core::simulation::scenario::{AgentGroup, ExpectedRun, GroupTarget, Scenario, Spawn};

use super::{
    chase, drag, group, has_mark, meeting, only_group, pointer, said, walker, with_agent, with_groups,
};

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
    let mut other = super::editor();
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
