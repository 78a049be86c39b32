//! Agents of a run at the present time, and the trail of the selected one.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use crate::editor::Editor;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::{input, playback};
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene, circle};
use crate::geometry::{Bounds, at_height, ground};
use crate::simulation::recording::{AgentFlags, AgentFrame};

/// Radius in pixels below which an agent is drawn as a point.
const LEAST_PIXELS: f32 = 3.0;

/// Corners of the outline of an agent.
const CORNERS: u8 = 16;

/// Maximum number of points of a trail.
const MOST_OF_TRAIL: usize = 600;

/// Draws the agents of the run, and more about the selected one.
pub(super) fn draw_agents(editor: &Editor, scene: &mut Scene) {
    let playback = playback::playback(editor);
    let Some(run) = runs::run(editor).filter(|_| playback.is_shown()) else { return };
    let frame = run.frame_number(playback.time());
    let selected = input::selected_agent(editor);
    if let Some(agent) = selected {
        draw_selected(run, scene, frame, agent);
    }
    for (index, agent) in run.recording.frame(frame).enumerate() {
        let radius = run.radii[index];
        let extent = Vec3::splat(radius);
        let bounds = Bounds { min: agent.position - extent, max: agent.position + extent };
        if !agent.flags.contains(AgentFlags::LEFT) && scene.camera.sees(&bounds) {
            draw_agent(scene, &agent, radius, run.velocity(frame, index));
        }
    }
}

fn draw_agent(scene: &mut Scene, agent: &AgentFrame, radius: f32, velocity: Vec3) {
    let role = Role::Agents(mark(agent.flags));
    if radius < scene.camera.meters(LEAST_PIXELS) {
        return scene.point(role, agent.position);
    }
    scene.fill(role, outline(agent.position, radius));
    let facing = ground(velocity).normalize_or_zero() * radius;
    if facing != Vec2::ZERO {
        let tip = at_height(ground(agent.position) + facing, agent.position.y);
        scene.line(role, agent.position, tip);
    }
}

fn mark(flags: AgentFlags) -> AgentMark {
    if flags.contains(AgentFlags::STUCK) || flags.contains(AgentFlags::LOST) {
        AgentMark::Stuck
    } else if flags.contains(AgentFlags::ARRIVED) {
        AgentMark::Arrived
    } else if flags.contains(AgentFlags::GIVES_WAY) {
        AgentMark::GivingWay
    } else {
        AgentMark::Walking
    }
}

fn outline(middle: Vec3, radius: f32) -> Vec<Vec3> {
    let corner = |i: u8| Vec2::from_angle(f32::from(i) / f32::from(CORNERS) * TAU) * radius;
    // Counter-clockwise as seen in the view, where Z points down.
    (0..CORNERS).rev().map(|i| at_height(ground(middle) + corner(i), middle.y)).collect()
}

/// Draws the trail, the velocity and a ring around the selected agent.
fn draw_selected(run: &Run, scene: &mut Scene, frame: usize, agent: usize) {
    let Some(AgentFrame { position, .. }) = run.recording.agent(frame, agent) else { return };
    let every = frame / MOST_OF_TRAIL + 1;
    let past = (0..frame).step_by(every).filter_map(|frame| run.recording.agent(frame, agent));
    let mut trail: Vec<Vec3> = past.map(|agent| agent.position).collect();
    trail.push(position);
    scene.polyline(Role::Agents(AgentMark::Trail), trail);
    scene.polyline(Role::Agents(AgentMark::Selected), circle(position, run.radii[agent]));
    let tip = position + run.velocity(frame, agent);
    if tip != position {
        scene.line(Role::Agents(AgentMark::Velocity), position, tip);
        scene.arrow_head(Role::Agents(AgentMark::Velocity), position, tip);
    }
}
