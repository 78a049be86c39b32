//! The up axis of a file: Z where it has much more ground, and a finding where that is unclear.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::import::ImportDialog;
use navsmith::editor::files::importing;
use navsmith::editor::interaction::input::Input;
use navsmith_core::geometry::UpAxis;
use navsmith_formats::document::Document;
use navsmith_formats::io::{self, ImportDefaults, Opened, Placement, UpEvidence};

use crate::support::command_line::{Folder, run};
use crate::support::data;
use crate::support::files::scanned;
use crate::support::jobs::{finish, only_job};

/// Adds a box to an OBJ, with outward faces.
fn add_box(obj: &mut String, low: [f32; 3], high: [f32; 3]) {
    for corner in 0..8 {
        let at = |axis: usize| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] };
        writeln!(obj, "v {} {} {}", at(0), at(1), at(2)).expect("text");
    }
    for face in ["-8 -6 -5 -7", "-4 -3 -1 -2", "-8 -7 -3 -4", "-6 -2 -1 -5", "-8 -4 -2 -6", "-7 -5 -1 -3"] {
        writeln!(obj, "f {face}").expect("text");
    }
}

/// Returns a text with the axes of a file with Z up, given one with Y up.
fn with_z_up(obj: &str) -> String {
    let line = |line: &str| match line.strip_prefix("v ") {
        Some(at) => {
            let at: Vec<f32> = at.split(' ').filter_map(|number| number.parse().ok()).collect();
            format!("v {} {} {}\n", at[0], -at[2], at[1])
        }
        None => format!("{line}\n"),
    };
    obj.lines().map(line).collect()
}

/// A floor of 64 m² and four walls, which are boxes.
fn room() -> String {
    let mut obj = "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nf 1 2 3 4\n".to_owned();
    add_box(&mut obj, [-0.2, 0.0, 0.0], [0.0, 3.0, 8.0]);
    add_box(&mut obj, [8.0, 0.0, 0.0], [8.2, 3.0, 8.0]);
    add_box(&mut obj, [0.0, 0.0, -0.2], [8.0, 3.0, 0.0]);
    add_box(&mut obj, [0.0, 0.0, 8.0], [8.0, 3.0, 8.2]);
    obj
}

/// Hills of 12 m × 8 m with a crate.
fn hills() -> String {
    let mut obj = String::new();
    for z in 0_u16..=4 {
        for x in 0_u16..=6 {
            let height = 0.1 * f32::from((x * z) % 5);
            writeln!(obj, "v {} {height} {}", 2 * x, 2 * z).expect("text");
        }
    }
    for corner in (0..28).filter(|corner| corner % 7 < 6).map(|corner| corner + 1) {
        writeln!(obj, "f {} {} {} {}", corner, corner + 7, corner + 8, corner + 1).expect("text");
    }
    add_box(&mut obj, [2.0, 1.0, 2.0], [3.0, 2.0, 3.0]);
    obj
}

/// A slab with walls on it; all are closed.
fn slab() -> String {
    let mut obj = String::new();
    add_box(&mut obj, [0.0, -0.2, 0.0], [8.0, 0.0, 8.0]);
    add_box(&mut obj, [0.0, 0.0, 0.0], [0.2, 3.0, 8.0]);
    add_box(&mut obj, [0.5, 0.0, 0.0], [8.0, 3.0, 0.2]);
    obj
}

/// Returns the text of `info`, the area of the largest island in m², and the exit code of `validate`.
fn read(text: &str, options: &[&str]) -> (String, f64, Option<i32>) {
    let (_folder, file) = Folder::with("level.obj", text);
    let text = run(&[&["info", &file][..], options].concat()).out;
    let json = run(&[&["info", "--json", &file][..], options].concat()).json();
    let islands = json["islands"].as_array().expect("islands").iter();
    let area = islands.filter_map(|island| island["area"].as_f64()).fold(0.0, f64::max);
    (text, area, run(&[&["validate", &file][..], options].concat()).code)
}

#[test]
fn a_level_with_z_up_and_walls_is_read_with_z_up() {
    for (text, ground) in [(room(), 64.0), (hills(), 96.0)] {
        let (first, area, code) = read(&with_z_up(&text), &[]);
        assert!(first.contains("Z is up, because it gives ") && first.contains("(--up y for"), "{first}");
        assert!((area - ground).abs() < 1e-3, "{area} m²: {first}");
        assert_eq!(code, Some(0), "{first}");
        let (requested, same, _) = read(&with_z_up(&text), &["--up", "z"]);
        assert!(!requested.contains("Z is up") && same == area, "{requested}");
        let (own, same, _) = read(&text, &[]);
        assert!(!own.contains("Z is up") && (same - area).abs() < 1e-3, "with Y up: {own}");
    }
}

#[test]
fn an_unclear_up_axis_is_a_finding_until_it_is_stated() {
    let text = with_z_up(&slab());
    let (folder, file) = Folder::with("slab.obj", &text);
    let (first, _, code) = read(&text, &[]);
    assert!(first.contains("note: with Z up, 64.00 m² would be connected ground instead of "), "{first}");
    assert_eq!(code, Some(1), "{first}");
    let json = run(&["validate", &file, "--json"]).json();
    let kinds = json["files"][0]["kinds"].as_array().expect("kinds").iter();
    assert!(kinds.clone().any(|kind| kind["kind"] == "unclear_up_axis"), "{json}");
    let out = folder.path("out.ron").display().to_string();
    let strict = run(&["convert", &file, &out, "--strict"]);
    assert_eq!((strict.code, folder.path("out.ron").exists()), (Some(1), false), "{}", strict.err);
    for axis in ["z", "y"] {
        let (stated, _, _) = read(&text, &["--up", axis]);
        assert!(!stated.contains("with Z up"), "{stated}");
    }
    let (own, area, code) = read(&slab(), &[]);
    assert!(!own.contains(" up") && area > 60.0 && code == Some(0), "with Y up: {own}");
}

#[test]
fn corridors_and_towers_with_y_up_keep_it() {
    let mut corridor = "v 0 0 0\nv 0 0 2\nv 30 0 2\nv 30 0 0\nf 1 2 3 4\n".to_owned();
    add_box(&mut corridor, [0.0, 0.0, -0.2], [30.0, 3.0, 0.0]);
    add_box(&mut corridor, [0.0, 0.0, 2.0], [30.0, 3.0, 2.2]);
    let mut tower = "v -50 0 -50\nv -50 0 50\nv 50 0 50\nv 50 0 -50\nf 1 2 3 4\n".to_owned();
    add_box(&mut tower, [0.0, 0.0, 0.0], [10.0, 200.0, 10.0]);
    for text in [corridor, tower] {
        let (first, _, code) = read(&text, &[]);
        assert!(!first.contains("Z ") && code == Some(0), "{first}");
    }
}

#[test]
fn the_dialog_states_the_detected_axis() {
    for (text, is_clear) in [(with_z_up(&room()), true), (with_z_up(&slab()), false)] {
        let (_folder, file) = Folder::with("a.obj", &text);
        let Ok(Opened::Scene { scene, .. }) = io::open(file.as_ref()) else { panic!("a scene") };
        let mut editor = Editor::new(Document::default());
        editor.handle(Input::File(scanned(ImportDialog::new("a.obj".into(), Arc::new(scene)))));
        let job = only_job(&mut editor, "importing");
        finish(&mut editor, &job);
        let Some(Dialog::Import(dialog)) = editor.dialog() else { panic!("the import is asked about") };
        let imported = importing::result(&editor, dialog).expect("it is computed").expect("it is valid");
        let other = if is_clear { UpAxis::Y } else { UpAxis::Z };
        assert_eq!(imported.up.other(), Some(other), "{:?}", imported.up);
        let reason = imported.up.sentence().expect("there is doubt");
        let expected = if is_clear { "Z is up, because it gives " } else { "With Z up, 64.00 m² would be " };
        assert_eq!(
            (imported.up.up() == UpAxis::Z, reason.starts_with(expected)),
            (is_clear, true),
            "{reason}"
        );
    }
}

/// Calls `visit` with the files in a folder and below it, in the order of their names.
fn for_each_file(folder: &Path, visit: &mut impl FnMut(&Path)) {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() { for_each_file(&path, visit) } else { visit(&path) }
    }
}

#[test]
#[ignore = "needs the data of other projects"]
fn published_levels_and_navigation_meshes_keep_y_up() {
    let mut scenes = 0;
    for_each_file(&data::folder("navmeshes"), &mut |path| {
        let Ok(Opened::Scene { scene, .. }) = io::open(path) else { return };
        let ImportDefaults { chosen, weld, .. } = ImportDefaults::of(&scene);
        let everything = (0..scene.items.len()).collect();
        for chosen in [chosen, everything] {
            let imported = io::import(&scene, &chosen, &Placement::default(), &weld).expect("small");
            let is_upright = path.ends_with("landmass/nav_mesh.glb");
            let expected = if is_upright { UpEvidence::Upright } else { UpEvidence::Plain };
            assert_eq!(imported.up, expected, "{}", path.display());
            scenes += 1;
        }
    });
    assert!(scenes >= 20, "{scenes}");
}
