//! The recorded stages of a generation.

use std::borrow::Cow;

use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::AreaId;
use navsmith_core::progress::Progress;
use rerecast::RegionId;

use crate::error::GenerationError;
use crate::field::FieldStages;
use crate::generate::{Fields, Generation};
use crate::grid::{GridPoint, place_of};
use crate::source::area_id;
use crate::spans::{SolidSpan, SpanState};

/// Every stage of a part of a level: the whole level, or one of its tiles.
#[derive(Clone, Debug)]
pub struct Stages<'a> {
    pub(crate) generation: &'a Generation,
    /// Number of the field in the level.
    pub(crate) number: usize,
    pub(crate) field: Cow<'a, FieldStages>,
}

/// A span of solid voxels in space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidVoxels {
    /// Number of its column in its row, and of its row.
    pub column: [usize; 2],
    /// The lowest corner.
    pub low: Vec3,
    /// Height of the top above the lowest corner, in metres.
    pub height: f32,
    /// Height of the open space above the top, in metres; `None` below the sky.
    pub headroom: Option<f32>,
    /// What happened to the ground at its top.
    pub state: SpanState,
}

/// What happened to ground after the filters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenState {
    /// A volume carves it.
    Carved,
    /// It is too near to a wall or an edge.
    Eroded,
    /// It is outside of the volumes that limit the mesh.
    OutsideLimits,
    /// It belongs to another tile.
    OtherTile,
    /// Its region was too small, or it is too narrow for one.
    Small,
    /// It belongs to a region with this number.
    Region(u16),
}

/// Ground of one column after the filters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OpenGround {
    /// Number of its column in its row, and of its row.
    pub column: [usize; 2],
    /// The lowest corner of the column, at the height of the ground.
    pub low: Vec3,
    /// Area of the ground.
    pub area: AreaId,
    /// Distance from the border of its area after the erosion, in metres.
    pub distance: f32,
    /// What happened to it.
    pub state: OpenState,
}

/// Contour of a region.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionContour {
    /// Number of the region.
    pub region: u16,
    /// Area of the region.
    pub area: AreaId,
    /// Corners along the voxels.
    pub raw: Vec<Vec3>,
    /// Corners after the simplification.
    pub simplified: Vec<Vec3>,
}

impl Generation {
    /// Returns the stages of the part of the level at a point.
    ///
    /// `None` outside of the level and of its limits.
    ///
    /// The stages of a level without tiles are stored. Those of a tile are computed again.
    pub fn stages(&self, at: Vec3) -> Option<Stages<'_>> {
        self.stages_of(self.part_at(at)?, &Progress::none()).ok()
    }

    /// Returns the number of the part of the level at a point.
    ///
    /// `None` outside of the level and of its limits.
    pub fn part_at(&self, at: Vec3) -> Option<usize> {
        let along = (at - self.level.low) / self.settings.cell_size();
        if !along.is_finite() {
            return None;
        }
        let column = [along.x.floor() as i32, along.z.floor() as i32];
        match &self.fields {
            Fields::One(field) => field.range.contains(column).then_some(0),
            Fields::Tiles(ranges) => ranges.iter().position(|range| range.contains(column)),
        }
    }

    /// Returns the stages of a part of the level; those of a tile are computed again.
    ///
    /// # Errors
    /// If the computation is stopped, or if there is no such part.
    pub fn stages_of(&self, number: usize, progress: &Progress) -> Result<Stages<'_>, GenerationError> {
        let field = match &self.fields {
            Fields::One(field) => Cow::Borrowed(&**field),
            Fields::Tiles(ranges) => {
                let range = *ranges.get(number).ok_or(GenerationError::OutsideLimits)?;
                Cow::Owned(self.level.stages(range, &self.settings, progress)?)
            }
        };
        Ok(Stages { generation: self, number, field })
    }
}

impl Stages<'_> {
    /// Returns the number of columns along X and Z, with those that other tiles share.
    pub fn columns(&self) -> [usize; 2] {
        self.field.range.size
    }

    fn place(&self, at: GridPoint) -> Vec3 {
        let settings = &self.generation.settings;
        place_of(self.generation.level.low, [settings.cell_size(), settings.cell_height()], at)
    }

    /// Returns the point of the grid of the level at a column of the field.
    fn grid_point(&self, [x, z]: [usize; 2], y: u16) -> GridPoint {
        let [low_x, low_z] = self.field.range.low;
        [low_x + x as i32, y.into(), low_z + z as i32]
    }

    fn all_columns(&self) -> impl Iterator<Item = [usize; 2]> + use<> {
        let [width, depth] = self.columns();
        (0..depth).flat_map(move |z| (0..width).map(move |x| [x, z]))
    }

    /// Returns the spans of solid voxels, with what each filter did, column by column from bottom to top.
    pub fn solid(&self) -> impl Iterator<Item = SolidVoxels> {
        let height = self.generation.settings.cell_height();
        self.all_columns().flat_map(move |column| {
            let spans = self.field.solid.column(column).iter();
            spans.map(move |&SolidSpan { bottom, top, ceiling, state }| SolidVoxels {
                column,
                low: self.place(self.grid_point(column, bottom)),
                height: f32::from(top - bottom) * height,
                headroom: ceiling.map(|ceiling| f32::from(ceiling.saturating_sub(top)) * height),
                state,
            })
        })
    }

    /// Returns the ground after the filters, with its distance and region.
    ///
    /// Its order is that of the columns, each from bottom to top.
    pub fn open(&self) -> impl Iterator<Item = OpenGround> {
        self.all_columns().flat_map(move |column| {
            let [x, z] = column.map(|index| index as u16);
            let spans = self.field.open.cell_at(x, z).index_range();
            spans.map(move |index| OpenGround {
                column,
                low: self.place(self.grid_point(column, self.field.open.spans[index].y)),
                area: area_id(self.field.open.areas[index]),
                // Half a column is the unit of the distance field.
                distance: f32::from(self.field.regions.dist[index]) / 2.0
                    * self.generation.settings.cell_size(),
                state: self.open_state(column, index),
            })
        })
    }

    /// Returns what happened to an open span.
    pub(crate) fn open_state(&self, column: [usize; 2], index: usize) -> OpenState {
        let (level, regions) = (&self.generation.level, &self.field.regions);
        let region = regions.spans[index].region;
        if region.contains(RegionId::BORDER_REGION) {
            return OpenState::OtherTile;
        }
        if regions.areas[index].is_walkable() {
            return if region == RegionId::NONE {
                OpenState::Small
            } else {
                OpenState::Region(region.bits())
            };
        }
        let [x, y, z] = self.grid_point(column, regions.spans[index].y);
        let center = level.center([x, z], y as u16, &self.generation.settings);
        if level.source.is_carved(center) {
            OpenState::Carved
        } else if level.source.is_within_limits(center) {
            OpenState::Eroded
        } else {
            OpenState::OutsideLimits
        }
    }

    /// Returns the contours of the regions, before those of holes are merged.
    pub fn contours(&self) -> impl Iterator<Item = RegionContour> {
        let [low_x, low_z] = self.field.range.core_low();
        let place =
            move |x: u16, y: u16, z: u16| self.place([low_x + i32::from(x), y.into(), low_z + i32::from(z)]);
        self.field.contours.contours.iter().map(move |contour| RegionContour {
            region: contour.region.bits(),
            area: area_id(contour.area),
            raw: contour.raw_vertices.iter().map(|(at, _)| place(at.x, at.y, at.z)).collect(),
            simplified: contour.vertices.iter().map(|(at, _)| place(at.x, at.y, at.z)).collect(),
        })
    }
}
