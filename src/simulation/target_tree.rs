//! One search that serves all agents with the same target: the corridor from every cell to the target.
//!
//! The search is that of Dijkstra (*A Note on Two Problems in Connexion with Graphs*, 1959), from the target outwards.
//! Its nodes are cells, and costs are metres between the midpoints of portals. It stays valid while the target moves
//! inside its cell; corridors then are those to where the target was. It takes no links.

use glam::DVec3;

use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;

/// The corridors from all cells to the cell of a target.
#[derive(Clone, Debug, Default)]
pub(super) struct TargetTree {
    target: CellId,
    /// By cell slot, the side towards the target.
    ///
    /// [`NO_SIDE`] for unreachable cells and the cell of the target.
    exits: Vec<u32>,
    /// Number of cells that the search reached.
    reached: usize,
}

/// Mark of a cell without a side towards the target.
const NO_SIDE: u32 = u32::MAX;

/// The step from a cell towards the target, during the search.
#[derive(Clone, Copy, Debug)]
struct TreeStep {
    /// Side through which the corridor leaves the cell.
    exit: u32,
    /// Middle of the side.
    middle: DVec3,
    /// Distance from the middle of the side to the target, in metres.
    distance: f64,
}

impl TargetTree {
    /// Searches the corridors to a target. `n log n` in the cells that are connected with it.
    pub(super) fn build(walkable: &Walkable<'_>, target: &Located) -> Self {
        let mut steps: Vec<Option<TreeStep>> = vec![None; walkable.mesh.cell_slots()];
        let mut is_closed = vec![false; steps.len()];
        let mut open = PriorityQueue::default();
        let mut reached = 0;
        open.push((TotalF64::from(0.0), target.cell));
        while let Some((distance, cell)) = open.pop() {
            if std::mem::replace(&mut is_closed[cell.0 as usize], true) {
                continue;
            }
            reached += 1;
            let (distance, from) = (f64::from(distance), steps[cell.0 as usize]);
            let from = from.map_or_else(|| target.point.as_dvec3(), |step| step.middle);
            for (side, next) in walkable.neighbors(cell) {
                let Some(exit) = walkable.derived.adjacency.twin(side) else { continue };
                let middle = walkable.midpoint(Traversal::Side(side));
                let cost = walkable.mesh.cell(cell).map_or(1.0, |cell| walkable.filter.cost(cell.area()));
                let distance = distance + from.distance(middle) * f64::from(cost);
                let is_better = steps[next.0 as usize].is_none_or(|step| distance < step.distance);
                if is_better && !is_closed[next.0 as usize] {
                    steps[next.0 as usize] = Some(TreeStep { exit: exit.side, middle, distance });
                    open.push((distance.into(), next));
                }
            }
        }
        let exits = steps.iter().map(|step| step.map_or(NO_SIDE, |step| step.exit)).collect();
        Self { target: target.cell, exits, reached }
    }

    /// Returns the cell of the target.
    pub(super) fn target(&self) -> CellId {
        self.target
    }

    /// Returns the number of cells from which the target can be reached.
    pub(super) fn reached(&self) -> usize {
        self.reached
    }

    /// Returns the memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.exits.len() * size_of::<u32>()
    }

    /// Returns the corridor from a cell to the target on the mesh of the search; `None` if there is none.
    pub(super) fn corridor(&self, walkable: &Walkable<'_>, from: CellId) -> Option<Corridor> {
        let mut corridor = Corridor { cells: vec![from], exits: Vec::new() };
        let mut cell = from;
        while cell != self.target {
            let side = self.exits.get(cell.0 as usize).copied().filter(|&side| side != NO_SIDE)?;
            let exit = HalfEdge { cell, side };
            cell = walkable.derived.adjacency.twin(exit)?.cell;
            corridor.exits.push(Traversal::Side(exit));
            corridor.cells.push(cell);
        }
        Some(corridor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Vec2;
    use crate::navmesh::Derived;
    use crate::navmesh::synthetic::{Landscape, Recipe};
    use crate::pathfinding::agent::{Agent, Filter};
    use crate::pathfinding::mesh_query::locate::locate;
    use crate::pathfinding::mesh_query::random_points::random_points;

    #[test]
    fn every_cell_of_the_island_has_a_corridor_over_shared_sides() {
        let mesh = Recipe { landscape: Landscape::Rooms, triangles: 600, seed: 3 }.mesh();
        let (derived, agent, filter) = (Derived::build(&mesh), Agent::default(), Filter::default());
        let walkable = Walkable::new(&mesh, &derived, &agent, &filter);
        let target = random_points(&walkable, 5, 1)[0];
        let tree = TargetTree::build(&walkable, &target);
        let mut reached = 0;
        for (cell, _) in mesh.cells() {
            let is_connected = derived.islands.of(cell) == derived.islands.of(target.cell);
            let corridor = tree.corridor(&walkable, cell);
            assert_eq!(corridor.is_some(), is_connected, "cell {}", cell.0);
            let Some(corridor) = corridor else { continue };
            reached += 1;
            assert_eq!(corridor.cells.last(), Some(&target.cell));
            for (pair, exit) in corridor.cells.windows(2).zip(&corridor.exits) {
                let side = exit.side().expect("no links");
                assert_eq!((side.cell, walkable.behind(side)), (pair[0], Ok(pair[1])));
            }
        }
        assert_eq!(tree.reached(), reached);
        assert_eq!(tree.corridor(&walkable, CellId(u32::MAX)), None, "no such cell");
        let outside = locate(&mesh, &derived, Vec2::splat(-1e6).into(), 2.0).expect("the nearest cell");
        assert!(tree.corridor(&walkable, outside.cell).is_some());
    }
}
