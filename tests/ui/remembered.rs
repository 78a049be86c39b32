//! Layouts, settings, messages and frame times.

use egui::{Id, Rect, vec2};
use egui_tiles::{Container, ContainerKind, SimplificationOptions, Tree};
use navsmith::app::dock::{Dock, Pane};
use navsmith::app::frame_times::{FRAMES, FrameTimes, describe};
use navsmith::app::messages::{LEGEND, MOST_NOTES, Messages, SCALE_BAR, seconds_to_read};
use navsmith::app::panels::remembered::{Remembered, with_options};
use navsmith::editor::Editor;
use navsmith::editor::session::effect::Message;
use navsmith::editor::session::options::{Coloring, Options};
use navsmith::editor::view::grid::GridSize;
use navsmith_formats::document::Document;
use navsmith_formats::io::settings::UserSettings;

#[test]
fn views_are_put_side_by_side_and_back() {
    let mut dock = Dock::read(None);
    let is_beside = |dock: &Dock| {
        let tiles = &dock.tree.tiles;
        let space = tiles.find_pane(&Pane::Space).and_then(|tile| tiles.parent_of(tile));
        space.and_then(|tile| tiles.get_container(tile)).map(Container::kind)
    };
    for expected in [ContainerKind::Horizontal, ContainerKind::Tabs, ContainerKind::Horizontal] {
        dock.split_views();
        assert_eq!(is_beside(&dock), Some(expected));
        let written = dock.write().expect("a layout can be written");
        assert_eq!(Dock::read(Some(&written)).tree, dock.tree, "no panel is lost");
        dock.tree.simplify(&SimplificationOptions {
            all_panes_must_have_tabs: false,
            ..SimplificationOptions::default()
        });
    }
}

#[test]
fn a_layout_is_read_as_it_was_written() {
    let mut dock = Dock::read(None);
    dock.show(Pane::History);
    let written = dock.write().expect("a layout can be written");
    assert_eq!(Dock::read(Some(&written)).tree, dock.tree, "the same layout");
}

#[test]
fn a_broken_layout_or_one_that_lost_a_panel_gives_the_usual_one() {
    let usual = Dock::read(None).tree;
    assert_eq!(Dock::read(Some("nonsense")).tree, usual, "nonsense");
    let one = Tree::new_tabs(Id::unique("dock"), vec![Pane::Viewport]);
    let written = ron::to_string(&one).expect("a layout can be written");
    assert_eq!(Dock::read(Some(&written)).tree, usual, "only one panel");
}

#[test]
fn options_come_back_as_they_were() {
    let options = Options {
        coloring: Coloring::Island,
        keeps_previous: false,
        reloads_changed: true,
        regenerates_changed: true,
        is_dark: false,
        shows_legend: false,
        legend_place: glam::Vec2::new(0.0, 0.25),
        ui_scale: 1.5,
        ..Options::default()
    };
    for grid in [GridSize::Adaptive, GridSize::Fixed(0.25)] {
        let options = Options { grid, ..options.clone() };
        let settings = with_options(UserSettings::default(), &options);
        let remembered = Remembered::of(settings);
        assert_eq!(remembered.options(), options, "the same");
    }
}

#[test]
fn the_projection_of_the_3d_view_comes_back() {
    for is_parallel in [false, true] {
        let settings = UserSettings { is_parallel, ..UserSettings::default() };
        let remembered = Remembered::of(settings);
        let mut editor = Editor::new(Document::default());
        remembered.inputs().into_iter().for_each(|input| editor.handle(input));
        assert_eq!(editor.orbit().has_parallel_lines(), is_parallel, "as it was");
    }
}

#[test]
fn a_message_is_current_until_the_document_changes_or_it_is_retracted() {
    let mut messages = Messages::default();
    let message = Message::info("Opened the sample.");
    messages.add(message.clone(), 0.0, 1);
    assert_eq!(messages.current(1), Some(&message), "just added");
    assert_eq!(messages.current(2), None, "after an edit");
    messages.retract(&message);
    assert_eq!(messages.current(1), None, "retracted");
}

#[test]
fn long_notes_stay_in_the_view_above_the_scale_bar_and_beside_the_legend() {
    let mut messages = Messages::default();
    let text = "This file could not be read, and this sentence goes on and on. ".repeat(4);
    (0..9).for_each(|number| messages.add(Message::error(format!("{number}: {text}")), 0.0, 1));
    let ctx = egui::Context::default();
    let view = Rect::from_min_max(egui::pos2(60.0, 50.0), egui::pos2(560.0, 600.0));
    let free = Rect::from_min_max(view.min, view.max - vec2(LEGEND, SCALE_BAR)).expand(0.5);
    for _ in 0..3 {
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| messages.ui(ui.ctx(), view));
        // No renderer takes the textures, and epaint asserts that they are handled.
        output.textures_delta.clear();
    }
    let shown: Vec<Rect> = (1..=9)
        .filter_map(|number| ctx.memory(|memory| memory.area_rect(Id::unique(("message", number as u64)))))
        .collect();
    assert_eq!(shown.len(), MOST_NOTES, "the newest");
    assert!(shown.iter().all(|note| free.contains_rect(*note)), "{shown:?} in {free:?}");
}

#[test]
fn errors_are_counted_until_the_log_is_read() {
    let mut messages = Messages::default();
    messages.add(Message::error("The disk is full."), 0.0, 1);
    messages.add(Message::info("Saved."), 0.0, 1);
    assert_eq!(messages.unread_errors(), 1, "one error, whatever followed");
    assert_eq!(seconds_to_read(&Message::error("x")), None, "it stays until it is dismissed");
}

#[test]
fn errors_that_no_longer_apply_are_not_counted() {
    let mut messages = Messages::default();
    let [gone, other] = ["house.obj cannot be read.", "The disk is full."].map(Message::error);
    messages.add(gone.clone(), 0.0, 1);
    messages.add(other, 0.0, 1);
    messages.retract(&gone);
    assert_eq!((messages.unread_errors(), messages.note_count()), (1, 1), "the file was found");
    messages.add(Message::warning("Export again."), 0.0, 1);
    messages.retract_errors();
    assert_eq!((messages.unread_errors(), messages.note_count()), (0, 1), "in another document");
    assert_eq!(messages.log_count(), 3, "the log keeps them");
}

#[test]
fn a_repeated_message_is_shown_once() {
    let mut messages = Messages::default();
    (0..3).for_each(|now| messages.add(Message::warning("Nothing is selected."), f64::from(now), 1));
    assert_eq!(messages.note_count(), 1, "the last one");
}

#[test]
fn percentiles_are_of_the_frames_that_are_remembered() {
    let mut times = FrameTimes::default();
    for i in 0..FRAMES + 100 {
        times.note(Some(if i < 100 { 9.0 } else { 0.001 * (i - 99) as f32 }), 0.02 * i as f64);
    }
    let words = describe(&times.frames);
    assert!(words.starts_with("median 120.0 ms · 95 % within 228.0 ms"), "240 are left: {words}");
    assert!(words.ends_with("worst 240.0 ms"), "the first hundred are forgotten: {words}");
    times.note(Some(0.001), 500.0);
    let words = describe(&times.apart);
    assert!(words.ends_with("worst 20.0 ms"), "after a rest, the pause is not counted: {words}");
}
