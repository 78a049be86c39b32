//! Survey of optimality gaps over the whole mesh, for random pairs of positions, worst first.
//!
//! Each gap compares the path of an algorithm with the shortest path found. This module does not depend on how
//! positions are drawn or paths are found.

use crate::editor::queries::query;
use crate::editor::session::Session;
use crate::editor::session::effect::{Effect, Message, Panel};
use crate::editor::session::job::{AgentSnapshot, JobContext};
use crate::editor::session::memo::{Analysis, Reaction, When};
use crate::editor::{Editor, State};
use navsmith_core::geometry::Bounds;
use navsmith_core::pathfinding::analysis::compare::gaps::{
    GapSummary, PairGap, gap_distribution, gap_summary, gaps,
};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::progress::Stopped;

/// Algorithms that are compared with the shortest path found.
pub const SURVEYED: [Algorithm; 6] = [
    Algorithm::Nodes(Method::Steps),
    Algorithm::Nodes(Method::Distance),
    Algorithm::Nodes(Method::Centers),
    Algorithm::Nodes(Method::Midpoints),
    Algorithm::Nodes(Method::Entries),
    Algorithm::Nodes(Method::FunnelCost),
];

/// Maximum number of pairs in one survey.
pub const MOST_PAIRS: usize = 10_000;

/// Approximate number of points of a curve.
const POINTS: usize = 200;

/// State of the survey.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Survey {
    /// Parameters of the next survey.
    sampling: Sampling,
    /// Parameters of the last survey that was requested.
    asked: Sampling,
    /// Index in [`SURVEYED`] of the algorithm that orders the pairs; `None` for the worst of each pair.
    order: Option<usize>,
    /// Indices of the pairs in that order.
    rows: Vec<usize>,
}

/// Parameters of the random pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// Number of pairs, at most [`MOST_PAIRS`].
    pub pairs: usize,
    /// Seed of the random numbers; the same seed gives the same pairs.
    pub seed: u64,
}

/// Key of a survey.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct SurveyKey {
    sampling: Sampling,
    ground: AgentSnapshot,
}

/// Result of a survey.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyFound {
    /// Pairs, worst first; their ratios are in the order of [`SURVEYED`].
    pub gaps: Vec<PairGap>,
    /// Summary for each of [`SURVEYED`]; `None` if it found no path at all.
    pub summaries: Vec<Option<GapSummary>>,
    /// Distribution for each of [`SURVEYED`]: the share of pairs with at most each ratio.
    pub curves: Vec<Vec<[f64; 2]>>,
}

/// User input about the survey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurveyInput {
    /// Sets the parameters of the next survey.
    Sample(Sampling),
    /// Orders the pairs by one of [`SURVEYED`], or by the worst of each pair.
    Order(Option<usize>),
    /// Places start and target on a pair and shows it; one undo step.
    ///
    /// The number is the index in [`SurveyFound::gaps`].
    Take(usize),
    /// Shows the plot of all pairs.
    ShowPlot,
}

impl Default for Survey {
    fn default() -> Self {
        let sampling = Sampling { pairs: 200, seed: 1 };
        Self { sampling, asked: sampling, order: None, rows: Vec::new() }
    }
}

impl Analysis for SurveyKey {
    type Value = SurveyFound;

    const TITLE: &'static str = "sampling detours";

    fn when(_: &State) -> When {
        When::OnRequest
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { sampling: state.survey.asked, ground: state.agent_snapshot() })
    }

    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<SurveyFound, Stopped> {
        let Sampling { pairs, seed } = self.sampling;
        let gaps = gaps(&self.ground.walkable(), &SURVEYED, pairs, seed, progress)?;
        let indices = 0..SURVEYED.len();
        let summaries = indices.clone().map(|index| gap_summary(&gaps, index)).collect();
        let curves = indices.map(|index| gap_distribution(&gaps, index, POINTS)).collect();
        Ok(SurveyFound { gaps, summaries, curves })
    }

    fn done(state: &mut State) -> Reaction {
        order_survey(state);
        Reaction::Nothing
    }
}

/// Returns the parameters of the next survey.
pub fn sampling(state: &State) -> Sampling {
    state.survey.sampling
}

/// Returns the survey of the current mesh; `None` until it is computed.
pub fn found(state: &State) -> Option<&SurveyFound> {
    state.analyses.survey.current()
}

/// Returns the number of the job that computed the survey.
pub fn number(state: &State) -> Option<u64> {
    found(state).and(state.analyses.survey.number)
}

/// Returns the indices of the sampled pairs in the chosen order.
pub fn rows(state: &State) -> &[usize] {
    found(state).map_or(&[], |_| &state.survey.rows)
}

/// Returns the index in [`SURVEYED`] that orders the pairs; `None` for the worst of each pair.
pub fn order(state: &State) -> Option<usize> {
    state.survey.order
}

/// Returns the number of the job while pairs are being sampled.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.survey.running()
}

/// Whether the ends of the active query are those of a sampled pair.
pub fn is_asked_pair(session: &Session, gap: &PairGap) -> bool {
    session.endpoint(End::Start) == Some(gap.start) && session.endpoint(End::Target) == Some(gap.target)
}

/// Starts the job that samples detours, also if its value is known.
pub(in crate::editor) fn start_survey(editor: &mut Editor) {
    editor.forget::<SurveyKey>();
    editor.state.survey.asked = editor.state.survey.sampling;
    editor.request::<SurveyKey>();
}

pub(in crate::editor) fn handle(editor: &mut Editor, input: SurveyInput) {
    match input {
        SurveyInput::Sample(Sampling { pairs, seed }) => {
            editor.state.survey.sampling = Sampling { pairs: pairs.clamp(1, MOST_PAIRS), seed };
        }
        SurveyInput::Order(order) => {
            editor.state.survey.order = order.filter(|&index| index < SURVEYED.len());
            order_survey(&mut editor.state);
        }
        SurveyInput::Take(index) => take_pair(editor.settled(), index),
        SurveyInput::ShowPlot => editor.ask_outside(Effect::Show(Panel::Plots)),
    }
}

fn order_survey(state: &mut State) {
    let mut rows: Vec<usize> = Vec::new();
    if let Some(SurveyFound { gaps, .. }) = found(state) {
        rows.extend(0..gaps.len());
        if let Some(by) = state.survey.order {
            rows.sort_by(|&a, &b| gaps[b].ratios[by].total_cmp(&gaps[a].ratios[by]));
        }
    }
    state.survey.rows = rows;
}

fn take_pair(editor: &mut Editor, index: usize) {
    let Some(&PairGap { start, target, .. }) = found(editor).and_then(|found| found.gaps.get(index)) else {
        return editor.say(Message::info("This pair no longer exists. Look at the list again."));
    };
    query::edit_query(editor, "Place start and target", |query| {
        (query.start, query.target) = (Some(start), Some(target));
    });
    let ends = [End::Start, End::Target].map(|end| editor.located(end).map(|located| located.point));
    let path = editor.answer().and_then(Answer::path);
    let corners = path.iter().flat_map(|path| &path.waypoints).map(|waypoint| waypoint.point);
    let bounds = Bounds::of(ends.into_iter().flatten().chain(corners));
    editor.state.frame(&bounds);
}
