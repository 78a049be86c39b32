//! Answers of the command line.

use expect_test::expect;

use super::{archipelago, file, mesh, row};
use crate::support::command_line::{check, run};
use crate::support::notation;

#[test]
fn a_gap_beside_a_common_vertex_states_which_distance_is_which() {
    let (_folder, wedge) = file(notation::mesh("v 0 0, 2 0, 0 -2, 0 2, 2 0.03; c 0 1 2, 0 3 4"));
    let text = run(&["why", &wedge]).out;
    assert!(text.contains("islands 1 and 2, in contact at a point: Gap of 0.03 m, "), "{text}");
}

#[test]
fn cells_over_each_other_have_no_gap_beside_a_common_vertex() {
    // A steep cell over a level one; their sides lead away from the common vertex at a small angle.
    let steep =
        |rise: f32| [[0., 0., 0.], [60., 0., 0.], [60., 0., -30.], [60., rise, 5.], [60., rise, -25.]];
    for rise in [2., 5., 20.] {
        let (_folder, file) = file(mesh(&steep(rise), &[&[0, 1, 2], &[0, 3, 4]]));
        let text = run(&["why", &file]).out;
        assert!(!text.contains("Gap of") && text.contains("islands 1 and 2, 0 m apart: "), "{rise}: {text}");
    }
}

#[test]
fn the_command_line_answers_for_cells_edges_and_all_islands() {
    let (_folder, archipelago) = file(archipelago());
    check(
        &["why", &archipelago],
        0,
        &expect![[r#"
            4 pairs of islands are at most 0.5 m apart
              islands 1 and 2, 3.0 mm apart: Gap of 3.0 mm, cells 0 and 1, at (2.000, 0.000, 1.000)
                Weld the borders: 5 islands instead of 6.
                A repair with a tolerance of 0.003 m joins them.
              islands 1 and 3, 0.20 m apart: Gap of 0.20 m, cells 0 and 2, at (1.000, 0.000, 2.000)
                Bridge the gap: 5 islands instead of 6.
              islands 2 and 3, 0.20 m apart: Gap of 0.20 m, cells 1 and 2, at (2.003, 0.000, 2.000)
                Bridge the gap: 5 islands instead of 6.
              islands 2 and 6, 0.30 m apart: Height step of 0.30 m, cells 1 and 5, at (4.000, 0.000, 1.000)
                Place a link: then a path exists.
        "#]],
    );
    check(
        &["why", &archipelago, "--within", "0.001"],
        0,
        &expect![[r#"
        0 pairs of islands are at most 0.001 m apart
    "#]],
    );
    check(
        &["why", &archipelago, "--cells", "0", "1"],
        1,
        &expect![[r#"
        cells 0 and 1: Gap of 3.0 mm
          A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Weld the borders: 5 islands instead of 6.
          A repair with a tolerance of 0.003 m joins them.
    "#]],
    );
    check(
        &["why", &archipelago, "--edge", "2", "3"],
        1,
        &expect![[r#"
        cells 0 and 1: Gap of 3.0 mm
          A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.
          Weld the borders: 5 islands instead of 6.
          A repair with a tolerance of 0.003 m joins them.
    "#]],
    );
    check(
        &["why", &archipelago, "--cells", "1", "5", "--max-climb", "0.2"],
        1,
        &expect![[r#"
            cells 1 and 5: Step of 0.30 m, too high
              Cell 5 lies 0.30 m above cell 1, more than the 0.20 m that the agent climbs. No path leads from cell 1 to cell 5.
              Place a link: agents that climb 0.30 m go up, and others only down; 6 islands as before.
        "#]],
    );
    let list = run(&["why", &archipelago, "--json"]).json();
    assert_eq!(list["total"], 4, "{list}");
    assert_eq!(list["pairs"][0]["islands"], serde_json::json!([1, 2]), "{list}");
    assert_eq!(list["pairs"][0]["edit"]["kind"], "weld", "{list}");
}

#[test]
fn the_command_line_answers_for_paths_over_other_cells_and_in_json() {
    let (_folder, archipelago) = file(archipelago());
    let (_other, row) = file(row());
    check(
        &["why", &row, "--cells", "0", "2"],
        0,
        &expect![[r#"
        cells 0 and 2: no obstacle
          A path over 1 other cell connects them.
    "#]],
    );
    check(
        &["why", &row, "--cells", "0", "2", "--block", "water"],
        1,
        &expect![[r#"
            cells 0 and 2: Cell 1 is blocked
              Cell 1 is blocked: area 'water' is forbidden. No path leads from cell 0 to cell 2.
              Allow the area: then a path exists.
        "#]],
    );
    check(
        &["why", &archipelago, "--cells", "0", "1", "--json"],
        1,
        &expect![[r#"
            {"schema":1,"unit":"m","cells":[0,1],"reach":"none","between":null,"obstacle":"gap","at":[0,1],"message":"A gap of 3.0 mm separates the borders of the cells 0 and 1. No path leads from cell 0 to cell 1.","distance":0.003000020980834961,"approach":[[2.0,0.0,1.0],[2.003,0.0,1.0]],"gaps":[],"edit":{"kind":"weld","label":"Weld the borders","islands_before":6,"islands_after":5},"no_edit":null,"tolerance":0.003}
        "#]],
    );
}

#[test]
fn the_command_line_states_which_cell_or_edge_is_missing() {
    let (_folder, row) = file(row());
    for (arguments, expected) in [
        (["--cells", "0", "3"], "there is no cell 3; the file has 3 cells, numbered from 0"),
        (["--cells", "1", "1"], "cell 1 is named twice; name two cells"),
        (["--edge", "0", "7"], "no cell has an edge 0–7; name both vertices of an edge of a cell"),
        (["--edge", "0", "1"], "no other cell lies over edge 0–1; name two cells with --cells"),
    ] {
        let ran = run(&[&["why", &row], arguments.as_slice()].concat());
        assert_eq!(
            (ran.code, ran.err.trim()),
            (Some(2), format!("navsmith: {expected}").as_str()),
            "{arguments:?}"
        );
    }
}
