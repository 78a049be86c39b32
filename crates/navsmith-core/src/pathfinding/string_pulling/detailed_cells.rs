//! The cells under a path, where they have detail heights.

use glam::{DVec3, Vec3};

use super::portal::Portal;
use super::waypoint::WaypointKind;
use crate::geometry::ground;
use crate::navmesh::{CellId, NavMesh, Surface, SurfaceBends};

/// The cells between the portals of a path that have detail heights.
///
/// Empty for a mesh without details.
pub(in crate::pathfinding) struct DetailedCells<'a> {
    mesh: &'a NavMesh,
    /// Cell behind each portal.
    cells: Vec<Option<CellId>>,
}

impl<'a> DetailedCells<'a> {
    /// Returns the cells of a corridor; one cell contains all diagonals between two of its sides.
    pub(in crate::pathfinding) fn of_path(
        mesh: &'a NavMesh,
        corridor: &[CellId],
        portals: &[Portal],
    ) -> Self {
        let mut entered = corridor.iter().copied();
        let mut cell = entered.next();
        let mut behind = |portal: &Portal| match portal.link {
            Some(WaypointKind::On(_)) => None,
            Some(_) => {
                cell = entered.next();
                cell
            }
            None => {
                if portal.half_edge.is_some_and(|side| !side.is_diagonal()) {
                    cell = entered.next();
                }
                cell
            }
        };
        let portals = if mesh.has_details() { portals } else { &[] };
        Self { mesh, cells: portals.iter().map(|portal| detailed(mesh, behind(portal))).collect() }
    }

    /// Returns the cells of a section without links; those of a divided cell occur once for each piece.
    pub(super) fn of_leg(mesh: &'a NavMesh, cells: &[CellId]) -> Self {
        let cells = if mesh.has_details() { cells } else { &[] };
        Self { mesh, cells: cells.iter().map(|&cell| detailed(mesh, Some(cell))).collect() }
    }

    /// Returns the cell behind a portal, if it has detail heights.
    pub(super) fn behind(&self, portal: usize) -> Option<CellId> {
        self.cells.get(portal).copied().flatten()
    }

    /// Returns the cell before a portal, if it has detail heights.
    pub(super) fn before(&self, portal: usize) -> Option<CellId> {
        self.behind(portal.checked_sub(1)?)
    }

    /// Returns the height of a point of a portal; `None` if no cell beside it has detail heights.
    ///
    /// If both have some, the cell with the smaller id decides, so that both directions have one height.
    pub(in crate::pathfinding) fn height(&self, portal: usize, point: Vec3) -> Option<f32> {
        let cells = [self.before(portal), self.behind(portal)].into_iter().flatten();
        cells.min().map(|cell| Surface::of(self.mesh, cell).height_at(ground(point)))
    }

    /// Returns where a line that is straight on the ground bends over a cell.
    pub(super) fn bends(&self, cell: Option<CellId>, line: [Vec3; 2]) -> SurfaceBends {
        cell.map_or_else(SurfaceBends::new, |cell| Surface::of(self.mesh, cell).bends(line.map(ground)))
    }

    /// Returns the points at which a line that is straight on the ground bends over a cell.
    pub(super) fn points(
        &self,
        cell: Option<CellId>,
        line: [Vec3; 2],
    ) -> impl Iterator<Item = DVec3> + use<> {
        let [from, to] = line.map(Vec3::as_dvec3);
        self.bends(cell, line).into_iter().map(move |(share, height)| {
            let at = from.lerp(to, share);
            DVec3 { y: height, ..at }
        })
    }
}

fn detailed(mesh: &NavMesh, cell: Option<CellId>) -> Option<CellId> {
    cell.filter(|&cell| mesh.detail(cell).is_some())
}
