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
                !is_linked && !filter.has_costs() && pulling.on(self.derived) == Pulling::Ground
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
