//! Times of deriving data from a mesh and of querying it.
//!
//! `navsmith bench`, `cargo bench` and the plot of growth use them.
//!
//! Every measurement is repeated in rounds, and the median is reported. The rounds interleave the measurements, so
//! that other load on the machine affects all of them alike. The report contains measurements without an
//! interpretation.

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
