//! PLY files: what is read in each encoding, and what is refused with its place.

#![expect(clippy::unwrap_used, reason = "a test may")]

use crate::support::formats::{format, imported, scene};
use crate::support::notation::mesh;
use navsmith_formats::io::Imported;
use navsmith_formats::io::scene::ImportScene;

/// A square and a triangle beside it, with properties and elements that are skipped.
const TEXT: &str = "ply\r\nformat ascii 1.0\r\ncomment by a test\r\nobj_info some\r\nelement camera 2\r\n\
                    property list uchar float pose\r\nproperty short id\r\nelement vertex 5\r\n\
                    property float x\r\nproperty uchar red\r\nproperty double y\r\nproperty float z\r\n\
                    element face 2\r\nproperty uchar flags\r\nproperty list uchar int vertex_indices\r\n\
                    property list int8 float32 texcoord\r\nelement marker 7\r\nend_header\r\n\
                    3 1 2 3 -7 0 9\r\n0 255 0 0\r\n0 255 0 2\n2 255 0.0 2\n2 255 0e0 0\n4 255 0 2\n\
                    1 4 0 1 2 3 2 0.5 0.5\n0 3 3 2 4 0\n";

fn read(bytes: &[u8]) -> Result<ImportScene, String> {
    scene("PLY", bytes)
}

#[track_caller]
fn check(bytes: &[u8]) {
    assert!((format("PLY").is_content)(bytes));
    let scene = read(bytes).unwrap();
    let Imported { document, notes, .. } = imported(&scene);
    assert_eq!(
        document.mesh,
        mesh("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 3 2 4"),
        "polygons keep their corners"
    );
    assert_eq!((notes, scene.notes), (vec![], vec![]));
}

/// Returns a binary file with the content of [`TEXT`].
fn binary(is_big_endian: bool) -> Vec<u8> {
    let name = if is_big_endian { "format binary_big_endian" } else { "format binary_little_endian" };
    let end = TEXT.find("end_header").unwrap() + "end_header\r\n".len();
    let mut bytes = TEXT[..end].replace("format ascii", name).into_bytes();
    let mut add = |scalar: &[u8]| {
        let mut scalar = scalar.to_vec();
        if is_big_endian {
            scalar.reverse();
        }
        bytes.extend(scalar);
    };
    for (pose, id) in [(&[1.0_f32, 2.0, 3.0][..], -7_i16), (&[], 9)] {
        add(&[pose.len() as u8]);
        for number in pose {
            add(&number.to_le_bytes());
        }
        add(&id.to_le_bytes());
    }
    for [x, z] in [[0.0_f32, 0.0], [0.0, 2.0], [2.0, 2.0], [2.0, 0.0], [4.0, 2.0]] {
        add(&x.to_le_bytes());
        add(&[255]);
        add(&0.0_f64.to_le_bytes());
        add(&z.to_le_bytes());
    }
    for (corners, coordinates) in [(&[0, 1, 2, 3_i32][..], &[0.5_f32, 0.5][..]), (&[3, 2, 4], &[])] {
        add(&[1]);
        add(&[corners.len() as u8]);
        for corner in corners {
            add(&corner.to_le_bytes());
        }
        add(&[coordinates.len() as u8]);
        for number in coordinates {
            add(&number.to_le_bytes());
        }
    }
    bytes
}

#[test]
fn polygons_are_read_in_all_three_encodings() {
    check(TEXT.as_bytes());
    check(TEXT.replace("vertex_indices", "vertex_index").as_bytes());
    check(&binary(false));
    check(&binary(true));
}

#[test]
fn an_invalid_header_is_refused_with_its_line() {
    for (from, to, expected) in [
        ("format ascii 1.0\r\n", "", "line 17: the header states no format; give ascii,"),
        ("ascii 1.0", "ascii 2.0", "line 2: the PLY has version \"2.0\"; export version 1.0"),
        ("ascii", "utf8", "line 2: the format is \"utf8\"; give ascii,"),
        ("vertex 5", "vertex -5", "line 8: the number of elements is \"-5\"; give a whole number"),
        ("double y", "double h", "line 8: the vertices have no number y; give x, y and z"),
        ("vertex_indices", "corners", "line 13: the faces have no list \"vertex_indices\";"),
        ("element marker", "element vertex", "line 17: the vertices are listed twice; keep one list"),
        ("float x", "half x", "line 9: \"half\" is no type of a number; give one such as float"),
        ("obj_info some", "property int a", "line 4: the property is before the first element;"),
        ("comment by", "remark by", "line 3: \"remark\" is no line of a PLY header; remove it"),
        (
            "end_header",
            "comment",
            "line 27: the file ends before the line \"end_header\"; it is cut short, so copy it again",
        ),
    ] {
        let why = read(TEXT.replacen(from, to, 1).as_bytes()).map(|_| ()).unwrap_err();
        assert!(why.starts_with(expected) || to == "comment" && why.contains("no line"), "{to}: {why}");
    }
}

#[test]
fn an_invalid_number_is_refused_with_its_place() {
    for (from, to, expected) in [
        ("2 255 0.0 2", "2 255 0.0 z", "line 22: z of vertex 2 is \"z\"; give a number"),
        ("2 255 0.0 2", "2 255 nan 2", "line 22: y of vertex 2 is NaN; give a finite number"),
        (
            "3 3 2 4",
            "3 3 2 5",
            "line 26: vertex_indices of face 1 names vertex 5, but there are 5 vertices, counted from 0;",
        ),
        ("3 3 2 4", "3 3 -2 4", "line 26: vertex_indices of face 1 names vertex -2,"),
        ("1 4 0 1", "1 400 0 1", "line 25: the list vertex_indices of face 0 has 400 items,"),
        ("3 2 4 0\n", "3 2", "line 26: the list vertex_indices of face 1 has 3 items,"),
        ("3 2 4 0\n", "3 2 4\n", "line 26: the file ends where texcoord of face 1 should be;"),
    ] {
        let text = TEXT.replacen(from, to, 1);
        let why = read(text.as_bytes()).map(|_| ()).unwrap_err();
        assert!(why.starts_with(expected), "{to}: {why}");
    }
    let bytes = binary(false);
    let why = read(&bytes[..bytes.len() - 1]).map(|_| ()).unwrap_err();
    let end = bytes.len() - 1;
    assert_eq!(
        why,
        format!(
            "byte {end}: the file ends where texcoord of face 1 should be; it is cut short, so copy it again"
        )
    );
}

#[test]
fn faces_without_area_and_points_alone_are_no_errors() {
    let scene = read(TEXT.replacen("1 4 0 1 2 3 2", "1 2 0 1 2", 1).as_bytes()).unwrap();
    assert_eq!(scene.notes, ["faces with fewer than three corners are left out"]);
    let points = "ply\nformat ascii 1.0\nelement vertex 1\nproperty int x\nproperty int y\nproperty int z\nend_header\n1 2 3\n";
    assert_eq!(read(points.as_bytes()).unwrap().notes, ["there are no faces in this file"]);
    assert!(read(b"ply\nformat ascii 1.0\nend_header").is_ok(), "nothing at all");
}
