//! Marks of analyses of the whole mesh: chokepoints, travelled portals, the farthest pair and isolines.

use crate::editor::Editor;
use crate::editor::analysis::chokepoints::{self, ChokepointPlace};
use crate::editor::analysis::{distances, pairs};
use crate::editor::session::pick::is_inside;
use crate::editor::view::scene::{self, HOTTEST, Role, Scene};
use crate::geometry::{Bounds, Vec3, ground};
use crate::navmesh::Edge;

/// Largest number of chokepoints drawn; more would cover each other.
const MAX_CHOKEPOINTS: usize = 2000;

/// Largest number of travelled portals drawn.
const MOST_PORTALS: usize = 2000;

/// Largest number of isoline pieces drawn; with more in view, some lines are left out.
const MOST_PIECES: usize = 5000;

/// Draws isolines, chokepoints, travelled portals and the farthest pair; these lie below the path.
pub(super) fn draw_analysis(editor: &Editor, scene: &mut Scene) {
    draw_isolines(editor, scene);
    if editor.options.shows_chokes {
        draw_chokes(editor, scene);
    }
    draw_pairs(editor, scene);
}

fn draw_chokes(editor: &Editor, scene: &mut Scene) {
    let camera = scene.camera;
    let seen = chokepoints::found(editor)
        .iter()
        .filter(|chokepoint| camera.sees(&chokepoints::bounds_of_choke(editor, chokepoint.at)));
    let mut portals = Vec::new();
    for chokepoint in seen.take(MAX_CHOKEPOINTS) {
        match chokepoint.at {
            ChokepointPlace::Cell(cell) if !editor.is_hidden(cell) => {
                scene::draw_cell(editor, scene, Role::ChokepointCell, cell);
            }
            ChokepointPlace::Portal(side) if !editor.is_hidden(side.cell) => portals.push(side),
            _ => {}
        }
    }
    for side in portals {
        scene::draw_side(editor, scene, Role::ChokepointPortal, side);
    }
}

/// Draws the travelled portals and the farthest pair; a portal with more paths is broader and warmer.
fn draw_pairs(editor: &Editor, scene: &mut Scene) {
    let Some(pairs) = pairs::found(editor) else { return };
    let most = pairs.travelled.first().map_or(1, |portal| portal.ways).max(1);
    for portal in pairs.travelled.iter().take(MOST_PORTALS).rev() {
        let Some([from, to]) = editor.document.mesh.half_edge(portal.half_edge) else { continue };
        let edge = Edge::new(from, to);
        let is_seen = scene.camera.sees(&Bounds::of(editor.document.mesh.edge_positions(edge)));
        if is_seen && !editor.is_hidden(portal.half_edge.cell) {
            let heat = portal.ways as f64 / most as f64 * f64::from(HOTTEST);
            scene::draw_edge(editor, scene, Role::Travelled(heat.round() as u8), edge);
        }
    }
    if pairs.way.len() > 1 {
        let way = scene::on_surface(editor, pairs.way.iter().copied(), 0.0);
        let ends = [way.first(), way.last()].map(Option::<&Vec3>::copied);
        scene.polyline(Role::Diameter, way);
        ends.into_iter().flatten().for_each(|end| scene.point(Role::Diameter, end));
    }
}

/// Draws every isoline, or every second, fourth and so on if all would be too many.
fn draw_isolines(editor: &Editor, scene: &mut Scene) {
    let Some(distance) = distances::true_distance(editor) else { return };
    let [min, max] = scene.camera.visible();
    let seen: Vec<_> = distance
        .lines
        .iter()
        .filter(|line| line.points.iter().any(|&at| is_inside(ground(at), min, max)))
        .collect();
    let mut every = 1;
    let is_drawn = |far: f64, every: u64| ((far / distance.step).round() as u64).is_multiple_of(every);
    while every < 64 && seen.iter().filter(|line| is_drawn(line.distance, every)).count() > MOST_PIECES {
        every *= 2;
    }
    for line in seen.into_iter().filter(|line| is_drawn(line.distance, every)).take(MOST_PIECES) {
        scene.polyline(Role::Isoline, line.points.clone());
    }
}

/// Draws the shortest path from the pointer back to the start, with its length.
pub(super) fn draw_path_back(editor: &Editor, scene: &mut Scene) {
    let Some((path, length)) = distances::path_back(editor).filter(|_| !editor.is_gesture_running()) else {
        return;
    };
    let path = scene::on_surface(editor, path, 0.0);
    let Some(&pointer) = path.first() else { return };
    for &corner in path.iter().skip(1) {
        scene.point(Role::BackTrack, corner);
    }
    scene.polyline(Role::BackTrack, path);
    scene.label(Role::BackTrack, pointer, format!("{length:.2} m"));
}
