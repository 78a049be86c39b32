//! Ids of elements. An id is never reused while a document is open.

/// A corner of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VertexId(pub u32);

/// A walkable polygon, mostly convex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellId(pub u32);

/// A traversal class of cells: an index into the document's areas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(pub u8);

/// A connection other than a shared edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LinkId(pub u32);

/// Number of ids assigned so far, by kind. The next element receives the next id.
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

impl std::fmt::Display for IslandId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

/// An undirected edge. Its ends are sorted, so equal edges compare equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Edge {
    a: VertexId,
    b: VertexId,
}

impl Edge {
    /// Creates the edge between two vertices, in either order.
    pub fn new(a: VertexId, b: VertexId) -> Self {
        Self { a: a.min(b), b: a.max(b) }
    }

    /// Returns the edges of a ring of corners, beginning with that between the first two.
    pub fn around(corners: &[VertexId]) -> impl Iterator<Item = Self> + '_ {
        let next = corners.iter().skip(1).chain(corners.first());
        corners.iter().zip(next).map(|(&from, &to)| Self::new(from, to))
    }

    /// Returns the two ends, the smaller id first.
    pub fn ends(self) -> [VertexId; 2] {
        [self.a, self.b]
    }
}

/// Formats the edge by its ends, as `3–5`.
impl std::fmt::Display for Edge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}–{}", self.a.0, self.b.0)
    }
}

/// One side of a cell, from corner `side` to the next, or a diagonal of a cell that is not convex.
///
/// Diagonals separate the convex pieces of a cell, see [`super::Pieces`]. Searches pass through them as through
/// sides. The twin of a diagonal belongs to the same cell and has the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdge {
    /// The cell of the half-edge. The cell, or the convex piece of it, lies to the left.
    pub cell: CellId,
    /// Corner of the cell at which the side starts; for a diagonal, both corners.
    pub side: u32,
}

impl HalfEdge {
    /// Flag in `side` that marks a diagonal.
    const DIAGONAL: u32 = 1 << 31;
    /// Number of bits per corner number of a diagonal; more than the corners of any cell need.
    const BITS: u32 = 15;

    /// Creates the half-edge between two corners: a side if they are consecutive, else a diagonal.
    ///
    /// The cell has `count` corners, at most [`super::Cell::MOST_CORNERS`].
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

    /// Returns the diagonal in the opposite direction; `None` for a side.
    pub fn reversed(self) -> Option<Self> {
        let [from, to] = self.corners(1);
        let side = Self::DIAGONAL | from << Self::BITS | to;
        self.is_diagonal().then_some(Self { side, ..self })
    }

    /// Returns the start and end corner of the half-edge in a cell with `count` corners.
    #[inline]
    pub fn corners(self, count: u32) -> [u32; 2] {
        if self.is_diagonal() {
            let mask = (1 << Self::BITS) - 1;
            [self.side & mask, self.side >> Self::BITS & mask]
        } else {
            [self.side, (self.side + 1) % count]
        }
    }

    /// Whether a diagonal separates the piece to its left from a side of the same cell.
    ///
    /// The cell has `count` corners.
    pub fn separates(self, side: Self, count: u32) -> bool {
        let [from, to] = self.corners(count);
        // Counted from the end of the diagonal, the sides on its left precede those on its right.
        let after = |corner: u32| (corner + count - to) % count;
        self.is_diagonal() && after(side.side) >= after(from)
    }
}

/// Formats the half-edge as part of a sentence; `{:#}` capitalizes it for the start of a sentence.
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
