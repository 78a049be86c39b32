//! Content larger than its panel is reachable by scrolling.

use egui::{Key, Modifiers, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::analysis::why::finding;
use navsmith::samples;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::document::Document;
use navsmith_formats::io::Opened;

use crate::panels::{press, wait, window};

/// Opens the sample whose query has no path.
pub(crate) fn two_islands() -> Document {
    match samples::named("Two islands").unwrap().open().unwrap() {
        Opened::Document { document, .. } => document,
        _ => panic!("it is a document"),
    }
}

/// Returns the area of the upper panel at the right, between its tabs and those of the lower one.
fn room(harness: &Harness<'static, Window>) -> Rect {
    let tab = |name: &str| harness.get_all_by_label(name).next().unwrap().rect();
    let (above, below) = (tab("Inspector"), tab("Plots"));
    Rect::from_min_max(
        egui::pos2(below.min.x, above.max.y),
        egui::pos2(harness.ctx.content_rect().max.x, below.min.y),
    )
}

#[test]
fn all_about_a_missing_path_is_reachable_in_a_small_window() {
    for (size, is_stepping) in [
        (Vec2::new(1024.0, 700.0), false),
        (Vec2::new(1024.0, 700.0), true),
        (Vec2::new(900.0, 560.0), false),
        (Vec2::new(1600.0, 1000.0), false),
    ] {
        let mut harness = window(two_islands());
        harness.set_size(size);
        harness.run();
        wait(&mut harness, |editor| !finding::is_awaited(editor));
        if is_stepping {
            press(&mut harness, Modifiers::NONE, Key::Period);
        }
        let room = room(&harness).expand(1.0);
        for name in ["First step", "Last step", "Move the target there", "Settings", "Explain Locate"] {
            harness.get_all_by_label(name).next().unwrap().scroll_to_me();
            harness.run();
            let rect = harness.get_all_by_label(name).next().unwrap().rect();
            assert!(
                room.y_range().contains(rect.min.y) && room.y_range().contains(rect.max.y),
                "{name} at {rect} in {room}, window {size}, stepping: {is_stepping}"
            );
        }
        let list = harness.query_all_by_label_contains("Steps").last().unwrap();
        list.scroll_to_me();
        harness.run();
        let rect = harness.query_all_by_label_contains("Steps").last().unwrap().rect();
        assert!(room.y_range().contains(rect.max.y), "the list of steps at {rect} in {room}, window {size}");
    }
}

#[test]
fn every_tab_is_in_view_in_a_small_window_with_large_text() {
    for larger in [0, 3] {
        let mut harness = window(two_islands());
        harness.set_size(Vec2::new(1024.0, 700.0));
        harness.run();
        (0..larger).for_each(|_| press(&mut harness, Modifiers::COMMAND, Key::Plus));
        harness.run();
        let right = harness.ctx.content_rect().max.x;
        let last = harness.get_by_label("Last step").rect();
        assert!(last.max.x < right, "the last button at {last} with text {larger} steps larger");
        let names = ["Stepper", "Inspector", "Queries", "Analysis"];
        let lower = ["Plots", "Islands", "Issues", "Areas", "Compare", "History"];
        for (i, name) in names.iter().chain(&lower).enumerate() {
            // A truncated title keeps its first letters.
            let start = &name[..if larger > 0 { 2 } else { name.len() }];
            let is_tab = |rect: &Rect| rect.width() < 120.0 && rect.height() > 20.0;
            let tabs = harness.query_all_by_label_contains(start).map(|tab| tab.rect());
            let shown = tabs.filter(is_tab).filter(|rect| rect.max.x <= right + 0.5).count();
            assert!(shown > 0, "tab {i}, {name}, with text {larger} steps larger");
        }
    }
}

#[test]
fn the_answer_in_one_line_is_not_cut_in_any_window() {
    let mut document = two_islands();
    let mut queries = document.queries.to_vec();
    // Both ends lie beside one island, so the path connects the nearest points.
    queries[0].start.as_mut().unwrap().ground = navsmith_core::geometry::Vec2::new(-1.0, 5.0);
    queries[0].target.as_mut().unwrap().ground = navsmith_core::geometry::Vec2::new(5.0, 13.0);
    document.queries = queries.into();
    for (size, larger) in
        [(Vec2::new(1600.0, 1000.0), 0), (Vec2::new(1024.0, 700.0), 0), (Vec2::new(1024.0, 700.0), 3)]
    {
        let mut harness = window(document.clone());
        harness.set_size(size);
        harness.run();
        (0..larger).for_each(|_| press(&mut harness, Modifiers::COMMAND, Key::Plus));
        let right = harness.ctx.content_rect().max.x;
        let length = harness.state().editor().answer().and_then(|answer| answer.path()).unwrap().length;
        let names = ["Path".to_owned(), "Why?".into(), format!("{length:.2} m")];
        let mut rects: Vec<Rect> =
            names.iter().map(|name| harness.get_all_by_label(name).last().unwrap().rect()).collect();
        rects.extend(harness.query_by_label_contains(" waypoints").map(|node| node.rect()));
        rects.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
        for pair in rects.windows(2) {
            assert!(pair[0].max.x <= pair[1].min.x + 0.5, "{pair:?} overlap at {size}, larger by {larger}");
        }
        assert!(rects.iter().all(|rect| rect.max.x <= right), "{rects:?} at {size}, larger by {larger}");
    }
}

#[test]
fn the_controls_of_a_query_are_not_cut_in_a_narrow_panel() {
    let mut document = two_islands();
    let mut queries = document.queries.to_vec();
    queries[0].start.as_mut().unwrap().ground = navsmith_core::geometry::Vec2::new(-12.515, -10.471);
    document.queries = queries.into();
    let mut harness = window(document);
    harness.set_size(Vec2::new(1024.0, 700.0));
    harness.run();
    let right = harness.ctx.content_rect().max.x;
    harness.get_by_label("Queries").click();
    harness.run();
    let fields = harness.get_all_by_label("topmost").map(|field| field.rect());
    let lists = harness.get_all_by_role(egui::accesskit::Role::ComboBox).map(|list| list.rect());
    let rects: Vec<Rect> = fields.chain(lists).collect();
    assert!(rects.len() > 3 && rects.iter().all(|rect| rect.max.x <= right), "{rects:?} up to {right}");
}

#[test]
fn a_fix_with_a_long_name_is_shortened_in_a_narrow_panel() {
    let corners = [[0., 0.], [4., 0.], [4., 4.], [2., 1.], [0., 4.]];
    let corners = corners.map(|[x, z]| navsmith_core::geometry::Vec3::new(x, 0.0, z));
    let cell = Cell::new((0..5).rev().map(VertexId), AreaId(0));
    let mut harness = window(Document::of_mesh(NavMesh::from_parts(corners, [cell]).unwrap()));
    harness.set_size(Vec2::new(900.0, 560.0));
    (0..4).for_each(|_| press(&mut harness, Modifiers::COMMAND, Key::Plus));
    harness.get_all_by_label_contains("Iss").next().unwrap().click();
    harness.run();
    let right = harness.ctx.content_rect().max.x;
    let fix = harness.get_all_by_label_contains("Split cell 0 into convex cells").last().unwrap().rect();
    assert!(fix.max.x <= right, "{fix} up to {right}");
}
