//! Tool that cuts cells.

use glam::Vec3;

use super::gesture::{self, Gesture, Started};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{Guides, Snap, SnapTarget};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::Draft;
use navsmith_core::navmesh::edit::cut;

/// Cut from its start to the pointer.
#[derive(Debug)]
pub(super) struct KnifeCut {
    from: Snap,
    snap: Snap,
    /// Positions of the vertices that it would create.
    crossings: Vec<Vec3>,
    /// Reason why it would be refused; empty if it would not.
    why: String,
}

/// Handles input of the idle knife tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    gesture::between_points(editor, input, |editor, pointer| {
        let from = snap_to_mesh(editor, None, pointer);
        if !from.to.is_on_mesh() {
            editor.warn("A cut begins on an edge or at a vertex. Click one.");
        }
        from.to.is_on_mesh().then(|| KnifeCut::at(from))
    })
}

pub(super) fn look(state: &State) -> ToolView {
    let snap = state.pointing.pointer.map(|pointer| snap_to_mesh(state, None, pointer));
    let begin = hint("Click", "begin a cut at an edge or vertex");
    ToolView { snap, ..idle([begin, hint("Left drag", "cut from edge to edge")]) }
}

/// Returns the point on the mesh that the pointer snaps to, even if snapping to the mesh is off.
///
/// Returns the pointer's position if nothing is near. `from` is the start of the line being drawn.
fn snap_to_mesh(state: &State, from: Option<Snap>, pointer: Pointer) -> Snap {
    let pick_context = state.pick_context();
    let guides = Guides { from: from.map(|from| ground(from.at)), ..Guides::default() };
    pick_context.snap_to_mesh(pointer, guides).unwrap_or_else(|| {
        let height = pointer.height.or_else(|| pick_context.height_at(pointer.ground, 0.0));
        let height = height.unwrap_or_else(|| state.options().draw_height);
        Snap { at: at_height(pointer.ground, height), to: SnapTarget::Nothing }
    })
}

impl KnifeCut {
    fn at(from: Snap) -> Self {
        Self { from, snap: from, crossings: Vec::new(), why: String::new() }
    }
}

impl Gesture for KnifeCut {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, _: &State) -> ToolView {
        let length = ground(self.snap.at).distance(ground(self.from.at));
        let why = if self.why.is_empty() { String::new() } else { format!("  |  {}", self.why) };
        ToolView {
            hints: vec![
                hint("Click", if self.why.is_empty() { "cut to here" } else { "not possible here" }),
                hint("Enter/double click", "finish the cut"),
                hint("Right click/Esc", "finish the cut"),
            ],
            readout: format!("length {length:.2} m{why}"),
            cursor: if self.why.is_empty() { Cursor::Crosshair } else { Cursor::Refused },
            snap: Some(self.snap),
        }
    }

    fn overlay(&self, _: &State, scene: &mut Scene) {
        let role = if self.why.is_empty() { Role::Draft } else { Role::Refused };
        scene.line(role, self.from.at, self.snap.at);
        for &crossing in &self.crossings {
            scene.point(Role::Draft, crossing);
        }
    }

    /// Tries the cut to the pointer.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.snap = snap_to_mesh(editor, Some(self.from), pointer);
        let mut draft = Draft::new(editor.mesh().clone(), editor.derived().adjacency.clone());
        let result = cut(&mut draft, self.from.corner(), self.snap.corner());
        let vertices = result.iter().flat_map(|edited| &edited.vertices);
        self.crossings = vertices.map(|&id| draft.mesh().position(id)).collect();
        let has_moved = self.snap.at != self.from.at;
        self.why = result.err().filter(|_| has_moved).map_or_else(String::new, |refusal| refusal.to_string());
    }

    /// Makes the cut and starts the next one at its end; keeps the start if the cut is refused.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.snap.at == self.from.at {
            return true;
        }
        let (from, to) = (self.from.corner(), self.snap.corner());
        let mut end = None;
        let is_done = editor.edit("Cut", |draft| {
            let edited = cut(draft, from, to)?;
            end = edited.vertices.last().copied();
            Ok(edited)
        });
        if let Some(end) = end.filter(|_| is_done) {
            *self = Self::at(Snap { at: self.snap.at, to: SnapTarget::Vertex(end) });
        }
        true
    }

    fn accept(&mut self, _: &mut Editor) -> bool {
        false
    }
}
