//! Tool that draws axis-aligned rectangles by a drag or two clicks.

use glam::Vec2;

use super::draw::Purpose;
use super::gesture::{self, Gesture, Started};
use super::{Cursor, ToolView, hint, idle, snap_hint};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Guides, ONE_STEP, Snap, SnapTarget};
use crate::editor::view::pointer::{Modifiers, Pointer};
use crate::editor::view::scene::Scene;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::edit::Corner;

/// Rectangle from the first corner to the one at the pointer.
#[derive(Debug)]
pub(super) struct Rectangle {
    from: Snap,
    to: Snap,
    modifiers: Modifiers,
    /// Pick radius of the pointer, in metres.
    pick_radius: f32,
    /// Whether it is drawn in the 3D view, and so on the floor in sight.
    is_in_space: bool,
}

/// Handles input of the idle rectangle tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    gesture::between_points(editor, input, |editor, pointer| Some(Rectangle::at(editor, pointer)))
}

pub(super) fn look(state: &State) -> ToolView {
    let view = idle([
        hint("Left drag", "draw a rectangle"),
        hint("Click", "put the first corner"),
        hint("Shift", "square"),
        hint("Alt", "cut a hole"),
        hint("Ctrl", "invert snapping"),
    ]);
    ToolView { snap: state.pointing.pointer.map(|pointer| snap::snap(state, pointer)), ..view }
}

impl Rectangle {
    fn at(state: &State, pointer: Pointer) -> Self {
        let snap = snap::snap(state, pointer);
        let Pointer { modifiers, pick_radius, height, .. } = pointer;
        Self { from: snap, to: snap, modifiers, pick_radius, is_in_space: height.is_some() }
    }

    fn purpose(&self) -> Purpose {
        if self.modifiers.alt { Purpose::Hole } else { Purpose::Cell }
    }

    /// Returns the vector from the first corner to the opposite one; with Shift, that of a square.
    fn size(&self) -> Vec2 {
        let size = ground(self.to.at) - ground(self.from.at);
        if self.modifiers.shift { size.signum() * size.abs().max_element() } else { size }
    }

    /// Returns the corners in order, beginning with the first corner placed.
    fn outline(&self) -> [Vec2; 4] {
        let (from, size) = (ground(self.from.at), self.size());
        [Vec2::ZERO, Vec2::new(0.0, size.y), size, Vec2::new(size.x, 0.0)].map(|offset| from + offset)
    }

    fn is_flat(&self) -> bool {
        let [from, _, to, _] = self.outline();
        from.x == to.x || from.y == to.y
    }

    /// Returns a corner on the vertex or the edge exactly at a position; otherwise a new one.
    fn corner(&self, state: &State, at: Vec2) -> Corner {
        for snap in [self.from, self.to] {
            if ground(snap.at) == at && snap.to.is_on_mesh() {
                return snap.corner();
            }
        }
        let pick_context = state.pick_context();
        let exactly = Pointer::above(at, self.pick_radius * EXACTLY, Modifiers::default());
        let is_on_floor = |height: f32| {
            !self.is_in_space || (height - self.height()).abs() <= self.pick_radius.max(ONE_STEP)
        };
        let there = pick_context
            .snap_to_mesh(exactly, Guides::default())
            .filter(|snap| state.options().snaps_to_mesh && is_on_floor(snap.at.y));
        let below = || {
            if self.is_in_space {
                pick_context.floor_near(at, self.height()).filter(|&floor| is_on_floor(floor))
            } else {
                pick_context.height_at(at, 0.0)
            }
        };
        let height = || below().unwrap_or_else(|| self.height());
        there.map_or_else(|| Corner::New(at_height(at, height())), Snap::corner)
    }

    /// Returns the height of corners without a cell below: that of the snapped corner on the mesh, if any.
    fn height(&self) -> f32 {
        let is_on_mesh = |snap: &&Snap| snap.to.is_on_mesh();
        [self.from, self.to].iter().find(is_on_mesh).unwrap_or(&self.from).at.y
    }

    /// Returns the snapped pointer, or the corner of the square.
    fn snap(&self) -> Snap {
        let at = self.outline()[2];
        if at == ground(self.to.at) {
            return self.to;
        }
        Snap { at: at_height(at, self.to.at.y), to: SnapTarget::Nothing }
    }
}

impl Gesture for Rectangle {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, state: &State) -> ToolView {
        let (size, noun) = (self.size().abs(), self.purpose().noun());
        ToolView {
            hints: vec![
                hint("Click/let go", format!("{} the {noun}", self.purpose().verb())),
                hint("Right click/Esc", "give up"),
                hint("Shift", "square"),
                hint("Alt", "cut a hole"),
                snap_hint(state),
            ],
            readout: format!("{:.2} × {:.2} m  |  {:.2} m²  |  {noun}", size.x, size.y, size.x * size.y),
            cursor: if self.is_flat() { Cursor::Refused } else { Cursor::Crosshair },
            snap: Some(self.snap()),
        }
    }

    fn overlay(&self, _: &State, scene: &mut Scene) {
        let outline = self.outline().map(|at| at_height(at, self.height()));
        let role = self.purpose().role();
        for at in outline {
            scene.point(role, at);
        }
        for i in 0..4 {
            scene.line(role, outline[i], outline[(i + 1) % 4]);
        }
    }

    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.to = snap::snap(editor, pointer);
        self.modifiers = pointer.modifiers;
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.is_flat() {
            editor.warn("The rectangle has no area. Put the other corner further away.");
            return true;
        }
        let outline = self.outline();
        let corners: Vec<Corner> = outline.iter().map(|&at| self.corner(editor, at)).collect();
        !self.purpose().apply(editor, &corners, &outline, self.height())
    }

    fn double_click(&mut self, editor: &mut Editor, pointer: Pointer) -> bool {
        self.follow(editor, pointer);
        self.complete(editor)
    }
}

/// Distance, in pick radii, within which a vertex or an edge counts as exactly at a computed corner.
const EXACTLY: f32 = 1e-3;
