//! Selection by rules (all, inverse, islands, neighbours), and the elements that commands apply to.

use std::collections::BTreeSet;

use super::{Editor, Element, Mode, Selection};
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Edge, IslandId, VertexId};

impl Editor {
    /// Selects only these elements, and switches to the mode of their kind.
    pub(super) fn select_elements(&mut self, elements: impl IntoIterator<Item = Element>) {
        let mut elements = elements.into_iter().peekable();
        match elements.peek() {
            Some(Element::Vertex(_)) => self.set_mode(Mode::Vertex),
            Some(Element::Edge(_)) => self.set_mode(Mode::Edge),
            Some(Element::Cell(_)) => self.set_mode(Mode::Cell),
            _ => {}
        }
        self.selection = elements.collect();
    }

    /// Selects all visible elements of the current mode, and all visible objects.
    pub(super) fn select_all(&mut self) {
        let all = self.all_elements();
        self.select_elements(all);
    }

    /// Inverts the selection of visible elements.
    pub(super) fn select_inverse(&mut self) {
        let mut rest = self.all_elements();
        rest.retain(|&element| !self.selection.contains(element));
        self.select_elements(rest);
    }

    /// Selects the islands of the selection and the island under the pointer, in the current mode.
    pub(super) fn select_linked(&mut self) {
        let mut islands = self.selected_islands();
        islands.extend(self.hovered_island());
        let mode = self.mode();
        self.select_islands(&islands);
        self.set_mode(mode);
    }

    fn hovered_island(&self) -> Option<IslandId> {
        let cells = self.cells_of(self.hover()?.element);
        self.derived.islands.of(*cells.first()?)
    }

    /// Returns the islands of the selection; without a selection, the island under the pointer.
    pub(super) fn islands_meant(&self) -> BTreeSet<IslandId> {
        if self.selection.is_empty() {
            self.hovered_island().into_iter().collect()
        } else {
            self.selected_islands()
        }
    }

    /// Adds neighbours to the selection: cells that share a corner, and edges and vertices of cells around.
    pub(super) fn grow_selection(&mut self) {
        let grown = self.selection.all_vertices(&self.document.mesh);
        let around: BTreeSet<CellId> =
            grown.iter().flat_map(|&vertex| self.derived.adjacency.star(vertex)).copied().collect();
        let selection: Selection = around.into_iter().map(Element::Cell).collect();
        let selection = self.in_mode(&selection);
        self.selection = self.selection.elements().chain(selection.elements()).collect();
    }

    /// Deselects elements that touch a cell which is not wholly selected.
    pub(super) fn shrink_selection(&mut self) {
        let mesh = &self.document.mesh;
        let vertices: BTreeSet<VertexId> = self.selection.all_vertices(mesh).into_iter().collect();
        let is_selected = |cell: &CellId| match self.mode() {
            Mode::Cell => self.selection.cells().contains(cell),
            Mode::Vertex | Mode::Edge => mesh.corners(*cell).iter().all(|corner| vertices.contains(corner)),
        };
        let is_kept = |vertex: &VertexId| self.derived.adjacency.star(*vertex).iter().all(is_selected);
        let is_inside = |element: &Element| match *element {
            Element::Vertex(vertex) => is_kept(&vertex),
            Element::Edge(edge) => edge.ends().iter().all(is_kept),
            Element::Cell(cell) => mesh.corners(cell).iter().all(is_kept),
            // Objects have no neighbours.
            _ => true,
        };
        self.selection = self.selection.elements().filter(is_inside).collect();
    }

    fn in_mode(&self, selection: &Selection) -> Selection {
        selection.converted(self.mode(), &self.document.mesh, &self.derived.adjacency)
    }

    /// Returns the cells that a command applies to: selected ones, else those with all corners selected.
    pub(super) fn cells_meant(&self) -> Vec<CellId> {
        let cells = self.selection.converted(Mode::Cell, &self.document.mesh, &self.derived.adjacency);
        cells.cells().iter().copied().collect()
    }

    /// Returns the edges that a command applies to: selected ones, else those between selected vertices.
    pub(super) fn edges_meant(&self) -> Vec<Edge> {
        let edges = self.selection.converted(Mode::Edge, &self.document.mesh, &self.derived.adjacency);
        edges.edges().iter().copied().collect()
    }

    /// Returns the bounding box of the selection; empty if nothing is selected.
    pub(super) fn selected_bounds(&self) -> Bounds {
        Bounds::of(self.moving().places(&self.document).map(|(_, at)| at))
    }

    /// Returns the bounding box of everything visible.
    ///
    /// It contains the islands that are not hidden, isolated vertices, objects, and the ends of the path.
    pub(super) fn visible_bounds(&self) -> Bounds {
        let mesh = &self.document.mesh;
        let ends = [crate::pathfinding::mesh_query::End::Start, crate::pathfinding::mesh_query::End::Target];
        let located = ends.into_iter().filter_map(|end| self.located(end)).map(|end| end.point);
        let rows = self.island_rows().into_iter().filter(|row| !row.is_hidden);
        let islands = rows.fold(Bounds::of(located), |bounds, row| bounds.union(row.bounds));
        let isolated = self.interaction.isolated.iter().map(|id| mesh.position(id));
        let objects = Element::objects(&self.document).filter(|&object| !self.is_element_hidden(object));
        let objects = objects.flat_map(|object| object.positions(&self.document));
        isolated.chain(objects).fold(islands, Bounds::including)
    }
}
