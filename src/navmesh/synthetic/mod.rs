//! Meshes made from a seed: to measure with, to try things on, and for tests that want more than a few cells.
//!
//! A [`Recipe`] gives the same mesh on every machine: chance is SplitMix64, and places are drawn as whole 64ths of a
//! metre, which are exact in f32. This module does not know documents or files.

mod lattice;
mod parts;
mod terrain;
mod rooms;
mod maze;

use std::fmt;
use std::str::FromStr;

use super::{NavMesh, Soup};
use parts::Parts;

/// What a made mesh looks like. All are one island, on the ground without overlaps, and wind as they should.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landscape {
    /// Hills with lakes in them: an open field of small triangles, about two to a square metre.
    Terrain,
    /// Rooms at different heights, some with a pillar, joined by corridors and ramps: long thin triangles, some ways
    /// round.
    Rooms,
    /// Corridors two metres wide with hardly a way round: almost every turn is a dead end.
    Maze,
}

impl Landscape {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Terrain, Self::Rooms, Self::Maze];

    /// What the command line calls it.
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

/// All that says how a mesh is made; as text `rooms:100000:7`, where a missing seed is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Recipe {
    /// What it looks like.
    pub landscape: Landscape,
    /// How many triangles it has, to within a twentieth.
    pub triangles: usize,
    /// What chance begins with.
    pub seed: u64,
}

impl Recipe {
    /// How few triangles a text may ask for: with fewer there is nothing to choose.
    pub const FEWEST: usize = 100;

    /// How many a text may ask for.
    pub const MOST: usize = 10_000_000;

    /// The mesh. Linear.
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

/// The cells of a mesh as polygons that share no corner, as programs write them that know no indices: what
/// [`super::weld()`] makes a mesh of again. Linear.
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
