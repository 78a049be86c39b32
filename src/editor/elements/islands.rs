//! Islands: their list, and commands that select and hide them.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::editor::State;
use crate::editor::elements::entity;
use crate::editor::session::Session;
use crate::editor::session::pick::Element;
use crate::editor::session::table::TableOrder;
use navsmith_core::geometry::Bounds;
use navsmith_core::navmesh::{CellId, Island, IslandId};

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
    /// Sorts the list by a column, or reverses its order.
    SortBy(IslandColumn),
}

/// Column of the list of islands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum IslandColumn {
    /// Number of the island.
    #[default]
    Number,
    /// Number of cells.
    Cells,
    /// Area on the ground.
    Area,
    /// Height of the lowest vertex.
    Lowest,
}

impl IslandColumn {
    fn compare(self, one: &IslandRow, other: &IslandRow) -> Ordering {
        match self {
            Self::Number => one.id.cmp(&other.id),
            Self::Cells => one.cells.cmp(&other.cells),
            Self::Area => one.area.total_cmp(&other.area),
            Self::Lowest => one.bounds.min.y.total_cmp(&other.bounds.min.y),
        }
    }
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
pub fn rows(state: &State) -> Vec<IslandRow> {
    let selected = selected_islands(state);
    let row = |(id, island): (u32, &Island)| IslandRow {
        id: IslandId(id),
        cells: island.cells,
        area: island.area,
        bounds: island.bounds,
        is_hidden: state.hidden_islands().contains(&IslandId(id)),
        is_selected: selected.contains(&IslandId(id)),
    };
    (0..).zip(state.derived().islands.all()).map(row).collect()
}

/// Returns the rows of the list of islands, in its order.
pub fn sorted_rows(state: &State) -> Vec<IslandRow> {
    let mut rows = rows(state);
    order(state).apply(&mut rows, IslandColumn::compare);
    rows
}

/// Returns the order of the list of islands.
pub fn order(state: &State) -> TableOrder<IslandColumn> {
    state.island_order
}

/// Returns the islands with selected elements.
pub(in crate::editor) fn selected_islands(state: &State) -> BTreeSet<IslandId> {
    let cells = state.selection().elements().flat_map(|element| entity::cells_of(state, element));
    cells.filter_map(|cell| state.derived().islands.of(cell)).collect()
}

pub(in crate::editor) fn handle(state: &mut State, input: IslandInput) {
    match input {
        IslandInput::Select(island) => select_islands(state, &BTreeSet::from([island])),
        IslandInput::Frame(island) => {
            let bounds = state.derived().islands.all().get(island.0 as usize).map(|island| island.bounds);
            state.frame(&bounds.unwrap_or(Bounds::EMPTY));
        }
        IslandInput::SetHidden(island, true) => hide_islands(state, |id| id == island),
        IslandInput::SetHidden(island, false) => state.session.show_island(island),
        IslandInput::SortBy(column) => state.island_order.sort_by(column),
        IslandInput::Isolate(island) => {
            show_all_islands(&mut state.session);
            hide_islands(state, |id| id != island);
        }
    }
}

/// Selects all cells of islands, in cell mode.
pub(in crate::editor) fn select_islands(state: &mut State, islands: &BTreeSet<IslandId>) {
    let all = state.mesh().cells().map(|(id, _)| id);
    let cells: Vec<CellId> = all
        .filter(|&cell| state.derived().islands.of(cell).is_some_and(|island| islands.contains(&island)))
        .collect();
    state.select(cells.into_iter().map(Element::Cell));
}

/// Hides islands and deselects their elements.
pub(in crate::editor) fn hide_islands(state: &mut State, is_chosen: impl Fn(IslandId) -> bool) {
    state.session.hide_islands(is_chosen);
    state.session.selection =
        state.session.selection.elements().filter(|&e| !entity::is_element_hidden(state, e)).collect();
}

pub(in crate::editor) fn show_all_islands(session: &mut Session) {
    session.show_all_islands();
}
