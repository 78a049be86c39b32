//! Preconditions of commands; they are cheap, because menus check them every frame.

use super::Enabled;
use crate::editor::State;
use crate::editor::analysis::agent_issues::found_issues;
use crate::editor::analysis::recheck;
use crate::editor::edits::problems;
use crate::editor::levels::{outdated, surface};
use crate::editor::platforms::gravity;
use navsmith_formats::check::offset_of_fix;

/// Returns `why_not` unless a condition is met.
pub(super) fn need(is_met: bool, why_not: &'static str) -> Enabled {
    if is_met { Ok(()) } else { Err(why_not) }
}

pub(super) fn mesh(state: &State) -> Enabled {
    need(!state.mesh().is_empty(), "There is no mesh yet")
}

pub(super) fn cells_exist(state: &State) -> Enabled {
    need(state.mesh().cell_count() > 0, "There are no cells yet")
}

pub(super) fn side_view(state: &State) -> Enabled {
    need(gravity::is_side_view(state), "The document is no side view; choose Side view first")
}

pub(super) fn selection(state: &State) -> Enabled {
    need(!state.selection().is_empty(), "Nothing is selected")
}

/// Requires a minimum number of selected vertices, of edges or of cells.
fn at_least(state: &State, [vertices, edges, cells]: [usize; 3], why_not: &'static str) -> Enabled {
    let selection = state.selection();
    let has_vertices = selection.vertices().len() >= vertices;
    need(has_vertices || selection.edges().len() >= edges || selection.cells().len() >= cells, why_not)
}

pub(super) fn two_vertices(state: &State) -> Enabled {
    at_least(state, [2, 1, 1], "Select at least two vertices")
}

pub(super) fn three_vertices(state: &State) -> Enabled {
    at_least(state, [3, 2, usize::MAX], "Select at least three vertices, or two edges, as corners")
}

pub(super) fn vertices_in_order(state: &State) -> Enabled {
    need(state.selection().in_order().len() >= 2, "Select at least two vertices in order")
}

pub(super) fn exactly_two_vertices(state: &State) -> Enabled {
    need(state.selection().vertices().len() == 2, "Select exactly two vertices")
}

pub(super) fn edges(state: &State) -> Enabled {
    at_least(state, [2, 1, usize::MAX], "Select at least one edge")
}

pub(super) fn cells(state: &State) -> Enabled {
    at_least(state, [3, 3, 1], "Select at least one cell")
}

/// Requires a cell to subtract, or the corners of an outline in order.
pub(super) fn three_vertices_or_a_cell(state: &State) -> Enabled {
    at_least(state, [3, 3, 1], "Select at least one cell, or three vertices in order")
}

pub(super) fn fix(state: &State) -> Enabled {
    need(problems::best_fix(state).is_some(), "No issue with a fix is shown, selected or under the pointer")
}

pub(super) fn issue(state: &State) -> Enabled {
    need(problems::issue_meant(state).is_some(), "No issue is shown, selected or under the pointer")
}

pub(super) fn far_from_origin(state: &State) -> Enabled {
    let offset = offset_of_fix(state.derived(), &recheck::limits(state));
    need(offset.is_some(), "The document is near the origin")
}

pub(super) fn issues(state: &State) -> Enabled {
    need(found_issues(state).next().is_some(), "Nothing is wrong with the mesh")
}

pub(super) fn ignored(state: &State) -> Enabled {
    need(!state.document().ignored.is_empty(), "No issue is ignored")
}

pub(super) fn two_cells(state: &State) -> Enabled {
    at_least(state, [4, 4, 2], "Select at least two cells")
}

pub(super) fn links(state: &State) -> Enabled {
    need(state.selection().links().next().is_some(), "Select a link first")
}

pub(super) fn copyable(state: &State) -> Enabled {
    if state.selection().objects().is_empty() { elements(state) } else { Ok(()) }
}

pub(super) fn elements(state: &State) -> Enabled {
    let why_not = if state.selection().is_empty() {
        "Nothing is selected"
    } else {
        "Not possible for links; select vertices, edges or cells"
    };
    need(!state.selection().has_no_elements(), why_not)
}

pub(super) fn two_places(state: &State) -> Enabled {
    if state.selection().objects().is_empty() { two_vertices(state) } else { Ok(()) }
}

pub(super) fn island(state: &State) -> Enabled {
    let is_meant = !state.selection().is_empty() || state.hover().is_some();
    need(is_meant, "Select part of an island, or move the pointer over it")
}

pub(super) fn level(state: &State) -> Enabled {
    need(surface::surface(state).is_some(), "No level is visible; add level geometry first")
}

pub(super) fn outdated(state: &State) -> Enabled {
    let has_place = outdated::places(state).is_some_and(|places| !places.is_empty());
    need(has_place, "No level has changed below or above the mesh")
}
