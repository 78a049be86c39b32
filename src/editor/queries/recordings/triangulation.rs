//! The trace of a triangulation of outlines, and the reason for the edge under the pointer.

use std::sync::{Arc, LazyLock, OnceLock};

use crate::editor::queries::stepper;
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Panel};
use crate::editor::session::job::JobContext;
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::outlines::OutlineEvent;
use navsmith_core::pathfinding::timeline::run::TraceKind;
use navsmith_core::pathfinding::timeline::triangulation_log::{LoggedEdge, TriangulationLog};
use navsmith_core::pathfinding::timeline::{QueryRecorder, QueryTrace, Stage};
use navsmith_core::progress::Stopped;
use navsmith_core::trace::Observer as _;
use navsmith_formats::document::{Outlines, is_one_height, observe_generation};

/// Number of points above which a triangulation is recorded in the background.
const MOST_AT_ONCE: usize = 2_000;

/// Key of the trace of the triangulation of the outlines of one height.
#[derive(Clone, Debug)]
pub(in crate::editor) struct TriangulationKey {
    outlines: Arc<Outlines>,
    height: f32,
}

impl PartialEq for TriangulationKey {
    /// Compares the outlines, because their cells follow from them.
    fn eq(&self, other: &Self) -> bool {
        let is_same = Arc::ptr_eq(&self.outlines, &other.outlines);
        self.height.to_bits() == other.height.to_bits()
            && (is_same || self.outlines.list == other.outlines.list)
    }
}

/// Trace of a triangulation, and the log derived from it on first use.
#[derive(Debug, Default)]
pub(in crate::editor) struct RecordedTriangulation {
    pub(super) trace: QueryTrace,
    log: OnceLock<TriangulationLog>,
}

impl PartialEq for RecordedTriangulation {
    /// Compares the traces; the logs follow from them.
    fn eq(&self, other: &Self) -> bool {
        self.trace == other.trace
    }
}

impl Analysis for TriangulationKey {
    type Value = RecordedTriangulation;

    const TITLE: &'static str = "recording the triangulation";

    fn when(state: &State) -> When {
        let is_large = state.document().outlines.point_count() > MOST_AT_ONCE;
        if is_large { When::AfterFirstUse } else { When::FirstUse }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { outlines: Arc::clone(&state.document().outlines), height: height(state)? })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<RecordedTriangulation, Stopped> {
        let mut recorder = QueryRecorder::default();
        let mut emit = |event: OutlineEvent| recorder.observe(event.into());
        // Without cells, the steps up to the failure are shown.
        drop(observe_generation(&self.outlines, self.height, &mut emit));
        Ok(RecordedTriangulation { trace: recorder.into_trace(), log: OnceLock::new() })
    }

    fn done(state: &mut State) -> Reaction {
        stepper::follow_step(state);
        Reaction::Nothing
    }
}

/// Returns the height of the recorded outlines; `None` if no outline has it.
pub(in crate::editor) fn height(state: &State) -> Option<f32> {
    let height = state.runs.triangulated?;
    let mut list = state.document().outlines.list.iter();
    list.any(|outline| is_one_height(outline.height, height)).then_some(height)
}

/// Returns the recorded triangulation; empty if there is none yet.
pub(super) fn recorded(state: &State) -> &RecordedTriangulation {
    static NOTHING: LazyLock<RecordedTriangulation> = LazyLock::new(RecordedTriangulation::default);
    state.value::<TriangulationKey>().unwrap_or(&NOTHING)
}

/// Returns the history of all edges.
pub(in crate::editor) fn log(state: &State) -> &TriangulationLog {
    let recorded = recorded(state);
    recorded.log.get_or_init(|| TriangulationLog::of(recorded.trace.triangulation().events()))
}

/// Returns the step of the triangulation at the cursor.
pub(in crate::editor) fn step(state: &State) -> Option<usize> {
    state.stage().filter(|&(stage, _)| stage == Stage::Triangulation).map(|(_, local)| local)
}

/// Returns the edge of the triangulation under the pointer at the shown step.
pub(in crate::editor) fn edge_at_pointer(state: &State) -> Option<&LoggedEdge> {
    let (step, height, pointer) = (step(state)?, height(state)?, state.pointing.pointer?);
    let log = log(state);
    let distance = |edge: &LoggedEdge| {
        let [from, to] = edge.ends.map(|end| log.place(end));
        let ends = [at_height(from?, height), at_height(to?, height)];
        Some(pointer.distance(pointer.nearest_on(ends)))
    };
    let shown = log.edges().iter().filter(|edge| edge.is_shown(step));
    let near = shown.filter_map(|edge| Some((distance(edge)?, edge)));
    let near = near.filter(|&(distance, _)| distance <= pointer.pick_radius);
    near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, edge)| edge)
}

impl State {
    /// Returns why the edge of the triangulation under the pointer exists at the shown step, as a sentence.
    pub fn why_this_edge(&self) -> Option<String> {
        let edge = edge_at_pointer(self)?;
        log(self).why(edge, step(self)?).map(|reason| reason.to_string())
    }
}

/// Returns the height of selected points or generated cells, or of the first outline.
fn height_meant(session: &Session) -> Option<f32> {
    let outlines = &session.document().outlines;
    let of_points =
        session.selection().outline_points().find_map(|point| Some(outlines.list.get(point.outline)?.height));
    let of_cells = || {
        let vertices = session.selection().all_vertices(session.mesh());
        let mut cells = vertices.into_iter().flat_map(|vertex| session.derived().adjacency.star(vertex));
        cells.find_map(|&cell| Some(outlines.floor_of(cell)?.height))
    };
    of_points.or_else(of_cells).or_else(|| Some(outlines.list.first()?.height))
}

/// Shows the steps of the triangulation; with a selected edge, the step that decided about it.
pub(in crate::editor) fn step_triangulation(editor: &mut Editor) {
    let Some(height) = height_meant(editor) else { return };
    editor.state.runs.triangulated = Some(height);
    editor.follow_analyses();
    stepper::show_trace(&mut editor.state, TraceKind::Triangulation);
    let edge = editor.selection().edges().first().copied();
    let places = edge.map(|edge| edge.ends().map(|end| ground(editor.mesh().position(end))));
    let known = places.and_then(|places| log(editor).edge_between(places).copied());
    let decided = known.and_then(|edge| {
        let kept = edge.kept.map(|(step, _)| step);
        edge.constrained.map(|(step, _)| step).or(kept).or(edge.created)
    });
    stepper::step_to(&mut editor.state, Some(decided.unwrap_or(0)));
    editor.ask_outside(Effect::Show(Panel::Stepper));
}
