//! Level geometry: references in documents, and reading of the files.

use std::path::Path;

use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Document, LevelReference};
use navsmith_formats::io::levels::read_level;
use navsmith_formats::io::{self, DocumentContent, Format, Opened};
use navsmith_formats::level::surface::LevelSurface;

use crate::support::data;

fn document() -> Document {
    let other = LevelReference {
        content: Some(0x0123_4567_89ab_cdef),
        coordinates: FileCoordinates { up: UpAxis::Z, mirror: Some(Axis::X), scale: 0.01 },
        is_visible: false,
        opacity: 40,
        is_locked: true,
        hidden_nodes: vec!["House/Roof".into(), "NAVMESH".into()],
        hidden_materials: vec!["glass".into()],
        ..LevelReference::new("/level geometry/b.obj")
    };
    let levels = vec![LevelReference::new("/level geometry/a.glb"), other];
    Document { levels: levels.into(), ..Document::default() }
}

#[test]
fn references_to_levels_survive_every_format_that_stores_them() {
    let folder = tempfile::tempdir().unwrap();
    let formats = Format::writable().filter(|format| format.stores.contains(&DocumentContent::Levels));
    for format in formats {
        let path = folder.path().join(format!("a.{}", format.extensions[0]));
        let bytes =
            format.encode(&document(), FileCoordinates::default(), &Progress::none()).unwrap().unwrap();
        std::fs::write(&path, bytes).unwrap();
        match io::open(&path) {
            Ok(Opened::Document { document: read, .. } | Opened::Mesh { document: read, .. }) => {
                assert_eq!(read.levels, document().levels, "{format}");
            }
            other => panic!("{format}: {other:?}"),
        }
    }
}

#[test]
fn the_state_of_a_level_by_tile_survives_and_can_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.obj");
    let floor = "v 0 0 0\nv 0 0 4.1\nv 8 0 0\nf 1 2 3\n";
    std::fs::write(&path, floor).unwrap();
    let content = read_level(&path, &Progress::none()).unwrap();
    let tiles = content.tiles(UpAxis::Y).cloned();
    let level = LevelReference { tiles, ..LevelReference::new("a.obj") };
    let document = Document { levels: vec![level].into(), ..Document::default() };
    let text = io::ron::write(&document).unwrap();
    let read = io::ron::read(&text).unwrap();
    assert_eq!(read.levels, document.levels, "{text}");
    let rows = document.levels[0].tiles.as_ref().unwrap().rows().len();
    let lines = text.lines().filter(|line| line.contains("hashes: ")).count();
    assert_eq!(lines, rows, "a line for each row: {text}");
    for damage in ["g", "00000000 ", "-1"] {
        let hash = text.find("hashes: \"").unwrap() + "hashes: \"".len();
        let text = [&text[..hash], damage, &text[hash..]].concat();
        let why = io::ron::read(&text).unwrap_err().to_string();
        assert!(why.contains("tiles of level 0") || why.contains("row 0 of tiles"), "{damage}: {why}");
    }
}

#[test]
fn invalid_references_are_refused_with_their_place() {
    let text = |level: &str| format!("NavMesh(\nversion: 1, vertices: [], cells: [], levels: [\n{level}\n])");
    let refusal = |level: &str| io::ron::read(&text(level)).unwrap_err().to_string();
    for (level, part) in [
        ("(file: \"\")", "line 3, column 8: level 0 names no file"),
        ("(file: \"a.glb\", scale: 0.0)", "the scale of level 0 is 0"),
        ("(file: \"a.glb\", opacity: 101)", "the opacity of level 0 is 101 percent"),
        ("(file: \"a.glb\", content: \"xyz\")", "the content of level 0 is not a hash"),
    ] {
        let why = refusal(level);
        assert!(why.contains(part), "{level}: {why}");
    }
}

#[test]
#[ignore = "needs the data of other projects"]
fn the_tutorials_level_is_read_with_its_navmesh_apart() {
    let folder = data::folder("navmeshes/tut3d");
    let content = read_level(&folder.join("step12nav.gltf"), &Progress::none()).unwrap();
    assert_eq!(content.navmesh_nodes, ["NAVMESH"], "one node is the navmesh");
    let level =
        LevelReference { hidden_nodes: content.navmesh_nodes, ..LevelReference::new("step12nav.gltf") };
    let triangles = level.shown_triangles(&content.level).map(|triangle| (0, triangle));
    let surface = LevelSurface::build(triangles, &Progress::none()).unwrap();
    assert!(!surface.is_empty() && surface.triangles().len() < content.level.len(), "without the navmesh");
}

#[test]
fn files_without_triangles_are_no_levels() {
    let folder = tempfile::tempdir().unwrap();
    let why = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        read_level(&path, &Progress::none()).unwrap_err().to_string()
    };
    assert!(why("a.obj", "v 0 0 0\no a\n").contains("no triangles"), "an OBJ without faces");
    assert!(why("a.txt", "hello").contains("no format"), "no level at all");
    let missing = read_level(Path::new("nowhere/a.glb"), &Progress::none()).unwrap_err().to_string();
    assert!(missing.contains("cannot be read"), "{missing}");
}
