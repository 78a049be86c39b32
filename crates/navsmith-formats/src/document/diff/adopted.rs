//! The content of one document with the ids of another.

use super::{DocumentDiff, entries};
use crate::document::{Document, NamedQuery};
use navsmith_core::navmesh::{
    Adjacency, CellId, Corners, Draft, IdCounts, LinkId, NavMesh, Surface, VertexId,
};

impl DocumentDiff {
    /// Returns the second document, in which elements of the first keep their ids and others get new ones.
    ///
    /// The new ids come after those in `given`. `adjacency` is that of the first mesh. Takes time in proportion to the
    /// second document; pages of the first without a difference are shared.
    pub fn with_ids_of_first(
        &self,
        [before, after]: [&Document; 2],
        adjacency: Adjacency,
        given: IdCounts,
    ) -> Document {
        let draft = Draft::new(before.mesh.clone(), adjacency).with_ids_after(given);
        let (mesh, cells) = self.adopt(draft, &after.mesh);
        let id = |cell: CellId| cells.get(cell.0 as usize).copied().flatten();
        let query = |query: &NamedQuery| {
            let expected = entries::with_cells(query.expected.as_ref(), id);
            NamedQuery { expected, ..query.clone() }
        };
        let queries = after.queries.iter().map(query).collect::<Vec<_>>().into();
        let outlines = after.outlines.renumbered(id).into();
        Document { mesh, queries, outlines, ..after.clone() }
    }

    /// Changes a draft of the first mesh to the second one.
    ///
    /// Returns it with its cells by slot of the second mesh.
    fn adopt(&self, mut draft: Draft, after: &NavMesh) -> (NavMesh, Vec<Option<CellId>>) {
        self.cells.removed.iter().for_each(|&id| draft.remove_cell(id));
        let mut vertices: Vec<Option<VertexId>> = vec![None; after.vertex_slots()];
        for (id, position) in after.vertices() {
            let known = self.vertex_matching.from(id.0).map(VertexId);
            // Moves that the comparison ignored are made as well.
            if let Some(known) = known.filter(|&known| draft.mesh().position(known) != position) {
                draft.move_vertex(known, position);
            }
            vertices[id.0 as usize] = Some(known.unwrap_or_else(|| draft.add_vertex(position)));
        }
        let mut cells: Vec<Option<CellId>> = vec![None; after.cell_slots()];
        for (id, cell) in after.cells() {
            let corners: Corners =
                cell.corners().iter().filter_map(|corner| vertices[corner.0 as usize]).collect();
            cells[id.0 as usize] = Some(match self.cell_matching.from(id.0).map(CellId) {
                None => draft.add_cell(corners, cell.area()),
                Some(known) => {
                    if !is_rotation(draft.mesh().corners(known), &corners) {
                        draft.set_corners(known, corners);
                    }
                    if draft.mesh().cell(known).is_some_and(|old| old.area() != cell.area()) {
                        draft.set_area(known, cell.area());
                    }
                    known
                }
            });
        }
        for &id in &self.vertices.removed {
            draft.remove_vertex(id);
        }
        if after.has_details() || draft.mesh().has_details() {
            adopt_details(&mut draft, after, &cells);
        }
        self.links.removed.iter().for_each(|&id| draft.remove_link(id));
        for (id, &link) in after.links() {
            match self.link_matching.from(id.0).map(LinkId) {
                Some(known) if draft.mesh().link(known) == Some(&link) => {}
                Some(known) => draft.set_link(known, link),
                None => drop(draft.add_link(link)),
            }
        }
        let apart = after.vertices_apart().iter().filter_map(|vertex| vertices[vertex.0 as usize]);
        (draft.into_mesh().with_vertices_apart(apart), cells)
    }
}

/// Gives cells the detail heights that they have in another mesh.
///
/// `cells` are those of the draft, by slot of the other mesh.
fn adopt_details(draft: &mut Draft, after: &NavMesh, cells: &[Option<CellId>]) {
    for (id, &known) in (0..).map(CellId).zip(cells) {
        let Some(known) = known else { continue };
        let ring = draft.mesh().ring(known);
        let detail = after.detail(id).and_then(|_| Surface::of(after, id).detail_within(&ring));
        if draft.mesh().detail(known).map(|own| &**own) != detail.as_ref() {
            draft.set_detail(known, detail);
        }
    }
}

/// Whether two rings have the same corners in the same order, wherever they begin.
fn is_rotation(one: &[VertexId], other: &[VertexId]) -> bool {
    let Some(turn) = one.first().and_then(|first| other.iter().position(|corner| corner == first)) else {
        return one.is_empty() && other.is_empty();
    };
    one.len() == other.len() && one.iter().eq(other[turn..].iter().chain(&other[..turn]))
}
