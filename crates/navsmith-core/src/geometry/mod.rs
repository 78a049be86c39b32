//! Points, segments, polygons, planes and boxes with exact predicates, and a pseudorandom generator.
//!
//! The coordinate system is that of glTF: Y up, right-handed, metres. The view from above shows X to the right and Z
//! downwards. "Left", "right" and "counter-clockwise" refer to that view. This module does not depend on meshes or
//! ids. Tolerances are parameters.

mod bounds;
mod box_tree;
mod coordinates;
mod grid;
mod grid_lists;
mod chance;
mod grown;
mod parallel;
mod predicates;
mod segment;
mod polygon;
mod convex_rings;
mod partition;
mod noding;
mod plane;
mod sphere;

pub use bounds::Bounds;
pub use box_tree::{BoxContent, BoxTree};
pub use chance::SplitMix64;
pub(crate) use convex_rings::{ConvexRings, EdgeRemoval};
pub use coordinates::{Axis, FileCoordinates, LengthUnit, UpAxis};
pub use grid::{Grid, GridPlace, Span, distance_squared};
pub use grid_lists::GridLists;
pub use grown::grown;
pub use noding::{Noded, noded, sides};
pub(crate) use noding::{crossing, take};
pub use parallel::parallel;
pub use partition::{convex_partition, convex_partition_within, triangulate};
pub use plane::Plane;
pub use polygon::{
    Shape, area, area_vector, centroid, clip, compared_sides, contains, convex_winding, covers,
    crossing_sides, ground_area, interiors_overlap, intersection, is_clockwise, is_convex,
    is_convex_but_for_rounding, lies_between, normal, rounding, shape, slope, surface_area,
};
pub use predicates::{Line, Turn, doubled_area, doubled_areas, in_circle, surely_inside, turn};
pub use segment::{Segment, nearest_points, segments_cross, segments_touch};
pub use sphere::Sphere;

pub use glam::{Vec2, Vec3};

/// Returns the ground position of a point: its X and Z.
#[inline]
pub fn ground(point: Vec3) -> Vec2 {
    Vec2::new(point.x, point.z)
}

/// Returns the point at a height over a ground position; the inverse of [`ground`].
#[inline]
pub fn at_height(ground: Vec2, y: f32) -> Vec3 {
    Vec3::new(ground.x, y, ground.y)
}

/// Returns the midpoint of two points; finite for finite points.
#[inline]
pub fn midpoint(one: Vec3, other: Vec3) -> Vec3 {
    one * 0.5 + other * 0.5
}
