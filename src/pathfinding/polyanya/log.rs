//! What became of every interval of a search for the optimum, so that how it stood at a step needs no replay.

use std::collections::{HashMap, HashSet};

use super::{Cone, IntervalEvent, Pruned};
use crate::navmesh::{HalfEdge, VertexId};

/// An interval that was kept, from when to when. A step is the index of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The interval, with its root.
    pub cone: Cone,
    /// The step at which it joined the queue.
    pub kept: usize,
    /// The step at which it left the queue, and whether it was looked behind then or dropped; `None` if it never left.
    pub left: Option<(usize, bool)>,
}

/// How an interval stands at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// It waits in the queue.
    Waits,
    /// It was taken from the queue, and what lies behind it was looked at.
    Taken,
    /// It was taken from the queue and dropped: a shorter way to its root, or to what lies behind it, was known by then.
    Outdated,
}

impl Interval {
    /// How it stands after a step; `None` before it was kept.
    pub fn at(&self, step: usize) -> Option<Standing> {
        let standing = match self.left {
            Some((left, true)) if left <= step => Standing::Taken,
            Some((left, false)) if left <= step => Standing::Outdated,
            _ => Standing::Waits,
        };
        (self.kept <= step).then_some(standing)
    }
}

/// Something that was dropped before it came into the queue.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Dropped {
    /// The step.
    pub step: usize,
    /// The side that it lies on; for a turn, the side before it.
    pub exit: HalfEdge,
    /// Why.
    pub why: Pruned,
}

/// Every interval of a search, every drop and every root.
#[derive(Clone, Debug, Default)]
pub struct IntervalLog {
    /// By the step at which they were kept.
    intervals: Vec<Interval>,
    /// Their indices by estimate, then by step.
    by_total: Vec<u32>,
    dropped: Vec<Dropped>,
    /// The vertices that became roots, with the first step at which each did, by step.
    roots: Vec<(usize, VertexId)>,
}

/// What tells an interval from others; as bits, for it is never computed anew.
type Name = (HalfEdge, [u32; 2], [u64; 4]);

fn name_of(cone: &Cone) -> Name {
    let ends = [cone.left.x, cone.right.x, cone.cost, cone.estimate].map(f64::to_bits);
    (cone.exit, cone.root.to_array().map(f32::to_bits), ends)
}

impl IntervalLog {
    /// The log of these events. `n log n` in their number.
    pub fn of(events: &[IntervalEvent]) -> Self {
        let mut log = Self::default();
        let mut waiting: HashMap<Name, Vec<usize>> = HashMap::new();
        let mut known: HashSet<VertexId> = HashSet::new();
        for (step, event) in events.iter().enumerate() {
            let mut leave = |cone: &Cone, is_taken: bool| {
                // Of equal ones, the one found last is taken first.
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

    /// All intervals that were ever kept, by the step at which they were.
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The intervals kept up to a step: those that wait, then those taken, then those that were dropped, each by
    /// estimate, so that the first is the next to be taken. Linear.
    pub fn at(&self, step: usize) -> Vec<(Standing, &Interval)> {
        let all = self.by_total.iter().filter_map(|&index| self.intervals.get(index as usize));
        let kept = all.filter_map(|interval| Some((interval.at(step)?, interval)));
        let mut by_standing: [Vec<(Standing, &Interval)>; 3] = Default::default();
        kept.for_each(|row| by_standing[row.0 as usize].push(row));
        by_standing.concat()
    }

    /// What was dropped up to a step before it came into the queue, the last first. Logarithmic.
    pub fn dropped_at(&self, step: usize) -> impl ExactSizeIterator<Item = &Dropped> {
        let past = self.dropped.partition_point(|dropped| dropped.step <= step);
        self.dropped[..past].iter().rev()
    }

    /// The vertices that became roots up to a step, each once, in order. Logarithmic.
    pub fn roots_at(&self, step: usize) -> impl Iterator<Item = VertexId> {
        let past = self.roots.partition_point(|&(when, _)| when <= step);
        self.roots[..past].iter().map(|&(_, vertex)| vertex)
    }
}
