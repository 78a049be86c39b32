//! Severities of issues and identifiers of issue kinds for scripts.

use super::IssueKind;

/// Severity of an issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The mesh is invalid: a search on it can return a wrong path, or miss one.
    Error,
    /// The mesh is valid, but may not be what its author intended.
    Warning,
}

impl Severity {
    /// Returns the name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl IssueKind {
    /// Returns the severity of issues of this kind.
    pub fn severity(self) -> Severity {
        match self {
            Self::Concave
            | Self::InsideOut
            | Self::SelfCrossing
            | Self::Flat
            | Self::Overlap
            | Self::Tangled => Severity::Error,
            Self::BoundaryGap(_) | Self::Unattached(..) | Self::Crowded(..) => Severity::Warning,
        }
    }

    /// Returns the identifier for scripts, which is stable across versions.
    pub fn name(self) -> &'static str {
        match self {
            Self::Concave => "concave",
            Self::InsideOut => "inside_out",
            Self::SelfCrossing => "self_crossing",
            Self::Flat => "no_area",
            Self::Overlap => "overlap",
            Self::Tangled => "tangled_edge",
            Self::BoundaryGap(_) => "gap",
            Self::Unattached(..) => "unattached_link",
            Self::Crowded(..) => "crowded_link",
        }
    }
}
