//! Meshes of Polyanya.

use crate::support::notation::mesh;
use expect_test::expect;
use navsmith_core::budget::Budget;
use navsmith_core::navmesh::NavMesh;
use navsmith_core::progress::Progress;
use navsmith_formats::io::polyanya::{PolyanyaVersion, read, read_within, write, write_with_progress};

/// A square of two triangles.
const SQUARE: &str = "mesh\n2\n4 2\n0.0 0.0 2 0 -1\n1.5 0.0 3 0 1 -1\n1.5 1.5 2 1 -1\n0.0 1.5 3 -1 1 0\n\
                      3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n";

#[test]
fn y_is_up_in_the_view() {
    let read = read(SQUARE.as_bytes()).expect("good");
    let expected = mesh("v 0 0, 1.5 0, 1.5 -1.5, 0 -1.5; c 0 1 3, 1 2 3");
    assert_eq!(read.mesh, expected, "x is X and y is -Z");
    let ring = read.mesh.ground_ring(navsmith_core::navmesh::CellId(0));
    assert!(navsmith_core::geometry::is_convex(&ring), "counter-clockwise there is counter-clockwise here");
}

#[test]
fn white_space_does_not_matter_and_version_1_reads_alike() {
    let one = SQUARE.split_whitespace().collect::<Vec<_>>().join(" ").replace("mesh 2", "mesh\t1\r\n");
    assert_eq!(read(one.as_bytes()), read(SQUARE.as_bytes()), "one line");
}

#[test]
fn what_is_written_names_the_neighbours() {
    let read = read(SQUARE.as_bytes()).expect("good");
    expect![[r#"
        mesh
        2
        4 2
        0.0 0.0 2 0 -1
        1.5 0.0 3 1 0 -1
        1.5 1.5 2 1 -1
        0.0 1.5 3 0 1 -1
        3 0 1 3 -1 -1 1
        3 1 2 3 0 -1 -1
    "#]]
    .assert_eq(&write(&read.mesh));
}

#[test]
fn a_vertex_names_every_gap_round_it_and_none_where_cells_close_up() {
    // Four triangles around a vertex, then the same without two opposite ones.
    let line = |cells: &str| {
        let mesh = mesh(&format!("v 0 0, 1 1, 1 -1, -1 -1, -1 1; c {cells}"));
        write(&mesh).lines().nth(3).map(str::to_owned).unwrap_or_default()
    };
    assert_eq!(line("0 1 2, 0 2 3, 0 3 4, 0 4 1"), "0.0 0.0 4 0 1 2 3", "closed");
    assert_eq!(line("0 1 2, 0 3 4"), "0.0 0.0 4 1 -1 0 -1", "two gaps");
}

#[test]
fn heights_and_loose_vertices_are_left_out() {
    let hilly = mesh("v 9 9 9, 0 1 0, 0 2 3, 3 3 0; c 1 2 3");
    let again = read(write(&hilly).as_bytes()).expect("good").mesh;
    assert_eq!(again, mesh("v 0 0, 0 3, 3 0; c 0 1 2"), "flat and dense");
}

fn refusal(text: &str) -> String {
    read(text.as_bytes()).expect_err("refused").to_string()
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    expect![[r#"line 1: the file begins with "mesh", but this one is empty"#]].assert_eq(&refusal(""));
    expect![[r#"line 1: the file begins with "mesh", not "navmesh""#]].assert_eq(&refusal("navmesh 2"));
    expect!["line 2: its version is 4; 1, 2 and 3 can be read"].assert_eq(&refusal("mesh\n4\n"));
    expect![
        "line 4: the file ends where a neighbour of vertex 0 should be; it is cut short, so copy it again"
    ]
    .assert_eq(&refusal("mesh\n2\n4000000000 2\n0 0 2"));
    expect![[r#"line 3: the y of vertex 0 is "x"; give a finite number"#]]
        .assert_eq(&refusal("mesh 2\n1 0\n0 x 0"));
    expect![[r#"line 3: the y of vertex 0 is "1e99"; give a finite number"#]]
        .assert_eq(&refusal("mesh 2\n1 0\n0 1e99 0"));
    expect!["line 9: cell 1 names vertex 4, but vertices end at 3; correct it"]
        .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "3 1 2 4")));
    expect!["line 9: cell 1 names vertex 1 twice; name it once"]
        .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "3 1 1 3")));
    expect!["line 9: cell 1 has 2 corners; a cell needs at least 3"]
        .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "2 1 2")));
    expect!["line 9: cell 1 has 4097 corners, and at most 4096; cut it up"]
        .assert_eq(&refusal(&SQUARE.replace("3 1 2 3", "4097 1 2 3")));
    expect!["line 8: a neighbour of cell 0 is 7, but cells end at 1; -1 is for none"]
        .assert_eq(&refusal(&SQUARE.replace("-1 -1 1\n", "-1 -1 7\n")));
    expect![[r#"line 11: there is more after the last cell, beginning with "9"; remove it, or correct the counts in the head"#]]
        .assert_eq(&refusal(&format!("{SQUARE}\n9")));
    assert!(read(b"mesh 2 \xff").is_err(), "no text");
}

#[test]
fn a_mesh_of_nothing_is_a_mesh() {
    assert_eq!(read(b"mesh 2 0 0").map(|read| read.mesh), Ok(NavMesh::default()), "no vertex, no cell");
    assert_eq!(write(&NavMesh::default()), "mesh\n2\n0 0\n", "as short");
}

/// A square of four triangles, of which the first is untraversable, in version 3.
const CROSS: &str = "mesh\n3\n5 4\n0 0\n0 10\n10 10\n10 0\n5 5\n0 3   4 1 5   -4 0 -2\n1 3   1 2 5   -1 0 3\n\
                     1 3   2 3 5   2 0 4\n1 3   3 4 5   3 0 -1\n";

fn read_3(text: &str) -> (NavMesh, Vec<String>) {
    let (document, notes) = read_within(text.as_bytes(), &mut Budget::of_file(text.len())).expect("good");
    (document.mesh, notes)
}

#[test]
fn untraversable_cells_of_version_3_are_left_out_with_a_note() {
    let (read, notes) = read_3(CROSS);
    let expected = mesh("v 0 0, 0 -10, 10 -10, 10 0, 5 -5; c 0 1 4, 1 2 4, 2 3 4");
    assert_eq!(read, expected, "the cells keep the order of their corners");
    assert_eq!(notes, ["1 cell is not traversable and was left out."]);
}

#[test]
fn vertices_that_only_untraversable_cells_have_are_left_out() {
    let text = "mesh 3 6 2\n9 9 0 0 3 0 1 0 7 7 8 8\n0 3 1 2 5 0 0 0\n1 3 2 3 4 0 0 0\n";
    let (read, notes) = read_3(text);
    assert_eq!(read, mesh("v 0 0, 3 0, 1 0, 8 -8; c 0 1 2"), "a vertex without a cell stays");
    assert_eq!(notes.len(), 1);
}

#[test]
fn an_edge_that_is_blocked_between_traversable_cells_is_noted() {
    let blocked = CROSS.replace("-1 0 3", "-1 0 -3").replace("2 0 4", "-2 0 4");
    let (read, notes) = read_3(&blocked);
    assert_eq!(read, read_3(CROSS).0);
    assert_eq!(notes[1], "1 edge between two traversable cells is blocked in the file, but not here.");
}

#[test]
fn version_3_counts_from_1() {
    let read = read(SQUARE.as_bytes()).expect("good").mesh;
    let written = write_with_progress(&read, PolyanyaVersion::Three, &Progress::none()).expect("not stopped");
    expect![[r#"
        mesh
        3
        4 2
        0.0 0.0
        1.5 0.0
        1.5 1.5
        0.0 1.5
        1 3 1 2 4 0 0 2
        1 3 2 3 4 1 0 0
    "#]]
    .assert_eq(&written);
    assert_eq!(read_3(&written), (read, vec![]));
}

#[test]
fn an_error_in_version_3_names_the_numbers_of_the_file() {
    let with = |old: &str, new: &str| refusal(&CROSS.replace(old, new));
    expect!["line 9: whether cell 1 is traversable is \"2\"; give 1 or 0"].assert_eq(&with("0 3 ", "2 3 "));
    expect!["line 10: cell 2 names vertex 6, but vertices end at 5; correct it"]
        .assert_eq(&with("1 2 5", "1 2 6"));
    expect!["line 10: cell 2 names vertex 0, but vertices begin at 1; correct it"]
        .assert_eq(&with("1 2 5", "0 2 5"));
    expect!["line 10: a neighbour of cell 2 is -5, but cells end at 4; 0 is for none"]
        .assert_eq(&with("-1 0 3", "-5 0 3"));
    expect!["line 10: a neighbour of cell 2 is \"x\"; give the number of a cell, or 0 for none"]
        .assert_eq(&with("-1 0 3", "x 0 3"));
}
