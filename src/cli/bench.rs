//! `navsmith bench`: times of deriving data from a mesh, and of querying it.

use super::Done;
use super::args::file::BenchArguments;
use super::args::source::Source;
use super::load::load;
use super::measure::Effort;
use super::measure::report::TimeReport;
use super::output::json;
use crate::navmesh::NavMesh;

pub(super) fn run(arguments: &BenchArguments) -> Result<Done, String> {
    let (name, mesh) = mesh(arguments)?;
    let &BenchArguments { pairs, seed, rounds, seconds, .. } = arguments;
    let effort = Effort { pairs: pairs as usize, seed, rounds: rounds as usize, seconds };
    let report = TimeReport::of(name, &mesh, &effort)?;
    Ok(Done::found(if arguments.json { json(&report)? } else { report.text() }))
}

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
