//! Many questions of one mesh at once, on all cores.

use std::num::NonZero;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::query::answer_between;
use super::{Answer, Query, Squares, find_path};
use crate::navmesh::{Derived, NavMesh};
use crate::trace::Silent;

/// So many questions are taken at a time, so that a core that got easy ones takes more.
const AT_A_TIME: usize = 16;

/// Sorting the mesh into squares pays once there is a question to so many cells.
const CELLS_TO_A_QUESTION: usize = 8;

/// Answers every question as [`find_path`] does, in the order in which they are asked. The work is shared among all
/// cores; it grows with the number of questions and no faster.
pub fn find_paths(mesh: &NavMesh, derived: &Derived, queries: &[Query]) -> Vec<Answer> {
    let shares: Vec<&[Query]> = queries.chunks(AT_A_TIME).collect();
    let cores = thread::available_parallelism().map_or(1, NonZero::get).min(shares.len());
    let next = AtomicUsize::new(0);
    let is_worth_it = queries.len() * CELLS_TO_A_QUESTION > mesh.cell_count();
    let squares = is_worth_it.then(|| Squares::build(mesh));
    let answer = |query: &Query| match &squares {
        Some(squares) => {
            let ends = [query.start, query.target].map(|end| squares.locate(end, query.settings.max_height));
            answer_between(mesh, derived, query, ends, &mut Silent)
        }
        None => find_path(mesh, derived, query),
    };
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(share) = shares.get(index) else { return done };
            let answers: Vec<Answer> = share.iter().map(answer).collect();
            done.push((index, answers));
        }
    };
    let mut all: Vec<(usize, Vec<Answer>)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let done =
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|why| resume_unwind(why)));
        done.collect()
    });
    all.sort_by_key(|&(index, _)| index);
    all.into_iter().flat_map(|(_, answers)| answers).collect()
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::navmesh::generate::{Landscape, Recipe};
    use crate::pathfinding::{Endpoint, Settings};

    #[test]
    fn many_answers_are_those_of_one_question_after_the_other() {
        // Of the one mesh so many questions that it is sorted into squares, of the other too few.
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
        let query = |i| Query { start: at(i), target: at(i * 7 + 5), settings: Settings::default() };
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
        assert_eq!(find_paths(mesh, &derived, &[]), [], "none");
    }
}
