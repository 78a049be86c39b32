//! An import keeps all ground, or names what it left out.

mod turned;
mod dialog;

use std::fmt::Write as _;
use std::sync::Arc;

use navsmith::editor::Editor;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::import::ImportDialog;
use navsmith::editor::files::importing;
use navsmith::editor::interaction::input::Input;
use navsmith_formats::document::Document;
use navsmith_formats::io::{self, ImportDefaults, Opened};

use crate::support::command_line::{Folder, run};
use crate::support::data;
use crate::support::files::scanned;
use crate::support::jobs::{finish, only_job};

/// A ramp of 46.4° between two grounds.
const RAMP: &str = "v 0 0 0\nv 0 0 3\nv 4 0 3\nv 4 0 0\nv 6 2.1 3\nv 6 2.1 0\nv 10 2.1 3\nv 10 2.1 0\n\
                    f 1 2 3 4\nf 4 3 5 6\nf 6 5 7 8\n";

/// A ramp of 71.6° to a platform with three walls.
const PLATFORM: &str = "v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nv 5 3 0\nv 9 3 0\nv 9 3 4\nv 5 3 4\nv 5 0 0\nv 9 0 0\n\
                        v 9 0 4\nv 5 0 4\nf 1 4 3 2\nf 2 3 8 5\nf 5 8 7 6\nf 5 6 10 9\nf 8 12 11 7\nf 6 7 11 10\n";

/// A face with a hole as one ring.
const KEYHOLE: &str =
    "v 0 0 0\nv 0 0 8\nv 8 0 8\nv 8 0 0\nv 3 0 3\nv 5 0 3\nv 5 0 5\nv 3 0 5\nf 1 2 3 4 1 5 6 7 8 5\n";

/// Returns the first lines of `info`: the sizes with what was left out, and the decision.
fn info(file: &str) -> [String; 2] {
    let ran = run(&["info", file]);
    let mut lines = ran.out.lines().map(str::to_owned);
    [0, 1].map(|_| lines.next().unwrap_or_default())
}

#[test]
fn a_mesh_without_walls_keeps_its_ramps_whatever_its_name() {
    for name in ["ramp.obj", "navmesh.obj", "level1_nav_mesh.obj"] {
        let (_folder, file) = Folder::with(name, RAMP);
        let [sizes, decision] = info(&file);
        assert_eq!(sizes, "OBJ: 8 vertices, 3 cells", "{name}");
        assert!(decision.starts_with("imported as a navigation mesh, because "), "{name}: {decision}");
        let kept = "; 1 cell steeper than 45° (8.70 m²) is kept, and --max-slope 45 leaves it out";
        assert!(decision.ends_with(kept), "{name}: {decision}");
        assert_eq!(run(&["validate", &file]).code, Some(0), "{name}");
        let path = run(&["path", &file, "--from", "1,1", "--to", "9,1"]);
        assert_eq!((path.code, path.err.as_str()), (Some(0), ""), "{name}: {}", path.out);
    }
}

#[test]
fn ground_of_other_names_that_connects_the_imported_ground_is_a_finding() {
    let text = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nv 8 3 0\nv 8 3 4\nv 12 3 4\nv 12 3 0\n\
                o NavMesh_floors\nf 1 2 3 4\nf 5 6 7 8\no ramp_between\nf 4 3 6 5\n";
    let (folder, file) = Folder::with("bridge.obj", text);
    let [sizes, _] = info(&file);
    assert_eq!(sizes, "OBJ: 8 vertices, 2 cells; left out: 1 other mesh (20.00 m²), which made 1 connection");
    let validated = run(&["validate", &file, "--json"]);
    let report = validated.json();
    assert_eq!((validated.code, &report["files"][0]["kinds"][0]["kind"]), (Some(1), &"lost_ground".into()));
    let out = folder.path("out.ron").display().to_string();
    let strict = run(&["convert", &file, &out, "--strict"]);
    assert_eq!((strict.code, folder.path("out.ron").exists()), (Some(1), false), "{}", strict.err);
    // Ground beside it is left out by its name, which is no finding.
    let (_folder, file) = Folder::with("beside.obj", &text.replace("f 4 3 6 5", "f 8 7 6 5"));
    assert_eq!(run(&["validate", &file]).code, Some(0), "nothing is separated");
}

#[test]
fn the_dialog_states_ground_of_other_names_that_connects_the_imported_ground() {
    let text = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nv 8 3 0\nv 8 3 4\nv 12 3 4\nv 12 3 0\n\
                o NavMesh_floors\nf 1 2 3 4\nf 5 6 7 8\no ramp_between\nf 4 3 6 5\n";
    let (_folder, file) = Folder::with("bridge.obj", text);
    let Ok(Opened::Scene { scene, .. }) = io::open(file.as_ref()) else { panic!("a scene") };
    let mut editor = Editor::new(Document::default());
    editor.handle(Input::File(scanned(ImportDialog::new("bridge.obj".into(), Arc::new(scene)))));
    let job = only_job(&mut editor, "importing");
    finish(&mut editor, &job);
    let Some(Dialog::Import(dialog)) = editor.dialog() else { panic!("the import is asked about") };
    let imported = importing::result(&editor, dialog).expect("it is computed").expect("it is valid");
    let expected =
        "The mesh ramp_between (20.00 m²) is left out. It makes 1 connection between imported cells.";
    assert_eq!(imported.notes, [expected]);
}

/// Returns a stair of four treads with a side and upright risers of a height.
fn stair(rise: f32) -> String {
    let (mut vertices, mut faces) = (String::new(), String::new());
    for tread in 0..4 {
        let (x, y, first) = (tread as f32, tread as f32 * rise, 6 * tread + 1);
        let [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map(|nth| first + nth);
        let end = x + 1.0;
        let _ = writeln!(
            vertices,
            "v {x} {y} 0\nv {x} {y} 1\nv {end} {y} 1\nv {end} {y} 0\nv {x} -1 0\nv {end} -1 0"
        );
        let _ = writeln!(faces, "f {a} {b} {c} {d}\nf {a} {d} {f} {e}");
        if tread < 3 {
            let _ = writeln!(faces, "f {d} {c} {}\nf {d} {} {}", b + 6, b + 6, a + 6);
        }
    }
    vertices + &faces
}

#[test]
fn risers_that_connected_the_treads_of_a_stair_are_stated_first() {
    let (folder, file) = Folder::with("stair.obj", &stair(0.2));
    let [sizes, decision] = info(&file);
    assert!(sizes.contains("; the steep cells made 3 connections between others"), "{sizes}");
    assert!(decision.starts_with("imported as a level, because "), "{decision}");
    let out = folder.path("out.ron").display().to_string();
    let strict = run(&["convert", &file, &out, "--strict"]);
    assert_eq!((strict.code, folder.path("out.ron").exists()), (Some(1), false), "{}", strict.err);
    let all = run(&["path", &file, "--max-slope", "180", "--from", "0.5,0.5", "--to", "3.5,0.5"]);
    assert_eq!(all.code, Some(0), "the stated remedy connects them: {}", all.out);
    let (_folder, file) = Folder::with("terraces.obj", &stair(0.6));
    assert!(!info(&file)[0].contains("connection"), "no agent steps up a wall of 0.6 m");
}

/// A ramp of 84.3° in two triangles between two grounds, followed by further lines.
const STEEP_RAMP: &str = "v 0 0 0\nv 0 0 4\nv 4 0 4\nv 4 0 0\nv 4.3 3 4\nv 4.3 3 0\nv 8 3 4\nv 8 3 0\n\
                          f 1 2 3 4\nf 4 3 5\nf 4 5 6\nf 6 5 7 8\n";

#[test]
fn walls_that_are_ramps_make_no_level() {
    let beside = |lines: &str| {
        let (_folder, file) = Folder::with("steep.obj", &format!("{STEEP_RAMP}{lines}"));
        info(&file)
    };
    let [sizes, decision] = beside("");
    assert_eq!(sizes, "OBJ: 8 vertices, 4 cells");
    let because = "imported as a navigation mesh, because all of its walls are steep ramps between grounds; ";
    assert!(decision.starts_with(because), "{decision}");
    let wall_at_the_rim = "v 8.3 6 4\nv 8.3 6 0\nf 8 7 9 10\n";
    let floor_below = "v 3 -4 0\nv 3 -4 4\nv 9 -4 4\nv 9 -4 0\nf 9 10 11 12\n";
    let upright_riser = "v 8 3.5 4\nv 8 3.5 0\nv 12 3.5 4\nv 12 3.5 0\nf 8 7 9 10\nf 10 9 11 12\n";
    for lines in [wall_at_the_rim, floor_below, upright_riser] {
        let [sizes, decision] = beside(lines);
        assert!(sizes.contains("; left out: "), "{lines}: {sizes}");
        assert!(
            decision.starts_with("imported as a level, because it has many walls"),
            "{lines}: {decision}"
        );
    }
    let flat_ramp = "v 4 0 8\nv 8 3 8\nv 0 0 8\nv 12 3 8\nv 12 3 4\nv 12 3 0\n\
                     f 2 11 9 3\nf 3 9 10 7\nf 7 10 12 13\nf 8 7 13 14\n";
    let [sizes, decision] = beside(flat_ramp);
    assert!(decision.starts_with(because), "the grounds are connected by another ramp: {sizes}; {decision}");
    let mirrored = STEEP_RAMP.replace("v ", "v -").replace("-0 ", "0 ");
    let (_folder, file) = Folder::with("mirrored.obj", &mirrored);
    let [sizes, decision] = info(&file);
    assert!(decision.starts_with(because), "all cells face down: {sizes}; {decision}");
}

#[test]
fn the_first_line_of_each_verb_names_the_ground_that_was_left_out() {
    let upright = STEEP_RAMP.replace("4.3 3", "4 3");
    let (folder, file) = Folder::with("riser.obj", &upright);
    let out = |name: &str| folder.path(name).display().to_string();
    let (ron, nav) = (out("out.ron"), out("out.nav"));
    let verbs = [
        vec!["info", &file],
        vec!["convert", &file, &ron],
        vec!["bake", &file, "-o", &nav],
        vec!["repair", &file, "--dry-run"],
        vec!["validate", &file],
    ];
    for verb in verbs {
        let ran = run(&verb);
        let first = ran.out.lines().next().unwrap_or_default();
        assert!(first.ends_with("; left out: 2 cells steeper than 45° (12.00 m²)"), "{verb:?}: {first}");
        assert!(ran.out.contains("--max-slope 180 keeps all"), "{verb:?}: {}", ran.out);
    }
}

#[test]
fn one_upright_cell_makes_no_level_of_a_navigation_mesh() {
    // Squares in a row of nodes, with a riser of 5 cm at the end.
    let tile = |x: u32| {
        let [a, b, c, d] = [2 * x - 1, 2 * x, 2 * x + 2, 2 * x + 1];
        format!("v {x} 0 0\nv {x} 0 2\no tile {x}\nf {a} {b} {c} {d}\n")
    };
    let tiles: String = (1..=14).map(tile).collect();
    let text = format!("v 0 0 0\nv 0 0 2\n{tiles}v 14 0.05 0\nv 14 0.05 2\nf 29 30 32 31\n");
    let (_folder, file) = Folder::with("strip.obj", &text);
    let [sizes, decision] = info(&file);
    assert_eq!(sizes, "OBJ: 32 vertices, 15 cells");
    assert!(decision.starts_with("imported as a navigation mesh, because "), "{decision}");
}

#[test]
fn ground_that_an_import_takes_for_undersides_is_a_finding() {
    // A terrain with a cliff that is wound the wrong way round, and a crate beside it.
    let text = "v 0 0 0\nv 20 0 0\nv 20 0 20\nv 0 0 20\nv 20 5 0\nv 20 5 20\nv 40 5 0\nv 40 5 20\n\
                f 1 2 3 4\nf 2 5 6 3\nf 5 7 8 6\nv 50 0 50\nv 50 0 51\nv 51 0 51\nv 51 0 50\nf 9 10 11 12\n";
    let (folder, file) = Folder::with("terrain.obj", text);
    let out = folder.path("out.ron").display().to_string();
    let strict = run(&["convert", &file, &out, "--strict"]);
    assert_eq!(strict.code, Some(1), "{}", strict.out);
    assert!(strict.err.contains("2 cells that face down (800.00 m²) were left out"), "{}", strict.err);
}

#[test]
fn a_level_states_the_connections_that_it_loses_with_steep_cells() {
    let (folder, file) = Folder::with("arena.obj", PLATFORM);
    let [sizes, decision] = info(&file);
    assert!(sizes.starts_with("OBJ: 8 vertices, 2 cells; left out: 4 cells steeper than 45° ("), "{sizes}");
    let stated = " m²); the steep cells made 1 connection between others; --max-slope 180 keeps them";
    assert!(sizes.ends_with(stated), "{sizes}");
    assert!(decision.contains("a level, because it has many walls; --max-slope 180 keeps"), "{decision}");
    let json = run(&["info", &file, "--json"]).json();
    assert_eq!((&json["import"]["as"], &json["dropped"]["lost_connections"]), (&"level".into(), &1.into()));
    let validated = run(&["validate", &file, "--json"]);
    let report = validated.json();
    assert_eq!((validated.code, &report["files"][0]["kinds"][0]["kind"]), (Some(1), &"lost_ground".into()));
    assert!(report["files"][0]["notes"].to_string().contains("4 cells steeper than 45°"), "{report}");
    let out = folder.path("out.nav").display().to_string();
    for verb in [&["convert", &file, &out, "--strict"][..], &["bake", &file, "-o", &out, "--strict"]] {
        let strict = run(verb);
        assert_eq!(strict.code, Some(1), "{}", strict.out);
        assert!(strict.err.contains("1 connection between other cells was lost with them"), "{}", strict.err);
        assert!(!folder.path("out.nav").exists(), "nothing is written");
    }
    let repaired = run(&["repair", &file, "--dry-run", "--json"]);
    assert_eq!(repaired.code, Some(1), "{}", repaired.err);
    assert_eq!(repaired.json()["missing"].as_array().map(Vec::len), Some(1), "{}", repaired.out);
    for verb in [&["path", &file, "--from", "1,1", "--to", "8,1"][..], &["why", &file]] {
        let ran = run(verb);
        assert!(ran.err.contains("left out: 4 cells steeper than 45°"), "{verb:?}: {}", ran.err);
    }
    for slope in ["45", "180"] {
        let own = run(&["validate", &file, "--max-slope", slope]);
        assert!(!own.out.contains("Lost ground"), "the user decides on {slope}: {}", own.out);
    }
}

#[test]
fn an_empty_mesh_is_an_error() {
    let (folder, document) = Folder::with("empty.ron", "(version: 1, vertices: [], cells: [])");
    let wall = folder.path("wall.obj");
    std::fs::write(&wall, "v 0 0 0\nv 0 4 0\nv 4 4 0\nv 4 0 0\nf 1 2 3\nf 1 3 4\n")
        .expect("a file for tests");
    let wall = wall.display().to_string();
    for file in [&[document.as_str()][..], &[&wall, "--up", "y", "--max-slope", "45"]] {
        let validated = run(&[&["validate", "--json"][..], file].concat());
        assert_eq!(validated.code, Some(1), "{file:?}: {}", validated.out);
        assert_eq!(validated.json()["files"][0]["kinds"][0]["kind"], "empty_mesh", "{}", validated.out);
        let out = folder.path("out.nav").display().to_string();
        let baked = run(&[&["bake", "-o", &out, "--strict"][..], file].concat());
        assert_eq!(baked.code, Some(1), "{file:?}: {}", baked.err);
        assert!(
            baked.err.contains("the mesh has no cells") && !folder.path("out.nav").exists(),
            "{}",
            baked.err
        );
        let repaired = run(&[&["repair", "--dry-run"][..], file].concat());
        assert_eq!(repaired.code, Some(1), "{file:?}: {}", repaired.err);
    }
}

#[test]
fn a_ring_around_a_hole_keeps_its_area_and_its_hole() {
    let (_folder, file) = Folder::with("keyhole.obj", KEYHOLE);
    let info = run(&["info", &file, "--json"]).json();
    assert_eq!(
        (&info["dropped"]["degenerate"], &info["islands"][0]["area"]),
        (&0.into(), &60.0.into()),
        "{info}"
    );
    let path = run(&["path", &file, "--from", "1,4", "--to", "7,4", "--json"]).json();
    // Around the hole: over two of its corners.
    let length = 2.0 * f64::hypot(2.0, 1.0) + 2.0;
    assert!((path["length"].as_f64().unwrap_or_default() - length).abs() < 1e-5, "{path}");
}

#[test]
#[ignore = "needs the data of other projects"]
fn published_navigation_meshes_lose_no_ground() {
    let folder = data::folder("navmeshes");
    let navmeshes = [
        "tut3d/navmesh.gltf",
        "tut3d/step12nav.gltf",
        "three-pathfinding/level.nav.glb",
        "three-pathfinding/tower-small.glb",
        "landmass/nav_mesh.glb",
        "landmass/playground.glb",
    ];
    for name in navmeshes {
        let Ok(Opened::Scene { scene, .. }) = io::open(&folder.join(name)) else {
            panic!("{name} is a scene")
        };
        let ImportDefaults { evidence, weld, .. } = ImportDefaults::of(&scene);
        assert!(evidence.is_navmesh() && weld.max_slope.is_none(), "{name}: {evidence}");
    }
    for name in ["recast/nav_test.obj", "recast/dungeon.obj", "navcat/proto-level.glb", "navcat/bridges.glb"]
    {
        let file = folder.join(name).display().to_string();
        let [sizes, decision] = info(&file);
        assert!(sizes.contains("; left out: ") && decision.contains("as a level"), "{sizes}\n{decision}");
    }
}

#[test]
fn a_closed_surface_keeps_all_of_its_ground() {
    // A sphere of many cells, so that it has many steep ones.
    let (rows, columns) = (18_u32, 36_u32);
    let mut text = String::new();
    for row in 1..rows {
        let (y, radius) = ((row as f32 * 10.0).to_radians().cos(), (row as f32 * 10.0).to_radians().sin());
        for column in 0..columns {
            let (z, x) = (column as f32 * 10.0).to_radians().sin_cos();
            let _ = writeln!(text, "v {} {} {}", 25.0 * radius * x, 25.0 * y, 25.0 * radius * z);
        }
    }
    for row in 0..rows - 2 {
        for column in 0..columns {
            let at = |row: u32, column: u32| row * columns + column % columns + 1;
            let ring = [at(row, column), at(row, column + 1), at(row + 1, column + 1), at(row + 1, column)];
            let _ = writeln!(text, "f {} {} {} {}", ring[0], ring[1], ring[2], ring[3]);
        }
    }
    let (_folder, file) = Folder::with("planet.obj", &text);
    let kept = run(&["info", &file, "--closed-surface"]).out;
    assert!(kept.starts_with("OBJ: 612 vertices, 576 cells\n"), "{kept}");
}

#[test]
fn names_of_navigation_meshes_in_use_are_known() {
    let riser = STEEP_RAMP.replace("4.3 3", "4 3");
    for (name, is_mesh) in [
        ("castle_nav.obj", true),
        ("level.nav.obj", true),
        ("nav.obj", true),
        ("Walkmesh.obj", true),
        ("nav_test.obj", false),
        ("naval.obj", false),
        ("no_nav.obj", false),
    ] {
        let (_folder, file) = Folder::with(name, &riser);
        let [_, decision] = info(&file);
        assert_eq!(decision.starts_with("imported as a navigation mesh"), is_mesh, "{name}: {decision}");
    }
}
