//! The distance field of a point: exact shortest distances on the ground, around corners.
//!
//! The search starts at the source. It repeats at each corner at which a shortest path turns; these points are the
//! roots. From a root, a cone between two vertices spreads from cell to cell. At the end, each cell stores all roots
//! from which it is visible. The distance of a position is the minimum over these roots of the root's distance plus
//! the straight line. The result is exact. So are the predicates, because every cone is bounded by vertices.
//!
//! This is the continuous Dijkstra method of Mitchell, Mount and Papadimitriou (*The Discrete Geodesic Problem*,
//! 1987). The search nodes are those of Cui, Harabor and Grastien (*Compromise-free Pathfinding on a Navigation
//! Mesh*, 2017). The filter is that of Xin and Wang (*Improving Chen and Han's Algorithm on the Discrete Geodesic
//! Problem*, 2009).
//!
//! Cells that are not convex are first divided into convex pieces. Distances through cells that cannot be divided may
//! be wrong. This module ignores links, area costs, the agent's width and heights.

mod cut;
mod fans;
pub mod isolines;
mod spread;

use glam::Vec2;

use self::cut::CutCells;
use self::spread::Spread;
use crate::geometry::{Turn, ground, turn};
use crate::navmesh::{CellId, Derived, NavMesh, VertexId};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::agent::{Agent, Filter};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::string_pulling::portal::Side;
use crate::progress::{Progress, Stopped};

/// A point from which straight paths start: the source, or a corner at which its paths turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// The position on the ground.
    pub point: Vec2,
    /// The distance from the source, in metres.
    pub distance: f64,
    /// The vertex at this point; `None` for the source.
    pub vertex: Option<VertexId>,
    /// The previous root on the path from the source; `None` for the source.
    ///
    /// An index into `DistanceField::roots`.
    pub before: Option<usize>,
}

/// The bound of a window on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bound {
    /// No bound within the cell.
    Open,
    /// The line from the root through a vertex.
    At(VertexId),
    /// The line from the previous root through the root; that root sees the region behind the line.
    Beyond,
}

impl Bound {
    /// Returns the line that bounds the windows of a root; `None` if it is unbounded.
    fn ray(self, root: &Root, roots: &[Root], mesh: &NavMesh) -> Option<[Vec2; 2]> {
        match self {
            Self::Open => None,
            Self::At(vertex) => Some([root.point, ground(mesh.position(vertex))]),
            Self::Beyond => Some([roots[root.before?].point, root.point]),
        }
    }
}

/// The part of a cell that is visible from a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Window {
    root: u32,
    cell: CellId,
    entry: Entry,
    /// The left and the right bound, as seen from the root.
    bounds: [Bound; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Entry {
    /// The cell contains the source.
    Source,
    /// The root is this corner of the cell.
    Corner(u32),
    /// The window enters through this side.
    Side(u32),
}

/// The exact shortest distances from a point to all reachable positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistanceField {
    roots: Vec<Root>,
    /// By cell slot, the index of its first window; one more entry at the end.
    first: Vec<u32>,
    windows: Vec<Window>,
    /// By vertex slot, the distance; infinite if no path leads to the vertex.
    vertices: Vec<f64>,
    /// The mesh, or its copy with cut cells.
    mesh: NavMesh,
    cut: CutCells,
}

/// Computes the exact shortest distances from a position to everything that can be reached.
///
/// Returns `None` if there are more than `most_windows` windows, or if the mesh takes more memory than its size
/// justifies; cells that cross themselves can cause this. Reports the share of the island's cells that have a window.
///
/// A window is a cone that enters a cell. The cost is `w log w` in the windows. Their number is about that of the
/// cells times the corners that see each cell and the vertices across its view. At worst it is the square of the
/// cells; in practice it is some dozens per cell.
pub fn distance_field(
    walkable: &Walkable<'_>,
    from: &Located,
    most_windows: usize,
    progress: &Progress,
) -> Result<Option<DistanceField>, Stopped> {
    let Some((mesh, cut)) = CutCells::of(walkable).filter(|_| walkable.allows(from.cell)) else {
        return spread(walkable, from, most_windows, progress);
    };
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let from = Located { cell: cut.piece_at(&mesh, from.cell, ground(from.point)), ..*from };
    let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
    let field = spread(&walkable, &from, most_windows, progress)?;
    Ok(field.map(|field| DistanceField { cut, ..field }))
}

/// Like [`distance_field`], but for a mesh of convex cells.
fn spread(
    walkable: &Walkable<'_>,
    from: &Located,
    most_windows: usize,
    progress: &Progress,
) -> Result<Option<DistanceField>, Stopped> {
    let mesh = walkable.mesh;
    let mut spread = Spread::from(walkable, from);
    if spread.run(most_windows, progress)?.is_err() {
        return Ok(None);
    }
    let (roots, mut windows, vertices) = spread.into_parts();
    windows.sort_by_key(|window| window.cell);
    let first = (0..=mesh.cell_slots() as u32)
        .map(|slot| windows.partition_point(|window| window.cell.0 < slot) as u32)
        .collect();
    Ok(Some(DistanceField { roots, first, windows, vertices, mesh: mesh.clone(), cut: CutCells::default() }))
}

impl DistanceField {
    /// Returns the distance of a position in a cell.
    ///
    /// Returns `None` if no path leads there, and for a position outside of the cell.
    pub fn distance(&self, cell: CellId, at: Vec2) -> Option<f64> {
        self.best(cell, at).map(|(_, distance)| distance)
    }

    /// Returns the distance of a vertex; `None` if no path leads to it.
    pub fn vertex_distance(&self, vertex: VertexId) -> Option<f64> {
        self.vertices.get(vertex.0 as usize).copied().filter(|distance| distance.is_finite())
    }

    /// Returns the distance of the farthest reachable vertex; 0 if there is none.
    pub fn farthest(&self) -> f64 {
        self.vertices.iter().copied().filter(|distance| distance.is_finite()).fold(0.0, f64::max)
    }

    /// Returns the shortest path from a position in a cell back to the source.
    ///
    /// The path contains both ends and the corners between them. It is empty if no path exists.
    pub fn path_back(&self, cell: CellId, at: Vec2) -> Vec<Vec2> {
        let Some((root, _)) = self.best(cell, at) else { return Vec::new() };
        let mut path = vec![at];
        let mut next = Some(root);
        while let Some(root) = next.map(|index| self.roots[index]) {
            if path.last() != Some(&root.point) {
                path.push(root.point);
            }
            next = root.before;
        }
        path
    }

    fn windows_of(&self, cell: CellId) -> &[Window] {
        let range = |slot: usize| Some(*self.first.get(slot)? as usize);
        let ends = range(cell.0 as usize).zip(range(cell.0 as usize + 1));
        ends.map_or(&[], |(from, to)| &self.windows[from..to])
    }

    /// Returns the root on the shortest path to a position, and the distance over that root.
    fn best(&self, cell: CellId, at: Vec2) -> Option<(usize, f64)> {
        let mut best: Option<(usize, f64)> = None;
        for window in self.windows_of(self.cut.piece_at(&self.mesh, cell, at)) {
            let root = &self.roots[window.root as usize];
            let distance = root.distance + root.point.as_dvec2().distance(at.as_dvec2());
            if best.is_none_or(|(_, best)| distance < best) && self.covers(window, at) {
                best = Some((window.root as usize, distance));
            }
        }
        best
    }

    /// Returns whether a position in a window's cell is visible through it, bounds included; exact.
    fn covers(&self, window: &Window, at: Vec2) -> bool {
        [Side::Left, Side::Right]
            .into_iter()
            .all(|side| self.ray(window, side).is_none_or(|[from, to]| turn(from, to, at) != outside(side)))
    }

    fn ray(&self, window: &Window, side: Side) -> Option<[Vec2; 2]> {
        window.bounds[side as usize].ray(&self.roots[window.root as usize], &self.roots, &self.mesh)
    }
}

/// Returns the turn from a bound to the region that it excludes.
fn outside(side: Side) -> Turn {
    match side {
        Side::Left => Turn::Left,
        Side::Right => Turn::Right,
    }
}
