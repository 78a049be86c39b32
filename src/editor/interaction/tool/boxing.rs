//! Rectangle of a box selection, and the box tool.

use glam::Vec2;

use super::gesture::{Gesture, Started, started};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::elements::entity;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::boxes::SelectionBox;
use crate::editor::session::pick::Hit;
use crate::editor::session::selection::Selection;
use crate::editor::view::pointer::{Modifiers, Pointer};
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::at_height;

/// Rectangle being drawn.
#[derive(Debug)]
pub(super) struct Boxing {
    from: Pointer,
    to: Pointer,
}

impl Boxing {
    pub(super) fn begin(from: Pointer, to: Pointer) -> Self {
        Self { from, to }
    }

    /// Returns the first and the last corner: on the ground, or on the screen of the 3D view.
    fn corners(&self, state: &State) -> [Vec2; 2] {
        [self.from, self.to].map(|pointer| match pointer.height {
            None => pointer.ground,
            Some(_) => state.orbit().screen_from_ray(&pointer.ray),
        })
    }

    fn area(&self, state: &State) -> SelectionBox {
        let [from, to] = self.corners(state);
        match self.from.height {
            None => SelectionBox::on_ground(from, to),
            Some(_) => SelectionBox::on_screen(state.orbit(), from, to),
        }
    }

    /// Whether to select everything that the rectangle touches, because it is drawn to the left.
    ///
    /// Drawn to the right, it selects only elements that are completely inside.
    fn is_touching(&self, state: &State) -> bool {
        let [from, to] = self.corners(state);
        to.x < from.x
    }

    fn is_subtracting(&self) -> bool {
        self.to.modifiers.command || self.to.modifiers.alt
    }
}

impl Gesture for Boxing {
    fn follow(&mut self, _: &mut Editor, pointer: Pointer) {
        self.to = pointer;
    }

    /// Selects the elements inside; Shift adds them, Ctrl or Alt removes them.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        let elements = entity::elements_within(editor, &self.area(editor), self.is_touching(editor));
        let before = editor.state.session.selection.clone();
        editor.state.session.selection = if self.is_subtracting() {
            let removed: Selection = elements.into_iter().collect();
            before.elements().filter(|&element| !removed.contains(element)).collect()
        } else if self.to.modifiers.shift {
            before.elements().chain(elements).collect()
        } else {
            elements.into_iter().collect()
        };
        false
    }

    fn look(&self, state: &State) -> ToolView {
        let takes =
            if self.is_touching(state) { "what the box touches" } else { "elements fully inside the box" };
        let verb = match self.to.modifiers {
            _ if self.is_subtracting() => "deselect",
            Modifiers { shift: true, .. } => "add",
            _ => "select",
        };
        let selected = format!("selected: {}", state.selection().describe());
        let readout = match self.from.height {
            None => {
                let size = (self.to.ground - self.from.ground).abs();
                format!("{:.2} × {:.2} m  |  {selected}", size.x, size.y)
            }
            Some(_) => selected,
        };
        ToolView {
            hints: vec![
                hint("Let go", format!("{verb} {takes}")),
                hint("Esc", "cancel"),
                hint("Shift", "add"),
                hint("Ctrl/Alt", "deselect"),
                hint("Left/right", "touching elements / fully inside only"),
            ],
            readout,
            cursor: Cursor::Crosshair,
            ..ToolView::default()
        }
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        let [a, b] = self.corners(state);
        let corners = [a, Vec2::new(a.x, b.y), b, Vec2::new(b.x, a.y)];
        let orbit = state.orbit();
        let corners = corners.map(|at| match self.from.height {
            None => at_height(at, 0.0),
            Some(_) => orbit.at_target_plane(at),
        });
        scene.fill(Role::BoxSelect, corners.into());
    }
}

/// Handles input of the idle box tool, which draws a box wherever a drag begins.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    match *input {
        Input::DragStart { from, to } => return started(Boxing::begin(from, to)),
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            let hit = entity::pick(editor, pointer).first().copied();
            take(&mut editor.state.session, hit, pointer);
        }
        _ => {}
    }
    None
}

pub(super) fn look() -> ToolView {
    idle([
        hint("Left drag", "select what is in a box"),
        hint("Shift", "add"),
        hint("Ctrl/Alt", "deselect"),
        hint("Click", "select what is under the pointer"),
    ])
}

/// Selects the clicked element; with Shift or Ctrl, toggles it.
///
/// Elements that cannot be selected do not change the selection.
pub(super) fn take(session: &mut Session, hit: Option<Hit>, pointer: Pointer) {
    match hit.map(|hit| hit.element) {
        Some(element) if !element.is_selectable() => {}
        Some(element) if pointer.modifiers.extends_selection() => session.selection.toggle(element),
        None if pointer.modifiers.extends_selection() => {}
        element => session.selection = element.into_iter().collect(),
    }
}
