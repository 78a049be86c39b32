//! Priority queue of small entries.

/// Number ordered by `f64::total_cmp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotalF64(i64);

/// Flips all bits but the sign of negative numbers, so that bits have the order of numbers.
///
/// It is its own inverse.
fn flipped(bits: i64) -> i64 {
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

impl From<f64> for TotalF64 {
    fn from(number: f64) -> Self {
        Self(flipped(number.to_bits() as i64))
    }
}

impl From<TotalF64> for f64 {
    fn from(TotalF64(bits): TotalF64) -> Self {
        Self::from_bits(flipped(bits) as u64)
    }
}

/// Priority queue whose least entry comes first.
///
/// It is a 4-ary heap: it is shallow, and the four children of a node are contiguous in memory.
#[derive(Clone, Debug)]
pub struct PriorityQueue<T> {
    heap: Vec<T>,
}

const CHILDREN: usize = 4;

impl<T> Default for PriorityQueue<T> {
    fn default() -> Self {
        Self { heap: Vec::new() }
    }
}

impl<T: Copy + Ord> PriorityQueue<T> {
    /// Removes all entries.
    pub fn clear(&mut self) {
        self.heap.clear();
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Returns the number of entries for which it has memory.
    pub fn capacity(&self) -> usize {
        self.heap.capacity()
    }

    /// Returns the least entry.
    pub fn first(&self) -> Option<T> {
        self.heap.first().copied()
    }

    /// Inserts an entry.
    #[inline]
    pub fn push(&mut self, entry: T) {
        let mut hole = self.heap.len();
        self.heap.push(entry);
        while hole > 0 {
            let parent = (hole - 1) / CHILDREN;
            if self.heap[parent] <= entry {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = entry;
    }

    /// Removes the least entry.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.heap.pop()?;
        let Some(&first) = self.heap.first() else { return Some(last) };
        self.sink(last);
        Some(first)
    }

    /// Removes the least entry and inserts another.
    pub fn replace_first(&mut self, entry: T) -> Option<T> {
        let first = self.first();
        if first.is_some() {
            self.sink(entry);
        } else {
            self.heap.push(entry);
        }
        first
    }

    /// Puts an entry in the place of the first and restores the heap order.
    fn sink(&mut self, entry: T) {
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
            if least >= heap.len() || heap[least] >= entry {
                break;
            }
            heap[hole] = heap[least];
            hole = least;
        }
        heap[hole] = entry;
    }
}

impl<T: Copy + Ord> FromIterator<T> for PriorityQueue<T> {
    fn from_iter<I: IntoIterator<Item = T>>(entries: I) -> Self {
        let mut queue = Self::default();
        entries.into_iter().for_each(|entry| queue.push(entry));
        queue
    }
}
