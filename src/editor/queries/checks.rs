//! Checks of saved queries against their expected answers, updated after every change of the document.
//!
//! Queries with a short search are checked at once. A worker checks the others on a snapshot while no gesture is
//! running.

use std::sync::Arc;

use crate::editor::queries::query::{self, searching};
use crate::editor::session::job::{JobContext, MeshSnapshot};
use crate::editor::session::memo::{Analysis, When};
use crate::editor::{Editor, State};
use navsmith_core::navmesh::CellId;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Answer;
use navsmith_core::pathfinding::query::selected_algorithm::{SelectedAlgorithm, SelectionReason};
use navsmith_core::pathfinding::search::footprint::search_limit;
use navsmith_core::progress::Stopped;
use navsmith_core::trace::Silent;
use navsmith_formats::document::{Expected, NamedQuery, Verdict, check_answer};

/// Result of the check of one query.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::editor) struct Checked {
    /// Whether the answer is as expected.
    verdict: Verdict,
    /// Algorithm that found the path, and the reason for its selection.
    ///
    /// `None` unless the algorithm was selected automatically and the path is not proven to be the shortest.
    instead: Option<SelectedAlgorithm>,
}

/// Key of the checks of queries with a short search.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct ShortChecksKey {
    ground: MeshSnapshot,
    queries: Arc<Vec<NamedQuery>>,
}

/// Key of the checks of queries with a long search.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::editor) struct LongChecksKey {
    ground: MeshSnapshot,
    /// Queries with their indices in the document.
    queries: Vec<(usize, NamedQuery)>,
}

/// Maximum number of nodes or intervals expanded at once, for all queries together.
const MOST_AT_ONCE: usize = 20_000;

impl Analysis for ShortChecksKey {
    /// Results by index of the query; `None` for a long search.
    type Value = Vec<Option<Checked>>;

    const TITLE: &'static str = "checking queries";

    fn when(state: &State) -> When {
        let has_expected = state.document().queries.iter().any(|query| query.expected.is_some());
        if has_expected && !keeps_checks(state) { When::FirstUse } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        Some(Self { ground: state.mesh_snapshot(), queries: Arc::clone(&state.document().queries) })
    }

    fn compute(&self, _: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let mut left = MOST_AT_ONCE;
        Ok(self.queries.iter().map(|query| self.check(query, &mut left)).collect())
    }
}

impl ShortChecksKey {
    /// Checks a query if its search needs at most `left` expansions; reduces `left` by the number needed.
    fn check(&self, query: &NamedQuery, left: &mut usize) -> Option<Checked> {
        if query.expected.is_none() {
            return Some(Checked::default());
        }
        let Some(question) = query.question() else { return Some(Checked::of(query, None)) };
        if *left == 0 {
            return None;
        }
        let MeshSnapshot { mesh, derived } = &self.ground;
        let found = find_path_with_progress(mesh, derived, &question, &mut Silent, &search_limit(*left));
        *left = found.as_ref().map_or(0, |(answer, _)| left.saturating_sub(answer.total_expanded));
        found.ok().map(|(answer, _)| Checked::of(query, Some(&answer)))
    }
}

impl Analysis for LongChecksKey {
    /// Results with the indices of their queries, in order.
    type Value = Vec<(usize, Checked)>;

    const TITLE: &'static str = "checking queries";

    fn when(state: &State) -> When {
        let has_long = short_checks(state).is_some_and(|found| found.contains(&None));
        if has_long { When::Always } else { When::Never }
    }

    fn key(state: &State) -> Option<Self> {
        let short = short_checks(state)?.iter().enumerate();
        let query = |index: usize| Some((index, state.document().queries.get(index)?.clone()));
        let queries = short.filter(|(_, checked)| checked.is_none()).filter_map(|(index, _)| query(index));
        Some(Self { ground: state.mesh_snapshot(), queries: queries.collect() })
    }

    /// Its units are queries.
    fn compute(&self, JobContext { progress, .. }: JobContext<'_>) -> Result<Self::Value, Stopped> {
        let MeshSnapshot { mesh, derived } = &self.ground;
        let count = self.queries.len();
        let checked = self.queries.iter().enumerate().map(|(done, (index, query))| {
            progress.report(done, count)?;
            let find = |question| find_path_with_progress(mesh, derived, &question, &mut Silent, progress);
            let found = query.question().map(find).transpose()?;
            Ok((*index, Checked::of(query, found.as_ref().map(|(answer, _)| answer))))
        });
        checked.collect()
    }
}

impl Checked {
    fn of(query: &NamedQuery, answer: Option<&Answer>) -> Self {
        let by = answer.filter(|answer| answer.path().is_some()).and_then(|answer| answer.by);
        let instead = by.filter(|by| by.is_automatic() && by.because != SelectionReason::NothingMatters);
        Self { verdict: check_answer(query, answer), instead }
    }
}

/// Returns the verdicts of all queries, in their order.
pub fn verdicts(state: &State) -> Vec<Verdict> {
    (0..state.document().queries.len()).map(|index| verdict(state, index)).collect()
}

/// Returns the verdict of the query at an index.
pub fn verdict(state: &State, index: usize) -> Verdict {
    checked(state, index).verdict
}

/// Returns the algorithm that found the path of the query at an index, and why it was selected.
///
/// Returns `None` unless the algorithm was selected automatically and the path is not proven to be the shortest.
/// Without an expected answer, or while the check is not done, it returns `None` too.
pub fn answered_instead(state: &State, index: usize) -> Option<SelectedAlgorithm> {
    checked(state, index).instead
}

/// Returns the number of the job while queries with a long search are checked.
pub fn under_way(state: &State) -> Option<u64> {
    state.analyses.long_checks.running()
}

/// Whether the user stopped the checks and the document has not changed since.
pub fn are_given_up(state: &State) -> bool {
    state.analyses.long_checks.is_stopped()
}

/// Returns the number of queries whose answers differ from the expected ones.
pub fn differing_queries(state: &State) -> usize {
    (0..state.document().queries.len()).filter(|&index| differs(state, index)).count()
}

/// Whether the answer of the query at an index differs from the expected one.
fn differs(state: &State, index: usize) -> bool {
    matches!(checked(state, index).verdict, Verdict::Differs { .. })
}

/// Whether the checks before the gesture are shown: each frame would try long searches.
fn keeps_checks(state: &State) -> bool {
    let has_long = || state.analyses.short_checks.latest().is_some_and(|found| found.contains(&None));
    state.history().open().is_some() && has_long()
}

/// Returns the checks of queries with a short search; during a gesture, perhaps those before it.
fn short_checks(state: &State) -> Option<&Vec<Option<Checked>>> {
    if keeps_checks(state) { state.analyses.short_checks.latest() } else { state.value::<ShortChecksKey>() }
}

/// Returns the result of the check of the query at an index.
fn checked(state: &State, index: usize) -> Checked {
    let query = state.document().queries.get(index).filter(|query| query.expected.is_some());
    let Some(query) = query else { return Checked::default() };
    let known = if index == state.active_query_index() && !keeps_checks(state) {
        // The answer of the active query is known unless it is being searched for.
        let is_stopped = state.answer().is_some_and(Answer::is_cut_short);
        let is_known = !is_stopped && searching::under_way(state).is_none();
        is_known.then(|| Checked::of(query, state.answer()))
    } else {
        let long = &state.analyses.long_checks;
        let long = || if keeps_checks(state) { long.latest() } else { long.current() };
        let of_long = || long()?.iter().find(|(of, _)| *of == index).map(|(_, checked)| checked);
        let short = short_checks(state).and_then(|found| found.get(index));
        short.and_then(|short| short.as_ref().or_else(of_long)).cloned()
    };
    known.unwrap_or(Checked { verdict: Verdict::Awaited, instead: None })
}

/// Sets the current answer of the active query as the expected one: its length, or no path.
pub(in crate::editor) fn expect_answer(editor: &mut Editor) {
    let expected = editor.answer().map(Expected::length_of);
    expect(editor, expected);
}

/// Sets the current answer as the expected one, including the cells of the path.
pub(in crate::editor) fn expect_cells(editor: &mut Editor) {
    let expected = editor.answer().map(Expected::cells_of);
    expect(editor, expected);
}

/// Sets or removes the expected answer of the active query; one undo step.
pub(in crate::editor) fn expect(editor: &mut Editor, expected: Option<Expected>) {
    let title = if expected.is_some() { "Expect an answer" } else { "Expect nothing" };
    query::edit_query(editor, title, |query| query.expected = expected);
}

/// Sets the cells that the path of the active query is expected to cross, from typed cell numbers.
///
/// Shows a warning for a word that is not a number, and for a number without a cell.
pub(super) fn expect_typed_cells(editor: &mut Editor, typed: &str) {
    let words = typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let cell = |word: &str| {
        let id = word
            .parse()
            .map(CellId)
            .map_err(|_ignored| format!("\"{word}\" is no cell. Give numbers of cells, as in 3, 5, 8."))?;
        let is_there = editor.mesh().cell(id).is_some();
        is_there.then_some(id).ok_or_else(|| format!("There is no cell {}. Give cells that are there.", id.0))
    };
    let cells: Vec<CellId> = match words.map(cell).collect() {
        Ok(cells) => cells,
        Err(why) => return editor.warn(&why),
    };
    let length = match editor.active_query().and_then(|query| query.expected.as_ref()) {
        Some(Expected::Path { length, .. }) => *length,
        Some(Expected::NoPath) | None => None,
    };
    let cells = (!cells.is_empty()).then(|| cells.into());
    expect(editor, Some(Expected::Path { length, cells }));
}

/// Activates the next query after the active one whose answer differs from the expected one.
pub(in crate::editor) fn activate_next_differing(editor: &mut Editor) {
    let count = editor.document().queries.len();
    let active = editor.active_query_index();
    let mut others = (1..=count).map(|ahead| (active + ahead) % count);
    if let Some(next) = others.find(|&index| differs(editor, index)) {
        query::activate_query(editor, next);
    }
}
