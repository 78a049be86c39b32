//! Meshes of navcat.

#![expect(clippy::unwrap_used, reason = "a test may")]

use crate::support::formats::{format, opened, read};
use navsmith_formats::for_tests::{TileLimits, write_tiles_within};
use std::collections::BTreeSet;

use crate::support::notation::mesh;
use expect_test::expect;
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{Derived, Link, NavMesh};
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document};
use serde_json::{Value, json};

/// Limits that need many tiles.
const SMALL: TileLimits = TileLimits { vertices: 60, polygons: 40, bits: 22 };

/// Limits of navcat.
const LIMITS: TileLimits = TileLimits { vertices: 0xfffe, polygons: 0x7fff, bits: 22 };

fn written(document: &Document, limits: TileLimits) -> Vec<u8> {
    write_tiles_within(document, limits, true, &Progress::none()).expect("not stopped").expect("written")
}

fn contents(bytes: &[u8]) -> (Document, Vec<String>) {
    read("navcat mesh", bytes).expect("just written")
}

fn refusal(text: &str) -> String {
    let read = opened("navcat mesh", text.as_bytes(), &Progress::none());
    read.expect_err("refused").to_string()
}

/// Two cells of different areas, a vertex without a cell, and links in one direction and in both.
fn rich() -> Document {
    let square = mesh("v 9 1 9, 0 0, 0 2, 2 2.5 2, 2 0, 4 2, 4 0, -5 -5; c 1 2 3 4 @3, 4 3 5 6");
    let (low, high) = (Vec3::new(0.5, 0.6, 0.5), Vec3::new(3.5, 0.1, 1.0));
    let link = Link { is_one_way: true, ..Link::between(low, high) };
    Document::of_mesh(square.with_links([link, Link::between(high, low)]).unwrap())
}

#[test]
fn a_mesh_reads_back_with_areas_links_heights_and_isolated_vertices() {
    let bytes = written(&rich(), LIMITS);
    assert!((format("navcat mesh").is_content)(&bytes), "{}", String::from_utf8_lossy(&bytes[..100]));
    let (document, notes) = contents(&bytes);
    assert_eq!(document.mesh, rich().mesh, "everything");
    assert_eq!(*document.areas, [0, 1, 2, 3].map(Area::numbered), "an area for each number");
    assert_eq!(notes, [""; 0], "nothing is left out");
    for empty in [Document::default(), Document::of_mesh(mesh("v 1 2, 3 4; c"))] {
        assert_eq!(contents(&written(&empty, LIMITS)).0.mesh, empty.mesh, "without cells");
    }
}

/// Returns the pairs of polygons that links join, as the numbers of their tile and polygon.
fn pairs(mesh: &Value) -> BTreeSet<[[u64; 2]; 2]> {
    let node = |index: &Value| &mesh["nodes"][index.as_u64().unwrap() as usize];
    let place = |node: &Value| ["tileId", "polyIndex"].map(|name| node[name].as_u64().unwrap_or(u64::MAX));
    let links = mesh["links"].as_array().unwrap().iter().enumerate();
    let pairs = links.map(|(index, link)| {
        let [from, to] = ["fromNodeIndex", "toNodeIndex"].map(|end| node(&link[end]));
        assert!(from["links"].as_array().unwrap().contains(&json!(index)), "{link} is of its node");
        assert_eq!([&link["fromNodeRef"], &link["toNodeRef"]], [&from["ref"], &to["ref"]], "{link}");
        [place(from), place(to)]
    });
    pairs.collect()
}

#[test]
fn nodes_and_links_follow_from_the_polygons_of_all_tiles() {
    let document =
        Document::of_mesh(Recipe { landscape: Landscape::Terrain, triangles: 300, seed: 14 }.mesh());
    for (limits, least) in [(LIMITS, 1), (SMALL, 8)] {
        let bytes = written(&document, limits);
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        assert!(json["tiles"].as_object().unwrap().len() >= least, "tiles");
        let pairs = pairs(&json);
        assert!(pairs.iter().all(|&[from, to]| pairs.contains(&[to, from])), "in both directions");
        let (read, notes) = contents(&bytes);
        assert!(notes.is_empty(), "{notes:?}");
        let derived = Derived::build(&read.mesh);
        // With this seed, no side across a border is too short to be read as a portal.
        let cells = read.mesh.cells().map(|(cell, _)| cell);
        let sides = cells.map(|cell| derived.adjacency.neighbors(cell).count()).sum::<usize>();
        assert_eq!(json["links"].as_array().unwrap().len(), sides, "a link for each shared side");
        assert_eq!(derived.islands.len(), Derived::build(&document.mesh).islands.len(), "the same islands");
        assert_eq!(
            json["nodes"].as_array().unwrap().len(),
            read.mesh.cell_count(),
            "a node for each polygon"
        );
    }
}

#[test]
fn off_mesh_connections_are_nodes_between_polygons() {
    let square = mesh("v 0 0, 0 2, 2 2, 2 0, 4 2, 4 0; c 0 1 2 3, 3 2 4 5");
    let (left, right) = (Vec3::new(0.5, 0.0, 0.5), Vec3::new(3.5, 0.0, 1.0));
    let one_way = Link { is_one_way: true, ..Link::between(left, right) };
    let square = square.with_links([one_way, Link::between(right, left)]).unwrap();
    let json: Value = serde_json::from_slice(&written(&Document::of_mesh(square), LIMITS)).unwrap();
    let kinds: Vec<&Value> = json["nodes"].as_array().unwrap().iter().map(|node| &node["type"]).collect();
    assert_eq!(kinds, [0, 0, 1, 1]);
    let attached = |id: &str| json["offMeshConnectionAttachments"][id].to_string();
    expect![[r#"{"endPolyNode":2,"offMeshNode":5,"startPolyNode":0}"#]].assert_eq(&attached("0"));
    expect![[r#"{"endPolyNode":0,"offMeshNode":4294967303,"startPolyNode":2}"#]].assert_eq(&attached("1"));
    let links = json["links"].as_array().unwrap().iter();
    let links: Vec<String> =
        links.map(|link| format!("{}-{}", link["fromNodeIndex"], link["toNodeIndex"])).collect();
    assert_eq!(links.join(" "), "0-1 1-0 0-2 2-1 1-3 3-0 0-3 3-1", "one way, and both ways");
    // The links of an end without a polygon are left out.
    let apart = NavMesh::default().with_links([Link::between(Vec3::ZERO, Vec3::ONE)]).unwrap();
    let json: Value = serde_json::from_slice(&written(&Document::of_mesh(apart), LIMITS)).unwrap();
    assert_eq!((&json["nodes"], &json["offMeshConnections"]["0"]["direction"]), (&json!([]), &json!(1)));
}

#[test]
fn what_is_not_read_is_named_with_its_place() {
    let file = |polygon: &str, vertices: &str| {
        format!(
            r#"{{ "tileWidth": 1, "tileHeight": 1, "tiles": {{ "7": {{ "tileX": 0, "tileY": 0, "bounds": [0, 0, 0, 1, 0, 1],
            "vertices": {vertices}, "polys": [{polygon}], "cellSize": 0.1, "walkableClimb": 1 }} }} }}"#
        )
    };
    let polygon = |vertices: &str, area: u32| {
        format!(r#"{{ "vertices": {vertices}, "neis": [], "flags": 1, "area": {area} }}"#)
    };
    let square = "[0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0, 0]";
    assert_eq!(
        contents(file(&polygon("[0, 1, 2, 3]", 2), square).as_bytes()).0.mesh.cell_count(),
        1,
        "valid"
    );
    let refusals = [
        file(&polygon("[0, 1]", 0), square),
        file(&polygon("[0, 1, 4]", 0), square),
        file(&polygon("[0, 1, 0]", 0), square),
        file(&polygon("[0, 1, 2]", 64), square),
        file("", "[0, 0]"),
        file("", "[1e39, 0, 0]"),
        r#"{ "tileWidth": 1, "tileHeight": 1 }"#.into(),
        "{".into(),
    ];
    expect![[r#"
        : tiles.7.polys[0]: it has 2 corners, and navsmith reads 3 to 6; divide it
        : tiles.7.polys[0]: it names vertex 4, but vertices end at 3; export the mesh again
        : tiles.7.polys[0]: it names vertex 0 twice; export the mesh again
        : tiles.7.polys[0]: its area is 64, and navsmith reads areas up to 63; assign others
        : tiles.7: a tile has at most 65535 polygons, and as many vertices of three coordinates each; build the mesh with smaller tiles
        , line 2, column 29: number out of range; correct the text there
        , line 1, column 35: missing field `tiles`; correct the text there
        , line 1, column 1: EOF while parsing an object; correct the text there"#]]
    .assert_eq(&refusals.map(|text| refusal(&text)).join("\n"));
}

#[test]
fn connections_are_read_without_tiles_and_beside_full_ones() {
    let mut json: Value = serde_json::from_slice(&written(&rich(), LIMITS)).unwrap();
    let links = |json: &Value| contents(json.to_string().as_bytes()).0.mesh.link_count();
    assert_eq!(links(&json), 2);
    let (name, mut tile) = {
        let tiles = json["tiles"].as_object().unwrap();
        tiles.iter().next().map(|(name, tile)| (name.clone(), tile.clone())).unwrap()
    };
    tile["vertices"].as_array_mut().unwrap().resize(3 * 0xffff, json!(0.0));
    json["tiles"][&name] = tile;
    assert_eq!(links(&json), 2, "the only tile is full");
    json["tiles"] = json!({});
    assert_eq!(links(&json), 2, "there is no tile");
}
