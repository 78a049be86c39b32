//! Long searches, which run in the background on a snapshot.

use std::sync::OnceLock;

use glam::Vec2;

use super::QueryView;
use super::recording::is_huge;
use crate::editor::State;
use crate::editor::queries::stepper;
use crate::editor::session::Session;
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, Reaction, When};
use navsmith_core::geometry::ground;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_until_stopped;
use navsmith_core::pathfinding::query::why::Why;
use navsmith_core::pathfinding::query::{Answer, Outcome, Query};
use navsmith_core::pathfinding::search::footprint::SearchFootprint;
use navsmith_core::pathfinding::string_pulling::path::Path;
use navsmith_core::progress::Stopped;
use navsmith_core::trace::Silent;

/// State of a long search, and the last path found.
#[derive(Clone, Debug, Default)]
pub(super) struct Searching {
    /// Whether a job searches for the answer.
    pub(super) is_awaited: bool,
    /// Whether the last search was long, which makes the next one likely to be.
    pub(super) was_long: bool,
    /// Last path found, shown until an up-to-date path exists; X and Z.
    before: Vec<Vec2>,
}

/// Key of the answer to the active query.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct AnswerKey {
    ground: MeshSnapshot,
    query: Query,
}

impl Analysis for AnswerKey {
    type Value = (Answer, Option<SearchFootprint>);

    const TITLE: &'static str = "searching for the path";

    const RUNS_DURING_GESTURES: bool = true;

    fn when(state: &State) -> When {
        if state.query.searching.is_awaited { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { ground: state.mesh_snapshot(), query: state.asked()? })
    }

    /// Its units are expanded nodes or intervals.
    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let Self { ground: MeshSnapshot { mesh, derived }, query } = self;
        find_path_until_stopped(mesh, derived, query, &mut Silent, progress)
    }

    /// Stores the answer; an outdated one is shown until the search for the present query ends.
    fn done(state: &mut State) -> Reaction {
        let is_current = state.analyses.answer.current().is_some();
        if let Some((key, (answer, footprint))) = state.analyses.answer.take_value() {
            let searching = &mut state.query.searching;
            if is_current {
                searching.was_long = is_huge(&answer);
                take_found(state, key.query, answer, footprint);
            } else {
                searching.keep(answer.path());
            }
        }
        Reaction::Nothing
    }

    fn stopped(state: &mut State) -> Reaction {
        if let Some(query) = state.asked() {
            let ([start, target], outcome) = (state.query.ends, Outcome::NoPath { why: Why::Stopped });
            take_found(state, query, Answer { start, target, outcome, ..Answer::default() }, None);
        }
        Reaction::Nothing
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
        self.searching.is_awaited = false;
        self.answers += 1;
    }

    /// Answers a query in the background.
    pub(super) fn search_outside(&mut self, session: &Session, query: &Query) {
        self.searching.was_long = true;
        self.searching.keep(self.answer.as_ref().and_then(Answer::path));
        self.forget_question();
        self.searching.is_awaited = true;
        let find = |end| locate(session.mesh(), session.derived(), end, query.settings.max_height);
        self.ends = [query.start, query.target].map(find);
    }

    /// Clears everything found for the active query, before another one becomes active.
    pub(in crate::editor) fn turn_away(&mut self) {
        self.forget_question();
        (self.searching.was_long, self.searching.before) = (false, Vec::new());
    }

    /// Clears the answer and everything derived from it.
    pub(super) fn forget_question(&mut self) {
        (self.answer, self.asked, self.footprint) = (None, None, None);
        self.searching.is_awaited = false;
        self.answers += 1;
        self.recorded = OnceLock::new();
    }
}

impl State {
    /// Makes the query at an index the active one.
    pub(in crate::editor) fn turn_to_query(&mut self, index: usize) {
        if index != self.session.active_query {
            self.query.turn_away();
        }
        self.session.active_query = index;
    }
}

/// Returns the number of the running search; `None` if none is running.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.answer.running()
}

/// Returns the last path found, X and Z, while a search is running; empty if there is none.
pub fn path_before(state: &State) -> &[Vec2] {
    if under_way(state).is_some() { &state.query.searching.before } else { &[] }
}

fn take_found(state: &mut State, query: Query, answer: Answer, footprint: Option<SearchFootprint>) {
    state.query.recorded = OnceLock::new();
    state.query.take_answer(query, answer, footprint);
    state.query.searched_at = state.session.revision();
    stepper::follow_step(state);
}
