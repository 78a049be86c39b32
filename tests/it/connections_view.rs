//! Why two cells are not connected, as the editor shows it.

#![expect(clippy::unwrap_used, reason = "a test may")]

use std::collections::BTreeSet;

use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::analysis::connections::{self, ConnectionInput};
use navsmith::editor::edits::proposals::ProposalSource;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::{Effect, Panel};
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::{ViewId, ViewInput};
use navsmith_core::navmesh::{AreaId, Cell, CellId, NavMesh, VertexId};
use navsmith_formats::check::connection::{MOST_NEAR, Obstacle, Reach};
use navsmith_formats::document::Document;

use crate::support::jobs::{finish, jobs, only_job};

const LIST: &str = "finding islands that nearly touch";
const PAIR: &str = "comparing two cells";

/// Opens an editor of squares of two metres in a row, each 3 mm from the one before.
fn row(count: u32) -> Editor {
    let corners = |i: u32| {
        let x = i as f32 * 2.003;
        [[x, 0.0], [x, 2.0], [x + 2.0, 2.0], [x + 2.0, 0.0]].map(|[x, z]| Vec3::new(x, 0.0, z))
    };
    let cell = |i: u32| Cell::new([0, 1, 2, 3].map(|corner| VertexId(i * 4 + corner)), AreaId(0));
    let mesh = NavMesh::from_parts((0..count).flat_map(corners), (0..count).map(cell)).unwrap();
    let mut editor = Editor::new(Document::of_mesh(mesh));
    editor.handle(Input::View(ViewId::ABOVE, ViewInput::Resize(Vec2::splat(800.0))));
    editor.handle(Input::Run(Command::FrameAll));
    editor.take_effects();
    editor
}

/// Clicks positions in a mode; the last ones are added to the selection.
fn select(editor: &mut Editor, mode: Mode, places: &[[f32; 2]]) {
    editor.handle(Input::Run(Command::SelectNone));
    editor.set_mode(mode);
    for &place in places {
        let modifiers = Modifiers { shift: true, ..Modifiers::default() };
        let pointer = Pointer::above(place.into(), 0.01, modifiers);
        editor.handle(Input::Hover(pointer));
        editor.handle(Input::Click(pointer));
    }
}

/// Selects two squares.
fn select_cells(editor: &mut Editor, cells: [u32; 2]) {
    select(editor, Mode::Cell, &cells.map(|cell| [cell as f32 * 2.003 + 1.0, 1.0]));
}

fn labels(editor: &Editor) -> Vec<String> {
    let marks = editor.scene(ViewId::ABOVE).marks.into_iter();
    marks
        .filter_map(|mark| if let Mark::Label(Role::Gap, _, text) = mark { Some(text.clone()) } else { None })
        .collect()
}

#[test]
fn two_selected_cells_are_compared_and_connected() {
    let mut editor = row(3);
    assert_eq!(
        Command::WhyNotConnected.enabled(&editor),
        Err("Select exactly two cells, or one edge"),
        "nothing"
    );
    assert_eq!(Command::ConnectCells.enabled(&editor), Err("Ask \"Why not connected?\" first"), "not asked");
    select_cells(&mut editor, [0, 1]);
    editor.handle(Input::Run(Command::WhyNotConnected));
    assert!(editor.take_effects().contains(&Effect::Show(Panel::Islands)), "the panel shows it");
    let found = connections::answer(&editor).unwrap();
    assert!(
        matches!(found.obstacle, Some(Obstacle::Gap(width)) if (width - 0.003).abs() < 1e-6),
        "{found:?}"
    );
    assert_eq!(labels(&editor), ["3.00 mm"], "the view shows the gap");
    let (before, steps) = (editor.document().clone(), editor.history().done().len());
    editor.handle(Input::Run(Command::ConnectCells));
    assert_eq!(editor.derived().islands.len(), 2, "two of three islands are one");
    assert_eq!(editor.history().done().len(), steps + 1, "one step");
    assert_eq!(connections::answer(&editor).unwrap().reach, Reach::Direct, "the answer follows");
    assert_eq!(Command::ConnectCells.enabled(&editor), Err("The cells are connected already"), "done");
    assert!(labels(&editor).is_empty(), "no obstacle");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(editor.document(), &before, "it is taken back");
    editor.handle(Input::Connection(ConnectionInput::Close));
    assert_eq!((connections::asked(&editor), connections::answer(&editor)), (None, None), "closed");
}

#[test]
fn an_edge_is_compared_with_the_cell_over_it() {
    let mut editor = row(2);
    select(&mut editor, Mode::Edge, &[[1.999, 1.0]]);
    editor.handle(Input::Run(Command::WhyNotConnected));
    assert_eq!(connections::asked(&editor), Some([CellId(0), CellId(1)]), "over the gap");
    select(&mut editor, Mode::Edge, &[[0.0, 1.0]]);
    editor.take_effects();
    editor.handle(Input::Run(Command::WhyNotConnected));
    let said = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    let expected = "No other cell lies over edge 0–1. Select two cells to compare them.";
    assert_eq!(said.as_deref(), Some(expected), "nothing is there");
}

#[test]
fn a_pair_of_the_list_is_shown_and_connected() {
    let mut editor = row(3);
    let pairs = |editor: &Editor| {
        let near = connections::near_islands(editor).unwrap();
        near.pairs.iter().map(|(_, pair)| pair.cells.map(|cell| cell.0)).collect::<BTreeSet<_>>()
    };
    assert_eq!(pairs(&editor), BTreeSet::from([[0, 1], [1, 2]]), "both gaps");
    let cells = [CellId(1), CellId(2)];
    editor.handle(Input::Connection(ConnectionInput::Ask(cells)));
    let selected: Vec<CellId> = editor.selection().cells().iter().copied().collect();
    assert_eq!(
        (connections::asked(&editor), selected.as_slice()),
        (Some(cells), cells.as_slice()),
        "a click"
    );
    editor.handle(Input::Apply(ProposalSource::Connection([CellId(0), CellId(1)])));
    assert_eq!(pairs(&editor), BTreeSet::from([[1, 2]]), "the other pair stays");
    let before = editor.document().clone();
    editor.handle(Input::Apply(ProposalSource::Connection([CellId(0), CellId(2)])));
    assert_eq!(editor.document(), &before, "a pair that is not listed");
}

#[test]
fn a_question_about_a_deleted_cell_has_no_answer() {
    let mut editor = row(2);
    editor.handle(Input::Connection(ConnectionInput::Ask([CellId(0), CellId(1)])));
    select(&mut editor, Mode::Cell, &[[3.0, 1.0]]);
    editor.handle(Input::Run(Command::Delete));
    assert_eq!((connections::asked(&editor), connections::answer(&editor)), (None, None), "deleted");
    editor.handle(Input::Connection(ConnectionInput::Ask([CellId(0), CellId(1)])));
    assert_eq!(connections::asked(&editor), None, "and not asked again");
    editor.handle(Input::Run(Command::Undo));
    assert!(connections::answer(&editor).is_some(), "restored");
}

#[test]
fn jobs_answer_for_a_large_mesh() {
    let mut editor = row(5_000);
    assert!(connections::near_islands(&editor).is_none(), "not known yet");
    editor.handle(Input::Tick(1.0));
    let list = only_job(&mut editor, LIST);
    assert_eq!(connections::under_way(&editor), Some(list.number), "shown as running");
    finish(&mut editor, &list);
    let near = connections::near_islands(&editor).unwrap();
    assert_eq!((near.pairs.len(), near.total), (MOST_NEAR, 4_999), "the list is bounded");
    assert_eq!(near.note().as_deref(), Some("200 of 4,999 pairs are listed."), "and states the total");
    select_cells(&mut editor, [17, 18]);
    editor.handle(Input::Run(Command::WhyNotConnected));
    assert!(Command::ConnectCells.enabled(&editor).is_err(), "not known yet");
    editor.handle(Input::Tick(2.0));
    let pair = jobs(&mut editor, PAIR).pop().unwrap();
    editor.handle(Input::JobDone(pair.stopped()));
    assert!(connections::is_given_up(&editor), "the user stopped it");
    editor.handle(Input::Connection(ConnectionInput::Resume));
    let pair = only_job(&mut editor, PAIR);
    finish(&mut editor, &pair);
    editor.handle(Input::Run(Command::ConnectCells));
    assert_eq!(editor.derived().islands.len(), 4_999, "connected");
}
