//! Connection between window and editor, without a GPU: clicks reach the editor, panels show its state.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::files::file::{FileInput, unanswered};
use navsmith::editor::files::reply::FileReply;
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::request::FilePurpose;
use navsmith::samples::{self, Content};
use navsmith_core::geometry::Vec3;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_formats::check::Issue;
use navsmith_formats::document::Document;
use navsmith_formats::io::FileRef;

pub(crate) const SMALL: Vec2 = Vec2::new(1280.0, 720.0);

/// Opens the courtyard sample with its path.
pub(crate) fn courtyard() -> Document {
    let Content::Document(text) = samples::all()[0].content else { panic!("the first sample is a document") };
    navsmith_formats::io::ron::read(text).unwrap()
}

/// Like [`courtyard`], but searches for the path over nodes.
pub(crate) fn courtyard_by_nodes() -> Document {
    let mut document = courtyard();
    let mut queries = document.queries.to_vec();
    queries[0].settings.algorithm = Algorithm::Nodes(Method::Midpoints).into();
    document.queries = queries.into();
    document
}

/// Opens a window with a document and draws its first frames.
///
/// After every run the harness checks that each control has an accessible name.
pub(crate) fn window(document: Document) -> Harness<'static, Window> {
    let mut harness = window_of(Editor::new(document));
    harness.run();
    harness
}

/// Chooses a file in the dialog for a purpose.
pub(crate) fn choose(editor: &mut Editor, purpose: FilePurpose, file: FileRef) {
    editor.handle(Input::Run(match purpose {
        FilePurpose::Save => Command::SaveAs,
        FilePurpose::Export => Command::Export,
        other => {
            assert_eq!(other, FilePurpose::Level(None), "a dialog of these tests");
            Command::AddLevel
        }
    }));
    editor.take_effects();
    let (number, _) = unanswered(editor).next_back().expect("the dialog is open");
    editor.handle(Input::File(FileInput::Reply(number, Ok(FileReply::Chosen(file)))));
}

/// Opens a window before its first frame.
pub(crate) fn window_of(editor: Editor) -> Harness<'static, Window> {
    Harness::builder()
        .with_size(SMALL)
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, editor))
}

pub(crate) fn press(harness: &mut Harness<'static, Window>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

#[track_caller]
pub(crate) fn click(harness: &mut Harness<'static, Window>, label: &str) {
    harness.get_all_by_label(label).next().unwrap_or_else(|| panic!("{label} is shown")).click();
    // A job that runs keeps the window drawing.
    let _frames = harness.run_ok();
}

#[test]
fn the_menus_list_every_command() {
    let mut harness = window(courtyard());
    for group in CommandGroup::ALL {
        click(&mut harness, group.title());
        let is_listed = |title| harness.query_all_by_label_contains(title).next().is_some();
        let missing: Vec<_> = TABLE
            .iter()
            .filter(|spec| spec.group == group && !spec.title.contains("udge") && !is_listed(spec.title))
            .map(|spec| spec.title)
            .filter(|title| !title.contains("Raise") && !title.contains("Lower"))
            .collect();
        assert!(missing.is_empty(), "the menu {} lacks {missing:?}", group.title());
        press(&mut harness, Modifiers::NONE, Key::Escape);
    }
}

#[test]
fn a_list_in_a_drop_down_is_chosen_from_and_the_drop_down_stays_open() {
    let mut harness = window(courtyard());
    let wanted = AlgorithmChoice::Named(Algorithm::Nodes(Method::FunnelCost));
    click(&mut harness, "Settings");
    let mut chosen = harness.query_all_by_label("Polyanya");
    assert!(chosen.next().is_some(), "the algorithm that was selected");
    drop(chosen);
    harness.get_by_role(Role::ComboBox).click();
    harness.run();
    click(&mut harness, wanted.title());
    assert_eq!(harness.state().editor().settings().algorithm, wanted, "the choice is made");
    assert!(harness.query_by_label("Height tolerance").is_some(), "the settings stay open");
    click(&mut harness, "Settings");
    assert!(harness.query_by_label("Height tolerance").is_none(), "its button closes them");
}

#[test]
fn the_palette_runs_the_command_that_fits_best() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("selall".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let editor = harness.state().editor();
    assert_eq!(
        editor.selection().cells().len(),
        editor.document().mesh.cell_count(),
        "everything is selected"
    );
    assert!(!is_palette_open(&harness), "the palette is closed");
}

#[test]
fn what_was_said_and_is_not_so_any_more_is_shown_no_longer() {
    let mut harness = window(courtyard());
    harness.set_size(Vec2::new(1920.0, 1080.0));
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("widest agent".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let said = |harness: &Harness<'static, Window>| {
        harness.query_all_by_label_contains("The widest agent that gets through").next().is_some()
    };
    assert!(said(&harness), "in the status bar");
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert!(!said(&harness), "there is no way any more");
}

#[test]
fn dialogs_close_on_escape() {
    let mut harness = window(courtyard());
    for (key, title) in [(Key::F1, "Keys"), (Key::F4, "Preferences")] {
        press(&mut harness, Modifiers::NONE, key);
        assert!(harness.query_all_by_label("Close").next().is_some(), "{title} is open");
        press(&mut harness, Modifiers::NONE, Key::Escape);
        assert!(harness.query_all_by_label("Close").next().is_none(), "{title} is closed");
    }
}

#[test]
fn every_panel_can_be_shown_with_and_without_a_mesh() {
    for document in [Document::default(), courtyard()] {
        let mut harness = window(document);
        let upper = ["Stepper", "Inspector", "Queries", "Analysis", "Level"];
        let lower = ["Plots", "Islands", "Issues", "Areas", "Compare", "History"];
        for tab in upper.into_iter().chain(lower) {
            click(&mut harness, tab);
        }
    }
}

/// Draws frames until `is_done` holds for the result of a worker thread.
pub(crate) fn wait(harness: &mut Harness<'static, Window>, is_done: impl Fn(&Editor) -> bool) {
    for _ in 0..10_000 {
        if is_done(harness.state().editor()) {
            harness.run();
            return;
        }
        harness.step();
        std::thread::yield_now();
    }
    panic!("nothing comes of the work");
}

#[test]
fn a_click_in_the_history_takes_steps_back() {
    let mut harness = window(courtyard());
    let opened = harness.state().editor().document().clone();
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert_eq!(harness.state().editor().document().mesh.cell_count(), 0, "all is gone");
    click(&mut harness, "History");
    click(&mut harness, "As opened");
    assert_eq!(*harness.state().editor().document(), opened, "as it was opened");
}

#[test]
fn an_issue_is_mended_by_its_button() {
    let corners = [[0., 0.], [4., 0.], [4., 4.], [2., 1.], [0., 4.]].map(|[x, z]| Vec3::new(x, 0.0, z));
    let cell = Cell::new((0..5).rev().map(VertexId), AreaId(0));
    let mut harness = window(Document::of_mesh(NavMesh::from_parts(corners, [cell]).unwrap()));
    click(&mut harness, "Issues");
    click(&mut harness, "Split cell 0 into convex cells");
    let editor = harness.state().editor();
    assert!(editor.issues().is_empty(), "nothing is wrong any more");
    assert!(editor.document().mesh.cell_count() > 1, "the cell was cut");
}

#[test]
fn arrow_keys_go_through_the_issues_after_a_click_and_edit_nothing() {
    let corners = [[0., 0.], [4., 0.], [4., 4.], [2., 1.], [0., 4.]];
    let places = [0.0, 10.0].into_iter().flat_map(|x| corners.map(|[dx, z]| Vec3::new(x + dx, 0.0, z)));
    let cells = [0, 5].map(|first| Cell::new((first..first + 5).rev().map(VertexId), AreaId(0)));
    let mut harness = window(Document::of_mesh(NavMesh::from_parts(places, cells).unwrap()));
    click(&mut harness, "Issues");
    assert!(harness.query_by_label("2 errors").is_some(), "counted by severity");
    assert!(harness.query_by_label("Repair all 2…").is_some(), "with the number of issues");
    click(&mut harness, "Cell 0 is concave");
    let shown = |harness: &Harness<'static, Window>| {
        harness.state().editor().issue_list().shown().map(Issue::headline)
    };
    for (key, expected) in [(Key::ArrowDown, "Cell 1"), (Key::ArrowUp, "Cell 0")] {
        press(&mut harness, Modifiers::NONE, key);
        assert_eq!(shown(&harness), Some(format!("{expected} is concave")));
    }
    assert!(harness.state().editor().history().done().is_empty(), "the selected cell stays");
    click(&mut harness, "2 errors");
    assert!(harness.query_by_label("Cell 0 is concave").is_none(), "hidden");
}

#[test]
fn an_island_is_hidden_and_shown_by_its_button() {
    let mut harness = window(courtyard());
    click(&mut harness, "Islands");
    click(&mut harness, "Hide island 1");
    assert!(harness.state().editor().has_hidden(), "hidden");
    click(&mut harness, "Show island 1");
    assert!(!harness.state().editor().has_hidden(), "shown");
}

/// Returns whether the text field of the palette is visible; its hint is a placeholder, not a label.
pub(crate) fn is_palette_open(harness: &Harness<'static, Window>) -> bool {
    let mut fields = harness.query_all_by_role(Role::TextInput);
    fields.any(|field| {
        field.accesskit_node().placeholder().is_some_and(|hint| hint.contains("Type a few letters"))
    })
}

#[test]
fn keys_and_menus_work_over_the_start_screen() {
    let mut harness = window(Document::default());
    let open_start = |harness: &mut Harness<'static, Window>| {
        press(harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        harness.event(egui::Event::Text("start screen".into()));
        harness.run();
        press(harness, Modifiers::NONE, Key::Enter);
    };
    let is_open =
        |harness: &Harness<'static, Window>| harness.query_by_label_contains("Funnel school").is_some();
    open_start(&mut harness);
    press(&mut harness, Modifiers::NONE, Key::F3);
    assert!(is_palette_open(&harness), "the palette");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(is_open(&harness), "Escape closes the palette alone");
    click(&mut harness, "File");
    assert!(is_open(&harness), "the menu opens over it");
    assert!(harness.query_all_by_label_contains("Save as").next().is_some(), "the menu is open");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!is_open(&harness), "the second Escape closes the start screen");
}

#[test]
fn a_right_click_opens_the_menu_unless_it_takes_a_gesture_back() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    for (begin, is_opened) in [(Key::G, false), (Key::F8, true)] {
        press(&mut harness, Modifiers::NONE, begin);
        harness.get_by_role(Role::Canvas).click_secondary();
        harness.run();
        let is_open = harness.query_all_by_label_contains("Start here").next().is_some();
        assert_eq!(is_open, is_opened, "after {begin:?}");
    }
    assert!(!harness.state().editor().is_gesture_running(), "the gesture was taken back");
}

/// A glTF with one triangle in the XY plane.
pub(crate) const UPRIGHT: &str = r#"{ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36,
    "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAA" }] }"#;

/// Returns whether an element with these words in its label is visible.
pub(crate) fn shows(harness: &Harness<'static, Window>, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn the_legend_folds_at_a_click_and_unfolds_by_its_key() {
    let mut harness = window(courtyard());
    assert!(shows(&harness, "left portal end"), "it names the marks in view");
    click(&mut harness, "Fold the legend");
    assert!(
        !harness.state().editor().options().shows_legend && !shows(&harness, "left portal end"),
        "folded"
    );
    press(&mut harness, Modifiers::NONE, Key::F5);
    assert!(shows(&harness, "left portal end"), "unfolded");
}

#[test]
fn the_legend_covers_at_most_three_fifths_of_a_low_view() {
    let mut harness = window(courtyard());
    click(&mut harness, "First step");
    for size in [Vec2::new(1600.0, 1000.0), Vec2::new(1024.0, 700.0), Vec2::new(900.0, 560.0)] {
        harness.set_size(size);
        harness.run();
        let canvas = harness.get_by_role(Role::Canvas).rect();
        let header = harness.get_by_label("Fold the legend").rect();
        let body = harness.get_by_label_contains("Legend. ").rect();
        let height = header.union(body).height();
        assert!(height <= canvas.height() * 0.6 + 24.0, "{height} of {} at {size}", canvas.height());
        assert!(header.min.x > canvas.min.x, "in the view at {size}");
    }
}

#[test]
fn a_mark_under_the_pointer_is_named_in_a_tooltip() {
    let mut harness = window(courtyard());
    let start = harness.state().editor().endpoint(End::Start).unwrap().ground;
    let at = harness.state().editor().camera().screen_from_ground(start);
    let canvas = harness.get_by_role(Role::Canvas).rect();
    harness.hover_at(canvas.min + Vec2::new(at.x, at.y));
    harness.run_steps(40);
    let shows =
        |harness: &Harness<'static, Window>| shows(harness, "Drag it, or place it with the Start tool.");
    assert!(shows(&harness), "what it is");
    press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    harness.run_steps(40);
    assert!(!shows(&harness), "not in the way of who steps by keys");
    harness.hover_at(canvas.min + Vec2::new(at.x + 1.0, at.y));
    harness.run_steps(40);
    assert!(shows(&harness), "again once the pointer moves");
}

#[test]
fn a_key_that_does_nothing_says_why() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::G);
    assert!(shows(&harness, "Nothing is selected."), "the reason");
}
