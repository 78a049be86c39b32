//! Commands for scenarios of moving agents.

use super::shortcut::{Key, Shortcut};
use super::{Enabled, Spec, needs};
use crate::editor::Editor;
use crate::editor::edits::area::free_name;
use crate::editor::session::command::Command;
use crate::editor::simulation::scenarios;
use crate::simulation::scenario::Scenario;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::NewScenario, "New scenario", "Add an empty scenario and show it", |editor| {
        let count = scenario_count(editor);
        let taken: Vec<&str> = editor.document().scenarios.iter().map(|it| &*it.name).collect();
        let scenario = Scenario { name: free_name("scenario", count + 1, &taken), ..Scenario::default() };
        scenarios::edit_list(editor, "New scenario", |list| list.push(scenario), count);
    })
    .keys(&[Shortcut::alt(Key::A).and_shift()]),
    Spec::new(Command::RemoveScenario, "Remove scenario", "Delete this scenario", |editor| {
        let index = scenarios::active_index(editor);
        let before = index.saturating_sub(1);
        scenarios::edit_list(editor, "Remove scenario", |list| drop(list.remove(index)), before);
    })
    .when(has_scenario),
    Spec::new(Command::NextScenario, "Next scenario", "Show the next scenario", |editor| {
        scenarios::activate(editor, (scenarios::active_index(editor) + 1) % scenario_count(editor));
    })
    .keys(&[Shortcut::command(Key::J)])
    .when(|editor| needs::need(scenario_count(editor) > 1, "There is no other scenario")),
];

fn scenario_count(editor: &Editor) -> usize {
    editor.document().scenarios.len()
}

fn has_scenario(editor: &Editor) -> Enabled {
    needs::need(scenario_count(editor) > 0, "There is no scenario. Place agents first")
}
