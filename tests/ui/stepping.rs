//! The stepper: its buttons, tracks, cards and lessons.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::document::Document;

use crate::panels::{click, courtyard, courtyard_by_nodes, press, shows, window};

/// Returns the position of the cursor in the funnel's track, if it is in that stage.
fn in_funnel(harness: &Harness<'static, Window>) -> Option<usize> {
    harness.state().editor().stage().filter(|(stage, _)| *stage == Stage::Funnel).map(|(_, local)| local)
}

#[test]
fn the_steppers_buttons_move_the_cursor() {
    let mut harness = window(courtyard());
    let cursor = |harness: &Harness<'static, Window>| in_funnel(harness);
    click(&mut harness, "First step");
    assert_eq!(cursor(&harness), Some(0), "the first step");
    click(&mut harness, "Step forward");
    assert_eq!(cursor(&harness), Some(1), "one further");
    click(&mut harness, "Step back");
    assert_eq!(cursor(&harness), Some(0), "one back");
    click(&mut harness, "Last step");
    assert_eq!(cursor(&harness), Some(harness.state().editor().timeline().len() - 1), "the last");
    let row = format!("Step {}: Arrived", harness.state().editor().timeline().len());
    assert!(harness.query_all_by_label_contains(&row).next().is_some(), "the list follows to the last step");
}

#[test]
fn the_line_of_steps_is_walked_by_arrow_keys() {
    let mut harness = window(courtyard());
    click(&mut harness, "First step");
    harness.get_by_role_and_label(Role::Slider, "Funnel").focus();
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    press(&mut harness, Modifiers::NONE, Key::ArrowLeft);
    assert_eq!(in_funnel(&harness), Some(1), "two further, one back");
}

#[test]
fn every_stage_has_a_track_and_the_search_a_table_of_its_cells() {
    let mut harness = window(courtyard_by_nodes());
    // A search over nodes has no intervals, and there is no walk or ray cast.
    let foreign = [Stage::Interval, Stage::Walk, Stage::Ray, Stage::Triangulation];
    for stage in Stage::ALL.iter().filter(|stage| !foreign.contains(stage)) {
        harness.get_by_role_and_label(Role::Slider, stage.title()).focus();
        harness.run();
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
        let here = harness.state().editor().stage();
        assert_eq!(here, Some((*stage, 1)), "its own track");
    }
    let first = harness.state().editor().trace().range(Stage::Search).start;
    harness.get_by_role_and_label(Role::Slider, "Search").focus();
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    assert_eq!(harness.state().editor().stepper().cursor(), Some(first + 1), "in the search");
    click(&mut harness, "Cells");
    assert!(harness.query_all_by_label_contains("closed").next().is_some(), "the cells with their costs");
}

#[test]
fn each_stage_explains_itself_on_a_card_that_escape_closes() {
    let mut harness = window(courtyard());
    click(&mut harness, "Explain Portals");
    assert!(shows(&harness, Stage::Portals.lesson().sentences[0]), "in three sentences");
    click(&mut harness, "Next: Funnel");
    assert!((1..=3).all(|number| shows(&harness, &format!("Picture {number}: "))), "with three pictures");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!shows(&harness, "Picture 1: "), "closed");
    press(&mut harness, Modifiers::SHIFT, Key::F1);
    assert!(shows(&harness, "Picture 1: "), "open again");
    click(&mut harness, "Close");
    assert!(!shows(&harness, "Picture 1: "), "closed by its button");
}

#[test]
fn a_lesson_stays_in_the_view_and_opens_unfolded() {
    for size in [Vec2::new(1600.0, 1000.0), Vec2::new(1280.0, 800.0), Vec2::new(1024.0, 700.0)] {
        let mut harness = window(courtyard());
        harness.set_size(size);
        harness.run();
        press(&mut harness, Modifiers::SHIFT, Key::F1);
        click(&mut harness, "Next: Surface");
        click(&mut harness, "Previous: Funnel");
        let canvas = harness.get_by_role(Role::Canvas).rect();
        let close = harness.get_by_label("Close").rect();
        assert!(canvas.contains_rect(close), "{close} in {canvas} at {size}");
        for number in 1..=3 {
            let words = format!("Picture {number}: ");
            let picture = harness.get_all_by_label_contains(&words).next().unwrap().rect();
            assert!(canvas.contains_rect(picture), "picture {number}: {picture} in {canvas} at {size}");
        }
        click(&mut harness, "Hide");
        harness.run_steps(20);
        assert!(!shows(&harness, "Picture 1: "), "folded at {size}");
        press(&mut harness, Modifiers::SHIFT, Key::F1);
        harness.run_steps(20);
        assert!(shows(&harness, "Picture 1: "), "unfolded at {size}");
    }
}

#[test]
fn the_card_about_the_funnel_is_found_in_the_palette() {
    let mut harness = window(Document::default());
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("what is a funnel".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(shows(&harness, "Picture 3: "), "open");
}
