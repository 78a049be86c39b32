//! Whether kept queries still come to what is expected of them, kept up with every change of the document.

use std::sync::OnceLock;

use super::Editor;
use crate::document::{Expected, Verdict, check_answer};
use crate::navmesh::CellId;
use crate::pathfinding::find_path;

/// What became of every query's expectation; computed when first asked for after a change.
#[derive(Debug, Default)]
pub(super) struct Checks {
    found: OnceLock<Found>,
    /// Whether the document has changed since; a gesture may leave it so until it ends.
    is_old: bool,
}

#[derive(Debug)]
struct Found {
    verdicts: Vec<Verdict>,
    /// How many nodes were expanded for them.
    expanded: usize,
}

/// With more nodes to expand than this, queries are asked again when a gesture ends and not with every move of it.
const MOST_IN_A_GESTURE: usize = 20_000;

impl Checks {
    /// Lets go of what was found, unless it would be found anew for every move of a gesture and takes long.
    pub(super) fn forget(&mut self, is_gesture: bool) {
        let takes_long = self.found.get().is_some_and(|found| found.expanded > MOST_IN_A_GESTURE);
        if is_gesture && takes_long {
            self.is_old = true;
        } else {
            *self = Self::default();
        }
    }

    /// Lets go of what is old: a gesture has ended.
    pub(super) fn settle(&mut self) {
        if self.is_old {
            *self = Self::default();
        }
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

    /// How many queries come to something else than is expected of them.
    pub fn differing_queries(&self) -> usize {
        self.verdicts().iter().filter(|verdict| matches!(verdict, Verdict::Differs { .. })).count()
    }

    fn check_queries(&self) -> Found {
        let mut expanded = 0;
        let active = self.active_query_index();
        let verdicts = self.document.queries.iter().enumerate().map(|(index, query)| {
            if query.expected.is_none() {
                return Verdict::Unchecked;
            }
            if index == active {
                return check_answer(query, self.answer());
            }
            let ask = |question| find_path(&self.document.mesh, &self.derived, &question);
            let answer = query.question().map(ask);
            expanded += answer.as_ref().map_or(0, |answer| answer.expanded);
            check_answer(query, answer.as_ref())
        });
        let verdicts = verdicts.collect();
        Found { verdicts, expanded }
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
