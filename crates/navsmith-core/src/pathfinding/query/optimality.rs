//! Gap between the length or cost of a path and a lower bound of the best one.
//!
//! Lengths are measured along the surface, but the exact search, Polyanya, works in the ground plan. Its result still
//! gives a lower bound. Let G be the length of the ground-plan optimum, and H the difference in height between start
//! and target. The ground-plan length of a path without links is at least G, and the path rises by H. Its length is
//! the integral of the hypotenuse of run and rise. By Minkowski's inequality it is at least `hypot(G, H)`. A path
//! over links may leave the ground plan, so only the straight line in space bounds it. Where costs differ, each bound
//! is multiplied by the least cost of a metre.
//!
//! A path as long as its lower bound is proven optimal. For any other path, the bound limits the excess length.

use std::fmt;

use super::algorithm::Algorithm;
use super::memory::PathMemory;
use super::pull::Pull;
use crate::pathfinding::agent::corridor::Corridor;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::polyanya::once::optimum;
use crate::pathfinding::string_pulling::path::Path;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::pathfinding::string_pulling::surface_length::ground_length;
use crate::trace::Silent;

/// Relative difference up to which two lengths count as equal, because of rounding.
pub(in crate::pathfinding) const AS_LONG: f64 = 1e-9;

/// The length or cost of a path, and a lower bound of all paths between its ends; prints as a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OptimalityGap {
    /// The length of the path, in metres along the surface, or its cost.
    pub measure: f64,
    /// Lower bound of the length of every path between the same ends, or of its cost.
    pub lower_bound: f64,
    /// Whether it is the cost.
    pub is_cost: bool,
}

impl OptimalityGap {
    /// Whether the path is proven to be the shortest, or the cheapest.
    pub fn is_optimal(self) -> bool {
        self.measure <= self.lower_bound * (1.0 + AS_LONG)
    }

    /// Returns the greatest possible ratio to the best path; `None` if the bound is 0.
    pub fn ratio(self) -> Option<f64> {
        let ratio = if self.is_optimal() { 1.0 } else { self.measure / self.lower_bound };
        ratio.is_finite().then_some(ratio)
    }
}

impl fmt::Display for OptimalityGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [better, worse, best] =
            if self.is_cost { ["cheaper", "dearer", "cheapest"] } else { ["shorter", "longer", "shortest"] };
        match self.ratio() {
            _ if self.is_optimal() => write!(f, "no path is {better}"),
            None => write!(f, "a {better} path may exist"),
            Some(ratio) => {
                let percent = (ratio - 1.0) * 100.0;
                let decimals = if percent < 0.1 { 3 } else { 1 };
                // Rounded up, so that the statement remains true.
                let unit = 10f64.powi(decimals);
                let most = (percent * unit).ceil() / unit;
                write!(f, "at most {most:.*} % {worse} than the {best} path", decimals as usize)
            }
        }
    }
}

impl Path {
    /// Returns the cost of the path with its lower bound, or its length if every metre costs 1.
    pub fn optimality_gap(&self) -> OptimalityGap {
        let (measure, is_cost) = (self.measure(), self.cost.is_some());
        OptimalityGap { measure, lower_bound: self.lower_bound, is_cost }
    }
}

/// Returns the length of the shortest path without links in the ground plan, in metres.
///
/// `None` without such a path, and on a curved surface, which has no ground plan.
pub fn ground_optimum(walkable: &Walkable<'_>, pulling: Pulling, ends: [&Located; 2]) -> Option<f64> {
    let [start, target] = ends;
    let is_flat = pulling.on(walkable.derived) == Pulling::Ground;
    let best = is_flat.then(|| optimum(walkable, start, target, &mut Silent));
    best.flatten().map(|best| best.length)
}

/// Returns a lower bound of the measure of every path between two positions.
///
/// The measure is the length in metres along the surface, or the cost if it can differ. `ground_optimum` is the length
/// of the shortest path without links in the ground plan, if available.
pub fn lower_bound(
    walkable: &Walkable<'_>,
    [start, target]: [&Located; 2],
    ground_optimum: Option<f64>,
) -> f64 {
    let straight = start.point.as_dvec3().distance(target.point.as_dvec3());
    match ground_optimum {
        Some(run) if !walkable.leaves_by_link(start.cell) => {
            let rise = f64::from(target.point.y) - f64::from(start.point.y);
            f64::from(walkable.filter.least_cost()) * run.hypot(rise).max(straight)
        }
        _ => walkable.least_cost() * straight,
    }
}

/// Whether the path of the ground-plan optimum is proven optimal.
///
/// `ground_optimum` is its length for an agent without a radius, in metres in the ground plan.
pub(super) fn is_proven(
    walkable: &Walkable<'_>,
    (corridor, ground_optimum): (&Corridor, Option<f64>),
    ends: [&Located; 2],
    memory: &mut PathMemory,
) -> bool {
    let is_point = walkable.agent.radius == 0.0;
    let is_bounded = !walkable.has_costs() && !walkable.leaves_by_link(ends[0].cell);
    if is_point && is_bounded && is_level(walkable, corridor, ends) {
        return true;
    }
    let how = Pull::bare(Algorithm::Polyanya, Pulling::Ground);
    let path = memory.pull(walkable, how, corridor, ends);
    let run = if is_point { Some(ground_length(&path.waypoints)) } else { ground_optimum };
    let lower_bound = lower_bound(walkable, ends, run);
    OptimalityGap { lower_bound, ..path.optimality_gap() }.is_optimal()
}

/// Whether a corridor without links and both ends lie at one height.
pub(super) fn is_level(walkable: &Walkable<'_>, corridor: &Corridor, [start, target]: [&Located; 2]) -> bool {
    let height = f64::from(start.point.y);
    let is_level = |end: glam::DVec3| end.y == height;
    // Detail heights between the ends of portals may differ.
    let has_details = || corridor.cells.iter().any(|&cell| walkable.mesh.detail(cell).is_some());
    is_level(target.point.as_dvec3())
        && !(walkable.mesh.has_details() && has_details())
        && corridor.exits.iter().all(|&way| walkable.ends(way).into_iter().all(is_level))
}
