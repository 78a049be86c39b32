//! Reader: the tiles and the off-mesh connections, converted to those of Detour.

use std::collections::BTreeMap;

use crate::io::ron::json::{JsonError, in_text};
use crate::io::ron::{utf8, without_bom};
use navsmith_core::budget::Budget;
use navsmith_core::geometry::Vec3;

use super::super::detail::{DetailMesh, DetailPart};
use super::super::document::{Contents, LAST_AREA, document};
use super::super::rules::Rules;
use super::super::tile::{EXTERNAL, MOST_CORNERS, OffMeshConnection, SAME_TILE, Tile, TilePolygon};
use super::schema::{self, Number, ReadMesh, ReadTile};

/// Maximum number of vertices, and of polygons, of a tile.
const MOST: usize = 0xffff;

/// Reads a navigation mesh within a budget.
///
/// A number in a text has at least two bytes, so the parsed lists are at most eight times as long as the text.
pub(crate) fn read(bytes: &[u8], budget: &mut Budget) -> Result<Contents, JsonError> {
    let text = without_bom(utf8(bytes)?);
    let mesh: ReadMesh = serde_json::from_str(text).map_err(|error| in_text(&error))?;
    let ReadMesh { tiles, off_mesh_connections } = mesh;
    let mut converted = Vec::with_capacity(tiles.len());
    for (name, tile) in tiles {
        let tile = of_tile(&tile, budget);
        converted.push(tile.map_err(|why| JsonError::Value(format!("tiles.{name}{why}")))?);
    }
    add_connections(&mut converted, &off_mesh_connections, budget).map_err(JsonError::Value)?;
    document(&converted, Rules::Navcat, budget).map_err(|error| JsonError::Value(error.description))
}

fn of_tile(tile: &ReadTile, budget: &mut Budget) -> Result<Tile, String> {
    let (coordinates, rest) = tile.vertices.as_chunks::<3>();
    if !rest.is_empty() || coordinates.len() > MOST || tile.polys.len() > MOST {
        let why = "a tile has at most 65535 polygons, and as many vertices of three coordinates each";
        return Err(format!(": {why}; build the mesh with smaller tiles"));
    }
    let mut vertices = Vec::with_capacity(coordinates.len());
    for (number, &position) in coordinates.iter().enumerate() {
        let position = Vec3::from(position);
        if !position.is_finite() {
            return Err(format!(".vertices: vertex {number} is at {position}; positions are finite"));
        }
        keep(budget, 64)?;
        vertices.push(position);
    }
    let mut polygons = Vec::with_capacity(tile.polys.len());
    for (number, polygon) in tile.polys.iter().enumerate() {
        keep(budget, 128)?;
        let polygon = of_polygon(polygon, vertices.len());
        polygons.push(polygon.map_err(|why| format!(".polys[{number}]{why}"))?);
    }
    let [x, y, z, right, top, front] = tile.bounds;
    Ok(Tile {
        at: [tile.tile_x, tile.tile_y],
        layer: tile.tile_layer,
        walkable_climb: tile.walkable_climb,
        bounds: [Vec3::new(x, y, z), Vec3::new(right, top, front)],
        quantization: 1.0 / tile.cell_size,
        has_tree: true,
        vertices,
        polygons,
        connections: Vec::new(),
        detail: detail(tile),
    })
}

fn detail(tile: &ReadTile) -> DetailMesh {
    let parts = tile.detail_meshes.iter().map(|part| DetailPart {
        vertices: [part.vertices_base, part.vertices_count],
        triangles: [part.triangles_base, part.triangles_count],
    });
    let triangles = tile.detail_triangles.as_chunks::<4>().0.iter();
    // A number beyond those of Detour is no corner of any polygon.
    let corner = |corner: usize| u8::try_from(corner).unwrap_or(u8::MAX);
    DetailMesh {
        parts: parts.collect(),
        vertices: tile.detail_vertices.as_chunks::<3>().0.iter().map(|&at| Vec3::from(at)).collect(),
        triangles: triangles.map(|&[a, b, c, _]| [a, b, c].map(corner)).collect(),
    }
}

fn of_polygon(polygon: &schema::NavcatPolygon, vertex_count: usize) -> Result<TilePolygon, String> {
    let schema::NavcatPolygon { vertices, neis, flags, area } = polygon;
    if !(3..=MOST_CORNERS).contains(&vertices.len()) {
        let size = vertices.len();
        return Err(format!(": it has {size} corners, and navsmith reads 3 to {MOST_CORNERS}; divide it"));
    }
    if *area > LAST_AREA.into() {
        return Err(format!(
            ": its area is {area}, and navsmith reads areas up to {LAST_AREA}; assign others"
        ));
    }
    let mut sides = [[0; 2]; MOST_CORNERS];
    for (number, &corner) in vertices.iter().enumerate() {
        if corner as usize >= vertex_count {
            let last = vertex_count as i64 - 1;
            return Err(format!(
                ": it names vertex {corner}, but vertices end at {last}; export the mesh again"
            ));
        }
        if vertices[..number].contains(&corner) {
            return Err(format!(": it names vertex {corner} twice; export the mesh again"));
        }
        let neighbor = neis.get(number).copied().unwrap_or(0);
        let neighbor = if neighbor & schema::EXTERNAL == 0 {
            neighbor as u16
        } else {
            EXTERNAL | neighbor as u16 & 0xff
        };
        sides[number] = [corner as u16, neighbor];
    }
    let mut polygon = TilePolygon::new(&sides[..vertices.len()], *area as u8, false);
    polygon.flags = u16::try_from(*flags).unwrap_or(u16::MAX);
    Ok(polygon)
}

/// Adds the off-mesh connections to the first tiles with room, and to new ones.
///
/// A document does not store which.
fn add_connections(
    tiles: &mut Vec<Tile>,
    connections: &BTreeMap<String, schema::NavcatConnection>,
    budget: &mut Budget,
) -> Result<(), String> {
    let is_full = |tile: &Tile| tile.vertices.len() + 2 > MOST || tile.polygons.len() == MOST;
    let mut at = 0;
    for (name, connection) in connections {
        let ends = [connection.start, connection.end].map(|end| Vec3::from(end.map(|Number(number)| number)));
        if !ends.iter().all(|end| end.is_finite()) {
            return Err(format!("offMeshConnections.{name}: positions are finite; export the mesh again"));
        }
        while tiles.get(at).is_some_and(is_full) {
            at += 1;
        }
        if at == tiles.len() {
            tiles.push(Tile::default());
        }
        let tile = &mut tiles[at];
        keep(budget, 512)?;
        let first = tile.vertices.len() as u16;
        let number = tile.polygons.len() as u16;
        tile.vertices.extend(ends);
        let mut polygon = TilePolygon::new(&[[first, 0], [first + 1, 0]], connection.area as u8, true);
        polygon.flags = u16::try_from(connection.flags).unwrap_or(u16::MAX);
        tile.polygons.push(polygon);
        tile.connections.push(OffMeshConnection {
            ends,
            radius: connection.radius.0,
            polygon: number,
            is_bidirectional: connection.direction != 0,
            side: SAME_TILE,
        });
    }
    Ok(())
}

fn keep(budget: &mut Budget, bytes: usize) -> Result<(), String> {
    budget.keep(bytes).map_err(|error| format!(": {error}; split the file"))
}
