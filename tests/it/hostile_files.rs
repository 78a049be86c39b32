//! Hostile files: each format takes memory and time in proportion to its size.

use allocation_counter::measure;
use navsmith::editor::Editor;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::effect::Effect;
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::{AreaId, WeldOptions};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document, NamedQuery};
use navsmith_formats::io::gltf::{self, GltfError};
use navsmith_formats::io::recovery::{Recovery, read_kept};
use navsmith_formats::io::{self, polyanya, ron};
use serde_json::{Value, json};

use crate::support::memory::most_bytes;

fn gltf(members: &Value) -> Vec<u8> {
    let mut file = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36,
            "uri": "data:;base64,AAAAAAAAAAAAAAAAAAAAAAAAAAAAAIA/AACAPwAAAAAAAAAA" }],
    });
    for (name, value) in members.as_object().expect("members") {
        file[name] = value.clone();
    }
    file.to_string().into_bytes()
}

/// Reads and imports a file; panics if it takes more memory than its size justifies.
#[track_caller]
fn imported(bytes: &[u8]) -> Result<(usize, Vec<String>), GltfError> {
    let mut outcome = None;
    let memory = measure(|| {
        outcome = Some(gltf::parse(bytes, None).and_then(|scene| {
            let everything: Vec<usize> = (0..scene.items.len()).collect();
            let imported = io::import(
                &scene,
                &everything,
                &io::Placement::default(),
                &WeldOptions { distance: 0.001, max_slope: None },
            )?;
            Ok((imported.document.mesh.cell_count(), scene.notes))
        }));
    });
    assert!(memory.bytes_max < most_bytes(bytes.len()), "{} bytes for {}", memory.bytes_max, bytes.len());
    outcome.expect("it was read")
}

#[test]
fn accessors_without_bytes_take_no_more_memory_than_the_file_justifies() {
    let zeros = vec![json!({ "componentType": 5126, "count": 65535, "type": "VEC3" }); 300];
    let primitives: Vec<Value> = (0..300).map(|i| json!({ "attributes": { "POSITION": i } })).collect();
    let file = gltf(&json!({ "accessors": zeros, "meshes": [{ "primitives": primitives }] }));
    let description = imported(&file).expect_err("a gigabyte of zeros").to_string();
    assert!(description.contains("repeat more data than a file of this size justifies"), "{description}");
}

#[test]
fn a_mesh_that_is_placed_without_end_is_refused_with_a_reason() {
    let nodes: Vec<Value> = (0..90_000).map(|i| json!({ "mesh": 0, "translation": [i, 0, 0] })).collect();
    let all: Vec<usize> = (0..nodes.len()).collect();
    let file = gltf(&json!({ "nodes": nodes, "scenes": [{ "nodes": all }] }));
    assert!(imported(&file).is_ok(), "each place takes room in the file");
    let strip = vec![json!({ "attributes": { "POSITION": 1 }, "mode": 5 }); 3];
    let accessors = json!([{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" },
        { "componentType": 5126, "count": 60000, "type": "VEC3" }]);
    let error = imported(&gltf(&json!({ "accessors": accessors, "meshes": [{ "primitives": strip }],
        "nodes": vec![json!({ "mesh": 0 }); 50], "scenes": [{ "nodes": (0..50).collect::<Vec<_>>() }] })))
    .expect_err("too much");
    let description = error.to_string();
    assert!(
        description.contains("than a file of this size justifies") && description.contains("choose fewer"),
        "{description}"
    );
}

#[test]
fn primitives_of_nothing_take_memory_in_proportion() {
    let mesh = format!("{{\"primitives\":[{}]}}", vec!["{}"; 199_000].join(","));
    let file = format!("{{\"asset\":{{\"version\":\"2.0\"}},\"meshes\":[{}]}}", vec![mesh; 8].join(","));
    let (cells, notes) = imported(file.as_bytes()).expect("a glTF without triangles");
    assert_eq!(cells, 0, "nothing");
    assert!(notes.last().is_some_and(|last| last.contains("more notes like these")), "{notes:?}");
}

#[test]
fn a_required_extension_that_is_not_read_is_named() {
    let (cells, notes) = imported(&gltf(&json!({ "extensionsRequired": ["VENDOR_holes"] }))).expect("read");
    assert_eq!(cells, 1, "what can be read is read");
    assert!(notes.iter().any(|note| note.contains("VENDOR_holes")), "{notes:?}");
    let (_, notes) =
        imported(&gltf(&json!({ "extensionsRequired": ["KHR_texture_transform"] }))).expect("read");
    assert_eq!(notes, Vec::<String>::new(), "nothing to do with geometry");
}

#[test]
fn a_colour_that_is_none_does_not_make_a_file_unreadable() {
    for color in [json!("red"), json!([1, 2]), json!([1, 2, 3, "a"]), json!({}), json!([[0, 0, 0, 0]])] {
        let pbr = json!({ "pbrMetallicRoughness": { "baseColorFactor": color } });
        let (cells, notes) = imported(&gltf(&json!({ "materials": [pbr] }))).expect("read");
        assert_eq!(cells, 1, "{color}");
        assert!(notes.iter().any(|note| note.starts_with("materials[0]")), "{color}: {notes:?}");
    }
}

#[test]
fn an_empty_version_is_reported() {
    let error = imported(&gltf(&json!({ "asset": { "version": "" } }))).expect_err("no version");
    assert!(error.to_string().contains("(asset.version) is empty"), "{error}");
}

#[test]
fn text_formats_take_memory_in_proportion() {
    let vertices = "0 0 0\n".repeat(200_000);
    let cases = [
        format!("mesh\n2\n200000 0\n{vertices}"),
        format!("(version: 1, vertices: [{}], cells: [])", "(0,0,0),".repeat(200_000)),
        format!("(version: 1, vertices: [(0,0,0)], cells: [{}])", "(corners: []),".repeat(200_000)),
        format!("(version: 1, vertices: [], cells: [], links: [{}])", "(),".repeat(200_000)),
    ];
    for text in cases {
        let memory = measure(|| {
            if text.starts_with("mesh") {
                drop(polyanya::read(text.as_bytes()));
            } else {
                drop(ron::read(&text));
            }
        });
        let start = &text[..40];
        assert!(memory.bytes_max < most_bytes(text.len()), "{start}: {} bytes", memory.bytes_max);
    }
}

/// Returns a document whose queries take 1 KiB each but only a few bytes of text each.
fn with_costly_queries() -> String {
    let areas = "(name:\"a\",color:(0,0,0)),".repeat(256);
    let queries = "(name:\"q\",costs:[(area:255,cost:2)]),".repeat(200_000);
    format!("(version:1,areas:[{areas}],vertices:[],cells:[],queries:[{queries}])")
}

/// Runs a reader that must fail; the error must contain the line and a remedy.
///
/// Panics if the reader takes more memory than the size of the text justifies.
#[track_caller]
fn refused(text: &str, read: impl FnOnce() -> Result<(), String>) {
    let mut outcome = Ok(());
    let memory = measure(|| outcome = read());
    assert!(memory.bytes_max < most_bytes(text.len()), "{} bytes for {}", memory.bytes_max, text.len());
    let description = outcome.expect_err("too much");
    assert!(description.contains("line "), "it says where: {description}");
    assert!(
        description.contains("than a text of this size justifies; remove some"),
        "and what to do: {description}"
    );
}

#[test]
fn queries_whose_costs_take_more_than_the_text_justifies_are_refused() {
    let document = with_costly_queries();
    refused(&document, || ron::read(&document).map(drop).map_err(|why| why.to_string()));
    let text = format!("Reproduction(version:1,document:{document})");
    refused(&text, || ron::reproduction::read(&text).map(drop).map_err(|why| why.to_string()));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("level.ron");
    std::fs::write(&file, &document).expect("a file");
    refused(&document, || io::open(&file).map(drop).map_err(|why| why.to_string()));
}

#[test]
fn recovered_and_pasted_text_is_read_within_the_budget_of_its_size() {
    let mut dear = NamedQuery::default();
    dear.settings.filter.set_cost(AreaId(255), 2.0);
    let areas: Vec<Area> = vec![Area::default(); 256];
    let queries: Vec<NamedQuery> = vec![dear; 200_000];
    let document = Document { areas: areas.into(), queries: queries.into(), ..Document::default() };
    let folder = tempfile::tempdir().expect("a folder");
    let kept = Recovery::at(folder.path()).keep(None, &document, 0).expect("it is kept");
    let text = std::fs::read_to_string(&kept).expect("just written");
    refused(&text, || read_kept(&kept).map(drop).map_err(|why| why.to_string()));
    let pasted = with_costly_queries();
    let mut editor = Editor::new(Document::default());
    refused(&pasted, || {
        editor.handle(Input::Pasted(pasted.clone()));
        let said = editor.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Say(message) => Some(message.text),
            _ => None,
        });
        said.map_or(Ok(()), Err)
    });
}

#[test]
fn every_text_reader_stops_at_its_budget_and_says_where() {
    let many = 600_000;
    let polyanya_vertices = format!("mesh\n2\n{many} 0\n{}", "0 0 0\n".repeat(many));
    let polyanya_cells =
        format!("mesh\n2\n3 {many}\n{}{}", "0 0 0\n".repeat(3), "3 0 1 2 -1 -1 -1\n".repeat(many));
    for (text, list) in [(polyanya_vertices, "vertices"), (polyanya_cells, "cells")] {
        let mut budget = Budget::of_file(0);
        let memory = measure(|| {
            let description = polyanya::read_within(text.as_bytes(), &mut budget)
                .map(drop)
                .expect_err("too much")
                .to_string();
            assert!(
                description.contains(&format!("the {list} up to here take more memory")),
                "{description}"
            );
        });
        assert!(budget.is_exhausted() && memory.bytes_max < most_bytes(0), "{} bytes", memory.bytes_max);
    }
    let many = 1_200_000;
    for (list, element) in [
        ("vertices", "(0,0,0),"),
        ("cells", "(corners:[]),"),
        ("links", "(from:[],to:[]),"),
        ("areas", "(name:\"\",color:(0,0,0)),"),
        ("queries", "(name:\"\"),"),
    ] {
        let before = match list {
            "vertices" => "",
            "cells" => "vertices:[],",
            _ => "vertices:[],cells:[],",
        };
        let text = format!("(version:1,{before}{list}:[{}])", element.repeat(many));
        let mut budget = Budget::of_file(0);
        let memory = measure(|| {
            let read = ron::read_within(&text, &mut budget, &Progress::none()).expect("not stopped");
            let description = read.map(drop).expect_err("too much").to_string();
            assert!(
                description.contains(&format!("the {list} up to here take more memory")),
                "{description}"
            );
        });
        assert!(budget.is_exhausted() && memory.bytes_max < most_bytes(0), "{list}: {}", memory.bytes_max);
    }
}

/// Reads a file of level geometry; panics if it takes more memory than its size justifies.
#[track_caller]
fn opened(name: &str, bytes: &[u8]) -> Result<(), String> {
    let mut outcome = None;
    let memory = measure(|| {
        let stamp = io::file::Stamp::of(bytes);
        outcome = Some(io::open_bytes((std::path::Path::new(name), stamp), bytes).map(|_| ()));
    });
    assert!(memory.bytes_max < most_bytes(bytes.len()), "{} bytes for {}", memory.bytes_max, bytes.len());
    outcome.expect("it was read").map_err(|why| why.to_string())
}

#[test]
fn sizes_that_a_ply_or_an_stl_only_states_take_no_memory_and_no_time() {
    let ply = |format: &str, elements: &str, body: &[u8]| {
        let header = format!("ply\nformat {format} 1.0\n{elements}end_header\n");
        opened("a.ply", &[header.as_bytes(), body].concat())
    };
    let xyz = "property float x\nproperty float y\nproperty float z\n";
    let many = format!("element vertex {}\n{xyz}", u64::MAX);
    let cut_short = "x of vertex 0 should be; it is cut short, so copy it again";
    for format in ["ascii", "binary_little_endian", "binary_big_endian"] {
        let why = ply(format, &many, b"").expect_err("refused");
        assert!(why.contains(cut_short), "{why}");
        let why = ply(format, &format!("element other {}\n", u64::MAX), b"");
        assert_eq!(why, Ok(()), "rows without properties take nothing");
        let face = "element face 4294967295\nproperty list uint uint vertex_indices\n";
        let body: &[u8] = if format == "ascii" { b"4294967295 1" } else { &[0xff; 64] };
        let why = ply(format, &format!("element vertex 0\n{xyz}{face}"), body).expect_err("refused");
        assert!(why.contains("vertex_indices of face 0 has 4294967295 items"), "{why}");
        let empty = "element vertex 0\n".to_owned()
            + xyz
            + "element face 1000000\n"
            + "property list uchar int vertex_indices\n";
        let body = if format == "ascii" { b"0 ".repeat(1_000_000) } else { vec![0; 1_000_000] };
        assert_eq!(ply(format, &empty, &body), Ok(()), "faces without corners");
    }
    let stl = [&[0; 80][..], &u32::MAX.to_le_bytes(), &[0; 50]].concat();
    let why = opened("a.stl", &stl).expect_err("refused");
    assert!(why.contains("states 4294967295 triangles, but the file has 1 triangle"), "{why}");
    let why = opened("a.stl", "solid a facet\n".repeat(1_000_000).as_bytes()).expect_err("refused");
    assert!(why.contains("there are over 100000 solids"), "{why}");
}
