//! Traces to step through: of the query, the last walk and ray by hand, and a triangulation.
//!
//! A gesture is stored as its pointer moves. Its events are recorded on first use, and again after a change of the
//! mesh or the agent. The trace is therefore as current as the answer to the query.

pub(in crate::editor) mod triangulation;

use std::sync::{Arc, LazyLock};

use glam::Vec2;

use crate::editor::queries::{query, stepper};
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::Analysis;
use crate::editor::{Editor, State};
use navsmith_core::geometry::ground;
use navsmith_core::outlines::OutlineEvent;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{WalkEvent, move_along_surface_observed};
use navsmith_core::pathfinding::mesh_query::raycast::{RayEvent, raycast_observed};
use navsmith_core::pathfinding::query::ends::farthest_start;
use navsmith_core::pathfinding::timeline::kind::Kind;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::{MOST_EVENTS, QueryEvent, QueryRecorder, QueryTrace};
use navsmith_core::progress::Stopped;
use navsmith_core::trace::Observer as _;
use navsmith_formats::document::count;

/// Maximum number of moves in a recording; after them it restarts at the current position.
const MOST_MOVES: usize = 10_000;

/// Recording of an interactive walk: the initial position and the requested positions, move by move.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct WalkRecording {
    from: Located,
    /// Revision of the document that the walk was on.
    revision: u64,
    wanted: Vec<Vec2>,
}

impl WalkRecording {
    /// Creates a recording without moves.
    pub(in crate::editor) fn new(from: Located, revision: u64) -> Self {
        Self { from, revision, wanted: Vec::new() }
    }

    /// Appends a move from `at` towards `to`; restarts it if it is full or the document changed.
    pub(in crate::editor) fn go(&mut self, at: &Located, revision: u64, to: Vec2) {
        if self.wanted.is_empty() || self.wanted.len() >= MOST_MOVES || self.revision != revision {
            *self = Self::new(*at, revision);
        }
        self.wanted.push(to);
    }

    /// Returns the last requested position.
    pub(in crate::editor) fn last(&self) -> Option<Vec2> {
        self.wanted.last().copied()
    }
}

/// Trace of an interactive walk or ray, with the index in its lane at which each step begins.
#[derive(Debug, Default, PartialEq)]
pub(in crate::editor) struct RecordedEvents {
    trace: QueryTrace,
    begins: Vec<usize>,
}

impl RecordedEvents {
    fn of(recorder: QueryRecorder) -> Self {
        let trace = recorder.into_trace();
        let walk = trace.walk().events().iter().enumerate();
        let begins = walk.filter(|(_, event)| matches!(event, WalkEvent::Straight(RayEvent::Cast { .. })));
        let begins = begins.map(|(local, _)| local).collect();
        Self { trace, begins }
    }
}

/// Trace of a walk or ray that cannot begin.
static NOTHING: LazyLock<RecordedEvents> = LazyLock::new(RecordedEvents::default);

/// The recordings of interactive walks and rays.
#[derive(Clone, Debug, Default)]
pub(in crate::editor) struct Recordings {
    walk: Option<Arc<WalkRecording>>,
    ray: Option<(Endpoint, Vec2)>,
    /// Height of the outlines whose triangulation is stepped through.
    triangulated: Option<f32>,
}

/// Key of the trace of an interactive walk.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct WalkKey {
    ground: AgentSnapshot,
    walk: Arc<WalkRecording>,
    from: Located,
}

/// Key of the trace of an interactive ray.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct RayKey {
    ground: AgentSnapshot,
    from: Located,
    to: Vec2,
}

impl Analysis for WalkKey {
    type Value = RecordedEvents;

    const TITLE: &'static str = "recording the walk";

    /// Locates the first position again if the document has changed since the walk.
    fn key(state: &State) -> Option<Self> {
        let walk = Arc::clone(state.runs.walk.as_ref()?);
        let at = walk.from.point;
        let again = || query::stand(state, Endpoint { ground: ground(at), height: Some(at.y) });
        let from = if walk.revision == state.revision() { walk.from } else { again()? };
        Some(Self { ground: state.agent_snapshot(), walk, from })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<RecordedEvents, Stopped> {
        let (walkable, mut recorder) = (self.ground.walkable(), QueryRecorder::default());
        let (mut at, mut count) = (self.from, 0);
        for &to in &self.walk.wanted {
            let mut emit = |event: WalkEvent| {
                count += 1;
                recorder.observe(QueryEvent::Walk(event));
            };
            at = move_along_surface_observed(&walkable, &at, to, &mut emit).end;
            if count > MOST_EVENTS {
                break;
            }
        }
        Ok(RecordedEvents::of(recorder))
    }
}

impl Analysis for RayKey {
    type Value = RecordedEvents;

    const TITLE: &'static str = "recording the ray";

    fn key(state: &State) -> Option<Self> {
        let (from, to) = state.runs.ray?;
        let from = query::stand(state, from)?;
        Some(Self { ground: state.agent_snapshot(), from, to })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<RecordedEvents, Stopped> {
        let mut recorder = QueryRecorder::default();
        let mut emit = |event: RayEvent| recorder.observe(QueryEvent::Ray(event));
        let walkable = self.ground.walkable();
        let from = farthest_start(&walkable, &self.from, self.to);
        raycast_observed(&walkable, &from, self.to, &mut emit);
        Ok(RecordedEvents::of(recorder))
    }
}

impl State {
    /// Whether a trace of this kind exists: an answer, an interactive walk or ray, a triangulation.
    pub fn has_trace(&self, run: TraceKind) -> bool {
        match run {
            TraceKind::Query => self.answer().is_some(),
            TraceKind::Walk => self.runs.walk.is_some(),
            TraceKind::Ray => self.runs.ray.is_some(),
            TraceKind::Triangulation => triangulation::height(self).is_some(),
        }
    }

    /// Returns the shown trace; empty if nothing was run.
    ///
    /// It is recorded on first use after a change.
    pub fn trace(&self) -> &QueryTrace {
        match self.shown_trace() {
            TraceKind::Query => self.query_trace(),
            TraceKind::Walk => &walked(self).trace,
            TraceKind::Ray => &cast(self).trace,
            TraceKind::Triangulation => &triangulation::recorded(self).trace,
        }
    }

    /// Returns the number of steps of the last interactive walk.
    pub fn steps_walked(&self) -> usize {
        walked(self).begins.len()
    }

    /// Describes the result of the shown walk, ray or triangulation in a few words; empty for the query.
    pub fn describe_run(&self) -> String {
        let trace = self.trace();
        let last = trace.len().checked_sub(1).and_then(|last| trace.get(last));
        let Some(last) = last else { return String::new() };
        let cell = |event: &QueryEvent| event.cell().map_or_else(String::new, |cell| cell.0.to_string());
        match last {
            QueryEvent::Walk(WalkEvent::Ended { distance, .. }) => {
                let steps = count(self.steps_walked(), "step", "steps");
                let short =
                    if distance == 0.0 { String::new() } else { format!(", held back {distance:.2} m") };
                format!("{steps}, ends in cell {}{short}", cell(&last))
            }
            QueryEvent::Ray(RayEvent::Stopped(hit)) => {
                format!("stopped in cell {} after {:.0} % of its length", cell(&last), hit.t * 100.0)
            }
            QueryEvent::Ray(_) if last.kind() == Kind::Landed => format!("arrives in cell {}", cell(&last)),
            QueryEvent::Triangulation(OutlineEvent::Triangulated { .. }) => {
                "these outlines give no cells".into()
            }
            QueryEvent::Triangulation(_) => {
                let kept = trace.triangulation().events().iter();
                let kept = kept.filter(|event| matches!(event, OutlineEvent::Kept { .. })).count();
                format!("{} between cells", count(kept, "edge stays", "edges stay"))
            }
            _ => format!("only its first {MOST_EVENTS} events are recorded"),
        }
    }
}

/// Returns the number of the walk's step that contains an event, and the index of its first event.
///
/// Event indices refer to the walk's lane.
pub(in crate::editor) fn walk_step(state: &State, local: usize) -> Option<(usize, usize)> {
    let begins = &walked(state).begins;
    let step = begins.partition_point(|&begin| begin <= local).checked_sub(1)?;
    Some((step, begins[step]))
}

/// Returns the end positions of all steps of the walk before `step`.
pub(in crate::editor) fn steps_before(state: &State, step: usize) -> impl Iterator<Item = Vec2> {
    let walked = walked(state);
    let lane = walked.trace.walk().events();
    let ends = walked.begins.iter().take(step + 1).skip(1).filter_map(|&begin| lane.get(begin - 1));
    ends.filter_map(|event| match event {
        WalkEvent::Ended { at, .. } => Some(*at),
        _ => None,
    })
}

fn walked(state: &State) -> &RecordedEvents {
    state.value::<WalkKey>().unwrap_or(&NOTHING)
}

fn cast(state: &State) -> &RecordedEvents {
    state.value::<RayKey>().unwrap_or(&NOTHING)
}

/// Stores a finished interactive walk and shows its trace.
pub(in crate::editor) fn keep_walk(editor: &mut Editor, recording: WalkRecording) {
    editor.state.runs.walk = Some(Arc::new(recording));
    editor.follow_analyses();
    stepper::show_finished(&mut editor.state, TraceKind::Walk);
}

/// Stores a finished interactive ray and shows its trace.
pub(in crate::editor) fn keep_ray(editor: &mut Editor, from: Endpoint, to: Vec2) {
    editor.state.runs.ray = Some((from, to));
    editor.follow_analyses();
    stepper::show_finished(&mut editor.state, TraceKind::Ray);
}
