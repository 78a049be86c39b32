//! The repair dialog in the window.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use navsmith::app::Window;
use navsmith::editor::analysis::repair;
use navsmith_core::navmesh::{AreaId, Cell, NavMesh, VertexId};
use navsmith_formats::check::repair::RepairStep;
use navsmith_formats::document::Document;

use crate::panels::{click, courtyard, press, wait, window};

/// Returns a mesh of a square, a copy of it, and a square inside out.
fn broken() -> Document {
    let square = |x: f32| [[x, 0.], [x, 2.], [x + 2., 2.], [x + 2., 0.]].map(|[x, z]| [x, 0., z].into());
    let rings: [[u32; 4]; 3] = [[0, 1, 2, 3], [0, 1, 2, 3], [7, 6, 5, 4]];
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    Document::of_mesh(NavMesh::from_parts([square(0.), square(5.)].concat(), cells).unwrap())
}

/// Opens the dialog by its key and draws frames until the preview is computed.
fn opened(document: Document) -> Harness<'static, Window> {
    let mut harness = window(document);
    press(&mut harness, Modifiers::ALT, Key::F8);
    wait(&mut harness, |editor| repair::preview(editor).is_some());
    harness
}

/// Presses the button at a position, moves the pointer to another one, and releases it.
fn drag(harness: &mut Harness<'static, Window>, from: Pos2, to: Pos2) {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    for event in [
        Event::PointerMoved(from),
        button(from, true),
        Event::PointerMoved(from.lerp(to, 0.5)),
        Event::PointerMoved(to),
        button(to, false),
    ] {
        harness.event(event);
        harness.run();
    }
}

fn is_shown(harness: &Harness<'static, Window>, words: &str) -> bool {
    harness.query_all_by_label_contains(words).next().is_some()
}

#[test]
fn enter_repairs_the_mesh_and_escape_closes_the_dialog() {
    let mut harness = opened(broken());
    assert!(is_shown(&harness, "After"), "the mesh after the repair");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert!(!repair::is_open(harness.state().editor()), "closed");
    assert_eq!(harness.state().editor().document(), &broken(), "nothing is changed");
    press(&mut harness, Modifiers::ALT, Key::F8);
    wait(&mut harness, |editor| repair::preview(editor).is_some());
    press(&mut harness, Modifiers::NONE, Key::Enter);
    let editor = harness.state().editor();
    assert!(!repair::is_open(editor), "closed");
    assert_eq!(editor.document().mesh.cell_count(), 2, "the copy is removed");
    press(&mut harness, Modifiers::COMMAND, Key::Z);
    assert_eq!(harness.state().editor().document(), &broken(), "one undo step");
}

#[test]
fn a_step_is_selected_switched_off_and_moved() {
    let mut harness = opened(broken());
    let orient = "step Reverse windings";
    click(&mut harness, orient);
    assert_eq!(repair::selected(harness.state().editor()), Some(RepairStep::Orient), "a click");
    assert!(is_shown(&harness, "of 1"), "its place");
    click(&mut harness, "Next place");
    assert_eq!(repair::framed_place(harness.state().editor()), Some(0), "framed");
    click(&mut harness, "Move up");
    assert_eq!(repair::settings(harness.state().editor()).steps[0], (RepairStep::Orient, true), "first");
    click(&mut harness, "Run Reverse windings");
    assert_eq!(repair::settings(harness.state().editor()).steps[0], (RepairStep::Orient, false), "off");
    wait(&mut harness, |editor| repair::preview(editor).is_some());
    assert!(is_shown(&harness, "1 error"), "it stays");
    click(&mut harness, "Reset");
    assert_eq!(
        repair::settings(harness.state().editor()),
        &repair::settings::RepairSettings::default(),
        "restored"
    );
}

#[test]
fn a_step_is_dragged_to_another_place() {
    let mut harness = opened(broken());
    let rows = ["step Weld gaps", "step Remove duplicates", "step Reverse windings"];
    let [weld, duplicates, orient] = rows.map(|name| harness.get_by_label(name).rect().center());
    assert!(weld.y < orient.y && orient.y < duplicates.y, "the usual order");
    drag(&mut harness, duplicates, weld);
    let first = |harness: &Harness<'static, Window>| {
        let steps = &repair::settings(harness.state().editor()).steps;
        [steps[0].0, steps[1].0, steps[2].0]
    };
    let moved = [RepairStep::Duplicates, RepairStep::Weld, RepairStep::Orient];
    assert_eq!(first(&harness), moved, "dragged up");
    drag(&mut harness, weld, duplicates);
    let moved = [RepairStep::Weld, RepairStep::Orient, RepairStep::Duplicates];
    assert_eq!(first(&harness), moved, "dragged down");
    drag(&mut harness, weld, weld + Vec2::new(-600.0, 0.0));
    assert_eq!(first(&harness), moved, "a drop beside the list changes nothing");
}

#[test]
fn a_sound_mesh_has_nothing_to_repair() {
    let harness = opened(courtyard());
    assert!(is_shown(&harness, "Nothing to repair"), "stated");
    let button = harness.get_by_role_and_label(egui::accesskit::Role::Button, "Repair");
    assert!(button.accesskit_node().is_disabled(), "nothing to apply");
}

#[test]
fn a_button_raises_the_tolerance_to_the_width_of_the_gaps() {
    let mut harness =
        opened(navsmith_formats::io::ron::read(include_str!("../../assets/two_islands.ron")).unwrap());
    assert!(is_shown(&harness, "3 gaps up to 0.02 m wide are wider than the tolerance."), "the reason");
    click(&mut harness, "Use 0.02 m");
    assert_eq!(repair::settings(harness.state().editor()).tolerance, Some(0.02), "set");
    wait(&mut harness, |editor| repair::preview(editor).is_some());
    assert!(is_shown(&harness, "After"), "they are welded");
    assert!(!is_shown(&harness, "wider than the tolerance"), "none is left");
}

#[test]
fn the_whole_dialog_fits_a_small_window() {
    for size in [Vec2::new(1024.0, 700.0), Vec2::new(900.0, 560.0)] {
        let mut harness = opened(broken());
        harness.set_size(size);
        harness.run();
        for name in ["Repair", "Cancel", "Reset", "Move up"] {
            let rect = harness.get_by_role_and_label(egui::accesskit::Role::Button, name).rect();
            assert!(harness.ctx.content_rect().contains_rect(rect), "{name} at {rect}, window {size}");
        }
        assert!(is_shown(&harness, "Repair mesh"), "the title");
    }
}
