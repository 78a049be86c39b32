//! Events of a triangulation.

use super::PointId;
use crate::geometry::Vec2;

/// A change of a triangulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TriangulationEvent {
    /// A point was inserted into the triangle with these corners.
    InTriangle {
        /// The new point.
        point: PointId,
        /// Its position.
        at: Vec2,
        /// Corners of the divided triangle.
        corners: [PointId; 3],
    },
    /// A point was inserted on an edge.
    OnEdge {
        /// The new point.
        point: PointId,
        /// Its position.
        at: Vec2,
        /// Ends of the divided edge.
        edge: [PointId; 2],
        /// Corners opposite to the edge.
        opposite: [PointId; 2],
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FlipReason {
    /// The circle of one triangle contains the opposite corner of the other.
    InCircle {
        /// The determinant of the four points, which is positive.
        determinant: f64,
    },
    /// The edge crosses a constraint that is being inserted.
    CrossesConstraint,
}
