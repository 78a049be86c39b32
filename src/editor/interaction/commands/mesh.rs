//! Commands that edit the mesh.

use glam::Vec3;

use super::shortcut::{Key, Shortcut};
use super::{Spec, needs};
use crate::editor::Editor;
use crate::editor::analysis::{connections, recheck, repair};
use crate::editor::edits::area::{self, AreaInput};
use crate::editor::edits::proposals::{self, ProposalSource};
use crate::editor::edits::{fixing, ignoring, links, outlines, problems, subtracting, welding};
use crate::editor::elements::selecting;
use crate::editor::interaction::tool::gestures;
use crate::editor::levels::heights;
use crate::editor::session::command::Command;
use crate::editor::session::effect::Message;
use navsmith_core::navmesh::edit::{
    Corner, EditResult, Edited, MergeAt, cut, fill, flip_edge, merge_convex, merge_vertices, reverse_winding,
    split_concave, split_edge, triangulate, weld_by_distance,
};
use navsmith_core::navmesh::{CellId, Draft, Edge};
use navsmith_formats::document::Document;

pub(super) const ROWS: &[Spec] = &[
    Spec::new(Command::Move, "Move", "Move the selection with the pointer", gestures::start_move)
        .keys(&[Shortcut::plain(Key::G)])
        .when(needs::selection),
    Spec::new(Command::Rotate, "Rotate", "Rotate the selection about its centre", gestures::start_rotate)
        .keys(&[Shortcut::plain(Key::R)])
        .when(needs::two_places),
    Spec::new(Command::Scale, "Scale", "Scale the selection about its centre", gestures::start_scale)
        .keys(&[Shortcut::plain(Key::S)])
        .when(needs::two_places),
    Spec::new(
        Command::Extrude,
        "Extrude",
        "Pull new cells out of boundary edges with the pointer",
        gestures::start_extrude,
    )
    .keys(&[Shortcut::plain(Key::E)])
    .when(needs::edges),
    Spec::new(Command::Fill, "Fill", "Make a cell with the selected vertices as its corners", |editor| {
        let corners = match editor.selection().in_order() {
            [] => editor.selection().all_vertices(editor.mesh()),
            in_order => in_order.to_vec(),
        };
        let area = editor.state.session.options.area;
        editor.edit("Fill", |draft| fill(draft, &corners, area));
    })
    .keys(&[Shortcut::alt(Key::F)])
    .when(needs::three_vertices),
    Spec::new(
        Command::SplitEdges,
        "Split edges",
        "Put a vertex in the middle of each selected edge",
        |editor| edit_edges(editor, "Split", |draft, edge| split_edge(draft, edge, 0.5)),
    )
    .keys(&[Shortcut::shift(Key::E)])
    .when(needs::edges),
    Spec::new(
        Command::Connect,
        "Connect",
        "Cut the cells between two vertices with a straight line",
        |editor| {
            let vertices: Vec<_> = editor.selection().vertices().iter().copied().collect();
            if let &[from, to] = vertices.as_slice() {
                editor.edit("Connect", |draft| cut(draft, Corner::Vertex(from), Corner::Vertex(to)));
            }
        },
    )
    .keys(&[Shortcut::plain(Key::J)])
    .when(needs::exactly_two_vertices),
    Spec::new(
        Command::FlipEdge,
        "Flip edge",
        "Flip the edge between two triangles to the other diagonal",
        |editor| edit_edges(editor, "Flip", flip_edge),
    )
    .keys(&[Shortcut::alt(Key::E)])
    .when(needs::edges),
    Spec::new(
        Command::MergeAtCenter,
        "Merge at centre",
        "Merge the selected vertices at their centre",
        |editor| {
            let vertices = editor.selection().all_vertices(editor.mesh());
            editor.edit("Merge at centre", |draft| merge_vertices(draft, &vertices, MergeAt::Center));
        },
    )
    .keys(&[Shortcut::plain(Key::M)])
    .when(needs::two_vertices),
    Spec::new(
        Command::MergeAtFirst,
        "Merge at first",
        "Merge the selected vertices at the first one selected",
        |editor| merge_in_order(editor, "Merge at first", MergeAt::First),
    )
    .keys(&[Shortcut::shift(Key::M)])
    .when(needs::vertices_in_order),
    Spec::new(
        Command::MergeAtLast,
        "Merge at last",
        "Merge the selected vertices at the last one selected",
        |editor| merge_in_order(editor, "Merge at last", MergeAt::Last),
    )
    .keys(&[Shortcut::command(Key::M)])
    .when(needs::vertices_in_order),
    Spec::new(
        Command::MergeByDistance,
        "Merge by distance",
        "Merge selected vertices that are within the weld distance",
        |editor| {
            let vertices = editor.selection().all_vertices(editor.mesh());
            let distance = recheck::weld_distance(editor);
            editor.edit("Merge by distance", |draft| weld_by_distance(draft, &vertices, distance));
        },
    )
    .keys(&[Shortcut::alt(Key::M)])
    .when(needs::two_vertices),
    Spec::new(
        Command::Weld,
        "Weld gaps",
        "Join boundaries that almost meet: those selected, or all",
        welding::weld_gaps,
    )
    .keys(&[Shortcut::plain(Key::W)])
    .when(needs::cells_exist),
    Spec::new(
        Command::SubtractSelection,
        "Subtract selected cells",
        "Cut a hole: take the selected cells, or the loop of vertices selected in order, out of the cells there",
        subtracting::subtract_selection,
    )
    .keys(&[Shortcut::shift(Key::O)])
    .when(needs::three_vertices_or_a_cell),
    Spec::new(
        Command::CutOutSelection,
        "Cut out for selected cells",
        "Cut the selected cells out of those that they overlap, and join them along the cut",
        subtracting::cut_out_selection,
    )
    .keys(&[Shortcut::alt(Key::O)])
    .when(needs::cells),
    Spec::new(
        Command::FixIssue,
        "Fix issue",
        "Apply the first fix of the issue that is shown, selected or under the pointer",
        problems::fix_what_is_meant,
    )
    .keys(&[Shortcut::shift(Key::F8)])
    .when(needs::fix),
    Spec::new(
        Command::Repair,
        "Repair…",
        "Fix the issues of the whole mesh in steps, after a preview of each",
        repair::open,
    )
    .keys(&[Shortcut::alt(Key::F8)])
    .when(needs::cells_exist),
    Spec::new(
        Command::Recenter,
        "Recentre document",
        "Move everything in the document to the origin, where coordinates are exact",
        fixing::recenter,
    )
    .when(needs::far_from_origin),
    Spec::new(
        Command::IgnoreIssue,
        "Ignore issue",
        "List the issue that is shown, selected or under the pointer as ignored; the document stores this",
        problems::ignore_what_is_meant,
    )
    .when(needs::issue),
    Spec::new(
        Command::IgnoreKind,
        "Ignore kind",
        "List all issues of the kind that is shown, selected or under the pointer as ignored",
        problems::ignore_kind_that_is_meant,
    )
    .when(needs::issue),
    Spec::new(
        Command::RestoreIssues,
        "Restore issues",
        "List all ignored issues as issues again",
        ignoring::restore_all,
    )
    .when(needs::ignored),
    Spec::new(
        Command::ClosedSurface,
        "Closed surface",
        "Treat the ground as a planet or a torus: points are located by the nearest ground, not by the floor below",
        |editor| {
            let mesh = editor.mesh().clone();
            let is_closed = mesh.is_closed_surface();
            let title = if is_closed { "Ground with floors" } else { "Closed surface" };
            let document =
                Document { mesh: mesh.with_closed_surface(!is_closed), ..editor.document().clone() };
            editor.edit_document(title, document);
        },
    )
    .checked(|state| state.mesh().is_closed_surface()),
    Spec::new(
        Command::WhyNotConnected,
        "Why not connected?",
        "Name the obstacle between two selected cells or over the selected edge, and the edit that connects them",
        connections::ask_selected,
    )
    .keys(&[Shortcut::alt(Key::Y)])
    .when(connections::can_ask),
    Spec::new(
        Command::ConnectCells,
        "Connect the cells",
        "Apply the edit that connects the two cells of \"Why not connected?\"",
        |editor| {
            if let Some(cells) = connections::asked(editor) {
                proposals::apply(editor, ProposalSource::Connection(cells));
            }
        },
    )
    .keys(&[Shortcut::shift(Key::Y)])
    .when(connections::can_connect),
    Spec::new(Command::Triangulate, "Triangulate", "Cut the selected cells into triangles", |editor| edit_cells(editor, "Triangulate", triangulate))
    .keys(&[Shortcut::command(Key::T)])
    .when(needs::cells),
    Spec::new(
        Command::MergeConvex,
        "Join into convex cells",
        "Merge the selected cells into fewer convex ones",
        |editor| edit_cells(editor, "Join into convex cells", merge_convex),
    )
    .keys(&[Shortcut::alt(Key::J)])
    .when(needs::two_cells),
    Spec::new(
        Command::SplitConcave,
        "Split concave cells",
        "Cut concave cells into convex ones: those selected, or all",
        |editor| {
            let cells = problems::concave_meant(editor);
            if cells.is_empty() {
                editor.say(Message::info("All cells are convex already."));
            } else {
                editor.edit("Split concave cells", |draft| split_concave(draft, &cells));
            }
        },
    )
    .keys(&[Shortcut::plain(Key::C)])
    .when(needs::cells_exist),
    Spec::new(
        Command::ReverseWinding,
        "Reverse winding",
        "Reverse the corners of cells that are inside out",
        |editor| edit_cells(editor, "Reverse winding", reverse_winding),
    )
    .keys(&[Shortcut::alt(Key::N)])
    .when(needs::cells),
    Spec::new(
        Command::PaintSelection,
        "Assign area",
        "Assign the current area to the selected cells",
        |editor| {
            let area = editor.state.session.options.area;
            let cells = selecting::cells_meant(editor);
            editor.edit("Paint", |draft| outlines::paint_cells(draft, &cells, area));
        },
    )
    .keys(&[Shortcut::alt(Key::P)])
    .when(needs::cells),
    Spec::new(Command::NewArea, "New area", "Add an area to paint cells with", |editor| area::handle(editor, AreaInput::Add))
    .keys(&[Shortcut::alt(Key::P).and_shift()]),
];

fn edit_cells(editor: &mut Editor, title: &str, edit: impl FnOnce(&mut Draft, &[CellId]) -> EditResult) {
    let cells = selecting::cells_meant(editor);
    editor.edit(title, |draft| edit(draft, &cells));
}

fn edit_edges(editor: &mut Editor, verb: &str, edit: impl Fn(&mut Draft, Edge) -> EditResult) {
    let edges = selecting::edges_meant(editor);
    let title =
        if edges.len() == 1 { format!("{verb} edge") } else { format!("{verb} {} edges", edges.len()) };
    editor.edit(&title, |draft| {
        let mut all = Edited::default();
        for edge in edges {
            let Edited { vertices, edges, cells, .. } = edit(draft, edge)?;
            all.vertices.extend(vertices);
            all.edges.extend(edges);
            all.cells.extend(cells);
        }
        Ok(all)
    });
}

fn merge_in_order(editor: &mut Editor, title: &str, at: MergeAt) {
    let vertices = editor.selection().in_order().to_vec();
    editor.edit(title, |draft| merge_vertices(draft, &vertices, at));
}

/// Commands for selected links.
pub(super) const LINK_ROWS: &[Spec] = &[
    Spec::new(
        Command::ToggleOneWay,
        "One-way link",
        "Make the selected links one-way, or two-way again",
        links::toggle_one_way,
    )
    .when(needs::links)
    .checked(links::selected_links_are_one_way),
    Spec::new(
        Command::ReverseLink,
        "Reverse link",
        "Swap beginning and end of the selected links",
        links::reverse_links,
    )
    .when(needs::links),
    Spec::new(
        Command::TakeHeights,
        "Take heights from the level",
        "Move the selected vertices, or all, to the height of the level below or above them",
        heights::take_heights,
    )
    .when(needs::level),
];

const FAR: f32 = 10.0;
const FINE: f32 = 0.1;

/// Commands that move the selection by keys.
#[rustfmt::skip]
pub(super) const NUDGE_ROWS: &[Spec] = &[
    row(Command::NudgeLeft, "Nudge left", "Move the selection left by one grid step", &[Shortcut::plain(Key::Left)], |e| go(e, -1.0, 0.0)),
    row(Command::NudgeRight, "Nudge right", "Move the selection right by one grid step", &[Shortcut::plain(Key::Right)], |e| go(e, 1.0, 0.0)),
    row(Command::NudgeUp, "Nudge up", "Move the selection up in the view by one grid step", &[Shortcut::plain(Key::Up)], |e| go(e, 0.0, -1.0)),
    row(Command::NudgeDown, "Nudge down", "Move the selection down in the view by one grid step", &[Shortcut::plain(Key::Down)], |e| go(e, 0.0, 1.0)),
    row(Command::Raise, "Raise", "Lift the selection by one grid step", &[Shortcut::plain(Key::PageUp)], |e| lift(e, 1.0)),
    row(Command::Lower, "Lower", "Lower the selection by one grid step", &[Shortcut::plain(Key::PageDown)], |e| lift(e, -1.0)),
    row(Command::NudgeLeftFar, "Nudge left far", "Move the selection left by ten grid steps", &[Shortcut::shift(Key::Left)], |e| go(e, -FAR, 0.0)),
    row(Command::NudgeRightFar, "Nudge right far", "Move the selection right by ten grid steps", &[Shortcut::shift(Key::Right)], |e| go(e, FAR, 0.0)),
    row(Command::NudgeUpFar, "Nudge up far", "Move the selection up in the view by ten grid steps", &[Shortcut::shift(Key::Up)], |e| go(e, 0.0, -FAR)),
    row(Command::NudgeDownFar, "Nudge down far", "Move the selection down in the view by ten grid steps", &[Shortcut::shift(Key::Down)], |e| go(e, 0.0, FAR)),
    row(Command::RaiseFar, "Raise far", "Lift the selection by ten grid steps", &[Shortcut::shift(Key::PageUp)], |e| lift(e, FAR)),
    row(Command::LowerFar, "Lower far", "Lower the selection by ten grid steps", &[Shortcut::shift(Key::PageDown)], |e| lift(e, -FAR)),
    row(Command::NudgeLeftFinely, "Nudge left finely", "Move the selection left by a tenth of a grid step", &[Shortcut::alt(Key::Left)], |e| go(e, -FINE, 0.0)),
    row(Command::NudgeRightFinely, "Nudge right finely", "Move the selection right by a tenth of a grid step", &[Shortcut::alt(Key::Right)], |e| go(e, FINE, 0.0)),
    row(Command::NudgeUpFinely, "Nudge up finely", "Move the selection up in the view by a tenth of a grid step", &[Shortcut::alt(Key::Up)], |e| go(e, 0.0, -FINE)),
    row(Command::NudgeDownFinely, "Nudge down finely", "Move the selection down in the view by a tenth of a grid step", &[Shortcut::alt(Key::Down)], |e| go(e, 0.0, FINE)),
    row(Command::RaiseFinely, "Raise finely", "Lift the selection by a tenth of a grid step", &[Shortcut::alt(Key::PageUp)], |e| lift(e, FINE)),
    row(Command::LowerFinely, "Lower finely", "Lower the selection by a tenth of a grid step", &[Shortcut::alt(Key::PageDown)], |e| lift(e, -FINE)),
];

const fn row(
    command: Command,
    title: &'static str,
    tooltip: &'static str,
    keys: &'static [Shortcut],
    run: fn(&mut Editor),
) -> Spec {
    Spec::new(command, title, tooltip, run).keys(keys).when(needs::selection)
}

fn go(editor: &mut Editor, right: f32, down: f32) {
    gestures::nudge(editor, Vec3::new(right, 0.0, down));
}

fn lift(editor: &mut Editor, height: f32) {
    gestures::nudge(editor, Vec3::Y * height);
}
