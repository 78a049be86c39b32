//! Escape cancels drags, typed names and menus.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::interaction::commands::CommandGroup;

use crate::panels::{SMALL, click, courtyard, press, shows, window};

#[test]
fn escape_in_a_menu_keeps_the_selection() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    let is_deselected = |harness: &Harness<'static, Window>| harness.state().editor().selection().is_empty();
    assert!(!is_deselected(&harness));
    click(&mut harness, CommandGroup::View.title());
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!is_deselected(&harness), "it closes the menu");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(is_deselected(&harness), "it clears the selection");
}

#[test]
fn escape_cancels_a_slider_that_is_held_and_keeps_what_can_be_redone() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    let is_in_panel = |slider: &egui_kittest::Node<'_>| slider.rect().min.x > SMALL.x * 0.7;
    let slider = harness.get_all_by_role(Role::Slider).find(is_in_panel).unwrap().rect();
    harness.hover_at(slider.left_center());
    harness.drag_at(slider.left_center());
    harness.run();
    harness.hover_at(slider.center());
    harness.run();
    let radius = |harness: &Harness<'static, Window>| harness.state().editor().settings().agent.radius;
    assert!(radius(&harness) > 0.0, "wider at once");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    harness.hover_at(slider.right_center());
    harness.run();
    harness.drop_at(slider.right_center());
    harness.run();
    assert_eq!(radius(&harness), 0.0, "as before");
    let history = harness.state().editor().history();
    assert!(history.done().is_empty() && history.undone().len() == 1, "the undone step can be redone");
}

#[test]
fn escape_cancels_the_drag_of_a_colour() {
    let mut harness = window(courtyard());
    click(&mut harness, "Areas");
    let area = |harness: &Harness<'static, Window>| harness.state().editor().document().areas[0].clone();
    let before = area(&harness);
    for is_cancelled in [true, false] {
        let name = format!("Colour of {}", before.name);
        click(&mut harness, &name);
        let red = harness.get_by_label("📋").rect().right_center() + Vec2::new(24.0, 0.0);
        harness.hover_at(red);
        harness.drag_at(red);
        harness.run();
        harness.hover_at(red + Vec2::new(40.0, 0.0));
        harness.run();
        if is_cancelled {
            press(&mut harness, Modifiers::NONE, Key::Escape);
        }
        harness.drop_at(red + Vec2::new(40.0, 0.0));
        harness.run();
        assert_eq!(area(&harness).color == before.color, is_cancelled, "kept if cancelled");
    }
}

#[test]
fn escape_discards_a_typed_name() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    let name =
        |harness: &Harness<'static, Window>| harness.state().editor().document().queries[0].name.clone();
    let before = name(&harness);
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::SHIFT, Key::F1);
    for (key, is_renamed) in [(Key::Escape, false), (Key::Enter, true)] {
        let field = |harness: &Harness<'static, Window>, act: fn(egui_kittest::Node<'_>)| {
            let mut fields = harness.query_all_by_role(Role::TextInput);
            act(fields.find(|field| field.value().as_ref() == Some(&before)).unwrap());
        };
        field(&harness, |field| field.focus());
        harness.run();
        field(&harness, |field| field.type_text("!"));
        harness.run();
        press(&mut harness, Modifiers::NONE, key);
        assert_eq!(name(&harness) != before, is_renamed, "after {key:?}");
        assert!(shows(&harness, "Picture 1: "), "the card stays open");
        assert!(!harness.state().editor().selection().is_empty(), "so does the selection");
    }
}
