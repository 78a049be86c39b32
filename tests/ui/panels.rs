//! Connection between window and editor, without a GPU: clicks reach the editor, panels show its state.

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use navsmith::app::Window;
use navsmith::editor::Editor;
use navsmith::editor::analysis::why::finding;
use navsmith::editor::analysis::{detour, survey};
use navsmith::editor::edits::place;
use navsmith::editor::files::dialog::Dialog;
use navsmith::editor::files::file::{FileInput, changed, unanswered};
use navsmith::editor::files::import::ImportDialog;
use navsmith::editor::files::reply::{FileContent, FileReply};
use navsmith::editor::interaction::commands::{CommandGroup, TABLE};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::queries::checks;
use navsmith::editor::queries::input::QueryInput;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::request::FilePurpose;
use navsmith::editor::view::grid::GridSize;
use navsmith::samples::{self, Content};
use navsmith_core::geometry::{FileCoordinates, Vec3};
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::{End, Endpoint};
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::timeline::Stage;
use navsmith_formats::check::Issue;
use navsmith_formats::document::{Document, Verdict};
use navsmith_formats::io::FileRef;

use crate::reach::two_islands;

pub(crate) const SMALL: Vec2 = Vec2::new(1280.0, 720.0);

/// Opens the courtyard sample with its path.
pub(crate) fn courtyard() -> Document {
    let Content::Document(text) = samples::all()[0].content else { panic!("the first sample is a document") };
    navsmith_formats::io::ron::read(text).unwrap()
}

/// Like [`courtyard`], but searches for the path over nodes.
fn courtyard_by_nodes() -> Document {
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
fn choose(editor: &mut Editor, purpose: FilePurpose, file: FileRef) {
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

/// Returns the courtyard with a query for which A* over midpoints does not find the shortest path.
fn detour() -> Document {
    let mut editor = Editor::new(courtyard_by_nodes());
    for (end, x, z) in [(End::Start, 3.2, 1.2), (End::Target, 8.5, 19.5)] {
        let at = Endpoint { ground: navsmith_core::geometry::Vec2::new(x, z), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(at))));
    }
    editor.document().clone()
}

#[test]
fn a_detour_is_explained_and_mended_by_its_button() {
    let mut harness = window(detour());
    press(&mut harness, Modifiers::NONE, Key::Y);
    let is_compared = |editor: &Editor| {
        detour::why_detour(editor).is_some_and(|why| why.comparison.is_some() && !why.is_outdated)
    };
    wait(&mut harness, is_compared);
    for description in ["longer than the shortest", "The node at the portal out of cell 8", "A* over entries"]
    {
        assert!(harness.query_all_by_label_contains(description).next().is_some(), "{description}");
    }
    harness.get_all_by_label_contains("A* over entries").next().unwrap().click();
    harness.run();
    let beside =
        |editor: &Editor| detour::why_detour(editor).and_then(|why| Some(why.beside?.algorithm.title()));
    assert_eq!(beside(harness.state().editor()), Some("A* over entries"), "beside the path");
    harness.get_all_by_label_contains("Dissolve edge 29–30").next().unwrap().click_accesskit();
    harness.run();
    assert_eq!(harness.state().editor().history().done().len(), 1, "mended");
    wait(&mut harness, is_compared);
    assert!(harness.query_by_label("No path is shorter.").is_some(), "compared again");
    click(&mut harness, "Steps");
    assert!(!detour::is_open(harness.state().editor()), "closed");
}

#[test]
fn detours_are_sampled_listed_and_plotted() {
    let mut harness = window(courtyard());
    click(&mut harness, "Analysis");
    // Frames must continue while the work is running.
    harness.get_by_label("Sample").click();
    wait(&mut harness, |editor| survey::found(editor).is_some());
    assert!(harness.query_all_by_label_contains("Detours of 200 pairs").next().is_some(), "plotted");
    harness.get_all_by_label_contains("Pair 1, ").next().unwrap().click_accesskit();
    harness.run();
    let editor = harness.state().editor();
    assert!(survey::is_asked_pair(editor, &survey::found(editor).unwrap().gaps[0]), "asked");
    click(&mut harness, "This path");
    assert!(harness.query_all_by_label_contains("Signed areas").next().is_some(), "the path's plots");
}

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
fn what_is_expected_of_a_query_is_set_and_dropped_by_buttons() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    click(&mut harness, "This length");
    let verdict = |harness: &Harness<'static, Window>| checks::verdict(harness.state().editor(), 0).clone();
    assert_eq!(verdict(&harness), Verdict::Holds, "what came out");
    press(&mut harness, Modifiers::ALT, Key::W);
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert!(matches!(verdict(&harness), Verdict::Differs { .. }), "the path is gone");
    for description in ["1 query differs", "Expected a path"] {
        assert!(harness.query_all_by_label_contains(description).next().is_some(), "{description}");
    }
    click(&mut harness, "Anything");
    assert_eq!(verdict(&harness), Verdict::Unchecked, "anything will do");
}

#[test]
fn ground_is_forbidden_by_a_click_and_that_is_one_step() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_by_role_and_label(Role::CheckBox, "Walk on paving").focus();
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Space);
    let editor = harness.state().editor();
    assert!(!editor.settings().filter.allows(AreaId(0)), "forbidden");
    assert_eq!(editor.history().done().len(), 1, "one step");
}

#[test]
fn an_agent_is_widened_by_keys_and_that_is_one_step() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_all_by_role(Role::Slider).find(|slider| slider.rect().min.x > SMALL.x * 0.7).unwrap().focus();
    harness.run();
    for _ in 0..3 {
        press(&mut harness, Modifiers::NONE, Key::ArrowRight);
    }
    assert!(harness.state().editor().settings().agent.radius > 0.0, "wider at once");
    harness.get_by_role_and_label(Role::CheckBox, "Walk on paving").focus();
    harness.run();
    assert_eq!(harness.state().editor().history().done().len(), 1, "one step of all three");
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

#[test]
fn an_island_is_hidden_and_shown_by_its_button() {
    let mut harness = window(courtyard());
    click(&mut harness, "Islands");
    click(&mut harness, "Hide island 1");
    assert!(harness.state().editor().has_hidden(), "hidden");
    click(&mut harness, "Show island 1");
    assert!(!harness.state().editor().has_hidden(), "shown");
}

#[test]
fn unsaved_work_is_not_lost_without_a_question() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::COMMAND, Key::N);
    assert!(harness.query_by_label("Save your changes?").is_some(), "asked");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label("Save your changes?").is_none(), "answered");
    assert!(harness.state().editor().is_dirty(), "nothing happened");
    press(&mut harness, Modifiers::COMMAND, Key::N);
    click(&mut harness, "Discard");
    assert!(!harness.state().editor().is_dirty(), "an empty document");
}

#[test]
fn the_start_screen_begins_a_new_document() {
    for has_key in [false, true] {
        let mut harness = window(courtyard());
        press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        harness.event(egui::Event::Text("start screen".into()));
        harness.run();
        press(&mut harness, Modifiers::NONE, Key::Enter);
        assert!(harness.query_by_label_contains("Funnel school").is_some(), "the samples are listed");
        if has_key {
            press(&mut harness, Modifiers::COMMAND, Key::N);
        } else {
            let new = harness.get_all_by_label_contains("New").rfind(|node| node.rect().width() > 200.0);
            new.unwrap().click();
            harness.run();
        }
        assert!(harness.state().editor().document().mesh.is_empty(), "a new document, by key: {has_key}");
        assert!(harness.query_by_label_contains("Funnel school").is_none(), "the start screen is closed");
    }
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

/// A glTF with one triangle in the XY plane.
pub(crate) const UPRIGHT: &str = r#"{ "asset": { "version": "2.0" }, "scenes": [{ "nodes": [0] }], "nodes": [{ "mesh": 0 }],
    "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
    "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3" }],
    "bufferViews": [{ "buffer": 0, "byteLength": 36 }], "buffers": [{ "byteLength": 36,
    "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAACAPwAAgD8AAAAA" }] }"#;

#[test]
fn an_upright_import_is_turned_and_one_without_cells_is_refused() {
    let scene = navsmith_formats::io::gltf::parse(UPRIGHT.as_bytes(), None).unwrap();
    let mut editor = Editor::new(Document::default());
    let dialog = ImportDialog::new("upright.gltf".into(), Arc::new(scene));
    editor.handle(Input::File(FileInput::OpenSample("upright", FileContent::Scene(dialog))));
    let mut harness = window_of(editor);
    let wait_for = |harness: &mut Harness<'static, Window>, words: &str| {
        for _ in 0..10_000 {
            harness.step();
            if harness.query_all_by_label_contains(words).next().is_some() {
                return;
            }
            std::thread::yield_now();
        }
        panic!("{words} is shown");
    };
    let is_refused = |harness: &Harness<'static, Window>| {
        harness.get_by_role_and_label(Role::Button, "Import").accesskit_node().is_disabled()
    };
    wait_for(&mut harness, "1 cell ");
    assert!(harness.query_by_label("1 of 1 chosen").is_some(), "the only item");
    assert!(!is_refused(&harness), "Z is up");
    let detected = "Z is up, because all triangles are upright with Y up.";
    let row = "automatic: Z";
    assert!([row, detected].iter().all(|text| harness.query_all_by_label(text).count() == 1), "once each");
    // The dialog is centred again when the preview changes its size. A click must not miss it then.
    harness.run();
    harness.get_by_label("Y").click();
    harness.run();
    wait_for(&mut harness, "0 cells");
    assert!(is_refused(&harness), "with Y up there is nothing to walk on");
    assert!(harness.query_by_label(detected).is_none(), "the user decided");
    assert!(
        harness.query_all_by_label_contains("all triangles are too steep").next().is_some(),
        "it says why"
    );
}

#[test]
fn enter_in_a_drop_down_of_a_dialog_chooses_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.mesh");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Export, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    harness.get_all_by_role(Role::ComboBox).next().expect("a drop-down").click();
    harness.run();
    harness.key_press(Key::ArrowDown);
    harness.run();
    harness.key_press(Key::Enter);
    harness.run();
    assert!(shows(&harness, "Export as Polyanya mesh?"), "the dialog stays open");
    assert!(!path.exists(), "nothing is written");
    let Some(Dialog::Export(dialog)) = harness.state().editor().dialog() else { panic!("an open dialog") };
    assert_ne!(dialog.settings().coordinates, FileCoordinates::default(), "the next value is chosen");
}

#[test]
fn saving_under_the_name_of_another_format_exports_after_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.mesh");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    assert!(shows(&harness, "Export as Polyanya mesh?"), "asked");
    assert!(shows(&harness, "1 query"), "what is lost is listed");
    assert!(!path.exists(), "nothing is written yet");
    harness.get_by_role_and_label(Role::Button, "Export").click();
    for _ in 0..10_000 {
        harness.step();
        if shows(&harness, "Exported") {
            break;
        }
        std::thread::yield_now();
    }
    assert!(std::fs::read_to_string(&path).unwrap().starts_with("mesh\n2\n"), "in the format of its name");
}

#[test]
fn an_export_of_a_picture_asks_for_its_contents() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.svg");
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Run(Command::FirstStep));
    choose(&mut editor, FilePurpose::Export, path.clone().into());
    let mut harness = window_of(editor);
    harness.run();
    assert!(shows(&harness, "Export as SVG?"), "asked");
    harness.get_by_label("Whole mesh").click();
    harness.run();
    harness.get_by_role_and_label(Role::CheckBox, "Legend").click();
    harness.run();
    harness.get_by_role_and_label(Role::Button, "Export").click();
    for _ in 0..10_000 {
        harness.step();
        if shows(&harness, "Exported") {
            break;
        }
        std::thread::yield_now();
    }
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("id=\"caption\"") && text.contains("id=\"grid\""), "as chosen");
    assert!(!text.contains("id=\"legend\""), "without a legend");
}

/// Returns whether an element with these words in its label is visible.
pub(crate) fn shows(harness: &Harness<'static, Window>, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn reverting_asks_whether_to_lose_the_changes() {
    let folder = tempfile::tempdir().unwrap();
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, folder.path().join("yard.ron").into());
    let mut harness = window_of(editor);
    let run_until = |harness: &mut Harness<'static, Window>, is_done: fn(&Editor) -> bool| {
        for _ in 0..10_000 {
            harness.step();
            if is_done(harness.state().editor()) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("the file is never read or written");
    };
    run_until(&mut harness, |editor| editor.file_ref().is_some());
    let before = harness.state().editor().document().clone();
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    assert!(shows(&harness, "Revert to the saved file?"), "asked");
    assert!(!shows(&harness, "unless you save them"), "saving is no answer");
    press(&mut harness, Modifiers::NONE, Key::Enter);
    assert!(harness.state().editor().is_dirty(), "Enter loses nothing");
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::R);
    click(&mut harness, "Revert");
    run_until(&mut harness, |editor| !editor.is_dirty());
    assert_eq!(*harness.state().editor().document(), before, "the file is read again");
}

#[test]
fn the_document_is_compared_with_a_step_of_the_history() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    click(&mut harness, "History");
    harness.get_by_label("As opened").click_secondary();
    harness.run();
    click(&mut harness, "Compare with step");
    assert!(shows(&harness, "Compared with step 0, as opened"));
}

#[test]
fn differences_from_the_saved_version_are_listed_and_shown_by_a_click() {
    let mut harness = window(courtyard());
    let document = harness.state().editor().document().clone();
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    press(&mut harness, Modifiers::ALT | Modifiers::SHIFT, Key::D);
    assert!(shows(&harness, "Compared with the saved version"));
    let cells = document.mesh.cell_count();
    assert!(shows(&harness, &format!("Removed cells  {cells}")), "the heading of the list");
    let camera = harness.state().editor().camera();
    click(&mut harness, "cell 0");
    assert_ne!(harness.state().editor().camera(), camera, "framed");
    click(&mut harness, "Close");
    assert!(shows(&harness, "No comparison"));
}

#[test]
fn a_file_that_another_program_changed_is_offered_and_reloaded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.as_path().into());
    let mut harness = window_of(editor);
    wait(&mut harness, |editor| editor.file_ref().is_some());
    let other = navsmith_formats::io::ron::write(&two_islands()).unwrap();
    std::fs::write(&path, other).unwrap();
    // The thread that watches the file polls it a few times.
    for _ in 0..2_000 {
        if changed::offer(harness.state().editor()).is_some() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.step();
    }
    harness.run();
    assert!(shows(&harness, "yard.ron changed on disk."), "an offer");
    click(&mut harness, "Reload");
    let cells = two_islands().mesh.cell_count();
    wait(&mut harness, |editor| editor.document().mesh.cell_count() == cells);
    assert!(!shows(&harness, "yard.ron changed on disk."), "done");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(*harness.state().editor().document(), courtyard(), "one undo step");
}

#[test]
fn a_removed_file_is_reported_and_saved_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("yard.ron");
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Save, path.as_path().into());
    let mut harness = window_of(editor);
    wait(&mut harness, |editor| editor.file_ref().is_some());
    std::fs::remove_file(&path).unwrap();
    // The thread that watches the file polls it a few times.
    for _ in 0..2_000 {
        if changed::is_removed(harness.state().editor()) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        harness.step();
    }
    harness.run();
    assert!(shows(&harness, "yard.ron was deleted or moved."), "a note");
    press(&mut harness, Modifiers::COMMAND, Key::Q);
    assert!(shows(&harness, "yard.ron was deleted or moved by another program."), "asked");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    click(&mut harness, "Save");
    wait(&mut harness, |editor| !editor.is_dirty());
    assert!(path.is_file() && !shows(&harness, "yard.ron was deleted or moved."), "saved");
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
fn the_start_screen_has_a_card_for_each_sample() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("start screen".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    for sample in samples::all() {
        assert!(shows(&harness, &format!("Open the sample {}", sample.name)), "{}", sample.name);
    }
}

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
fn the_ends_of_a_query_are_typed() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    harness.get_by_role_and_label(Role::SpinButton, "X of the start").focus();
    harness.run();
    harness.event(egui::Event::Text("=2*3+0.5".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let start =
        |harness: &Harness<'static, Window>| harness.state().editor().endpoint(End::Start).expect("placed");
    assert_eq!(start(&harness).ground.x, 6.5, "typed");
    assert_eq!(harness.state().editor().history().done().len(), 1, "one step");
    press(&mut harness, Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    harness.event(egui::Event::Text("start 3 0.5 4".into()));
    harness.run();
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let placed = start(&harness);
    assert_eq!((placed.ground.x, placed.height, placed.ground.y), (3.0, Some(0.5), 4.0), "by the palette");
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
fn the_status_bar_shows_when_unsaved_work_was_last_kept() {
    let mut editor = Editor::new(courtyard());
    editor.handle(Input::Run(navsmith::editor::session::command::Command::NewArea));
    editor.handle(Input::Tick(0.0));
    editor.handle(Input::Tick(100.0));
    editor.take_effects();
    let (number, _) = unanswered(&editor).next_back().expect("a recovery copy is written");
    editor.handle(Input::File(FileInput::Reply(number, Ok(FileReply::Kept("14:03".into())))));
    let mut harness = Harness::builder()
        .with_size(Vec2::new(1920.0, 1080.0))
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, editor));
    harness.run();
    assert!(harness.query_by_label("Recovery copy 14:03").is_some(), "beside the switches");
    for width in [1500.0, 1400.0, 1300.0, 1200.0, 1100.0, 1024.0, 900.0] {
        harness.set_size(Vec2::new(width, 700.0));
        harness.run();
        let canvas = harness.get_by_role(Role::Canvas).rect();
        let other = {
            let mut other = window(courtyard());
            other.set_size(Vec2::new(width, 700.0));
            other.run();
            other.get_by_role(Role::Canvas).rect()
        };
        assert_eq!(canvas.size(), other.size(), "the view keeps its size at {width}");
        let label = harness.query_by_label("Recovery copy 14:03").map(|node| node.rect());
        assert!(label.is_some() || width < 1500.0, "there is room for it at {width}");
        assert!(label.is_none_or(|rect| rect.min.x >= 0.0 && rect.max.x <= width), "{label:?} at {width}");
    }
    harness.get_by_label("Log").hover();
    harness.run_steps(40);
    assert!(shows(&harness, "Last recovery copy of unsaved work: 14:03"), "in the tooltip");
}

#[test]
fn a_key_that_does_nothing_says_why() {
    let mut harness = window(courtyard());
    press(&mut harness, Modifiers::NONE, Key::G);
    assert!(shows(&harness, "Nothing is selected."), "the reason");
}

#[test]
fn a_format_that_always_has_y_up_offers_no_other_axis() {
    let mut editor = Editor::new(courtyard());
    choose(&mut editor, FilePurpose::Export, "yard.mesh".into());
    let mut harness = window_of(editor);
    harness.run();
    let is_offered = |axis: &str| {
        let axis = harness.get_by_role_and_label(Role::Button, axis);
        !axis.accesskit_node().is_disabled()
    };
    assert!(is_offered("Y") && !is_offered("Z"), "only Y");
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

#[test]
fn the_remedy_for_a_gap_says_that_its_length_is_that_of_the_path() {
    let mut harness = window(two_islands());
    wait(&mut harness, |editor| !finding::is_awaited(editor));
    harness.run();
    assert!(shows(&harness, "Weld: path of "), "with its length");
}
