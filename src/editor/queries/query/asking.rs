//! Answer to the active query: searched for when a change affects its footprint, and kept otherwise.

use std::sync::OnceLock;

use super::QueryView;
use super::recording::{HUGE_SEARCH, Recorded, is_crowded};
use crate::editor::queries::query::recording;
use crate::editor::queries::stepper;
use crate::editor::{Editor, State};
use navsmith_core::navmesh::{Changes, Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::End;
use navsmith_core::pathfinding::mesh_query::locate::{locate, locate_observed};
use navsmith_core::pathfinding::prepared::kept_answer::{find_path_with_progress, still_answers};
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::search::footprint::search_limit;
use navsmith_core::pathfinding::timeline::{LocateEvent, QueryRecorder};
use navsmith_core::trace::Silent;

impl QueryView {
    /// Applies the changes between two revisions of the mesh.
    ///
    /// Discards the footprint if the changes affect it; the next query then searches again.
    pub(in crate::editor) fn follow(&mut self, meshes: [&NavMesh; 2], derived: &Derived, changes: &Changes) {
        let agent = self.asked.as_ref().map(|query| query.settings.agent).unwrap_or_default();
        self.footprint =
            self.footprint.take().filter(|it| it.is_unaffected_by(changes, meshes, derived, &agent));
    }

    /// Whether the stored answer still answers `query`.
    fn answers(&self, query: &Query, mesh: &NavMesh, derived: &Derived) -> bool {
        let answer = self.answer.as_ref().filter(|_| self.footprint.is_some());
        self.asked.as_ref() == Some(query)
            && answer.is_some_and(|answer| still_answers(mesh, derived, query, answer))
    }

    /// Discards the trace if a recording made now would differ.
    ///
    /// The answer may be equal although point location took different steps.
    pub(super) fn check_trace(&mut self, mesh: &NavMesh, derived: &Derived) {
        let Some((query, recorded)) = self.asked.as_ref().zip(self.recorded.get()) else { return };
        let mut located = Vec::new();
        for (end, endpoint) in [(End::Start, query.start), (End::Target, query.target)] {
            let mut emit = |step| located.push(LocateEvent { end, step });
            locate_observed(mesh, derived, endpoint, query.settings.max_height, &mut emit);
        }
        if located != recorded.trace.locate().events() {
            self.recorded = OnceLock::new();
        }
    }

    /// Marks the answer as outdated, so that the next query searches again.
    pub(in crate::editor) fn forget_answer(&mut self) {
        self.footprint = None;
    }
}

/// Answers the active query of the document in its current state.
///
/// The stepper stays at the same decision.
pub(in crate::editor) fn ask(editor: &mut Editor) {
    answer_active(&mut editor.state);
    editor.follow_analyses();
    stepper::follow_step(&mut editor.state);
}

fn answer_active(state: &mut State) {
    stepper::remember_step(state);
    let last = state.document().queries.len().saturating_sub(1);
    state.session.active_query = state.session.active_query.min(last);
    if let Some(query) = state.asked() {
        return answer_query(state, query);
    }
    let State { session, query, .. } = state;
    let find = |end| locate(session.mesh(), session.derived(), end, session.settings().max_height);
    query.ends = [End::Start, End::Target].map(|end| session.endpoint(end).and_then(find));
    query.forget_question();
}

/// Searches for the answer, unless every change since the last search lies outside its footprint.
///
/// Long searches run in the background.
fn answer_query(state: &mut State, query: Query) {
    let records = recording::records_at_once(state);
    let State { session, query: view, .. } = state;
    let (mesh, derived) = (session.mesh(), session.derived());
    if view.answers(&query, mesh, derived) {
        return view.check_trace(mesh, derived);
    }
    let is_in_crowd = |end| {
        let located = locate(mesh, derived, end, query.settings.max_height);
        located.is_some_and(|located| is_crowded(mesh, derived, &located))
    };
    if view.searching.was_long || [query.start, query.target].into_iter().any(is_in_crowd) {
        return view.search_outside(session, &query);
    }
    let limit = search_limit(HUGE_SEARCH);
    view.recorded = OnceLock::new();
    let found = if records {
        let mut recorder = QueryRecorder::default();
        let found = find_path_with_progress(mesh, derived, &query, &mut recorder, &limit);
        view.recorded = Recorded::from(recorder.into_trace()).into();
        found
    } else {
        find_path_with_progress(mesh, derived, &query, &mut Silent, &limit)
    };
    let Ok((answer, footprint)) = found else { return view.search_outside(session, &query) };
    view.take_answer(query, answer, footprint);
    view.searched_at = session.revision();
}
