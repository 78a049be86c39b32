//! Pointer tools as state machines: an input starts a gesture, or advances the running one.
//!
//! Hints, cursor, read-out and overlay are functions of the state, so the status bar always matches it. Tools get
//! inputs in world coordinates, and change the document only by previews of one transaction.

mod amount;
mod gesture;
mod agents;
mod draw;
mod endpoint;
mod knife;
mod merging;
mod link;
mod paint;
mod ray;
mod rectangle;
pub mod typed;
mod image;
mod ask;
mod volume;
mod throw;
mod gravity;
mod transform;
mod extrude;
pub mod gestures;
mod vertex;
pub(in crate::editor) mod walk;
mod boxing;
mod select;

use crate::editor::elements::entity;
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::Snap;
use crate::editor::session::Session;
use crate::editor::session::pick::{Element, Hit};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use draw::Purpose;
use gesture::{Gesture as _, Started};
use navsmith_core::pathfinding::mesh_query::End;

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
    /// Click the start of agents, then their target.
    Agents,
    /// Click two points of an image, and their true places.
    Image,
    /// Click the ground to ask why there is no mesh.
    Ask,
    /// Drag or click from corner to corner of a box of the generation.
    Volume,
    /// Drag a body along its velocity to throw it.
    Throw,
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
    pub(in crate::editor) cursor: Cursor,
    pub(in crate::editor) snap: Option<Snap>,
}

/// Active tool, its running gesture, and what it keeps between gestures.
#[derive(Debug, Default)]
pub(in crate::editor) struct Tool {
    kind: ToolKind,
    gesture: Started,
    rest: Rest,
}

/// What a tool keeps between gestures.
#[derive(Debug, Default)]
enum Rest {
    #[default]
    Nothing,
    /// Last click of the select tool.
    Clicked(select::Clicked),
    /// Ray that the ray tool shows.
    Ray(ray::RayLine),
    /// Agent that the walk tool shows.
    Agent(Box<walk::Walker>),
}

impl Tool {
    /// Returns a tool in its initial state.
    pub(in crate::editor) fn of(kind: ToolKind) -> Self {
        Self { kind, ..Self::default() }
    }

    pub(in crate::editor) fn kind(&self) -> ToolKind {
        self.kind
    }

    /// Handles input.
    ///
    /// Escape cancels the gesture, else leaves the tool, else clears the selection. A right click also cancels a
    /// gesture.
    pub(in crate::editor) fn handle(&mut self, editor: &mut Editor, input: &Input) {
        match input {
            Input::ContextClick(_) if self.is_running() => self.advance(editor, &Input::Cancel),
            Input::ContextClick(pointer) => select::take_for_menu(editor, *pointer),
            Input::Cancel if !self.is_running() => {
                if self.kind == ToolKind::Select {
                    editor.state.session.selection.clear();
                    editor.state.simulation.agent = None;
                }
                *self = Self::default();
            }
            input => self.advance(editor, input),
        }
    }

    fn advance(&mut self, editor: &mut Editor, input: &Input) {
        let Some(gesture) = &mut self.gesture else {
            self.gesture = self.begin(editor, input);
            return;
        };
        if !gesture::handle(&mut **gesture, editor, input) {
            if let Some(rest) = gesture.rest().filter(|_| !matches!(input, Input::Cancel)) {
                self.rest = rest;
            }
            self.gesture = None;
        }
    }

    /// Handles input without a running gesture; returns the gesture that it starts.
    fn begin(&mut self, editor: &mut Editor, input: &Input) -> Started {
        match self.kind {
            ToolKind::Select => select::begin(editor, &mut self.rest, input),
            ToolKind::Box => boxing::begin(editor, input),
            ToolKind::Vertex => vertex::begin(editor, input),
            ToolKind::Draw => draw::begin(editor, Purpose::Cell, input),
            ToolKind::Rectangle => rectangle::begin(editor, input),
            ToolKind::Hole => draw::begin(editor, Purpose::Hole, input),
            ToolKind::Knife => knife::begin(editor, input),
            ToolKind::Extrude => extrude::begin(editor, input),
            ToolKind::Link => link::begin(editor, input),
            ToolKind::Start => endpoint::begin(editor, End::Start, input),
            ToolKind::Target => endpoint::begin(editor, End::Target, input),
            ToolKind::Paint => paint::begin(editor, input),
            ToolKind::Walk => walk::begin(editor, &mut self.rest, input),
            ToolKind::Ray => ray::begin(editor, &mut self.rest, input),
            ToolKind::Agents => agents::begin(editor, input),
            ToolKind::Image => image::begin(editor, input),
            ToolKind::Ask => ask::begin(editor, input),
            ToolKind::Volume => volume::begin(editor, input),
            ToolKind::Throw => throw::begin(editor, input),
        }
    }

    /// Whether a gesture is under way that Escape cancels.
    pub(in crate::editor) fn is_running(&self) -> bool {
        self.gesture.is_some()
    }

    /// Whether a transform started by a key is under way, whatever the kind of the tool.
    pub(super) fn is_transforming(&self) -> bool {
        self.gesture.as_ref().is_some_and(|gesture| gesture.is_by_key())
    }

    /// Whether the gesture under way takes typed characters, Backspace and Enter.
    pub(super) fn wants_text(&self) -> bool {
        let kinds = [ToolKind::Draw, ToolKind::Hole, ToolKind::Image];
        let draws = kinds.contains(&self.kind) && self.is_running();
        draws || self.is_transforming()
    }

    /// Returns the hints for each button, the most important first.
    ///
    /// A narrow status bar cuts off the last ones.
    pub(super) fn hints(&self, state: &State) -> Vec<Hint> {
        let is_idle = self.kind == ToolKind::Select && !self.is_running();
        if is_idle { select::idle_hints(state) } else { self.look(state).hints }
    }

    /// Returns the visible state.
    pub(super) fn look(&self, state: &State) -> ToolView {
        if let Some(gesture) = &self.gesture {
            return gesture.look(state);
        }
        match self.kind {
            ToolKind::Select => select::look(state),
            ToolKind::Box => boxing::look(),
            ToolKind::Vertex => vertex::look(state),
            ToolKind::Draw => draw::look(state, Purpose::Cell),
            ToolKind::Rectangle => rectangle::look(state),
            ToolKind::Hole => draw::look(state, Purpose::Hole),
            ToolKind::Knife => knife::look(state),
            ToolKind::Extrude => extrude::look(state),
            ToolKind::Link => link::look(state),
            ToolKind::Start => endpoint::look(state, End::Start),
            ToolKind::Target => endpoint::look(state, End::Target),
            ToolKind::Paint => paint::look(state),
            ToolKind::Walk => walk::look(state, &self.rest),
            ToolKind::Ray => ray::look(state, &self.rest),
            ToolKind::Agents => agents::look(state),
            ToolKind::Image => image::look(state),
            ToolKind::Ask => ask::look(state),
            ToolKind::Volume => volume::look(state),
            ToolKind::Throw => throw::look(state),
        }
    }

    /// Draws a preview of the tool's effect.
    pub(super) fn overlay(&self, state: &State, scene: &mut Scene) {
        match (&self.gesture, &self.rest) {
            (Some(gesture), _) => gesture.overlay(state, scene),
            (None, Rest::Ray(line)) => line.overlay(state, scene),
            (None, Rest::Agent(walker)) => walker.overlay(state, scene),
            (None, Rest::Nothing | Rest::Clicked(_)) => {}
        }
        let snap = self.look(state).snap.filter(|snap| !snap.to.describe().is_empty());
        if let Some(snap) = snap {
            scene.point(Role::Snap, snap.at);
            scene.label(Role::Snap, snap.at, snap.to.describe());
        }
    }

    /// Returns the element that a click would select.
    pub(super) fn aim(&self, state: &State, pointer: Pointer) -> Option<Hit> {
        match self.kind {
            // A stroke names the cells that it passes.
            ToolKind::Paint if !self.is_transforming() => {
                state.pick_context().cells_under(&pointer).first().copied()
            }
            _ if self.is_running() => None,
            ToolKind::Select => select::aim(state, pointer, &self.rest),
            ToolKind::Box => entity::pick(state, pointer).first().copied(),
            ToolKind::Vertex => state.pick_context().vertices_at(&pointer).first().copied(),
            ToolKind::Extrude => extrude::aim(state, pointer),
            ToolKind::Link => {
                entity::pick(state, pointer).into_iter().find(|hit| matches!(hit.element, Element::Link(_)))
            }
            ToolKind::Agents => {
                entity::pick(state, pointer).into_iter().find(|hit| matches!(hit.element, Element::Group(_)))
            }
            _ => None,
        }
    }
}

fn hint(input: &'static str, does: impl Into<String>) -> Hint {
    Hint { input, does: does.into() }
}

/// Returns the view of an idle tool: its own hints, and those of every tool.
fn idle(own: impl IntoIterator<Item = Hint>) -> ToolView {
    let every = [hint("Right click", "menu"), hint("Esc", "back to the Select tool")];
    let hints = own.into_iter().chain(every).collect();
    ToolView { hints, cursor: Cursor::Crosshair, ..ToolView::default() }
}

/// Returns the view of a drag that does not change the document.
fn dragging(does: impl Into<String>, readout: String) -> ToolView {
    let hints = vec![hint("Left drag", does), hint("Let go", "leave it here"), hint("Esc", "cancel")];
    ToolView { hints, readout, cursor: Cursor::Grabbing, snap: None }
}

fn snap_hint(session: &Session) -> Hint {
    let is_on = session.options.snaps_to_grid || session.options.snaps_to_mesh;
    hint("Ctrl", if is_on { "do not snap" } else { "snap" })
}
