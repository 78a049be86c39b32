//! What there is to step through: the question, the last walk by hand, the last ray by hand.
//!
//! A gesture is kept as what the hand did. What happened in it is recorded when somebody first wants to know, and again
//! after the mesh or the agent has changed, so that it is as true as the answer to the question.

use std::sync::OnceLock;

use glam::Vec2;

use super::Editor;
use super::stepper::TraceCursor;
use crate::document::count;
use crate::geometry::ground;
use crate::pathfinding::{
    Endpoint, Kind, Located, MOST_EVENTS, QueryEvent, QueryRecorder, QueryTrace, RayEvent, Stage, TraceKind,
    WalkEvent, find_key, move_along_surface_observed, raycast_observed,
};
use crate::trace::Observer as _;

/// A gesture of more moves than this is kept from its last ones on.
const MOST_MOVES: usize = 10_000;

/// A walk by hand: where the agent stood, and where it was wanted, move by move.
#[derive(Clone, Debug)]
pub(super) struct WalkRecording {
    from: Located,
    /// The revision of the document that it stood on.
    revision: u64,
    wanted: Vec<Vec2>,
}

impl WalkRecording {
    /// Nothing walked yet.
    pub(super) fn new(from: Located, revision: u64) -> Self {
        Self { from, revision, wanted: Vec::new() }
    }

    /// The agent, which stands somewhere now, is wanted elsewhere.
    pub(super) fn go(&mut self, at: &Located, revision: u64, to: Vec2) {
        if self.wanted.is_empty() || self.wanted.len() >= MOST_MOVES || self.revision != revision {
            *self = Self::new(*at, revision);
        }
        self.wanted.push(to);
    }

    /// Where the agent was wanted last.
    pub(super) fn last(&self) -> Option<Vec2> {
        self.wanted.last().copied()
    }
}

/// A trace of a run by hand, and where in its lane each step begins.
#[derive(Debug, Default)]
struct Recorded {
    trace: QueryTrace,
    begins: Vec<usize>,
}

impl Recorded {
    fn of(recorder: QueryRecorder) -> Self {
        let trace = recorder.into_trace();
        let walk = trace.walk().events().iter().enumerate();
        let begins = walk.filter(|(_, event)| matches!(event, WalkEvent::Straight(RayEvent::Cast { .. })));
        let begins = begins.map(|(local, _)| local).collect();
        Self { trace, begins }
    }
}

/// What is stepped through, and the runs by hand.
#[derive(Debug, Default)]
pub(super) struct Recordings {
    shown: TraceKind,
    /// Where one stood in the runs that are not shown.
    left_at: [TraceCursor; TraceKind::ALL.len()],
    walk: Option<WalkRecording>,
    ray: Option<[Vec2; 2]>,
    walked: OnceLock<Recorded>,
    cast: OnceLock<Recorded>,
}

impl Editor {
    /// What is stepped through now.
    pub fn shown_trace(&self) -> TraceKind {
        self.runs.shown
    }

    /// Whether there is something of a run to step through: an answer, a walk by hand, a ray by hand.
    pub fn has_trace(&self, run: TraceKind) -> bool {
        match run {
            TraceKind::Query => self.answer().is_some(),
            TraceKind::Walk => self.runs.walk.is_some(),
            TraceKind::Ray => self.runs.ray.is_some(),
        }
    }

    /// All that happened in the run that is stepped through; empty where nothing was run.
    ///
    /// Recorded when first asked for after a change.
    pub fn trace(&self) -> &QueryTrace {
        match self.runs.shown {
            TraceKind::Query => self.query_trace(),
            TraceKind::Walk => &self.walked().trace,
            TraceKind::Ray => &self.cast().trace,
        }
    }

    /// How many steps the last walk by hand has.
    pub fn steps_walked(&self) -> usize {
        self.walked().begins.len()
    }

    /// The number of the step of the walk that an event is of, and where in the lane that step begins.
    pub(super) fn walk_step(&self, local: usize) -> Option<(usize, usize)> {
        let begins = &self.walked().begins;
        let step = begins.partition_point(|&begin| begin <= local).checked_sub(1)?;
        Some((step, begins[step]))
    }

    /// The events that end the steps of the walk before one of them.
    pub(super) fn steps_before(&self, step: usize) -> impl Iterator<Item = Vec2> {
        let walked = self.walked();
        let lane = walked.trace.walk().events();
        let ends = walked.begins.iter().take(step + 1).skip(1).filter_map(|&begin| lane.get(begin - 1));
        ends.filter_map(|event| match event {
            WalkEvent::Ended { at, .. } => Some(*at),
            _ => None,
        })
    }

    fn walked(&self) -> &Recorded {
        self.runs.walked.get_or_init(|| self.record_walk().unwrap_or_default())
    }

    fn cast(&self) -> &Recorded {
        self.runs.cast.get_or_init(|| self.record_ray().unwrap_or_default())
    }

    fn record_walk(&self) -> Option<Recorded> {
        let stroll = self.runs.walk.as_ref()?;
        let at = stroll.from.point;
        let anew = || self.stand(Endpoint { ground: ground(at), height: Some(at.y) });
        let mut at = if stroll.revision == self.revision { stroll.from } else { anew()? };
        let (walkable, mut recorder) = (self.walkable(), QueryRecorder::default());
        let mut count = 0;
        for &to in &stroll.wanted {
            let mut tell = |event: WalkEvent| {
                count += 1;
                recorder.observe(QueryEvent::Walk(event));
            };
            at = move_along_surface_observed(&walkable, &at, to, &mut tell).end;
            if count > MOST_EVENTS {
                break;
            }
        }
        Some(Recorded::of(recorder))
    }

    fn record_ray(&self) -> Option<Recorded> {
        let [from, to] = self.runs.ray?;
        let from = self.stand(Endpoint { ground: from, height: None })?;
        let mut recorder = QueryRecorder::default();
        let mut tell = |event: RayEvent| recorder.observe(QueryEvent::Ray(event));
        raycast_observed(&self.walkable(), &from, to, &mut tell);
        Some(Recorded::of(recorder))
    }

    /// A walk by hand came to its end: it is what is stepped through now.
    pub(super) fn keep_walk(&mut self, stroll: WalkRecording) {
        self.runs.walk = Some(stroll);
        self.runs.walked = OnceLock::new();
        self.begin_trace(TraceKind::Walk);
    }

    /// The same of a ray.
    pub(super) fn keep_ray(&mut self, ends: [Vec2; 2]) {
        self.runs.ray = Some(ends);
        self.runs.cast = OnceLock::new();
        self.begin_trace(TraceKind::Ray);
    }

    fn begin_trace(&mut self, run: TraceKind) {
        self.show_trace(run);
        self.step_to(None);
    }

    /// Steps through another run, from where one stood in it.
    pub(super) fn show_trace(&mut self, run: TraceKind) {
        let left = self.runs.shown;
        if left == run {
            return;
        }
        self.remember_step();
        self.runs.left_at[left as usize] = self.stepper.leave();
        self.runs.shown = run;
        let spot = std::mem::take(&mut self.runs.left_at[run as usize]);
        self.stepper.come_to(spot);
        self.follow_step();
    }

    /// Forgets what was recorded: the mesh, the agent or the question has changed.
    pub(super) fn forget_runs(&mut self) {
        (self.runs.walked, self.runs.cast) = (OnceLock::new(), OnceLock::new());
    }

    /// Where one stands in the question's trace, whichever run is shown; `None` at the finished path.
    pub(super) fn query_cursor(&self) -> Option<usize> {
        match self.runs.shown {
            TraceKind::Query => self.stepper.cursor(),
            _ => find_key(self.query_trace(), self.runs.left_at[TraceKind::Query as usize].key()?),
        }
    }

    /// What came of the run by hand that is shown, in a few words; empty for the question.
    pub fn run_says(&self) -> String {
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
            _ => format!("only its first {MOST_EVENTS} events are recorded"),
        }
    }

    /// Whether the cursor is in a run by hand, so that its picture stands for what the tool would draw.
    pub(super) fn is_stepping_through(&self, run: TraceKind) -> bool {
        run == self.runs.shown
            && run != TraceKind::Query
            && self.stepper.cursor().is_some()
            && !self.is_gesture_running()
    }

    /// Whether the cursor is in the question's trace, or shows its finished path.
    pub(super) fn is_at_query(&self) -> bool {
        self.stage().is_none_or(|(stage, _): (Stage, usize)| stage.run() == TraceKind::Query)
    }
}
