//! The window's wiring, without a GPU: what is clicked reaches the editor, and what the editor says is shown.

use egui::accesskit::Role;
use egui::{Key, Modifiers, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use navsmith::app::Window;
use navsmith::document::{Document, Verdict};
use navsmith::editor::{Editor, GridSize, Group, Input, QueryInput, TABLE};
use navsmith::geometry::Vec3;
use navsmith::io::samples::{self, Content};
use navsmith::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith::pathfinding::{Algorithm, End, Endpoint, Method, Preference, Stage};

const SMALL: Vec2 = Vec2::new(1280.0, 720.0);

/// The courtyard with its path.
fn courtyard() -> Document {
    let Content::Document(text) = samples::all()[0].content else { panic!("the first sample is a document") };
    navsmith::io::ron::read(text).unwrap()
}

/// The same path, searched for over nodes.
fn courtyard_by_nodes() -> Document {
    let mut document = courtyard();
    let mut queries = document.queries.to_vec();
    queries[0].settings.algorithm = Algorithm::Nodes(Method::Midpoints).into();
    document.queries = queries.into();
    document
}

/// A window that shows a document; after every run it is checked that each control has a name.
fn window(document: Document) -> Harness<'static, Window> {
    let mut harness = Harness::builder()
        .with_size(SMALL)
        .with_max_steps(64)
        .build_eframe(|context| Window::new(&context.egui_ctx, Editor::new(document)));
    harness.run();
    harness
}

fn press(harness: &mut Harness<'static, Window>, modifiers: Modifiers, key: Key) {
    harness.key_press_modifiers(modifiers, key);
    harness.run();
}

#[track_caller]
fn click(harness: &mut Harness<'static, Window>, label: &str) {
    harness.get_all_by_label(label).next().unwrap_or_else(|| panic!("{label} is shown")).click();
    harness.run();
}

#[test]
fn the_menus_list_every_command() {
    let mut harness = window(courtyard());
    for group in Group::ALL {
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

/// Where the cursor is in the funnel's track.
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
    let wanted = Preference::Named(Algorithm::Nodes(Method::Taut));
    click(&mut harness, "How it is found");
    let chosen = harness.query_by_label("Polyanya, the optimum");
    assert!(chosen.is_some(), "what was chosen automatically is told");
    harness.get_by_role(Role::ComboBox).click();
    harness.run();
    click(&mut harness, wanted.title());
    assert_eq!(harness.state().editor().settings().algorithm, wanted, "the choice is made");
    assert!(harness.query_by_label("Reach above floors").is_some(), "the settings stay open");
    click(&mut harness, "How it is found");
    assert!(harness.query_by_label("Reach above floors").is_none(), "its button closes them");
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
    assert!(harness.query_by_label_contains("Type a few letters").is_none(), "the palette is closed");
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
        for tab in
            ["Stepper", "Inspector", "Queries", "Analysis", "Plots", "Islands", "Issues", "Areas", "History"]
        {
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
    // The path is searched over nodes, so there are no intervals; nobody walked or cast a ray.
    let foreign = [Stage::Interval, Stage::Walk, Stage::Ray];
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

/// Draws frames until something has come of the work on another thread.
fn wait(harness: &mut Harness<'static, Window>, is_done: impl Fn(&Editor) -> bool) {
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

/// The courtyard, asked for a way that A* over midpoints does not find the shortest of.
fn detour() -> Document {
    let mut editor = Editor::new(courtyard_by_nodes());
    for (end, x, z) in [(End::Start, 3.2, 1.2), (End::Target, 8.5, 19.5)] {
        let at = Endpoint { ground: navsmith::geometry::Vec2::new(x, z), height: None };
        editor.handle(Input::Query(QueryInput::SetEnd(end, Some(at))));
    }
    editor.document().clone()
}

#[test]
fn a_detour_is_explained_and_mended_by_its_button() {
    let mut harness = window(detour());
    press(&mut harness, Modifiers::NONE, Key::Y);
    let is_compared =
        |editor: &Editor| editor.why_detour().is_some_and(|why| why.comparison.is_some() && !why.is_outdated);
    wait(&mut harness, is_compared);
    for says in ["longer than the shortest", "The portal out of cell 8", "A* over entries"] {
        assert!(harness.query_all_by_label_contains(says).next().is_some(), "{says}");
    }
    harness.get_all_by_label_contains("A* over entries").next().unwrap().click();
    harness.run();
    let beside = |editor: &Editor| editor.why_detour().and_then(|why| Some(why.beside?.algorithm.title()));
    assert_eq!(beside(harness.state().editor()), Some("A* over entries"), "beside the path");
    harness.get_all_by_label_contains("Merge cell 8 and cell 9").next().unwrap().click_accesskit();
    harness.run();
    assert_eq!(harness.state().editor().history().done().len(), 1, "mended");
    wait(&mut harness, is_compared);
    assert!(harness.query_by_label("No way is shorter.").is_some(), "compared anew");
    click(&mut harness, "Steps");
    assert!(!harness.state().editor().is_detour_open(), "closed");
}

#[test]
fn detours_are_sampled_listed_and_plotted() {
    let mut harness = window(courtyard());
    click(&mut harness, "Analysis");
    // While the work goes on, there is always another frame to draw.
    harness.get_by_label("Sample").click();
    wait(&mut harness, |editor| editor.survey().is_some());
    assert!(harness.query_all_by_label_contains("Detours of 200 pairs").next().is_some(), "plotted");
    harness.get_all_by_label_contains("Pair 1, ").next().unwrap().click();
    harness.run();
    let editor = harness.state().editor();
    assert!(editor.is_asked_pair(&editor.survey().unwrap().gaps[0]), "asked");
    click(&mut harness, "This path");
    assert!(harness.query_all_by_label_contains("Signed areas").next().is_some(), "the path's plots");
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
fn what_is_expected_of_a_query_is_set_and_dropped_by_buttons() {
    let mut harness = window(courtyard());
    click(&mut harness, "Queries");
    click(&mut harness, "This length");
    let verdict = |harness: &Harness<'static, Window>| harness.state().editor().verdict(0).clone();
    assert_eq!(verdict(&harness), Verdict::Holds, "what came out");
    press(&mut harness, Modifiers::ALT, Key::W);
    press(&mut harness, Modifiers::NONE, Key::A);
    press(&mut harness, Modifiers::NONE, Key::Delete);
    assert!(matches!(verdict(&harness), Verdict::Differs { .. }), "the path is gone");
    for says in ["1 query differs", "Expected a path"] {
        assert!(harness.query_all_by_label_contains(says).next().is_some(), "{says}");
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
    assert!(harness.query_by_label("Save your work?").is_some(), "asked");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(harness.query_by_label("Save your work?").is_none(), "answered");
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
        assert!(harness.state().editor().document().mesh.is_empty(), "begun anew, by key: {has_key}");
        assert!(harness.query_by_label_contains("Funnel school").is_none(), "the start screen is closed");
    }
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
    for width in [1280.0, 1152.0, 1024.0] {
        let shown = widths(Vec2::new(width, 800.0));
        assert!(!shown.is_empty() && shown.len() < whole.len(), "some of {whole:?}: {shown:?}");
        assert_eq!(shown, whole[..shown.len()], "at {width}");
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
    let place = editor.selection_place().expect("all is selected");
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
