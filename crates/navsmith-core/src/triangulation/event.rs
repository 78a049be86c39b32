//! Events of a triangulation.

use super::PointId;

/// A change of a triangulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TriangulationEvent {
    /// A point was inserted into the triangle with these corners.
    InTriangle {
        /// The new point.
        point: PointId,
        /// Corners of the divided triangle.
        corners: [PointId; 3],
    },
    /// A point was inserted on an edge.
    OnEdge {
        /// The new point.
        point: PointId,
        /// Ends of the divided edge.
        edge: [PointId; 2],
    },
    /// An edge was replaced by the other diagonal of its two triangles.
    Flipped {
        /// Ends of the edge before.
        before: [PointId; 2],
        /// Ends of the edge afterwards.
        after: [PointId; 2],
        /// The reason.
        reason: FlipReason,
    },
    /// An edge became a constraint.
    Constrained {
        /// Ends of the edge.
        edge: [PointId; 2],
    },
    /// An edge is no longer a constraint.
    Released {
        /// Ends of the edge.
        edge: [PointId; 2],
    },
    /// A point was removed.
    Removed {
        /// The removed point.
        point: PointId,
    },
}

/// Reason of a flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlipReason {
    /// The circle of one triangle contains the opposite corner of the other.
    InCircle,
    /// The edge crosses a constraint that is being inserted.
    CrossesConstraint,
}
