//! Times of deriving data from a mesh and of querying it.
//!
//! `navsmith bench`, `cargo bench` and the plot of growth use them.

pub mod clock;
pub mod stages;
pub mod queries;
pub mod report;

/// How many queries are measured, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of pairs of random points.
    pub pairs: usize,
    /// Seed of the random points.
    pub seed: u64,
    /// Number of measurements of each row.
    pub rounds: usize,
    /// Maximum seconds for one kind of query; fewer pairs are measured if they do not suffice.
    pub seconds: f64,
}
