//! The detail mesh of a tile: triangles that give each polygon heights between its corners.

use crate::io::bytes::{BinaryError, Bytes};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::Vec3;

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
