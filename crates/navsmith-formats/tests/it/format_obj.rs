//! OBJ files.

#![expect(clippy::unwrap_used, reason = "a test may")]

use crate::support::formats::{self, format, opened, reason};
use crate::support::notation::mesh;
use expect_test::expect;
use navsmith_core::navmesh::AreaId;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document};
use navsmith_formats::io::scene::ImportScene;
use navsmith_formats::io::{ImportDefaults, Imported, Opened, Placement, import};

fn parsed(text: &str) -> Result<Opened, String> {
    opened("OBJ", text.as_bytes(), &Progress::none()).map_err(|error| reason(&error))
}

fn scene(text: &str) -> ImportScene {
    formats::scene("OBJ", text.as_bytes()).expect("valid")
}

/// Reads a text by navsmith.
fn read(text: &str) -> Result<Document, String> {
    formats::read("OBJ", text.as_bytes()).map(|read| read.0)
}

fn written(document: &Document) -> String {
    formats::text("OBJ", document)
}

fn looks_like_it(bytes: &[u8]) -> bool {
    (format("OBJ").is_content)(bytes)
}

/// Imports all items of a text with default settings.
fn imported(text: &str) -> Imported {
    let scene = scene(text);
    let ImportDefaults { weld, .. } = ImportDefaults::of(&scene);
    let all: Vec<usize> = (0..scene.items.len()).collect();
    import(&scene, &all, &Placement::default(), &weld).unwrap()
}

/// A square and a triangle behind it, in two groups with two materials, with each kind of index.
const LEVEL: &str = "# by another program\r\nmtllib level.mtl\no Level\nv 0 0 0\nv 0 0 2 1.0\nv 2 0 2 0.5 0.5 0.5\n\
                     v 2 0 0\nvt 0 0\nvn 0 1 0\ns off\ng floor\nusemtl stone\nf 1/1/1 2//1 \\\n 3/1 4\nv 4 0 2\n\
                     g path\nusemtl mud\nf -3 -1 -2\nl 1 2\n";

#[test]
fn polygons_keep_their_corners_and_materials_become_areas() {
    let Imported { document, report, notes, .. } = imported(LEVEL);
    assert_eq!(document.mesh, mesh("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 2 4 3@1"), "one mesh");
    let names: Vec<&str> = document.areas.iter().map(|area| &*area.name).collect();
    assert_eq!(names, ["stone", "mud"]);
    assert_eq!((report.welded_vertices, notes), (2, vec![]), "the two groups share two vertices");
}

#[test]
fn objects_and_groups_are_items_to_choose_from() {
    let scene = scene(LEVEL);
    let items: Vec<_> =
        scene.items.iter().map(|item| (item.path(), item.material.as_deref(), item.triangles)).collect();
    assert_eq!(items, [("Level/floor", Some("stone"), 2), ("Level/path", Some("mud"), 1)]);
    let named = LEVEL.replace("o Level", "o NavMesh");
    let scene = self::scene(&named);
    assert!(scene.items.iter().all(|item| item.is_named_like_navmesh), "by the name of the object");
}

#[test]
fn an_invalid_statement_is_refused_with_its_line_and_a_remedy() {
    let refusal = |text: &str| parsed(&format!("v 0 0 0\nv 1 0 0\nv 0 0 1\n{text}")).expect_err("refused");
    expect!["line 4: y of vertex 4 is \"x\"; give a finite number"].assert_eq(&refusal("v 1 x 0"));
    expect!["line 4: z of vertex 4 is \"inf\"; give a finite number"].assert_eq(&refusal("v 1 1 inf"));
    expect!["line 4: vertex 4 has no z; give three numbers"].assert_eq(&refusal("v 1 1"));
    expect!["line 4: the face names vertex 4, but 3 vertices are given before it; correct it"]
        .assert_eq(&refusal("f 1 2 4"));
    expect!["line 4: the face names vertex -4, but 3 vertices are given before it; correct it"]
        .assert_eq(&refusal("f -1 -2 -4"));
    expect!["line 4: a corner of the face is \"0\"; give the number of a vertex"]
        .assert_eq(&refusal("f 0 1 2"));
    expect!["line 5: a corner of the face is \"a/1\"; give the number of a vertex"]
        .assert_eq(&refusal("# a comment\nf 1 2 a/1"));
}

#[test]
fn a_file_by_navsmith_with_more_materials_than_areas_is_refused() {
    let faces: Vec<String> = (0..257).map(|number| format!("usemtl m{number}\nf 1 2 3")).collect();
    let text = format!("# navsmith navigation mesh\nv 0 0 0\nv 0 0 1\nv 1 0 1\n{}", faces.join("\n"));
    let refused = read(&text).expect_err("refused");
    assert_eq!(refused, "line 1: the file has 257 materials, and at most 256 areas; merge some");
}

#[test]
fn a_material_without_a_name_gets_one() {
    let text = "v 0 0 0\nv 0 0 1\nv 1 0 1\nusemtl \nf 1 2 3\n";
    assert_eq!(scene(text).items[0].material.as_deref(), Some("material"));
}

#[test]
fn names_in_another_encoding_are_read() {
    let bytes = b"o Stra\xdfe\nv 0 0 0\nv 0 0 1\nv 1 0 1\nf 1 2 3\n";
    let scene = formats::scene("OBJ", bytes).unwrap();
    assert_eq!(scene.items[0].path(), "Stra\u{fffd}e");
}

#[test]
fn what_is_no_polygon_is_left_out_with_a_note() {
    let scene = scene("v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2\np 1\ncstype bezier\nf 1 3 2\n");
    let notes = [
        "faces with fewer than three corners are left out",
        "curves and free-form surfaces are left out; convert them to polygons",
    ];
    assert_eq!(scene.notes, notes);
    assert_eq!(scene.items.len(), 1, "the face is read");
    assert!(self::scene("v 0 0 0\nv 1 0 0\nv 0 0 1\n").items.is_empty(), "no face");
}

#[test]
fn a_text_that_is_no_list_of_statements_is_not_an_obj() {
    for text in ["v is for vertex\n", "o\n", "f 1 2 3\n", "mesh 2 0 0", "v 1 2\n", ""] {
        assert!(!looks_like_it(text.as_bytes()), "{text}");
    }
    for text in [LEVEL, "\u{feff}# by\nv 0 0 0\n", "mtllib a.mtl\n"] {
        assert!(looks_like_it(text.as_bytes()), "{text}");
    }
}

#[test]
fn a_file_without_a_statement_is_refused() {
    for text in ["", "hello world\n", "\0\0\0", "# only a comment\n", "\u{1}\u{fffd}\n\u{7f}"] {
        let why = parsed(text).expect_err("refused");
        assert!(why.contains("there is no OBJ statement"), "{text:?}: {why}");
    }
    assert!(scene("v 0 0 0\n").items.is_empty(), "a file without faces is an empty level");
    let empty = written(&Document::default());
    assert_eq!(read(&empty).map(|document| document.mesh.cell_count()), Ok(0), "an empty mesh by navsmith");
}

#[test]
fn islands_are_groups_and_areas_are_materials() {
    let mut document =
        Document::of_mesh(mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 9 0, 9 2, 11 2; c 0 1 2 3, 3 2 4@1, 5 6 7"));
    let mud = Area { name: "wet\n\"mud\"\\".into(), color: [1, 2, 3] };
    document.areas = vec![Area::default(), mud].into();
    expect![[r##"
        # navsmith navigation mesh, in metres, Y up; faces counter-clockwise seen from above
        # area 0 120 144 156 "walkable"
        # area 1 1 2 3 "wet\n\"mud\"\\"
        o navmesh
        v 0.0 0.0 0.0
        v 0.0 0.0 2.0
        v 2.0 0.0 2.0
        v 2.0 0.0 0.0
        v 4.0 0.0 2.0
        v 9.0 0.0 0.0
        v 9.0 0.0 2.0
        v 11.0 0.0 2.0
        g island 1
        usemtl walkable
        f 1 2 3 4
        usemtl wet "mud"/
        f 4 3 5
        g island 2
        usemtl walkable
        f 6 7 8
    "##]]
    .assert_eq(&written(&document));
    let again = read(&written(&document)).unwrap();
    assert_eq!((&again.mesh, &again.areas), (&document.mesh, &document.areas), "names in full");
}

#[test]
fn a_file_by_navsmith_that_was_changed_by_hand_is_read_by_its_numbers() {
    let document = Document::of_mesh(mesh("v 0 0, 0 2, 2 2, 2 0; c 0 1 2 3"));
    let text = written(&document).replace("f 1 2 3 4", "f 1 2 3\nusemtl ice\nf 1 3 4");
    let again = read(&text).unwrap();
    let areas: Vec<(&str, AreaId)> = again
        .mesh
        .cells()
        .map(|(_, cell)| (&*again.areas[cell.area().0 as usize].name, cell.area()))
        .collect();
    assert_eq!(areas, [("walkable", AreaId(0)), ("ice", AreaId(1))], "a new material is a new area");
    let twice = written(&document).replace("f 1 2 3 4", "f 1 2 3 3");
    let refused = read(&twice).expect_err("refused");
    assert_eq!(refused, "line 10: the face names vertex 3 twice; name it once");
}

#[test]
fn a_comment_ends_with_its_line() {
    let expected = mesh("v 0 0, 0 4, 4 4, 4 0; c 0 1 2 3");
    for text in [
        "# exported from C:\\levels\\\nv 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nf 1 2 3 4\n",
        "v 0 0 0 # C:\\\r\nv 0 0 4 #\r\nv 4 0 4#near\r\nv 4 0 0\r\nf 1 2 3 4 # the floor \\\r\n",
        "\\\n# a \\\nv 0 0 0\nv 0 0 4\nv 4 0 \\\n 4 # b\nv 4 0 0\nf 1 2 \\\n3 4#",
    ] {
        assert!(looks_like_it(text.as_bytes()), "{text}");
        assert_eq!(imported(text).document.mesh, expected, "{text}");
    }
}

#[test]
fn a_comment_behind_a_name_is_no_part_of_it() {
    let material = |name: &str| {
        let scene = scene(&format!("v 0 0 0\nv 0 0 4\nv 4 0 4\no C#\nusemtl {name}\nf 1 2 3\n"));
        (scene.items[0].mesh.clone(), scene.items[0].material.clone().unwrap_or_default())
    };
    for (text, name) in [
        ("grass # soft", "grass"),
        ("grass\t#soft \\", "grass"),
        ("long grass", "long grass"),
        ("Material #25", "Material #25"),
        ("grass#soft", "grass#soft"),
    ] {
        assert_eq!(material(text), ("C#".to_owned(), name.to_owned()), "{text}");
    }
}

#[test]
fn names_of_areas_with_a_number_sign_read_back() {
    let area = |name: &str| Area { name: name.into(), ..Area::default() };
    let mesh = mesh("v 0 0, 0 2, 2 2, 2 0, 4 2; c 0 1 2 3, 2 4 3@1");
    let document = Document { areas: vec![area("a # b"), area("# c")].into(), ..Document::of_mesh(mesh) };
    assert_eq!(read(&written(&document)).unwrap(), document);
}

#[test]
fn lines_with_a_backslash_alone_take_linear_work() {
    // Quadratic work would take minutes.
    let text = format!("v 0 0 0\n{}v 0 0 1\nv 1 0 1\n  \\\nf 1 2 \\\n3\n", "\\\n".repeat(400_000));
    assert_eq!(imported(&text).document.mesh.cell_count(), 1, "the statements around them are read");
}
