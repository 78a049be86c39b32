//! The table of file formats: what it writes reads back, what it offers can be read, and what is lost is said.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;
use std::path::Path;

use glam::Vec3;
use navsmith::samples;
use navsmith_core::geometry::{FileCoordinates, Vec2};
use navsmith_core::navmesh::{AreaId, Cell, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document, NamedQuery};
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, DOCUMENT, FORMATS, Format, ImportDefaults, OpenError, Opened, Placement};

use crate::support::data;
use crate::support::triangle_files::{ENCODINGS, ply, stl};

fn write(format: &Format, document: &Document) -> Vec<u8> {
    format.encode(document, FileCoordinates::default(), &Progress::none()).unwrap().unwrap()
}

/// Reads bytes under a name; panics if they are no mesh.
fn read(name: &str, bytes: &[u8]) -> Document {
    match io::open_bytes((Path::new(name), Stamp::of(bytes)), bytes) {
        Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => document,
        other => panic!("{name} is no mesh: {other:?}"),
    }
}

/// Returns a document with two cells on the ground; `rich` adds heights, an area, a link, a query and more.
fn document(is_rich: bool) -> Document {
    let height = if is_rich { 1.5 } else { 0.0 };
    let places = [[0.0, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [4.0, 2.0], [4.0, 0.0], [9.0, 9.0]];
    let places = places.map(|[x, z]| Vec3::new(x, height, z));
    let areas = [AreaId(0), AreaId(u8::from(is_rich))];
    let rings: [&[u32]; 2] = [&[0, 1, 2, 3], &[3, 2, 4, 5]];
    let cells =
        rings.iter().zip(areas).map(|(ring, area)| Cell::new(ring.iter().copied().map(VertexId), area));
    let count = if is_rich { 7 } else { 6 };
    let mut mesh = NavMesh::from_parts(places.into_iter().take(count), cells).unwrap();
    if is_rich {
        let link = Link::between(Vec3::new(1.0, 1.5, 1.0), Vec3::new(3.0, 1.5, 1.0));
        mesh = mesh.with_links([link]).unwrap();
    }
    let mut document = Document::of_mesh(mesh);
    if is_rich {
        let mud = Area { name: "mud".into(), color: [121, 85, 72] };
        document.areas = document.areas.iter().cloned().chain([mud]).collect::<Vec<_>>().into();
        let start = Some(Endpoint { ground: Vec2::new(1.0, 1.0), height: None });
        document.queries = vec![NamedQuery { start, ..NamedQuery::default() }].into();
    }
    document
}

#[test]
fn every_format_that_can_be_written_reads_back_the_same() {
    let mut count = 0;
    for format in Format::writable() {
        let name = format!("level.{}", format.extensions[0]);
        for is_rich in [false, true] {
            let document = document(is_rich);
            let bytes = write(format, &document);
            let by_content = Format::of_file(Path::new("other"), &bytes).unwrap();
            let is_known = by_content == format || format.name == format!("{} by area", by_content.name);
            assert!(is_known, "{name}: known by its content");
            let again = read(&name, &bytes);
            assert_eq!(write(format, &again), bytes, "{name}: writing what was read changes nothing");
            let losses = format.losses(&document, FileCoordinates::default());
            let same = again.mesh == document.mesh
                && again.areas == document.areas
                && again.queries == document.queries;
            assert_eq!(
                same,
                losses.is_empty(),
                "{name}: reads back the same unless losses are listed: {losses:?}"
            );
            assert_eq!(again.mesh.cell_count(), 2, "{name}: all cells");
            assert!(
                format.losses(&again, FileCoordinates::default()).is_empty(),
                "{name}: nothing is lost twice"
            );
            count += 1;
        }
    }
    assert!(count >= 4, "formats are written");
}

#[test]
fn extensions_name_one_format_each() {
    let all: Vec<&str> = FORMATS.iter().flat_map(|format| format.extensions).copied().collect();
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len(), "no extension twice: {all:?}");
    for format in FORMATS {
        for extension in format.extensions {
            let path = format!("a.{}", extension.to_uppercase());
            assert_eq!(Format::of_name(Path::new(&path)), Some(format), "in upper case too");
        }
        let is_used = format.read.is_some() || format.write.is_some() || format.is_picture;
        assert!(is_used, "{format} is good for something");
    }
    assert_eq!(Format::of_name(Path::new("ron")), None, "a name without an extension");
    assert_eq!(DOCUMENT.extensions[0], "ron");
}

#[test]
fn the_content_of_samples_decides_on_their_format() {
    for sample in samples::all() {
        let opened = sample.open().unwrap();
        assert!(FORMATS.contains(&opened.format()), "{}", sample.name);
    }
    let text = write(&DOCUMENT, &document(true));
    for extension in FORMATS.iter().flat_map(|format| format.extensions) {
        let name = format!("a.{extension}");
        let opened = io::open_bytes((Path::new(&name), Stamp::of(&text)), &text);
        assert!(matches!(opened, Ok(Opened::Document { .. })), "{name}");
    }
    let unknown = io::open_bytes((Path::new("a.txt"), Stamp::of(b"v")), b"v");
    assert!(matches!(unknown, Err(OpenError::Unknown { .. })), "neither content nor name decides");
}

#[test]
#[ignore = "needs the data of other projects"]
fn the_levels_of_recast_are_imported() {
    let data = data::folder("navmeshes/recast");
    for (name, triangles) in [("nav_test.obj", 1612), ("dungeon.obj", 10133), ("undulating.obj", 5202)] {
        let Ok(Opened::Scene { scene, .. }) = io::open(&data.join(name)) else { panic!("{name} is a scene") };
        assert_eq!(scene.items.iter().map(|item| item.triangles).sum::<usize>(), triangles, "{name}");
        let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
        let imported = io::import(&scene, &chosen, &Placement::default(), &weld).unwrap();
        assert!(imported.document.mesh.cell_count() > 100, "{name} has a floor");
    }
}

/// Reads a file of triangles or polygons, and imports all of it.
fn imported(name: &str, bytes: &[u8]) -> NavMesh {
    let opened = io::open_bytes((Path::new(name), Stamp::of(bytes)), bytes);
    let Ok(Opened::Scene { scene, .. }) = opened else { panic!("{name} is a scene: {opened:?}") };
    let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
    io::import(&scene, &chosen, &Placement::default(), &weld).unwrap().document.mesh
}

#[test]
fn polygons_in_a_ply_keep_their_corners_and_triangles_in_an_stl_are_welded() {
    let mesh = document(false).mesh;
    for encoding in ENCODINGS {
        let bytes = ply(&mesh, encoding);
        assert_eq!(Format::of_file(Path::new("other"), &bytes).unwrap().name, "PLY", "known by its content");
        assert_eq!(imported("a.ply", &bytes), mesh, "{encoding}");
    }
    for is_text in [false, true] {
        let bytes = stl(&mesh, is_text);
        assert_eq!(Format::of_file(Path::new("other"), &bytes).unwrap().name, "STL", "known by its content");
        let read = imported("a.stl", &bytes);
        assert_eq!((read.cell_count(), read.vertices().count()), (4, 6), "two triangles for each quad");
    }
}
