//! Drawing links, and dragging their ends.

use super::gesture::{self, Gesture, Started, dragged};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::edits::links::{self, LinkHandle};
use crate::editor::interaction::input::Input;
use crate::editor::interaction::snap::{self, Guides, Snap};
use crate::editor::session::change::Snapshot;
use crate::editor::session::pick::Element;
use crate::editor::view::pointer::Pointer;
use crate::editor::view::scene::{Role, Scene};
use crate::editor::{Editor, State};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::edit::{add_link, move_link_end, move_link_place};
use navsmith_core::navmesh::{Link, LinkEnd};

/// Drag of the end of a link.
#[derive(Debug)]
pub(super) struct LinkDrag {
    before: Snapshot,
    grip: LinkHandle,
    /// Vector from the pointer to the end.
    offset: glam::Vec2,
    snap: Option<Snap>,
}

impl LinkDrag {
    /// Starts to drag an end, or one place of its span; `None` if no drag begins at one.
    ///
    /// With Alt held, a point is extended into a span.
    pub(super) fn grab(editor: &mut Editor, input: &Input) -> Started {
        let &Input::DragStart { from, to } = input else { return None };
        let grip = links::link_grip_at(editor, from)?;
        let link = editor.mesh().link(grip.link)?;
        let is_pulled = from.modifiers.alt && link.is_point(grip.end);
        let grip = LinkHandle { place: if is_pulled { Some(1) } else { grip.place }, ..grip };
        let at = ground(grip.at(link));
        let side = if grip.place.is_some() { "one side of " } else { "" };
        let before = editor.begin(&format!("Move {side}the {} of a link", grip.end.describe()));
        editor.state.session.selection = [Element::Link(grip.link)].into_iter().collect();
        let held = Self { before, grip, offset: at - from.ground, snap: None };
        dragged(held, editor, to)
    }
}

impl Gesture for LinkDrag {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let wanted = pointer.moved_to(pointer.ground + self.offset);
        let snap = self.before.pick_context(editor).snap(wanted, Guides::default());
        // The edit refuses only positions outside the reach of the pointer; the last preview then stays.
        let LinkHandle { link, end, place } = self.grip;
        let moved = editor.preview(&self.before, |draft| match place {
            Some(place) => move_link_place(draft, link, end, place, snap.at),
            None => move_link_end(draft, link, end, snap.at),
        });
        if moved.is_ok() {
            self.snap = Some(snap);
        }
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        editor.commit();
        links::report_loose_ends(editor, self.grip.link);
        false
    }

    fn look(&self, state: &State) -> ToolView {
        let link = state.mesh().link(self.grip.link);
        ToolView {
            hints: vec![
                hint("Let go", format!("leave the link's {} here", self.grip.describe())),
                hint("Esc", "cancel"),
                hint("Ctrl", "invert snapping"),
            ],
            readout: link.map(readout).unwrap_or_default(),
            cursor: Cursor::Grabbing,
            snap: self.snap,
        }
    }
}

/// Link being drawn.
#[derive(Debug)]
pub(super) struct Drawing {
    from: Snap,
    to: Snap,
    is_one_way: bool,
}

/// Handles input of the idle link tool: a drag at the end of a link moves that end.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    let held = LinkDrag::grab(editor, input);
    held.or_else(|| gesture::between_points(editor, input, |editor, from| Some(Drawing::begin(editor, from))))
}

pub(super) fn look(state: &State) -> ToolView {
    let pointer = state.pointing.pointer;
    let start = hint("Click", "start a link here");
    if let Some(grip) = pointer.and_then(|pointer| links::link_grip_at(state, pointer)) {
        let drag = hint("Left drag", format!("move the link's {}", grip.describe()));
        let view = idle([drag, start, hint("Alt+drag", "widen it into a span")]);
        return ToolView { cursor: Cursor::Grab, ..view };
    }
    let drag = hint("Left drag", "draw a link from here");
    let snap = pointer.map(|pointer| snap::snap(state, pointer));
    ToolView { snap, ..idle([drag, start, hint("Ctrl", "invert snapping")]) }
}

impl Drawing {
    fn begin(state: &State, pointer: Pointer) -> Self {
        let from = snap::snap(state, pointer);
        Self { from, to: from, is_one_way: pointer.modifiers.shift }
    }

    fn link(&self) -> Link {
        Link { is_one_way: self.is_one_way, ..Link::between(self.from.at, self.to.at) }
    }
}

impl Gesture for Drawing {
    fn takes_clicks(&self) -> bool {
        true
    }

    fn look(&self, _: &State) -> ToolView {
        let ways = if self.is_one_way { "one way" } else { "both ways" };
        let other = if self.is_one_way { "held: one way only" } else { "one way only" };
        ToolView {
            hints: vec![
                hint("Click/let go", "end the link here"),
                hint("Right click/Esc", "cancel"),
                hint("Shift", other),
                hint("Ctrl", "invert snapping"),
            ],
            readout: format!("{}  |  {ways}", readout(&self.link())),
            cursor: Cursor::Crosshair,
            snap: Some(self.to),
        }
    }

    fn overlay(&self, _: &State, scene: &mut Scene) {
        scene.link_line(Role::Draft, &self.link());
    }

    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.to = snap::snap_from(editor, self.from, pointer);
        self.is_one_way = pointer.modifiers.shift;
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.from.at == self.to.at {
            editor.warn("A link needs two different ends. Place its end elsewhere.");
            return true;
        }
        let title = if self.is_one_way { "Draw a one-way link" } else { "Draw a link" };
        if editor.edit(title, |draft| add_link(draft, self.link())) {
            let drawn = editor.state.session.selection.links().next();
            if let Some(id) = drawn {
                links::report_loose_ends(editor, id);
            }
        }
        false
    }

    /// Continues: the first of the two clicks placed the start.
    fn double_click(&mut self, _: &mut Editor, _: Pointer) -> bool {
        true
    }
}

fn readout(link: &Link) -> String {
    let to = link.middle(LinkEnd::To) - link.middle(LinkEnd::From);
    format!("{:.2} m  |  rises {:.2} m", link.length(), to.y + 0.0)
}
