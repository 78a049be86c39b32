//! Kinds of issues, with the elements that identify an issue.

use crate::document::NameList;
use crate::document::kinds::{
    CONCAVE, CRACK, CROWDED_LINK, DUPLICATE_CELL, DUPLICATE_LINK, GAP, INSIDE_OUT, IssueType, LONE_CELL,
    NARROW_PORTAL, NEAR_WALL, NO_AREA, NO_RETURN, NON_MANIFOLD_EDGE, OFF_LEVEL, OVERLAP, PARTIAL_OVERLAP,
    PINCHED_VERTEX, SELF_CROSSING, SHORT_EDGE, SIZE_CONTRAST, SLIVER, STEEP, STRAIGHT_CORNER, Severity,
    T_JUNCTION, TANGLED_EDGE, TINY_ISLAND, UNATTACHED_LINK, UNEVEN, UNUSED_VERTEX, WALL_INSIDE,
};
use crate::document::kinds::{
    EXPORT_COARSE, EXPORT_COLLAPSE, EXPORT_CORNERS, EXPORT_ERROR, EXPORT_MARGIN, EXPORT_MERGE,
    EXPORT_REFUSED, FAR_FROM_ORIGIN, FORBIDDEN_AREA, SAME_NAME, UNUSABLE_OUTLINE,
};
use navsmith_core::navmesh::edit::BoundaryGap;
use navsmith_core::navmesh::{AreaId, Edge, HalfEdge, LinkEnd, LinkId, VertexId};

/// Kind of an issue, with the elements that identify the issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IssueKind {
    /// A cell with a reflex corner.
    Concave,
    /// A cell whose corners run clockwise.
    InsideOut,
    /// A cell whose sides cross or touch.
    SelfCrossing,
    /// A cell without area seen from above.
    Flat,
    /// Two cells at one position.
    Overlap,
    /// Two cells with the same corners.
    Duplicate,
    /// An edge with two cells of the same direction, so that no path can cross it.
    Tangled,
    /// An edge with three or more cells.
    NonManifold,
    /// A vertex on an edge of a cell without being a corner of that cell.
    TJunction(BoundaryGap),
    /// Two edges on one line that overlap, and their gaps: an end of each on the other edge.
    PartialOverlap([BoundaryGap; 2]),
    /// A gap between elements that almost touch.
    BoundaryGap(BoundaryGap),
    /// An edge that is not longer than the rounding of its ends.
    ShortEdge(Edge),
    /// A cell that is very narrow.
    Sliver(SliverShape),
    /// A cell whose corners do not lie on a plane.
    Uneven,
    /// A vertex on the straight line between its only two neighbours.
    StraightCorner(VertexId),
    /// A vertex whose cells are not all connected around it.
    Pinched(VertexId),
    /// A vertex of no cell.
    UnusedVertex(VertexId),
    /// A link with an unattached end, and the first such end.
    Unattached(LinkId, LinkEnd),
    /// A link on more cells than it is attached to, and the first such end.
    Crowded(LinkId, LinkEnd),
    /// A link with the same ends as an earlier one, which is named first.
    DuplicateLink(LinkId, LinkId),
    /// A one-way link after which no link leads back.
    NoReturn(LinkId),
    /// An island with less area than the agent covers.
    TinyIsland,
    /// A cell without neighbours and links, in a mesh with others.
    LoneCell,
    /// A portal that is too narrow for the agent.
    NarrowPortal(Edge),
    /// A cell that is too steep for the agent.
    Steep,
    /// An edge between cells of very different sizes.
    SizeContrast(Edge),
    /// A vertex, or without one the middle of a cell, off the level by more than the agent climbs.
    OffLevel(Option<VertexId>),
    /// A boundary edge that is nearer to a wall of the level than the radius of the agent.
    NearWall(Edge),
    /// A wall of the level on a cell.
    WallInside,
    /// Cells so far from the origin that their coordinates are rounded coarsely.
    FarFromOrigin,
    /// Two sides of cells that face each other at a distance that the agent covers.
    Crack {
        /// The two sides.
        sides: [HalfEdge; 2],
        /// Whether they lie over each other, farther apart in height than on the ground.
        is_step: bool,
    },
    /// A document that the format of an export target cannot hold.
    ExportRefused,
    /// A cell with more corners than this, the maximum of the format of an export target.
    ExportCorners(usize),
    /// Two vertices with one position in the file of an export target.
    ExportCollapse {
        /// The vertices.
        vertices: [VertexId; 2],
        /// Whether the mesh is far from the origin.
        is_far: bool,
    },
    /// Coordinates that are too large for the tolerance of the format of an export target.
    ExportCoarse,
    /// Two vertices that the engine of an export target joins.
    ExportMerge([VertexId; 2]),
    /// Two boundary sides of different islands that the engine of an export target joins between regions.
    ExportMargin([HalfEdge; 2]),
    /// An error in the file of an export target that the document does not have.
    ExportError,
    /// An element of a list with the name of an earlier one: the index of that one, and its own.
    SameName(NameList, usize, usize),
    /// An area of cells that all saved queries forbid.
    ForbiddenArea(AreaId),
    /// An outline, by its index, that generates no cells, or the first one of a height with outdated cells.
    UnusableOutline(usize, OutlineFault),
}

/// Reason why an outline is unusable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OutlineFault {
    /// All points of a ring are on one line.
    NoArea,
    /// The outlines of its height cross in too many places.
    Tangled,
}

/// Shape of a sliver, which determines how it can be removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SliverShape {
    /// The cell has a short edge, which can collapse.
    Needle(Edge),
    /// The cell lies along this inner edge, its longest one.
    Cap(Edge),
    /// The cell lies along a boundary edge.
    Border,
}

impl IssueKind {
    /// Returns the row of the table of kinds.
    pub fn of_type(self) -> &'static IssueType {
        match self {
            Self::Concave => &CONCAVE,
            Self::InsideOut => &INSIDE_OUT,
            Self::SelfCrossing => &SELF_CROSSING,
            Self::Flat => &NO_AREA,
            Self::Overlap => &OVERLAP,
            Self::Duplicate => &DUPLICATE_CELL,
            Self::Tangled => &TANGLED_EDGE,
            Self::NonManifold => &NON_MANIFOLD_EDGE,
            Self::TJunction(_) => &T_JUNCTION,
            Self::PartialOverlap(_) => &PARTIAL_OVERLAP,
            Self::BoundaryGap(_) => &GAP,
            Self::ShortEdge(_) => &SHORT_EDGE,
            Self::Sliver(_) => &SLIVER,
            Self::Uneven => &UNEVEN,
            Self::StraightCorner(_) => &STRAIGHT_CORNER,
            Self::Pinched(_) => &PINCHED_VERTEX,
            Self::UnusedVertex(_) => &UNUSED_VERTEX,
            Self::Unattached(..) => &UNATTACHED_LINK,
            Self::Crowded(..) => &CROWDED_LINK,
            Self::DuplicateLink(..) => &DUPLICATE_LINK,
            Self::NoReturn(_) => &NO_RETURN,
            Self::TinyIsland => &TINY_ISLAND,
            Self::LoneCell => &LONE_CELL,
            Self::NarrowPortal(_) => &NARROW_PORTAL,
            Self::Steep => &STEEP,
            Self::SizeContrast(_) => &SIZE_CONTRAST,
            Self::OffLevel(_) => &OFF_LEVEL,
            Self::NearWall(_) => &NEAR_WALL,
            Self::WallInside => &WALL_INSIDE,
            Self::FarFromOrigin => &FAR_FROM_ORIGIN,
            Self::SameName(..) => &SAME_NAME,
            Self::ForbiddenArea(_) => &FORBIDDEN_AREA,
            Self::UnusableOutline(..) => &UNUSABLE_OUTLINE,
            Self::Crack { .. } => &CRACK,
            Self::ExportRefused => &EXPORT_REFUSED,
            Self::ExportCorners(_) => &EXPORT_CORNERS,
            Self::ExportCollapse { .. } => &EXPORT_COLLAPSE,
            Self::ExportCoarse => &EXPORT_COARSE,
            Self::ExportMerge(_) => &EXPORT_MERGE,
            Self::ExportMargin(_) => &EXPORT_MARGIN,
            Self::ExportError => &EXPORT_ERROR,
        }
    }

    /// Returns the title in a list.
    pub fn title(self) -> &'static str {
        self.of_type().title
    }

    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(self) -> &'static str {
        self.of_type().name
    }

    /// Returns the severity of issues of this kind.
    pub fn severity(self) -> Severity {
        self.of_type().severity
    }

    /// Whether it is unclear where there is ground, so that no path is proven to be the shortest.
    pub fn leaves_ground_unclear(self) -> bool {
        matches!(
            self,
            Self::InsideOut
                | Self::SelfCrossing
                | Self::Flat
                | Self::Overlap
                | Self::Duplicate
                | Self::Tangled
                | Self::NonManifold
        )
    }

    /// Returns the gaps that welding closes.
    pub fn gaps(&self) -> &[BoundaryGap] {
        match self {
            Self::BoundaryGap(gap) | Self::TJunction(gap) => std::slice::from_ref(gap),
            Self::PartialOverlap(gaps) => gaps,
            _ => &[],
        }
    }
}
