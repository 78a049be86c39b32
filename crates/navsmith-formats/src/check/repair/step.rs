//! The steps of a repair, with the kinds of issues that each of them fixes.

use crate::check::{Issue, IssueKind, IssueSearch, SliverShape};
use navsmith_core::navmesh::NavMesh;

/// A step of a repair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RepairStep {
    /// Joins vertices and edges that almost touch, and merges the ends of edges without length.
    Weld,
    /// Reverses cells that are inside out.
    Orient,
    /// Deletes cells with the same corners as another.
    Duplicates,
    /// Splits edges at T-junctions and partial overlaps.
    Junctions,
    /// Gives cells own vertices at non-manifold and tangled edges, and at pinched vertices.
    Separate,
    /// Divides concave cells and cells that cross themselves, and removes cells without area.
    Shapes,
    /// Joins cells at ends that lie on others, and removes ground that two cells cover at once.
    Overlaps,
    /// Joins cells that cross at different heights, where removing ground would disconnect them.
    Crossings,
    /// Removes slivers by merging, flipping or dissolving an edge.
    Slivers,
    /// Removes islands below an area.
    Islands,
    /// Cuts the walls of the level out of the cells below them.
    Walls,
    /// Divides all cells into triangles.
    Triangulate,
    /// Joins cells to larger convex cells.
    Merge,
}

impl RepairStep {
    /// All steps, in their usual order.
    pub const ALL: [Self; 13] = [
        Self::Weld,
        Self::Orient,
        Self::Duplicates,
        Self::Junctions,
        Self::Separate,
        Self::Shapes,
        Self::Overlaps,
        Self::Crossings,
        Self::Slivers,
        Self::Islands,
        Self::Walls,
        Self::Triangulate,
        Self::Merge,
    ];

    /// The steps of a repair without options, in order: all but the last three, which change sound cells.
    pub const DEFAULT: &[Self] = Self::ALL.split_at(10).0;

    /// Whether the step changes sound cells too, and not only those with issues.
    pub(super) fn changes_all(self) -> bool {
        matches!(self, Self::Triangulate | Self::Merge)
    }

    /// Whether the step runs on a mesh: on a closed surface, only if it does not look from above.
    pub(super) fn runs_on(self, mesh: &NavMesh) -> bool {
        let is_in_space =
            matches!(self, Self::Weld | Self::Orient | Self::Duplicates | Self::Junctions | Self::Separate);
        is_in_space || !mesh.is_closed_surface()
    }

    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Weld => "weld",
            Self::Orient => "orient",
            Self::Duplicates => "duplicates",
            Self::Junctions => "junctions",
            Self::Separate => "separate",
            Self::Shapes => "shapes",
            Self::Overlaps => "overlaps",
            Self::Crossings => "crossings",
            Self::Slivers => "slivers",
            Self::Islands => "islands",
            Self::Walls => "walls",
            Self::Triangulate => "triangulate",
            Self::Merge => "merge",
        }
    }

    /// Returns the title in a list.
    pub fn title(self) -> &'static str {
        match self {
            Self::Weld => "Weld gaps",
            Self::Orient => "Reverse windings",
            Self::Duplicates => "Remove duplicates",
            Self::Junctions => "Split at T-junctions",
            Self::Separate => "Separate cells",
            Self::Shapes => "Divide broken cells",
            Self::Overlaps => "Resolve overlaps",
            Self::Crossings => "Join crossing cells",
            Self::Slivers => "Remove slivers",
            Self::Islands => "Remove small islands",
            Self::Walls => "Cut out walls",
            Self::Triangulate => "Divide into triangles",
            Self::Merge => "Merge to convex cells",
        }
    }

    /// Returns what the step does, in a sentence.
    pub fn description(self) -> &'static str {
        match self {
            Self::Weld => "Joins vertices and edges that almost touch, and the ends of edges without length.",
            Self::Orient => "Reverses cells that are inside out.",
            Self::Duplicates => "Deletes cells with the same corners as another.",
            Self::Junctions => "Splits edges at T-junctions and partial overlaps.",
            Self::Separate => {
                "Gives cells own vertices at non-manifold and tangled edges, and at pinched vertices."
            }
            Self::Shapes => {
                "Divides concave cells and cells that cross themselves, and removes cells without area."
            }
            Self::Overlaps => {
                "Joins cells at ends that lie on others, and removes ground that two cells cover at once from one of them, with small dead ends that this cuts off."
            }
            Self::Crossings => {
                "Joins cells that cross less than 0.25 m apart, where removing ground would disconnect them."
            }
            Self::Slivers => "Removes slivers by merging, flipping or dissolving an edge.",
            Self::Islands => {
                "Removes islands with less area than the smallest island, except those with links."
            }
            Self::Walls => {
                "Cuts the walls of the level out of the cells below them, grown by the radius of the agent."
            }
            Self::Triangulate => "Divides all cells into triangles.",
            Self::Merge => "Joins cells to larger convex cells.",
        }
    }

    /// Returns the step with a name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Returns the step that fixes an issue; of two steps, the first.
    ///
    /// Slivers at a boundary have none: the step for slivers keeps the ground of the mesh.
    pub fn of(issue: &Issue) -> Option<Self> {
        let is_kept = issue.kind == IssueKind::Sliver(SliverShape::Border);
        Self::ALL.into_iter().find(|step| step.concerns(issue) && !is_kept)
    }

    /// Returns the searches that find the issues of the step.
    pub(super) fn searches(self) -> &'static [IssueSearch] {
        match self {
            Self::Weld => &[IssueSearch::BoundaryGaps, IssueSearch::ShortEdges],
            Self::Junctions => &[IssueSearch::BoundaryGaps],
            Self::Orient | Self::Shapes => &[IssueSearch::Shapes],
            Self::Duplicates | Self::Overlaps | Self::Crossings => &[IssueSearch::Overlaps],
            Self::Separate => &[IssueSearch::Tangles, IssueSearch::Vertices],
            Self::Slivers => &[IssueSearch::Forms],
            Self::Islands | Self::Walls | Self::Triangulate | Self::Merge => &[],
        }
    }

    /// Whether the step fixes an issue.
    pub fn concerns(self, issue: &Issue) -> bool {
        match issue.kind {
            IssueKind::BoundaryGap(_) | IssueKind::ShortEdge(_) => self == Self::Weld,
            IssueKind::InsideOut => self == Self::Orient,
            IssueKind::Duplicate => self == Self::Duplicates,
            IssueKind::TJunction(_) | IssueKind::PartialOverlap(_) => self == Self::Junctions,
            IssueKind::NonManifold | IssueKind::Tangled | IssueKind::Pinched(_) => self == Self::Separate,
            IssueKind::Concave | IssueKind::SelfCrossing | IssueKind::Flat => self == Self::Shapes,
            IssueKind::Overlap => matches!(self, Self::Overlaps | Self::Crossings),
            IssueKind::Sliver(_) => self == Self::Slivers,
            IssueKind::WallInside => self == Self::Walls,
            _ => false,
        }
    }
}
