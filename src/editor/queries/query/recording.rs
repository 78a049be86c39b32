//! Recording of the trace of a query.
//!
//! The trace is recorded when it is first needed. A huge search is recorded in the background, after the user starts
//! to step.

use std::fmt;
use std::sync::{LazyLock, OnceLock};

use crate::editor::queries::stepper;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::{Answer, Query, find_path_traced};
use navsmith_core::pathfinding::timeline::interval_log::IntervalLog;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::search_log::SearchLog;
use navsmith_core::pathfinding::timeline::{QueryRecorder, QueryTrace, Stage};
use navsmith_core::progress::Stopped;

/// Number of expansions above which a search is too slow to record in every frame.
const LARGE_SEARCH: usize = 1_000;

/// Number of expansions above which a search runs and is recorded in the background.
pub(super) const HUGE_SEARCH: usize = 100_000;

/// Approximate share of the work that is done when the search ends.
const SEARCHED: f32 = 0.8;

/// Action that waits for the recording of the answer with this number.
pub(in crate::editor) struct Deferred(u64, Box<dyn FnOnce(&mut Editor) + Send + Sync>);

impl fmt::Debug for Deferred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Deferred").field(&self.0).finish_non_exhaustive()
    }
}

/// Key of the trace of a huge search.
#[derive(Clone, Debug)]
pub(in crate::editor) struct RecordKey {
    ground: MeshSnapshot,
    query: Query,
    /// Expected number of expansions, from the answer.
    expanded: usize,
    /// Number of the answer.
    answer: u64,
}

impl PartialEq for RecordKey {
    /// Compares the answers, because an edit outside the footprint of the search leaves its trace valid.
    fn eq(&self, other: &Self) -> bool {
        self.answer == other.answer
    }
}

/// Trace of a query, and the logs derived from it on first use.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Recorded {
    pub(super) trace: QueryTrace,
    log: OnceLock<SearchLog>,
    intervals: OnceLock<IntervalLog>,
}

impl Recorded {
    fn log(&self) -> &SearchLog {
        self.log.get_or_init(|| match self.stage() {
            Stage::Interval => SearchLog::of_intervals(self.trace.interval().events()),
            _ => SearchLog::of(self.trace.search().events()),
        })
    }

    fn intervals(&self) -> &IntervalLog {
        self.intervals.get_or_init(|| IntervalLog::of(self.trace.interval().events()))
    }

    fn stage(&self) -> Stage {
        if self.trace.interval().is_empty() { Stage::Search } else { Stage::Interval }
    }
}

impl From<QueryTrace> for Recorded {
    fn from(trace: QueryTrace) -> Self {
        Self { trace, ..Self::default() }
    }
}

impl PartialEq for Recorded {
    /// Compares the traces; the logs follow from them.
    fn eq(&self, other: &Self) -> bool {
        self.trace == other.trace
    }
}

impl Analysis for RecordKey {
    type Value = Recorded;

    const TITLE: &'static str = "recording the search";

    fn when(state: &State) -> When {
        if !state.records_on_demand() {
            return When::Never;
        }
        let is_stopped = state.answer().is_some_and(Answer::is_cut_short);
        let is_in_view = state.shown_trace() == TraceKind::Query && state.stepper.is_at_some_step();
        match is_stopped {
            true => When::Never,
            false if is_in_view => When::Always,
            false => When::OnRequest,
        }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self {
            ground: state.mesh_snapshot(),
            query: state.query.asked.clone()?,
            expanded: state.answer()?.total_expanded,
            answer: state.query.answers,
        })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Recorded, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let mut recorder = QueryRecorder::default();
        let search = progress.part(0.0..SEARCHED).expecting(self.expanded);
        find_path_with_progress(mesh, derived, &self.query, &mut recorder, &search)?;
        let recorded = Recorded::from(recorder.into_trace());
        let logs = progress.part(SEARCHED..1.0);
        logs.report(0, 2)?;
        recorded.log();
        logs.report(1, 2)?;
        recorded.intervals();
        Ok(recorded)
    }

    /// Stores the trace.
    fn done(state: &mut State) -> Reaction {
        let Some((_, recorded)) = state.analyses.trace.take_value() else { return Reaction::Nothing };
        state.query.recorded = recorded.into();
        state.query.check_trace(state.session.mesh(), state.session.derived());
        stepper::follow_step(state);
        Reaction::RunDeferred
    }

    /// Shows the finished path.
    fn stopped(state: &mut State) -> Reaction {
        stepper::step_to(state, None);
        Reaction::DropDeferred
    }
}

/// Runs the action that waits for the recorded trace.
pub(in crate::editor) fn run_deferred(editor: &mut Editor) {
    let then = editor.deferred.take();
    if let Some(Deferred(_, action)) = then.filter(|then| then.0 == editor.state.query.answers) {
        // An edit outside the footprint may have changed the steps of point location.
        when_recorded(editor, action);
    }
}

/// Whether an answer needs a search that must run in the background.
pub(super) fn is_huge(answer: &Answer) -> bool {
    answer.total_expanded > HUGE_SEARCH || answer.is_cut_short()
}

/// Number of cells around one vertex above which a search is slow, whatever it expands.
///
/// A path around 1,000 cells takes about 0.1 s, and four times as long around twice as many.
const CROWD: usize = 1_000;

/// Whether an end of a query lies in a cell with a corner where more than [`CROWD`] cells meet.
pub(super) fn is_crowded(mesh: &NavMesh, derived: &Derived, end: &Located) -> bool {
    mesh.corners(end.cell).iter().any(|&vertex| derived.adjacency.star(vertex).len() > CROWD)
}

impl State {
    /// Returns the trace of the query, whatever trace the stepper shows.
    ///
    /// Records it on the first call after a change. The trace is empty until both ends are placed, and while
    /// [`Self::records_later`] is true.
    pub fn query_trace(&self) -> &QueryTrace {
        &recorded(self).trace
    }

    /// Whether the trace is not recorded yet and a read must not record it now.
    ///
    /// - A large search is recorded after the gesture under way, unless the stepper is at a step: recording in every
    ///   frame would slow the gesture down.
    /// - A huge search is recorded in the background, on demand.
    pub fn records_later(&self) -> bool {
        if self.query.recorded.get().is_some() {
            return false;
        }
        let is_dragging = self.is_previewing();
        is_long_to_record(self) || is_dragging && would_hold_up_frames(self)
    }

    /// Whether the trace is recorded only on demand, and is not recorded yet.
    ///
    /// Stepping and [`crate::editor::queries::stepping::StepInput::Record`] request it.
    pub fn records_on_demand(&self) -> bool {
        self.query.recorded.get().is_none() && is_long_to_record(self)
    }

    /// Returns the number of the job that records a huge search; `None` if none is running.
    pub fn recording_under_way(&self) -> Option<u64> {
        self.analyses.trace.running()
    }

    /// Returns the state of the search at each of its steps, over nodes or over intervals.
    ///
    /// Computed on the first call after a change.
    pub fn search_log(&self) -> &SearchLog {
        recorded(self).log()
    }

    /// Returns the history of every interval of a Polyanya search; empty if the search expanded nodes.
    ///
    /// Computed on the first call after a change.
    pub fn interval_log(&self) -> &IntervalLog {
        recorded(self).intervals()
    }

    /// Returns the stage that searches for the corridor.
    ///
    /// This is the search over intervals if it has events, otherwise the search over nodes.
    pub fn search_stage(&self) -> Stage {
        recorded(self).stage()
    }
}

/// Returns the trace of the answer; repeats the search with a recorder on the first call.
fn recorded(state: &State) -> &Recorded {
    static LATER: LazyLock<Recorded> = LazyLock::new(Recorded::default);
    if state.records_later() {
        return &LATER;
    }
    let trace = |query| find_path_traced(state.mesh(), state.derived(), query).1;
    let recorded = || state.query.asked.as_ref().map(trace).unwrap_or_default().into();
    state.query.recorded.get_or_init(recorded)
}

/// Whether recording in every frame is too slow and the stepper is at no step.
fn would_hold_up_frames(state: &State) -> bool {
    let is_large = state.answer().is_some_and(|answer| answer.total_expanded > LARGE_SEARCH);
    is_large && state.stepper.cursor().is_none()
}

/// Whether the next search should record its trace.
///
/// True if the trace of the present answer was recorded, because the next one is then likely to be needed too.
pub(super) fn records_at_once(state: &State) -> bool {
    let is_dragging = state.history().open().is_some();
    let is_recorded = state.query.recorded.get().is_some();
    is_recorded
        && state.answer().is_some()
        && !is_long_to_record(state)
        && !(is_dragging && would_hold_up_frames(state))
}

/// Whether recording the trace would block the window.
fn is_long_to_record(state: &State) -> bool {
    let is_crowded = |end: &Located| is_crowded(state.mesh(), state.derived(), end);
    let has_crowd = [End::Start, End::Target].iter().filter_map(|&end| state.located(end)).any(is_crowded);
    state.answer().is_some_and(|answer| is_huge(answer) || has_crowd)
}

/// Starts to record a huge search in the background, unless its trace exists or a recording is running.
pub(in crate::editor) fn record(editor: &mut Editor) {
    if editor.recording_under_way().is_none() {
        editor.request::<RecordKey>();
    }
}

/// Runs an action on the steps of the shown trace, as soon as the trace is recorded.
pub(in crate::editor) fn when_recorded(
    editor: &mut Editor,
    action: impl FnOnce(&mut Editor) + Send + Sync + 'static,
) {
    if editor.shown_trace() != TraceKind::Query || !editor.records_on_demand() {
        return action(editor);
    }
    record(editor);
    let answer = editor.state.query.answers;
    editor.deferred = Some(Deferred(answer, Box::new(action)));
}
