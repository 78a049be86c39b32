//! The active scenario, and edits of the list of scenarios.

use std::sync::Arc;

use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::simulation::scenario::Scenario;
use navsmith_formats::document::Document;

/// Returns the active scenario; `None` in a document without scenarios.
pub fn active(session: &Session) -> Option<&Scenario> {
    session.document().scenarios.get(session.scenario)
}

/// Returns the index of the active scenario.
pub fn active_index(session: &Session) -> usize {
    session.scenario
}

/// Activates a scenario and deselects the groups of the others.
pub(in crate::editor) fn activate(state: &mut State, index: usize) {
    state.activate_scenario(index);
    let is_kept = |element: &Element| !matches!(element, Element::Group(id) if id.scenario != index);
    state.session.selection = state.session.selection.elements().filter(is_kept).collect();
}

/// Activates the last scenario if the document no longer has the active one.
pub(in crate::editor) fn refresh(session: &mut Session) {
    let last = session.document().scenarios.len().saturating_sub(1);
    session.scenario = session.scenario.min(last);
}

/// Changes the list of scenarios as one undo step, and activates one of them.
pub(in crate::editor) fn edit_list(
    editor: &mut Editor,
    title: &str,
    change: impl FnOnce(&mut Vec<Scenario>),
    active: usize,
) {
    let mut scenarios = editor.document().scenarios.as_ref().clone();
    change(&mut scenarios);
    // The undo step begins before the other scenario is active, so that an undo activates the present one again.
    editor.begin(title);
    editor.state.activate_scenario(active);
    editor.replace_document(Document { scenarios: Arc::new(scenarios), ..editor.document().clone() });
    editor.commit();
    activate(&mut editor.state, active);
}

/// Changes a scenario as one undo step, unless it could not run then; the message states the reason.
pub(in crate::editor) fn edit(
    editor: &mut Editor,
    index: usize,
    title: &str,
    change: impl FnOnce(&mut Scenario),
) {
    let Some(changed) = changed(editor.document(), index, change) else { return };
    match check(&editor.document().scenarios[index], &changed.scenarios[index]) {
        Ok(()) => editor.edit_document(title, changed),
        Err(why) => editor.warn(&why),
    }
}

/// Returns why a changed scenario could not run, as a sentence in `Err`.
pub(super) fn check(before: &Scenario, changed: &Scenario) -> Result<(), String> {
    let Err(fault) = changed.check() else { return Ok(()) };
    let groups = &before.groups;
    let edited = groups.iter().zip(&changed.groups).position(|(before, after)| before != after);
    let name = |group: usize| groups.get(group).map_or("", |group| &*group.name);
    let what = edited.map_or_else(|| "The scenario".into(), |group| format!("Group {}", name(group)));
    let because = match fault.group {
        group if group == edited => String::new(),
        Some(group) => format!(" because of group {}", name(group)),
        None => " because of the scenario".into(),
    };
    Err(format!("{what} was not changed{because}: {}.", fault.description))
}

/// Returns the document with a scenario changed; `None` if there is no such scenario.
pub(in crate::editor) fn changed(
    document: &Document,
    index: usize,
    change: impl FnOnce(&mut Scenario),
) -> Option<Document> {
    let mut scenarios = document.scenarios.as_ref().clone();
    change(scenarios.get_mut(index)?);
    Some(Document { scenarios: Arc::new(scenarios), ..document.clone() })
}
