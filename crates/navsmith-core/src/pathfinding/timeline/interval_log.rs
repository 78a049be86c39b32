//! History of every interval of a Polyanya search, which gives the state at any step without a replay.

use std::collections::{HashMap, HashSet};

use crate::navmesh::{HalfEdge, VertexId};
use crate::pathfinding::polyanya::event::{Cone, IntervalEvent, Pruned};

/// Interval that was pushed, with the steps at which it entered and left the queue.
///
/// A step is the index of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Interval with its root.
    pub cone: Cone,
    /// Step at which it entered the queue.
    pub kept: usize,
    /// Step at which it left the queue, and whether it was expanded then; `None` if it never left.
    ///
    /// An interval that left without being expanded was dropped.
    pub left: Option<(usize, bool)>,
}

/// State of an interval at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// The interval is in the queue.
    Waits,
    /// The interval was taken from the queue and expanded.
    Taken,
    /// The interval was taken from the queue and dropped.
    ///
    /// A shorter way to its root, or to everything behind it, was found in the meantime.
    Outdated,
}

impl Interval {
    /// Returns the state after a step; `None` before the interval was pushed.
    pub fn at(&self, step: usize) -> Option<Standing> {
        let standing = match self.left {
            Some((left, true)) if left <= step => Standing::Taken,
            Some((left, false)) if left <= step => Standing::Outdated,
            _ => Standing::Waits,
        };
        (self.kept <= step).then_some(standing)
    }
}

/// Interval or turn that was dropped before it entered the queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// Step at which it was dropped.
    pub step: usize,
    /// Side that contains the interval; for a turn, the side before it.
    pub exit: HalfEdge,
    /// Reason.
    pub why: Pruned,
}

/// Every interval, drop and root of a search.
#[derive(Clone, Debug, Default)]
pub struct IntervalLog {
    /// Intervals by the step at which they were pushed.
    intervals: Vec<Interval>,
    /// Indices of the intervals by estimate, then by step.
    by_total: Vec<u32>,
    dropped: Vec<Dropped>,
    /// Vertices that became roots, each with the first step at which it did, by step.
    roots: Vec<(usize, VertexId)>,
}

/// Key of an interval: its side, root, ends, cost and estimate as bits.
///
/// Comparing bits suffices because events copy these numbers and never recompute them.
type Name = (HalfEdge, [u32; 2], [u64; 4]);

fn name_of(cone: &Cone) -> Name {
    let ends = [cone.left.x, cone.right.x, cone.cost, cone.estimate].map(f64::to_bits);
    (cone.exit, cone.root.to_array().map(f32::to_bits), ends)
}

impl IntervalLog {
    /// Builds the log of these events. `n log n` in their number.
    pub fn of(events: &[IntervalEvent]) -> Self {
        let mut log = Self::default();
        let mut waiting: HashMap<Name, Vec<usize>> = HashMap::new();
        let mut known: HashSet<VertexId> = HashSet::new();
        for (step, event) in events.iter().enumerate() {
            let mut leave = |cone: &Cone, is_taken: bool| {
                // Of equal intervals, the search takes the last one first.
                let index = waiting.get_mut(&name_of(cone)).and_then(Vec::pop);
                if let Some(interval) = index.and_then(|index| log.intervals.get_mut(index)) {
                    interval.left = Some((step, is_taken));
                }
            };
            match *event {
                IntervalEvent::Popped(cone) | IntervalEvent::Followed(cone) => leave(&cone, true),
                IntervalEvent::Outdated(cone) => leave(&cone, false),
                IntervalEvent::Pushed { cone, .. } => {
                    waiting.entry(name_of(&cone)).or_default().push(log.intervals.len());
                    log.intervals.push(Interval { cone, kept: step, left: None });
                }
                IntervalEvent::Pruned { exit, why } => log.dropped.push(Dropped { step, exit, why }),
                IntervalEvent::RootChanged { vertex, .. } => {
                    if known.insert(vertex) {
                        log.roots.push((step, vertex));
                    }
                }
                IntervalEvent::Reached { .. } => {}
            }
        }
        log.by_total = (0..log.intervals.len() as u32).collect();
        let total = |index: &u32| log.intervals[*index as usize].cone.estimate;
        log.by_total.sort_by(|a, b| total(a).total_cmp(&total(b)));
        log
    }

    /// Returns the intervals pushed up to a step, grouped by state.
    ///
    /// The groups are those in the queue, those expanded and those dropped. Each group is sorted by estimate, so the
    /// first interval is the next to be expanded. Linear.
    pub fn at(&self, step: usize) -> Vec<(Standing, &Interval)> {
        let all = self.by_total.iter().filter_map(|&index| self.intervals.get(index as usize));
        let kept = all.filter_map(|interval| Some((interval.at(step)?, interval)));
        let mut by_standing: [Vec<(Standing, &Interval)>; 3] = Default::default();
        kept.for_each(|row| by_standing[row.0 as usize].push(row));
        by_standing.concat()
    }

    /// Returns the intervals and turns dropped up to a step before they entered the queue, the last first.
    ///
    /// Logarithmic.
    pub fn dropped_at(&self, step: usize) -> impl ExactSizeIterator<Item = &Dropped> {
        let past = self.dropped.partition_point(|dropped| dropped.step <= step);
        self.dropped[..past].iter().rev()
    }

    /// Returns the vertices that became roots up to a step, each once, in order. Logarithmic.
    pub fn roots_at(&self, step: usize) -> impl Iterator<Item = VertexId> {
        let past = self.roots.partition_point(|&(when, _)| when <= step);
        self.roots[..past].iter().map(|&(_, vertex)| vertex)
    }
}
