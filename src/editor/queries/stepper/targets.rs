//! Target of a step: the next event on a track that is on, or a breakpoint.

use std::ops::Range;

use super::Stepper;
use crate::navmesh::NavMesh;
use crate::pathfinding::timeline::breakpoint::Breakpoint;
use crate::pathfinding::timeline::{QueryTrace, Stage};

/// Returns the ranges of step numbers of the stages that match and have any event, in order.
pub(in crate::editor) fn ranges(
    trace: &QueryTrace,
    is_wanted: impl Fn(Stage) -> bool,
) -> impl DoubleEndedIterator<Item = Range<usize>> {
    let stages = Stage::ALL.iter().filter(move |&&stage| is_wanted(stage));
    stages.map(|&stage| trace.range(stage)).filter(|range| !range.is_empty())
}

impl Stepper {
    /// Returns the ranges of step numbers that stepping visits, in order.
    ///
    /// These are the tracks that are on and the one that contains the cursor. If none of them has an event, for
    /// example without a path to pull, returns the ranges of all tracks.
    fn ranges(&self, trace: &QueryTrace) -> Vec<Range<usize>> {
        let here = self.cursor().and_then(|cursor| trace.place(cursor)).map(|(stage, _)| stage);
        let on: Vec<_> = ranges(trace, |stage| self.has_track(stage) || here == Some(stage)).collect();
        if on.is_empty() { ranges(trace, |_| true).collect() } else { on }
    }

    /// Returns the first step at or after a number.
    pub(in crate::editor) fn ahead(&self, trace: &QueryTrace, from: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().find(|range| from < range.end).map(|range| range.start.max(from))
    }

    /// Returns the last step before a number.
    pub(in crate::editor) fn behind(&self, trace: &QueryTrace, before: usize) -> Option<usize> {
        let ranges = self.ranges(trace);
        ranges.iter().rev().find(|range| range.start < before).map(|range| range.end.min(before) - 1)
    }

    /// Whether playing stops at an event.
    ///
    /// A breakpoint without a stage stops only on the tracks that stepping visits.
    pub(in crate::editor) fn stops_at(&self, mesh: &NavMesh, trace: &QueryTrace, index: usize) -> bool {
        let Some((stage, _)) = trace.place(index) else { return false };
        let is_stepped = || self.ranges(trace).iter().any(|range| range.contains(&index));
        let stops = |at: &Breakpoint| match at.stage() {
            Some(named) => named == stage && at.stops_at(mesh, trace, index),
            None => at.stops_at(mesh, trace, index) && is_stepped(),
        };
        self.breakpoints.iter().any(stops)
    }

    /// Returns the next step to play at or after a number; it never skips an event with a breakpoint.
    pub(super) fn next_played(&self, mesh: &NavMesh, trace: &QueryTrace, from: usize) -> Option<usize> {
        let next = self.ahead(trace, from);
        if self.breakpoints.is_empty() {
            return next;
        }
        let passed_over = from..next.unwrap_or(trace.len());
        passed_over.into_iter().find(|&index| self.stops_at(mesh, trace, index)).or(next)
    }
}
