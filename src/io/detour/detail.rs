//! The detail mesh of a tile: triangles that give each polygon heights between its corners.

use glam::DVec3;
use smallvec::SmallVec;

use super::tile::{Tile, position};
use crate::budget::Budget;
use crate::geometry::{Bounds, Vec2, Vec3, covers, ground};
use crate::io::bytes::{BinaryError, Bytes};
use crate::navmesh::{height_in, nearest_on_sides};

/// The detail meshes of all polygons of a tile.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DetailMesh {
    /// The detail mesh of each polygon.
    pub(super) parts: Vec<DetailPart>,
    /// Vertices that are no corners of polygons.
    pub(super) vertices: Vec<Vec3>,
    /// Triangles of corners of the polygon, and after those of vertices of its part.
    pub(super) triangles: Vec<[u8; 3]>,
}

/// The first element of the detail mesh of one polygon in each list, and the numbers of elements.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct DetailPart {
    pub(super) vertices: [usize; 2],
    pub(super) triangles: [usize; 2],
}

/// Memory of a part, in bytes.
const PART_BYTES: usize = size_of::<DetailPart>();

impl DetailMesh {
    /// Reads the detail meshes, given the numbers of parts, vertices and triangles.
    pub(super) fn read(
        bytes: &mut Bytes<'_>,
        [parts, vertices, triangles]: [usize; 3],
        budget: &mut Budget,
    ) -> Result<Self, BinaryError> {
        let mut read = Self::default();
        for _ in 0..parts {
            let firsts =
                [bytes.u32("a detail mesh")?, bytes.u32("a detail mesh")?].map(|first| first as usize);
            let counts = [bytes.u8("a detail mesh")?, bytes.u8("a detail mesh")?].map(usize::from);
            bytes.skip(2);
            bytes.keep(budget, PART_BYTES)?;
            let [vertices, triangles] = [0, 1].map(|list| [firsts[list], counts[list]]);
            read.parts.push(DetailPart { vertices, triangles });
        }
        for _ in 0..vertices {
            bytes.keep(budget, size_of::<Vec3>())?;
            read.vertices.push(position(bytes, "a vertex of the detail mesh")?);
        }
        for _ in 0..triangles {
            let corners = [bytes.u8("a triangle")?, bytes.u8("a triangle")?, bytes.u8("a triangle")?];
            bytes.skip(1);
            bytes.keep(budget, size_of::<[u8; 3]>())?;
            read.triangles.push(corners);
        }
        Ok(read)
    }
}

/// Returns the elements of a list from `first` on; `None` if the list ends before.
///
/// Also returns `None` for more elements than Detour can count.
fn listed<T>(list: &[T], [first, count]: [usize; 2]) -> Option<&[T]> {
    let end = first.checked_add(count).filter(|_| count <= u8::MAX.into())?;
    list.get(first..end)
}

/// A polygon with its heights.
pub(super) struct DetailSurface {
    /// Corners on the ground.
    ring: SmallVec<[Vec2; 6]>,
    triangles: SmallVec<[[Vec3; 3]; 8]>,
    bounds: Bounds,
}

impl Tile {
    /// Returns the vertices of the detail mesh within a polygon.
    pub(super) fn detail_vertices(&self, polygon: usize) -> &[Vec3] {
        let part =
            self.detail.parts.get(polygon).and_then(|part| listed(&self.detail.vertices, part.vertices));
        part.unwrap_or_default()
    }

    /// Returns a polygon with its heights: those of its corners only, if it has no valid detail mesh.
    pub(super) fn surface(&self, number: usize) -> DetailSurface {
        let ring: SmallVec<[Vec3; 6]> = self.polygons[number]
            .corners()
            .iter()
            .map(|&corner| self.vertices[usize::from(corner)])
            .collect();
        let own = self.detail_vertices(number);
        let at = |corner: u8| ring.iter().chain(own).nth(corner.into()).copied().filter(|at| at.is_finite());
        let part = self.detail.parts.get(number);
        let part = part.and_then(|part| listed(&self.detail.triangles, part.triangles)).unwrap_or_default();
        let triangles: Option<SmallVec<[[Vec3; 3]; 8]>> =
            part.iter().map(|&[a, b, c]| Some([at(a)?, at(b)?, at(c)?])).collect();
        let fan = || (2..ring.len()).map(|corner| [ring[0], ring[corner - 1], ring[corner]]).collect();
        let triangles = triangles.filter(|triangles| !triangles.is_empty()).unwrap_or_else(fan);
        let bounds = Bounds::of(ring.iter().copied().chain(triangles.iter().flatten().copied()));
        let ring = ring.into_iter().map(ground).collect();
        DetailSurface { ring, triangles, bounds }
    }
}

impl DetailSurface {
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Returns the nearest point as Detour defines it, and whether it is straight above or below.
    ///
    /// Over the polygon, it is the point at the same place on the ground. Elsewhere, it is the nearest point of the
    /// polygon's boundary on the ground.
    pub(super) fn nearest(&self, to: Vec3) -> (Vec3, bool) {
        let at = ground(to);
        let beside = || {
            let nearest = self.triangles.iter().map(|triangle| nearest_on_sides(triangle, at));
            let distance = |point: &DVec3| (point.x - f64::from(to.x)).hypot(point.z - f64::from(to.z));
            nearest.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(DVec3::NAN).as_vec3()
        };
        if !covers(&self.ring, at) {
            return (beside(), false);
        }
        let height = self.triangles.iter().find_map(|&triangle| height_in(triangle, at));
        (Vec3 { y: height.unwrap_or_else(|| beside().y), ..to }, true)
    }
}
