//! The glTF files that navsmith writes, as other programs read them.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glam::Vec3;
use navsmith::samples;
use navsmith_core::geometry::FileCoordinates;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, HalfEdge, NavMesh, VertexId};
use navsmith_core::progress::Progress;
use navsmith_core::simulation::scenario::Scenario;
use navsmith_formats::document::{Area, Document};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, DocumentContent, Format, ImportDefaults, Opened, Placement};

use crate::support::data;

fn written(name: &str, document: &Document) -> Vec<u8> {
    let format = Format::of_name(Path::new(name)).unwrap();
    format.encode(document, FileCoordinates::default(), &Progress::none()).unwrap().unwrap()
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
        if ids.len() < 2 {
            continue;
        }
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
fn all_areas_are_one_primitive_by_default() {
    let primitives = primitives(&written("a.glb", &two_areas()));
    let names: Vec<(&str, usize)> =
        primitives.iter().map(|(name, triangles)| (&**name, triangles.len())).collect();
    assert_eq!(names, [("navmesh", 4)]);
}

#[test]
fn both_divisions_into_primitives_read_back_as_the_same_document() {
    let document = two_areas();
    for name in ["a.glb", "a.areas.glb", "a.gltf", "a.areas.gltf"] {
        let opened = open(name, &written(name, &document));
        assert!(matches!(opened, Opened::Mesh { document: again, .. } if again == document), "{name}");
    }
}

#[test]
fn each_area_can_be_a_primitive_with_a_named_material() {
    let primitives = primitives(&written("a.areas.glb", &two_areas()));
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
    let mut glb = written("a.areas.glb", &document);
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
    let changed = text.replacen("\"cell_sizes\":[4,4]", "\"cell_sizes\":[4,9]", 1);
    assert!(
        matches!(open("a.gltf", changed.as_bytes()), Opened::Scene { scene, .. } if scene.notes.len() == 1)
    );
}

#[test]
fn a_file_of_a_newer_version_keeps_all_that_this_version_can_read() {
    let document = two_areas();
    let text = String::from_utf8(written("a.gltf", &document)).unwrap();
    let newer = |old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        let text = text.replacen("\"version\":1", "\"version\":9", 1).replacen(old, new, 1);
        open("a.gltf", text.as_bytes())
    };
    for (old, new, left_out) in [
        ("\"links\":[", "\"links\":[", "nothing"),
        ("\"links\":[]", "\"links\":[{\"shape\":1},2]", "links (2)"),
        ("\"links\":[]", "\"links\":[],\"holes\":[1]", "holes"),
    ] {
        let Opened::Mesh { document: again, notes, .. } = newer(old, new) else { panic!("{new}: a mesh") };
        assert_eq!(again, document, "{new}: areas, cells and queries");
        let [note] = &notes[..] else { panic!("{new}: {notes:?}") };
        assert!(note.contains("version 9") && note.contains(&format!("Left out: {left_out}.")), "{note}");
    }
    let Opened::Scene { scene, .. } = newer("\"cell_sizes\":[4,4]", "\"cell_sizes\":{}") else {
        panic!("a scene")
    };
    assert!(
        scene.notes[0].contains("they have version 9, and navsmith reads 1; update navsmith"),
        "{:?}",
        scene.notes
    );
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

/// Opens a file, and imports a level with its default settings; `None` if its geometry is compressed.
fn imported(path: &Path) -> Option<Document> {
    let opened = io::open(path);
    // Files with compressed meshes, and buffers of glTF files.
    let no_mesh = ["compressed", "a tile set begins"];
    if opened.as_ref().is_err_and(|error| no_mesh.iter().any(|text| error.to_string().contains(text))) {
        return None;
    }
    Some(match opened.unwrap() {
        Opened::Document { document, .. } | Opened::Mesh { document, .. } => document,
        Opened::Scene { scene, .. } => {
            let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
            io::import(&scene, &chosen, &Placement::default(), &weld).unwrap().document
        }
        Opened::Reproduction(_) => panic!("{} is a mesh", path.display()),
    })
}

/// Returns the pairs of triangles that share an edge, as the loader of the tutorial finds them.
///
/// Positions within a millimetre are one vertex, and triangles without area are left out.
fn neighbors(triangles: &Triangles) -> BTreeSet<[usize; 2]> {
    let place = |at: Vec3| (at * 1000.0).round().as_ivec3().to_array();
    let mut by_edge: BTreeMap<[[i32; 3]; 2], Vec<usize>> = BTreeMap::new();
    for (number, &[a, b, c]) in triangles.iter().enumerate() {
        let ends = if (b - a).cross(c - a) == Vec3::ZERO { vec![] } else { vec![[a, b], [b, c], [c, a]] };
        for end in ends {
            let mut edge = end.map(place);
            edge.sort_unstable();
            by_edge.entry(edge).or_default().push(number);
        }
    }
    by_edge.into_values().filter_map(|triangles| triangles.try_into().ok()).collect()
}

#[test]
#[ignore = "needs the data of other projects"]
fn the_mesh_of_the_tutorial_keeps_its_graph_after_an_edit_by_hand() {
    let data = data::folder("navmeshes");
    let document = imported(&data.join("tut3d/step12nav.gltf")).unwrap();
    let derived = Derived::build(&document.mesh);
    let cells: Vec<CellId> = document.mesh.cells().map(|(id, _)| id).collect();
    // A boundary side of the first island and a vertex of another one become a triangle.
    let side = cells.iter().flat_map(|&cell| (0..3).map(move |side| HalfEdge { cell, side }));
    let side = side.into_iter().find(|&side| derived.adjacency.twin(side).is_none()).unwrap();
    let [from, to] = document.mesh.half_edge(side).unwrap();
    let other = cells.iter().find(|&&cell| derived.islands.of(cell) != derived.islands.of(side.cell));
    let mut draft = Draft::of(document.mesh.clone());
    if let Some(&other) = other {
        draft.add_cell([to, from, document.mesh.corners(other)[0]], AreaId(0));
    }
    let mesh = draft.into_mesh();
    let document = Document { mesh, ..document };
    let derived = Derived::build(&document.mesh);
    let numbers: BTreeMap<CellId, usize> =
        document.mesh.cells().enumerate().map(|(number, (id, _))| (id, number)).collect();
    let expected: BTreeSet<[usize; 2]> = document
        .mesh
        .cells()
        .flat_map(|(id, _)| derived.adjacency.neighbors(id).map(move |(_, next)| [id, next]))
        .filter(|[one, other]| one < other)
        .map(|pair| pair.map(|cell| numbers[&cell]))
        .collect();
    let primitives = primitives(&written("a.glb", &document));
    let [(_, triangles)] = &primitives[..] else { panic!("one primitive") };
    assert_eq!(triangles.len(), document.mesh.cell_count(), "every cell is a triangle");
    assert_eq!(neighbors(triangles), expected, "the same graph");
}

#[test]
#[ignore = "needs the data of other projects"]
fn the_meshes_of_other_projects_survive_each_format() {
    let data = data::folder("navmeshes");
    let (mut count, mut refused) = (0, Vec::new());
    for folder in std::fs::read_dir(&data).unwrap().map(|entry| entry.unwrap().path()) {
        let files = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
        for path in files.filter(|path| Format::of_name(path).is_some()) {
            let Some(document) = imported(&path) else { continue };
            for format in Format::writable() {
                let place = format!("{} as {format}", path.display());
                let name = format!("level.{}", format.extensions[0]);
                let bytes =
                    match format.encode(&document, FileCoordinates::default(), &Progress::none()).unwrap() {
                        Ok(bytes) => bytes,
                        // It names the cells that it cannot represent, or the format that can.
                        Err(error) => {
                            let has_remedy = error.description.contains("export a tile set");
                            assert!(has_remedy || !error.cells.is_empty(), "{place}: {error}");
                            refused.push(place);
                            continue;
                        }
                    };
                let (Opened::Document { document: again, .. } | Opened::Mesh { document: again, .. }) =
                    open(&name, &bytes)
                else {
                    panic!("{place}")
                };
                count += 1;
                if format.cutting.is_some_and(|cutting| !(cutting.changes)(&document).is_empty()) {
                    assert!(again.mesh.cell_count() >= document.mesh.cell_count(), "{place}");
                    continue;
                }
                assert_eq!(again.mesh.cell_count(), document.mesh.cell_count(), "{place}");
                let stores = |content| format.stores.contains(&content);
                // Polygons of Detour have no straight corners.
                let has_all =
                    format.cutting.is_none() || again.mesh.vertex_count() == document.mesh.vertex_count();
                if has_all && stores(DocumentContent::Heights) && stores(DocumentContent::IsolatedVertices) {
                    assert!(again.mesh.vertices().eq(document.mesh.vertices()), "{place}: vertices");
                }
                if has_all && stores(DocumentContent::Heights) && stores(DocumentContent::Areas) {
                    assert_eq!(again.mesh, document.mesh, "{place}");
                }
                if stores(DocumentContent::AreaNames) && stores(DocumentContent::AreaColors) {
                    assert_eq!(again.areas, document.areas, "{place}");
                }
            }
        }
    }
    assert!(count >= 190, "{count} files were written and read");
    assert!(refused.len() <= 8, "{refused:#?}");
}

#[test]
fn an_invalid_scenario_is_left_out_and_the_rest_is_read() {
    let [kept, broken] = [10.0, 20.5].map(|duration| Scenario { duration, ..Scenario::default() });
    let document = Document { scenarios: vec![broken, kept.clone()].into(), ..two_areas() };
    let text = String::from_utf8(written("a.gltf", &document)).unwrap();
    let damaged = text.replace("\"duration\":20.5", "\"duration\":-1.0");
    assert_ne!(damaged, text, "the scenario is stored");
    let Opened::Mesh { document: read, notes, .. } = open("a.gltf", damaged.as_bytes()) else {
        panic!("the document of navsmith")
    };
    assert_eq!(read, Document { scenarios: vec![kept].into(), ..document });
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(notes[0].starts_with("a scenario is left out: scenario 0: "), "{notes:?}");
}
