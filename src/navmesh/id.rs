//! Names of elements. An id is never given to another element while a document is open.

/// A corner of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(pub u32);

/// A convex walkable polygon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

/// A traversal class of cells: an index into the document's areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(pub u8);

/// A connection that is no shared edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u32);

/// Number of ids given so far, by kind; the next element gets the next id.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IdCounts {
    /// Number of vertex ids.
    pub vertices: usize,
    /// Number of cell ids.
    pub cells: usize,
    /// Number of link ids.
    pub links: usize,
}

impl IdCounts {
    /// Returns the larger number of each kind.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            vertices: self.vertices.max(other.vertices),
            cells: self.cells.max(other.cells),
            links: self.links.max(other.links),
        }
    }
}

/// A connected component of cells: an index into [`super::Islands`], valid for one revision.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IslandId(pub u32);

/// As people count: the first island is 1.
impl std::fmt::Display for IslandId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// An undirected edge; its ends are kept in order, so equal edges compare equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    a: VertexId,
    b: VertexId,
}

impl Edge {
    /// The edge between two vertices, in either order.
    pub fn new(a: VertexId, b: VertexId) -> Self {
        Self { a: a.min(b), b: a.max(b) }
    }

    /// Its two ends, the smaller id first.
    pub fn ends(self) -> [VertexId; 2] {
        [self.a, self.b]
    }
}

/// One side of one cell: from its corner number `side` to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdge {
    /// The cell that it belongs to; the cell lies to its left.
    pub cell: CellId,
    /// Which corner of the cell it starts at.
    pub side: u32,
}
