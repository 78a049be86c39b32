//! The heat map of a run, as coloured tiles on the ground.

use glam::{Vec2, Vec3};

use crate::editor::State;
use crate::editor::simulation::heat;
use crate::editor::view::scene::agents::{AgentMark, HEAT_LEVELS};
use crate::editor::view::scene::meaning::LegendMark;
use crate::editor::view::scene::{Role, Scene};
use navsmith_core::geometry::{Bounds, at_height};
use navsmith_core::simulation::run::heat::HeatTile;

/// Difference of heights up to which tiles of a row are drawn as one, in metres.
const LEVEL: f32 = 0.02;

/// Returns the entries of the legend for the levels of the heat map, after one with its property.
pub(super) fn heat_marks(state: &State) -> Vec<LegendMark> {
    let Some((map, kind)) = heat::map(state).zip(heat::kind(state)) else { return Vec::new() };
    let mark = |level| LegendMark {
        fill: Some(Role::Agents(AgentMark::Heat(level))),
        text: heat::describe_level(map, kind, level),
        ..LegendMark::default()
    };
    let title = LegendMark { text: kind.title().to_lowercase(), ..LegendMark::default() };
    std::iter::once(title).chain((0..HEAT_LEVELS).map(mark)).collect()
}

/// Draws the tiles of the heat map that are in view.
pub(super) fn draw_heat(state: &State, scene: &mut Scene) {
    let Some((map, kind)) = heat::map(state).zip(heat::kind(state)) else { return };
    let levels = heat::levels(map, kind);
    let mut index = 0;
    while index < map.tiles.len() {
        let (first, level) = (&map.tiles[index], levels[index]);
        let follows = |&at: &usize| {
            let tile = &map.tiles[at];
            let is_next = (tile.row, tile.column) == (first.row, map.tiles[at - 1].column + 1);
            is_next && levels[at] == level && (tile.height - first.height).abs() <= LEVEL
        };
        let end = (index + 1..map.tiles.len()).take_while(follows).last().unwrap_or(index) + 1;
        let last = map.tiles[end - 1].column + 1;
        index = end;
        let Some(level) = level else { continue };
        let corner = |column: i32, row: i32| {
            at_height(map.min + Vec2::new(column as f32, row as f32) * map.size, first.height)
        };
        let HeatTile { row, column, .. } = *first;
        let ring = [corner(column, row), corner(column, row + 1), corner(last, row + 1), corner(last, row)];
        if scene.camera.sees(&Bounds::of(ring)) {
            scene.fill(Role::Agents(AgentMark::Heat(level)), Vec::<Vec3>::from(ring));
        }
    }
}
