//! Tool that cuts cells.

use glam::Vec3;

use super::corner::{InHand, corner_at};
use super::gesture::{Gesture, dragged, draw};
use super::{Cursor, ToolView, hint};
use crate::editor::{Editor, Input, Message, Pointer, Role, Scene, Snap, SnapTarget};
use crate::geometry::ground;
use crate::navmesh::edit::cut;

/// State of the knife tool.
#[derive(Debug, Default)]
pub(in crate::editor) enum State {
    /// No cut.
    #[default]
    Idle,
    /// The start of the cut is placed.
    Cutting(Box<Cut>),
}

/// Cut from its start to the pointer.
#[derive(Debug)]
pub(in crate::editor) struct Cut {
    from: Snap,
    interaction: InHand,
    /// Positions of the vertices that it would create.
    crossings: Vec<Vec3>,
    /// Reason why it would be refused; empty if it would not.
    why: String,
}

impl State {
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        match (self, input) {
            (Self::Idle, &Input::Click(pointer) | &Input::DoubleClick(pointer)) => begin(editor, pointer),
            (Self::Idle, &Input::DragStart { from, to }) => match begin(editor, from) {
                Self::Cutting(cut) => Self::Cutting(Box::new(dragged(*cut, editor, to))),
                Self::Idle => Self::Idle,
            },
            (Self::Cutting(cut), input) => draw(cut, editor, input).map_or(Self::Idle, Self::Cutting),
            (Self::Idle, _) => Self::Idle,
        }
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        let Self::Cutting(cut) = self else {
            return ToolView {
                hints: vec![
                    hint("Click", "begin a cut at an edge or vertex"),
                    hint("Left drag", "cut from edge to edge"),
                    hint("Right click", "menu"),
                    hint("Esc", "back to the Select tool"),
                ],
                cursor: Cursor::Crosshair,
                snap: editor.interaction.pointer.map(|pointer| editor.snap_to_mesh(None, pointer)),
                ..ToolView::default()
            };
        };
        ToolView {
            hints: vec![
                hint("Click", if cut.why.is_empty() { "cut to here" } else { "not possible here" }),
                hint("Enter/double click", "finish the cut"),
                hint("Right click/Esc", "finish the cut"),
            ],
            readout: cut.readout(),
            cursor: if cut.interaction.is_refused { Cursor::Refused } else { Cursor::Crosshair },
            snap: Some(cut.interaction.snap),
        }
    }

    pub(super) fn overlay(&self, scene: &mut Scene) {
        if let Self::Cutting(cut) = self {
            cut.interaction.draw_line_from(cut.from, scene);
            for &crossing in &cut.crossings {
                scene.point(Role::Draft, crossing);
            }
        }
    }
}

fn begin(editor: &mut Editor, pointer: Pointer) -> State {
    let from = editor.snap_to_mesh(None, pointer);
    if !from.to.is_on_mesh() {
        editor.say(Message::warning("A cut begins on an edge or at a vertex. Click one."));
        return State::Idle;
    }
    State::Cutting(Box::new(Cut::at(from)))
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
    /// Tries the cut to the pointer.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let snap = editor.snap_to_mesh(Some(self.from), pointer);
        self.crossings.clear();
        let result = editor.attempt(|draft| {
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
