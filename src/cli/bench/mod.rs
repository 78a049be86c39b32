//! `navsmith bench`: times of deriving data from a mesh, and of querying it.
//!
//! Every measurement is repeated in rounds, and the median is reported. The rounds interleave the measurements, so
//! that other load on the machine affects all of them alike. The report contains measurements without an
//! interpretation.

mod pairs;
mod stages;
mod queries;
mod report;

use super::Done;
use super::args::file::BenchArguments;
use super::args::source::Source;
use super::load::load;
use super::output::json;
use crate::navmesh::{Derived, NavMesh};
use report::{MemoryPart, MeshReport, Report};

pub(super) fn run(arguments: &BenchArguments) -> Result<Done, String> {
    let (name, mesh) = mesh(arguments)?;
    if mesh.cell_count() == 0 {
        return Err(format!("{name}: it has no cell to walk on, so there is nothing to measure"));
    }
    let derived = Derived::build(&mesh);
    let &BenchArguments { pairs, seed, rounds, seconds, .. } = arguments;
    let (pairs, rounds) = (pairs as usize, rounds as usize);
    let pairs = pairs::draw(&mesh, &derived, seed, pairs);
    if pairs.is_empty() {
        return Err(format!("{name}: no two points on one island were found; does the mesh have any area?"));
    }
    let report = Report {
        mesh: MeshReport {
            name,
            vertices: mesh.vertex_count(),
            cells: mesh.cell_count(),
            islands: derived.islands.all().len(),
        },
        pairs: pairs.len(),
        seed,
        rounds,
        stages: stages::measure(&mesh, rounds),
        memory: MemoryPart::of(&derived),
        queries: queries::measure(&mesh, &derived, &pairs, rounds, seconds),
        clock_ns: queries::clock() * 1e9,
    };
    Ok(Done::found(if arguments.json { json(&report)? } else { report.text() }))
}

/// Returns the mesh to measure, and its name.
fn mesh(arguments: &BenchArguments) -> Result<(String, NavMesh), String> {
    match (&arguments.recipe, &arguments.file) {
        (Some(recipe), _) => Ok((recipe.to_string(), recipe.mesh())),
        (None, Some(file)) => {
            let source = Source { file: file.clone(), reading: arguments.reading.clone() };
            Ok((file.display().to_string(), load(&source)?.document.mesh))
        }
        (None, None) => Err("name a file, or say what to make: --generate rooms:10000".into()),
    }
}

/// Returns the median; 0 for an empty slice.
fn median(numbers: &[f64]) -> f64 {
    percentile(numbers, 0.5)
}

/// Returns a percentile by the nearest-rank method; 0 for an empty slice.
///
/// A `share` of 0.5 gives the median; 0.99 gives the value that 1 % of the numbers exceed.
fn percentile(numbers: &[f64], share: f64) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let rank = (sorted.len() as f64 * share).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_one_of_the_numbers() {
        let numbers: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        assert_eq!(median(&numbers), 100.0, "half are at most that");
        assert_eq!(percentile(&numbers, 0.99), 198.0, "two of 200 are more");
        assert_eq!(percentile(&[7.0], 0.99), 7.0, "of one, that one");
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0, "whatever the order");
        assert_eq!(median(&[]), 0.0, "of nothing");
    }
}
