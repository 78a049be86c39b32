//! Meshes generated from a seed, for benchmarks, experiments and larger tests.
//!
//! A [`Recipe`] creates identical meshes on every machine. Random numbers are from SplitMix64, and coordinates are
//! multiples of 1/64 metre, which are exact in f32. This module does not depend on documents or files.

mod terrain;
mod maze;
mod rooms;
mod worst;

use std::fmt;
use std::str::FromStr;

use glam::Vec3;

use super::{AreaId, Cell, NavMesh, Soup, VertexId};

pub use worst::WorstCase;

/// Number of coordinate steps per metre; every coordinate is a whole number of steps.
const METRE: i64 = 64;

/// The kind of a generated mesh.
///
/// Every mesh is one island, without overlaps on the ground, with valid winding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landscape {
    /// Hills with lakes: an open field of small triangles, about two per square metre.
    Terrain,
    /// Rooms at different heights, some with a pillar, joined by corridors and ramps.
    ///
    /// Consists of long thin triangles, with some loops.
    Rooms,
    /// Corridors two metres wide with hardly any loops: almost every turn is a dead end.
    Maze,
}

impl Landscape {
    /// All landscapes.
    pub const ALL: [Self; 3] = [Self::Terrain, Self::Rooms, Self::Maze];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Terrain => "terrain",
            Self::Rooms => "rooms",
            Self::Maze => "maze",
        }
    }
}

impl fmt::Display for Landscape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The parameters of a generated mesh. As text `rooms:100000:7`; a missing seed is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// Kind of the mesh.
    pub landscape: Landscape,
    /// Number of triangles, accurate to 5 %.
    pub triangles: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Recipe {
    /// Minimum number of triangles in a text; smaller meshes leave no choices.
    pub const FEWEST: usize = 100;

    /// Maximum number of triangles in a text.
    pub const MOST: usize = 10_000_000;

    /// Generates the mesh. Linear.
    pub fn mesh(&self) -> NavMesh {
        let Self { landscape, triangles, seed } = *self;
        let parts: Parts = match landscape {
            Landscape::Terrain => terrain::make(triangles, seed),
            Landscape::Rooms => rooms::make(triangles, seed),
            Landscape::Maze => maze::make(triangles, seed),
        };
        parts.mesh()
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { landscape, triangles, seed } = self;
        write!(f, "{landscape}:{triangles}:{seed}")
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let landscape = Landscape::ALL
            .into_iter()
            .find(|landscape| landscape.name() == name)
            .ok_or_else(|| format!("\"{name}\" cannot be made; give terrain, rooms or maze"))?;
        let (fewest, most) = (Self::FEWEST, Self::MOST);
        let triangles = words.next().and_then(|word| word.parse().ok());
        let triangles = triangles
            .filter(|triangles| (fewest..=most).contains(triangles))
            .ok_or_else(|| format!("say how many triangles, {fewest} to {most}, as in {name}:1000"))?;
        let seed = words.next().map_or(Ok(1), str::parse);
        let seed =
            seed.map_err(|_ignored| format!("a seed is a whole number, as in {name}:{triangles}:7"))?;
        match words.next() {
            None => Ok(Self { landscape, triangles, seed }),
            Some(_) => Err(format!("nothing comes after the seed, as in {name}:{triangles}:{seed}")),
        }
    }
}

/// Converts the cells of a mesh to polygons without shared corners, like file formats without indices.
///
/// [`super::weld()`] restores the mesh. Linear.
pub fn loosen(mesh: &NavMesh) -> Soup {
    let mut soup = Soup::default();
    for (id, cell) in mesh.cells() {
        let start = soup.positions.len() as u32;
        soup.positions.extend(mesh.ring(id));
        let corners: Vec<u32> = (start..soup.positions.len() as u32).collect();
        soup.push(&corners, cell.area());
    }
    soup
}

/// Vertices and triangles under construction.
#[derive(Debug, Default)]
struct Parts {
    vertices: Vec<Vec3>,
    cells: Vec<Cell>,
}

impl Parts {
    /// Adds a vertex, with coordinates in 64ths of a metre.
    fn vertex(&mut self, place: [i64; 3]) -> VertexId {
        let [x, y, z] = place.map(|steps| steps as f32 / METRE as f32);
        self.vertices.push(Vec3::new(x, y, z));
        VertexId(self.vertices.len() as u32 - 1)
    }

    /// Adds a triangle with corners in counter-clockwise order, seen from above.
    fn triangle(&mut self, corners: [VertexId; 3]) {
        self.cells.push(Cell::new(corners, AreaId(0)));
    }

    /// Adds two triangles, separated by the diagonal from the first corner to the third.
    fn quad(&mut self, [a, b, c, d]: [VertexId; 4]) {
        self.triangle([a, b, c]);
        self.triangle([a, c, d]);
    }

    fn mesh(self) -> NavMesh {
        NavMesh::from_parts(self.vertices, self.cells).unwrap_or_default()
    }
}
