//! Results of two algorithms that contradict each other, which is a defect of navsmith.

use super::{Row, solve};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::optimality::{AS_LONG, ground_optimum};
use crate::pathfinding::query::pull::string_through;
use crate::pathfinding::query::{Query, find_path};
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::surface_length::ground_length;

/// A contradiction between two algorithms; prints as a clause.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum Defect {
    /// A path without links is shorter in the ground plan than the one that Polyanya found.
    #[error("{} found a path of {length:.6} m in the ground plan, but Polyanya found none shorter than {optimum:.6} m", .algorithm.title())]
    Shorter {
        /// The algorithm that found the shorter path.
        algorithm: Algorithm,
        /// The length of that path in the ground plan, in metres.
        length: f64,
        /// The length that Polyanya found, in metres.
        optimum: f64,
    },
    /// An algorithm found no path although another one did.
    #[error("{} found no path, but {} found one", .algorithm.title(), .found_by.title())]
    Missed {
        /// The algorithm that found none.
        algorithm: Algorithm,
        /// The algorithm that found one.
        found_by: Algorithm,
    },
}

/// Runs all algorithms on one query and returns a contradiction between their results, if any.
pub fn find_defect(mesh: &NavMesh, derived: &Derived, query: &Query) -> Option<Defect> {
    let answer = find_path(mesh, derived, query);
    answer.path()?;
    let ends = [&answer.start?, &answer.target?];
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    let rows = Algorithm::ALL
        .map(|algorithm| solve(&walkable, query.settings.pulling, algorithm, ends, string_through).1);
    defect_among(&rows, ground_optimum(&walkable, query.settings.pulling, ends))
}

/// Returns the first contradiction among rows, given the length of the ground-plan optimum.
///
/// Not for games: no query is known that has one, so tests pass rows that contradict each other.
#[doc(hidden)]
pub fn defect_among(rows: &[Row], ground_optimum: Option<f64>) -> Option<Defect> {
    let walked =
        rows.iter().filter_map(|row| Some((row, row.path.as_ref().filter(|path| !has_links(path))?)));
    let shorter = walked.clone().find_map(|(row, path)| {
        let (algorithm, length, optimum) = (row.algorithm, ground_length(&path.waypoints), ground_optimum?);
        (length < optimum * (1.0 - AS_LONG)).then_some(Defect::Shorter { algorithm, length, optimum })
    });
    let missed = |row: &Row| {
        // Polyanya takes no links.
        let found_by = if row.algorithm == Algorithm::Polyanya {
            walked.clone().next().map(|(found, _)| found.algorithm)
        } else {
            rows.iter().find(|found| found.path.is_some()).map(|found| found.algorithm)
        };
        Some(Defect::Missed { algorithm: row.algorithm, found_by: found_by? })
    };
    shorter.or_else(|| rows.iter().filter(|row| row.path.is_none()).find_map(missed))
}

fn has_links(path: &Path) -> bool {
    path.portals.iter().any(|portal| portal.link.is_some())
}
