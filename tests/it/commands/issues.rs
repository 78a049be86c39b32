//! Commands that fix issues, and the marks of issues.

use navsmith::editor::Editor;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_formats::check::Issue;

use super::{broken, run, select};

#[test]
fn one_key_welds_what_almost_meets() {
    let mut editor = broken();
    assert_eq!(editor.derived().islands.len(), 3, "before");
    run(&mut editor, Command::Weld);
    assert_eq!(editor.derived().islands.len(), 2, "the squares are one island");
    assert_eq!(editor.history().done().len(), 1, "one step");
    run(&mut editor, Command::Weld);
    assert_eq!(editor.history().done().len(), 1, "nothing is left to weld");
}

#[test]
fn welding_keeps_to_what_is_selected() {
    let mut editor = broken();
    select(&mut editor, Mode::Cell, &[(5.2, 0.5)]);
    run(&mut editor, Command::Weld);
    assert_eq!(editor.derived().islands.len(), 3, "the gap is elsewhere");
}

#[test]
fn one_key_splits_concave_cells() {
    let mut editor = broken();
    run(&mut editor, Command::SelectBroken);
    assert_eq!(editor.selection().cells().len(), 1, "the one that is concave");
    run(&mut editor, Command::SplitConcave);
    assert_eq!(editor.document().mesh.cell_count(), 4, "two of one");
    run(&mut editor, Command::SelectNone);
    run(&mut editor, Command::SplitConcave);
    assert_eq!(editor.history().done().len(), 1, "nothing is left to split");
}

#[test]
fn an_issue_is_framed_selected_and_mended_from_the_list() {
    let mut editor = broken();
    let mut count = editor.issues().len();
    assert!(count >= 2, "a gap and a concave cell");
    while count > 0 {
        editor.handle(Input::Issue(IssueInput::Frame(first(&editor))));
        assert!(!editor.selection().is_empty(), "selected");
        let fixed = first(&editor);
        let fix = fixed.fix().expect("it has a fix");
        editor.handle(Input::Issue(IssueInput::Fix(fixed.clone(), fix.clone())));
        assert!(!editor.issues().iter().any(|issue| issue.is_same(&fixed)), "that one is mended");
        let steps = editor.history().done().len();
        editor.handle(Input::Issue(IssueInput::Fix(fixed, fix)));
        assert_eq!(editor.history().done().len(), steps, "what is gone is not mended again");
        assert!(editor.issues().len() < count, "one less than {count}");
        count = editor.issues().len();
    }
}

fn first(editor: &Editor) -> Issue {
    editor.issues().iter().next().cloned().unwrap()
}

#[test]
fn what_is_wrong_is_marked_only_where_it_can_be_seen() {
    let mut editor = broken();
    let marks = |editor: &Editor, role: Role| {
        let is_of = |mark: &&Mark| matches!(mark, Mark::Fill(of, _) | Mark::Line(of, _) | Mark::Point(of, _) if *of == role);
        editor.scene(ViewId::ABOVE).marks.iter().filter(is_of).count()
    };
    run(&mut editor, Command::FrameAll);
    assert_eq!(marks(&editor, Role::Broken), 1, "the concave cell");
    assert!(marks(&editor, Role::BoundaryGap) > 0, "the gap");
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Pan(glam::Vec2::splat(5000.0))));
    assert_eq!(marks(&editor, Role::Broken) + marks(&editor, Role::BoundaryGap), 0, "out of sight");
}
