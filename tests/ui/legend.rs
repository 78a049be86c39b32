//! Moving the legend.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::samples;
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_formats::io::Opened;

use crate::panels::{click, courtyard, press, shows, window};

fn header(harness: &Harness<'static, Window>) -> Rect {
    harness.get_by_label("Fold the legend").rect()
}

fn drag(harness: &mut Harness<'static, Window>, from: Pos2, to: Pos2) {
    harness.hover_at(from);
    harness.step();
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    harness.event(button(from, true));
    harness.step();
    for i in 1..=8 {
        harness.hover_at(from.lerp(to, i as f32 / 8.0));
        harness.step();
    }
    harness.event(button(to, false));
    harness.run();
}

#[test]
fn the_legend_is_dragged_anywhere_in_the_view_and_stays_in_it() {
    let mut harness = window(courtyard());
    let document = harness.state().editor().document().clone();
    let before = header(&harness);
    let by = Vec2::new(-200.0, -60.0);
    drag(&mut harness, before.center(), before.center() + by);
    let moved = header(&harness).min - before.min;
    assert!((moved - by).length() < 2.0, "it went along: {moved:?}");
    assert!(harness.state().editor().options().shows_legend, "a drag does not fold it");
    let from = header(&harness).center();
    drag(&mut harness, from, Pos2::new(-300.0, -300.0));
    let canvas = harness.get_by_role(Role::Canvas).rect();
    let place = harness.state().editor().options().legend_place;
    assert_eq!(place, navsmith_core::geometry::Vec2::ZERO, "in the upper left corner");
    assert!(canvas.contains_rect(header(&harness)), "in the view");
    for size in [Vec2::new(900.0, 560.0), Vec2::new(1600.0, 1000.0)] {
        harness.set_size(size);
        harness.run();
        let canvas = harness.get_by_role(Role::Canvas).rect();
        assert!(canvas.contains_rect(header(&harness)), "in the view of {size}");
    }
    assert_eq!(harness.state().editor().document(), &document, "and nothing else was dragged");
}

#[test]
fn the_legend_goes_back_to_its_corner_by_its_menu() {
    let mut harness = window(courtyard());
    let before = header(&harness);
    drag(&mut harness, before.center(), before.center() - Vec2::new(150.0, 100.0));
    harness.get_by_label("Fold the legend").click_secondary();
    harness.run();
    assert!(shows(&harness, "Reset the position"), "its menu");
    click(&mut harness, "Reset the position");
    assert!((header(&harness).min - before.min).length() < 1.0, "where it was");
}

#[test]
fn resetting_the_panels_resets_the_legend() {
    let mut harness = window(courtyard());
    let before = header(&harness);
    drag(&mut harness, before.center(), before.center() - Vec2::new(150.0, 100.0));
    let moved = header(&harness).min - before.min;
    assert!(moved.length() > 100.0, "moved: {moved:?}");
    press(&mut harness, Modifiers::NONE, Key::F3);
    harness.event(Event::Text("reset panels".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    harness.run();
    assert!((header(&harness).min - before.min).length() < 1.0, "where it was");
}

#[test]
fn until_it_is_moved_the_legend_covers_neither_start_nor_target() {
    let opened = samples::named("Funnel school").unwrap().open().unwrap();
    let Opened::Document { document: school, .. } = opened else { panic!("it is a document") };
    let mut harness = window(school);
    harness.set_size(Vec2::new(1024.0, 700.0));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Home);
    let canvas = harness.get_by_role(Role::Canvas).rect();
    let editor = harness.state().editor();
    let target = editor.endpoint(End::Target).unwrap().ground;
    let target = editor.camera().screen_from_ground(target);
    let target = canvas.min + Vec2::new(target.x, target.y);
    let corner = canvas.max - Vec2::splat(20.0);
    assert!(
        Rect::from_two_pos(corner - Vec2::new(176.0, 290.0), corner).contains(target),
        "{target} is near"
    );
    assert!(!header(&harness).with_max_y(header(&harness).min.y + 320.0).contains(target), "at {target}");
}

#[test]
fn the_legend_covers_a_small_part_of_a_small_view() {
    for size in [Vec2::new(1280.0, 800.0), Vec2::new(1024.0, 700.0)] {
        let mut harness = window(courtyard());
        harness.set_size(size);
        harness.run();
        for is_split in [false, true] {
            if is_split {
                press(&mut harness, Modifiers::SHIFT, Key::Num0);
                harness.run();
            }
            for legend in harness.get_all_by_label_contains("Legend. ").map(|node| node.rect()) {
                let canvases = harness.get_all_by_role(Role::Canvas).map(|node| node.rect());
                let area: f32 = canvases.filter(|it| it.contains_rect(legend)).map(|it| it.area()).sum();
                assert!(legend.area() < 0.16 * area, "{legend} at {size}, side by side: {is_split}");
            }
        }
    }
}
