//! Hostile files and broken meshes: work and memory stay in proportion to the size of the input, and what is cut short is
//! said to be.

use std::ops::ControlFlow;

use allocation_counter::measure;
use glam::Vec3;
use navsmith::document::issues::{IssueKind, Issues, MOST_LISTED};
use navsmith::geometry::ground;
use navsmith::io::gltf::{self, GltfError};
use navsmith::io::{self, polyanya, ron};
use navsmith::navmesh::generate::{Landscape, Recipe};
use navsmith::navmesh::{AreaId, Cell, Changes, Derived, Draft, Link, NavMesh, VertexId, WeldOptions};
use navsmith::pathfinding::{
    Agent, Filter, Gaps, Walkable, clear_widths, distance_field, gap_budget, random_points, ways_over_while,
    widest_while,
};
use serde_json::{Value, json};

use crate::support::survive::most_bytes;

/// Loose triangles.
fn soup(triangles: impl IntoIterator<Item = [[f32; 3]; 3]>) -> NavMesh {
    let corners: Vec<Vec3> = triangles.into_iter().flatten().map(Vec3::from).collect();
    let cell = |first: usize| Cell::new([0, 1, 2].map(|nth| VertexId((first * 3 + nth) as u32)), AreaId(0));
    NavMesh::from_parts(corners.iter().copied(), (0..corners.len() / 3).map(cell)).expect("a mesh")
}

/// The sample courtyard, with one corner dragged across its cells.
fn crossed_courtyard() -> NavMesh {
    let document = ron::read(include_str!("../../assets/courtyard.ron")).expect("a sample");
    let dragged = document.mesh.vertices().find(|(_, at)| (at.x, at.z) == (6.0, 13.0)).expect("a corner").0;
    let mut draft = Draft::of(document.mesh);
    draft.move_vertex(dragged, Vec3::new(6.0, 0.0, 2.5));
    draft.into_mesh()
}

#[test]
fn searches_end_on_cells_that_cross_themselves() {
    let mesh = crossed_courtyard();
    let derived = Derived::build(&mesh);
    let issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.iter().any(|issue| issue.kind == IssueKind::SelfCrossing), "or else it proves nothing");
    let (agent, filter) = (Agent { radius: 0.4, ..Agent::default() }, Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let gaps = Gaps::build(&walkable);
    assert!(!gaps.is_cut_short() && gaps.all().len() < 1000, "{} gaps", gaps.all().len());
    assert!(!clear_widths(&walkable).is_empty(), "portals are measured");
    let places = random_points(&walkable, 1, 20);
    for pair in places.windows(2) {
        let _ = widest_while(&walkable, &gaps, &pair[0], &pair[1], &mut || ControlFlow::Continue(()));
        let memory = measure(|| {
            let _ = distance_field(&walkable, &pair[0], |_, _| ControlFlow::Continue(()));
        });
        assert!(memory.bytes_max < most_bytes(10_000), "{} bytes", memory.bytes_max);
    }
}

#[test]
fn a_field_of_overlapping_cells_is_listed_as_far_as_its_size_justifies() {
    let overlapping = |i: usize| {
        let by = i as f32 * 0.01;
        [[-100.0 - by, 0.0, 0.0], [0.0, 0.0, 100.0 + by], [100.0, 0.0, -by]]
    };
    let mesh = soup((0..1000).map(overlapping));
    let derived = Derived::build(&mesh);
    let mut issues = Issues::default();
    let memory = measure(|| issues = Issues::build(&mesh, &derived, 0.05));
    let overlaps = issues.iter().filter(|issue| issue.kind == IssueKind::Overlap).count();
    assert!((1000..=MOST_LISTED).contains(&overlaps), "{overlaps} overlaps");
    assert!(memory.bytes_max < most_bytes(36_000), "{} bytes", memory.bytes_max);
    let stopped: Vec<String> = issues.stopped().collect();
    let says = format!("and more: the search for overlapping cells stopped after {overlaps}");
    assert!(stopped.contains(&says), "{stopped:?}");
}

#[test]
fn cut_short_issues_follow_an_edit_within_the_same_limits() {
    let mesh = soup((0..400).map(|i| [[-100.0 - i as f32, 0.0, 0.0], [0.0, 0.0, 100.0], [100.0, 0.0, -1.0]]));
    let mut derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.stopped().count() > 0, "or else it proves nothing");
    let mut draft = Draft::of(mesh);
    draft.move_vertex(VertexId(0), Vec3::new(-150.0, 0.0, 1.0));
    let moved = draft.into_mesh();
    let changes = derived.update(&moved);
    issues.update(&moved, &derived, &changes);
    assert_eq!(issues, Issues::build(&moved, &derived, 0.05), "as found from nothing");
}

#[test]
fn one_cell_far_away_does_not_make_the_search_for_near_misses_quadratic() {
    let row = (0..6000).map(|i| i as f32).map(|x| [[x, 0.0, 0.0], [x, 0.0, 1.0], [x + 1.0, 0.0, 0.0]]);
    let far = [[1e30, 0.0, 0.0], [1e30, 0.0, 1e30], [2e30, 0.0, 0.0]];
    let mesh = soup(row.chain([far]));
    let issues = Issues::build(&mesh, &Derived::build(&mesh), 0.05);
    let stopped: Vec<String> = issues.stopped().filter(|says| says.contains("overlapping")).collect();
    assert!(stopped.is_empty(), "{stopped:?}");
    assert!(issues.iter().any(|issue| matches!(issue.kind, IssueKind::NearMiss(_))), "unwelded corners meet");
}

#[test]
fn near_misses_are_relative_to_the_edges_of_the_mesh() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 3000, seed: 5 }.mesh();
    let count = |mesh: &NavMesh| {
        let issues = Issues::build(mesh, &Derived::build(mesh), 0.05);
        assert_eq!(issues.stopped().count(), 0, "it ends");
        issues.len()
    };
    let mut draft = Draft::of(mesh.clone());
    for (vertex, at) in mesh.vertices() {
        draft.move_vertex(vertex, at / 1000.0);
    }
    let small = draft.into_mesh();
    // By 5 cm alone, every corner of a room would almost meet hundreds of others.
    assert!(count(&small) < 100, "{} issues at scale 1/1000", count(&small));
}

#[test]
fn gaps_between_touching_islands_take_memory_in_proportion() {
    let fan = |i: usize| [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0 + i as f32 * 1e-3, 0.0, 0.5]];
    let mesh = soup((0..1500).map(fan));
    let derived = Derived::build(&mesh);
    let islands =
        [0, 1].map(|nth| derived.islands.of(navsmith::navmesh::CellId(nth * 700)).expect("an island"));
    let mut budget = gap_budget(&mesh);
    let memory = measure(|| {
        let _ = ways_over_while(&mesh, &derived, islands, 1, &mut budget, &mut || ControlFlow::Continue(()));
    });
    assert!(budget.is_exhausted(), "it takes more work than its size justifies");
    assert!(memory.bytes_max < most_bytes(54_000), "{} bytes", memory.bytes_max);
}

#[test]
fn an_edit_that_leaves_the_mesh_alone_searches_for_no_issues_again() {
    let triangle = |i: usize| {
        let x = i as f32 * 0.001;
        [[x, 0.0, 0.0], [x, 0.0, 10.0], [x + 10.0, 0.0, 10.0]]
    };
    let mesh = soup((0..3_000).map(triangle));
    let derived = Derived::build(&mesh);
    let mut issues = Issues::build(&mesh, &derived, 0.05);
    assert!(issues.stopped().count() > 0, "or else it proves nothing");
    let before = issues.len();
    let memory = measure(|| issues.update(&mesh, &derived, &Changes::default()));
    assert!(memory.bytes_total < 10_000, "{} bytes", memory.bytes_total);
    assert_eq!(issues.len(), before, "the same issues");
}

#[test]
fn links_on_overlapping_cells_take_memory_in_proportion() {
    let overlapping = |i: usize| [[-100.0 - i as f32, 0.0, 0.0], [0.0, 0.0, 100.0], [100.0, 0.0, -1.0]];
    let (from, to) = ([Vec3::Z, Vec3::X + Vec3::Z], [Vec3::Z * 3.0, Vec3::Z * 4.0]);
    let link = Link { from, to, is_one_way: false, cost: 1.0 };
    let mesh = soup((0..3000).map(overlapping)).with_links(vec![link; 3000]).expect("a mesh");
    let memory = measure(|| drop(Derived::build(&mesh)));
    assert!(memory.bytes_max < most_bytes(250_000), "{} bytes", memory.bytes_max);
}

#[test]
fn a_cell_of_very_many_corners_is_judged_in_linear_memory_and_no_more_than_near_linear_work() {
    let corner = |i: u32| {
        let angle = i as f32 / 20_000.0 * std::f32::consts::TAU;
        Vec3::new(angle.cos(), 0.0, -angle.sin()) * if i.is_multiple_of(2) { 100.0 } else { 99.0 }
    };
    let cell = Cell::new((0..20_000).map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts((0..20_000).map(corner), [cell]).expect("a mesh");
    let ring = mesh.ground_ring(navsmith::navmesh::CellId(0));
    assert_eq!(navsmith::geometry::shape(&ring), navsmith::geometry::Shape::Concave, "a star");
    assert_eq!(ground(mesh.position(VertexId(0))).x, 100.0, "as made");
}

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

/// Reads and imports a file; panics if that takes more memory than its size justifies.
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
    let says = imported(&file).expect_err("a gigabyte of zeros").to_string();
    assert!(says.contains("repeat more data than a file of this size justifies"), "{says}");
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
    let says = error.to_string();
    assert!(says.contains("than a file of this size justifies") && says.contains("choose fewer"), "{says}");
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
fn a_version_of_nothing_is_told_as_such() {
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
