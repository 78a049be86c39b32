//! Reasons why no mesh was generated, and the limits of a field.

use navsmith_core::progress::Stopped;

/// Maximum number of columns of all fields of a level.
pub(crate) const MOST_COLUMNS: u64 = 1 << 28;

/// Maximum number of spans in all columns of a field.
pub(crate) const MOST_SPANS: usize = 1 << 23;

/// Maximum number of floors in a column. `rerecast` numbers them in 6 bits, and one number means none.
pub(crate) const MOST_FLOORS: usize = 62;

/// Maximum number of sides of voxels around a region. `rerecast` follows a border for 40,000 steps.
pub(crate) const LONGEST_BORDER: u32 = 39_000;

/// Reason why no mesh was generated, with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// The level has no triangle with finite corners.
    #[error("the level has no triangles; choose another file or other nodes")]
    Empty,
    /// The limits contain no part of the level.
    #[error("the limits contain no part of the level; move or enlarge a limiting volume")]
    OutsideLimits,
    /// The settings contradict each other.
    #[error("{0}")]
    Settings(String),
    /// The level has too many columns of voxels.
    #[error(
        "the level needs {0} columns of voxels, and at most {MOST_COLUMNS} are possible; enter a larger cell size, or generate a \
         part of the level"
    )]
    TooManyColumns(u64),
    /// The triangles cover too many columns of voxels.
    #[error(
        "the triangles cover {0} columns of voxels, with those over each other, and at most {1} are allowed; enter a larger cell size, or \
         allow more"
    )]
    TooMuchCovered(u64, u64),
    /// The level is too long or too high for its voxels.
    #[error(
        "the level is more than 46,000 voxels long or 65,000 high; enter a larger cell size and height, or remove parts that are far away"
    )]
    TooLong,
    /// A part of the level has too many spans of voxels.
    #[error(
        "a part of the level needs more than {MOST_SPANS} spans of voxels; enter a larger cell size, or generate a part of the level"
    )]
    TooManySpans,
    /// Too many floors are over each other.
    #[error("more than {MOST_FLOORS} floors are over each other; generate a part of the level")]
    TooManyFloors,
    /// There are too many regions.
    #[error(
        "the ground falls into more than 32,767 regions; enter a larger cell size, or keep only larger areas"
    )]
    TooManyRegions,
    /// The border of a region is too long.
    #[error(
        "the border of the ground is longer than {LONGEST_BORDER} voxels; enter a larger cell size, or generate a part of the level"
    )]
    LongBorder,
    /// A stage failed.
    #[error("{0}; enter another cell size")]
    Stage(String),
    /// The generation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
