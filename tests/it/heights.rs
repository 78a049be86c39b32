//! Heights in the colour scale and the contour lines.

#![expect(clippy::unwrap_used, reason = "a test may")]

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::legend::{self, LegendKey};
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::scales;
use navsmith::editor::view::scene::Tint;
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::edit::{delete_vertices, move_vertices};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::document::Document;

/// Returns an editor with a ramp of two cells, each 10 m long.
///
/// The ramp rises from 1 m to 3 m and then to 6 m.
fn ramp() -> Editor {
    let rows = [(0.0, 1.0), (10.0, 3.0), (20.0, 6.0)];
    let vertices = rows.iter().flat_map(|&(x, y)| [Vec3::new(x, y, 0.0), Vec3::new(x, y, 5.0)]);
    let cell = |i: u32| Cell::new([i, i + 1, i + 3, i + 2].map(VertexId), AreaId(0));
    let mesh = NavMesh::from_parts(vertices, [cell(0), cell(2)]).unwrap();
    let mut editor = Editor::new(Document::of_mesh(mesh));
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::new(800.0, 600.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.handle(Input::Run(Command::ColorByHeight));
    editor
}

#[test]
fn the_scale_runs_from_the_lowest_to_the_highest_vertex() {
    let editor = ramp();
    assert_eq!(
        legend::legend(&editor, &editor.camera()).key,
        LegendKey::Scale { from: 1.0, to: 6.0 },
        "not of the cells' middles"
    );
    assert_eq!(
        legend::tint(&editor, CellId(0)),
        legend::tint(&editor, CellId(1)),
        "a cell has no height of its own"
    );
    assert_eq!(legend::tint(&editor, CellId(0)), Tint::Height, "its corners have");
}

#[test]
fn contours_follow_the_zoom_and_the_legend_states_their_interval() {
    let mut editor = ramp();
    let mut intervals = Vec::new();
    for _ in 0..60 {
        let interval = scales::contour_interval(&editor, &editor.camera()).unwrap();
        assert!(
            legend::legend(&editor, &editor.camera()).note == format!("A contour line every {interval} m."),
            "the same"
        );
        intervals.push(interval);
        editor.handle(Input::Run(Command::ZoomIn));
    }
    assert!(intervals[0] <= 1.0, "several lines over 5 m: {}", intervals[0]);
    assert!(intervals.is_sorted_by(|a, b| a >= b), "never coarser when zooming in: {intervals:?}");
    assert!(intervals[59] < intervals[0], "but finer");
    assert!(intervals[59] >= 5.0 / 2000.0, "down to what heights resolve: {}", intervals[59]);
}

#[test]
fn level_ground_has_no_contours() {
    let mut editor = ramp();
    let low = [0, 1].map(VertexId);
    editor.edit("Level", |draft| move_vertices(draft, &low, Vec3::new(0.0, 2.0, 0.0)));
    let high = [4, 5].map(VertexId);
    editor.edit("Level", |draft| move_vertices(draft, &high, Vec3::new(0.0, -3.0, 0.0)));
    assert_eq!(scales::height_range(&editor), [3.0, 3.0], "one height");
    assert_eq!(scales::contour_interval(&editor, &editor.camera()), None, "no lines");
    assert_eq!(
        legend::legend(&editor, &editor.camera()).note,
        "All vertices are at the same height.",
        "and the legend says why"
    );
}

#[test]
fn the_range_after_edits_is_that_of_a_new_pass() {
    let mut editor = ramp();
    let check = |editor: &Editor, what: &str| {
        let fresh = Editor::new(editor.document().clone());
        assert_eq!(scales::height_range(editor), scales::height_range(&fresh), "after {what}");
    };
    let steps = [(2, 1.5), (2, 9.0), (2, -20.0), (0, -30.0), (0, 40.0), (4, 0.25)];
    for (vertex, by) in steps {
        let key = legend::tint_key(&editor);
        editor.edit("Move", |draft| move_vertices(draft, &[VertexId(vertex)], Vec3::new(0.0, by, 0.0)));
        check(&editor, &format!("moving {vertex} by {by}"));
        assert!(legend::tint_key(&editor) == key, "no other cell is coloured again");
    }
    editor.edit("Delete", |draft| delete_vertices(draft, &[VertexId(5)]));
    check(&editor, "a deletion");
    while Command::Undo.enabled(&editor).is_ok() {
        editor.handle(Input::Run(Command::Undo));
        check(&editor, "an undo");
    }
}

#[test]
fn a_height_that_rounds_to_zero_has_no_sign_in_the_legend() {
    let ends = |from, to| LegendKey::Scale { from, to }.scale_ends().unwrap();
    assert_eq!(ends(-0.03, 2.5), ["0.0 m", "2.5 m"], "rounded up to zero");
    assert_eq!(ends(-0.06, -0.0), ["-0.1 m", "0.0 m"], "only zero loses its sign");
    assert_eq!(LegendKey::Search.scale_ends(), None, "no scale");
}
