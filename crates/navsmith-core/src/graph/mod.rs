//! Algorithms on graphs of any kind: priority queue, union-find, biconnected components.

mod low_links;
mod priority_queue;
pub mod union_find;

pub use low_links::{Discovery, LowLinks};
pub use priority_queue::{PriorityQueue, TotalF64};
