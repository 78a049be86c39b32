//! How close a path is known to be to the shortest one.
//!
//! Lengths are measured along the surface, but the exact search, Polyanya, sees the mesh from above. It bounds every
//! path from below all the same. Let G be the length of the ground-plan optimum, and H the difference in height
//! between start and target. A path that takes no link is at least G long seen from above, and rises by H. The length
//! of a path is the integral of the hypotenuse of run and rise, so by Minkowski's inequality it is at least
//! `hypot(G, H)`. A path over links may leave the ground plan; only the straight line in space bounds it.
//!
//! A path as long as its lower bound is proven optimal. Of any other, the bound states how much too long it can be.

use std::fmt;

use super::pull::string_through;
use super::{Corridor, Located, Path, Walkable, ground_length};

/// Longer by no more than this share is as long: rounding.
pub(super) const AS_LONG: f64 = 1e-9;

/// The length of a path beside a lower bound of all paths between its ends; prints as a clause.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OptimalityGap {
    /// The length of the path, in metres along the surface.
    pub length: f64,
    /// No path between the same ends is shorter, in metres along the surface.
    pub lower_bound: f64,
}

impl OptimalityGap {
    /// Whether the path is proven to be the shortest.
    pub fn is_optimal(self) -> bool {
        self.length <= self.lower_bound * (1.0 + AS_LONG)
    }

    /// The greatest possible ratio of the length to that of the shortest path; `None` where the bound is 0.
    pub fn ratio(self) -> Option<f64> {
        let ratio = if self.is_optimal() { 1.0 } else { self.length / self.lower_bound };
        ratio.is_finite().then_some(ratio)
    }
}

impl fmt::Display for OptimalityGap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ratio() {
            _ if self.is_optimal() => f.write_str("no path is shorter"),
            None => f.write_str("a shorter path may exist"),
            Some(ratio) => {
                let percent = (ratio - 1.0) * 100.0;
                let decimals = if percent < 0.1 { 3 } else { 1 };
                // Rounded up, so that the statement stays true.
                let unit = 10f64.powi(decimals);
                let most = (percent * unit).ceil() / unit;
                write!(f, "at most {most:.*} % longer than the shortest path", decimals as usize)
            }
        }
    }
}

impl Path {
    /// How close the path is known to be to the shortest one between its ends.
    pub fn optimality_gap(&self) -> OptimalityGap {
        OptimalityGap { length: self.length, lower_bound: self.lower_bound }
    }
}

/// A length in metres that no path between two places falls below, along the surface; `ground_optimum` is the length
/// of the shortest path without links in the ground plan, where that is known.
pub fn lower_bound(
    walkable: &Walkable<'_>,
    [start, target]: [&Located; 2],
    ground_optimum: Option<f64>,
) -> f64 {
    let straight = start.point.as_dvec3().distance(target.point.as_dvec3());
    match ground_optimum {
        Some(run) if !walkable.leaves_by_link(start.cell) => bound([start, target], run).max(straight),
        _ => straight,
    }
}

fn bound([start, target]: [&Located; 2], run: f64) -> f64 {
    run.hypot(f64::from(target.point.y) - f64::from(start.point.y))
}

/// The string through the corridor of the ground-plan optimum, unless it is proven to be the shortest path without
/// links along the surface as well.
pub(super) fn unproven_string(
    walkable: &Walkable<'_>,
    corridor: &Corridor,
    ends: [&Located; 2],
) -> Option<Path> {
    if is_level(walkable, corridor, ends) {
        return None;
    }
    let path = string_through(walkable, corridor, ends);
    let lower_bound = bound(ends, ground_length(&path.waypoints));
    let is_optimal = OptimalityGap { length: path.length, lower_bound }.is_optimal();
    (!is_optimal).then_some(path)
}

/// Whether a corridor without links and both ends lie at one height.
fn is_level(walkable: &Walkable<'_>, corridor: &Corridor, [start, target]: [&Located; 2]) -> bool {
    let height = f64::from(start.point.y);
    let is_level = |end: glam::DVec3| end.y == height;
    is_level(target.point.as_dvec3())
        && corridor.exits.iter().all(|&way| walkable.ends(way).into_iter().all(is_level))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(length: f64, lower_bound: f64) -> String {
        OptimalityGap { length, lower_bound }.to_string()
    }

    #[test]
    fn a_gap_is_rounded_up() {
        assert_eq!(told(10.0, 10.0), "no path is shorter");
        assert_eq!(told(0.0, 0.0), "no path is shorter", "start and target are one");
        assert_eq!(told(10.41, 10.0), "at most 4.1 % longer than the shortest path");
        assert_eq!(told(10.411, 10.0), "at most 4.2 % longer than the shortest path");
        assert_eq!(told(10.000_001, 10.0), "at most 0.001 % longer than the shortest path");
        assert_eq!(told(1.0, 0.0), "a shorter path may exist", "no bound");
    }
}
