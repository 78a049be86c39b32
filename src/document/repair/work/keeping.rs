//! What edits of a repair must keep: connections, and the positions of vertices up to the tolerance.

use std::collections::BTreeMap;

use glam::Vec3;

use super::Work;
use crate::geometry::{covers, ground};
use crate::navmesh::{CellId, Changes, Derived, IslandId, VertexId};

/// Factor on the tolerance, so that rounding does not exceed it.
const ROUNDING: f32 = 1.0 + 1e-4;

impl Work<'_> {
    /// Whether the cells around a change that were connected before still are, as far as they exist.
    ///
    /// New cells are parts of those in `divided`.
    pub(super) fn keeps_connections(&self, before: &Derived, changes: &Changes, divided: &[CellId]) -> bool {
        let mut islands: BTreeMap<IslandId, IslandId> = BTreeMap::new();
        let mut keeps = |island: Option<IslandId>, cell: CellId| {
            let (Some(island), Some(now)) = (island, self.derived.islands.of(cell)) else { return true };
            *islands.entry(island).or_insert(now) == now
        };
        changes.cells.iter().all(|&cell| {
            let island = before.islands.of(cell);
            let whole = if island.is_none() { self.divided_island(before, cell, divided) } else { island };
            keeps(whole, cell)
                && before.adjacency.neighbors(cell).all(|(_, neighbor)| keeps(island, neighbor))
        })
    }

    /// Returns the island of the divided cell that a new cell is a part of.
    fn divided_island(&self, before: &Derived, cell: CellId, divided: &[CellId]) -> Option<IslandId> {
        self.derived.mesh().cell(cell)?;
        let middle = ground(self.derived.mesh().centroid(cell));
        let holds = |whole: &&CellId| covers(&before.mesh().ground_ring(**whole), middle);
        // The middle of a part as narrow as rounding can lie beside its cell.
        let whole = divided.iter().find(holds).or_else(|| divided.first())?;
        before.islands.of(*whole)
    }

    /// Returns the new origins of vertices that moved or replaced others; `None` if one moved too far.
    pub(super) fn moved(
        &self,
        before: &Derived,
        changes: &Changes,
        joins_vertices: bool,
    ) -> Option<Vec<(VertexId, Vec<Vec3>)>> {
        let mesh = self.derived.mesh();
        let is_near = |origins: &[Vec3], at: Vec3| {
            origins.iter().all(|origin| origin.distance(at) <= self.options.tolerance * ROUNDING)
        };
        let mut moved: BTreeMap<VertexId, Vec<Vec3>> = BTreeMap::new();
        for &vertex in &changes.vertices {
            let Some(from) = before.mesh().vertex(vertex) else { continue };
            let origins = self.origins_of(vertex, from);
            let target = match mesh.vertex(vertex) {
                Some(at) => (vertex, at),
                None if joins_vertices => self.nearest_corner(changes, from)?,
                None => continue,
            };
            if !is_near(&origins, target.1) {
                return None;
            }
            let all = moved.entry(target.0).or_insert_with(|| self.origins_of(target.0, target.1));
            if target.0 != vertex {
                all.extend(origins);
            }
        }
        moved
            .iter()
            .all(|(&vertex, origins)| is_near(origins, mesh.position(vertex)))
            .then(|| moved.into_iter().collect())
    }

    /// Returns the original positions that a vertex represents; `at` for one that the repair created.
    fn origins_of(&self, vertex: VertexId, at: Vec3) -> Vec<Vec3> {
        let known = self.origins.get(&vertex).cloned();
        known.unwrap_or_else(|| vec![self.original.vertex(vertex).unwrap_or(at)])
    }

    fn nearest_corner(&self, changes: &Changes, at: Vec3) -> Option<(VertexId, Vec3)> {
        let mesh = self.derived.mesh();
        let corners = changes.cells.iter().flat_map(|&cell| mesh.corners(cell));
        let corners = corners.map(|&corner| (corner, mesh.position(corner)));
        corners.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at)))
    }
}
