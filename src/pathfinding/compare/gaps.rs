//! How far each algorithm is from the optimum over a whole mesh: random pairs of places, the worst first.

use std::collections::BTreeMap;

use super::{ratio, solve};
use crate::pathfinding::{Algorithm, Endpoint, Located, Walkable, optimum, random_points};
use crate::trace::Silent;

/// Two places, and how much longer than the optimum each algorithm's way between them is.
#[derive(Clone, Debug, PartialEq)]
pub struct PairGap {
    /// Where the way begins.
    pub start: Endpoint,
    /// Where it ends.
    pub target: Endpoint,
    /// The length of the shortest way, in metres on the ground.
    pub optimum: f64,
    /// By algorithm, in the order asked, the length as a multiple of the optimum's; infinite where it found no way.
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
        let best = optimum(walkable, start, target, &mut Silent)?.length;
        let length = |&algorithm: &Algorithm| solve(walkable, algorithm, start, target).length;
        let ratios = algorithms.iter().map(|algorithm| ratio(length(algorithm), best)).collect();
        Some(PairGap { start: start.asked, target: target.asked, optimum: best, ratios })
    };
    let mut gaps: Vec<PairGap> = asked.filter_map(gap).collect();
    gaps.sort_by(|a, b| b.worst().total_cmp(&a.worst()));
    gaps
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
