//! Constrained Delaunay triangulation of points on the ground.
//!
//! It follows edits of its points and constraints. A constraint is an edge that stays. Between two triangles without a
//! constraint, the circle of one does not contain the opposite corner of the other. All decisions are exact, so a
//! triangulation depends only on the positions and the order of the edits.
//!
//! - An inserted point divides a triangle or an edge, then edges are flipped (Lawson, *Software for C1 Surface
//!   Interpolation*, 1977).
//! - A constraint is inserted by flips of the edges that it crosses (Sloan, *A Fast Algorithm for Generating
//!   Constrained Delaunay Triangulations*, 1993).
//! - A point is removed with its triangles. New ones fill the ring around it, then edges are flipped.
//! - Triangles inside of faces become convex pieces.
//!
//! The algorithms are generic over an [`Observer`](crate::trace::Observer) of [`TriangulationEvent`]s.
//!
//! Four points far outside of all others bound the triangulation, so each point is inside of it. Triangles at these
//! points are reported by [`Triangulation::is_outer`].

mod ids;
mod event;
mod structure;
mod order;
mod insert;
mod constraint;
mod remove;
mod faces;
mod union;

pub use constraint::CrossedConstraint;
pub use event::{FlipReason, TriangulationEvent};
pub use faces::Faces;
pub use ids::{PointId, TriangleSide};
pub use structure::{SidesAt, Triangulation};
pub use union::{touching_groups, union};
