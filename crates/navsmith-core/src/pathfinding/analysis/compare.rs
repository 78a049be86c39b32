//! Comparison of algorithms on one query, reasons for longer paths, and edits of the mesh that help.
//!
//! Lengths are those of paths as an answer has them, along the surface and around corners at the radius of the agent.
//! Waypoints forced by slopes are excluded, because no search causes them. Where costs differ, they are compared
//! instead of lengths. The ratios are relative to the best of the paths found. The lower bound decides whether that is the best
//! path of all. This module has no clock; the caller passes one in.

pub mod culprit;
pub mod defect;
pub mod gaps;
pub mod parting;
pub mod fix;

use std::fmt;

use self::culprit::Culprit;
use self::defect::Defect;
use self::fix::DetourFix;
use self::parting::{Parting, partings};
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::around::around_start_cell;
use crate::pathfinding::query::optimality::{AS_LONG, OptimalityGap, ground_optimum, lower_bound};
use crate::pathfinding::query::pull::{Pull, path_through};
use crate::pathfinding::query::selected_algorithm::SelectedAlgorithm;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Query, find_path};
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::pathfinding::timeline::QueryEvent;
use crate::progress::{Progress, Stopped};
use crate::trace::Silent;

/// The results of several algorithms on one query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// One row for each algorithm, in the order of the arguments; empty if there is no path.
    pub rows: Vec<Row>,
    /// The reason why there is no path, or only a partial one.
    pub why: Option<Why>,
    /// The algorithm that answers the query, and the reason for it; `None` on an empty mesh.
    pub by: Option<SelectedAlgorithm>,
    /// The reason why the path of that algorithm is worse than the best; `None` if it is not.
    pub detour: Option<Detour>,
    /// A contradiction between two results; `None` unless navsmith has a defect or the mesh has errors.
    pub defect: Option<Defect>,
    /// Whether lengths prove that no path is shorter. `false` for a mesh with errors.
    pub has_bounds: bool,
}

impl Comparison {
    /// Returns the row with the shortest path, or with the cheapest one where costs differ.
    ///
    /// Of equally good ones, returns that of the last algorithm.
    pub fn best(&self) -> Option<&Row> {
        let least = self.rows.iter().map(Row::measure).fold(f64::INFINITY, f64::min);
        let is_least = |row: &&Row| row.path.is_some() && row.measure() <= least * (1.0 + AS_LONG);
        self.rows.iter().filter(is_least).max_by_key(|row| row.algorithm)
    }

    /// Removes what follows only from a mesh without errors: lower bounds, and contradictions as defects.
    pub fn prove_nothing(&mut self) {
        (self.defect, self.has_bounds) = (None, false);
    }

    /// Returns the optimality gap of a row.
    ///
    /// Returns `None` without a path, without lower bounds, and if a defect makes them doubtful.
    pub fn optimality_gap(&self, row: &Row) -> Option<OptimalityGap> {
        let path = row.path.as_ref().filter(|_| self.defect.is_none() && self.has_bounds)?;
        Some(path.optimality_gap())
    }
}

/// The result of one algorithm on the query.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// The path that it found; `None` if it found none.
    pub path: Option<Path>,
    /// The length in metres along the surface; infinite without a path.
    pub length: f64,
    /// The cost, if costs differ; `None` without a path.
    pub cost: Option<f64>,
    /// The cost or length as a multiple of that of the best row, at least 1; `None` without a path.
    pub ratio: Option<f64>,
    /// The number of nodes or intervals that it expanded.
    pub expanded: usize,
    /// The number of events that its search emitted.
    pub events: usize,
    /// The duration of search and string pulling in seconds, by the caller's clock.
    pub seconds: f64,
}

impl Row {
    /// Returns the cost, or the length if every metre costs 1; infinite without a path.
    pub fn measure(&self) -> f64 {
        self.cost.unwrap_or(self.length)
    }
}

/// The reasons why a path is worse than the best of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Detour {
    /// The additional length, in metres along the surface, or the additional cost.
    pub extra: f64,
    /// Whether it is the cost.
    pub is_cost: bool,
    /// The stretches where the corridors differ.
    pub partings: Vec<Parting>,
    /// The reason why the search missed the better path; `None` if there is no single reason.
    pub culprit: Option<Culprit>,
    /// Edits that make the path better, the best first; each was tried.
    pub fixes: Vec<DetourFix>,
}

/// Compares several algorithms on one query; `now` returns the time in seconds.
///
/// Takes as long as all algorithms together, plus Polyanya for the lower bound. If the algorithm that answers the
/// query makes a detour, about a hundred further searches look for fixes. Reports each search to `progress`.
pub fn compare(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    algorithms: &[Algorithm],
    now: &dyn Fn() -> f64,
    progress: &Progress,
) -> Result<Comparison, Stopped> {
    let answer = find_path(mesh, derived, query);
    let mut comparison =
        Comparison { why: answer.why().cloned(), by: answer.by, has_bounds: true, ..Comparison::default() };
    let (Some(_), Some(start), Some(target), Some(by)) =
        (answer.path(), answer.start, answer.target, answer.by)
    else {
        return Ok(comparison);
    };
    let ends = [&start, &target];
    let mut searches = progress.units(algorithms.len() + fix::TRIES, 1);
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    let ground_optimum = ground_optimum(&walkable, query.settings.pulling, ends);
    let bound = lower_bound(&walkable, ends, ground_optimum);
    let mut corridors = Vec::new();
    for &algorithm in algorithms {
        searches.step()?;
        let before = now();
        let (corridor, mut row) = solve(&walkable, query.settings.pulling, algorithm, ends, path_through);
        row.seconds = now() - before;
        row.path.iter_mut().for_each(|path| path.lower_bound = bound);
        algorithm.search(&walkable, ends, &mut |_: QueryEvent| row.events += 1);
        comparison.rows.push(row);
        corridors.push(corridor);
    }
    comparison.defect = defect::defect_among(&comparison.rows, ground_optimum);
    let Some((best, least)) = comparison.best().map(|row| (row.algorithm, row.measure())) else {
        return Ok(comparison);
    };
    for row in comparison.rows.iter_mut().filter(|row| row.path.is_some()) {
        row.ratio = Some(ratio(row.measure(), least));
    }
    let best = corridors.iter().zip(&comparison.rows).find(|(_, row)| row.algorithm == best);
    let (_, own) = solve(&walkable, query.settings.pulling, by.algorithm, ends, path_through);
    if let Some((path, best)) = own.path.as_ref().zip(best)
        && own.measure() > least * (1.0 + AS_LONG)
    {
        let partings = partings(&path.corridor, &best.0.cells);
        let asked = (query, by.algorithm);
        comparison.detour = Some(Detour {
            extra: own.measure() - best.1.measure(),
            is_cost: own.cost.is_some(),
            culprit: culprit::find(&walkable, by.algorithm, path, ends, best),
            fixes: fix::find(&walkable, asked, own.measure(), &partings, &mut searches)?,
            partings,
        });
    }
    Ok(comparison)
}

/// Searches by an algorithm, and pulls the path through its corridor with `pull`.
fn solve(
    walkable: &Walkable<'_>,
    pulling: Pulling,
    algorithm: Algorithm,
    ends: [&Located; 2],
    pull: fn(&Walkable<'_>, Pull, &Corridor, [&Located; 2]) -> Path,
) -> (Corridor, Row) {
    let found = algorithm.search(walkable, ends, &mut Silent);
    let corridor = found.corridor.map(|found| around_start_cell(walkable, (algorithm, pulling), found, ends));
    let how = Pull::bare(algorithm, pulling);
    let path = corridor.as_ref().map(|corridor| pull(walkable, how, corridor, ends));
    let length = path.as_ref().map_or(f64::INFINITY, |path| path.length);
    let cost = path.as_ref().and_then(|path| path.cost);
    let expanded = found.expanded;
    let row = Row { algorithm, path, length, cost, ratio: None, expanded, events: 0, seconds: 0.0 };
    (corridor.unwrap_or_default(), row)
}

/// Returns a length or cost as a multiple of the least one; 1 if they are equal.
pub fn ratio(measure: f64, least: f64) -> f64 {
    if measure == least { 1.0 } else { measure / least }
}

impl fmt::Display for Detour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_cost {
            write!(f, "its path costs {:.3} more than the cheapest one found", self.extra)?;
        } else {
            write!(f, "its path is {:.3} m longer than the shortest one found", self.extra)?;
        }
        self.culprit.as_ref().map_or(Ok(()), |culprit| write!(f, ": {culprit}"))
    }
}
