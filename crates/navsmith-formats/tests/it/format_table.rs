//! The table of formats, and parts of files that formats share.

use crate::support::formats::{format, imported, read, scene, text};
use crate::support::rings;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::sync::Arc;

use crate::support::notation::mesh;
use image::DynamicImage;
use navsmith_core::baked::{self, BakedArea, BakedMesh};
use navsmith_core::geometry::{FileCoordinates, UpAxis, Vec3};
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::images::LevelImage;
use navsmith_formats::io::levels::read_level;
use navsmith_formats::io::{FORMATS, Format, GLB, Opened, ProtectedFiles, file, list, open, open_bytes};

fn open_as(name: &str, bytes: &[u8]) -> Result<Opened, String> {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).expect("a file for tests");
    let root = folder.path().display().to_string();
    open(&path).map_err(|error| error.to_string().replace(&root, "…"))
}

const DOCUMENT: &[u8] = b"// mine\n(version: 1, vertices: [], cells: [])";
const GLTF: &[u8] = b"\xef\xbb\xbf \n{\"asset\": {\"version\": \"2.0\"}}";

#[test]
fn no_file_is_written_that_is_too_large_to_read() {
    const TOO_MANY: usize = file::CAP as usize + 1;
    let with_write = |write| Format { write: Some(write), ..GLB };
    let written = |format: Format| {
        format.encode(&Document::default(), FileCoordinates::default(), &Progress::none()).unwrap()
    };
    assert!(written(with_write(|_| Ok(Ok(vec![0; TOO_MANY - 1])))).is_ok(), "the largest that is read");
    let why = written(with_write(|_| Ok(Ok(vec![0; TOO_MANY])))).unwrap_err().to_string();
    let expected = "the file would have 257 MiB, and at most 256 are read; export it as baked mesh (.nav), \
                    or remove a part of the mesh";
    assert_eq!(why, expected);
    let unread = Format { read: None, ..with_write(|_| Ok(Ok(vec![0; TOO_MANY]))) };
    assert!(written(unread).is_ok(), "no reader refuses it");
}

#[test]
fn a_text_with_the_word_version_is_not_a_document() {
    for text in ["version 3 of my notes", "mesh notes, see NavMesh and version"] {
        assert!(
            matches!(open_as("a.txt", text.as_bytes()), Err(why) if why.contains("has no format")),
            "{text}"
        );
    }
    for text in [
        "#![enable(implicit_some)]\n/* mine */ // too\n( // first\n version: 1, vertices: [], cells: [])",
        "NavMesh(version: 1, vertices: [], cells: [])",
    ] {
        assert!(matches!(open_as("a.txt", text.as_bytes()), Ok(Opened::Document { .. })), "{text}");
    }
}

#[test]
fn content_counts_and_not_the_name() {
    assert!(matches!(open_as("a.txt", DOCUMENT), Ok(Opened::Document { .. })), "a document");
    assert!(matches!(open_as("a.ron", GLTF), Ok(Opened::Scene { .. })), "a glTF");
    assert!(
        matches!(open_as("a.glb", DOCUMENT), Ok(Opened::Document { .. })),
        "a document with another name"
    );
    assert!(matches!(open_as("a.ron", b"mesh 2 0 0"), Ok(Opened::Mesh { .. })), "a Polyanya mesh");
}

#[test]
fn the_longest_extension_names_the_format() {
    let named = |name: &str| Format::of_name(Path::new(name));
    let [two, three] = ["Polyanya mesh", "Polyanya mesh 3"].map(format);
    for name in ["a.mesh", "a.polyanya.mesh", "a.b.MESH", ".v3.mesh", "v3.mesh"] {
        assert_eq!(named(name), Some(two), "{name}");
    }
    assert_eq!(named("a.b.V3.Mesh"), Some(three));
    for name in ["mesh", ".mesh", "v3", "a.v3", "a.mesh/b"] {
        assert_eq!(named(name), None, "{name}");
    }
    let renamed = |name: &str, format: &Format| format.renamed(Path::new(name)).display().to_string();
    assert_eq!(renamed("a.b.v3.mesh", &navsmith_formats::io::DOCUMENT), "a.b.ron");
    assert_eq!(renamed("a.polyanya.mesh", three), "a.v3.mesh");
    assert_eq!(renamed("a.b", three), "a.b.v3.mesh");
    assert_eq!(renamed("a.mesh", &GLB), "a.glb");
}

#[test]
fn a_dialog_gets_the_last_parts_of_the_extensions_once() {
    assert_eq!(format("Polyanya mesh").dialog_extensions(), ["mesh"]);
    assert_eq!(format("Polyanya mesh 3").dialog_extensions(), ["mesh"]);
    assert_eq!(GLB.dialog_extensions(), ["glb"]);
    for format in FORMATS {
        assert!(format.dialog_extensions().iter().all(|extension| !extension.contains('.')), "{format}");
    }
}

#[test]
fn bytes_that_were_read_open_without_reading_the_file_again() {
    let stamp = Stamp::of(DOCUMENT);
    let opened = open_bytes((Path::new("gone/a.ron"), stamp), DOCUMENT).expect("good bytes");
    assert!(matches!(opened, Opened::Document { stamp: of, .. } if of == stamp), "{opened:?}");
}

#[test]
fn content_of_another_kind_is_refused_by_the_format_of_its_name() {
    for (name, bytes) in [("a.bin", &b"a buffer"[..]), ("a.tile", b""), ("a.navmesh", b"TEST of a text")] {
        let why = open_as(name, bytes).expect_err("refused");
        assert!(why.starts_with(&format!("…/{name}, byte 0: ")), "{why}");
    }
}

#[test]
fn files_of_other_programs_are_named_with_what_to_do() {
    let why = |name: &str, bytes: &[u8]| open_as(name, bytes).expect_err("refused");
    for (name, bytes) in [
        ("level.res", &b"RSRC\0\0\0\0"[..]),
        ("level.scn", b"RSCC\x02\0\0\0"),
        ("level.tres", b"RSRC\xff\xfe"),
    ] {
        let why = why(name, bytes);
        assert!(why.contains("a binary file of Godot; save the resource as text (.tres)"), "{why}");
    }
    let why_source = why("de_dust.nav", &[0xce, 0xfa, 0xed, 0xfe, 16, 0, 0, 0]);
    assert!(why_source.contains("Source engine"), "{why_source}");
    let why_other = why("level.nav", b"\x10\0\0\0 structures of rerecast");
    assert!(why_other.contains(".nav files of other programs"), "{why_other}");
}

#[test]
fn what_cannot_be_opened_says_why() {
    let description = |name, bytes| open_as(name, bytes).expect_err("refused");
    let formats = list(Format::readable());
    let other = format!("…/a.fbx has no format that navsmith reads; export the level as {formats}");
    assert_eq!(description("a.fbx", b"Kaydara"), other, "another format");
    assert_eq!(
        description("a.ron", b"(version: 1,\n  n\xff"),
        "…/a.ron, line 2, column 4: the text is not valid UTF-8 here; save it as UTF-8",
        "no text"
    );
    assert!(description("a.ron", b"").starts_with("…/a.ron, line 1, column 1: "), "empty");
    assert!(description("a.glb", b"glT").starts_with("…/a.glb: its JSON is not that of a glTF"), "cut short");
}

#[test]
fn a_number_reads_back_through_a_double() {
    let values = (0..u32::MAX).step_by(40_009).map(f32::from_bits).filter(|value| value.is_finite());
    // The shortest form of the last one, read as a double, is between two numbers.
    let mut values: Vec<f32> = values.collect();
    values.truncate(values.len() / 3 * 3);
    values.extend([0.0, 0.0, 7.038_531e-26]);
    let vertices = values.as_chunks::<3>().0.iter().copied().map(Vec3::from);
    let mesh = NavMesh::from_parts(vertices, []).expect("finite");
    let text = text("Godot NavigationMesh", &Document::of_mesh(mesh));
    let (_, written) = text.split_once("PackedVector3Array(").expect("vertices");
    let written = written.split([',', ')']).map(str::trim);
    let mut count = 0;
    for (number, value) in written.zip(&values) {
        let read: f64 = number.parse().expect("a number");
        assert_eq!((read as f32).to_bits(), value.to_bits(), "{value:?}");
        count += 1;
    }
    assert!(count > 100_000, "{count} numbers");
}

const FLAT: [[f32; 3]; 3] = [[0., 0., 0.], [0., 0., 1.], [1., 0., 1.]];
const UPRIGHT: [[f32; 3]; 3] = [[0., 0., 0.], [1., 0., 0.], [1., 1., 0.]];

/// Returns the axis that is up in a level of triangles.
fn up(triangles: &[[[f32; 3]; 3]]) -> UpAxis {
    let triangles: Vec<Vec<[f32; 3]>> = triangles.iter().map(|corners| corners.to_vec()).collect();
    let level = text("OBJ", &Document::of_mesh(rings::mesh(&triangles))).replace("# navsmith", "# by");
    imported(&scene("OBJ", level.as_bytes()).expect("a level")).coordinates.up
}

#[test]
fn z_is_up_if_all_triangles_are_upright_with_y_up() {
    assert_eq!(up(&[UPRIGHT]), UpAxis::Z, "in the XY plane");
    assert_eq!(up(&[UPRIGHT, FLAT]), UpAxis::Y, "a wall and a floor");
    let side = [[0., 0., 0.], [0., 1., 0.], [0., 1., 1.]];
    assert_eq!(up(&[side]), UpAxis::Y, "upright with either axis up");
    let upside_down = [FLAT[0], FLAT[2], FLAT[1]];
    assert_eq!(up(&[upside_down]), UpAxis::Y, "a floor inside out is no wall");
}

fn is_named_like_a_navmesh(name: &str) -> bool {
    let level = format!("v 0 0 0\nv 0 0 1\nv 1 0 1\no {name}\nf 1 2 3\n");
    scene("OBJ", level.as_bytes()).expect("a level").items[0].is_named_like_navmesh
}

#[test]
fn a_word_that_negates_a_name_makes_it_that_of_no_navmesh() {
    for name in [
        "nav_mesh",
        "Level-navmesh.001",
        "NavigationMesh",
        "MoonNavMesh",
        "piano navmesh",
        "no_navmesh_navmesh",
    ] {
        assert!(is_named_like_a_navmesh(name), "{name}");
    }
    for name in ["no_navmesh", "NoNavMesh", "not navmesh", "non-navigation-mesh", "nonavmesh", "navy mesh"] {
        assert!(!is_named_like_a_navmesh(name), "{name}");
    }
}

#[test]
fn areas_that_only_cells_name_get_a_name() {
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3 @3");
    let area = BakedArea { name: "mud".into(), color: [1, 2, 3] };
    let baked = |mesh| read("baked mesh", &baked::write(&mesh).unwrap()).unwrap().0;
    let document = baked(BakedMesh { mesh, areas: vec![area] });
    let names: Vec<&str> = document.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(names, ["mud", "area 2", "area 3", "area 4"]);
    let empty = baked(BakedMesh::default());
    assert_eq!(empty, Document::default(), "at least one area");
}

#[test]
fn the_faces_of_an_obj_are_triangles_with_their_names() {
    let text = b"v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\no Floor\nusemtl stone\nf 1 4 3 2\no Wall\nf 1 2 3\n";
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join("a.obj");
    std::fs::write(&path, text).expect("a file for tests");
    let level = read_level(&path, &Progress::none()).expect("a level").level;
    let parts: Vec<(&str, &str, usize)> =
        level.parts().iter().map(|part| (&*part.node, &*part.material, part.triangles.len())).collect();
    assert_eq!(parts, [("Floor", "stone", 2), ("Wall", "stone", 1)]);
}

#[test]
fn levels_with_their_buffers_and_images_are_protected() {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let at = |name: &str| folder.path().join(name);
    let gltf = r#"{"asset":{"version":"2.0"},"images":[{"uri":"sub%20folder/a.png"}],
        "buffers":[{"uri":"a.bin","byteLength":4},{"uri":"../out.bin","byteLength":4}]}"#;
    fs::write(at("a.gltf"), gltf).expect("a file for tests");
    let mut protected = ProtectedFiles::default();
    protected.files = vec![at("a.gltf").into()];
    for name in ["a.gltf", "a.bin", "sub folder/a.png"] {
        assert!(protected.check(&at(name)).is_err(), "{name}");
    }
    for name in ["b.bin", "../out.bin"] {
        assert!(protected.check(&at(name)).is_ok(), "{name} is not read");
    }
    let mut replaceable = ProtectedFiles::default();
    replaceable.replaceable = vec![at("a.gltf").into()];
    assert!(replaceable.check(&at("a.gltf")).is_ok(), "the file itself");
    let why = replaceable.check(&at("a.bin")).expect_err("its buffer").to_string();
    assert!(why.contains("a.bin was not written") && why.contains("write to another file"), "{why}");
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let image = DynamicImage::ImageRgb8(image::RgbImage::new(width, height));
    image.write_to(&mut bytes, image::ImageFormat::Png).expect("written");
    bytes.into_inner()
}

/// Reads an image as that below a mesh.
fn decode(bytes: &[u8]) -> Result<Arc<LevelImage>, String> {
    let folder = tempfile::tempdir().expect("a folder for tests");
    let path = folder.path().join("a.image");
    std::fs::write(&path, bytes).expect("a file for tests");
    let content = read_level(&path, &Progress::none()).map_err(|why| why.to_string())?;
    Ok(content.image.expect("an image"))
}

#[test]
fn images_are_decoded_and_large_ones_are_made_smaller() {
    let image = decode(&png(3, 2)).expect("a PNG");
    assert_eq!((image.size, image.kept, image.pixels.len()), ([3, 2], [3, 2], 24));
    let image = decode(&png(8192, 16)).expect("a PNG");
    assert_eq!((image.size, image.kept), ([8192, 16], [4096, 8]));
    let mut jpeg = Cursor::new(Vec::new());
    let gray = DynamicImage::ImageLuma8(image::GrayImage::new(5, 4));
    gray.write_to(&mut jpeg, image::ImageFormat::Jpeg).expect("written");
    assert_eq!(decode(jpeg.get_ref()).expect("a JPEG").size, [5, 4]);
}

#[test]
fn damaged_images_and_stated_sizes_are_refused() {
    let bytes = png(3, 2);
    assert!(decode(&bytes[..bytes.len() / 2]).is_err_and(|why| why.contains("cannot be decoded")));
    let mut bytes = png(1, 1);
    // The header states a width of more than a billion.
    bytes[16..20].copy_from_slice(&[0x7f, 0, 0, 0]);
    assert!(decode(&bytes).is_err(), "the stated size");
}
