//! Heat maps of a recording: how often agents were where, waited, overlapped and touched walls.

use glam::{Vec2, Vec3};

use super::places::{MAX_HEIGHT, located};
use super::recording::{AgentFlags, Recording};
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::progress::{Progress, Stopped};

/// Maximum number of tiles of a heat map.
const MOST_TILES: f32 = 65_536.0;

/// Speed below which a walking agent waits, in metres per second.
const WAITING: f32 = 0.1;

/// Distance up to which the nearest wall is searched, in metres.
const FAR: f32 = 5.0;

/// Number of frames or tiles between two progress reports.
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
    /// Mean height of the agents, in metres.
    pub height: f32,
    /// Distance from the mean position of the agents to the nearest wall, in metres, up to 5.
    pub wall_distance: f32,
}

impl HeatMap {
    /// Adds up a recording over the tiles of a grid.
    ///
    /// Larger tiles are used if there are too many of this size.
    pub fn of(
        recording: &Recording,
        (mesh, derived): (&NavMesh, &Derived),
        size: f32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let bounds = mesh.bounds();
        let (min, max) = (ground(bounds.min), ground(bounds.max));
        let extent = (max - min).max(Vec2::ZERO);
        let mut size = size.max(f32::MIN_POSITIVE);
        let count = |size: f32| (extent / size).floor() + 1.0;
        while count(size).x * count(size).y > MOST_TILES {
            size *= 2.0;
        }
        let (columns, rows) = (count(size).x as usize, count(size).y as usize);
        let mut map = Self { min, size, columns, tiles: vec![HeatTile::default(); columns * rows] };
        let mut sums = vec![Vec3::ZERO; map.tiles.len()];
        let (frames, tiles) = (progress.part(0.0..0.7), progress.part(0.7..1.0));
        let mut units = frames.units(recording.len(), FRAMES_PER_REPORT);
        for frame in 1..recording.len() {
            units.step()?;
            map.add(recording, frame, &mut sums);
        }
        map.measure_walls((mesh, derived), &sums, &tiles)?;
        Ok(map)
    }

    /// Sets the heights and the distances from walls, from the sums of positions in each tile.
    fn measure_walls(
        &mut self,
        (mesh, derived): (&NavMesh, &Derived),
        sums: &[Vec3],
        progress: &Progress,
    ) -> Result<(), Stopped> {
        let (agent, mut filter) = (Agent::default(), Filter::default());
        filter.ignores_links = true;
        let walkable = Walkable::new(mesh, derived, &agent, &filter);
        let mut units = progress.units(self.tiles.len(), FRAMES_PER_REPORT);
        for (tile, &sum) in self.tiles.iter_mut().zip(sums) {
            units.step()?;
            if tile.traffic <= 0.0 {
                continue;
            }
            let mean = sum / tile.traffic;
            tile.height = mean.y;
            let at = Endpoint { ground: ground(mean), height: Some(mean.y + 0.5 * MAX_HEIGHT) };
            let nearest = located(mesh, derived, at).and_then(|at| distance_to_wall(&walkable, &at, FAR));
            tile.wall_distance = nearest.map_or(FAR, |wall| wall.distance as f32);
        }
        Ok(())
    }

    fn add(&mut self, recording: &Recording, frame: usize, sums: &mut [Vec3]) {
        let time = recording.time_step();
        for (before, now) in recording.frame(frame - 1).zip(recording.frame(frame)) {
            if now.flags.contains(AgentFlags::LEFT) {
                continue;
            }
            let Some(tile) = self.tile_at(ground(now.position)) else { continue };
            let speed = ground(before.position).distance(ground(now.position)) / time;
            sums[tile] += now.position * time;
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
