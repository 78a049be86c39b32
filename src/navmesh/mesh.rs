//! Vertices, cells and links.

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::{AreaId, CellId, Edge, HalfEdge, IdCounts, Link, LinkId, PagedVec, VertexId};
use crate::geometry::{Bounds, ground};

/// A loop of vertices in the making; four fit without a heap block.
pub type Corners = SmallVec<[VertexId; 4]>;

/// So many corners fit into a cell without a heap block.
const FEW: usize = 4;

/// A walkable polygon: a loop of vertices, counter-clockwise seen from above, and the area that it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell(Body);

/// 24 bytes either way; a cell of few corners is always `Few`, with zeros after them, so equal cells compare equal.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    Few { area: AreaId, len: u8, corners: [VertexId; FEW] },
    Many { area: AreaId, corners: Box<[VertexId]> },
}

impl Default for Cell {
    fn default() -> Self {
        Self::of(&[], AreaId::default())
    }
}

impl Cell {
    /// A cell with these corners, counter-clockwise seen from above.
    pub fn new(corners: impl IntoIterator<Item = VertexId>, area: AreaId) -> Self {
        let corners: Corners = corners.into_iter().collect();
        Self::of(&corners, area)
    }

    /// The same of a slice.
    #[inline]
    pub(super) fn of(corners: &[VertexId], area: AreaId) -> Self {
        let few = match *corners {
            // A copy of unknown length takes longer than all else.
            [a, b, c] => return Self::of_three([a, b, c], area),
            [a, b, c, d] => [a, b, c, d],
            [] => [VertexId(0); FEW],
            _ if corners.len() > FEW => return Self(Body::Many { area, corners: corners.into() }),
            _ => std::array::from_fn(|i| corners.get(i).copied().unwrap_or(VertexId(0))),
        };
        Self(Body::Few { area, len: corners.len() as u8, corners: few })
    }

    /// The same of three.
    #[inline]
    pub(super) fn of_three([a, b, c]: [VertexId; 3], area: AreaId) -> Self {
        Self(Body::Few { area, len: 3, corners: [a, b, c, VertexId(0)] })
    }

    /// Its corners, in order.
    #[inline]
    pub fn corners(&self) -> &[VertexId] {
        match &self.0 {
            Body::Few { len, corners, .. } => &corners[..usize::from(*len)],
            Body::Many { corners, .. } => corners,
        }
    }

    /// The same of a triangle; `None` for any other cell.
    #[inline]
    pub(super) fn triangle(&self) -> Option<[VertexId; 3]> {
        match self.0 {
            Body::Few { len: 3, corners: [a, b, c, _], .. } => Some([a, b, c]),
            _ => None,
        }
    }

    /// Its traversal class.
    pub fn area(&self) -> AreaId {
        match self.0 {
            Body::Few { area, .. } | Body::Many { area, .. } => area,
        }
    }

    /// Gives it another area.
    pub(super) fn set_area(&mut self, new: AreaId) {
        match &mut self.0 {
            Body::Few { area, .. } | Body::Many { area, .. } => *area = new,
        }
    }

    /// How many corners, and so sides, it has.
    pub fn len(&self) -> usize {
        self.corners().len()
    }

    /// Whether this is the empty slot that a removed cell leaves.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.corners().is_empty()
    }

    /// Where side number `side` begins and ends.
    pub fn side(&self, side: u32) -> [VertexId; 2] {
        let corners = self.corners();
        let n = corners.len();
        [corners[side as usize % n], corners[(side as usize + 1) % n]]
    }

    /// Its sides as directed pairs of vertices.
    pub fn sides(&self) -> impl Iterator<Item = [VertexId; 2]> {
        let corners = self.corners();
        let next = corners.iter().skip(1).chain(corners.first());
        corners.iter().zip(next).map(|(&from, &to)| [from, to])
    }

    /// Bytes of its heap block.
    fn heap_bytes(&self) -> usize {
        match &self.0 {
            Body::Few { .. } => 0,
            Body::Many { corners, .. } => size_of_val(&**corners),
        }
    }
}

/// The whole walkable mesh, as a value: cloning it is cheap, and equality is by content.
///
/// Invariants, kept by [`super::Draft`] and by [`NavMesh::from_parts`] and verified by [`NavMesh::check`]:
/// 1. every corner of a cell is a vertex of the mesh;
/// 2. a cell has at least three corners, and no vertex twice;
/// 3. every position is finite, and every link's cost as well, and positive.
///
/// Removed elements leave empty slots, so ids stay valid; files are written without them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavMesh {
    pub(super) vertices: PagedVec<Option<Vec3>>,
    pub(super) cells: PagedVec<Cell>,
    pub(super) links: PagedVec<Option<Link>>,
    pub(super) vertex_count: usize,
    pub(super) cell_count: usize,
    pub(super) link_count: usize,
}

impl NavMesh {
    /// A mesh of these vertices and cells, numbered in order; the first broken invariant as `Err`.
    pub fn from_parts(
        vertices: impl IntoIterator<Item = Vec3>,
        cells: impl IntoIterator<Item = Cell>,
    ) -> Result<Self, String> {
        let vertices: PagedVec<_> = vertices.into_iter().map(Some).collect();
        let cells: PagedVec<_> = cells.into_iter().collect();
        if let Some(index) = cells.iter().position(Cell::is_empty) {
            return Err(format!("cell {index} has 0 corners; a cell needs at least 3"));
        }
        let (vertex_count, cell_count) = (vertices.len(), cells.len());
        let mesh = Self { vertices, cells, vertex_count, cell_count, ..Self::default() };
        mesh.check()?;
        Ok(mesh)
    }

    /// The same mesh with these links instead of its own, numbered in order; the first broken invariant as `Err`.
    pub fn with_links(self, links: impl IntoIterator<Item = Link>) -> Result<Self, String> {
        let links: PagedVec<_> = links.into_iter().map(Some).collect();
        let mesh = Self { link_count: links.len(), links, ..self };
        mesh.check_links()?;
        Ok(mesh)
    }

    /// How many vertices there are.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// How many cells there are.
    pub fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// How many links there are.
    pub fn link_count(&self) -> usize {
        self.link_count
    }

    /// One more than the largest vertex id ever given: the length of a table by vertex id.
    pub fn vertex_slots(&self) -> usize {
        self.vertices.len()
    }

    /// One more than the largest cell id ever given: the length of a table by cell id.
    pub fn cell_slots(&self) -> usize {
        self.cells.len()
    }

    /// One more than the largest link id ever given: the length of a table by link id.
    pub fn link_slots(&self) -> usize {
        self.links.len()
    }

    /// Returns how many ids the mesh has given, to elements removed since as well.
    pub fn id_counts(&self) -> IdCounts {
        IdCounts { vertices: self.vertices.len(), cells: self.cells.len(), links: self.links.len() }
    }

    /// Whether there is nothing at all.
    pub fn is_empty(&self) -> bool {
        self.vertex_count == 0 && self.link_count == 0
    }

    /// A vertex's position; `None` if there is no such vertex.
    #[inline]
    pub fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.vertices.get(id.0 as usize).copied().flatten()
    }

    /// A vertex's position; NaN if there is no such vertex.
    #[inline]
    pub fn position(&self, id: VertexId) -> Vec3 {
        self.vertex(id).unwrap_or(Vec3::NAN)
    }

    /// A cell; `None` if there is no such cell.
    #[inline]
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.get(id.0 as usize).filter(|cell| !cell.is_empty())
    }

    /// A link; `None` if there is no such link.
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(id.0 as usize)?.as_ref()
    }

    /// A cell's corners; empty if there is no such cell.
    #[inline]
    pub fn corners(&self, id: CellId) -> &[VertexId] {
        self.cell(id).map_or(&[], Cell::corners)
    }

    /// All vertices, by id.
    pub fn vertices(&self) -> impl Iterator<Item = (VertexId, Vec3)> {
        self.vertices.iter().enumerate().filter_map(|(i, v)| v.map(|position| (VertexId(i as u32), position)))
    }

    /// All cells, by id.
    pub fn cells(&self) -> impl Iterator<Item = (CellId, &Cell)> {
        self.cells.iter().enumerate().filter(|(_, c)| !c.is_empty()).map(|(i, cell)| (CellId(i as u32), cell))
    }

    /// All links, by id.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        self.links.iter().enumerate().filter_map(|(i, link)| Some((LinkId(i as u32), link.as_ref()?)))
    }

    /// Where the corners of a cell are; empty if there is no such cell.
    pub fn ring(&self, id: CellId) -> SmallVec<[Vec3; 8]> {
        self.corners(id).iter().map(|&v| self.position(v)).collect()
    }

    /// A cell's ring on the ground.
    pub fn ground_ring(&self, id: CellId) -> SmallVec<[Vec2; 8]> {
        self.corners(id).iter().map(|&v| ground(self.position(v))).collect()
    }

    /// The mean of a cell's corners.
    pub fn centroid(&self, id: CellId) -> Vec3 {
        crate::geometry::centroid(&self.ring(id))
    }

    /// The directed ends of a side or a diagonal; `None` if there is no such cell.
    pub fn half_edge(&self, half_edge: HalfEdge) -> Option<[VertexId; 2]> {
        let corners = self.cell(half_edge.cell)?.corners();
        let count = corners.len() as u32;
        Some(half_edge.corners(count).map(|corner| corners[(corner % count) as usize]))
    }

    /// The positions of an edge's ends.
    pub fn edge_positions(&self, edge: Edge) -> [Vec3; 2] {
        edge.ends().map(|v| self.position(v))
    }

    /// The box around all vertices.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.vertices().map(|(_, position)| position))
    }

    /// How many triangles its cells are cut into, each as few as can be. Linear.
    pub fn triangle_count(&self) -> usize {
        self.cells().map(|(_, cell)| cell.len() - 2).sum()
    }

    /// Bytes of all of it: of vertices, of cells and of links.
    pub fn bytes(&self) -> [usize; 3] {
        let corners: usize = self.cells.iter().map(Cell::heap_bytes).sum();
        [self.vertices.bytes(), self.cells.bytes() + corners, self.links.bytes()]
    }

    /// Bytes of this value that `other` does not share: what keeping both costs beyond keeping `other`.
    pub fn bytes_not_shared_with(&self, other: &Self) -> usize {
        self.vertices.bytes_not_shared_with(&other.vertices)
            + self.cells.bytes_not_shared_with(&other.cells)
            + self.links.bytes_not_shared_with(&other.links)
    }

    /// The vertices that moved, came or went since an older revision. Costs what an edit cost, not what the mesh does.
    pub fn vertices_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = VertexId> + 'a {
        let ids = self.vertices.changed_since(&older.vertices).map(|i| VertexId(i as u32));
        ids.filter(move |&id| self.vertex(id) != older.vertex(id))
    }

    /// The cells that came, went, or have other corners or another area than in an older revision; as cheap.
    pub fn cells_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = CellId> + 'a {
        let ids = self.cells.changed_since(&older.cells).map(|i| CellId(i as u32));
        ids.filter(move |&id| self.cell(id) != older.cell(id))
    }

    /// The links that came, went or changed since an older revision; as cheap.
    pub fn links_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = LinkId> + 'a {
        let ids = self.links.changed_since(&older.links).map(|i| LinkId(i as u32));
        ids.filter(move |&id| self.link(id) != older.link(id))
    }

    /// Verifies the invariants; the first broken one as `Err`, with the elements' ids. Linear.
    pub fn check(&self) -> Result<(), String> {
        for (id, position) in self.vertices() {
            if !position.is_finite() {
                return Err(format!("vertex {} is at {position}; positions must be finite", id.0));
            }
        }
        self.cells().try_for_each(|(id, cell)| self.check_cell(id, cell))?;
        self.check_links()
    }

    fn check_links(&self) -> Result<(), String> {
        let of_link = |(id, link): (LinkId, &Link)| {
            link.check().map_err(|description| format!("link {}: {description}", id.0))
        };
        self.links().try_for_each(of_link)
    }

    fn check_cell(&self, id: CellId, cell: &Cell) -> Result<(), String> {
        if cell.len() < 3 {
            return Err(format!("cell {} has {} corners; a cell needs at least 3", id.0, cell.len()));
        }
        for (i, &corner) in cell.corners().iter().enumerate() {
            if self.vertex(corner).is_none() {
                let last = self.vertex_slots() as i64 - 1;
                return Err(format!("cell {} names vertex {}, but vertices end at {last}", id.0, corner.0));
            }
            if cell.corners()[..i].contains(&corner) {
                return Err(format!("cell {} names vertex {} twice", id.0, corner.0));
            }
        }
        Ok(())
    }
}
