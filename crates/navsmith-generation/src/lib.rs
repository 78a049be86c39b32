#![doc = include_str!("../README.md")]
//!
//! # Stages
//!
//! [`generate()`] runs the stages of Recast (Mononen, *Recast Navigation*, 2009) one by one, with the crate `rerecast`:
//!
//! 1. Triangles become spans of solid voxels in columns. Steep ones are not walkable.
//! 2. Three filters remove spans: low obstacles become walkable, ledges and low ceilings do not.
//! 3. The walkable ground is eroded by the radius of the agent.
//! 4. A distance field divides it into regions; small ones are removed.
//! 5. The borders of regions become contours, which are simplified. Contours of holes are merged into those around
//!    them by this crate, because `rerecast` does not.
//! 6. Contours become convex polygons, which become the cells of a mesh.
//! 7. Heights of the regions are sampled, where those of the corners of a cell are not exact enough. They become its
//!    [detail](navsmith_core::navmesh::CellDetail).
//!
//! A [`Generation`] contains what each stage removed, so [`Generation::why`] can state the reason at any point.

mod settings;
mod source;
mod grid;
mod error;
mod solids;
mod spans;
mod field;
mod holes;
mod triangles;
mod heights;
mod polygons;
mod details;
mod mesh;
mod tiles;
mod generate;
mod stages;
mod why;
mod limits;
mod jumps;

pub use error::GenerationError;
pub use generate::{Generation, LostContour, generate};
pub use jumps::{
    JumpKind, JumpLink, JumpObstacle, JumpSettings, Jumps, LinkPlaces, NearestJump, RejectedJump,
};
pub use limits::{DoorLimit, LimitCheck, LimitLine, LimitVerdict, SlopeLimit, StepLimit, check_limits};
pub use settings::{GenerationSettings, PRESETS, Preset};
pub use source::{LevelSource, MOST_AREA, SourceSurface, SurfaceKind, Volume, VolumeEffect};
pub use spans::SpanState;
pub use stages::{OpenGround, OpenState, RegionContour, SolidVoxels, Stages};
pub use why::Reason;
