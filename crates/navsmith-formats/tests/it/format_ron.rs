//! Documents as RON.

use expect_test::expect;
use glam::{Vec2, Vec3};
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::{AreaId, Cell, Draft, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::{Progress, Stopped};
use navsmith_formats::document::{Area, Document, Expected};
use navsmith_formats::io::ron::{places_of_queries, read, read_within, write};

/// Returns a valid file with a triangle, with one line replaced.
fn with(line: &str, by: &str) -> String {
    let good = "NavMesh(\n    version: 1,\n    areas: [\n        (name: \"floor\", color: (1, 2, 3)),\n    ],\n    \
                vertices: [\n        (0.0, 0.0, 0.0),\n        (0.0, 0.0, 2.0),\n        (2.0, 0.0, 2.0),\n    ],\n    \
                cells: [\n        (corners: [0, 1, 2]),\n    ],\n    queries: [\n        (name: \"q\"),\n    ],\n)\n";
    read(good).expect("valid without changes");
    assert!(good.contains(line), "{line} is in the text");
    good.replace(line, by)
}

fn refusal(text: &str) -> String {
    read(text).expect_err("refused").to_string()
}

#[test]
fn a_document_is_a_text_that_diffs_well() {
    let vertices = [[0., 0., 0.], [0., 0., 2.], [2., 0.5, 2.], [2., 0.1, 0.]].map(Vec3::from);
    let cells =
        [Cell::new([0, 1, 2].map(VertexId), AreaId(0)), Cell::new([0, 2, 3].map(VertexId), AreaId(1))];
    let mut document = Document::of_mesh(NavMesh::from_parts(vertices, cells).unwrap());
    document.areas =
        vec![Area::default(), Area { name: "deep \"water\"".into(), color: [30, 90, 200] }].into();
    let query = &mut std::sync::Arc::make_mut(&mut document.queries)[0];
    query.start = Some(Endpoint { ground: Vec2::new(0.5, 1.0), height: None });
    query.target = Some(Endpoint { ground: Vec2::new(1.5, 0.1), height: Some(2.0) });
    let text = write(&document).unwrap();
    expect![[r#"
        // navsmith navigation mesh. One vertex, one cell a line, in metres, y up; cells counter-clockwise seen from above.
        NavMesh(
            version: 1,
            areas: [
                (name: "walkable", color: (120, 144, 156)),
                (name: "deep \"water\"", color: (30, 90, 200)),
            ],
            vertices: [
                (0.0, 0.0, 0.0),
                (0.0, 0.0, 2.0),
                (2.0, 0.5, 2.0),
                (2.0, 0.1, 0.0),
            ],
            cells: [
                (corners: [0, 1, 2]),
                (area: 1, corners: [0, 2, 3]),
            ],
            queries: [
                (name: "query", start: Some((x: 0.5, z: 1.0)), target: Some((x: 1.5, y: Some(2.0), z: 0.1))),
            ],
        )
    "#]]
    .assert_eq(&text);
    assert_eq!(read(&text).unwrap(), document, "the same document comes back");
}

#[test]
fn slots_that_removed_elements_left_are_closed() {
    let mut draft = Draft::of(NavMesh::default());
    let ids = [[9., 9.], [0., 0.], [0., 1.], [1., 1.]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0., z)));
    let gone = draft.add_cell([ids[1], ids[2], ids[3]], AreaId(0));
    draft.add_cell([ids[2], ids[3], ids[1]], AreaId(0));
    draft.remove_cell(gone);
    assert!(draft.remove_vertex(ids[0]), "no cell uses it");
    let text = write(&Document::of_mesh(draft.into_mesh())).unwrap();
    assert!(text.contains("(corners: [1, 2, 0])"), "{text}");
    let again = write(&read(&text).unwrap()).unwrap();
    assert_eq!(text, again, "saving what was read changes nothing");
}

#[test]
fn what_people_write_by_hand_is_understood() {
    let text = "\u{feff}#![enable(implicit_some)]\r\n/* by /* hand */ */ (\r\n version: 1, // first\r\n \
                vertices: [[0, 0, 0], (0, 0, 2), [2, 0, 2,]],\r\n cells: [(corners: [0, 1, 2])],\r\n \
                queries: [(name: r#\"a \"b\" )\"#, start: (x: 1, y: 2, z: 1), target: Some((x: 1, z: 1)))])";
    let document = read(text).unwrap();
    assert_eq!(document.mesh.cell_count(), 1, "one cell");
    assert_eq!(document.areas.len(), 1, "the default area");
    assert_eq!(document.queries[0].start.unwrap().height, Some(2.0), "with a height");
    assert_eq!(document.queries[0].target.unwrap().height, None, "without one");
}

#[test]
fn numbers_that_are_none_are_refused() {
    expect![
        "line 8, column 20: z of vertex 1 is NaN: not a finite number, or too large for one; give metres"
    ]
    .assert_eq(&refusal(&with("(0.0, 0.0, 2.0)", "(0.0, 0.0, NaN)")));
    expect![
        "line 8, column 15: y of vertex 1 is inf: not a finite number, or too large for one; give metres"
    ]
    .assert_eq(&refusal(&with("(0.0, 0.0, 2.0)", "(0.0, 1e39, 2.0)")));
    expect!["line 15, column 45: y of the start of query 0 is -inf: not a finite number, or too large for one; give metres"]
        .assert_eq(&refusal(&with("(name: \"q\")", "(name: \"q\", start: Some((x: 0.0, y: Some(-inf), z: 1.0)))")));
    let misleading = r#"(name: "( // \" [,", target: (x: 0.0, z: inf))"#;
    expect!["line 15, column 50: z of the target of query 0 is inf: not a finite number, or too large for one; give metres"]
        .assert_eq(&refusal(&with("(name: \"q\")", misleading)));
}

#[test]
fn cells_that_are_none_are_refused() {
    let cell = "(corners: [0, 1, 2])";
    expect!["line 12, column 26: cell 0 names vertex 3, but there are 3, counted from 0; correct it"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, 1, 3])")));
    expect!["line 12, column 38: cell 0 names vertex 0 twice; name it once"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, /* again */ 1, 0])")));
    expect!["line 12, column 19: cell 0 has 2 corners, and needs at least 3; remove it"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, 1])")));
    expect!["line 12, column 16: cell 0 is of area 1, but areas end at 0; add the area"]
        .assert_eq(&refusal(&with(cell, "(area: 1, corners: [0, 1, 2])")));
    expect!["line 12, column 16: cell 0 is of area 256, but areas end at 0; add the area"]
        .assert_eq(&refusal(&with(cell, "(area: 256, corners: [0, 1, 2])")));
    expect!["line 12, column 27: Integer is out of bounds; correct the text there"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, 1, -2])")));
    expect!["line 12, column 26: Integer is out of bounds; correct the text there"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, 1, 5000000000])")));
    expect!["line 12, column 30: Unexpected field named `cost` in `Cell`, expected either `area` or `corners` instead; correct the text there"]
        .assert_eq(&refusal(&with(cell, "(corners: [0, 1, 2], cost: 3)")));
}

#[test]
fn names_are_not_empty() {
    expect!["line 4, column 16: area 0 has no name; give it one"]
        .assert_eq(&refusal(&with("\"floor\"", "\" \"")));
    expect!["line 15, column 16: query 0 has no name; give it one"]
        .assert_eq(&refusal(&with("\"q\"", "\"\"")));
}

#[test]
fn queries_that_cannot_be_asked_are_refused() {
    let query = |rest: &str| with("(name: \"q\")", &format!("(name: \"q\", {rest})"));
    let description = [
        "algorithm: \"dowsing\"",
        "agent: (radius: -1)",
        "agent: Some((max_slope: Some(45)))",
        "costs: [(area: 0, cost: 2), (area: 3, cost: inf)]",
        "costs: [(area: 0, cost: 0)]",
        "max_height: inf",
        "expected: Path(length: NaN)",
        "expected: Some(Path(tolerance: Some(1)))",
        "expected: Path(cells: [0, None, 1])",
    ]
    .map(|rest| read(&query(rest)).expect_err("refused").to_string());
    expect![[r#"
        line 15, column 32: query 0: "dowsing" is no algorithm; give one of auto, steps, distance, centers, midpoints, entries, funnel, polyanya
        line 15, column 37: query 0: the agent's radius is -1; give 0 or more metres
        line 15, column 45: query 0: the agent's max_slope is 45; give 0 to 1.5707964 radians
        line 15, column 56: query 0: it has a cost for area 3, but areas end at 0; add the area
        line 15, column 45: query 0: a metre in area 0 costs 0; give more than 0, or inf to forbid it
        line 15, column 33: query 0: its max_height is inf; give 0 or more metres
        line 15, column 44: query 0: the expected length is NaN; give 0 or more metres
        line 15, column 52: query 0: there is a tolerance without a length; give the length, or drop it
        line 15, column 53: query 0: cell 1 is expected, but there are 1, counted from 0; correct it
    "#]]
    .assert_eq(&(description.join("\n") + "\n"));
}

#[test]
fn expected_cells_follow_when_slots_are_closed() {
    let mut draft = Draft::of(NavMesh::default());
    let ids = [[0., 0.], [0., 1.], [1., 1.]].map(|[x, z]| draft.add_vertex(Vec3::new(x, 0., z)));
    let cells = [0, 1, 2].map(|_| draft.add_cell(ids, AreaId(0)));
    draft.remove_cell(cells[1]);
    let mut document = Document::of_mesh(draft.into_mesh());
    let expected = Expected::Path { length: None, cells: Some(cells.into()) };
    std::sync::Arc::make_mut(&mut document.queries)[0].expected = Some(expected);
    let text = write(&document).unwrap();
    assert!(text.contains("expected: Some(Path(cells: Some([0, None, 1])))"), "{text}");
}

#[test]
fn versions_that_are_not_known_are_refused_also_when_they_hold_unknown_things() {
    expect!["line 2, column 14: version 2 was made by a newer navsmith, this one reads 1; update navsmith"]
        .assert_eq(&refusal(&with("version: 1", "version: 2")));
    expect!["line 2, column 31: version 3 was made by a newer navsmith, this one reads 1; update navsmith"]
        .assert_eq(&refusal(&with("version: 1", "links: [(a: 1)], version: 3")));
    expect!["line 2, column 14: there is no version 0; files begin with `version: 1`"]
        .assert_eq(&refusal(&with("version: 1", "version: 0")));
    expect![
        "line 17, column 1: Unexpected missing field named `version` in `NavMesh`; correct the text there"
    ]
    .assert_eq(&refusal(&with("version: 1,", "")));
}

#[test]
fn texts_that_are_no_ron_are_refused_with_their_place() {
    expect!["line 1, column 1: Expected opening `(` for struct `NavMesh`; correct the text there"]
        .assert_eq(&refusal(""));
    expect!["line 8, column 18: Expected a position `(x, y, z)` but found 2 elements instead; correct the text there"]
        .assert_eq(&refusal(&with("(0.0, 0.0, 2.0)", "(0.0, 0.0)")));
    expect!["line 8, column 25: Expected closing `)`; correct the text there"]
        .assert_eq(&refusal(&with("(0.0, 0.0, 2.0)", "(0.0, 0.0, 2.0, 1.0)")));
    expect![[r#"line 8, column 10: Expected a position `(x, y, z)` but found the string "far" instead; correct the text there"#]]
        .assert_eq(&refusal(&with("(0.0, 0.0, 2.0)", "\"far\"")));
    expect!["line 1, column 1: Expected struct `NavMesh` but found `Level`; correct the text there"]
        .assert_eq(&refusal(&with("NavMesh(", "Level(")));
    expect!["line 14, column 5: Unexpected field named `quaeries` in `NavMesh`, expected one of `version`, `closed_surface`, `areas`, `vertices`, `cells`, `links`, `queries`, `levels`, `exports`, `scenarios`, `tile_rows`, `ignored`, `thresholds`, `outlines`, `floors`, `apart`, `details`, `agent`, `generation`, or `side_view` instead; correct the text there"]
        .assert_eq(&refusal(&with("queries: [", "quaeries: [")));
    expect!["line 1, column 1: Expected opening `(` for struct `NavMesh`; correct the text there"]
        .assert_eq(&refusal(&"[".repeat(100_000)));
    expect!["line 1, column 14: Unexpected field named `extra` in `NavMesh`, expected one of `version`, `closed_surface`, `areas`, `vertices`, `cells`, `links`, `queries`, `levels`, `exports`, `scenarios`, `tile_rows`, `ignored`, `thresholds`, `outlines`, `floors`, `apart`, `details`, `agent`, `generation`, or `side_view` instead; correct the text there"]
        .assert_eq(&refusal(&format!("(version: 1, extra: {}", "(".repeat(100_000))));
}

#[test]
fn links_that_are_none_are_refused_with_their_place() {
    let links = |link: &str| {
        with("    queries: [", &format!("    links: [\n        {link},\n    ],\n    queries: ["))
    };
    let (good, bad) = (
        "(from: [(0, 0, 0)], to: [[1, 0, 1], (1, 0, 2)])",
        "(from: [(0.0, NaN, 0.0)], to: [(1.0, 0.0, 0.0)])",
    );
    assert_eq!(read(&links(good)).unwrap().mesh.link_count(), 1, "written by hand");
    expect!["line 15, column 23: y of `from` of link 0 is NaN: not a finite number, or too large for one; give metres"]
        .assert_eq(&refusal(&links(bad)));
    expect!["line 15, column 39: `to` of link 0 has 0 positions; give one for a point or two for a span"]
        .assert_eq(&refusal(&links("(from: [(0.0, 0.0, 0.0)], to: [])")));
    expect!["line 15, column 64: the cost of link 0 is 0; give a positive number, or inf to forbid it"]
        .assert_eq(&refusal(&links("(from: [(0.0, 0.0, 0.0)], to: [(1.0, 0.0, 0.0)], cost: 0.0)")));
    expect!["line 15, column 58: Unexpected field named `price` in `Link`, expected one of `from`, `to`, `one_way`, or `cost` instead; correct the text there"]
        .assert_eq(&refusal(&links("(from: [(0.0, 0.0, 0.0)], to: [(1.0, 0.0, 0.0)], price: 1.0)")));
}

#[test]
fn a_document_that_could_not_be_read_back_is_not_written() {
    let areas = vec![Area { name: String::new(), color: [0; 3] }];
    let document = Document { areas: areas.into(), ..Document::default() };
    expect!["the document cannot be written: area 0 has no name; give it one"]
        .assert_eq(&write(&document).expect_err("no name").to_string());
}

#[test]
fn reading_tells_how_far_it_is_and_can_be_broken_off() {
    let vertex = |i| format!("({i}.0, 0.0, {}.0),\n", i % 2);
    let cell = |i| format!("(corners: [{i}, {}, {}]),\n", i + 1, i + 2);
    let vertices = (0..9000).map(vertex).collect::<Vec<_>>().concat();
    let cells = (0..8998).map(cell).collect::<Vec<_>>().concat();
    let text = format!("(version: 1, vertices: [\n{vertices}],\ncells: [{cells}])");
    for text in [text.clone(), text.replace("(0.0, 0.0, 0.0)", "[0.0, 0.0, 0.0]")] {
        let read = |progress: &Progress| {
            let read = read_within(&text, &mut Budget::of_file(text.len()), progress)?;
            Ok(read.map(|(document, _)| document.mesh.cell_count()))
        };
        let mut shares = Vec::new();
        for reports in 0..4 {
            let progress = Progress::stopping_after(reports);
            assert_eq!(read(&progress), Err(Stopped), "not a step further");
            shares.extend(progress.completed());
        }
        assert_eq!(read(&Progress::stopping_after(4)), Ok(Ok(8998)), "read with four reports");
        assert!(shares.is_sorted() && shares[3] > 0.9, "increasing: {shares:?}");
    }
}

#[test]
fn the_places_of_all_queries_are_found_in_one_pass() {
    let text = "\u{feff}// queries: [(name: \"no\")]\n(version: 1, queries: [ (name: \"é, ]\"), /* , */ (name: \"b\"),\n\
                \n  (name: r#\"\"c\"#, start: (x: 1, z: 2)) // d\n  , (name: \"e\")\n])";
    assert_eq!(places_of_queries(text), [(2, 25), (2, 49), (4, 3), (5, 5)]);
    for none in ["(version: 1)", "(version: 1, queries: [])", "", "(version: 1, queries: ["] {
        assert_eq!(places_of_queries(none), [], "{none}");
    }
}
