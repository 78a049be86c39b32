//! Ceilings are no ground, and ground that faces down is.

use crate::support::command_line::{Folder, run};

/// A floor of 64 m², and a ceiling above it that faces down.
const ROOM: &str = "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3\nf 1 3 4\nv 0 3 0\nv 0 3 8\nv 8 3 8\nv 8 3 0\n\
                    f 5 7 6\nf 5 8 7\n";

/// Four walls of 93.6 m², which touch neither the floor's sides nor the ceiling's.
const WALLS: &str = "v 0.1 0 0.1\nv 0.1 0 7.9\nv 0.1 3 7.9\nv 0.1 3 0.1\nv 7.9 0 7.9\nv 7.9 0 0.1\nv 7.9 3 0.1\n\
                     v 7.9 3 7.9\nf 9 10 11 12\nf 10 13 16 11\nf 13 14 15 16\nf 14 9 12 15\n";

/// Returns the first line of `info`, the area of the ground in m², and the exit code of `validate`.
fn read(name: &str, text: &str, options: &[&str]) -> (String, f64, Option<i32>) {
    let (_folder, file) = Folder::with(name, text);
    let ran = run(&[&["info", &file][..], options].concat());
    let json = run(&[&["info", "--json", &file][..], options].concat()).json();
    let islands = json["islands"].as_array().expect("islands").iter();
    let area = islands.filter_map(|island| island["area"].as_f64()).sum();
    let validated = run(&[&["validate", &file][..], options].concat());
    (ran.out.lines().next().unwrap_or_default().to_owned(), area, validated.code)
}

#[test]
fn a_ceiling_of_its_own_is_left_out_and_counted() {
    for (text, steep) in [(ROOM.to_owned(), false), (format!("{ROOM}{WALLS}"), true)] {
        let (first, area, code) = read("room.obj", &text, &[]);
        assert!(first.contains("2 cells that face down (64.00 m²)"), "{first}");
        // A level has ceilings. In a navigation mesh, they are a finding.
        let expected = Some(i32::from(!steep));
        assert_eq!((area, code, first.contains("steeper")), (64.0, expected, steep), "{first}");
    }
    let (_folder, file) = Folder::with("room.obj", ROOM);
    let ran = run(&["path", &file, "--from", "1,1", "--to", "7,7", "--json"]).json();
    assert_eq!(ran["waypoints"][0]["at"][1].as_f64().unwrap_or_default(), 0.0, "on the floor: {ran}");
}

#[test]
fn a_ceiling_that_covers_more_than_the_ground_is_left_out() {
    let wide = ROOM.replace("v 0 3 0\nv 0 3 8\nv 8 3 8\nv 8 3 0", "v 0 3 0\nv 0 3 8\nv 24 3 8\nv 24 3 0");
    let (first, area, _) = read("room.obj", &wide, &[]);
    assert!(first.contains("2 cells that face down (192.00 m²)") && area == 64.0, "{first}: {area} m²");
}

#[test]
fn ground_of_a_file_that_is_named_navmesh_is_no_ceiling() {
    let lower =
        ROOM.replace("f 1 2 3\nf 1 3 4", "f 1 3 2\nf 1 4 3").replace("f 5 7 6\nf 5 8 7", "f 5 6 7\nf 5 7 8");
    for (text, kind) in [(ROOM, "the upper storey"), (&lower, "the lower storey")] {
        let (first, area, code) = read("storeys_navmesh.obj", text, &[]);
        assert_eq!(
            (first.as_str(), area, code),
            ("OBJ: 8 vertices, 4 cells", 128.0, Some(0)),
            "{kind} faces down"
        );
        let (_folder, file) = Folder::with("storeys_navmesh.obj", text);
        assert!(run(&["info", &file]).out.contains("2 cells were turned over"), "{kind}");
    }
}

#[test]
fn an_underside_of_its_own_is_left_out() {
    let slab =
        ROOM.replace("v 0 3 0\nv 0 3 8\nv 8 3 8\nv 8 3 0", "v 0 -0.2 0\nv 0 -0.2 8\nv 8 -0.2 8\nv 8 -0.2 0");
    let (first, area, _) = read("slab.obj", &slab, &[]);
    assert!(first.contains("2 cells that face down (64.00 m²)") && area == 64.0, "{first}: {area} m²");
}

#[test]
fn ground_that_faces_down_below_a_crate_is_turned_over() {
    let crate_on_it =
        ROOM.replace("f 1 2 3\nf 1 3 4", "f 1 3 2\nf 1 4 3").replace("f 5 7 6\nf 5 8 7", "f 5 6 7 8");
    let crate_on_it = crate_on_it.replace("v 0 3 8\nv 8 3 8\nv 8 3 0", "v 0 3 2\nv 2 3 2\nv 2 3 0");
    let (first, area, code) = read("crate.obj", &crate_on_it, &[]);
    assert_eq!((first.as_str(), area, code), ("OBJ: 8 vertices, 3 cells", 68.0, Some(0)));
}

#[test]
fn all_cells_are_kept_on_request() {
    let (first, area, _) = read("room.obj", ROOM, &["--max-slope", "180"]);
    assert_eq!((first.as_str(), area), ("OBJ: 8 vertices, 4 cells", 128.0));
}

#[test]
fn ground_that_faces_down_beside_other_ground_is_turned_over() {
    let beside =
        ROOM.replace("v 0 3 0\nv 0 3 8\nv 8 3 8\nv 8 3 0", "v 8.1 0 0\nv 8.1 0 8\nv 16 0 8\nv 16 0 0");
    let (first, area, code) = read("beside.obj", &beside, &[]);
    assert_eq!((first.as_str(), code), ("OBJ: 8 vertices, 4 cells", Some(0)));
    assert!((area - 64.0 - 63.2).abs() < 1e-4, "{area} m²");
}

#[test]
fn a_floor_that_shares_a_vertex_with_ground_above_it_is_turned_over() {
    // A ramp folds back over itself, and its end touches the ground in one vertex.
    let text = "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\nv 4 1 4\nv 0 1 4\nf 2 5 6\n";
    let (first, area, _) = read("fold_navmesh.obj", text, &[]);
    assert_eq!((first.as_str(), area), ("OBJ: 6 vertices, 2 cells", 72.0));
}

#[test]
fn storeys_that_all_face_down_are_turned_over() {
    let all_down = ROOM.replace("f 1 2 3\nf 1 3 4", "f 1 3 2\nf 1 4 3");
    let (first, area, code) = read("storeys.obj", &all_down, &[]);
    assert_eq!((first.as_str(), area, code), ("OBJ: 8 vertices, 4 cells", 128.0, Some(0)));
}

/// Returns a floor of 100 m² with a box of 4 m² on it, as a left-handed program writes it: X is negated.
fn left_handed_level() -> String {
    let box_corners: String = [0, 2]
        .into_iter()
        .flat_map(|y| [[3, 3], [5, 3], [5, 5], [3, 5]].map(|[x, z]| format!("v -{x} {y} {z}\n")))
        .collect();
    let floor = "v 0 0 0\nv 0 0 10\nv -10 0 10\nv -10 0 0\n";
    let faces = "f 1 2 3 4\nf 5 6 7 8\nf 9 12 11 10\nf 5 9 10 6\nf 6 10 11 7\nf 7 11 12 8\nf 8 12 9 5\n";
    format!("{floor}{box_corners}{faces}")
}

#[test]
fn a_left_handed_level_is_named_and_mirrored_in_one_step() {
    let (_folder, file) = Folder::with("crates.obj", &left_handed_level());
    assert!(
        run(&["info", &file]).out.contains("mirror the file along the axis"),
        "{}",
        run(&["info", &file]).out
    );
    let (_, area, code) = read("crates.obj", &left_handed_level(), &["--mirror", "x"]);
    assert_eq!((area, code), (104.0, Some(0)), "the floor, and the top of the box");
}
