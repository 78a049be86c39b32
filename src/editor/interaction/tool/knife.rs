//! Tool that cuts cells.

use glam::Vec3;

use super::corner::{InHand, corner_at};
use super::gesture::{Gesture, Started, dragged, started};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::Editor;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{Snap, SnapTarget};
use crate::editor::interaction::tool::corner;
use crate::editor::session::effect::Message;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::ground;
use crate::navmesh::edit::cut;

/// Cut from its start to the pointer.
#[derive(Debug)]
pub(super) struct Cut {
    from: Snap,
    interaction: InHand,
    /// Positions of the vertices that it would create.
    crossings: Vec<Vec3>,
    /// Reason why it would be refused; empty if it would not.
    why: String,
}

/// Handles input of the idle knife tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    let (from, to) = match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => (pointer, None),
        Input::DragStart { from, to } => (from, Some(to)),
        _ => return None,
    };
    let from = corner::snap_to_mesh(editor, None, from);
    if !from.to.is_on_mesh() {
        editor.say(Message::warning("A cut begins on an edge or at a vertex. Click one."));
        return None;
    }
    match to {
        Some(to) => dragged(Cut::at(from), editor, to),
        None => started(Cut::at(from)),
    }
}

pub(super) fn look(editor: &Editor) -> ToolView {
    let snap = editor.interaction.pointer.map(|pointer| corner::snap_to_mesh(editor, None, pointer));
    let begin = hint("Click", "begin a cut at an edge or vertex");
    ToolView { snap, ..idle([begin, hint("Left drag", "cut from edge to edge")]) }
}

impl Cut {
    fn at(from: Snap) -> Self {
        let interaction = InHand { snap: from, is_refused: false };
        Self { from, interaction, crossings: Vec::new(), why: String::new() }
    }

    fn readout(&self) -> String {
        let length = ground(self.interaction.snap.at).distance(ground(self.from.at));
        let why = if self.why.is_empty() { String::new() } else { format!("  |  {}", self.why) };
        format!("length {length:.2} m{why}")
    }
}

impl Gesture for Cut {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, _: &Editor) -> ToolView {
        ToolView {
            hints: vec![
                hint("Click", if self.why.is_empty() { "cut to here" } else { "not possible here" }),
                hint("Enter/double click", "finish the cut"),
                hint("Right click/Esc", "finish the cut"),
            ],
            readout: self.readout(),
            cursor: if self.interaction.is_refused { Cursor::Refused } else { Cursor::Crosshair },
            snap: Some(self.interaction.snap),
        }
    }

    fn overlay(&self, _: &Editor, scene: &mut Scene) {
        let role = if self.interaction.is_refused { Role::Refused } else { Role::Draft };
        scene.line(role, self.from.at, self.interaction.snap.at);
        for &crossing in &self.crossings {
            scene.point(Role::Draft, crossing);
        }
    }

    /// Tries the cut to the pointer.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let snap = corner::snap_to_mesh(editor, Some(self.from), pointer);
        self.crossings.clear();
        let result = corner::attempt(editor, |draft| {
            let edited = cut(draft, corner_at(self.from), corner_at(snap))?;
            self.crossings.extend(edited.vertices.iter().map(|&id| draft.mesh().position(id)));
            Ok(edited)
        });
        let has_moved = snap.at != self.from.at;
        self.why = result.err().filter(|_| has_moved).map_or_else(String::new, |refusal| refusal.to_string());
        self.interaction = InHand { snap, is_refused: !self.why.is_empty() };
    }

    /// Makes the cut and starts the next one at its end; keeps the start if the cut is refused.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.interaction.snap.at == self.from.at {
            return true;
        }
        let (from, to) = (corner_at(self.from), corner_at(self.interaction.snap));
        let mut end = None;
        let is_done = editor.edit("Cut", |draft| {
            let edited = cut(draft, from, to)?;
            end = edited.vertices.last().copied();
            Ok(edited)
        });
        if let Some(end) = end.filter(|_| is_done) {
            *self = Self::at(Snap { at: self.interaction.snap.at, to: SnapTarget::Vertex(end) });
        }
        true
    }

    fn accept(&mut self, _: &mut Editor) -> bool {
        false
    }

    fn double_click(&mut self, _: &mut Editor, _: Pointer) -> bool {
        false
    }
}
