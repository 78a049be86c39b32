//! Hints of the status bar.

use expect_test::expect;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::tool::ToolKind;
use navsmith::editor::session::command::Command;

use super::Hand;

#[test]
fn hints_follow_what_the_hand_does() {
    let mut hand = Hand::two_squares();
    let said = |hand: &Hand| {
        let hints = hand.editor.hints();
        let lines: Vec<String> = hints.iter().map(|hint| format!("{}: {}", hint.input, hint.does)).collect();
        lines.join("\n") + "\n"
    };
    hand.hover([1., 1.]);
    expect![[r#"
        Left drag: move this cell
        Click: select this cell
        Shift/Ctrl+click: add it
        Right click: menu
        1/2/3: vertices / edges / cells
    "#]]
    .assert_eq(&said(&hand));
    hand.click([1., 1.]);
    hand.hover([1., 1.]);
    expect![[r#"
        Left drag: move 1 cell
        Click: select this cell alone
        Shift/Ctrl+click: deselect it
        Right click: menu
        Esc: deselect 1 cell
    "#]]
    .assert_eq(&said(&hand));
    hand.grab(&[[1., 1.], [1.5, 4.]]);
    expect![[r#"
        Let go: move 1 cell
        Right click/Esc: cancel
        Shift: keep to one axis
        Ctrl: do not snap
    "#]]
    .assert_eq(&said(&hand));
}

#[test]
fn the_first_hint_of_an_outline_with_three_corners_is_how_to_finish_it() {
    for (kind, finish) in [(ToolKind::Draw, "finish the cell"), (ToolKind::Hole, "finish the hole")] {
        let mut hand = Hand::two_squares();
        let first = |hand: &Hand| {
            let hints = hand.editor.hints();
            (hints[0].input.to_string(), hints[0].does.clone())
        };
        hand.take(kind);
        hand.click([20., 20.]);
        hand.click([24., 20.]);
        assert_eq!(
            first(&hand),
            ("Click".into(), "put the next corner".into()),
            "two corners enclose nothing"
        );
        hand.click([24., 24.]);
        hand.hover([20., 24.]);
        assert_eq!(first(&hand), ("Enter".into(), finish.into()), "{kind:?}");
    }
}

#[test]
fn every_tool_says_what_its_buttons_do() {
    let mut kinds = std::collections::HashSet::new();
    for row in TABLE.iter().filter(|row| row.group == CommandGroup::Tool) {
        let mut hand = Hand::two_squares();
        Command::SideView.run(&mut hand.editor);
        row.command.run(&mut hand.editor);
        hand.hover([1., 1.]);
        assert!(kinds.insert(hand.editor.tool_kind()), "in hand");
        assert!(hand.editor.hints().len() >= 3, "{}: {:?}", row.title, hand.editor.hints());
    }
}
