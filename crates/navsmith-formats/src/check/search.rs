//! The searches of the list of issues.

/// A search of [`Issues`](super::Issues) for some kinds of issues.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IssueSearch {
    /// Broken cells.
    Shapes,
    /// Overlapping cells.
    Overlaps,
    /// Edges that connect no cells although several meet there.
    Tangles,
    /// Gaps, T-junctions and partial overlaps.
    BoundaryGaps,
    /// Edges without length.
    ShortEdges,
    /// Slivers and uneven cells.
    Forms,
    /// Straight corners, pinched and unused vertices.
    Vertices,
    /// Unattached and crowded links.
    Links,
}

impl IssueSearch {
    /// All searches, in the order of the list of issues.
    pub const ALL: [Self; 8] = [
        Self::Shapes,
        Self::Overlaps,
        Self::Tangles,
        Self::BoundaryGaps,
        Self::ShortEdges,
        Self::Forms,
        Self::Vertices,
        Self::Links,
    ];

    /// The searches for errors.
    pub const OF_ERRORS: [Self; 5] =
        [Self::Shapes, Self::Overlaps, Self::Tangles, Self::BoundaryGaps, Self::ShortEdges];

    /// Returns what it searches, in the plural.
    pub fn name(self) -> &'static str {
        match self {
            Self::Shapes => "broken cells",
            Self::Overlaps => "overlapping cells",
            Self::Tangles => "tangled edges",
            Self::BoundaryGaps => "gaps",
            Self::ShortEdges => "edges without length",
            Self::Forms => "slivers and uneven cells",
            Self::Vertices => "straight corners, pinched and unused vertices",
            Self::Links => "unattached links",
        }
    }

    /// Returns the approximate share of a search in all of them.
    pub(super) fn share(self) -> f32 {
        match self {
            Self::Overlaps => 0.5,
            Self::Shapes | Self::Forms => 0.15,
            _ => 0.04,
        }
    }
}
