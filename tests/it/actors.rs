//! Actors that follow paths: waypoints, replanning, and steering over meshes.

use glam::{DVec2, Vec2, Vec3};
use navsmith::samples;
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::{AreaId, Cell, Derived, NavMesh, Surface, VertexId};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::locate;
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::move_with_radius::CircleSlide;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast};
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Query, find_path};
use navsmith_core::simulation::path_smoothing::{SmoothingSettings, smoothed};
use navsmith_core::simulation::steer::followed_path::ReplanCause;
use navsmith_core::simulation::steer::nav_actor::{
    NavActor, NavActorEvent, NavActorSettings, PathPlanner, Replanning,
};
use navsmith_core::simulation::steer::steering::{
    Containment, SteeredBody, SteeringSettings, containment, steer,
};
use navsmith_core::trace::Silent;
use navsmith_formats::io::Opened;

use crate::support::data;

/// A mesh with the settings of paths on it.
pub(crate) struct World {
    pub(crate) mesh: NavMesh,
    pub(crate) derived: Derived,
    pub(crate) settings: Settings,
}

impl World {
    pub(crate) fn new(mesh: NavMesh) -> Self {
        Self { derived: Derived::build(&mesh), mesh, settings: Settings::default() }
    }

    /// Builds a flat mesh of corners `[x, z]` and cells.
    pub(crate) fn flat(corners: &[[f32; 2]], cells: &[&[u32]]) -> Self {
        let corners = corners.iter().map(|&[x, z]| Vec3::new(x, 0.0, z));
        let cells = cells.iter().map(|ring| Cell::new(ring.iter().map(|&id| VertexId(id)), AreaId(0)));
        Self::new(NavMesh::from_parts(corners, cells).expect("a mesh"))
    }

    pub(crate) fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.settings.agent, &self.settings.filter)
    }

    fn planner(&self) -> PathPlanner<'_> {
        PathPlanner::new(&self.mesh, &self.derived, &self.settings)
    }

    /// Returns the point of the topmost floor at a ground position.
    fn on_top(&self, at: [f32; 2]) -> Vec3 {
        let endpoint = Endpoint { ground: at.into(), height: None };
        locate(&self.mesh, &self.derived, endpoint, 2.0).expect("there are cells").point
    }

    fn body(&self, at: Vec3) -> SteeredBody {
        let endpoint = Endpoint { ground: ground(at), height: Some(at.y) };
        SteeredBody::new(locate(&self.mesh, &self.derived, endpoint, 2.0).expect("there are cells"), 4.0)
    }

    /// Calls the actor once and returns its waypoint and events.
    fn call(&self, actor: &mut NavActor, from: Vec3, to: Vec3) -> (Option<Vec3>, Vec<NavActorEvent>) {
        let mut events = Vec::new();
        let waypoint = actor.next_waypoint(&mut self.planner(), from, to, &mut |event| events.push(event));
        (waypoint, events)
    }

    fn causes(&self, actor: &mut NavActor, from: Vec3, to: Vec3) -> Vec<ReplanCause> {
        let (_, events) = self.call(actor, from, to);
        let cause = |event| match event {
            NavActorEvent::Replanned { cause, .. } => Some(cause),
            _ => None,
        };
        events.into_iter().filter_map(cause).collect()
    }
}

/// Two rooms of 10 m by 10 m in a row, and one apart from them.
fn rooms() -> World {
    let square = |x: f32| [[x, 0.0], [x, 10.0], [x + 10.0, 10.0], [x + 10.0, 0.0]];
    let corners = [&square(0.0)[..], &[[20.0, 10.0], [20.0, 0.0]], &square(20.5)].concat();
    World::flat(&corners, &[&[0, 1, 2, 3], &[3, 2, 4, 5], &[6, 7, 8, 9]])
}

#[test]
#[ignore = "needs the data of other projects"]
fn on_the_mesh_of_the_tutorial_an_actor_visits_the_waypoints_of_the_path() {
    let folder = data::folder("navmeshes/tut3d");
    let world = World::new(data::mesh(&folder.join("navmesh.gltf")));
    let [from, to] = [[-40.0, -40.0], [40.0, 40.0]].map(|at| world.on_top(at));
    let end = |point: Vec3| Endpoint { ground: ground(point), height: Some(point.y) };
    let answer = find_path(&world.mesh, &world.derived, &Query::new(end(from), end(to)));
    let expected: Vec<Vec3> =
        answer.path().expect("a path").waypoints.iter().skip(1).map(|waypoint| waypoint.point).collect();
    let (mut actor, mut at, mut visited, mut calls) = (NavActor::default(), from, Vec::new(), 0);
    while !actor.has_arrived() {
        let before = actor.path().index();
        let (waypoint, events) = world.call(&mut actor, at, to);
        let waypoint = waypoint.expect("there is a path");
        let index = actor.path().index();
        assert!(calls == 0 || index == before || index == before + 1, "at most one waypoint per call");
        if index != before && calls > 0 {
            let distance = at.distance(expected[before - 1]);
            assert!(distance < actor.settings.close, "{distance} m from the waypoint");
        }
        assert_eq!(events.iter().any(|event| matches!(event, NavActorEvent::Replanned { .. })), calls == 0);
        if visited.last() != Some(&waypoint) {
            visited.push(waypoint);
        }
        let step = at + (waypoint - at).clamp_length_max(0.3);
        at = at_height(ground(step), world.body(step).at.point.y);
        calls += 1;
        assert!(calls < 2000, "it arrives");
    }
    assert_eq!(visited, expected, "the waypoints of the path");
    assert!(expected.len() > 2, "the path turns: {expected:?}");
}

#[test]
fn a_target_that_moves_by_more_than_the_margin_leads_to_another_path() {
    let world = rooms();
    let (from, to) = (Vec3::new(1.0, 0.0, 5.0), Vec3::new(9.5, 0.0, 5.0));
    let mut actor = NavActor::default();
    assert_eq!(world.causes(&mut actor, from, to), [ReplanCause::NoPath], "the first path");
    let moved = |by: f32| to + Vec3::X * by * actor_margin();
    assert_eq!(world.causes(&mut actor, from, moved(0.9)), [], "into the other room, within the margin");
    assert!(matches!(world.causes(&mut actor, from, moved(1.1))[..], [ReplanCause::TargetMoved { .. }]));
    assert_eq!(world.causes(&mut actor, from, moved(1.1)), [], "once");
}

fn actor_margin() -> f32 {
    NavActorSettings::default().target_margin
}

#[test]
fn cases_on_which_the_tutorial_fails_have_a_result() {
    let world = rooms();
    let at = |x: f32| Vec3::new(x, 0.0, 5.0);
    let mut actor = NavActor::default();
    assert_eq!(actor.path().slope(), 0.0, "without a path");
    let (waypoint, events) = world.call(&mut actor, at(3.0), at(3.0));
    assert_eq!(waypoint, Some(at(3.0)), "a path of no length");
    assert!(events.contains(&NavActorEvent::Arrived { distance: 0.0 }), "{events:?}");
    let (waypoint, events) = world.call(&mut actor, at(3.0), at(25.0));
    assert_eq!(waypoint, None, "no path");
    assert!(events.iter().any(|event| matches!(event, NavActorEvent::NoPath { .. })), "{events:?}");
    let (_, events) = world.call(&mut actor, at(3.5), at(26.0));
    assert_eq!(events, [NavActorEvent::Kept { ignored: Some(ReplanCause::NoPath) }], "not searched again");
    let (waypoint, _) = world.call(&mut actor, at(3.5), at(15.0));
    assert_eq!(waypoint, Some(at(15.0)), "until the target is on another cell");
    let (_, events) = world.call(&mut actor, Vec3::new(-2.0, 0.0, 5.0), at(15.0));
    let is_off = |event: &NavActorEvent| matches!(event, NavActorEvent::OffMesh { distance: 2.0, .. });
    assert!(events.iter().any(is_off), "{events:?}");
    let empty = World::new(NavMesh::default());
    assert_eq!(empty.call(&mut NavActor::default(), at(0.0), at(1.0)).0, None, "a mesh without cells");
}

#[test]
fn a_path_that_is_no_longer_valid_is_kept_as_in_the_tutorial_or_replaced() {
    let world = rooms();
    let at = |x: f32| Vec3::new(x, 0.0, 5.0);
    for replanning in [Replanning::TargetMoved, Replanning::CheckCorridor] {
        let mut actor = NavActor::new(NavActorSettings { replanning, ..NavActorSettings::default() });
        let expected = |cause| if replanning == Replanning::TargetMoved { vec![] } else { vec![cause] };
        world.causes(&mut actor, at(12.0), at(19.9));
        let other = world.derived.islands.of(navsmith_core::navmesh::CellId(2)).expect("an island");
        let dead = world.causes(&mut actor, at(12.0), at(20.6));
        assert_eq!(dead, expected(ReplanCause::TargetOnOtherIsland { island: other }), "{replanning:?}");
        let mut actor = NavActor::new(NavActorSettings { replanning, ..NavActorSettings::default() });
        world.causes(&mut actor, at(12.0), at(18.0));
        let cell = navsmith_core::navmesh::CellId(0);
        assert_eq!(world.causes(&mut actor, at(10.0), at(18.0)), [], "on the boundary of its path");
        let pushed = world.causes(&mut actor, at(5.0), at(18.0));
        assert_eq!(pushed, expected(ReplanCause::LeftCorridor { cell }), "{replanning:?}");
    }
}

/// Returns a hall with a wall in the shape of a U, open to the west.
fn hall_with_a_u() -> World {
    let corners = [
        [0.0, 0.0],
        [0.0, 20.0],
        [30.0, 20.0],
        [30.0, 0.0],
        // The inside of the U: from its opening in the west to the wall in the east.
        [8.0, 6.0],
        [8.0, 14.0],
        [18.0, 6.0],
        [18.0, 14.0],
        // Its outside.
        [8.0, 5.0],
        [8.0, 15.0],
        [19.0, 5.0],
        [19.0, 15.0],
    ];
    World::flat(
        &corners,
        &[&[0, 1, 9, 5, 4, 8], &[4, 5, 7, 6], &[1, 2, 11, 9], &[0, 8, 10, 3], &[10, 11, 2, 3]],
    )
}

/// Time in seconds for which walls are avoided in advance.
const HORIZON: f64 = 0.5;

/// Moves a body to a target for some seconds, straight or along a path; returns where it ends.
fn chased(world: &World, from: Vec3, to: Vec3, has_path: bool, seconds: u32) -> SteeredBody {
    let settings = SteeringSettings { stand_off: 1.5, ..SteeringSettings::default() };
    let (mut body, mut actor) = (world.body(from), NavActor::default());
    let (mut memory, mut moved, mut ray) = (SurfaceMemory::default(), CircleSlide::default(), Ray::default());
    let walkable = world.walkable();
    for _ in 0..60 * seconds {
        let (waypoint, slope) = if has_path {
            let next = actor.next_waypoint(&mut world.planner(), body.at.point, to, &mut Silent);
            (next.expect("a path"), actor.path().slope())
        } else {
            (to, 0.0)
        };
        let wall = containment(HORIZON, &walkable, &body, waypoint, &mut memory, &mut ray);
        let wall = wall.filter(|_| has_path);
        let steering = steer(&settings, &body, [waypoint, to], slope, wall.as_ref(), 1.0 / 60.0);
        body.advance(&settings, &walkable, &steering, 1.0 / 60.0, &mut memory, &mut moved);
    }
    body
}

#[test]
fn a_straight_chase_is_stuck_in_a_u_and_an_actor_with_a_path_arrives() {
    let mut world = hall_with_a_u();
    world.settings.agent = Agent { radius: 0.4, ..Agent::default() };
    let (from, to) = (Vec3::new(10.0, 0.0, 10.0), Vec3::new(26.0, 0.0, 10.0));
    let stuck = chased(&world, from, to, false, 30);
    assert!(stuck.at.point.x < 18.0, "held by the bottom of the U: {}", stuck.at.point);
    let arrived = chased(&world, from, to, true, 30);
    assert!(arrived.at.point.distance(to) < 1.6, "round the U: {}", arrived.at.point);
}

#[test]
fn a_body_stops_within_the_stand_off() {
    let world = rooms();
    let (mut body, to) = (world.body(Vec3::new(1.0, 0.0, 5.0)), Vec3::new(19.0, 0.0, 5.0));
    let settings = SteeringSettings::default();
    let (mut memory, mut moved) = (SurfaceMemory::default(), CircleSlide::default());
    for _ in 0..60 * 30 {
        let steering = steer(&settings, &body, [to, to], 0.0, None, 1.0 / 60.0);
        body.advance(&settings, &world.walkable(), &steering, 1.0 / 60.0, &mut memory, &mut moved);
    }
    let distance = body.at.point.distance(to);
    assert!(distance <= 5.0 && distance > 1.0, "{distance} m from the target");
    assert!(body.velocity.length() < 1e-6, "it stopped");
}

fn sample(name: &str) -> NavMesh {
    match samples::named(name).expect("a sample").open().expect("samples open") {
        Opened::Document { document, .. } => document.mesh,
        _ => panic!("{name} is a document"),
    }
}

#[test]
fn on_a_ramp_gravity_is_off_exactly_while_the_slope_to_the_waypoint_is_above_the_limit() {
    let mut world = World::new(sample("Bridge over a road"));
    world.settings.has_slope_waypoints = true;
    let (from, to) = (world.on_top([0.0, -14.0]), world.on_top([0.0, 14.0]));
    let settings = SteeringSettings { stand_off: 0.5, ..SteeringSettings::default() };
    let (mut body, mut actor) = (world.body(from), NavActor::default());
    let (mut memory, mut moved) = (SurfaceMemory::default(), CircleSlide::default());
    let (mut climbed, mut highest) = (0, 0.0f32);
    for _ in 0..60 * 40 {
        let waypoint = actor.next_waypoint(&mut world.planner(), body.at.point, to, &mut Silent);
        let waypoint = waypoint.expect("a path");
        let before = actor.path().before().expect("a path");
        let steering = steer(&settings, &body, [waypoint, to], actor.path().slope(), None, 1.0 / 60.0);
        assert_eq!(steering.has_gravity, waypoint.y - before.y <= 0.1, "at {}", body.at.point);
        climbed += usize::from(!steering.has_gravity);
        highest = highest.max(body.at.point.y);
        body.advance(&settings, &world.walkable(), &steering, 1.0 / 60.0, &mut memory, &mut moved);
    }
    assert!(climbed > 60 && climbed < 60 * 39, "it climbs a part of the path: {climbed} frames");
    assert!(highest > 3.9, "over the bridge: {highest}");
    assert!(actor.has_arrived(), "at {}", body.at.point);
}

#[test]
fn containment_steers_along_the_wall_towards_the_waypoint() {
    let world = rooms();
    let mut body = world.body(Vec3::new(5.0, 0.0, 9.0));
    body.velocity = DVec2::new(1.0, 4.0);
    let (mut memory, mut ray) = (SurfaceMemory::default(), Ray::default());
    let mut wall = |body: &SteeredBody, waypoint: Vec3| -> Option<Containment> {
        containment(HORIZON, &world.walkable(), body, waypoint, &mut memory, &mut ray)
    };
    let met = wall(&body, Vec3::new(9.0, 0.0, 20.0)).expect("the south wall");
    assert_eq!((met.direction, met.wall.cell.0), (DVec2::X, 0), "to the east");
    assert!((met.seconds - 0.25).abs() < 1e-6, "1 m at 4 m/s: {}", met.seconds);
    assert_eq!(wall(&body, Vec3::new(5.1, 0.0, 9.4)), None, "the waypoint is before the wall");
    body.velocity = DVec2::NEG_Y;
    assert_eq!(wall(&body, Vec3::new(5.0, 0.0, 0.0)), None, "no wall ahead");
}

#[test]
fn a_smoothed_path_stays_on_the_mesh_and_keeps_its_clearance() {
    let mut world = hall_with_a_u();
    world.settings.agent = Agent { radius: 0.4, ..Agent::default() };
    let (from, to) = (Vec2::new(10.0, 10.0), Vec2::new(26.0, 10.0));
    let query = Query { start: from.into(), target: to.into(), settings: world.settings.clone() };
    let answer = find_path(&world.mesh, &world.derived, &query);
    let start = answer.start.expect("on the mesh");
    let waypoints: Vec<Vec3> =
        answer.path().expect("a path").waypoints.iter().map(|waypoint| waypoint.point).collect();
    let curve = smoothed(&world.walkable(), &start, &waypoints, &SmoothingSettings::default());
    assert!(curve.len() > 2 * waypoints.len(), "{} points for {}", curve.len(), waypoints.len());
    assert!(waypoints.iter().all(|waypoint| curve.contains(waypoint)), "through the waypoints");
    let point = Agent::default();
    let walkable = Walkable { agent: &point, ..world.walkable() };
    let mut at = start;
    for point in &curve[1..] {
        let ray = raycast(&walkable, &at, ground(*point));
        assert_eq!(ray.hit, None, "from {} to {point}", at.point);
        assert_eq!(ray.end.point.y, Surface::of(&world.mesh, ray.end.cell).height_at(ground(ray.end.point)));
        at = ray.end;
    }
    let turn = |points: &[Vec3]| {
        let [a, b, c] = [points[0], points[1], points[2]].map(ground);
        (b - a).angle_to(c - b).abs()
    };
    let sharpest = |points: &[Vec3]| points.windows(3).map(turn).fold(0.0, f32::max);
    assert!(sharpest(&curve) < sharpest(&waypoints), "turns are less sharp");
}
