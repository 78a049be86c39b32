//! Which cells meet at a vertex and which share an edge.

use smallvec::SmallVec;

use super::{CellId, Column, Edge, HalfEdge, NavMesh, VertexId};

/// The cells around a vertex, in no particular order.
type Star = SmallVec<[CellId; 6]>;

/// For each side of a cell, the same edge's side of the neighbour, or [`NOBODY`]: half the bytes of an `Option`.
type Twins = SmallVec<[HalfEdge; 4]>;

const NOBODY: HalfEdge = HalfEdge { cell: CellId(u32::MAX), side: 0 };

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

/// What touches what, by id; derived, and patched as cells change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adjacency {
    stars: Column<Star>,
    twins: Column<Twins>,
}

impl Adjacency {
    /// Builds it from nothing. Linear for meshes whose vertices have few cells.
    pub fn build(mesh: &NavMesh) -> Self {
        let mut stars = vec![Star::new(); mesh.vertex_slots()];
        let mut twins = vec![Twins::new(); mesh.cell_slots()];
        for (id, cell) in mesh.cells() {
            twins[id.0 as usize] = SmallVec::from_elem(NOBODY, cell.len());
            for &corner in cell.corners() {
                stars[corner.0 as usize].push(id);
            }
        }
        join(sides_by_end(mesh), &mut twins);
        Self { stars: stars.into_iter().collect(), twins: twins.into_iter().collect() }
    }

    /// The cells that have this vertex as a corner.
    pub fn star(&self, vertex: VertexId) -> &[CellId] {
        self.stars.get(vertex.0 as usize).map_or(&[], |star| star)
    }

    /// The other side of a side: the neighbour's; `None` at a boundary or a tangle.
    pub fn twin(&self, half_edge: HalfEdge) -> Option<HalfEdge> {
        let twins = self.twins.get(half_edge.cell.0 as usize)?;
        twins.get(half_edge.side as usize).copied().filter(|&twin| twin != NOBODY)
    }

    /// The neighbours of a cell, each with the side of this cell that leads there.
    pub fn neighbors(&self, cell: CellId) -> impl Iterator<Item = (HalfEdge, CellId)> {
        let twins = self.twins.get(cell.0 as usize).map_or(&[][..], |twins| twins);
        let sides = (0..).zip(twins).filter(|&(_, &twin)| twin != NOBODY);
        sides.map(move |(side, twin)| (HalfEdge { cell, side }, twin.cell))
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

    /// Follows cells whose corners were what is given and are now what `mesh` says.
    ///
    /// All let go of their old corners before any takes hold of its new ones, so a side never meets what is gone.
    pub(super) fn relink<'a>(
        &mut self,
        mesh: &NavMesh,
        changed: impl Iterator<Item = (CellId, &'a [VertexId])> + Clone,
    ) {
        let mut edges: SmallVec<[Edge; 16]> = SmallVec::new();
        for (id, old) in changed.clone() {
            for &corner in old {
                self.stars.get_mut(corner.0 as usize).into_iter().for_each(|star| star.retain(|c| *c != id));
            }
            edges.extend(edges_of(old));
        }
        for (id, _) in changed {
            let corners = mesh.corners(id);
            for &corner in corners {
                self.stars.get_mut(corner.0 as usize).into_iter().for_each(|star| star.push(id));
            }
            if let Some(slot) = self.twins.get_mut(id.0 as usize) {
                *slot = SmallVec::from_elem(NOBODY, corners.len());
            }
            edges.extend(edges_of(corners));
        }
        edges.sort_unstable();
        edges.dedup();
        for edge in edges {
            self.link(mesh, edge);
        }
    }

    /// Finds anew who meets whom across one edge.
    fn link(&mut self, mesh: &NavMesh, edge: Edge) {
        let sides = self.sides_of(mesh, edge);
        let runs = |side| mesh.half_edge(side);
        let pair = match sides.as_slice() {
            &[one, other] if runs(one) != runs(other) => Some([one, other]),
            _ => None,
        };
        for &side in &sides {
            let twin = pair.map_or(NOBODY, |[one, other]| if side == one { other } else { one });
            self.set_twin(side, twin);
        }
    }

    fn set_twin(&mut self, side: HalfEdge, twin: HalfEdge) {
        let (slot, side) = (side.cell.0 as usize, side.side as usize);
        // Looking first saves copying a page that would not change.
        let is_new = self.twins.get(slot).and_then(|twins| twins.get(side)).is_some_and(|old| *old != twin);
        if is_new && let Some(twins) = self.twins.get_mut(slot) {
            twins[side] = twin;
        }
    }
}

fn edges_of(corners: &[VertexId]) -> impl Iterator<Item = Edge> + '_ {
    (0..corners.len()).map(|i| Edge::new(corners[i], corners[(i + 1) % corners.len()]))
}

/// A side in the bucket of the end with the smaller id.
#[derive(Clone, Copy)]
struct Ended {
    /// The larger end.
    end: VertexId,
    side: HalfEdge,
    is_ascending: bool,
}

/// All sides, ordered by their smaller end, and where each end's sides stop.
fn sides_by_end(mesh: &NavMesh) -> (Vec<Ended>, Vec<u32>) {
    let mut stops = vec![0; mesh.vertex_slots() + 1];
    for [from, to] in mesh.cells().flat_map(|(_, cell)| cell.sides()) {
        stops[from.min(to).0 as usize + 1] += 1;
    }
    for i in 1..stops.len() {
        stops[i] += stops[i - 1];
    }
    let none = Ended { end: VertexId(0), side: NOBODY, is_ascending: true };
    let mut sides = vec![none; stops.last().map_or(0, |&n| n as usize)];
    for (cell, corners) in mesh.cells() {
        for (side, [from, to]) in (0..).zip(corners.sides()) {
            let next = &mut stops[from.min(to).0 as usize];
            let side = HalfEdge { cell, side };
            sides[*next as usize] = Ended { end: from.max(to), side, is_ascending: from < to };
            *next += 1;
        }
    }
    (sides, stops)
}

/// Makes twins of every two sides that run against each other on an edge that has no third.
fn join((mut sides, stops): (Vec<Ended>, Vec<u32>), twins: &mut [Twins]) {
    let mut start = 0;
    for stop in stops.into_iter().map(|stop| stop as usize) {
        let bucket = &mut sides[start..stop];
        bucket.sort_unstable_by_key(|side| side.end);
        for on_edge in bucket.chunk_by(|a, b| a.end == b.end) {
            if let [one, other] = on_edge
                && one.is_ascending != other.is_ascending
            {
                twins[one.side.cell.0 as usize][one.side.side as usize] = other.side;
                twins[other.side.cell.0 as usize][other.side.side as usize] = one.side;
            }
        }
        start = stop;
    }
}
