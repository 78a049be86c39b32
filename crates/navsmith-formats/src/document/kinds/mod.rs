//! Kinds of issues of a mesh and its levels: severity, definition, effect in a game, and remedy.

mod of_documents;
mod table;

pub(crate) use of_documents::*;
pub use table::ISSUE_TYPES;

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The mesh is invalid: a search on it can return a wrong path, or miss one.
    Error,
    /// The mesh is valid, but may not be what its author intended.
    Warning,
    /// The mesh is valid, and the finding does not affect paths.
    Hint,
}

impl Severity {
    /// All severities, the worst first.
    pub const ALL: [Self; 3] = [Self::Error, Self::Warning, Self::Hint];

    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
}

/// A row of the table of kinds.
#[derive(Debug, PartialEq, Eq)]
pub struct IssueType {
    /// The identifier for scripts and files, which is stable across versions.
    pub name: &'static str,
    /// The title in a list.
    pub title: &'static str,
    /// The severity of issues of this kind.
    pub severity: Severity,
    /// The definition, as sentences.
    pub definition: &'static str,
    /// The effect in a game, as a sentence.
    pub effect: &'static str,
    /// The edits that remove the issue, as a sentence.
    pub remedy: &'static str,
}

pub(crate) static CONCAVE: IssueType = IssueType {
    name: "concave",
    title: "Concave cell",
    severity: Severity::Error,
    definition: "A corner of the cell turns right by more than rounding.",
    effect: "A straight walk between two points of the cell can leave the mesh in programs that expect convex cells.",
    remedy: "Split the cell into convex cells.",
};

pub(crate) static INSIDE_OUT: IssueType = IssueType {
    name: "inside_out",
    title: "Cell inside out",
    severity: Severity::Error,
    definition: "The corners of the cell run clockwise seen from above.",
    effect: "No agent can enter the cell, because it joins none of its neighbours.",
    remedy: "Reverse its winding.",
};

pub(crate) static SELF_CROSSING: IssueType = IssueType {
    name: "self_crossing",
    title: "Cell that crosses itself",
    severity: Severity::Error,
    definition: "Two sides of the cell cross or touch.",
    effect: "A position can be inside and outside of the cell at once, so point location and paths are wrong there.",
    remedy: "Move its corners apart, or delete it and draw it again.",
};

pub(crate) static NO_AREA: IssueType = IssueType {
    name: "no_area",
    title: "Cell without area",
    severity: Severity::Error,
    definition: "All corners of the cell lie on a line seen from above.",
    effect: "No agent can be in the cell, and the walk through it is undefined.",
    remedy: "Move a corner, or delete the cell.",
};

pub(crate) static OVERLAP: IssueType = IssueType {
    name: "overlap",
    title: "Overlapping cells",
    severity: Severity::Error,
    definition: "The interiors of two cells overlap seen from above, less than 0.25 m apart in height.",
    effect: "An agent on the overlap is located in either cell, so its path can start on the wrong one.",
    remedy: "Delete one of the cells, or cut one out of the other.",
};

pub(crate) static DUPLICATE_CELL: IssueType = IssueType {
    name: "duplicate_cell",
    title: "Duplicate cell",
    severity: Severity::Error,
    definition: "Two cells have the same corners in the same order. Of several, each is an issue with the first one.",
    effect: "Their edges have too many cells, so agents cannot enter or leave one of them.",
    remedy: "Delete one of them.",
};

pub(crate) static TANGLED_EDGE: IssueType = IssueType {
    name: "tangled_edge",
    title: "Tangled edge",
    severity: Severity::Error,
    definition: "Two cells have an edge in the same direction.",
    effect: "No agent can cross the edge.",
    remedy: "Reverse the cell with the wrong winding, or delete the superfluous cell.",
};

pub(crate) static NON_MANIFOLD_EDGE: IssueType = IssueType {
    name: "non_manifold_edge",
    title: "Non-manifold edge",
    severity: Severity::Error,
    definition: "An edge has three or more cells. It joins the two that continue each other: those on opposite sides \
        of the edge between which the surface bends least.",
    effect: "Agents cross between these two only, and other programs may connect others or none.",
    remedy: "Separate the smallest of the other cells, which gives it own vertices at the edge, or delete it.",
};

pub(crate) static T_JUNCTION: IssueType = IssueType {
    name: "t_junction",
    title: "T-junction",
    severity: Severity::Error,
    definition: "A boundary vertex lies on a boundary edge, but is not one of its ends. It lies within 2 % of the weld \
        distance, or of half of the shortest edge there if that is less.",
    effect: "The cells touch, but no agent can cross from one to the other.",
    remedy: "Weld the vertex into the edge.",
};

pub(crate) static PARTIAL_OVERLAP: IssueType = IssueType {
    name: "partial_overlap",
    title: "Partial overlap of edges",
    severity: Severity::Error,
    definition: "Two boundary edges lie on one line and share a part, and an end of each lies on the other.",
    effect: "The cells touch along the shared part, but no agent can cross there.",
    remedy: "Weld an end of each edge into the other one.",
};

pub(crate) static GAP: IssueType = IssueType {
    name: "gap",
    title: "Gap",
    severity: Severity::Warning,
    definition: "Two boundary vertices, or a boundary vertex and a boundary edge, are closer than the weld distance, and \
        than half of the shortest edge there.",
    effect: "The cells look joined, but no agent can cross the gap.",
    remedy: "Weld the gap.",
};

pub(crate) static SHORT_EDGE: IssueType = IssueType {
    name: "short_edge",
    title: "Edge without length",
    severity: Severity::Error,
    definition: "The ends of an edge are closer than 0.01 mm, or than the rounding of their coordinates.",
    effect: "Its direction is rounding, so cells beside it can turn inside out in other programs.",
    remedy: "Merge its ends.",
};

pub(crate) static SLIVER: IssueType = IssueType {
    name: "sliver",
    title: "Sliver",
    severity: Severity::Warning,
    definition: "The mean width of a cell is less than 0.5 % of its length.",
    effect: "Rounding can move an agent out of the cell, and paths through it can be wrong in programs without exact \
        arithmetic.",
    remedy: "Merge the ends of its short edge, flip or dissolve its long edge, or delete the cell.",
};

pub(crate) static UNEVEN: IssueType = IssueType {
    name: "uneven",
    title: "Uneven cell",
    severity: Severity::Warning,
    definition: "A corner of the cell is more than 0.1 m, and more than 2 % of its length, above or below the plane of the \
        cell.",
    effect: "Agents float or sink, because a game interpolates the height in another way than the level.",
    remedy: "Divide the cell into triangles.",
};

pub(crate) static STRAIGHT_CORNER: IssueType = IssueType {
    name: "straight_corner",
    title: "Straight corner",
    severity: Severity::Hint,
    definition: "A vertex lies on the straight line between its only two neighbours.",
    effect: "Memory and searches take more cells' corners than necessary; paths stay the same.",
    remedy: "Dissolve the vertex.",
};

pub(crate) static PINCHED_VERTEX: IssueType = IssueType {
    name: "pinched_vertex",
    title: "Pinched vertex",
    severity: Severity::Hint,
    definition: "The cells around a vertex form two or more fans that only touch there.",
    effect: "No agent crosses between the fans, but programs that expect one fan around a vertex can turn corners \
        wrongly there.",
    remedy: "Separate the fans, or draw cells between them.",
};

pub(crate) static UNUSED_VERTEX: IssueType = IssueType {
    name: "unused_vertex",
    title: "Unused vertex",
    severity: Severity::Hint,
    definition: "A vertex is a corner of no cell.",
    effect: "It takes memory and enlarges the bounds of the mesh; paths stay the same.",
    remedy: "Delete the vertex, or draw a cell with it.",
};

pub(crate) static UNATTACHED_LINK: IssueType = IssueType {
    name: "unattached_link",
    title: "Unattached link",
    severity: Severity::Warning,
    definition: "An end of a link is too far from all cells, or the link is forbidden by an infinite cost.",
    effect: "No agent can use the link.",
    remedy: "Move the end onto a cell, allow the link, or delete it.",
};

pub(crate) static CROWDED_LINK: IssueType = IssueType {
    name: "crowded_link",
    title: "Crowded link",
    severity: Severity::Warning,
    definition: "An end of a link lies on more cells than a link is attached to.",
    effect: "Paths over the other cells may be missing.",
    remedy: "Remove cells that overlap there, or split the link.",
};

pub(crate) static DUPLICATE_LINK: IssueType = IssueType {
    name: "duplicate_link",
    title: "Duplicate link",
    severity: Severity::Warning,
    definition: "Two links have the same ends and the same directions.",
    effect: "Paths use only the cheaper one.",
    remedy: "Delete one of them.",
};

pub(crate) static NO_RETURN: IssueType = IssueType {
    name: "no_return",
    title: "Link without return",
    severity: Severity::Hint,
    definition: "A one-way link leads to an island from which no link leads back.",
    effect: "An agent that takes the link cannot come back.",
    remedy: "Make the link two-way, or draw another link back.",
};

pub(crate) static TINY_ISLAND: IssueType = IssueType {
    name: "tiny_island",
    title: "Tiny island",
    severity: Severity::Warning,
    definition: "An island has less area than a circle with the radius of the agent.",
    effect: "An agent that is placed there is stuck.",
    remedy: "Delete the island, or connect it.",
};

pub(crate) static LONE_CELL: IssueType = IssueType {
    name: "lone_cell",
    title: "Lone cell",
    severity: Severity::Warning,
    definition: "A cell has no neighbour, no link and no other cell within the width of a gap or a crack, and the mesh has \
        other cells.",
    effect: "An agent in the cell cannot leave it, and no path leads to it.",
    remedy: "Delete the cell, or connect it.",
};

pub(crate) static NARROW_PORTAL: IssueType = IssueType {
    name: "narrow_portal",
    title: "Narrow portal",
    severity: Severity::Warning,
    definition: "A portal between walls is narrower than the diameter of the agent. At one wall, half of that \
        is enough.",
    effect: "The cells are connected, but the agent does not fit through.",
    remedy: "Move the ends of the portal apart.",
};

pub(crate) static STEEP: IssueType = IssueType {
    name: "steep_cell",
    title: "Steep cell",
    severity: Severity::Warning,
    definition: "The slope of a cell is more than the agent walks up. A closed surface has none.",
    effect: "The cell is in the mesh, but paths of this agent avoid it.",
    remedy: "Move its corners, delete it, or assign an area that only other agents use.",
};

pub(crate) static SIZE_CONTRAST: IssueType = IssueType {
    name: "size_contrast",
    title: "Very different sizes",
    severity: Severity::Hint,
    definition: "The longest side of a cell is more than 1,000 times as long as that of a neighbour.",
    effect: "Searches over the centres of cells misjudge lengths there.",
    remedy: "Join the two cells, or split the large one.",
};

pub(crate) static OFF_LEVEL: IssueType = IssueType {
    name: "off_level",
    title: "Height off the level",
    severity: Severity::Warning,
    definition: "A vertex or the middle of a cell is farther above or below the level than the agent climbs.",
    effect: "Agents float above the ground, or sink into it.",
    remedy: "Take the height from the level.",
};

pub(crate) static NEAR_WALL: IssueType = IssueType {
    name: "near_wall",
    title: "Boundary near a wall",
    severity: Severity::Warning,
    definition: "A boundary edge is nearer to a wall of the level than the radius of the agent.",
    effect: "The body of an agent touches the wall.",
    remedy: "Move the edge away from the wall.",
};

pub(crate) static WALL_INSIDE: IssueType = IssueType {
    name: "wall_inside",
    title: "Wall inside",
    severity: Severity::Warning,
    definition: "A triangle of the level that is too steep to walk on is on a cell. It is higher than the agent steps \
        over, lower than its height, and farther from the boundary edges of the cell than its radius and than 0.05 m.",
    effect: "Paths lead through the wall.",
    remedy: "Cut the wall out, grown by the radius of the agent, or hide its part of the level.",
};

pub(crate) static CRACK: IssueType = IssueType {
    name: "crack",
    title: "Crack",
    severity: Severity::Warning,
    definition: "Parallel boundary edges of two cells face each other over at least the diameter of the agent. Their \
        distance in space is more than the weld distance, but at most the radius of the agent, and no link joins the \
        cells.",
    effect: "An agent could step over the crack, but no path crosses it.",
    remedy: "Weld the edges, draw a cell between them, or place a link.",
};
