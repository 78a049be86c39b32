//! Rays, walls, circles and surface steps compared with slow, simple oracles.

use std::collections::BTreeSet;

use crate::support::edits;
use glam::{DVec2, Vec2, Vec3};
use navsmith_core::geometry::{Segment, Turn, ground, segments_cross, turn};
use navsmith_core::navmesh::{CellId, Draft, HalfEdge, NavMesh};
use navsmith_core::pathfinding::analysis::closest_reachable::closest_reachable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::cells_in_circle::cells_in_circle;
use navsmith_core::pathfinding::mesh_query::distance_to_wall::{distance_to_wall, local_walls};
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{
    WalkEvent, move_along_surface, move_along_surface_observed,
};
use navsmith_core::pathfinding::mesh_query::random_points::{random_points, random_points_in_circle};
use navsmith_core::pathfinding::mesh_query::raycast::{RayEvent, raycast, raycast_observed};
use navsmith_core::progress::Progress;
use navsmith_core::trace::Recorder;
use proptest::prelude::*;

use super::{Ground, build, distance, field_of_two, floor, place, standing};

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
