//! Agents of a run, and of the compared one, at the present time.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use super::decision;
use crate::editor::Editor;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::{compared, input, playback};
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::{Bounds, at_height, ground};
use crate::simulation::recording::{AgentFlags, AgentFrame};

/// Radius in pixels below which an agent is drawn as a point.
const LEAST_PIXELS: f32 = 3.0;

/// Corners of the outline of an agent.
const CORNERS: u8 = 16;

/// Draws the agents of the run and of the compared one, and more about the selected agent.
pub(super) fn draw_agents(editor: &Editor, scene: &mut Scene) {
    let playback = playback::playback(editor);
    if !playback.is_shown() {
        return;
    }
    if let Some(Ok(other)) = compared::run(editor) {
        draw_run(other, scene, playback.time(), |_| AgentMark::Compared);
    }
    let Some(run) = runs::run(editor) else { return };
    if let Some(agent) = input::selected_agent(editor) {
        decision::draw_selected(editor, run, scene, [run.frame_number(playback.time()), agent]);
    }
    draw_run(run, scene, playback.time(), mark);
}

fn draw_run(run: &Run, scene: &mut Scene, time: f64, mark: fn(AgentFlags) -> AgentMark) {
    let frame = run.frame_number(time);
    for (index, agent) in run.recording.frame(frame).enumerate() {
        let radius = run.radii[index];
        let extent = Vec3::splat(radius);
        let bounds = Bounds { min: agent.position - extent, max: agent.position + extent };
        if !agent.flags.contains(AgentFlags::LEFT) && scene.camera.sees(&bounds) {
            draw_agent(scene, &agent, radius, run.velocity(frame, index), mark(agent.flags));
        }
    }
}

fn draw_agent(scene: &mut Scene, agent: &AgentFrame, radius: f32, velocity: Vec3, mark: AgentMark) {
    let role = Role::Agents(mark);
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
