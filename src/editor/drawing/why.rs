//! Marks shown when no path exists: the gaps between start and target.

use crate::editor::Editor;
use crate::editor::analysis::why;
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::{Bounds, at_height};
use crate::pathfinding::mesh_query::End;

/// Draws the reachable point nearest to the target, and its distance from the target.
pub(super) fn draw_nearest(editor: &Editor, scene: &mut Scene) {
    let Some((nearest, target)) = why::nearest_reachable(editor).zip(editor.endpoint(End::Target)) else {
        return;
    };
    let at = nearest.at.point;
    scene.line(Role::Reachable, at, at_height(target.ground, target.height.unwrap_or(at.y)));
    scene.point(Role::Reachable, at);
    scene.label(Role::Reachable, at, width(nearest.distance));
}

/// Draws every gap, the chosen route last, and the widths of the chosen route.
pub(super) fn draw_gaps(editor: &Editor, scene: &mut Scene) {
    let chosen = editor.why.chosen;
    let ways = why::gap_routes(editor).iter().enumerate();
    let (front, back): (Vec<_>, Vec<_>) = ways.partition(|&(index, _)| index == chosen);
    for (index, way) in back.into_iter().chain(front) {
        let role = if index == chosen { Role::Gap } else { Role::OtherGap };
        for gap in &way.island_gaps {
            let ends = [gap.from, gap.to].map(|end| end.point.as_vec3());
            if !scene.camera.sees(&Bounds::of(ends)) {
                continue;
            }
            let [from, to] = ends;
            scene.line(role, from, to);
            scene.point(role, from);
            scene.point(role, to);
            if index == chosen {
                scene.label(role, from.midpoint(to), width(gap.width()));
            }
        }
    }
}

fn width(meters: f64) -> String {
    if meters < 0.01 { format!("{:.2} mm", meters * 1000.0) } else { format!("{meters:.2} m") }
}
