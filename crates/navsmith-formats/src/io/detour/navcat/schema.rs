//! The object `navMesh` of navcat 0.4.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

/// Flag of a neighbour in another tile; the other bits are the direction.
pub(super) const EXTERNAL: u32 = 0x8000;

/// Types of nodes.
pub(super) const POLYGON: u32 = 0;
pub(super) const CONNECTION: u32 = 1;

/// Side of a link within a tile.
pub(super) const SAME_TILE: u32 = 0xff;

/// The parts of a navigation mesh from which the others follow.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadMesh {
    pub(super) tiles: BTreeMap<String, ReadTile>,
    #[serde(default)]
    pub(super) off_mesh_connections: BTreeMap<String, NavcatConnection>,
}

/// The parts of a tile from which the others follow.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadTile {
    pub(super) tile_x: i32,
    pub(super) tile_y: i32,
    #[serde(default)]
    pub(super) tile_layer: i32,
    pub(super) bounds: [f32; 6],
    pub(super) vertices: Vec<f32>,
    pub(super) polys: Vec<NavcatPolygon>,
    #[serde(default)]
    pub(super) detail_meshes: Vec<NavcatDetailMesh>,
    #[serde(default)]
    pub(super) detail_vertices: Vec<f32>,
    #[serde(default)]
    pub(super) detail_triangles: Vec<usize>,
    pub(super) cell_size: f32,
    pub(super) walkable_climb: f32,
}

/// A navigation mesh.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavcatMesh {
    pub(super) origin: [Number; 3],
    pub(super) tile_width: Number,
    pub(super) tile_height: Number,
    pub(super) links: Vec<NavcatLink>,
    pub(super) nodes: Vec<NavcatNode>,
    pub(super) tiles: BTreeMap<usize, NavcatTile>,
    pub(super) tile_position_to_tile_id: BTreeMap<String, usize>,
    pub(super) tile_column_to_tile_ids: BTreeMap<String, [usize; 1]>,
    pub(super) off_mesh_connections: BTreeMap<usize, NavcatConnection>,
    pub(super) off_mesh_connection_attachments: BTreeMap<usize, NavcatAttachment>,
    pub(super) tile_position_to_sequence_counter: BTreeMap<String, u32>,
    pub(super) off_mesh_connection_sequence_counter: usize,
    pub(super) node_index_pool: Pool,
    pub(super) tile_index_pool: Pool,
    pub(super) off_mesh_connection_index_pool: Pool,
    pub(super) link_index_pool: Pool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavcatTile {
    pub(super) id: usize,
    pub(super) sequence: u32,
    #[serde(rename = "tileX")]
    pub(super) x: i32,
    #[serde(rename = "tileY")]
    pub(super) y: i32,
    #[serde(rename = "tileLayer")]
    pub(super) layer: i32,
    pub(super) bounds: [Number; 6],
    pub(super) vertices: Vec<Number>,
    pub(super) detail_meshes: Vec<NavcatDetailMesh>,
    pub(super) detail_vertices: Vec<Number>,
    pub(super) detail_triangles: Vec<usize>,
    pub(super) polys: Vec<NavcatPolygon>,
    pub(super) poly_nodes: Vec<usize>,
    pub(super) bv_tree: BvTree,
    pub(super) cell_size: Number,
    pub(super) cell_height: Number,
    pub(super) walkable_height: Number,
    pub(super) walkable_radius: Number,
    pub(super) walkable_climb: Number,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct NavcatPolygon {
    pub(super) vertices: Vec<u32>,
    #[serde(default)]
    pub(super) neis: Vec<u32>,
    pub(super) flags: u32,
    pub(super) area: u32,
}

#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavcatDetailMesh {
    pub(super) vertices_base: usize,
    pub(super) triangles_base: usize,
    pub(super) vertices_count: usize,
    pub(super) triangles_count: usize,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BvTree {
    pub(super) nodes: Vec<BvNode>,
    pub(super) quant_factor: Number,
}

#[derive(Debug, Serialize)]
pub(super) struct BvNode {
    pub(super) bounds: [u16; 6],
    pub(super) i: i32,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavcatNode {
    pub(super) allocated: bool,
    pub(super) index: usize,
    #[serde(rename = "ref")]
    pub(super) reference: u64,
    pub(super) area: u32,
    pub(super) flags: u32,
    pub(super) links: Vec<usize>,
    #[serde(rename = "type")]
    pub(super) kind: u32,
    pub(super) tile_id: i64,
    pub(super) poly_index: i64,
    pub(super) off_mesh_connection_id: i64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavcatLink {
    pub(super) allocated: bool,
    pub(super) index: usize,
    pub(super) from_node_index: usize,
    pub(super) from_node_ref: u64,
    pub(super) to_node_index: usize,
    pub(super) to_node_ref: u64,
    pub(super) edge: usize,
    pub(super) side: u32,
    pub(super) bmin: u32,
    pub(super) bmax: u32,
}

#[derive(Debug, Deserialize, Serialize)]
pub(super) struct NavcatConnection {
    pub(super) id: usize,
    pub(super) sequence: usize,
    pub(super) start: [Number; 3],
    pub(super) end: [Number; 3],
    pub(super) radius: Number,
    /// 0 for one direction, 1 for both.
    pub(super) direction: u32,
    pub(super) flags: u32,
    pub(super) area: u32,
}

/// References of the nodes of an off-mesh connection and of the polygons at its ends.
#[derive(Debug, Serialize)]
pub(super) struct NavcatAttachment {
    #[serde(rename = "offMeshNode")]
    pub(super) own: u64,
    #[serde(rename = "startPolyNode")]
    pub(super) start: u64,
    #[serde(rename = "endPolyNode")]
    pub(super) end: u64,
}

/// Indices in use.
#[derive(Debug, Serialize)]
pub(super) struct Pool {
    pub(super) free: [usize; 0],
    pub(super) counter: usize,
}

impl Pool {
    pub(super) fn of(counter: usize) -> Self {
        Self { free: [], counter }
    }
}

/// A number that reads back as the same one.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct Number(pub(super) f32);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The shortest form of some numbers differs by way of an `f64`.
        let is_exact =
            |text: &str| text.parse::<f64>().is_ok_and(|read| (read as f32).to_bits() == self.0.to_bits());
        if is_exact(&format!("{:?}", self.0)) {
            serializer.serialize_f32(self.0)
        } else {
            serializer.serialize_f64(self.0.into())
        }
    }
}
