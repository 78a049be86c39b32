//! Queries of positions on a mesh, which need no path.

pub mod locate;
pub mod cells_with;
pub(super) mod outline;
mod entered;
pub mod cells_in_circle;
pub(super) mod sweep;
pub mod memory;
pub mod raycast;
pub mod distance_to_wall;
pub mod move_along_surface;
pub mod constrained_walks;
pub mod move_with_radius;
pub mod random_points;

use std::fmt;

use glam::Vec2;

/// One end of a path: a position on the ground and the height from which to look down.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Endpoint {
    /// X and Z.
    pub ground: Vec2,
    /// Height from which to look down, to select the floor directly below it.
    ///
    /// `None` selects the topmost floor.
    pub height: Option<f32>,
}

/// Converts a position on the ground to an endpoint on the topmost floor.
impl From<Vec2> for Endpoint {
    fn from(ground: Vec2) -> Self {
        Self { ground, height: None }
    }
}

/// One of the two ends of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The first end.
    Start,
    /// The last end.
    Target,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Start => "start",
            Self::Target => "target",
        })
    }
}
