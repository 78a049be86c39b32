//! Vertices, cells and links.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::{AreaId, CellDetail, CellId, Edge, HalfEdge, IdCounts, Link, LinkId, PagedVec, VertexId};
use crate::geometry::{Bounds, ground};

/// A vertex loop under construction; four corners fit without a heap block.
pub type Corners = SmallVec<[VertexId; 4]>;

/// Maximum number of corners of a cell without a heap block.
pub(super) const FEW: usize = 4;

/// A walkable polygon: a vertex loop, counter-clockwise seen from above, and its area.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell(Body);

/// The storage of a cell, 24 bytes.
///
/// A cell of at most [`FEW`] corners is always `Few`, padded with zeros, so equal cells compare equal.
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
    /// Maximum number of corners that files store and edits make.
    ///
    /// Algorithms quadratic in corners are slow beyond it.
    pub const MOST_CORNERS: usize = 4096;

    /// Creates a cell with corners in counter-clockwise order, seen from above.
    pub fn new(corners: impl IntoIterator<Item = VertexId>, area: AreaId) -> Self {
        let corners: Corners = corners.into_iter().collect();
        Self::of(&corners, area)
    }

    /// Like [`Self::new`], but from a slice.
    #[inline]
    pub(crate) fn of(corners: &[VertexId], area: AreaId) -> Self {
        let few = match *corners {
            // A copy of unknown length would dominate the running time.
            [a, b, c] => return Self::of_three([a, b, c], area),
            [a, b, c, d] => [a, b, c, d],
            [] => [VertexId(0); FEW],
            _ if corners.len() > FEW => return Self(Body::Many { area, corners: corners.into() }),
            _ => std::array::from_fn(|i| corners.get(i).copied().unwrap_or(VertexId(0))),
        };
        Self(Body::Few { area, len: corners.len() as u8, corners: few })
    }

    /// Like [`Self::new`], but from three corners.
    #[inline]
    pub(super) fn of_three([a, b, c]: [VertexId; 3], area: AreaId) -> Self {
        Self(Body::Few { area, len: 3, corners: [a, b, c, VertexId(0)] })
    }

    /// Returns the corners, in order.
    #[inline]
    pub fn corners(&self) -> &[VertexId] {
        match &self.0 {
            Body::Few { len, corners, .. } => &corners[..usize::from(*len)],
            Body::Many { corners, .. } => corners,
        }
    }

    /// Returns the corners of a triangle; `None` for any other cell.
    #[inline]
    pub(super) fn triangle(&self) -> Option<[VertexId; 3]> {
        match self.0 {
            Body::Few { len: 3, corners: [a, b, c, _], .. } => Some([a, b, c]),
            _ => None,
        }
    }

    /// Returns the area.
    #[inline]
    pub fn area(&self) -> AreaId {
        match self.0 {
            Body::Few { area, .. } | Body::Many { area, .. } => area,
        }
    }

    pub(super) fn set_area(&mut self, new: AreaId) {
        match &mut self.0 {
            Body::Few { area, .. } | Body::Many { area, .. } => *area = new,
        }
    }

    /// Returns the number of corners, which is also the number of sides.
    pub fn len(&self) -> usize {
        self.corners().len()
    }

    /// Whether this is the empty slot of a removed cell.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.corners().is_empty()
    }

    /// Returns the start and end vertex of side number `side`.
    pub fn side(&self, side: u32) -> [VertexId; 2] {
        let corners = self.corners();
        let n = corners.len();
        [corners[side as usize % n], corners[(side as usize + 1) % n]]
    }

    /// Returns the sides as directed pairs of vertices.
    pub fn sides(&self) -> impl Iterator<Item = [VertexId; 2]> {
        let corners = self.corners();
        let next = corners.iter().skip(1).chain(corners.first());
        corners.iter().zip(next).map(|(&from, &to)| [from, to])
    }
}

/// The whole navigation mesh, as a value. Cloning is cheap, and equality is by content.
///
/// [`super::Draft`] and [`NavMesh::from_parts`] keep these invariants, and [`NavMesh::check`] verifies them:
/// 1. every corner of a cell is a vertex of the mesh;
/// 2. a cell has at least three corners, and no vertex twice;
/// 3. every position is finite, and every link's cost is finite and positive;
/// 4. every detail belongs to a cell, and is as [`CellDetail`] states.
///
/// Removed elements leave empty slots, so ids stay valid. Files contain no empty slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavMesh {
    pub(super) vertices: PagedVec<Option<Vec3>>,
    pub(super) cells: PagedVec<Cell>,
    pub(super) links: PagedVec<Option<Link>>,
    pub(super) vertex_count: usize,
    pub(super) cell_count: usize,
    pub(super) link_count: usize,
    pub(super) is_closed_surface: bool,
    /// Heights between the corners of cells, up to the last cell that has some.
    pub(super) details: PagedVec<Option<Arc<CellDetail>>>,
    /// Vertices that are apart from others in the same place on purpose.
    pub(super) apart: Arc<BTreeSet<VertexId>>,
}

impl NavMesh {
    /// Creates a mesh of vertices and cells, numbered in order.
    ///
    /// Returns the first violated invariant as `Err`.
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

    /// Replaces all links, numbered in order. Returns the first violated invariant as `Err`.
    pub fn with_links(self, links: impl IntoIterator<Item = Link>) -> Result<Self, String> {
        let links: PagedVec<_> = links.into_iter().map(Some).collect();
        let mesh = Self { link_count: links.len(), links, ..self };
        mesh.check_links()?;
        Ok(mesh)
    }

    /// Returns the mesh with converted positions and the same ids.
    ///
    /// Cells are reversed if the conversion is mirrored. Returns the first violated invariant as `Err`.
    pub fn converted(&self, position: impl Fn(Vec3) -> Vec3, is_mirrored: bool) -> Result<Self, String> {
        let link = |link: &Link| {
            let [from, to] = [link.from, link.to].map(|span| span.map(&position));
            Link { from, to, ..*link }
        };
        let reversed = |cell: &Cell| {
            let corners: SmallVec<[VertexId; 8]> = cell.corners().iter().rev().copied().collect();
            Cell::of(&corners, cell.area())
        };
        let mut mesh = Self {
            vertices: self.vertices.map(|vertex| vertex.map(&position)),
            links: self.links.map(|slot| slot.as_ref().map(link)),
            ..self.clone()
        };
        if is_mirrored {
            mesh.cells =
                self.cells.map(|cell| if cell.is_empty() { Cell::default() } else { reversed(cell) });
        }
        mesh.convert_details(position, is_mirrored);
        mesh.check()?;
        Ok(mesh)
    }

    /// Returns the number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.vertex_count
    }

    /// Returns the number of cells.
    pub fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// Returns the number of links.
    pub fn link_count(&self) -> usize {
        self.link_count
    }

    /// Returns the length of a table by vertex id: one more than the largest id ever assigned.
    pub fn vertex_slots(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the length of a table by cell id: one more than the largest id ever assigned.
    pub fn cell_slots(&self) -> usize {
        self.cells.len()
    }

    /// Returns the length of a table by link id: one more than the largest id ever assigned.
    pub fn link_slots(&self) -> usize {
        self.links.len()
    }

    /// Returns the number of ids that the mesh has assigned, including those of removed elements.
    pub fn id_counts(&self) -> IdCounts {
        IdCounts { vertices: self.vertices.len(), cells: self.cells.len(), links: self.links.len() }
    }

    /// Whether the mesh has no vertices and no links.
    pub fn is_empty(&self) -> bool {
        self.vertex_count == 0 && self.link_count == 0
    }

    /// Returns a vertex's position; `None` if there is no such vertex.
    #[inline]
    pub fn vertex(&self, id: VertexId) -> Option<Vec3> {
        self.vertices.get(id.0 as usize).copied().flatten()
    }

    /// Returns a vertex's position; NaN if there is no such vertex.
    #[inline]
    pub fn position(&self, id: VertexId) -> Vec3 {
        self.vertex(id).unwrap_or(Vec3::NAN)
    }

    /// Returns a cell; `None` if there is no such cell.
    #[inline]
    pub fn cell(&self, id: CellId) -> Option<&Cell> {
        self.cells.get(id.0 as usize).filter(|cell| !cell.is_empty())
    }

    /// Returns a link; `None` if there is no such link.
    pub fn link(&self, id: LinkId) -> Option<&Link> {
        self.links.get(id.0 as usize)?.as_ref()
    }

    /// Returns a cell's corners; empty if there is no such cell.
    #[inline]
    pub fn corners(&self, id: CellId) -> &[VertexId] {
        self.cell(id).map_or(&[], Cell::corners)
    }

    /// Returns all vertices, sorted by id.
    pub fn vertices(&self) -> impl Iterator<Item = (VertexId, Vec3)> {
        self.vertices.iter().enumerate().filter_map(|(i, v)| v.map(|position| (VertexId(i as u32), position)))
    }

    /// Returns all cells, sorted by id.
    pub fn cells(&self) -> impl Iterator<Item = (CellId, &Cell)> {
        self.cells.iter().enumerate().filter(|(_, c)| !c.is_empty()).map(|(i, cell)| (CellId(i as u32), cell))
    }

    /// Returns all links, sorted by id.
    pub fn links(&self) -> impl Iterator<Item = (LinkId, &Link)> {
        self.links.iter().enumerate().filter_map(|(i, link)| Some((LinkId(i as u32), link.as_ref()?)))
    }

    /// Returns the positions of a cell's corners; empty if there is no such cell.
    pub fn ring(&self, id: CellId) -> SmallVec<[Vec3; 8]> {
        self.corners(id).iter().map(|&v| self.position(v)).collect()
    }

    /// Returns the positions of a cell's corners on the ground.
    pub fn ground_ring(&self, id: CellId) -> SmallVec<[Vec2; 8]> {
        self.corners(id).iter().map(|&v| ground(self.position(v))).collect()
    }

    /// Returns the mean of a cell's corners.
    pub fn centroid(&self, id: CellId) -> Vec3 {
        crate::geometry::centroid(&self.ring(id))
    }

    /// Returns the directed ends of a side or a diagonal; `None` if there is no such cell.
    pub fn half_edge(&self, half_edge: HalfEdge) -> Option<[VertexId; 2]> {
        let corners = self.cell(half_edge.cell)?.corners();
        let count = corners.len() as u32;
        Some(half_edge.corners(count).map(|corner| corners[(corner % count) as usize]))
    }

    /// Returns the positions of an edge's ends.
    pub fn edge_positions(&self, edge: Edge) -> [Vec3; 2] {
        edge.ends().map(|v| self.position(v))
    }

    /// Returns the bounding box of all vertices.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.vertices().map(|(_, position)| position))
    }

    /// Returns the number of triangles in a minimal triangulation of all cells. Linear.
    pub fn triangle_count(&self) -> usize {
        self.cells().map(|(_, cell)| cell.len() - 2).sum()
    }

    /// Returns the vertices that were moved, added or removed since an older revision.
    ///
    /// Takes time proportional to the edits between the revisions, not to the mesh.
    pub fn vertices_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = VertexId> + 'a {
        let ids = self.vertices.changed_since(&older.vertices).map(|i| VertexId(i as u32));
        // An added or removed empty slot is no difference.
        ids.filter(move |&id| self.vertex(id) != older.vertex(id))
    }

    /// Returns the cells that were added, removed or changed since an older revision.
    ///
    /// A cell changes if its corners, its area or its detail heights change. Costs as little as [`Self::vertices_changed_since`].
    pub fn cells_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = CellId> + 'a {
        let ids = self.cells.changed_since(&older.cells).map(|i| CellId(i as u32));
        let ids = ids.filter(move |&id| self.cell(id) != older.cell(id));
        let detailed = self.details.changed_since(&older.details).map(|i| CellId(i as u32));
        let only_detail =
            move |id: &CellId| self.cell(*id) == older.cell(*id) && self.detail(*id) != older.detail(*id);
        ids.chain(detailed.filter(only_detail))
    }

    /// Returns the links that were added, removed or changed since an older revision.
    ///
    /// Costs as little as [`Self::vertices_changed_since`].
    pub fn links_changed_since<'a>(&'a self, older: &'a Self) -> impl Iterator<Item = LinkId> + 'a {
        let ids = self.links.changed_since(&older.links).map(|i| LinkId(i as u32));
        ids.filter(move |&id| self.link(id) != older.link(id))
    }

    /// Verifies the invariants. Returns the first violated one as `Err`, with the elements' ids. Linear.
    pub fn check(&self) -> Result<(), String> {
        for (id, position) in self.vertices() {
            if !position.is_finite() {
                return Err(format!("vertex {} is at {position}; positions must be finite", id.0));
            }
        }
        self.cells().try_for_each(|(id, cell)| self.check_cell(id, cell))?;
        self.check_details()?;
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
        for &corner in cell.corners() {
            if self.vertex(corner).is_none() {
                let last = self.vertex_slots() as i64 - 1;
                return Err(format!("cell {} names vertex {}, but vertices end at {last}", id.0, corner.0));
            }
        }
        match repeated(cell.corners()) {
            Some(i) => Err(format!("cell {} names vertex {} twice", id.0, cell.corners()[i].0)),
            None => Ok(()),
        }
    }
}

/// Returns the index of the first corner that repeats an earlier one; near-linear.
pub fn repeated<T: Copy + Ord>(corners: &[T]) -> Option<usize> {
    // For few corners, the comparison of all pairs is faster than sorting.
    const FEW: usize = 16;
    if corners.len() <= FEW {
        return (1..corners.len()).find(|&i| corners[..i].contains(&corners[i]));
    }
    let mut places: Vec<(T, usize)> = corners.iter().copied().zip(0..).collect();
    places.sort_unstable();
    places.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).min()
}
