//! Tool that draws the boxes of a generation by a drag or two clicks.

use glam::Vec3;

use super::gesture::{self, Gesture, Started};
use super::{Cursor, ToolView, hint, idle, snap_hint};
use crate::editor::generation::{input as generation, plan};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Snap};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::generation::GenerationMark;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};

/// Box from the first corner to the one at the pointer.
#[derive(Debug)]
struct BoxDraft {
    from: Snap,
    to: Snap,
}

impl BoxDraft {
    fn corners(&self) -> [Vec3; 4] {
        let (from, to) = (self.from.at, self.to.at);
        let [a, b] = [from, to].map(ground);
        [a, glam::Vec2::new(a.x, b.y), b, glam::Vec2::new(b.x, a.y)].map(|at| at_height(at, from.y))
    }

    fn is_flat(&self) -> bool {
        self.from.at.x == self.to.at.x || self.from.at.z == self.to.at.z
    }
}

impl Gesture for BoxDraft {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.to = snap::snap(editor, pointer);
    }

    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, state: &State) -> ToolView {
        let size = (self.to.at - self.from.at).abs();
        ToolView {
            hints: vec![
                hint("Click/let go", "add the box"),
                hint("Right click/Esc", "give up"),
                snap_hint(state),
            ],
            readout: format!("{:.2} × {:.2} m", size.x, size.z),
            cursor: if self.is_flat() { Cursor::Refused } else { Cursor::Crosshair },
            snap: Some(self.to),
        }
    }

    fn overlay(&self, state: &State, scene: &mut Scene) {
        let role = Role::Generation(GenerationMark::of_effect(generation::drawn_effect(state)));
        let corners = self.corners();
        scene.fill(role, corners.into());
        scene.polyline(role, corners.into_iter().chain([corners[0]]).collect());
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.is_flat() {
            editor.warn("The box has no area. Put the other corner further away.");
            return true;
        }
        plan::add_box(editor, [self.from.at, self.to.at]);
        false
    }

    fn double_click(&mut self, editor: &mut Editor, pointer: Pointer) -> bool {
        self.follow(editor, pointer);
        self.complete(editor)
    }
}

/// Handles input of the idle tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    gesture::between_points(editor, input, |editor, pointer| {
        let from = snap::snap(editor, pointer);
        Some(BoxDraft { from, to: from })
    })
}

pub(super) fn look(state: &State) -> ToolView {
    let does = format!("draw a box: {}", plan::effect_text(state, generation::drawn_effect(state)));
    let view = idle([hint("Left drag", does), hint("Click", "put the first corner"), snap_hint(state)]);
    ToolView { snap: state.pointing.pointer.map(|pointer| snap::snap(state, pointer)), ..view }
}
