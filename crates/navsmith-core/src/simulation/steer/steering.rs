//! Steering: the force that moves an agent towards a waypoint, and its direction of view.
//!
//! [`steer`] is the behaviour of a libGDX tutorial (Monstrous Software, *3D Tutorial*, step 19): turning by spherical
//! interpolation, a force towards the waypoint, more force uphill. [`seek`], [`arrive`] and [`containment`] are the
//! behaviours of Reynolds (*Steering Behaviors For Autonomous Characters*, 1999).
//!
//! All vectors are on the ground. Trigonometric functions come from `libm`.

use std::f64::consts::PI;

use glam::{DVec2, Vec3};

use crate::geometry::ground;
use crate::navmesh::HalfEdge;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::memory::SurfaceMemory;
use crate::pathfinding::mesh_query::move_with_radius::{CircleSlide, move_with_radius_into};
use crate::pathfinding::mesh_query::raycast::{Ray, RayHit, raycast_into};

/// How the share of a turn depends on the time step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Turning {
    /// The same share per step, as in the tutorial; the turn then depends on the frame rate.
    PerFrame,
    /// The share that gives the same curve for all time steps.
    #[default]
    Exact,
}

/// Settings of steering; the defaults are those of the tutorial where it states them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeringSettings {
    /// Share of the remaining angle that an agent turns in a frame.
    pub turn_share: f64,
    /// Frames per second to which `turn_share` refers.
    pub frame_rate: f64,
    /// How the share depends on the time step.
    pub turning: Turning,
    /// Distance from the waypoint in metres within which an agent neither turns nor moves.
    pub turn_distance: f64,
    /// Distance from the target in metres within which no force moves an agent.
    pub stand_off: f64,
    /// Height difference of waypoints in metres above which an agent climbs.
    pub climb_slope: f64,
    /// Factor of the force while an agent climbs.
    pub climb_factor: f64,
    /// Force towards the waypoint, in newtons. The tutorial does not state it.
    pub force: f64,
    /// Mass in kilograms.
    pub mass: f64,
    /// Drag per second: the deceleration relative to the speed.
    pub drag: f64,
    /// Time in seconds for which a chase turns away from walls in advance; 0 for not at all.
    ///
    /// It is the horizon of [`containment`].
    pub containment: f64,
}

impl Default for SteeringSettings {
    fn default() -> Self {
        Self {
            turn_share: 0.02,
            frame_rate: 60.0,
            turning: Turning::default(),
            turn_distance: 1.0,
            stand_off: 5.0,
            climb_slope: 0.1,
            climb_factor: 2.0,
            force: 10.0,
            mass: 1.0,
            drag: 2.0,
            containment: 0.0,
        }
    }
}

impl SteeringSettings {
    /// Returns the share of the remaining angle that an agent turns in a time step, in seconds.
    ///
    /// The exact share is `1 - (1 - turn_share)^(frame_rate * seconds)`.
    pub fn share_of_turn(&self, seconds: f64) -> f64 {
        match self.turning {
            _ if seconds <= 0.0 || seconds.is_nan() => 0.0,
            Turning::PerFrame => self.turn_share,
            Turning::Exact => 1.0 - libm::pow(1.0 - self.turn_share, self.frame_rate * seconds),
        }
    }
}

/// The body of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SteeredBody {
    /// The position on the mesh.
    pub at: Located,
    /// Velocity on the ground, in metres per second.
    pub velocity: DVec2,
    /// Direction of view: a unit vector on the ground.
    pub facing: DVec2,
    /// Maximum speed in metres per second.
    pub max_speed: f64,
}

/// The result of steering in one time step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Steering {
    /// Direction of view after the step.
    pub facing: DVec2,
    /// Unit vector towards the waypoint, or along the wall before it.
    ///
    /// Zero if the waypoint is straight above or below.
    pub direction: DVec2,
    /// Force in newtons.
    pub force: DVec2,
    /// Whether gravity acts; not while the agent climbs.
    pub has_gravity: bool,
}

impl Steering {
    /// Returns the steering of a body that stays where it is.
    pub fn resting(body: &SteeredBody) -> Self {
        Self { facing: body.facing, direction: DVec2::ZERO, force: DVec2::ZERO, has_gravity: true }
    }
}

/// Steers a body towards a waypoint of a path.
///
/// `target` is the end of the path, and `slope` the height of the waypoint above the one before. `wall` is the result of
/// [`containment`].
pub fn steer(
    settings: &SteeringSettings,
    body: &SteeredBody,
    [waypoint, target]: [Vec3; 2],
    slope: f32,
    wall: Option<&Containment>,
    seconds: f64,
) -> Steering {
    // Slopes are f32, in which a slope equal to the limit is not above it.
    let is_climbing = slope > settings.climb_slope as f32;
    let factor = if is_climbing { settings.climb_factor } else { 1.0 };
    let position = body.at.point.as_dvec3();
    let offset = waypoint.as_dvec3() - position;
    let towards = DVec2::new(offset.x, offset.z).normalize_or_zero();
    let direction = wall.map_or(towards, |wall| wall.direction);
    let still = Steering { facing: body.facing, direction, force: DVec2::ZERO, has_gravity: !is_climbing };
    if offset.length() <= settings.turn_distance {
        return still;
    }
    let facing = turned(body.facing, direction, settings.share_of_turn(seconds));
    let is_away = target.as_dvec3().distance(position) > settings.stand_off;
    let force = if is_away { direction * settings.force * factor } else { DVec2::ZERO };
    Steering { facing, force, ..still }
}

/// Turns a unit vector by a share of its angle to another one.
///
/// Between opposite vectors it turns to the left, as seen from above. Returns `from` if `to` is zero.
pub fn turned(from: DVec2, to: DVec2, share: f64) -> DVec2 {
    if to == DVec2::ZERO {
        return from;
    }
    let (across, along) = (from.perp_dot(to), from.dot(to));
    // Z points down in the view, so a turn to the left has a negative angle.
    let angle = if across == 0.0 && along < 0.0 { -PI } else { libm::atan2(across, along) };
    let (sin, cos) = libm::sincos(angle * share);
    DVec2::new(from.x * cos - from.y * sin, from.x * sin + from.y * cos).normalize_or(from)
}

/// Returns the change of velocity towards a point at full speed.
///
/// (Reynolds, 1999: *seek*.)
pub fn seek(body: &SteeredBody, to: Vec3) -> DVec2 {
    let offset = (ground(to) - ground(body.at.point)).as_dvec2();
    offset.normalize_or_zero() * body.max_speed - body.velocity
}

/// Returns the change of velocity towards a point at which the body stops.
///
/// Within the slowing distance, in metres, the speed is proportional to the distance. (Reynolds, 1999: *arrive*.)
pub fn arrive(body: &SteeredBody, to: Vec3, slowing_distance: f64) -> DVec2 {
    let offset = (ground(to) - ground(body.at.point)).as_dvec2();
    let share = offset.length() / slowing_distance;
    let speed = body.max_speed * if share < 1.0 { share } else { 1.0 };
    offset.normalize_or_zero() * speed - body.velocity
}

/// A wall in front of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Containment {
    /// The side that is a wall.
    pub wall: HalfEdge,
    /// Time in seconds until the centre of the body would meet the wall.
    pub seconds: f64,
    /// Unit vector along the wall, towards the waypoint as far as possible.
    pub direction: DVec2,
}

/// Returns the wall that a body would meet within the horizon, before it reaches its waypoint.
///
/// The horizon is a time in seconds. The predicted position is tested with a ray that is longer by the radius of the
/// agent. (Reynolds, 1999: *containment*.)
pub fn containment(
    horizon: f64,
    walkable: &Walkable<'_>,
    body: &SteeredBody,
    waypoint: Vec3,
    memory: &mut SurfaceMemory,
    ray: &mut Ray,
) -> Option<Containment> {
    let (at, speed) = (ground(body.at.point), body.velocity.length());
    let ahead = body.velocity.try_normalize()?;
    let offset = (ground(waypoint) - at).as_dvec2();
    let length = (speed * horizon).min(offset.length()) + f64::from(walkable.agent.radius);
    raycast_into(walkable, &body.at, (at.as_dvec2() + ahead * length).as_vec2(), memory, ray);
    let RayHit { t, wall, .. } = ray.hit?;
    let [a, b] = walkable.mesh.half_edge(wall)?.map(|end| ground(walkable.mesh.position(end)).as_dvec2());
    let along = (b - a).try_normalize()?;
    let is_forward = along.dot(offset) >= 0.0;
    Some(Containment {
        wall,
        seconds: t * length / speed,
        direction: if is_forward { along } else { -along },
    })
}

impl SteeredBody {
    /// Creates a body at rest that looks along X, with this maximum speed in metres per second.
    pub fn new(at: Located, max_speed: f64) -> Self {
        Self { at, velocity: DVec2::ZERO, facing: DVec2::X, max_speed }
    }

    /// Returns the velocity after a time step, without walls.
    ///
    /// Semi-implicit Euler, with implicit drag: stable for any time step.
    pub fn accelerated(&self, settings: &SteeringSettings, steering: &Steering, seconds: f64) -> DVec2 {
        let pushed = self.velocity + steering.force / settings.mass * seconds;
        (pushed / (1.0 + settings.drag * seconds)).clamp_length_max(self.max_speed)
    }

    /// Applies steering for a time step, and moves the body over the mesh.
    ///
    /// The body slides along walls, and loses the part of its velocity that leads into them. A time step that is not
    /// positive changes nothing.
    pub fn advance(
        &mut self,
        settings: &SteeringSettings,
        walkable: &Walkable<'_>,
        steering: &Steering,
        seconds: f64,
        memory: &mut SurfaceMemory,
        moved: &mut CircleSlide,
    ) {
        let is_step = seconds > 0.0 && seconds.is_finite();
        if !is_step {
            return;
        }
        self.facing = steering.facing;
        self.velocity = self.accelerated(settings, steering, seconds);
        let to = ground(self.at.point).as_dvec2() + self.velocity * seconds;
        move_with_radius_into(walkable, &self.at, to.as_vec2(), memory, moved);
        self.at = moved.slide.end;
        for contact in &moved.contacts {
            let normal = contact.normal.as_dvec2();
            self.velocity -= normal * self.velocity.dot(normal).min(0.0);
        }
    }
}
