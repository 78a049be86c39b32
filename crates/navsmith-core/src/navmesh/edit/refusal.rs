//! Reasons for the refusal of an edit, as sentences for the user.

use super::{CellId, Edge, LinkId, VertexId};
use crate::navmesh::Cell;

/// The reason for the refusal of an edit. Displays as a sentence for the user, with a remedy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// No elements to edit.
    #[error("Nothing is selected to {0}. Select something first.")]
    Nothing(&'static str),
    /// More areas than ids of areas.
    #[error("There would be more than 256 areas. Remove areas, or give them the same names.")]
    TooManyAreas,
    /// More objects than a document may contain.
    #[error("There would be more than {most} {of}. Select fewer.")]
    TooMany {
        /// Maximum number.
        most: usize,
        /// Kind of the objects and where they are, in the plural.
        of: &'static str,
    },
    /// A vertex id without a vertex.
    #[error("There is no vertex {}: it may have been deleted or merged. Select again.", .0.0)]
    NoSuchVertex(VertexId),
    /// A cell id without a cell.
    #[error("There is no cell {}: it may have been deleted or merged. Select again.", .0.0)]
    NoSuchCell(CellId),
    /// A link id without a link.
    #[error("There is no link {}: it may have been deleted. Select again.", .0.0)]
    NoSuchLink(LinkId),
    /// An invalid cost of a link.
    #[error("A link's cost is more than 0. Give a positive number; 1 costs what plain ground does.")]
    LinkCost,
    /// Two vertices that are not adjacent in any cell.
    #[error("No cell has an edge between vertices {} and {}. Select again.", .0.ends()[0].0, .0.ends()[1].0)]
    NoSuchEdge(Edge),
    /// Fewer elements than the edit needs.
    #[error("{verb} takes at least {needed} {of}, not {given}. Choose more.")]
    TooFew {
        /// Name of the edit, such as "Merging".
        verb: &'static str,
        /// Minimum number of elements.
        needed: usize,
        /// Kind of the elements, in the plural.
        of: &'static str,
        /// Number of elements given.
        given: usize,
    },
    /// A coordinate or a distance that is infinite or NaN.
    #[error("That gives a coordinate that is infinite or not a number. Use smaller numbers.")]
    NotFinite,
    /// A split at an end of an edge.
    #[error("Edge {0} has a vertex at that end already. Split it somewhere between its ends.")]
    SplitAtEnd(Edge),
    /// No two vertices near enough to weld.
    #[error("No two of these vertices are that near each other. Use a greater distance.")]
    NothingNear,
    /// An edge that does not join two cells.
    #[error("Edge {0} does not join two cells. Choose one with a cell on each side.")]
    NotInner(Edge),
    /// An edge that is not on the boundary of the mesh.
    #[error("Edge {0} has no free side to pull a cell out of. Choose an edge at the border of the mesh.")]
    NotBoundary(Edge),
    /// A new cell over an existing one.
    #[error("Edge {0} has a cell on that side already, and a new one would lie over it. Use its free side.")]
    EdgeTaken(Edge),
    /// A new cell extruded over its own edge's cell, or along the edge.
    #[error("The cell pulled out of edge {0} would lie over the mesh or have no area. Pull it outwards.")]
    PulledBack(Edge),
    /// Cells of different areas that would be joined.
    #[error("Cells {} and {} are of different areas. Paint them alike first.", .0.0, .1.0)]
    DifferentAreas(CellId, CellId),
    /// A dissolve with a result that is not convex.
    #[error(
        "Cell {} and its neighbours do not form one convex polygon. Dissolve more of it, or delete it.",
        .0.0
    )]
    NotConvex(CellId),
    /// A vertex of a triangle that would be dissolved.
    #[error("Vertex {} is a corner of a triangle, which would have two left. Delete it instead.", .0.0)]
    CornerOfTriangle(VertexId),
    /// A flipped edge that would make a cell not convex.
    #[error(
        "Edge {0} cannot be flipped: a cell next to it would not be convex. Move the corners around it first."
    )]
    FlipNotConvex(Edge),
    /// An outline that crosses or touches itself or has a repeated corner.
    #[error("The outline crosses or touches itself. Place its corners so that it does not.")]
    CrossesItself,
    /// An outline with collinear corners.
    #[error("The outline encloses no area. Place a corner off the line.")]
    NoArea,
    /// A cut with an end that is neither on a vertex nor on an edge.
    #[error("A cut begins and ends on an edge or a vertex. Click on one.")]
    CutInTheOpen,
    /// A cut along a line that leaves the cells.
    #[error("The straight line between these points leaves the mesh. Cut in several pieces.")]
    CutLeavesMesh,
    /// A cut that divides no cell.
    #[error("The cut runs along edges that are there already. Choose points with a cell between them.")]
    CutAlongEdges,
    /// An outline that overlaps none of the cells.
    #[error("The outline covers no cell. Draw it over the cells to cut.")]
    NothingToCut,
    /// An outline that coincides with corners or edges up to rounding.
    #[error("The outline passes too close to a corner or an edge of cell {}. Move it a little.", .0.0)]
    CutTooFine(CellId),
    /// A join of vertices that would break a sound cell.
    #[error(
        "If joined there, cell {} would cross itself, turn inside out or lose its area. Move or delete its corners first.",
        .0.0
    )]
    WouldBreak(CellId),
    /// A move of vertices after which a convex cell would not be convex.
    #[error("Cell {} would not stay convex. Move its corners by hand.", .0.0)]
    NoRoom(CellId),
    /// A cell of which no side lies on the cells to which it would be joined.
    #[error("No side of cell {} lies on the other cells. Move it to their height.", .0.0)]
    NoContact(CellId),
    /// A cell that cannot be divided.
    #[error("Cell {} crosses itself, is inside out or has no area. Untangle or reverse it first.", .0.0)]
    NotSimple(CellId),
    /// A cell that crosses itself so often that it is not divided.
    #[error("The sides of cell {} cross in too many places. Delete it and draw it again.", .0.0)]
    TooManyCrossings(CellId),
    /// A cell with more corners than a file stores.
    #[error("Cell {} would have more than {} corners. Divide it first.", .0.0, Cell::MOST_CORNERS)]
    TooManyCorners(CellId),
    /// Cuts that take more work than the size of the mesh justifies.
    #[error("The cuts there take more work than the size of the mesh justifies. Cut fewer walls at once.")]
    TooMuchWork,
    /// A cut to the clipboard of vertices that cells use.
    #[error("It was copied but not removed: other cells use it. Cut those cells too, or delete it.")]
    StillUsed,
    /// A cell that shares no edge of three or more cells.
    #[error("Cell {} does not share edge {} with two or more cells; there is nothing to separate.", .0.0, .1)]
    NothingToSeparate(CellId, Edge),
    /// A cell that is connected to the other cells of an edge around both of its ends.
    #[error("Cell {} is connected to other cells of edge {} around both ends. Delete it instead.", .0.0, .1)]
    Inseparable(CellId, Edge),
    /// A vertex whose cells form one fan.
    #[error("The cells around vertex {} are connected; there is nothing to separate.", .0.0)]
    OneFan(VertexId),
    /// Cells that already have the requested form.
    #[error("These cells are {0} already; there is nothing to do.")]
    Already(&'static str),
    /// Cells of which no two form a convex cell.
    #[error("No two of these cells form a convex cell of one area. Select adjacent cells.")]
    NothingToJoin,
    /// An edit of a cell that outlines generate.
    #[error("Cell {} belongs to an outline. Edit the outline, or choose Bake outlines to edit its cells.", .0.0)]
    OfOutline(CellId),
    /// An outline with too few different points.
    #[error("An outline of this kind has at least {0} different points. Add points.")]
    TooFewPoints(usize),
    /// An outline that does not exist.
    #[error("There is no such outline: it may have been deleted. Select again.")]
    NoSuchOutline,
    /// A fragment with invalid cells.
    #[error("What was copied has a cell with corners that are missing, repeated or too few. Copy it again.")]
    BadFragment,
}
