//! How long each kind of question takes, pair by pair.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use super::pairs::Pair;
use super::{median, percentile};
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::{
    Agent, Algorithm, Answer, Filter, Located, Polyanya, Query, SearchMesh, Settings, Walkable, find_path,
    ground_length, locate, move_along_surface, raycast,
};
use crate::trace::Silent;

#[derive(Serialize)]
pub(super) struct QueryRow {
    pub(super) name: &'static str,
    /// How many pairs were asked.
    pub(super) pairs: usize,
    /// How many of them were answered.
    pub(super) found: usize,
    /// Microseconds: of each pair the median of the rounds, and of these the median.
    pub(super) median_us: f64,
    /// What one pair in a hundred exceeds.
    pub(super) p99_us: f64,
    /// How much longer than the shortest path a path is in the ground plan, in the mean, as a share of it; `null` for no
    /// path.
    pub(super) gap: Option<f64>,
    /// How many nodes a search expanded, in the mean; `null` for no search.
    pub(super) expanded: Option<f64>,
    /// Of the answers' lengths: the same as long as the same is asked and answered.
    pub(super) digest: String,
}

/// What came of a question.
#[derive(Clone, Copy, Default)]
struct Told {
    /// In metres on the ground.
    length: Option<f64>,
    expanded: usize,
}

/// Asks about a pair; how long that took in seconds, and what came of it.
type Ask<'a> = Box<dyn FnMut(&Pair) -> (f64, Told) + 'a>;

/// A kind of question on its way.
struct Row<'a> {
    name: &'static str,
    ask: Ask<'a>,
    /// Whether it looks for a path.
    is_search: bool,
    /// For each pair, for each round, in seconds.
    took: Vec<Vec<f64>>,
    told: Vec<Told>,
}

/// How high above a floor a place may be and still stand on it, in metres.
const MAX_HEIGHT: f32 = 2.0;

/// How far a step goes towards the other place of a pair, as a share of the way.
const STEP: f32 = 0.02;

/// Every kind of question, each about every pair in every round; about fewer pairs where that would take one kind more
/// than so many seconds.
pub(super) fn measure(
    mesh: &NavMesh,
    derived: &Derived,
    pairs: &[Pair],
    rounds: usize,
    seconds: f64,
) -> Vec<QueryRow> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let floor = SearchMesh::build(&walkable).with_merged_cells().with_blocks().with_landmarks();
    let mut rows = plain(&walkable);
    rows.push(laid_out(&walkable, &floor));
    rows.extend(Algorithm::ALL.map(|algorithm| path(mesh, derived, algorithm)));
    let own = clock();
    for round in 0..rounds {
        for row in &mut rows {
            let begin = Instant::now();
            let asked = if round == 0 { pairs.len() } else { row.told.len() };
            for (index, pair) in pairs[..asked].iter().enumerate() {
                let is_over = begin.elapsed().as_secs_f64() > seconds / rounds as f64;
                if round == 0 && index > 0 && is_over {
                    break;
                }
                let (took, told) = (row.ask)(pair);
                if round == 0 {
                    row.took.push(Vec::with_capacity(rounds));
                    row.told.push(told);
                }
                row.took[index].push((took - own).max(0.0));
            }
        }
    }
    // Polyanya comes last.
    let best = rows.last().map(|row| row.told.clone()).unwrap_or_default();
    rows.iter().map(|row| row.summed_up(&best)).collect()
}

/// How long it takes to ask the clock, in seconds.
pub(super) fn clock() -> f64 {
    let took = [(); 1001].map(|()| Instant::now().elapsed().as_secs_f64());
    median(&took)
}

/// The questions that need no search.
fn plain<'a>(walkable: &'a Walkable<'a>) -> Vec<Row<'a>> {
    let (mesh, derived) = (walkable.mesh, walkable.derived);
    let from = |pair: &Pair, end: &Located| {
        let walked = ground(end.point).as_dvec2().distance(ground(pair[0].point).as_dvec2());
        Told { length: Some(walked), expanded: 0 }
    };
    vec![
        Row::new(
            "locate",
            |pair| locate(mesh, derived, pair[1].asked, MAX_HEIGHT),
            move |pair, located| located.as_ref().map_or_else(Told::default, |located| from(pair, located)),
        ),
        Row::new(
            "raycast",
            |[start, target]| raycast(walkable, start, ground(target.point)),
            move |pair, ray| from(pair, &ray.end),
        ),
        Row::new(
            "move along surface",
            |[start, target]| {
                let to = ground(start.point).lerp(ground(target.point), STEP);
                move_along_surface(walkable, start, to)
            },
            move |pair, slide| from(pair, &slide.end),
        ),
    ]
}

/// How long the shortest path in the ground plan is, and no more, where the mesh was laid out before; locating its ends included.
fn laid_out<'a>(walkable: &'a Walkable<'a>, floor: &'a SearchMesh) -> Row<'a> {
    let mut optimum = Polyanya::new(floor);
    let ask = move |pair: &Pair| {
        let [start, target] = pair.map(|end| locate(walkable.mesh, walkable.derived, end.asked, MAX_HEIGHT));
        optimum.length(&start?, &target?, &mut Silent)
    };
    Row::new("length, laid out", ask, |_, &length| Told { length, expanded: 0 })
}

/// A path as it is asked for: locating its ends, searching and pulling the string included.
fn path<'a>(mesh: &'a NavMesh, derived: &'a Derived, algorithm: Algorithm) -> Row<'a> {
    let settings = Settings {
        algorithm: algorithm.into(),
        has_slope_waypoints: false,
        max_height: MAX_HEIGHT,
        ..Settings::default()
    };
    let ask = move |[start, target]: &Pair| {
        let query = Query { start: start.asked, target: target.asked, settings: settings.clone() };
        find_path(mesh, derived, &query)
    };
    let tell = |_: &Pair, answer: &Answer| Told {
        length: answer.path().map(|path| ground_length(&path.waypoints)),
        expanded: answer.expanded,
    };
    Row { is_search: true, ..Row::new(algorithm.name(), ask, tell) }
}

impl<'a> Row<'a> {
    /// Only asking is timed.
    fn new<T>(
        name: &'static str,
        mut ask: impl FnMut(&Pair) -> T + 'a,
        tell: impl Fn(&Pair, &T) -> Told + 'a,
    ) -> Self {
        let timed = move |pair: &Pair| {
            let begin = Instant::now();
            let answer = black_box(ask(black_box(pair)));
            let took = begin.elapsed().as_secs_f64();
            (took, tell(pair, &answer))
        };
        Self { name, ask: Box::new(timed), is_search: false, took: Vec::new(), told: Vec::new() }
    }

    fn summed_up(&self, best: &[Told]) -> QueryRow {
        let typical: Vec<f64> = self.took.iter().map(|rounds| median(rounds) * 1e6).collect();
        let gaps = self.told.iter().zip(best).filter_map(|(told, best)| {
            let (length, best) = told.length.zip(best.length)?;
            (best > 0.0).then(|| length / best - 1.0)
        });
        let expanded: Vec<f64> = self.told.iter().map(|told| told.expanded as f64).collect();
        QueryRow {
            name: self.name,
            pairs: self.told.len(),
            found: self.told.iter().filter(|told| told.length.is_some()).count(),
            median_us: median(&typical),
            p99_us: percentile(&typical, 0.99),
            gap: self.is_search.then(|| mean(&gaps.collect::<Vec<_>>())),
            expanded: self.is_search.then(|| mean(&expanded)),
            digest: format!("{:016x}", digest(&self.told)),
        }
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// FNV-1a over the lengths, as exactly as f32 has them.
fn digest(told: &[Told]) -> u64 {
    let words = told.iter().map(|told| told.length.map_or(f32::NAN, |length| length as f32).to_bits());
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
