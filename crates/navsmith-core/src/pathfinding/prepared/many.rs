//! Batches of queries of one mesh, answered on all cores.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::point_locator::PointLocator;
use super::solver::Solver;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::locate;
use crate::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use crate::pathfinding::query::selection::How;
use crate::pathfinding::query::settings::Settings;
use crate::pathfinding::query::{Answer, Query, answer_between};
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::trace::Silent;

/// Number of queries that a worker takes at a time, so that work is balanced.
const AT_A_TIME: usize = 16;

/// Number of results per core that are kept at a time, so that workers rarely wait for each other.
const KEPT_PER_CORE: usize = 64;

/// Number of cells per query up to which a point locator pays off.
const CELLS_TO_A_QUESTION: usize = 8;

/// Number of queries from which a search mesh pays off; measured values are 40 to 300.
const QUESTIONS_TO_A_FLOOR: usize = 200;

/// Number of queries from which landmarks pay off; measured values are 150 to 1,200.
const QUESTIONS_TO_LANDMARKS: usize = 1000;

/// Answers every query like [`find_path`], in the order of the queries.
///
/// It may return other paths of equal length. The work is distributed over all cores and is at most linear in the
/// number of queries.
///
/// [`find_path`]: crate::pathfinding::query::find_path
pub fn find_paths(mesh: &NavMesh, derived: &Derived, queries: &[Query]) -> Vec<Answer> {
    Batch::new(mesh, derived).answer(queries)
}

/// Queries of one mesh that arrive in parts; keeps what speeds up later parts.
#[derive(Debug)]
pub struct Batch<'a> {
    mesh: &'a NavMesh,
    derived: &'a Derived,
    /// Number of queries so far, and the number of those that `solver` is for.
    asked: usize,
    asked_alike: usize,
    squares: Option<PointLocator>,
    solver: Option<Solver>,
    has_landmarks: bool,
}

impl<'a> Batch<'a> {
    /// Creates a batch without queries.
    pub fn new(mesh: &'a NavMesh, derived: &'a Derived) -> Self {
        let [asked, asked_alike] = [0; 2];
        Self { mesh, derived, asked, asked_alike, squares: None, solver: None, has_landmarks: false }
    }

    /// Answers more queries, in their order, like [`find_paths`].
    pub fn answer(&mut self, queries: &[Query]) -> Vec<Answer> {
        let mut answers = Vec::with_capacity(queries.len());
        let _continues = self.in_chunks(queries, queries.len(), &|answer| answer, &mut |some| {
            answers.extend(some);
            ControlFlow::Continue(())
        });
        answers
    }

    /// Like [`Self::answer`], but converts each answer with `to` at once and keeps none.
    ///
    /// Passes the results to `take` in chunks. Memory does not grow with the number of queries. If `take` breaks, the
    /// remaining queries are not answered.
    pub fn convert<T: Send>(
        &mut self,
        queries: &[Query],
        to: impl Fn(Answer) -> T + Sync,
        mut take: impl FnMut(Vec<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.in_chunks(queries, KEPT_PER_CORE * cores(), &to, &mut take)
    }

    fn in_chunks<T: Send>(
        &mut self,
        queries: &[Query],
        most: usize,
        to: &(impl Fn(Answer) -> T + Sync),
        take: &mut dyn FnMut(Vec<T>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.prepare(queries);
        let workers = cores().min(queries.len().div_ceil(AT_A_TIME)).max(1);
        // The memory of a solver is as large as the mesh, so each worker keeps its own for all chunks.
        let mut solvers = vec![self.solver.clone(); workers];
        queries.chunks(most.max(1)).try_for_each(|chunk| take(self.share(chunk, &mut solvers, to)))
    }

    /// Answers queries, distributed over as many workers as there are solvers.
    fn share<T: Send>(
        &self,
        queries: &[Query],
        solvers: &mut [Option<Solver>],
        to: &(impl Fn(Answer) -> T + Sync),
    ) -> Vec<T> {
        let shares: Vec<&[Query]> = queries.chunks(AT_A_TIME).collect();
        let next = AtomicUsize::new(0);
        let work = |solver: &mut Option<Solver>| {
            let mut done = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(share) = shares.get(index) else { return done };
                let answers: Vec<T> = share.iter().map(|query| to(self.answer_one(query, solver))).collect();
                done.push((index, answers));
            }
        };
        let used = solvers.len().min(shares.len());
        if let [solver] = &mut solvers[..used] {
            return work(solver).into_iter().flat_map(|(_, answers)| answers).collect();
        }
        let work = &work;
        let mut all: Vec<(usize, Vec<T>)> = thread::scope(|scope| {
            let solvers = solvers[..used].iter_mut();
            let workers: Vec<_> = solvers.map(|solver| scope.spawn(move || work(solver))).collect();
            let done =
                workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|why| resume_unwind(why)));
            done.collect()
        });
        all.sort_by_key(|&(index, _)| index);
        all.into_iter().flat_map(|(_, answers)| answers).collect()
    }

    fn answer_one(&self, query: &Query, solver: &mut Option<Solver>) -> Answer {
        let Settings { max_height, .. } = query.settings;
        let ends = [query.start, query.target].map(|end| match &self.squares {
            Some(squares) => squares.locate(end, max_height),
            None => locate(self.mesh, self.derived, end, max_height),
        });
        let kept = solver.as_mut().filter(|solver| solver.is_for(&query.settings));
        let how = kept.map_or(How::Anew, Solver::how);
        answer_between((self.mesh, self.derived), query, ends, how, &mut Silent)
    }

    /// Builds the structures that pay off for the number of queries so far.
    fn prepare(&mut self, queries: &[Query]) {
        let Some(Settings { algorithm, agent, filter, pulling, .. }) = queries.first().map(|it| &it.settings)
        else {
            return;
        };
        self.asked += queries.len();
        if self.squares.is_none() && self.asked * CELLS_TO_A_QUESTION > self.mesh.cell_count() {
            self.squares = Some(PointLocator::build(self.mesh));
        }
        let asks_alike = |query: &&Query| {
            let Settings { algorithm: other, agent: walker, filter: ground, .. } = &query.settings;
            other == algorithm && walker == agent && ground == filter
        };
        let is_optimum = match algorithm {
            AlgorithmChoice::Automatic => {
                let is_linked = self.mesh.link_count() > 0 && !filter.ignores_links;
                !is_linked && !filter.has_costs() && *pulling == Pulling::Ground
            }
            AlgorithmChoice::Named(algorithm) => *algorithm == Algorithm::Polyanya,
        };
        if !is_optimum || self.solver.as_ref().is_some_and(|it| !it.is_for(&queries[0].settings)) {
            return;
        }
        self.asked_alike += queries.iter().filter(asks_alike).count();
        if self.solver.is_none() && self.asked_alike >= QUESTIONS_TO_A_FLOOR {
            self.solver = Solver::build(&Walkable::new(self.mesh, self.derived, agent, filter));
        }
        if !self.has_landmarks && self.asked_alike >= QUESTIONS_TO_LANDMARKS {
            self.solver = self.solver.take().map(Solver::with_landmarks);
            self.has_landmarks = self.solver.is_some();
        }
    }
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::navmesh::synthetic::{Landscape, Recipe};
    use crate::pathfinding::mesh_query::Endpoint;
    use crate::pathfinding::query::find_path;

    #[test]
    fn many_answers_are_those_of_one_question_after_the_other() {
        // The small mesh has enough queries for a point locator, the large one too few.
        for (triangles, is_sorted) in [(500, true), (4000, false)] {
            check(&Recipe { landscape: Landscape::Rooms, triangles, seed: 3 }.mesh(), is_sorted);
        }
    }

    fn check(mesh: &NavMesh, is_sorted: bool) {
        let derived = Derived::build(mesh);
        let size = mesh.bounds().size();
        let at = |i: usize| Endpoint {
            ground: Vec2::new(size.x * (i % 37) as f32 / 37.0, size.z * (i % 23) as f32 / 23.0),
            height: None,
        };
        let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
        let query = |i| Query { start: at(i), target: at(i * 7 + 5), settings: settings.clone() };
        let queries: Vec<Query> = (0..100).map(query).collect();
        assert_eq!(
            queries.len() * CELLS_TO_A_QUESTION > mesh.cell_count(),
            is_sorted,
            "{}",
            mesh.cell_count()
        );
        let one_by_one: Vec<Answer> = queries.iter().map(|query| find_path(mesh, &derived, query)).collect();
        assert!(one_by_one.iter().filter(|answer| answer.path().is_some()).count() > 50, "most find a way");
        assert_eq!(find_paths(mesh, &derived, &queries), one_by_one, "in their order");
        check_converted(mesh, &derived, &queries, &one_by_one);
        // Enough queries for a search mesh.
        let often: Vec<Query> = queries.iter().cycle().take(QUESTIONS_TO_A_FLOOR).cloned().collect();
        let lengths = |answers: &[Answer]| -> Vec<f64> {
            answers.iter().map(|answer| answer.path().map_or(-1.0, |path| path.length)).collect()
        };
        let [found, expected] = [lengths(&find_paths(mesh, &derived, &often)), lengths(&one_by_one)];
        for (index, (one, other)) in found.iter().zip(expected.iter().cycle()).enumerate() {
            assert!((one - other).abs() <= 1e-9 * other.abs(), "question {index}: {one} and {other}");
        }
        assert_eq!(find_paths(mesh, &derived, &[]), [], "none");
    }

    fn check_converted(mesh: &NavMesh, derived: &Derived, queries: &[Query], answers: &[Answer]) {
        let many: Vec<Query> = queries.iter().cycle().take(100 * cores()).cloned().collect();
        let (alive, most_alive) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut lines: Vec<String> = Vec::new();
        let mut batch = Batch::new(mesh, derived);
        let is_found = |answer: &Answer| answer.path().map_or(-1.0, |path| path.length);
        let ended = batch.convert(
            &many,
            |answer| {
                most_alive.fetch_max(1 + alive.fetch_add(1, Ordering::SeqCst), Ordering::SeqCst);
                let line = format!("{:.3}", is_found(&answer));
                drop(answer);
                alive.fetch_sub(1, Ordering::SeqCst);
                line
            },
            |some| {
                assert!(some.len() <= KEPT_PER_CORE * cores(), "{} at a time", some.len());
                lines.extend(some);
                ControlFlow::Continue(())
            },
        );
        assert!(ended.is_continue() && most_alive.into_inner() <= cores(), "an answer to a core");
        let expected: Vec<String> = answers
            .iter()
            .cycle()
            .take(many.len())
            .map(|answer| format!("{:.3}", is_found(answer)))
            .collect();
        assert_eq!(lines, expected, "in their order");
        let mut count = 0;
        let ended = batch.convert(
            &many,
            |_| (),
            |some| {
                count += some.len();
                ControlFlow::Break(())
            },
        );
        assert!(ended.is_break() && count <= KEPT_PER_CORE * cores(), "the rest is not computed: {count}");
    }
}
