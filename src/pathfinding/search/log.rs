//! Where a search stood at any of its steps, without running it again.

use super::SearchEvent;
use crate::navmesh::CellId;

/// What a search had found out about a cell by some step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// The step at which a way into it was first found.
    pub opened: usize,
    /// The step at which it was first expanded; `None` if it is only open.
    pub closed: Option<usize>,
    /// The cell that the best way there comes from; `None` for the start.
    pub parent: Option<CellId>,
    /// What that way costs.
    pub cost: f64,
    /// What the whole way to the target is expected to cost that way.
    pub estimate: f64,
}

/// What a search found out about each cell, step by step; a step is the index of an event.
///
/// A cell may be several nodes, one for each way in: it is opened by the first, closed by the first expanded, and its
/// way is the one with the least estimate.
#[derive(Clone, Debug, Default)]
pub struct SearchLog {
    /// Ordered by cell, then by step.
    visits: Vec<(CellId, usize, Visit)>,
    /// By step, how many nodes are open after it.
    open: Vec<u32>,
}

impl SearchLog {
    /// The log of these events. `n log n` in their number.
    pub fn of(events: &[SearchEvent]) -> Self {
        let mut order: Vec<usize> = (0..events.len()).collect();
        order.retain(|&step| !matches!(events[step], SearchEvent::Rejected { .. }));
        order.sort_by_key(|&step| (events[step].cell(), step));
        let mut visits: Vec<(CellId, usize, Visit)> = Vec::new();
        for step in order {
            let event = &events[step];
            let known = visits.last().filter(|(cell, ..)| *cell == event.cell()).map(|(.., visit)| *visit);
            let visit = follow(known, event, step);
            if known != Some(visit) {
                visits.push((event.cell(), step, visit));
            }
        }
        Self { visits, open: open_counts(events) }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// What was known of a cell after a step; `None` where no way into it was found by then. Logarithmic.
    pub fn at(&self, cell: CellId, step: usize) -> Option<Visit> {
        let past = self.visits.partition_point(|&(other, when, _)| (other, when) <= (cell, step));
        let (found, _, visit) = self.visits[..past].last()?;
        (*found == cell).then_some(*visit)
    }

    /// What was found out of a cell in the end; `None` where no way into it was found. Logarithmic.
    pub fn last(&self, cell: CellId) -> Option<Visit> {
        self.at(cell, usize::MAX)
    }

    /// All cells into which a way was known after a step, by id. Linear in the log.
    pub fn cells_at(&self, step: usize) -> impl Iterator<Item = (CellId, Visit)> {
        let cells = self.visits.chunk_by(|a, b| a.0 == b.0);
        cells.filter_map(move |of_cell| {
            let past = of_cell.partition_point(|&(_, when, _)| when <= step);
            of_cell[..past].last().map(|&(cell, _, visit)| (cell, visit))
        })
    }

    /// How many nodes are open after each step.
    pub fn open_counts(&self) -> &[u32] {
        &self.open
    }
}

/// What is known of a cell after one more event about it.
fn follow(known: Option<Visit>, event: &SearchEvent, step: usize) -> Visit {
    let estimate = event.estimate().unwrap_or(f64::INFINITY);
    let fresh = Visit { opened: step, closed: None, parent: event.parent(), cost: event.cost(), estimate };
    let mut visit = known.unwrap_or(fresh);
    if estimate < visit.estimate {
        visit = Visit { opened: visit.opened, closed: visit.closed, ..fresh };
    }
    if matches!(event, SearchEvent::Expanded { .. }) {
        visit.closed.get_or_insert(step);
    }
    visit
}

/// The start is open before the first event tells of it.
fn open_counts(events: &[SearchEvent]) -> Vec<u32> {
    let mut open = 1_u32;
    let after = |event: &SearchEvent| {
        match event {
            SearchEvent::Expanded { .. } => open = open.saturating_sub(1),
            SearchEvent::Relaxed { is_first: true, .. } => open += 1,
            SearchEvent::Relaxed { .. } | SearchEvent::Rejected { .. } => {}
        }
        open
    };
    events.iter().map(after).collect()
}
