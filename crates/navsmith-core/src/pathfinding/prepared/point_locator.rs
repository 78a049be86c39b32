//! Uniform grid over the ground, to locate many endpoints on a mesh that does not change.
//!
//! The results are those of [`locate()`], bit for bit: the same predicates judge the same corners. Only the
//! access is faster. Every cell is cut into its triangles. Every square lists the triangles that reach into it. A
//! square that one level cell covers answers without an access to the cell. The grid does not depend on the agent, so
//! one locator serves all agents and filters. It does not follow edits.
//!
//! [`locate()`]: crate::pathfinding::mesh_query::locate::locate

mod boundary;
mod nearest;
mod build;

use glam::{DVec2, Vec2, Vec3};

use self::boundary::BoundaryTree;
use self::nearest::Heights;
use crate::geometry::Grid;
use crate::navmesh::{CellId, NavMesh, Surface, height_in};
use crate::pathfinding::mesh_query::Endpoint;
use crate::pathfinding::mesh_query::locate::{
    Located, is_better, is_by_surface, is_in_reach, near_floor, on_surface,
};

/// Grid of squares over the ground that lists the triangles of a mesh.
///
/// Takes about 90 bytes for a triangle and 20 for a boundary edge.
#[derive(Clone, Debug)]
pub struct PointLocator {
    /// Source mesh, with which the locator shares its pages.
    mesh: NavMesh,
    grid: Grid,
    bounds: [DVec2; 2],
    /// Triangles by cell; within a cell, in the order in which its height is evaluated.
    triangles: Vec<Triangle>,
    table: Vec<Square>,
    /// Entries of squares with more than [`FIT`] entries, one square after the other.
    spilled: Vec<u32>,
    boundary: BoundaryTree,
    heights: Heights,
}

/// Triangle of a triangular or convex cell; if it is one of several, it may have no area.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    corners: [Vec3; 3],
    /// Cell id, with [`PART`] if the triangle is one of several of the cell.
    cell: u32,
}

/// Entries of a square, by cell.
#[derive(Clone, Copy, Debug)]
struct Square {
    /// Up to three entries, padded with [`NONE`].
    ///
    /// Alternatives: [`SPILLED`] with the begin and the end of the entries; or [`WHOLE`] with the cell that covers
    /// the whole square as an entry.
    ///
    /// An entry is the index of a triangle. With [`ODD`] it is a cell that is evaluated in the document's mesh,
    /// whatever its shape.
    entries: [u32; 3],
    /// Common height of everything in the square; NaN if heights differ.
    height: f32,
}

/// Number of entries that a square stores inline.
const FIT: usize = 3;

const NONE: u32 = u32::MAX;
const SPILLED: u32 = u32::MAX - 1;
const WHOLE: u32 = u32::MAX - 2;
/// Flag bit of an entry. No mesh has as many cells or triangles.
const ODD: u32 = 1 << 31;
const PART: u32 = 1 << 31;

impl Triangle {
    fn cell(&self) -> CellId {
        CellId(self.cell & !PART)
    }
}

impl PointLocator {
    /// Moves an endpoint onto the mesh, like [`locate()`].
    ///
    /// [`locate()`]: crate::pathfinding::mesh_query::locate::locate
    #[inline]
    pub fn locate(&self, endpoint: Endpoint, max_height: f32) -> Option<Located> {
        if is_by_surface(&self.mesh, endpoint) {
            return self.nearest(endpoint).map(|located| on_surface(located, max_height));
        }
        let standing = |(asked, reach): (Endpoint, f32)| {
            let (cell, floor) = self.standing(asked, reach)?;
            let point = Vec3::new(asked.ground.x, floor, asked.ground.y);
            Some(Located { asked, cell, point, off_mesh: None })
        };
        let below = standing((endpoint, max_height));
        near_floor(&self.mesh, below, endpoint, max_height, standing)
            .or_else(|| Some(self.nearest(endpoint)?.but_for_rounding(max_height)))
    }

    /// Returns the cell at an endpoint and the height of the ground there.
    #[inline]
    fn standing(&self, endpoint: Endpoint, max_height: f32) -> Option<(CellId, f32)> {
        let Endpoint { ground: at, height } = endpoint;
        let place = at.as_dvec2();
        // The comparison also excludes NaN.
        if !(place.cmpge(self.bounds[0]).all() && place.cmple(self.bounds[1]).all()) {
            return None;
        }
        let (x, y) = self.grid.place(at);
        let square = &self.table[self.grid.index(x, y)];
        if square.entries[0] == WHOLE {
            let floor = square.height;
            let cell = CellId(square.entries[1] & !ODD);
            return is_in_reach(floor, height, max_height).then_some((cell, floor));
        }
        let is_level = !square.height.is_nan();
        let mut best: Option<(CellId, f32)> = None;
        let mut last = None;
        for &entry in self.entries(square) {
            let Some((cell, floor)) = self.floor(entry, at) else { continue };
            // The first triangle of a cell that contains the place determines the height.
            if last.replace(cell) == Some(cell) || !is_in_reach(floor, height, max_height) {
                continue;
            }
            if best.is_none_or(|best| is_better((cell, floor), best)) {
                best = Some((cell, floor));
            }
            // All later entries have the same height and larger ids.
            if is_level {
                break;
            }
        }
        best
    }

    #[inline]
    fn entries<'a>(&'a self, square: &'a Square) -> &'a [u32] {
        match square.entries {
            [SPILLED, from, to] => &self.spilled[from as usize..to as usize],
            [WHOLE, ..] => &square.entries[1..2],
            [.., NONE] => {
                let len = square.entries.iter().position(|&entry| entry == NONE).unwrap_or(FIT);
                &square.entries[..len]
            }
            _ => &square.entries,
        }
    }

    #[inline]
    fn floor(&self, entry: u32, at: Vec2) -> Option<(CellId, f32)> {
        if entry & ODD != 0 {
            let cell = CellId(entry & !ODD);
            return Surface::floor(&self.mesh, cell, at).map(|floor| (cell, floor));
        }
        let triangle = &self.triangles[entry as usize];
        height_in(triangle.corners, at).map(|floor| (triangle.cell(), floor))
    }
}
