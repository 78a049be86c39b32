//! What is found out of the mesh as a whole.

use super::{Command, Key, Shortcut, Spec, needs, view};
use crate::editor::Editor;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleChokes,
        "Show chokes",
        "Mark cells and portals without which an island falls apart",
        |editor| {
            view::set(editor, |options| options.shows_chokes ^= true);
            if editor.options.shows_chokes {
                editor.find_chokes();
            }
        },
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
        let is_any = editor.pairs().is_some() || editor.pairs_under_way().is_some();
        if is_any { Ok(()) } else { Err("All pairs have not been looked for") }
    }),
    Spec::new(
        Command::SampleDetours,
        "Sample detours",
        "Compare every algorithm with the shortest path found, between random places all over the mesh",
        Editor::start_survey,
    )
    .when(|editor| {
        if editor.survey_under_way().is_some() {
            return Err("Detours are being sampled already");
        }
        needs::cells_exist(editor)
    }),
    Spec::new(
        Command::ForgetDetours,
        "Forget sampled detours",
        "Forget the pairs of places that were sampled, or stop sampling them",
        Editor::forget_survey,
    )
    .when(|editor| {
        let is_any = editor.survey().is_some() || editor.survey_under_way().is_some();
        if is_any { Ok(()) } else { Err("No detours have been sampled") }
    }),
];
