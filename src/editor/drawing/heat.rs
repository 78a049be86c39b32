//! The heat map of a run, as coloured tiles on the ground.

use glam::{Vec2, Vec3};

use crate::editor::Editor;
use crate::editor::simulation::heat;
use crate::editor::view::scene::agents::AgentMark;
use crate::editor::view::scene::{Role, Scene};
use crate::geometry::{Bounds, at_height};

/// Difference of heights up to which tiles of a row are drawn as one, in metres.
const LEVEL: f32 = 0.02;

/// Draws the tiles of the heat map that are in view.
pub(super) fn draw_heat(editor: &Editor, scene: &mut Scene) {
    let Some((map, kind)) = heat::map(editor).zip(heat::kind(editor)) else { return };
    let levels = heat::levels(map, kind);
    for (row, tiles) in levels.chunks(map.columns.max(1)).enumerate() {
        let mut column = 0;
        while column < tiles.len() {
            let first = column;
            let height = map.tiles[row * map.columns + first].height;
            let is_equal = |at: usize| {
                let other = map.tiles[row * map.columns + at].height;
                tiles[at] == tiles[first] && (other - height).abs() <= LEVEL
            };
            column += 1;
            while column < tiles.len() && is_equal(column) {
                column += 1;
            }
            let Some(level) = tiles[first] else { continue };
            let corner = |column: usize, row: usize| {
                at_height(map.min + Vec2::new(column as f32, row as f32) * map.size, height)
            };
            let ring =
                [corner(first, row), corner(first, row + 1), corner(column, row + 1), corner(column, row)];
            if scene.camera.sees(&Bounds::of(ring)) {
                scene.fill(Role::Agents(AgentMark::Heat(level)), Vec::<Vec3>::from(ring));
            }
        }
    }
}
