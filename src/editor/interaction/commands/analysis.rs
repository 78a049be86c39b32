//! Commands for analyses of the whole mesh, and for copies of their results.

use super::shortcut::{Key, Shortcut};
use super::view::set;
use super::{Spec, needs};
use crate::editor::Editor;
use crate::editor::analysis::chokepoints::ChokepointsKey;
use crate::editor::analysis::clearance;
use crate::editor::analysis::pairs::{self, PairsKey};
use crate::editor::analysis::survey::{self, SurveyKey};
use crate::editor::files::tables;
use crate::editor::session::command::Command;
use crate::editor::session::effect::{Effect, Panel};
use crate::editor::session::table::Table;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleChokepoints,
        "Show chokepoints",
        "Mark cells and portals whose removal splits an island",
        |editor| {
            set(editor, |options| options.shows_chokepoints ^= true);
            if editor.state.session.options.shows_chokepoints {
                editor.request::<ChokepointsKey>();
            }
        },
    )
    .when(needs::cells_exist)
    .checked(|state| state.options().shows_chokepoints),
    Spec::new(
        Command::ToggleClearance,
        "Show clear widths",
        "Draw the clear width of every portal and highlight those too narrow for the agent",
        clearance::toggle_clearance,
    )
    .keys(&[Shortcut::shift(Key::F7)])
    .when(needs::cells_exist)
    .checked(|state| state.options().shows_clearance),
    Spec::new(
        Command::ToggleWalkComparison,
        "Compare walks",
        "In the Walk tool, move two more agents by Mononen's methods: nearest side, and sector of a side",
        |editor| set(editor, |options| options.compares_walks ^= true),
    )
    .checked(|state| state.options().compares_walks),
    Spec::new(
        Command::FindPairs,
        "Find all pairs",
        "Find shortest paths between all pairs of cells: the farthest pair and the busiest portals",
        Editor::request::<PairsKey>,
    )
    .when(pairs::can_find_pairs),
    Spec::new(
        Command::ForgetPairs,
        "Clear all pairs",
        "Remove the results of all pairs, or stop the search",
        crate::editor::Editor::forget::<PairsKey>,
    )
    .when(|state| {
        let is_any = pairs::found(state).is_some() || pairs::under_way(state).is_some();
        needs::need(is_any, "All pairs have not been computed")
    }),
    Spec::new(
        Command::SampleDetours,
        "Sample detours",
        "Compare every algorithm with the shortest path found, between random places all over the mesh",
        survey::start_survey,
    )
    .when(|state| {
        needs::need(survey::under_way(state).is_none(), "Detours are being sampled already")?;
        needs::cells_exist(state)
    }),
    Spec::new(
        Command::ForgetDetours,
        "Clear sampled detours",
        "Remove the sampled detours, or stop sampling",
        crate::editor::Editor::forget::<SurveyKey>,
    )
    .when(|state| {
        let is_any = survey::found(state).is_some() || survey::under_way(state).is_some();
        needs::need(is_any, "No detours have been sampled")
    }),
    Spec::new(
        Command::ShowStatistics,
        "Show statistics",
        "Show the histograms of the cells, edges and corners in the panel Analysis",
        |editor| editor.ask_outside(Effect::Show(Panel::Analysis)),
    ),
    Spec::new(
        Command::CopyStatistics,
        "Copy statistics",
        "Copy the histogram of the panel Analysis as comma-separated values",
        |editor| tables::copy(editor, Table::Statistics),
    )
    .when(needs::cells_exist),
    Spec::new(
        Command::SaveStatistics,
        "Save statistics…",
        "Save the histograms of all measures as a CSV file, as \"navsmith info --csv statistics\" prints them",
        |editor| tables::ask_where_to_save(editor, Table::Statistics),
    )
    .when(needs::cells_exist),
    Spec::new(
        Command::CopyIslands,
        "Copy islands",
        "Copy the number of cells, the area and the size of every island as comma-separated values",
        |editor| tables::copy(editor, Table::Islands),
    )
    .when(needs::cells_exist),
    Spec::new(
        Command::SaveIslands,
        "Save islands…",
        "Save the number of cells, the area and the size of every island as a CSV file, in the order of the list",
        |editor| tables::ask_where_to_save(editor, Table::Islands),
    )
    .when(needs::cells_exist),
    Spec::new(
        Command::CopyAreas,
        "Copy areas",
        "Copy the number of cells and the size of every area as comma-separated values",
        |editor| tables::copy(editor, Table::Areas),
    ),
    Spec::new(
        Command::SaveAreas,
        "Save areas…",
        "Save the number of cells and the size of every area as a CSV file, in the order of the list",
        |editor| tables::ask_where_to_save(editor, Table::Areas),
    ),
];
