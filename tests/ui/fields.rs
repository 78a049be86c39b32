//! Fields for coordinates, the grid and the cut of a level.

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::edits::place;
use navsmith::editor::session::request::FilePurpose;
use navsmith::editor::view::grid::GridSize;

use crate::panels::{SMALL, choose, click, courtyard, press, wait, window, window_of};

#[test]
fn a_coordinate_is_typed_as_an_expression_and_an_error_is_shown_beside_it() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    click(&mut harness, "Inspector");
    let fields = harness.get_all_by_role(Role::SpinButton).filter(|field| field.rect().min.x > SMALL.x * 0.7);
    let x = fields.min_by(|a, b| a.rect().min.y.total_cmp(&b.rect().min.y));
    x.expect("the field for X comes first").focus();
    harness.run();
    harness.event(egui::Event::Text("=1/".into()));
    harness.run();
    let is_told = |harness: &Harness<'static, Window>| {
        harness.query_all_by_label_contains("A number is missing").next().is_some()
    };
    assert!(is_told(&harness), "the error is shown");
    harness.event(egui::Event::Text("4".into()));
    harness.run();
    assert!(!is_told(&harness), "it is a number now");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let editor = harness.state().editor();
    assert_eq!(editor.history().done().len(), 1, "one step");
    let place = place::of_selection(editor).expect("all is selected");
    assert!((place.center.x - 0.25).abs() < 1e-4, "at {}", place.center.x);
}

#[test]
fn the_size_of_the_grid_is_chosen_in_the_status_bar() {
    let mut harness = window(courtyard());
    click(&mut harness, "grid 0.5 m");
    click(&mut harness, "2 m");
    assert_eq!(harness.state().editor().options().grid, GridSize::Fixed(2.0), "chosen");
    press(&mut harness, Modifiers::COMMAND, Key::ArrowDown);
    assert_eq!(harness.state().editor().options().grid, GridSize::Fixed(1.0), "finer by a key");
}

#[test]
fn the_cut_of_a_level_begins_at_the_height_that_its_slider_shows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("house.obj");
    std::fs::write(&path, "v 0 0 0\nv 0 6 9\nv 9 0 0\nf 1 2 3\n").unwrap();
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Level(None), path.as_path().into());
    let mut harness = window_of(editor);
    wait(&mut harness, |editor| !editor.document().levels.is_empty());
    let height = |harness: &Harness<'static, Window>| {
        let mut numbers = harness.get_all_by_role(Role::SpinButton).filter_map(|field| field.value());
        let text = numbers.find(|value| value.ends_with(" m")).expect("the height of the cut");
        text.trim_end_matches(" m").parse::<f32>().unwrap()
    };
    let shown = height(&harness);
    for _ in 0..2 {
        harness.get_by_role_and_label(Role::CheckBox, "Cut the level").click();
        harness.run();
        let cut = harness.state().editor().options().cut_height.expect("a cut");
        assert!((cut - shown).abs() < 0.01 && (height(&harness) - shown).abs() < 0.01, "{cut}, {shown}");
        harness.get_by_role_and_label(Role::CheckBox, "Cut the level").click();
        harness.run();
    }
}
