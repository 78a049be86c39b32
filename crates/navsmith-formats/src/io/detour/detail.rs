//! The detail mesh of a tile: triangles that give each polygon heights between its corners.

use crate::io::bytes::{BinaryError, Bytes};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::{Vec2, Vec3, ground};
use navsmith_core::navmesh::CellDetail;

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

    /// Adds the detail mesh of the next polygon.
    ///
    /// It is a fan of triangles without a detail, or if Detour cannot count the points and triangles.
    pub(super) fn add(&mut self, corners: usize, detail: Option<&CellDetail>) {
        let detail = detail.filter(|detail| is_countable(corners, detail));
        let (vertices, triangles) = (self.vertices.len(), self.triangles.len());
        match detail {
            Some(detail) => {
                self.vertices.extend(detail.points());
                let triangles = detail.triangles().iter();
                self.triangles.extend(triangles.map(|triangle| triangle.map(|corner| corner as u8)));
            }
            None => self.triangles.extend((2..corners).map(|corner| [0, corner as u8 - 1, corner as u8])),
        }
        self.parts.push(DetailPart {
            vertices: [vertices, self.vertices.len() - vertices],
            triangles: [triangles, self.triangles.len() - triangles],
        });
    }

    /// Returns the flags of the sides of a triangle, two bits for each: 1 on a side of the polygon.
    pub(super) fn flags(&self, polygon: usize, ring: &[Vec3], triangle: [u8; 3]) -> u8 {
        let own = self.vertices_of(polygon);
        let at = |corner: u8| ring.iter().chain(own).nth(corner.into()).copied().map_or(Vec2::NAN, ground);
        let (count, [a, b, c]) = (ring.len(), triangle);
        let is_side = |from: u8, to: u8| {
            let [low, high] = [from.min(to), from.max(to)].map(usize::from);
            if high < count {
                return high - low == 1 || high - low == count - 1;
            }
            // A point of the detail is on a side if it is as near as to Recast.
            (0..count).any(|side| {
                let ends = [ring[side], ring[(side + 1) % count]].map(ground);
                [from, to].iter().all(|&end| is_near(at(end), ends))
            })
        };
        let flag = |from, to| u8::from(is_side(from, to));
        flag(a, b) | flag(b, c) << 2 | flag(c, a) << 4
    }

    /// Returns the vertices of a polygon that are none of its corners.
    pub(super) fn vertices_of(&self, polygon: usize) -> &[Vec3] {
        let part = self.parts.get(polygon).and_then(|part| listed(&self.vertices, part.vertices));
        part.unwrap_or_default()
    }

    /// Returns the triangles of a polygon.
    pub(super) fn triangles_of(&self, polygon: usize) -> &[[u8; 3]] {
        let part = self.parts.get(polygon).and_then(|part| listed(&self.triangles, part.triangles));
        part.unwrap_or_default()
    }
}

/// Whether Detour can count the points and triangles of a polygon with this number of corners.
pub(super) fn is_countable(corners: usize, detail: &CellDetail) -> bool {
    let most = usize::from(u8::MAX);
    corners + detail.points().len() <= most && detail.triangles().len() <= most
}

/// Distance from a side up to which Recast counts a point as on it, in metres.
const ON_SIDE: f32 = 1e-3;

fn is_near(point: Vec2, [from, to]: [Vec2; 2]) -> bool {
    let along = to - from;
    let share = ((point - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
    point.distance(from + along * share) <= ON_SIDE
}

/// Returns the elements of a list from `first` on; `None` if the list ends before.
///
/// Also returns `None` for more elements than Detour can count.
fn listed<T>(list: &[T], [first, count]: [usize; 2]) -> Option<&[T]> {
    let end = first.checked_add(count).filter(|_| count <= u8::MAX.into())?;
    list.get(first..end)
}

/// Reads a position.
pub(super) fn position(bytes: &mut Bytes<'_>, what: &str) -> Result<Vec3, BinaryError> {
    Ok(Vec3::new(bytes.f32(what)?, bytes.f32(what)?, bytes.f32(what)?))
}
