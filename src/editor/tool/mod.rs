//! Pointer tools as state machines: each takes its state and an input, and returns the next state.
//!
//! Hints, cursor, read-out and overlay are functions of the state, so the status bar always matches it. Tools get
//! inputs in world coordinates, and change the document only by previews of one transaction.

mod amount;
mod corner;
mod gesture;
mod draw;
mod endpoint;
mod knife;
mod landing;
mod link;
mod paint;
mod ray;
mod rectangle;
mod typed;
mod transform;
mod extrude;
mod gestures;
mod vertex;
mod walk;
mod boxing;
mod select;

use draw::Purpose;
pub(super) use gestures::Nudges;
pub(super) use transform::Transform;
pub(super) use walk::circle;

use super::{Editor, Element, Hit, Input, Pointer, Scene, Snap};
use crate::pathfinding::mesh_query::End;

/// Tool, as selected in the toolbar and by commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ToolKind {
    /// Click to select, drag to move, drag on empty ground for a box.
    #[default]
    Select,
    /// Every drag is a box selection.
    Box,
    /// Click to add a vertex.
    Vertex,
    /// Click the outline of a cell.
    Draw,
    /// Drag or click from corner to corner of a rectangle.
    Rectangle,
    /// Click the outline of a hole.
    Hole,
    /// Click from edge to edge to cut.
    Knife,
    /// Drag a boundary edge into a new cell.
    Extrude,
    /// Click or drag between two points to draw a link.
    Link,
    /// Click or drag to place the start.
    Start,
    /// Click or drag to place the target.
    Target,
    /// Drag over cells to assign the current area to them.
    Paint,
    /// Drag an agent along the surface.
    Walk,
    /// Drag a ray between two points.
    Ray,
}

impl ToolKind {
    /// All tools, in the order of the toolbar.
    pub const ALL: [Self; 14] = [
        Self::Select,
        Self::Box,
        Self::Vertex,
        Self::Draw,
        Self::Rectangle,
        Self::Hole,
        Self::Knife,
        Self::Extrude,
        Self::Paint,
        Self::Link,
        Self::Start,
        Self::Target,
        Self::Walk,
        Self::Ray,
    ];
}

/// Hint about the current effect of a button or key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Button or key, as "Left drag" or "Shift+click".
    pub input: &'static str,
    /// Effect, as "move 2 cells".
    pub does: String,
}

/// Appearance of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cursor {
    /// Arrow.
    #[default]
    Arrow,
    /// Open hand over an element that can be dragged.
    Grab,
    /// Closed hand during a drag.
    Grabbing,
    /// Cross-hairs for the choice of a position.
    Crosshair,
    /// A release at this position would be refused.
    Refused,
}

/// Visible state of a tool, except its overlay.
#[derive(Clone, Debug, Default)]
pub(super) struct ToolView {
    pub(super) hints: Vec<Hint>,
    pub(super) readout: String,
    pub(super) cursor: Cursor,
    pub(super) snap: Option<Snap>,
}

/// Active tool, with its state.
#[derive(Debug)]
pub(super) enum Tool {
    Select(select::State),
    Box(boxing::State),
    Vertex,
    Outline(Purpose, draw::State),
    Rectangle(rectangle::State),
    Knife(knife::State),
    Extrude(extrude::State),
    Link(link::State),
    End(End, endpoint::State),
    Paint(paint::State),
    Walk(walk::State),
    Ray(ray::State),
    /// Transform started by a key; the tool `back_to` becomes active after it.
    Transform {
        transform: Box<Transform>,
        back_to: ToolKind,
    },
}

impl Default for Tool {
    fn default() -> Self {
        Self::Select(select::State::default())
    }
}

impl Tool {
    /// Returns a tool in its initial state.
    pub(super) fn of(kind: ToolKind) -> Self {
        match kind {
            ToolKind::Select => Self::default(),
            ToolKind::Box => Self::Box(boxing::State::default()),
            ToolKind::Vertex => Self::Vertex,
            ToolKind::Draw => Self::Outline(Purpose::Cell, draw::State::default()),
            ToolKind::Rectangle => Self::Rectangle(rectangle::State::default()),
            ToolKind::Hole => Self::Outline(Purpose::Hole, draw::State::default()),
            ToolKind::Knife => Self::Knife(knife::State::default()),
            ToolKind::Extrude => Self::Extrude(extrude::State::default()),
            ToolKind::Link => Self::Link(link::State::default()),
            ToolKind::Start => Self::End(End::Start, endpoint::State::default()),
            ToolKind::Target => Self::End(End::Target, endpoint::State::default()),
            ToolKind::Paint => Self::Paint(paint::State::default()),
            ToolKind::Walk => Self::Walk(walk::State::default()),
            ToolKind::Ray => Self::Ray(ray::State::default()),
        }
    }

    pub(super) fn kind(&self) -> ToolKind {
        match self {
            Self::Select(_) => ToolKind::Select,
            Self::Box(_) => ToolKind::Box,
            Self::Vertex => ToolKind::Vertex,
            Self::Outline(Purpose::Cell, _) => ToolKind::Draw,
            Self::Outline(Purpose::Hole, _) => ToolKind::Hole,
            Self::Rectangle(_) => ToolKind::Rectangle,
            Self::Knife(_) => ToolKind::Knife,
            Self::Extrude(_) => ToolKind::Extrude,
            Self::Link(_) => ToolKind::Link,
            Self::End(End::Start, _) => ToolKind::Start,
            Self::End(End::Target, _) => ToolKind::Target,
            Self::Paint(_) => ToolKind::Paint,
            Self::Walk(_) => ToolKind::Walk,
            Self::Ray(_) => ToolKind::Ray,
            Self::Transform { back_to, .. } => *back_to,
        }
    }

    /// Handles input and returns the next state.
    ///
    /// Escape cancels the gesture, else leaves the tool, else clears the selection. A right click also cancels a
    /// gesture.
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        let is_running = self.is_running();
        match input {
            Input::ContextClick(_) if is_running => self.advance(editor, &Input::Cancel),
            Input::ContextClick(pointer) => {
                select::take_for_menu(editor, *pointer);
                self
            }
            Input::Cancel if !is_running => self.put_down(editor),
            input => self.advance(editor, input),
        }
    }

    fn put_down(self, editor: &mut Editor) -> Self {
        if self.kind() == ToolKind::Select {
            editor.selection.clear();
        }
        Self::default()
    }

    fn advance(self, editor: &mut Editor, input: &Input) -> Self {
        match self {
            Self::Select(state) => Self::Select(state.handle(editor, input)),
            Self::Box(state) => Self::Box(state.handle(editor, input)),
            Self::Vertex => {
                vertex::handle(editor, input);
                Self::Vertex
            }
            Self::Outline(purpose, state) => Self::Outline(purpose, state.handle(editor, purpose, input)),
            Self::Rectangle(state) => Self::Rectangle(state.handle(editor, input)),
            Self::Knife(state) => Self::Knife(state.handle(editor, input)),
            Self::Extrude(state) => Self::Extrude(state.handle(editor, input)),
            Self::Link(state) => Self::Link(state.handle(editor, input)),
            Self::End(end, state) => Self::End(end, state.handle(editor, end, input)),
            Self::Paint(state) => Self::Paint(state.handle(editor, input)),
            Self::Walk(state) => Self::Walk(state.handle(editor, input)),
            Self::Ray(state) => Self::Ray(state.handle(editor, input)),
            Self::Transform { transform, back_to } => transform
                .handle(editor, input)
                .map_or_else(|| Self::of(back_to), |transform| Self::Transform { transform, back_to }),
        }
    }

    /// Whether a gesture is under way that Escape cancels.
    pub(super) fn is_running(&self) -> bool {
        match self {
            Self::Select(state) => !matches!(state, select::State::Idle { .. }),
            Self::Box(state) => !matches!(state, boxing::State::Idle),
            Self::Vertex => false,
            Self::Outline(_, state) => !matches!(state, draw::State::Idle),
            Self::Rectangle(state) => !matches!(state, rectangle::State::Idle),
            Self::Knife(state) => !matches!(state, knife::State::Idle),
            Self::Extrude(state) => !matches!(state, extrude::State::Idle),
            Self::Link(state) => !matches!(state, link::State::Idle),
            Self::End(_, state) => !matches!(state, endpoint::State::Idle),
            Self::Paint(state) => !matches!(state, paint::State::Idle),
            Self::Walk(state) => matches!(state, walk::State::Walking { .. }),
            Self::Ray(state) => matches!(state, ray::State::Aiming { .. }),
            Self::Transform { .. } => true,
        }
    }

    /// Whether the gesture under way takes typed characters, Backspace and Enter.
    pub(super) fn wants_text(&self) -> bool {
        matches!(self, Self::Outline(_, draw::State::Drawing(_)) | Self::Transform { .. })
    }

    /// Returns the hints for each button, the most important first.
    ///
    /// A narrow status bar cuts off the last ones.
    pub(super) fn hints(&self, editor: &Editor) -> Vec<Hint> {
        match self {
            Self::Select(select::State::Idle { .. }) => select::idle_hints(editor),
            tool => tool.look(editor).hints,
        }
    }

    /// Returns the visible state.
    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        match self {
            Self::Select(state) => state.look(editor),
            Self::Box(state) => state.look(editor),
            Self::Vertex => vertex::look(editor),
            Self::Outline(purpose, state) => state.look(editor, *purpose),
            Self::Rectangle(state) => state.look(editor),
            Self::Knife(state) => state.look(editor),
            Self::Extrude(state) => state.look(editor),
            Self::Link(state) => state.look(editor),
            Self::End(end, state) => state.look(editor, *end),
            Self::Paint(state) => state.look(editor),
            Self::Walk(state) => state.look(editor),
            Self::Ray(state) => state.look(editor),
            Self::Transform { transform, .. } => transform.look(editor),
        }
    }

    /// Draws a preview of the tool's effect.
    pub(super) fn overlay(&self, editor: &Editor, scene: &mut Scene) {
        match self {
            Self::Select(state) => state.overlay(scene),
            Self::Box(state) => state.overlay(scene),
            Self::Outline(_, state) => state.overlay(scene),
            Self::Rectangle(state) => state.overlay(scene),
            Self::Knife(state) => state.overlay(scene),
            Self::Extrude(state) => state.overlay(scene),
            Self::Link(state) => state.overlay(scene),
            Self::Walk(state) => state.overlay(editor, scene),
            Self::Ray(state) => state.overlay(editor, scene),
            Self::Transform { transform, .. } => transform.overlay(scene),
            Self::Vertex | Self::End(..) | Self::Paint(_) => {}
        }
        if let Some(snap) = self.look(editor).snap {
            draw_snap(snap, scene);
        }
    }

    /// Returns the element that a click would select.
    pub(super) fn aim(&self, editor: &Editor, pointer: Pointer) -> Option<Hit> {
        match self {
            Self::Select(state) => state.aim(editor, pointer),
            Self::Box(boxing::State::Idle) => editor.pick(pointer).first().copied(),
            Self::Paint(_) => editor.pick_context().cells_at(pointer.ground).first().copied(),
            Self::Vertex => {
                let hits = editor.pick_context().vertices_near(pointer.ground, pointer.pick_radius);
                hits.into_iter().find(|hit| matches!(hit.element, Element::Vertex(_)))
            }
            Self::Extrude(extrude::State::Idle) => extrude::aim(editor, pointer),
            Self::Link(link::State::Idle) => {
                editor.pick(pointer).into_iter().find(|hit| matches!(hit.element, Element::Link(_)))
            }
            Self::Box(_)
            | Self::Outline(..)
            | Self::Rectangle(_)
            | Self::Knife(_)
            | Self::Extrude(_)
            | Self::Link(_)
            | Self::End(..)
            | Self::Walk(_)
            | Self::Ray(_)
            | Self::Transform { .. } => None,
        }
    }
}

fn draw_snap(snap: Snap, scene: &mut Scene) {
    if !snap.to.describe().is_empty() {
        scene.point(super::Role::Snap, snap.at);
        scene.label(super::Role::Snap, snap.at, snap.to.describe());
    }
}

fn hint(input: &'static str, does: impl Into<String>) -> Hint {
    Hint { input, does: does.into() }
}
