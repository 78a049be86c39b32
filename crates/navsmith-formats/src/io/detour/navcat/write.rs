//! Writer: the tiles of Detour, with the nodes and links that navcat derives from them.

use std::collections::BTreeMap;

use crate::document::Document;
use crate::io::content::WriteError;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::CellId;
use navsmith_core::progress::{Progress, Stopped};

use super::super::encode::{WALKABLE_HEIGHT, WALKABLE_RADIUS, bounding_volumes};
use super::super::pieces::{LIMITS, TileLimits};
use super::super::tile::{self, EXTERNAL};
use super::super::tiles::Tiling;
use super::super::write::tiles_within;
use super::schema::{
    self, BvNode, BvTree, CONNECTION, NavcatAttachment, NavcatConnection, NavcatDetailMesh, NavcatLink,
    NavcatMesh, NavcatNode, NavcatTile, Number, POLYGON, Pool, SAME_TILE,
};

/// Share of the work that is complete once the tiles are known.
const TILES: f32 = 0.6;

/// Quantised position of the end of a side.
const WHOLE: u32 = 255;

/// Writes a document; reports progress and can be stopped.
pub(crate) fn write(
    document: &Document,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    write_within(document, LIMITS, progress)
}

/// Writes a document like [`write()`] within limits of its tiles.
pub(crate) fn write_within(
    document: &Document,
    limits: TileLimits,
    progress: &Progress,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let tiling = match tiles_within(document, limits, &progress.part(0.0..TILES))? {
        Ok(tiling) => tiling,
        Err(error) => return Ok(Err(error)),
    };
    let progress = progress.part(TILES..1.0);
    progress.report(0, 1)?;
    // All keys are strings or numbers, so writing to a vector cannot fail.
    let bytes = serde_json::to_vec(&Graph::of(&tiling).mesh(&tiling)).unwrap_or_default();
    progress.report(1, 1)?;
    Ok(Ok(bytes))
}

/// The nodes of all polygons and connections, and their links.
struct Graph {
    nodes: Vec<NavcatNode>,
    links: Vec<NavcatLink>,
    /// Number of the first node of each tile.
    first: Vec<usize>,
    attachments: BTreeMap<usize, NavcatAttachment>,
}

impl Graph {
    fn of(tiling: &Tiling) -> Self {
        let mut graph =
            Self { nodes: Vec::new(), links: Vec::new(), first: Vec::new(), attachments: BTreeMap::new() };
        for (number, tile) in tiling.tiles.iter().enumerate() {
            graph.first.push(graph.nodes.len());
            for (index, polygon) in ground(tile).enumerate() {
                let mut node = graph.node(POLYGON, 0);
                (node.area, node.flags) = (polygon.area.into(), polygon.flags.into());
                (node.tile_id, node.poly_index) = (number as i64, index as i64);
                graph.nodes.push(node);
            }
        }
        for piece in 0..tiling.layout.pieces.len() {
            graph.link_neighbors(tiling, piece);
        }
        for (id, (connection, _)) in connections(tiling).enumerate() {
            graph.attach(tiling, id, connection.is_bidirectional);
        }
        graph
    }

    /// Creates the next node; `sequence` is the number of an off-mesh connection.
    fn node(&self, kind: u32, sequence: u64) -> NavcatNode {
        let index = self.nodes.len();
        let reference = u64::from(kind) + 2 * index as u64 + (sequence << 32);
        NavcatNode {
            allocated: true,
            index,
            reference,
            area: 0,
            flags: 1,
            links: Vec::new(),
            kind,
            tile_id: -1,
            poly_index: -1,
            off_mesh_connection_id: -1,
        }
    }

    /// Returns the node of a piece.
    fn node_of(&self, tiling: &Tiling, piece: u32) -> usize {
        self.first[tiling.layout.tile_of[piece as usize] as usize] + usize::from(tiling.number(piece))
    }

    fn link(&mut self, [from, to]: [usize; 2], edge: usize, side: u32, bmax: u32) {
        let index = self.links.len();
        let [from_node_ref, to_node_ref] = [from, to].map(|node| self.nodes[node].reference);
        self.nodes[from].links.push(index);
        self.links.push(NavcatLink {
            allocated: true,
            index,
            from_node_index: from,
            from_node_ref,
            to_node_index: to,
            to_node_ref,
            edge,
            side,
            bmin: 0,
            bmax,
        });
    }

    /// Links a piece with its neighbours, as far as its polygon names them.
    fn link_neighbors(&mut self, tiling: &Tiling, piece: usize) {
        let tile = &tiling.tiles[tiling.layout.tile_of[piece] as usize];
        let polygon = &tile.polygons[usize::from(tiling.number(piece as u32))];
        let from = self.node_of(tiling, piece as u32);
        for (side, neighbor) in tiling.derived.adjacency.neighbors(CellId(piece as u32)) {
            let (edge, to) = (side.side as usize, self.node_of(tiling, neighbor.0));
            match polygon.neighbors()[edge] {
                0 => {}
                direction if direction & EXTERNAL != 0 => {
                    self.link([from, to], edge, u32::from(direction & !EXTERNAL), WHOLE);
                }
                _ => self.link([from, to], edge, SAME_TILE, 0),
            }
        }
    }

    /// Adds the node of an off-mesh connection, if both of its ends are at polygons.
    fn attach(&mut self, tiling: &Tiling, id: usize, is_bidirectional: bool) {
        let [Some(start), Some(end)] = tiling.end_pieces[id].map(|piece| Some(self.node_of(tiling, piece?)))
        else {
            return;
        };
        let mut node = self.node(CONNECTION, id as u64);
        node.off_mesh_connection_id = id as i64;
        let own = node.index;
        self.nodes.push(node);
        self.link([start, own], 0, 0, 0);
        self.link([own, end], 1, 0, 0);
        if is_bidirectional {
            self.link([end, own], 1, 0, 0);
            self.link([own, start], 0, 0, 0);
        }
        let [own, start, end] = [own, start, end].map(|node| self.nodes[node].reference);
        self.attachments.insert(id, NavcatAttachment { own, start, end });
    }

    fn mesh(self, tiling: &Tiling) -> NavcatMesh {
        let numbered = || tiling.tiles.iter().enumerate();
        let position = |tile: &tile::Tile| format!("{},{},{}", tile.at[0], tile.at[1], tile.layer);
        let grid = tiling.layout.grid;
        let connections: BTreeMap<usize, NavcatConnection> =
            connections(tiling).map(connection).enumerate().collect();
        let connections =
            connections.into_iter().map(|(id, of)| (id, NavcatConnection { id, sequence: id, ..of }));
        let connections: BTreeMap<usize, NavcatConnection> = connections.collect();
        NavcatMesh {
            origin: numbers(grid.bounds.min),
            tile_width: Number(grid.size[0]),
            tile_height: Number(grid.size[1]),
            tiles: numbered().map(|(id, tile)| (id, written(id, tile, self.first[id]))).collect(),
            tile_position_to_tile_id: numbered().map(|(id, tile)| (position(tile), id)).collect(),
            tile_column_to_tile_ids: numbered()
                .map(|(id, tile)| (format!("{},{}", tile.at[0], tile.at[1]), [id]))
                .collect(),
            tile_position_to_sequence_counter: tiling.tiles.iter().map(|tile| (position(tile), 0)).collect(),
            off_mesh_connection_attachments: self.attachments,
            off_mesh_connection_sequence_counter: connections.len(),
            node_index_pool: Pool::of(self.nodes.len()),
            tile_index_pool: Pool::of(tiling.tiles.len()),
            off_mesh_connection_index_pool: Pool::of(connections.len()),
            link_index_pool: Pool::of(self.links.len()),
            off_mesh_connections: connections,
            links: self.links,
            nodes: self.nodes,
        }
    }
}

fn ground(tile: &tile::Tile) -> impl Iterator<Item = &tile::TilePolygon> {
    tile.polygons.iter().filter(|polygon| !polygon.is_connection)
}

/// Returns the off-mesh connections in the order of the links, with their polygons.
fn connections(tiling: &Tiling) -> impl Iterator<Item = (&tile::OffMeshConnection, &tile::TilePolygon)> {
    tiling.order.iter().map(|&(tile, number)| {
        let tile = &tiling.tiles[tile];
        let connection = &tile.connections[number];
        (connection, &tile.polygons[usize::from(connection.polygon)])
    })
}

fn numbers(at: Vec3) -> [Number; 3] {
    at.to_array().map(Number)
}

/// Converts a tile whose first node has this number.
fn written(id: usize, tile: &tile::Tile, first: usize) -> NavcatTile {
    // The last vertices are those of connections.
    let vertices = &tile.vertices[..tile.vertices.len() - 2 * tile.connections.len()];
    let [min, max] = tile.bounds.map(numbers);
    let nodes = bounding_volumes(tile).into_iter().map(|node| {
        let ([left, bottom, back], [right, top, front]) = (node.low, node.high);
        BvNode { bounds: [left, bottom, back, right, top, front], i: node.link }
    });
    let detail_meshes = tile.detail.parts.iter().map(|part| {
        let ([vertices_base, vertices_count], [triangles_base, triangles_count]) =
            (part.vertices, part.triangles);
        NavcatDetailMesh { vertices_base, triangles_base, vertices_count, triangles_count }
    });
    let detail_triangles = (0..tile.detail.parts.len()).flat_map(|number| tile.detail_triangles(number));
    let count = ground(tile).count();
    let cell_size = Number(1.0 / tile.quantization);
    NavcatTile {
        id,
        sequence: 0,
        x: tile.at[0],
        y: tile.at[1],
        layer: tile.layer,
        bounds: [min[0], min[1], min[2], max[0], max[1], max[2]],
        vertices: vertices.iter().flat_map(|&at| numbers(at)).collect(),
        detail_meshes: detail_meshes.collect(),
        detail_vertices: tile.detail.vertices.iter().flat_map(|&at| numbers(at)).collect(),
        detail_triangles: detail_triangles.flatten().map(usize::from).collect(),
        polys: ground(tile).map(polygon).collect(),
        poly_nodes: (first..first + count).collect(),
        bv_tree: BvTree { nodes: nodes.collect(), quant_factor: Number(tile.quantization) },
        cell_size,
        cell_height: cell_size,
        walkable_height: Number(WALKABLE_HEIGHT),
        walkable_radius: Number(WALKABLE_RADIUS),
        walkable_climb: Number(tile.walkable_climb),
    }
}

fn polygon(polygon: &tile::TilePolygon) -> schema::NavcatPolygon {
    let neighbor = |&neighbor: &u16| u32::from(neighbor);
    schema::NavcatPolygon {
        vertices: polygon.corners().iter().map(|&corner| corner.into()).collect(),
        neis: polygon.neighbors().iter().map(neighbor).collect(),
        flags: polygon.flags.into(),
        area: polygon.area.into(),
    }
}

fn connection((connection, polygon): (&tile::OffMeshConnection, &tile::TilePolygon)) -> NavcatConnection {
    let [start, end] = connection.ends.map(numbers);
    NavcatConnection {
        id: 0,
        sequence: 0,
        start,
        end,
        radius: Number(connection.radius),
        direction: connection.is_bidirectional.into(),
        flags: polygon.flags.into(),
        area: 0,
    }
}
