//! Times of each kind of query, pair by pair.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;

use super::pairs::Pair;
use super::{median, percentile};
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::locate::{Located, locate};
use crate::pathfinding::mesh_query::move_along_surface::move_along_surface;
use crate::pathfinding::mesh_query::raycast::raycast;
use crate::pathfinding::polyanya::Polyanya;
use crate::pathfinding::query::algorithm::Algorithm;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Answer, Query, find_path};
use crate::pathfinding::search_mesh::SearchMesh;
use crate::pathfinding::string_pulling::surface_length::ground_length;
use crate::trace::Silent;

#[derive(Serialize)]
pub(super) struct QueryRow {
    pub(super) name: &'static str,
    /// Number of pairs queried.
    pub(super) pairs: usize,
    /// Number of pairs with a result.
    pub(super) found: usize,
    /// Median over the pairs of the median over the rounds, in microseconds.
    pub(super) median_us: f64,
    /// 99th percentile over the pairs, in microseconds.
    pub(super) p99_us: f64,
    /// Mean excess over the shortest path on the ground, as a share of its length.
    ///
    /// `null` for a query without a search.
    pub(super) gap: Option<f64>,
    /// Mean number of nodes expanded by a search; `null` for a query without a search.
    pub(super) expanded: Option<f64>,
    /// Digest of the lengths of the results; equal for equal queries and results.
    pub(super) digest: String,
}

/// Result of a query.
#[derive(Clone, Copy, Default)]
struct Told {
    /// Length in metres on the ground.
    length: Option<f64>,
    expanded: usize,
}

/// Function that runs a query for a pair; returns the time in seconds, and the result.
type Ask<'a> = Box<dyn FnMut(&Pair) -> (f64, Told) + 'a>;

/// Measurements of one kind of query.
struct Row<'a> {
    name: &'static str,
    ask: Ask<'a>,
    /// Whether it searches for a path.
    is_search: bool,
    /// Times for each pair and round, in seconds.
    took: Vec<Vec<f64>>,
    told: Vec<Told>,
}

/// Maximum height of a point above its floor, in metres.
const MAX_HEIGHT: f32 = 2.0;

/// Length of a step towards the target, as a share of the distance.
const STEP: f32 = 0.02;

/// Measures every kind of query for every pair in every round.
///
/// Measures fewer pairs for a kind that would take more than `seconds` in total.
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

/// Measures the time of reading the clock, in seconds.
pub(super) fn clock() -> f64 {
    let took = [(); 1001].map(|()| Instant::now().elapsed().as_secs_f64());
    median(&took)
}

/// Returns the queries without a search.
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

/// Returns the query for the length of the shortest path on the ground, on a search mesh built once.
///
/// The time includes locating the ends.
fn laid_out<'a>(walkable: &'a Walkable<'a>, floor: &'a SearchMesh) -> Row<'a> {
    let mut optimum = Polyanya::new(floor);
    let ask = move |pair: &Pair| {
        let [start, target] = pair.map(|end| locate(walkable.mesh, walkable.derived, end.asked, MAX_HEIGHT));
        optimum.length(&start?, &target?, &mut Silent)
    };
    Row::new("length, laid out", ask, |_, &length| Told { length, expanded: 0 })
}

/// Returns a complete path query: locating the ends, the search, and string pulling.
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
    /// Creates a row; only `ask` is timed.
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

/// Returns the FNV-1a hash of the lengths, rounded to `f32`.
fn digest(told: &[Told]) -> u64 {
    let words = told.iter().map(|told| told.length.map_or(f32::NAN, |length| length as f32).to_bits());
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
