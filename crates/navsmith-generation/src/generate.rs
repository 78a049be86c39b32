//! The stages, one after the other, in one field or in tiles.
//!
//! `rerecast` reports warnings only with its feature `tracing`, which is off: those of the stages used here name no
//! place (a longer list of contours, overlapping regions), and [`Generation::lost`] lists the ground that is lost.

use navsmith_core::geometry::{Bounds, BoxTree, Vec3};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::Progress;

use crate::details::DetailSource;
use crate::error::{GenerationError, MOST_COLUMNS};
use crate::field::{ColumnRange, FieldStages, GridLevel};
use crate::grid::place_of;
use crate::heights::RegionHeights;
use crate::holes::{RegionOutline, merge_holes};
use crate::mesh::{mesh_of, remove_small_islands};
use crate::polygons::{Polygon, Vertices, divide};
use crate::settings::GenerationSettings;
use crate::solids::closures;
use crate::source::{LevelSource, MOST_AREA, SourceSurface, SurfaceKind, Volume, VolumeEffect};
use crate::tiles::{FieldOutlines, is_at_seam, join, tiles_of};

/// Maximum number of columns of a level that is not split into tiles.
pub(crate) const MOST_COLUMNS_OF_FIELD: u64 = 1 << 20;

/// Maximum number of voxels along an axis.
const MOST_VOXELS: f32 = 65_000.0;

/// Maximum number of columns along an axis, so that squares of lengths fit into 32 bits.
const MOST_ALONG: f32 = 46_000.0;

/// Columns around limits, in addition to the radius of the agent, in which the ground is generated too.
const LIMIT_MARGIN: i32 = 4;

/// The result of a generation, with what each stage removed.
#[derive(Clone, Debug)]
pub struct Generation {
    /// The mesh.
    pub mesh: NavMesh,
    /// The settings.
    pub settings: GenerationSettings,
    /// Ground that was lost because its contour could not be divided into polygons.
    pub lost: Vec<LostContour>,
    /// Area inside of closed solids that was left out although the agent has room there, in m².
    pub inside_area: f64,
    pub(crate) level: GridLevel,
    pub(crate) fields: Fields,
}

/// The fields of a generation.
#[derive(Clone, Debug)]
pub(crate) enum Fields {
    /// One field, with its stages.
    One(Box<FieldStages>),
    /// Tiles, whose stages are computed again when they are needed.
    Tiles(Vec<ColumnRange>),
}

impl Generation {
    /// Returns the number of triangles, without those that are not finite.
    pub fn triangles(&self) -> usize {
        self.level.source.surfaces.len()
    }

    /// Returns the number of columns of voxels of the level along X and Z.
    pub fn columns(&self) -> [usize; 2] {
        self.level.columns
    }

    /// Returns the number of tiles; 1 if the level was not split.
    pub fn tiles(&self) -> usize {
        match &self.fields {
            Fields::One(_) => 1,
            Fields::Tiles(ranges) => ranges.len(),
        }
    }
}

/// A region whose contour could not be divided into polygons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LostContour {
    /// A corner of the contour.
    pub place: Vec3,
    /// Number of its corners.
    pub corners: usize,
    /// Number of its field, and of its region in the field.
    pub(crate) region: (usize, u16),
}

/// Generates a mesh from a level; reports progress and can be stopped.
///
/// Surfaces are walkable if they face up and are not steeper than the agent allows. Those with a corner that is not
/// finite are left out. A level of more than a million columns is split into tiles. It can be stopped between stages of
/// a tile, and while triangles are added, holes are merged and polygons are made.
///
/// # Errors
/// If the settings contradict each other or the level is empty or too large. The size of a field is checked before
/// its memory is allocated, and the number of spans while triangles are added.
pub fn generate(
    source: LevelSource,
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<Generation, GenerationError> {
    let (mut level, whole) = grid_of(source, settings)?;
    let is_one = whole.size.iter().product::<usize>() as u64 <= MOST_COLUMNS_OF_FIELD;
    if is_one {
        let result = of_field(&level, whole, settings, progress);
        match result {
            // Fewer regions and shorter borders are in each tile.
            Err(GenerationError::TooManyRegions | GenerationError::LongBorder) => {}
            result => {
                let (stages, made) = result?;
                let fields = Fields::One(Box::new(stages));
                return Ok(made.generation(level, *settings, fields));
            }
        }
    }
    level.tree = BoxTree::of(level.source.surfaces.iter().map(|surface| Bounds::of(surface.corners)));
    let ranges = tiles_of(whole, settings.radius_voxels());
    let made = of_tiles(&level, &ranges, settings, progress)?;
    Ok(made.generation(level, *settings, Fields::Tiles(ranges)))
}

/// A mesh, and what was lost.
struct Made {
    mesh: NavMesh,
    lost: Vec<LostContour>,
    /// Number of columns inside of closed solids.
    insides: usize,
}

impl Made {
    fn generation(self, level: GridLevel, settings: GenerationSettings, fields: Fields) -> Generation {
        let inside_area = self.insides as f64 * f64::from(settings.cell_size()).powi(2);
        Generation { mesh: self.mesh, settings, lost: self.lost, inside_area, level, fields }
    }
}

fn of_field(
    level: &GridLevel,
    range: ColumnRange,
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<(FieldStages, Made), GenerationError> {
    let stages = level.stages(range, settings, &progress.part(0.0..0.9))?;
    let mut polygons = Polygons { insides: stages.insides, ..Polygons::default() };
    polygons.heights.extend(heights_of(&stages, settings));
    let outlines = FieldOutlines::of(&stages).outlines;
    let progress = progress.stage("making polygons", 0.9..1.0);
    polygons.add(outlines, level, settings, &progress)?;
    Ok((stages, polygons.made(level, settings, &progress)?))
}

fn of_tiles(
    level: &GridLevel,
    ranges: &[ColumnRange],
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<Made, GenerationError> {
    let mut polygons = Polygons::default();
    let mut fields = Vec::with_capacity(ranges.len());
    for (nth, &range) in ranges.iter().enumerate() {
        let share = |nth: usize| 0.9 * nth as f32 / ranges.len() as f32;
        let progress = progress.part(share(nth)..share(nth + 1));
        let stages = level.stages(range, settings, &progress)?;
        polygons.insides += stages.insides;
        polygons.heights.extend(heights_of(&stages, settings));
        fields.push(FieldOutlines::of(&stages));
    }
    let reach = settings.climb_voxels().min(settings.height_voxels() - 1).max(2);
    join(&mut fields, reach.into());
    let progress = progress.stage("making polygons", 0.9..1.0);
    for (nth, field) in fields.into_iter().enumerate() {
        progress.report(nth, ranges.len())?;
        polygons.add(field.outlines, level, settings, &progress.part(0.0..1.0))?;
    }
    let least = u64::from(settings.columns(settings.least_area));
    let is_at_seam = |at| is_at_seam(at, 0) || is_at_seam(at, 2);
    remove_small_islands(&mut polygons.rings, &polygons.vertices, least, is_at_seam);
    polygons.made(level, settings, &progress)
}

/// Returns the heights from which detail heights are sampled; `None` if none are wanted.
fn heights_of(stages: &FieldStages, settings: &GenerationSettings) -> Option<RegionHeights> {
    (settings.detail_distance > 0.0).then(|| RegionHeights::of(stages))
}

/// Polygons of the fields that were added.
#[derive(Default)]
struct Polygons {
    vertices: Vertices,
    rings: Vec<Polygon>,
    lost: Vec<LostContour>,
    insides: usize,
    fields: usize,
    /// Heights of each field; empty without detail heights.
    heights: Vec<RegionHeights>,
}

impl Polygons {
    /// Adds the polygons of a field. Leaves out outlines that cannot be divided.
    fn add(
        &mut self,
        mut outlines: Vec<RegionOutline>,
        level: &GridLevel,
        settings: &GenerationSettings,
        progress: &Progress,
    ) -> Result<(), GenerationError> {
        let mut lost = merge_holes(&mut outlines, progress)?;
        for outline in outlines {
            let into = (&mut self.vertices, &mut self.rings);
            if !divide((&outline, self.fields as u32), settings.corners, into, progress)? {
                lost.push(outline);
            }
        }
        let voxel = [settings.cell_size(), settings.cell_height()];
        self.lost.extend(lost.into_iter().map(|outline| {
            let place = place_of(level.low, voxel, outline.corners.first().copied().unwrap_or_default());
            LostContour { place, corners: outline.corners.len(), region: (self.fields, outline.region) }
        }));
        self.fields += 1;
        Ok(())
    }

    fn made(
        self,
        level: &GridLevel,
        settings: &GenerationSettings,
        progress: &Progress,
    ) -> Result<Made, GenerationError> {
        let mesh = mesh_of(&self.rings, &self.vertices, level.low, settings);
        let (mesh, cells) = mesh.map_err(GenerationError::Stage)?;
        let mut details = Vec::new();
        if !self.heights.is_empty() {
            let (vertices, fields, low) = (&self.vertices, &*self.heights, level.low);
            let source = DetailSource { mesh: &mesh, cells: &cells, vertices, fields, low, settings };
            details = source.details(progress)?;
        }
        let mesh = mesh.with_details(details).map_err(GenerationError::Stage)?;
        Ok(Made { mesh, lost: self.lost, insides: self.insides })
    }
}

/// Returns a level on the grid, and the columns in which a mesh is generated.
pub(crate) fn grid_of(
    source: LevelSource,
    settings: &GenerationSettings,
) -> Result<(GridLevel, ColumnRange), GenerationError> {
    let problem = settings.contradiction().or_else(|| problem_of(&source));
    if let Some(why) = problem {
        return Err(GenerationError::Settings(why));
    }
    let LevelSource { mut surfaces, volumes } = source;
    surfaces.retain(|surface| surface.corners.iter().all(|corner| corner.is_finite()));
    let bounds = Bounds::of(surfaces.iter().flat_map(|surface| surface.corners));
    let columns = columns_of(bounds, settings)?;
    // Far from the origin, the borders of voxels would be rounded to each other.
    let low = bounds.min;
    let from_low = |corner: Vec3| (corner.as_dvec3() - low.as_dvec3()).as_vec3();
    for surface in &mut surfaces {
        surface.corners = surface.corners.map(from_low);
    }
    let height = from_low(bounds.max).y;
    let source = LevelSource { surfaces, volumes };
    let closures =
        if settings.keeps_insides { Vec::new() } else { closures(&source.surfaces, settings.cell_height()) };
    let level = GridLevel { source, low, height, columns, closures, tree: BoxTree::default() };
    let whole = range_of(&level, settings)?;
    let count = whole.size.iter().map(|&size| size as u64).product();
    if count > MOST_COLUMNS {
        return Err(GenerationError::TooManyColumns(count));
    }
    let covered = covered_by(&level, whole, settings.cell_size());
    if covered > settings.most_covered {
        return Err(GenerationError::TooMuchCovered(covered, settings.most_covered));
    }
    Ok((level, whole))
}

/// Returns the number of columns in a range that the boxes of triangles cover.
///
/// A column counts once for each triangle.
fn covered_by(level: &GridLevel, range: ColumnRange, cell_size: f32) -> u64 {
    let count = |axis: usize, low: f32, high: f32| {
        let (from, end) = (range.low[axis], range.low[axis] + range.size[axis] as i32);
        let [low, high] = [low, high].map(|along| ((along / cell_size) as i32).clamp(from, end - 1));
        u64::from(low.abs_diff(high)) + 1
    };
    let of_triangle = |surface: &SourceSurface| {
        let bounds = Bounds::of(surface.corners);
        count(0, bounds.min.x, bounds.max.x) * count(1, bounds.min.z, bounds.max.z)
    };
    level.source.surfaces.iter().map(of_triangle).sum()
}

fn problem_of(source: &LevelSource) -> Option<String> {
    let areas = source.surfaces.iter().filter_map(|surface: &SourceSurface| match surface.kind {
        SurfaceKind::Walkable(area) => Some(area),
        SurfaceKind::Obstacle => None,
    });
    let of_volumes = source.volumes.iter().filter_map(|volume| match volume.effect {
        VolumeEffect::Area(area) => Some(area),
        _ => None,
    });
    let is_high = areas.chain(of_volumes).any(|area| area > MOST_AREA);
    is_high
        .then(|| format!("an area is above {}; enter a lower one", MOST_AREA.0))
        .or_else(|| source.volumes.iter().find_map(Volume::problem))
}

/// Returns the columns in which a mesh is generated: all, or those around the limits.
fn range_of(level: &GridLevel, settings: &GenerationSettings) -> Result<ColumnRange, GenerationError> {
    let all = ColumnRange { low: [0; 2], size: level.columns, border: 0 };
    let bounds = level.source.limits().map(Volume::ground_bounds);
    let Some([low, high]) = bounds.reduce(|[low, high], [a, b]| [low.min(a), high.max(b)]) else {
        return Ok(all);
    };
    let size = f64::from(settings.cell_size());
    let margin = i32::from(settings.radius_voxels()) + LIMIT_MARGIN;
    let column = |at: f32, low: f32| ((f64::from(at) - f64::from(low)) / size).floor() as i32;
    let mut range = all;
    for (axis, [from, to, level_low]) in
        [[low.x, high.x, level.low.x], [low.y, high.y, level.low.z]].into_iter().enumerate()
    {
        let from = column(from, level_low).saturating_sub(margin).max(0);
        let to = column(to, level_low).saturating_add(margin + 1).min(level.columns[axis] as i32);
        if from >= to {
            return Err(GenerationError::OutsideLimits);
        }
        (range.low[axis], range.size[axis]) = (from, (to - from) as usize);
    }
    Ok(range)
}

/// Returns the number of columns along X and Z.
fn columns_of(bounds: Bounds, settings: &GenerationSettings) -> Result<[usize; 2], GenerationError> {
    if bounds.is_empty() {
        return Err(GenerationError::Empty);
    }
    let (size, height) = (f64::from(settings.cell_size()), f64::from(settings.cell_height()));
    let extent = bounds.max.as_dvec3() - bounds.min.as_dvec3();
    let [x, y, z] = [extent.x / size + 0.5, extent.y / height, extent.z / size + 0.5];
    if x.max(z) > f64::from(MOST_ALONG) || y > f64::from(MOST_VOXELS) {
        return Err(GenerationError::TooLong);
    }
    let [x, z] = [x as usize, z as usize];
    if extent.x == 0.0 || extent.z == 0.0 {
        return Err(GenerationError::Settings(
            "the level is a wall without thickness; choose another file or other nodes".into(),
        ));
    }
    if x * z == 0 {
        return Err(GenerationError::Settings(
            "the level is smaller than a voxel; enter a smaller cell size".into(),
        ));
    }
    Ok([x, z])
}
