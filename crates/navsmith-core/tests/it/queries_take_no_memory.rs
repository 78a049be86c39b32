//! Queries of a prepared mesh allocate nothing once their buffers are large enough.

use allocation_counter::measure;
use navsmith_core::geometry::{Vec3, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{AreaId, Cell, Derived, Link, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{
    Slide, move_along_surface, move_along_surface_into,
};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast, raycast_into};
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::polyanya::answer::Optimum;
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::algorithm::{Algorithm, AlgorithmChoice};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Outcome, Query, find_path};
use navsmith_core::pathfinding::search::method::Method;
use navsmith_core::pathfinding::search::{Search, Status};
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::trace::Silent;

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

/// Returns meshes of triangles in rooms, on hills and in a maze.
fn landscapes() -> Vec<NavMesh> {
    let generated = |landscape, seed| Recipe { landscape, triangles: 2000, seed }.mesh();
    vec![generated(Landscape::Rooms, 1), generated(Landscape::Terrain, 2), generated(Landscape::Maze, 3)]
}

/// Returns an agent with all limits, which are checked at every portal.
fn sized() -> Agent {
    Agent { radius: 0.2, height: 1.8, max_slope: 1.0, max_climb: 0.5 }
}

#[test]
fn rays_written_into_an_earlier_one_allocate_no_memory_and_are_those_of_one_ray() {
    for mesh in landscapes() {
        let derived = Derived::build(&mesh);
        let (agent, filter) = (sized(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let places = random_points(&walkable, 1, 200);
        let (mut memory, mut ray, mut cells) = (SurfaceMemory::default(), Ray::default(), 0);
        let taken = taken_again(|| {
            for pair in places.windows(2) {
                raycast_into(&walkable, &pair[0], ground(pair[1].point), &mut memory, &mut ray);
                cells += ray.cells.len();
            }
        });
        assert_eq!(taken, 0, "for {cells} cells crossed");
        assert!(cells > 1000, "{cells} cells are crossed");
        for pair in places.windows(2) {
            raycast_into(&walkable, &pair[0], ground(pair[1].point), &mut memory, &mut ray);
            assert_eq!(ray, raycast(&walkable, &pair[0], ground(pair[1].point)), "the same ray");
        }
        // From a corner of the mesh along an edge, a ray continues in the cells around each vertex.
        for (id, cell) in mesh.cells().take(100) {
            let [from, to] = cell.side(0).map(|corner| ground(mesh.position(corner)));
            let from = Located {
                asked: from.into(),
                cell: id,
                point: mesh.position(cell.side(0)[0]),
                off_mesh: None,
            };
            raycast_into(&walkable, &from, to * 2.0 - ground(from.point), &mut memory, &mut ray);
            assert_eq!(ray, raycast(&walkable, &from, to * 2.0 - ground(from.point)), "the same ray");
        }
    }
}

#[test]
fn walks_written_into_an_earlier_one_allocate_no_memory_and_are_those_of_one_walk() {
    for mesh in landscapes() {
        let derived = Derived::build(&mesh);
        let (agent, filter) = (sized(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let places = random_points(&walkable, 1, 200);
        let (mut memory, mut slide, mut slid) = (SurfaceMemory::default(), Slide::default(), 0);
        let target = |pair: &[Located]| {
            let [from, to] = [0, 1].map(|nth| ground(pair[nth].point));
            from + (to - from).clamp_length_max(10.0)
        };
        let taken = taken_again(|| {
            for pair in places.windows(2) {
                move_along_surface_into(&walkable, &pair[0], target(pair), &mut memory, &mut slide);
                slid += usize::from(!slide.has_arrived);
            }
        });
        assert_eq!(taken, 0, "for {slid} walks along walls");
        assert!(slid > 10, "{slid} walks meet walls");
        for pair in places.windows(2) {
            move_along_surface_into(&walkable, &pair[0], target(pair), &mut memory, &mut slide);
            assert_eq!(slide, move_along_surface(&walkable, &pair[0], target(pair)), "the same walk");
        }
    }
}

#[test]
fn finding_the_nearest_cell_of_a_place_off_the_mesh_takes_no_memory() {
    for mesh in landscapes() {
        let derived = Derived::build(&mesh);
        let squares = PointLocator::build(&mesh);
        let size = mesh.bounds().size();
        let places: Vec<_> = (0..100)
            .map(|i| {
                glam::Vec2::new(size.x * (i % 10) as f32 / 8.0 - 3.0, size.z * (i / 10) as f32 / 8.0 - 3.0)
            })
            .collect();
        let mut count = 0;
        let taken = taken_again(|| {
            for place in &places {
                let found =
                    [locate(&mesh, &derived, (*place).into(), 2.0), squares.locate((*place).into(), 2.0)];
                assert_eq!(found[0], found[1], "both find the same");
                count += usize::from(found[0].is_some_and(|found| found.off_mesh.is_some()));
            }
        });
        assert_eq!(taken, 0, "for {count} places off the mesh");
    }
}

/// Returns settings that lead to every part of a search: slopes, radii, costs and named algorithms.
fn many_settings() -> Vec<Settings> {
    let plain = Settings::default;
    let mut dear = plain();
    dear.filter.set_cost(AreaId(0), 2.5);
    let named = |algorithm: Algorithm| Settings { algorithm: AlgorithmChoice::from(algorithm), ..plain() };
    vec![
        plain(),
        Settings { agent: sized(), ..plain() },
        Settings { agent: Agent { radius: 0.4, ..Agent::default() }, ..plain() },
        Settings { has_slope_waypoints: true, ..plain() },
        dear,
        named(Algorithm::Polyanya),
        named(Algorithm::Nodes(Method::Steps)),
        named(Algorithm::Nodes(Method::Centers)),
        named(Algorithm::Nodes(Method::Entries)),
    ]
}

/// Returns queries between places on a mesh, some of them beside it or above it.
fn queries(mesh: &NavMesh, derived: &Derived, settings: &Settings) -> Vec<Query> {
    let walkable = Walkable::new(mesh, derived, &settings.agent, &settings.filter);
    let places = random_points(&walkable, 5, 60);
    let size = mesh.bounds().size();
    let query = |(number, pair): (usize, &[Located])| {
        let [mut start, mut target] = [pair[0].point, pair[1].point]
            .map(|point| Endpoint { ground: ground(point), height: Some(point.y + 0.1) });
        match number % 10 {
            3 => start = glam::Vec2::new(-1.0, size.z * 0.5).into(),
            6 => target = glam::Vec2::new(size.x + 2.0, size.z * 0.2).into(),
            _ => {}
        }
        Query { start, target, settings: settings.clone() }
    };
    places.chunks_exact(2).enumerate().map(query).collect()
}

/// Returns small landscapes, and rooms with links between random places.
fn linked_landscapes() -> Vec<NavMesh> {
    let generated = |landscape| Recipe { landscape, triangles: 250, seed: 1 }.mesh();
    let [rooms, terrain, maze] = [Landscape::Rooms, Landscape::Terrain, Landscape::Maze].map(generated);
    let (derived, agent, filter) = (Derived::build(&rooms), Agent::default(), Filter::default());
    let places = random_points(&Walkable::new(&rooms, &derived, &agent, &filter), 1, 20);
    let links = places.chunks_exact(2).map(|ends| Link::between(ends[0].point, ends[1].point));
    let linked = rooms.clone().with_links(links).expect("valid links");
    vec![rooms, terrain, maze, linked]
}

#[test]
fn paths_written_into_an_earlier_answer_allocate_no_memory() {
    for (number, mesh) in linked_landscapes().iter().enumerate() {
        let derived = Derived::build(mesh);
        for settings in many_settings() {
            let walkable = Walkable::new(mesh, &derived, &settings.agent, &settings.filter);
            let mut solver = Solver::build(&walkable).expect("a sound mesh");
            // A query without a path allocates its reason.
            let mut queries = queries(mesh, &derived, &settings);
            queries.retain(|query| find_path(mesh, &derived, query).path().is_some());
            assert!(queries.len() > 20, "most have a path: {}", queries.len());
            let (mut answer, mut count) = (Answer::default(), 0);
            let taken = taken_again(|| {
                for query in &queries {
                    solver.find_path_into(&derived, query, &mut answer);
                    count += answer.path().map_or(0, |path| path.waypoints.len());
                }
            });
            assert_eq!(taken, 0, "for {count} waypoints on mesh {number}, {settings:?}");
        }
    }
}

#[test]
fn an_answer_in_used_memory_is_that_in_new_memory_and_as_long_as_that_of_one_query() {
    let mut partial = 0;
    for (number, mesh) in linked_landscapes().iter().enumerate() {
        let derived = Derived::build(mesh);
        for settings in many_settings() {
            let walkable = Walkable::new(mesh, &derived, &settings.agent, &settings.filter);
            let fresh = Solver::build(&walkable).expect("a sound mesh");
            let (mut solver, mut answer) = (fresh.clone(), Answer::default());
            for query in queries(mesh, &derived, &settings) {
                solver.find_path_into(&derived, &query, &mut answer);
                assert_eq!(answer, fresh.clone().find_path(&derived, &query), "mesh {number}: {query:?}");
                let single = find_path(mesh, &derived, &query);
                assert_eq!((answer.by, answer.why()), (single.by, single.why()), "mesh {number}: {query:?}");
                let length = |answer: &Answer| answer.path().map_or(-1.0, |path| path.lower_bound);
                let [found, expected] = [&answer, &single].map(length);
                assert!((found - expected).abs() <= 1e-9 * expected.abs(), "{found}, {expected}: {query:?}");
                partial += usize::from(matches!(answer.outcome, Outcome::Partial { .. }));
            }
        }
    }
    assert!(partial > 50, "ends beside the mesh are moved: {partial}");
}

/// Builds triangles around the origin that span slightly more than half a turn.
fn fan(triangles: u32) -> NavMesh {
    let angle = |i: u32| 3.3 * i as f32 / triangles as f32;
    let rim = (0..=triangles).map(|i| Vec3::new(angle(i).cos(), 0.0, -angle(i).sin()) * 10.0);
    let vertices = std::iter::once(Vec3::ZERO).chain(rim);
    let cells = (1..=triangles).map(|i| Cell::new([VertexId(0), VertexId(i), VertexId(i + 1)], AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("it keeps the invariants")
}

/// A string that is pulled through all portals since the last corner would take `n²` steps in a fan.
#[test]
fn a_search_pulls_its_string_through_a_bounded_number_of_portals() {
    let mesh = fan(4096);
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let at = |x: f32, z: f32| {
        locate(&mesh, &derived, glam::Vec2::new(x, z).into(), f32::INFINITY).expect("a cell")
    };
    let (start, target) = (at(5.0, -0.003), at(-5.0, 0.5));
    let bytes = [Method::Entries, Method::FunnelCost].map(|method| {
        let taken = measure(|| {
            let mut search = Search::new(&walkable, method, &start, Some(&target));
            assert_eq!(search.run(&mut Silent), Status::Found);
        });
        taken.bytes_max
    });
    assert!(bytes[1] < bytes[0] + 500_000, "{bytes:?}");
}
