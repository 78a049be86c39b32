//! Heat maps of a recording: how often agents were where, waited, overlapped and touched walls.

use std::collections::HashMap;

use glam::{Vec2, Vec3};
use smallvec::SmallVec;

use super::super::places::{MAX_HEIGHT, located};
use super::recording::{AgentFlags, Recording};
use crate::geometry::ground;
use crate::navmesh::{Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::distance_to_wall::distance_to_wall;
use crate::progress::{Progress, Stopped};

/// Maximum number of tiles that cover the mesh.
const MOST_TILES: f32 = 65_536.0;

/// Difference from the mean height of a tile up to which an agent is on its floor, in metres.
const FLOOR: f32 = 1.0;

/// Speed below which a walking agent waits, in metres per second.
const WAITING: f32 = 0.1;

/// Distance up to which the nearest wall is searched, in metres.
const FAR: f32 = 5.0;

/// Number of frames or tiles between two progress reports.
const FRAMES_PER_REPORT: usize = 64;

/// Times of all agents in the tiles of a grid over the ground, in agent-seconds.
///
/// Floors above each other have tiles of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// Corner of the tile in column 0 and row 0 with the least coordinates.
    pub min: Vec2,
    /// Size of a tile, in metres.
    pub size: f32,
    /// The tiles in which agents were, in the order of their rows and columns; the lowest floor first.
    pub tiles: Vec<HeatTile>,
}

/// Times in a tile, in agent-seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HeatTile {
    /// Row along Z.
    pub row: i32,
    /// Column along X.
    pub column: i32,
    /// Time of agents on their way, without those that arrived.
    pub traffic: f32,
    /// Time of agents that wait on their way; those without a path have none.
    pub waiting: f32,
    /// Time of agents that overlap others.
    pub collisions: f32,
    /// Time of agents that touch a wall.
    pub at_wall: f32,
    /// Mean height of the agents, in metres.
    pub height: f32,
    /// Distance from the mean position of the agents to the nearest wall of the mesh, in metres, up to 5.
    pub wall_distance: f32,
}

/// Tiles while a recording is added up.
#[derive(Default)]
struct Sums {
    tiles: Vec<HeatTile>,
    /// By tile, the time of all agents, and the sum of their positions times the time.
    presence: Vec<(f32, Vec3)>,
    /// By row and column, the tiles of its floors.
    floors: HashMap<[i32; 2], SmallVec<[u32; 2]>>,
}

impl HeatMap {
    /// Adds up a recording over the tiles of a grid.
    ///
    /// Larger tiles are used if the mesh has room for too many of this size.
    pub fn of(
        recording: &Recording,
        (mesh, derived): (&NavMesh, &Derived),
        size: f32,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let bounds = mesh.bounds();
        let min = if bounds.is_empty() { Vec2::ZERO } else { ground(bounds.min) };
        let extent = (ground(bounds.max) - min).max(Vec2::ZERO);
        let mut size = size.max(f32::MIN_POSITIVE);
        let count = |size: f32| (extent / size).floor() + 1.0;
        while count(size).x * count(size).y > MOST_TILES {
            size *= 2.0;
        }
        let map = Self { min, size, tiles: Vec::new() };
        let mut sums = Sums::default();
        let (frames, walls) = (progress.part(0.0..0.7), progress.part(0.7..1.0));
        let mut units = frames.units(recording.len(), FRAMES_PER_REPORT);
        for frame in 1..recording.len() {
            units.step()?;
            map.add(recording, frame, &mut sums);
        }
        let tiles = measured(sums, (mesh, derived), &walls)?;
        Ok(Self { tiles, ..map })
    }

    fn add(&self, recording: &Recording, frame: usize, sums: &mut Sums) {
        let time = recording.time_step();
        for (before, now) in recording.frame(frame - 1).zip(recording.frame(frame)) {
            if now.flags.contains(AgentFlags::LEFT) {
                continue;
            }
            let speed = ground(before.position).distance(ground(now.position)) / time;
            let tile = sums.tile(self.place_of(ground(now.position)), now.position.y);
            let (presence, positions) = &mut sums.presence[tile];
            *presence += time;
            *positions += now.position * time;
            let tile = &mut sums.tiles[tile];
            tile.height += (now.position.y - tile.height) * time / *presence;
            if !now.flags.contains(AgentFlags::ARRIVED) {
                tile.traffic += time;
            }
            let is_on_its_way =
                !now.flags.contains(AgentFlags::ARRIVED) && !now.flags.contains(AgentFlags::LOST);
            if speed < WAITING && is_on_its_way {
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

    /// Returns the row and the column at a position.
    fn place_of(&self, at: Vec2) -> [i32; 2] {
        let place = ((at - self.min) / self.size).floor();
        [place.y as i32, place.x as i32]
    }

    /// Returns the tiles of the floors at a position, the lowest first.
    pub fn tiles_at(&self, at: Vec2) -> &[HeatTile] {
        let place = self.place_of(at);
        let from = self.tiles.partition_point(|tile| [tile.row, tile.column] < place);
        let to = self.tiles.partition_point(|tile| [tile.row, tile.column] <= place);
        &self.tiles[from..to]
    }
}

impl Sums {
    /// Returns the index of the tile of a floor; adds a tile if the others there are of other floors.
    fn tile(&mut self, place: [i32; 2], height: f32) -> usize {
        let floors = self.floors.entry(place).or_default();
        let far = |&tile: &u32| (self.tiles[tile as usize].height - height).abs();
        let nearest = floors.iter().copied().min_by(|a, b| far(a).total_cmp(&far(b)));
        if let Some(tile) = nearest.filter(|tile| far(tile) <= FLOOR) {
            return tile as usize;
        }
        let [row, column] = place;
        floors.push(self.tiles.len() as u32);
        self.tiles.push(HeatTile { row, column, height, ..HeatTile::default() });
        self.presence.push((0.0, Vec3::ZERO));
        self.tiles.len() - 1
    }
}

/// Returns the tiles in order, with their mean heights and their distances from walls.
fn measured(
    sums: Sums,
    (mesh, derived): (&NavMesh, &Derived),
    progress: &Progress,
) -> Result<Vec<HeatTile>, Stopped> {
    let (agent, filter) = (Agent::default(), Filter::default());
    let walkable = Walkable::new(mesh, derived, &agent, &filter);
    let mut units = progress.units(sums.tiles.len(), FRAMES_PER_REPORT);
    let mut tiles = sums.tiles;
    for (tile, (time, positions)) in tiles.iter_mut().zip(sums.presence) {
        units.step()?;
        let mean = positions / time;
        tile.height = mean.y;
        let at = Endpoint { ground: ground(mean), height: Some(mean.y + 0.5 * MAX_HEIGHT) };
        let nearest = located(mesh, derived, at).and_then(|at| distance_to_wall(&walkable, &at, FAR));
        tile.wall_distance = nearest.map_or(FAR, |wall| wall.distance as f32);
    }
    tiles.sort_by(|a, b| (a.row, a.column).cmp(&(b.row, b.column)).then(a.height.total_cmp(&b.height)));
    Ok(tiles)
}
