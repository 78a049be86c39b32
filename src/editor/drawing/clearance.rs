//! Marks of the clear widths: every portal in view, and numbers where they fit.

use glam::Vec2;

use crate::document::thousands;
use crate::editor::Editor;
use crate::editor::analysis::clearance;
use crate::editor::view::camera::Camera;
use crate::editor::view::scene::{Mark, Role, Scene};
use crate::geometry::{Bounds, Vec3, ground};
use crate::pathfinding::analysis::clearance::portals::ClearWidth;

/// Largest number of portals drawn; the narrowest ones are chosen.
const MOST_LINES: usize = 2000;

const MOST_LABELS: usize = 120;

/// Shortest portal, in pixels, that gets a number if it is wide enough for the agent.
///
/// A portal that is too narrow gets its number at any length.
const LEAST_PIXELS: f32 = 24.0;

/// Size of a letter, and the margin around a number, in pixels.
const LETTER: Vec2 = Vec2::new(6.5, 15.0);
const AROUND: Vec2 = Vec2::new(12.0, 5.0);

/// Labels that are placed already.
#[derive(Default)]
struct Labels {
    camera: Camera,
    /// Centres and half sizes, in pixels.
    taken: Vec<[Vec2; 2]>,
}

impl Labels {
    /// Reserves the space of a text; returns `false` if it overlaps another one or there are too many.
    fn take(&mut self, middle: Vec2, text: &str) -> bool {
        let half = (LETTER * Vec2::new(text.len() as f32, 1.0) + AROUND) * 0.5;
        let is_free = |[other, size]: &[Vec2; 2]| (middle - *other).abs().cmpge(half + *size).any();
        let has_room = self.taken.len() < MOST_LABELS && self.taken.iter().all(is_free);
        if has_room {
            self.taken.push([middle, half]);
        }
        has_room
    }
}

/// Draws the clear widths of the portals in view, beginning with the one under the pointer.
///
/// Returns their numbers, which lie above all other marks.
pub(super) fn draw_clearance(editor: &Editor, scene: &mut Scene) -> Vec<Mark> {
    let Some(clearance) = clearance::clearance(editor) else { return Vec::new() };
    let (camera, hovered) = (scene.camera, clearance::hovered_clearance(editor));
    let (mut labels, mut numbers) = (Labels { camera, ..Labels::default() }, Vec::new());
    let seen = clearance.portals.iter().copied().filter(|it| !editor.is_hidden(it.portal.cell));
    let seen = seen.filter_map(|it| Some((it, portal_in_view(editor, &camera, it)?)));
    let mut lines: Vec<_> = seen.take(MOST_LINES + 1).collect();
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        let (drawn, all) = (thousands(MOST_LINES), thousands(clearance.portals.len()));
        scene.left_out = format!(
            "Of {all} clear widths only the {drawn} narrowest in view are drawn. Zoom in to see all."
        );
    }
    let role = |it: ClearWidth| {
        if clearance::is_too_narrow(editor, it.width) { Role::NarrowPortal } else { Role::ClearPortal }
    };
    if let Some((it, ends)) = hovered.and_then(|it| Some((it, portal_in_view(editor, &camera, it)?))) {
        number(&mut labels, &mut numbers, role(it), ends, it.width, 0.0);
        scene.line(Role::SharedEdge, ends[0], ends[1]);
    }
    for gap in &clearance.gaps {
        if camera.sees(&Bounds::of(gap.ends)) && !editor.is_hidden(gap.to.cell) {
            scene.line(Role::NarrowGap, gap.ends[0], gap.ends[1]);
            number(&mut labels, &mut numbers, Role::NarrowGap, gap.ends, gap.width as f32, 0.0);
        }
    }
    for &(it, ends) in &lines {
        let least = if clearance::is_too_narrow(editor, it.width) { 0.0 } else { LEAST_PIXELS };
        number(&mut labels, &mut numbers, role(it), ends, it.width, least);
    }
    // The narrowest are drawn last, and so above the others.
    lines.reverse();
    for (it, [from, to]) in lines {
        scene.line(role(it), from, to);
    }
    numbers
}

/// Returns the ends of a portal; `None` if it is outside the view.
fn portal_in_view(editor: &Editor, camera: &Camera, it: ClearWidth) -> Option<[Vec3; 2]> {
    let ends = editor.document.mesh.half_edge(it.portal)?.map(|end| editor.document.mesh.position(end));
    camera.sees(&Bounds::of(ends)).then_some(ends)
}

/// Adds the number of a width midway between two ends, if it fits.
///
/// Draws none if the ends are nearer than `least` pixels.
fn number(labels: &mut Labels, numbers: &mut Vec<Mark>, role: Role, ends: [Vec3; 2], width: f32, least: f32) {
    let [from, to] = ends.map(|end| labels.camera.screen_from_ground(ground(end)));
    if !width.is_finite() || from.distance(to) < least {
        return;
    }
    let text = format!("{width:.2} m");
    if labels.take(from.midpoint(to), &text) {
        numbers.push(Mark::Label(role, ends[0].midpoint(ends[1]), text));
    }
}
