//! Tool that adds vertices.

use super::gesture::Started;
use super::{ToolView, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, SnapTarget};
use crate::editor::session::effect::Message;
use crate::editor::session::pick::Element;
use crate::editor::session::selection::Mode;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::edit::{add_vertex, split_edge};

pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    if let &(Input::Click(pointer) | Input::DoubleClick(pointer) | Input::DragEnd(pointer)) = input {
        add(editor, pointer);
    }
    None
}

/// Adds a vertex at the snapped pointer: splits an edge there, or only selects a vertex there.
fn add(editor: &mut Editor, pointer: Pointer) {
    let snap = snap::snap(editor, pointer);
    match (snap.to, snap.to.on_edge()) {
        (SnapTarget::Vertex(id), _) => {
            if editor.mode() == Mode::Vertex {
                editor.state.session.selection = [Element::Vertex(id)].into_iter().collect();
            }
            editor.say(Message::info("There is a vertex here already."));
        }
        (_, Some((edge, t))) => {
            editor.edit("Split an edge", |draft| split_edge(draft, edge, t));
        }
        (_, None) => {
            editor.edit("Add a vertex", |draft| add_vertex(draft, snap.at));
        }
    }
}

pub(super) fn look(state: &State) -> ToolView {
    let snap = state.pointing.pointer.map(|pointer| snap::snap(state, pointer));
    let does = match snap.map(|snap| snap.to) {
        Some(SnapTarget::Vertex(_)) => "nothing: there is a vertex here",
        Some(to) if to.on_edge().is_some() => "put a vertex on this edge",
        _ => "add a vertex",
    };
    let readout =
        snap.map(|snap| format!("x {:.2} m  y {:.2} m  z {:.2} m", snap.at.x, snap.at.y, snap.at.z));
    let view = idle([hint("Click", does), hint("Ctrl", "do not snap")]);
    ToolView { readout: readout.unwrap_or_default(), snap, ..view }
}
