//! Outlines in files, and files with invalid outlines.

use std::sync::Arc;

use crate::support::formats::{format, read, text, written};
use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::NavMesh;
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::{Document, Outlines, PlacedOutline};
use navsmith_formats::io::DocumentContent;

use super::{GROUND, area, generated, generated_cells, room, square, with_outlines};

#[test]
fn outlines_survive_files() {
    let room = room();
    for name in ["navsmith document", "JSON", "GLB", "glTF"] {
        assert!(format(name).stores.contains(&DocumentContent::Outlines), "{name}");
        let (back, _) = read(name, &written(name, &room).expect("written")).expect(name);
        assert_eq!(back.outlines, room.outlines, "{name}");
        assert_eq!(back.mesh.vertices_apart(), room.mesh.vertices_apart(), "{name}");
    }
    // Ids become indices.
    let moved = with_outlines(&room, |list| list[0].points[2] = Vec2::new(10., 10.));
    let (back, _) = read("navsmith document", text("navsmith document", &moved).as_bytes()).expect("read");
    assert_eq!(generated_cells(&back).len(), back.mesh.cell_count());
    assert_eq!(back.outlines.list, moved.outlines.list);
    let again = with_outlines(&back, |list| list[0].points[2] = Vec2::new(10.5, 10.));
    assert_eq!(generated_cells(&again).len(), again.mesh.cell_count(), "the cells are known again");
    let old = text("navsmith document", &Document::default());
    assert!(!old.contains("outlines") && !old.contains("floors") && !old.contains("apart"), "{old}");
}

#[test]
fn an_invalid_outline_is_refused_with_its_place_and_a_remedy() {
    let good = text("navsmith document", &room());
    let refusal = |old: &str, new: &str| {
        assert!(good.contains(old), "{old} in {good}");
        read("navsmith document", good.replacen(old, new, 1).as_bytes()).expect_err("refused")
    };
    assert!(refusal("[(1.0, 0.5), (1.0, 5.0)]", "[(1.0, 0.5)]").contains("needs at least 2; remove it"));
    assert!(refusal("(1.0, 0.5)", "(1e99, 0.5)").contains("x of point 0 of outline 2 is inf"));
    assert!(refusal("\"Balcony\", area: 1", "\"Balcony\", area: 9").contains("add the area"));
    let floors = good.split("floors: [").nth(1).expect("floors");
    let run = floors.split("cells: [").nth(1).and_then(|rest| rest.split(']').next()).expect("a run");
    assert!(refusal(run, "(0, 4000000000)").contains("do not exist"));
    assert!(refusal(run, "(0, 2), (1, 2)").contains("correct it"));
    let apart =
        good.split("apart: [").nth(1).and_then(|rest| rest.split(',').next()).expect("a vertex").trim();
    let wrong = good.replacen(&format!("apart: [\n        {apart}"), "apart: [\n        99999", 1);
    assert!(read("navsmith document", wrong.as_bytes()).expect_err("refused").contains("apart"));
}

#[test]
fn outlines_of_godot_are_read_and_written_if_the_polygons_cover_their_ground() {
    let list = vec![square(GROUND, 0., 9.), square(OutlineRole::Hole, 3., 6.), square(GROUND, 4., 5.)];
    let document = generated(list);
    let text = text("Godot NavigationPolygon", &document);
    assert!(text.contains("outlines = Array[PackedVector2Array]([PackedVector2Array(0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 0.0), "), "{text}");
    let (back, notes) = read("Godot NavigationPolygon", text.as_bytes()).expect("read");
    assert_eq!(back.outlines.list, document.outlines.list);
    assert_eq!(back.outlines.cell_count(), back.mesh.cell_count());
    assert!(notes.concat().contains("3 outlines generate the cells"), "{notes:?}");
    let smaller = text.replace(
        "PackedVector2Array(0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 0.0)",
        "PackedVector2Array(-1.0, 0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 0.0)",
    );
    let (back, notes) = read("Godot NavigationPolygon", smaller.as_bytes()).expect("read");
    assert!(back.outlines.is_empty());
    assert!(
        notes.concat().contains("3 outlines left out, because the polygons do not cover their ground"),
        "{notes:?}"
    );
    let overlapping = generated(vec![square(GROUND, 0., 4.), square(GROUND, 2., 6.)]);
    assert!(
        !self::text("Godot NavigationPolygon", &overlapping).contains("outlines"),
        "Godot would cut a hole"
    );
}

#[test]
fn a_file_with_very_many_heights_of_outlines_is_refused() {
    let read_with = |heights: usize, floors: usize| {
        let all = |count: usize, entry: &dyn Fn(usize) -> String| -> Vec<String> {
            (0..count).map(entry).collect()
        };
        let outlines =
            all(heights, &|height| format!("(height: {height}, points: [(0, 0), (0, 1), (1, 0)])"));
        let floors = all(floors, &|height| format!("(height: {height}, cells: [])"));
        let [outlines, floors] = [outlines, floors].map(|entries| entries.join(","));
        let text =
            format!("(version: 1, vertices: [], cells: [], outlines: [{outlines}], floors: [{floors}])");
        read("navsmith document", text.as_bytes()).map(|_| ())
    };
    assert_eq!(read_with(256, 256), Ok(()));
    let heights = read_with(257, 0).expect_err("too many heights");
    assert!(heights.contains("over 256 heights"), "{heights}");
    let floors = read_with(1, 257).expect_err("too many floors");
    assert!(floors.contains("over 256 floors"), "{floors}");
    let at = |height: u16| PlacedOutline { height: f32::from(height), ..square(GROUND, 0., 1.) };
    let mut outlines = Outlines { list: (0..257).map(at).collect(), floors: Vec::new() };
    assert!(outlines.settle().is_err(), "an edit is refused too");
}

#[test]
fn outlines_of_a_file_without_floors_get_their_cells() {
    let whole = text("navsmith document", &room());
    let bare = Document { mesh: NavMesh::default(), ..room() };
    let bare = Document {
        outlines: Arc::new(Outlines { floors: Vec::new(), ..bare.outlines.as_ref().clone() }),
        ..bare
    };
    let written = text("navsmith document", &bare);
    assert!(written.contains("outlines") && !written.contains("floors"), "{written}");
    let (opened, _) = read("navsmith document", written.as_bytes()).expect("a document");
    assert_eq!(area(&opened.mesh), area(&room().mesh));
    assert_eq!(generated_cells(&opened).len(), opened.mesh.cell_count());
    let (again, _) = read("navsmith document", whole.as_bytes()).expect("a document");
    assert_eq!(again.mesh.cell_count(), room().mesh.cell_count(), "a floor is generated once");
}
