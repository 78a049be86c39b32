//! Why an edit was refused, in sentences for a user.

use super::{CellId, Edge, LinkId, VertexId};

/// Why an edit was refused: a sentence for a user, with what to do about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There was nothing to work on.
    #[error("Nothing is selected to {0}. Select something first.")]
    Nothing(&'static str),
    /// An id of a vertex that is not there.
    #[error("There is no vertex {}: it may have been deleted or merged. Select again.", .0.0)]
    NoSuchVertex(VertexId),
    /// An id of a cell that is not there.
    #[error("There is no cell {}: it may have been deleted or merged. Select again.", .0.0)]
    NoSuchCell(CellId),
    /// An id of a link that is not there.
    #[error("There is no link {}: it may have been deleted. Select again.", .0.0)]
    NoSuchLink(LinkId),
    /// A link's cost that is none.
    #[error("A link's cost is more than 0. Give a positive number; 1 costs what plain ground does.")]
    LinkCost,
    /// Two vertices that no cell has next to each other.
    #[error("No cell has an edge between vertices {} and {}. Select again.", .0.ends()[0].0, .0.ends()[1].0)]
    NoSuchEdge(Edge),
    /// Fewer elements than the edit needs.
    #[error("{verb} takes at least {needed} {of}, not {given}. Choose more.")]
    TooFew {
        /// What was to be done, as "Merging".
        verb: &'static str,
        /// How many elements it takes.
        needed: usize,
        /// Which kind of elements, in the plural.
        of: &'static str,
        /// How many there were.
        given: usize,
    },
    /// A coordinate or a distance that is infinite or not a number.
    #[error("That gives a coordinate that is infinite or not a number. Use smaller numbers.")]
    NotFinite,
    /// A split at an end of an edge.
    #[error(
        "Edge {}–{} has a vertex at that end already. Split it somewhere between its ends.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    SplitAtEnd(Edge),
    /// No two vertices near enough to weld.
    #[error("No two of these vertices are that near each other. Use a greater distance.")]
    NothingNear,
    /// An edge that does not join two cells, where one that does is needed.
    #[error(
        "Edge {}–{} does not join two cells. Choose one with a cell on each side.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    NotInner(Edge),
    /// An edge that has cells on both sides, where the mesh has to end.
    #[error(
        "Edge {}–{} has no free side to pull a cell out of. Choose an edge at the border of the mesh.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    NotBoundary(Edge),
    /// A new cell over one that is there.
    #[error(
        "Edge {}–{} has a cell on that side already, and a new one would lie over it. Use its free side.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    EdgeTaken(Edge),
    /// A new cell pulled over its own edge's cell, or along the edge.
    #[error(
        "The cell pulled out of edge {}–{} would lie over the mesh or have no area. Pull it outwards.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    PulledBack(Edge),
    /// Cells of different areas, where one cell is to come of them.
    #[error("Cells {} and {} are of different areas. Paint them alike first.", .0.0, .1.0)]
    DifferentAreas(CellId, CellId),
    /// A dissolve that leaves a shape that is not convex.
    #[error(
        "Cell {} and its neighbours do not form one convex polygon. Dissolve more of it, or delete it.",
        .0.0
    )]
    NotConvex(CellId),
    /// A dissolved vertex of a triangle.
    #[error("Vertex {} is a corner of a triangle, which would have two left. Delete it instead.", .0.0)]
    CornerOfTriangle(VertexId),
    /// A turned edge that would leave a cell that is not convex.
    #[error(
        "Edge {}–{} cannot be flipped: a cell next to it would not be convex. Move the corners around it first.",
        .0.ends()[0].0, .0.ends()[1].0
    )]
    FlipNotConvex(Edge),
    /// An outline that crosses itself, touches itself or has a corner twice.
    #[error("The outline crosses or touches itself. Place its corners so that it does not.")]
    CrossesItself,
    /// An outline whose corners lie on one line.
    #[error("The outline encloses no area. Place a corner off the line.")]
    NoArea,
    /// A cut from or to a place that is neither vertex nor edge.
    #[error("A cut begins and ends on an edge or a vertex. Click on one.")]
    CutInTheOpen,
    /// A cut whose line is not on cells all the way.
    #[error("The straight line between these points leaves the mesh. Cut in several pieces.")]
    CutLeavesMesh,
    /// A cut that nothing is cut by.
    #[error("The cut runs along edges that are there already. Choose points with a cell between them.")]
    CutAlongEdges,
    /// An outline that covers none of the cells.
    #[error("The outline covers no cell. Draw it over the cells to cut.")]
    NothingToCut,
    /// An outline that cannot be told from the corners or edges that it passes.
    #[error("The outline passes too close to a corner or an edge of cell {}. Move it a little.", .0.0)]
    CutTooFine(CellId),
    /// A join of vertices that would leave a sound cell broken.
    #[error(
        "If joined there, cell {} would cross itself, turn inside out or lose its area. Move or delete its corners first.",
        .0.0
    )]
    WouldBreak(CellId),
    /// A cell that cannot be taken apart.
    #[error("Cell {} crosses itself, is inside out or has no area. Untangle or reverse it first.", .0.0)]
    NotSimple(CellId),
    /// A cut of vertices that cells need.
    #[error("It was copied but not removed: other cells use it. Cut those cells too, or delete it.")]
    StillUsed,
    /// Cells that are what they would become.
    #[error("These cells are {0} already; there is nothing to do.")]
    Already(&'static str),
    /// Cells of which no two make a convex one.
    #[error("No two of these cells form a convex cell of one area. Select adjacent cells.")]
    NothingToJoin,
    /// A fragment whose cells are no cells.
    #[error("What was copied has a cell with corners that are missing, repeated or too few. Copy it again.")]
    BadFragment,
}
