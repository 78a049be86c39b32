//! glTF files.

use base64::Engine as _;
use expect_test::expect;
use glam::Vec3;
use navsmith_core::budget::Budget;
use navsmith_core::progress::Progress;
use navsmith_formats::io::gltf::{GltfError, parse, parse_within};
use navsmith_formats::io::scene::{ImportScene, Picked};

/// Returns a quad's corners, then its two triangles' indices in one byte each.
fn quad() -> Vec<u8> {
    let corners = [[0., 0., 0.], [0., 0., 2.], [2., 0., 2.], [2., 0., 0.]].map(Vec3::from);
    let mut bytes: Vec<u8> = corners.iter().flat_map(Vec3::to_array).flat_map(f32::to_le_bytes).collect();
    bytes.extend([0, 1, 2, 0, 2, 3]);
    bytes
}

/// Returns a glTF of the quad with these members, and these attributes of its one primitive.
fn gltf(members: &str, primitive: &str) -> String {
    let data = base64::engine::general_purpose::STANDARD.encode(quad());
    format!(
        r#"{{ "asset": {{ "version": "2.0" }}, {members},
        "meshes": [ {{ "name": "floor", "primitives": [ {{ "attributes": {{ "POSITION": 0 }}, {primitive} }} ] }} ],
        "accessors": [
            {{ "bufferView": 0, "componentType": 5126, "count": 4.0, "type": "VEC3" }},
            {{ "bufferView": 0, "byteOffset": 48, "componentType": 5121, "count": 6, "type": "SCALAR" }}
        ],
        "bufferViews": [ {{ "buffer": 0, "byteLength": 54 }} ],
        "buffers": [ {{ "uri": "data:application/octet-stream;base64,{data}", "byteLength": 54 }} ] }}"#
    )
}

/// Returns a GLB of chunks with their kinds, padded to four bytes.
fn glb(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (kind, bytes) in chunks {
        body.extend((bytes.len().next_multiple_of(4) as u32).to_le_bytes());
        body.extend([&kind[..], bytes].concat());
        body.resize(body.len().next_multiple_of(4), b' ');
    }
    let length = (12 + body.len() as u32).to_le_bytes();
    [&b"glTF\x02\0\0\0"[..], &length, &body].concat()
}

fn parsed(text: &str) -> Result<ImportScene, GltfError> {
    parse(text.as_bytes(), None)
}

const ONE_NODE: &str =
    r#""scene": 0, "scenes": [ { "nodes": [0] } ], "nodes": [ { "name": "Level", "mesh": 0 } ]"#;

fn all_of(scene: &ImportScene) -> Picked {
    scene.soup(&(0..scene.items.len()).collect::<Vec<_>>()).expect("not too much")
}

fn triangles(picked: &Picked) -> Vec<&[u32]> {
    picked.soup.polygons().map(|(corners, _)| corners).collect()
}

fn refusal(text: &str) -> String {
    parsed(text).expect_err("refused").to_string()
}

fn notes(text: &str) -> String {
    parsed(text).expect("read").notes.join("\n")
}

fn refusals<const N: usize>(texts: [String; N]) -> String {
    texts.map(|text| refusal(&text) + "\n").concat()
}

#[test]
fn a_quad_is_two_triangles() {
    let scene = parsed(&gltf(ONE_NODE, r#""indices": 1"#)).unwrap();
    let [found] = scene.items.as_slice() else { panic!("one thing: {:?}", scene.items) };
    assert_eq!(
        (found.node.as_str(), found.mesh.as_str(), found.triangles),
        ("Level", "floor", 2),
        "as named"
    );
    let picked = all_of(&scene);
    assert_eq!(triangles(&picked), [[0, 1, 2], [0, 2, 3]], "as in the file");
    assert_eq!(picked.soup.positions[2], Vec3::new(2., 0., 2.), "as in the file");
    assert!(scene.notes.is_empty(), "nothing to say: {:?}", scene.notes);
}

#[test]
fn strips_and_fans_are_unrolled_counter_clockwise() {
    let fan = all_of(&parsed(&gltf(ONE_NODE, r#""mode": 6"#)).unwrap());
    assert_eq!(triangles(&fan), [[1, 2, 0], [2, 3, 0]], "a fan");
    let strip = all_of(&parsed(&gltf(ONE_NODE, r#""mode": 5"#)).unwrap());
    assert_eq!(triangles(&strip), [[0, 1, 2], [2, 1, 3]], "a strip, every second turned round");
}

#[test]
fn nodes_place_their_meshes_and_what_mirrors_them_is_turned_round() {
    let nodes = r#""nodes": [ { "name": "a", "children": [1], "translation": [10, 0, 0] },
                              { "name": "b", "mesh": 0, "scale": [-1, 1, 1] } ]"#;
    let scene = parsed(&gltf(nodes, r#""indices": 1"#)).unwrap();
    assert_eq!(scene.items[0].node, "a/b", "named after those above it");
    let picked = all_of(&scene);
    assert_eq!(picked.soup.positions[2], Vec3::new(8., 0., 2.), "mirrored, then moved");
    assert_eq!(triangles(&picked)[0], [0, 2, 1], "turned round");
}

#[test]
fn what_is_named_like_a_navmesh_is_preselected() {
    let named = |name: &str| {
        let nodes =
            format!(r#""nodes": [ {{ "name": "Level", "mesh": 0 }}, {{ "name": "{name}", "mesh": 0 }} ]"#);
        parsed(&gltf(&nodes, r#""indices": 1"#)).unwrap().preselected()
    };
    for name in ["NavMesh", "level-navmesh.001", "nav mesh", "NAV_MESH"] {
        assert_eq!(named(name), [1], "{name}");
    }
    assert_eq!(named("Floor"), [0, 1], "everything if nothing is named so");
}

#[test]
fn several_materials_become_areas() {
    let nodes = r#""materials": [ { "name": "grass" },
        { "name": "water", "pbrMetallicRoughness": { "baseColorFactor": [0, 0, 1, 1] } } ], "nodes": [ { "mesh": 0 } ]"#;
    let two = r#""material": 1, "indices": 1 }, { "attributes": { "POSITION": 0 }, "material": 0"#;
    let picked = all_of(&parsed(&gltf(nodes, two)).unwrap());
    let names: Vec<_> = picked.areas.iter().map(|area| area.name.as_str()).collect();
    assert_eq!(names, ["water", "grass"], "as they come");
    assert_eq!(picked.areas[0].color, [0, 0, 255], "the material's colour");
    assert_eq!(
        picked.soup.polygons().map(|(_, area)| area.0).collect::<Vec<_>>(),
        [0, 0, 1],
        "of each triangle"
    );
}

#[test]
fn nodes_in_a_circle_are_visited_once() {
    let nodes = r#""scenes": [ { "nodes": [0, 7] } ], "nodes": [ { "mesh": 0, "children": [1] }, { "children": [0, 1] } ]"#;
    expect![[r#"
            nodes[0] has two parents, or is its own ancestor; it is used once
            nodes[1] has two parents, or is its own ancestor; it is used once
            nodes[7] does not exist, though it is named; export the file again"#]]
    .assert_eq(&notes(&gltf(nodes, r#""indices": 1"#)));
}

#[test]
fn what_is_left_out_is_said() {
    let more = |primitive: &str| {
        gltf(ONE_NODE, &format!(r#""indices": 1 }}, {{ "attributes": {{ "POSITION": 0 }}, {primitive}"#))
    };
    let nodes = |nodes: &str| gltf(&format!(r#""nodes": [{nodes}]"#), r#""indices": 1"#);
    expect![[r#"
        meshes[0].primitives[1] is made of lines or points, which are no surface; it is left out
        meshes[0].primitives[1] has morph targets; its base shape is read
        meshes[0].primitives[1] ends within a triangle; its last corner is left out
        meshes[0].primitives[1] is left out: accessors[9] does not exist, though it is named; export the file again
        meshes[0].primitives[1] is left out: accessors[0] is a VEC3, where a SCALAR is needed; export the mesh again
        meshes[0].primitives[1] ends within a triangle; its last corner is left out
        meshes[0].primitives[0] is made of lines or points, which are no surface; it is left out
        there are no triangles in this file
        the scene places no mesh, so every mesh of the file is read without placement
        nodes[0] has a rotation of length 2; it is normalised
        nodes[0] is scaled to nothing in some direction, so its meshes are flat
    "#]]
    .assert_eq(
        &[
            more(r#""mode": 1"#),
            more(r#""targets": []"#),
            more(r#""indices": 9"#),
            more(r#""indices": 0"#),
            more(r#""mode": 4"#),
            gltf(ONE_NODE, r#""mode": 0"#),
            nodes(""),
            nodes(r#"{ "mesh": 0, "rotation": [0, 0, 0, 2], "scale": [0, 1, 1] }"#),
        ]
        .map(|text| notes(&text) + "\n")
        .concat(),
    );
}

#[test]
fn a_file_that_gives_nothing_is_an_error_that_names_the_element() {
    let good = gltf(ONE_NODE, r#""indices": 1"#);
    let with = |from: &str, to: &str| good.replace(from, to);
    let uri = "data:application/octet-stream;base64,";
    expect![[r#"
        accessors[1] reaches past the end of bufferViews[0] or of its buffer; the file is cut short; export it again
        accessors[1] reaches past the end of bufferViews[0] or of its buffer; the file is cut short; export it again
        its JSON is not that of a glTF: line 5, column 83: there is the number `-1`, expected an integer that is not negative; export the level again as glTF 2.0 or GLB
        accessors[1] holds indices that are no unsigned integers; export the mesh again
        accessors[1] has a component type that glTF does not know; export the mesh again
        accessors[0] is a VEC2, where a VEC3 is needed; export the mesh again
        accessors[1] needs bufferViews[3], which does not exist, though it is named; export the file again
        accessors[0] states 99999999 elements without any bytes; export the mesh again
        accessors[0] has elements of 12 bytes every 1 (bufferViews[0]); export the mesh again
        accessors[0] needs buffers[0], which is the file "../secret/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAABAAAAAQAAAAAAAAABAAAAAQA…", which did not come along
        accessors[0] needs buffers[0], which is a data URI that is no base64 (Invalid symbol 42, offset 0.); export the file again
    "#]]
    .assert_eq(&refusals([
            with(r#""count": 6"#, r#""count": 7"#),
            with(r#""count": 6"#, r#""count": 18446744073709551615"#),
            with(r#""count": 6"#, r#""count": -1"#),
            with("5121", "5126"),
            with("5121", "5"),
            with("VEC3", "VEC2"),
            with(r#""bufferView": 0, "byteOffset""#, r#""bufferView": 3, "byteOffset""#),
            with(r#""bufferView": 0, "componentType": 5126, "count": 4.0"#, r#""componentType": 5126, "count": 99999999"#),
            with(r#""byteLength": 54 } ],"#, r#""byteLength": 54, "byteStride": 1 } ],"#),
            with(uri, "../secret/"),
            with(uri, "data:;base64,*"),
    ]));
}

#[test]
fn compressed_files_and_other_versions_are_named_as_such() {
    let good = gltf(ONE_NODE, r#""indices": 1"#);
    let requires = |name: &str| good.replacen('{', &format!(r#"{{ "extensionsRequired": ["{name}"],"#), 1);
    for name in ["KHR_texture_transform", "EXT_meshopt_compression", "KHR_meshopt_compression"] {
        assert!(parsed(&requires(name)).is_ok_and(|scene| scene.notes.is_empty()), "{name}");
    }
    let draco = parsed(&requires("KHR_draco_mesh_compression"));
    let is_refused =
        matches!(&draco, Err(GltfError::Compressed(name)) if name == "KHR_draco_mesh_compression");
    assert_eq!(is_refused, cfg!(not(feature = "draco")), "{draco:?}");
    expect![[r#"
        this file's geometry is compressed with XYZ_draco_2, which this build of navsmith does not read; export it again without compression, or decompress it with `npx @gltf-transform/cli copy IN OUT`
        this is glTF 1.0, and navsmith reads glTF 2.0; export the level again as glTF 2.0
        this is glTF 2.1, and navsmith reads glTF 2.0; export the level again as glTF 2.0
        it does not say its version (asset.version); export the level again as glTF 2.0 or GLB
        its JSON is not that of a glTF: line 1, column 1: there is a list, expected an object; export the level again as glTF 2.0 or GLB
        this GLB is cut short: its header needs 12 bytes, and it has 4; export the level again as glTF 2.0 or GLB
        this GLB is cut short: a chunk's header needs 8 bytes, and 0 are left; export the level again as glTF 2.0 or GLB
        this is glTF 1 (of the GLB container), and navsmith reads glTF 2.0; export the level again as glTF 2.0
    "#]]
    .assert_eq(&refusals([
            requires("XYZ_draco_2"),
            good.replace(r#""2.0""#, r#""1.0""#),
            good.replace(r#""2.0""#, r#""2.0", "minVersion": "2.1""#),
            r#"{"asset": {}}"#.into(),
            "[]".into(),
            "glTF".into(),
            "glTF\u{2}\0\0\0\u{5}\0\0\0".into(),
            "glTF\u{1}\0\0\0\u{c}\0\0\0".into(),
    ]));
}

#[test]
fn a_glb_with_more_after_its_end_is_read() {
    let json = gltf(ONE_NODE, r#""indices": 1"#);
    let glb = [glb(&[(b"JSON", json.as_bytes())]), b"left over".to_vec()].concat();
    assert_eq!(parse(&glb, None).unwrap().items.len(), 1, "one thing");
}

#[test]
fn an_empty_version_is_told_as_such() {
    for (asset, member) in [
        (r#""version": """#, "asset.version"),
        (r#""version": " ""#, "asset.version"),
        (r#""version": "2.0", "minVersion": """#, "asset.minVersion"),
    ] {
        let description = refusal(&format!(r#"{{ "asset": {{ {asset} }} }}"#));
        assert!(description.contains(&format!("its version ({member}) is empty")), "{asset}: {description}");
    }
}

#[test]
fn json_of_another_shape_is_named_in_the_words_of_json() {
    let files = [
        r#""meshes": [{ "primitives": [[]] }]"#,
        r#""meshes": {}"#,
        r#""meshes": [{ "primitives": [{ "attributes": [] }] }]"#,
        r#""scenes": [[]]"#,
        r#""nodes": [{ "translation": ["a", 1, 2] }]"#,
        r#""nodes": [{ "translation": [1, 2] }]"#,
        r#""nodes": [{ "translation": [1, 2, 3, 4] }]"#,
        r#""nodes": [{ "matrix": {} }]"#,
        r#""nodes": [{ "mesh": 1.5 }]"#,
        r#""nodes": [{ "name": true }]"#,
        r#""accessors": [{}]"#,
        r#""nodes": ["#,
    ]
    .map(|members| format!(r#"{{ "asset": {{ "version": "2.0" }}, {members} }}"#));
    let refusals = refusals(files).replace("its JSON is not that of a glTF: ", "");
    expect![[r#"
        line 1, column 61: there is a list, expected an object
        line 1, column 43: there is an object, expected a list
        line 1, column 77: there is a list, expected an object
        line 1, column 44: there is a list, expected an object
        line 1, column 64: there is the text "a", expected a number
        line 1, column 66: there is a list of length 2, expected a list of 3 numbers
        line 1, column 72: there is a list of length 4, expected a list of 3 numbers
        line 1, column 55: there is an object, expected a list of 16 numbers
        line 1, column 56: there is the number `1.5`, expected an integer that is not negative
        line 1, column 57: there is `true`, expected a string
        line 1, column 49: missing field `componentType`
        line 1, column 45: expected value
    "#]]
    .assert_eq(&refusals.replace("; export the level again as glTF 2.0 or GLB", ""));
}

/// Number of elements between two reports.
const ELEMENTS: usize = 1 << 16;

/// Returns a GLB of two meshes that share `corners` positions, each in a triangle.
///
/// If `is_sparse`, a sparse accessor replaces all positions.
fn large(corners: usize, is_sparse: bool) -> Vec<u8> {
    let length = corners * 12;
    let sparse = format!(
        r#", "sparse": {{ "count": {corners}, "indices": {{ "bufferView": 0, "componentType": 5125 }},
        "values": {{ "bufferView": 0 }} }}"#
    );
    let sparse = if is_sparse { &*sparse } else { "" };
    let json = format!(
        r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [ {{ "mesh": 0 }}, {{ "mesh": 1 }} ],
        "meshes": [ {{ "primitives": [ {{ "attributes": {{ "POSITION": 0 }} }} ] }},
                    {{ "primitives": [ {{ "attributes": {{ "POSITION": 0 }} }} ] }} ],
        "accessors": [ {{ "bufferView": 0, "componentType": 5126, "count": {corners}, "type": "VEC3"{sparse} }} ],
        "bufferViews": [ {{ "buffer": 0, "byteLength": {length} }} ], "buffers": [ {{ "byteLength": {length} }} ] }}"#
    );
    glb(&[(b"JSON", json.as_bytes()), (b"BIN\0", &vec![0; length])])
}

#[test]
fn reading_reports_progress_and_can_be_stopped_in_every_loop() {
    // For each mesh: between the loops, in the accessor, over triangles, twice over corners, and over positions.
    let reports = 2 + 2 * (3 + 4 + 2 + 4 + 4 + 4);
    stop_everywhere(&large(3 * ELEMENTS + 3, false), reports);
    stop_everywhere(&large(3 * ELEMENTS + 3, true), reports + 2 * 4);
}

/// Reads a file, and stops at each report, of which there are at least `reports`.
#[track_caller]
fn stop_everywhere(glb: &[u8], reports: usize) {
    let mut reached = Vec::new();
    let scene = loop {
        let progress = Progress::stopping_after(reached.len() as u32);
        match read(glb, &progress) {
            Ok(scene) => break scene,
            Err(error) => {
                assert!(matches!(error, GltfError::Stopped(_)), "report {}: {error}", reached.len());
            }
        }
        reached.push(progress.completed().unwrap_or_default());
    };
    assert_eq!(scene.items.len(), 2, "to its end");
    assert!(reached.len() >= reports, "{} reports of {reports}: {reached:?}", reached.len());
    assert!(reached.is_sorted() && reached.iter().all(|done| (0.0..=1.0).contains(done)), "{reached:?}");
}

fn read(bytes: &[u8], progress: &Progress) -> Result<ImportScene, GltfError> {
    parse_within(bytes, None, Budget::of_file(bytes.len()), progress)
}

#[test]
fn a_walk_over_many_nodes_can_be_stopped() {
    let nodes = vec!["{}"; 3 * ELEMENTS].join(",");
    let text = format!(r#"{{ "asset": {{ "version": "2.0" }}, "nodes": [{nodes}] }}"#);
    // There are two reports for the JSON, and then those for the nodes.
    let stopped = read(text.as_bytes(), &Progress::stopping_after(3));
    assert!(matches!(stopped, Err(GltfError::Stopped(_))), "stopped in the walk");
    assert!(read(text.as_bytes(), &Progress::none()).is_ok(), "a good file");
}
