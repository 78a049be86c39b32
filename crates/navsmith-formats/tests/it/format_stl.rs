//! STL files.

use crate::support::formats::{format, imported_mesh, scene};
use navsmith_formats::io::scene::ImportScene;

/// Two triangles of a floor in two solids.
const TEXT: &str = "solid Floor one\r\n facet normal 0 1 0\r\n  outer loop\r\n   vertex 0 0 0\r\n   \
                    vertex 0 0 2\r\n   vertex 2 0 2\r\n  endloop\r\n endfacet\r\nendsolid Floor one\r\n\
                    SOLID\nFACET NORMAL 0 0 0\nOUTER LOOP\nVERTEX 0 0 0\nVERTEX 2e0 0 2\nVERTEX 2 0 -0\n\
                    ENDLOOP\nENDFACET\nENDSOLID\n";

fn read(bytes: &[u8]) -> Result<ImportScene, String> {
    scene("STL", bytes)
}

/// Returns a binary file whose header begins with a text.
fn binary(header: &str, triangles: &[[[f32; 3]; 3]]) -> Vec<u8> {
    let mut bytes = [header.as_bytes(), &[b' '; 80]].concat();
    bytes.truncate(80);
    bytes.extend((triangles.len() as u32).to_le_bytes());
    for triangle in triangles {
        bytes.extend([0; 12]);
        bytes.extend(triangle.iter().flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend([7, 7]);
    }
    bytes
}

const FLOOR: [[[f32; 3]; 3]; 2] =
    [[[0., 0., 0.], [0., 0., 2.], [2., 0., 2.]], [[0., 0., 0.], [2., 0., 2.], [2., 0., 0.]]];

#[test]
fn the_solids_of_a_text_are_items() {
    assert!((format("STL").is_content)(TEXT.as_bytes()));
    let scene = read(TEXT.as_bytes()).unwrap();
    let items: Vec<_> = scene.items.iter().map(|item| (item.path(), item.triangles)).collect();
    assert_eq!(items, [("Floor one", 1), ("faces", 1)]);
}

#[test]
fn a_binary_file_that_begins_with_solid_is_read_as_one() {
    for header in ["exported", "solid facet normal"] {
        let bytes = binary(header, &FLOOR);
        assert!((format("STL").is_content)(&bytes), "{header}");
        let scene = read(&bytes).unwrap();
        let mesh = imported_mesh(&scene);
        assert_eq!((mesh.cell_count(), mesh.vertices().count()), (2, 4), "{header}: welded");
    }
}

#[test]
fn bytes_behind_the_last_triangle_are_reported_and_missing_ones_refused() {
    let bytes = binary("", &FLOOR);
    let longer = [&*bytes, b"more"].concat();
    assert_eq!(read(&longer).unwrap().notes, ["4 bytes after the last triangle are ignored"]);
    let cut = read(&bytes[..bytes.len() - 1]).unwrap_err();
    assert_eq!(cut, "byte 80: the header states 2 triangles, but the file has 1 triangle; export it again");
    assert_eq!(
        read(b"short").unwrap_err(),
        "byte 5: the file ends inside of its header; it is cut short, so copy it again"
    );
}

#[test]
fn invalid_numbers_and_facets_are_refused_with_their_place() {
    let mut triangles = FLOOR;
    triangles[1][2][1] = f32::NAN;
    let why = read(&binary("", &triangles)).unwrap_err();
    assert!(why.starts_with("byte 134: triangle 1 has the corner "), "{why}");
    for (from, to, why) in [
        ("vertex 0 0 2", "vertex 0 x 2", "line 5: y of the vertex is \"x\"; give a finite number"),
        ("vertex 0 0 2", "vertex 0", "line 5: y of the vertex is \"\"; give a finite number"),
        ("   vertex 0 0 2\r\n", "", "line 6: the facet has 2 vertices; give three"),
        ("SOLID", "SOIL", "line 10: \"SOIL\" is no keyword of STL; correct it, or export the file again"),
        (
            "ENDLOOP\nENDFACET\nENDSOLID\n",
            "",
            "line 16: the file ends inside of a facet; it is cut short, so copy it again",
        ),
    ] {
        let text = TEXT.replacen(from, to, 1);
        assert_eq!(read(text.as_bytes()).unwrap_err(), why, "{to}");
    }
}
