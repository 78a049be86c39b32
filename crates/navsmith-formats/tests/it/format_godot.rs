//! Resources and scenes of Godot: what is read, what is refused with its line, and what is written.

use crate::support::formats::{self, format, imported_mesh as imported, text as written};
use crate::support::notation::mesh;
use expect_test::expect;
use navsmith_core::geometry::{SplitMix64, Vec3, ground_area};
use navsmith_core::navmesh::{CellId, Derived, Link, NavMesh};
use navsmith_formats::document::Document;
use navsmith_formats::io::scene::ImportScene;

const MESH: &str = "[gd_resource type=\"NavigationMesh\" format=3 uid=\"uid://c0ffee\"]\n\n; baked by hand\n[resource]\n\
                    resource_name = \"a \\\"quoted\\\" ] name\"\n\
                    vertices = PackedVector3Array(0, 0.5, 0, 0, 0.5, 2, 2, 0.5, 2, 4, -1e-05, 0)\n\
                    polygons = [PackedInt32Array(0, 1, 2), PackedInt32Array(0, 3, 2)]\ncell_size = 0.2\n\
                    metadata/_notes = {\n\"a\": [1, Vector3(1, 2, 3), &\"b\"],\n\"c\": #ffaa00\n}\nagent_radius = 0.4\n";

const POLYGON: &str = "[gd_resource type=\"NavigationPolygon\" format=3]\n\n[resource]\n\
                       vertices = PackedVector2Array(0, 0, 0, 3, 1, 3)\n\
                       polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2)])\n\
                       outlines = Array[PackedVector2Array]([PackedVector2Array(0, 0, 0, 3, 1, 3)])\n";

fn read(text: &str) -> Result<(Document, Vec<String>), String> {
    formats::read("Godot NavigationMesh", text.as_bytes())
}

fn scene(text: &str) -> Result<ImportScene, String> {
    formats::scene("Godot scene", text.as_bytes())
}

#[test]
fn polygons_of_both_windings_become_counter_clockwise() {
    let (document, notes) = read(MESH).unwrap();
    let expected = mesh("v 0 0.5 0, 0 0.5 2, 2 0.5 2, 4 -0.00001 0; c 0 1 2, 0 2 3");
    assert_eq!((document.mesh, notes), (expected, vec![]), "the second one is reversed");
}

#[test]
fn the_plane_is_seen_from_above_with_y_pointing_down() {
    let (document, _) = read(POLYGON).unwrap();
    assert_eq!(
        document.mesh,
        mesh("v 0 0, 0 3, 1 3; c 0 1 2"),
        "a thin triangle, down and then to the right"
    );
}

#[test]
fn resources_of_godot_3_are_read() {
    let text = POLYGON.replace("Packed", "Pool").replace("Int32Array", "IntArray");
    let text = text.replace("Array[PoolIntArray]([", "[ ").replace(")])\noutlines", ") ]\noutlines");
    assert!(text.contains("polygons = [ PoolIntArray(0, 1, 2) ]"), "{text}");
    assert_eq!(read(&text), read(POLYGON));
}

#[test]
fn an_invalid_resource_is_refused_with_its_line_and_a_remedy() {
    let refusal = |old: &str, new: &str| {
        assert!(MESH.contains(old), "{old}");
        read(&MESH.replace(old, new)).expect_err("refused")
    };
    expect![[r#"line 6: the vertices are "PackedVector2Array"; write them as PackedVector3Array(…)"#]]
        .assert_eq(&refusal("PackedVector3Array(0,", "PackedVector2Array(0,"));
    expect![[r#"line 6: here is "zero", where a number should be; correct it"#]]
        .assert_eq(&refusal("(0, 0.5, 0, 0,", "(0, zero, 0, 0,"));
    expect!["line 6: vertex 0 is not finite; give finite numbers"]
        .assert_eq(&refusal("(0, 0.5, 0, 0,", "(0, inf, 0, 0,"));
    expect!["line 6: vertex 0 is not finite; give finite numbers"]
        .assert_eq(&refusal("(0, 0.5, 0, 0,", "(0, 1e99, 0, 0,"));
    expect!["line 6: vertex 3 has only 2 of 3 numbers; complete it or remove it"]
        .assert_eq(&refusal(", -1e-05, 0)", ", -1e-05)"));
    expect!["line 7: polygon 1 names vertex 4, but there are 4, counted from 0; correct it"]
        .assert_eq(&refusal("(0, 3, 2)", "(0, 4, 2)"));
    expect![[r#"line 7: polygon 1 names vertex "-1"; give the number of a vertex"#]]
        .assert_eq(&refusal("(0, 3, 2)", "(0, -1, 2)"));
    expect![[r#"line 8: a polygon is "cell_size"; write it as PackedInt32Array(0, 1, 2)"#]]
        .assert_eq(&refusal("(0, 3, 2)]", "(0, 3, 2)"));
    expect![[r#"line 7: a polygon is "0"; write it as PackedInt32Array(0, 1, 2)"#]]
        .assert_eq(&refusal("[PackedInt32Array(0, 1, 2)", "[0"));
    expect![[r#"line 7: the polygons are "null"; write them as [PackedInt32Array(0, 1, 2), …]"#]]
        .assert_eq(&refusal("polygons = [", "polygons = null ["));
    expect![[r#"line 10: "a":" is neither a section nor a property with a value; correct it"#]]
        .assert_eq(&refusal("\\\" ] name\"", "\\\" ] name"));
    expect![[r#"line 10: here is ")", where "]" is missing; correct it"#]]
        .assert_eq(&refusal("&\"b\"],", "&\"b\"),"));
    expect![[r#"line 8: "cell_size" is neither a section nor a property with a value; correct it"#]]
        .assert_eq(&refusal("cell_size = 0.2", "cell_size"));
    expect![[r#"line 1: here is "uid", where "=" should be; correct it"#]]
        .assert_eq(&refusal("format=3 uid", "format uid"));
    expect![[r#"line 1: the file ends, where "[gd_resource" or "[gd_scene" should be; save the scene or resource as text in Godot"#]].assert_eq(&read("").expect_err("refused"));
    expect![[r#"line 1: the file begins with "RSRC", where "[gd_resource" or "[gd_scene" should be; save the scene or resource as text in Godot"#]]
        .assert_eq(&read("RSRC").expect_err("refused"));
    expect!["line 1: there is no [resource] section of a NavigationMesh or NavigationPolygon; save the resource as text (.tres) in Godot"].assert_eq(&read("[gd_resource type=\"NavigationMesh\" format=3]\n").expect_err("refused"));
}

#[test]
fn a_polygon_that_is_no_cell_is_left_out_with_a_note() {
    let text = MESH.replace(
        "[PackedInt32Array(0, 1, 2)",
        "[PackedInt32Array(0, 1, 1, 2, 0), PackedInt32Array(0, 1, 0, 2)",
    );
    let text = text.replace("PackedInt32Array(0, 3, 2)", "PackedInt32Array(), PackedInt32Array(3, 2)");
    let (document, notes) = read(&text).unwrap();
    assert_eq!(document.mesh.cell_count(), 1, "repeats in a row count once");
    assert_eq!(notes, ["3 polygons without area were left out."]);
}

/// A square around a hole as one polygon in the plane, and a square beside it.
const KEYHOLE: &str = "[gd_resource type=\"NavigationPolygon\" format=3]\n\n[resource]\n\
                       vertices = PackedVector2Array(0, 0, 0, 8, 8, 8, 8, 0, 3, 3, 5, 3, 5, 5, 3, 5, 12, 8, 12, 0)\n\
                       polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 3, 0, 4, 5, 6, 7, 4), \
                       PackedInt32Array(3, 2, 8, 9)])\n";

#[test]
fn a_polygon_around_a_hole_is_divided() {
    let copies =
        KEYHOLE.replace("12, 0)", "12, 0, 0, 0, 3, 3)").replace("0, 4, 5, 6, 7, 4)", "10, 4, 5, 6, 7, 11)");
    let clockwise = KEYHOLE.replace("(0, 1, 2, 3, 0, 4, 5, 6, 7, 4)", "(4, 7, 6, 5, 4, 0, 3, 2, 1, 0)");
    for text in [KEYHOLE, &copies, &clockwise] {
        let (document, notes) = read(text).unwrap();
        let mesh = document.mesh;
        let area: f64 = mesh.cells().map(|(cell, _)| ground_area(&mesh.ground_ring(cell))).sum();
        assert_eq!((area, mesh.vertex_count()), (92.0, 10), "{text}");
        assert_eq!(Derived::build(&mesh).islands.len(), 1, "the square beside it is connected");
        assert_eq!(notes[0], "1 polygon that visits a vertex twice was divided.");
    }
}

#[test]
fn a_polygon_that_cannot_be_divided_is_named_and_kept_beside_the_others() {
    // The second polygon has random corners and visits the first one twice, so that millions of sides cross.
    let count = 3500;
    let mut chance = SplitMix64(4);
    let corners: Vec<String> = (0..2 * count).map(|_| format!("{:.3}", chance.unit() * 100.0)).collect();
    let ring: Vec<String> = (6..6 + count).map(|corner| corner.to_string()).collect();
    let text = format!(
        "[gd_resource type=\"NavigationPolygon\" format=3]\n\n[resource]\n\
         vertices = PackedVector2Array(200, 0, 200, 8, 208, 8, 208, 0, 216, 8, 216, 0, {})\n\
         polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2, 3), PackedInt32Array({}, 6, 7), \
         PackedInt32Array(3, 2, 4, 5)])\n",
        corners.join(", "),
        ring.join(", "),
    );
    let (document, notes) = read(&text).unwrap();
    let mesh = document.mesh;
    let sizes: Vec<usize> = mesh.cells().map(|(_, cell)| cell.len()).collect();
    assert_eq!((sizes, mesh.check()), (vec![4, count + 2, 4], Ok(())));
    let derived = Derived::build(&mesh);
    assert_eq!(derived.adjacency.neighbors(CellId(0)).count(), 1, "the others are connected");
    let note = "polygon 1 visits a vertex twice, and its sides cross in too many places to divide it, so it is one cell \
                that crosses itself; cut it up in Godot.";
    assert!(notes.iter().any(|found| found == note), "{notes:?}");
}

#[test]
fn a_resource_that_was_not_baked_is_noted() {
    let (document, notes) =
        read("[gd_resource type=\"NavigationMesh\" format=3]\n[resource]\ncell_size = 0.2\n").unwrap();
    assert_eq!(document.mesh, NavMesh::default());
    assert_eq!(notes, ["The resource has no polygons; bake it in Godot first."]);
}

#[test]
fn deep_brackets_need_no_recursion() {
    let deep = format!("a = {}", "[{(".repeat(100_000));
    let refused = read(&MESH.replace("cell_size = 0.2", &deep)).expect_err("refused");
    assert!(refused.starts_with("line "), "{refused}");
    let closed = format!("a = {}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(read(&MESH.replace("cell_size = 0.2", &closed)), read(MESH));
}

#[test]
fn what_is_written_shares_vertices_and_is_counter_clockwise() {
    // The second cell is clockwise.
    let document = Document::of_mesh(mesh("v 0 0.5 0, 0 0.5 3, 1 0.25 3, 4 0 0; c 0 1 2, 0 3 2"));
    expect![[r#"
        [gd_resource type="NavigationMesh" format=3]

        [resource]
        vertices = PackedVector3Array(0.0, 0.5, 0.0, 0.0, 0.5, 3.0, 1.0, 0.25, 3.0, 4.0, 0.0, 0.0)
        polygons = [PackedInt32Array(0, 1, 2), PackedInt32Array(0, 2, 3)]
    "#]]
    .assert_eq(&written("Godot NavigationMesh", &document));
    expect![[r#"
        [gd_resource type="NavigationPolygon" format=3]

        [resource]
        vertices = PackedVector2Array(0.0, 0.0, 0.0, 3.0, 1.0, 3.0, 4.0, 0.0)
        polygons = Array[PackedInt32Array]([PackedInt32Array(0, 1, 2), PackedInt32Array(0, 2, 3)])
    "#]]
    .assert_eq(&written("Godot NavigationPolygon", &document));
}

const SCENE: &str = "[gd_scene load_steps=3 format=3]\n\
    [ext_resource type=\"NavigationMesh\" path=\"res://cellar.tres\" id=\"1_c\"]\n\
    [sub_resource type=\"NavigationMesh\" id=\"yard\"]\nvertices = PackedVector3Array(0, 0, 0, 0, 0, 3, 1, 0, 3)\n\
    polygons = [PackedInt32Array(0, 2, 1)]\n\
    [sub_resource type=\"BoxShape3D\" id=\"box\"]\nsize = Vector3(1, 2, 3)\n\
    [sub_resource type=\"NavigationPolygon\" id=\"unused\"]\nvertices = PackedVector2Array(50, 0, 50, 1, 51, 1)\n\
    polygons = [PackedInt32Array(0, 1, 2)]\n\
    [node name=\"Level\" type=\"Node3D\"]\ntransform = Transform3D(1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 0, 0)\n\
    [node name=\"Yard\" type=\"NavigationRegion3D\" parent=\".\" groups=[\"a]\", \"b\"]]\n\
    transform = Transform3D(0, 0, 1, 0, 1, 0, -1, 0, 0, 0, 2, 0)\nnavigation_mesh = SubResource(\"yard\")\n\
    [node name=\"Copy\" type=\"NavigationRegion3D\" parent=\"Yard\"]\nposition = Vector3(0, 0, 8)\n\
    navigation_mesh = SubResource(\"yard\")\n\
    [node name=\"Cellar\" type=\"NavigationRegion3D\" parent=\".\"]\nnavigation_mesh = ExtResource(\"1_c\")\n\
    [connection signal=\"a\" from=\".\" to=\"Yard\" method=\"b\" binds=[1, {\"c\": 2}]]\n";

#[test]
fn the_meshes_of_nodes_are_items_in_their_place() {
    let scene = scene(SCENE).unwrap();
    let items: Vec<(&str, &str, usize)> =
        scene.items.iter().map(|item| (&*item.node, &*item.mesh, item.triangles)).collect();
    assert_eq!(items, [("Level/Yard", "yard", 1), ("Level/Yard/Copy", "yard", 1), ("", "unused", 1)]);
    let [cellar, margin] = &scene.notes[..] else { panic!("{:?}", scene.notes) };
    assert_eq!(cellar, "the mesh of Level/Cellar is in res://cellar.tres; open that file");
    assert!(margin.starts_with("Godot also joins edges of different regions up to 0.25 apart"), "{margin}");
    // A quarter turn takes +Z to +X and +X to -Z.
    let expected =
        "v 10 2 0, 13 2 0, 13 2 -1, 18 2 0, 21 2 0, 21 2 -1, 50 0 0, 50 0 1, 51 0 1; c 0 1 2, 3 4 5, 6 7 8";
    assert_eq!(imported(&scene), mesh(expected));
}

#[test]
fn nodes_in_the_plane_are_placed_by_position_rotation_and_scale() {
    let text = "[gd_scene format=3]\n[sub_resource type=\"NavigationPolygon\" id=1]\n\
                vertices = PackedVector2Array(0, 0, 0, 3, 1, 3)\npolygons = [PackedInt32Array(0, 1, 2)]\n\
                [node name=\"Map\" type=\"Node2D\"]\nscale = Vector2(-1, 2)\n\
                [node name=\"Group\" type=\"Node\" parent=\".\"]\n\
                [node name=\"A\" type=\"NavigationRegion2D\" parent=\".\"]\nposition = Vector2(5, 1)\n\
                navigation_polygon = SubResource(1)\n\
                [node name=\"B\" type=\"NavigationRegion2D\" parent=\"Group\"]\nrotation = 1.5707964\n\
                position = Vector2(100, 0)\nnavigation_polygon = SubResource( 1 )\n\
                [node name=\"C\" type=\"NavigationRegion2D\" parent=\"Gone/Door\" instance=ExtResource(\"9\")]\n\
                position = Vector2(0, 200)\nnavigation_polygon = SubResource(1)\n";
    let scene = scene(text).unwrap();
    let rounded = |position: Vec3| position.to_array().map(|it| it.round() + 0.0);
    let positions: Vec<[f32; 3]> =
        imported(&scene).vertices().map(|(_, position)| rounded(position)).collect();
    let a = [[-5., 0., 2.], [-5., 0., 8.], [-6., 0., 8.]];
    let (b, c) =
        ([[100., 0., 0.], [97., 0., 0.], [97., 0., 1.]], [[0., 0., 400.], [0., 0., 406.], [-1., 0., 406.]]);
    for (expected, what) in
        [(a, "mirrored"), (b, "below a node without a place"), (c, "below an unknown node")]
    {
        assert!(expected.iter().all(|corner| positions.contains(corner)), "{what}: {positions:?}");
    }
    let mesh = imported(&scene);
    assert!(
        mesh.cells().all(|(id, _)| navsmith_core::geometry::is_convex(&mesh.ground_ring(id))),
        "counter-clockwise"
    );
    let [inside, margin, pixels] = &scene.notes[..] else { panic!("{:?}", scene.notes) };
    assert_eq!(inside, "scenes inside this scene are left out; open their files");
    assert!(margin.starts_with("Godot also joins edges of different regions up to 1 apart"), "{margin}");
    assert!(pixels.starts_with("a pixel is read as a metre"), "{pixels}");
}

#[test]
fn a_scene_without_a_mesh_says_so() {
    let scene = scene("[gd_scene format=3]\n[node name=\"A\" type=\"Node\"]\n").unwrap();
    assert_eq!(scene.notes, ["there is no navigation mesh in this file"]);
}

#[test]
fn a_file_that_begins_like_none_of_godot_is_refused() {
    for text in ["", "\n", "; a comment\n", "[remap]\n", "[node name=\"a\"]\n", "hello world"] {
        let why = scene(text).expect_err("refused");
        assert!(why.ends_with("should be; save the scene or resource as text in Godot"), "{text:?}: {why}");
    }
}

#[test]
fn the_first_section_decides_on_the_format() {
    let formats = |text: &str| {
        ["Godot NavigationMesh", "Godot NavigationPolygon", "Godot scene"]
            .map(|name| (format(name).is_content)(text.as_bytes()))
    };
    assert_eq!(formats(MESH), [true, false, false]);
    assert_eq!(formats(&format!("\u{feff}; a comment\n{POLYGON}")), [false; 3], "a comment comes first");
    assert_eq!(formats(&format!("\u{feff}\n{POLYGON}")), [false, true, false]);
    assert_eq!(formats(SCENE), [false, false, true]);
    assert_eq!(formats("[gd_resource type=\"TileSet\" format=3]"), [false, false, true]);
    for text in ["", "[gd_resource", "[remap]", "gd_scene", "[gd_resourceful a=1]"] {
        assert_eq!(formats(text), [false; 3], "{text}");
    }
}

#[test]
fn polygons_with_corners_of_their_own_are_joined_by_position() {
    let text = "[gd_resource type=\"NavigationMesh\" format=3]\n[resource]\n\
                vertices = PackedVector3Array(0, 0, 0, 0, 0, 4, 4, 0, 4, 9, 9, 9, 4, 0, 4, 4, -0.0, 0, -0.0, 0, 0)\n\
                polygons = [PackedInt32Array(0, 1, 2), PackedInt32Array(4, 5, 6)]\n";
    let (document, notes) = read(text).unwrap();
    assert_eq!(document.mesh, mesh("v 0 0, 0 4, 4 4, 9 9 9, 4 0; c 0 1 2, 2 4 0"), "9 9 9 stays");
    assert_eq!(notes, ["2 vertices at the position of another became one with it, as in Godot."]);
}

#[test]
fn outlines_are_named_in_a_note() {
    let (document, notes) = read(POLYGON).unwrap();
    assert_eq!(document.outlines.list.len(), 1);
    let outlines = "1 outline generates the cells; choose Bake outlines to edit single cells.";
    assert!(notes.iter().any(|note| note == outlines), "{notes:?}");
    let none = POLYGON.replace("PackedVector2Array(0, 0, 0, 3, 1, 3)])\n", "])\n");
    assert!(read(&none).unwrap().1.iter().all(|note| !note.contains("outline")));
}

#[test]
fn names_with_escapes_are_decoded() {
    let text = SCENE.replace("\"Yard\" type", "\"Caf\\u00e9 \\U01f600 \\ud83d\\ude00 \\q\\\\ \\u12\" type");
    assert_eq!(scene(&text).unwrap().items[0].node, "Level/Caf\u{e9} \u{1f600} \u{1f600} q\\ u12");
}

#[test]
fn link_nodes_are_links_in_their_place() {
    let text = SCENE.replace(
        "[connection",
        "[node name=\"Jump\" type=\"NavigationLink3D\" parent=\"Yard\"]\nbidirectional = false\nend_position = \
         Vector3(0, 1, 5)\ntravel_cost = 2.5\nenter_cost = 3.0\n\
         [node name=\"Off\" type=\"NavigationLink3D\" parent=\".\"]\nenabled = false\n[connection",
    );
    let scene = scene(&text).unwrap();
    // The yard is turned by a quarter.
    let link =
        Link { is_one_way: true, cost: 2.5, ..Link::between(Vec3::new(10., 2., 0.), Vec3::new(15., 3., 0.)) };
    let links: Vec<Link> = imported(&scene).links().map(|(_, link)| *link).collect();
    assert_eq!(links, [link]);
    assert_eq!(scene.elsewhere, 1, "the mesh of one node is in another file");
    assert_eq!(
        scene.notes,
        [
            "the mesh of Level/Cellar is in res://cellar.tres; open that file",
            "the enter cost of Level/Yard/Jump (3) is left out; set the cost of the link here",
            "Level/Off is a link that is disabled or has no finite ends, so it is left out",
            "Godot also joins edges of different regions up to 0.25 apart; repair with --tolerance 0.25 joins them here",
        ]
    );
}

#[test]
fn links_in_the_plane_and_settings_of_regions_are_read_or_named() {
    let text = "[gd_scene format=3]\n[sub_resource type=\"NavigationPolygon\" id=1]\n\
                vertices = PackedVector2Array(0, 0, 0, 3, 1, 3)\npolygons = [PackedInt32Array(0, 1, 2)]\n\
                [node name=\"Map\" type=\"Node2D\"]\nposition = Vector2(100, 0)\n\
                [node name=\"A\" type=\"NavigationRegion2D\" parent=\".\"]\nenabled = false\ntravel_cost = 4.0\n\
                navigation_polygon = SubResource(1)\n\
                [node name=\"B\" type=\"NavigationLink2D\" parent=\".\"]\nstart_position = Vector2(1, 2)\n\
                [node name=\"C\" type=\"NavigationRegion2D\" parent=\".\"]\n\
                navigation_polygon = ExtResource(\"x\")\n\
                [ext_resource type=\"NavigationPolygon\" path=\"res://c.RES\" id=\"x\"]\n";
    let scene = scene(text).unwrap();
    let links: Vec<Link> = imported(&scene).links().map(|(_, link)| *link).collect();
    assert_eq!(links, [Link::between(Vec3::new(101., 0., 2.), Vec3::new(100., 0., 0.))]);
    let expected = [
        "the region Map/A is disabled in Godot",
        "the travel cost of Map/A (4) is left out",
        "the mesh of Map/C is in res://c.RES; that file is binary, so save it as text (.tres) in Godot",
        "a pixel is read as a metre",
    ];
    assert_eq!(scene.notes.len(), expected.len(), "{:?}", scene.notes);
    for (note, start) in scene.notes.iter().zip(expected) {
        assert!(note.starts_with(start), "{note}");
    }
}
