//! Writer: one node with one mesh of triangles.
//!
//! By default, the mesh is one primitive, because libraries for games load the first primitive only.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde_json::{Value, json};

use super::JSON_CAP;
use super::buffers::{BIN, JSON, MAGIC};
use super::document::Extras;
use crate::document::{Area, Document};
use crate::io::content::WriteError;
use crate::io::placing::Export;
use navsmith_core::geometry::{Turn, UpAxis, Vec3, triangulate, turn};
use navsmith_core::navmesh::{AreaId, CellId, NavMesh, Surface};
use navsmith_core::progress::Stopped;

/// Number of vertices or cells between two progress reports.
const ELEMENTS_PER_REPORT: usize = 1 << 14;

/// Name of the node and the mesh.
const NAME: &str = "navmesh";

/// Codes of glTF.
const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
const POINTS: u32 = 0;

/// Container of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    /// JSON with the buffer as a data URI.
    Gltf,
    /// Binary, with the buffer in a chunk.
    Glb,
}

/// Division of the triangles into primitives, each with a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Primitives {
    /// One primitive of all triangles.
    One,
    /// A primitive for each area, with the name and the colour of the area.
    ByArea,
}

/// Root of the JSON. glTF allows no empty lists.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct GltfRoot {
    asset: Value,
    scene: u32,
    scenes: Value,
    nodes: [GltfNode; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    meshes: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    materials: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    accessors: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffer_views: Vec<Value>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    buffers: Vec<Value>,
}

#[derive(Serialize)]
struct GltfNode {
    name: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    mesh: Option<u32>,
    extras: NodeExtras,
}

#[derive(Serialize)]
struct NodeExtras {
    navsmith: Extras,
}

/// Positions of all vertices, and the triangles of each primitive.
struct Geometry {
    positions: Vec<[f32; 3]>,
    /// Indices of positions, three for each triangle, with the area; `None` for several areas.
    triangles: Vec<(Option<AreaId>, Vec<u32>)>,
}

/// Writes a document, so that it reads back as the same one; reports progress and can be stopped.
///
/// Refuses a document whose JSON would be longer than the reader accepts.
pub(crate) fn write(
    export: &Export<'_>,
    container: Container,
    primitives: Primitives,
) -> Result<Result<Vec<u8>, WriteError>, Stopped> {
    let document = export.document;
    let geometry = Geometry::of(export, primitives)?;
    let bytes = geometry.bytes();
    let root = root(document, &geometry, &bytes, container);
    // Writing to a vector cannot fail, and all keys are strings.
    let mut json = serde_json::to_vec(&root).unwrap_or_default();
    if json.len() > JSON_CAP {
        let description = format!(
            "the JSON would have {} bytes, and at most {JSON_CAP} are read; write a navsmith document",
            json.len()
        );
        return Ok(Err(description.into()));
    }
    if container == Container::Gltf {
        json.push(b'\n');
        return Ok(Ok(json));
    }
    json.resize(json.len().next_multiple_of(4), b' ');
    Ok(Ok(glb(&json, &bytes)))
}

impl Geometry {
    fn of(
        &Export { document, coordinates, progress }: &Export<'_>,
        primitives: Primitives,
    ) -> Result<Self, Stopped> {
        let mesh = &document.mesh;
        // Triangles are those of the cells seen from above, so the positions are turned back.
        let turned = mesh.converted(|at| coordinates.up.turned(at), false);
        let from_above = if coordinates.up == UpAxis::Y { mesh } else { turned.as_ref().unwrap_or(mesh) };
        let mut units = progress.units(mesh.vertex_count() + mesh.cell_count(), ELEMENTS_PER_REPORT);
        let mut positions = Vec::with_capacity(mesh.vertex_count());
        let mut numbers = vec![0; mesh.vertex_slots()];
        for (id, position) in mesh.vertices() {
            units.step()?;
            numbers[id.0 as usize] = positions.len() as u32;
            positions.push(position.to_array());
        }
        let mut triangles: Vec<(Option<AreaId>, Vec<u32>)> =
            (0..=u8::MAX).map(|area| (Some(AreaId(area)), Vec::new())).collect();
        for (id, cell) in mesh.cells() {
            units.step()?;
            let corners = cell.corners();
            for triangle in triangulated(from_above, id) {
                let of_area = &mut triangles[usize::from(cell.area().0)].1;
                of_area.extend(triangle.map(|corner| numbers[corners[corner].0 as usize]));
            }
        }
        triangles.retain(|(_, indices)| !indices.is_empty());
        if primitives == Primitives::One && triangles.len() > 1 {
            triangles = vec![(None, triangles.into_iter().flat_map(|(_, indices)| indices).collect())];
        }
        Ok(Self { positions, triangles })
    }

    /// Returns the bytes of the buffer: the positions, then the indices.
    fn bytes(&self) -> Vec<u8> {
        let positions = self.positions.iter().flatten().flat_map(|coordinate| coordinate.to_le_bytes());
        let indices = self.triangles.iter().flat_map(|(_, indices)| indices);
        positions.chain(indices.flat_map(|index| index.to_le_bytes())).collect()
    }
}

/// Returns the triangles of a cell, as numbers of its corners.
///
/// None is degenerate if the cell is simple and has area. A reader that drops degenerate triangles would lose the
/// connections at their sides.
fn triangulated(mesh: &NavMesh, cell: CellId) -> Vec<[usize; 3]> {
    let ring = mesh.ground_ring(cell);
    let surface: Vec<[usize; 3]> = Surface::of_corners(mesh, cell).triangle_points().collect();
    if surface.iter().all(|corners| {
        let [a, b, c] = corners.map(|corner| ring[corner]);
        turn(a, b, c) != Turn::Straight
    }) {
        return surface;
    }
    let reversed: Vec<_> = ring.iter().rev().copied().collect();
    let last = ring.len() - 1;
    let of_reversed = || {
        let triangles = triangulate(&reversed)?.into_iter();
        Some(triangles.map(|triangle| triangle.map(|corner| last - corner)).collect())
    };
    triangulate(&ring).or_else(of_reversed).unwrap_or(surface)
}

fn root(document: &Document, geometry: &Geometry, bytes: &[u8], container: Container) -> GltfRoot {
    let Geometry { positions, triangles } = geometry;
    let indices: Vec<u32> = triangles.iter().flat_map(|(_, indices)| indices).copied().collect();
    let extras = NodeExtras { navsmith: Extras::of(document, positions, &indices) };
    let mut root = GltfRoot {
        asset: json!({ "version": "2.0", "generator": concat!("navsmith ", env!("CARGO_PKG_VERSION")) }),
        scene: 0,
        scenes: json!([{ "nodes": [0] }]),
        nodes: [GltfNode { name: NAME, mesh: (!positions.is_empty()).then_some(0), extras }],
        meshes: Vec::new(),
        materials: Vec::new(),
        accessors: Vec::new(),
        buffer_views: Vec::new(),
        buffers: Vec::new(),
    };
    if positions.is_empty() {
        return root;
    }
    let split = size_of_val(&**positions);
    let mut buffer = json!({ "byteLength": bytes.len() });
    if container == Container::Gltf {
        let data = STANDARD.encode(bytes);
        buffer["uri"] = format!("data:application/octet-stream;base64,{data}").into();
    }
    root.buffers.push(buffer);
    root.buffer_views.push(json!({ "buffer": 0, "byteLength": split, "target": ARRAY_BUFFER }));
    let points = || positions.iter().copied().map(Vec3::from);
    let least = points().reduce(Vec3::min).unwrap_or_default().to_array();
    let most = points().reduce(Vec3::max).unwrap_or_default().to_array();
    root.accessors.push(json!({
        "bufferView": 0, "componentType": FLOAT, "count": positions.len(), "type": "VEC3", "min": least, "max": most,
    }));
    let mut primitives = Vec::new();
    if triangles.is_empty() {
        primitives.push(json!({ "attributes": { "POSITION": 0 }, "mode": POINTS }));
    } else {
        let view = json!({
            "buffer": 0, "byteOffset": split, "byteLength": bytes.len() - split, "target": ELEMENT_ARRAY_BUFFER,
        });
        root.buffer_views.push(view);
    }
    let (mut offset, plain) = (0, Area { name: NAME.into(), ..Area::default() });
    for (area, indices) in triangles {
        let number = primitives.len();
        root.materials.push(material(area.and_then(|area| document.area(area)).unwrap_or(&plain)));
        root.accessors.push(json!({
            "bufferView": 1, "byteOffset": offset, "componentType": UNSIGNED_INT, "count": indices.len(),
            "type": "SCALAR",
        }));
        primitives.push(json!({
            "attributes": { "POSITION": 0 }, "indices": number + 1, "material": number,
        }));
        offset += size_of_val(&**indices);
    }
    root.meshes.push(json!({ "name": NAME, "primitives": primitives }));
    root
}

/// Returns the material of an area, with its colour converted from sRGB to linear.
fn material(area: &Area) -> Value {
    let [red, green, blue] = area.color.map(|channel| {
        let encoded = f64::from(channel) / 255.0;
        if encoded <= 0.040_45 { encoded / 12.92 } else { ((encoded + 0.055) / 1.055).powf(2.4) }
    });
    json!({
        "name": area.name,
        "doubleSided": true,
        "pbrMetallicRoughness": {
            "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0, "roughnessFactor": 1.0,
        },
    })
}

/// Returns a GLB of a JSON and a buffer, whose lengths are multiples of four.
fn glb(json: &[u8], buffer: &[u8]) -> Vec<u8> {
    let chunk = |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind, bytes].concat();
    let mut chunks = chunk(JSON, json);
    if !buffer.is_empty() {
        chunks.extend(chunk(BIN, buffer));
    }
    let header: usize = 12;
    let length = (header + chunks.len()) as u32;
    [MAGIC, &2_u32.to_le_bytes(), &length.to_le_bytes(), &chunks].concat()
}
