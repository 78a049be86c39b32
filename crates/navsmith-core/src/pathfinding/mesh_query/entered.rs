//! The cells that a search entered, in order.

use std::collections::HashSet;
use std::hash::Hash;

/// Elements in the order in which they were entered, each once.
#[derive(Clone, Debug)]
pub(super) struct EnteredSet<T> {
    all: Vec<T>,
    /// All of them, once there are more than [`FEW`].
    index: HashSet<T>,
}

/// Number of elements up to which a list is searched faster than a set.
const FEW: usize = 32;

impl<T> Default for EnteredSet<T> {
    fn default() -> Self {
        Self { all: Vec::new(), index: HashSet::new() }
    }
}

impl<T: Copy + Eq + Hash> EnteredSet<T> {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.index.clear();
    }

    pub(super) fn get(&self, index: usize) -> Option<T> {
        self.all.get(index).copied()
    }

    pub(super) fn contains(&self, element: T) -> bool {
        if self.all.len() <= FEW { self.all.contains(&element) } else { self.index.contains(&element) }
    }

    /// Adds an element; returns whether it is new.
    pub(super) fn insert(&mut self, element: T) -> bool {
        if self.contains(element) {
            return false;
        }
        self.all.push(element);
        if self.all.len() > FEW {
            if self.index.is_empty() {
                self.index.extend(self.all.iter().copied());
            }
            self.index.insert(element);
        }
        true
    }
}
