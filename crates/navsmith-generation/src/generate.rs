//! The stages, one after the other.

use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::{Progress, Stopped};
use rerecast::{
    Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, ContourSet, Heightfield, HeightfieldBuilder,
    RegionId,
};

use crate::holes::merge_holes;
use crate::polygons::{mesh_of, place_of};
use crate::settings::GenerationSettings;
use crate::spans::{SolidSpans, SpanState};

/// Maximum number of columns of a field.
const MOST_COLUMNS: u64 = 1 << 22;

/// Maximum number of spans in all columns.
const MOST_SPANS: usize = 1 << 24;

/// Maximum number of floors in a column. `rerecast` numbers them in 6 bits, and one number means none.
const MOST_FLOORS: usize = 62;

/// Maximum number of sides of voxels around a region. `rerecast` follows a border for 40,000 steps.
const LONGEST_BORDER: u32 = 39_000;

/// Maximum number of voxels along an axis.
const MOST_VOXELS: f32 = 65_000.0;

/// Maximum number of columns along an axis, so that squares of lengths fit into 32 bits.
const MOST_ALONG: f32 = 46_000.0;

/// Number of triangles between two progress reports.
const TRIANGLES_PER_REPORT: usize = 1 << 10;

/// The result of a generation, with what each stage removed.
#[derive(Clone, Debug)]
pub struct Generation {
    /// The mesh.
    pub mesh: NavMesh,
    /// The settings.
    pub settings: GenerationSettings,
    /// Ground that was lost because its contour could not be divided into polygons.
    pub lost: Vec<LostContour>,
    /// The triangles of the level, from its lowest corner.
    pub(crate) triangles: Vec<[Vec3; 3]>,
    /// The lowest corner of the level.
    pub(crate) low: Vec3,
    /// Number of columns along X and Z.
    pub(crate) columns: [usize; 2],
    pub(crate) solid: SolidSpans,
    /// The open spans before the erosion.
    pub(crate) open: CompactHeightfield,
    /// The open spans after the erosion and with their regions.
    pub(crate) regions: CompactHeightfield,
}

impl Generation {
    /// Returns the number of triangles, without those that are not finite.
    pub fn triangles(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the number of columns of voxels along X and Z.
    pub fn columns(&self) -> [usize; 2] {
        self.columns
    }
}

/// A region whose contour could not be divided into polygons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LostContour {
    /// A corner of the contour.
    pub place: Vec3,
    /// Number of its region.
    pub(crate) region: RegionId,
    /// Number of its corners.
    pub corners: usize,
}

/// Reason why no mesh was generated, with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum GenerationError {
    /// The level has no triangle with finite corners.
    #[error("the level has no triangles; choose another file or other nodes")]
    Empty,
    /// The settings contradict each other.
    #[error("{0}")]
    Settings(String),
    /// The level has too many columns of voxels.
    #[error(
        "the level needs {0} columns of voxels, and at most {MOST_COLUMNS} are possible; enter a larger cell size, or generate a \
         part of the level"
    )]
    TooManyColumns(u64),
    /// The level is too long or too high for its voxels.
    #[error(
        "the level is more than 46,000 voxels long or 65,000 high; enter a larger cell size and height, or remove parts that are far away"
    )]
    TooLong,
    /// The level has too many spans of voxels.
    #[error(
        "the level needs more than {MOST_SPANS} spans of voxels; enter a larger cell size, or generate a part of the level"
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
    /// The mesh has too many vertices.
    #[error(
        "the mesh would have more than 65,535 vertices; enter a larger cell size, or generate a part of the level"
    )]
    TooManyVertices,
    /// A stage failed.
    #[error("{0}; enter another cell size")]
    Stage(String),
    /// The generation was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Generates a mesh from the triangles of a level; reports progress and can be stopped.
///
/// Triangles are walkable if they face up and are not steeper than the agent allows. Those with a corner that is not
/// finite are left out. It can be stopped between stages, and while triangles are added and holes are merged.
///
/// # Errors
/// If the settings contradict each other or the level is empty or too large. The size of the field is checked before
/// its memory is allocated, and the number of spans while triangles are added.
pub fn generate(
    triangles: impl IntoIterator<Item = [Vec3; 3]>,
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<Generation, GenerationError> {
    if let Some(why) = settings.contradiction() {
        return Err(GenerationError::Settings(why));
    }
    let triangles: Vec<[Vec3; 3]> =
        triangles.into_iter().filter(|triangle| triangle.iter().all(|corner| corner.is_finite())).collect();
    let bounds = Bounds::of(triangles.iter().flatten().copied());
    let columns = columns_of(bounds, settings)?;
    // Far from the origin, the borders of voxels would be rounded to each other.
    let low = bounds.min;
    let from_low = |corner: Vec3| (corner.as_dvec3() - low.as_dvec3()).as_vec3();
    let triangles: Vec<[Vec3; 3]> = triangles.into_iter().map(|triangle| triangle.map(from_low)).collect();
    let mut field = field_of(&triangles, from_low(bounds.max), settings, progress)?;
    let climb = settings.climb_voxels();
    let mut solid = SolidSpans::of(&field);
    field.filter_low_hanging_walkable_obstacles(climb);
    solid.note(&field, SpanState::LowObstacle);
    field.filter_ledge_spans(settings.height_voxels(), climb);
    solid.note(&field, SpanState::Ledge);
    field.filter_walkable_low_height_spans(settings.height_voxels());
    solid.note(&field, SpanState::LowCeiling);
    progress.check()?;
    if solid.most_floors() > MOST_FLOORS {
        return Err(GenerationError::TooManyFloors);
    }
    let open = field
        .into_compact(settings.height_voxels(), climb)
        .map_err(|_error| GenerationError::TooManyFloors)?;
    let mut regions = open.clone();
    regions.erode_walkable_area(settings.radius_voxels());
    regions.build_distance_field();
    progress.check()?;
    regions
        .build_regions(0, settings.columns(settings.least_area), settings.columns(settings.merged_area))
        .map_err(|_error| GenerationError::TooManyRegions)?;
    progress.check()?;
    check_regions(&regions)?;
    let mut contours =
        regions.build_contours(settings.simplification, settings.edge_voxels(), BuildContoursFlags::DEFAULT);
    // Each hole adds two corners.
    let vertices: usize = contours.contours.iter().map(|contour| contour.vertices.len() + 2).sum();
    if vertices > usize::from(u16::MAX) {
        return Err(GenerationError::TooManyVertices);
    }
    let unconnected = merge_holes(&mut contours, progress)?;
    let (mesh, lost) = polygons_of(&mut contours, &unconnected, low, settings)?;
    Ok(Generation { mesh, settings: *settings, lost, triangles, low, columns, solid, open, regions })
}

/// Returns the spans of the voxels that triangles touch.
fn field_of(
    triangles: &[[Vec3; 3]],
    high: Vec3,
    settings: &GenerationSettings,
    progress: &Progress,
) -> Result<Heightfield, GenerationError> {
    let stage = |error: &dyn std::fmt::Display| GenerationError::Stage(error.to_string());
    let aabb = Aabb3d { min: [0.0; 3].into(), max: high.to_array().into() };
    let (cell_size, cell_height) = (settings.cell_size(), settings.cell_height());
    let mut field =
        HeightfieldBuilder { aabb, cell_size, cell_height }.build().map_err(|error| stage(&error))?;
    let least_up = settings.agent.max_slope.cos().max(f32::MIN_POSITIVE);
    let mut units = progress.units(triangles.len(), TRIANGLES_PER_REPORT);
    for triangle in triangles {
        units.step()?;
        let area = if up(triangle) >= least_up { AreaType::DEFAULT_WALKABLE } else { AreaType::NOT_WALKABLE };
        let corners = triangle.map(|corner| corner.to_array().into());
        field.rasterize_triangle(corners, area, settings.climb_voxels()).map_err(|error| stage(&error))?;
        if field.allocated_spans.len() > MOST_SPANS {
            return Err(GenerationError::TooManySpans);
        }
    }
    Ok(field)
}

/// Refuses regions that `rerecast` would lose or cut without a word.
fn check_regions(field: &CompactHeightfield) -> Result<(), GenerationError> {
    let mut borders: Vec<u32> = Vec::new();
    for z in 0..field.height {
        for x in 0..field.width {
            for index in field.cell_at(x, z).index_range() {
                let region = field.spans[index].region;
                if region.contains(RegionId::BORDER_REGION) {
                    return Err(GenerationError::TooManyRegions);
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
    let [x, z] = [x as u64, z as u64];
    match x * z {
        0 => Err(GenerationError::Settings(
            "the level is smaller than a voxel; enter a smaller cell size".into(),
        )),
        columns if columns > MOST_COLUMNS => Err(GenerationError::TooManyColumns(columns)),
        _ => Ok([x as usize, z as usize]),
    }
}

/// Divides contours into polygons. Leaves out contours that cannot be divided.
fn polygons_of(
    contours: &mut ContourSet,
    unconnected: &[RegionId],
    low: Vec3,
    settings: &GenerationSettings,
) -> Result<(NavMesh, Vec<LostContour>), GenerationError> {
    let mut lost = Vec::new();
    let divided = |set: ContourSet| set.into_polygon_mesh(settings.corners).ok();
    let mut polygons = Some(contours.clone()).filter(|_| unconnected.is_empty()).and_then(divided);
    if polygons.is_none() {
        let all = std::mem::take(&mut contours.contours);
        let mut kept = Vec::new();
        for contour in all {
            let alone = ContourSet { contours: vec![contour.clone()], ..contours.clone() };
            if unconnected.contains(&contour.region) || divided(alone).is_none() {
                let at = contour.vertices.first().map(|(at, _)| [at.x, at.y, at.z]).unwrap_or_default();
                let place = place_of(low, [contours.cell_size, contours.cell_height], at);
                lost.push(LostContour { place, corners: contour.vertices.len(), region: contour.region });
            } else {
                kept.push(contour);
            }
        }
        contours.contours = kept;
        polygons = divided(contours.clone());
    }
    let Some(polygons) = polygons else {
        return Err(GenerationError::Stage("the contours cannot be divided into polygons".into()));
    };
    let mesh = mesh_of(&polygons, low).map_err(GenerationError::Stage)?;
    Ok((mesh, lost))
}
