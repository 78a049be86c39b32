//! Queries of a prepared mesh: solvers, batches, and point locators.

use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Derived, Draft, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::prepared::many::{Batch, find_paths};
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query, find_path};
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;

use crate::support::notation::mesh;

#[test]
fn a_solver_answers_as_a_new_search_does() {
    for (landscape, seed) in [(Landscape::Terrain, 5), (Landscape::Rooms, 2), (Landscape::Maze, 8)] {
        let mesh = Recipe { landscape, triangles: 2000, seed }.mesh();
        let derived = Derived::build(&mesh);
        let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
        let walkable = Walkable::new(&mesh, &derived, &settings.agent, &settings.filter);
        let solver = Solver::build(&walkable).expect("made meshes are sound");
        let mut solvers = [solver.clone().prepared(), solver];
        let size = mesh.bounds().size();
        let at = |i: usize| Endpoint {
            ground: Vec2::new(size.x * (i % 37) as f32 / 37.0, size.z * (i % 23) as f32 / 23.0),
            height: None,
        };
        for i in 0..60 {
            let query = Query { start: at(i), target: at(i * 7 + 5), settings: settings.clone() };
            let new = find_path(&mesh, &derived, &query);
            let length = |answer: &Answer| ground_length(&answer.path().expect("one island").waypoints);
            for kept in solvers.each_mut().map(|solver| solver.find_path(&derived, &query)) {
                let [one, other] = [&kept, &new].map(length);
                assert!((one - other).abs() <= 1e-9 * other, "{landscape} {i}: {one} and {other}");
                assert_eq!((kept.by, kept.why()), (new.by, new.why()), "by whom and why");
                assert_eq!([kept.start, kept.target], [new.start, new.target], "from and to the same places");
            }
        }
    }
}

#[test]
fn a_solver_is_for_one_mesh_one_agent_and_one_filter() {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 500, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let plain = Settings::default();
    let built = |mesh: &NavMesh, settings: &Settings| {
        let derived = Derived::build(mesh);
        Solver::build(&Walkable::new(mesh, &derived, &settings.agent, &settings.filter))
    };
    let mut solver = built(&mesh, &plain).expect("made meshes are sound");
    assert_eq!(built(&mesh, &plain).as_ref(), Some(&solver), "built again");
    let size = mesh.bounds().size();
    let end = |x: f32| Endpoint { ground: Vec2::new(x * size.x, x * size.z), height: None };
    let wide = Settings { agent: Agent { radius: 0.3, ..plain.agent }, ..plain.clone() };
    let mut forbidden = plain.clone();
    forbidden.filter.set_cost(AreaId(0), f32::INFINITY);
    for settings in [wide, forbidden] {
        assert_ne!(built(&mesh, &settings).as_ref(), Some(&solver), "{:?}", settings.agent);
        let query = Query { start: end(0.1), target: end(0.9), settings };
        let answer = solver.find_path(&derived, &query);
        assert_eq!(answer, find_path(&mesh, &derived, &query), "answered without the search mesh of another");
        let plain = solver.find_path(&derived, &Query { settings: plain.clone(), ..query });
        assert_ne!(answer.path(), plain.path(), "the settings matter");
    }
    let mut draft = Draft::of(mesh.clone());
    let (cell, _) = mesh.cells().next().expect("a cell");
    draft.remove_cell(cell);
    let less = draft.into_mesh();
    assert_ne!(built(&less, &plain).as_ref(), Some(&solver), "another mesh");
    let (id, _) = less.cells().next().expect("a cell");
    let mut draft = Draft::of(less.clone());
    let ring: Vec<_> = less.corners(id).iter().rev().copied().collect();
    draft.set_corners(id, ring);
    assert_eq!(built(&draft.into_mesh(), &plain), None, "not of cells that wind differently");
}

#[test]
fn many_answers_are_those_of_one_question_after_the_other() {
    // The small mesh has enough queries for a point locator, the large one too few.
    for (triangles, is_sorted) in [(500, true), (4000, false)] {
        check_batch(&Recipe { landscape: Landscape::Rooms, triangles, seed: 3 }.mesh(), is_sorted);
    }
}

fn check_batch(mesh: &NavMesh, is_sorted: bool) {
    let derived = Derived::build(mesh);
    let size = mesh.bounds().size();
    let at = |i: usize| Endpoint {
        ground: Vec2::new(size.x * (i % 37) as f32 / 37.0, size.z * (i % 23) as f32 / 23.0),
        height: None,
    };
    let settings = Settings { has_slope_waypoints: false, ..Settings::default() };
    let query = |i| Query { start: at(i), target: at(i * 7 + 5), settings: settings.clone() };
    let queries: Vec<Query> = (0..100).map(query).collect();
    assert_eq!(queries.len() * 8 > mesh.cell_count(), is_sorted, "{}", mesh.cell_count());
    let one_by_one: Vec<Answer> = queries.iter().map(|query| find_path(mesh, &derived, query)).collect();
    assert!(one_by_one.iter().filter(|answer| answer.path().is_some()).count() > 50, "most find a way");
    assert_eq!(find_paths(mesh, &derived, &queries), one_by_one, "in their order");
    check_converted(mesh, &derived, &queries, &one_by_one);
    // As many queries as a search mesh pays off for.
    let often: Vec<Query> = queries.iter().cycle().take(200).cloned().collect();
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
            assert!(some.len() <= 64 * cores(), "{} at a time", some.len());
            lines.extend(some);
            ControlFlow::Continue(())
        },
    );
    assert!(ended.is_continue() && most_alive.into_inner() <= cores(), "an answer to a core");
    let expected: Vec<String> =
        answers.iter().cycle().take(many.len()).map(|answer| format!("{:.3}", is_found(answer))).collect();
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
    assert!(ended.is_break() && count <= 64 * cores(), "the rest is not computed: {count}");
}

fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// The locator treats only sides without a cell on one hand as the boundary.
#[test]
fn a_point_locator_finds_the_boundary_of_overlapping_triangles() {
    for triangles in
        ["0 1 2", "0 1 2, 0 2 3", "0 1 2, 3 2 0", "0 1 2, 0 2 1", "0 1 2, 0 2 3, 2 3 0", "0 1 2, 0 1 3"]
    {
        let mesh = mesh(&format!("v 0 0, 0 2, 2 2, 2 0; c {triangles}"));
        let (derived, squares) = (Derived::build(&mesh), PointLocator::build(&mesh));
        for (x, z) in (-3..8).flat_map(|x| (-3..8).map(move |z| (x as f32 * 0.5, z as f32 * 0.5 + 0.125))) {
            let end = Endpoint { ground: Vec2::new(x, z), height: None };
            let expected = locate(&mesh, &derived, end, 2.0);
            assert_eq!(squares.locate(end, 2.0), expected, "({x}, {z}) on {triangles}");
        }
    }
}
