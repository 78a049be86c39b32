//! Parts of a document: levels, areas, images, history, limits and texts.

use navsmith_formats::check::{Fix, offset_of_fix};
use std::sync::Arc;

use glam::{Vec2, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, Derived, Draft, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_formats::document::identity::{KnownIssue, KnownPlace, UnmatchedIssues};
use navsmith_formats::document::{
    AgentLimits, Area, Document, History, ImagePlacement, LevelReference, MeshLimits, article, count, signed,
};
use navsmith_formats::level::LevelPart;

#[test]
fn a_hidden_node_hides_everything_below_it() {
    let part = |node: &str, material: &str| LevelPart {
        node: node.into(),
        material: material.into(),
        triangles: 0..0,
    };
    let level = LevelReference {
        hidden_nodes: vec!["House".into()],
        hidden_materials: vec!["glass".into()],
        ..LevelReference::new("a/b.glb")
    };
    assert_eq!(level.name(), "b.glb");
    assert!(
        !level.shows(&part("House", "")) && !level.shows(&part("House/Roof", "")),
        "the node and its child"
    );
    assert!(level.shows(&part("Houses", "")), "another node");
    assert!(!level.shows(&part("Door", "glass")), "a hidden material");
    assert!(!LevelReference { is_visible: false, ..level }.shows(&part("Door", "")), "a hidden level");
}

fn with_another_vertex(document: &Document) -> Document {
    let mut draft = Draft::of(document.mesh.clone());
    draft.add_vertex(Vec3::ZERO);
    Document { mesh: draft.into_mesh(), ..document.clone() }
}

#[test]
fn a_transaction_that_changed_nothing_leaves_no_step() {
    let mut history = History::default();
    let document = Document::default();
    history.begin("Move", &document, ());
    assert!(!history.commit(&document), "nothing changed");
    assert!(history.done().is_empty(), "no step");
}

#[test]
fn documents_after_steps_are_found_among_done_and_undone_ones() {
    let mut history = History::default();
    let mut documents = vec![Document::default()];
    for title in ["First", "Second", "Third"] {
        let last = documents[documents.len() - 1].clone();
        history.begin(title, &last, ());
        documents.push(with_another_vertex(&last));
        assert!(history.commit(&documents[documents.len() - 1]));
    }
    for present in (0..=3).rev() {
        for (steps, document) in documents.iter().enumerate() {
            let expected = (steps != present).then_some(document);
            assert_eq!(history.document_after(steps), expected, "{steps} of {present}");
        }
        assert_eq!(history.document_after(4), None);
        let titles: Vec<_> = (0..5).map(|step| history.title(step)).collect();
        assert_eq!(titles, [None, Some("First"), Some("Second"), Some("Third"), None]);
        history.undo(&documents[present], ());
    }
}

#[test]
fn undo_and_redo_walk_the_same_documents() {
    let mut history = History::default();
    let first = Document::default();
    history.begin("Add a vertex", &first, 1);
    let second = with_another_vertex(&first);
    assert!(history.commit(&second), "a vertex came");
    assert_eq!(history.undo(&second, 2), Some((first.clone(), 1)), "as before");
    assert_eq!(history.redo(&first, 1), Some((second, 2)), "as after");
    assert_eq!(history.redo(&first, 1), None, "nothing more to redo");
}

#[test]
fn a_small_budget_drops_the_oldest_steps_but_never_the_last() {
    let mut history = History::with_budget(0);
    let mut document = Document::default();
    for _ in 0..3 {
        history.begin("Add a vertex", &document, ());
        document = with_another_vertex(&document);
        history.commit(&document);
    }
    assert_eq!(history.done().len(), 1, "only the last step");
}

#[test]
fn limits_in_metres_follow_the_length_of_a_metre() {
    let pixels = Document { metre: 20.0, ..Document::default() };
    let limits = pixels.mesh_limits(0.05);
    assert_eq!([limits.gap, limits.contact, limits.overlap], [1.0, 0.05 * 0.02 * 20.0, 5.0]);
    assert_eq!([limits.weld_distance, limits.sliver], [0.05, MeshLimits::default().sliver]);
    let agent = Agent { radius: 0.4, ..Agent::default() };
    let of_agent = pixels.agent_limits(&agent, 0.05);
    assert_eq!(
        [of_agent.gap, of_agent.crack, of_agent.metre],
        [1.0, 0.4, 20.0],
        "an agent has its own sizes"
    );
    let in_metres = Document::default();
    assert_eq!(in_metres.mesh_limits(0.05), MeshLimits::from(0.05));
    let unwelded = AgentLimits { weld: 0.0, ..AgentLimits::from(&agent) };
    assert_eq!(in_metres.agent_limits(&agent, 0.0), unwelded);
}

#[test]
fn each_known_issue_matches_once_and_rounding_separates_none() {
    let gap = |at: [f32; 3]| KnownIssue { kind: "gap".into(), place: KnownPlace::of(at.into()) };
    let mut known = UnmatchedIssues::of(&[gap([1.0, 0.0, 0.0]), gap([1.0, 0.0, 0.0])]);
    assert!(known.take(&gap([1.001, 0.0, 0.0])), "the same place, rounded");
    assert!(!known.take(&gap([1.0051, 0.0, 0.0])), "another one");
    assert!(known.take_beside(&gap([1.0051, -0.0051, 0.0])), "beside it");
    assert!(!known.take_beside(&gap([1.0, 0.0, 0.0])) && known.is_empty(), "each once");
}

#[test]
fn an_image_is_turned_and_scaled() {
    let placement = ImagePlacement {
        pixels: [Vec2::new(10., 10.), Vec2::new(110., 10.)],
        ground: [Vec2::new(0., 0.), Vec2::new(0., 50.)],
    };
    assert!(placement.is_valid());
    assert_eq!(placement.meters_per_pixel(), 0.5);
    // A quarter turn: to the right in the image is downwards in the view.
    assert_eq!(placement.ground_of(Vec2::new(60., 30.)), Vec2::new(-10., 25.));
    assert_eq!(placement.pixel_of(Vec2::new(-10., 25.)), Vec2::new(60., 30.));
    let flat = ImagePlacement { ground: [Vec2::ONE; 2], ..placement };
    assert!(!flat.is_valid(), "two points in one place");
}

fn square_at(at: Vec3, size: f32) -> NavMesh {
    let corners = [[0.0, 0.0], [0.0, size], [size, size], [size, 0.0]];
    let corners = corners.map(|[x, z]| at + Vec3::new(x, 0.0, z));
    NavMesh::from_parts(corners, [Cell::new((0..4).map(VertexId), AreaId(0))]).expect("a square")
}

fn offset(at: [f32; 3], size: f32) -> Option<Vec3> {
    offset_to_origin(&Derived::build(&square_at(at.into(), size)))
}

/// Returns the offset to the origin if coordinates are more than a millimetre apart.
fn offset_to_origin(derived: &Derived) -> Option<Vec3> {
    offset_of_fix(derived, &MeshLimits { spacing: 1e-3, ..MeshLimits::default() })
}

#[test]
fn only_axes_with_coarse_numbers_are_moved() {
    assert_eq!(offset([5000.0, 0.0, 0.0], 2.0), None, "numbers are 0.5 mm apart");
    assert_eq!(offset([1e6, 7.0, -300.0], 2.0), Some(Vec3::new(-1_000_001.0, 0.0, 0.0)));
    assert_eq!(offset([0.0, 5e6, 0.0], 2.0), Some(Vec3::new(0.0, -5e6, 0.0)));
    assert_eq!(offset([-50_000.0, 0.0, 0.0], 100_000.0), None, "a large mesh around the origin");
}

#[test]
fn a_move_to_the_origin_rounds_nothing() {
    for (at, size) in
        [([1e6, 0.0, -3e7], 2.0), ([123_456.79, 4e8, 33.3], 64.0), ([16_777_216.0, 0.0, 0.0], 0.0)]
    {
        let mesh = square_at(at.into(), size);
        let by = offset(at, size).expect("far away");
        let there = mesh.converted(|at| at + by, false).expect("finite");
        let back = there.converted(|at| at - by, false).expect("finite");
        assert_eq!(back, mesh, "{at:?}");
        assert_eq!(offset_to_origin(&Derived::build(&there)), None, "{at:?}");
    }
}

#[test]
fn neighbouring_areas_have_colours_far_apart() {
    for number in 0..20 {
        let [a, b] = [number, number + 1].map(|number| Area::numbered(number).color);
        let apart: i32 = (0..3).map(|i| (i32::from(a[i]) - i32::from(b[i])).abs()).sum();
        assert!(apart > 60, "{a:?} and {b:?} are distinguishable");
    }
}

#[test]
fn the_article_is_that_of_the_spoken_word() {
    let articles = ["OBJ", "STL", "SVG", "GLB", "PLY", "glTF", "Polyanya mesh", "image"].map(article);
    assert_eq!(articles, ["An", "An", "An", "A", "A", "A", "A", "An"]);
}

#[test]
fn a_change_has_a_sign_and_zero_no_minus() {
    let changes = [0.25, -1.5, -0.001, 0.0, -0.0].map(|change| signed(change, 2));
    assert_eq!(changes, ["+0.25", "-1.50", "+0.00", "+0.00", "+0.00"]);
    assert_eq!(signed(-0.004, 3), "-0.004");
}

#[test]
fn only_a_unit_behind_a_number_becomes_pixels() {
    let text = "radius 8 m, 2.50 m², 3 m/s; 4 meshes, 5 mm, item m, 6 m";
    let document = Document { metre: 20.0, ..Document::default() };
    let in_pixels = |text: &str| document.worded(text.into());
    assert_eq!(in_pixels(text), "radius 8 px, 2.50 px², 3 px/s; 4 meshes, 5 mm, item m, 6 px");
    assert_eq!(in_pixels(""), "");
}

#[test]
fn a_forbidden_area_is_worded_by_its_name() {
    let area = |name: &str| Area { name: name.into(), ..Area::default() };
    let document = Document {
        areas: Arc::new(vec![area("ground"), area("area 2"), area("a\"b")]),
        ..Document::default()
    };
    let worded = |text: &str| document.worded(document.worded(text.into()));
    let text = "Cell 4 (area 1 is forbidden), area 1, area 2 is forbidden, area 7 is forbidden; allow area 0 and area 1";
    let expected = "Cell 4 (area 'area 2' is forbidden), area 1, area 2 is forbidden, area 7 is forbidden; allow area 'ground' and area 'area 2'";
    assert_eq!(worded(text), expected, "names with quotes keep their number");
    assert_eq!(worded(&Fix::AllowArea(AreaId(1)).label()), "Allow area 'area 2'", "a fix counts from 0, too");
}

#[test]
fn a_count_has_the_form_of_its_noun_and_groups_of_digits() {
    assert_eq!(count(0, "cell", "cells"), "0 cells", "none");
    assert_eq!(count(1, "cell", "cells"), "1 cell", "one");
    assert_eq!(count(1_234_567, "cell", "cells"), "1,234,567 cells", "many");
}
