//! The list of issues: its order, the severities that it contains, and the issue that is shown.

use std::collections::BTreeSet;

use crate::editor::analysis::agent_issues::all_issues;
use crate::editor::session::effect::{Effect, Panel};
use crate::editor::session::selection::Selection;
use crate::editor::simulation::scenarios;
use crate::editor::{Editor, State};
use navsmith_formats::check::{Issue, Severity, in_order};
use navsmith_formats::document::NameList;

/// Severities that are hidden from the list, and the issue that was shown last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IssueList {
    hidden: BTreeSet<Severity>,
    shown: Option<Issue>,
    /// The selection when that issue was shown.
    selection: Selection,
    /// Place in the list of the issue shown last, at which the next one is when that one is fixed.
    position: usize,
}

impl IssueList {
    /// Returns the issue that was shown last; it may no longer exist.
    pub fn shown(&self) -> Option<&Issue> {
        self.shown.as_ref()
    }

    /// Whether the list contains issues of a severity.
    pub fn lists(&self, severity: Severity) -> bool {
        !self.hidden.contains(&severity)
    }
}

impl State {
    /// Returns the state of the list of issues.
    pub fn issue_list(&self) -> &IssueList {
        &self.issue_list
    }
}

/// Returns the listed issues in the order of the list: errors first, then by kind and islands.
pub fn listed(state: &State) -> Vec<&Issue> {
    let is_listed = |issue: &&Issue| state.issue_list.lists(issue.kind.severity());
    in_order(all_issues(state).filter(is_listed), &state.derived().islands)
}

/// Hides the issues of a severity from the list, or lists them again.
pub(super) fn toggle(state: &mut State, severity: Severity) {
    let hidden = &mut state.issue_list.hidden;
    if !hidden.remove(&severity) {
        hidden.insert(severity);
    }
}

/// Stores the issue that is shown now.
pub(super) fn set_shown(state: &mut State, issue: &Issue) {
    let position = position_of(&listed(state), issue);
    if let Some(position) = position {
        state.issue_list.position = position;
    }
    state.issue_list.shown = Some(issue.clone());
    state.issue_list.selection = state.session.selection.clone();
}

/// Returns the issue shown last, if the selection is the same as then; it may no longer exist.
pub(super) fn shown_with_selection(state: &State) -> Option<&Issue> {
    let IssueList { shown, selection, .. } = &state.issue_list;
    shown.as_ref().filter(|_| selection == state.selection())
}

/// Returns the issue shown last and those after it; nothing if it is not listed.
pub(super) fn from_shown(state: &State) -> Vec<Issue> {
    let (list, shown) = (listed(state), state.issue_list.shown());
    let at = shown.and_then(|shown| position_of(&list, shown)).unwrap_or(list.len());
    list[at..].iter().map(|&issue| issue.clone()).collect()
}

/// Returns the issue after or before the one shown last; after the last one, the first.
pub(super) fn neighbor(state: &State, is_forward: bool) -> Option<Issue> {
    let (list, IssueList { shown, position, .. }) = (listed(state), &state.issue_list);
    let count = list.len();
    let at = match (shown, is_forward) {
        (None, true) => 0,
        (None, false) => count.checked_sub(1)?,
        (Some(shown), _) => match (position_of(&list, shown), is_forward) {
            (Some(at), true) => at + 1,
            // The one after a fixed issue has taken its place.
            (None, true) => *position,
            (Some(at), false) => (at + count - 1) % count,
            (None, false) => (position + count).checked_sub(1)?,
        },
    };
    list.get(at.checked_rem(count)?).map(|&issue| issue.clone())
}

fn position_of(list: &[&Issue], issue: &Issue) -> Option<usize> {
    list.iter().position(|other| other.is_same(issue))
}

/// Shows the panel with the element of a list.
pub(super) fn show_element(editor: &mut Editor, list: NameList, index: usize) {
    let panel = match list {
        NameList::Areas => Panel::Areas,
        NameList::Queries => Panel::Queries,
        NameList::Scenarios => {
            scenarios::activate(&mut editor.state, index);
            Panel::Simulation
        }
        NameList::Groups(scenario) => {
            scenarios::activate(&mut editor.state, scenario);
            Panel::Simulation
        }
    };
    editor.ask_outside(Effect::Show(panel));
}
