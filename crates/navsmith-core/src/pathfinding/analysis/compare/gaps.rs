//! Length ratios of algorithms over random pairs of positions on a whole mesh.

use std::collections::BTreeMap;

use super::{ratio, solve};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::random_points::random_points;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::optimality::AS_LONG;
use crate::pathfinding::query::pull::string_through;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::progress::{Progress, Stopped};

/// Two positions, and the length ratio of each algorithm's path between them.
#[derive(Clone, Debug, PartialEq)]
pub struct PairGap {
    /// The start of the path.
    pub start: Endpoint,
    /// The target of the path.
    pub target: Endpoint,
    /// The length of the shortest path found, in metres along the surface.
    ///
    /// The candidates are the paths of the compared algorithms and of Polyanya.
    pub shortest: f64,
    /// The length as a multiple of the shortest, in the order of the algorithms given.
    ///
    /// Infinite if the algorithm found no path.
    pub ratios: Vec<f64>,
}

impl PairGap {
    /// Returns the greatest ratio, at least 1.
    pub fn worst(&self) -> f64 {
        self.ratios.iter().copied().fold(1.0, f64::max)
    }
}

/// The number of positions drawn per pair.
///
/// Some positions remain without a second one on their island.
const DRAWS: usize = 4;

/// Returns the ratios of at most `count` random pairs of positions, the worst first.
///
/// Both positions of a pair lie on one island. The same seed gives the same pairs. Positions are spread evenly over
/// the ground that the agent may enter. Lengths are those of a point, because arcs take longer than searches.
///
/// Reports each pair to `progress` before it is computed.
pub fn gaps(
    walkable: &Walkable<'_>,
    algorithms: &[Algorithm],
    count: usize,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<PairGap>, Stopped> {
    let pairs = pairs(walkable, seed, count);
    let gap = |(start, target): &(Located, Located)| {
        let length = |&algorithm: &Algorithm| {
            solve(walkable, Pulling::Ground, algorithm, [start, target], string_through).1.length
        };
        let lengths: Vec<f64> = algorithms.iter().map(length).collect();
        let shortest = lengths.iter().copied().fold(length(&Algorithm::Polyanya), f64::min);
        let ratios = lengths.into_iter().map(|length| ratio(length, shortest)).collect();
        shortest.is_finite().then_some(PairGap { start: start.asked, target: target.asked, shortest, ratios })
    };
    let mut gaps: Vec<PairGap> = Vec::new();
    for (done, pair) in pairs.iter().enumerate() {
        progress.report(done, count)?;
        gaps.extend(gap(pair));
    }
    gaps.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
    Ok(gaps)
}

/// A summary of the length ratios of one algorithm over many pairs of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapSummary {
    /// The mean ratio of the pairs for which it found a path; 1 is the best.
    pub mean: f64,
    /// The greatest ratio of these pairs.
    pub most: f64,
    /// The share of the pairs for which no algorithm found a shorter path, from 0 to 1.
    pub shortest: f64,
    /// The number of pairs for which it found no path.
    pub lost: usize,
}

/// Returns the summary of the algorithm at an index of the ratios; `None` if it found no path.
pub fn gap_summary(gaps: &[PairGap], index: usize) -> Option<GapSummary> {
    let ratios = found(gaps, index);
    let count = ratios.len() as f64;
    let most = ratios.iter().copied().reduce(f64::max)?;
    let shortest = ratios.iter().filter(|&&ratio| ratio <= 1.0 + AS_LONG).count();
    Some(GapSummary {
        mean: ratios.iter().sum::<f64>() / count,
        most,
        shortest: shortest as f64 / gaps.len() as f64,
        lost: gaps.len() - ratios.len(),
    })
}

/// Returns the cumulative distribution of the ratios as about `points` points of `[ratio, share]`.
///
/// Each share, from 0 to 1, is that of the pairs with at most this ratio. The last share is below 1 if the algorithm
/// found no path for some pairs.
pub fn gap_distribution(gaps: &[PairGap], index: usize, points: usize) -> Vec<[f64; 2]> {
    let mut ratios = found(gaps, index);
    ratios.sort_by(f64::total_cmp);
    let every = ratios.len().div_ceil(points.max(1)).max(1);
    let last = ratios.len().wrapping_sub(1);
    let kept = ratios.iter().enumerate().filter(|&(i, _)| (i + 1).is_multiple_of(every) || i == last);
    kept.map(|(i, &ratio)| [ratio, (i + 1) as f64 / gaps.len() as f64]).collect()
}

/// Returns the ratios of one algorithm for the pairs with a path.
fn found(gaps: &[PairGap], index: usize) -> Vec<f64> {
    let ratios = gaps.iter().filter_map(|gap| gap.ratios.get(index).copied());
    ratios.filter(|ratio| ratio.is_finite()).collect()
}

/// Returns random positions, each paired with the next one on the same island.
fn pairs(walkable: &Walkable<'_>, seed: u64, count: usize) -> Vec<(Located, Located)> {
    let mut waiting = BTreeMap::new();
    let places = random_points(walkable, seed, count.saturating_mul(DRAWS)).into_iter();
    let pairs = places.filter_map(|place| {
        let island = walkable.derived.islands.of(place.cell)?;
        let before = waiting.remove(&island);
        if before.is_none() {
            waiting.insert(island, place);
        }
        before.map(|before| (before, place))
    });
    pairs.take(count).collect()
}
