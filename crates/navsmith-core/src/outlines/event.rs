//! Events of outlines that become cells, with their captions and rules.

use std::fmt;

use crate::navmesh::Cell;
use crate::trace::Observer;
use crate::triangulation::{FlipReason, PointId, TriangulationEvent};

/// A side of an outline, from the point with the same index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OutlineSideId {
    /// Index of the outline.
    pub outline: usize,
    /// Index of the side.
    pub side: usize,
}

/// Prints as "side 1 of outline 1".
impl fmt::Display for OutlineSideId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "side {} of outline {}", self.side + 1, self.outline + 1)
    }
}

/// A step from outlines to convex cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OutlineEvent {
    /// The triangulation changed.
    Triangulated {
        /// The change.
        change: TriangulationEvent,
        /// The side that becomes a constraint; `None` while points are inserted.
        side: Option<OutlineSideId>,
    },
    /// An edge without ground on either side was removed.
    Cleared {
        /// Ends of the edge.
        edge: [PointId; 2],
    },
    /// An edge was removed, and the cells on both sides became one.
    Merged {
        /// Ends of the edge.
        edge: [PointId; 2],
    },
    /// An edge between cells stays.
    Kept {
        /// Ends of the edge.
        edge: [PointId; 2],
        /// The reason.
        reason: KeptReason,
    },
}

/// Reason why an edge between two cells stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptReason {
    /// The merged cell would be concave at this corner.
    Concave(PointId),
    /// The merged cell would have more corners than a cell can have.
    TooManyCorners,
}

/// Prints as a clause about the merged cell.
impl fmt::Display for KeptReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Concave(corner) => write!(f, "the merged cell would be concave at {corner}"),
            Self::TooManyCorners => {
                write!(f, "the merged cell would have more than {} corners", Cell::MOST_CORNERS)
            }
        }
    }
}

/// Forwards the changes of a triangulation while a side becomes a constraint.
pub(super) fn of_side(
    observer: &mut impl Observer<OutlineEvent>,
    side: Option<OutlineSideId>,
) -> impl Observer<TriangulationEvent> {
    observer.map_events(move |change| OutlineEvent::Triangulated { change, side })
}

impl OutlineEvent {
    /// Returns the ends of the edge that the event is about, or the point twice.
    pub fn ends(&self) -> [PointId; 2] {
        match *self {
            Self::Cleared { edge } | Self::Merged { edge } | Self::Kept { edge, .. } => edge,
            Self::Triangulated { change, .. } => match change {
                TriangulationEvent::Flipped { after, .. } => after,
                TriangulationEvent::Constrained { edge } | TriangulationEvent::Released { edge } => edge,
                TriangulationEvent::InTriangle { point, .. }
                | TriangulationEvent::OnEdge { point, .. }
                | TriangulationEvent::Removed { point } => [point; 2],
            },
        }
    }

    /// Describes the event in plain words.
    pub fn caption(&self) -> String {
        match *self {
            Self::Triangulated { change, side } => caption_of_change(change, side),
            Self::Cleared { edge } => format!("The edge {} is removed: no ground is beside it.", ends(edge)),
            Self::Merged { edge } => {
                format!("The edge {} is removed: the cells on both sides become one.", ends(edge))
            }
            Self::Kept { edge, reason } => format!("The edge {} stays: {reason}.", ends(edge)),
        }
    }

    /// Explains the rule behind the event.
    pub fn rule(&self) -> String {
        match *self {
            Self::Triangulated { change, .. } => rule_of_change(change),
            Self::Cleared { .. } => {
                "the last ring around a place decides whether it is ground; nothing else is".into()
            }
            Self::Merged { .. } | Self::Kept { .. } => {
                "the longest edges are tried first; an edge is removed if both cells have one area, no chain is \
                 between them, and the merged cell is convex at both ends"
                    .into()
            }
        }
    }
}

fn caption_of_change(change: TriangulationEvent, side: Option<OutlineSideId>) -> String {
    let of = || side.map_or_else(|| "a side".to_owned(), |side| side.to_string());
    match change {
        TriangulationEvent::InTriangle { point, at, corners } => {
            let [a, b, c] = corners.map(name);
            format!(
                "{} at ({:.2}, {:.2}) divides the triangle {a}, {b}, {c} into three.",
                first(point),
                at.x,
                at.y
            )
        }
        TriangulationEvent::OnEdge { point, at, edge, .. } => {
            format!(
                "{} at ({:.2}, {:.2}) lies on the edge {}, and divides both of its triangles.",
                first(point),
                at.x,
                at.y,
                ends(edge)
            )
        }
        TriangulationEvent::Flipped { before, after, reason } => {
            let (old, new) = (ends(before), ends(after));
            match reason {
                FlipReason::InCircle { .. } => {
                    let [a, b] = before.map(name);
                    let [d, c] = after.map(name);
                    format!("The edge {old} becomes {new}: the circle through {a}, {b} and {c} contains {d}.")
                }
                FlipReason::CrossesConstraint => {
                    format!("The edge {old} becomes {new}, because it crosses {}.", of())
                }
            }
        }
        TriangulationEvent::Constrained { edge } => {
            format!("The edge {} becomes a constraint, because it is part of {}.", ends(edge), of())
        }
        TriangulationEvent::Released { edge } => {
            format!("The edge {} is no longer a constraint of {}.", ends(edge), of())
        }
        TriangulationEvent::Removed { point } => {
            format!("{} is removed, and new triangles fill the ring around it.", first(point))
        }
    }
}

fn rule_of_change(change: TriangulationEvent) -> String {
    match change {
        TriangulationEvent::InTriangle { .. } | TriangulationEvent::OnEdge { .. } => {
            "points are inserted in a random order of doubling rounds, each along a curve, so that the search for the \
             triangle is short"
                .into()
        }
        TriangulationEvent::Flipped { reason: FlipReason::InCircle { determinant }, .. } => {
            format!(
                "the determinant of the four points is {determinant:.3e}; above 0, the fourth point lies inside of the \
                 circle"
            )
        }
        TriangulationEvent::Flipped { reason: FlipReason::CrossesConstraint, .. } => {
            "edges that cross a new constraint are flipped where both triangles form a convex quadrilateral".into()
        }
        TriangulationEvent::Constrained { .. } => "a constraint is never flipped".into(),
        TriangulationEvent::Released { .. } => "an edge without constraints can be flipped again".into(),
        TriangulationEvent::Removed { .. } => "only a point at which no constraint ends is removed".into(),
    }
}

/// Returns the number of a point, or the word for one far outside.
fn name(point: PointId) -> String {
    point.to_string().trim_start_matches("point ").to_owned()
}

/// Returns the ends of an edge, as "1–2".
fn ends(edge: [PointId; 2]) -> String {
    let [from, to] = edge.map(name);
    if edge.iter().any(|point| point.is_outer()) {
        format!("from {from} to {to}")
    } else {
        format!("{from}–{to}")
    }
}

/// Returns a point at the beginning of a sentence.
fn first(point: PointId) -> String {
    format!("Point {}", name(point))
}
