//! Points, segments, polygons, planes and boxes, judged by exact predicates; and chance that is the same everywhere.
//!
//! Space is glTF's: Y up, right-handed, metres. The view from above shows X to the right and Z downwards;
//! "left", "right" and "counter-clockwise" mean as seen in that view.
//! This room knows no meshes, no ids and no tolerances but those that a caller hands in.

mod bounds;
mod chance;
mod clip;
mod nearest;
mod partition;
mod plane;
mod polygon;
mod predicates;
mod segment;

pub use bounds::Bounds;
pub use chance::SplitMix64;
pub use clip::intersection;
pub use nearest::nearest_points;
pub use partition::{convex_partition, triangulate};
pub use plane::Plane;
pub use polygon::{
    Shape, centroid, contains, convex_winding, covers, crossing_sides, ground_area, interiors_overlap,
    is_convex, is_convex_but_for_rounding, normal, rounding, shape,
};
pub use predicates::{Line, Turn, doubled_area, doubled_areas, surely_inside, turn};
pub use segment::{Segment, segments_cross, segments_touch};

pub use glam::{Vec2, Vec3};

/// The ground position of a point: its X and Z.
#[inline]
pub fn ground(point: Vec3) -> Vec2 {
    Vec2::new(point.x, point.z)
}
