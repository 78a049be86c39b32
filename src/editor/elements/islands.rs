//! List of islands.

use std::collections::BTreeSet;

use crate::editor::Editor;
use crate::editor::elements::{entity, islands, visibility};
use crate::editor::session::pick::Element;
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Island, IslandId};

/// User input in the list of islands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IslandInput {
    /// Selects the cells of an island.
    Select(IslandId),
    /// Shows the whole island in the view.
    Frame(IslandId),
    /// Hides or shows an island.
    SetHidden(IslandId, bool),
    /// Hides all other islands.
    Isolate(IslandId),
}

/// Row in the list of islands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct IslandRow {
    /// Id of the island.
    pub id: IslandId,
    /// Number of cells.
    pub cells: usize,
    /// Area on the ground in m².
    pub area: f64,
    /// Bounding box.
    pub bounds: Bounds,
    /// Whether the island is hidden.
    pub is_hidden: bool,
    /// Whether any of its elements is selected.
    pub is_selected: bool,
}

/// Returns the rows of the list of islands, in the order of their ids.
pub fn rows(editor: &Editor) -> Vec<IslandRow> {
    let selected = islands::selected_islands(editor);
    let row = |(id, island): (u32, &Island)| IslandRow {
        id: IslandId(id),
        cells: island.cells,
        area: island.area,
        bounds: island.bounds,
        is_hidden: editor.hidden_islands().contains(&IslandId(id)),
        is_selected: selected.contains(&IslandId(id)),
    };
    (0..).zip(editor.derived.islands.all()).map(row).collect()
}

/// Returns the islands with selected elements.
pub(in crate::editor) fn selected_islands(editor: &Editor) -> BTreeSet<IslandId> {
    let cells = editor.selection.elements().flat_map(|element| entity::cells_of(editor, element));
    cells.filter_map(|cell| editor.derived.islands.of(cell)).collect()
}

pub(in crate::editor) fn handle_island(editor: &mut Editor, input: IslandInput) {
    match input {
        IslandInput::Select(island) => select_islands(editor, &BTreeSet::from([island])),
        IslandInput::Frame(island) => {
            if let Some(island) = editor.derived.islands.all().get(island.0 as usize) {
                let bounds = island.bounds;
                editor.frame(&bounds);
            }
        }
        IslandInput::SetHidden(island, true) => visibility::hide_islands(editor, |id| id == island),
        IslandInput::SetHidden(island, false) => visibility::show_island(editor, island),
        IslandInput::Isolate(island) => {
            visibility::show_all_islands(editor);
            visibility::hide_islands(editor, |id| id != island);
        }
    }
}

/// Selects all cells of islands, in cell mode.
pub(in crate::editor) fn select_islands(editor: &mut Editor, islands: &BTreeSet<IslandId>) {
    let all = editor.document.mesh.cells().map(|(id, _)| id);
    let cells: Vec<CellId> = all
        .filter(|&cell| editor.derived.islands.of(cell).is_some_and(|island| islands.contains(&island)))
        .collect();
    editor.select(cells.into_iter().map(Element::Cell));
}
