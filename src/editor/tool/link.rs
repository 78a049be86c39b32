//! Drawing links, and dragging their ends.

use super::gesture::{Gesture, drag, dragged, draw};
use super::{Cursor, ToolView, hint};
use crate::editor::change::Snapshot;
use crate::editor::links::LinkHandle;
use crate::editor::snap::Guides;
use crate::editor::{Editor, Input, Message, Pointer, Role, Scene, Snap};
use crate::geometry::ground;
use crate::navmesh::edit::{add_link, move_link_end, move_link_place};
use crate::navmesh::{Link, LinkEnd};

/// Drag of the end of a link.
#[derive(Debug)]
pub(in crate::editor) struct LinkDrag {
    before: Snapshot,
    grip: LinkHandle,
    /// Vector from the pointer to the end.
    offset: glam::Vec2,
    snap: Option<Snap>,
}

impl LinkDrag {
    /// Starts to drag an end, or one place of its span; `None` if there is no such link.
    ///
    /// With Alt held, a point is extended into a span.
    pub(super) fn grab(editor: &mut Editor, grip: LinkHandle, from: Pointer, to: Pointer) -> Option<Self> {
        let link = editor.document.mesh.link(grip.link)?;
        let is_pulled = from.modifiers.alt && link.is_point(grip.end);
        let grip = LinkHandle { place: if is_pulled { Some(1) } else { grip.place }, ..grip };
        let at = ground(grip.at(link));
        let side = if grip.place.is_some() { "one side of " } else { "" };
        let before = editor.begin(&format!("Move {side}the {} of a link", grip.end.describe()));
        editor.selection.clear();
        editor.selection.insert(crate::editor::Element::Link(grip.link));
        let held = Self { before, grip, offset: at - from.ground, snap: None };
        Some(dragged(held, editor, to))
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        let link = editor.document.mesh.link(self.grip.link);
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
        editor.report_loose_ends(self.grip.link);
        false
    }
}

/// State of the link tool.
#[derive(Debug, Default)]
pub(in crate::editor) enum State {
    /// No link being drawn.
    #[default]
    Idle,
    /// The start is placed, and the end follows the pointer.
    Drawing(Box<Drawing>),
    /// The end of a link follows the pointer.
    Holding(Box<LinkDrag>),
}

/// Link being drawn.
#[derive(Debug)]
pub(in crate::editor) struct Drawing {
    from: Snap,
    to: Snap,
    is_one_way: bool,
}

impl State {
    pub(super) fn handle(self, editor: &mut Editor, input: &Input) -> Self {
        match (self, input) {
            (Self::Idle, &Input::DragStart { from, to }) => start_drag(editor, from, to),
            (Self::Idle, &Input::Click(pointer) | &Input::DoubleClick(pointer)) => {
                Self::Drawing(Box::new(Drawing::begin(editor, pointer)))
            }
            (Self::Drawing(drawing), input) => draw(drawing, editor, input).map_or(Self::Idle, Self::Drawing),
            (Self::Holding(held), input) => drag(held, editor, input).map_or(Self::Idle, Self::Holding),
            (Self::Idle, _) => Self::Idle,
        }
    }

    pub(super) fn look(&self, editor: &Editor) -> ToolView {
        match self {
            Self::Holding(held) => held.look(editor),
            Self::Drawing(drawing) => drawing.look(),
            Self::Idle => {
                let end = editor.interaction.pointer.and_then(|pointer| editor.link_grip_at(pointer));
                let drag = end.map_or_else(
                    || "draw a link from here".to_owned(),
                    |grip| format!("move the link's {}", grip.describe()),
                );
                ToolView {
                    hints: vec![
                        hint("Left drag", drag),
                        hint("Click", "start a link here"),
                        end.map_or_else(
                            || hint("Ctrl", "invert snapping"),
                            |_| hint("Alt+drag", "widen it into a span"),
                        ),
                        hint("Right click", "menu"),
                        hint("Esc", "back to the Select tool"),
                    ],
                    cursor: if end.is_some() { Cursor::Grab } else { Cursor::Crosshair },
                    snap: editor
                        .interaction
                        .pointer
                        .filter(|_| end.is_none())
                        .map(|pointer| editor.snap(pointer)),
                    ..ToolView::default()
                }
            }
        }
    }

    pub(super) fn overlay(&self, scene: &mut Scene) {
        if let Self::Drawing(drawing) = self {
            scene.link_line(Role::Draft, &drawing.link());
        }
    }
}

/// Starts a drag: at the end of a link it moves that end, elsewhere it draws a new link.
fn start_drag(editor: &mut Editor, from: Pointer, to: Pointer) -> State {
    if let Some(end) = editor.link_grip_at(from)
        && let Some(held) = LinkDrag::grab(editor, end, from, to)
    {
        return State::Holding(Box::new(held));
    }
    State::Drawing(Box::new(dragged(Drawing::begin(editor, from), editor, to)))
}

impl Drawing {
    fn begin(editor: &Editor, pointer: Pointer) -> Self {
        let from = editor.snap(pointer);
        Self { from, to: from, is_one_way: pointer.modifiers.shift }
    }

    fn link(&self) -> Link {
        Link { is_one_way: self.is_one_way, ..Link::between(self.from.at, self.to.at) }
    }

    fn look(&self) -> ToolView {
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
}

impl Gesture for Drawing {
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        self.to = editor.snap_from(self.from, pointer);
        self.is_one_way = pointer.modifiers.shift;
    }

    fn complete(&mut self, editor: &mut Editor) -> bool {
        if self.from.at == self.to.at {
            editor.say(Message::warning("A link needs two different ends. Place its end elsewhere."));
            return true;
        }
        let title = if self.is_one_way { "Draw a one-way link" } else { "Draw a link" };
        if editor.edit(title, |draft| add_link(draft, self.link())) {
            let drawn = editor.selection.links().next();
            if let Some(id) = drawn {
                editor.report_loose_ends(id);
            }
        }
        false
    }
}

fn readout(link: &Link) -> String {
    let to = link.middle(LinkEnd::To) - link.middle(LinkEnd::From);
    format!("{:.2} m  |  rises {:.2} m", link.length(), to.y + 0.0)
}
