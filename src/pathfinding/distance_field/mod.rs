//! How far everything is from a point: the true shortest distance on the ground, round corners.
//!
//! From a point, and again from each corner that a shortest path turns at (a root), the view spreads from cell to cell
//! as a cone between two vertices, until each cell knows all the roots that it is seen from; the distance of a place is
//! the least of root and straight line. So it is exact, and so is the judging: every cone is bounded by vertices.
//! (The continuous Dijkstra method of Mitchell, Mount and Papadimitriou, *The Discrete Geodesic Problem*, 1987, with
//! the search nodes of Cui, Harabor and Grastien, *Compromise-free Pathfinding on a Navigation Mesh*, 2017, and the
//! filter of Xin and Wang, *Improving Chen and Han's Algorithm on the Discrete Geodesic Problem*, 2009.)
//!
//! Cells that are not convex are cut into their convex pieces first; through those that cannot be cut, distances may be
//! wrong. This module does not know links, what areas cost, or how wide an agent is; heights count
//! nothing.

mod cut;
mod fans;
mod isolines;
mod queue;
mod spread;

use std::ops::ControlFlow;

use glam::Vec2;

use self::cut::CutCells;
use self::spread::{Bound, Spread, Window};
use super::{Agent, Filter, Located, Side, Walkable};
use crate::geometry::{Turn, ground, turn};
use crate::navmesh::{CellId, Derived, NavMesh, VertexId};

pub use isolines::Isoline;

/// A place that straight ways go out from: the source, or a corner that paths from it turn at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Root {
    /// Where it is on the ground.
    pub point: Vec2,
    /// How far it is from the source, in metres.
    pub distance: f64,
    /// The vertex that it is; `None` for the source.
    pub vertex: Option<VertexId>,
    /// The root before it on the way from the source, an index into [`DistanceField::roots`]; `None` for the source.
    pub before: Option<usize>,
}

/// The true distance from a point to everywhere.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DistanceField {
    roots: Vec<Root>,
    /// By cell slot, where its windows begin; one more at the end.
    first: Vec<u32>,
    windows: Vec<Window>,
    /// By vertex slot.
    vertices: Vec<f64>,
    /// The mesh, or the one that its cells were cut in.
    mesh: NavMesh,
    cut: CutCells,
}

/// Finds the true distance from a place to everywhere that can be walked to.
///
/// `progress` hears now and then how many windows there are so far and how many cells have one, and may break it off;
/// then there is no field. Nor is there one where the mesh takes more memory than its size justifies, as cells that cross
/// themselves make it.
/// A window is a cone that enters a cell: `w log w` in the windows. There are about as many as cells times the corners
/// that each is seen from and the vertices across its view; at worst the square of the cells, in practice some dozens
/// for each.
pub fn distance_field(
    walkable: &Walkable<'_>,
    from: &Located,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<DistanceField> {
    let Some((mesh, cut)) = CutCells::of(walkable) else { return spread(walkable, from, progress) };
    if !walkable.allows(from.cell) {
        return spread(walkable, from, progress);
    }
    let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
    let from = Located { cell: cut.piece_at(&mesh, from.cell, ground(from.point)), ..*from };
    let field = spread(&Walkable::new(&mesh, &derived, &agent, &filter), &from, progress)?;
    Some(DistanceField { cut, ..field })
}

/// The same for a mesh of convex cells.
fn spread(
    walkable: &Walkable<'_>,
    from: &Located,
    progress: impl FnMut(usize, usize) -> ControlFlow<()>,
) -> Option<DistanceField> {
    let mesh = walkable.mesh;
    let mut spread = Spread::from(walkable, from);
    spread.run(progress).is_continue().then(|| {
        let (roots, mut windows, vertices) = spread.into_parts();
        windows.sort_by_key(|window| window.cell);
        let first = (0..=mesh.cell_slots() as u32)
            .map(|slot| windows.partition_point(|window| window.cell.0 < slot) as u32)
            .collect();
        DistanceField { roots, first, windows, vertices, mesh: mesh.clone(), cut: CutCells::default() }
    })
}

impl DistanceField {
    /// The source, and every corner that a path from it turns at.
    pub fn roots(&self) -> &[Root] {
        &self.roots
    }

    /// How many windows there are: the measure of the work.
    pub fn windows(&self) -> usize {
        self.windows.len()
    }

    /// How far a place in a cell is; `None` where no way leads, and for a place that is not in the cell.
    pub fn distance(&self, cell: CellId, at: Vec2) -> Option<f64> {
        self.best(cell, at).map(|(_, distance)| distance)
    }

    /// How far a vertex is; `None` where no way leads to it.
    pub fn vertex_distance(&self, vertex: VertexId) -> Option<f64> {
        self.vertices.get(vertex.0 as usize).copied().filter(|distance| distance.is_finite())
    }

    /// How far the farthest vertex is that can be reached; 0 where none can.
    pub fn farthest(&self) -> f64 {
        self.vertices.iter().copied().filter(|distance| distance.is_finite()).fold(0.0, f64::max)
    }

    /// The shortest path from a place in a cell back to the source: both ends and the corners between; empty where no
    /// way leads.
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

    /// The root that a place is nearest by, and how far it is that way.
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

    /// Whether a place in a window's cell is seen through it, its bounds included; exact.
    fn covers(&self, window: &Window, at: Vec2) -> bool {
        [Side::Left, Side::Right]
            .into_iter()
            .all(|side| self.ray(window, side).is_none_or(|[from, to]| turn(from, to, at) != outside(side)))
    }

    /// The line that bounds a window on a side; `None` where nothing does.
    fn ray(&self, window: &Window, side: Side) -> Option<[Vec2; 2]> {
        let root = &self.roots[window.root as usize];
        match window.bounds[side as usize] {
            Bound::Open => None,
            Bound::At(vertex) => Some([root.point, ground(self.mesh.position(vertex))]),
            Bound::Beyond => Some([self.roots[root.before?].point, root.point]),
        }
    }
}

/// The way that one turns from a bound to what it shuts out.
fn outside(side: Side) -> Turn {
    match side {
        Side::Left => Turn::Left,
        Side::Right => Turn::Right,
    }
}
