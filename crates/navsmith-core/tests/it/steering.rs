//! Steering forces, and the paths that agents follow: waypoints, circles around corners, and curves.

use glam::DVec2;
use navsmith_core::geometry::{Segment, Vec2, Vec3, ground};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::simulation::scenario::{AgentGroup, GroupTarget, Scenario, Spawn};
use navsmith_core::simulation::steer::followed_path::{Aim, FollowedPath};
use navsmith_core::simulation::steer::steering::{
    SteeredBody, SteeringSettings, Turning, arrive, seek, steer, turned,
};
use navsmith_core::simulation::world::Simulation;
use navsmith_core::trace::Silent;

use crate::support::rooms::rooms;

fn angle(from: DVec2, to: DVec2) -> f64 {
    libm::atan2(from.perp_dot(to).abs(), from.dot(to))
}

fn body() -> SteeredBody {
    SteeredBody::new(Located::default(), 4.0)
}

const FRAME: f64 = 1.0 / 60.0;

#[test]
fn an_angle_decreases_by_two_percent_per_frame() {
    let settings = SteeringSettings { turning: Turning::PerFrame, ..SteeringSettings::default() };
    let to = DVec2::new(-0.6, 0.8);
    let (mut facing, first) = (DVec2::X, angle(DVec2::X, to));
    for n in 1..=300 {
        facing = turned(facing, to, settings.share_of_turn(FRAME));
        let expected = first * libm::pow(0.98, f64::from(n));
        assert!((angle(facing, to) - expected).abs() < 1e-4, "after {n} frames");
    }
}

#[test]
fn exact_turning_gives_one_curve_at_all_frame_rates() {
    let settings = SteeringSettings::default();
    let to = DVec2::new(-0.8, -0.6);
    let after = |rate: u32| {
        let share = settings.share_of_turn(1.0 / f64::from(rate));
        (0..2 * rate).fold(DVec2::X, |facing, _| turned(facing, to, share))
    };
    let expected = angle(DVec2::X, to) * libm::pow(0.98, 120.0);
    for rate in [30, 60, 144] {
        assert!((angle(after(rate), to) - expected).abs() < 1e-4, "at {rate} Hz");
    }
    let frame = SteeringSettings { turning: Turning::PerFrame, ..settings };
    assert!((settings.share_of_turn(FRAME) - frame.share_of_turn(FRAME)).abs() < 1e-12, "equal at 60 Hz");
}

#[test]
fn opposite_vectors_turn_to_the_left() {
    let facing = turned(DVec2::X, DVec2::NEG_X, 0.5);
    assert!(facing.distance(DVec2::NEG_Y) < 1e-12, "up in the view: {facing}");
    assert!(turned(DVec2::X, DVec2::NEG_X, 1.0).distance(DVec2::NEG_X) < 1e-12, "all of it");
}

#[test]
fn a_waypoint_straight_above_and_a_step_of_no_time_change_nothing() {
    let settings = SteeringSettings::default();
    let above = Vec3::new(0.0, 9.0, 0.0);
    let steering = steer(&settings, &body(), [above, above], 9.0, None, FRAME);
    assert_eq!((steering.facing, steering.force), (DVec2::X, DVec2::ZERO));
    let aside = Vec3::new(0.0, 0.0, 9.0);
    let steering = steer(&settings, &body(), [aside, aside], 0.0, None, 0.0);
    assert_eq!((steering.facing, steering.direction), (DVec2::X, DVec2::Y), "no turn in no time");
}

#[test]
fn force_and_turning_follow_the_distances_of_the_tutorial() {
    let settings = SteeringSettings::default();
    let at = |x: f32| Vec3::new(0.0, 0.0, x);
    let force =
        |waypoint, target, slope| steer(&settings, &body(), [at(waypoint), at(target)], slope, None, FRAME);
    assert_eq!(force(9.0, 9.0, 0.0).force, DVec2::Y * settings.force, "far away");
    assert_eq!(force(9.0, 4.9, 0.0).force, DVec2::ZERO, "within the stand-off");
    assert_ne!(force(9.0, 4.9, 0.0).facing, DVec2::X, "it still turns");
    assert_eq!(force(0.9, 9.0, 0.0).facing, DVec2::X, "close to the waypoint");
    let climbing = force(9.0, 9.0, 0.11);
    assert_eq!((climbing.force, climbing.has_gravity), (DVec2::Y * settings.force * 2.0, false));
    assert!(force(9.0, 9.0, 0.1).has_gravity, "not above the limit");
}

#[test]
fn arriving_slows_down_and_seeking_does_not() {
    let near = Vec3::new(1.0, 0.0, 0.0);
    assert_eq!(seek(&body(), near), DVec2::X * 4.0);
    assert_eq!(arrive(&body(), near, 2.0), DVec2::X * 2.0, "half the slowing distance");
    assert_eq!(arrive(&body(), Vec3::ZERO, 2.0), DVec2::ZERO, "at the point");
}

fn on_axis(x: f32) -> Vec3 {
    Vec3::new(x, 0.0, 0.0)
}

#[test]
fn the_remaining_distance_follows_the_waypoints() {
    let mut path = FollowedPath::default();
    assert_eq!((path.waypoint(), path.remaining(on_axis(0.0))), (None, f32::INFINITY));
    path.set([0.0, 4.0, 10.0].map(on_axis), &[]);
    assert_eq!(
        (path.waypoint(), path.length(), path.remaining(on_axis(1.0))),
        (Some(on_axis(4.0)), 10.0, 9.0)
    );
    path.pass_waypoint();
    path.move_end(on_axis(11.0));
    assert_eq!((path.waypoint(), path.remaining(on_axis(5.0))), (Some(on_axis(11.0)), 6.0));
    path.pass_waypoint();
    assert_eq!(path.index(), 2, "the last one is never passed");
    path.set([on_axis(3.0)], &[]);
    assert_eq!(path.waypoint(), Some(on_axis(3.0)), "a path of one point");
}

/// Returns a corridor to the east, 4 m wide, that turns to the south at the corner (10, 4).
fn bend() -> NavMesh {
    rooms(&[[[0.0, 0.0], [10.0, 4.0]], [[10.0, 0.0], [14.0, 4.0]], [[10.0, 4.0], [14.0, 20.0]]])
}

/// Returns a run of an agent through the bend, whose radius is 1 m, after its first step.
fn around_the_bend(smoothing: f32) -> Simulation {
    let [from, to] = [[1.5, 2.0], [12.0, 18.0]].map(|at| Vec2::from(at).into());
    let mut group = AgentGroup::new("one", Spawn::Point(from), GroupTarget::Point(to));
    group.radius = 1.0;
    group.movement.smoothing = smoothing;
    let (mesh, scenario) = (bend(), Scenario { groups: vec![group], ..Scenario::default() });
    let mut simulation = Simulation::new(&mesh, &Derived::build(&mesh), &scenario).expect("a run");
    simulation.step(&mut Silent);
    simulation
}

#[test]
fn an_agent_walks_to_the_circle_around_a_corner_and_passes_it_where_it_no_longer_turns() {
    assert_eq!(FollowedPath::default().aim(Vec2::ZERO), None);
    let mut simulation = around_the_bend(0.0);
    let (path, corner) = (simulation.agents()[0].path().clone(), Vec2::new(10.0, 4.0));
    assert_eq!(path.waypoints().len(), 3, "one corner");
    for from in [[1.5, 2.0], [5.0, 3.5], [9.0, 1.0]].map(Vec2::from) {
        let Aim { to, direction } = path.aim(from).expect("it has a waypoint");
        assert!((to.distance(corner) - 1.0).abs() < 1e-5 && to.y < 4.0, "on the circle, to its left: {to}");
        assert!((to - from).normalize_or_zero().distance(direction) < 1e-5, "{from}: straight to {to}");
        assert!(direction.dot(corner - to).abs() < 1e-3, "{from}: along the circle at {to}");
    }
    let on_circle = path.aim(corner + Vec2::X).expect("it has a waypoint");
    assert!(on_circle.direction.distance(Vec2::Y) < 1e-5, "along the circle: {on_circle:?}");
    let mut before = Vec2::ZERO;
    while simulation.agents()[0].path().index() == 1 {
        before = ground(simulation.agents()[0].at.point);
        simulation.step(&mut Silent);
        assert!(simulation.seconds() < 20.0, "it is held up at {before}");
    }
    let passed = ground(simulation.agents()[0].at.point);
    assert!(before.x > 10.7 && before.y < 4.2 && passed.y > 3.6, "it turned from {before} to {passed}");
    let path = simulation.agents()[0].path();
    let end = Vec2::new(12.0, 18.0);
    let aim = path.aim(end + Vec2::Y).expect("it has a waypoint");
    assert_eq!(aim, Aim { to: end, direction: Vec2::NEG_Y }, "straight to the end");
}

/// Returns the point a distance along a line behind that of its first parts which is nearest to a position.
fn ahead_on(line: &[Vec3], parts: std::ops::Range<usize>, from: Vec2, distance: f32) -> Vec2 {
    let part = |index: usize| Segment::new(ground(line[index]), ground(line[index + 1]));
    let nearest =
        parts.min_by(|&one, &other| part(one).distance(from).total_cmp(&part(other).distance(from)));
    let mut index = nearest.expect("a part");
    let mut left = distance + part(index).nearest(from) * part(index).length();
    while left > part(index).length() && index + 2 < line.len() {
        left -= part(index).length();
        index += 1;
    }
    part(index).at((left / part(index).length()).min(1.0))
}

#[test]
fn an_agent_walks_to_a_point_ahead_of_the_nearest_one_also_in_the_section_behind() {
    let simulation = around_the_bend(0.5);
    let mut path = simulation.agents()[0].path().clone();
    let start = path.waypoints()[0];
    let line: Vec<Vec3> = [vec![start], path.rest_from(ground(start))].concat();
    path.pass_waypoint();
    // Its start is the point of the second section that is nearest to the start of the path.
    let behind = path.rest_from(ground(start));
    let first_section = line.len() - 1 - behind.len();
    path = simulation.agents()[0].path().clone();
    assert!(line.len() > 10 && first_section > 4, "two sections of a curve: {line:?}");
    for (index, parts) in [(1, 0..first_section), (2, 0..line.len() - 1)] {
        assert_eq!(path.index(), index);
        for number in 0..parts.end {
            let on = ground(line[number]).lerp(ground(line[number + 1]), 0.4);
            for beside in [Vec2::ZERO, Vec2::new(0.1, 0.05)] {
                let from = on + beside;
                let aim = path.aim(from).expect("it has a waypoint");
                let expected = ahead_on(&line, parts.clone(), from, 1.0);
                assert!(aim.to.distance(expected) < 1e-3, "{index}, {from}: {} is not {expected}", aim.to);
                let direction = (aim.to - from).normalize_or_zero();
                assert_eq!(aim.direction, direction, "straight there");
            }
        }
        path.pass_waypoint();
    }
}
