//! Times of deriving data from a mesh and of querying it.
//!
//! `navsmith bench`, `cargo bench` and the plot of growth use them.

pub mod clock;
pub mod stages;
pub mod queries;
pub mod report;

use super::Done;
use super::args::file::{BenchArguments, SourceArguments};
use super::load::load;
use super::output::json;
use navsmith_core::navmesh::NavMesh;
use report::TimeReport;

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

pub(super) fn run(arguments: &BenchArguments) -> Result<Done, String> {
    let (name, mesh) = mesh_of(arguments)?;
    let &BenchArguments { pairs, seed, rounds, seconds, .. } = arguments;
    let effort = Effort { pairs: pairs as usize, seed, rounds: rounds as usize, seconds };
    let report = TimeReport::of(name, &mesh, &effort)?;
    Ok(Done::found(if arguments.json { json(&report)? } else { report.text() }))
}

fn mesh_of(arguments: &BenchArguments) -> Result<(String, NavMesh), String> {
    match (&arguments.recipe, &arguments.file) {
        (Some(recipe), _) => Ok((recipe.to_string(), recipe.mesh())),
        (None, Some(file)) => {
            let source = SourceArguments { file: file.clone(), reading: arguments.reading.clone() };
            Ok((file.display().to_string(), load(&source)?.document.mesh))
        }
        (None, None) => Err("name a file, or say what to make: --generate rooms:10000".into()),
    }
}
