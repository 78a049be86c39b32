//! Up axis, mirror and unit of files that are read and written.

use std::path::Path;

use glam::Vec3;
use navsmith_core::geometry::{Axis, FileCoordinates, UpAxis};
use navsmith_core::progress::Progress;
use navsmith_formats::document::Document;
use navsmith_formats::io::file::Stamp;
use navsmith_formats::io::{self, Format, Opened, ron};

use crate::support::command_line::{Folder, SQUARES, run, sample};

const COORDINATES: [FileCoordinates; 4] = [
    FileCoordinates { up: UpAxis::Z, mirror: None, scale: 1.0 },
    FileCoordinates { up: UpAxis::Y, mirror: Some(Axis::X), scale: 0.5 },
    FileCoordinates { up: UpAxis::Y, mirror: Some(Axis::Z), scale: 4.0 },
    FileCoordinates { up: UpAxis::Z, mirror: Some(Axis::Z), scale: 0.25 },
];

fn courtyard() -> Document {
    ron::read(include_str!("../../assets/courtyard.ron")).expect("a sample")
}

fn encoded(format: &Format, document: &Document, coordinates: FileCoordinates) -> Result<Vec<u8>, String> {
    let written = format.encode(document, coordinates, &Progress::none()).expect("not stopped");
    written.map_err(|why| why.to_string())
}

fn read(format: &Format, bytes: &[u8]) -> Document {
    let name = format!("level.{}", format.extensions[0]);
    match io::open_bytes((Path::new(&name), Stamp::of(bytes)), bytes) {
        Ok(Opened::Document { document, .. } | Opened::Mesh { document, .. }) => document,
        other => panic!("{format}: {other:?}"),
    }
}

#[test]
fn every_format_returns_the_mesh_from_the_coordinates_that_it_accepts() {
    let document = courtyard();
    for format in Format::writable() {
        let plain = read(format, &encoded(format, &document, FileCoordinates::default()).expect("valid"));
        for coordinates in COORDINATES {
            let bytes = match (encoded(format, &document, coordinates), format.refusal(coordinates)) {
                (Err(why), Some(refusal)) => {
                    assert_eq!(why, refusal, "{format}");
                    continue;
                }
                (written, _) => written.unwrap_or_else(|why| panic!("{format}: {why}")),
            };
            let there = read(format, &bytes);
            assert_ne!(there.mesh, plain.mesh, "{format} converts to {coordinates:?}");
            let back = io::from_file(&there, coordinates).expect("finite");
            assert_eq!(back.mesh.cell_count(), plain.mesh.cell_count(), "{format}: {coordinates:?}");
            // Detour rounds the borders of tiles to a grid; all other formats keep the positions.
            if !format.name.starts_with("Detour") {
                let [one, other] = [&back, &plain].map(|it| it.mesh.vertices().map(|(_, at)| at));
                for (one, other) in one.zip(other) {
                    assert!(one.distance(other) < 1e-4, "{format}: {one} and {other} in {coordinates:?}");
                }
            }
            let rings = |document: &Document| -> Vec<f64> {
                let cells = document.mesh.cells().map(|(id, _)| document.mesh.ground_ring(id));
                cells.map(|ring| navsmith_core::geometry::ground_area(&ring)).collect()
            };
            assert!(rings(&back).iter().all(|&area| area > 0.0), "{format}: counter-clockwise");
        }
    }
}

#[test]
fn formats_with_y_up_refuse_other_axes_with_a_sentence() {
    let turned = FileCoordinates { up: UpAxis::Z, ..FileCoordinates::default() };
    let refused: Vec<&str> =
        Format::writable().filter(|it| it.refusal(turned).is_some()).map(|it| it.name).collect();
    let expected = [
        "navsmith document",
        "navcat mesh",
        "Polyanya mesh",
        "Polyanya mesh 3",
        "Detour tile set",
        "Detour tile",
        "Godot NavigationMesh",
        "Godot NavigationPolygon",
        "baked mesh",
    ];
    assert_eq!(refused, expected);
    let ran = run(&["convert", &sample("courtyard.ron"), "level.mesh", "--out-up", "z"]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    let why = "level.mesh: the format Polyanya mesh always has Y up; leave the up axis at Y, and do not mirror along Y";
    assert_eq!(ran.err, format!("navsmith: {why}\n"));
}

/// Positions and triangles of a GLB that this program wrote, as another program sees them.
fn triangles(glb: &[u8]) -> Vec<[Vec3; 3]> {
    let word = |at: usize| u32::from_le_bytes(glb[at..at + 4].try_into().expect("four bytes")) as usize;
    let json: serde_json::Value = serde_json::from_slice(&glb[20..20 + word(12)]).expect("its JSON");
    let buffer = &glb[28 + word(12)..];
    let count = json["accessors"][0]["count"].as_u64().expect("a count") as usize;
    let floats = |at: usize| f32::from_le_bytes(buffer[at..at + 4].try_into().expect("four bytes"));
    let position = |index: usize| Vec3::from([0, 4, 8].map(|axis| floats(12 * index + axis)));
    let indices = buffer[12 * count..].chunks_exact(4);
    let indices: Vec<usize> =
        indices.map(|index| u32::from_le_bytes(index.try_into().expect("four bytes")) as usize).collect();
    indices.chunks_exact(3).map(|three| [0, 1, 2].map(|corner| position(three[corner]))).collect()
}

#[test]
fn a_glb_is_exported_in_centimetres_with_z_up_and_mirrored() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    let out = folder.path("squares.glb");
    let out = out.to_str().expect("valid UTF-8");
    let ran = run(&["convert", &file, out, "--out-up", "z", "--out-scale", "100", "--out-mirror", "x"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let bytes = std::fs::read(out).expect("written");
    let found = triangles(&bytes);
    assert_eq!(found.len(), 5, "two squares and a triangle");
    for [a, b, c] in &found {
        assert!((*b - *a).cross(*c - *a).z > 0.0, "counter-clockwise seen from above, where Z is up");
    }
    let corners: Vec<Vec3> = found.into_iter().flatten().collect();
    let (least, most) =
        (corners.iter().copied().reduce(Vec3::min), corners.iter().copied().reduce(Vec3::max));
    assert_eq!(least, Some(Vec3::new(-1100.0, -200.0, 0.0)), "X is mirrored, and Z becomes -Y");
    assert_eq!(most, Some(Vec3::ZERO));

    let back = folder.path("back.ron");
    let back = back.to_str().expect("valid UTF-8");
    let ran = run(&["convert", out, back, "--scale", "cm", "--mirror", "x"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.contains("Z is up, because all triangles are upright"),
        "detected for a mesh as well: {}",
        ran.out
    );
    let [one, other] = [&file, back].map(|file| std::fs::read_to_string(file).expect("a document"));
    let [one, other] = [one, other].map(|text| ron::read(&text).expect("a document").mesh);
    assert_eq!(one, other, "the same mesh");
}

#[test]
fn every_format_is_read_in_given_coordinates() {
    let (folder, file) = Folder::with("squares.ron", SQUARES);
    for format in Format::writable() {
        let out = folder.path(&format!("squares.{}", format.extensions[0]));
        let out = out.to_str().expect("valid UTF-8");
        if out != file {
            assert_eq!(run(&["convert", &file, out]).code, Some(0), "{format}");
        }
        let info = run(&["info", out, "--json", "--scale", "ft", "--mirror", "x"]).json();
        assert_eq!(info["bounds"]["max"][0], 0.0, "{format} is mirrored: {info}");
        let least = info["bounds"]["min"][0].as_f64().expect("a number");
        assert!((least + 11.0 * 0.3048).abs() < 1e-4, "{format} is in feet: {info}");
        let validated = run(&["validate", out, "--mirror", "z"]);
        assert_eq!(validated.code, Some(0), "{format} has no cell inside out: {}", validated.out);
    }
}

#[test]
fn the_cells_that_a_format_cannot_hold_are_named() {
    let (folder, file) = Folder::with("squares.ron", &SQUARES.replace("[3, 2, 4, 5]", "[5, 4, 2, 3]"));
    let out = folder.path("squares.tile");
    let ran = run(&["convert", &file, out.to_str().expect("valid UTF-8")]);
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert!(ran.err.ends_with("so fix them first: cell 1\n"), "{}", ran.err);
    assert!(!out.exists(), "nothing was written");
}

#[test]
fn what_a_turn_leaves_out_is_listed() {
    let query = "[(name: \"q\", start: Some((x: -5, z: 0.5)), target: Some((x: 1.5, z: 0.5)))]";
    let last = "(corners: [6, 7, 8])]";
    let text = SQUARES.replace(last, &format!("{last}, queries: {query}"));
    let (folder, file) = Folder::with("squares.ron", &text);
    let out = folder.path("squares.json");
    let ran = run(&["convert", &file, out.to_str().expect("valid UTF-8"), "--out-up", "z"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("the file does not store 1 query end without a height"), "{}", ran.out);
}
