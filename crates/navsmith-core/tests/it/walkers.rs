//! Rays, walls, circles, surface steps and random points compared with slow, simple oracles.

use std::collections::BTreeSet;

use crate::support::edits;
use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{Segment, Turn, covers, ground, ground_area, segments_cross, turn};
use navsmith_core::navmesh::{AreaId, Cell, CellId, Derived, Draft, HalfEdge, NavMesh, VertexId};
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::agent::walkable::Wall;
use navsmith_core::pathfinding::agent::{Agent, Filter};
use navsmith_core::pathfinding::analysis::closest_reachable::closest_reachable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::cells_in_circle::cells_in_circle;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::{distance_to_wall, local_walls};
use navsmith_core::pathfinding::mesh_query::locate::{Located, locate};
use navsmith_core::pathfinding::mesh_query::move_along_surface::{
    WalkEvent, move_along_surface, move_along_surface_observed,
};
use navsmith_core::pathfinding::mesh_query::random_points::{random_points, random_points_in_circle};
use navsmith_core::pathfinding::mesh_query::raycast::{RayEvent, raycast, raycast_observed};
use navsmith_core::progress::Progress;
use navsmith_core::trace::Recorder;
use proptest::prelude::*;

/// A mesh and the agent on it.
struct Ground {
    mesh: NavMesh,
    derived: Derived,
    agent: Agent,
    filter: Filter,
}

impl Ground {
    fn new(mesh: NavMesh) -> Self {
        let derived = Derived::build(&mesh);
        let mut filter = Filter::default();
        filter.set_cost(FORBIDDEN, f32::INFINITY);
        Self { mesh, derived, agent: Agent::default(), filter }
    }

    fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.agent, &self.filter)
    }

    fn at(&self, place: Vec2) -> Option<Located> {
        locate(&self.mesh, &self.derived, Endpoint { ground: place, height: None }, 2.0)
    }

    /// Returns all sides of allowed cells that the agent cannot cross.
    fn walls(&self) -> Vec<HalfEdge> {
        let walkable = self.walkable();
        let sides = self.mesh.cells().flat_map(|(cell, of)| {
            (0..of.len() as u32).map(move |side| HalfEdge { cell, side }).collect::<Vec<_>>()
        });
        let is_wall = |side: &HalfEdge| walkable.allows(side.cell) && walkable.behind(*side).is_err();
        sides.filter(is_wall).collect()
    }

    fn ends(&self, side: HalfEdge) -> [Vec2; 2] {
        self.mesh.half_edge(side).expect("a side of the mesh").map(|v| ground(self.mesh.position(v)))
    }

    fn is_on(&self, cell: CellId, at: Vec2) -> bool {
        covers(&self.mesh.ground_ring(cell), at)
    }

    fn distance(&self, side: HalfEdge, to: DVec2) -> f64 {
        distance(self.ends(side), to)
    }

    /// Returns the smallest radius of a circle in which each cell is reachable, or infinity above `radius`.
    ///
    /// Relaxes all sides until nothing changes.
    fn reaches(&self, from: CellId, middle: DVec2, radius: f64) -> Vec<f64> {
        let mut reaches = vec![f64::INFINITY; self.mesh.cell_slots()];
        reaches[from.0 as usize] = 0.0;
        loop {
            let before = reaches.clone();
            for (cell, _) in self.mesh.cells() {
                for (side, next) in self.walkable().neighbors(cell) {
                    let reach = reaches[cell.0 as usize].max(self.distance(side, middle));
                    let slot = &mut reaches[next.0 as usize];
                    *slot = slot.min(if reach <= radius { reach } else { f64::INFINITY });
                }
            }
            if reaches == before {
                return reaches;
            }
        }
    }

    /// Returns the ground distance from a position to a cell.
    fn distance_to_cell(&self, cell: CellId, to: Vec2) -> f64 {
        if self.is_on(cell, to) {
            return 0.0;
        }
        let sides = 0..self.mesh.corners(cell).len() as u32;
        let far = sides.map(|side| self.distance(HalfEdge { cell, side }, to.as_dvec2()));
        far.fold(f64::INFINITY, f64::min)
    }
}

fn distance(ends: [Vec2; 2], to: DVec2) -> f64 {
    let [a, b] = ends.map(Vec2::as_dvec2);
    let t = (to - a).dot(b - a) / (b - a).length_squared();
    (a + (b - a) * if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 }).distance(to)
}

const WIDTH: usize = 7;

const FORBIDDEN: AreaId = AreaId(3);

/// Displacements of a floor's corners, and the kind of each triangle.
///
/// Kind 0 is a hole, 1 is forbidden, all others are floor.
type Floor = (Vec<[i8; 2]>, Vec<u8>);

fn floor() -> impl Strategy<Value = Floor> {
    let push = prop::collection::vec([-12i8..=12, -12i8..=12], (WIDTH + 1) * (WIDTH + 1));
    let kinds = prop::collection::vec(0u8..12, WIDTH * WIDTH * 2);
    (push, kinds)
}

/// Builds a floor of triangles with displaced corners.
///
/// The displacements are up to a fifth of a metre, in steps that f32 represents exactly.
fn build((push, kinds): &Floor, by: Vec2) -> Ground {
    let mut draft = Draft::of(NavMesh::default());
    let across = WIDTH + 1;
    let ids: Vec<VertexId> = (0..across * across)
        .map(|i| {
            let [x, z] = push[i].map(|n| f32::from(n) / 64.0);
            let at = Vec2::new((i % across) as f32 + x, (i / across) as f32 + z) + by;
            draft.add_vertex(Vec3::new(at.x, x * z, at.y))
        })
        .collect();
    for (i, &kind) in kinds.iter().enumerate().filter(|(_, kind)| **kind > 0) {
        let corner = i / 2 / WIDTH * across + i / 2 % WIDTH;
        let [a, b, c, d] = [corner, corner + across, corner + across + 1, corner + 1].map(|i| ids[i]);
        let area = if kind == 1 { FORBIDDEN } else { AreaId(0) };
        draft.add_cell(if i % 2 == 0 { [a, b, c] } else { [a, c, d] }, area);
    }
    Ground::new(draft.into_mesh())
}

/// Generates positions in steps that f32 represents exactly; some are beside the mesh.
fn place() -> impl Strategy<Value = Vec2> {
    let coordinate = || (-64i16..512).prop_map(|n| f32::from(n) / 64.0);
    (coordinate(), coordinate()).prop_map(|(x, z)| Vec2::new(x, z))
}

/// Returns the located position of the agent, if it is on the mesh in an allowed cell.
fn standing(floor: &Ground, at: Vec2) -> Option<Located> {
    floor.at(at).filter(|located| located.off_mesh.is_none() && floor.walkable().allows(located.cell))
}

/// Generates a lattice of whole or split squares with holes, and two positions.
///
/// The positions have coordinates in steps of half a metre.
fn lattice() -> impl Strategy<Value = (NavMesh, [Vec2; 2])> {
    let place = || [0u8..=10, 0u8..=10].prop_map(|at| Vec2::from(at.map(|n| f32::from(n) * 0.5)));
    (edits::field(), prop::collection::vec(any::<u16>(), 0..6), place(), place()).prop_map(
        |(mesh, holes, from, to)| {
            let mut draft = Draft::of(mesh);
            for hole in holes {
                edits::apply(&edits::Edit::RemoveCell(hole), &mut draft);
            }
            (draft.into_mesh(), [from, to])
        },
    )
}

/// Returns the length of a ray.
///
/// At each intersection with an edge, follows all cells that contain the ray up to the next one.
fn slow_ray(floor: &Ground, from: &Located, to: Vec2) -> f64 {
    let (start, end) = (ground(from.point).as_dvec2(), to.as_dvec2());
    let at = |t: f64| start.lerp(end, t);
    let holds = |cell: CellId, at: DVec2| {
        let ring = floor.mesh.ground_ring(cell);
        let side = |i: usize| [ring[i], ring[(i + 1) % ring.len()]].map(Vec2::as_dvec2);
        // Z points down, so left is where the cross product is negative.
        (0..ring.len()).map(side).all(|[a, b]| (b - a).perp_dot(at - a) <= 1e-9)
    };
    let sides = floor.mesh.cells().flat_map(|(cell, of)| {
        (0..of.len() as u32).map(move |side| HalfEdge { cell, side }).collect::<Vec<_>>()
    });
    let meets = sides.flat_map(|side| {
        let [a, b] = floor.ends(side).map(Vec2::as_dvec2);
        let (along, across) = (end - start, b - a);
        let crossing = (a - start).perp_dot(across) / along.perp_dot(across);
        let corner = (a - start).dot(along) / along.length_squared();
        [crossing, corner]
    });
    let mut stops: Vec<f64> = meets.filter(|t| (0.0..=1.0).contains(t)).chain([0.0, 1.0]).collect();
    stops.sort_by(f64::total_cmp);
    stops.dedup_by(|a, b| (*a - *b).abs() < 1e-9);
    let mut cells = BTreeSet::from([from.cell]);
    for pair in stops.windows(2) {
        loop {
            let sides = cells.iter().flat_map(|&cell| floor.walkable().neighbors(cell).collect::<Vec<_>>());
            let meeting = sides.filter(|&(side, _)| floor.distance(side, at(pair[0])) < 1e-9);
            let joined: BTreeSet<CellId> = meeting.map(|(_, next)| next).chain(cells.clone()).collect();
            if joined == cells {
                break;
            }
            cells = joined;
        }
        cells.retain(|&cell| holds(cell, at(pair[0].midpoint(pair[1]))));
        if cells.is_empty() {
            return pair[0];
        }
    }
    1.0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_000, ..ProptestConfig::default() })]

    #[test]
    fn a_ray_is_stopped_by_the_first_wall_that_it_crosses(floor in floor(), from in place(), to in place()) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = standing(&floor, from) else { return Ok(()) };
        let line = Segment::new(ground(from.point), to);
        let is_met = |place: Vec3| turn(line.from, line.to, ground(place)) == Turn::Straight;
        prop_assume!(!floor.mesh.vertices().any(|(_, place)| is_met(place)));
        let ray = raycast(&floor.walkable(), &from, to);
        let crossed = floor.walls().into_iter().filter_map(|wall| {
            let [a, b] = floor.ends(wall);
            let meets = segments_cross(&line, &Segment::new(a, b)).then(|| line.crossing(&Segment::new(a, b)))?;
            meets.map(|t| (t, wall))
        });
        let first = crossed.min_by(|a, b| a.0.total_cmp(&b.0));
        let hit = ray.hit.map(|hit| hit.wall);
        let is_twin = |wall| floor.derived.adjacency.twin(wall) == hit;
        prop_assert!(hit == first.map(|f| f.1) || first.is_some_and(|f| is_twin(f.1)), "{hit:?} for {first:?}");
        let far = first.map_or(1.0, |(t, _)| f64::from(t));
        let t = ray.hit.map_or(1.0, |hit| hit.t);
        prop_assert!((t - far).abs() < 1e-5, "{t} for {far}");
        prop_assert!(floor.is_on(ray.end.cell, ground(ray.end.point)), "it ends on the mesh");
        for pair in ray.cells.windows(2) {
            let joined = floor.walkable().neighbors(pair[0]).any(|(_, next)| next == pair[1]);
            prop_assert!(joined, "{pair:?} share an open side");
        }
    }

    #[test]
    fn a_ray_through_corners_and_along_edges_goes_on_where_cells_are_joined((mesh, [from, to]) in lattice()) {
        let floor = Ground::new(mesh);
        let Some(from) = standing(&floor, from) else { return Ok(()) };
        prop_assume!(from.asked.ground != to);
        let ray = raycast(&floor.walkable(), &from, to);
        let (t, far) = (ray.hit.map_or(1.0, |hit| hit.t), slow_ray(&floor, &from, to));
        prop_assert!((t - far).abs() < 1e-9, "{t} for {far}: {ray:?}");
        prop_assert!(ray.hit.is_none_or(|hit| hit.t < 1.0 || !floor.is_on(ray.end.cell, to)), "{ray:?}");
        if let Some(hit) = ray.hit {
            prop_assert_eq!(floor.walkable().behind(hit.wall), Err(hit.why), "a wall");
            let [a, b] = floor.ends(hit.wall);
            prop_assert!(distance([a, b], ground(ray.end.point).as_dvec2()) < 1e-5, "of its end: {ray:?}");
            prop_assert_eq!(turn(a, b, to), Turn::Right, "and that it would have to cross");
        }
    }

    #[test]
    fn the_nearest_wall_is_the_nearest_of_all_on_flat_ground(floor in floor(), from in place(), radius in 0f32..3.0) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = standing(&floor, from) else { return Ok(()) };
        let to = ground(from.point).as_dvec2();
        let least = floor.walls().into_iter().map(|wall| floor.distance(wall, to)).fold(f64::INFINITY, f64::min);
        let found = distance_to_wall(&floor.walkable(), &from, radius);
        prop_assert_eq!(found.is_some(), least <= f64::from(radius), "{:?} for {}", found, least);
        let Some(found) = found else { return Ok(()) };
        prop_assert!((found.distance - least).abs() < 1e-12, "{found:?} for {least}");
        prop_assert!((floor.distance(found.wall, to) - least).abs() < 1e-12, "of that wall");
        prop_assert!((ground(found.point).as_dvec2().distance(to) - least).abs() < 1e-5, "at that point");
        prop_assert_eq!(floor.walkable().behind(found.wall), Err(found.why), "which is one");
    }

    #[test]
    fn local_walls_are_all_of_the_cells_that_the_circle_reaches(floor in floor(), from in place(), radius in 0f32..4.0) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = floor.at(from) else { return Ok(()) };
        let to = ground(from.point).as_dvec2();
        let reaches = floor.reaches(from.cell, to, radius.into());
        let is_near = |wall: &HalfEdge| {
            reaches[wall.cell.0 as usize].is_finite() && floor.distance(*wall, to) <= f64::from(radius)
        };
        // The walls of the cell at the position count, even if the agent may not enter that cell.
        let own = (0..floor.mesh.corners(from.cell).len() as u32).map(|side| HalfEdge { cell: from.cell, side });
        let own = own.filter(|&side| floor.walkable().behind(side).is_err());
        let expected: BTreeSet<HalfEdge> = floor.walls().into_iter().chain(own).filter(is_near).collect();
        let found = local_walls(&floor.walkable(), &from, radius);
        let walls: BTreeSet<HalfEdge> = found.iter().map(|near| near.wall).collect();
        prop_assert_eq!(walls.len(), found.len(), "each once");
        prop_assert_eq!(walls, expected);
        prop_assert!(found.is_sorted_by(|a, b| a.distance <= b.distance), "nearest first");
        let nearest = distance_to_wall(&floor.walkable(), &from, radius).map(|near| near.distance);
        prop_assert_eq!(found.first().map(|near| near.distance), nearest, "the nearest is that of the other query");
    }

    #[test]
    fn a_circle_reaches_what_can_be_walked_to_inside_it(floor in floor(), from in place(), radius in 0f32..4.0) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = floor.at(from) else { return Ok(()) };
        let cells = cells_in_circle(&floor.walkable(), &from, radius);
        let slow = floor.reaches(from.cell, ground(from.point).as_dvec2(), radius.into());
        let mut reaches = vec![f64::INFINITY; slow.len()];
        for (i, reached) in cells.iter().enumerate() {
            reaches[reached.cell.0 as usize] = reached.reach;
            prop_assert_eq!(reached.through.is_none(), i == 0, "the first alone has no parent");
            let is_known = |parent| cells[..i].iter().any(|cell| cell.cell == parent);
            prop_assert!(reached.parent().is_none_or(is_known), "parents come first");
            prop_assert!(i == 0 || cells[i - 1].reach <= reached.reach, "nearest first");
        }
        let same = reaches.iter().zip(&slow).all(|(a, b)| a == b || (a - b).abs() < 1e-9);
        prop_assert!(same, "{reaches:?} for {slow:?}");
    }

    #[test]
    fn a_step_ends_at_the_nearest_place_inside_its_circle(floor in floor(), from in place(), to in place()) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = standing(&floor, from) else { return Ok(()) };
        let slide = move_along_surface(&floor.walkable(), &from, to);
        let start = ground(from.point).as_dvec2();
        let step = start.distance(to.as_dvec2());
        let reaches = floor.reaches(from.cell, start.midpoint(to.as_dvec2()), step * 0.500_000_5);
        let reached = floor.mesh.cells().filter(|(cell, _)| reaches[cell.0 as usize].is_finite());
        let least = reached.map(|(cell, _)| floor.distance_to_cell(cell, to)).fold(step, f64::min);
        let far = ground(slide.end.point).as_dvec2().distance(to.as_dvec2());
        prop_assert!((far - least).abs() < 1e-5, "{far} for {least}: {slide:?}");
        prop_assert_eq!(slide.has_arrived, least == 0.0, "{:?}", slide);
        prop_assert!(floor.is_on(slide.end.cell, ground(slide.end.point)), "on the mesh");
        prop_assert_eq!(slide.cells.last(), Some(&slide.end.cell), "its cells end where it ends");
    }

    #[test]
    fn the_closest_place_is_the_closest_of_all_that_can_be_walked_to(floor in floor(), from in place(), to in place()) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = floor.at(from) else { return Ok(()) };
        let reaches = floor.reaches(from.cell, DVec2::ZERO, f64::MAX);
        let reached = floor.mesh.cells().filter(|(cell, _)| reaches[cell.0 as usize].is_finite());
        let least = reached.map(|(cell, _)| floor.distance_to_cell(cell, to)).fold(f64::INFINITY, f64::min);
        let closest = closest_reachable(&floor.walkable(), &from, Endpoint { ground: to, height: None }, &Progress::none()).expect("not stopped");
        let closest = closest.expect("its own cell can be reached");
        let far = ground(closest.point).as_dvec2().distance(to.as_dvec2());
        prop_assert!((far - least).abs() < 1e-5, "{far} for {least}: {closest:?}");
        prop_assert!(reaches[closest.cell.0 as usize].is_finite(), "on a cell that can be reached");
        prop_assert!(floor.is_on(closest.cell, ground(closest.point)), "in it");
        prop_assert_eq!(closest.off_mesh.is_none(), least == 0.0, "{:?}", closest);
    }

    #[test]
    fn watching_changes_nothing(floor in floor(), from in place(), to in place(), seed: u64) {
        let floor = build(&floor, Vec2::ZERO);
        let Some(from) = floor.at(from) else { return Ok(()) };
        let walkable = floor.walkable();
        let mut recorder = Recorder::default();
        let ray = raycast_observed(&walkable, &from, to, &mut recorder);
        prop_assert_eq!(raycast(&walkable, &from, to), ray.clone(), "a ray");
        let recorder = recorder.into_timeline();
        let entered = recorder.events().iter().filter_map(|event| match event {
            RayEvent::Entered { cell, .. } => Some(*cell),
            _ => None,
        });
        prop_assert_eq!(entered.collect::<Vec<_>>(), ray.cells, "its trace replays to its cells");
        let mut recorder = Recorder::default();
        let slide = move_along_surface_observed(&walkable, &from, to, &mut recorder);
        prop_assert_eq!(move_along_surface(&walkable, &from, to), slide.clone(), "a step");
        let last = recorder.into_timeline().events().last().copied();
        let ends = matches!(last, Some(WalkEvent::Ended { at, .. }) if at == ground(slide.end.point));
        prop_assert!(ends, "its trace ends where it does: {last:?}");
        let drawn = || random_points(&walkable, seed, 5);
        prop_assert_eq!(drawn(), drawn(), "random places");
        let near = || random_points_in_circle(&walkable, &from, 1.0, seed, 5);
        prop_assert_eq!(near(), near(), "and those in a circle");
    }

    #[test]
    fn a_mesh_elsewhere_gives_the_same_answers(
        floor in floor(), from in place(), to in place(), by in [-1000i16..1000, -1000i16..1000],
    ) {
        let by = Vec2::from(by.map(f32::from));
        let [here, there] = [Vec2::ZERO, by].map(|by| build(&floor, by));
        let (Some(one), Some(other)) = (standing(&here, from), standing(&there, from + by)) else { return Ok(()) };
        prop_assert_eq!(one.cell, other.cell, "the same cell");
        let is_near = |a: &Located, b: &Located| (ground(a.point) + by).distance(ground(b.point)) < 1e-3;
        let [a, b] = [(&here, &one, to), (&there, &other, to + by)].map(|(floor, from, to)| raycast(&floor.walkable(), from, to));
        prop_assert_eq!(a.hit, b.hit, "the same hit");
        prop_assert_eq!(&a.cells, &b.cells, "through the same cells");
        prop_assert!(is_near(&a.end, &b.end), "to the same place: {a:?} {b:?}");
        let [a, b] = [(&here, &one), (&there, &other)].map(|(floor, from)| distance_to_wall(&floor.walkable(), from, 4.0));
        prop_assert_eq!(a.map(|near| (near.distance, near.wall)), b.map(|near| (near.distance, near.wall)), "the same wall");
        let [a, b] = [(&here, &one), (&there, &other)].map(|(floor, from)| cells_in_circle(&floor.walkable(), from, 2.0));
        prop_assert_eq!(a, b, "the same circle");
        let [a, b] = [(&here, &one, to), (&there, &other, to + by)].map(|(floor, from, to)| move_along_surface(&floor.walkable(), from, to));
        prop_assert!(is_near(&a.end, &b.end), "the same step: {a:?} {b:?}");
    }

    #[test]
    fn nothing_falls_off_a_broken_mesh(acts in edits::acts(), from in edits::place(), to in edits::place()) {
        let mut seen: Vec<NavMesh> = vec![field_of_two()];
        for act in &acts {
            let next = edits::run(act, &seen);
            seen.push(next);
        }
        let floor = Ground::new(seen.pop().unwrap_or_default());
        let Some(from) = floor.at(ground(from)) else { return Ok(()) };
        let walkable = floor.walkable();
        let ray = raycast(&walkable, &from, ground(to));
        prop_assert!(floor.is_on(ray.end.cell, ground(ray.end.point)), "{ray:?}");
        let slide = move_along_surface(&walkable, &from, ground(to));
        prop_assert!(floor.is_on(slide.end.cell, ground(slide.end.point)), "{slide:?}");
        for drawn in random_points(&walkable, 7, 3).iter().chain(&random_points_in_circle(&walkable, &from, 1.5, 7, 3)) {
            prop_assert!(floor.is_on(drawn.cell, ground(drawn.point)) || drawn == &from, "{drawn:?}");
        }
    }
}

fn field_of_two() -> NavMesh {
    let vertices = (0..6).map(|i| Vec3::new((i / 2) as f32 * 2.0, 0.0, (i % 2) as f32 * 2.0));
    let cells = [[0, 1, 3, 2], [2, 3, 5, 4]].map(|ring: [u32; 4]| Cell::new(ring.map(VertexId), AreaId(0)));
    NavMesh::from_parts(vertices, cells).expect("two squares")
}

/// Linear congruential random number generator, sufficient for tests.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn floor(&mut self) -> Floor {
        let push = (0..(WIDTH + 1) * (WIDTH + 1)).map(|_| [(); 2].map(|()| self.below(25) as i8 - 12));
        (push.collect(), (0..WIDTH * WIDTH * 2).map(|_| self.below(8) as u8).collect())
    }

    /// Returns a random position.
    ///
    /// Coarse positions lie along edges and in corners, fine positions anywhere.
    fn place(&mut self) -> Vec2 {
        let fine = if self.below(2) == 0 { 2 } else { 1 << 16 };
        Vec2::from([(); 2].map(|()| self.below(9 * fine) as f32 / fine as f32 - 1.0))
    }
}

/// Runs 300,000 steps over all meshes, or a million with `NAVSMITH_FULL=1`.
#[test]
fn random_steps_never_leave_the_mesh() {
    let steps = if std::env::var_os("NAVSMITH_FULL").is_some() { 1_000_000 } else { 300_000 };
    let mut chance = Chance(2010);
    let grounds = 10;
    for number in 0..grounds {
        let mut floor = chance.floor();
        if number % 2 == 0 {
            floor.0.fill([0; 2]);
        }
        // Positions far from the origin have coarse coordinates.
        let floor = build(&floor, Vec2::splat([0.0, 1000.0, 50_000.0][number % 3]));
        let origin = Vec2::splat([0.0, 1000.0, 50_000.0][number % 3]);
        for _ in 0..steps / grounds / 100 {
            let mut agent = floor.at(chance.place() + origin).expect("the floor has cells");
            for _ in 0..100 {
                let near = ground(agent.point) + (chance.place() - Vec2::splat(3.5)) * 0.25;
                let to = if chance.below(4) == 0 { chance.place() + origin } else { near };
                let slide = move_along_surface(&floor.walkable(), &agent, to);
                let at = ground(slide.end.point);
                assert!(floor.is_on(slide.end.cell, at), "from {agent:?} to {to}: {slide:?}");
                let is_same =
                    floor.derived.islands.of(agent.cell) == floor.derived.islands.of(slide.end.cell);
                assert!(is_same, "from {agent:?} to {to}: {slide:?}");
                let [before, after] =
                    [ground(agent.point), at].map(|at| at.as_dvec2().distance(to.as_dvec2()));
                let was_on = floor.is_on(agent.cell, ground(agent.point));
                assert!(after <= before || !was_on, "from {agent:?} to {to}: {slide:?}");
                agent = slide.end;
            }
        }
    }
}

#[test]
fn random_places_are_as_many_as_the_area_of_their_cells() {
    let floor = build(&Chance(7).floor(), Vec2::ZERO);
    let walkable = floor.walkable();
    let area = |cell: CellId| ground_area(&floor.mesh.ground_ring(cell)).abs();
    let allowed: Vec<CellId> =
        floor.mesh.cells().map(|(id, _)| id).filter(|&id| walkable.allows(id)).collect();
    assert!(allowed.len() < floor.mesh.cell_count(), "some cells are shut");
    let whole: f64 = allowed.iter().map(|&cell| area(cell)).sum();
    const COUNT: usize = 40_000;
    let points = random_points(&walkable, 42, COUNT);
    assert_eq!(points.len(), COUNT, "as many as asked");
    let mut drawn = vec![0usize; floor.mesh.cell_slots()];
    for point in &points {
        assert!(floor.is_on(point.cell, ground(point.point)), "{point:?}");
        drawn[point.cell.0 as usize] += 1;
    }
    // Pearson's chi-squared test: the mean is about the number of cells, the standard deviation the root of twice
    // that.
    let surprise: f64 = allowed
        .iter()
        .map(|&cell| {
            let expected = COUNT as f64 * area(cell) / whole;
            (drawn[cell.0 as usize] as f64 - expected).powi(2) / expected
        })
        .sum();
    let cells = allowed.len() as f64;
    assert!((surprise - cells).abs() < 4.0 * (2.0 * cells).sqrt(), "{surprise} for {cells} cells");
    assert_eq!(
        drawn.iter().sum::<usize>(),
        allowed.iter().map(|c| drawn[c.0 as usize]).sum::<usize>(),
        "none shut"
    );
    assert_ne!(points[..5], random_points(&walkable, 43, 5)[..], "another seed, other places");
}

#[test]
fn random_places_in_a_circle_fill_it_evenly() {
    let square = [[0., 0.], [0., 8.], [8., 8.], [8., 0.]].map(|[x, z]: [f32; 2]| Vec3::new(x, 1.0, z));
    let cell = Cell::new((0..4).map(VertexId), AreaId(0));
    let floor = Ground::new(NavMesh::from_parts(square, [cell]).expect("a square"));
    let from = floor.at(Vec2::new(1.0, 4.0)).expect("on it");
    let points = random_points_in_circle(&floor.walkable(), &from, 2.0, 5, 10_000);
    let far = |point: &Located| ground(point.point).distance(Vec2::new(1.0, 4.0));
    assert!(points.iter().all(|point| far(point) <= 2.0 && point.point.y == 1.0), "inside");
    // The wall is a metre away, so the circle of radius 2 lacks a segment of 120°.
    let segment = 4.0 * (std::f64::consts::PI / 3.0 - 3f64.sqrt() / 4.0);
    let share = std::f64::consts::PI / (4.0 * std::f64::consts::PI - segment);
    let inner = points.iter().filter(|point| far(point) <= 1.0).count() as f64 / 10_000.0;
    assert!((inner - share).abs() < 0.02, "{inner} for {share}");
}

#[test]
fn a_wall_is_a_boundary_or_the_cell_behind_it_is_shut() {
    let mesh = field_of_two();
    let painted = mesh
        .cells()
        .map(|(id, cell)| Cell::new(cell.corners().iter().copied(), [AreaId(0), FORBIDDEN][id.0 as usize]));
    let floor =
        Ground::new(NavMesh::from_parts(mesh.vertices().map(|(_, at)| at), painted).expect("two squares"));
    let from = floor.at(Vec2::new(1.0, 1.0)).expect("on the first");
    let [east, west] = [3.0, -3.0].map(|x| raycast(&floor.walkable(), &from, Vec2::new(x, 1.0)).hit);
    assert_eq!(west.map(|hit| (hit.t, hit.why)), Some((0.25, Wall::Boundary)));
    assert_eq!(
        east.map(|hit| hit.why.to_string()).as_deref(),
        Some("the cell behind is blocked: area 3 is forbidden")
    );
}
