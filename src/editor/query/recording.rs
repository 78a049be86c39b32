//! Recording what happens on the way to an answer: when it is first asked for, or where the search is huge, by the
//! outside, once somebody wants to step.

use std::ops::ControlFlow;
use std::sync::{Arc, LazyLock, OnceLock};

use super::{Editor, QueryView};
use crate::editor::work::{Job, Shared};
use crate::editor::{Effect, Input};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::{
    Answer, End, IntervalLog, Located, Query, QueryRecorder, QueryTrace, SearchLog, Stage, TraceKind,
    find_path_traced, find_path_while,
};

/// A search that expanded more than this takes too long to record in every frame.
const LARGE_SEARCH: usize = 1_000;

/// A search that expands more than this takes too long to wait for, and longer to record.
pub(super) const HUGE_SEARCH: usize = 100_000;

/// How much is done, about, once the search is recorded.
const SEARCHED: f32 = 0.8;

/// What is under way of recording a huge search.
#[derive(Debug)]
pub(super) struct Recording {
    job: RecordJob,
    /// What the user wants to do once it is there.
    then: Option<Box<Input>>,
}

/// The work of recording what happens on the way to the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    query: Query,
    /// How much the search is going to expand.
    expanded: usize,
}

/// All that happened on the way to an answer, and where the search stood at each of its steps.
#[derive(Clone, Debug)]
pub struct Recorded {
    trace: QueryTrace,
    log: SearchLog,
    intervals: IntervalLog,
}

impl PartialEq for Recorded {
    /// The rest follows from what happened.
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
    /// Does the work; `goes_on` hears how much is done, from 0 to 1, and may break it off, which gives `None`.
    pub fn run(&self, mut goes_on: impl FnMut(f32) -> ControlFlow<()>) -> Option<Recorded> {
        let mut recorder = QueryRecorder::default();
        let share = |expanded: usize| (expanded as f32 / self.expanded.max(1) as f32).min(1.0);
        let searched = |expanded| goes_on(SEARCHED * share(expanded));
        let (answer, _) = find_path_while(&self.mesh, &self.derived, &self.query, &mut recorder, searched);
        if answer.is_stopped() {
            return None;
        }
        let trace = recorder.into_trace();
        goes_on(SEARCHED).continue_value()?;
        let log = log_of(&trace);
        goes_on(f32::midpoint(SEARCHED, 1.0)).continue_value()?;
        let intervals = IntervalLog::of(trace.interval().events());
        Some(Recorded { trace, log, intervals })
    }
}

/// Whether an answer took a search for which the window does not wait.
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

/// With more cells than this around one vertex, a search is long work, whatever it expands.
///
/// A path around 1,000 cells takes about 0.1 s, and four times as long around twice as many.
const CROWD: usize = 1_000;

/// Whether an end of a query lies in a cell at a vertex with very many cells.
pub(super) fn is_crowded(mesh: &NavMesh, derived: &Derived, end: &Located) -> bool {
    mesh.corners(end.cell).iter().any(|&vertex| derived.adjacency.star(vertex).len() > CROWD)
}

impl QueryView {
    /// What happened on the way to the answer; asks once more, with a recorder, the first time.
    fn trace(&self, mesh: &NavMesh, derived: &Derived) -> &QueryTrace {
        self.trace.get_or_init(|| {
            let asked = self.asked.as_ref();
            asked.map(|query| find_path_traced(mesh, derived, query).1).unwrap_or_default()
        })
    }

    /// Forgets what was recorded of the way to the answer.
    pub(super) fn forget_trace(&mut self) {
        (self.trace, self.log, self.intervals) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
    }
}

impl Editor {
    /// All that happened on the way to the answer, whatever is stepped through; empty until both ends are placed, and
    /// while it is not recorded yet.
    ///
    /// Recorded when first asked for after a change.
    pub fn query_trace(&self) -> &QueryTrace {
        static LATER: LazyLock<QueryTrace> = LazyLock::new(QueryTrace::default);
        if self.records_later() { &LATER } else { self.query.trace(&self.document.mesh, &self.derived) }
    }

    /// Whether what happened on the way to the answer is not recorded yet: of a large search, unless somebody is stepping
    /// through it, until the gesture under way has ended, for it would hold up every frame; of a huge one until somebody
    /// asks and the outside has done it.
    pub fn records_later(&self) -> bool {
        let is_dragging = self.is_gesture_running() && self.history.open().is_some();
        let is_recorded = self.query.trace.get().is_some();
        self.records_on_demand() || is_dragging && !is_recorded && self.would_hold_up_frames()
    }

    /// Whether steps like those to the answer are too many to be recorded in every frame while nobody is looking at one.
    fn would_hold_up_frames(&self) -> bool {
        let is_large = self.answer().is_some_and(|answer| answer.expanded > LARGE_SEARCH);
        is_large && self.stepper.cursor().is_none()
    }

    /// Whether the next answer is best recorded while it is searched for: somebody looked at the steps to this one, and
    /// is going to again.
    pub(super) fn records_at_once(&self) -> bool {
        let is_dragging = self.history.open().is_some();
        let is_recorded = self.query.trace.get().is_some();
        is_recorded
            && self.answer().is_some()
            && !self.is_long_to_record()
            && !(is_dragging && self.would_hold_up_frames())
    }

    /// Whether what happened on the way to the answer is recorded only once somebody asks for it, by stepping or by
    /// [`crate::editor::StepInput::Record`], and is not yet.
    pub fn records_on_demand(&self) -> bool {
        self.is_long_to_record() && self.query.trace.get().is_none()
    }

    /// Whether recording the steps to the answer would hold up the window.
    fn is_long_to_record(&self) -> bool {
        let is_crowded = |end: &Located| is_crowded(&self.document.mesh, &self.derived, end);
        let has_crowd = [End::Start, End::Target].iter().filter_map(|&end| self.located(end)).any(is_crowded);
        self.answer().is_some_and(|answer| is_huge(answer) || has_crowd)
    }

    /// The number of the work while a huge search is being recorded.
    pub fn recording_under_way(&self) -> Option<u64> {
        self.query.recording.as_ref().map(|recording| recording.job.number)
    }

    /// Has the outside record a huge search, if it is not recorded or being recorded.
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

    /// Whether the question's steps are still to be recorded before something can be done with them: then they are, and
    /// it is done after that.
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

    /// Has a huge search recorded of which a step is in view, unless a gesture is under way: then it is old before it is
    /// recorded.
    pub(in crate::editor) fn follow_recording(&mut self) {
        let is_in_view = self.shown_trace() == TraceKind::Query && self.stepper.is_at_some_step();
        if is_in_view && self.history.open().is_none() {
            self.record();
        }
    }

    /// Gives up recording: the answer is another one.
    pub(super) fn stop_recording(&mut self) {
        let stop = self.query.recording.take().map(|it| Effect::StopWork(it.job.number));
        self.effects.extend(stop);
    }

    /// Takes what came of the recording that was last begun, and does what waited for it; of any other, nothing. Where
    /// nothing came of it, the finished path is shown.
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

    /// Where the search stood at each of its steps, over nodes or over intervals.
    ///
    /// Computed when first asked for after a change.
    pub fn search_log(&self) -> &SearchLog {
        static LATER: LazyLock<SearchLog> = LazyLock::new(SearchLog::default);
        if self.records_later() {
            return &LATER;
        }
        self.query.log.get_or_init(|| log_of(self.query_trace()))
    }

    /// What became of every interval of the search for the optimum; empty where nodes were searched.
    ///
    /// Computed when first asked for after a change.
    pub fn interval_log(&self) -> &IntervalLog {
        static LATER: LazyLock<IntervalLog> = LazyLock::new(IntervalLog::default);
        if self.records_later() {
            return &LATER;
        }
        self.query.intervals.get_or_init(|| IntervalLog::of(self.query_trace().interval().events()))
    }

    /// The stage that searches for the corridor: over intervals if it has any, else over nodes.
    pub fn search_stage(&self) -> Stage {
        stage_of(self.query_trace())
    }
}
