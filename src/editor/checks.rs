//! Whether kept queries still come to what is expected of them, kept up with every change of the document.
//!
//! Those that are answered quickly are asked at once; the others the outside asks, on a snapshot, when no gesture is under
//! way.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use super::work::Shared;
use super::{Editor, Effect};
use crate::document::{Expected, NamedQuery, Verdict, check_answer};
use crate::navmesh::{CellId, NavMesh};
use crate::pathfinding::{Answer, SelectedAlgorithm, SelectionReason, find_path_while};
use crate::trace::Silent;

/// What became of every query's expectation.
#[derive(Debug, Default)]
pub(super) struct Checks {
    /// Computed when first asked for after a change.
    found: OnceLock<Found>,
    /// Whether the document has changed since; a gesture may leave it so until it ends.
    is_old: bool,
    outside: Outside,
}

/// What the outside finds of one revision of the document.
#[derive(Debug, Default)]
struct Outside {
    revision: u64,
    /// By index of the query.
    known: BTreeMap<usize, Checked>,
    job: Option<ChecksJob>,
    /// Whether somebody stopped it.
    is_given_up: bool,
}

/// What became of a query's expectation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked {
    /// Whether it came out.
    pub verdict: Verdict,
    /// What found the path, and why it, where the algorithm was selected automatically and the path is not proven to be
    /// the shortest.
    pub instead: Option<SelectedAlgorithm>,
}

#[derive(Debug)]
struct Found {
    verdicts: Vec<Verdict>,
    /// As [`Checked::instead`] says.
    instead: Vec<Option<SelectedAlgorithm>>,
    /// By index, the queries that take too long to be asked at once, and of which nothing is known yet.
    long: Vec<usize>,
    /// Whether there are any that take so long, known or not.
    takes_long: bool,
}

/// The work of asking queries of which something is expected, and which take long.
#[derive(Clone, Debug, PartialEq)]
pub struct ChecksJob {
    /// Tells this work from any other.
    pub number: u64,
    mesh: NavMesh,
    derived: Shared,
    /// With their indices among the document's.
    queries: Vec<(usize, NamedQuery)>,
}

/// So many nodes or intervals are expanded at once for all queries together, so that nobody waits.
const MOST_AT_ONCE: usize = 20_000;

impl Checks {
    /// Lets go of what was found, unless it would be found anew for every move of a gesture and takes long.
    pub(super) fn forget(&mut self, is_gesture: bool) {
        let takes_long = self.found.get().is_some_and(|found| found.takes_long);
        self.is_old = is_gesture && takes_long;
        if !self.is_old {
            self.found = OnceLock::new();
        }
    }

    /// Lets go of what is old: a gesture has ended.
    pub(super) fn settle(&mut self) {
        if self.is_old {
            self.forget(false);
        }
    }
}

impl Checked {
    /// Compares the answer to a query, `None` where it could not be asked, with what is expected.
    fn of(query: &NamedQuery, answer: Option<&Answer>) -> Self {
        let by = answer.filter(|answer| answer.path().is_some()).and_then(|answer| answer.by);
        let instead = by.filter(|by| by.is_automatic() && by.because != SelectionReason::NothingMatters);
        Self { verdict: check_answer(query, answer), instead }
    }

    /// Not known yet.
    fn awaited() -> Self {
        Self { verdict: Verdict::Awaited, instead: None }
    }
}

impl ChecksJob {
    /// Does the work; `goes_on` hears how many of how many queries are asked, and may break it off, which gives `None`.
    pub fn run(
        &self,
        mut goes_on: impl FnMut(usize, usize) -> ControlFlow<()>,
    ) -> Option<Vec<(usize, Checked)>> {
        let count = self.queries.len();
        let asked = self.queries.iter().enumerate().map(|(done, (index, query))| {
            let answer = match query.question() {
                Some(question) => {
                    let goes_on = |_| goes_on(done, count);
                    let (mesh, derived) = (&self.mesh, &self.derived);
                    let (answer, _) = find_path_while(mesh, derived, &question, &mut Silent, goes_on);
                    Some(answer)
                }
                None => None,
            };
            let is_stopped = answer.as_ref().is_some_and(Answer::is_stopped);
            (!is_stopped).then(|| (*index, Checked::of(query, answer.as_ref())))
        });
        asked.collect()
    }
}

impl Editor {
    /// What became of the expectations of the queries, in their order.
    pub fn verdicts(&self) -> &[Verdict] {
        &self.query.checks.found.get_or_init(|| self.check_queries()).verdicts
    }

    /// What became of the expectation of the query at an index.
    pub fn verdict(&self, index: usize) -> &Verdict {
        self.verdicts().get(index).unwrap_or(&Verdict::Unchecked)
    }

    /// What found the path of the query at an index, and why it, where the algorithm was selected automatically and the
    /// path is not proven to be the shortest; `None` too where nothing is expected, or nothing known yet.
    pub fn answered_instead(&self, index: usize) -> Option<SelectedAlgorithm> {
        let found = self.query.checks.found.get_or_init(|| self.check_queries());
        found.instead.get(index).copied().flatten()
    }

    /// The number of the work while queries that take long are checked.
    pub fn checks_under_way(&self) -> Option<u64> {
        self.query.checks.outside.job.as_ref().map(|job| job.number)
    }

    /// Whether somebody stopped that, and nothing has changed since.
    pub fn are_checks_given_up(&self) -> bool {
        let Outside { revision, is_given_up, .. } = self.query.checks.outside;
        is_given_up && revision == self.revision
    }

    /// How many queries come to something else than is expected of them.
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

    /// What comes of a query; `None` if more nodes would have to be expanded than are left.
    fn check_at_once(&self, query: &NamedQuery, left: &mut usize) -> Option<Checked> {
        let Some(question) = query.question() else { return Some(Checked::of(query, None)) };
        if *left == 0 {
            return None;
        }
        let goes_on =
            |so_far| if so_far > *left { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let (mesh, derived) = (&self.document.mesh, &self.derived);
        let (answer, _) = find_path_while(mesh, derived, &question, &mut Silent, goes_on);
        *left = if answer.is_stopped() { 0 } else { left.saturating_sub(answer.expanded) };
        (!answer.is_stopped()).then(|| Checked::of(query, Some(&answer)))
    }

    /// Has the outside check what takes long, and gives up what it checks of an earlier document.
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

    /// Takes what came of the work under way; of any other, nothing.
    pub(super) fn take_checks(&mut self, number: u64, found: Option<Arc<Vec<(usize, Checked)>>>) {
        let outside = &mut self.query.checks.outside;
        if outside.job.take_if(|job| job.number == number).is_some() {
            outside.is_given_up = found.is_none();
            outside.known.extend(found.map(Arc::unwrap_or_clone).unwrap_or_default());
            self.query.checks.forget(false);
        }
    }

    /// Expects of the active query what comes out of it now: its length, or that there is no path.
    pub(super) fn expect_answer(&mut self) {
        let expected = self.answer().map(Expected::length_of);
        self.expect(expected);
    }

    /// Expects the cells too.
    pub(super) fn expect_cells(&mut self) {
        let expected = self.answer().map(Expected::cells_of);
        self.expect(expected);
    }

    /// Expects something of the active query, or nothing any more; one undo step.
    pub(super) fn expect(&mut self, expected: Option<Expected>) {
        let title = if expected.is_some() { "Expect an answer" } else { "Expect nothing" };
        self.edit_query(title, |query| query.expected = expected);
    }

    /// Expects of the active query that its path crosses these cells, given by number; of one that is none, and of words
    /// that are no numbers, says so.
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

    /// Looks at the next query that comes to something else than expected, after the active one.
    pub(super) fn activate_next_differing(&mut self) {
        let count = self.document.queries.len();
        let active = self.active_query_index();
        let mut others = (1..=count).map(|ahead| (active + ahead) % count);
        if let Some(next) = others.find(|&index| matches!(self.verdict(index), Verdict::Differs { .. })) {
            self.activate_query(next);
        }
    }
}
