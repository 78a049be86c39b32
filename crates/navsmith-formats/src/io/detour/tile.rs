//! One tile in Detour's layout: its polygons, their corners, and off-mesh connections.

use navsmith_core::budget::Budget;
use navsmith_core::geometry::Vec3;

use crate::io::bytes::{BinaryError, Bytes};

use super::detail::{DetailMesh, position};

/// Magic number of a tile, in big-endian order.
pub(super) const MAGIC: [u8; 4] = *b"DNAV";

/// Version of tiles that is read and written.
pub(super) const VERSION: i32 = 7;

/// Maximum number of corners of a polygon.
pub(super) const MOST_CORNERS: usize = 6;

/// Flag of a neighbour in another tile; the other bits are the direction.
pub(super) const EXTERNAL: u16 = 0x8000;

/// Maximum distance between the lines of connected portals, in metres, as in Detour.
pub(super) const APART: f32 = 0.01;

/// Flag of an off-mesh connection that leads in both directions.
pub(super) const BIDIRECTIONAL: u8 = 1;

/// Directions of neighbouring tiles, in Detour's order.
pub(super) const DIRECTIONS: [[i32; 2]; 8] =
    [[1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

/// Type of a polygon that is an off-mesh connection.
pub(super) const CONNECTION: u8 = 1;

/// Bits of a polygon's area; the other bits are its type.
const AREA_BITS: u8 = 6;

/// Side of an off-mesh connection that ends in its own tile.
pub(super) const SAME_TILE: u8 = 0xff;

/// Sizes of the records of a tile, in bytes.
const HEADER_SIZE: usize = 100;
const VERTEX_SIZE: usize = 12;
const POLYGON_SIZE: usize = 32;
const DETAIL_MESH_SIZE: usize = 12;
const DETAIL_TRIANGLE_SIZE: usize = 4;
const NODE_SIZE: usize = 16;
const CONNECTION_SIZE: usize = 36;

/// Size of a link with 32-bit references; with 64-bit references it has 4 bytes more.
pub(super) const LINK_SIZE: usize = 12;

/// A tile without what Detour derives from it: links and bounding volumes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tile {
    /// Position in the grid of tiles along X and Z.
    pub(super) at: [i32; 2],
    pub(super) layer: i32,
    pub(super) walkable_climb: f32,
    /// Smallest and largest corner of the bounding box.
    pub(super) bounds: [Vec3; 2],
    /// Number of quantisation steps in a metre.
    pub(super) quantization: f32,
    /// Whether the tile has a tree of bounding volumes, which Detour searches instead of the polygons.
    pub(super) has_tree: bool,
    /// Vertices of the polygons, then two for each connection.
    pub(super) vertices: Vec<Vec3>,
    pub(super) polygons: Vec<TilePolygon>,
    pub(super) connections: Vec<OffMeshConnection>,
    pub(super) detail: DetailMesh,
}

/// A polygon, counter-clockwise seen from above, or the polygon of an off-mesh connection.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TilePolygon {
    corners: [u16; MOST_CORNERS],
    neighbors: [u16; MOST_CORNERS],
    count: u8,
    pub(super) area: u8,
    pub(super) flags: u16,
    pub(super) is_connection: bool,
}

/// An off-mesh connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct OffMeshConnection {
    pub(super) ends: [Vec3; 2],
    /// Radius within which each end is attached to a polygon, in metres.
    pub(super) radius: f32,
    /// Number of its polygon.
    pub(super) polygon: u16,
    pub(super) is_bidirectional: bool,
    /// Direction of the tile in which it ends, or [`SAME_TILE`].
    pub(super) side: u8,
}

/// Numbers of the records of a tile.
struct Counts {
    polygons: usize,
    vertices: usize,
    links: usize,
    detail_meshes: usize,
    detail_vertices: usize,
    detail_triangles: usize,
    nodes: usize,
    connections: usize,
}

impl TilePolygon {
    /// Creates a polygon of at most [`MOST_CORNERS`] corners.
    ///
    /// Each corner has the neighbour across the side that follows.
    pub(super) fn new(sides: &[[u16; 2]], area: u8, is_connection: bool) -> Self {
        let mut polygon = Self { count: sides.len() as u8, area, flags: 1, is_connection, ..Self::default() };
        for (i, &[corner, neighbor]) in sides.iter().enumerate() {
            (polygon.corners[i], polygon.neighbors[i]) = (corner, neighbor);
        }
        polygon
    }

    pub(super) fn corners(&self) -> &[u16] {
        &self.corners[..usize::from(self.count)]
    }

    /// Returns the neighbour across each side.
    ///
    /// It is 0 for none, one more than the number of a polygon, or [`EXTERNAL`] and a direction.
    pub(super) fn neighbors(&self) -> &[u16] {
        &self.neighbors[..usize::from(self.count)]
    }
}

impl Tile {
    /// Reads a tile of `size` bytes, which must be available.
    ///
    /// The number of the tile occurs in errors.
    pub(super) fn read(
        bytes: &mut Bytes<'_>,
        size: usize,
        number: usize,
        budget: &mut Budget,
    ) -> Result<Self, BinaryError> {
        let start = bytes.offset();
        bytes.magic(MAGIC, "a tile")?;
        let version = bytes.i32("the version of the tile")?;
        if version != VERSION {
            return Err(BinaryError { offset: start + 4, description: other_version(version, VERSION) });
        }
        let mut tile = Self::default();
        let at = [bytes.i32("the X of the tile")?, bytes.i32("the Y of the tile")?];
        (tile.at, tile.layer) = (at, bytes.i32("the layer of the tile")?);
        bytes.u32("the user's number of the tile")?;
        let counts = Counts::read(bytes)?;
        bytes.u32("the first off-mesh connection")?;
        bytes.f32("the walkable height")?;
        bytes.f32("the walkable radius")?;
        tile.walkable_climb = bytes.f32("the walkable climb")?;
        tile.bounds = [position(bytes, "the bounds")?, position(bytes, "the bounds")?];
        tile.quantization = bytes.f32("the quantisation factor")?;
        let skipped = counts.skipped(size).ok_or_else(|| {
            let expected = counts.size().map_or_else(|| "more".into(), |size| size.to_string());
            let description = format!(
                "the counts in the head of tile {number} need {expected} bytes, but it has {size}; the file is cut \
                 short, or is of another build of Detour, so export it again"
            );
            BinaryError { offset: start, description }
        })?;
        tile.read_vertices(bytes, counts.vertices, number, budget)?;
        tile.read_polygons(bytes, counts.polygons, number, budget)?;
        tile.has_tree = counts.nodes > 0;
        let behind_links = counts.detail_size() + counts.nodes * NODE_SIZE;
        bytes.skip(skipped - behind_links);
        let sizes = [counts.detail_meshes, counts.detail_vertices, counts.detail_triangles];
        tile.detail = DetailMesh::read(bytes, sizes, budget)?;
        bytes.skip(counts.nodes * NODE_SIZE);
        tile.read_connections(bytes, counts.connections, number, budget)?;
        Ok(tile)
    }

    /// Returns the triangles of the detail mesh of a polygon, each with the flags of its sides.
    pub(super) fn detail_triangles(&self, number: usize) -> impl Iterator<Item = [u8; 4]> {
        let corners = self.polygons[number].corners().iter();
        let ring: Vec<Vec3> = corners.map(|&corner| self.vertices[usize::from(corner)]).collect();
        let triangles = self.detail.triangles_of(number).iter();
        triangles.map(move |&[a, b, c]| [a, b, c, self.detail.flags(number, &ring, [a, b, c])])
    }

    fn read_vertices(
        &mut self,
        bytes: &mut Bytes<'_>,
        count: usize,
        number: usize,
        budget: &mut Budget,
    ) -> Result<(), BinaryError> {
        for vertex in 0..count {
            let offset = bytes.offset();
            let position = position(bytes, "a vertex")?;
            if !position.is_finite() {
                let description = format!(
                    "vertex {vertex} of tile {number} is at {position}; positions are finite, so export the file again"
                );
                return Err(BinaryError { offset, description });
            }
            // A vertex of the tile, one of the document, and numbers that join vertices of tiles.
            bytes.keep(budget, 64)?;
            self.vertices.push(position);
        }
        Ok(())
    }

    fn read_polygons(
        &mut self,
        bytes: &mut Bytes<'_>,
        count: usize,
        number: usize,
        budget: &mut Budget,
    ) -> Result<(), BinaryError> {
        for polygon in 0..count {
            let offset = bytes.offset();
            let fault = |description: String| Err(BinaryError { offset, description });
            bytes.u32("a polygon")?;
            let mut read = TilePolygon::default();
            for corner in &mut read.corners {
                *corner = bytes.u16("a corner")?;
            }
            for neighbor in &mut read.neighbors {
                *neighbor = bytes.u16("a neighbour")?;
            }
            read.flags = bytes.u16("the flags of a polygon")?;
            read.count = bytes.u8("the number of corners")?;
            let area_and_type = bytes.u8("the area of a polygon")?;
            read.area = area_and_type & ((1 << AREA_BITS) - 1);
            let kind = area_and_type >> AREA_BITS;
            read.is_connection = kind == CONNECTION;
            if kind > CONNECTION {
                return fault(format!(
                    "polygon {polygon} of tile {number} has type {kind}; the types are 0 for ground and 1 for off-mesh \
                     connections, so export the file again"
                ));
            }
            let size = usize::from(read.count);
            let (least, most) = if read.is_connection { (2, 2) } else { (3, MOST_CORNERS) };
            if !(least..=most).contains(&size) {
                return fault(format!(
                    "polygon {polygon} of tile {number} has {size} corners, not {least} to {most}; the file is damaged, export it again"
                ));
            }
            for (i, &corner) in read.corners().iter().enumerate() {
                if usize::from(corner) >= self.vertices.len() {
                    let last = self.vertices.len() as i64 - 1;
                    return fault(format!(
                        "polygon {polygon} of tile {number} names vertex {corner}, but vertices end at {last}; \
                         export the file again"
                    ));
                }
                if !read.is_connection && read.corners[..i].contains(&corner) {
                    return fault(format!(
                        "polygon {polygon} of tile {number} names vertex {corner} twice; export the file again"
                    ));
                }
            }
            // A polygon of the tile and a cell of the document with its corners on the heap.
            bytes.keep(budget, 128)?;
            self.polygons.push(read);
        }
        Ok(())
    }

    fn read_connections(
        &mut self,
        bytes: &mut Bytes<'_>,
        count: usize,
        number: usize,
        budget: &mut Budget,
    ) -> Result<(), BinaryError> {
        for connection in 0..count {
            let offset = bytes.offset();
            let ends =
                [position(bytes, "an off-mesh connection")?, position(bytes, "an off-mesh connection")?];
            let radius = bytes.f32("the radius of an off-mesh connection")?;
            let polygon = bytes.u16("the polygon of an off-mesh connection")?;
            let flags = bytes.u8("the flags of an off-mesh connection")?;
            let side = bytes.u8("the side of an off-mesh connection")?;
            bytes.u32("the user's number of an off-mesh connection")?;
            let fault = |what: String| {
                let description = format!("off-mesh connection {connection} of tile {number} {what}");
                Err(BinaryError { offset, description })
            };
            if !ends.iter().all(|end| end.is_finite()) {
                return fault(format!(
                    "leads from {} to {}; positions are finite, so export the file again",
                    ends[0], ends[1]
                ));
            }
            if !self.polygons.get(usize::from(polygon)).is_some_and(|polygon| polygon.is_connection) {
                return fault(format!(
                    "names polygon {polygon}, which is none of an off-mesh connection; export the file again"
                ));
            }
            bytes.keep(budget, 512)?;
            let is_bidirectional = flags & BIDIRECTIONAL != 0;
            self.connections.push(OffMeshConnection { ends, radius, polygon, is_bidirectional, side });
        }
        Ok(())
    }
}

impl Counts {
    fn read(bytes: &mut Bytes<'_>) -> Result<Self, BinaryError> {
        Ok(Self {
            polygons: bytes.count("the number of polygons")?,
            vertices: bytes.count("the number of vertices")?,
            links: bytes.count("the number of links")?,
            detail_meshes: bytes.count("the number of detail meshes")?,
            detail_vertices: bytes.count("the number of detail vertices")?,
            detail_triangles: bytes.count("the number of detail triangles")?,
            nodes: bytes.count("the number of bounding volumes")?,
            connections: bytes.count("the number of off-mesh connections")?,
        })
    }

    /// Returns the size of all records with 32-bit references, in bytes; `None` if it overflows.
    fn size(&self) -> Option<usize> {
        let records = [
            (1, HEADER_SIZE),
            (self.polygons, POLYGON_SIZE),
            (self.vertices, VERTEX_SIZE),
            (self.links, LINK_SIZE),
            (self.detail_meshes, DETAIL_MESH_SIZE),
            (self.detail_vertices, VERTEX_SIZE),
            (self.detail_triangles, DETAIL_TRIANGLE_SIZE),
            (self.nodes, NODE_SIZE),
            (self.connections, CONNECTION_SIZE),
        ];
        records.into_iter().try_fold(0_usize, |sum, (count, size)| sum.checked_add(count.checked_mul(size)?))
    }

    /// Returns the size of the records of the detail mesh, which is known not to overflow.
    fn detail_size(&self) -> usize {
        self.detail_meshes * DETAIL_MESH_SIZE
            + self.detail_vertices * VERTEX_SIZE
            + self.detail_triangles * DETAIL_TRIANGLE_SIZE
    }

    /// Returns the size of the records between the polygons and the connections, in a tile of `size` bytes.
    ///
    /// `None` if the size fits neither 32-bit nor 64-bit references.
    fn skipped(&self, size: usize) -> Option<usize> {
        let needed = self.size()?;
        let wider = needed.checked_add(self.links.checked_mul(4)?)?;
        let outside = HEADER_SIZE + self.polygons * POLYGON_SIZE + self.vertices * VERTEX_SIZE;
        let outside = outside + self.connections * CONNECTION_SIZE;
        [needed, wider].contains(&size).then(|| size - outside)
    }
}

/// Returns the error of a version that is not read.
pub(super) fn other_version(version: i32, read: i32) -> String {
    // Versions of recast4j and DotRecast.
    if (0x8800..0x8900).contains(&version) {
        "the file has the layout of recast4j or DotRecast; write it with their option cCompatibility".into()
    } else {
        format!("the version is {version}, and navsmith reads version {read}; export the file again")
    }
}
