//! Times of each kind of query, pair by pair.

use std::collections::BTreeMap;
use std::hint::black_box;

use serde::Serialize;

use super::Effort;
use super::clock::{median, percentile, timed};
use navsmith_core::geometry::ground;
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path};
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::trace::Silent;

/// Times and results of a kind of query.
#[derive(Debug, Serialize)]
pub struct QueryTime {
    /// Name of the kind.
    pub name: &'static str,
    /// Number of pairs queried.
    pub pairs: usize,
    /// Number of pairs with a result.
    pub found: usize,
    /// Median over the pairs of the median over the rounds, in microseconds.
    pub median_us: f64,
    /// 99th percentile over the pairs, in microseconds.
    pub p99_us: f64,
    /// Mean excess over the shortest path on the ground, as a share of its length.
    ///
    /// `null` for a query without a search.
    pub gap: Option<f64>,
    /// Mean number of nodes expanded by a search; `null` for a query without a search.
    pub expanded: Option<f64>,
    /// Digest of the lengths of the results; equal for equal queries and results.
    pub digest: String,
}

/// Start and target of a query.
type Pair = [Located; 2];

/// Number of points drawn for each pair, at first and at most.
///
/// On a mesh with many islands, most points have no partner.
const DRAWS: [usize; 2] = [4, 64];

/// Draws random pairs of points on the same island, evenly by area.
///
/// Each point is paired with the next one on its island. The same seed draws the same pairs; a larger count draws
/// these first.
pub(super) fn draw(mesh: &NavMesh, derived: &Derived, seed: u64, count: usize) -> Vec<Pair> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let [mut draws, most] = DRAWS;
    loop {
        let pairs = paired(derived, random_points(&walkable, seed, count.saturating_mul(draws)), count);
        if pairs.len() == count || draws >= most {
            return pairs;
        }
        draws *= 4;
    }
}

fn paired(derived: &Derived, places: Vec<Located>, count: usize) -> Vec<Pair> {
    let mut waiting = BTreeMap::new();
    let pair = |place: Located| {
        let island = derived.islands.of(place.cell)?;
        let Some(first) = waiting.remove(&island) else {
            waiting.insert(island, place);
            return None;
        };
        Some([first, place])
    };
    places.into_iter().filter_map(pair).take(count).collect()
}

#[derive(Clone, Copy, Default)]
struct Measured {
    /// Length in metres on the ground.
    length: Option<f64>,
    expanded: usize,
}

/// Function that runs a query for a pair; returns the time in seconds, and the result.
type Ask<'a> = Box<dyn FnMut(&Pair) -> (f64, Measured) + 'a>;

/// Measurements of one kind of query.
struct Row<'a> {
    name: &'static str,
    ask: Ask<'a>,
    /// Whether it searches for a path.
    is_search: bool,
    /// Times for each pair and round, in seconds.
    took: Vec<Vec<f64>>,
    measured: Vec<Measured>,
}

/// Maximum height of a point above its floor, in metres.
const MAX_HEIGHT: f32 = 2.0;

/// Length of a step towards the target, as a share of the distance.
const STEP: f32 = 0.02;

/// Measures every kind of query for every pair in every round.
///
/// Measures fewer pairs for a kind that would take too long in total.
pub(super) fn measure(
    mesh: &NavMesh,
    derived: &Derived,
    pairs: &[Pair],
    &Effort { rounds, seconds, .. }: &Effort,
) -> Vec<QueryTime> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let floor = SearchMesh::build_merged(&walkable).with_landmarks();
    let mut rows = plain(&walkable);
    rows.push(prepared(&walkable, &floor));
    rows.extend(Algorithm::ALL.map(|algorithm| path(mesh, derived, algorithm)));
    for row in &mut rows {
        let mut left = seconds / rounds as f64;
        for pair in pairs {
            if left < 0.0 {
                break;
            }
            let (took, measured) = (row.ask)(pair);
            left -= took;
            row.took.push(vec![took]);
            row.measured.push(measured);
        }
    }
    for _ in 1..rounds {
        for row in &mut rows {
            for (pair, took) in pairs.iter().zip(&mut row.took) {
                took.push((row.ask)(pair).0);
            }
        }
    }
    // Polyanya comes last.
    let best = rows.last().map(|row| row.measured.clone()).unwrap_or_default();
    rows.iter().map(|row| row.summed_up(&best)).collect()
}

/// Returns the queries without a search.
fn plain<'a>(walkable: &'a Walkable<'a>) -> Vec<Row<'a>> {
    let (mesh, derived) = (walkable.mesh, walkable.derived);
    let from = |pair: &Pair, end: &Located| {
        let walked = ground(end.point).as_dvec2().distance(ground(pair[0].point).as_dvec2());
        Measured { length: Some(walked), expanded: 0 }
    };
    vec![
        Row::new(
            "locate",
            |pair| locate(mesh, derived, pair[1].asked, MAX_HEIGHT),
            move |pair, located| {
                located.as_ref().map_or_else(Measured::default, |located| from(pair, located))
            },
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
fn prepared<'a>(walkable: &'a Walkable<'a>, floor: &'a SearchMesh) -> Row<'a> {
    let mut optimum = Polyanya::new(floor);
    let ask = move |pair: &Pair| {
        let [start, target] = pair.map(|end| locate(walkable.mesh, walkable.derived, end.asked, MAX_HEIGHT));
        optimum.length(&start?, &target?, &mut Silent)
    };
    Row::new("length, prepared", ask, |_, &length| Measured { length, expanded: 0 })
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
    let measure_answer = |_: &Pair, answer: &Answer| Measured {
        length: answer.path().map(|path| ground_length(&path.waypoints)),
        expanded: answer.expanded,
    };
    Row { is_search: true, ..Row::new(algorithm.name(), ask, measure_answer) }
}

impl<'a> Row<'a> {
    /// Creates a row; only `ask` is timed.
    fn new<T>(
        name: &'static str,
        mut ask: impl FnMut(&Pair) -> T + 'a,
        measure_answer: impl Fn(&Pair, &T) -> Measured + 'a,
    ) -> Self {
        let timed = move |pair: &Pair| {
            let (took, answer) = timed(|| ask(black_box(pair)));
            (took, measure_answer(pair, &answer))
        };
        Self { name, ask: Box::new(timed), is_search: false, took: Vec::new(), measured: Vec::new() }
    }

    fn summed_up(&self, best: &[Measured]) -> QueryTime {
        let typical: Vec<f64> = self.took.iter().map(|rounds| median(rounds) * 1e6).collect();
        let gaps = self.measured.iter().zip(best).filter_map(|(measured, best)| {
            let (length, best) = measured.length.zip(best.length)?;
            (best > 0.0).then(|| length / best - 1.0)
        });
        let expanded: Vec<f64> = self.measured.iter().map(|measured| measured.expanded as f64).collect();
        QueryTime {
            name: self.name,
            pairs: self.measured.len(),
            found: self.measured.iter().filter(|measured| measured.length.is_some()).count(),
            median_us: median(&typical),
            p99_us: percentile(&typical, 0.99),
            gap: self.is_search.then(|| mean(&gaps.collect::<Vec<_>>())),
            expanded: self.is_search.then(|| mean(&expanded)),
            digest: format!("{:016x}", digest(&self.measured)),
        }
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// Returns the FNV-1a hash of the lengths, rounded to `f32`.
fn digest(measured: &[Measured]) -> u64 {
    let words =
        measured.iter().map(|measured| measured.length.map_or(f32::NAN, |length| length as f32).to_bits());
    words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ u64::from(word)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
