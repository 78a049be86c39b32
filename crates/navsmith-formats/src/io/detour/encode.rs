//! Tiles and tile sets as bytes, with what Detour derives from polygons.

use navsmith_core::geometry::{Bounds, Vec3};

use super::boxes::{BoxNode, nodes};
use super::set;
use super::tile::{self, BIDIRECTIONAL, CONNECTION, EXTERNAL, Tile};

/// Height and radius of agents, which Recast's sample has too. Queries for paths do not use them.
pub(super) const WALKABLE_HEIGHT: f32 = 2.0;
pub(super) const WALKABLE_RADIUS: f32 = 0.6;

/// Number of bits of the area in the byte of area and type.
const TYPE_SHIFT: u8 = 6;

/// A little-endian file.
#[derive(Default)]
struct Out {
    bytes: Vec<u8>,
}

impl Out {
    fn u16(&mut self, number: u16) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn i32(&mut self, number: i32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn count(&mut self, number: usize) {
        self.i32(number as i32);
    }

    fn f32(&mut self, number: f32) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn position(&mut self, at: Vec3) {
        at.to_array().into_iter().for_each(|coordinate| self.f32(coordinate));
    }

    fn magic(&mut self, magic: [u8; 4]) {
        self.i32(i32::from_be_bytes(magic));
    }

    fn head(&mut self, tile: &Tile, end_count: usize, nodes: &[BoxNode]) {
        let ground: Vec<_> = tile.polygons.iter().filter(|polygon| !polygon.is_connection).collect();
        let sides: usize = ground.iter().map(|polygon| polygon.corners().len()).sum();
        let neighbors = ground.iter().flat_map(|polygon| polygon.neighbors());
        let portals = neighbors.filter(|&&neighbor| neighbor & EXTERNAL != 0).count();
        let links = sides + 2 * portals + 2 * (tile.connections.len() + end_count);
        self.magic(tile::MAGIC);
        self.i32(tile::VERSION);
        tile.at.into_iter().chain([tile.layer]).for_each(|number| self.i32(number));
        self.i32(0);
        let [vertices, triangles] = [tile.detail.vertices.len(), tile.detail.triangles.len()];
        let counts = [tile.polygons.len(), tile.vertices.len(), links, ground.len(), vertices, triangles];
        let others = [nodes.len(), tile.connections.len(), ground.len()];
        for count in counts.into_iter().chain(others) {
            self.count(count);
        }
        for size in [WALKABLE_HEIGHT, WALKABLE_RADIUS, tile.walkable_climb] {
            self.f32(size);
        }
        for corner in tile.bounds {
            self.position(corner);
        }
        self.f32(tile.quantization);
        tile.vertices.iter().for_each(|&vertex| self.position(vertex));
        for polygon in &tile.polygons {
            self.i32(0);
            for list in [polygon.corners(), polygon.neighbors()] {
                let all = list.iter().copied().chain(std::iter::repeat(0));
                all.take(tile::MOST_CORNERS).for_each(|number| self.u16(number));
            }
            self.u16(polygon.flags);
            let kind = if polygon.is_connection { CONNECTION } else { 0 };
            self.bytes.extend([polygon.corners().len() as u8, polygon.area | kind << TYPE_SHIFT]);
        }
        // Detour creates the links when it loads the tile.
        self.bytes.resize(self.bytes.len() + links * tile::LINK_SIZE, 0);
    }

    /// Writes the detail meshes of the polygons.
    fn detail(&mut self, tile: &Tile) {
        for part in &tile.detail.parts {
            let [vertices, triangles] = [part.vertices, part.triangles];
            self.count(vertices[0]);
            self.count(triangles[0]);
            self.bytes.extend([vertices[1] as u8, triangles[1] as u8, 0, 0]);
        }
        tile.detail.vertices.iter().for_each(|&vertex| self.position(vertex));
        for number in 0..tile.detail.parts.len() {
            self.bytes.extend(tile.detail_triangles(number).flatten());
        }
    }
}

/// Returns the bounding volumes of the polygons of a tile.
pub(super) fn bounding_volumes(tile: &Tile) -> Vec<BoxNode> {
    let [min, max] = tile.bounds;
    // Polygons of connections are the last ones.
    let ground = tile.polygons.iter().filter(|polygon| !polygon.is_connection);
    let boxes: Vec<Bounds> = ground
        .enumerate()
        .map(|(number, polygon)| {
            let corners = polygon.corners().iter().map(|&corner| tile.vertices[usize::from(corner)]);
            Bounds::of(corners.chain(tile.detail.vertices_of(number).iter().copied()))
        })
        .collect();
    nodes(&boxes, Bounds { min, max }, tile.quantization)
}

/// Returns the bytes of a tile. `end_count` is the number of ends of off-mesh connections in it.
pub(super) fn tile(tile: &Tile, end_count: usize) -> Vec<u8> {
    let nodes = bounding_volumes(tile);
    let mut out = Out::default();
    out.head(tile, end_count, &nodes);
    out.detail(tile);
    for node in &nodes {
        node.low.into_iter().chain(node.high).for_each(|number| out.u16(number));
        out.i32(node.link);
    }
    for connection in &tile.connections {
        connection.ends.into_iter().for_each(|end| out.position(end));
        out.f32(connection.radius);
        out.u16(connection.polygon);
        let flags = if connection.is_bidirectional { BIDIRECTIONAL } else { 0 };
        out.bytes.extend([flags, connection.side]);
        out.i32(0);
    }
    out.bytes
}

/// Returns the bytes of a tile set; `origin` and `size` are those of the grid.
pub(super) fn set(tiles: &[Vec<u8>], origin: Vec3, size: [f32; 2], most_polygons: usize) -> Vec<u8> {
    let mut out = Out::default();
    out.magic(set::MAGIC);
    out.i32(set::VERSION);
    out.count(tiles.len());
    out.position(origin);
    for size in size {
        out.f32(size);
    }
    let (most_tiles, most_polygons) = (tiles.len().next_power_of_two(), most_polygons.next_power_of_two());
    out.count(most_tiles);
    out.count(most_polygons);
    for (number, tile) in tiles.iter().enumerate() {
        // A reference consists of a counter that begins with 1, the number of the tile and that of a polygon.
        let bits = most_polygons.ilog2();
        let reference = (1 << most_tiles.ilog2() | number as u32) << bits;
        out.i32(reference as i32);
        out.count(tile.len());
        out.bytes.extend(tile);
    }
    out.bytes
}
