//! The stages, one after the other.

use navsmith_core::geometry::{Bounds, Vec3};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::{Progress, Stopped};
use rerecast::{
    Aabb3d, AreaType, BuildContoursFlags, CompactHeightfield, ContourSet, HeightfieldBuilder, RegionId,
};

use crate::holes::merge_holes;
use crate::polygons::mesh_of;
use crate::settings::GenerationSettings;
use crate::spans::{SolidSpans, SpanState};

/// Maximum number of columns of a field.
const MOST_COLUMNS: u64 = 1 << 24;

/// Maximum number of voxels along an axis.
const MOST_VOXELS: f32 = 65_000.0;

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
    /// The triangles of the level.
    pub(crate) triangles: Vec<[Vec3; 3]>,
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
    #[error("the level has more than 65,000 voxels along an axis; enter a larger cell size and cell height")]
    TooLong,
    /// Too many floors are over each other.
    #[error("more than 62 floors are over each other; generate a part of the level")]
    TooManyFloors,
    /// There are too many regions.
    #[error("the ground falls into more than 32,000 regions; enter a larger cell size")]
    TooManyRegions,
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
/// finite are left out.
///
/// # Errors
/// If the settings contradict each other or the level is empty or too large. The size of the field is checked before
/// its memory is allocated.
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
    let (size, height) = (settings.cell_size(), settings.cell_height());
    let columns = columns_of(bounds, size, height)?;
    let mut field = HeightfieldBuilder { aabb: aabb(bounds), cell_size: size, cell_height: height }
        .build()
        .map_err(|error| GenerationError::Stage(error.to_string()))?;
    let climb = settings.climb_voxels();
    let least_up = settings.agent.max_slope.cos();
    let mut units = progress.units(triangles.len(), TRIANGLES_PER_REPORT);
    for triangle in &triangles {
        units.step()?;
        let area = if up(triangle) > least_up { AreaType::DEFAULT_WALKABLE } else { AreaType::NOT_WALKABLE };
        let corners = triangle.map(|corner| corner.to_array().into());
        field
            .rasterize_triangle(corners, area, climb)
            .map_err(|error| GenerationError::Stage(error.to_string()))?;
    }
    let mut solid = SolidSpans::of(&field);
    field.filter_low_hanging_walkable_obstacles(climb);
    solid.note(&field, SpanState::LowObstacle);
    field.filter_ledge_spans(settings.height_voxels(), climb);
    solid.note(&field, SpanState::Ledge);
    field.filter_walkable_low_height_spans(settings.height_voxels());
    solid.note(&field, SpanState::LowCeiling);
    progress.check()?;
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
    let mut contours =
        regions.build_contours(settings.simplification, settings.edge_voxels(), BuildContoursFlags::DEFAULT);
    let unconnected = merge_holes(&mut contours);
    let (mesh, lost) = polygons_of(&mut contours, &unconnected, settings)?;
    Ok(Generation {
        mesh,
        settings: *settings,
        lost,
        triangles,
        low: bounds.min,
        columns,
        solid,
        open,
        regions,
    })
}

/// Returns the part of the normal of a triangle that points up; 0 without area.
pub(crate) fn up(&[a, b, c]: &[Vec3; 3]) -> f32 {
    (b - a).cross(c - a).normalize_or_zero().y
}

fn aabb(bounds: Bounds) -> Aabb3d {
    Aabb3d { min: bounds.min.to_array().into(), max: bounds.max.to_array().into() }
}

/// Returns the number of columns along X and Z.
fn columns_of(bounds: Bounds, size: f32, height: f32) -> Result<[usize; 2], GenerationError> {
    if bounds.is_empty() {
        return Err(GenerationError::Empty);
    }
    let extent = bounds.max - bounds.min;
    let [x, y, z] = [extent.x / size + 0.5, extent.y / height, extent.z / size + 0.5];
    if !(x < MOST_VOXELS && y < MOST_VOXELS && z < MOST_VOXELS) {
        return Err(GenerationError::TooLong);
    }
    let [x, z] = [x as u64, z as u64];
    match x * z {
        0 => Err(GenerationError::Settings(
            "the cell size is larger than the level; enter a smaller one".into(),
        )),
        columns if columns > MOST_COLUMNS => Err(GenerationError::TooManyColumns(columns)),
        _ => Ok([x as usize, z as usize]),
    }
}

/// Divides contours into polygons. Leaves out contours that cannot be divided.
fn polygons_of(
    contours: &mut ContourSet,
    unconnected: &[RegionId],
    settings: &GenerationSettings,
) -> Result<(NavMesh, Vec<LostContour>), GenerationError> {
    use rerecast::PolygonNavmesh;
    let mut lost = Vec::new();
    let vertices: usize = contours.contours.iter().map(|contour| contour.vertices.len()).sum();
    if vertices > usize::from(u16::MAX) {
        return Err(GenerationError::TooManyVertices);
    }
    let divided =
        |set: ContourSet| -> Option<PolygonNavmesh> { set.into_polygon_mesh(settings.corners).ok() };
    let mut polygons = divided(contours.clone());
    if polygons.is_none() || !unconnected.is_empty() {
        let all = std::mem::take(&mut contours.contours);
        for contour in all {
            let alone = ContourSet { contours: vec![contour.clone()], ..contours.clone() };
            if unconnected.contains(&contour.region) || divided(alone).is_none() {
                let at = contour
                    .vertices
                    .first()
                    .map(|(at, _)| [at.x, at.y, at.z].map(f32::from))
                    .unwrap_or_default();
                let low = Vec3::from(contours.aabb.min.to_array());
                let size = Vec3::new(contours.cell_size, contours.cell_height, contours.cell_size);
                lost.push(LostContour {
                    place: low + Vec3::from(at) * size,
                    corners: contour.vertices.len(),
                });
            } else {
                contours.contours.push(contour);
            }
        }
        polygons = divided(contours.clone());
    }
    let Some(polygons) = polygons else {
        return Err(GenerationError::Stage("the contours cannot be divided into polygons".into()));
    };
    let mesh = mesh_of(&polygons).map_err(GenerationError::Stage)?;
    Ok((mesh, lost))
}
