//! Commands that go through the listed issues.

use navsmith::editor::Editor;
use navsmith::editor::analysis::agent_issues::all_issues;
use navsmith::editor::edits::issue_list::listed;
use navsmith::editor::edits::problems::{IssueInput, offered_fixes};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith_core::navmesh::CellId;
use navsmith_formats::check::{Issue, Severity};
use navsmith_formats::io::ron;

use super::{document, first, messages, send};

#[test]
fn commands_go_through_the_listed_issues_with_errors_first() {
    let mut editor = Editor::new(document());
    let names: Vec<_> = listed(&editor).iter().map(|issue| issue.kind.name()).collect();
    let severities: Vec<_> = listed(&editor).iter().map(|issue| issue.kind.severity()).collect();
    assert!(severities.is_sorted() && names[0] == "concave", "{names:?}");
    let count = names.len();
    let shown = |editor: &Editor| {
        let list = listed(editor);
        list.iter().position(|issue| editor.issue_list().shown().is_some_and(|shown| shown.is_same(issue)))
    };
    for expected in (0..count).chain([0]) {
        editor.handle(Input::Run(Command::NextIssue));
        assert_eq!(shown(&editor), Some(expected), "after the last one, the first");
        assert!(!editor.selection().is_empty(), "its elements are selected");
    }
    assert!(editor.take_effects().contains(&Effect::Show(Panel::Issues)), "the list is shown");
    editor.handle(Input::Run(Command::PreviousIssue));
    assert_eq!(shown(&editor), Some(count - 1), "before the first one, the last");
    editor.handle(Input::Run(Command::NextIssue));
    let second = listed(&editor)[1].clone();
    editor.handle(Input::Run(Command::FixIssue));
    assert!(editor.issue_list().shown().unwrap().is_same(&second), "the one after the fixed issue");
    for severity in Severity::ALL {
        send(&mut editor, IssueInput::ToggleSeverity(severity));
        assert!(listed(&editor).iter().all(|issue| issue.kind.severity() > severity), "hidden");
    }
    editor.take_effects();
    editor.handle(Input::Run(Command::NextIssue));
    assert!(messages(&mut editor).starts_with("No issue is listed."));
    assert_eq!(editor.history().done().len(), 1, "only the fix is a step");
}

/// Cells 0 and 1 overlap, and so do cells 0 and 2; cell 3 is concave.
const OVERLAPS: &str = "(version: 1, vertices: [
    (0, 0, 0), (0, 0, 4), (9, 0, 4), (9, 0, 0),
    (1, 0.1, 1), (1, 0.1, 2), (2, 0.1, 2), (2, 0.1, 1),
    (5, 0.1, 1), (5, 0.1, 3), (7, 0.1, 3), (7, 0.1, 1),
    (20, 0, 0), (20.5, 0, 0.5), (20, 0, 1), (21, 0, 0.5),
], cells: [
    (corners: [0, 1, 2, 3]), (corners: [4, 5, 6, 7]), (corners: [8, 9, 10, 11]), (corners: [12, 13, 14, 15]),
])";

fn shown(editor: &Editor) -> String {
    editor.issue_list().shown().map(Issue::headline).unwrap_or_default()
}

fn overlap_of(editor: &Editor, cell: u32) -> Issue {
    let is_it = |issue: &&Issue| issue.kind.name() == "overlap" && issue.cells.contains(&CellId(cell));
    all_issues(editor).find(is_it).unwrap().clone()
}

#[test]
fn commands_take_the_issue_that_the_list_shows() {
    let mut editor = Editor::new(ron::read(OVERLAPS).unwrap());
    let framed = overlap_of(&editor, 1);
    send(&mut editor, IssueInput::Frame(framed));
    let first = shown(&editor);
    assert!(first.starts_with("Cells 0 and 1 overlap"), "{first}");
    while !shown(&editor).starts_with("Cells 0 and 2 overlap") {
        editor.handle(Input::Run(Command::NextIssue));
    }
    editor.handle(Input::Run(Command::FixIssue));
    let is_left = |cell: u32| {
        let is_it = |issue: &Issue| issue.kind.name() == "overlap" && issue.cells.contains(&CellId(cell));
        all_issues(&editor).any(is_it)
    };
    assert_eq!([1, 2].map(is_left), [true, false], "the shown cells are cut");
    editor.handle(Input::Run(Command::Undo));
    let framed = overlap_of(&editor, 2);
    send(&mut editor, IssueInput::Frame(framed));
    editor.handle(Input::Run(Command::IgnoreIssue));
    assert!(
        editor.document().ignored.iter().any(|entry| entry.at.is_some_and(|at| at.x > 4.0)),
        "the shown one"
    );
}

#[test]
fn commands_take_the_issue_of_all_selected_elements() {
    let mut editor = Editor::new(ron::read(OVERLAPS).unwrap());
    let issue = overlap_of(&editor, 2);
    let framed = first(&editor, "concave");
    send(&mut editor, IssueInput::Frame(framed));
    editor.handle(Input::Run(Command::SelectNone));
    for place in [[8.5, 0.5], [6.0, 2.0]] {
        let modifiers = Modifiers { shift: true, ..Modifiers::default() };
        let pointer = Pointer::above(place.into(), 0.01, modifiers);
        editor.handle(Input::Hover(pointer));
        editor.handle(Input::Click(pointer));
    }
    let selected: Vec<u32> = editor.selection().cells().iter().map(|cell| cell.0).collect();
    assert_eq!(selected, [0, 2]);
    let offered = offered_fixes(&editor);
    assert!(!offered.is_empty() && offered.iter().all(|(of, _)| of.is_same(&issue)), "{offered:?}");
}

#[test]
fn the_list_continues_with_the_next_issue_after_a_fix_or_an_ignored_issue() {
    let mut editor = Editor::new(ron::read(OVERLAPS).unwrap());
    editor.handle(Input::Run(Command::NextIssue));
    let mut left: Vec<String> = listed(&editor).iter().map(|issue| issue.headline()).collect();
    assert!(left.len() > 3, "{left:?}");
    while left.len() > 1 {
        let issue = editor.issue_list().shown().unwrap().clone();
        send(&mut editor, IssueInput::Ignore(issue));
        left.remove(0);
        assert_eq!(shown(&editor), left[0], "the one after it");
    }
    editor.handle(Input::Run(Command::RestoreIssues));
    let kind = overlap_of(&editor, 1).kind.of_type();
    let after_overlaps = {
        let list = listed(&editor);
        let last = list.iter().rposition(|issue| issue.kind.name() == "overlap").unwrap();
        list[last + 1].clone()
    };
    let framed = overlap_of(&editor, 1);
    send(&mut editor, IssueInput::Frame(framed));
    send(&mut editor, IssueInput::IgnoreKind(kind));
    let next = editor.issue_list().shown().unwrap();
    assert!(next.is_same(&after_overlaps), "{}", next.headline());
}
