//! Long searches, which run in the background on a snapshot.

use std::sync::OnceLock;

use glam::Vec2;

use super::recording::is_huge;
use super::{Editor, QueryView};
use crate::editor::queries::{query, stepper};
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use navsmith_core::geometry::ground;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
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

    fn when(editor: &Editor) -> When {
        if editor.query.searching.is_awaited { When::Always } else { When::Never }
    }

    fn key(editor: &Editor) -> Option<Self> {
        Some(Self { ground: editor.mesh_snapshot(), query: query::asked(editor)? })
    }

    /// Its units are expanded nodes or intervals.
    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let Self { ground: MeshSnapshot { mesh, derived }, query } = self;
        find_path_with_progress(mesh, derived, query, &mut Silent, progress)
    }

    /// Stores the answer; an outdated one is shown until the search for the present query ends.
    fn done(editor: &mut Editor) {
        let is_current = editor.analyses.answer.current().is_some();
        let Some((key, (answer, footprint))) = editor.analyses.answer.take_value() else { return };
        let searching = &mut editor.query.searching;
        if is_current {
            searching.was_long = is_huge(&answer);
            take_found(editor, key.query, answer, footprint);
        } else {
            searching.keep(answer.path());
        }
    }

    fn stopped(editor: &mut Editor) {
        let Some(query) = query::asked(editor) else { return };
        let ([start, target], outcome) = (editor.query.ends, Outcome::NoPath { why: Why::Stopped });
        take_found(editor, query, Answer { start, target, outcome, expanded: 0, by: None }, None);
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

    /// Makes the query at an index the active one.
    pub(in crate::editor) fn turn_to(&mut self, index: usize) {
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
        self.searching.is_awaited = false;
        self.answers += 1;
        self.recorded = OnceLock::new();
    }
}

/// Returns the number of the running search; `None` if none is running.
pub fn under_way(editor: &Editor) -> Option<u64> {
    editor.analyses.answer.running()
}

/// Returns the last path found, X and Z, while a search is running; empty if there is none.
pub fn path_before(editor: &Editor) -> &[Vec2] {
    if under_way(editor).is_some() { &editor.query.searching.before } else { &[] }
}

/// Answers a query in the background.
pub(super) fn search_outside(editor: &mut Editor, query: &Query) {
    let view = &mut editor.query;
    view.searching.was_long = true;
    view.searching.keep(view.answer.as_ref().and_then(Answer::path));
    view.forget_question();
    view.searching.is_awaited = true;
    let height = query.settings.max_height;
    let find = |end| locate(&editor.document.mesh, &editor.derived, end, height);
    view.ends = [query.start, query.target].map(find);
}

fn take_found(editor: &mut Editor, query: Query, answer: Answer, footprint: Option<SearchFootprint>) {
    editor.query.recorded = OnceLock::new();
    editor.query.take_answer(query, answer, footprint);
    editor.query.searched_at = editor.revision;
    stepper::follow_step(editor);
}
