//! Cutting holes into the mesh: the cells to cut, and the commands that subtract the selection.

use glam::Vec2;

use crate::editor::Editor;
use crate::editor::elements::selecting;
use crate::editor::session::Session;
use crate::editor::session::selection::Mode;
use navsmith_core::geometry::{Bounds, at_height, ground, interiors_overlap, intersection};
use navsmith_core::navmesh::edit::{self, convex_parts, cut_out, delete_cells};
use navsmith_core::navmesh::{CellId, Surface, VertexId};
use navsmith_formats::check::{STOREY, overlapping};

/// Cuts a hole with an outline into the topmost visible cells, and removes isolated vertices.
///
/// Returns `false` if it is refused.
pub(in crate::editor) fn cut_hole(editor: &mut Editor, outline: &[Vec2], isolated: &[VertexId]) -> bool {
    let cells = topmost_cells(editor, outline);
    let is_done = editor.edit("Cut a hole", |draft| {
        let edited = edit::cut_hole(draft, outline, &cells)?;
        for &vertex in isolated {
            draft.remove_vertex(vertex);
        }
        Ok(edited)
    });
    if is_done {
        // The user did not select the cells around the hole.
        editor.state.session.selection.clear();
    }
    is_done
}

/// Returns the visible cells that overlap an outline, without those below another of them there.
fn topmost_cells(session: &Session, outline: &[Vec2]) -> Vec<CellId> {
    let Some(parts) = convex_parts(&counter_clockwise(outline)) else { return Vec::new() };
    let mesh = session.mesh();
    let bounds = Bounds::of(outline.iter().map(|&at| at_height(at, 0.0)));
    let (min, max) = (bounds.ground_min(), bounds.ground_max());
    let mut cells = session.derived().locator.within(mesh, min, max);
    cells.retain(|&cell| {
        let ring = mesh.ground_ring(cell);
        !session.is_hidden(cell) && parts.iter().any(|part| interiors_overlap(part, &ring))
    });
    let is_covered = |&cell: &CellId| {
        let ring = session.bounds_of_cells(&[cell]);
        let others =
            session.derived().locator.within(mesh, ring.ground_min().max(min), ring.ground_max().min(max));
        others.into_iter().any(|other| {
            other != cell && cells.binary_search(&other).is_ok() && lies_over(session, other, cell, &parts)
        })
    };
    cells.iter().copied().filter(|cell| !is_covered(cell)).collect()
}

/// Whether a cell is at least a storey above another one inside one of these convex polygons.
fn lies_over(session: &Session, above: CellId, below: CellId, parts: &[Vec<Vec2>]) -> bool {
    let mesh = session.mesh();
    let rings = [above, below].map(|cell| mesh.ground_ring(cell));
    if !interiors_overlap(&rings[0], &rings[1]) {
        return false;
    }
    let shared: Vec<Vec2> = intersection(&rings[0], &rings[1]).iter().map(|at| at.as_vec2()).collect();
    parts.iter().any(|part| {
        let common = intersection(&shared, part);
        let middle = common.iter().sum::<glam::DVec2>() / common.len().max(1) as f64;
        let height = |cell| Surface::of(mesh, cell).height_at(middle.as_vec2());
        common.len() >= 3 && height(above) - height(below) >= STOREY
    })
}

/// Cuts a hole with the selected cells and deletes them, or with the loop of selected vertices.
///
/// The loop contains the vertices in the order of their selection.
pub(in crate::editor) fn subtract_selection(editor: &mut Editor) {
    let cells = selecting::cells_meant(editor);
    let corners = editor.state.session.selection.in_order().to_vec();
    if cells.is_empty() && editor.mode() == Mode::Vertex && corners.len() >= 3 {
        let outline: Vec<Vec2> = corners.iter().map(|&id| ground(editor.mesh().position(id))).collect();
        cut_hole(editor, &outline, &corners);
        return;
    }
    let from = cells_overlapped_by(editor, &cells);
    if !from.is_empty() {
        editor.edit("Subtract cells", |draft| {
            cut_out(draft, &cells, &from)?;
            delete_cells(draft, &cells)
        });
    }
}

/// Cuts the selected cells out of those that they overlap.
pub(in crate::editor) fn cut_out_selection(editor: &mut Editor) {
    let cells = selecting::cells_meant(editor);
    let from = cells_overlapped_by(editor, &cells);
    let selection = editor.state.session.selection.clone();
    if !from.is_empty() && editor.edit("Cut out cells", |draft| cut_out(draft, &cells, &from)) {
        editor.state.session.selection = selection;
        editor.state.session.retain_existing();
    }
}

/// Returns the visible cells that `cells` overlap at about the same height.
///
/// Shows a message if there are none.
fn cells_overlapped_by(editor: &mut Editor, cells: &[CellId]) -> Vec<CellId> {
    let mut from = overlapping(editor.mesh(), editor.derived(), cells);
    from.retain(|cell| !cells.contains(cell) && !editor.is_hidden(*cell));
    if from.is_empty() {
        editor.warn("The selected cells overlap no other cells. Draw or move them over the cells to cut.");
    }
    from
}

fn counter_clockwise(outline: &[Vec2]) -> Vec<Vec2> {
    let is_clockwise = navsmith_core::geometry::ground_area(outline) < 0.0;
    if is_clockwise { outline.iter().rev().copied().collect() } else { outline.to_vec() }
}
