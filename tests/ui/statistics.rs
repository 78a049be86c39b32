//! Statistics in the panel *Analysis*: the histogram, its bars and its colours.

use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::edits::area::{self, AreaColumn};
use navsmith::editor::elements::islands::{self, IslandColumn};
use navsmith::editor::files::statistics::{self, StatisticsInput};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::options::Coloring;
use navsmith::editor::session::table::TableOrder;
use navsmith_formats::document::statistics::Measure;

use crate::panels::{click, courtyard, window, window_of};
use crate::reach::two_islands;

fn click_at(harness: &mut Harness<'static, Window>, pos: Pos2) {
    harness.event(Event::PointerMoved(pos));
    harness.run();
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.run();
    }
}

#[test]
fn a_click_on_a_bar_selects_its_cells() {
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Statistics(StatisticsInput::Show(Measure::Corners)));
    let mut harness = window_of(editor);
    harness.run();
    click(&mut harness, "Analysis");
    let note = harness.get_by_label("Click a bar to select its cells.").rect();
    let selected = |harness: &Harness<'static, Window>| {
        harness.state().editor().selection().cells().iter().copied().collect::<Vec<_>>()
    };
    assert!(selected(&harness).is_empty(), "nothing yet");
    // The bars are above the note; the axis of the numbers is at their left.
    let mut hits = Vec::new();
    for step in 0..12 {
        let x = note.left() + 50.0 + (step as f32) * 20.0;
        click_at(&mut harness, Pos2::new(x, note.top() - 60.0));
        hits.extend(Some(selected(&harness)).filter(|cells| !cells.is_empty()));
    }
    hits.dedup();
    assert!(!hits.is_empty(), "a bar was clicked");
    let editor = harness.state().editor();
    let found = statistics::found(editor).unwrap();
    for cells in hits {
        let bar = |corners: usize| found.bar_of(corners as f64);
        let corners = |cell| editor.document().mesh.cell(cell).unwrap().corners().len();
        let bars: Vec<usize> = cells.into_iter().map(|cell| bar(corners(cell))).collect();
        assert!(bars.iter().all(|&other| other == bars[0]), "cells of one bar");
    }
}

#[test]
fn arrow_keys_choose_a_bar_and_enter_selects_its_cells() {
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Statistics(StatisticsInput::Show(Measure::Corners)));
    let mut harness = window_of(editor);
    harness.run();
    click(&mut harness, "Analysis");
    harness.get_by_label("Histogram").focus();
    harness.run();
    let nodes = |harness: &Harness<'static, Window>| harness.state().editor().document().mesh.clone();
    let before = nodes(&harness);
    for key in [Key::ArrowRight, Key::ArrowRight, Key::ArrowRight, Key::ArrowLeft] {
        harness.key_press(key);
        harness.run();
    }
    let editor = harness.state().editor();
    assert_eq!(statistics::chosen_bar(editor), Some(1), "the second bar");
    assert!(editor.selection().cells().is_empty(), "not selected yet");
    harness.get_by_label("4: 7 cells. Enter selects the cells.");
    harness.key_press(Key::Enter);
    harness.run();
    harness.get_by_label("4: 7 cells. Its cells are selected.");
    let editor = harness.state().editor();
    assert_eq!(editor.selection().cells().len(), 7, "cells with 4 corners");
    assert_eq!(nodes(&harness), before, "no key moved a vertex");
}

#[test]
fn a_list_closes_when_a_key_chooses_from_it() {
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Statistics(StatisticsInput::Show(Measure::Corners)));
    let mut harness = window_of(editor);
    click(&mut harness, "Analysis");
    harness.get_by_role_and_label(Role::ComboBox, "Measure").focus();
    for (key, is_open) in [(Key::Enter, true), (Key::ArrowDown, true), (Key::Enter, false)] {
        harness.run();
        harness.key_press(key);
        harness.run();
        assert_eq!(egui::Popup::is_any_open(&harness.ctx), is_open, "after {key:?}");
    }
    assert_ne!(statistics::measure(harness.state().editor()), Measure::Corners, "another one is chosen");
}

#[test]
fn a_narrow_panel_names_the_columns_that_it_leaves_out() {
    let mut harness = window(two_islands());
    click(&mut harness, "Islands");
    harness.get_by_label("Lowest");
    harness.set_size(egui::Vec2::new(720.0, 1200.0));
    harness.run();
    assert!(harness.query_by_label("Lowest").is_none(), "no place for it");
    harness.get_by_label("m²").hover();
    harness.run_steps(60);
    harness.get_by_label_contains("A wider panel also shows \"Lowest\"");
}

#[test]
fn a_measure_is_chosen_and_colours_the_cells() {
    let mut harness = window(courtyard());
    click(&mut harness, "Analysis");
    harness.get_all_by_role(Role::ComboBox).next().expect("the list of measures").click();
    harness.run();
    click(&mut harness, "Slope");
    assert_eq!(statistics::measure(harness.state().editor()), Measure::Slope, "chosen");
    click(&mut harness, "Colour");
    let coloring = harness.state().editor().options().coloring;
    assert_eq!(coloring, Coloring::Measure(Measure::Slope), "coloured");
}

#[test]
fn a_click_on_a_header_sorts_and_another_reverses() {
    let mut harness = window(two_islands());
    click(&mut harness, "Islands");
    let order = |harness: &Harness<'static, Window>| islands::order(harness.state().editor());
    click(&mut harness, "Lowest");
    assert_eq!(order(&harness), TableOrder { column: IslandColumn::Lowest, is_descending: false });
    click(&mut harness, "Lowest ⬆");
    assert_eq!(order(&harness), TableOrder { column: IslandColumn::Lowest, is_descending: true });
    click(&mut harness, "Areas");
    click(&mut harness, "Name");
    let order = area::order(harness.state().editor());
    assert_eq!(order, TableOrder { column: AreaColumn::Name, is_descending: false }, "areas as well");
}
