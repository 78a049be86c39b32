//! Levels of left-handed programs, whose faces are inside out, and steep ground that only touches other ground.

use serde_json::Value;

use crate::support::command_line::{Folder, run};

/// A polygon by its corners, counter-clockwise from the side that is seen.
type Face = Vec<[f32; 3]>;

/// Returns a face of ground.
fn floor([x0, z0]: [f32; 2], [x1, z1]: [f32; 2], y: f32) -> Face {
    vec![[x0, y, z0], [x0, y, z1], [x1, y, z1], [x1, y, z0]]
}

fn reversed(mut face: Face) -> Face {
    face.reverse();
    face
}

/// Returns the faces of a box, seen from outside.
fn solid([x0, y0, z0]: [f32; 3], [x1, y1, z1]: [f32; 3]) -> Vec<Face> {
    let side = |a: [f32; 2], b: [f32; 2]| {
        vec![[a[0], y0, a[1]], [b[0], y0, b[1]], [b[0], y1, b[1]], [a[0], y1, a[1]]]
    };
    vec![
        floor([x0, z0], [x1, z1], y1),
        reversed(floor([x0, z0], [x1, z1], y0)),
        side([x0, z1], [x1, z1]),
        side([x1, z0], [x0, z0]),
        side([x0, z0], [x0, z1]),
        side([x1, z1], [x1, z0]),
    ]
}

/// Returns a room of 10 by 10 m seen from inside, closed or with a door and the ground before it.
fn room(has_door: bool) -> Vec<Face> {
    let mut faces: Vec<Face> = solid([0., 0., 0.], [10., 3., 10.]).into_iter().map(reversed).collect();
    if has_door {
        faces.pop();
        let wall = |from: f32, to: f32| vec![[10., 0., from], [10., 0., to], [10., 3., to], [10., 3., from]];
        faces.extend([wall(0., 4.), wall(6., 10.), floor([10., 4.], [14., 6.], 0.)]);
    }
    faces
}

/// Returns a terrain with a closed crate, and one with crates without a bottom.
fn outdoors() -> [Vec<Face>; 2] {
    let ground = (0..10).map(|x| floor([x as f32 * 2., 0.], [x as f32 * 2. + 2., 20.], 0.));
    let crates = |x: f32| solid([x, 0., 3.], [x + 2., 2.5, 5.]);
    let open = crates(7.).into_iter().enumerate().filter(|&(nth, _)| nth != 1).map(|(_, face)| face);
    [ground.clone().chain(crates(3.)).collect(), ground.chain(open).collect()]
}

/// Returns levels with their names; no mirror leaves them as they are.
fn levels() -> Vec<(&'static str, Vec<Face>)> {
    let [closed, open] = outdoors();
    let mut furnished = room(false);
    furnished.extend(solid([2., 0., 3.], [3., 1., 5.]));
    vec![
        ("a hall", room(true)),
        ("a room", room(false)),
        ("a room with a table", furnished),
        ("closed crates", closed),
        ("open crates", open),
    ]
}

/// Returns a text of faces; along an axis, positions are negated, and with `is_raw` faces are reversed too.
fn obj(faces: &[Face], negated: Option<usize>, is_raw: bool) -> String {
    let (mut vertices, mut rings, mut places) = (Vec::new(), Vec::new(), Vec::<[f32; 3]>::new());
    for face in faces {
        let mut numbers: Vec<String> = Vec::new();
        for &corner in face {
            let known = places.iter().position(|&place| place == corner);
            let number = known.unwrap_or_else(|| {
                let mut at = corner;
                if let Some(axis) = negated {
                    at[axis] *= -1.0;
                }
                vertices.push(format!("v {} {} {}\n", at[0], at[1], at[2]));
                places.push(corner);
                places.len() - 1
            });
            numbers.push((number + 1).to_string());
        }
        if is_raw {
            numbers.reverse();
        }
        rings.push(format!("f {}\n", numbers.join(" ")));
    }
    vertices.concat() + &rings.concat()
}

/// Returns what an import kept and left out.
fn imported(text: &str, options: &[&str]) -> [Value; 4] {
    let (_folder, file) = Folder::with("level.obj", text);
    let json = run(&[&["info", "--json", &file][..], options].concat()).json();
    ["cells", "bounds", "islands", "dropped"].map(|key| json[key].clone())
}

fn first_line(text: &str, options: &[&str]) -> (String, Option<i32>) {
    let (_folder, file) = Folder::with("level.obj", text);
    let line =
        run(&[&["info", &file][..], options].concat()).out.lines().next().unwrap_or_default().to_owned();
    (line, run(&[&["validate", &file][..], options].concat()).code)
}

const AXES: [&str; 3] = ["x", "y", "z"];

#[test]
fn a_mirror_along_the_negated_axis_restores_a_level() {
    for (name, faces) in levels() {
        let right = imported(&obj(&faces, None, false), &[]);
        for (axis, letter) in AXES.into_iter().enumerate() {
            let mirrored = imported(&obj(&faces, Some(axis), false), &["--mirror", letter]);
            assert_eq!(mirrored, right, "{name}, {letter}");
        }
    }
}

#[test]
fn a_mirror_also_corrects_a_level_whose_faces_were_reversed_with_it() {
    // A closed room whose faces were reversed is a solid.
    for (name, faces) in levels().into_iter().filter(|(name, _)| *name != "a room") {
        let right = imported(&obj(&faces, None, false), &[]);
        let mirrored = imported(&obj(&faces, Some(0), true), &["--mirror", "x"]);
        // The corners of a ring may start elsewhere.
        assert_eq!(mirrored, right, "{name}");
    }
}

#[test]
fn a_level_whose_ground_faces_down_says_so_first_with_the_cure() {
    for (name, faces) in levels() {
        let (line, _) = first_line(&obj(&faces, None, false), &[]);
        assert!(!line.contains("--turn-over"), "{name}: {line}");
    }
    for (axis, letter) in AXES.into_iter().enumerate() {
        let hall = obj(&room(true), Some(axis), false);
        let (line, code) = first_line(&hall, &[]);
        let cure = "turn all faces over (--mirror x or --turn-over)";
        assert!(line.contains("faces down (10") && line.ends_with(cure), "{letter}: {line}");
        let (_folder, file) = Folder::with("level.obj", &hall);
        let validated = run(&["validate", &file]);
        let names = validated.out.lines().filter(|line| line.contains("--turn-over")).count();
        assert!(names > 0 && code == Some(1), "{letter}: {}", validated.out);
        let (line, _) = first_line(&hall, &["--mirror", letter]);
        assert!(!line.contains("--turn-over"), "{letter}: {line}");
    }
}

#[test]
fn a_level_that_is_mirrored_along_y_states_that_no_face_shows_the_axis() {
    let [closed, _] = outdoors();
    for (negated, is_named) in [(None, false), (Some(1), true)] {
        let (_folder, file) = Folder::with("level.obj", &obj(&closed, negated, false));
        let said = run(&["info", &file]).out;
        assert_eq!(said.contains("usually X (no face shows which)"), is_named, "{negated:?}: {said}");
    }
}

#[test]
fn faces_are_turned_over_on_request() {
    for (name, faces) in levels() {
        // Reversed faces at their places: nothing is mirrored.
        let reversed: Vec<Face> = faces.iter().cloned().map(reversed).collect();
        let turned = imported(&obj(&reversed, None, false), &["--turn-over"]);
        assert_eq!(turned, imported(&obj(&faces, None, false), &[]), "{name}");
    }
    let (_folder, file) = Folder::with(
        "a.ron",
        "(version: 1, vertices: [(0, 0, 0), (0, 0, 1), (1, 0, 0)], cells: [(corners: [0, 2, 1])])",
    );
    let issues = |options: &[&str]| run(&[&["info", "--json", &file][..], options].concat()).json();
    assert_eq!(issues(&[])["issues"]["Cell inside out"], 1);
    assert!(issues(&["--turn-over"])["issues"]["Cell inside out"].is_null(), "a document too");
}

/// Returns a floor, a platform 3 m above it, and a ramp of 50° with walls, whose foot lies inside the floor.
fn steep_ramp(foot: f32) -> Vec<Face> {
    let run = 3.0 / 50.0_f32.to_radians().tan();
    let (from, to) = (10.0 - run, 10.0);
    let mut faces = vec![floor([0., 0.], [20., 10.], 0.)];
    faces.extend(solid([10., 0.5, 0.], [20., 3., 10.]));
    faces.push(vec![[from, foot, 4.], [from, foot, 6.], [to, 3., 6.], [to, 3., 4.]]);
    faces.push(vec![[from, foot, 4.], [to, 3., 4.], [to, foot, 4.]]);
    faces.push(vec![[from, foot, 6.], [to, foot, 6.], [to, 3., 6.]]);
    faces
}

#[test]
fn steep_ground_that_only_touches_two_parts_is_named_as_their_connection() {
    for (foot, connections) in
        [(0.0, true), (-0.1, true), (-0.5, true), (-2.0, true), (0.3, true), (1.0, false)]
    {
        let (line, _) = first_line(&obj(&steep_ramp(foot), None, false), &[]);
        let says = line.contains("made 1 connection between others; --max-slope 180 keeps them");
        assert_eq!(says, connections, "{foot}: {line}");
    }
}

#[test]
fn a_bridge_that_faces_down_is_named_as_a_connection() {
    for (height, is_bridge) in [(3.0, true), (5.0, false)] {
        let mut faces = vec![floor([0., 0.], [30., 10.], 0.)];
        faces.extend(solid([0., 0., 0.], [6., 3., 10.]));
        faces.extend(solid([20., 0., 0.], [30., 3., 10.]));
        faces.extend((0..6_u8).flat_map(|i| {
            let x = 8.0 + 2.0 * f32::from(i);
            solid([x, 0., 1.], [x + 1.0, 1., 2.])
        }));
        let mut bridge = floor([6., 4.], [20., 6.], height);
        bridge.reverse();
        faces.push(bridge);
        let (line, _) = first_line(&obj(&faces, None, false), &[]);
        let says = line.contains("surfaces that face down made 1 connection between others");
        assert_eq!(says, is_bridge, "{height}: {line}");
    }
}

#[test]
fn the_gap_at_an_upright_step_states_its_height() {
    let text = obj(&[floor([0., 0.], [2., 2.], 0.), floor([2., 0.], [4., 2.], 0.3)], None, false);
    let (_folder, file) = Folder::with("step_navmesh.obj", &text);
    let ran = run(&["path", &file, "--from", "1,1", "--to", "3,1"]);
    assert!(ran.out.contains("gap: upright, +0.300 m up, from cell 0"), "{}", ran.out);
}
