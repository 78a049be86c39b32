//! Background search for the reason why no path exists on a large mesh, and for edits that create one.
//!
//! The application runs the job on a snapshot, after a caller first needs the result.

use std::sync::{Arc, OnceLock};

use super::{MOST_GAPS, WhyView};
use crate::document::issues::Issues;
use crate::document::{Offer, Unblocked, offers, opened};
use crate::editor::work::Shared;
use crate::editor::{Editor, Effect};
use crate::navmesh::{IslandId, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::analysis::closest_reachable::{Nearest, nearest_to_target};
use crate::pathfinding::analysis::island_gaps::{GapRoute, gap_budget, gap_routes};
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Answer, Query};
use crate::progress::{Progress, Stopped};

/// Largest number of cells for which the search runs at once: among 4,000 islands it takes about 0.2 s.
const LARGE: usize = 4_000;

/// State of the search on a large mesh: whether it is needed, and the running job.
#[derive(Debug, Default)]
pub(super) struct Finding {
    /// Set after a caller needed a result that is not computed yet.
    wanted: OnceLock<()>,
    job: Option<Box<WhyJob>>,
    /// Whether the user stopped the search.
    is_given_up: bool,
}

/// Job that searches for the reason why no path exists, and for edits that create one.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyJob {
    /// Number that identifies this job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    issues: Arc<Issues>,
    query: Query,
    answer: Answer,
    islands: Option<[IslandId; 2]>,
    /// Index of the gap route whose joins are tried.
    way: usize,
    /// Gap routes if they are computed already; the job then tries only the joins of one route.
    known: Option<Vec<GapRoute>>,
}

/// Result of a [`WhyJob`].
#[derive(Clone, Debug, PartialEq)]
pub struct WhyFound {
    ways: Vec<GapRoute>,
    /// Result of each join on the gap route with index [`WhyJob::way`].
    offers: Vec<Offer>,
    opened: Option<Unblocked>,
    nearest: Option<Nearest>,
}

impl WhyJob {
    /// Runs the job.
    pub fn run(&self, progress: &Progress) -> Result<WhyFound, Stopped> {
        let Self { mesh, derived, issues, query, answer, .. } = self;
        let is_open = self.known.is_none();
        let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
        let nearest = if is_open {
            nearest_to_target(&walkable, answer, &progress.stage("the nearest point", 0.0..0.1))?
        } else {
            None
        };
        let ways = match (&self.known, self.islands) {
            (Some(known), _) => known.clone(),
            (None, Some(islands)) => {
                let (filter, budget) = (&query.settings.filter, &mut gap_budget(mesh));
                let stage = progress.stage("the nearest gaps", 0.1..0.2);
                gap_routes(mesh, derived, filter, islands, MOST_GAPS, budget, &stage)?
            }
            (None, None) => Vec::new(),
        };
        let trying = progress.stage("trying what helps", 0.2..1.0);
        trying.report(0, 1)?;
        let offers = match ways.get(self.way) {
            Some(way) => offers(mesh, derived, issues, query, way, &trying)?,
            None => Vec::new(),
        };
        let is_relaxed = is_open && answer.why().and_then(Why::relaxation).is_some();
        let opened = if is_relaxed { opened(mesh, derived, query, &trying)? } else { None };
        Ok(WhyFound { ways, offers, opened, nearest })
    }
}

impl WhyView {
    /// Returns the known value, or computes it on a small mesh.
    ///
    /// On a large mesh, marks the search as needed and returns `None`.
    pub(super) fn known_or<'a, T>(
        &'a self,
        mesh: &NavMesh,
        known: &'a OnceLock<T>,
        find: impl FnOnce() -> T,
    ) -> Option<&'a T> {
        if known.get().is_none() && mesh.cell_count() > LARGE {
            self.finding.wanted.get_or_init(|| ());
            return None;
        }
        Some(known.get_or_init(find))
    }
}

impl Editor {
    /// Whether fixes are needed and not known yet, and the user has not stopped the search for them.
    pub fn is_why_awaited(&self) -> bool {
        self.why.finding.wanted.get().is_some() && !self.why.finding.is_given_up
    }

    /// Whether the search for fixes starts only after the gesture under way.
    pub fn is_why_put_off(&self) -> bool {
        self.is_why_awaited() && self.why.finding.job.is_none() && self.history.open().is_some()
    }

    /// Whether fixes are needed, but the user stopped the search for them.
    pub fn is_why_given_up(&self) -> bool {
        self.why.finding.wanted.get().is_some() && self.why.finding.is_given_up
    }

    /// Returns the reason why fixes are not known, without a full stop.
    ///
    /// Returns `None` if they are known or not needed.
    pub(in crate::editor) fn why_unknown(&self) -> Option<&'static str> {
        match (self.is_why_awaited(), self.is_why_given_up()) {
            (true, _) if self.is_why_put_off() => Some("The search for fixes starts after the drag"),
            (true, _) => Some("Fixes are being searched for; try again in a moment"),
            (_, true) => Some("The search for fixes stopped. Resume it in the Stepper panel"),
            _ => None,
        }
    }

    /// Starts the background search for fixes if they are needed; does nothing during a gesture.
    pub(in crate::editor) fn follow_why(&mut self) {
        if !self.is_why_awaited() || self.why.finding.job.is_some() || self.history.open().is_some() {
            return;
        }
        let answer = self.answer().filter(|answer| answer.why().is_some() && !answer.is_stopped());
        let Some((answer, query)) = answer.cloned().zip(self.asked()) else { return };
        let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
        let (derived, issues) = (Shared::of(&self.derived), Arc::new(self.issues.clone()));
        let is_open = |&way: &usize| self.why.offers.get(way).is_some_and(|offers| offers.get().is_none());
        // Commands apply to the nearest gap route, which has index 0.
        let way = [self.why.chosen, 0].into_iter().find(is_open).unwrap_or_default();
        let islands = self.islands_apart();
        let known = self.why.ways.get().cloned();
        let job = WhyJob { number, mesh, derived, issues, query, answer, islands, way, known };
        let job = Box::new(job);
        self.ask_outside(Effect::FindWhy(job.clone()));
        self.why.finding.job = Some(job);
    }

    /// Stores the result of the running job; ignores the result of any other job.
    pub(in crate::editor) fn take_why(&mut self, number: u64, found: Option<Arc<WhyFound>>) {
        let view = &mut self.why;
        let Some(job) = view.finding.job.take_if(|job| job.number == number) else { return };
        let Some(found) = found else {
            view.finding.is_given_up = true;
            return;
        };
        let WhyFound { ways, offers, opened, nearest } = Arc::unwrap_or_clone(found);
        view.finding.wanted = OnceLock::new();
        view.ways.get_or_init(|| ways);
        view.opened.get_or_init(|| opened);
        view.nearest.get_or_init(|| nearest);
        if let Some(of_way) = view.offers.get(job.way) {
            of_way.get_or_init(|| offers);
        }
    }

    /// Clears results of an earlier answer and stops the running job.
    pub(in crate::editor) fn forget_why(&mut self) {
        let stop = self.why.finding.job.as_ref().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
        self.why = WhyView::default();
    }

    /// Resumes the search for fixes after the user stopped it.
    pub(super) fn find_why(&mut self) {
        self.why.finding.is_given_up = false;
    }
}
