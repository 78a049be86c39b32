//! A GLB with two meshes: the ground and houses of a level, and its navmesh.
//!
//! The navmesh contains typical exporter artefacts.

/// Houses: x and z of two corners, and the height of the walls.
const HOUSES: [[f32; 5]; 6] = [
    [4.0, 3.0, 9.0, 8.0, 3.0],
    [12.0, 2.0, 18.0, 7.0, 4.0],
    [21.0, 4.0, 27.0, 10.0, 3.0],
    [3.0, 12.0, 10.0, 17.0, 3.5],
    [14.0, 11.0, 18.0, 18.0, 5.0],
    [21.0, 14.0, 28.0, 19.0, 3.0],
];
const EXTENT: [f32; 2] = [30.0, 22.0];
/// Coordinate at which the exporter split the vertices, as at the seam of a texture.
const SEAM: f32 = 18.0;

#[derive(Default)]
struct Mesh {
    positions: Vec<[f32; 3]>,
    indices: Vec<u16>,
}

impl Mesh {
    fn vertex(&mut self, position: [f32; 3]) -> u16 {
        self.positions.push(position);
        (self.positions.len() - 1) as u16
    }

    /// Adds two triangles, counter-clockwise.
    fn quad(&mut self, corners: [u16; 4]) {
        let [a, b, c, d] = corners;
        self.indices.extend([a, b, c, a, c, d]);
    }

    fn quad_of(&mut self, corners: [[f32; 3]; 4]) {
        let corners = corners.map(|corner| self.vertex(corner));
        self.quad(corners);
    }
}

/// Returns the height of the slope at `x`; the village rises to the east.
fn height(x: f32) -> f32 {
    (x - 15.0).max(0.0) / 16.0
}

fn level() -> Mesh {
    let mut mesh = Mesh::default();
    let [width, depth] = EXTENT;
    for [from, to] in [[0.0, 15.0], [15.0, width]] {
        let [low, high] = [height(from), height(to)];
        mesh.quad_of([[from, low, 0.0], [from, low, depth], [to, high, depth], [to, high, 0.0]]);
    }
    for [x0, z0, x1, z1, walls] in HOUSES {
        let top = height(x1) + walls;
        let ring = [[x0, z0], [x0, z1], [x1, z1], [x1, z0]];
        mesh.quad_of(ring.map(|[x, z]| [x, top, z]));
        for i in 0..4 {
            let [[ax, az], [bx, bz]] = [ring[i], ring[(i + 1) % 4]];
            mesh.quad_of([[ax, 0.0, az], [bx, 0.0, bz], [bx, top, bz], [ax, top, az]]);
        }
    }
    mesh
}

/// Returns the sorted, distinct coordinates at which shapes begin or end.
fn cuts(ends: impl Iterator<Item = f32>) -> Vec<f32> {
    let mut cuts: Vec<f32> = ends.collect();
    cuts.sort_by(f32::total_cmp);
    cuts.dedup();
    cuts
}

fn navmesh() -> Mesh {
    let xs = cuts(HOUSES.iter().flat_map(|house| [house[0], house[2]]).chain([0.0, 15.0, EXTENT[0]]));
    let zs = cuts(HOUSES.iter().flat_map(|house| [house[1], house[3]]).chain([0.0, EXTENT[1]]));
    let mut mesh = Mesh::default();
    let mut known = std::collections::HashMap::new();
    for (i, x) in xs.windows(2).enumerate() {
        for (j, z) in zs.windows(2).enumerate() {
            let is_built = |house: &[f32; 5]| {
                house[0] <= x[0] && x[1] <= house[2] && house[1] <= z[0] && z[1] <= house[3]
            };
            if HOUSES.iter().any(is_built) {
                continue;
            }
            let is_east = x[0] >= SEAM;
            let corners = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)].map(|(i, j)| {
                let position = [xs[i], height(xs[i]), zs[j]];
                *known.entry((i, j, is_east)).or_insert_with(|| mesh.vertex(position))
            });
            mesh.quad(corners);
        }
    }
    // Typical leftovers: a triangle without area, and a wall.
    let [a, b] = [mesh.vertex([0.0, 0.0, 0.0]), mesh.vertex([4.0, 0.0, 0.0])];
    let c = mesh.vertex([2.0, 0.0, 0.0]);
    mesh.indices.extend([a, b, c]);
    mesh.quad_of([[0.0, 0.0, 0.0], [30.0, 0.0, 0.0], [30.0, 2.0, 0.0], [0.0, 2.0, 0.0]]);
    mesh
}

pub(super) fn glb() -> Vec<u8> {
    let (mut bin, mut views, mut accessors, mut meshes) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (name, mesh) in [("level", level()), ("navmesh", navmesh())] {
        let mut axes = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];
        for position in &mesh.positions {
            for (axis, &value) in position.iter().enumerate() {
                axes[0][axis] = axes[0][axis].min(value);
                axes[1][axis] = axes[1][axis].max(value);
            }
        }
        let first = accessors.len();
        let start = bin.len();
        bin.extend(mesh.positions.iter().flatten().flat_map(|value| value.to_le_bytes()));
        views.push(serde_json::json!({ "buffer": 0, "byteOffset": start, "byteLength": bin.len() - start }));
        let count = mesh.positions.len();
        accessors.push(serde_json::json!({ "bufferView": first, "componentType": 5126, "count": count,
            "type": "VEC3", "min": axes[0], "max": axes[1] }));
        let start = bin.len();
        bin.extend(mesh.indices.iter().flat_map(|index| index.to_le_bytes()));
        views.push(serde_json::json!({ "buffer": 0, "byteOffset": start, "byteLength": bin.len() - start }));
        let count = mesh.indices.len();
        accessors.push(serde_json::json!({ "bufferView": first + 1, "componentType": 5123, "count": count,
            "type": "SCALAR" }));
        bin.resize(bin.len().next_multiple_of(4), 0);
        meshes.push(serde_json::json!({ "name": name,
            "primitives": [{ "attributes": { "POSITION": first }, "indices": first + 1 }] }));
    }
    let json = serde_json::json!({
        "asset": { "version": "2.0", "generator": "navsmith" },
        "scene": 0, "scenes": [{ "nodes": [0, 1] }],
        "nodes": [{ "name": "Level", "mesh": 0 }, { "name": "navmesh", "mesh": 1 }],
        "meshes": meshes, "accessors": accessors, "bufferViews": views,
        "buffers": [{ "byteLength": bin.len() }],
    });
    let mut json = json.to_string().into_bytes();
    json.resize(json.len().next_multiple_of(4), b' ');
    let mut glb = b"glTF\x02\0\0\0".to_vec();
    glb.extend((28 + json.len() as u32 + bin.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", json), (b"BIN\0", bin)] {
        glb.extend((chunk.len() as u32).to_le_bytes());
        glb.extend(kind);
        glb.extend(chunk);
    }
    glb
}
