//! Why this way and not the shortest: algorithms side by side on one question, where their corridors part, what misled
//! the search, and which one edit of the mesh would help.
//!
//! Lengths are those of the taut string on the ground, so that they compare with the optimum's: waypoints that slopes
//! force and the room that a wide agent keeps from walls are left out, for no search is to blame for them. There is no
//! clock here: the caller hands one in.

mod culprit;
mod fix;
mod gaps;
mod parting;

use std::fmt;
use std::ops::ControlFlow;

use super::pull::pull;
use super::{
    Agent, Algorithm, Chosen, Corridor, Located, Optimum, Path, Query, Search, Settings, Walkable, Waypoint,
    Why, find_path, optimum,
};
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::trace::{Observer, Silent};
pub use culprit::{Culprit, Misleading};
pub use fix::{Fix, Mend};
pub use gaps::{GapSummary, PairGap, gap_distribution, gap_summary, gaps};
pub use parting::{Parting, partings};

/// Longer than the optimum by no more than this share of it is as long: rounding.
const AS_LONG: f64 = 1e-9;

/// Several algorithms on one question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// One for each algorithm, in the order asked; none where there is no path.
    pub rows: Vec<Row>,
    /// The shortest way without links; `None` where there is none.
    pub optimum: Option<Optimum>,
    /// Why there is no path, or only a partial one.
    pub why: Option<Why>,
    /// The algorithm that answers the question, and why it; `None` on an empty mesh.
    pub by: Option<Chosen>,
    /// Why the way that the algorithm finds which answers the question is longer than the optimum; `None` where it is not.
    pub detour: Option<Detour>,
}

/// What one algorithm made of the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which one.
    pub algorithm: Algorithm,
    /// The way that it found; `None` if it found none.
    pub path: Option<Path>,
    /// Metres on the ground; infinite without a path.
    pub length: f64,
    /// The length as a multiple of the optimum's, 1 being the best; `None` where there is none to compare with. Less
    /// than 1 only over links, which the optimum does not take.
    pub ratio: Option<f64>,
    /// How many nodes, or intervals, it expanded.
    pub expanded: usize,
    /// How many events its search told of.
    pub events: usize,
    /// How long search and string pulling took, in seconds, by the caller's clock.
    pub seconds: f64,
}

/// Why a way is longer than the optimum.
#[derive(Clone, Debug, PartialEq)]
pub struct Detour {
    /// How much longer, in metres on the ground.
    pub extra: f64,
    /// Where the corridors part, and where they join again.
    pub partings: Vec<Parting>,
    /// What misled the search; `None` where no single thing did.
    pub culprit: Option<Culprit>,
    /// Edits that make the way shorter, the best first; each was tried.
    pub fixes: Vec<Fix>,
}

/// What came of one search.
struct Solved {
    path: Option<Path>,
    length: f64,
    expanded: usize,
}

/// Counts what it hears.
#[derive(Default)]
struct Counter(usize);

impl<E> Observer<E> for Counter {
    fn observe(&mut self, _event: E) {
        self.0 += 1;
    }
}

/// Asks one question of several algorithms; `now` tells the time in seconds.
///
/// As long as all of them together, the optimum, and, where the algorithm that answers the question makes a detour, a hundred
/// questions more for the fixes.
pub fn compare(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    algorithms: &[Algorithm],
    now: &dyn Fn() -> f64,
) -> Comparison {
    let mut goes_on = |_, _| ControlFlow::Continue(());
    compare_with_progress(mesh, derived, query, algorithms, now, &mut goes_on).unwrap_or_default()
}

/// The same; `progress` hears how many questions of at most how many were asked, and may break it off, which gives
/// `None`.
pub fn compare_with_progress(
    mesh: &NavMesh,
    derived: &Derived,
    query: &Query,
    algorithms: &[Algorithm],
    now: &dyn Fn() -> f64,
    progress: &mut dyn FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<Comparison> {
    let answer = find_path(mesh, derived, query);
    let mut comparison = Comparison { why: answer.why().cloned(), by: answer.by, ..Comparison::default() };
    let (Some(_), Some(start), Some(target), Some(by)) =
        (answer.path(), answer.start, answer.target, answer.by)
    else {
        return Some(comparison);
    };
    let mut pace = Pace { done: 0, of: algorithms.len() + fix::TRIES, progress };
    let walkable = Walkable::new(mesh, derived, &query.settings.agent, &query.settings.filter);
    let best = optimum(&walkable, &start, &target, &mut Silent);
    for &algorithm in algorithms {
        pace.step()?;
        let before = now();
        let Solved { path, length, expanded } = solve(&walkable, algorithm, &start, &target);
        let seconds = now() - before;
        let events = count_events(&walkable, algorithm, &start, &target);
        let ratio = best.as_ref().map(|best| ratio(length, best.length));
        comparison.rows.push(Row { algorithm, path, length, ratio, expanded, events, seconds });
    }
    let own = solve(&walkable, by.algorithm, &start, &target);
    if let Some((path, best)) = own.path.as_ref().zip(best.as_ref())
        && own.length > best.length * (1.0 + AS_LONG)
    {
        comparison.detour =
            Some(explain(&walkable, query, (by.algorithm, path), [&start, &target], best, &mut pace)?);
    }
    comparison.optimum = best;
    Some(comparison)
}

/// Counts questions, and asks whether to go on.
struct Pace<'a> {
    done: usize,
    of: usize,
    progress: &'a mut dyn FnMut(usize, usize) -> ControlFlow<()>,
}

impl Pace<'_> {
    /// One question more is asked now; `None` to stop.
    fn step(&mut self) -> Option<()> {
        let goes_on = (self.progress)(self.done, self.of).is_continue();
        self.done += 1;
        goes_on.then_some(())
    }
}

fn explain(
    walkable: &Walkable<'_>,
    query: &Query,
    (algorithm, path): (Algorithm, &Path),
    ends: [&Located; 2],
    best: &Optimum,
    pace: &mut Pace<'_>,
) -> Option<Detour> {
    let partings = partings(&path.corridor, &best.corridor.cells);
    let length = ground_length(&path.waypoints);
    Some(Detour {
        extra: length - best.length,
        culprit: culprit::find(walkable, algorithm, path, ends, best),
        fixes: fix::find(walkable, (query, algorithm), length, &partings, pace)?,
        partings,
    })
}

fn solve(walkable: &Walkable<'_>, algorithm: Algorithm, start: &Located, target: &Located) -> Solved {
    let (corridor, expanded) = algorithm.corridor(walkable, start, target, &mut Silent);
    let path = corridor.map(|corridor| pulled(walkable, corridor, [start, target]));
    let length = path.as_ref().map_or(f64::INFINITY, |path| ground_length(&path.waypoints));
    Solved { path, length, expanded }
}

fn count_events(walkable: &Walkable<'_>, algorithm: Algorithm, start: &Located, target: &Located) -> usize {
    let mut counter = Counter::default();
    match algorithm {
        Algorithm::Nodes(method) => {
            let mut search = Search::new(walkable, method, start, Some(target));
            search.run(&mut counter);
        }
        Algorithm::Polyanya => drop(optimum(walkable, start, target, &mut counter)),
    }
    counter.0
}

/// The path of a corridor with nothing but the corners in it.
fn pulled(walkable: &Walkable<'_>, corridor: Corridor, ends: [&Located; 2]) -> Path {
    let point = Agent::default();
    let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
    pull(&Walkable { agent: &point, ..*walkable }, &settings, corridor, ends, &mut Silent)
}

/// Metres on the ground along straight lines between waypoints.
pub fn ground_length(waypoints: &[Waypoint]) -> f64 {
    let flat = |waypoint: &Waypoint| ground(waypoint.point).as_dvec2();
    waypoints.windows(2).map(|pair| flat(&pair[0]).distance(flat(&pair[1]))).sum()
}

/// A length as a multiple of the optimum; 1 where both are nothing.
pub fn ratio(length: f64, optimum: f64) -> f64 {
    if length == optimum { 1.0 } else { length / optimum }
}

impl fmt::Display for Detour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the way is {:.3} m longer than the shortest", self.extra)?;
        self.culprit.as_ref().map_or(Ok(()), |culprit| write!(f, ": {culprit}"))
    }
}
