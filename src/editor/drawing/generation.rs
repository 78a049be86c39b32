//! Marks of a generation: its stages, volumes, the figure of the agent, and the asked point.

use glam::Vec3;

use crate::editor::State;
use crate::editor::generation::{found, input, jumps, plan, reason, shapes};
use crate::editor::levels::surface;
use crate::editor::view::scene::generation::GenerationMark;
use crate::editor::view::scene::{Role, Scene, circle};
use navsmith_core::geometry::{Bounds, Vec2, at_height, ground};

/// Largest number of places near a limit that are drawn.
const MOST_PLACES: usize = 500;

/// Largest number of jump links, and of samples without one, that are drawn.
const MOST_JUMPS: usize = 4000;

/// Least distance of samples of jumps on the screen, in pixels. Closer crosses would cover the border.
const LEAST_JUMP_SPACING: f32 = 24.0;

/// Number of upright lines of the figure of the agent.
const UPRIGHTS: u8 = 8;

fn role(mark: GenerationMark) -> Role {
    Role::Generation(mark)
}

/// Draws the shown stage.
pub(super) fn draw_stage(state: &State, scene: &mut Scene) {
    let Some(shapes) = shapes::shapes(state) else { return };
    let (camera, top) = (scene.camera, surface::top(state));
    let visible = shapes.visible(|bounds| bounds.min.y <= top && camera.sees(bounds));
    for fill in visible.fills {
        scene.fill(role(fill.mark), fill.corners.to_vec());
    }
    for (mark, line) in visible.lines {
        scene.polyline(role(*mark), line.clone());
    }
    if visible.is_any_left_out {
        scene.left_out = "Only a part of the stage is drawn. Zoom in to see the rest.".into();
    } else if visible.every > 1 {
        let every = visible.every;
        scene.left_out = format!("One of {every} × {every} columns is drawn. Zoom in to see all.");
    }
}

/// Draws the places near the selected limit, the asked point, and the figure of the agent.
pub(super) fn draw_places(state: &State, scene: &mut Scene) {
    if let Some([line, framed]) = input::framed_limit(state)
        && let Some(line) = found::latest(state).and_then(|found| found.limits.get(line))
    {
        let camera = scene.camera;
        let seen = line.places.iter().filter(|&&at| camera.sees(&Bounds::of([at])));
        for &at in seen.take(MOST_PLACES) {
            scene.point(role(GenerationMark::NearLimit), at);
        }
        if let Some(&at) = line.places.get(framed) {
            scene.point(role(GenerationMark::Asked), at);
        }
    }
    if let Some(at) = reason::asked(state) {
        scene.point(role(GenerationMark::Asked), at);
        if let Some(reason) = reason::reason(state) {
            let text = reason.to_string();
            let short = text.split(';').next().unwrap_or(&text);
            scene.label(role(GenerationMark::Asked), at, short);
        }
    }
    draw_jumps(state, scene);
    if let Some(foot) = input::figure(state) {
        draw_figure(state, scene, foot);
    }
}

/// Draws the jump links of the result and the samples without one, and what is near the asked point.
fn draw_jumps(state: &State, scene: &mut Scene) {
    let camera = scene.camera;
    if let Some(jumps) = jumps::jumps(state).filter(|_| jumps::is_shown(state)) {
        let links = jumps.links.iter().map(|jump| &jump.link);
        let links = links.filter(|link| camera.sees(&Bounds::of(link.lines().concat())));
        let is_near =
            plan::plan(state).jumps.is_some_and(|jumps| jumps.spacing >= camera.meters(LEAST_JUMP_SPACING));
        let rejected = jumps.rejected.iter().filter(|_| is_near);
        let rejected = rejected.filter(|rejected| camera.sees(&Bounds::of([rejected.at])));
        let is_any_left_out =
            links.clone().nth(MOST_JUMPS).is_some() || rejected.clone().nth(MOST_JUMPS).is_some();
        for rejected in rejected.take(MOST_JUMPS) {
            scene.point(role(GenerationMark::RejectedJump), rejected.at);
        }
        for link in links.take(MOST_JUMPS) {
            scene.link_line(role(GenerationMark::JumpLink), link);
        }
        if is_any_left_out {
            scene.left_out = "Only a part of the jumps is drawn. Zoom in to see the rest.".into();
        }
    }
    if let Some(nearest) = jumps::asked(state) {
        let mark =
            if nearest.found.is_ok() { GenerationMark::JumpLink } else { GenerationMark::RejectedJump };
        scene.point(role(mark), nearest.at);
        scene.label(role(mark), nearest.at, nearest.to_string());
    }
}

/// Draws a cylinder of the size of the agent, and the highest step before it.
fn draw_figure(state: &State, scene: &mut Scene, foot: Vec3) {
    let agent = plan::plan(state).settings.agent;
    let mark = role(GenerationMark::Figure);
    let head = foot + Vec3::Y * agent.height;
    let radius = agent.radius.max(f32::MIN_POSITIVE);
    scene.fill(mark, circle(foot, radius));
    for index in 0..UPRIGHTS {
        let angle = f32::from(index) / f32::from(UPRIGHTS) * std::f32::consts::TAU;
        let out = at_height(Vec2::from_angle(angle) * radius, 0.0);
        scene.line(mark, foot + out, head + out);
    }
    scene.polyline(mark, circle(foot, radius));
    scene.polyline(mark, circle(head, radius));
    let climb = agent.max_climb.min(agent.height);
    if climb > 0.0 {
        let step = |x: f32, y: f32| foot + Vec3::new(x, y, 0.0);
        let [near, far] = [radius, 2.0 * radius];
        scene.polyline(mark, vec![step(near, 0.0), step(near, climb), step(far, climb), step(far, 0.0)]);
    }
    let text =
        format!("{:.2} m wide, {:.2} m high, climbs {:.2} m", 2.0 * radius, agent.height, agent.max_climb);
    scene.label(mark, at_height(ground(foot), head.y), text);
}
