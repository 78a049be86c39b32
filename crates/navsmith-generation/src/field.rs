//! The stages of a part of the columns of a level, from triangles to contours.

use navsmith_core::geometry::{Bounds, BoxTree, Vec3};
use navsmith_core::progress::Progress;
use rerecast::{
    Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, ContourSet, Heightfield, HeightfieldBuilder,
    RegionId,
};

use crate::error::{GenerationError, LONGEST_BORDER, MOST_FLOORS, MOST_SPANS};
use crate::settings::GenerationSettings;
use crate::solids::{Closure, Crossings};
use crate::source::{LevelSource, OBSTACLE, SourceSurface, SurfaceKind, VolumeEffect, area_type};
use crate::spans::{SolidSpans, SpanState};

/// Number of triangles between two progress reports.
const TRIANGLES_PER_REPORT: usize = 1 << 8;

/// A level over the grid of voxels, whose lowest corner is at the lowest corner of the level.
#[derive(Clone, Debug)]
pub(crate) struct GridLevel {
    /// The level, with triangles from the lowest corner.
    pub(crate) source: LevelSource,
    /// The lowest corner.
    pub(crate) low: Vec3,
    /// Height of the highest corner above the lowest one.
    pub(crate) height: f32,
    /// Number of columns along X and Z.
    pub(crate) columns: [usize; 2],
    /// By triangle: how it belongs to a closed surface; empty if insides are kept.
    pub(crate) closures: Vec<Closure>,
    /// Tree of the boxes of the triangles; empty if there is one field only.
    pub(crate) tree: BoxTree,
}

/// A rectangle of columns of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnRange {
    /// First column along X and Z, which can be outside of the level.
    pub(crate) low: [i32; 2],
    /// Number of columns along X and Z.
    pub(crate) size: [usize; 2],
    /// Number of columns at each side that belong to other fields.
    pub(crate) border: u16,
}

impl ColumnRange {
    /// Returns the first column that belongs to no other field.
    pub(crate) fn core_low(&self) -> [i32; 2] {
        self.low.map(|low| low + i32::from(self.border))
    }

    /// Whether a column belongs to this field and to no other one.
    pub(crate) fn contains(&self, column: [i32; 2]) -> bool {
        let border = usize::from(self.border);
        (0..2).all(|axis| {
            let along = column[axis] - self.core_low()[axis];
            along >= 0 && (along as usize) < self.size[axis] - 2 * border
        })
    }
}

/// Every stage of a field between triangles and polygons.
#[derive(Clone, Debug)]
pub(crate) struct FieldStages {
    pub(crate) range: ColumnRange,
    /// Solid spans, with what the filters did.
    pub(crate) solid: SolidSpans,
    /// Open spans before the erosion.
    pub(crate) open: CompactHeightfield,
    /// Open spans with what is left after the erosion, the distance field and the regions.
    pub(crate) regions: CompactHeightfield,
    /// Raw and simplified contours.
    pub(crate) contours: ContourSet,
    /// Number of columns inside of closed solids with room for the agent.
    pub(crate) insides: usize,
}

/// Open spans of a field, before regions are built.
pub(crate) struct OpenField {
    pub(crate) solid: SolidSpans,
    pub(crate) open: CompactHeightfield,
    pub(crate) insides: usize,
}

impl GridLevel {
    /// Returns the triangles that meet a range of columns, in order, from the lowest corner of the range.
    fn surfaces_in(&self, range: ColumnRange, cell_size: f32) -> Vec<(SourceSurface, Closure)> {
        let size = f64::from(cell_size);
        let low = range.low.map(|column| f64::from(column) * size);
        let high: [f64; 2] = std::array::from_fn(|axis| low[axis] + range.size[axis] as f64 * size);
        let shift = glam::DVec3::new(low[0], 0.0, low[1]);
        let shifted = |number: usize| {
            let surface = self.source.surfaces[number];
            let corners = surface.corners.map(|corner| (corner.as_dvec3() - shift).as_vec3());
            let closure = self.closures.get(number).copied().unwrap_or(Closure::Open);
            (SourceSurface { corners, ..surface }, closure)
        };
        if self.tree.is_empty() {
            return (0..self.source.surfaces.len()).map(shifted).collect();
        }
        let meets = |bounds: &Bounds| {
            let [from, to] = [bounds.min, bounds.max].map(|at| [f64::from(at.x), f64::from(at.z)]);
            (0..2).all(|axis| from[axis] <= high[axis] && to[axis] >= low[axis])
        };
        let mut numbers = Vec::new();
        self.tree.visit(meets, |number| {
            numbers.push(number);
            std::ops::ControlFlow::Continue(())
        });
        numbers.sort_unstable();
        numbers.into_iter().map(|number| shifted(number as usize)).collect()
    }

    /// Returns the open spans of a range of columns, after the filters.
    pub(crate) fn open_field(
        &self,
        range: ColumnRange,
        settings: &GenerationSettings,
        progress: &Progress,
    ) -> Result<OpenField, GenerationError> {
        let surfaces = self.surfaces_in(range, settings.cell_size());
        let mut field = voxels_of(&surfaces, (range.size, self.height), settings, progress)?;
        let (climb, height) = (settings.climb_voxels(), settings.height_voxels());
        let mut solid = SolidSpans::of(&field);
        progress.check()?;
        field.filter_low_hanging_walkable_obstacles(climb);
        solid.note(&field, SpanState::LowObstacle);
        if surfaces.iter().any(|(surface, _)| surface.kind == SurfaceKind::Obstacle) {
            solid.remove_obstacles(&mut field);
        }
        let crossings = Crossings::of(&surfaces, range.size, settings.cell_size());
        let has_solids = !crossings.is_empty();
        let insides = if has_solids { solid.remove_insides(&mut field, (&crossings, height)) } else { 0 };
        drop(crossings);
        progress.check()?;
        field.filter_ledge_spans(height, climb);
        solid.note(&field, SpanState::Ledge);
        progress.check()?;
        field.filter_walkable_low_height_spans(height);
        solid.note(&field, SpanState::LowCeiling);
        solid.forget_field();
        progress.check()?;
        if solid.most_floors() > MOST_FLOORS {
            return Err(GenerationError::TooManyFloors);
        }
        let open = field.into_compact(height, climb).map_err(|_error| GenerationError::TooManyFloors)?;
        progress.check()?;
        Ok(OpenField { solid, open, insides })
    }

    /// Returns every stage of a range of columns.
    pub(crate) fn stages(
        &self,
        range: ColumnRange,
        settings: &GenerationSettings,
        progress: &Progress,
    ) -> Result<FieldStages, GenerationError> {
        let OpenField { solid, open, insides } =
            self.open_field(range, settings, &progress.stage("making voxels", 0.0..0.5))?;
        let progress = progress.stage("finding regions", 0.5..1.0);
        let mut regions = open.clone();
        self.carve(range, settings, &mut regions);
        regions.erode_walkable_area(settings.radius_voxels());
        progress.check()?;
        self.paint(range, settings, &mut regions);
        regions.build_distance_field();
        progress.check()?;
        let [least, merged] = [settings.least_area, settings.merged_area].map(|area| settings.columns(area));
        regions
            .build_regions(range.border, least, merged)
            .map_err(|_error| GenerationError::TooManyRegions)?;
        progress.check()?;
        check_regions(&regions)?;
        let contours = regions.build_contours(
            settings.simplification,
            settings.edge_voxels(),
            BuildContoursFlags::DEFAULT,
        );
        progress.check()?;
        Ok(FieldStages { range, solid, open, regions, contours, insides })
    }

    /// Removes the ground in volumes that carve.
    fn carve(&self, range: ColumnRange, settings: &GenerationSettings, field: &mut CompactHeightfield) {
        if self.source.volumes.iter().any(|volume| volume.effect == VolumeEffect::Carve) {
            self.mark(range, settings, field, |at, area| {
                if self.source.is_carved(at) { AreaType::NOT_WALKABLE } else { area }
            });
        }
    }

    /// Sets the areas of volumes, and removes the ground outside of the limits.
    fn paint(&self, range: ColumnRange, settings: &GenerationSettings, field: &mut CompactHeightfield) {
        if self.source.volumes.iter().any(|volume| volume.effect != VolumeEffect::Carve) {
            self.mark(range, settings, field, |at, area| {
                if !self.source.is_within_limits(at) {
                    return AreaType::NOT_WALKABLE;
                }
                self.source.area_at(at).map_or(area, area_type)
            });
        }
    }

    /// Replaces the area of each walkable span; `mark` gets its position.
    fn mark(
        &self,
        range: ColumnRange,
        settings: &GenerationSettings,
        field: &mut CompactHeightfield,
        mark: impl Fn(Vec3, AreaType) -> AreaType,
    ) {
        for z in 0..field.height {
            for x in 0..field.width {
                for index in field.cell_at(x, z).index_range() {
                    let area = &mut field.areas[index];
                    if area.is_walkable() {
                        let column = [range.low[0] + i32::from(x), range.low[1] + i32::from(z)];
                        *area = mark(self.center(column, field.spans[index].y, settings), *area);
                    }
                }
            }
        }
    }

    /// Returns the position at the centre of a column, at a height in voxels.
    pub(crate) fn center(&self, [x, z]: [i32; 2], y: u16, settings: &GenerationSettings) -> Vec3 {
        let (size, height) = (f64::from(settings.cell_size()), f64::from(settings.cell_height()));
        let from_low =
            glam::DVec3::new((f64::from(x) + 0.5) * size, f64::from(y) * height, (f64::from(z) + 0.5) * size);
        (self.low.as_dvec3() + from_low).as_vec3()
    }
}

/// Returns the spans of the voxels that triangles touch in a field of columns with a height in metres.
fn voxels_of(
    surfaces: &[(SourceSurface, Closure)],
    (size, height): ([usize; 2], f32),
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<Heightfield, GenerationError> {
    let stage = |error: &dyn std::fmt::Display| GenerationError::Stage(error.to_string());
    let (cell_size, cell_height) = (settings.cell_size(), settings.cell_height());
    let high = [size[0] as f32 * cell_size, height, size[1] as f32 * cell_size];
    let aabb = Aabb3d { min: [0.0; 3].into(), max: high.into() };
    let mut field =
        HeightfieldBuilder { aabb, cell_size, cell_height }.build().map_err(|error| stage(&error))?;
    let least_up = settings.agent.max_slope.cos().max(f32::MIN_POSITIVE);
    let mut units = progress.units(surfaces.len(), TRIANGLES_PER_REPORT);
    for (surface, _) in surfaces {
        units.step()?;
        let area = match surface.kind {
            SurfaceKind::Obstacle => OBSTACLE,
            SurfaceKind::Walkable(area) if up(&surface.corners) >= least_up => area_type(area),
            SurfaceKind::Walkable(_) => AreaType::NOT_WALKABLE,
        };
        let corners = surface.corners.map(|corner| corner.to_array().into());
        field.rasterize_triangle(corners, area, settings.climb_voxels()).map_err(|error| stage(&error))?;
        if field.allocated_spans.len() > MOST_SPANS {
            return Err(GenerationError::TooManySpans);
        }
    }
    Ok(field)
}

/// Refuses regions that `rerecast` would lose or cut without a word.
fn check_regions(field: &CompactHeightfield) -> Result<(), GenerationError> {
    let painted = if field.border_size > 0 { RegionId::BORDER_REGION.bits() + 4 } else { 0 };
    let mut borders: Vec<u32> = Vec::new();
    for z in 0..field.height {
        for x in 0..field.width {
            for index in field.cell_at(x, z).index_range() {
                let region = field.spans[index].region;
                if region.contains(RegionId::BORDER_REGION) {
                    if region.bits() > painted {
                        return Err(GenerationError::TooManyRegions);
                    }
                    continue;
                }
                if region == RegionId::NONE {
                    continue;
                }
                let is_inner = |direction: u8| {
                    let other = field.spans[index].con(direction)?;
                    let (_, _, other) = field.con_indices(x.into(), z.into(), direction, other);
                    Some(field.spans[other].region == region)
                };
                let sides = (0..4).filter(|&direction| is_inner(direction) != Some(true)).count() as u32;
                let number = usize::from(region.bits());
                borders.resize(borders.len().max(number + 1), 0);
                borders[number] += sides;
            }
        }
    }
    let is_long = borders.iter().any(|&border| border > LONGEST_BORDER);
    if is_long { Err(GenerationError::LongBorder) } else { Ok(()) }
}

/// Returns the part of the normal of a triangle that points up; 0 without area.
pub(crate) fn up(&[a, b, c]: &[Vec3; 3]) -> f32 {
    (b - a).cross(c - a).normalize_or_zero().y
}
