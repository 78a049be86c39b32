//! Analyses of a mesh that is seen from the side, under gravity.
//!
//! Cells are free space, and sides without a neighbour are solid. A side view is a mesh whose ground plane is the plane of
//! the picture. Any mesh can be analysed, because gravity is a vector in the ground plane. Heights are ignored.
//!
//! Source: Guillaume (kiroxas), *Platformer dynamic navigation*,
//! <https://kiroxas.substack.com/p/platformer-dynamic-navigation-4n>.

mod gravity;
mod free_space;
mod surfaces;
mod reach;
mod throws;

pub use free_space::{Beyond, FreeSpace, SpaceSide};
pub use gravity::{Gravity, RestRule, RestTest};
pub use reach::ReachableRegion;
pub use surfaces::{Platform, TestedSurface, platforms, rest_surfaces, tested_surface};
pub use throws::{FlightEnd, Throw, ThrowEvent, ThrowMethod, ThrowOutcome, throw, throw_observed};
