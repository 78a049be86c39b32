//! Imports whose ground faces down, or whose positions are mirrored.

use crate::support::command_line::{Folder, run};

/// An angle of two cells that face up.
const ANGLE: &str = "v 0 0 0\nv 0 0 2\nv 4 0 2\nv 4 0 0\nv 0 0 6\nv 2 0 6\nv 2 0 2\nf 1 2 7 3 4\nf 2 5 6 7\n";

/// Returns a text whose faces are wound the other way round.
fn reversed(obj: &str) -> String {
    let line = |line: &str| match line.strip_prefix("f ") {
        Some(corners) => format!("f {}\n", corners.split(' ').rev().collect::<Vec<_>>().join(" ")),
        None => format!("{line}\n"),
    };
    obj.lines().map(line).collect()
}

/// Returns a text whose positions are mirrored along X, and whose faces are not.
fn mirrored(obj: &str) -> String {
    obj.replace("v ", "v -").replace("v -0 ", "v 0 ")
}

/// Returns a text whose positions are mirrored along an axis, and whose faces are not.
fn mirrored_along(axis: usize, obj: &str) -> String {
    let line = |line: &str| {
        let Some(position) = line.strip_prefix("v ") else { return format!("{line}\n") };
        let mut numbers: Vec<f32> = position.split(' ').filter_map(|number| number.parse().ok()).collect();
        numbers[axis] *= -1.0;
        format!("v {} {} {}\n", numbers[0], numbers[1], numbers[2])
    };
    obj.lines().map(line).collect()
}

#[test]
fn ground_that_faces_down_is_turned_over_and_said_so() {
    for name in ["ring.obj", "navmesh.obj"] {
        let (_folder, file) = Folder::with(name, &reversed(ANGLE));
        let ran = run(&["info", &file]);
        assert!(ran.out.starts_with("OBJ: 7 vertices, 2 cells\n"), "{name}: {}", ran.out);
        assert!(ran.out.contains("All cells faced down, so they were turned over"), "{name}: {}", ran.out);
        assert!(ran.out.contains("usually X"), "{name}: {}", ran.out);
        assert_eq!(run(&["validate", &file]).code, Some(0), "{name}: not inside out");
    }
}

#[test]
fn a_left_handed_file_comes_in_the_right_way_round_in_one_step() {
    let (_folder, file) = Folder::with("left.obj", &mirrored(ANGLE));
    let (_other, right) = Folder::with("right.obj", ANGLE);
    let cells = |arguments: &[&str]| {
        let json = run(&[&["info", "--json"][..], arguments].concat()).json();
        (json["bounds"].clone(), json["islands"].clone(), json["issues"].clone())
    };
    assert_eq!(cells(&[&file, "--mirror", "x"]), cells(&[&right]));
    let path = |arguments: &[&str]| {
        let ends = ["--from", "3.5,0.5", "--to", "0.5,5.5", "--json"];
        run(&[&["path"][..], arguments, &ends].concat()).json()["waypoints"].clone()
    };
    assert_eq!(path(&[&file, "--mirror", "x"]), path(&[&right]));
}

#[test]
fn a_mirror_along_x_or_z_is_undone_by_either_and_one_along_y_only_by_itself() {
    // An angle with a ramp, so that no mirror leaves it as it is.
    let angle = ANGLE.replace("v 0 0 6", "v 0 1 6").replace("v 2 0 6", "v 2 1 6");
    let (_folder, right) = Folder::with("right.obj", &angle);
    let corners = |arguments: &[&str]| {
        let ends = ["--from", "0.5,5.5", "--to", "3.5,0.5", "--json"];
        run(&[&["path"][..], arguments, &ends].concat()).json()["waypoints"].clone()
    };
    let bounds = |arguments: &[&str]| {
        let json = run(&[&["info", "--json"][..], arguments].concat()).json();
        assert!(json["issues"].as_array().is_none_or(Vec::is_empty), "{json}");
        json["bounds"].clone()
    };
    for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
        let (_folder, file) = Folder::with("left.obj", &mirrored_along(axis, &angle));
        let own = [&*file, "--mirror", name];
        assert_eq!((bounds(&own), corners(&own)), (bounds(&[&right]), corners(&[&right])), "{name}");
        let said = run(&["info", &file]).out;
        // Seen from above, a mirror along Y changes nothing but heights.
        assert_eq!(said.contains("usually X"), name != "y", "{name}: {said}");
        if name == "z" {
            let turned =
                run(&["path", &file, "--mirror", "x", "--from", "-0.5,-5.5", "--to", "-3.5,-0.5", "--json"]);
            let lengths = [
                turned.json(),
                run(&["path", &right, "--from", "0.5,5.5", "--to", "3.5,0.5", "--json"]).json(),
            ];
            let lengths = lengths.map(|json| json["length"].as_f64().unwrap_or_default());
            assert!(lengths[0] > 4.0 && (lengths[0] - lengths[1]).abs() < 1e-5, "half a turn: {lengths:?}");
        }
    }
}

#[test]
fn a_mirrored_solid_has_its_ground_on_top() {
    let faces =
        ["1 2 3 4", "8 7 6 5", "1 5 6 2", "2 6 7 3", "3 7 8 4", "4 8 5 1"].map(|face| format!("f {face}\n"));
    let corners = "v 0 0 0\nv 4 0 0\nv 4 0 2\nv 0 0 2\nv 0 3 0\nv 4 3 0\nv 4 3 2\nv 0 3 2\n";
    let solid = corners.to_owned() + &faces.concat();
    let (_folder, file) = Folder::with("box.obj", &mirrored(&solid));
    let (_other, right) = Folder::with("box.obj", &solid);
    for arguments in [&[&*file, "--mirror", "x"][..], &[&right]] {
        let json = run(&[&["info", "--json"][..], arguments].concat()).json();
        assert_eq!((&json["cells"], &json["bounds"]["min"][1]), (&1.into(), &3.0.into()), "the top: {json}");
    }
}
