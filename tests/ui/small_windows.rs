//! Small windows and large text.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;

use crate::panels::{SMALL, click, courtyard, press, window};

#[test]
fn no_tool_is_cut_off_in_a_small_window() {
    let harness = window(courtyard());
    for name in ["Show all", "First step", "Last step"] {
        let rect = harness.get_all_by_label(name).next().unwrap().rect();
        assert!(rect.min.x >= 0.0 && rect.max.x <= SMALL.x && rect.max.y <= SMALL.y, "{name} is at {rect}");
    }
}

#[test]
fn the_view_keeps_its_size_while_the_pointer_moves() {
    let mut harness = window(courtyard());
    for width in (1100..1500).step_by(10) {
        harness.set_size(Vec2::new(width as f32, 700.0));
        harness.event(egui::Event::PointerGone);
        harness.run();
        let counts = |harness: &Harness<'static, Window>| harness.get_by_label("Log").rect();
        let before = counts(&harness);
        harness.event(egui::Event::PointerMoved(egui::pos2(400.0, 350.0)));
        harness.run();
        assert!(harness.state().editor().pointer().is_some(), "the pointer is in the view");
        assert_eq!(counts(&harness), before, "at {width}");
    }
}

#[test]
fn hints_in_the_status_bar_are_left_out_whole_and_never_cut() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::G);
    let mut widths = |size: Vec2| -> Vec<f32> {
        harness.set_size(size);
        harness.run();
        let hints = harness.state().editor().hints();
        let shown = hints.iter().map_while(|hint| harness.query_all_by_label(&hint.does).last());
        shown.map(|label| label.rect().width()).collect()
    };
    let whole = widths(Vec2::new(2560.0, 800.0));
    for width in [1280.0, 1152.0, 1024.0, 900.0] {
        let shown = widths(Vec2::new(width, 800.0));
        assert!(shown.len() >= 3, "the first of {whole:?} at {width}: {shown:?}");
        assert_eq!(shown, whole[..shown.len()], "at {width}");
    }
}

/// Enlarges the text three times with Ctrl and +.
fn enlarge(harness: &mut Harness<'static, Window>) {
    for _ in 0..3 {
        press(harness, Modifiers::COMMAND, Key::Plus);
    }
}

#[test]
fn nothing_is_lost_in_a_small_window_with_larger_text() {
    let mut harness = window(courtyard());
    harness.set_size(Vec2::new(1024.0, 700.0));
    harness.run();
    enlarge(&mut harness);
    let room = egui::Rect::from_min_size(egui::Pos2::ZERO, harness.ctx.content_rect().size()).expand(0.5);
    for name in ["Vertices", "Walk by hand", "Cast a ray", "Show all", "Merge on drop", "Snap to grid"] {
        let rects: Vec<egui::Rect> = harness.get_all_by_label(name).map(|node| node.rect()).collect();
        assert!(rects.iter().any(|rect| room.contains_rect(*rect)), "{name}: {rects:?} in {room:?}");
    }
    let hint = harness.state().editor().hints()[0].does.clone();
    let rect = harness.get_all_by_label(&hint).last().unwrap().rect();
    assert!(room.contains_rect(rect), "the first hint: {rect:?}");
}

#[test]
fn the_explanation_of_a_step_is_in_view_in_a_small_window() {
    for (size, is_enlarged) in [
        (Vec2::new(1280.0, 800.0), false),
        (Vec2::new(1024.0, 700.0), false),
        (Vec2::new(1024.0, 700.0), true),
    ] {
        let mut harness = window(courtyard());
        harness.set_size(size);
        harness.run();
        if is_enlarged {
            enlarge(&mut harness);
        }
        click(&mut harness, "First step");
        let caption = harness.state().editor().event().unwrap().caption();
        let shown = harness.get_by_label(&caption).rect();
        let below = harness.get_by_role_and_label(Role::Button, "Plots").rect().min.y;
        assert!(
            shown.max.y <= below + 0.5,
            "{shown:?} above {below} at {size:?}, larger text: {is_enlarged}"
        );
    }
}
