//! Jumps over the trace.
//!
//! Targets are the next stage, the next event of a kind, at a cell or a portal, and the opening or closing of a cell.
//! Jumps include the events of tracks that are off.

use crate::editor::{Command, Editor, Element, Input, StepInput};
use crate::navmesh::CellId;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::locate;
use crate::pathfinding::timeline::run::TraceKind;
use crate::pathfinding::timeline::{QueryEvent, Stage};

/// Direction of a jump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::editor) enum Way {
    On,
    Back,
}

impl Editor {
    /// Jumps to the first event of the next stage that has any, or of the previous one.
    pub(in crate::editor) fn leap_to_stage(&mut self, way: Way) {
        let command = if way == Way::On { Command::NextStage } else { Command::PreviousStage };
        if self.waits_for_steps(Input::Run(command)) {
            return;
        }
        let here = self.stage().map(|(stage, _)| stage);
        let trace = self.trace();
        let starts = |is_wanted: &dyn Fn(Stage) -> bool| -> Vec<usize> {
            let stages = Stage::ALL.iter().filter(|&&stage| is_wanted(stage));
            stages
                .map(|&stage| trace.range(stage))
                .filter(|range| !range.is_empty())
                .map(|r| r.start)
                .collect()
        };
        let to = match way {
            Way::On => starts(&|stage| here.is_none_or(|here| stage > here)).first().copied(),
            Way::Back => starts(&|stage| here.is_none_or(|here| stage < here)).last().copied(),
        };
        self.leap(to, "There is no further stage.");
    }

    /// Jumps to the next or the previous event of the same kind as the one at the cursor.
    pub(in crate::editor) fn leap_to_kind(&mut self, way: Way) {
        let Some(kind) = self.event().map(|event| event.kind()) else { return };
        self.leap_where(way, |_, event| event.kind() == kind);
    }

    /// Jumps to the next or the previous event about the same cell or portal as the one at the cursor.
    pub(in crate::editor) fn leap_here(&mut self, way: Way) {
        let Some(here) = self.event() else { return };
        if let Some(cell) = here.cell() {
            return self.leap_where(way, |_, event| event.cell() == Some(cell));
        }
        let Some(name) = here.portal().and_then(|number| self.trace().portal_name(number)) else { return };
        self.leap_where(way, |editor, event| editor.trace().is_at_portal(&editor.document.mesh, event, name));
    }

    fn leap_where(&mut self, way: Way, matches: impl Fn(&Self, &QueryEvent) -> bool) {
        let Some(cursor) = self.stepper.cursor() else { return };
        let matches = |_: usize, event: &QueryEvent| matches(self, event);
        let to = match way {
            Way::On => self.trace().after(cursor, matches),
            Way::Back => self.trace().before(cursor, matches),
        };
        let beside = if way == Way::On { "This is the last one." } else { "This is the first one." };
        self.leap(to, beside);
    }

    fn leap(&mut self, to: Option<usize>, else_say: &str) {
        match to {
            Some(index) => self.step_to(Some(index)),
            None => self.warn(else_say),
        }
    }

    /// Returns the cell that a command applies to.
    ///
    /// This is the topmost cell under the pointer, or else the only selected one.
    pub(in crate::editor) fn cell_meant(&self) -> Option<CellId> {
        if let Some(Element::Cell(cell)) = self.hover().map(|hit| hit.element) {
            return Some(cell);
        }
        let under = self.pointer().and_then(|ground| {
            let at = Endpoint { ground, height: None };
            locate(&self.document.mesh, &self.derived, at, 0.0).filter(|located| located.off_mesh.is_none())
        });
        if let Some(located) = under {
            return Some(located.cell);
        }
        let mut selected = self.selection.cells().iter();
        selected.next().copied().filter(|_| selected.next().is_none())
    }

    /// Jumps to the event at which the search opened a cell; from there, to the one that closed it.
    ///
    /// In a walk or a ray, jumps to the first event about the cell.
    pub(super) fn run_to_cell(&mut self, cell: CellId) {
        if self.waits_for_steps(Input::Step(StepInput::RunToCell(cell))) {
            return;
        }
        let run = self.shown_trace();
        if run != TraceKind::Query {
            let trace = self.trace();
            let first = (0..trace.len()).find(|&i| trace.get(i).is_some_and(|it| it.cell() == Some(cell)));
            let what = run.title().to_lowercase();
            return self.leap(first, &format!("The {what} never reached cell {}.", cell.0));
        }
        let Some(visit) = self.search_log().last(cell) else {
            return self.warn(&format!("The search never reached cell {}.", cell.0));
        };
        let first = self.trace().range(self.search_stage()).start;
        let opened = first + visit.opened;
        match visit.closed {
            Some(closed) if self.stepper.cursor() == Some(opened) => self.step_to(Some(first + closed)),
            _ => self.step_to(Some(opened)),
        }
    }
}
