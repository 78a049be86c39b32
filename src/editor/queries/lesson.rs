//! Pictures for the introductions to stages, drawn from runs of the algorithms themselves.

use crate::editor::Editor;
use crate::editor::session::effect::Effect;
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::Vec3;
use navsmith_core::pathfinding::string_pulling::funnel::{Decision, FunnelStep, string_pull};
use navsmith_core::pathfinding::string_pulling::portal::Portal;
use navsmith_core::pathfinding::timeline::{MOST_EVENTS, Stage};
use navsmith_core::trace::Recorder;

/// Picture of a lesson: a scene on the ground with a caption.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Caption of one or two sentences.
    pub caption: &'static str,
    /// Scene of the picture.
    pub scene: Scene,
}

/// Corridor of the pictures: the left and the right end of each portal, from start to target.
const CORRIDOR: [[[f32; 2]; 2]; 5] = [
    [[0.0, 0.0], [0.0, 0.0]],
    [[3.0, -1.7], [3.0, 1.6]],
    [[6.2, -1.1], [6.0, 1.1]],
    [[7.4, -3.4], [9.2, -2.2]],
    [[9.4, -4.0], [9.4, -4.0]],
];

/// Shows the introduction to a stage.
pub(in crate::editor) fn explain(editor: &mut Editor, stage: Stage) {
    editor.file.note_explanation();
    editor.ask_outside(Effect::Explain(stage));
}

/// Returns the pictures of a stage's lesson; empty for a lesson without pictures.
pub fn pictures(stage: Stage) -> Vec<Picture> {
    if stage == Stage::Funnel { funnel_pictures().into() } else { Vec::new() }
}

/// Draws three steps of the funnel algorithm: its parts, a leg that moves, a leg that is crossed.
fn funnel_pictures() -> [Picture; 3] {
    let steps = funnel_steps();
    let picture = |caption, step: usize, labels: &[(Role, [f32; 2], &str)]| {
        let mut scene = corridor_scene();
        if let Some(step) = steps.get(step) {
            draw_step(&mut scene, step);
        }
        for &(role, at, text) in labels {
            scene.label(role, point(at), text);
        }
        Picture { caption, scene }
    };
    [
        picture(
            "Two legs begin at the apex. The candidate is an end of the next portal.",
            2,
            &[
                (Role::Apex, [-1.7, -0.35], "apex"),
                (Role::LegLeft, [-0.6, -1.35], "left leg"),
                (Role::LegRight, [-0.9, 2.0], "right leg"),
                (Role::CurrentPortal, [5.8, 0.35], "portal"),
                (Role::Candidate, [4.6, 2.3], "candidate"),
            ],
        ),
        picture(
            "The candidate is inside the funnel: the left leg moves to it, and the funnel narrows.",
            3,
            &[(Role::Candidate, [4.6, -1.5], "candidate")],
        ),
        picture(
            "The candidate is beyond the left leg: the end of that leg is a waypoint and the new apex.",
            4,
            &[(Role::Candidate, [5.6, -2.3], "candidate"), (Role::Emitted, [5.9, -0.5], "new apex")],
        ),
    ]
}

fn point([x, z]: [f32; 2]) -> Vec3 {
    Vec3::new(x, 0.0, z)
}

/// Runs the funnel algorithm through the corridor of the pictures.
pub fn funnel_steps() -> Vec<FunnelStep> {
    let portal = |[left, right]: [[f32; 2]; 2]| Portal { right: point(right), ..Portal::at(point(left)) };
    let mut recorder = Recorder::with_limit(MOST_EVENTS);
    string_pull(&CORRIDOR.map(portal), false, &mut recorder);
    recorder.into_timeline().events().to_vec()
}

/// Draws the cells and portals of the corridor.
fn corridor_scene() -> Scene {
    let mut scene = Scene::default();
    for pair in CORRIDOR.windows(2) {
        let [[left, right], [next_left, next_right]] = [pair[0], pair[1]].map(|ends| ends.map(point));
        scene.fill(Role::Corridor, vec![left, right, next_right, next_left]);
    }
    for [left, right] in &CORRIDOR[1..CORRIDOR.len() - 1] {
        scene.line(Role::Portal, point(*left), point(*right));
    }
    scene.point(Role::Target, point(CORRIDOR[CORRIDOR.len() - 1][0]));
    scene
}

/// Draws the funnel before a step, the portal, the candidate, and the waypoint that the step emits.
fn draw_step(scene: &mut Scene, step: &FunnelStep) {
    scene.funnel(&step.funnel);
    let [left, right] = CORRIDOR[step.portal].map(point);
    scene.line(Role::CurrentPortal, left, right);
    if let Decision::Crossed { corner, .. } = step.decision {
        scene.line(Role::Path, step.funnel.apex, corner);
        scene.point(Role::Emitted, corner);
    }
    scene.point(Role::Apex, step.funnel.apex);
    scene.point(Role::Candidate, step.candidate);
}
