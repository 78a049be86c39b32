//! `navsmith generate`: meshes from levels on the command line.

use std::path::Path;

use crate::support::command_line::{Folder, run, sample};
use navsmith_core::geometry::{FileCoordinates, Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, CellId, Draft, Link};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::progress::Progress;
use navsmith_formats::document::{Area, Document, NamedQuery};
use navsmith_formats::io::{Format, Opened, open, with_relative_files};

/// A floor of 12 m × 12 m with a pillar of 2 m × 2 m in its middle, 1.5 m high, as faces that face up or sideways.
const ROOM: &str = "\
v 0 0 0\nv 0 0 12\nv 12 0 12\nv 12 0 0\nv 5 0 5\nv 5 0 7\nv 7 0 7\nv 7 0 5\nv 5 1.5 5\nv 5 1.5 7\nv 7 1.5 7\nv 7 1.5 5\n\
o Floor\nf 1 2 3 4\no Pillar\nf 9 10 11 12\nf 5 6 10 9\nf 6 7 11 10\nf 7 8 12 11\nf 8 5 9 12\n";

fn room() -> (Folder, String, String) {
    let (folder, level) = Folder::with("room.obj", ROOM);
    let out = folder.path("room.ron").display().to_string();
    (folder, level, out)
}

#[test]
fn a_level_becomes_a_mesh_around_its_pillar_that_has_no_errors() {
    let (_folder, level, out) = room();
    let ran = run(&["generate", &level, "-o", &out, "--preset", "recast"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(
        ran.out.contains("note: 12 triangles in 40 x 40 columns of voxels of 0.300 x 0.200 m"),
        "{}",
        ran.out
    );
    assert!(
        ran.out.contains("note: generated for an agent of radius 0.6 m, height 2 m, slope 45°, step 0.9 m"),
        "{}",
        ran.out
    );
    let info = run(&["info", &out, "--json"]).json();
    assert!(info["cells"].as_u64().is_some_and(|cells| (4..40).contains(&cells)), "{info}");
    // The pillar is in the way from one corner to the other.
    let path = run(&["path", &out, "--from", "2,2", "--to", "10,10", "--json"]).json();
    let straight = 2.0_f64.sqrt() * 8.0;
    assert!(path["length"].as_f64().is_some_and(|length| length > straight + 0.3), "{path}");
    let validated = run(&["validate", &out, "--json"]);
    assert!(validated.err.is_empty(), "{}", validated.err);
    let again = run(&["generate", &level, "-o", &out, "--preset", "recast", "--json"]).json();
    assert_eq!(again["cells"], info["cells"], "{again}");
    let of_mesh = run(&["generate", &out, "-o", &out.replace("room", "smaller"), "--preset", "recast"]);
    let note = "note: the file is a mesh, so its cells are the level";
    assert!(of_mesh.out.contains(note) && !ran.out.contains(note), "{}{}", of_mesh.out, of_mesh.err);
}

#[test]
fn the_reason_at_a_point_is_an_answer_of_its_own() {
    let (_folder, level, _) = room();
    let why = |at: &str| run(&["generate", &level, "--preset", "recast", "--why", at]);
    let (mesh, pillar, edge) = (why("2,0,2"), why("6,0,6"), why("0.4,0,6"));
    assert_eq!(
        (mesh.code, &*mesh.out),
        (Some(0), "(2.000, 0.000, 2.000): there is a mesh here\n"),
        "{}",
        mesh.err
    );
    assert_eq!(pillar.code, Some(1), "{}", pillar.err);
    assert!(pillar.out.contains("inside of a closed solid"), "{}", pillar.out);
    assert!(edge.out.contains("from a wall or an edge, eroded by 0.60 m"), "{}", edge.out);
    let json = run(&["generate", &level, "--why", "-5,0,0", "--json"]);
    assert_eq!((json.code, &json.json()["is_mesh"]), (Some(1), &false.into()));
    assert_eq!(json.json()["reason"], "the point is outside of the level");
}

#[test]
fn options_change_the_preset_and_contradictions_are_named() {
    let (folder, level, out) = room();
    let ran = run(&["generate", &level, "-o", &out, "--radius", "0.2", "--cell-size", "0.2"]);
    assert!(
        ran.out.contains("note: the cell size of 0.2 m is above half of the radius of 0.2 m"),
        "{}{}",
        ran.out,
        ran.err
    );
    let point = run(&["generate", &level, "-o", &out, "--radius", "0"]);
    assert_eq!(point.code, Some(2), "{}", point.out);
    assert!(point.err.contains("the voxels have no size; enter a radius"), "{}", point.err);
    let tiny = ["--radius", "0.001", "--cell-size", "0.0005", "--cell-height", "0.1", "--min-area", "0"];
    let fine = run(&[&["generate", &level, "-o", &out], &tiny[..]].concat());
    assert!(fine.err.contains("columns of voxels, and at most 268435456 are possible"), "{}", fine.err);
    let steep = run(&["generate", &level, "-o", &out, "--slope", "91"]);
    assert!(steep.code == Some(2) && steep.err.contains("give 0 to 90 degrees"), "{}", steep.err);
    let high = run(&["generate", &level, "-o", &out.replace("room", "none"), "--min-area", "1000"]);
    assert_eq!(high.code, Some(1), "{}{}", high.out, high.err);
    assert!(high.err.contains("no ground is left, and nothing was written"), "{}", high.err);
    let onto = run(&["generate", &level, "-o", &level]);
    assert_eq!(onto.code, Some(2), "a level is not replaced: {}", onto.out);
    let image = folder.path("image.png");
    std::fs::copy(sample("screenshot.png"), &image).expect("a file for tests");
    let image = run(&["generate", &image.display().to_string(), "-o", &out]);
    assert!(image.err.contains("is an image; choose a file with the geometry of the level"), "{}", image.err);
    let nothing = run(&["generate", &level]);
    assert_eq!(nothing.code, Some(2), "{}", nothing.err);
}

#[test]
fn the_level_of_a_sample_gets_a_mesh_that_its_document_refers_to() {
    let folder = Folder::new();
    let out = folder.path("village.ron").display().to_string();
    let ran = run(&["generate", &sample("village.glb"), "-o", &out]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("so other commands do not read it; write OUT beside the level"), "{}", ran.out);
    let text = std::fs::read_to_string(&out).expect("just written");
    assert!(text.contains("village.glb"), "the level");
}

#[test]
fn parts_are_obstacles_ground_of_an_area_or_ignored_by_name() {
    let (folder, _, out) = room();
    let low = ROOM.replace("1.5", "0.4").replace("o Pillar", "usemtl Wood\no Pillar");
    let level = folder.path("low.obj").display().to_string();
    std::fs::write(&level, low).expect("a file for tests");
    let area_of = |options: &[&str]| {
        let ran =
            run(&[&["generate", &level, "-o", &out, "--preset", "recast", "--force"], options].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let info = run(&["info", &out, "--json"]).json();
        let islands = info["islands"].as_array().expect("islands").iter();
        let area: f64 = islands.map(|island| island["area"].as_f64().expect("an area")).sum();
        (area, std::fs::read_to_string(&out).expect("just written"))
    };
    let (whole, _) = area_of(&[]);
    let (around, _) = area_of(&["--part", "Pillar=obstacle"]);
    assert!(around < whole - 4.0, "{around} of {whole} m²");
    let (of_material, _) = area_of(&["--part", "material:W??d=obstacle"]);
    assert_eq!(of_material, around);
    let (last, _) =
        area_of(&["--part", "*=obstacle", "--part", "node:Floor=walkable", "--part", "Pill*=ignored"]);
    assert!((last - whole).abs() < 1.0, "{last} of {whole} m²");
    let (_, text) =
        area_of(&["--part", "Pillar=mud", "--box", "0,-1,0,3,1,12=grass", "--box", "6,-1,0,9,1,12=mud"]);
    assert!(text.contains("\"mud\"") && text.contains("\"grass\""), "{text}");
    let missing = run(&["generate", &level, "-o", &out, "--part", "Piller=obstacle"]);
    assert_eq!(missing.code, Some(2), "{}", missing.out);
    let names = "no part of the level matches \"Piller\"; name one of material:Wood, node:Floor, node:Pillar";
    assert!(missing.err.contains(names), "{}", missing.err);
    let missing = run(&["generate", &level, "-o", &out, "--part", "material:Floor=obstacle"]);
    assert!(missing.err.contains("name one of material:Wood"), "{}", missing.err);
    let no_use = run(&["generate", &level, "-o", &out, "--part", "Pillar"]);
    assert!(no_use.err.contains("give one after =, as in Stairs*=obstacle"), "{}", no_use.err);
}

#[test]
fn boxes_and_volumes_limit_and_carve_the_ground() {
    let (_folder, level, _) = room();
    let why = |options: &[&str], at: &str| {
        run(&[&["generate", &level, "--preset", "recast", "--why", at], options].concat()).out
    };
    let limit = ["--box", "0,-1,0,4,1,12=limit"];
    assert!(why(&limit, "10,0,10").contains("outside of the limits"), "{}", why(&limit, "10,0,10"));
    assert!(why(&limit, "2,0,6").contains("there is a mesh here"), "{}", why(&limit, "2,0,6"));
    let carved = ["--volume", "-1,1,0,8,4,8,2,12=obstacle"];
    assert!(why(&carved, "2,0,9").contains("a volume carves the ground here"), "{}", why(&carved, "2,0,9"));
    let refused = |option: &str, value: &str| run(&["generate", &level, "-o", "a.ron", option, value]).err;
    assert!(refused("--box", "0,0,0,1,1=limit").contains("it has 5 numbers; give two corners"));
    assert!(refused("--volume", "0,1,0,0,4,0,1,1,0,4=obstacle").contains("a volume is not convex"));
    assert!(refused("--volume", "0,1,0,0,4=obstacle").contains("the last corner has no Z"));
    assert!(refused("--box", "0,0,0,1,1,1").contains("give one after ="));
}

#[test]
fn a_check_names_what_is_near_the_limits_with_the_number_that_passes() {
    let (folder, _, out) = room();
    // Two rooms of 8 m, and a door of 0.9 m between them.
    let mut lines = vec!["v 0 0 0\nv 0 0 16\nv 16.4 0 16\nv 16.4 0 0\no Floor\nf 1 2 3 4".to_owned()];
    for (from, [low, high]) in [(4, [0.0, 7.55]), (12, [8.45, 16.0])] {
        for y in [0, 3] {
            lines.push(format!("v 8 {y} {low}\nv 8 {y} {high}\nv 8.4 {y} {high}\nv 8.4 {y} {low}"));
        }
        let [a, b, c, d, e, f, g, h] = [1, 2, 3, 4, 5, 6, 7, 8].map(|nth| from + nth);
        lines.push(format!(
            "o Wall{from}\nf {e} {f} {g} {h}\nf {a} {b} {f} {e}\nf {b} {c} {g} {f}\nf {c} {d} {h} {g}\nf {d} {a} {e} {h}"
        ));
    }
    let file = folder.path("rooms.obj").display().to_string();
    std::fs::write(&file, lines.join("\n")).expect("a file for tests");
    let agent = ["--radius", "0.6", "--cell-size", "0.1", "--cell-height", "0.1"];
    let check = run(&[&["generate", &file, "--check"], &agent[..]].concat());
    assert_eq!(check.code, Some(1), "{}", check.err);
    assert!(check.out.contains("a door is 0.9 m wide, and the agent needs 1.2 m"), "{}", check.out);
    let json = run(&[&["generate", &file, "--check", "--json"], &agent[..]].concat()).json();
    assert_eq!(json["doors"][0]["is_blocked"], true, "{json}");
    assert!(json["doors"][0]["passing_radius"].as_f64().is_some_and(|radius| radius > 0.29), "{json}");
    let written = run(&[&["generate", &file, "-o", &out], &agent[..]].concat());
    assert!(written.out.contains("note: a door is 0.9 m wide"), "{}{}", written.out, written.err);
    let narrow = run(&["generate", &file, "--check", "--radius", "0.2", "--cell-size", "0.1"]);
    assert_eq!(
        (narrow.code, &*narrow.out),
        (Some(0), "no step, door or slope is near a limit\n"),
        "{}",
        narrow.err
    );
}

#[test]
fn jumps_become_links_and_each_border_has_a_reason() {
    let gap = "v 0 2 0\nv 0 2 8\nv 8 2 8\nv 8 2 0\nv 9.5 0 0\nv 9.5 0 8\nv 18 0 8\nv 18 0 0\nf 1 2 3 4\nf 5 6 7 8\n";
    let (folder, level) = Folder::with("gap.obj", gap);
    let out = folder.path("gap.ron").display().to_string();
    let generate = |options: &[&str]| run(&[&["generate", &level, "--preset", "recast"], options].concat());
    let ran = generate(&["-o", &out, "--jumps", "--jump-length", "4"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("note: 0 jump links and 1 drop link were added\n"), "{}", ran.out);
    assert!(ran.out.contains(" are too deep below the floor"), "{}", ran.out);
    let path = |from: &str, to: &str| run(&["path", &out, "--from", from, "--to", to]).code;
    assert_eq!((path("2,2,4", "15,0,4"), path("15,0,4", "2,2,4")), (Some(0), Some(1)), "down only");
    let why = |options: &[&str]| generate(&[&["--jump-length", "4"], options].concat());
    let down = why(&["--why-jump", "7.4,2,4"]);
    assert!(
        down.code == Some(0) && down.out.contains(": a drop link leads to ("),
        "{}{}",
        down.out,
        down.err
    );
    let up = why(&["--why-jump", "10.1,0,4", "--json"]);
    let json = up.json();
    assert_eq!((up.code, &json["has_link"]), (Some(1), &serde_json::json!(false)), "{json}");
    assert!(json["reason"].as_str().is_some_and(|why| why.contains(" m above")), "{json}");
    let alone = generate(&["-o", &out, "--jump-length", "4"]);
    assert!(alone.code == Some(2) && alone.err.contains("--jumps"), "not passed over: {}", alone.err);
    let refused = generate(&["-o", &out, "--jumps", "--jump-spacing", "0"]);
    assert!(refused.code == Some(2) && refused.err.contains("enter more than 0 metres"), "{}", refused.err);
}

/// Returns a high floor beside one at a height.
fn gap(low: f32) -> String {
    let high = "v 0 2 0\nv 0 2 8\nv 8 2 8\nv 8 2 0\n";
    let low = [(9.5, 0), (9.5, 8), (18.0, 8), (18.0, 0)].map(|(x, z)| format!("v {x} {low} {z}\n"));
    format!("{high}{}f 1 2 3 4\nf 5 6 7 8\n", low.concat())
}

#[test]
fn an_update_follows_jumps_and_keeps_links_by_hand() {
    let (folder, level) = Folder::with("gap.obj", &gap(0.0));
    let out = folder.path("gap.ron").display().to_string();
    run(&["generate", &level, "-o", &out, "--preset", "recast", "--jumps", "--jump-length", "4"]);
    let by_hand = Link::between(Vec3::new(2., 2.2, 4.), Vec3::new(15., 0.2, 4.));
    change(&out, |document| {
        let jumps = document.generation.jumps.expect("the settings are stored");
        assert_eq!((jumps.length, jumps.depth), (4.0, 3.0));
        assert_eq!(document.generated.links().len(), 1);
        let mut draft = Draft::of(document.mesh.clone());
        draft.add_link(by_hand);
        document.mesh = draft.into_mesh();
    });
    let before = std::fs::read(&out).expect("it was written");
    let ran = run(&["generate", "--update", &out]);
    assert!(ran.out.starts_with("kept: 0 cells by hand, 2 links, "), "{}{}", ran.out, ran.err);
    assert_eq!(std::fs::read(&out).expect("it stays"), before);
    std::fs::write(&level, gap(1.0)).expect("a folder for tests");
    let ran = run(&["generate", "--update", &out, "--theirs"]);
    assert!(ran.out.contains("\ndropped: 1 link; added: 1 link\n"), "{}{}", ran.out, ran.err);
    let json = run(&["generate", "--update", &out, "--json"]).json();
    assert_eq!((&json["removed_links"], &json["added_links"]), (&0.into(), &0.into()), "{json}");
    assert_eq!(json["equal"], true, "{json}");
}

/// Returns a room with a second pillar beside the first one.
fn changed_room() -> String {
    let pillar = "v 2 0 8\nv 2 0 10\nv 4 0 10\nv 4 0 8\nv 2 1.5 8\nv 2 1.5 10\nv 4 1.5 10\nv 4 1.5 8\n";
    let faces = "o Second\nf 17 18 19 20\nf 13 14 18 17\nf 14 15 19 18\nf 15 16 20 19\nf 16 13 17 20\n";
    ROOM.replace("o Floor", &format!("{pillar}o Floor")) + faces
}

/// Changes the document of a file.
fn change(file: &str, edit: impl FnOnce(&mut Document)) {
    let path = Path::new(file);
    let Ok(Opened::Document { mut document, .. }) = open(path) else { panic!("{file} is a document") };
    edit(&mut document);
    let format = Format::of_name(path).expect("a format");
    let document = with_relative_files(&document, path);
    let bytes = format.encode(&document, FileCoordinates::default(), &Progress::none());
    std::fs::write(path, bytes.expect("not stopped").expect("it is stored")).expect("a folder for tests");
}

#[test]
fn an_update_of_an_unchanged_level_changes_no_byte() {
    let (_folder, level, out) = room();
    run(&["generate", &level, "-o", &out, "--preset", "recast"]);
    change(&out, |document| {
        let mut draft = Draft::of(document.mesh.clone());
        let cells: Vec<CellId> = draft.mesh().cells().map(|(cell, _)| cell).collect();
        draft.remove_cell(cells[0]);
        draft.set_area(cells[1], AreaId(1));
        document.mesh = draft.into_mesh();
        document.areas = [0, 1].map(Area::numbered).to_vec().into();
    });
    let before = std::fs::read(&out).expect("it was written");
    let ran = run(&["generate", "--update", &out]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    let kept = "kept: 1 cell by hand, 0 links, 2 cells deleted or changed by hand\n";
    assert!(ran.out.starts_with(kept), "{}", ran.out);
    assert!(ran.out.contains("the new generation equals the last one"), "{}", ran.out);
    assert_eq!(std::fs::read(&out).expect("it stays"), before);
    let json = run(&["generate", "--update", &out, "--json"]).json();
    assert_eq!((&json["equal"], &json["kept"]["cells"]), (&true.into(), &1.into()), "{json}");
}

#[test]
fn a_link_whose_ground_is_gone_is_a_conflict_and_exits_with_1() {
    let (_folder, level, out) = room();
    run(&["generate", &level, "-o", &out, "--preset", "recast"]);
    let text = std::fs::read_to_string(&out).expect("it was written");
    let link = "    links: [(from: [(3, 0.2, 9)], to: [(10, 0.2, 2)])],\n    queries: [";
    std::fs::write(&out, text.replacen("    queries: [", link, 1)).expect("a folder for tests");
    std::fs::write(&level, changed_room()).expect("a folder for tests");
    let theirs = out.replace("room.ron", "theirs.ron");
    let ran = run(&["generate", "--update", &out, "-o", &theirs, "--theirs"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("1 conflict, decided for the new generation\n"), "{}", ran.out);
    assert!(
        !std::fs::read_to_string(&theirs).expect("it was written").contains("links:"),
        "the link is gone"
    );
    let ran = run(&["generate", "--update", &out]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let conflict =
        "1 conflict\n  link 0 at (3.000, 0.200, 9.000): its beginning is no longer attached to a cell\n";
    assert!(ran.out.contains(conflict), "{}", ran.out);
    let again = run(&["generate", "--update", &out, "--json"]);
    assert_eq!(again.code, Some(0), "the level has not changed since: {}", again.out);
    assert_eq!(again.json()["equal"], true);
}

#[test]
fn an_update_names_queries_with_other_answers() {
    let (_folder, level, out) = room();
    run(&["generate", &level, "-o", &out, "--preset", "recast"]);
    change(&out, |document| {
        let at = |x, z| Some(Endpoint { ground: Vec2::new(x, z), height: None });
        let (start, target) = (at(1.0, 9.0), at(5.0, 9.0));
        let query = NamedQuery { name: "across".into(), start, target, ..NamedQuery::default() };
        document.queries = vec![query].into();
    });
    std::fs::write(&level, changed_room()).expect("a folder for tests");
    let json = run(&["generate", "--update", &out, "--json"]);
    assert_eq!(json.code, Some(0), "{}{}", json.out, json.err);
    let json = json.json();
    assert_eq!(json["answers"][0]["query"], "across", "{json}");
    assert!(json["added"].as_u64() > Some(0) && json["cells"].as_u64() > Some(0), "{json}");
}

#[test]
fn only_generated_documents_are_updated() {
    let (folder, level, out) = room();
    let of_level = run(&["generate", "--update", &level]);
    assert_eq!(of_level.code, Some(2), "{}", of_level.out);
    assert!(of_level.err.contains("it is a level"), "{}", of_level.err);
    let plain = folder.path("plain.ron").display().to_string();
    std::fs::copy(sample("plaza.ron"), &plain).expect("a file for tests");
    let of_plain = run(&["generate", "--update", &plain]);
    assert_eq!(of_plain.code, Some(2), "{}", of_plain.out);
    assert!(of_plain.err.contains("it does not store the cells of a generation"), "{}", of_plain.err);
    let with_level = run(&["generate", &level, "--update", &plain]);
    assert!(with_level.err.contains("cannot be used with"), "{}", with_level.err);
    run(&["generate", &level, "-o", &out]);
    std::fs::remove_file(&level).expect("a file for tests");
    let missing = run(&["generate", "--update", &out]);
    assert_eq!(missing.code, Some(2), "{}", missing.out);
    assert!(missing.err.contains("room.obj"), "{}", missing.err);
}
