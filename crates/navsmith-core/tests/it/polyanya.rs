//! The optimum compared with a brute-force visibility graph, and its invariants on any mesh.

use std::collections::BTreeMap;

use crate::support::edits;
use crate::support::grounds::{Ground, WIDTH, ground};
use crate::support::visibility::Visibility;
use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry;
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, HalfEdge, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::polyanya::Polyanya;
use navsmith_core::pathfinding::polyanya::answer::Optimum;
use navsmith_core::pathfinding::polyanya::event::IntervalEvent;
use navsmith_core::pathfinding::polyanya::once::optimum;
use navsmith_core::pathfinding::prepared::kept_answer::find_path_with_progress;
use navsmith_core::pathfinding::query::Query;
use navsmith_core::pathfinding::search::footprint::search_limit;
use navsmith_core::pathfinding::search_mesh::SearchMesh;
use navsmith_core::pathfinding::search_mesh::lazy::LazySearchMesh;
use navsmith_core::trace::{Recorder, Silent};
use proptest::prelude::*;

/// A position in a cell: the mean of some of its corners, so inside, on a side or on a corner.
type Place = (usize, [usize; 4]);

fn place() -> impl Strategy<Value = Place> {
    let corners = prop_oneof![
        [0..12usize, 0..12usize, 0..12usize, 0..12usize],
        (0..12usize).prop_map(|i| [i; 4]),
        (0..12usize).prop_map(|i| [i, i, i + 1, i + 1]),
    ];
    (any::<usize>(), corners)
}

fn located(mesh: &NavMesh, (cell, corners): Place) -> Option<Located> {
    let cells: Vec<CellId> = mesh.cells().map(|(id, _)| id).collect();
    let cell = *cells.get(cell % cells.len().max(1))?;
    let ring = mesh.ring(cell);
    let mean = corners.iter().map(|&i| ring[i % ring.len()]).sum::<Vec3>() / 4.0;
    // Rounding may move a mean off its side, and the oracle is exact.
    let is_on = Surface::of(mesh, cell).covers(geometry::ground(mean));
    let point = if is_on { mean } else { ring[corners[0] % ring.len()] };
    Some(Located {
        asked: Endpoint { ground: geometry::ground(point), height: None },
        cell,
        point,
        off_mesh: None,
    })
}

fn solve(mesh: &NavMesh, start: &Located, target: &Located) -> Option<Optimum> {
    let derived = Derived::build(mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    optimum(&Walkable::new(mesh, &derived, &agent, &filter), start, target, &mut Silent)
}

fn is_close(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-12 * one.max(other) + 1e-13
}

fn sum(points: &[Vec3]) -> f64 {
    let flat = |p: Vec3| DVec2::new(p.x.into(), p.z.into());
    points.windows(2).map(|pair| flat(pair[0]).distance(flat(pair[1]))).sum()
}

/// Asserts that the corners, the length and the corridor of an answer agree.
fn assert_sound(mesh: &NavMesh, derived: &Derived, optimum: &Optimum) {
    let turns: Vec<Vec3> = optimum.corners.iter().map(|&v| mesh.position(v)).collect();
    assert_eq!(optimum.points[1..optimum.points.len() - 1], turns, "the corners between the ends");
    assert!(is_close(sum(&optimum.points), optimum.length), "the length is that of the points: {optimum:?}");
    let corridor = &optimum.corridor;
    assert_eq!(corridor.cells.len(), corridor.exits.len() + 1, "one side fewer than cells");
    for (exit, pair) in corridor.exits.iter().zip(corridor.cells.windows(2)) {
        let exit = exit.side().expect("it walks on the ground");
        assert_eq!(exit.cell, pair[0], "a side of the cell that is left");
        let twin: Option<HalfEdge> = derived.adjacency.twin(exit);
        assert_eq!(twin.map(|twin| twin.cell), Some(pair[1]), "it leads into the next");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn the_optimum_is_the_shortest_path_of_the_visibility_graph(ground in ground(), from in place(), to in place()) {
        let mesh = ground.build();
        let derived = Derived::build(&mesh);
        let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
        let node = |end: &Located| (geometry::ground(end.point), end.cell);
        let oracle = Visibility::of(&mesh, &derived).shortest(node(&start), node(&target));
        match solve(&mesh, &start, &target) {
            None => prop_assert!(oracle.is_infinite(), "there is a way of {oracle}"),
            Some(found) => {
                prop_assert!(is_close(found.length, oracle), "found {found:?}, shortest {oracle}");
                assert_sound(&mesh, &derived, &found);
            }
        }
    }

    #[test]
    fn after_any_turn_and_scale_the_optimum_is_the_shortest_path_except_for_rounding(
        ground in ground(), ends in prop::collection::vec((place(), place()), 1..4),
        degrees in 0.1f64..360.0, scale in prop_oneof![Just(0.1), Just(1.0 / 3.0), Just(1e-3), 1e-3..10.0f64],
        shift in [-30.0f64..30.0, -30.0..30.0],
    ) {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let moved = |&[x, z]: &[f32; 2]| {
            let [x, z] = [x, z].map(f64::from);
            [cos * x - sin * z + shift[0], sin * x + cos * z + shift[1]].map(|n| (n * scale) as f32)
        };
        let mesh = Ground { places: ground.places.iter().map(moved).collect(), ..ground }.build();
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let plain = SearchMesh::build(&walkable);
        let merged = plain.with_merged_cells();
        let guided = [&plain, &merged].map(|floor| floor.clone().with_landmarks_in(|_, _| true));
        let mut solvers = [&plain, &merged, &guided[0], &guided[1]].map(Polyanya::new);
        let node = |end: &Located| (geometry::ground(end.point), end.cell);
        for (from, to) in ends {
            let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
            let oracle = Visibility::of(&mesh, &derived).shortest(node(&start), node(&target));
            // Rounding moved collinear corners by half a unit in the last place of 50 m at most. A line of sight of
            // the oracle may extend past each corner by that distance.
            let most = oracle.min(1e3) * 1e-9 + 1e-4 * scale;
            let found = solvers.iter_mut().map(|solver| solver.length(&start, &target, &mut Silent));
            let found = found.chain([solve(&mesh, &start, &target).map(|found| found.length)]);
            for (nth, found) in found.enumerate() {
                let found = found.unwrap_or(f64::INFINITY);
                prop_assert!(found == oracle || (found - oracle).abs() <= most, "{nth}: found {found}, shortest {oracle}");
            }
        }
    }

    #[test]
    fn however_the_mesh_is_laid_out_the_way_is_the_same_length(ground in ground(), ends in prop::collection::vec((place(), place()), 1..5)) {
        let mesh = ground.build();
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let plain = SearchMesh::build(&walkable);
        let mut unrolled = Polyanya::new(LazySearchMesh::new(&walkable));
        let merged = plain.with_merged_cells();
        let guided = [&plain, &merged].map(|floor| floor.clone().with_landmarks_in(|_, _| true));
        let mut solvers = [&plain, &merged, &guided[0], &guided[1]].map(Polyanya::new);
        for (from, to) in ends {
            let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
            let expected = unrolled.length(&start, &target, &mut Silent);
            for solver in &mut solvers {
                let found = solver.solve(&start, &target, &mut Silent);
                prop_assert_eq!(found.is_some(), expected.is_some(), "both or neither");
                let Some((found, expected)) = found.zip(expected) else { continue };
                prop_assert!(is_close(found.length, expected), "{} {}", found.length, expected);
                assert_sound(&mesh, &derived, &found);
            }
        }
    }

    #[test]
    fn there_and_back_are_equally_long(ground in ground(), from in place(), to in place()) {
        let mesh = ground.build();
        let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
        let [there, back] = [solve(&mesh, &start, &target), solve(&mesh, &target, &start)].map(|o| o.map(|o| o.length));
        prop_assert_eq!(there.is_some(), back.is_some(), "both or neither");
        prop_assert!(there.zip(back).is_none_or(|(there, back)| is_close(there, back)), "{there:?} {back:?}");
    }

    #[test]
    fn the_place_and_the_order_of_things_do_not_matter(ground in ground(), from in place(), to in place(), seed: u32, turned: bool) {
        let mesh = ground.build();
        let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
        // Quarter turns and a shift by a power of two are exact on the coarse grid. They round pushed vertices a
        // little.
        let moved = |[x, z]: [f32; 2]| if turned { [-z, x] } else { [x + 64.0, z - 32.0] };
        let grid = |[x, z]: [f32; 2]| [(x * 1024.0).round() / 1024.0, (z * 1024.0).round() / 1024.0];
        let ground = Ground { places: ground.places.iter().map(|&p| grid(p)).collect(), ..ground };
        let mesh = { let _ = mesh; ground.build() };
        let other = ground.reordered(moved, seed).build();
        let (start, target) = (moved_onto(&mesh, start), moved_onto(&mesh, target));
        let relocated = |end: &Located| {
            let [x, z] = moved([end.point.x, end.point.z]);
            locate(&other, &Derived::build(&other), Endpoint { ground: Vec2::new(x, z), height: None }, 2.0)
        };
        let (Some(new_start), Some(new_target)) = (relocated(&start), relocated(&target)) else { return Ok(()) };
        // At a vertex where cell fans touch only at that vertex, an end may be located in another fan.
        prop_assume!(!is_on_corner(&mesh, &start) && !is_on_corner(&mesh, &target));
        let [one, two] = [solve(&mesh, &start, &target), solve(&other, &new_start, &new_target)].map(|o| o.map(|o| o.length));
        prop_assert_eq!(one.is_some(), two.is_some(), "both or neither");
        prop_assert!(one.zip(two).is_none_or(|(one, two)| is_close(one, two)), "{one:?} {two:?}");
    }

    #[test]
    fn watching_changes_nothing_and_memory_does_not_matter(ground in ground(), ends in prop::collection::vec((place(), place()), 1..5)) {
        let mesh = ground.build();
        let derived = Derived::build(&mesh);
        let (agent, filter) = (Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let mut kept = Polyanya::new(LazySearchMesh::new(&walkable));
        for (from, to) in ends {
            let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
            let mut recorder = Recorder::<IntervalEvent>::default();
            let watched = optimum(&walkable, &start, &target, &mut recorder);
            let again = kept.solve(&start, &target, &mut Silent);
            prop_assert_eq!(&watched, &again, "watched and fresh, unwatched and used before");
            let events = recorder.into_timeline();
            let popped = events.events().iter().filter(|event| event.taken().is_some()).count();
            let reached = events.events().iter().filter_map(|event| match event {
                IntervalEvent::Reached { length, .. } => Some(*length),
                _ => None,
            });
            let least = reached.fold(f64::INFINITY, f64::min);
            prop_assert_eq!(watched.as_ref().map_or(f64::INFINITY, |found| found.length), least, "the best that was reached");
            prop_assert!(watched.is_none_or(|found| found.expanded == popped), "an event for each");
        }
    }

    #[test]
    fn inside_out_it_is_as_far(ground in ground(), from in place(), to in place()) {
        let mesh = ground.build();
        let rings = ground.rings.iter().map(|ring| ring.iter().rev().copied().collect()).collect();
        let other = Ground { places: ground.places.clone(), rings }.build();
        let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
        let [one, two] = [&mesh, &other].map(|mesh| solve(mesh, &start, &target).map(|o| o.length));
        prop_assert_eq!(one.is_some(), two.is_some(), "both or neither");
        prop_assert!(one.zip(two).is_none_or(|(one, two)| is_close(one, two)), "{one:?} {two:?}");
    }

    #[test]
    fn forbidden_cells_are_walls(ground in ground(), blocked in prop::collection::vec(prop::bool::weighted(0.2), WIDTH * WIDTH * 2), from in place(), to in place()) {
        let mesh = ground.build();
        let (Some(start), Some(target)) = (located(&mesh, from), located(&mesh, to)) else { return Ok(()) };
        let is_open = |id: CellId| id == start.cell || id == target.cell || !blocked[id.0 as usize];
        let painted = {
            let mut draft = navsmith_core::navmesh::Draft::of(mesh.clone());
            mesh.cells().filter(|(id, _)| !is_open(*id)).for_each(|(id, _)| draft.set_area(id, AreaId(1)));
            draft.into_mesh()
        };
        let removed = {
            let mut draft = navsmith_core::navmesh::Draft::of(mesh.clone());
            mesh.cells().filter(|(id, _)| !is_open(*id)).for_each(|(id, _)| draft.remove_cell(id));
            draft.into_mesh()
        };
        let mut filter = Filter::default();
        filter.set_cost(AreaId(1), f32::INFINITY);
        let (derived, agent) = (Derived::build(&painted), Agent::default());
        let one = optimum(&Walkable::new(&painted, &derived, &agent, &filter), &start, &target, &mut Silent);
        let two = solve(&removed, &start, &target);
        prop_assert_eq!(one.map(|o| o.length), two.map(|o| o.length), "as if they were not there");
    }
}

/// Returns a located end on a mesh whose vertices moved slightly.
fn moved_onto(mesh: &NavMesh, end: Located) -> Located {
    let centroid = mesh.centroid(end.cell);
    let point = end.point.lerp(centroid, 0.25);
    let rounded = (point * 1024.0).round() / 1024.0;
    Located { point: rounded, ..end }
}

fn is_on_corner(mesh: &NavMesh, end: &Located) -> bool {
    mesh.ring(end.cell).contains(&end.point)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, ..ProptestConfig::default() })]

    #[test]
    fn broken_meshes_neither_panic_nor_hang(field in edits::field(), acts in edits::acts(), from in place(), to in place()) {
        let mut seen = vec![field];
        for act in &acts {
            let next = edits::run(act, &seen);
            seen.push(next);
        }
        for mesh in &seen {
            let (Some(start), Some(target)) = (located(mesh, from), located(mesh, to)) else { continue };
            if let Some(found) = solve(mesh, &start, &target) {
                assert_sound(mesh, &Derived::build(mesh), &found);
            }
        }
    }
}

/// A room, a straight wall of several sides with a door between them, and a closet behind the door.
#[test]
fn a_door_in_a_straight_wall_is_entered_round_its_post() {
    let ground = Ground {
        places: vec![[0., 0.], [0., 4.], [1., 4.], [2., 4.], [4., 4.], [4., 0.], [1., 6.], [2., 6.]],
        rings: vec![vec![0, 1, 2, 3, 4, 5], vec![2, 6, 7, 3]],
    };
    let mesh = ground.build();
    let end = |cell, x, z| {
        let point = Vec3::new(x, 0.0, z);
        Located {
            asked: Endpoint { ground: Vec2::new(x, z), height: None },
            cell: CellId(cell),
            point,
            off_mesh: None,
        }
    };
    let found = solve(&mesh, &end(0, 0.0, 4.0), &end(1, 1.0, 5.0)).expect("through the door");
    assert_eq!((found.length, found.corners), (2.0, vec![VertexId(2)]), "along the wall and round the post");
    let found = solve(&mesh, &end(0, 4.0, 4.0), &end(1, 2.0, 6.0)).expect("through the door");
    assert_eq!((found.length, found.corners), (4.0, vec![VertexId(3)]), "from the other side");
    let names: BTreeMap<u32, usize> = found.corridor.cells.iter().map(|cell| (cell.0, 1)).collect();
    assert_eq!(names.len(), 2, "room and closet");
}

/// Builds a field of small split squares, with walls one square wide and a door every 40 squares.
fn walled_field(side: u32) -> Ground {
    let is_wall = |x: u32, z: u32| x % 20 == 10 && z % 40 > 3 && x + 5 < side;
    let number = |x: u32, z: u32| x * (side + 1) + z;
    let mut rings = Vec::new();
    for (x, z) in (0..side).flat_map(|x| (0..side).map(move |z| (x, z))).filter(|&(x, z)| !is_wall(x, z)) {
        let [a, b, c, d] = [number(x, z), number(x, z + 1), number(x + 1, z + 1), number(x + 1, z)];
        rings.extend([vec![a, b, c], vec![a, c, d]]);
    }
    let places = (0..=side).flat_map(|x| (0..=side).map(move |z| [x as f32, z as f32])).collect();
    Ground { places, rings }
}

/// Every wall corner sees much of the field.
///
/// Without a check for shorter distances, the search would expand the field again from each corner.
#[test]
fn a_field_that_many_corners_see_is_searched_a_few_times_only() {
    let mesh = walled_field(320).build();
    let derived = Derived::build(&mesh);
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let floor = SearchMesh::build_merged(&walkable);
    let (mut merged, mut expanded) = (Polyanya::new(&floor), 0);
    for (from, to) in [([2.3, 3.1], [317.2, 315.6]), ([161.5, 310.5], [3.0, 77.25])] {
        let end = |[x, z]: [f32; 2]| Endpoint { ground: Vec2::new(x, z), height: None };
        let [start, target] =
            [from, to].map(|at| locate(&mesh, &derived, end(at), 1.0).expect("on the field"));
        let found = optimum(&walkable, &start, &target, &mut Silent).expect("a way");
        assert_sound(&mesh, &derived, &found);
        let expected = merged.length(&start, &target, &mut Silent).expect("a way");
        assert!(is_close(found.length, expected), "{} and {expected} m", found.length);
        expanded += found.expanded;
    }
    assert!(expanded < 10 * mesh.cell_count(), "{expanded} intervals, {} cells", mesh.cell_count());
}

/// Builds squares of 1 m with holes; vertices 16 and 24 are at one position, so one side has no length.
fn squares_with_a_side_without_length() -> NavMesh {
    let columns = [0.0, 1.0, 2.0, 3.2, 4.2, 5.2, 6.2];
    let first = (0..14).map(|index| [columns[index % 7], (index / 7) as f32]);
    let columns = [0.0, 1.0, 2.0, 3.0, 3.2, 4.2, 5.2, 6.2];
    let rest = (0..40).map(|index| [columns[index % 8], (index / 8) as f32 + 2.0]);
    let mut vertices: Vec<Vec3> = first.chain(rest).map(|[x, z]| Vec3::new(x, 0.0, z)).collect();
    vertices[16] = vertices[24];
    let first =
        [[0, 7], [1, 8], [2, 9], [3, 10], [4, 11], [7, 14], [8, 15], [9, 16], [10, 18], [11, 19], [12, 20]];
    let rest = [15, 16, 18, 19, 20, 22, 24, 26, 27, 28, 30, 31, 34, 35, 36, 38, 39, 40, 43, 44];
    let rings = first.map(|[top, bottom]| [top, bottom, bottom + 1, top + 1]).into_iter();
    let rings = rings.chain(rest.map(|top| [top, top + 8, top + 9, top + 1]));
    let cells = rings.map(|ring| Cell::new(ring.map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("every cell has its corners")
}

#[test]
fn a_search_around_a_side_without_length_ends() {
    let mesh = squares_with_a_side_without_length();
    let query = Query::new(Vec2::splat(0.3), Vec2::splat(5.7));
    let limit = search_limit(100_000);
    let found = find_path_with_progress(&mesh, &Derived::build(&mesh), &query, &mut Silent, &limit);
    let (answer, _) = found.expect("it ends by itself");
    assert!(answer.path().is_some() || answer.expanded > 0, "{answer:?}");
}
