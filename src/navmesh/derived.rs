//! Everything that follows from a mesh alone.

use super::{Adjacency, CellId, Islands, LinkId, Links, Locator, NavMesh, VertexId};

/// What differs between two revisions of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Vertices that moved, came or went.
    pub vertices: Vec<VertexId>,
    /// Cells that came, went or changed, or have a corner that moved.
    pub cells: Vec<CellId>,
    /// Links that came, went or changed, or are attached otherwise than before.
    pub links: Vec<LinkId>,
    /// Whether any cell's corners changed, so that neighbours may have too.
    pub is_topological: bool,
}

/// Everything that follows from a mesh alone; computed, never saved and never undone.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    mesh: NavMesh,
    /// Which cells meet at a vertex and which share an edge.
    pub adjacency: Adjacency,
    /// Connected components.
    pub islands: Islands,
    /// Which cells are near a place.
    pub locator: Locator,
    /// Which cells links are attached to, and which islands they join.
    pub links: Links,
}

impl Derived {
    /// Derives everything from nothing. Linear.
    pub fn build(mesh: &NavMesh) -> Self {
        let adjacency = Adjacency::build(mesh);
        let islands = Islands::build(mesh, &adjacency);
        let locator = Locator::build(mesh);
        let links = Links::build(mesh, &islands, &locator);
        Self { mesh: mesh.clone(), adjacency, islands, locator, links }
    }

    /// The mesh that this was derived from.
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// What the columns of the mesh and the structures derived from it take, in bytes, each with its name.
    pub fn memory(&self) -> Vec<(&'static str, usize)> {
        let [vertices, cells, links] = self.mesh.bytes();
        let [stars, twins] = self.adjacency.bytes();
        vec![
            ("vertices", vertices),
            ("cells", cells),
            ("links", links),
            ("cells at vertices", stars),
            ("twins of sides", twins),
            ("islands", self.islands.bytes()),
            ("locator", self.locator.bytes()),
            ("link attachments", self.links.bytes()),
        ]
    }

    /// Follows the mesh to another revision, at a cost in proportion to what differs, and says what does.
    ///
    /// Islands that fell apart or became one cost what the smaller part has, and every link is glanced at; nothing is
    /// linear in the mesh.
    pub fn update(&mut self, mesh: &NavMesh) -> Changes {
        let old = std::mem::replace(&mut self.mesh, mesh.clone());
        let vertices = mesh.vertices.changed_since(&old.vertices).map(|i| VertexId(i as u32));
        let cells = mesh.cells.changed_since(&old.cells).map(|i| CellId(i as u32));
        // A slot that came empty, or went empty, is no difference.
        let vertices: Vec<_> = vertices.filter(|&id| old.vertex(id) != mesh.vertex(id)).collect();
        let mut cells: Vec<_> = cells.filter(|&id| old.cell(id) != mesh.cell(id)).collect();
        let relinked: Vec<_> =
            cells.iter().copied().filter(|&id| old.corners(id) != mesh.corners(id)).collect();
        let is_topological = !relinked.is_empty();
        let is_most = relinked.len() * 4 > mesh.cell_count() + 64;
        let mut touched = Vec::new();
        if is_most {
            self.adjacency = Adjacency::build(mesh);
        } else {
            self.adjacency.grow(mesh);
            let relinked = relinked.iter().map(|&id| (id, old.corners(id)));
            self.adjacency.relink(mesh, relinked, |cell| touched.push(cell));
            self.adjacency.shrink(mesh);
        }
        cells.extend(vertices.iter().flat_map(|&vertex| self.adjacency.star(vertex)));
        cells.sort_unstable();
        cells.dedup();
        touched.sort_unstable();
        touched.dedup();
        if is_most || touched.len() * 16 > mesh.cell_count() + 1024 {
            self.islands = Islands::build(mesh, &self.adjacency);
        } else {
            self.islands.update(mesh, &self.adjacency, &cells, &touched);
        }
        self.locator.update(mesh, &cells);
        let mut links: Vec<_> = mesh.links_changed_since(&old).collect();
        links.extend(self.links.update(mesh, &self.islands, &self.locator, &links, &cells));
        links.sort_unstable();
        links.dedup();
        Changes { vertices, cells, links, is_topological }
    }
}
