//! Level geometry: the triangles of the level that a navmesh belongs to, as a value.
//!
//! A [`Level`] is the content of one file. A [`LevelSurface`](surface::LevelSurface) contains the visible triangles of
//! several levels, with an index by position. Level geometry is never edited, and it never changes a navmesh.

pub mod surface;
pub mod section;
pub mod walls;
pub mod tiles;
pub mod pattern;

use std::ops::Range;

use navsmith_core::geometry::{Bounds, Vec3};

/// Triangles of a file, in parts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Level {
    positions: Vec<Vec3>,
    /// Corners of each triangle, as indices of positions.
    triangles: Vec<[u32; 3]>,
    parts: Vec<LevelPart>,
}

/// Part of a level: the triangles of a node with one material.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelPart {
    /// Path of the node with its ancestors, such as `House/Stairs`.
    ///
    /// It is the name of the mesh if no node places it.
    pub node: String,
    /// Name of the material; empty without a material.
    pub material: String,
    /// Range of its triangles.
    pub triangles: Range<u32>,
}

impl Level {
    /// Adds a part with its own positions; `triangles` are indices of these positions.
    ///
    /// Triangles with a missing corner or a position that is not finite are left out.
    pub fn add_part(
        &mut self,
        (node, material): (String, String),
        positions: impl IntoIterator<Item = Vec3>,
        triangles: impl IntoIterator<Item = [u32; 3]>,
    ) {
        let (first, start) = (self.positions.len() as u32, self.triangles.len() as u32);
        self.positions.extend(positions);
        let is_good = |corner: u32| self.positions.get(corner as usize).is_some_and(|at| at.is_finite());
        let triangles =
            triangles.into_iter().map(|corners| corners.map(|corner| first.saturating_add(corner)));
        self.triangles.extend(triangles.filter(|corners| corners.iter().all(|&corner| is_good(corner))));
        self.parts.push(LevelPart { node, material, triangles: start..self.triangles.len() as u32 });
    }

    /// Returns the parts.
    pub fn parts(&self) -> &[LevelPart] {
        &self.parts
    }

    /// Returns the number of triangles.
    pub fn len(&self) -> usize {
        self.triangles.len()
    }

    /// Whether the level has no triangles.
    pub fn is_empty(&self) -> bool {
        self.triangles.is_empty()
    }

    /// Returns the triangles of a part.
    pub fn triangles_of(&self, part: &LevelPart) -> impl Iterator<Item = [Vec3; 3]> + use<'_> {
        let range = part.triangles.start as usize..part.triangles.end as usize;
        self.triangles[range].iter().map(|corners| corners.map(|corner| self.positions[corner as usize]))
    }

    /// Returns the bounding box of all triangles.
    pub fn bounds(&self) -> Bounds {
        Bounds::of(self.triangles.iter().flatten().map(|&corner| self.positions[corner as usize]))
    }
}
