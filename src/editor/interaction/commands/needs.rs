//! Preconditions of commands; they are cheap, because menus check them every frame.

use super::Enabled;
use crate::editor::Editor;
use crate::editor::analysis::agent_issues::found_issues;
use crate::editor::analysis::recheck;
use crate::editor::edits::problems;
use crate::editor::levels::{outdated, surface};
use navsmith_formats::document::issues::offset_of_fix;

/// Returns `why_not` unless a condition is met.
pub(super) fn need(is_met: bool, why_not: &'static str) -> Enabled {
    if is_met { Ok(()) } else { Err(why_not) }
}

pub(super) fn mesh(editor: &Editor) -> Enabled {
    need(!editor.document().mesh.is_empty(), "There is no mesh yet")
}

pub(super) fn cells_exist(editor: &Editor) -> Enabled {
    need(editor.document().mesh.cell_count() > 0, "There are no cells yet")
}

pub(super) fn selection(editor: &Editor) -> Enabled {
    need(!editor.selection().is_empty(), "Nothing is selected")
}

/// Requires a minimum number of selected vertices, of edges or of cells.
fn at_least(editor: &Editor, [vertices, edges, cells]: [usize; 3], why_not: &'static str) -> Enabled {
    let selection = editor.selection();
    let has_vertices = selection.vertices().len() >= vertices;
    need(has_vertices || selection.edges().len() >= edges || selection.cells().len() >= cells, why_not)
}

pub(super) fn two_vertices(editor: &Editor) -> Enabled {
    at_least(editor, [2, 1, 1], "Select at least two vertices")
}

pub(super) fn three_vertices(editor: &Editor) -> Enabled {
    at_least(editor, [3, 2, usize::MAX], "Select at least three vertices, or two edges, as corners")
}

pub(super) fn vertices_in_order(editor: &Editor) -> Enabled {
    need(editor.selection().in_order().len() >= 2, "Select at least two vertices in order")
}

pub(super) fn exactly_two_vertices(editor: &Editor) -> Enabled {
    need(editor.selection().vertices().len() == 2, "Select exactly two vertices")
}

pub(super) fn edges(editor: &Editor) -> Enabled {
    at_least(editor, [2, 1, usize::MAX], "Select at least one edge")
}

pub(super) fn cells(editor: &Editor) -> Enabled {
    at_least(editor, [3, 3, 1], "Select at least one cell")
}

/// Requires a cell to subtract, or the corners of an outline in order.
pub(super) fn three_vertices_or_a_cell(editor: &Editor) -> Enabled {
    at_least(editor, [3, 3, 1], "Select at least one cell, or three vertices in order")
}

pub(super) fn fix(editor: &Editor) -> Enabled {
    need(problems::best_fix(editor).is_some(), "No issue with a fix is shown, selected or under the pointer")
}

pub(super) fn issue(editor: &Editor) -> Enabled {
    need(problems::issue_meant(editor).is_some(), "No issue is shown, selected or under the pointer")
}

pub(super) fn far_from_origin(editor: &Editor) -> Enabled {
    let offset = offset_of_fix(editor.derived(), &recheck::limits(editor));
    need(offset.is_some(), "The document is near the origin")
}

pub(super) fn issues(editor: &Editor) -> Enabled {
    need(found_issues(editor).next().is_some(), "Nothing is wrong with the mesh")
}

pub(super) fn ignored(editor: &Editor) -> Enabled {
    need(!editor.document().ignored.is_empty(), "No issue is ignored")
}

pub(super) fn thresholds(editor: &Editor) -> Enabled {
    need(!editor.document().thresholds.is_empty(), "All thresholds are derived")
}

pub(super) fn two_cells(editor: &Editor) -> Enabled {
    at_least(editor, [4, 4, 2], "Select at least two cells")
}

pub(super) fn links(editor: &Editor) -> Enabled {
    need(editor.selection().links().next().is_some(), "Select a link first")
}

pub(super) fn copyable(editor: &Editor) -> Enabled {
    if editor.selection().objects().is_empty() { elements(editor) } else { Ok(()) }
}

pub(super) fn elements(editor: &Editor) -> Enabled {
    let why_not = if editor.selection().is_empty() {
        "Nothing is selected"
    } else {
        "Not possible for links; select vertices, edges or cells"
    };
    need(!editor.selection().has_no_elements(), why_not)
}

pub(super) fn two_places(editor: &Editor) -> Enabled {
    if editor.selection().objects().is_empty() { two_vertices(editor) } else { Ok(()) }
}

pub(super) fn island(editor: &Editor) -> Enabled {
    let is_meant = !editor.selection().is_empty() || editor.hover().is_some();
    need(is_meant, "Select part of an island, or move the pointer over it")
}

pub(super) fn level(editor: &Editor) -> Enabled {
    need(surface::surface(editor).is_some(), "No level is visible; add level geometry first")
}

pub(super) fn outdated(editor: &Editor) -> Enabled {
    let has_place = outdated::places(editor).is_some_and(|places| !places.is_empty());
    need(has_place, "No level has changed below or above the mesh")
}
