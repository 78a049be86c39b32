//! Commands that explain why a path is not the shortest, and fix it.

use super::{Key, Shortcut, Spec, needs};
use crate::editor::analysis::detour;
use crate::editor::session::command::Command;
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::query::Answer;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::WhyDetour,
        "Why this detour?",
        "Compare every algorithm on this query: what misled the search, and which edit helps",
        detour::toggle_detour,
    )
    .keys(&[Shortcut::plain(Key::Y)])
    .when(|editor| {
        let is_placed = [End::Start, End::Target].iter().all(|&end| editor.endpoint(end).is_some());
        let is_open = detour::is_open(editor) || editor.answer().and_then(Answer::path).is_some();
        needs::need(is_open || is_placed, "Place a start and a target first")?;
        needs::need(is_open, "There is no path; the Stepper panel says why")
    })
    .checked(detour::is_open),
    Spec::new(
        Command::MendDetour,
        "Fix the detour",
        "Apply the edit that shortens the path most",
        |editor| detour::mend_detour(editor, 0),
    )
    .when(|editor| match detour::present_detour(editor) {
        None => Err("Ask \"Why this detour?\" first"),
        Some(why) if why.fixes().is_empty() => Err("No single edit makes this path shorter"),
        Some(_) => Ok(()),
    }),
];
