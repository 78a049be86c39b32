//! Properties of paths and surface queries on arbitrary flat grounds.
//!
//! Pulled strings are optimal in any corridor. Every segment lies exactly inside the mesh. Answers do not depend on
//! the position or the numbering of the mesh.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::grounds::{Ground, WIDTH, ground};
use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{self, Turn, turn};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, HalfEdge, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::corridor::{Corridor, Traversal};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::closest_reachable::closest_reachable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::cells_in_circle::cells_in_circle;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::move_along_surface::move_along_surface;
use navsmith_core::pathfinding::mesh_query::raycast::raycast;
use navsmith_core::pathfinding::polyanya::once::optimum;
use navsmith_core::pathfinding::query::algorithm::Algorithm;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::pathfinding::string_pulling::funnel::string_pull;
use navsmith_core::pathfinding::string_pulling::portal::portals_of;
use navsmith_core::pathfinding::string_pulling::surface_length::ground_length;
use navsmith_core::progress::Progress;
use navsmith_core::trace::Silent;
use proptest::prelude::*;

/// A mesh with an agent and a filter.
struct World {
    mesh: NavMesh,
    derived: Derived,
    agent: Agent,
    filter: Filter,
}

impl World {
    fn new(mesh: NavMesh) -> Self {
        let derived = Derived::build(&mesh);
        Self { mesh, derived, agent: Agent::default(), filter: Filter::default() }
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }

    fn optimum(&self, start: &Located, target: &Located) -> f64 {
        let best = optimum(&self.walkable(), start, target, &mut Silent);
        best.map_or(f64::INFINITY, |best| best.length)
    }

    /// Returns the mean of four corners of a cell.
    ///
    /// The position is inside the cell, on a side or on a corner.
    fn place(&self, (cell, corners): (usize, [usize; 4])) -> Option<Located> {
        let cells: Vec<CellId> = self.mesh.cells().map(|(id, _)| id).collect();
        let cell = *cells.get(cell % cells.len().max(1))?;
        Some(standing(&self.mesh, cell, corners))
    }

    fn neighbors(&self, cell: CellId) -> Vec<(HalfEdge, CellId)> {
        self.derived.adjacency.neighbors(cell).collect()
    }
}

fn standing(mesh: &NavMesh, cell: CellId, corners: [usize; 4]) -> Located {
    let ring = mesh.ring(cell);
    let mean = corners.iter().map(|&i| ring[i % ring.len()]).sum::<Vec3>() / 4.0;
    // Off the raster, rounding can place a mean outside its side.
    let is_on = Surface::of(mesh, cell).covers(geometry::ground(mean));
    on(cell, if is_on { mean } else { ring[corners[0] % ring.len()] })
}

fn on(cell: CellId, point: Vec3) -> Located {
    let asked = Endpoint { ground: geometry::ground(point), height: None };
    Located { asked, cell, point, off_mesh: None }
}

/// Removes triangles that the displacement turned clockwise; searches guarantee nothing on them.
fn right_side_out(mut ground: Ground) -> Ground {
    let Ground { places, rings } = &mut ground;
    let at = |v: u32| Vec2::from(places[v as usize]);
    rings.retain(|ring| match ring[..] {
        [a, b, c] => turn(at(a), at(b), at(c)) == Turn::Left,
        _ => true,
    });
    ground
}

fn sound() -> impl Strategy<Value = Ground> {
    ground().prop_map(right_side_out)
}

/// Generates grounds whose vertices lie on a raster of 1/64 m.
///
/// Means, translations and quarter turns are exact there.
fn raster() -> impl Strategy<Value = Ground> {
    ground().prop_map(|ground| {
        let places = ground.places.iter().map(|place| place.map(|n| (n * 64.0).round() / 64.0)).collect();
        right_side_out(Ground { places, ..ground })
    })
}

fn place() -> impl Strategy<Value = (usize, [usize; 4])> {
    let corners = prop_oneof![
        4 => [0..12usize, 0..12usize, 0..12usize, 0..12usize],
        1 => (0..12usize).prop_map(|i| [i; 4]),
    ];
    (any::<usize>(), corners)
}

fn is_close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// Builds a corridor from `first` by following `choices`, without repeating a cell.
fn wander(world: &World, first: CellId, choices: &[u8]) -> Corridor {
    let mut corridor = Corridor { cells: vec![first], exits: Vec::new() };
    let mut seen = BTreeSet::from([first]);
    for &choice in choices {
        let here = corridor.cells[corridor.cells.len() - 1];
        let fresh: Vec<_> =
            world.neighbors(here).into_iter().filter(|(_, next)| !seen.contains(next)).collect();
        let Some(&(side, next)) = fresh.get(usize::from(choice) % fresh.len().max(1)) else { break };
        seen.insert(next);
        corridor.cells.push(next);
        corridor.exits.push(Traversal::Side(side));
    }
    corridor
}

/// Builds a mesh from the cells of a corridor, joined only at the corridor's portals.
fn strip(world: &World, corridor: &Corridor) -> NavMesh {
    let mesh = &world.mesh;
    let (mut places, mut rings): (Vec<Vec3>, Vec<Vec<u32>>) = (Vec::new(), Vec::new());
    for (i, &cell) in corridor.cells.iter().enumerate() {
        let corners = mesh.ring(cell);
        let mut ring: Vec<Option<u32>> = vec![None; corners.len()];
        if let Some(exit) = i.checked_sub(1).and_then(|i| corridor.exits[i].side()) {
            let before = &rings[i - 1];
            let twin = world.derived.adjacency.twin(exit).expect("a way into the next cell");
            let at = |side: u32, count: usize| side as usize % count;
            ring[at(twin.side, corners.len())] = Some(before[at(exit.side + 1, before.len())]);
            ring[at(twin.side + 1, corners.len())] = Some(before[at(exit.side, before.len())]);
        }
        let ids = ring.into_iter().zip(corners.iter()).map(|(id, &corner)| {
            id.unwrap_or_else(|| {
                places.push(corner);
                places.len() as u32 - 1
            })
        });
        rings.push(ids.collect());
    }
    let cells = rings.iter().map(|ring| Cell::new(ring.iter().copied().map(VertexId), AreaId(0)));
    NavMesh::from_parts(places, cells).expect("cells of a mesh are sound apart")
}

/// A fraction as (numerator, denominator) with a positive denominator.
type Fraction = (i128, i128);

fn is_less((a, b): Fraction, (c, d): Fraction) -> bool {
    a * d < c * b
}

/// Returns the exact coordinates of a point in units of 1/256 m.
fn whole(point: Vec2) -> [i128; 2] {
    [point.x, point.y].map(|n| {
        let scaled = f64::from(n) * 256.0;
        assert_eq!(scaled.fract(), 0.0, "{point} is on the raster");
        scaled as i128
    })
}

/// Returns the exact parameter range of a segment inside a convex ring.
///
/// Returns `None` if the segment does not touch the ring.
fn held(ring: &[Vec2], [from, to]: [Vec2; 2]) -> Option<[Fraction; 2]> {
    let (from, to) = (whole(from), whole(to));
    let along = [to[0] - from[0], to[1] - from[1]];
    let mut held: [Fraction; 2] = [(0, 1), (1, 1)];
    for i in 0..ring.len() {
        let [a, b] = [ring[i], ring[(i + 1) % ring.len()]].map(whole);
        let side = [b[0] - a[0], b[1] - a[1]];
        let cross = |v: [i128; 2]| side[0] * v[1] - side[1] * v[0];
        // Z points down, so points left of a side have a cross product that is not positive: `at` + t `by` <= 0.
        let (at, by) = (cross([from[0] - a[0], from[1] - a[1]]), cross(along));
        match by.signum() {
            0 if at > 0 => return None,
            1 if is_less((-at, by), held[1]) => held[1] = (-at, by),
            -1 if is_less(held[0], (at, -by)) => held[0] = (at, -by),
            _ => {}
        }
    }
    (!is_less(held[1], held[0])).then_some(held)
}

/// Whether cells together cover a segment, exactly.
fn hold(mesh: &NavMesh, cells: &[CellId], segment: [Vec2; 2]) -> bool {
    let mut parts: Vec<_> = cells.iter().filter_map(|&cell| held(&mesh.ground_ring(cell), segment)).collect();
    let mut reached: Fraction = (0, 1);
    let mut is_first = true;
    while let Some(next) = parts.iter().position(|part| !is_less(reached, part[0])) {
        let [_, end] = parts.swap_remove(next);
        reached = if is_less(reached, end) { end } else { reached };
        is_first = false;
    }
    !is_first && !is_less(reached, (1, 1))
}

/// Quarter turns to the right, followed by a translation in whole metres.
#[derive(Clone, Copy, Debug)]
struct Motion {
    turns: u8,
    by: [i8; 2],
}

impl Motion {
    fn of(self, place: Vec2) -> Vec2 {
        let turned = (0..self.turns).fold(place, |at, _| Vec2::new(-at.y, at.x));
        turned + Vec2::from(self.by.map(f32::from))
    }

    fn of_point(self, point: Vec3) -> Vec3 {
        let at = self.of(geometry::ground(point));
        Vec3::new(at.x, point.y, at.y)
    }
}

/// Returns the sorted corner positions of a cell, which identify it in every mesh.
fn name(places: &[Vec2]) -> Vec<[i128; 2]> {
    let mut name: Vec<_> = places.iter().map(|&place| whole(place)).collect();
    name.sort_unstable();
    name
}

/// Two meshes of the same cells, the second one moved and renumbered.
struct Pair {
    here: World,
    there: World,
    motion: Motion,
    /// Cell in `there` for each cell in `here`.
    cells: BTreeMap<CellId, CellId>,
}

impl Pair {
    fn new(ground: &Ground, motion: Motion, seed: u32) -> Self {
        let here = World::new(ground.build());
        let there = World::new(ground.reordered(|place| motion.of(place.into()).into(), seed).build());
        let names: BTreeMap<_, _> =
            there.mesh.cells().map(|(id, _)| (name(&there.mesh.ground_ring(id)), id)).collect();
        let moved = |id| here.mesh.ground_ring(id).iter().map(|&at| motion.of(at)).collect::<Vec<_>>();
        let cells = here.mesh.cells().map(|(id, _)| (id, names[&name(&moved(id))])).collect();
        Self { here, there, motion, cells }
    }

    fn moved(&self, located: &Located) -> Located {
        on(self.cells[&located.cell], self.motion.of_point(located.point))
    }

    /// Whether a side in `here`, after the motion, has the same ends as a side in `there`.
    fn is_same_side(&self, here: HalfEdge, there: HalfEdge) -> bool {
        let ends = |world: &World, side| {
            let ends = world.mesh.half_edge(side).expect("a side of the mesh");
            ends.map(|end| geometry::ground(world.mesh.position(end)))
        };
        name(&ends(&self.here, here).map(|end| self.motion.of(end))) == name(&ends(&self.there, there))
    }
}

fn motion() -> impl Strategy<Value = Motion> {
    (0..4u8, [-64i8..64, -64i8..64]).prop_map(|(turns, by)| Motion { turns, by })
}

/// Generates positions in steps of 1/64 m, on the ground or up to 1 m beside it.
fn anywhere() -> impl Strategy<Value = Vec2> {
    let coordinate = || (-64..WIDTH as i16 * 64 + 64).prop_map(|n| f32::from(n) / 64.0);
    (coordinate(), coordinate()).prop_map(Vec2::from)
}

fn far(a: Vec3, b: Vec2) -> f64 {
    DVec2::new(a.x.into(), a.z.into()).distance(b.as_dvec2())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn in_any_corridor_the_string_is_the_optimum_of_that_corridor_alone(
        ground in sound(), from in place(), to in [0..12usize, 0..12, 0..12, 0..12],
        choices in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let world = World::new(ground.build());
        let Some(start) = world.place(from) else { return Ok(()) };
        let corridor = wander(&world, start.cell, &choices);
        let target = standing(&world.mesh, corridor.cells[corridor.cells.len() - 1], to);
        let (_, portals) = portals_of(&world.walkable(), &corridor, &start, &target);
        let pulled = ground_length(&string_pull(&portals, false, &mut Silent));
        let alone = World::new(strip(&world, &corridor));
        let last = CellId(corridor.cells.len() as u32 - 1);
        let least = alone.optimum(&on(CellId(0), start.point), &on(last, target.point));
        prop_assert!(is_close(pulled, least), "pulled {pulled}, at least {least} in {corridor:?}");
        let anywhere = world.optimum(&start, &target);
        prop_assert!(pulled >= anywhere * (1.0 - 1e-9), "pulled {pulled}, optimum {anywhere}");
    }

    #[test]
    fn every_segment_of_every_path_lies_in_the_cells_that_it_walks_exactly(ground in raster(), from in place(), to in place()) {
        let world = World::new(ground.build());
        let (Some(start), Some(target)) = (world.place(from), world.place(to)) else { return Ok(()) };
        for algorithm in Algorithm::ALL {
            let settings = Settings { algorithm: algorithm.into(), ..Settings::default() };
            let query = Query { start: start.asked, target: target.asked, settings };
            let answer = find_path(&world.mesh, &world.derived, &query);
            let Some(path) = answer.path() else { continue };
            prop_assert!(answer.why().is_none(), "both ends lie on the mesh: {:?}", answer.why());
            let ends = [path.waypoints[0], path.waypoints[path.waypoints.len() - 1]].map(|end| end.point);
            prop_assert_eq!(ends, [start.point, target.point], "{} goes all the way", algorithm);
            for pair in path.waypoints.windows(2) {
                let segment = [pair[0], pair[1]].map(|waypoint| geometry::ground(waypoint.point));
                let walked = pair[0].portal.saturating_sub(1)..(pair[1].portal + 1).min(path.corridor.len());
                prop_assert!(hold(&world.mesh, &path.corridor[walked], segment), "{algorithm}: {segment:?} of {path:?}");
            }
        }
    }

    #[test]
    fn who_walks_finds_the_same_wherever_a_mesh_lies_and_however_it_is_counted(
        ground in raster(), from in place(), to in anywhere(), motion in motion(), seed: u32,
    ) {
        let pair = Pair::new(&ground, motion, seed);
        let Some(from) = pair.here.place(from) else { return Ok(()) };
        let sides = [(&pair.here, from, to), (&pair.there, pair.moved(&from), motion.of(to))];
        let near = |a: Vec3, b: Vec3| far(pair.motion.of_point(a), geometry::ground(b)) < 1e-4;

        let [a, b] = [0, 1].map(|i| raycast(&sides[i].0.walkable(), &sides[i].1, sides[i].2));
        let along = |hit: Option<f64>| hit.unwrap_or(1.0);
        prop_assert!(is_close(along(a.hit.map(|hit| hit.t)), along(b.hit.map(|hit| hit.t))), "{a:?} {b:?}");
        prop_assert!(near(a.end.point, b.end.point), "the ray ends elsewhere: {a:?} {b:?}");
        let [start, end] = [geometry::ground(from.point), to];
        let is_met = |at: Vec3| turn(start, end, geometry::ground(at)) == Turn::Straight;
        if !pair.here.mesh.vertices().any(|(_, at)| is_met(at)) {
            let through: Vec<CellId> = a.cells.iter().map(|cell| pair.cells[cell]).collect();
            prop_assert_eq!(&through, &b.cells, "past no corner, through the same cells");
            prop_assert_eq!(a.hit.is_some(), b.hit.is_some(), "both or neither");
            let is_same = a.hit.zip(b.hit).is_none_or(|(a, b)| pair.is_same_side(a.wall, b.wall));
            prop_assert!(is_same, "another wall: {a:?} {b:?}");
        }

        let [a, b] = [0, 1].map(|i| move_along_surface(&sides[i].0.walkable(), &sides[i].1, sides[i].2));
        prop_assert_eq!(a.has_arrived, b.has_arrived, "a step: {:?} {:?}", a, b);
        let [one, other] = [far(a.end.point, sides[0].2), far(b.end.point, sides[1].2)];
        prop_assert!((one - other).abs() < 1e-4, "the step ends {one} and {other} from where it was to");

        let [a, b] = [0, 1].map(|i| distance_to_wall(&sides[i].0.walkable(), &sides[i].1, 3.97));
        let distance = |found: Option<_>| found.map_or(f64::INFINITY, |wall: navsmith_core::pathfinding::mesh_query::distance_to_wall::NearestWall| wall.distance);
        prop_assert!(is_close(distance(a), distance(b)), "the nearest wall: {a:?} {b:?}");

        let [a, b] = [0, 1].map(|i| {
            let asked = Endpoint { ground: sides[i].2, height: None };
            closest_reachable(&sides[i].0.walkable(), &sides[i].1, asked, &Progress::none()).ok().flatten().expect("its own cell can be reached")
        });
        prop_assert_eq!(a.off_mesh.is_none(), b.off_mesh.is_none(), "the closest place: {:?} {:?}", a, b);
        let [one, other] = [far(a.point, sides[0].2), far(b.point, sides[1].2)];
        prop_assert!((one - other).abs() < 1e-4, "the closest place is {one} and {other} away");

        let circle = |i: usize| cells_in_circle(&sides[i].0.walkable(), &sides[i].1, 2.03);
        let here: BTreeMap<CellId, f64> = circle(0).iter().map(|it| (pair.cells[&it.cell], it.reach)).collect();
        let there: BTreeMap<CellId, f64> = circle(1).iter().map(|it| (it.cell, it.reach)).collect();
        let is_same = here.len() == there.len()
            && here.iter().all(|(cell, &reach)| there.get(cell).is_some_and(|&other| is_close(reach, other)));
        prop_assert!(is_same, "the cells in a circle: {here:?} {there:?}");
    }
}
