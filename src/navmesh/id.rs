//! Names of elements. An id is never given to another element while a document is open.

/// A corner of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(pub u32);

/// A walkable polygon, mostly convex.
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

/// One side of one cell, from its corner number `side` to the next; or a diagonal of a cell that is not convex.
///
/// Diagonals separate the convex pieces of a cell, see [`super::Pieces`]. Searches pass through them as through sides.
/// The other half-edge of a diagonal belongs to the same cell and leads the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdge {
    /// The cell that it belongs to; the cell, or the piece of it, lies to its left.
    pub cell: CellId,
    /// Which corner of the cell it starts at; of a diagonal, both corners.
    pub side: u32,
}

impl HalfEdge {
    /// Set in `side` for a diagonal.
    const DIAGONAL: u32 = 1 << 31;
    /// Bits for the number of a corner of a diagonal.
    const BITS: u32 = 15;
    /// The most corners that a cell with diagonals has.
    pub const MOST_CORNERS: usize = 1 << Self::BITS;

    /// From one corner of a cell to another: a side if these follow each other, else a diagonal.
    ///
    /// The cell has `count` corners, at most [`HalfEdge::MOST_CORNERS`].
    pub fn between(cell: CellId, [from, to]: [u32; 2], count: u32) -> Self {
        let is_side = to == (from + 1) % count;
        let side = if is_side { from } else { Self::DIAGONAL | to << Self::BITS | from };
        Self { cell, side }
    }

    /// Whether it is a diagonal.
    #[inline]
    pub fn is_diagonal(self) -> bool {
        self.side & Self::DIAGONAL != 0
    }

    /// The same diagonal the other way; `None` for a side.
    pub fn reversed(self) -> Option<Self> {
        let [from, to] = self.corners(1);
        let side = Self::DIAGONAL | from << Self::BITS | to;
        self.is_diagonal().then_some(Self { side, ..self })
    }

    /// The corners that it leads from and to, in a cell that has `count` of them.
    #[inline]
    pub fn corners(self, count: u32) -> [u32; 2] {
        if self.is_diagonal() {
            let mask = (1 << Self::BITS) - 1;
            [self.side & mask, self.side >> Self::BITS & mask]
        } else {
            [self.side, (self.side + 1) % count]
        }
    }

    /// Whether a diagonal separates the piece to its left from a side of the same cell, which has `count` corners.
    pub fn separates(self, side: Self, count: u32) -> bool {
        let [from, to] = self.corners(count);
        // From where the diagonal ends, the sides on its left come before those on its right.
        let after = |corner: u32| (corner + count - to) % count;
        self.is_diagonal() && after(side.side) >= after(from)
    }
}

/// As part of a sentence; `{:#}` begins one.
impl std::fmt::Display for HalfEdge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_diagonal() {
            let [from, to] = self.corners(1);
            let article = if f.alternate() { "The" } else { "the" };
            write!(f, "{article} diagonal from corner {from} to corner {to} of cell {}", self.cell.0)
        } else {
            write!(f, "{} {} of cell {}", if f.alternate() { "Side" } else { "side" }, self.side, self.cell.0)
        }
    }
}
