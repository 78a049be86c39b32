//! Commands for the expectations of saved queries.

use super::{Enabled, Key, Shortcut, Spec, needs};
use crate::document::Verdict;
use crate::editor::Editor;
use crate::editor::files::reproduction;
use crate::editor::queries::checks;
use crate::editor::queries::query::searching;
use crate::editor::session::command::Command;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ExpectAnswer,
        "Expect this answer",
        "Save the present length as expected; mark the query when it changes",
        checks::expect_answer,
    )
    .keys(&[Shortcut::alt(Key::Q)])
    .when(has_answer),
    Spec::new(
        Command::ExpectCells,
        "Expect these cells",
        "Save the present length and cells as expected; mark the query when they change",
        checks::expect_cells,
    )
    .keys(&[Shortcut::alt(Key::Q).and_shift()])
    .when(has_answer),
    Spec::new(Command::ExpectNothing, "Expect nothing", "Remove the expectation of this query", |editor| {
        checks::expect(editor, None);
    })
    .when(|editor| {
        let has_some = editor.active_query().is_some_and(|query| query.expected.is_some());
        needs::need(has_some, "This query has no expected result")
    }),
    Spec::new(
        Command::NextDiffering,
        "Next query that differs",
        "Show the next query whose answer differs from the expected one",
        checks::activate_next_differing,
    )
    .keys(&[Shortcut::alt(Key::CloseBracket)])
    .when(|editor| {
        let is_awaited = checks::verdicts(editor).contains(&Verdict::Awaited);
        let why_not = if is_awaited {
            "Not all queries are checked yet"
        } else {
            "Every query has its expected result"
        };
        needs::need(checks::differing_queries(editor) > 0, why_not)
    }),
    Spec::new(
        Command::CopyReproduction,
        "Copy as reproduction",
        "Copy this query, the part of the mesh that it depends on and the step shown, as text",
        reproduction::copy_reproduction,
    )
    .keys(&[Shortcut::command(Key::C).and_shift()])
    .when(has_answer),
];

fn has_answer(editor: &Editor) -> Enabled {
    match (editor.answer(), searching::under_way(editor)) {
        (Some(_), _) => Ok(()),
        (None, Some(_)) => Err("The search is still running"),
        (None, None) => Err("Place start and target first"),
    }
}
