//! A mesh under edit.

use glam::Vec3;

use super::{Adjacency, AreaId, Cell, CellId, IdCounts, Link, LinkId, NavMesh, VertexId};

/// A mesh together with its adjacency, which every change updates.
///
/// Only these functions change a mesh; every edit in [`super::edit`] uses them. A caller creates a draft of clones,
/// runs an edit, and keeps the draft's mesh only if the edit succeeded.
#[derive(Clone, Debug)]
pub struct Draft {
    pub(super) mesh: NavMesh,
    adjacency: Adjacency,
    given: IdCounts,
    /// Cells that received more corners than [`Cell::MOST_CORNERS`], some only for a time.
    oversized: Vec<CellId>,
}

impl Draft {
    /// Creates a draft of a mesh and the adjacency derived from it.
    pub fn new(mesh: NavMesh, adjacency: Adjacency) -> Self {
        Self { mesh, adjacency, given: IdCounts::default(), oversized: Vec::new() }
    }

    /// Makes new elements receive ids after those in `given`.
    ///
    /// An undo may have restored a mesh with fewer ids than were assigned.
    #[must_use]
    pub fn with_ids_after(self, given: IdCounts) -> Self {
        Self { given, ..self }
    }

    /// Creates a draft of a mesh and builds its adjacency. Linear.
    pub fn of(mesh: NavMesh) -> Self {
        let adjacency = Adjacency::build(&mesh);
        Self::new(mesh, adjacency)
    }

    /// Returns the current mesh.
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Returns the adjacency of the current mesh.
    pub fn adjacency(&self) -> &Adjacency {
        &self.adjacency
    }

    /// Returns a cell that received more corners than [`Cell::MOST_CORNERS`], if there is one.
    pub fn oversized(&self) -> Option<CellId> {
        let is_oversized = |cell: &CellId| self.mesh.corners(*cell).len() > Cell::MOST_CORNERS;
        self.oversized.iter().copied().find(is_oversized)
    }

    /// Returns the finished mesh.
    pub fn into_mesh(self) -> NavMesh {
        self.mesh
    }

    /// Adds a vertex without cells.
    pub fn add_vertex(&mut self, position: Vec3) -> VertexId {
        self.mesh.vertices.resize(self.mesh.vertices.len().max(self.given.vertices));
        let id = VertexId(self.mesh.vertices.len() as u32);
        self.mesh.vertices.push(Some(position));
        self.mesh.vertex_count += 1;
        self.adjacency.grow(&self.mesh);
        id
    }

    /// Moves a vertex; does nothing if there is no such vertex.
    pub fn move_vertex(&mut self, id: VertexId, position: Vec3) {
        if let Some(slot @ Some(_)) = self.mesh.vertices.get_mut(id.0 as usize) {
            let is_moved = *slot != Some(position);
            *slot = Some(position);
            if is_moved && self.mesh.has_details() {
                self.adjacency.star(id).iter().for_each(|&cell| self.mesh.set_detail(cell, None));
            }
            self.adjacency.follow_move(&self.mesh, id);
        }
    }

    /// Removes a vertex without cells; returns `false` if a cell uses it or there is no such vertex.
    pub fn remove_vertex(&mut self, id: VertexId) -> bool {
        if self.mesh.vertex(id).is_none() || !self.adjacency.star(id).is_empty() {
            return false;
        }
        if let Some(slot) = self.mesh.vertices.get_mut(id.0 as usize) {
            *slot = None;
            self.mesh.vertex_count -= 1;
        }
        self.set_apart(id, false);
        true
    }

    /// Adds a cell. The corners must be at least three different vertices of the mesh.
    pub fn add_cell(&mut self, corners: impl IntoIterator<Item = VertexId>, area: AreaId) -> CellId {
        self.mesh.cells.resize(self.mesh.cells.len().max(self.given.cells));
        let id = CellId(self.mesh.cells.len() as u32);
        self.mesh.cells.push(Cell::default());
        self.adjacency.grow(&self.mesh);
        self.put(id, Cell::new(corners, area));
        id
    }

    /// Sets the corners of a cell. They must be at least three different vertices of the mesh.
    pub fn set_corners(&mut self, id: CellId, corners: impl IntoIterator<Item = VertexId>) {
        if let Some(area) = self.mesh.cell(id).map(Cell::area) {
            self.put(id, Cell::new(corners, area));
        }
    }

    /// Reverses the corners of a cell, and of its detail heights.
    pub fn reverse_corners(&mut self, id: CellId) {
        let reversed: Vec<_> = self.mesh.corners(id).iter().rev().copied().collect();
        let detail = self.mesh.detail(id).map(|detail| detail.reversed(reversed.len()));
        self.set_corners(id, reversed);
        self.set_detail(id, detail);
    }

    /// Sets the area of a cell.
    pub fn set_area(&mut self, id: CellId, area: AreaId) {
        if let Some(cell) = self.mesh.cells.get_mut(id.0 as usize).filter(|cell| !cell.is_empty()) {
            cell.set_area(area);
        }
    }

    /// Removes a cell; its vertices stay.
    pub fn remove_cell(&mut self, id: CellId) {
        self.put(id, Cell::default());
    }

    /// Removes cells; their vertices stay.
    ///
    /// Many cells on one edge take linear time.
    pub fn remove_cells(&mut self, ids: &[CellId]) {
        let mut take = |id: CellId| Some((id, std::mem::take(self.mesh.cells.get_mut(id.0 as usize)?)));
        let removed = ids.iter().filter_map(|&id| take(id));
        let removed: Vec<(CellId, Cell)> = removed.filter(|(_, cell)| !cell.is_empty()).collect();
        for (id, _) in &removed {
            self.mesh.set_detail(*id, None);
        }
        self.mesh.cell_count -= removed.len();
        if removed.len() * 4 > self.mesh.cell_count + 64 {
            self.adjacency = Adjacency::build(&self.mesh);
        } else {
            let removed = removed.iter().map(|(id, cell)| (*id, cell.corners()));
            self.adjacency.relink(&self.mesh, removed, |_| {});
        }
    }

    /// Adds a link. Its positions must be finite and its cost positive.
    pub fn add_link(&mut self, link: Link) -> LinkId {
        self.mesh.links.resize(self.mesh.links.len().max(self.given.links));
        let id = LinkId(self.mesh.links.len() as u32);
        self.mesh.links.push(Some(link));
        self.mesh.link_count += 1;
        id
    }

    /// Replaces a link by another valid link; does nothing if there is no such link.
    pub fn set_link(&mut self, id: LinkId, link: Link) {
        if let Some(slot @ Some(_)) = self.mesh.links.get_mut(id.0 as usize) {
            *slot = Some(link);
        }
    }

    /// Removes a link.
    pub fn remove_link(&mut self, id: LinkId) {
        if let Some(slot @ Some(_)) = self.mesh.links.get_mut(id.0 as usize) {
            *slot = None;
            self.mesh.link_count -= 1;
        }
    }

    fn put(&mut self, id: CellId, cell: Cell) {
        let Some(slot) = self.mesh.cells.get_mut(id.0 as usize) else { return };
        let old = std::mem::replace(slot, cell);
        if slot.len() > Cell::MOST_CORNERS {
            self.oversized.push(id);
        }
        self.mesh.cell_count += usize::from(!slot.is_empty());
        self.mesh.cell_count -= usize::from(!old.is_empty());
        self.adjacency.relink(&self.mesh, std::iter::once((id, old.corners())), |_| {});
        if self.mesh.detail(id).is_some() {
            let mut before = old.corners().iter().map(|&corner| self.mesh.position(corner));
            if !before.by_ref().eq(self.mesh.ring(id)) {
                self.mesh.set_detail(id, None);
            }
        }
    }
}
