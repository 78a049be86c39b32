//! Tools that work on a clicked outline: one draws cells, the other cuts holes.

use super::gesture::{Gesture, Started, started};
use super::{Cursor, ToolView, hint, idle, snap_hint};
use crate::editor::edits::{outlines, subtracting};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Snap};
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::outlines::OutlineMark;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Segment, ground, segments_cross};
use navsmith_core::navmesh::edit::{Corner, draw_cell};
use navsmith_core::outlines::OutlineRole;
use navsmith_formats::document::PlacedOutline;

/// Use of a finished outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// Draws a cell inside.
    Cell,
    /// Cuts a hole into the cells there.
    Hole,
}

impl Purpose {
    pub(super) fn noun(self) -> &'static str {
        match self {
            Self::Cell => "cell",
            Self::Hole => "hole",
        }
    }

    /// Returns the role of the outline.
    pub(super) fn role(self) -> Role {
        match self {
            Self::Cell => Role::Draft,
            Self::Hole => Role::Hole,
        }
    }

    pub(super) fn verb(self) -> &'static str {
        match self {
            Self::Cell => "draw",
            Self::Hole => "cut",
        }
    }

    /// Returns the role of a kept outline.
    fn outline_role(self, state: &State) -> OutlineRole {
        match self {
            Self::Cell => OutlineRole::Ground(state.options().area),
            Self::Hole => OutlineRole::Hole,
        }
    }

    /// Draws the cell or cuts the hole; returns `false` if that is refused.
    ///
    /// While outlines are kept, adds one at a height instead.
    pub(super) fn apply(
        self,
        editor: &mut Editor,
        corners: &[Corner],
        outline: &[glam::Vec2],
        height: f32,
    ) -> bool {
        if editor.options().keeps_outlines {
            let role = self.outline_role(editor);
            return keep(editor, role, outline, height);
        }
        match self {
            Self::Cell => {
                let area = editor.state.session.options.area;
                editor.edit("Draw a cell", |draft| draw_cell(draft, corners, area))
            }
            Self::Hole => subtracting::cut_hole(editor, outline, &[]),
        }
    }
}

/// Adds an outline; returns `false` if it is refused.
fn keep(editor: &mut Editor, role: OutlineRole, points: &[glam::Vec2], height: f32) -> bool {
    let title = match role {
        OutlineRole::Ground(_) => "Draw an outline",
        OutlineRole::Hole => "Draw the outline of a hole",
        OutlineRole::Constraint => "Draw a chain",
    };
    let outline = PlacedOutline { points: points.to_vec(), role, height, name: String::new() };
    outlines::add(editor, title, outline)
}

/// Corners placed so far, at least one, and the corner at the pointer.
#[derive(Debug)]
pub(super) struct DrawnOutline {
    purpose: Purpose,
    /// Whether a kept outline is an open chain, which paths do not cross.
    is_chain: bool,
    corners: Vec<Snap>,
    /// Snapped pointer, and whether a corner there would be refused.
    snap: Snap,
    is_refused: bool,
}

/// Handles input of an idle tool that draws an outline.
pub(super) fn begin(state: &State, purpose: Purpose, input: &Input) -> Started {
    let &(Input::Click(pointer) | Input::DoubleClick(pointer) | Input::DragEnd(pointer)) = input else {
        return None;
    };
    let snap = snap::snap(state, pointer);
    started(DrawnOutline { purpose, is_chain: false, corners: vec![snap], snap, is_refused: false })
}

pub(super) fn look(state: &State, purpose: Purpose) -> ToolView {
    let first = hint("Click", format!("put the first corner of a {}", purpose.noun()));
    let snap = state.pointing.pointer.map(|pointer| snap::snap(state, pointer));
    ToolView { snap, ..idle([first, hint("Ctrl", "invert snapping")]) }
}

impl DrawnOutline {
    /// Whether a click would close the outline, because it is at the first corner.
    fn is_closing(&self, pointer: Pointer) -> bool {
        !self.is_chain
            && self.corners.len() > 2
            && pointer.distance(self.corners[0].at) <= pointer.pick_radius
    }

    /// Whether a side to that point would cross one of the sides drawn.
    fn crosses(&self, to: Snap) -> bool {
        let side = |from: &Snap, to: &Snap| Segment::new(ground(from.at), ground(to.at));
        let Some(last) = self.corners.last() else { return false };
        self.corners.windows(2).any(|pair| segments_cross(&side(&pair[0], &pair[1]), &side(last, &to)))
    }
}

impl Gesture for DrawnOutline {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let last = self.corners[self.corners.len() - 1];
        self.snap =
            if self.is_closing(pointer) { self.corners[0] } else { snap::snap_from(editor, last, pointer) };
        self.is_refused = !self.is_chain && self.crosses(self.snap);
    }

    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, state: &State) -> ToolView {
        let (count, purpose) = (self.corners.len(), self.purpose);
        let (least, noun) = if self.is_chain { (1, "chain") } else { (2, purpose.noun()) };
        let is_at_first = count > 2 && self.snap == self.corners[0];
        let close = if self.is_chain {
            "end the chain".to_owned()
        } else {
            format!("close the outline: {} the {noun}", purpose.verb())
        };
        let click = if is_at_first { close.clone() } else { "put the next corner".into() };
        // The hint for finishing comes first, because a small window cuts off the others.
        let finish = (count > least).then(|| hint("Enter", format!("finish the {noun}")));
        let mut hints = Vec::from_iter(finish);
        hints.push(hint("Click", click));
        if count > least {
            hints.push(hint("Double click", close));
        }
        if state.options().keeps_outlines {
            let other =
                if self.is_chain { "draw a closed outline" } else { "draw a chain that paths do not cross" };
            hints.push(hint("C", other));
        }
        hints.push(hint("Backspace", "remove the last corner"));
        hints.push(hint("Right click/Esc", "cancel"));
        hints.push(snap_hint(state));
        let last = self.corners[count - 1].at;
        let along = self.snap.at - last;
        let refused = if self.is_refused { "  |  the outline would cross itself" } else { "" };
        ToolView {
            hints,
            readout: format!(
                "dx {:.2} m  dz {:.2} m  length {:.2} m  |  corners: {count}{refused}",
                along.x,
                along.z,
                ground(along).length()
            ),
            cursor: if self.is_refused { Cursor::Refused } else { Cursor::Crosshair },
            snap: Some(self.snap),
        }
    }

    fn overlay(&self, _: &State, scene: &mut Scene) {
        let role = if self.is_chain { Role::Outline(OutlineMark::Chain) } else { self.purpose.role() };
        let points: Vec<_> = self.corners.iter().map(|corner| corner.at).collect();
        for &point in &points {
            scene.point(role, point);
        }
        let last = self.corners[self.corners.len() - 1];
        let in_hand = if self.is_refused { Role::Refused } else { role };
        scene.line(in_hand, last.at, self.snap.at);
        scene.polyline(role, points);
    }

    /// Places the next corner; at the first corner, closes the outline.
    fn complete(&mut self, editor: &mut Editor) -> bool {
        let snap = self.snap;
        if !self.is_chain && self.corners.len() > 2 && snap == self.corners[0] {
            return self.accept(editor);
        }
        if self.is_refused && !self.is_chain {
            editor.warn("The outline would cross itself. Place the corner elsewhere.");
        } else if self.corners.iter().any(|corner| corner.at == snap.at) {
            editor.warn("There is a corner here already. Place the next one elsewhere.");
        } else {
            self.corners.push(snap);
        }
        true
    }

    /// Applies the outline; continues drawing if that is refused.
    fn accept(&mut self, editor: &mut Editor) -> bool {
        let corners: Vec<Corner> = self.corners.iter().map(|&snap| snap.corner()).collect();
        let outline: Vec<_> = self.corners.iter().map(|corner| ground(corner.at)).collect();
        let height = self.corners[0].at.y;
        if self.is_chain {
            return !keep(editor, OutlineRole::Constraint, &outline, height);
        }
        !self.purpose.apply(editor, &corners, &outline, height)
    }

    /// Switches between a closed outline and a chain with C, while outlines are kept.
    fn type_in(&mut self, editor: &mut Editor, typed: char) {
        if typed.eq_ignore_ascii_case(&'c') && editor.options().keeps_outlines {
            self.is_chain = !self.is_chain;
            self.is_refused = !self.is_chain && self.crosses(self.snap);
        }
    }

    fn erase(&mut self, _: &mut Editor) -> bool {
        self.corners.pop();
        !self.corners.is_empty()
    }
}
