//! Finding out of a large mesh why there is no path, and what would make one: the outside does it, on a snapshot, when
//! somebody wants to know.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::{MOST_GAPS, WhyView};
use crate::document::issues::Issues;
use crate::document::{Offer, Opened, offers, opened};
use crate::editor::work::Shared;
use crate::editor::{Editor, Effect};
use crate::navmesh::{IslandId, NavMesh};
use crate::pathfinding::{
    Answer, GapRoute, Nearest, Query, Walkable, Why, gap_budget, gap_routes_while, nearest_to_target_while,
};

/// With more cells than this, finding out is long work: among 4,000 islands it takes about 0.2 s.
const LARGE: usize = 4_000;

/// What somebody wants to know of a large mesh, and the work of finding it out.
#[derive(Debug, Default)]
pub(super) struct Finding {
    /// Set when somebody wants to know.
    wanted: OnceLock<()>,
    job: Option<Box<WhyJob>>,
    /// Whether somebody stopped it.
    is_given_up: bool,
}

/// The work of finding out why there is no path, and what would make one.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    issues: Arc<Issues>,
    query: Query,
    answer: Answer,
    islands: Option<[IslandId; 2]>,
    /// By index, the way over of which it is to be tried what closes its gaps.
    way: usize,
    /// The ways over, where they are known, and all else but what closes gaps.
    known: Option<Vec<GapRoute>>,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct WhyFound {
    ways: Vec<GapRoute>,
    /// What closing the gaps of the way comes to that was asked about.
    offers: Vec<Offer>,
    opened: Option<Opened>,
    nearest: Option<Nearest>,
}

impl WhyJob {
    /// Does the work; `progress` hears what is done next and how much is done, from 0 to 1, and may break it off, which
    /// gives `None`.
    pub fn run(&self, mut progress: impl FnMut(&'static str, f32) -> ControlFlow<()>) -> Option<WhyFound> {
        let Self { mesh, derived, issues, query, answer, .. } = self;
        let is_open = self.known.is_none();
        let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
        let nearest = if is_open {
            let mut looking = || progress("the nearest point", 0.0);
            nearest_to_target_while(&walkable, answer, &mut looking).continue_value()?
        } else {
            None
        };
        let mut looking = || progress("the nearest gaps", 0.1);
        let ways = match (&self.known, self.islands) {
            (Some(known), _) => known.clone(),
            (None, Some(islands)) => {
                let (filter, budget) = (&query.settings.filter, &mut gap_budget(mesh));
                gap_routes_while(mesh, derived, filter, islands, MOST_GAPS, budget, &mut looking)
                    .continue_value()?
            }
            (None, None) => Vec::new(),
        };
        let mut trying = |_| progress("trying what helps", 0.2);
        let way = ways.get(self.way);
        let offers = way.map(|way| offers(mesh, derived, issues, query, way, &mut trying));
        let relaxation = answer.why().filter(|_| is_open).and_then(Why::relaxation);
        let opened = relaxation.and_then(|_| opened(mesh, derived, query, &mut trying));
        // What was broken off is not known.
        trying(0).continue_value()?;
        Some(WhyFound { ways, offers: offers.unwrap_or_default(), opened, nearest })
    }
}

impl WhyView {
    /// What is known already, or is found at once; `None` where that would take long, and then it is wanted.
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
    /// Whether it is not known yet what would make a path, and somebody wants to know.
    pub fn is_why_awaited(&self) -> bool {
        self.why.finding.wanted.get().is_some() && !self.why.finding.is_given_up
    }

    /// Whether it is not known what would make a path, and is not found out before what is being dragged is let go.
    pub fn is_why_put_off(&self) -> bool {
        self.is_why_awaited() && self.why.finding.job.is_none() && self.history.open().is_some()
    }

    /// Whether somebody wants to know what would make a path, and stopped the work of finding it out.
    pub fn is_why_given_up(&self) -> bool {
        self.why.finding.wanted.get().is_some() && self.why.finding.is_given_up
    }

    /// Why it is not known what would make a path, without a full stop, though somebody wants to know; `None` where it is
    /// known, or nobody asked.
    pub(in crate::editor) fn why_unknown(&self) -> Option<&'static str> {
        match (self.is_why_awaited(), self.is_why_given_up()) {
            (true, _) if self.is_why_put_off() => Some("The search for fixes starts after the drag"),
            (true, _) => Some("Fixes are being searched for; try again in a moment"),
            (_, true) => Some("The search for fixes stopped. Resume it in the Stepper panel"),
            _ => None,
        }
    }

    /// Has the outside find out what somebody wants to know; while a gesture is under way, nothing.
    pub(in crate::editor) fn follow_why(&mut self) {
        if !self.is_why_awaited() || self.why.finding.job.is_some() || self.history.open().is_some() {
            return;
        }
        let answer = self.answer().filter(|answer| answer.why().is_some() && !answer.is_stopped());
        let Some((answer, query)) = answer.cloned().zip(self.asked()) else { return };
        let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
        let (derived, issues) = (Shared::of(&self.derived), Arc::new(self.issues.clone()));
        let is_open = |&way: &usize| self.why.offers.get(way).is_some_and(|offers| offers.get().is_none());
        // The nearest is what commands are about.
        let way = [self.why.chosen, 0].into_iter().find(is_open).unwrap_or_default();
        let islands = self.islands_apart();
        let known = self.why.ways.get().cloned();
        let job = WhyJob { number, mesh, derived, issues, query, answer, islands, way, known };
        let job = Box::new(job);
        self.ask_outside(Effect::FindWhy(job.clone()));
        self.why.finding.job = Some(job);
    }

    /// Takes what came of the work under way; of any other, nothing.
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

    /// Forgets what belongs to an earlier answer.
    pub(in crate::editor) fn forget_why(&mut self) {
        let stop = self.why.finding.job.as_ref().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
        self.why = WhyView::default();
    }

    /// Finds out after all what would make a path.
    pub(super) fn find_why(&mut self) {
        self.why.finding.is_given_up = false;
    }
}
