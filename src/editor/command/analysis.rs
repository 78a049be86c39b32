//! What is found out of the mesh as a whole.

use super::{Command, Key, Shortcut, Spec, needs, view};
use crate::editor::Editor;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleChokes,
        "Show chokes",
        "Mark cells and portals without which an island falls apart",
        |editor| view::set(editor, |options| options.shows_chokes ^= true),
    )
    .when(needs::cells_exist)
    .checked(|editor| editor.options.shows_chokes),
    Spec::new(
        Command::ToggleClearance,
        "Show clear widths",
        "Draw how wide an agent may be in every portal; what is too narrow for the agent stands out",
        Editor::toggle_clearance,
    )
    .keys(&[Shortcut::shift(Key::F7)])
    .when(needs::cells_exist)
    .checked(|editor| editor.options.shows_clearance),
    Spec::new(
        Command::FindPairs,
        "Find all pairs",
        "Find the shortest ways between all pairs of cells: the farthest pair and the most travelled portals",
        Editor::find_pairs,
    )
    .when(Editor::can_find_pairs),
    Spec::new(
        Command::ForgetPairs,
        "Forget all pairs",
        "Take the farthest pair and the travelled portals out of the view, or stop looking for them",
        Editor::forget_pairs,
    )
    .when(|editor| {
        let is_any = editor.pairs().is_some() || editor.pairs_progress().is_some();
        if is_any { Ok(()) } else { Err("All pairs have not been looked for") }
    }),
];
