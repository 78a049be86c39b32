//! What searches skip: dead ends, and whatever landmarks prove to be too far.

use std::collections::BTreeSet;

use navsmith_core::geometry::Vec2;
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{Derived, Draft, NavMesh};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::polyanya::event::{IntervalEvent, Pruned};
use navsmith_core::pathfinding::search::event::SearchEvent;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::trace::Silent;

use crate::support::notation::squares;

/// Returns random places of a mesh, and some of its corners, at which the distances to landmarks are exact.
fn places(walkable: &Walkable<'_>) -> Vec<Located> {
    let corners = walkable.mesh.vertices().step_by(11).filter_map(|(_, at)| {
        let end = Endpoint { ground: Vec2::new(at.x, at.z), height: Some(at.y) };
        locate(walkable.mesh, walkable.derived, end, 2.0)
    });
    random_points(walkable, 3, 80).into_iter().chain(corners).collect()
}

/// Compares lengths with and without landmarks; returns the number of intervals expanded without and with them.
fn compare_lengths(mesh: &NavMesh) -> [usize; 2] {
    let derived = Derived::build(mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, &derived, &agent, &filter);
    let places = places(&walkable);
    let mut expanded = [0; 2];
    for floor in [SearchMesh::build_merged(&walkable), SearchMesh::build(&walkable)] {
        let guided = floor.clone().with_landmarks_in(|_, _| true);
        let mut searches = [&floor, &guided].map(Polyanya::new);
        for ends in places.windows(2) {
            let mut lengths = [None; 2];
            for (index, search) in searches.iter_mut().enumerate() {
                let found = search.solve(&ends[0], &ends[1], &mut Silent);
                expanded[index] += found.as_ref().map_or(0, |optimum| optimum.expanded);
                lengths[index] = found.map(|optimum| optimum.length);
            }
            let [one, other] = lengths;
            assert_eq!(one.is_some(), other.is_some(), "both or neither");
            let (one, other) = (one.unwrap_or_default(), other.unwrap_or_default());
            assert!((one - other).abs() <= 1e-12 * one, "{one} and {other}");
        }
    }
    expanded
}

#[test]
fn landmarks_change_no_length() {
    for (landscape, seed) in [(Landscape::Terrain, 5), (Landscape::Rooms, 2), (Landscape::Maze, 8)] {
        let mesh = Recipe { landscape, triangles: 700, seed }.mesh();
        let [bare, guided] = compare_lengths(&mesh);
        assert!(guided < bare, "{landscape}: {guided} intervals with landmarks, {bare} without");
        // Reversed winding.
        let mut draft = Draft::of(mesh.clone());
        for (cell, _) in mesh.cells() {
            draft.set_corners(cell, mesh.corners(cell).iter().rev().copied());
        }
        compare_lengths(&draft.into_mesh());
        // Several islands.
        let mut draft = Draft::of(mesh.clone());
        mesh.cells().map(|(cell, _)| cell).filter(|cell| cell.0 % 7 == 3).for_each(|cell| {
            draft.remove_cell(cell);
        });
        compare_lengths(&draft.into_mesh());
    }
}

#[test]
fn a_search_that_has_landmarks_looks_at_less() {
    let mesh = Recipe { landscape: Landscape::Maze, triangles: 8000, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let bare = SearchMesh::build_merged(&walkable);
    let guided = bare.clone().with_landmarks();
    let places = random_points(&walkable, 1, 60);
    let expanded = |floor: &SearchMesh| -> usize {
        let mut search = Polyanya::new(floor);
        let ways = places.windows(2).filter_map(|ends| search.solve(&ends[0], &ends[1], &mut Silent));
        ways.map(|way| way.expanded).sum()
    };
    assert!(2 * expanded(&guided) < expanded(&bare), "{} and {}", expanded(&guided), expanded(&bare));
}

#[test]
fn a_search_enters_no_dead_end() {
    let mesh = squares(&["ooo x", "o oxx", "ooo x", "y    ", "y    ", "    z"]);
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let floor = SearchMesh::build(&walkable);
    let at = |[x, z]: [f32; 2]| locate(&mesh, &derived, Vec2::new(x, z).into(), 2.0).expect("a cell");
    // The squares 0 to 2, 4, 5 and 8 to 10 are a ring; 3, 6, 7 and 11 hang on its square 5, 12 and 13 on 8.
    for (ends, dead_ends, other_trees) in [
        ([[0.5, 1.5], [2.5, 2.5]], vec![8], vec![3, 6, 7, 11, 12, 13]),
        ([[0.5, 1.6], [4.5, 2.5]], vec![7, 8], vec![3, 12, 13]),
        ([[3.5, 1.5], [0.5, 4.5]], vec![6], vec![3, 7, 11]),
        ([[4.5, 0.5], [4.5, 2.5]], vec![], vec![5, 6, 12, 13]),
    ] {
        let (mut entered, mut pruned) = (BTreeSet::new(), BTreeSet::new());
        let mut observer = |event: IntervalEvent| match event {
            IntervalEvent::Pushed { cone, .. } => _ = entered.insert(cone.into.0),
            IntervalEvent::Pruned { exit, why: Pruned::CulDeSac } => _ = pruned.insert(exit.cell.0),
            _ => {}
        };
        let length = Polyanya::new(&floor).length(&at(ends[0]), &at(ends[1]), &mut observer);
        assert!(length.is_some(), "one island");
        assert!(dead_ends.iter().all(|cell| pruned.contains(cell)), "{ends:?}: {pruned:?}");
        assert!(!other_trees.iter().any(|cell| entered.contains(cell)), "{ends:?}: {entered:?}");
    }
    let other_island = Polyanya::new(&floor).length(&at([0.5, 0.5]), &at([4.5, 5.5]), &mut Silent);
    assert_eq!(other_island, None);
}

#[test]
fn an_event_is_small() {
    assert!(size_of::<SearchEvent>() <= 48, "{} bytes", size_of::<SearchEvent>());
}

/// On both sides of a diagonal, intervals have equal estimates; the one found last is nearer to the target.
#[test]
fn of_equal_estimates_the_last_one_is_expanded_first() {
    for count in [4, 6, 12] {
        let row = "0".repeat(count);
        let mesh = squares(&vec![row.as_str(); count]);
        let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let floor = SearchMesh::build(&walkable);
        let [start, target] = [0.5, count as f32 - 0.5]
            .map(|x| locate(&mesh, &derived, Vec2::splat(x).into(), 2.0).expect("a cell"));
        let found = Polyanya::new(&floor).solve(&start, &target, &mut Silent).expect("a path");
        assert_eq!(found.expanded, 2 * (count - 1), "{count} squares");
    }
}
