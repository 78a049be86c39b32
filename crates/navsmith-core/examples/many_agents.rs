//! Many agents on one mesh: paths, rays and walks that allocate no memory once they have run for a while.
//!
//! `cargo run --release --no-default-features --example many_agents -- mesh.nav` loads a file that `navsmith bake`
//! wrote. Without a file, the example bakes a mesh of rooms.

use std::error::Error;
use std::io::Write as _;

use navsmith_core::baked::{self, BakedMesh};
use navsmith_core::geometry::{SplitMix64, Vec3, ground};
use navsmith_core::navmesh::synthetic::{Landscape, Recipe};
use navsmith_core::navmesh::{Derived, NavMesh};
use navsmith_core::pathfinding::agent::Agent;
use navsmith_core::pathfinding::agent::walkable::Walkable;
use navsmith_core::pathfinding::mesh_query::Endpoint;
use navsmith_core::pathfinding::mesh_query::locate::Located;
use navsmith_core::pathfinding::mesh_query::memory::SurfaceMemory;
use navsmith_core::pathfinding::mesh_query::move_along_surface::{Slide, move_along_surface_into};
use navsmith_core::pathfinding::mesh_query::random_points::random_points;
use navsmith_core::pathfinding::mesh_query::raycast::{Ray, raycast_into};
use navsmith_core::pathfinding::prepared::point_locator::PointLocator;
use navsmith_core::pathfinding::prepared::solver::Solver;
use navsmith_core::pathfinding::query::settings::Settings;
use navsmith_core::pathfinding::query::{Answer, Query};

/// Duration of a tick, in seconds.
const TICK: f32 = 1.0 / 30.0;

/// Difference in height below which two positions are on one floor, in metres.
const SAME_FLOOR: f32 = 0.1;

/// Speed of an agent, in metres per second.
const SPEED: f32 = 4.0;

fn main() -> Result<(), Box<dyn Error>> {
    let bytes = match std::env::args().nth(1) {
        Some(path) => std::fs::read(path)?,
        None => rooms(20_000)?,
    };
    let level = Level::load(&bytes)?;
    let solver = level.solver().ok_or("the mesh has invalid cells; navsmith validate lists them")?;
    let mut crowd = Crowd::new(&level, solver, 100);
    for _ in 0..3000 {
        crowd.tick();
    }
    let Counts { paths, rays, walks } = crowd.counts;
    writeln!(std::io::stdout(), "{paths} paths, {rays} rays and {walks} walks in 100 seconds of game time")?;
    Ok(())
}

/// Returns the bytes of a baked mesh of rooms.
pub fn rooms(triangles: usize) -> Result<Vec<u8>, baked::BakeError> {
    let mesh = Recipe { landscape: Landscape::Rooms, triangles, seed: 1 }.mesh();
    baked::write(&BakedMesh { mesh, areas: Vec::new() })
}

/// Everything that does not change while the level runs; all threads can share it.
pub struct Level {
    mesh: NavMesh,
    derived: Derived,
    locator: PointLocator,
    settings: Settings,
}

impl Level {
    /// Loads a baked mesh and derives what queries need.
    pub fn load(bytes: &[u8]) -> Result<Self, baked::BakedError> {
        let BakedMesh { mesh, areas: _ } = baked::read(bytes)?;
        let derived = Derived::build(&mesh);
        let locator = PointLocator::build(&mesh);
        let agent = Agent { radius: 0.3, ..Agent::default() };
        let settings = Settings { agent, ..Settings::default() };
        Ok(Self { mesh, derived, locator, settings })
    }

    /// Returns the mesh with the constraints of the agents.
    pub fn walkable(&self) -> Walkable<'_> {
        Walkable::new(&self.mesh, &self.derived, &self.settings.agent, &self.settings.filter)
    }

    /// Builds the search mesh; `None` if cells are invalid. Clones share it, so each thread gets a clone.
    pub fn solver(&self) -> Option<Solver> {
        Solver::build(&self.walkable())
    }

    /// Returns the place of an agent at a point.
    pub fn locate(&self, point: Vec3) -> Option<Located> {
        let endpoint = Endpoint { ground: ground(point), height: Some(point.y) };
        self.locator.locate(endpoint, self.settings.max_height)
    }
}

/// Number of queries so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    /// Paths found.
    pub paths: usize,
    /// Rays cast.
    pub rays: usize,
    /// Walks along the surface.
    pub walks: usize,
}

/// An agent that walks to one place after another.
#[derive(Clone, Debug)]
struct Walker {
    at: Located,
    target: Vec3,
    /// Rest of its path, the next point last.
    path: Vec<Vec3>,
}

/// Agents of one thread, with the memory of their queries.
pub struct Crowd<'a> {
    level: &'a Level,
    solver: Solver,
    query: Query,
    answer: Answer,
    memory: SurfaceMemory,
    ray: Ray,
    slide: Slide,
    walkers: Vec<Walker>,
    places: Vec<Located>,
    chance: SplitMix64,
    /// Number of queries so far.
    pub counts: Counts,
}

impl<'a> Crowd<'a> {
    /// Creates agents at random places.
    pub fn new(level: &'a Level, solver: Solver, count: usize) -> Self {
        let places = random_points(&level.walkable(), 1, 10 * count);
        let walker = |at: &Located| Walker { at: *at, target: at.point, path: Vec::new() };
        let query = Query {
            settings: level.settings.clone(),
            ..Query::new(Endpoint::default(), Endpoint::default())
        };
        Self {
            level,
            solver,
            query,
            answer: Answer::default(),
            memory: SurfaceMemory::default(),
            ray: Ray::default(),
            slide: Slide::default(),
            walkers: places.iter().take(count).map(walker).collect(),
            places,
            chance: SplitMix64(1),
            counts: Counts::default(),
        }
    }

    /// Puts all agents back to their first places, and repeats the same targets.
    pub fn restart(&mut self) {
        for (walker, place) in self.walkers.iter_mut().zip(&self.places) {
            (walker.at, walker.target) = (*place, place.point);
            walker.path.clear();
        }
        self.chance = SplitMix64(1);
    }

    /// Moves all agents for one tick.
    pub fn tick(&mut self) {
        for index in 0..self.walkers.len() {
            if self.walkers[index].path.is_empty() {
                self.find_path(index);
            }
            self.walk(index);
        }
    }

    /// Finds a path for an agent to a random place.
    fn find_path(&mut self, index: usize) {
        let target = self.places[self.chance.below(self.places.len() as u64) as usize].point;
        let walker = &mut self.walkers[index];
        let endpoint = |point: Vec3| Endpoint { ground: ground(point), height: Some(point.y) };
        (self.query.start, self.query.target) = (endpoint(walker.at.point), endpoint(target));
        self.solver.find_path_into(&self.level.derived, &self.query, &mut self.answer);
        self.counts.paths += 1;
        walker.target = target;
        walker.path.clear();
        if let Some(path) = self.answer.path() {
            // Corners are rounded for an agent with a radius.
            match &path.rounding {
                Some(rounding) => walker.path.extend(rounding.points.iter().rev()),
                None => walker.path.extend(path.waypoints.iter().rev().map(|waypoint| waypoint.point)),
            }
        }
    }

    /// Walks an agent along its path for one tick.
    fn walk(&mut self, index: usize) {
        let walkable = self.level.walkable();
        let walker = &mut self.walkers[index];
        // An agent that sees its target on its own floor walks straight there.
        raycast_into(&walkable, &walker.at, ground(walker.target), &mut self.memory, &mut self.ray);
        let is_on_floor = (self.ray.end.point.y - walker.target.y).abs() < SAME_FLOOR;
        if self.ray.hit.is_none() && is_on_floor {
            walker.path.clear();
            walker.path.push(walker.target);
        }
        let Some(&next) = walker.path.last() else { return };
        let from = ground(walker.at.point);
        let to = from + (ground(next) - from).clamp_length_max(SPEED * TICK);
        move_along_surface_into(&walkable, &walker.at, to, &mut self.memory, &mut self.slide);
        walker.at = self.slide.end;
        let (at, next) = (ground(walker.at.point), ground(next));
        if at.distance(next) < 0.01 {
            walker.path.pop();
        } else if at == from {
            // A wall stops it, so it needs another path.
            walker.path.clear();
        }
        (self.counts.rays, self.counts.walks) = (self.counts.rays + 1, self.counts.walks + 1);
    }
}
