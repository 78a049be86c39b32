//! Queries of a prepared mesh allocate nothing once their buffers are large enough.

use allocation_counter::measure;
use navsmith::navmesh::synthetic::{Landscape, Recipe};
use navsmith::navmesh::{Derived, NavMesh};
use navsmith::pathfinding::agent::walkable::Walkable;
use navsmith::pathfinding::agent::{Agent, Filter};
use navsmith::pathfinding::mesh_query::locate::{Located, locate};
use navsmith::pathfinding::mesh_query::random_points::random_points;
use navsmith::pathfinding::polyanya::Polyanya;
use navsmith::pathfinding::polyanya::answer::Optimum;
use navsmith::pathfinding::prepared::point_locator::PointLocator;
use navsmith::pathfinding::search_mesh::SearchMesh;
use navsmith::trace::Silent;

/// Returns a mesh of rooms, its derived data and positions on it.
fn rooms() -> (NavMesh, Derived, Vec<Located>) {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles: 2000, seed: 1 }.mesh();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let places = random_points(&Walkable::new(&mesh, &derived, &agent, &filter), 1, 200);
    (mesh, derived, places)
}

/// Returns the number of allocations of the second run of `act`.
fn taken_again(mut act: impl FnMut()) -> u64 {
    act();
    measure(act).count_total
}

#[test]
fn a_counted_allocation_is_counted() {
    assert_eq!(taken_again(|| drop(Vec::<u8>::with_capacity(1))), 1, "or else the other tests prove nothing");
}

#[test]
fn the_length_of_the_shortest_path_allocates_no_memory() {
    let (mesh, derived, places) = rooms();
    let (agent, filter) = (Agent::default(), Filter::default());
    let plain = SearchMesh::build(&Walkable::new(&mesh, &derived, &agent, &filter));
    let whole = plain.with_merged_cells().with_landmarks_in(|_, _| true);
    for floor in [&plain, &whole] {
        let (mut polyanya, mut found) = (Polyanya::new(floor), 0);
        let taken = taken_again(|| {
            let lengths = places.chunks_exact(2).map(|ends| polyanya.length(&ends[0], &ends[1], &mut Silent));
            found = lengths.flatten().count();
        });
        assert_eq!((taken, found), (0, places.len() / 2), "rooms are joined");
    }
}

#[test]
fn the_shortest_path_written_into_an_earlier_answer_allocates_no_memory() {
    let (mesh, derived, places) = rooms();
    let (agent, filter) = (Agent::default(), Filter::default());
    let plain = SearchMesh::build(&Walkable::new(&mesh, &derived, &agent, &filter));
    for floor in [plain.with_merged_cells().with_landmarks_in(|_, _| true), plain] {
        let (mut polyanya, mut answer) = (Polyanya::new(&floor), Optimum::default());
        let mut cells = 0;
        let taken = taken_again(|| {
            for ends in places.chunks_exact(2) {
                assert!(
                    polyanya.solve_into(&ends[0], &ends[1], &mut Silent, &mut answer),
                    "rooms are joined"
                );
                cells += answer.corridor.cells.len();
            }
        });
        assert_eq!(taken, 0, "for {cells} cells crossed");
    }
}

#[test]
fn an_answer_written_into_another_equals_a_new_one() {
    let (mesh, derived, places) = rooms();
    let (agent, filter) = (Agent::default(), Filter::default());
    let floor = SearchMesh::build_merged(&Walkable::new(&mesh, &derived, &agent, &filter));
    let (mut polyanya, mut answer) = (Polyanya::new(&floor), Optimum::default());
    for ends in places.windows(2) {
        let fresh = polyanya.solve(&ends[0], &ends[1], &mut Silent);
        let is_told = polyanya.solve_into(&ends[0], &ends[1], &mut Silent, &mut answer);
        assert_eq!(is_told.then_some(&answer), fresh.as_ref(), "from {} to {}", ends[0].point, ends[1].point);
    }
}

#[test]
fn finding_the_cell_of_a_place_takes_no_memory() {
    let (mesh, derived, places) = rooms();
    let squares = PointLocator::build(&mesh);
    let taken = taken_again(|| {
        for place in &places {
            let found = [locate(&mesh, &derived, place.asked, 2.0), squares.locate(place.asked, 2.0)];
            assert_eq!(found[0], found[1], "both find the same");
        }
    });
    assert_eq!(taken, 0, "for {} places", places.len());
}
