//! The points of a path, and the reason for each.

use glam::Vec3;

use crate::navmesh::{LinkId, VertexId};

/// A point of the final path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Waypoint {
    /// The position on the surface.
    pub point: Vec3,
    /// The reason for the waypoint.
    pub kind: WaypointKind,
    /// The number of its portal; the start is 0.
    pub portal: usize,
}

/// The reason for a waypoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaypointKind {
    /// The path starts here.
    Start,
    /// The path turns at this vertex.
    Corner(VertexId),
    /// The slope changes here.
    Slope,
    /// The cost of a metre changes here.
    Cost,
    /// The path steps on this link.
    On(LinkId),
    /// The path gets off this link, in a straight line from the point at which it stepped on.
    Off(LinkId),
    /// The path ends here.
    Target,
}
