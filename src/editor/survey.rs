//! How far each algorithm is from the shortest path found, over the whole mesh: random pairs of places, the worst first.
//!
//! That takes long, so the outside does it of a snapshot; what comes back for another mesh or agent than the present one
//! is dropped. This module does not know how places are drawn or ways are found.

use std::ops::ControlFlow;
use std::sync::Arc;

use super::work::{Job, Work};
use super::{Editor, Effect, Message, Panel};
use crate::geometry::Bounds;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::{
    Agent, Algorithm, Answer, End, Filter, GapSummary, Method, PairGap, Settings, Walkable, gap_distribution,
    gap_summary, gaps,
};

/// The algorithms that are compared with the shortest path found.
pub const SURVEYED: [Algorithm; 6] = [
    Algorithm::Nodes(Method::Steps),
    Algorithm::Nodes(Method::Distance),
    Algorithm::Nodes(Method::Centers),
    Algorithm::Nodes(Method::Midpoints),
    Algorithm::Nodes(Method::Entries),
    Algorithm::Nodes(Method::FunnelCost),
];

/// No more pairs than this are sampled at once.
pub const MOST_PAIRS: usize = 10_000;

/// A curve has about so many points.
const POINTS: usize = 200;

/// What is known of detours over the whole mesh.
#[derive(Debug)]
pub(super) struct Survey {
    sampling: Sampling,
    /// By which of [`SURVEYED`] the pairs are ordered; `None` for whichever is the worst.
    order: Option<usize>,
    /// The pairs in that order, by their index.
    rows: Vec<usize>,
    work: Work<SurveyJob, Arc<SurveyFound>>,
}

/// Which pairs of places are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sampling {
    /// How many, at most [`MOST_PAIRS`].
    pub pairs: usize,
    /// The same seed gives the same pairs.
    pub seed: u64,
}

/// The work of sampling detours.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyJob {
    /// Tells this work from any other.
    pub number: u64,
    /// Which pairs it draws.
    pub sampling: Sampling,
    mesh: NavMesh,
    agent: Agent,
    filter: Filter,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct SurveyFound {
    /// Which work it is of.
    pub number: u64,
    /// The pairs, the worst first; their ratios are in the order of [`SURVEYED`].
    pub gaps: Vec<PairGap>,
    /// What each of [`SURVEYED`] comes to; `None` where it found no way at all.
    pub summaries: Vec<Option<GapSummary>>,
    /// For each of [`SURVEYED`], which share of the pairs has at most which ratio.
    pub curves: Vec<Vec<[f64; 2]>>,
}

/// What a user does about detours over the whole mesh, and what the outside says of work on them.
#[derive(Clone, Debug, PartialEq)]
pub enum SurveyInput {
    /// Draws other pairs the next time.
    Sample(Sampling),
    /// Orders the pairs by one of [`SURVEYED`], or by whichever is the worst.
    Order(Option<usize>),
    /// Places start and target on a pair, by its index in [`SurveyFound::gaps`], and shows it; one undo step.
    Take(usize),
    /// Shows the plot of all of them.
    ShowPlot,
    /// A job came to an end.
    Found {
        /// The job's number.
        job: u64,
        /// What came of it; `None` if it was broken off.
        found: Option<Arc<SurveyFound>>,
    },
    /// A job broke down, and why, as a sentence.
    Failed {
        /// The job's number.
        job: u64,
        /// Why.
        why: String,
    },
}

impl Default for Survey {
    fn default() -> Self {
        let sampling = Sampling { pairs: 200, seed: 1 };
        Self { sampling, order: None, rows: Vec::new(), work: Work::None }
    }
}

impl Job for SurveyJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl SurveyJob {
    /// Does the work; `progress` hears how many pairs of how many are done, and may break it off, which gives `None`.
    pub fn run(&self, progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>) -> Option<SurveyFound> {
        let derived = Derived::build(&self.mesh);
        let walkable = Walkable::new(&self.mesh, &derived, &self.agent, &self.filter);
        let Sampling { pairs, seed } = self.sampling;
        let mut is_whole = true;
        let mut goes_on = |done: usize| {
            is_whole &= progress(done, pairs).is_continue();
            is_whole
        };
        let gaps = gaps(&walkable, &SURVEYED, pairs, seed, &mut goes_on);
        let indices = 0..SURVEYED.len();
        let summaries = indices.clone().map(|index| gap_summary(&gaps, index)).collect();
        let curves = indices.map(|index| gap_distribution(&gaps, index, POINTS)).collect();
        is_whole.then_some(SurveyFound { number: self.number, gaps, summaries, curves })
    }
}

impl Editor {
    /// Which pairs are drawn next.
    pub fn sampling(&self) -> Sampling {
        self.survey.sampling
    }

    /// How far each algorithm is from the shortest path found, on the current mesh; `None` until that is computed.
    pub fn survey(&self) -> Option<&SurveyFound> {
        self.survey.work.found().map(|found| &**found)
    }

    /// The sampled pairs, by their index, in the order that the user wants.
    pub fn survey_rows(&self) -> &[usize] {
        &self.survey.rows
    }

    /// By which of [`SURVEYED`] they are ordered; `None` for whichever is the worst.
    pub fn survey_order(&self) -> Option<usize> {
        self.survey.order
    }

    /// The number of the work while pairs are being sampled.
    pub fn survey_under_way(&self) -> Option<u64> {
        self.survey.work.under_way()
    }

    /// Whether the ends of the active query are those of a sampled pair.
    pub fn is_asked_pair(&self, gap: &PairGap) -> bool {
        self.endpoint(End::Start) == Some(gap.start) && self.endpoint(End::Target) == Some(gap.target)
    }

    /// Asks the outside to sample detours.
    pub(super) fn start_survey(&mut self) {
        self.forget_survey();
        let Settings { agent, filter, .. } = self.settings().clone();
        let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
        let job = SurveyJob { number, sampling: self.survey.sampling, mesh, agent, filter };
        self.ask_outside(Effect::Survey(job.clone()));
        self.survey.work = Work::Running(job);
    }

    /// Forgets what was sampled, and breaks off work on it.
    pub(super) fn forget_survey(&mut self) {
        let stop = self.survey_under_way().map(Effect::StopWork);
        self.effects.extend(stop);
        self.survey.work = Work::None;
        self.survey.rows.clear();
    }

    /// Follows a change of the mesh or of who walks.
    pub(super) fn refresh_survey(&mut self) {
        let Settings { agent, filter, .. } = self.settings();
        let is_of_another =
            |job: &SurveyJob| job.agent != *agent || job.filter != *filter || job.mesh != self.document.mesh;
        if self.survey.work.job().is_some_and(is_of_another) {
            self.forget_survey();
        }
    }

    pub(super) fn handle_survey(&mut self, input: SurveyInput) {
        match input {
            SurveyInput::Sample(Sampling { pairs, seed }) => {
                self.survey.sampling = Sampling { pairs: pairs.clamp(1, MOST_PAIRS), seed };
            }
            SurveyInput::Order(order) => {
                self.survey.order = order.filter(|&index| index < SURVEYED.len());
                self.order_survey();
            }
            SurveyInput::Take(index) => self.settled().take_pair(index),
            SurveyInput::ShowPlot => self.ask_outside(Effect::Show(Panel::Plots)),
            SurveyInput::Found { job, found } => self.take_survey(job, found),
            SurveyInput::Failed { job, why } => {
                self.take_survey(job, None);
                self.say(Message::error(why));
            }
        }
    }

    /// Takes what came of the work that is under way; of any other, nothing.
    fn take_survey(&mut self, number: u64, found: Option<Arc<SurveyFound>>) {
        self.survey.work.take(number, found);
        self.order_survey();
    }

    fn order_survey(&mut self) {
        let mut rows: Vec<usize> = Vec::new();
        if let Some(SurveyFound { gaps, .. }) = self.survey() {
            rows.extend(0..gaps.len());
            if let Some(by) = self.survey.order {
                rows.sort_by(|&a, &b| gaps[b].ratios[by].total_cmp(&gaps[a].ratios[by]));
            }
        }
        self.survey.rows = rows;
    }

    fn take_pair(&mut self, index: usize) {
        let Some(&PairGap { start, target, .. }) = self.survey().and_then(|found| found.gaps.get(index))
        else {
            return self.say(Message::info("This pair no longer exists. Look at the list again."));
        };
        self.edit_query("Place start and target", |query| {
            (query.start, query.target) = (Some(start), Some(target));
        });
        let ends = [End::Start, End::Target].map(|end| self.located(end).map(|located| located.point));
        let path = self.answer().and_then(Answer::path);
        let corners = path.iter().flat_map(|path| &path.waypoints).map(|waypoint| waypoint.point);
        let bounds = Bounds::of(ends.into_iter().flatten().chain(corners));
        self.camera.frame(&bounds);
    }
}
