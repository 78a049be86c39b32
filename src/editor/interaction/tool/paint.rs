//! Assigning an area to cells by dragging over them.

use std::collections::BTreeSet;

use glam::FloatExt as _;

use super::gesture::{Gesture, Started, dragged};
use super::{Cursor, ToolView, hint, idle};
use crate::editor::edits::outlines;
use crate::editor::interaction::input::Input;
use crate::editor::session::Session;
use crate::editor::session::change::Snapshot;
use crate::editor::session::pick::Element;
use crate::editor::view::pointer::Pointer;
use crate::editor::{Editor, State};
use navsmith_core::geometry::{Segment, at_height};
use navsmith_core::navmesh::CellId;

/// Cells painted in one drag, which is one undo step.
#[derive(Debug)]
pub(super) struct PaintStroke {
    before: Snapshot,
    painted: BTreeSet<CellId>,
    last: Pointer,
}

/// Handles input of the idle paint tool.
pub(super) fn begin(editor: &mut Editor, input: &Input) -> Started {
    match *input {
        Input::Click(pointer) | Input::DoubleClick(pointer) => {
            PaintStroke::begin(editor, pointer);
            editor.commit();
            None
        }
        Input::DragStart { from, to } => dragged(PaintStroke::begin(editor, from), editor, to),
        _ => None,
    }
}

fn area(session: &Session) -> &str {
    session.document().area(session.options.area).map_or("an area", |area| &area.name)
}

pub(super) fn look(session: &Session) -> ToolView {
    let area = area(session);
    idle([hint("Click", format!("paint a cell {area}")), hint("Left drag", format!("paint cells {area}"))])
}

impl PaintStroke {
    fn begin(editor: &mut Editor, pointer: Pointer) -> Self {
        let before = editor.begin("Paint cells");
        let mut stroke = Self { before, painted: BTreeSet::new(), last: pointer };
        stroke.follow(editor, pointer);
        stroke
    }
}

impl Gesture for PaintStroke {
    /// Paints the topmost cells between the last pointer position and this one.
    ///
    /// A fast drag therefore leaves no gaps.
    fn follow(&mut self, editor: &mut Editor, pointer: Pointer) {
        let line = Segment::new(self.last.ground, pointer.ground);
        let steps = (line.length() / pointer.pick_radius).ceil().clamp(1.0, 256.0);
        for step in 0..=steps as u32 {
            let share = step as f32 / steps;
            let passed = match self.last.height.zip(pointer.height) {
                None => pointer.moved_to(line.at(share)),
                Some((from, to)) => pointer.moved_to_point(at_height(line.at(share), from.lerp(to, share))),
            };
            let hit = editor.pick_context().cells_under(&passed).first().copied();
            if let Some(Element::Cell(cell)) = hit.map(|hit| hit.element) {
                self.painted.insert(cell);
            }
        }
        self.last = pointer;
        let (painted, area) =
            (self.painted.iter().copied().collect::<Vec<_>>(), editor.state.session.options.area);
        if !painted.is_empty() {
            let result =
                editor.preview_keeping(&self.before, |draft| outlines::paint_cells(draft, &painted, area));
            result.expect("painted cells are cells of the mesh, and there is one");
        }
    }

    fn look(&self, state: &State) -> ToolView {
        ToolView {
            hints: vec![hint("Let go", format!("keep them {}", area(state))), hint("Esc", "cancel")],
            readout: format!("painted: {}", self.painted.len()),
            cursor: Cursor::Crosshair,
            ..ToolView::default()
        }
    }
}
