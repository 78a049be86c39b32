//! Verbs that read a mesh as a side view, run like a script does.

use expect_test::expect;

use crate::support::command_line::{Folder, check, run};

/// Returns a room of 9 m with a pit in the middle of its floor, seen from the side; positive Z is down.
fn pit() -> (Folder, String) {
    let xs = [0, 3, 6, 9];
    let row = |z: u32| xs.map(|x| format!("({x}, 0, {z})")).join(", ");
    let vertices = format!("{}, {}, (3, 0, 14), (6, 0, 14)", row(0), row(4));
    let cells =
        "(corners: [0, 4, 5, 1]), (corners: [1, 5, 6, 2]), (corners: [2, 6, 7, 3]), (corners: [5, 8, 9, 6])";
    Folder::with("pit.ron", &format!("(version: 1, vertices: [{vertices}], cells: [{cells}])"))
}

#[test]
fn the_platforms_of_a_room_are_its_floors_under_the_given_gravity() {
    let (_folder, file) = pit();
    check(
        &["platforms", &file, "--from", "1,1"],
        0,
        &expect![[r#"
        3 platforms, 4 cells connected with the point
          platform 0: 3.000 m from (0.000, 4.000) to (3.000, 4.000), 1 side
          platform 1: 3.000 m from (6.000, 4.000) to (9.000, 4.000), 1 side
          platform 2: 3.000 m from (3.000, 14.000) to (6.000, 14.000), 1 side
    "#]],
    );
    let upside_down = run(&["platforms", &file, "--gravity=0,-9.81", "--json"]).json();
    let lengths: Vec<_> = upside_down["platforms"].as_array().expect("platforms").iter().collect();
    assert_eq!(lengths.len(), 1, "the ceiling: {upside_down}");
    assert_eq!(lengths[0]["length"], 9.0);
    let tilted = run(&["platforms", &file, "--gravity", "7,7"]);
    assert_eq!(tilted.code, Some(1), "no side is level: {}", tilted.out);
    let solid = run(&["platforms", &file, "--from", "1,9"]);
    assert!(solid.code == Some(2) && solid.err.contains("is in a solid"), "{}", solid.err);
    let weightless = run(&["platforms", &file, "--gravity", "0,0"]);
    assert!(weightless.code == Some(2) && weightless.err.contains("gravity is 0"), "{}", weightless.err);
}

#[test]
fn a_thrown_body_crosses_cells_and_lands() {
    let (_folder, file) = pit();
    let throw = ["throw", &file, "--from", "1,1", "--velocity", "2.5,0"];
    check(
        &throw,
        0,
        &expect![[r#"
        landed at (2.955, 4.000) after 0.7821 s
          0.0000 s thrown at (1.000, 1.000)
          0.7821 s landed at (2.955, 4.000), side 1 of cell 0
    "#]],
    );
    let exact = run(&[&throw[..], &["--json"]].concat()).json();
    let steps = run(&[&throw[..], &["--method", "steps", "--time-step", "0.001", "--json"]].concat()).json();
    let end = |answer: &serde_json::Value| {
        let last = answer["events"].as_array().and_then(|events| events.last().cloned()).expect("an end");
        assert_eq!(last["event"], "landed", "{answer}");
        (last["side"].clone(), last["at"][0].as_f64().expect("a number"))
    };
    let [(side, x), (other, near)] = [&exact, &steps].map(end);
    assert!(side == other && (x - near).abs() < 0.01, "{exact} {steps}");
    let cut_short = run(&[&throw[..], &["--seconds", "0.1"]].concat());
    assert!(cut_short.code == Some(1) && cut_short.out.starts_with("time limit"), "{}", cut_short.out);
    let solid = run(&["throw", &file, "--from", "1,9", "--velocity", "1,0"]);
    assert!(solid.code == Some(2) && solid.err.contains("is in a solid"), "{}", solid.err);
}

#[test]
fn jumps_over_a_pit_become_links() {
    let (folder, file) = pit();
    check(
        &["jumps", &file],
        0,
        &expect![[r#"
        2 links between 3 platforms
          jump from platform 0 to platform 1: (3.000, 4.000) to (6.060, 4.000), 0.968 s
          jump from platform 1 to platform 0: (6.000, 4.000) to (2.940, 4.000), 0.968 s
    "#]],
    );
    let over = run(&["jumps", &file, "--between", "0", "1"]);
    assert_eq!(over.code, Some(0), "{}{}", over.out, over.err);
    let back = run(&["jumps", &file, "--between", "2", "0", "--jump-speed", "1", "--json"]);
    assert_eq!(back.code, Some(1), "{}", back.out);
    assert!(
        back.json()["why"].as_str().is_some_and(|why| why.contains("above the highest jump")),
        "{}",
        back.out
    );
    let unknown = run(&["jumps", &file, "--between", "0", "7"]);
    assert!(unknown.code == Some(2) && unknown.err.contains("no platform 7"), "{}", unknown.err);
    let out = folder.path("linked.ron").display().to_string();
    let written = run(&["jumps", &file, "-o", &out]);
    assert_eq!(written.code, Some(0), "{}{}", written.out, written.err);
    assert!(written.err.contains("were added") || written.out.contains("were added"), "{}", written.out);
    let text = std::fs::read_to_string(folder.path("linked.ron")).expect("a file");
    let links = run(&["jumps", &file, "--json"]).json()["links"].as_array().map_or(0, Vec::len);
    assert_eq!(text.matches("one_way: true").count(), links, "{text}");
}

#[test]
fn a_throw_across_a_concave_cell_names_its_diagonal() {
    let corners = "(0,0,0), (0,0,10), (10,0,10), (10,0,5), (5,0,5), (5,0,0)";
    let text = format!("NavMesh(version: 1, vertices: [{corners}], cells: [(corners: [0,1,2,3,4,5])])");
    let (_folder, file) = Folder::with("concave.ron", &text);
    let of = |more: &[&str]| run(&[&["throw", &file, "--from", "1,9", "--velocity", "4,-2"], more].concat());
    let ran = of(&[]);
    assert!(ran.out.contains("the diagonal from corner 1 to corner 4 of cell 0"), "{}", ran.out);
    let crossed = of(&["--json"]).json()["events"][1].clone();
    assert_eq!(
        (&crossed["event"], &crossed["side"]),
        (&"crossed".into(), &serde_json::Value::Null),
        "{crossed}"
    );
}
