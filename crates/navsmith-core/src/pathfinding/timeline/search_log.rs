//! State of a corridor search at each of its steps, without a replay.

use std::cmp::Ordering;
use std::ops::Range;

use crate::navmesh::CellId;
use crate::pathfinding::polyanya::event::IntervalEvent;
use crate::pathfinding::search::event::SearchEvent;

/// State of a cell at a step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Visit {
    /// Step at which a path into the cell was first found.
    pub opened: usize,
    /// Step at which the cell was first expanded; `None` if it is only open.
    pub closed: Option<usize>,
    /// Previous cell on the best path; `None` for the start.
    pub parent: Option<CellId>,
    /// Cost of that path to the cell.
    pub cost: f64,
    /// Estimated cost of the whole path to the target along it.
    pub estimate: f64,
}

/// State of each cell at each step of a search; a step is the index of an event.
///
/// A cell may have several nodes, one for each entry. The first node opens the cell, and the first expanded node
/// closes it. The cell's path is the one with the least estimate.
#[derive(Clone, Debug, Default)]
pub struct SearchLog {
    /// Visits ordered by cell, then by step.
    visits: Vec<(CellId, usize, Visit)>,
    /// Begin of the visits of each [`BLOCK`] of cells, and the end of the last ones.
    begins: Vec<u32>,
    open: Vec<u32>,
}

impl SearchLog {
    /// Builds the log of these events. `n log n` in their number.
    pub fn of(events: &[SearchEvent]) -> Self {
        let entries = events.iter().enumerate();
        Self::build(
            entries.filter_map(|(step, event)| Some((step, Entry::of(event)?))).collect(),
            open_counts(events),
        )
    }

    /// Builds the log of a Polyanya search.
    ///
    /// The first interval that leads into a cell opens it, and the first expanded one closes it. The cells that the
    /// start touches are closed from the first step on.
    pub fn of_intervals(events: &[IntervalEvent]) -> Self {
        let first =
            events.iter().take_while(|event| event.taken().is_none()).filter_map(|event| match event {
                IntervalEvent::Pushed { cone, .. } => Some(cone),
                _ => None,
            });
        let least = first.clone().map(|cone| cone.estimate).fold(f64::INFINITY, f64::min);
        let start = |cell| Entry { cell, parent: None, cost: 0.0, estimate: least, is_expanded: true };
        let starts = first.map(|cone| (0, start(cone.exit.cell)));
        let entries = events.iter().enumerate();
        let entries = entries.filter_map(|(step, event)| Some((step, Entry::of_interval(event)?)));
        Self::build(starts.chain(entries).collect(), waiting_counts(events))
    }

    fn build(mut entries: Vec<(usize, Entry)>, open: Vec<u32>) -> Self {
        entries.sort_by_key(|(step, entry)| (entry.cell, *step));
        let mut visits: Vec<(CellId, usize, Visit)> = Vec::new();
        for (step, entry) in entries {
            let known = visits.last().filter(|(cell, ..)| *cell == entry.cell).map(|(.., visit)| *visit);
            let visit = follow(known, &entry, step);
            if known != Some(visit) {
                visits.push((entry.cell, step, visit));
            }
        }
        let blocks = visits.last().map_or(0, |&(cell, ..)| block_of(cell) + 1);
        let mut begins = vec![0; blocks + 1];
        for &(cell, ..) in &visits {
            begins[block_of(cell) + 1] += 1;
        }
        for block in 0..blocks {
            begins[block + 1] += begins[block];
        }
        Self { visits, begins, open }
    }

    /// Returns the number of steps.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there are no steps.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the state of a cell after a step; `None` if no path into it was found by then.
    ///
    /// Logarithmic in the number of its paths and of those of cells with similar ids.
    pub fn at(&self, cell: CellId, step: usize) -> Option<Visit> {
        let block = block_of(cell);
        let (begin, end) = (*self.begins.get(block)?, *self.begins.get(block + 1)?);
        let of_block = self.visits.get(begin as usize..end as usize)?;
        let past = of_block.partition_point(|&(other, when, _)| (other, when) <= (cell, step));
        of_block[..past].last().filter(|(other, ..)| *other == cell).map(|&(.., visit)| visit)
    }

    /// Returns the final state of a cell; `None` if no path into it was found.
    ///
    /// Costs as much as [`Self::at`].
    pub fn last(&self, cell: CellId) -> Option<Visit> {
        self.at(cell, usize::MAX)
    }

    /// Returns all cells that a path was found into by a step, by id. Linear in the log.
    pub fn cells_at(&self, step: usize) -> impl Iterator<Item = (CellId, Visit)> {
        let cells = self.visits.chunk_by(|a, b| a.0 == b.0);
        cells.filter_map(move |of_cell| {
            let past = of_cell.partition_point(|&(_, when, _)| when <= step);
            of_cell[..past].last().map(|&(cell, _, visit)| (cell, visit))
        })
    }

    /// Returns the number of open nodes after each step.
    pub fn open_counts(&self) -> &[u32] {
        &self.open
    }
}

/// Sorts the elements in a window of a list, as if the whole list were sorted.
///
/// The order outside of the window is unspecified. Linear in the list, for a small window.
pub fn sort_window<T>(list: &mut [T], window: Range<usize>, compare: impl Fn(&T, &T) -> Ordering) {
    let Range { start, end } = window.start.min(list.len())..window.end.min(list.len());
    if start >= end {
        return;
    }
    if end < list.len() {
        list.select_nth_unstable_by(end, &compare);
    }
    if start > 0 {
        list[..end].select_nth_unstable_by(start, &compare);
    }
    list[start..end].sort_by(compare);
}

/// Number of cells, by id, whose visits are searched together.
///
/// It is small enough for a fast search, and large enough that a short log of a large mesh takes little memory.
const BLOCK: u32 = 64;

fn block_of(CellId(id): CellId) -> usize {
    (id / BLOCK) as usize
}

struct Entry {
    cell: CellId,
    parent: Option<CellId>,
    cost: f64,
    estimate: f64,
    is_expanded: bool,
}

impl Entry {
    /// Converts an event; `None` for a rejected path.
    fn of(event: &SearchEvent) -> Option<Self> {
        let is_expanded = matches!(event, SearchEvent::Expanded { .. });
        let (cell, parent, cost) = (event.cell(), event.parent(), event.cost());
        Some(Self { cell, parent, cost, estimate: event.estimate()?, is_expanded })
    }

    /// Converts an event; `None` if it neither pushes nor expands an interval.
    fn of_interval(event: &IntervalEvent) -> Option<Self> {
        let (cone, is_expanded) = match event {
            IntervalEvent::Pushed { cone, .. } => (cone, false),
            _ => (event.taken()?, true),
        };
        let parent = Some(cone.exit.cell);
        Some(Self { cell: cone.into, parent, cost: cone.cost, estimate: cone.estimate, is_expanded })
    }
}

/// Returns the state of a cell after one more event.
fn follow(known: Option<Visit>, entry: &Entry, step: usize) -> Visit {
    let &Entry { parent, cost, estimate, .. } = entry;
    let fresh = Visit { opened: step, closed: None, parent, cost, estimate };
    let mut visit = known.unwrap_or(fresh);
    if estimate < visit.estimate {
        visit = Visit { opened: visit.opened, closed: visit.closed, ..fresh };
    }
    if entry.is_expanded {
        visit.closed.get_or_insert(step);
    }
    visit
}

/// Returns the number of queued intervals after each event.
fn waiting_counts(events: &[IntervalEvent]) -> Vec<u32> {
    counts(events, 0, |event| match event {
        IntervalEvent::Pushed { .. } => 1,
        IntervalEvent::Popped(_) | IntervalEvent::Followed(_) | IntervalEvent::Outdated(_) => -1,
        _ => 0,
    })
}

/// Returns the number of open nodes after each event; the start is open before the first one.
fn open_counts(events: &[SearchEvent]) -> Vec<u32> {
    counts(events, 1, |event| match event {
        SearchEvent::Expanded { .. } => -1,
        SearchEvent::Relaxed { is_first, .. } => i32::from(*is_first),
        SearchEvent::Rejected { .. } => 0,
    })
}

fn counts<E>(events: &[E], mut count: u32, change: impl Fn(&E) -> i32) -> Vec<u32> {
    let after = |event| {
        count = count.saturating_add_signed(change(event));
        count
    };
    events.iter().map(after).collect()
}
