//! Jumps over the trace.
//!
//! Targets are the next stage, the next event of a kind, at a cell or a portal, and the opening or closing of a cell.
//! Jumps include the events of tracks that are off.

use crate::editor::queries::query::recording;
use crate::editor::queries::stepper;
use crate::editor::session::pick::Element;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::timeline::QueryEvent;
use navsmith_core::pathfinding::timeline::run::TraceKind;

/// Direction of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum JumpDirection {
    Forward,
    Back,
}

/// Jumps to the first event of the next stage that has any, or of the previous one.
pub(in crate::editor) fn jump_to_stage(editor: &mut Editor, direction: JumpDirection) {
    recording::when_recorded(editor, move |editor| {
        let here = editor.stage().map(|(stage, _)| stage);
        let trace = editor.trace();
        let to = match direction {
            JumpDirection::Forward => {
                stepper::ranges(trace, |stage| here.is_none_or(|here| stage > here)).next()
            }
            JumpDirection::Back => {
                stepper::ranges(trace, |stage| here.is_none_or(|here| stage < here)).next_back()
            }
        };
        jump(editor, to.map(|range| range.start), "There is no further stage.");
    });
}

/// Jumps to the next or the previous event of the same kind as the one at the cursor.
pub(in crate::editor) fn jump_to_kind(editor: &mut Editor, direction: JumpDirection) {
    let Some(kind) = editor.event().map(|event| event.kind()) else { return };
    jump_where(editor, direction, |_, event| event.kind() == kind);
}

/// Jumps to the next or the previous event about the same cell or portal as the one at the cursor.
pub(in crate::editor) fn jump_here(editor: &mut Editor, direction: JumpDirection) {
    let Some(here) = editor.event() else { return };
    if let Some(cell) = here.cell() {
        return jump_where(editor, direction, |_, event| event.cell() == Some(cell));
    }
    let Some(name) = here.portal().and_then(|number| editor.trace().portal_name(number)) else { return };
    jump_where(editor, direction, |editor, event| editor.trace().is_at_portal(editor.mesh(), event, name));
}

fn jump_where(editor: &mut Editor, direction: JumpDirection, matches: impl Fn(&State, &QueryEvent) -> bool) {
    let Some(cursor) = editor.state.stepper.cursor() else { return };
    let matches = |_: usize, event: &QueryEvent| matches(editor, event);
    let to = match direction {
        JumpDirection::Forward => editor.trace().after(cursor, matches),
        JumpDirection::Back => editor.trace().before(cursor, matches),
    };
    let beside =
        if direction == JumpDirection::Forward { "This is the last one." } else { "This is the first one." };
    jump(editor, to, beside);
}

fn jump(editor: &mut Editor, to: Option<usize>, else_say: &str) {
    match to {
        Some(index) => stepper::step_to(&mut editor.state, Some(index)),
        None => editor.warn(else_say),
    }
}

/// Returns the cell that a command applies to.
///
/// This is the topmost cell under the pointer, or else the only selected one.
pub(in crate::editor) fn cell_meant(state: &State) -> Option<CellId> {
    if let Some(Element::Cell(cell)) = state.hover().map(|hit| hit.element) {
        return Some(cell);
    }
    let under = state.end_under_pointer().and_then(|at| {
        locate(state.mesh(), state.derived(), at, 0.0).filter(|located| located.off_mesh.is_none())
    });
    let selected = state.selection().cells();
    let only = || selected.first().copied().filter(|_| selected.len() == 1);
    under.map(|located| located.cell).or_else(only)
}

/// Jumps to the event at which the search opened a cell; from there, to the one that closed it.
///
/// In a walk or a ray, jumps to the first event about the cell.
pub(super) fn run_to_cell(editor: &mut Editor, cell: CellId) {
    recording::when_recorded(editor, move |editor| {
        let run = editor.shown_trace();
        if run != TraceKind::Query {
            let trace = editor.trace();
            let first = (0..trace.len()).find(|&i| trace.get(i).is_some_and(|it| it.cell() == Some(cell)));
            let what = run.title().to_lowercase();
            return jump(editor, first, &format!("The {what} never reached cell {}.", cell.0));
        }
        let Some(visit) = editor.search_log().last(cell) else {
            return editor.warn(&format!("The search never reached cell {}.", cell.0));
        };
        let first = editor.trace().range(editor.search_stage()).start;
        let opened = first + visit.opened;
        let closed = visit.closed.filter(|_| editor.state.stepper.cursor() == Some(opened));
        stepper::step_to(&mut editor.state, Some(closed.map_or(opened, |closed| first + closed)));
    });
}
