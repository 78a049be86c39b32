//! The selected agent of a run: where it walked, what it decides, and why it is stuck.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::simulation::causes;
use crate::editor::simulation::decisions::{self, AgentOverlay};
use crate::editor::simulation::runs::{self, Run};
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene, circle};
use navsmith_core::geometry::{at_height, ground};
use navsmith_core::navmesh::HalfEdge;
use navsmith_core::simulation::explain::stuck::StuckCause;
use navsmith_core::simulation::run::recording::AgentFrame;
use navsmith_core::simulation::steer::nav_actor::Replanning;
use navsmith_core::simulation::world::AgentDecision;

/// Maximum number of points of a trail.
const MOST_OF_TRAIL: usize = 600;

/// Half the length of the line of a half-plane, and the depth of its strip.
///
/// Relative to the speed of the agent.
const PLANE: [f32; 2] = [1.3, 0.15];

/// Length of the arrow of a force, in metres per newton.
const PER_NEWTON: f32 = 0.1;

/// Length of the arrow of the direction of view, in radii.
const FACING: f32 = 2.5;

/// Draws what is shown of the selected agent.
pub(super) fn draw_selected(state: &State, run: &Run, scene: &mut Scene, [frame, agent]: [usize; 2]) {
    let Some(AgentFrame { position, .. }) = run.recording.agent(frame, agent) else { return };
    let shows = |overlay| decisions::is_shown(state, overlay);
    if let Some(decision) = decisions::decision(state) {
        let group = run.group_of(agent);
        if shows(AgentOverlay::HalfPlanes) {
            draw_half_planes(scene, position, run.individual(agent).map_or(1.0, |own| own.speed), &decision);
        }
        if shows(AgentOverlay::Margin) {
            let margin = group.map(|group| group.movement.margin).zip(decision.path.last());
            if let Some((margin, &end)) = margin {
                let is_cube = group.is_some_and(|it| it.movement.replanning == Replanning::TargetMovedOnAxis);
                let corner = |[x, z]: [f32; 2]| end + Vec3::new(x, 0.0, z) * margin;
                let square = [[1., 1.], [1., -1.], [-1., -1.], [-1., 1.], [1., 1.]].map(corner);
                let rim = if is_cube { square.to_vec() } else { circle(end, margin) };
                scene.polyline(Role::Agents(AgentMark::Margin), rim);
            }
        }
        if shows(AgentOverlay::Path) {
            draw_path(scene, position, &decision);
        }
        if shows(AgentOverlay::Neighbors) {
            draw_neighbors(run, scene, position, frame, &decision.neighbors);
        }
    }
    if shows(AgentOverlay::Trail) {
        let every = frame / MOST_OF_TRAIL + 1;
        let past = (0..frame).step_by(every).filter_map(|frame| run.recording.agent(frame, agent));
        let trail = past.map(|agent| agent.position).chain([position]).collect();
        let of = run.color_of(agent);
        scene.polyline(Role::Agents(AgentMark::Trail(of)), trail);
    }
    scene.polyline(Role::Agents(AgentMark::Selected), circle(position, run.radii[agent]));
    if shows(AgentOverlay::Velocities) {
        draw_velocities(state, run, scene, position, [frame, agent]);
    }
    if let Some(decision) = decisions::decision(state) {
        if shows(AgentOverlay::Facing) {
            draw_arrow(scene, AgentMark::Facing, position, decision.facing * (run.radii[agent] * FACING));
        }
        if let Some(force) = decision.force.filter(|_| shows(AgentOverlay::Force)) {
            draw_arrow(scene, AgentMark::Force, position, force * PER_NEWTON);
        }
    }
    draw_cause(state, run, scene, [frame, agent]);
}

/// Draws the desired velocity, and the one that avoids others.
fn draw_velocities(state: &State, run: &Run, scene: &mut Scene, at: Vec3, [frame, agent]: [usize; 2]) {
    let decision = decisions::decision(state);
    let chosen = decision.as_ref().map_or_else(|| ground(run.velocity(frame, agent)), |it| it.chosen);
    let desired = decision.map(|decision| (AgentMark::Desired, decision.desired));
    for (mark, velocity) in desired.into_iter().chain([(AgentMark::Velocity, chosen)]) {
        draw_arrow(scene, mark, at, velocity);
    }
}

/// Draws an arrow from a position; none of length 0.
fn draw_arrow(scene: &mut Scene, mark: AgentMark, at: Vec3, along: Vec2) {
    if along != Vec2::ZERO {
        let tip = at_height(ground(at) + along, at.y);
        scene.line(Role::Agents(mark), at, tip);
        scene.arrow_head(Role::Agents(mark), at, tip);
    }
}

fn draw_path(scene: &mut Scene, from: Vec3, decision: &AgentDecision) {
    if let Some(&next) = decision.path.first() {
        let way = std::iter::once(from).chain(decision.path.iter().copied());
        scene.polyline(Role::Agents(AgentMark::PathAhead), way.collect());
        scene.point(Role::Agents(AgentMark::PathAhead), next);
    }
}

fn draw_neighbors(run: &Run, scene: &mut Scene, from: Vec3, frame: usize, neighbors: &[u32]) {
    for &other in neighbors {
        if let Some(beside) = run.recording.agent(frame, other as usize) {
            scene.line(Role::Agents(AgentMark::Neighbor), from, beside.position);
        }
    }
}

/// Draws the lines that bound the velocities, with a strip on the side that leads to a collision.
///
/// A velocity is drawn as the way of the next second.
fn draw_half_planes(scene: &mut Scene, at: Vec3, speed: f32, decision: &AgentDecision) {
    let [half, depth] = PLANE.map(|share| share * speed);
    for plane in &decision.half_planes {
        let distance = plane.point.dot(plane.normal);
        // Half-planes farther away exclude no velocity that the agent can have.
        if distance.abs() > speed {
            continue;
        }
        let middle = ground(at) + plane.normal * distance;
        let along = plane.normal.perp() * half;
        let corner = |along: Vec2, back: f32| at_height(middle + along - plane.normal * back, at.y);
        let strip =
            vec![corner(-along, 0.0), corner(along, 0.0), corner(along, depth), corner(-along, depth)];
        scene.fill(Role::Agents(AgentMark::HalfPlane), strip);
        scene.line(Role::Agents(AgentMark::HalfPlane), corner(-along, 0.0), corner(along, 0.0));
    }
}

/// Draws the elements of the cause why the agent is stuck, or did not arrive at the end of the run.
fn draw_cause(state: &State, run: &Run, scene: &mut Scene, [frame, agent]: [usize; 2]) {
    let is_end = frame + 1 >= run.recording.len();
    let cause = if is_end { runs::cause_of(state, agent) } else { causes::cause(state) };
    let Some(cause) = cause else { return };
    let mut side = |role: Role, side: HalfEdge| {
        let mesh = state.mesh();
        if let Some([from, to]) = mesh.half_edge(side).map(|ends| ends.map(|end| mesh.position(end))) {
            scene.line(role, from, to);
        }
    };
    match cause {
        StuckCause::NarrowPortal { portal, .. } => side(Role::NarrowPortal, *portal),
        cause => cause.wall().into_iter().for_each(|wall| side(Role::Wall, wall)),
    }
    for &other in cause.agents().iter().filter(|&&other| other as usize != agent) {
        let radius = run.radii.get(other as usize);
        if let Some((shown, &radius)) = run.recording.agent(frame, other as usize).zip(radius) {
            scene.polyline(Role::Agents(AgentMark::Stuck), circle(shown.position, radius));
        }
    }
    let Some(target) = run.target_of(agent) else { return };
    match cause {
        StuckCause::OtherIsland { .. } | StuckCause::NoRoom { .. } => {
            scene.point(Role::Agents(AgentMark::Stuck), target);
        }
        StuckCause::TargetAtWall { .. } | StuckCause::Occupied { .. } | StuckCause::OutdatedPath { .. } => {
            scene.polyline(Role::Agents(AgentMark::Stuck), circle(target, run.reach_of(agent)));
        }
        _ => {}
    }
}
