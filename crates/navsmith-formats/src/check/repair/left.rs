//! Errors that a repair leaves, and the reasons.

use std::fmt;

use crate::check::Issue;
use navsmith_core::navmesh::edit::Refusal;

/// Reason why no fix of an issue was applied; of several, the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixObstacle {
    /// No step that runs has a fix.
    NoFix,
    /// The repair used up its limit of work before.
    Unfinished,
    /// The cells cannot be edited in this way.
    Refused,
    /// The sides of a cell cross in too many places.
    TooManyCrossings,
    /// A cell would have more corners than files store.
    TooManyCorners,
    /// A vertex would move farther than the tolerance.
    TooFar,
    /// Ground would move up or down farther than the tolerance.
    MovesGround,
    /// The issue would stay.
    Stays,
    /// An error would be added, or an ignored issue would change.
    OtherIssue,
    /// Cells would be disconnected.
    Disconnects,
    /// A link would lose its cell, or the connection to its island.
    DetachesLink,
    /// A fix caused more errors elsewhere, so it was undone.
    Undone,
}

impl FixObstacle {
    /// Returns the reason for the refusal of an edit.
    pub(super) fn of(refusal: Refusal) -> Self {
        match refusal {
            Refusal::TooManyCrossings(_) => Self::TooManyCrossings,
            Refusal::TooManyCorners(_) => Self::TooManyCorners,
            _ => Self::Refused,
        }
    }
}

/// Formats the reason as the end of a sentence.
impl fmt::Display for FixObstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoFix => "no step that ran fixes it",
            Self::Unfinished => "the repair reached its limit of work first; run it again on its result",
            Self::Refused => "its cells cannot be edited to fix it",
            Self::TooManyCrossings => "its sides cross in too many places; delete it and draw it again",
            Self::TooManyCorners => "a cell would have more than 4096 corners; divide it",
            Self::TooFar => "a fix would move a vertex farther than the tolerance",
            Self::MovesGround => "a fix would move ground up or down farther than the tolerance",
            Self::Stays => "no edit removes it",
            Self::OtherIssue => "a fix would cause another error or change an ignored issue",
            Self::Disconnects => "a fix would disconnect cells",
            Self::Undone => "its fix caused more errors, and was undone",
            Self::DetachesLink => "a fix would detach a link from its cells",
        })
    }
}

/// An error that a repair leaves, with the reason.
#[derive(Clone, Debug, PartialEq)]
pub struct LeftError {
    /// The error.
    pub issue: Issue,
    /// The reason.
    pub obstacle: FixObstacle,
}
