//! Lengths of paths between places within one cell.
//!
//! In a cell that is not convex, the straight line may leave the cell. The string is therefore pulled through the
//! cell's pieces.

use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use super::Search;
use super::funnel_cost::PassedPortal;
use crate::navmesh::{CellId, HalfEdge, Pieces};
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::string_pulling::funnel::string_pull;
use crate::pathfinding::string_pulling::portal::{Portal, PortalPlace};
use crate::trace::Silent;

impl Search<'_> {
    /// Cuts a cell into its convex pieces, unless it is convex or was cut before.
    pub(super) fn cut(&mut self, cell: CellId) {
        if !self.pieces.contains_key(&cell)
            && let Some(pieces) = Pieces::of(self.walkable.mesh, cell)
        {
            self.pieces.insert(cell, pieces);
        }
    }

    /// Returns the length of the shortest path on the ground between two places of a cell.
    ///
    /// The length is measured in metres in space.
    pub(super) fn length_within(&self, cell: CellId, from: DVec3, to: DVec3) -> f64 {
        let diagonals = self.diagonals(cell, [PortalPlace::at(from), PortalPlace::at(to)]);
        let mut points: SmallVec<[DVec3; 4]> = smallvec![from];
        if !diagonals.is_empty() {
            let [first, last] = [from, to].map(|end| Portal::at(end.as_vec3()));
            let through =
                diagonals.iter().map(|&side| Portal::of_way(self.walkable.mesh, Traversal::Side(side)));
            let portals: Vec<Portal> = [first].into_iter().chain(through).chain([last]).collect();
            let waypoints = string_pull(&portals, false, &mut Silent);
            let inner = waypoints.get(1..waypoints.len().saturating_sub(1)).unwrap_or_default();
            points.extend(inner.iter().map(|waypoint| waypoint.point.as_dvec3()));
        }
        points.push(to);
        points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// Returns the cost of the shortest path on the ground between two places of a cell.
    pub(super) fn cost_within(&self, cell: CellId, from: DVec3, to: DVec3) -> f64 {
        self.walkable.weight(cell) * self.length_within(cell, from, to)
    }

    /// Returns the diagonals that a string passes inside a cell, as portals in order from its entry.
    pub(super) fn gates_within(
        &self,
        cell: CellId,
        ends: [PortalPlace; 2],
    ) -> impl DoubleEndedIterator<Item = PassedPortal> {
        let (mesh, weight) = (self.walkable.mesh, self.walkable.weight(cell));
        let gate = move |side| PassedPortal {
            portal: Portal::of_way(mesh, Traversal::Side(side)),
            node: super::NONE,
            weight,
        };
        self.diagonals(cell, ends).into_iter().map(gate)
    }

    fn diagonals(&self, cell: CellId, ends: [PortalPlace; 2]) -> Vec<HalfEdge> {
        let [from, to] = ends;
        let pieces = self.pieces.get(&cell);
        pieces.map_or_else(Vec::new, |pieces| from.way_to(to, self.walkable.mesh, pieces))
    }
}
