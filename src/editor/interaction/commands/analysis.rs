//! Commands for analyses of the whole mesh.

use super::{Key, Shortcut, Spec, needs, view};
use crate::editor::Editor;
use crate::editor::analysis::pairs::{self, PairsKey};
use crate::editor::analysis::{chokepoints, clearance, survey};
use crate::editor::session::command::Command;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleChokes,
        "Show chokepoints",
        "Mark cells and portals whose removal splits an island",
        |editor| {
            view::set(editor, |options| options.shows_chokes ^= true);
            if editor.options.shows_chokes {
                chokepoints::find_chokepoints(editor);
            }
        },
    )
    .when(needs::cells_exist)
    .checked(|editor| editor.options.shows_chokes),
    Spec::new(
        Command::ToggleClearance,
        "Show clear widths",
        "Draw the clear width of every portal and highlight those too narrow for the agent",
        clearance::toggle_clearance,
    )
    .keys(&[Shortcut::shift(Key::F7)])
    .when(needs::cells_exist)
    .checked(|editor| editor.options.shows_clearance),
    Spec::new(
        Command::FindPairs,
        "Find all pairs",
        "Find shortest paths between all pairs of cells: the farthest pair and the busiest portals",
        pairs::find_pairs,
    )
    .when(pairs::can_find_pairs),
    Spec::new(
        Command::ForgetPairs,
        "Clear all pairs",
        "Remove the results of all pairs, or stop the search",
        Editor::clear::<PairsKey>,
    )
    .when(|editor| {
        let is_any = pairs::found(editor).is_some() || pairs::under_way(editor).is_some();
        needs::need(is_any, "All pairs have not been computed")
    }),
    Spec::new(
        Command::SampleDetours,
        "Sample detours",
        "Compare every algorithm with the shortest path found, between random places all over the mesh",
        survey::start_survey,
    )
    .when(|editor| {
        needs::need(survey::under_way(editor).is_none(), "Detours are being sampled already")?;
        needs::cells_exist(editor)
    }),
    Spec::new(
        Command::ForgetDetours,
        "Clear sampled detours",
        "Remove the sampled detours, or stop sampling",
        survey::clear_survey,
    )
    .when(|editor| {
        let is_any = survey::found(editor).is_some() || survey::under_way(editor).is_some();
        needs::need(is_any, "No detours have been sampled")
    }),
];
