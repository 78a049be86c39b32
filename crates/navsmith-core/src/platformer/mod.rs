//! Analyses of a mesh that is seen from the side: rest surfaces, throws and jumps under gravity.
//!
//! Cells are free space, and sides without a neighbour are solid. A side view is a mesh whose ground plane is the plane of
//! the picture: X leads to the right, and Z up or down, as [`Gravity`] states. Any mesh can be analysed, because gravity is a
//! vector in the ground plane. Heights are ignored. Bodies are points.
//!
//! [`FreeSpace`] divides the cells into convex pieces. [`rest_surfaces`] and [`platforms()`] find where a body rests, and
//! [`ReachableRegion`] what is connected with a point. [`throw()`] moves a body. [`platform_links`] proposes links between
//! platforms for a body that runs and jumps, and [`why_unreachable`] states what is missing for another one.
//!
//! Source: Guillaume (kiroxas), *Platformer dynamic navigation*,
//! <https://kiroxas.substack.com/p/platformer-dynamic-navigation-4n>. Its criterion for rest surfaces is
//! [`RestRule::ARTICLE`], its tests of a step are [`ThrowMethod::SmallestTime`] and [`ThrowMethod::Signs`].
//!
//! ```
//! use glam::DVec2;
//! use navsmith_core::geometry::{Vec2, Vec3};
//! use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, VertexId};
//! use navsmith_core::platformer::{FreeSpace, Gravity, Throw, ThrowMethod, platforms, throw};
//!
//! let corners = [[0.0, 0.0], [0.0, 4.0], [8.0, 4.0], [8.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z));
//! let mesh = NavMesh::from_parts(corners, [Cell::new([0, 1, 2, 3].map(VertexId), AreaId(0))])?;
//! let derived = Derived::build(&mesh);
//! let space = FreeSpace::new(&mesh, &derived);
//! let gravity = Gravity::new(Vec2::new(0.0, -10.0));
//!
//! assert_eq!(platforms(&space, &gravity)[0].length, 8.0, "the floor, at z = 0");
//! let body = Throw::new(DVec2::new(1.0, 1.0), DVec2::new(2.0, 3.0), &gravity);
//! let end = throw(&space, &gravity, &body, ThrowMethod::Exact).ok_or("in a solid")?;
//! println!("{:?} at {} after {} s", end.outcome, end.at, end.time);
//! # Ok::<(), String>(())
//! ```

mod gravity;
mod free_space;
mod surfaces;
mod reach;
mod throws;
mod jumps;
mod why;

pub use free_space::{Beyond, FreeSpace, SpaceSide};
pub use gravity::{Gravity, RestRule, RestTest};
pub use jumps::{Jumper, PlatformLink, PlatformLinkKind, platform_links};
pub use reach::ReachableRegion;
pub use surfaces::{Platform, TestedSurface, platforms, rest_surfaces, tested_surface};
pub use throws::{FlightEnd, Throw, ThrowEvent, ThrowMethod, ThrowOutcome, throw, throw_observed};
pub use why::{MissingJump, WhyUnreachable, why_unreachable};
