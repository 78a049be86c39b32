//! Islands: their list, and which of them are hidden.
//!
//! Every change renumbers the islands. A hidden island is stored as one of its cells, so it stays hidden while the
//! mesh is edited. It is hidden again when an undo restores that cell.

use std::collections::BTreeSet;

use super::{Editor, Element};
use crate::geometry::Bounds;
use crate::navmesh::{CellId, IslandId, VertexId};

/// Hidden islands.
#[derive(Clone, Debug, Default)]
pub(super) struct Visibility {
    /// One cell of each island that was hidden.
    kept: BTreeSet<CellId>,
    /// Hidden islands in the current numbering.
    hidden: BTreeSet<IslandId>,
}

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

impl Editor {
    /// Returns the rows of the list of islands, in the order of their ids.
    pub fn island_rows(&self) -> Vec<IslandRow> {
        let selected = self.selected_islands();
        let row = |(id, island): (u32, &crate::navmesh::Island)| IslandRow {
            id: IslandId(id),
            cells: island.cells,
            area: island.area,
            bounds: island.bounds,
            is_hidden: self.visibility.hidden.contains(&IslandId(id)),
            is_selected: selected.contains(&IslandId(id)),
        };
        (0..).zip(self.derived.islands.all()).map(row).collect()
    }

    /// Whether the user has hidden a cell; it is then neither drawn nor picked.
    pub fn is_hidden(&self, cell: CellId) -> bool {
        !self.visibility.hidden.is_empty()
            && self.derived.islands.of(cell).is_some_and(|island| self.visibility.hidden.contains(&island))
    }

    /// Whether any island is hidden.
    pub fn has_hidden(&self) -> bool {
        !self.visibility.hidden.is_empty()
    }

    /// Returns the hidden islands in the current numbering.
    pub fn hidden_islands(&self) -> &BTreeSet<IslandId> {
        &self.visibility.hidden
    }

    /// Returns the islands with selected elements.
    pub(super) fn selected_islands(&self) -> BTreeSet<IslandId> {
        let adjacency = &self.derived.adjacency;
        let of_vertex = |vertex: VertexId| adjacency.star(vertex).iter().copied();
        let at_vertices = self.selection.vertices().iter().flat_map(|&vertex| of_vertex(vertex));
        let edges = self.selection.edges().iter();
        let at_edges = edges.flat_map(|&edge| adjacency.sides_of(&self.document.mesh, edge)).map(|s| s.cell);
        let cells = self.selection.cells().iter().copied().chain(at_vertices).chain(at_edges);
        let at_objects = self.selection.objects().iter().flat_map(|&object| self.cells_of(object));
        cells.chain(at_objects).filter_map(|cell| self.derived.islands.of(cell)).collect()
    }

    pub(super) fn handle_island(&mut self, input: IslandInput) {
        match input {
            IslandInput::Select(island) => self.select_islands(&BTreeSet::from([island])),
            IslandInput::Frame(island) => {
                if let Some(island) = self.derived.islands.all().get(island.0 as usize) {
                    let bounds = island.bounds;
                    self.frame(&bounds);
                }
            }
            IslandInput::SetHidden(island, true) => self.hide_islands(|id| id == island),
            IslandInput::SetHidden(island, false) => self.show_island(island),
            IslandInput::Isolate(island) => {
                self.show_all_islands();
                self.hide_islands(|id| id != island);
            }
        }
    }

    /// Selects all cells of islands, in cell mode.
    pub(super) fn select_islands(&mut self, islands: &BTreeSet<IslandId>) {
        let all = self.document.mesh.cells().map(|(id, _)| id);
        let cells: Vec<CellId> = all
            .filter(|&cell| self.derived.islands.of(cell).is_some_and(|island| islands.contains(&island)))
            .collect();
        self.select_elements(cells.into_iter().map(Element::Cell));
    }

    /// Hides islands and deselects their elements.
    pub(super) fn hide_islands(&mut self, is_chosen: impl Fn(IslandId) -> bool) {
        let mut found = BTreeSet::new();
        for (cell, _) in self.document.mesh.cells() {
            let Some(island) = self.derived.islands.of(cell) else { continue };
            if is_chosen(island) && found.insert(island) {
                self.visibility.kept.insert(cell);
            }
        }
        self.refresh_visibility();
        self.selection = self.selection.elements().filter(|&e| !self.is_element_hidden(e)).collect();
    }

    fn show_island(&mut self, island: IslandId) {
        let islands = &self.derived.islands;
        self.visibility.kept.retain(|&cell| islands.of(cell) != Some(island));
        self.refresh_visibility();
    }

    pub(super) fn show_all_islands(&mut self) {
        self.visibility = Visibility::default();
    }

    /// Whether all cells that contain an element, or that a link joins, are hidden.
    pub(super) fn is_element_hidden(&self, element: Element) -> bool {
        let cells = self.cells_of(element);
        !cells.is_empty() && cells.iter().all(|&cell| self.is_hidden(cell))
    }

    /// Updates the hidden islands after the islands are renumbered.
    pub(super) fn refresh_visibility(&mut self) {
        let islands = &self.derived.islands;
        let visibility = &mut self.visibility;
        visibility.hidden = visibility.kept.iter().filter_map(|&cell| islands.of(cell)).collect();
    }
}
