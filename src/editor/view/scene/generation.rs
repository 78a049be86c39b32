//! Marks of the stages of a generation.

use navsmith_generation::VolumeEffect;

/// Number of levels of the distance field.
pub const DISTANCE_LEVELS: u8 = 5;

/// Number of colours of regions; further regions have the colours of the first ones again.
pub const REGION_COLORS: u8 = 7;

/// Mark of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GenerationMark {
    /// Ground that is walkable so far.
    Walkable,
    /// A low obstacle that became walkable.
    LowObstacle,
    /// The top of voxels that is too steep.
    Steep,
    /// The top of an obstacle.
    Obstacle,
    /// Ground inside of a closed solid.
    Inside,
    /// Ground beside a drop.
    Ledge,
    /// Ground below a low ceiling.
    LowCeiling,
    /// Ground in a volume that is an obstacle.
    Carved,
    /// Ground too near to a wall or an edge.
    Eroded,
    /// Ground outside of the limits.
    OutsideLimits,
    /// Ground of a region that is too small.
    Small,
    /// Ground by its distance from the border, from level 0, the nearest.
    Distance(u8),
    /// Ground of a region, by its colour.
    Region(u8),
    /// A contour along the voxels.
    RawContour,
    /// A simplified contour.
    Contour,
    /// A polygon of the new mesh.
    Polygon,
    /// A volume that limits the mesh.
    Limit,
    /// A volume that is an obstacle.
    ObstacleVolume,
    /// A volume that gives its ground an area.
    AreaVolume,
    /// The selected volume.
    Selected,
    /// The figure of the agent.
    Figure,
    /// A place near a limit of the agent.
    NearLimit,
    /// The point whose reason is stated.
    Asked,
    /// A jump or drop link of the result.
    JumpLink,
    /// A sample on a border from which no link starts.
    RejectedJump,
}

impl GenerationMark {
    /// Returns the mark of volumes with an effect.
    pub(in crate::editor) fn of_effect(effect: VolumeEffect) -> Self {
        match effect {
            VolumeEffect::Limit => Self::Limit,
            VolumeEffect::Carve => Self::ObstacleVolume,
            VolumeEffect::Area(_) => Self::AreaVolume,
        }
    }

    /// Returns the mark of the first level or region instead of that of another one, to describe it.
    pub(super) fn first(self) -> Self {
        match self {
            Self::Region(_) => Self::Region(0),
            mark => mark,
        }
    }
}
