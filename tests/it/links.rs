//! Links drawn, selected, changed and deleted by inputs, as in the window.

mod copies;

use expect_test::{Expect, expect};
use glam::{Vec2, Vec3};
use navsmith::editor::Editor;
use navsmith::editor::edits::links::LinkInput;
use navsmith::editor::edits::place::PlaceInput;
use navsmith::editor::edits::problems::IssueInput;
use navsmith::editor::interaction::input::Input;
use navsmith::editor::interaction::tool::{Cursor, ToolKind};
use navsmith::editor::session::command::Command;
use navsmith::editor::session::effect::Effect;
use navsmith::editor::session::options::Options;
use navsmith::editor::session::pick::Element;
use navsmith::editor::session::selection::Mode;
use navsmith::editor::view::pointer::{Modifiers, Pointer};
use navsmith::editor::view::scene::{Mark, Role};
use navsmith::editor::view::views::ViewId;
use navsmith_core::navmesh::edit::delete_cells;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Link, LinkEnd, LinkId, NavMesh, VertexId};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::query::Answer;
use navsmith_formats::document::{Document, NamedQuery};

use crate::support::history::history_titles;

const SHIFT: Modifiers = Modifiers { shift: true, command: false, alt: false };

/// Returns an editor with two squares of 2 m, 3 m apart, and a query between them.
///
/// The second square is 1 m higher.
fn editor() -> Editor {
    let square = |x: f32, y: f32| [[x, y, 0.], [x, y, 2.], [x + 2., y, 2.], [x + 2., y, 0.]];
    let vertices = [square(0., 0.), square(5., 1.)].concat();
    let cells: [[u32; 4]; 2] = [[0, 1, 2, 3], [4, 5, 6, 7]];
    let cells = cells.map(|corners| Cell::new(corners.map(VertexId), AreaId(0)));
    let mesh = NavMesh::from_parts(vertices.into_iter().map(Vec3::from), cells).expect("squares");
    let end = |x: f32, z: f32| Some(Endpoint { ground: Vec2::new(x, z), height: None });
    let query = NamedQuery { start: end(0.5, 0.5), target: end(6.5, 0.5), ..NamedQuery::default() };
    Editor::new(Document { queries: vec![query].into(), ..Document::of_mesh(mesh) })
}

fn pointer(at: [f32; 2], modifiers: Modifiers) -> Pointer {
    Pointer::above(at.into(), 0.1, modifiers)
}

fn grab(editor: &mut Editor, places: &[[f32; 2]], modifiers: Modifiers) {
    let places: Vec<Pointer> = places.iter().map(|&at| pointer(at, modifiers)).collect();
    editor.handle(Input::Hover(places[0]));
    editor.handle(Input::DragStart { from: places[0], to: places[1] });
    for &to in &places[2..] {
        editor.handle(Input::Drag(to));
    }
}

fn drag(editor: &mut Editor, places: &[[f32; 2]], modifiers: Modifiers) {
    grab(editor, places, modifiers);
    editor.handle(Input::DragEnd(pointer(places[places.len() - 1], modifiers)));
    assert_eq!(editor.document().mesh.check(), Ok(()), "the mesh stays whole");
}

fn click(editor: &mut Editor, at: [f32; 2], modifiers: Modifiers) {
    editor.handle(Input::Hover(pointer(at, modifiers)));
    editor.handle(Input::Click(pointer(at, modifiers)));
}

/// Returns an editor with a link from (1, 1) to (6, 1), drawn with the link tool.
fn linked(modifiers: Modifiers) -> Editor {
    let mut editor = editor();
    editor.set_tool(ToolKind::Link);
    drag(&mut editor, &[[1.0, 1.0], [3.0, 1.0], [6.0, 1.0]], modifiers);
    editor.set_tool(ToolKind::Select);
    editor
}

fn link(editor: &Editor) -> Link {
    *editor.document().mesh.link(LinkId(0)).expect("the first link")
}

fn selected(editor: &Editor) -> Vec<Element> {
    editor.selection().elements().collect()
}

fn is_reached(editor: &Editor) -> bool {
    editor.answer().and_then(Answer::path).is_some() && editor.answer().is_some_and(|a| a.why().is_none())
}

fn said(editor: &mut Editor) -> String {
    let effects = editor.take_effects().into_iter();
    let said = effects.filter_map(|effect| match effect {
        Effect::Say(message) => Some(message.text),
        _ => None,
    });
    said.collect::<Vec<_>>().join("\n")
}

/// Compares the marks of links and waypoints with an expectation.
#[expect(clippy::needless_pass_by_value, reason = "so that expect! can be in the call")]
fn check_scene(editor: &Editor, expected: Expect) {
    let line = |mark: &Mark| match mark {
        Mark::Line(role, points) => Some((*role, format!("{role:?} line of {} points", points.len()))),
        Mark::Point(role, at) => Some((*role, format!("{role:?} point at {} {}", at.x, at.z))),
        Mark::Label(role, _, text) => Some((*role, format!("{role:?} says {text:?}"))),
        Mark::Fill(..) => None,
    };
    let is_meant = |role: &Role| {
        let roles = [Role::Link, Role::LinkOneWay, Role::LinkFailed, Role::LinkSelected, Role::Waypoint];
        roles.contains(role)
    };
    let scene = editor.scene(ViewId::ABOVE);
    let lines = scene.marks.iter().filter_map(line).filter(|(role, _)| is_meant(role));
    expected.assert_eq(&lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_drag_draws_a_link_with_the_heights_of_the_cells_below() {
    let mut editor = editor();
    assert!(!is_reached(&editor), "no way yet");
    editor.set_tool(ToolKind::Link);
    grab(&mut editor, &[[1.0, 1.0], [3.0, 1.0], [6.0, 1.0]], Modifiers::default());
    expect!["5.10 m  |  rises 1.00 m  |  both ways"].assert_eq(&editor.readout());
    assert_eq!(editor.document().mesh.link_count(), 0, "nothing yet");
    editor.handle(Input::DragEnd(pointer([6.0, 1.0], Modifiers::default())));
    assert_eq!(link(&editor), Link::between(Vec3::new(1.0, 0.0, 1.0), Vec3::new(6.0, 1.0, 1.0)));
    assert_eq!(history_titles(&editor), ["Draw a link"], "one step");
    assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "it is selected");
    assert!(is_reached(&editor), "the path takes it");
    assert_eq!(said(&mut editor), "", "nothing is wrong with it");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!((editor.document().mesh.link_count(), selected(&editor)), (0, vec![]), "taken back");
    assert!(!is_reached(&editor), "no way any more");
    editor.handle(Input::Run(Command::Redo));
    assert!(is_reached(&editor), "done again");
}

#[test]
fn two_clicks_draw_a_link_and_escape_forgets_one() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Link);
    click(&mut editor, [1.0, 1.0], Modifiers::default());
    editor.handle(Input::Hover(pointer([6.0, 1.0], SHIFT)));
    assert!(editor.readout().ends_with("one way"), "Shift is held: {}", editor.readout());
    assert!(editor.is_gesture_running(), "the end follows");
    editor.handle(Input::Cancel);
    assert!(!editor.is_gesture_running() && editor.document().mesh.link_count() == 0, "forgotten");
    assert_eq!(editor.tool_kind(), ToolKind::Link, "still in hand");
    click(&mut editor, [1.0, 1.0], Modifiers::default());
    click(&mut editor, [1.0, 1.0], Modifiers::default());
    expect!["A link needs two different ends. Place its end elsewhere."].assert_eq(&said(&mut editor));
    click(&mut editor, [6.0, 1.0], Modifiers::default());
    assert_eq!(editor.document().mesh.link_count(), 1, "drawn");
    assert_eq!(editor.history().done().len(), 1, "one step");
}

#[test]
fn shift_makes_a_link_lead_one_way_and_a_command_changes_it() {
    let mut editor = linked(SHIFT);
    assert!(link(&editor).is_one_way && is_reached(&editor), "the way that the path goes");
    assert_eq!(Command::ToggleOneWay.is_checked(&editor), Some(true));
    editor.handle(Input::Run(Command::ReverseLink));
    assert_eq!(link(&editor).middle(LinkEnd::From), Vec3::new(6.0, 1.0, 1.0), "turned round");
    assert!(!is_reached(&editor), "now it leads back");
    editor.handle(Input::Run(Command::ToggleOneWay));
    assert!(!link(&editor).is_one_way && is_reached(&editor), "both ways");
    assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "still selected");
    let titles = ["Draw a one-way link", "Reverse 1 link", "Make two-way: 1 link"];
    assert_eq!(history_titles(&editor), titles);
    editor.handle(Input::Run(Command::SelectNone));
    assert_eq!(Command::ToggleOneWay.enabled(&editor), Err("Select a link first"));
}

#[test]
fn clicks_and_boxes_take_links_in_every_mode() {
    for mode in [Mode::Vertex, Mode::Edge, Mode::Cell] {
        let mut editor = linked(Modifiers::default());
        editor.set_mode(mode);
        assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "{mode:?} lets it stay selected");
        click(&mut editor, [8.0, 8.0], Modifiers::default());
        assert_eq!(selected(&editor), [], "a click on nothing deselects");
        click(&mut editor, [3.0, 1.05], Modifiers::default());
        assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "{mode:?} by its line");
        click(&mut editor, [3.0, 1.05], SHIFT);
        assert_eq!(selected(&editor), [], "{mode:?}: Shift takes it out");
        drag(&mut editor, &[[3.0, 3.0], [4.0, -1.0]], Modifiers::default());
        assert_eq!(selected(&editor), [], "{mode:?}: it is not wholly in that box");
        drag(&mut editor, &[[4.0, 3.0], [3.0, -1.0]], Modifiers::default());
        assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "{mode:?}: that box touches it");
    }
}

#[test]
fn a_click_goes_through_a_link_to_the_cell_below() {
    let mut editor = linked(Modifiers::default());
    editor.handle(Input::Run(Command::SelectNone));
    let taken: Vec<_> = (0..3)
        .flat_map(|_| {
            click(&mut editor, [1.5, 1.0], Modifiers::default());
            selected(&editor)
        })
        .collect();
    let [link, cell] = [Element::Link(LinkId(0)), Element::Cell(CellId(0))];
    assert_eq!(taken, [link, cell, link], "in turn");
}

#[test]
fn an_end_that_is_dragged_moves_alone_and_the_path_follows() {
    for tool in [ToolKind::Select, ToolKind::Link] {
        let mut editor = linked(Modifiers::default());
        editor.set_tool(tool);
        grab(&mut editor, &[[6.05, 1.0], [6.5, 1.5], [6.0, 3.0]], Modifiers::default());
        assert_eq!(editor.cursor(), Cursor::Grabbing, "{tool:?} holds it");
        assert!(!is_reached(&editor), "over nothing the link fails, and so does the path, while it is held");
        editor.handle(Input::Cancel);
        assert_eq!(link(&editor).middle(LinkEnd::To), Vec3::new(6.0, 1.0, 1.0), "put back");
        drag(&mut editor, &[[6.05, 1.0], [6.5, 1.5], [6.55, 1.5]], Modifiers::default());
        assert_eq!(link(&editor).middle(LinkEnd::To), Vec3::new(6.5, 1.0, 1.5), "moved");
        assert_eq!(link(&editor).middle(LinkEnd::From), Vec3::new(1.0, 0.0, 1.0), "the other one stays");
        assert_eq!(history_titles(&editor), ["Draw a link", "Move the end of a link"], "one step");
        assert!(is_reached(&editor), "the path takes it there");
    }
}

#[test]
fn links_move_with_what_is_selected() {
    let mut editor = linked(Modifiers::default());
    drag(&mut editor, &[[3.0, 1.0], [3.0, 0.5]], Modifiers::default());
    assert_eq!(link(&editor).from[0], Vec3::new(1.0, 0.0, 0.5), "dragged by its line");
    assert_eq!(history_titles(&editor)[1], "Move 1 link");
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Hover(pointer([1.0, 0.5], Modifiers::default())));
    editor.handle(Input::Run(Command::Move));
    editor.handle(Input::Text('x'));
    editor.handle(Input::Text('4'));
    editor.handle(Input::Accept);
    assert_eq!(link(&editor).from[0], Vec3::new(5.0, 0.0, 0.5), "with the cells");
    assert_eq!(editor.document().mesh.position(VertexId(0)), Vec3::new(4.0, 0.0, 0.0), "as far as they");
    editor.handle(Input::Run(Command::Raise));
    assert!(link(&editor).from[0].y > 0.0, "and nudged with them");
    editor.handle(Input::Place(PlaceInput::SetCoordinates { x: None, y: Some(7.0), z: None }));
    assert_eq!(link(&editor).to[0].y, 7.0, "and put at a height");
}

#[test]
fn a_quarter_turn_turns_a_link() {
    let mut editor = linked(Modifiers::default());
    editor.handle(Input::Run(Command::Rotate));
    "90".chars().for_each(|typed| editor.handle(Input::Text(typed)));
    editor.handle(Input::Accept);
    assert_eq!(link(&editor).from[0], Vec3::new(3.5, 0.0, 3.5), "about its middle, counter-clockwise");
    assert_eq!(link(&editor).to[0], Vec3::new(3.5, 1.0, -1.5));
}

#[test]
fn delete_deletes_links_alone_or_with_cells() {
    let mut editor = linked(Modifiers::default());
    editor.handle(Input::Run(Command::Delete));
    let counts = |editor: &Editor| (editor.document().mesh.cell_count(), editor.document().mesh.link_count());
    assert_eq!(counts(&editor), (2, 0), "the link alone");
    assert_eq!(history_titles(&editor)[1], "Delete 1 link");
    assert!(editor.selection().is_empty(), "nothing of it is selected");
    editor.handle(Input::Run(Command::Undo));
    assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "back, and selected");
    editor.handle(Input::Run(Command::SelectAll));
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(counts(&editor), (0, 0), "everything");
    assert_eq!(history_titles(&editor)[1], "Delete 2 cells, 1 link");
}

#[test]
fn a_link_fails_when_its_cell_goes_and_says_why() {
    let mut editor = linked(SHIFT);
    check_scene(
        &editor,
        expect![[r"
            LinkSelected line of 2 points
            LinkSelected line of 3 points
            LinkOneWay line of 2 points
            LinkOneWay line of 3 points
            LinkOneWay point at 1 1
            Waypoint point at 1 1
            Waypoint point at 6 1"]],
    );
    editor.edit("Delete the second square", |draft| delete_cells(draft, &[CellId(1)]));
    editor.handle(Input::Hover(pointer([3.0, 1.0], Modifiers::default())));
    check_scene(
        &editor,
        expect![[r#"
            LinkFailed line of 2 points
            LinkFailed line of 3 points
            Link point at 1 1
            LinkFailed point at 6 1
            LinkFailed says "Link 0 is unattached at its end: the nearest cell, 0, is 4.12 m away, beyond its reach of 0.50 m""#]],
    );
    editor.set_tool(ToolKind::Link);
    drag(&mut editor, &[[1.0, 0.2], [3.0, 1.5]], Modifiers::default());
    expect!["Link 1 is unattached: the nearest cell, 0, is 1.00 m away, beyond its reach of 0.25 m. Move its end onto a cell."]
        .assert_eq(&said(&mut editor));
}

#[test]
fn a_quick_drag_draws_a_link() {
    let mut editor = editor();
    editor.set_tool(ToolKind::Link);
    // The drag has only one event before the button is released.
    drag(&mut editor, &[[1.0, 1.0], [6.0, 1.0]], Modifiers::default());
    assert_eq!(editor.document().mesh.link_count(), 1, "drawn");
    assert!(!editor.is_gesture_running(), "and done");
}

#[test]
fn an_end_beside_its_cell_is_reported() {
    let mut editor = editor();
    let free = Options { snaps_to_grid: false, snaps_to_mesh: false, ..editor.options().clone() };
    editor.handle(Input::SetOptions(free));
    editor.set_tool(ToolKind::Link);
    drag(&mut editor, &[[2.3, 1.0], [6.0, 1.0]], Modifiers::default());
    expect!["The beginning of link 0 is 0.30 m from cell 0 and is attached to it."]
        .assert_eq(&said(&mut editor));
    assert!(is_reached(&editor), "it is of use");
}

#[test]
fn numbers_change_a_link_as_steps() {
    let mut editor = linked(Modifiers::default());
    let id = LinkId(0);
    let to = Vec3::new(5.5, 1.0, 0.5);
    editor.handle(Input::Link(LinkInput::MoveEnd(id, LinkEnd::To, to)));
    editor.handle(Input::Link(LinkInput::SetCost(id, 2.5)));
    editor.handle(Input::Link(LinkInput::SetOneWay(id, true)));
    let expected = Link { cost: 2.5, is_one_way: true, ..Link::between(Vec3::new(1.0, 0.0, 1.0), to) };
    assert_eq!(link(&editor), expected);
    assert_eq!(selected(&editor), [Element::Link(id)], "still selected");
    assert_eq!(
        history_titles(&editor)[1..],
        ["Move the end of a link", "Change the cost of a link", "Make a link one-way"]
    );
    editor.handle(Input::Link(LinkInput::SetCost(id, 2.5)));
    assert_eq!(editor.history().done().len(), 4, "what changes nothing is no step");
    editor.take_effects();
    editor.handle(Input::Link(LinkInput::SetCost(id, 0.0)));
    assert!(said(&mut editor).contains("cost"), "a cost is positive");
    assert_eq!(link(&editor), expected, "as before");
    editor.handle(Input::Link(LinkInput::SetOneWay(LinkId(9), true)));
    assert_eq!(editor.history().done().len(), 4, "a link that is gone is passed over");
}

#[test]
fn a_link_to_nowhere_is_an_issue_that_is_mended_in_one_step() {
    let mut editor = linked(Modifiers::default());
    assert!(editor.issues().is_empty(), "nothing is wrong");
    editor.handle(Input::Link(LinkInput::MoveEnd(LinkId(0), LinkEnd::To, Vec3::new(6.0, 1.0, 4.0))));
    let issue = editor.issues().iter().next().cloned().expect("it holds on to nothing");
    expect!["Link 0 is unattached at its end, so no path can use it: the nearest cell, 1, is 2.00 m away. Move that end onto a cell, or delete the link."]
        .assert_eq(&issue.describe());
    editor.handle(Input::Run(Command::SelectNone));
    editor.handle(Input::Issue(IssueInput::Frame(issue.clone())));
    assert_eq!(selected(&editor), [Element::Link(LinkId(0))], "shown");
    let fix = issue.fix().expect("it can be moved");
    editor.handle(Input::Issue(IssueInput::Fix(issue, fix)));
    assert_eq!(link(&editor).middle(LinkEnd::To), Vec3::new(6.0, 1.0, 2.0), "at the nearest place");
    assert!(editor.issues().is_empty() && is_reached(&editor), "mended");
    assert_eq!(history_titles(&editor)[2..], ["Move link 0 onto cell 1"], "one step");
    editor.edit("Delete the first square", |draft| delete_cells(draft, &[CellId(0)]));
    assert_eq!(editor.issues().len(), 1, "its other end fails with its cell");
    editor.edit("Delete the second square", |draft| delete_cells(draft, &[CellId(1)]));
    assert!(editor.issues().is_empty(), "without cells there is nothing to hold on to");
    editor.handle(Input::Run(Command::Undo));
    let issue = editor.issues().iter().next().cloned().expect("it fails again");
    editor.handle(Input::Issue(IssueInput::Frame(issue)));
    editor.handle(Input::Run(Command::Delete));
    assert_eq!(editor.document().mesh.link_count(), 0, "the link goes");
    assert!(editor.issues().is_empty(), "and the issue with it");
}
