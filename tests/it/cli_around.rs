//! Verbs that query the surroundings of a point, run like a script does.

use expect_test::expect;
use serde_json::Value;

use crate::support::command_line::{Folder, SQUARES, check, run};

/// Returns two adjacent squares and a separate triangle; the second square has its own area.
fn with_mud() -> (Folder, String) {
    let mud = "areas: [(name: \"walkable\", color: (1, 2, 3)), (name: \"mud\", color: (4, 5, 6))], cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5], area: 1),";
    Folder::with(
        "mud.ron",
        &SQUARES.replace("cells: [(corners: [0, 1, 2, 3]), (corners: [3, 2, 4, 5]),", mud),
    )
}

#[test]
fn random_points_lie_on_the_mesh_and_are_the_same_for_the_same_seed() {
    let (_folder, file) = with_mud();
    let draw = |more: &[&str]| run(&[&["random-points", &file, "--count", "50"], more].concat());
    let [one, again, other] = ["3", "3", "4"].map(|seed| draw(&["--seed", seed, "--json"]));
    assert_eq!((one.code, &one.out), (Some(0), &again.out), "the same seed");
    assert_ne!(one.out, other.out, "another seed");
    let cells = |answer: &Value| {
        let points = answer["points"].as_array().expect("points").iter();
        let mut cells: Vec<u64> = points.map(|point| point["cell"].as_u64().expect("a cell")).collect();
        assert_eq!(cells.len(), 50, "as many as asked for");
        cells.sort_unstable();
        cells.dedup();
        cells
    };
    assert_eq!(cells(&one.json()), [0, 1, 2], "everywhere");
    assert_eq!(cells(&draw(&["--block", "mud", "--json"]).json()), [0, 2], "but not where it is blocked");
    let circle = draw(&["--at", "1,1", "--radius", "1.5", "--json"]).json();
    assert_eq!(cells(&circle), [0, 1], "not on the island: {circle}");
    for point in circle["points"].as_array().expect("points") {
        let at = |axis: usize| point["point"][axis].as_f64().expect("a number");
        assert!((at(0) - 1.0).hypot(at(2) - 1.0) <= 1.5 + 1e-6, "in the circle: {point}");
    }
    check(
        &["random-points", &file, "--seed", "3", "--count", "2"],
        0,
        &expect![[r#"
            2 points
              (1.026, 0.000, 1.674) cell 0
              (0.592, 0.000, 0.930) cell 0
        "#]],
    );
}

#[test]
fn cells_in_a_circle_come_with_their_reach_nearest_first() {
    let (_folder, file) = with_mud();
    let ask = ["cells-in-circle", &file, "--at", "0.5,1", "--radius", "20"];
    check(
        &ask,
        0,
        &expect![[r#"
        2 cells
          cell 0 at 0.000 m
          cell 1 at 1.500 m, from cell 0
    "#]],
    );
    check(
        &[&ask[..], &["--json"]].concat(),
        0,
        &expect![[r#"
            {"schema":1,"unit":"m","why":null,"at":{"cell":0,"point":[0.5,0.0,1.0],"off_mesh":null},"radius":20.0,"cells":[{"cell":0,"reach":0.0,"from":null},{"cell":1,"reach":1.5,"from":{"cell":0,"side":2}}]}
        "#]],
    );
    let one = run(&["cells-in-circle", &file, "--at", "0.5,1", "--radius", "1", "--json"]).json();
    assert_eq!(one["cells"].as_array().map(Vec::len), Some(1), "a small circle: {one}");
    let blocked = run(&[&ask[..], &["--block", "mud", "--json"]].concat()).json();
    assert_eq!(blocked["cells"].as_array().map(Vec::len), Some(1), "the mud is blocked: {blocked}");
}

#[test]
fn walls_come_with_their_distance_and_reason_nearest_first() {
    let (_folder, file) = with_mud();
    let ask = ["walls", &file, "--at", "1.75,1", "--radius", "1"];
    check(
        &ask,
        0,
        &expect![[r#"
        2 walls
          1.000 m: side 1 of cell 0, from (0.000, 0.000, 2.000) to (2.000, 0.000, 2.000): the mesh ends here
          1.000 m: side 3 of cell 0, from (2.000, 0.000, 0.000) to (0.000, 0.000, 0.000): the mesh ends here
    "#]],
    );
    check(
        &[&ask[..], &["--json"]].concat(),
        0,
        &expect![[r#"
            {"schema":1,"unit":"m","why":null,"at":{"cell":0,"point":[1.75,0.0,1.0],"off_mesh":null},"radius":1.0,"walls":[{"cell":0,"side":1,"distance":1.0,"point":[1.75,0.0,2.0],"ends":[[0.0,0.0,2.0],[2.0,0.0,2.0]],"reason":"the mesh ends here"},{"cell":0,"side":3,"distance":1.0,"point":[1.75,0.0,0.0],"ends":[[2.0,0.0,0.0],[0.0,0.0,0.0]],"reason":"the mesh ends here"}]}
        "#]],
    );
    let blocked = run(&[&ask[..], &["--block", "mud"]].concat()).out;
    assert!(blocked.contains("0.250 m: side 2 of cell 0"), "the mud is behind a wall: {blocked}");
    let narrow = run(&[&ask[..], &["--agent-radius", "1.5"]].concat()).out;
    assert!(narrow.contains("is only 2.00 m"), "too narrow: {narrow}");
    let none = run(&["walls", &file, "--at", "1,1", "--radius", "0.5", "--json"]);
    assert_eq!(
        (none.code, none.json()["walls"].as_array().map(Vec::len)),
        (Some(1), Some(0)),
        "{}",
        none.out
    );
    assert!(none.json()["why"].as_str().is_some_and(|why| why.contains("larger radius")), "{}", none.out);
}

#[test]
fn a_point_that_is_off_the_mesh_or_blocked_is_reported() {
    let (_folder, file) = with_mud();
    for verb in ["random-points", "cells-in-circle", "walls"] {
        let ask = |at: &str, more: &[&str]| {
            run(&[&[verb, &file, "--radius", "3", &format!("--at={at}")], more].concat())
        };
        let off = ask("-1,1", &[]);
        assert_eq!(off.code, Some(0), "{verb}: {}", off.err);
        assert!(off.out.contains("the point is off the mesh; it was moved 1.00 m"), "{verb}: {}", off.out);
        assert_eq!(ask("-1,1", &["--json"]).json()["at"]["off_mesh"], 1.0, "{verb}");
        let blocked = ask("3,1", &["--block", "mud"]);
        assert_eq!(blocked.code, Some(1), "{verb}: {}", blocked.out);
        let description = blocked.out.trim_end();
        assert!(
            description.starts_with("nothing: the point is on cell 1, which is blocked"),
            "{verb}: {description}"
        );
        assert!(
            description.ends_with("; choose another point or leave out --block"),
            "{verb}: {description}"
        );
    }
}

#[test]
fn nothing_is_found_on_an_empty_mesh_and_wrong_arguments_are_refused() {
    let (_folder, empty) = Folder::with("empty.ron", "(version: 1, vertices: [], cells: [])");
    let circle = ["--at", "0,0", "--radius", "1"];
    for (verb, arguments) in [
        ("random-points", &[][..]),
        ("random-points", &circle),
        ("cells-in-circle", &circle),
        ("walls", &circle),
    ] {
        let ran = run(&[&[verb, &empty], arguments].concat());
        assert_eq!(ran.code, Some(1), "{verb}: {}", ran.err);
        assert!(ran.out.starts_with("nothing: the mesh has no cells"), "{verb}: {}", ran.out);
        let help = run(&[verb, "--help"]);
        assert!(help.code == Some(0) && help.out.contains("--json"), "{verb} has help");
    }
    let (_other, file) = with_mud();
    for arguments in [
        &["random-points", &file, "--at", "0,0"][..],
        &["random-points", &file, "--count", "0"],
        &["random-points", "gone.ron"],
        &["cells-in-circle", &file, "--at", "0,0"],
        &["cells-in-circle", &file, "--at", "0,0", "--radius", "-1"],
        &["walls", &file, "--at", "0", "--radius", "1"],
        &["walls", &file, "--at", "0,0", "--radius", "1", "--block", "ice"],
    ] {
        let ran = run(arguments);
        assert_eq!(ran.code, Some(2), "{arguments:?}: {}", ran.out);
        assert!(!ran.err.is_empty(), "{arguments:?} says why");
    }
}
