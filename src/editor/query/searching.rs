//! Searching for the answer where that takes long: the outside does it, on a snapshot, and everything else goes on.

use std::ops::ControlFlow;
use std::sync::Arc;

use glam::Vec2;

use super::recording::is_huge;
use super::{Editor, QueryView};
use crate::editor::Effect;
use crate::editor::work::{Job, Shared};
use crate::geometry::ground;
use crate::navmesh::NavMesh;
use crate::pathfinding::{
    Answer, Located, Outcome, Path, Query, SearchFootprint, Why, find_path_while, locate,
};
use crate::trace::Silent;

/// What is under way of a long search, and what was found before.
#[derive(Debug, Default)]
pub(super) struct Searching {
    job: Option<SearchJob>,
    /// Whether the last search was long, so that the next is likely to be.
    pub(super) was_long: bool,
    /// The path that was found last, as long as there is none that is up to date.
    before: Vec<Vec2>,
}

/// The work of searching for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    query: Query,
}

/// The answer, and the ground that it was found on.
#[derive(Clone, Debug)]
pub struct Answered {
    answer: Answer,
    footprint: Option<SearchFootprint>,
}

impl PartialEq for Answered {
    /// The ground follows from the answer.
    fn eq(&self, other: &Self) -> bool {
        self.answer == other.answer
    }
}

impl Job for SearchJob {
    fn number(&self) -> u64 {
        self.number
    }
}

impl SearchJob {
    /// Does the work; `goes_on` hears from time to time how many nodes or intervals are expanded, and may break it off,
    /// which gives `None`.
    pub fn run(&self, goes_on: impl FnMut(usize) -> ControlFlow<()>) -> Option<Answered> {
        let Self { mesh, derived, query, .. } = self;
        let (answer, footprint) = find_path_while(mesh, derived, query, &mut Silent, goes_on);
        (!answer.is_stopped()).then_some(Answered { answer, footprint })
    }
}

impl Searching {
    /// Keeps a path in view, unless there is none.
    fn keep(&mut self, path: Option<&Path>) {
        if let Some(path) = path {
            self.before = path.waypoints.iter().map(|waypoint| ground(waypoint.point)).collect();
        }
    }
}

impl QueryView {
    /// Takes an answer, and the ground that it was found on.
    pub(super) fn take_answer(&mut self, query: Query, answer: Answer, footprint: Option<SearchFootprint>) {
        self.ends = [answer.start, answer.target];
        (self.answer, self.asked, self.footprint) = (Some(answer), Some(query), footprint);
        self.searching.before.clear();
    }

    /// Looks at the query at an index.
    pub(super) fn turn_to(&mut self, index: usize) {
        if index != self.active {
            self.turn_away();
        }
        self.active = index;
    }

    /// Looks away from a query: what was found is not of the next one.
    pub(in crate::editor) fn turn_away(&mut self) {
        self.forget_question();
        (self.searching.was_long, self.searching.before) = (false, Vec::new());
    }

    /// Has no answer, and nothing that is of one.
    pub(super) fn forget_question(&mut self) {
        (self.answer, self.asked, self.footprint) = (None, None, None);
        self.forget_trace();
    }
}

impl Editor {
    /// The number of the work while the answer to a long search is awaited.
    pub fn search_under_way(&self) -> Option<u64> {
        self.query.searching.job.as_ref().map(|job| job.number)
    }

    /// The path that was found last, X and Z, while another is being searched for; empty where there was none.
    pub fn path_before(&self) -> &[Vec2] {
        if self.search_under_way().is_some() { &self.query.searching.before } else { &[] }
    }

    /// Has the outside answer a question; while a gesture is under way, not before it has answered the one before.
    pub(super) fn search_outside(&mut self, query: Query) {
        let view = &mut self.query;
        view.searching.was_long = true;
        view.searching.keep(view.answer.as_ref().and_then(Answer::path));
        view.forget_question();
        let height = query.settings.max_height;
        let find = |end| locate(&self.document.mesh, &self.derived, end, height);
        view.ends = [query.start, query.target].map(find);
        self.stop_recording();
        if self.history.open().is_none() || self.search_under_way().is_none() {
            self.begin_search(query);
        }
    }

    fn begin_search(&mut self, query: Query) {
        let is_same = |job: &SearchJob| job.query == query && job.mesh == self.document.mesh;
        if self.query.searching.job.as_ref().is_some_and(is_same) {
            return;
        }
        self.stop_search();
        let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
        let job = SearchJob { number, mesh, derived: Shared::of(&self.derived), query };
        self.ask_outside(Effect::Search(job.clone()));
        self.query.searching.job = Some(job);
    }

    /// Gives up a search: nobody waits for its answer any more.
    pub(super) fn stop_search(&mut self) {
        let stop = self.query.searching.job.take().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
    }

    /// Has what is asked now searched for, if something else is.
    pub(in crate::editor) fn follow_search(&mut self) {
        if self.search_under_way().is_some()
            && self.history.open().is_none()
            && let Some(query) = self.asked()
        {
            self.begin_search(query);
        }
    }

    /// Takes the answer of the search that was last begun; of any other, nothing. An answer to what was asked before is
    /// shown until there is one to what is asked now.
    pub(in crate::editor) fn take_searched(&mut self, number: u64, found: Option<Arc<Answered>>) {
        let Some(job) = self.query.searching.job.take_if(|job| job.number == number) else { return };
        let Some(query) = self.asked() else { return };
        let Some(found) = found else {
            let stopped = stopped(self.query.ends);
            return self.take_found(query, stopped, None);
        };
        let Answered { answer, footprint } = Arc::unwrap_or_clone(found);
        if job.query == query && job.mesh == self.document.mesh {
            self.query.searching.was_long = is_huge(&answer);
            return self.take_found(query, answer, footprint);
        }
        self.query.searching.keep(answer.path());
        self.begin_search(query);
    }

    fn take_found(&mut self, query: Query, answer: Answer, footprint: Option<SearchFootprint>) {
        self.query.forget_trace();
        self.query.take_answer(query, answer, footprint);
        self.query.searched_at = self.revision;
        self.forget_clearance();
        self.query.checks.forget(self.history.open().is_some());
        self.forget_why();
        self.refresh_detour();
        self.follow_step();
    }
}

/// The answer where somebody broke the search off.
fn stopped([start, target]: [Option<Located>; 2]) -> Answer {
    Answer { start, target, outcome: Outcome::NoPath { why: Why::Stopped }, expanded: 0, by: None }
}
