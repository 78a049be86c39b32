//! The glTF files that navsmith writes, as other programs read them.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glam::Vec3;
use navsmith::document::{Area, Document};
use navsmith::io::file::Stamp;
use navsmith::io::{self, Format, Opened, samples};
use navsmith::navmesh::edit::delete_cells;
use navsmith::navmesh::{AreaId, Cell, Derived, Draft, NavMesh, VertexId};
use navsmith::progress::Progress;

fn written(name: &str, document: &Document) -> Vec<u8> {
    let format = Format::of_name(Path::new(name)).unwrap();
    format.write.unwrap()(document, &Progress::none()).unwrap().unwrap()
}

fn open(name: &str, bytes: &[u8]) -> Opened {
    io::open_bytes((Path::new(name), Stamp::of(bytes)), bytes).unwrap()
}

/// The triangles of one primitive, by positions.
type Triangles = Vec<[Vec3; 3]>;

/// Reads all primitives of the first node, each with the name of its material.
fn primitives(glb: &[u8]) -> Vec<(String, Triangles)> {
    let file = gltf::Gltf::from_slice(glb).expect("valid");
    let blob = file.blob.clone().unwrap_or_default();
    let mesh = file.nodes().next().and_then(|node| node.mesh()).expect("the first node has a mesh");
    let triangles = |primitive: gltf::Primitive<'_>| {
        let reader = primitive.reader(|_| Some(&blob));
        let positions: Vec<Vec3> = reader.read_positions().unwrap().map(Vec3::from).collect();
        let indices: Vec<u32> = reader.read_indices().unwrap().into_u32().collect();
        let corners = indices.as_chunks::<3>().0.iter();
        let triangles = corners.map(|corners| corners.map(|corner| positions[corner as usize])).collect();
        (primitive.material().name().unwrap_or_default().to_owned(), triangles)
    };
    mesh.primitives().map(triangles).collect()
}

/// Returns the number of islands: triangles without area are left out, and equal positions are one vertex.
fn islands(triangles: &Triangles) -> usize {
    let has_area = |[a, b, c]: &&[Vec3; 3]| (*b - *a).cross(*c - *a) != Vec3::ZERO;
    let triangles: Vec<_> = triangles.iter().filter(has_area).collect();
    let mut by_edge: BTreeMap<[[u32; 3]; 2], Vec<usize>> = BTreeMap::new();
    for (number, triangle) in triangles.iter().enumerate() {
        for side in 0..3 {
            let mut edge =
                [triangle[side], triangle[(side + 1) % 3]].map(|at| at.to_array().map(f32::to_bits));
            edge.sort_unstable();
            by_edge.entry(edge).or_default().push(number);
        }
    }
    let mut left: BTreeSet<usize> = (0..triangles.len()).collect();
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut open = vec![first];
        while let Some(number) = open.pop() {
            for edge in by_edge.values().filter(|triangles| triangles.contains(&number)) {
                open.extend(edge.iter().filter(|&&other| left.remove(&other)));
            }
        }
    }
    count
}

#[test]
fn a_reader_of_the_first_primitive_finds_the_same_islands() {
    for sample in samples::all() {
        let (Opened::Document { mut document, .. } | Opened::Mesh { mut document, .. }) =
            sample.open().unwrap()
        else {
            continue;
        };
        let mut draft = Draft::of(document.mesh.clone());
        let ids: Vec<_> = document.mesh.cells().map(|(id, _)| id).collect();
        for &id in &ids {
            draft.set_area(id, AreaId(0));
        }
        delete_cells(&mut draft, &ids[..1]).unwrap();
        document.mesh = draft.into_mesh();
        let derived = Derived::build(&document.mesh);
        let glb = written("a.glb", &document);
        let [(material, triangles)] = &primitives(&glb)[..] else { panic!("one primitive of one area") };
        assert_eq!(*material, document.areas[0].name, "{}", sample.name);
        assert_eq!(triangles.len(), document.mesh.triangle_count(), "{}", sample.name);
        let is_clean = derived.islands.len() == islands(triangles);
        // Cells that touch without a shared edge are connected by positions only.
        assert!(
            is_clean || sample.name.contains("junction") || sample.name.contains("inside"),
            "{}",
            sample.name
        );
    }
}

/// Two squares with different areas, and a vertex without a cell.
fn two_areas() -> Document {
    let places = [[0., 0.], [0., 2.], [2., 2.], [2., 0.], [4., 2.], [4., 0.], [9., 9.]];
    let cells = [([0, 1, 2, 3], 0), ([3, 2, 4, 5], 1)];
    let cells = cells.map(|(corners, area)| Cell::new(corners.map(VertexId), AreaId(area)));
    let mesh = NavMesh::from_parts(places.map(|[x, z]| Vec3::new(x, 0.5, z)), cells).unwrap();
    let mud = Area { name: "mud".into(), color: [121, 85, 72] };
    Document { areas: vec![Area::default(), mud].into(), ..Document::of_mesh(mesh) }
}

#[test]
fn each_area_is_a_primitive_with_a_named_material() {
    let primitives = primitives(&written("a.glb", &two_areas()));
    let names: Vec<(&str, usize)> =
        primitives.iter().map(|(name, triangles)| (&**name, triangles.len())).collect();
    assert_eq!(names, [("walkable", 2), ("mud", 2)]);
    for [a, b, c] in primitives.iter().flat_map(|(_, triangles)| triangles) {
        assert!((*b - *a).cross(*c - *a).y > 0.0, "counter-clockwise seen from above");
    }
}

#[test]
fn a_file_that_another_program_changed_is_imported_by_its_triangles() {
    let document = two_areas();
    let mut glb = written("a.glb", &document);
    assert!(
        matches!(open("a.glb", &glb), Opened::Mesh { document: again, .. } if again == document),
        "unchanged"
    );
    // The first coordinate lies at the beginning of the buffer.
    let buffer = glb.len() - 7 * 12 - 4 * 3 * 4;
    glb[buffer..buffer + 4].copy_from_slice(&(-1.0_f32).to_le_bytes());
    let Opened::Scene { scene, .. } = open("a.glb", &glb) else { panic!("a scene") };
    let note = "its cells, links and queries by navsmith are not read, because the triangles were changed by another program";
    assert_eq!(scene.notes, [note]);
    assert_eq!(scene.items.len(), 2, "its primitives can be imported");
    let text = String::from_utf8(written("a.gltf", &document)).unwrap();
    for (old, new) in [("\"cell_sizes\":[4,4]", "\"cell_sizes\":[4,9]"), ("\"version\":1", "\"version\":9")] {
        let opened = open("a.gltf", text.replacen(old, new, 1).as_bytes());
        assert!(matches!(opened, Opened::Scene { scene, .. } if scene.notes.len() == 1), "{new}");
    }
}

#[test]
fn a_document_without_cells_is_a_valid_file() {
    let lone = NavMesh::from_parts([Vec3::ONE], []).unwrap();
    for mesh in [NavMesh::default(), lone] {
        let document = Document::of_mesh(mesh);
        let glb = written("a.glb", &document);
        gltf::Gltf::from_slice(&glb).expect("valid");
        assert!(matches!(open("a.glb", &glb), Opened::Mesh { document: again, .. } if again == document));
    }
}
