//! Heat maps of a recording: how often agents were where, waited, overlapped and touched walls.

use glam::Vec2;

use super::recording::{AgentFlags, Recording};
use crate::geometry::{Bounds, ground};
use crate::progress::{Progress, Stopped};

/// Maximum number of tiles of a heat map.
const MOST_TILES: f32 = 65_536.0;

/// Speed below which a walking agent waits, in metres per second.
const WAITING: f32 = 0.1;

/// Number of frames between two progress reports.
const FRAMES_PER_REPORT: usize = 64;

/// Times of all agents in the tiles of a grid over the ground, in agent-seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// Corner of the grid with the least coordinates.
    pub min: Vec2,
    /// Size of a tile, in metres.
    pub size: f32,
    /// Number of columns, along X.
    pub columns: usize,
    /// The tiles, row by row along Z.
    pub tiles: Vec<HeatTile>,
}

/// Times in a tile, in agent-seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatTile {
    /// Time of all agents.
    pub traffic: f32,
    /// Time of agents that wait on their way.
    pub waiting: f32,
    /// Time of agents that overlap others.
    pub collisions: f32,
    /// Time of agents that touch a wall.
    pub at_wall: f32,
}

impl HeatMap {
    /// Adds up a recording over the tiles of a grid.
    ///
    /// Larger tiles are used if there are too many of this size.
    pub fn of(
        recording: &Recording,
        bounds: Bounds,
        size: f32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let (min, max) = (ground(bounds.min), ground(bounds.max));
        let extent = (max - min).max(Vec2::ZERO);
        let mut size = size.max(f32::MIN_POSITIVE);
        let count = |size: f32| (extent / size).floor() + 1.0;
        while count(size).x * count(size).y > MOST_TILES {
            size *= 2.0;
        }
        let (columns, rows) = (count(size).x as usize, count(size).y as usize);
        let mut map = Self { min, size, columns, tiles: vec![HeatTile::default(); columns * rows] };
        let mut units = progress.units(recording.len(), FRAMES_PER_REPORT);
        for frame in 1..recording.len() {
            units.step()?;
            map.add(recording, frame);
        }
        Ok(map)
    }

    fn add(&mut self, recording: &Recording, frame: usize) {
        let time = recording.time_step();
        for (before, now) in recording.frame(frame - 1).zip(recording.frame(frame)) {
            if now.flags.contains(AgentFlags::LEFT) {
                continue;
            }
            let Some(tile) = self.tile_at(ground(now.position)) else { continue };
            let speed = ground(before.position).distance(ground(now.position)) / time;
            let tile = &mut self.tiles[tile];
            tile.traffic += time;
            if speed < WAITING && !now.flags.contains(AgentFlags::ARRIVED) {
                tile.waiting += time;
            }
            if now.flags.contains(AgentFlags::OVERLAPS) {
                tile.collisions += time;
            }
            if now.flags.contains(AgentFlags::AT_WALL) {
                tile.at_wall += time;
            }
        }
    }

    /// Returns the index of the tile at a position; `None` beside the grid.
    pub fn tile_at(&self, at: Vec2) -> Option<usize> {
        let tile = ((at - self.min) / self.size).floor();
        let (column, row) = (tile.x as usize, tile.y as usize);
        let is_inside = tile.min_element() >= 0.0 && column < self.columns;
        Some(row * self.columns + column).filter(|&index| is_inside && index < self.tiles.len())
    }
}
