//! Marks of a Polyanya search at one of its steps: the root, its interval, and the turns found so far.

use glam::Vec3;

use crate::editor::Editor;
use crate::editor::view::scene::{self, Role, Scene};
use crate::geometry::{Bounds, at_height};
use crate::navmesh::{Surface, VertexId};
use crate::pathfinding::mesh_query::End;
use crate::pathfinding::polyanya::event::{Cone, IntervalEvent};
use crate::pathfinding::timeline::Stage;

/// Largest number of roots drawn; more would cover each other.
const MOST_ROOTS: usize = 2000;

/// Draws the cone from the root to the current interval, and the roots so far.
pub(super) fn draw_intervals(editor: &Editor, scene: &mut Scene) {
    let Some((Stage::Interval, here)) = editor.stage() else { return };
    let so_far = &editor.trace().interval().events()[..=here];
    let camera = scene.camera;
    let seen = |vertex: &VertexId| camera.sees(&Bounds::of([editor.document.mesh.position(*vertex)]));
    for vertex in editor.interval_log().roots_at(here).filter(seen).take(MOST_ROOTS) {
        scene::draw_vertex(editor, scene, Role::Root, vertex);
    }
    let last = so_far.iter().rposition(|event| event.taken().is_some());
    let popped = last.and_then(|last| so_far[last].taken().copied());
    if let Some(cone) = popped {
        scene::draw_cell(editor, scene, Role::Expanded, cone.into);
        draw_cone(editor, scene, &cone, Role::Cone);
    }
    // Successors pushed from the current interval before the cursor.
    let behind = so_far.get(last.map_or(0, |last| last + 1)..here).unwrap_or_default();
    for event in behind {
        if let IntervalEvent::Pushed { cone, .. } = event {
            let [_, left, right] = corners_of(editor, cone);
            scene.line(Role::WayFound, left, right);
        }
    }
    draw_interval_event(editor, scene, &so_far[here], popped);
}

fn draw_interval_event(editor: &Editor, scene: &mut Scene, event: &IntervalEvent, popped: Option<Cone>) {
    match *event {
        IntervalEvent::Popped(_) | IntervalEvent::Followed(_) => {}
        IntervalEvent::Pushed { cone, .. } => draw_cone(editor, scene, &cone, Role::WayFound),
        IntervalEvent::Outdated(cone) => draw_cone(editor, scene, &cone, Role::WayNotTaken),
        IntervalEvent::Pruned { exit, .. } => scene::draw_side(editor, scene, Role::WayNotTaken, exit),
        IntervalEvent::RootChanged { vertex, .. } => {
            let at = editor.document.mesh.position(vertex);
            if let Some(cone) = popped {
                scene.line(Role::CandidateWay, corners_of(editor, &cone)[0], at);
            }
            scene.point(Role::Apex, at);
        }
        IntervalEvent::Reached { corner, .. } => {
            let corner = corner.map(|vertex| editor.document.mesh.position(vertex));
            let target = editor.located(End::Target).map(|target| target.point);
            let root = popped
                .map(|cone| corners_of(editor, &cone)[0])
                .or_else(|| editor.located(End::Start).map(|start| start.point));
            let way: Vec<Vec3> = root.into_iter().chain(corner).chain(target).collect();
            scene.polyline(Role::CandidateWay, way);
        }
    }
}

fn draw_cone(editor: &Editor, scene: &mut Scene, cone: &Cone, role: Role) {
    let [root, left, right] = corners_of(editor, cone);
    scene.fill(role, vec![root, left, right]);
    scene.line(role, left, right);
    scene.point(Role::Apex, root);
}

/// Returns the root of a cone and the ends of its interval.
fn corners_of(editor: &Editor, cone: &Cone) -> [Vec3; 3] {
    let mesh = &editor.document.mesh;
    let surface = Surface::of(mesh, cone.into);
    let [left, right] = [cone.left, cone.right].map(|end| {
        let end = end.as_vec2();
        at_height(end, surface.height_at(end))
    });
    let start = || editor.located(End::Start).map_or(left.y, |start| start.point.y);
    let height = cone.root_vertex.map_or_else(start, |vertex| mesh.position(vertex).y);
    [at_height(cone.root, height), left, right]
}
