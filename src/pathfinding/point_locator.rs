//! Squares over the ground, each with what lies in it: for locating many endpoints on a mesh that does not change.
//!
//! The answers are those of [`super::locate()`], bit for bit: the same predicates judge the same corners. What is quicker
//! is the way there. Every cell is cut into its triangles, every triangle is listed in the squares that it really
//! reaches into, and a square that one level cell covers answers without a look at the cell. The squares say nothing
//! about who walks, so one set of them serves all agents and filters. They do not follow edits.

mod boundary;
mod build;
mod nearest;

use glam::{DVec2, Vec2, Vec3};

use super::locate::{is_better, is_in_reach};
use super::{Endpoint, Located};
use crate::navmesh::{CellId, Grid, NavMesh, Surface, height_in};
use boundary::BoundaryTree;
use nearest::Heights;

/// A mesh sorted into squares over the ground. About 90 bytes a triangle, and 20 for a side that nothing is beside.
#[derive(Clone, Debug)]
pub struct PointLocator {
    /// Shares its pages with the mesh that it was built of.
    mesh: NavMesh,
    grid: Grid,
    /// A box round all cells.
    bounds: [DVec2; 2],
    /// By cell, and in a cell in the order in which they are asked for its height.
    triangles: Vec<Triangle>,
    /// Row by row.
    table: Vec<Square>,
    /// The entries of squares that have more than fit into them, one square after the other.
    spilled: Vec<u32>,
    boundary: BoundaryTree,
    heights: Heights,
}

/// A triangle of a triangular or a convex cell; as a part of it, it may be without area.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    corners: [Vec3; 3],
    /// The cell's id, and [`PART`] where it is one of several triangles of it.
    cell: u32,
}

/// What reaches into a square, by cell.
#[derive(Clone, Copy, Debug)]
struct Square {
    /// Up to three entries with [`NONE`] behind them; or [`SPILLED`], and where the entries begin and end; or [`WHOLE`],
    /// and as an entry the cell that covers all of the square.
    ///
    /// An entry is a triangle, or, with [`ODD`], a cell that is judged as the document's is, whatever it looks like.
    entries: [u32; 3],
    /// The height of all that is in it; NaN where they differ.
    height: f32,
}

/// So many entries fit into a square.
const FIT: usize = 3;

const NONE: u32 = u32::MAX;
const SPILLED: u32 = u32::MAX - 1;
const WHOLE: u32 = u32::MAX - 2;
/// No mesh has as many cells or triangles.
const ODD: u32 = 1 << 31;
const PART: u32 = 1 << 31;

impl Triangle {
    fn cell(&self) -> CellId {
        CellId(self.cell & !PART)
    }
}

impl PointLocator {
    /// Puts an endpoint on the mesh, as [`super::locate()`] does.
    #[inline]
    pub fn locate(&self, endpoint: Endpoint, max_height: f32) -> Option<Located> {
        let standing = self.standing(endpoint, max_height);
        let located = |(cell, floor): (CellId, f32)| {
            let point = Vec3::new(endpoint.ground.x, floor, endpoint.ground.y);
            Located { asked: endpoint, cell, point, off_mesh: None }
        };
        standing.map(located).or_else(|| self.nearest(endpoint))
    }

    /// The cell to stand on, and how high it is there.
    #[inline]
    fn standing(&self, endpoint: Endpoint, max_height: f32) -> Option<(CellId, f32)> {
        let Endpoint { ground: at, height } = endpoint;
        let place = at.as_dvec2();
        // What is no number is nowhere.
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
            // A cell is as high as the first of its triangles says.
            if last.replace(cell) == Some(cell) || !is_in_reach(floor, height, max_height) {
                continue;
            }
            if best.is_none_or(|best| is_better((cell, floor), best)) {
                best = Some((cell, floor));
            }
            // As high as all the others, whose ids are larger.
            if is_level {
                break;
            }
        }
        best
    }

    /// What reaches into a square, by cell.
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

    /// Bytes of it, without the mesh, which it shares.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.triangles)
            + size_of_val(&*self.table)
            + size_of_val(&*self.spilled)
            + self.boundary.bytes()
            + self.heights.bytes()
    }
}
