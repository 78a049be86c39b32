//! How far each algorithm is from the shortest path found, over a whole mesh: random pairs of places, the worst first.

use std::collections::BTreeMap;

use super::{AS_LONG, ratio, solve};
use crate::pathfinding::{Algorithm, Endpoint, Located, Walkable, random_points};

/// Two places, and how much longer than the shortest the path of each algorithm between them is.
#[derive(Clone, Debug, PartialEq)]
pub struct PairGap {
    /// Where the way begins.
    pub start: Endpoint,
    /// Where it ends.
    pub target: Endpoint,
    /// The length of the shortest path that any of the algorithms or Polyanya found, in metres along the surface.
    pub shortest: f64,
    /// By algorithm, in the order asked, the length as a multiple of that; infinite where it found no path.
    pub ratios: Vec<f64>,
}

impl PairGap {
    /// The greatest of its ratios.
    pub fn worst(&self) -> f64 {
        self.ratios.iter().copied().fold(1.0, f64::max)
    }
}

/// So many places are drawn for each pair: some stay without another on their island.
const DRAWS: usize = 4;

/// The gaps of at most `count` random pairs of places, each pair on one island, the worst first; the same seed gives
/// the same pairs. Places are spread evenly over the ground that the agent may enter.
///
/// `goes_on` hears how many pairs are done and stops it by `false`: what was found until then is returned.
pub fn gaps(
    walkable: &Walkable<'_>,
    algorithms: &[Algorithm],
    count: usize,
    seed: u64,
    goes_on: &mut dyn FnMut(usize) -> bool,
) -> Vec<PairGap> {
    let pairs = pairs(walkable, seed, count);
    let asked = (0..).zip(&pairs).take_while(|(done, _)| goes_on(*done));
    let gap = |(_, (start, target)): (usize, &(Located, Located))| {
        let length = |&algorithm: &Algorithm| solve(walkable, algorithm, [start, target]).length;
        let lengths: Vec<f64> = algorithms.iter().map(length).collect();
        let shortest = lengths.iter().copied().fold(length(&Algorithm::Polyanya), f64::min);
        let ratios = lengths.into_iter().map(|length| ratio(length, shortest)).collect();
        shortest.is_finite().then_some(PairGap { start: start.asked, target: target.asked, shortest, ratios })
    };
    let mut gaps: Vec<PairGap> = asked.filter_map(gap).collect();
    gaps.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
    gaps
}

/// How far one algorithm is from the shortest path found, over many pairs of places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GapSummary {
    /// The mean of the ratios where it found a way; 1 is the best.
    pub mean: f64,
    /// The greatest of them.
    pub most: f64,
    /// The share of the pairs for which no algorithm found a shorter path, from 0 to 1.
    pub shortest: f64,
    /// For how many pairs it found no way.
    pub lost: usize,
}

/// What the algorithm at an index of the ratios comes to; `None` where it found no way at all.
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

/// Which share of the pairs, from 0 to 1, has at most which ratio: a rising line of about `points` points, as
/// `[ratio, share]`. It ends below 1 where the algorithm found no way for some.
pub fn gap_distribution(gaps: &[PairGap], index: usize, points: usize) -> Vec<[f64; 2]> {
    let mut ratios = found(gaps, index);
    ratios.sort_by(f64::total_cmp);
    let every = ratios.len().div_ceil(points.max(1)).max(1);
    let last = ratios.len().wrapping_sub(1);
    let kept = ratios.iter().enumerate().filter(|&(i, _)| (i + 1).is_multiple_of(every) || i == last);
    kept.map(|(i, &ratio)| [ratio, (i + 1) as f64 / gaps.len() as f64]).collect()
}

/// The ratios of one algorithm where it found a way.
fn found(gaps: &[PairGap], index: usize) -> Vec<f64> {
    let ratios = gaps.iter().filter_map(|gap| gap.ratios.get(index).copied());
    ratios.filter(|ratio| ratio.is_finite()).collect()
}

/// Random places, each paired with the next that lies on the same island.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn gap(ratios: &[f64]) -> PairGap {
        let end = Endpoint { ground: glam::Vec2::ZERO, height: None };
        PairGap { start: end, target: end, shortest: 1.0, ratios: ratios.to_vec() }
    }

    #[test]
    fn a_summary_counts_the_shortest_paths_and_what_found_none() {
        let gaps = [gap(&[2.0]), gap(&[1.5]), gap(&[1.0]), gap(&[f64::INFINITY])];
        let told = GapSummary { mean: 1.5, most: 2.0, shortest: 0.25, lost: 1 };
        assert_eq!(gap_summary(&gaps, 0), Some(told), "of those with a way");
        assert_eq!((gap_summary(&gaps, 1), gap_summary(&[], 0)), (None, None), "nobody asked");
    }

    #[test]
    fn a_distribution_rises_to_the_share_with_a_way() {
        let gaps = [gap(&[2.0]), gap(&[1.5]), gap(&[1.0]), gap(&[f64::INFINITY])];
        assert_eq!(gap_distribution(&gaps, 0, 9), [[1.0, 0.25], [1.5, 0.5], [2.0, 0.75]], "sorted");
        assert_eq!(gap_distribution(&gaps, 0, 2), [[1.5, 0.5], [2.0, 0.75]], "thinned, with its end");
        assert_eq!(gap_distribution(&[], 0, 9), [[0.0; 2]; 0], "nothing");
    }
}
