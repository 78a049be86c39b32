//! Where a search stood at any of its steps, without running it again.

use std::cmp::Ordering;
use std::ops::Range;

use super::SearchEvent;
use crate::navmesh::CellId;
use crate::pathfinding::IntervalEvent;

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
    /// Where the visits of each [`BLOCK`] of cells begin, and where the last ones end.
    begins: Vec<u32>,
    /// By step, how many nodes are open after it.
    open: Vec<u32>,
}

impl SearchLog {
    /// The log of these events. `n log n` in their number.
    pub fn of(events: &[SearchEvent]) -> Self {
        let told = events.iter().enumerate();
        Self::build(
            told.filter_map(|(step, event)| Some((step, Told::of(event)?))).collect(),
            open_counts(events),
        )
    }

    /// The log of a search over intervals: a cell is opened by the first interval that leads into it, and closed when
    /// one is looked behind. The cells that the start touches are closed from the first step on.
    pub fn of_intervals(events: &[IntervalEvent]) -> Self {
        let first =
            events.iter().take_while(|event| event.taken().is_none()).filter_map(|event| match event {
                IntervalEvent::Pushed { cone, .. } => Some(cone),
                _ => None,
            });
        let least = first.clone().map(|cone| cone.estimate).fold(f64::INFINITY, f64::min);
        let start = |cell| Told { cell, parent: None, cost: 0.0, estimate: least, is_expanded: true };
        let starts = first.map(|cone| (0, start(cone.exit.cell)));
        let told = events.iter().enumerate();
        let told = told.filter_map(|(step, event)| Some((step, Told::of_interval(event)?)));
        Self::build(starts.chain(told).collect(), waiting_counts(events))
    }

    fn build(mut told: Vec<(usize, Told)>, open: Vec<u32>) -> Self {
        told.sort_by_key(|(step, told)| (told.cell, *step));
        let mut visits: Vec<(CellId, usize, Visit)> = Vec::new();
        for (step, told) in told {
            let known = visits.last().filter(|(cell, ..)| *cell == told.cell).map(|(.., visit)| *visit);
            let visit = follow(known, &told, step);
            if known != Some(visit) {
                visits.push((told.cell, step, visit));
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

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.open.len()
    }

    /// Whether there is no step.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty()
    }

    /// What was known of a cell after a step; `None` where no way into it was found by then. Logarithmic in the ways into it
    /// and into those of ids about its own.
    pub fn at(&self, cell: CellId, step: usize) -> Option<Visit> {
        let block = block_of(cell);
        let (begin, end) = (*self.begins.get(block)?, *self.begins.get(block + 1)?);
        let of_block = self.visits.get(begin as usize..end as usize)?;
        let past = of_block.partition_point(|&(other, when, _)| (other, when) <= (cell, step));
        of_block[..past].last().filter(|(other, ..)| *other == cell).map(|&(.., visit)| visit)
    }

    /// What was found out of a cell in the end; `None` where no way into it was found. As [`Self::at`].
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

/// Puts in order what stands in a window of a list, as if all of the list were sorted: what is out of sight needs no
/// order. Linear in the list, for a small window.
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

/// So many cells, by their ids, are looked up together: few enough to be searched through, and so many that a short log
/// of a large mesh is short.
const BLOCK: u32 = 64;

fn block_of(CellId(id): CellId) -> usize {
    (id / BLOCK) as usize
}

/// What an event tells of a cell.
struct Told {
    cell: CellId,
    parent: Option<CellId>,
    cost: f64,
    estimate: f64,
    is_expanded: bool,
}

impl Told {
    /// `None` where a way was not taken.
    fn of(event: &SearchEvent) -> Option<Self> {
        let is_expanded = matches!(event, SearchEvent::Expanded { .. });
        let (cell, parent, cost) = (event.cell(), event.parent(), event.cost());
        Some(Self { cell, parent, cost, estimate: event.estimate()?, is_expanded })
    }

    /// `None` where nothing was kept or taken.
    fn of_interval(event: &IntervalEvent) -> Option<Self> {
        let (cone, is_expanded) = match event {
            IntervalEvent::Pushed { cone, .. } => (cone, false),
            _ => (event.taken()?, true),
        };
        let parent = Some(cone.exit.cell);
        Some(Self { cell: cone.into, parent, cost: cone.cost, estimate: cone.estimate, is_expanded })
    }
}

/// What is known of a cell after one more event about it.
fn follow(known: Option<Visit>, told: &Told, step: usize) -> Visit {
    let &Told { parent, cost, estimate, .. } = told;
    let fresh = Visit { opened: step, closed: None, parent, cost, estimate };
    let mut visit = known.unwrap_or(fresh);
    if estimate < visit.estimate {
        visit = Visit { opened: visit.opened, closed: visit.closed, ..fresh };
    }
    if told.is_expanded {
        visit.closed.get_or_insert(step);
    }
    visit
}

/// How many intervals are queued after each event.
fn waiting_counts(events: &[IntervalEvent]) -> Vec<u32> {
    let mut waiting = 0_u32;
    let after = |event: &IntervalEvent| {
        match event {
            IntervalEvent::Pushed { .. } => waiting += 1,
            IntervalEvent::Popped(_) | IntervalEvent::Followed(_) | IntervalEvent::Outdated(_) => {
                waiting = waiting.saturating_sub(1);
            }
            _ => {}
        }
        waiting
    };
    events.iter().map(after).collect()
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
