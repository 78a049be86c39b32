//! What edits of a repair must keep: connections, links, and positions up to the tolerance.

use std::collections::BTreeMap;

use glam::Vec3;

use super::Work;
use crate::check::repair::kept_points::GroundChange;
use navsmith_core::geometry::{covers, ground};
use navsmith_core::navmesh::{Attachment, CellId, Changes, Derived, IslandLabel, LinkAnchor, VertexId};

/// Steps of locating the points of a cell that must stay connected.
const STEPS_PER_CELL: usize = 256;

impl Work<'_> {
    /// Returns the islands of the cells around a change, by their islands before it.
    ///
    /// Returns `None` if ground that exists was connected before and is not now. New cells are parts of those in
    /// `divided`. Of each pair in `replaced`, the second cell covers ground that the first one loses.
    pub(super) fn kept_islands(
        &self,
        before: &Derived,
        changes: &Changes,
        divided: &[CellId],
        replaced: &[[CellId; 2]],
    ) -> Option<BTreeMap<IslandLabel, IslandLabel>> {
        let mut islands: BTreeMap<IslandLabel, IslandLabel> = BTreeMap::new();
        let mut keeps = |island: Option<IslandLabel>, cell: CellId| {
            let (Some(island), Some(now)) = (island, self.derived.islands.label_of(cell)) else {
                return true;
            };
            *islands.entry(island).or_insert(now) == now
        };
        let keeps_cells = changes.cells.iter().all(|&cell| {
            let island = before.islands.label_of(cell);
            let whole = if island.is_none() { self.divided_island(before, cell, divided) } else { island };
            keeps(whole, cell)
                && before.adjacency.neighbors(cell).all(|(_, neighbor)| keeps(island, neighbor))
        });
        let keeps_ground =
            keeps_cells && replaced.iter().all(|&[lost, cover]| keeps(before.islands.label_of(lost), cover));
        keeps_ground.then_some(islands)
    }

    /// Whether all link ends that were attached still are, and to the same islands as far as those exist.
    pub(super) fn keeps_links(
        &self,
        before: &Derived,
        changes: &Changes,
        islands: &BTreeMap<IslandLabel, IslandLabel>,
    ) -> bool {
        let is_kept = |was: &Attachment, now: &Attachment| {
            let has = |island| {
                now.anchors().iter().any(|at| self.derived.islands.label_of(at.cell) == Some(island))
            };
            let kept = |at: &LinkAnchor| islands.get(&before.islands.label_of(at.cell)?).copied();
            let is_kept = |at: &LinkAnchor| kept(at).is_none_or(has);
            was.failure().is_some() || now.failure().is_none() && was.anchors().iter().any(is_kept)
        };
        changes.links.iter().all(|&link| {
            let both = before.links.ends(link).zip(self.derived.links.ends(link));
            both.is_none_or(|(was, now)| was.iter().zip(now).all(|(was, now)| is_kept(was, now)))
        })
    }

    /// Whether the ground of changed cells stays at its heights, up to the tolerance or what a join raises.
    pub(super) fn keeps_heights(
        &self,
        before: &Derived,
        changes: &Changes,
        islands: &BTreeMap<IslandLabel, IslandLabel>,
    ) -> bool {
        GroundChange { before, now: &self.derived, changes, islands }.keeps_heights(self.options.tolerance)
    }

    /// Whether the points at an edit stay on their islands; if so, those of removed ground are stored.
    pub(super) fn keeps_points(
        &mut self,
        before: &Derived,
        changes: &Changes,
        islands: &BTreeMap<IslandLabel, IslandLabel>,
    ) -> bool {
        self.take(changes.cells.len() * STEPS_PER_CELL);
        let change = GroundChange { before, now: &self.derived, changes, islands };
        let points = self.removed.kept(&change);
        let are_kept = points.is_some();
        if let Some(points) = points {
            self.removed.follow(changes, points);
        }
        are_kept
    }

    /// Returns the island of the divided cell that a new cell is a part of.
    fn divided_island(&self, before: &Derived, cell: CellId, divided: &[CellId]) -> Option<IslandLabel> {
        self.derived.mesh().cell(cell)?;
        let middle = ground(self.derived.mesh().centroid(cell));
        let holds = |whole: &&CellId| covers(&before.mesh().ground_ring(**whole), middle);
        // The middle of a part as narrow as rounding can lie beside its cell.
        let whole = divided.iter().find(holds).or_else(|| divided.first())?;
        before.islands.label_of(*whole)
    }

    /// Forgets where the vertices that the repair created were before they moved.
    ///
    /// They have no original position. A pass treats them as a second repair does, which then changes nothing.
    pub(in crate::check::repair) fn forget_new_vertices(&mut self) {
        let original = self.original;
        self.origins.retain(|&vertex, _| original.vertex(vertex).is_some());
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
            origins.iter().all(|origin| self.options.allows(origin.distance(at)))
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
            // A vertex that the repair created has its first position as origin.
            let first = before.mesh().vertex(target.0).unwrap_or(target.1);
            let all = moved.entry(target.0).or_insert_with(|| self.origins_of(target.0, first));
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
