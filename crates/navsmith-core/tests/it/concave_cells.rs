//! Compares queries on concave cells with queries on the same ground made of triangles.

use crate::support::concave::{Joined, joined};
use crate::support::grounds::Ground;
use crate::support::visibility::Visibility;
use glam::{Vec2, Vec3};
use navsmith_core::geometry::{self, Shape, shape};
use navsmith_core::navmesh::{CellId, Derived, NavMesh, Pieces};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::closest_reachable::closest_reachable;
use navsmith_core::pathfinding::analysis::distance_field::distance_field;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::polyanya::once::optimum;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Outcome, Query, find_path, find_path_traced};
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::pathfinding::search_mesh::lazy::LazySearchMesh;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::progress::Progress;
use navsmith_core::trace::Silent;
use proptest::prelude::*;

struct World {
    mesh: NavMesh,
    derived: Derived,
    agent: Agent,
    filter: Filter,
}

impl World {
    fn new(ground: &Ground) -> Self {
        let mesh = ground.build();
        let derived = Derived::build(&mesh);
        Self { mesh, derived, agent: Agent::default(), filter: Filter::default() }
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }
}

fn on(cell: usize, at: Vec2) -> Located {
    let point = Vec3::new(at.x, 0.0, at.y);
    Located { asked: Endpoint { ground: at, height: None }, cell: CellId(cell as u32), point, off_mesh: None }
}

/// Triangle index and the indices of four corners; the position is their mean.
type Place = (usize, [usize; 4]);

fn place() -> impl Strategy<Value = Place> {
    let corners = prop_oneof![
        3 => [0..3usize, 0..3usize, 0..3usize, 0..3usize],
        1 => (0..3usize).prop_map(|i| [i; 4]),
    ];
    (any::<usize>(), corners)
}

/// Returns the position on the triangles and on the cells.
fn both(joined: &Joined, (triangle, corners): Place) -> Option<[Located; 2]> {
    let Joined { triangles, cell_of, .. } = joined;
    let triangle = triangle % triangles.rings.len().max(1);
    let ring = triangles.rings.get(triangle)?;
    let at = |i: usize| Vec2::from(triangles.places[ring[i] as usize]);
    let mean = corners.iter().map(|&i| at(i)).sum::<Vec2>() / 4.0;
    Some([on(triangle, mean), on(cell_of[triangle], mean)])
}

fn is_close(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.max(other).max(1.0)
}

fn flat(path: &[Vec3]) -> Vec<Vec2> {
    path.iter().map(|&point| geometry::ground(point)).collect()
}

/// Whether a straight line lies on the mesh, independent of the division into cells.
fn is_free(world: &World, line: [Vec2; 2]) -> bool {
    // Vertices lie on a raster of 1/64 m, so a line and a vertex differ by a minimum distance or not at all. Sampling
    // is sufficient.
    (0..=256).all(|i| {
        let at = line[0].lerp(line[1], i as f32 / 256.0);
        let end = Endpoint { ground: at, height: None };
        locate(&world.mesh, &world.derived, end, 1.0)
            .is_some_and(|found| found.off_mesh.is_none_or(|off| off < 1e-3))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn the_optimum_is_the_shortest_path_of_the_visibility_graph(
        joined in joined(), ends in prop::collection::vec((place(), place()), 1..4), is_reversed: bool,
    ) {
        let fine = World::new(&joined.triangles);
        let cells = joined.cells.rings.iter().map(|ring| {
            if is_reversed { ring.iter().rev().copied().collect() } else { ring.clone() }
        });
        let coarse = World::new(&Ground { places: joined.cells.places.clone(), rings: cells.collect() });
        let walkable = coarse.walkable();
        let plain = SearchMesh::build(&walkable);
        let merged = plain.with_merged_cells();
        let guided = [&plain, &merged].map(|floor| floor.clone().with_landmarks_in(|_, _| true));
        let mut solvers = [&plain, &merged, &guided[0], &guided[1]].map(Polyanya::new);
        let mut lazy = Polyanya::new(LazySearchMesh::new(&walkable));
        for (from, to) in ends {
            let (Some(start), Some(target)) = (both(&joined, from), both(&joined, to)) else { return Ok(()) };
            let node = |end: &Located| (geometry::ground(end.point), end.cell);
            let oracle = Visibility::of(&fine.mesh, &fine.derived).shortest(node(&start[0]), node(&target[0]));
            let found = solvers.iter_mut().map(|solver| solver.solve(&start[1], &target[1], &mut Silent));
            for (nth, found) in found.collect::<Vec<_>>().into_iter().chain([lazy.solve(&start[1], &target[1], &mut Silent)]).enumerate() {
                let length = found.as_ref().map_or(f64::INFINITY, |found| found.length);
                prop_assert!(is_close(length, oracle), "{nth}: found {length}, shortest {oracle}");
                let Some(found) = found else { continue };
                let repeats = found.corridor.cells.windows(2).any(|pair| pair[0] == pair[1]);
                prop_assert!(!repeats, "{nth}: cells are named once, not by piece: {found:?}");
            }
        }
    }

    #[test]
    fn every_algorithm_stays_on_the_mesh_and_none_beats_the_optimum(joined in joined(), from in place(), to in place()) {
        let (fine, coarse) = (World::new(&joined.triangles), World::new(&joined.cells));
        let (Some(start), Some(target)) = (both(&joined, from), both(&joined, to)) else { return Ok(()) };
        let [best, expected] = [(&coarse, 1), (&fine, 0)].map(|(world, i): (&World, usize)| {
            optimum(&world.walkable(), &start[i], &target[i], &mut Silent).map_or(f64::INFINITY, |best| best.length)
        });
        prop_assert!(is_close(best, expected), "{best} and {expected}");
        for algorithm in Algorithm::ALL {
            let settings = Settings { algorithm: algorithm.into(), has_slope_waypoints: false, ..Settings::default() };
            let query = Query { start: start[1].asked, target: target[1].asked, settings };
            let (answer, trace) = find_path_traced(&coarse.mesh, &coarse.derived, &query);
            prop_assert_eq!(&find_path(&coarse.mesh, &coarse.derived, &query), &answer, "watched or not");
            prop_assert!(!trace.is_empty());
            let Some(path) = answer.path() else { continue };
            let points: Vec<Vec3> = path.waypoints.iter().map(|waypoint| waypoint.point).collect();
            for pair in flat(&points).windows(2) {
                prop_assert!(is_free(&fine, [pair[0], pair[1]]), "{algorithm} leaves the mesh at {pair:?}: {path:?}");
            }
            // At a vertex where the mesh only touches itself, `locate` may return another cell.
            if answer.start.map(|it| it.cell) == Some(start[1].cell) && answer.target.map(|it| it.cell) == Some(target[1].cell) {
                let length = ground_length(&path.waypoints);
                prop_assert!(length >= best * (1.0 - 1e-9), "{algorithm}: {length} is shorter than {best}");
                if algorithm == Algorithm::Polyanya {
                    prop_assert!(is_close(length, best), "the string has the length of the optimum: {length} and {best}");
                }
            }
            prop_assert_eq!(path.waypoints[0].point, answer.start.expect("a start").point);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn walks_and_rays_are_those_of_the_triangles(
        joined in joined(), from in place(), to in [-64i16..448, -64..448], target in place(),
    ) {
        let (fine, coarse) = (World::new(&joined.triangles), World::new(&joined.cells));
        let Some(start) = both(&joined, from) else { return Ok(()) };
        let to = Vec2::from(to.map(|n| f32::from(n) / 64.0));
        let worlds = [(&fine, &start[0]), (&coarse, &start[1])];

        let [a, b] = worlds.map(|(world, start)| raycast(&world.walkable(), start, to));
        let along = |hit: Option<f64>| hit.unwrap_or(1.0);
        prop_assert!(is_close(along(a.hit.map(|hit| hit.t)), along(b.hit.map(|hit| hit.t))), "{a:?} {b:?}");
        prop_assert!(a.end.point.distance(b.end.point) < 1e-5, "the ray ends in the same place: {a:?} {b:?}");
        let through = a.cells.iter().map(|cell| joined.cell_of[cell.0 as usize]);
        let mut through: Vec<CellId> = through.map(|cell| CellId(cell as u32)).collect();
        through.dedup();
        let mut corners = fine.mesh.vertices().map(|(_, at)| geometry::ground(at));
        let meets = |at: Vec2| geometry::turn(start[0].asked.ground, to, at) == geometry::Turn::Straight;
        if !corners.any(meets) {
            prop_assert_eq!(&through, &b.cells, "through the same cells");
        }

        let off = |at: Vec3| geometry::ground(at).as_dvec2().distance(to.as_dvec2());
        let [a, b] = worlds.map(|(world, start)| move_along_surface(&world.walkable(), start, to));
        prop_assert_eq!(a.has_arrived, b.has_arrived, "{:?} {:?}", a, b);
        // Outside the circle around the step, the positions considered depend on the cells.
        let from = start[0].asked.ground.as_dvec2();
        let is_in_circle = |end: &Located| {
            let at = geometry::ground(end.point).as_dvec2();
            at.distance(from.midpoint(to.as_dvec2())) <= from.distance(to.as_dvec2()) * 0.5
        };
        for [inside, other] in [[&a.end, &b.end], [&b.end, &a.end]] {
            let is_as_near = off(other.point) < off(inside.point) + 1e-4;
            prop_assert!(!is_in_circle(inside) || is_as_near, "a step ends as near: {a:?} {b:?}");
        }

        let [a, b] = worlds.map(|(world, start)| distance_to_wall(&world.walkable(), start, 3.97).map(|it| it.distance));
        prop_assert!(is_close(a.unwrap_or(9.0), b.unwrap_or(9.0)), "the nearest wall: {a:?} {b:?}");

        let asked = Endpoint { ground: to, height: None };
        let [a, b] = worlds.map(|(world, start)| closest_reachable(&world.walkable(), start, asked, &Progress::none()).ok().flatten().expect("its own cell"));
        prop_assert!((off(a.point) - off(b.point)).abs() < 1e-4, "the closest place: {a:?} {b:?}");

        let fields = worlds.map(|(world, start)| {
            distance_field(&world.walkable(), start, usize::MAX, &Progress::none()).ok().flatten().expect("not stopped")
        });
        if let Some(target) = both(&joined, target) {
            let [a, b] = [0, 1].map(|i| fields[i].distance(target[i].cell, target[i].asked.ground).unwrap_or(f64::INFINITY));
            prop_assert!(is_close(a, b), "distances {a} and {b}");
        }
        for (vertex, _) in fine.mesh.vertices() {
            let [a, b] = [0, 1].map(|i| fields[i].vertex_distance(vertex).unwrap_or(f64::INFINITY));
            let is_corner = joined.cells.rings.iter().flatten().any(|&corner| corner == vertex.0);
            prop_assert!(!is_corner || is_close(a, b), "vertex {}: {a} and {b}", vertex.0);
        }
    }
}

/// Returns rings that are self-crossing or flat, with their shapes.
///
/// The first one is a pentagram: it visits every second of five points.
fn broken() -> Vec<(Vec<[f32; 2]>, Shape)> {
    let pentagram = [[2., 0.], [0.4, 3.8], [3.9, 1.2], [0.1, 1.3], [3.6, 3.9]];
    let bow_tie = [[0., 0.], [4., 4.], [4., 0.], [0., 4.]];
    let line = [[0., 0.], [4., 4.], [2., 2.], [1., 1.]];
    let spike = [[0., 0.], [0., 4.], [4., 4.], [2., 4.], [6., 4.], [4., 0.]];
    let point = [[1., 1.]; 4];
    let slit = [[0., 0.], [0., 4.], [4., 4.], [4., 0.], [2., 0.], [2., 2.], [2., 0.]];
    let rings: [(&[[f32; 2]], Shape); 6] = [
        (&pentagram, Shape::SelfCrossing),
        (&bow_tie, Shape::SelfCrossing),
        (&line, Shape::Flat),
        (&spike, Shape::SelfCrossing),
        (&point, Shape::Flat),
        (&slit, Shape::SelfCrossing),
    ];
    rings.map(|(ring, shape)| (ring.to_vec(), shape)).to_vec()
}

#[test]
fn cells_that_cross_themselves_or_have_no_area_neither_hang_nor_panic() {
    for (places, expected) in broken() {
        let n = places.len() as u32;
        let beside = [[0., 4.], [-1., 4.], [-1., 0.]];
        // The first side has a neighbour, which provides a target.
        let ground = Ground {
            places: places.iter().copied().chain(beside).collect(),
            rings: vec![(0..n).collect(), vec![1, 0, n + 2, n + 1]],
        };
        let world = World::new(&ground);
        let ring = world.mesh.ground_ring(CellId(0));
        assert_eq!(shape(&ring), expected, "{places:?}");
        let walkable = world.walkable();
        let floor = SearchMesh::build_merged(&walkable).with_landmarks();
        let mut prepared = Polyanya::new(&floor);
        for to in [[-0.5, 2.0], [3.0, 1.0], [1.0, 1.0], [9.0, 9.0]].map(Vec2::from) {
            for algorithm in Algorithm::ALL {
                let settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
                let end = |ground| Endpoint { ground, height: None };
                let query = Query { start: end(Vec2::new(2.0, 2.0)), target: end(to), settings };
                let answer = find_path(&world.mesh, &world.derived, &query);
                assert!(answer.path().is_none_or(|path| path.length.is_finite()), "{algorithm}: {answer:?}");
                assert!(
                    !matches!(answer.outcome, Outcome::NoPath { .. }) || algorithm == Algorithm::Polyanya,
                    "{algorithm}"
                );
                if let (Some(start), Some(target)) = (answer.start, answer.target) {
                    prepared.length(&start, &target, &mut Silent);
                    raycast(&walkable, &start, to);
                    move_along_surface(&walkable, &start, to);
                    distance_to_wall(&walkable, &start, 9.0);
                    let _ = distance_field(&walkable, &start, usize::MAX, &Progress::none());
                }
            }
        }
    }
}

#[test]
fn a_cell_with_many_corners_is_cut_in_a_bounded_time() {
    let ring = |count: usize| -> Vec<[f32; 2]> {
        let corner = |i: usize| {
            let radius = if i.is_multiple_of(2) { 100.0 } else { 60.0 };
            let (sin, cos) = (i as f64 / count as f64 * std::f64::consts::TAU).sin_cos();
            [(cos * radius) as f32, (-sin * radius) as f32]
        };
        (0..count).map(corner).collect()
    };
    let pieces = |count: usize| {
        let mesh = Ground { places: ring(count), rings: vec![(0..count as u32).collect()] }.build();
        Pieces::of(&mesh, CellId(0)).map(|pieces| pieces.len())
    };
    // Each of the 200 reflex corners needs a cut, and one cut removes at most two of them.
    assert!(pieces(400).is_some_and(|pieces| pieces > 100), "a star of 200 points: {:?}", pieces(400));
    assert_eq!(pieces(40_000), None, "more than are cut");
}

/// Builds a cell in the shape of a U, with its arms up in the view.
fn u() -> World {
    let places = [[0., 0.], [0., 4.], [6., 4.], [6., 0.], [4., 0.], [4., 3.], [2., 3.], [2., 0.]];
    World::new(&Ground { places: places.to_vec(), rings: vec![(0..8).collect()] })
}

#[test]
fn every_algorithm_goes_round_the_notch_of_a_u() {
    let world = u();
    for algorithm in Algorithm::ALL {
        let settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
        let end = |x: f32| Endpoint { ground: Vec2::new(x, 1.0), height: None };
        let query = Query { start: end(1.0), target: end(5.0), settings };
        let (answer, trace) = find_path_traced(&world.mesh, &world.derived, &query);
        let path = answer.path().expect("one cell");
        assert_eq!(path.corridor, [CellId(0)], "{algorithm} names the cell once");
        let turns: Vec<Vec2> = path.waypoints.iter().map(|it| geometry::ground(it.point)).collect();
        let expected = [[1., 1.], [2., 3.], [4., 3.], [5., 1.]].map(Vec2::from);
        assert_eq!(turns, expected, "{algorithm} turns at the two corners");
        assert_eq!(path.length, 2.0 + 2.0 * 5f64.sqrt(), "{algorithm}");
        let inner = &path.portals[1..path.portals.len() - 1];
        assert!(!inner.is_empty(), "{algorithm}: the string goes through diagonals");
        for portal in inner {
            let diagonal = portal.half_edge.expect("a diagonal has width");
            let ends = world.mesh.half_edge(diagonal).expect("of the cell");
            assert!(
                diagonal.is_diagonal()
                    && portal.ids.is_some_and(|ids| ids.iter().all(|id| ends.contains(id)))
            );
        }
        let captions: Vec<String> = trace
            .portals()
            .events()
            .iter()
            .map(navsmith_core::pathfinding::string_pulling::portal::PortalEvent::caption)
            .collect();
        assert!(captions[1].ends_with("It is a diagonal of cell 0, which is not convex."), "{captions:?}");
    }
}

#[test]
fn a_step_and_a_ray_stop_at_the_notch_of_a_u() {
    let world = u();
    let walkable = world.walkable();
    let (from, to) = (on(0, Vec2::new(1.0, 1.0)), Vec2::new(5.0, 1.0));
    let ray = raycast(&walkable, &from, to);
    assert_eq!(ray.hit.map(|hit| hit.t), Some(0.25), "at the wall of the notch");
    assert_eq!(ray.hit.map(|hit| hit.wall.to_string()).as_deref(), Some("side 6 of cell 0"));
    assert_eq!(ray.cells, [CellId(0)]);
    let slide = move_along_surface(&walkable, &from, to);
    assert!(!slide.has_arrived, "the other arm lies outside of the circle around the step");
    assert_eq!(slide.end.point, Vec3::new(2.0, 0.0, 1.0), "as near as the wall lets it");
}
