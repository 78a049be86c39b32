//! How serious an issue is, and its name for scripts.

use super::IssueKind;

/// How serious an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The mesh is wrong for its users: a search on it can give a wrong path, or miss one.
    Error,
    /// The mesh is valid, but may not be what its author meant.
    Warning,
}

impl Severity {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

impl IssueKind {
    /// Returns how serious issues of this kind are.
    pub fn severity(self) -> Severity {
        match self {
            Self::Concave
            | Self::InsideOut
            | Self::SelfCrossing
            | Self::Flat
            | Self::Overlap
            | Self::Tangled => Severity::Error,
            Self::NearMiss(_) | Self::Unattached(..) | Self::Crowded(..) => Severity::Warning,
        }
    }

    /// Its name for scripts, which does not change from version to version.
    pub fn name(self) -> &'static str {
        match self {
            Self::Concave => "concave",
            Self::InsideOut => "inside_out",
            Self::SelfCrossing => "self_crossing",
            Self::Flat => "no_area",
            Self::Overlap => "overlap",
            Self::Tangled => "tangled_edge",
            Self::NearMiss(_) => "gap",
            Self::Unattached(..) => "unattached_link",
            Self::Crowded(..) => "crowded_link",
        }
    }
}
