//! What is expected of kept queries.

use super::{Command, Enabled, Key, Shortcut, Spec};
use crate::document::Verdict;
use crate::editor::Editor;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ExpectAnswer,
        "Expect this answer",
        "Mark this query whenever its path is not as long as now any more, or there is one where now is none",
        Editor::expect_answer,
    )
    .keys(&[Shortcut::alt(Key::Q)])
    .when(has_answer),
    Spec::new(
        Command::ExpectCells,
        "Expect these cells",
        "Mark this query whenever its path is not as long as now, or crosses other cells",
        Editor::expect_cells,
    )
    .keys(&[Shortcut::alt(Key::Q).and_shift()])
    .when(has_answer),
    Spec::new(Command::ExpectNothing, "Expect nothing", "Let any answer to this query do", |editor| {
        editor.expect(None);
    })
    .when(|editor| match editor.active_query() {
        Some(query) if query.expected.is_some() => Ok(()),
        _ => Err("Nothing is expected of this query"),
    }),
    Spec::new(
        Command::NextDiffering,
        "Next query that differs",
        "Look at the next query whose answer is not what is expected",
        Editor::activate_next_differing,
    )
    .keys(&[Shortcut::alt(Key::CloseBracket)])
    .when(|editor| {
        if editor.differing_queries() > 0 {
            Ok(())
        } else if editor.verdicts().contains(&Verdict::Awaited) {
            Err("Not all queries are checked yet")
        } else {
            Err("Every query comes to what is expected of it")
        }
    }),
    Spec::new(
        Command::CopyReproduction,
        "Copy as reproduction",
        "Copy this query with the part of the mesh that bears on it and the step shown, as text to paste or drop here",
        Editor::copy_reproduction,
    )
    .keys(&[Shortcut::command(Key::C).and_shift()])
    .when(has_answer),
];

fn has_answer(editor: &Editor) -> Enabled {
    match (editor.answer(), editor.search_under_way()) {
        (Some(_), _) => Ok(()),
        (None, Some(_)) => Err("The path is still being searched for"),
        (None, None) => Err("Place start and target first"),
    }
}
