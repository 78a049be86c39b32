//! All structures derived from a mesh alone.

use std::sync::OnceLock;

use super::cell_facts::CellFacts;
use super::{Adjacency, CellId, Islands, LinkId, Links, Locator, NavMesh, Pieces, VertexId};
use crate::geometry::Sphere;

/// The differences between two revisions of a mesh.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Changes {
    /// Vertices that were moved, added or removed.
    pub vertices: Vec<VertexId>,
    /// Cells that were added, removed or changed, or that have a corner that moved.
    pub cells: Vec<CellId>,
    /// Links that were added, removed or changed, or whose attachments changed.
    pub links: Vec<LinkId>,
    /// Whether the corners or the neighbours of any cell changed.
    pub is_topological: bool,
}

/// All structures derived from a mesh alone. They are computed, never saved and never undone.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    mesh: NavMesh,
    /// Cells at each vertex and on each edge.
    pub adjacency: Adjacency,
    /// Connected components.
    pub islands: Islands,
    /// Cells near a position.
    pub locator: Locator,
    /// Attachments of links, and the islands that links join.
    pub links: Links,
    facts: CellFacts,
    sphere: OnceLock<Option<(Sphere, bool)>>,
}

/// Greatest distance of a vertex from a sphere that the mesh is, as a share of the radius.
const CLOSE_TO_SPHERE: f64 = 0.01;

impl Derived {
    /// Builds all structures. Linear.
    pub fn build(mesh: &NavMesh) -> Self {
        let adjacency = Adjacency::build(mesh);
        let islands = Islands::build(mesh, &adjacency);
        let locator = Locator::build(mesh);
        let links = Links::build(mesh, &islands, &locator);
        Self { mesh: mesh.clone(), adjacency, islands, locator, links, ..Self::default() }
    }

    /// Returns the mesh that the structures were derived from.
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Returns the least height from a cell up to a cell above it, in metres; infinite if there is none.
    ///
    /// Both cells are assumed to be flat. The first call for a cell visits the cells near it, later ones none.
    pub fn headroom(&self, cell: CellId) -> f32 {
        self.facts.headroom(&self.mesh, &self.locator, cell)
    }

    /// Returns the angle of a cell from level, in radians, whichever way it faces.
    ///
    /// It is 0 for a cell without area. The first call for a cell computes it.
    pub fn slope(&self, cell: CellId) -> f32 {
        self.facts.slope(&self.mesh, cell)
    }

    /// Returns the winding of a convex cell: 1 for counter-clockwise from above, -1 for clockwise, else 0.
    ///
    /// The first call for a cell computes it.
    #[inline]
    pub fn convex_winding(&self, cell: CellId) -> i8 {
        self.facts.convex_winding(&self.mesh, cell)
    }

    /// Returns the convex pieces of a cell that is not convex; `None` for other cells.
    ///
    /// It is also `None` for a cell that cannot be decomposed. The first call for a cell computes them.
    pub fn pieces(&self, cell: CellId) -> Option<&Pieces> {
        if self.convex_winding(cell) == 0 { self.facts.pieces(&self.mesh, cell) } else { None }
    }

    /// Returns the sphere fitted to the vertices; `None` if they lie on one plane.
    ///
    /// The first call visits all vertices.
    pub fn sphere(&self) -> Option<Sphere> {
        self.fitted_sphere().map(|(sphere, _)| sphere)
    }

    /// Whether the vertices lie on the fitted sphere, except for a hundredth of its radius.
    pub fn is_sphere(&self) -> bool {
        self.fitted_sphere().is_some_and(|(_, is_close)| is_close)
    }

    fn fitted_sphere(&self) -> Option<(Sphere, bool)> {
        let vertices = || self.mesh.vertices().map(|(_, at)| at);
        *self.sphere.get_or_init(|| {
            let sphere = Sphere::fit(vertices)?;
            Some((sphere, sphere.deviation(vertices()) <= CLOSE_TO_SPHERE * sphere.radius))
        })
    }

    /// Returns the sizes of the mesh's tables and of the derived structures in bytes, with their names.
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
            ("facts about cells", self.facts.bytes()),
        ]
    }

    /// Updates the structures to another revision of the mesh and returns the differences.
    ///
    /// Takes time proportional to the differences. Islands that split or merge cost the size of the smaller part, and
    /// every link is visited. Nothing else is linear in the mesh.
    pub fn update(&mut self, mesh: &NavMesh) -> Changes {
        let old = std::mem::replace(&mut self.mesh, mesh.clone());
        let vertices: Vec<_> = mesh.vertices_changed_since(&old).collect();
        // The locations of points and the windings of all cells have another meaning then.
        let is_turned = old.is_closed_surface() != mesh.is_closed_surface();
        let mut cells: Vec<_> = if is_turned {
            mesh.cells().map(|(id, _)| id).collect()
        } else {
            mesh.cells_changed_since(&old).collect()
        };
        let relinked: Vec<_> =
            cells.iter().copied().filter(|&id| old.corners(id) != mesh.corners(id)).collect();
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
        self.adjacency.follow_moves(mesh, &cells, |cell| touched.push(cell));
        let is_topological = !relinked.is_empty() || !touched.is_empty();
        touched.sort_unstable();
        touched.dedup();
        if is_most || touched.len() * 16 > mesh.cell_count() + 1024 {
            self.islands = Islands::build(mesh, &self.adjacency);
        } else {
            self.islands.update(mesh, &self.adjacency, &cells, &touched);
        }
        self.locator.update(mesh, &cells);
        if !cells.is_empty() {
            self.facts = CellFacts::default();
        }
        if !vertices.is_empty() {
            self.sphere = OnceLock::new();
        }
        let mut links: Vec<_> = mesh.links_changed_since(&old).collect();
        links.extend(self.links.update(mesh, &self.islands, &self.locator, &links, &cells));
        links.sort_unstable();
        links.dedup();
        Changes { vertices, cells, links, is_topological }
    }
}
