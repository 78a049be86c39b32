//! Long searches, which run in the background on a snapshot.

use std::sync::Arc;

use glam::Vec2;

use super::recording::is_huge;
use super::{Editor, QueryView};
use crate::editor::Effect;
use crate::editor::work::{Job, Shared};
use crate::geometry::ground;
use crate::navmesh::NavMesh;
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::prepared::kept_answer::find_path_with_progress;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Answer, Outcome, Query};
use crate::pathfinding::search::footprint::SearchFootprint;
use crate::pathfinding::string_pulling::path::Path;
use crate::progress::{Progress, Stopped};
use crate::trace::Silent;

/// State of a long search, and the last path found.
#[derive(Debug, Default)]
pub(super) struct Searching {
    job: Option<SearchJob>,
    /// Whether the last search was long, which makes the next one likely to be.
    pub(super) was_long: bool,
    /// Last path found, shown until an up-to-date path exists; X and Z.
    before: Vec<Vec2>,
}

/// Job that searches for an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchJob {
    /// Number that identifies this job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    query: Query,
}

/// Answer and search footprint.
#[derive(Clone, Debug)]
pub struct Answered {
    answer: Answer,
    footprint: Option<SearchFootprint>,
}

impl PartialEq for Answered {
    /// Compares the answers; the footprint follows from the answer.
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
    /// Runs the job; its units are expanded nodes or intervals.
    pub fn run(&self, progress: &Progress) -> Result<Answered, Stopped> {
        let Self { mesh, derived, query, .. } = self;
        let (answer, footprint) = find_path_with_progress(mesh, derived, query, &mut Silent, progress)?;
        Ok(Answered { answer, footprint })
    }
}

impl Searching {
    /// Keeps a path to show until the next answer; ignores `None`.
    fn keep(&mut self, path: Option<&Path>) {
        if let Some(path) = path {
            self.before = path.waypoints.iter().map(|waypoint| ground(waypoint.point)).collect();
        }
    }
}

impl QueryView {
    /// Stores an answer and its footprint.
    pub(super) fn take_answer(&mut self, query: Query, answer: Answer, footprint: Option<SearchFootprint>) {
        self.ends = [answer.start, answer.target];
        (self.answer, self.asked, self.footprint) = (Some(answer), Some(query), footprint);
        self.searching.before.clear();
    }

    /// Makes the query at an index the active one.
    pub(super) fn turn_to(&mut self, index: usize) {
        if index != self.active {
            self.turn_away();
        }
        self.active = index;
    }

    /// Clears everything found for the active query, before another one becomes active.
    pub(in crate::editor) fn turn_away(&mut self) {
        self.forget_question();
        (self.searching.was_long, self.searching.before) = (false, Vec::new());
    }

    /// Clears the answer and everything derived from it.
    pub(super) fn forget_question(&mut self) {
        (self.answer, self.asked, self.footprint) = (None, None, None);
        self.forget_trace();
    }
}

impl Editor {
    /// Returns the number of the running search; `None` if none is running.
    pub fn search_under_way(&self) -> Option<u64> {
        self.query.searching.job.as_ref().map(|job| job.number)
    }

    /// Returns the last path found, X and Z, while a search is running; empty if there is none.
    pub fn path_before(&self) -> &[Vec2] {
        if self.search_under_way().is_some() { &self.query.searching.before } else { &[] }
    }

    /// Answers a query in the background.
    ///
    /// During a gesture, waits until the running search has ended.
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

    /// Stops the running search.
    pub(super) fn stop_search(&mut self) {
        let stop = self.query.searching.job.take().map(|job| Effect::StopWork(job.number));
        self.effects.extend(stop);
    }

    /// Restarts the running search if the query or the mesh has changed; does nothing during a gesture.
    pub(in crate::editor) fn follow_search(&mut self) {
        if self.search_under_way().is_some()
            && self.history.open().is_none()
            && let Some(query) = self.asked()
        {
            self.begin_search(query);
        }
    }

    /// Stores the result of the running search; ignores the result of any other job.
    ///
    /// An outdated answer is shown until the search for the present query ends.
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

/// Returns the answer of a search that was stopped.
fn stopped([start, target]: [Option<Located>; 2]) -> Answer {
    Answer { start, target, outcome: Outcome::NoPath { why: Why::Stopped }, expanded: 0, by: None }
}
