//! Tiles of Detour as a test describes them, and the bytes of files that contain them.

use navsmith_core::geometry::{Vec3, ground_area};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_formats::document::Document;
use serde_json::{Value, json};

use super::formats::{self, written};

/// Flag of a neighbour in another tile; the other bits are the direction.
pub(crate) const EXTERNAL: u16 = 0x8000;

/// Side of an off-mesh connection that ends in its own tile.
pub(crate) const SAME_TILE: u8 = 0xff;

/// Neighbours of rectangles with a portal in -X, or in +X.
pub(crate) const BEHIND: [u16; 4] = [EXTERNAL | 4, 0, 0, 0];
pub(crate) const AHEAD: [u16; 4] = [0, 0, EXTERNAL, 0];

/// A tile without links.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tile {
    pub(crate) at: [i32; 2],
    pub(crate) layer: i32,
    pub(crate) walkable_climb: f32,
    pub(crate) bounds: [Vec3; 2],
    pub(crate) vertices: Vec<Vec3>,
    pub(crate) polygons: Vec<Polygon>,
    pub(crate) connections: Vec<Connection>,
    /// The first vertex, the number of vertices, the first triangle and the number of triangles of each polygon.
    pub(crate) detail_meshes: Vec<[u32; 4]>,
    pub(crate) detail_vertices: Vec<Vec3>,
    pub(crate) detail_triangles: Vec<[u8; 3]>,
    /// Whether it has no tree of bounding volumes; otherwise, it has one node, which is not used.
    pub(crate) has_no_tree: bool,
}

/// A polygon with the neighbour across the side that follows each corner.
#[derive(Clone, Debug)]
pub(crate) struct Polygon {
    pub(crate) sides: Vec<[u16; 2]>,
    pub(crate) area: u8,
    pub(crate) flags: u16,
    pub(crate) is_connection: bool,
}

/// An off-mesh connection.
#[derive(Clone, Debug)]
pub(crate) struct Connection {
    ends: [Vec3; 2],
    polygon: u16,
    side: u8,
    pub(crate) is_bidirectional: bool,
}

impl Polygon {
    pub(crate) fn new(sides: &[[u16; 2]]) -> Self {
        Self { sides: sides.to_vec(), area: 0, flags: 1, is_connection: false }
    }
}

/// Returns a tile of rectangles: each is x, z, width, depth, its heights at both x, and its neighbours.
pub(crate) fn rectangles(at: [i32; 2], layer: i32, all: &[([f32; 4], [f32; 2], [u16; 4])]) -> Tile {
    let mut tile = Tile { at, layer, walkable_climb: 0.5, ..Tile::default() };
    for &([x, z, width, depth], [low, high], neighbors) in all {
        let first = tile.vertices.len() as u16;
        let corners = [(x, low, z), (x, low, z + depth), (x + width, high, z + depth), (x + width, high, z)];
        tile.vertices.extend(corners.map(|(x, y, z)| Vec3::new(x, y, z)));
        let sides: Vec<[u16; 2]> =
            (first..).zip(neighbors).map(|(corner, neighbor)| [corner, neighbor]).collect();
        tile.polygons.push(Polygon::new(&sides));
    }
    tile.bounds = [tile.vertices[0], tile.vertices[2]];
    tile
}

/// Adds an off-mesh connection in both directions to a tile.
pub(crate) fn connect(tile: &mut Tile, [from, to]: [[f32; 3]; 2], side: u8) {
    let ends = [from, to].map(Vec3::from);
    let (first, polygon) = (tile.vertices.len() as u16, tile.polygons.len() as u16);
    tile.vertices.extend(ends);
    tile.polygons.push(Polygon { is_connection: true, ..Polygon::new(&[[first, 0], [first + 1, 0]]) });
    tile.connections.push(Connection { ends, polygon, side, is_bidirectional: true });
}

/// Returns the bytes of a file with one tile.
pub(crate) fn tile_bytes(tile: &Tile) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut words = |words: &[i32]| bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    words(&[i32::from_be_bytes(*b"DNAV"), 7, tile.at[0], tile.at[1], tile.layer, 0]);
    let counts = [tile.polygons.len(), tile.vertices.len(), 0, tile.detail_meshes.len()];
    let nodes = usize::from(!tile.has_no_tree);
    let details = [tile.detail_vertices.len(), tile.detail_triangles.len(), nodes, tile.connections.len(), 0];
    counts.into_iter().chain(details).for_each(|count| words(&[count as i32]));
    let mut floats = |floats: &[f32]| bytes.extend(floats.iter().flat_map(|float| float.to_le_bytes()));
    floats(&[2.0, 0.6, tile.walkable_climb]);
    tile.bounds.iter().for_each(|corner| floats(&corner.to_array()));
    floats(&[10.0]);
    tile.vertices.iter().for_each(|vertex| floats(&vertex.to_array()));
    for polygon in &tile.polygons {
        bytes.extend([0; 4]);
        for list in [0, 1] {
            let all = (0..6).map(|corner| polygon.sides.get(corner).map_or(0, |side| side[list]));
            bytes.extend(all.flat_map(u16::to_le_bytes));
        }
        bytes.extend(polygon.flags.to_le_bytes());
        bytes.extend([polygon.sides.len() as u8, polygon.area | u8::from(polygon.is_connection) << 6]);
    }
    for &[vertex, vertices, triangle, triangles] in &tile.detail_meshes {
        bytes.extend([vertex, triangle].iter().flat_map(|first| first.to_le_bytes()));
        bytes.extend([vertices as u8, triangles as u8, 0, 0]);
    }
    let floats = |at: &Vec3| at.to_array().into_iter().flat_map(f32::to_le_bytes).collect::<Vec<u8>>();
    tile.detail_vertices.iter().for_each(|vertex| bytes.extend(floats(vertex)));
    tile.detail_triangles.iter().for_each(|&[a, b, c]| bytes.extend([a, b, c, 0]));
    bytes.extend(vec![0; 16 * nodes]);
    for connection in &tile.connections {
        connection.ends.iter().for_each(|end| bytes.extend(floats(end)));
        bytes.extend(0.5_f32.to_le_bytes());
        bytes.extend(connection.polygon.to_le_bytes());
        bytes.extend([u8::from(connection.is_bidirectional), connection.side, 0, 0, 0, 0]);
    }
    bytes
}

/// Returns the bytes of a tile set.
fn set_bytes(tiles: &[Tile]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(i32::from_be_bytes(*b"MSET").to_le_bytes());
    bytes.extend([1, tiles.len() as i32, 0, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend([4.0_f32; 2].iter().flat_map(|size| size.to_le_bytes()));
    let most = tiles.iter().map(|tile| tile.polygons.len()).max().unwrap_or(0).next_power_of_two();
    let most_tiles = tiles.len().next_power_of_two();
    bytes.extend([most_tiles as i32, most as i32].iter().flat_map(|count| count.to_le_bytes()));
    for (number, tile) in tiles.iter().enumerate() {
        let tile = tile_bytes(tile);
        let reference = (most_tiles | number) * most;
        bytes.extend([reference as i32, tile.len() as i32].iter().flat_map(|word| word.to_le_bytes()));
        bytes.extend(tile);
    }
    bytes
}

/// Reads a tile set of tiles.
pub(crate) fn joined(tiles: &[Tile]) -> (Document, Vec<String>) {
    formats::read("Detour tile set", &set_bytes(tiles)).expect("a valid file")
}

/// Reads the same tiles as a mesh of navcat.
pub(crate) fn joined_by_navcat(tiles: &[Tile]) -> (Document, Vec<String>) {
    let positions = |all: &[Vec3]| all.iter().flat_map(Vec3::to_array).collect::<Vec<f32>>();
    let polygon = |polygon: &Polygon| {
        let [vertices, neis] =
            [0, 1].map(|list| polygon.sides.iter().map(|side| side[list]).collect::<Vec<u16>>());
        json!({ "vertices": vertices, "neis": neis, "flags": polygon.flags, "area": polygon.area })
    };
    let tile = |tile: &Tile| {
        let ground = tile.polygons.iter().filter(|polygon| !polygon.is_connection);
        json!({
            "tileX": tile.at[0], "tileY": tile.at[1], "tileLayer": tile.layer, "bounds": positions(&tile.bounds),
            "vertices": positions(&tile.vertices), "polys": ground.map(polygon).collect::<Vec<Value>>(),
            "cellSize": 0.1, "walkableClimb": tile.walkable_climb,
        })
    };
    let connections = tiles.iter().flat_map(|tile| &tile.connections).zip(0..);
    let connections = connections.map(|(Connection { ends, is_bidirectional, .. }, id)| {
        let [start, end] = ends.map(|end| end.to_array());
        json!({
            "id": id, "sequence": 0, "start": start, "end": end, "radius": 0.5, "direction": u8::from(*is_bidirectional),
            "flags": 1, "area": 0,
        })
    });
    let numbered = |all: Vec<Value>| {
        all.into_iter().enumerate().map(|(number, it)| (number.to_string(), it)).collect::<Value>()
    };
    let mesh = json!({
        "tileWidth": 4, "tileHeight": 4, "tiles": numbered(tiles.iter().map(tile).collect()),
        "offMeshConnections": numbered(connections.collect()),
    });
    formats::read("navcat mesh", mesh.to_string().as_bytes()).expect("a valid file")
}

/// Writes a document as a tile set.
pub(crate) fn set_of(document: &Document) -> Vec<u8> {
    written("Detour tile set", document).expect("Detour holds it")
}

/// Writes a document as one tile.
pub(crate) fn tile_of(document: &Document) -> Vec<u8> {
    written("Detour tile", document).expect("Detour holds it")
}

/// Whether bytes begin like a tile in one of the two byte orders.
pub(crate) fn is_tile(bytes: &[u8]) -> bool {
    bytes.starts_with(b"VAND") || bytes.starts_with(b"DNAV")
}

/// Reads a tile or a tile set.
pub(crate) fn read(bytes: &[u8]) -> Result<(Document, Vec<String>), String> {
    formats::read(if is_tile(bytes) { "Detour tile" } else { "Detour tile set" }, bytes)
}

/// Reads the mesh of a tile or a tile set, with the notes.
pub(crate) fn contents(bytes: &[u8]) -> (NavMesh, String) {
    let (document, notes) = read(bytes).expect("a valid file");
    (document.mesh, notes.join("; "))
}

/// Returns the area of a mesh on the ground.
pub(crate) fn area(mesh: &NavMesh) -> f64 {
    mesh.cells().map(|(id, _)| ground_area(&mesh.ground_ring(id))).sum()
}

/// Returns the number of islands of a mesh.
pub(crate) fn islands(mesh: &NavMesh) -> usize {
    Derived::build(mesh).islands.len()
}
