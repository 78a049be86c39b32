//! Which cells meet at a vertex and which share an edge.

use smallvec::SmallVec;

use super::paged_lists::{Counts, PagedLists, Sentinel};
use super::{CellId, Edge, HalfEdge, NavMesh, VertexId};
use fans::Fans;
use twins::Twins;

mod fans;
mod twins;

/// How an edge is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// By no cell.
    None,
    /// By one cell: the mesh ends here.
    Boundary,
    /// By two cells, in opposite directions: one can walk across.
    Inner,
    /// By two cells in the same direction, so one of them is inside out, or by three or more: nobody can tell who is
    /// whose neighbour, so none are joined.
    Tangled,
}

/// What touches what, by id; derived, and patched as cells change. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    /// By vertex slot, the cells around it, in no particular order.
    stars: PagedLists<CellId>,
    twins: Twins,
}

/// Whatever the order in which cells are around a vertex.
impl PartialEq for Adjacency {
    fn eq(&self, other: &Self) -> bool {
        let around = |adjacency: &Self, vertex| {
            let mut star: SmallVec<[CellId; 8]> = adjacency.stars.get(vertex).into();
            star.sort_unstable();
            star
        };
        self.stars.len() == other.stars.len()
            && (0..self.stars.len()).all(|vertex| around(self, vertex) == around(other, vertex))
            && self.twins == other.twins
    }
}

impl Sentinel for CellId {
    const FREE: Self = Self(u32::MAX);
}

impl Adjacency {
    /// Builds it from nothing. Linear for meshes whose vertices have few cells.
    pub fn build(mesh: &NavMesh) -> Self {
        let (mut counts, mut most) = (Counts::new(mesh.vertex_slots()), 0);
        each_corner(mesh, |_, nth, corner| {
            counts.add(corner.0 as usize, 1);
            most = most.max(nth + 1);
        });
        let mut fans = Fans::of(mesh, counts, most as usize);
        let mut id = CellId(0);
        for page in mesh.cells.pages() {
            for cell in page {
                match cell.triangle() {
                    Some(corners) => fans.add(id, corners),
                    None => fans.add(id, cell.corners()),
                }
                id.0 += 1;
            }
        }
        let twins = Twins::build(mesh, most as usize, |write| fans.join(write));
        Self { stars: fans.into_stars(), twins }
    }

    /// The cells that have this vertex as a corner.
    pub fn star(&self, vertex: VertexId) -> &[CellId] {
        self.stars.get(vertex.0 as usize)
    }

    /// The other side of a side: the neighbour's; `None` at a boundary or a tangle. Of a diagonal, the same cell's.
    ///
    /// Linear in the corners of a neighbour that has more than four.
    pub fn twin(&self, half_edge: HalfEdge) -> Option<HalfEdge> {
        if half_edge.is_diagonal() { half_edge.reversed() } else { self.twins.get(half_edge) }
    }

    /// How many sides have a twin. Linear, and quick.
    pub fn twin_count(&self) -> usize {
        self.twins.count()
    }

    /// The neighbours of a cell, each with the side of this cell that leads there.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.twins.neighbors(cell).map(move |(side, neighbor)| (HalfEdge { cell, side }, neighbor))
    }

    /// Who is across each side of a cell of at most four; where nobody is, an id larger than all. `None` for a larger cell.
    pub(super) fn few_neighbors(&self, cell: CellId) -> Option<[CellId; 4]> {
        self.twins.few_neighbors(cell)
    }

    /// The sides that lie on an edge, in either direction.
    pub fn sides_of(&self, mesh: &NavMesh, edge: Edge) -> SmallVec<[HalfEdge; 2]> {
        let [a, b] = edge.ends().map(|end| self.star(end));
        let star = if b.len() < a.len() { b } else { a };
        let of_cell = |&id: &CellId| {
            let sides = mesh.cell(id).into_iter().flat_map(|cell| (0..).zip(cell.sides()));
            sides
                .filter(|&(_, [from, to])| Edge::new(from, to) == edge)
                .map(move |(side, _)| HalfEdge { cell: id, side })
        };
        star.iter().flat_map(of_cell).collect()
    }

    /// How an edge is used.
    pub fn kind(&self, mesh: &NavMesh, edge: Edge) -> EdgeKind {
        match self.sides_of(mesh, edge).as_slice() {
            [] => EdgeKind::None,
            [_] => EdgeKind::Boundary,
            &[one, _] if self.twin(one).is_some() => EdgeKind::Inner,
            _ => EdgeKind::Tangled,
        }
    }

    /// Bytes of it: of the cells around vertices, and of the sides' twins.
    pub fn bytes(&self) -> [usize; 2] {
        [self.stars.bytes(), self.twins.bytes()]
    }

    /// Makes room for the ids of a mesh that has grown.
    pub(super) fn grow(&mut self, mesh: &NavMesh) {
        self.stars.resize(mesh.vertex_slots().max(self.stars.len()));
        self.twins.resize(mesh.cell_slots().max(self.twins.len()));
    }

    /// Forgets the ids past those of a mesh, which no cell names any more.
    pub(super) fn shrink(&mut self, mesh: &NavMesh) {
        self.stars.resize(mesh.vertex_slots());
        self.twins.resize(mesh.cell_slots());
    }

    /// Follows cells whose corners were what is given and are now what `mesh` says, and tells the cells whose
    /// neighbours may be others than before, in no particular order.
    ///
    /// All let go of their old corners before any takes hold of its new ones, so a side never meets what is gone.
    pub(super) fn relink<'a>(
        &mut self,
        mesh: &NavMesh,
        changed: impl Iterator<Item = (CellId, &'a [VertexId])> + Clone,
        mut touched: impl FnMut(CellId),
    ) {
        let mut edges: SmallVec<[Edge; 16]> = SmallVec::new();
        for (id, old) in changed.clone() {
            for &corner in old {
                self.stars.remove(corner.0 as usize, id);
            }
            edges.extend(edges_of(old));
        }
        for (id, _) in changed {
            let corners = mesh.corners(id);
            for &corner in corners {
                self.stars.push(corner.0 as usize, id);
            }
            self.twins.clear(id, corners.len());
            edges.extend(edges_of(corners));
        }
        edges.sort_unstable();
        edges.dedup();
        for edge in edges {
            self.link(mesh, edge, &mut touched);
        }
    }

    /// Finds anew who meets whom across one edge.
    fn link(&mut self, mesh: &NavMesh, edge: Edge, mut touched: impl FnMut(CellId)) {
        let sides = self.sides_of(mesh, edge);
        let runs = |side| mesh.half_edge(side);
        let pair = match sides.as_slice() {
            &[one, other] if runs(one) != runs(other) => Some([one, other]),
            _ => None,
        };
        for &side in &sides {
            touched(side.cell);
            self.twins.set(side, pair.map(|[one, other]| if side == one { other } else { one }));
        }
    }
}

/// Tells all corners of all cells, in order: the cell, which of its corners it is, and the vertex.
#[inline]
fn each_corner(mesh: &NavMesh, mut tell: impl FnMut(CellId, u32, VertexId)) {
    (0..).map(CellId).zip(mesh.cells.iter()).for_each(|(id, cell)| match cell.triangle() {
        Some(corners) => (0..).zip(corners).for_each(|(nth, corner)| tell(id, nth, corner)),
        None => (0..).zip(cell.corners()).for_each(|(nth, &corner)| tell(id, nth, corner)),
    });
}

fn edges_of(corners: &[VertexId]) -> impl Iterator<Item = Edge> + '_ {
    (0..corners.len()).map(|i| Edge::new(corners[i], corners[(i + 1) % corners.len()]))
}
