//! Priority queue of a search: node indices by estimate, eight bytes each.

/// 4-ary heap: it is shallow, and the four children of a node are contiguous in memory.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    heap: Vec<Open>,
}

/// Queue entry as one number: the estimate rounded down above, the complement of the node index below.
///
/// The least entry comes first. It has the smallest estimate. Among equal estimates it is the node found last, which
/// is likely to be nearer the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Open(u64);

impl Open {
    pub(super) fn new(estimate: f64, node: u32) -> Self {
        Self(u64::from(rounded_down(estimate)) << 32 | u64::from(!node))
    }

    pub(super) fn node(self) -> u32 {
        !(self.0 as u32)
    }

    /// Whether the estimate exceeds a length; this then holds for all later entries too.
    pub(super) fn is_past(self, length: f64) -> bool {
        (self.0 >> 32) as u32 > rounded_down(length)
    }
}

/// Returns the upper bits of a non-negative number, which keep its order.
///
/// These are the exponent and 21 bits of the fraction.
fn rounded_down(number: f64) -> u32 {
    (number.to_bits() >> 31) as u32
}

const CHILDREN: usize = 4;

impl Queue {
    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    pub(super) fn first(&self) -> Option<Open> {
        self.heap.first().copied()
    }

    pub(super) fn push(&mut self, open: Open) {
        let mut hole = self.heap.len();
        self.heap.push(open);
        while hole > 0 {
            let parent = (hole - 1) / CHILDREN;
            if self.heap[parent] <= open {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = open;
    }

    pub(super) fn pop(&mut self) -> Option<Open> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else { return Some(last) };
        self.sink(last);
        Some(first)
    }

    /// Removes the first entry and inserts another.
    pub(super) fn replace_first(&mut self, open: Open) -> Option<Open> {
        let first = self.first();
        if first.is_some() {
            self.sink(open);
        } else {
            self.heap.push(open);
        }
        first
    }

    /// Puts an entry in the place of the first and restores the heap order.
    fn sink(&mut self, open: Open) {
        let heap = &mut self.heap[..];
        let mut hole = 0;
        loop {
            let begin = hole * CHILDREN + 1;
            let mut least = begin;
            if let Some(family) = heap.get(begin..begin + CHILDREN) {
                let one = usize::from(family[1] < family[0]);
                let other = 2 + usize::from(family[3] < family[2]);
                least += if family[other] < family[one] { other } else { one };
            } else {
                for child in begin..heap.len() {
                    if heap[child] < heap[least] {
                        least = child;
                    }
                }
            }
            if least >= heap.len() || heap[least] >= open {
                break;
            }
            heap[hole] = heap[least];
            hole = least;
        }
        heap[hole] = open;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_comes_out_is_sorted(estimates in prop::collection::vec(0u8..40, 0..200), kept in 0..100usize) {
            let opens = (0..).zip(&estimates).map(|(node, &e)| Open::new(f64::from(e) * 0.37, node));
            let mut sorted: Vec<Open> = opens.clone().collect();
            sorted.sort_by(|a, b| {
                let estimate = |open: &Open| estimates[open.node() as usize];
                estimate(a).cmp(&estimate(b)).then(b.node().cmp(&a.node()))
            });
            let mut queue = Queue::default();
            opens.for_each(|open| queue.push(open));
            let mut out: Vec<Open> = Vec::new();
            for _ in 0..kept {
                // Replaces the first entry by itself, which must not change the order.
                let Some(first) = queue.first() else { break };
                prop_assert_eq!(queue.replace_first(first), Some(first));
            }
            while let Some(open) = queue.pop() {
                out.push(open);
            }
            prop_assert_eq!(out, sorted);
        }

        #[test]
        fn rounding_keeps_the_order(a in 0.0..1e300f64, b in 0.0..1e300f64, tiny in 0.0..1e-300f64) {
            for (a, b) in [(a, b), (a, tiny), (tiny, a * 1e-300)] {
                prop_assert!(!(a <= b && Open::new(a, 0).is_past(b)), "{} is not past {}", a, b);
            }
        }
    }
}
