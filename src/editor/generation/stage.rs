//! The stages of a generation.

use crate::editor::State;
use navsmith_generation::Reason;

/// A stage of a generation, which the views show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GenerationStage {
    /// Tops of the spans of solid voxels.
    Voxels,
    /// Spans that the filters changed.
    Filters,
    /// Ground of the compact field.
    Open,
    /// Ground that the erosion removed.
    Erosion,
    /// Distances from the border of the ground.
    Distances,
    /// Regions.
    Regions,
    /// Contours along the voxels.
    RawContours,
    /// Simplified contours.
    Contours,
    /// Polygons, which become cells.
    Polygons,
}

impl GenerationStage {
    /// All stages, in order.
    pub const ALL: [Self; 9] = [
        Self::Voxels,
        Self::Filters,
        Self::Open,
        Self::Erosion,
        Self::Distances,
        Self::Regions,
        Self::RawContours,
        Self::Contours,
        Self::Polygons,
    ];

    /// Returns the title in lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Voxels => "Voxels",
            Self::Filters => "Filters",
            Self::Open => "Open ground",
            Self::Erosion => "Erosion",
            Self::Distances => "Distance field",
            Self::Regions => "Regions",
            Self::RawContours => "Raw contours",
            Self::Contours => "Simplified contours",
            Self::Polygons => "Polygons",
        }
    }

    /// Returns what the stage does, as a sentence.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Voxels => "Triangles become columns of solid voxels. Steep tops are not walkable.",
            Self::Filters => {
                "Low obstacles become walkable. Ledges, low ceilings, obstacles and insides of solids do not."
            }
            Self::Open => "The walkable ground that the filters left, with room for the agent.",
            Self::Erosion => "Ground nearer to a wall or an edge than the radius is removed.",
            Self::Distances => "Each column has its distance from the border of the ground.",
            Self::Regions => "The distances divide the ground into regions. Small ones are removed.",
            Self::RawContours => "The borders of the regions along the voxels.",
            Self::Contours => "The borders after the simplification.",
            Self::Polygons => "Contours become convex polygons, which become the cells of the mesh.",
        }
    }

    /// Returns the stage before or after it; `None` beyond the first and the last one.
    #[must_use]
    pub fn next(self, is_back: bool) -> Option<Self> {
        let at = Self::ALL.iter().position(|&stage| stage == self)?;
        let next = if is_back { at.checked_sub(1)? } else { at + 1 };
        Self::ALL.get(next).copied()
    }

    /// Returns the first stage that removed the ground; `None` if there is a mesh.
    pub fn of_reason(reason: &Reason) -> Option<Self> {
        match reason {
            Reason::Mesh => None,
            Reason::Ledge { .. }
            | Reason::LowCeiling { .. }
            | Reason::Inside
            | Reason::Obstacle
            | Reason::Rim => Some(Self::Filters),
            Reason::Carved | Reason::OutsideLimits | Reason::NearBorder { .. } => Some(Self::Erosion),
            Reason::Small { .. } => Some(Self::Regions),
            Reason::Simplified { .. } => Some(Self::Contours),
            Reason::Lost => Some(Self::Polygons),
            _ => Some(Self::Voxels),
        }
    }
}

/// Returns the stage that is drawn.
pub fn shown(state: &State) -> Option<GenerationStage> {
    state.generation.stage
}
