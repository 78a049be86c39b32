//! Recording of the trace of a query.
//!
//! The trace is recorded when it is first needed. A huge search is recorded in the background, after the user starts
//! to step.

use std::sync::{Arc, LazyLock, OnceLock};

use super::{Editor, QueryView};
use crate::editor::work::{Job, Shared};
use crate::editor::{Effect, Input};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::prepared::kept_answer::find_path_with_progress;
use crate::pathfinding::query::{Answer, Query, find_path_traced};
use crate::pathfinding::timeline::interval_log::IntervalLog;
use crate::pathfinding::timeline::run::TraceKind;
use crate::pathfinding::timeline::search_log::SearchLog;
use crate::pathfinding::timeline::{QueryRecorder, QueryTrace, Stage};
use crate::progress::{Progress, Stopped};

/// Number of expansions above which a search is too slow to record in every frame.
const LARGE_SEARCH: usize = 1_000;

/// Number of expansions above which a search runs and is recorded in the background.
pub(super) const HUGE_SEARCH: usize = 100_000;

/// Approximate share of the work that is done when the search ends.
const SEARCHED: f32 = 0.8;

/// Recording of a huge search in the background.
#[derive(Debug)]
pub(super) struct Recording {
    job: RecordJob,
    /// Input that waits for the recording.
    then: Option<Box<Input>>,
}

/// Job that records the trace of a query.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordJob {
    /// Number that identifies this job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    query: Query,
    /// Expected number of expansions, from the answer.
    expanded: usize,
}

/// Trace of a query, and the logs derived from it.
#[derive(Clone, Debug)]
pub struct Recorded {
    trace: QueryTrace,
    log: SearchLog,
    intervals: IntervalLog,
}

impl PartialEq for Recorded {
    /// Compares the traces; the logs follow from them.
    fn eq(&self, other: &Self) -> bool {
        self.trace == other.trace
    }
}

impl Job for RecordJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl RecordJob {
    /// Runs the job.
    pub fn run(&self, progress: &Progress) -> Result<Recorded, Stopped> {
        let mut recorder = QueryRecorder::default();
        let search = progress.part(0.0..SEARCHED).expecting(self.expanded);
        find_path_with_progress(&self.mesh, &self.derived, &self.query, &mut recorder, &search)?;
        let trace = recorder.into_trace();
        let logs = progress.part(SEARCHED..1.0);
        logs.report(0, 2)?;
        let log = log_of(&trace);
        logs.report(1, 2)?;
        let intervals = IntervalLog::of(trace.interval().events());
        Ok(Recorded { trace, log, intervals })
    }
}

/// Whether an answer needs a search that must run in the background.
pub(super) fn is_huge(answer: &Answer) -> bool {
    answer.expanded > HUGE_SEARCH || answer.is_stopped()
}

fn stage_of(trace: &QueryTrace) -> Stage {
    if trace.interval().is_empty() { Stage::Search } else { Stage::Interval }
}

fn log_of(trace: &QueryTrace) -> SearchLog {
    match stage_of(trace) {
        Stage::Interval => SearchLog::of_intervals(trace.interval().events()),
        _ => SearchLog::of(trace.search().events()),
    }
}

/// Number of cells around one vertex above which a search is slow, whatever it expands.
///
/// A path around 1,000 cells takes about 0.1 s, and four times as long around twice as many.
const CROWD: usize = 1_000;

/// Whether an end of a query lies in a cell with a corner where more than [`CROWD`] cells meet.
pub(super) fn is_crowded(mesh: &NavMesh, derived: &Derived, end: &Located) -> bool {
    mesh.corners(end.cell).iter().any(|&vertex| derived.adjacency.star(vertex).len() > CROWD)
}

impl QueryView {
    /// Returns the trace of the answer; on the first call, repeats the search with a recorder.
    fn trace(&self, mesh: &NavMesh, derived: &Derived) -> &QueryTrace {
        self.trace.get_or_init(|| {
            let asked = self.asked.as_ref();
            asked.map(|query| find_path_traced(mesh, derived, query).1).unwrap_or_default()
        })
    }

    /// Clears the trace and the logs derived from it.
    pub(super) fn forget_trace(&mut self) {
        (self.trace, self.log, self.intervals) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    }
}

impl Editor {
    /// Returns the trace of the query, whatever trace the stepper shows.
    ///
    /// Records it on the first call after a change. The trace is empty until both ends are placed, and while
    /// [`Self::records_later`] is true.
    pub fn query_trace(&self) -> &QueryTrace {
        static LATER: LazyLock<QueryTrace> = LazyLock::new(QueryTrace::default);
        if self.records_later() { &LATER } else { self.query.trace(&self.document.mesh, &self.derived) }
    }

    /// Whether the trace is not recorded yet and a read must not record it now.
    ///
    /// - A large search is recorded after the gesture under way, unless the stepper is at a step: recording in every
    ///   frame would slow the gesture down.
    /// - A huge search is recorded in the background, on demand.
    pub fn records_later(&self) -> bool {
        let is_dragging = self.is_gesture_running() && self.history.open().is_some();
        let is_recorded = self.query.trace.get().is_some();
        self.records_on_demand() || is_dragging && !is_recorded && self.would_hold_up_frames()
    }

    /// Whether recording in every frame is too slow and the stepper is at no step.
    fn would_hold_up_frames(&self) -> bool {
        let is_large = self.answer().is_some_and(|answer| answer.expanded > LARGE_SEARCH);
        is_large && self.stepper.cursor().is_none()
    }

    /// Whether the next search should record its trace.
    ///
    /// True if the trace of the present answer was recorded, because the next one is then likely to be needed too.
    pub(super) fn records_at_once(&self) -> bool {
        let is_dragging = self.history.open().is_some();
        let is_recorded = self.query.trace.get().is_some();
        is_recorded
            && self.answer().is_some()
            && !self.is_long_to_record()
            && !(is_dragging && self.would_hold_up_frames())
    }

    /// Whether the trace is recorded only on demand, and is not recorded yet.
    ///
    /// Stepping and [`crate::editor::StepInput::Record`] request it.
    pub fn records_on_demand(&self) -> bool {
        self.is_long_to_record() && self.query.trace.get().is_none()
    }

    /// Whether recording the trace would block the window.
    fn is_long_to_record(&self) -> bool {
        let is_crowded = |end: &Located| is_crowded(&self.document.mesh, &self.derived, end);
        let has_crowd = [End::Start, End::Target].iter().filter_map(|&end| self.located(end)).any(is_crowded);
        self.answer().is_some_and(|answer| is_huge(answer) || has_crowd)
    }

    /// Returns the number of the job that records a huge search; `None` if none is running.
    pub fn recording_under_way(&self) -> Option<u64> {
        self.query.recording.as_ref().map(|recording| recording.job.number)
    }

    /// Starts to record a huge search in the background, unless its trace exists or a recording is running.
    pub(in crate::editor) fn record(&mut self) {
        let is_wanted = self.records_on_demand() && !self.answer().is_some_and(Answer::is_stopped);
        let Some(query) = self.query.asked.clone().filter(|_| is_wanted) else { return };
        if self.query.recording.is_none() {
            let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
            let expanded = self.answer().map_or(0, |answer| answer.expanded);
            let job = RecordJob { number, mesh, derived: Shared::of(&self.derived), query, expanded };
            self.ask_outside(Effect::Record(job.clone()));
            self.query.recording = Some(Recording { job, then: None });
        }
    }

    /// Whether the trace of the query must be recorded before `then` can be handled.
    ///
    /// If so, starts the recording and handles `then` after it.
    pub(in crate::editor) fn waits_for_steps(&mut self, then: Input) -> bool {
        let waits = self.shown_trace() == TraceKind::Query && self.records_on_demand();
        if waits {
            self.record();
            if let Some(recording) = &mut self.query.recording {
                recording.then = Some(Box::new(then));
            }
        }
        waits
    }

    /// Starts to record a huge search if the stepper shows one of its steps.
    ///
    /// Does nothing during a gesture, because the recording would be outdated before it ends.
    pub(in crate::editor) fn follow_recording(&mut self) {
        let is_in_view = self.shown_trace() == TraceKind::Query && self.stepper.is_at_some_step();
        if is_in_view && self.history.open().is_none() {
            self.record();
        }
    }

    /// Stops the recording, because the answer has changed.
    pub(super) fn stop_recording(&mut self) {
        let stop = self.query.recording.take().map(|it| Effect::StopWork(it.job.number));
        self.effects.extend(stop);
    }

    /// Stores the result of the running recording, and handles the input that waits for it.
    ///
    /// Ignores the result of any other job. If the recording was stopped, shows the finished path.
    pub(in crate::editor) fn take_recorded(&mut self, number: u64, found: Option<Arc<Recorded>>) {
        let Some(Recording { then, .. }) = self.query.recording.take_if(|it| it.job.number == number) else {
            return;
        };
        let Some(found) = found else { return self.step_to(None) };
        let Recorded { trace, log, intervals } = Arc::unwrap_or_clone(found);
        let view = &mut self.query;
        (view.trace, view.log, view.intervals) = (trace.into(), log.into(), intervals.into());
        view.check_trace(&self.document.mesh, &self.derived);
        self.follow_step();
        if let Some(input) = then {
            self.handle(*input);
        }
    }

    /// Returns the state of the search at each of its steps, over nodes or over intervals.
    ///
    /// Computed on the first call after a change.
    pub fn search_log(&self) -> &SearchLog {
        static LATER: LazyLock<SearchLog> = LazyLock::new(SearchLog::default);
        if self.records_later() {
            return &LATER;
        }
        self.query.log.get_or_init(|| log_of(self.query_trace()))
    }

    /// Returns the history of every interval of a Polyanya search; empty if the search expanded nodes.
    ///
    /// Computed on the first call after a change.
    pub fn interval_log(&self) -> &IntervalLog {
        static LATER: LazyLock<IntervalLog> = LazyLock::new(IntervalLog::default);
        if self.records_later() {
            return &LATER;
        }
        self.query.intervals.get_or_init(|| IntervalLog::of(self.query_trace().interval().events()))
    }

    /// Returns the stage that searches for the corridor.
    ///
    /// This is the search over intervals if it has events, otherwise the search over nodes.
    pub fn search_stage(&self) -> Stage {
        stage_of(self.query_trace())
    }
}
