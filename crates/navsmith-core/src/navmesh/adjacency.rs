//! The cells at each vertex and on each edge.

use smallvec::SmallVec;

use super::paged_lists::{Counts, PagedLists, Sentinel};
use super::{CellId, Edge, HalfEdge, NavMesh, VertexId};
use fans::Fans;
use pairs::joined;
use twins::Twins;

mod twins;
mod pairs;
mod fans;
mod boundary;

/// The kind of an edge, by its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// An edge of no cell.
    None,
    /// An edge of one cell, on the boundary of the mesh.
    Boundary,
    /// An edge of two cells in opposite directions; paths can cross it.
    Inner,
    /// An edge of two cells in the same direction, or of three or more cells.
    ///
    /// The former has a flipped cell, and joins none. Of three or more cells, those two are joined that continue each
    /// other: they lie on opposite sides of the edge, and the surface bends least from one to the other.
    Tangled,
}

/// The adjacency of vertices, sides and cells, by id.
///
/// It is derived, and updated as cells change. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Adjacency {
    /// Cells around the vertex at each slot, unordered.
    stars: PagedLists<CellId>,
    twins: Twins,
    /// Whether an edge may have three or more cells; stays set until the next build.
    may_be_crowded: bool,
}

/// Compares the cells around a vertex without regard to their order.
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
    /// Builds the adjacency. Linear for meshes whose vertices have few cells.
    pub fn build(mesh: &NavMesh) -> Self {
        let (mut counts, mut most) = (Counts::new(mesh.vertex_slots()), 0);
        mesh.cells.iter().for_each(|cell| {
            let mut count = |corner: VertexId| counts.add(corner.0 as usize, 1);
            match cell.triangle() {
                Some(corners) => corners.into_iter().for_each(&mut count),
                None => cell.corners().iter().copied().for_each(&mut count),
            }
            most = most.max(cell.len());
        });
        let mut fans = Fans::of(mesh, counts, most);
        (0..).map(CellId).zip(mesh.cells.iter()).for_each(|(id, cell)| match cell.triangle() {
            Some(corners) => fans.add(id, corners),
            None => fans.add(id, cell.corners()),
        });
        let mut may_be_crowded = false;
        let twins = Twins::build(mesh, most, |write| may_be_crowded = fans.join(write));
        Self { stars: fans.into_stars(), twins, may_be_crowded }
    }

    /// Returns the cells with this vertex as a corner.
    pub fn star(&self, vertex: VertexId) -> &[CellId] {
        self.stars.get(vertex.0 as usize)
    }

    /// Returns the twin of a half-edge; `None` for a side that is not joined.
    ///
    /// Sides on the boundary are not joined, and neither are some or all sides of a tangled edge.
    /// The twin of a side belongs to the neighbour, that of a diagonal to the same cell. Linear in the corners of a
    /// neighbour with more than four.
    #[inline]
    pub fn twin(&self, half_edge: HalfEdge) -> Option<HalfEdge> {
        if half_edge.is_diagonal() { half_edge.reversed() } else { self.twins.get(half_edge) }
    }

    /// Returns the number of sides with a twin. Linear, with a small constant.
    pub fn twin_count(&self) -> usize {
        self.twins.count()
    }

    /// Whether the mesh has cells, and each of their sides has a twin.
    pub fn is_closed(&self, mesh: &NavMesh) -> bool {
        let sides: usize = mesh.cells().map(|(_, cell)| cell.len()).sum();
        sides > 0 && self.twin_count() == sides
    }

    /// Returns the neighbours of a cell, each with the side of this cell that leads there.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        self.twins.neighbors(cell).map(move |(side, neighbor)| (HalfEdge { cell, side }, neighbor))
    }

    /// Returns the neighbour across each side of a cell of at most four; `None` for a larger cell.
    ///
    /// A side without a neighbour has an id larger than all ids in use.
    pub(super) fn few_neighbors(&self, cell: CellId) -> Option<[CellId; 4]> {
        self.twins.few_neighbors(cell)
    }

    /// Returns the sides on an edge, in either direction.
    pub fn sides_of(&self, mesh: &NavMesh, edge: Edge) -> SmallVec<[HalfEdge; 2]> {
        self.each_side_of(mesh, edge).collect()
    }

    fn each_side_of(&self, mesh: &NavMesh, edge: Edge) -> impl Iterator<Item = HalfEdge> {
        let [a, b] = edge.ends().map(|end| self.star(end));
        let star = if b.len() < a.len() { b } else { a };
        star.iter().flat_map(move |&id| {
            let sides = mesh.cell(id).into_iter().flat_map(|cell| (0..).zip(cell.sides()));
            sides
                .filter(move |&(_, [from, to])| Edge::new(from, to) == edge)
                .map(move |(side, _)| HalfEdge { cell: id, side })
        })
    }

    /// Returns the kind of an edge.
    pub fn kind(&self, mesh: &NavMesh, edge: Edge) -> EdgeKind {
        // A third side decides, however many there are.
        let sides: SmallVec<[HalfEdge; 3]> = self.each_side_of(mesh, edge).take(3).collect();
        match sides.as_slice() {
            [] => EdgeKind::None,
            [_] => EdgeKind::Boundary,
            &[one, _] if self.twin(one).is_some() => EdgeKind::Inner,
            _ => EdgeKind::Tangled,
        }
    }

    /// Returns the sizes of the lists of cells around vertices and of the twins, in bytes.
    pub fn bytes(&self) -> [usize; 2] {
        [self.stars.bytes(), self.twins.bytes()]
    }

    /// Extends the tables to the ids of a mesh that has grown.
    pub(super) fn grow(&mut self, mesh: &NavMesh) {
        self.stars.resize(mesh.vertex_slots().max(self.stars.len()));
        self.twins.small.resize(mesh.cell_slots().max(self.twins.small.len()));
    }

    /// Truncates the tables to the ids of a mesh; no cell may refer to the others.
    pub(super) fn shrink(&mut self, mesh: &NavMesh) {
        self.stars.resize(mesh.vertex_slots());
        self.twins.small.resize(mesh.cell_slots());
    }

    /// Updates the adjacency after cells changed from the given corners to those in `mesh`.
    ///
    /// Calls `touched` with the cells whose neighbours may have changed, unordered. Removes all old corners before it
    /// adds new ones, so no side is joined with a removed one.
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
            edges.extend(Edge::around(old));
        }
        for (id, _) in changed {
            let corners = mesh.corners(id);
            for &corner in corners {
                self.stars.push(corner.0 as usize, id);
            }
            self.twins.clear(id, corners.len());
            edges.extend(Edge::around(corners));
        }
        edges.sort_unstable();
        edges.dedup();
        for edge in edges {
            self.link(mesh, edge, &mut touched);
        }
    }

    /// Updates the adjacency after a vertex moved.
    pub(super) fn follow_move(&mut self, mesh: &NavMesh, moved: VertexId) {
        if self.may_be_crowded {
            let star = self.star(moved).to_vec();
            self.follow_moves(mesh, &star, |_| {});
        }
    }

    /// Updates the adjacency after corners of these cells moved.
    ///
    /// Calls `touched` with the cells whose neighbours changed, unordered. Positions decide which cells are joined on
    /// an edge of three or more, and on no other edge.
    pub(super) fn follow_moves(&mut self, mesh: &NavMesh, moved: &[CellId], mut touched: impl FnMut(CellId)) {
        if !self.may_be_crowded {
            return;
        }
        let mut edges: Vec<Edge> = moved.iter().flat_map(|&cell| Edge::around(mesh.corners(cell))).collect();
        edges.sort_unstable();
        edges.dedup();
        for edge in edges {
            let sides = self.sides_of(mesh, edge);
            if sides.len() <= 2 {
                continue;
            }
            let is_current = match joined(mesh, &sides) {
                Some([one, other]) => self.twin(one) == Some(other),
                None => sides.iter().all(|&side| self.twin(side).is_none()),
            };
            if !is_current {
                self.link(mesh, edge, &mut touched);
            }
        }
    }

    /// Recomputes the twins of the sides on one edge.
    fn link(&mut self, mesh: &NavMesh, edge: Edge, mut touched: impl FnMut(CellId)) {
        let sides = self.sides_of(mesh, edge);
        self.may_be_crowded |= sides.len() > 2;
        let pair = joined(mesh, &sides);
        for &side in &sides {
            touched(side.cell);
            let twin = pair.and_then(|[one, other]| match side {
                _ if side == one => Some(other),
                _ => (side == other).then_some(one),
            });
            self.twins.set(side, twin);
        }
    }
}
