//! The table of cell colours, with one row per page of cells.

use super::dirty::pages;
use super::upload::{PAGE, Pending};
use crate::app::theme::{self, CellPaint};
use crate::editor::{Editor, Tint};
use crate::navmesh::CellId;

/// Returns the fill of every cell, by slot. Linear.
pub(super) fn paints(editor: &Editor, is_dark: bool) -> Vec<CellPaint> {
    let mut paints = vec![CellPaint::default(); editor.document().mesh.cell_slots()];
    (0..pages(paints.len())).for_each(|page| paint_page(editor, page, is_dark, &mut paints));
    paints
}

pub(super) fn paint_page(editor: &Editor, page: usize, is_dark: bool, paints: &mut [CellPaint]) {
    let document = editor.document();
    // Neighbours in the table mostly have the same tint.
    let mut last = (Tint::Hidden, [CellPaint::default(); 2]);
    let slots = page * PAGE..((page + 1) * PAGE).min(paints.len());
    let [first, end] = [slots.start, slots.end].map(|slot| CellId(slot as u32));
    let mut selected = editor.selection().cells().range(first..end.max(first)).peekable();
    for id in slots.map(|slot| CellId(slot as u32)).filter(|&id| document.mesh.cell(id).is_some()) {
        let tint = editor.tint(id);
        if tint != last.0 {
            let paint = theme::tint(tint, document, is_dark);
            last = (tint, [paint, if_selected(paint, is_dark)]);
        }
        while selected.next_if(|&&cell| cell < id).is_some() {}
        paints[id.0 as usize] = last.1[usize::from(selected.next_if_eq(&&id).is_some())];
    }
}

/// Returns the fill of a cell; an empty slot gets the fill of a hidden cell.
pub(super) fn paint_of(editor: &Editor, cell: CellId, is_dark: bool) -> CellPaint {
    let document = editor.document();
    if document.mesh.cell(cell).is_none() {
        return CellPaint::default();
    }
    let paint = theme::tint(editor.tint(cell), document, is_dark);
    if editor.selection().cells().contains(&cell) { if_selected(paint, is_dark) } else { paint }
}

fn if_selected(paint: CellPaint, is_dark: bool) -> CellPaint {
    if is_hidden(paint) { paint } else { theme::selected(paint, is_dark) }
}

pub(super) fn is_hidden(paint: CellPaint) -> bool {
    paint.color[3] == 0
}

/// Returns the cells of a page whose fill differs; a missing cell counts as hidden.
pub(super) fn differing<'a>(
    page: usize,
    old: &'a [CellPaint],
    new: &'a [CellPaint],
) -> impl Iterator<Item = (CellId, CellPaint, CellPaint)> + 'a {
    let at = |paints: &[CellPaint], i: usize| paints.get(i).copied().unwrap_or_default();
    let all = (page * PAGE..(page + 1) * PAGE).map(move |i| (CellId(i as u32), at(old, i), at(new, i)));
    all.filter(|(_, old, new)| old != new)
}

pub(super) fn write_row(page: usize, paints: &[CellPaint], pending: &mut Pending) {
    let texel = |paint: &CellPaint| {
        let looks = u32::from(paint.hatch) | u32::from(paint.by_height) << 8;
        [u32::from_le_bytes(paint.color), looks]
    };
    let start = (page * PAGE).min(paints.len());
    let row = &paints[start..(start + PAGE).min(paints.len())];
    pending.rows.insert(page, row.iter().map(texel).collect());
}
