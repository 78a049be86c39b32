//! `navsmith path --batch`: many ways at once, a line each.

use std::path::Path;

use serde::Serialize;

use super::Done;
use super::args::How;
use super::output::{json, xyz};
use super::path::status;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::{Answer, find_paths};

#[derive(Serialize)]
struct BatchAnswer {
    /// `path`, `partial` or `no_path`.
    status: &'static str,
    /// A sentence; `null` for a whole path.
    why: Option<String>,
    /// In metres; `null` without a path.
    length: Option<f64>,
    /// The algorithm that answered; `null` on a mesh without cells.
    algorithm: Option<&'static str>,
    /// How many cells are crossed.
    cells: usize,
    waypoints: Vec<[f32; 3]>,
}

/// Answers the queries of a file in their order; the exit code tells whether each found a whole path.
pub(super) fn run(mesh: &NavMesh, derived: &Derived, how: &How, file: &Path) -> Result<Done, String> {
    let name = file.display();
    let text = std::fs::read_to_string(file)
        .map_err(|error| format!("{name}: {error}; give a text file with a query to a line"))?;
    let queries = how.queries(&text).map_err(|why| format!("{name}, {why}"))?;
    let answers = find_paths(mesh, derived, &queries);
    let lines =
        answers.iter().map(|answer| if how.json { json(&BatchAnswer::of(answer)) } else { Ok(line(answer)) });
    let text = lines.collect::<Result<String, String>>()?;
    let is_found = answers.iter().all(|answer| answer.path().is_some() && answer.why().is_none());
    Ok(Done { text, aside: None, is_found, is_written: false })
}

impl BatchAnswer {
    fn of(answer: &Answer) -> Self {
        let path = answer.path();
        Self {
            status: status(answer),
            why: answer.why().map(ToString::to_string),
            length: path.map(|path| path.length),
            algorithm: answer.by.map(|by| by.algorithm.name()),
            cells: path.map_or(0, |path| path.corridor.len()),
            waypoints: path.iter().flat_map(|path| &path.waypoints).map(|it| xyz(it.point)).collect(),
        }
    }
}

fn line(answer: &Answer) -> String {
    let why = answer.why().map_or_else(String::new, |why| format!(": {why}"));
    match answer.path() {
        Some(path) => {
            let (cells, turns) = (path.corridor.len(), path.waypoints.len());
            format!("{} {:.3} m through {cells} cells, {turns} waypoints{why}\n", status(answer), path.length)
        }
        None => format!("no path{why}\n"),
    }
}
