//! Outlines that `navsmith convert` makes.

use serde_json::Value;

use crate::support::command_line::{Folder, run};

/// Returns the description of a file.
fn info(file: &str) -> Value {
    run(&["info", file, "--json"]).json()
}

/// Returns the sum of the areas of all islands, in m².
fn area(info: &Value) -> f64 {
    let islands = info["islands"].as_array().expect("islands");
    islands.iter().filter_map(|island| island["area"].as_f64()).sum()
}

/// Converts a file to a document with outlines; returns its description, and what was printed.
#[track_caller]
fn converted(folder: &Folder, file: &str, options: &[&str]) -> (Value, String) {
    let out = folder.path("out.ron").display().to_string();
    let ran = run(&[&["convert", file, &out, "--outlines", "--force"], options].concat());
    assert_eq!(ran.code, Some(0), "{options:?}: {}", ran.err);
    (info(&out), ran.out)
}

/// Returns why a conversion with outlines is refused.
#[track_caller]
fn refusal(folder: &Folder, file: &str, options: &[&str]) -> String {
    let out = folder.path("refused.ron").display().to_string();
    let ran = run(&[&["convert", file, &out, "--outlines"], options].concat());
    assert_eq!(ran.code, Some(2), "{options:?}: {}", ran.out);
    ran.err
}

/// A grid map in steps, with a blocked square inside.
const STEPS: &str = "type octile\nheight 4\nwidth 4\nmap\n.@@@\n..@@\n...@\n....\n";

#[test]
fn a_grid_map_becomes_outlines_of_its_borders() {
    let (folder, file) = Folder::with("steps.map", STEPS);
    let (exact, printed) = converted(&folder, &file, &[]);
    assert!(printed.contains("note: 1 outline made, which generate"), "{printed}");
    assert_eq!((&exact["outlines"], area(&exact)), (&1.into(), 10.0));
    let (simple, _) = converted(&folder, &file, &["--simplify", "1"]);
    assert_eq!(area(&simple), 8.0, "a triangle: {simple}");
    let (_folder, swamp) = Folder::with("swamp.map", &STEPS.replacen("....", ".SS.", 1));
    let why = refusal(&folder, &swamp, &["--simplify", "1"]);
    assert!(why.contains("--simplify would part the common borders of its 2 areas"), "{why}");
}

/// Writes an image of light ground with a dark square inside.
fn image(folder: &Folder) -> String {
    let light = |x: u32, y: u32| !((8..12).contains(&x) && (4..12).contains(&y));
    let image = image::GrayImage::from_fn(20, 16, |x, y| image::Luma([if light(x, y) { 200 } else { 40 }]));
    let path = folder.path("plan.png");
    image.save(&path).expect("an image for tests");
    path.display().to_string()
}

#[test]
fn an_image_becomes_outlines_of_its_ground() {
    let folder = Folder::new();
    let file = image(&folder);
    let (light, printed) = converted(&folder, &file, &["--scale", "0.5"]);
    assert!(printed.contains("note: 2 outlines made, which generate"), "{printed}");
    assert_eq!(area(&light), (20.0 * 16.0 - 32.0) * 0.25, "{light}");
    assert_eq!(light["bounds"]["max"], serde_json::json!([10.0, 0.0, 8.0]), "a pixel is half a metre");
    let (dark, _) = converted(&folder, &file, &["--dark"]);
    assert_eq!(area(&dark), 32.0, "{dark}");
    let (all, _) = converted(&folder, &file, &["--threshold", "30"]);
    assert_eq!((&all["outlines"], area(&all)), (&1.into(), 320.0));
    let why = refusal(&folder, &file, &["--threshold", "250"]);
    assert!(why.contains("plan.png: no pixel is ground; choose another --threshold, or --dark"), "{why}");
    let why = refusal(&folder, &file, &["--section", "1"]);
    assert!(why.contains("an image has no --section"), "{why}");
    let why = refusal(&folder, &file, &["--threshold", "300"]);
    assert!(why.contains("300"), "{why}");
    let plain = run(&["convert", &file, &folder.path("plain.ron").display().to_string()]);
    assert_eq!(plain.code, Some(2), "{}", plain.out);
    assert!(plain.err.contains("--outlines"), "{}", plain.err);
}

/// A floor at height 1 with a pillar, inside of four walls.
fn room() -> String {
    let mut text = String::from("o room\nv 0 1 0\nv 0 1 8\nv 6 1 8\nv 6 1 0\nf 1 2 3 4\n");
    for (first, [west, east, north, south]) in [(5, [0, 6, 0, 8]), (13, [2, 3, 2, 4])] {
        for [x, z] in [[west, north], [west, south], [east, south], [east, north]] {
            text = format!("{text}v {x} 1 {z}\nv {x} 4 {z}\n");
        }
        for side in 0..4 {
            let [from, to] = [side, (side + 1) % 4].map(|corner| first + 2 * corner);
            text = format!("{text}f {from} {to} {} {}\n", to + 1, from + 1);
        }
    }
    text
}

#[test]
fn the_section_of_a_level_becomes_outlines_on_its_floor() {
    let (folder, file) = Folder::with("room.obj", &room());
    let (cut, printed) = converted(&folder, &file, &["--section", "2"]);
    assert!(printed.contains("note: 2 outlines made, which generate"), "{printed}");
    assert_eq!(area(&cut), 48.0 - 2.0, "the room without its pillar: {cut}");
    assert_eq!(cut["bounds"]["min"][1], 1.0, "on the floor: {cut}");
    // The document refers to the level, so it is cut again at another height.
    let document = folder.path("out.ron").display().to_string();
    let text = std::fs::read_to_string(&document).expect("just written");
    assert!(text.contains("file: \"room.obj\""), "{text}");
    let again = folder.path("again.ron").display().to_string();
    let ran = run(&["convert", &document, &again, "--outlines", "--section", "3"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(info(&again)["outlines"], 4, "the outlines of the document stay");
    let why = refusal(&folder, &file, &["--section", "9"]);
    assert!(why.contains("room.obj: no level crosses the height 9 m; choose another --section"), "{why}");
    std::fs::remove_file(folder.path("room.obj")).expect("just written");
    let why = refusal(&folder, &document, &["--section", "2"]);
    assert!(why.contains("room.obj"), "{why}");
}

#[test]
fn options_of_outlines_need_outlines() {
    for options in [&["--section", "1"][..], &["--threshold", "9"], &["--dark"], &["--simplify", "1"]] {
        let ran = run(&[&["convert", "a.obj", "b.ron"], options].concat());
        assert_eq!(ran.code, Some(2), "{options:?}");
        assert!(ran.err.contains("--outlines"), "{}", ran.err);
    }
}
