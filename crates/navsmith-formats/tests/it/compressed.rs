//! glTF files whose geometry is compressed: the same mesh as uncompressed, and no harm by damaged ones.
//!
//! The fixtures were written by glTF-Transform 4.5, and `meshopt_khr.glb` by gltfpack 1.3, which stores positions with
//! exponents.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use allocation_counter::measure;
use navsmith_core::geometry::SplitMix64;
use navsmith_formats::document::Document;
use navsmith_formats::io::gltf::{self, GltfError};
use navsmith_formats::io::{self, ImportDefaults, Placement};

use crate::support::memory::most_bytes;

const PLAIN: &[u8] = include_bytes!("../fixtures/plain.glb");
const MESHOPT: &[u8] = include_bytes!("../fixtures/meshopt.glb");
const MESHOPT_KHR: &[u8] = include_bytes!("../fixtures/meshopt_khr.glb");
const DRACO: &[u8] = include_bytes!("../fixtures/draco.glb");

/// Returns the JSON of a GLB.
fn json_of(glb: &[u8]) -> String {
    let length = u32::from_le_bytes(*glb[12..].first_chunk().unwrap()) as usize;
    String::from_utf8(glb[20..20 + length].to_vec()).unwrap()
}

fn imported(bytes: &[u8]) -> Result<Document, GltfError> {
    let scene = gltf::parse(bytes, None)?;
    let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
    Ok(io::import(&scene, &chosen, &Placement::default(), &weld)?.document)
}

/// Returns the triangles with the names of their areas, in millimetres.
fn triangles(document: &Document) -> BTreeSet<(String, [[i32; 3]; 3])> {
    let mesh = &document.mesh;
    let triangle = |(id, cell): (_, &navsmith_core::navmesh::Cell)| {
        let ring = mesh.ring(id);
        let mut corners: [[i32; 3]; 3] =
            std::array::from_fn(|corner| (ring[corner] * 1000.0).round().as_ivec3().to_array());
        let first = (0..3).min_by_key(|&corner| corners[corner]).unwrap();
        corners.rotate_left(first);
        (document.area(cell.area()).unwrap().name.clone(), corners)
    };
    mesh.cells().map(triangle).collect()
}

/// Returns the compressed fixtures that this build reads.
fn fixtures() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    let draco = cfg!(feature = "draco").then_some(("Draco", DRACO));
    [("meshopt", MESHOPT), ("meshopt of Khronos", MESHOPT_KHR)].into_iter().chain(draco)
}

#[test]
fn compressed_files_contain_the_same_mesh_as_uncompressed_ones() {
    let expected = imported(PLAIN).unwrap();
    assert_eq!(expected.mesh.cell_count(), 32);
    for (name, bytes) in fixtures() {
        let document = imported(bytes).unwrap();
        assert_eq!(document.mesh.vertex_count(), expected.mesh.vertex_count(), "{name}");
        assert_eq!(triangles(&document), triangles(&expected), "{name}");
        assert_eq!(document.areas, expected.areas, "{name}");
        let notes = gltf::parse(bytes, None).unwrap().notes;
        assert!(notes.is_empty(), "{name}: {notes:?}");
    }
}

#[cfg(not(feature = "draco"))]
#[test]
fn a_build_without_draco_refuses_it_by_name_with_a_remedy() {
    let error = imported(DRACO).unwrap_err().to_string();
    assert!(
        error.contains("KHR_draco_mesh_compression") && error.contains("npx @gltf-transform/cli"),
        "{error}"
    );
    // An optional compression without an uncompressed copy.
    let json = json_of(DRACO).replace("extensionsRequired", "extensionsRequirex");
    let error = gltf::parse(json.as_bytes(), None).unwrap_err().to_string();
    assert!(error.starts_with("meshes[0].primitives[0] is compressed with Draco"), "{error}");
}

#[test]
fn damaged_files_take_no_more_memory_than_their_size_justifies() {
    let mut chance = SplitMix64(11);
    let mut below = |most: usize| (chance.unit() * most as f64) as usize;
    for (name, good) in fixtures() {
        let json = 20 + json_of(good).len();
        let (mut read, mut refused) = (0, 0);
        for number in 0..1500 {
            let mut bytes = good.to_vec();
            for _ in 0..=below(3) {
                let from = if number % 3 == 0 { 20 } else { json };
                let at = from + below(good.len() - from);
                bytes[at] = match below(4) {
                    0 => b'0' + below(10) as u8,
                    1 => bytes[at] ^ (1 << below(8)),
                    _ => below(256) as u8,
                };
            }
            let memory = measure(|| match imported(&bytes) {
                Ok(document) => {
                    document.mesh.check().unwrap();
                    read += 1;
                }
                Err(error) => {
                    assert!(error.to_string().len() < 500, "{error}");
                    refused += 1;
                }
            });
            assert!(
                memory.bytes_max < most_bytes(bytes.len()),
                "{name} {number}: {} bytes",
                memory.bytes_max
            );
        }
        assert!(read > 50 && refused > 50, "{name}: {read} read, {refused} refused");
    }
}

#[test]
fn counts_that_compressed_data_states_are_not_believed() {
    // Two bytes of data instead of those of the file.
    let data = "{\"uri\":\"data:,%e1%00\",\"byteLength\":2}";
    let json = json_of(MESHOPT).replacen("{\"byteLength\":260}", data, 1);
    for count in [2_000_000, 357_913_941, u32::MAX - 3] {
        let stated = "\"byteStride\":12,\"count\":";
        let file = json.replacen(&format!("{stated}15"), &format!("{stated}{count}"), 1);
        assert_ne!(file, json);
        let mut error = String::new();
        let memory = measure(|| error = gltf::parse(file.as_bytes(), None).unwrap_err().to_string());
        assert!(memory.bytes_max < most_bytes(file.len()), "{} bytes", memory.bytes_max);
        assert!(error.contains("more data than a file of this size justifies"), "{error}");
    }
    let damaged = gltf::parse(json.as_bytes(), None).unwrap_err().to_string();
    let expected = "accessors[1] needs bufferViews[1], which is compressed with meshopt, but its data is damaged; export it again";
    assert_eq!(damaged, expected);
}
