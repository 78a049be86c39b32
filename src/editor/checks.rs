//! Checks of saved queries against their expected answers, updated after every change of the document.
//!
//! Queries with a short search are checked at once. A worker checks the others on a snapshot while no gesture is
//! running.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::work::Shared;
use super::{Editor, Effect};
use crate::document::{Expected, NamedQuery, Verdict, check_answer};
use crate::navmesh::{CellId, NavMesh};
use crate::pathfinding::prepared::kept_answer::find_path_with_progress;
use crate::pathfinding::query::Answer;
use crate::pathfinding::query::selected_algorithm::{SelectedAlgorithm, SelectionReason};
use crate::pathfinding::search::footprint::search_limit;
use crate::progress::{Progress, Stopped};
use crate::trace::Silent;

/// Results of the checks of all queries.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Results, computed on first use after a change.
    found: OnceLock<Found>,
    /// Whether the document has changed since; during a gesture, old results may stay until its end.
    is_old: bool,
    outside: Outside,
}

/// Results of the worker for one revision of the document.
#[derive(Debug, Default)]
struct Outside {
    revision: u64,
    /// Results by index of the query.
    known: BTreeMap<usize, Checked>,
    job: Option<ChecksJob>,
    /// Whether the user stopped the job.
    is_given_up: bool,
}

/// Result of the check of one query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Whether the answer is as expected.
    pub verdict: Verdict,
    /// Algorithm that found the path, and the reason for its selection.
    ///
    /// `None` unless the algorithm was selected automatically and the path is not proven to be the shortest.
    pub instead: Option<SelectedAlgorithm>,
}

#[derive(Debug)]
struct Found {
    verdicts: Vec<Verdict>,
    /// See [`Checked::instead`].
    instead: Vec<Option<SelectedAlgorithm>>,
    /// Indices of the queries that take too long to check at once and have no result yet.
    long: Vec<usize>,
    /// Whether any query takes too long to check at once, with or without a result.
    takes_long: bool,
}

/// Job that checks queries with an expected answer and a long search.
#[derive(Clone, Debug, PartialEq)]
pub struct ChecksJob {
    /// Number that identifies the job.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    /// Queries with their indices in the document.
    queries: Vec<(usize, NamedQuery)>,
}

/// Maximum number of nodes or intervals expanded at once, for all queries together.
///
/// The limit keeps the UI responsive.
const MOST_AT_ONCE: usize = 20_000;

impl Checks {
    /// Drops the results.
    ///
    /// During a gesture it keeps results that take long, because every move would compute them again.
    pub(super) fn forget(&mut self, is_gesture: bool) {
        let takes_long = self.found.get().is_some_and(|found| found.takes_long);
        self.is_old = is_gesture && takes_long;
        if !self.is_old {
            self.found = OnceLock::new();
        }
    }

    /// Drops outdated results at the end of a gesture.
    pub(super) fn settle(&mut self) {
        if self.is_old {
            self.forget(false);
        }
    }
}

impl Checked {
    /// Compares an answer with the expected one; the answer is `None` if an end is not placed.
    fn of(query: &NamedQuery, answer: Option<&Answer>) -> Self {
        let by = answer.filter(|answer| answer.path().is_some()).and_then(|answer| answer.by);
        let instead = by.filter(|by| by.is_automatic() && by.because != SelectionReason::NothingMatters);
        Self { verdict: check_answer(query, answer), instead }
    }

    /// Returns the result of a check that is not done yet.
    fn awaited() -> Self {
        Self { verdict: Verdict::Awaited, instead: None }
    }
}

impl ChecksJob {
    /// Runs the job; its units are queries.
    pub fn run(&self, progress: &Progress) -> Result<Vec<(usize, Checked)>, Stopped> {
        let count = self.queries.len();
        let asked = self.queries.iter().enumerate().map(|(done, (index, query))| {
            progress.report(done, count)?;
            let answer = match query.question() {
                Some(question) => {
                    let (mesh, derived) = (&self.mesh, &self.derived);
                    let found = find_path_with_progress(mesh, derived, &question, &mut Silent, progress)?;
                    Some(found.0)
                }
                None => None,
            };
            Ok((*index, Checked::of(query, answer.as_ref())))
        });
        asked.collect()
    }
}

impl Editor {
    /// Returns the verdicts of all queries, in their order.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.query.checks.found.get_or_init(|| self.check_queries()).verdicts
    }

    /// Returns the verdict of the query at an index.
    pub fn verdict(&self, index: usize) -> &Verdict {
        self.verdicts().get(index).unwrap_or(&Verdict::Unchecked)
    }

    /// Returns the algorithm that found the path of the query at an index, and why it was selected.
    ///
    /// Returns `None` unless the algorithm was selected automatically and the path is not proven to be the shortest.
    /// Without an expected answer, or while the check is not done, it returns `None` too.
    pub fn answered_instead(&self, index: usize) -> Option<SelectedAlgorithm> {
        let found = self.query.checks.found.get_or_init(|| self.check_queries());
        found.instead.get(index).copied().flatten()
    }

    /// Returns the number of the job while queries with a long search are checked.
    pub fn checks_under_way(&self) -> Option<u64> {
        self.query.checks.outside.job.as_ref().map(|job| job.number)
    }

    /// Whether the user stopped the checks and the document has not changed since.
    pub fn are_checks_given_up(&self) -> bool {
        let Outside { revision, is_given_up, .. } = self.query.checks.outside;
        is_given_up && revision == self.revision
    }

    /// Returns the number of queries whose answers differ from the expected ones.
    pub fn differing_queries(&self) -> usize {
        self.verdicts().iter().filter(|verdict| matches!(verdict, Verdict::Differs { .. })).count()
    }

    fn check_queries(&self) -> Found {
        let (mut long, mut left) = (Vec::new(), MOST_AT_ONCE);
        let known = Some(&self.query.checks.outside).filter(|outside| outside.revision == self.revision);
        let checked = self.document.queries.iter().enumerate().map(|(index, query)| {
            if query.expected.is_none() {
                return Checked::default();
            }
            if index == self.active_query_index() {
                return self.check_active(query);
            }
            let known = known.and_then(|outside| outside.known.get(&index));
            known.cloned().or_else(|| self.check_at_once(query, &mut left)).unwrap_or_else(|| {
                long.push(index);
                Checked::awaited()
            })
        });
        let (verdicts, instead) = checked.map(|Checked { verdict, instead }| (verdict, instead)).unzip();
        let takes_long = !long.is_empty() || known.is_some_and(|outside| !outside.known.is_empty());
        Found { verdicts, instead, long, takes_long }
    }

    fn check_active(&self, query: &NamedQuery) -> Checked {
        let is_stopped = self.answer().is_some_and(Answer::is_stopped);
        if is_stopped || self.search_under_way().is_some() {
            return Checked::awaited();
        }
        Checked::of(query, self.answer())
    }

    /// Checks a query; returns `None` if that takes more expanded nodes than are left.
    fn check_at_once(&self, query: &NamedQuery, left: &mut usize) -> Option<Checked> {
        let Some(question) = query.question() else { return Some(Checked::of(query, None)) };
        if *left == 0 {
            return None;
        }
        let (mesh, derived, limit) = (&self.document.mesh, &self.derived, search_limit(*left));
        let found = find_path_with_progress(mesh, derived, &question, &mut Silent, &limit);
        *left = found.as_ref().map_or(0, |(answer, _)| left.saturating_sub(answer.expanded));
        found.ok().map(|(answer, _)| Checked::of(query, Some(&answer)))
    }

    /// Starts the job for queries with a long search, and stops a job for an earlier revision.
    pub(super) fn follow_checks(&mut self) {
        if self.query.checks.outside.revision != self.revision {
            let stop = self.checks_under_way().map(Effect::StopWork);
            self.effects.extend(stop);
            self.query.checks.outside = Outside { revision: self.revision, ..Outside::default() };
        }
        let Outside { job, is_given_up, .. } = &self.query.checks.outside;
        if *is_given_up || job.is_some() || self.history.open().is_some() {
            return;
        }
        let found = self.query.checks.found.get_or_init(|| self.check_queries());
        let query = |&index: &usize| Some((index, self.document.queries.get(index)?.clone()));
        let queries: Vec<_> = found.long.iter().filter_map(query).collect();
        if !queries.is_empty() {
            let (number, mesh) = (self.begin_work(), self.document.mesh.clone());
            let job = ChecksJob { number, mesh, derived: Shared::of(&self.derived), queries };
            self.ask_outside(Effect::Check(job.clone()));
            self.query.checks.outside.job = Some(job);
        }
    }

    /// Stores the result of the running job; ignores any other job.
    pub(super) fn take_checks(&mut self, number: u64, found: Option<Arc<Vec<(usize, Checked)>>>) {
        let outside = &mut self.query.checks.outside;
        if outside.job.take_if(|job| job.number == number).is_some() {
            outside.is_given_up = found.is_none();
            outside.known.extend(found.map(Arc::unwrap_or_clone).unwrap_or_default());
            self.query.checks.forget(false);
        }
    }

    /// Sets the current answer of the active query as the expected one: its length, or no path.
    pub(super) fn expect_answer(&mut self) {
        let expected = self.answer().map(Expected::length_of);
        self.expect(expected);
    }

    /// Sets the current answer as the expected one, including the cells of the path.
    pub(super) fn expect_cells(&mut self) {
        let expected = self.answer().map(Expected::cells_of);
        self.expect(expected);
    }

    /// Sets or removes the expected answer of the active query; one undo step.
    pub(super) fn expect(&mut self, expected: Option<Expected>) {
        let title = if expected.is_some() { "Expect an answer" } else { "Expect nothing" };
        self.edit_query(title, |query| query.expected = expected);
    }

    /// Sets the cells that the path of the active query is expected to cross, from typed cell numbers.
    ///
    /// Shows a warning for a word that is not a number, and for a number without a cell.
    pub(super) fn expect_typed_cells(&mut self, typed: &str) {
        let words = typed.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let cell = |word: &str| {
            let id = word.parse().map(CellId).map_err(|_ignored| {
                format!("\"{word}\" is no cell. Give numbers of cells, as in 3, 5, 8.")
            })?;
            let is_there = self.document.mesh.cell(id).is_some();
            is_there
                .then_some(id)
                .ok_or_else(|| format!("There is no cell {}. Give cells that are there.", id.0))
        };
        let cells: Vec<CellId> = match words.map(cell).collect() {
            Ok(cells) => cells,
            Err(why) => return self.warn(&why),
        };
        let length = match self.active_query().and_then(|query| query.expected.as_ref()) {
            Some(Expected::Path { length, .. }) => *length,
            Some(Expected::NoPath) | None => None,
        };
        let cells = (!cells.is_empty()).then(|| cells.into());
        self.expect(Some(Expected::Path { length, cells }));
    }

    /// Activates the next query after the active one whose answer differs from the expected one.
    pub(super) fn activate_next_differing(&mut self) {
        let count = self.document.queries.len();
        let active = self.active_query_index();
        let mut others = (1..=count).map(|ahead| (active + ahead) % count);
        if let Some(next) = others.find(|&index| matches!(self.verdict(index), Verdict::Differs { .. })) {
            self.activate_query(next);
        }
    }
}
