//! Ignored issues and checked agent of the document; each change is one undo step.

use crate::editor::analysis::agent_issues::{found_issues, is_ignored};
use crate::editor::session::effect::Message;
use crate::editor::{Editor, State};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::check::{IgnoredIssue, IgnoredIssues, MOST_IGNORED};
use navsmith_formats::document::{Document, count, thousands};

/// Returns the entries of the list, each with the number of issues that it concerns.
pub fn ignored(state: &State) -> Vec<(IgnoredIssue, usize)> {
    let mut counts: Vec<_> = state.document().ignored.iter().map(|entry| (*entry, 0)).collect();
    let is_any = |issue: &&_| state.document().ignored.contains(issue);
    for issue in found_issues(state).filter(is_any) {
        counts.iter_mut().filter(|(entry, _)| entry.concerns(issue)).for_each(|(_, count)| *count += 1);
    }
    counts
}

/// Adds an entry to the list.
pub(super) fn ignore(editor: &mut Editor, entry: &IgnoredIssue) {
    if editor.document().ignored.len() >= MOST_IGNORED {
        let most = thousands(MOST_IGNORED);
        return editor
            .warn(&format!("A document ignores at most {most} issues. Ignore a kind of issues instead."));
    }
    let title = if entry.at.is_some() { "Ignore issue" } else { "Ignore kind" };
    let concerned = found_issues(editor).filter(|issue| entry.concerns(issue) && !is_ignored(editor, issue));
    let found = count(concerned.count(), "issue", "issues");
    change(editor, title, |ignored| ignored.add(*entry));
    let what = match entry.at {
        Some(_) => format!("Ignored: {entry}"),
        None => format!("Ignored {found} of the kind {}", entry.kind.title),
    };
    editor.say(Message::info(format!(
        "{what}. The group \"Ignored\" at the end of the issues restores what it lists."
    )));
}

/// Removes an entry from the list.
pub(super) fn restore(editor: &mut Editor, entry: &IgnoredIssue) {
    change(editor, "Restore issue", |ignored| ignored.remove(entry));
}

/// Removes all entries from the list.
pub(in crate::editor) fn restore_all(editor: &mut Editor) {
    change(editor, "Restore issues", |ignored| *ignored = IgnoredIssues::default());
}

fn change(editor: &mut Editor, title: &str, change: impl FnOnce(&mut IgnoredIssues)) {
    let mut ignored = editor.document().ignored.as_ref().clone();
    change(&mut ignored);
    if ignored != *editor.document().ignored {
        editor.edit_document(title, Document { ignored: ignored.into(), ..editor.document().clone() });
    }
}

/// Sets the agent for which issues are found; `None` for that of the active query.
pub(super) fn set_agent(editor: &mut Editor, agent: Option<Agent>) {
    if agent != editor.document().agent {
        let document = Document { agent, ..editor.document().clone() };
        editor.edit_document("Set checked agent", document);
    }
}
