//! Agents of a run, and of the compared one, at the present time.

use std::f32::consts::TAU;

use glam::{Vec2, Vec3};

use super::decision;
use crate::editor::State;
use crate::editor::session::Session;
use crate::editor::simulation::runs::{self, Run};
use crate::editor::simulation::{compared, groups, input, playback, scenarios, starts};
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene, circle};
use navsmith_core::geometry::{Bounds, at_height, ground};
use navsmith_core::simulation::run::recording::AgentFlags;
use navsmith_core::simulation::scenario::GroupTarget;

/// Radius in pixels below which an agent is drawn as a point.
const LEAST_PIXELS: f32 = 3.0;

/// Corners of the outline of an agent.
const CORNERS: u8 = 32;

/// Draws the agents of the run and of the compared one, and more about the selected agent.
///
/// Before the first play, the agents are drawn where they start.
pub(super) fn draw_agents(state: &State, scene: &mut Scene) {
    let playback = playback::playback(state);
    for start in starts::starts(state) {
        let body = AgentMark::Body(start.color);
        draw_agent(scene, (start.position, start.radius), Vec3::ZERO, body, None);
    }
    if !playback.is_shown() {
        let starts = starts::starts(state);
        return draw_chases(state, scene, |agent| starts.get(agent).map(|start| start.position));
    }
    if let Some(Ok(other)) = compared::run(state) {
        draw_run(other, scene, playback.time(), |_| AgentMark::Compared, |_, _| None);
    }
    let Some(run) = runs::run(state) else { return };
    if let Some(agent) = input::selected_agent(state) {
        decision::draw_selected(state, run, scene, [run.frame_number(playback.time()), agent]);
    }
    let body = |agent| AgentMark::Body(run.color_of(agent));
    let mark = |agent, flags| self::state(run, agent, flags);
    draw_run(run, scene, playback.time(), body, mark);
    let frame = run.frame_number(playback.time());
    draw_chases(state, scene, |agent| run.recording.agent(frame, agent).map(|agent| agent.position));
}

fn draw_run(
    run: &Run,
    scene: &mut Scene,
    time: f64,
    body: impl Fn(usize) -> AgentMark,
    state: impl Fn(usize, AgentFlags) -> Option<AgentMark>,
) {
    let frame = run.frame_number(time);
    for (index, agent) in run.recording.frame(frame).enumerate() {
        if !agent.flags.contains(AgentFlags::LEFT) {
            let disc = (agent.position, run.radii[index]);
            draw_agent(scene, disc, run.velocity(frame, index), body(index), state(index, agent.flags));
        }
    }
}

/// Draws the agent that a click would select.
pub(super) fn draw_hovered(state: &State, scene: &mut Scene, agent: usize) {
    let Some(run) = runs::run(state) else { return };
    let frame = run.frame_number(playback::playback(state).time());
    if let Some(shown) = run.recording.agent(frame, agent) {
        let radius = run.radii[agent].max(scene.camera.meters(LEAST_PIXELS));
        scene.polyline(Role::Hover, circle(shown.position, radius));
    }
}

/// Draws a line from the first agent of each group to the agent that the group goes to.
///
/// `position` returns that of an agent, by its index among all agents.
fn draw_chases(session: &Session, scene: &mut Scene, position: impl Fn(usize) -> Option<Vec3>) {
    let Some(scenario) = scenarios::active(session) else { return };
    for (id, group) in groups::shown(session) {
        let GroupTarget::Agent { group: other, index } = group.target else { continue };
        let ends = [(id.group, 0), (other, index)].map(|(group, index)| scenario.agent_index(group, index));
        let [Some(from), Some(to)] = ends.map(|agent| position(agent?)) else { continue };
        let of = groups::color(session, id);
        scene.line(Role::Agents(AgentMark::Route(of)), from, to);
        scene.arrow_head(Role::Agents(AgentMark::Route(of)), from, to);
        scene.point(Role::Agents(AgentMark::Goal(of)), to);
    }
}

/// Draws the disc of an agent, with an outline for its state.
fn draw_agent(
    scene: &mut Scene,
    (at, radius): (Vec3, f32),
    velocity: Vec3,
    body: AgentMark,
    state: Option<AgentMark>,
) {
    let extent = Vec3::splat(radius);
    if !scene.camera.sees(&Bounds { min: at - extent, max: at + extent }) {
        return;
    }
    if radius < scene.camera.meters(LEAST_PIXELS) {
        return scene.point(Role::Agents(state.unwrap_or(body)), at);
    }
    scene.fill(Role::Agents(body), outline(at, radius));
    let facing = ground(velocity).normalize_or_zero() * radius;
    if facing != Vec2::ZERO {
        scene.line(Role::Agents(body), at, at_height(ground(at) + facing, at.y));
    }
    let ring = outline(at, radius);
    scene.polyline(Role::Agents(state.unwrap_or(body)), ring.iter().chain(ring.first()).copied().collect());
    if state == Some(AgentMark::Stuck) {
        scene.point(Role::Agents(AgentMark::Stuck), at);
    }
}

/// Returns the mark of the state of an agent; `None` on its way.
fn state(run: &Run, agent: usize, flags: AgentFlags) -> Option<AgentMark> {
    if run.is_stuck(agent, flags) {
        Some(AgentMark::Stuck)
    } else if flags.contains(AgentFlags::ARRIVED) {
        Some(AgentMark::Arrived)
    } else {
        flags.contains(AgentFlags::GIVES_WAY).then_some(AgentMark::GivingWay)
    }
}

fn outline(middle: Vec3, radius: f32) -> Vec<Vec3> {
    let corner = |i: u8| Vec2::from_angle(f32::from(i) / f32::from(CORNERS) * TAU) * radius;
    // Counter-clockwise as seen in the view, where Z points down.
    (0..CORNERS).rev().map(|i| at_height(ground(middle) + corner(i), middle.y)).collect()
}
