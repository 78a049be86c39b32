//! Explanation of a detour: a comparison of all algorithms, and edits that shorten the path.
//!
//! A comparison takes too long for every frame, so a worker runs it on a snapshot while the explanation is open. The
//! editor drops a result for another mesh or query than the current one. This module does not depend on how a detour
//! is explained.

mod told;

use std::sync::Arc;

use super::{Editor, Effect, Message, Panel};
use crate::geometry::Bounds;
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::analysis::compare::culprit::{Culprit, Misleading};
use crate::pathfinding::analysis::compare::fix::DetourFix;
use crate::pathfinding::analysis::compare::parting::{Parting, partings};
use crate::pathfinding::analysis::compare::{Comparison, Row, compare};
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::{Answer, Query};
use crate::pathfinding::timeline::run::TraceKind;
use crate::progress::{Progress, Stopped};

/// Maximum number of cells for which the comparison is repeated after every change.
const MOST_CELLS: usize = 20_000;

/// State of the explanation of a detour.
#[derive(Debug)]
pub(super) struct DetourView {
    is_open: bool,
    beside: Beside,
    /// Index of the selected parting.
    chosen: Option<usize>,
    kept: Option<Kept>,
    /// Whether the stored comparison is about the current mesh and query.
    is_current: bool,
    work: Work,
}

/// Algorithm whose path is drawn beside the path of the query.
#[derive(Clone, Copy, Debug, Default)]
enum Beside {
    /// The algorithm with the shortest path.
    #[default]
    Shortest,
    /// A chosen algorithm.
    Of(Algorithm),
    /// No algorithm.
    No,
}

/// Result of the last finished job.
#[derive(Debug)]
struct Kept {
    job: CompareJob,
    comparison: Arc<Comparison>,
    /// Stretches on which the path and the path beside it differ.
    partings: Vec<Parting>,
}

#[derive(Debug, Default)]
enum Work {
    #[default]
    None,
    Running(CompareJob),
    /// Stopped or failed; the same comparison starts again only on request.
    GivenUp(CompareJob),
}

/// Job that compares all algorithms on one query.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    query: Query,
}

/// Explanation of why the path is not the shortest, as far as it is computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WhyDetour<'a> {
    /// All algorithms on the query, shortest path first; `None` until they are compared.
    pub comparison: Option<&'a Comparison>,
    /// Whether the comparison is about an earlier mesh or query.
    pub is_outdated: bool,
    /// Number of the job while it is running.
    pub under_way: Option<u64>,
    /// Row of the path of the query.
    pub own: Option<&'a Row>,
    /// Row whose path is drawn beside the path of the query.
    pub beside: Option<&'a Row>,
    /// Stretches on which the path and the path beside it differ.
    pub partings: &'a [Parting],
    /// Index of the selected parting.
    pub chosen: Option<usize>,
}

/// User input about a detour, and results of jobs on it.
#[derive(Clone, Debug, PartialEq)]
pub enum DetourInput {
    /// Starts the comparison, or starts it again.
    Compare,
    /// Stops the job.
    Stop,
    /// Draws the path of an algorithm beside the path of the query, or none.
    Show(Option<Algorithm>),
    /// Shows a stretch on which the corridors differ, by its index in [`WhyDetour::partings`].
    Frame(usize),
    /// Shows the node that misled the search.
    FrameCulprit,
    /// Applies a fix by its index in [`WhyDetour::fixes`]; one undo step.
    Mend(usize),
    /// The job ended.
    Found {
        /// Number of the job.
        job: u64,
        /// Result; `None` if the job was stopped.
        found: Option<Arc<Comparison>>,
    },
    /// The job failed.
    Failed {
        /// Number of the job.
        job: u64,
        /// Reason, as a sentence.
        why: String,
    },
}

impl Default for DetourView {
    fn default() -> Self {
        Self {
            is_open: false,
            beside: Beside::default(),
            chosen: None,
            kept: None,
            is_current: false,
            work: Work::None,
        }
    }
}

impl CompareJob {
    /// Runs the job, whose units are searches; `now` returns the time in seconds.
    pub fn run(&self, now: &dyn Fn() -> f64, progress: &Progress) -> Result<Comparison, Stopped> {
        let derived = Derived::build(&self.mesh);
        let all = &Algorithm::ALL;
        let mut found = compare(&self.mesh, &derived, &self.query, all, now, progress)?;
        found.rows.sort_by(|a, b| a.length.total_cmp(&b.length).then(b.algorithm.cmp(&a.algorithm)));
        Ok(found)
    }

    /// Whether both jobs compare the same query on the same mesh.
    fn asks_as(&self, other: &Self) -> bool {
        self.query == other.query && self.mesh == other.mesh
    }
}

impl Kept {
    fn row(&self, algorithm: Algorithm) -> Option<&Row> {
        self.comparison.rows.iter().find(|row| row.algorithm == algorithm)
    }

    fn own(&self) -> Option<&Row> {
        self.row(self.comparison.by?.algorithm)
    }

    /// Returns the row of another algorithm that found a path.
    fn beside(&self, beside: Beside) -> Option<&Row> {
        let own = self.comparison.by.map(|by| by.algorithm);
        let row = match beside {
            // If the path is the shortest itself, a second drawing of it would be redundant.
            Beside::Shortest => self.comparison.detour.as_ref().and_then(|_| self.comparison.shortest()),
            Beside::Of(algorithm) => self.row(algorithm),
            Beside::No => None,
        };
        row.filter(|row| row.path.is_some() && Some(row.algorithm) != own)
    }

    fn part(&mut self, beside: Beside) {
        let corridor = |row: &Row| row.path.as_ref().map(|path| path.corridor.clone()).unwrap_or_default();
        let [own, other] = [self.own(), self.beside(beside)].map(|row| row.map(corridor));
        self.partings = own.zip(other).map(|(own, other)| partings(&own, &other)).unwrap_or_default();
    }
}

impl Editor {
    /// Whether the explanation of the detour is open.
    pub fn is_detour_open(&self) -> bool {
        self.detour.is_open
    }

    /// Returns the explanation of the detour; `None` while it is closed, and if there is no path.
    pub fn why_detour(&self) -> Option<WhyDetour<'_>> {
        self.answer().and_then(Answer::path).filter(|_| self.detour.is_open)?;
        let DetourView { beside, chosen, is_current, work, .. } = &self.detour;
        let kept = self.detour.kept.as_ref();
        let under_way = if let Work::Running(job) = work { Some(job.number) } else { None };
        Some(WhyDetour {
            comparison: kept.map(|kept| &*kept.comparison),
            is_outdated: kept.is_some() && !is_current,
            under_way,
            own: kept.and_then(Kept::own),
            beside: kept.and_then(|kept| kept.beside(*beside)),
            partings: kept.map_or(&[], |kept| &kept.partings),
            chosen: *chosen,
        })
    }

    /// Like [`Self::why_detour`], but only if the comparison is about the current mesh and query.
    pub(super) fn present_detour(&self) -> Option<WhyDetour<'_>> {
        self.why_detour().filter(|why| why.comparison.is_some() && !why.is_outdated)
    }

    /// Returns the node that misled the search.
    pub(super) fn misleading_node(&self) -> Option<&Misleading> {
        match self.present_detour()?.comparison?.detour.as_ref()?.culprit.as_ref()? {
            Culprit::Node(node) => Some(node),
            Culprit::Steps { .. } | Culprit::Weighed | Culprit::Slopes | Culprit::Links => None,
        }
    }

    /// Whether a single cell or portal misled the search, so that it can be shown.
    pub fn has_misleading_node(&self) -> bool {
        self.misleading_node().is_some()
    }

    /// Opens or closes the explanation of the detour.
    pub(super) fn toggle_detour(&mut self) {
        self.detour.is_open = !self.detour.is_open;
        if self.detour.is_open {
            self.show_trace(TraceKind::Query);
            self.step_to(None);
            self.ask_outside(Effect::Show(Panel::Stepper));
            if !self.detour.is_current {
                self.start_comparing();
            }
        } else {
            self.stop_comparing();
            self.detour.work = Work::None;
        }
    }

    /// Closes the explanation because another document is opened.
    pub(super) fn forget_detour(&mut self) {
        self.stop_comparing();
        self.detour = DetourView::default();
    }

    fn present_job(&self, number: u64) -> Option<CompareJob> {
        self.answer()?.path()?;
        Some(CompareJob { number, mesh: self.document.mesh.clone(), query: self.asked()? })
    }

    fn start_comparing(&mut self) {
        self.stop_comparing();
        let number = self.begin_work();
        let Some(job) = self.present_job(number) else { return };
        self.ask_outside(Effect::Compare(job.clone()));
        self.detour.work = Work::Running(job);
    }

    fn stop_comparing(&mut self) {
        if let Work::Running(job) = std::mem::take(&mut self.detour.work) {
            self.ask_outside(Effect::StopWork(job.number));
            self.detour.work = Work::GivenUp(job);
        }
    }

    /// Updates the comparison after a change of the mesh or the query; starts none during a drag.
    pub(super) fn refresh_detour(&mut self) {
        if !self.detour.is_open && self.detour.kept.is_none() {
            return;
        }
        let now = self.present_job(0);
        let is_asked = |job: &CompareJob| now.as_ref().is_some_and(|now| now.asks_as(job));
        let is_current = self.detour.kept.as_ref().is_some_and(|kept| is_asked(&kept.job));
        let is_minded = match &self.detour.work {
            Work::Running(job) | Work::GivenUp(job) => is_asked(job),
            Work::None => false,
        };
        let is_small = self.document.mesh.cell_count() <= MOST_CELLS;
        let is_wanted = self.detour.is_open && self.history.open().is_none() && is_small && now.is_some();
        if is_current != self.detour.is_current {
            self.detour.chosen = None;
        }
        self.detour.is_current = is_current;
        if !is_minded {
            self.stop_comparing();
            self.detour.work = Work::None;
            if is_wanted && !is_current {
                self.start_comparing();
            }
        }
    }

    pub(super) fn handle_detour(&mut self, input: DetourInput) {
        match input {
            DetourInput::Compare if self.detour.is_open => self.start_comparing(),
            DetourInput::Compare => self.toggle_detour(),
            DetourInput::Stop => self.stop_comparing(),
            DetourInput::Show(beside) => {
                let beside = beside.map_or(Beside::No, Beside::Of);
                (self.detour.beside, self.detour.chosen) = (beside, None);
                if let Some(kept) = &mut self.detour.kept {
                    kept.part(beside);
                }
            }
            DetourInput::Frame(index) => self.frame_parting(index),
            DetourInput::FrameCulprit => self.frame_culprit(),
            DetourInput::Mend(index) => self.settled().mend_detour(index),
            DetourInput::Found { job, found } => self.take_comparison(job, found),
            DetourInput::Failed { job, why } => {
                self.take_comparison(job, None);
                self.say(Message::error(why));
            }
        }
    }

    /// Stores the result of the running job; ignores any other job.
    fn take_comparison(&mut self, number: u64, found: Option<Arc<Comparison>>) {
        self.detour.work = match std::mem::take(&mut self.detour.work) {
            Work::Running(job) if job.number == number => {
                let Some(comparison) = found else {
                    self.detour.work = Work::GivenUp(job);
                    return;
                };
                let mut kept = Kept { job, comparison, partings: Vec::new() };
                kept.part(self.detour.beside);
                (self.detour.kept, self.detour.is_current) = (Some(kept), true);
                self.detour.chosen = None;
                Work::None
            }
            other => other,
        };
    }

    fn frame_parting(&mut self, index: usize) {
        let Some(parting) = self.present_detour().and_then(|why| why.partings.get(index).cloned()) else {
            return self.say(Message::info("The paths no longer differ there. Look at the list again."));
        };
        let Parting { parts, joins, one, other } = parting;
        let cells: Vec<CellId> = [parts, joins].into_iter().flatten().chain(one).chain(other).collect();
        self.frame(&self.bounds_of_cells(&cells));
        self.detour.chosen = Some(index);
    }

    fn frame_culprit(&mut self) {
        let Some(node) = self.misleading_node().cloned() else { return };
        let cells = self.bounds_of_cells(&[node.cell]);
        self.frame(&Bounds::of([cells.min, cells.max, node.point, node.passes]));
    }

    /// Applies one of the fixes.
    pub(super) fn mend_detour(&mut self, index: usize) {
        let fix = self.present_detour().and_then(|why| why.fixes().get(index).copied());
        match fix {
            Some(DetourFix { mend, .. }) => {
                self.edit("Fix the detour", |draft| mend.apply(draft));
            }
            None => self.say(Message::info("This fix no longer helps. Look at the list again.")),
        }
    }
}
