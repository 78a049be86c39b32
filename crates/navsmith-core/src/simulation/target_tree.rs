//! One search that serves all agents with the same target: the corridor from every cell to the target.
//!
//! The search is that of Dijkstra (*A Note on Two Problems in Connexion with Graphs*, 1959), from the target outwards.
//! Its nodes are cells, and costs are metres between the midpoints of portals. It stays valid while the target moves
//! inside its cell; corridors then are those to where the target was. A link is crossed in the middle of its stretch.

use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;

/// The corridors from all cells to the cell of a target.
///
/// The search can pause after any number of cells.
#[derive(Clone, Debug)]
pub(super) struct TargetTree {
    target: Located,
    /// By cell slot, the side towards the target, or [`FIRST_LINK`] and the index of a link.
    ///
    /// [`NO_SIDE`] for unreachable cells and the cell of the target.
    exits: Vec<u32>,
    /// Traversals of links, with the cells into which they lead.
    links: Vec<(Traversal, CellId)>,
    /// The search until it is complete.
    search: Option<TreeSearch>,
}

/// Mark of a cell without a side towards the target.
const NO_SIDE: u32 = u32::MAX;

/// Mark of the first link in the exits of cells; no cell has as many sides.
const FIRST_LINK: u32 = 1 << 31;

/// What a search that is not complete stores of each cell.
#[derive(Clone, Debug)]
struct TreeSearch {
    /// By cell slot, the distance from the middle of the exit to the target in metres; infinite for others.
    distances: Vec<f64>,
    is_closed: Vec<bool>,
    open: PriorityQueue<(TotalF64, CellId)>,
}

impl TargetTree {
    /// Prepares a search of the corridors to a target.
    pub(super) fn new(walkable: &Walkable<'_>, target: &Located) -> Self {
        let slots = walkable.mesh.cell_slots();
        let mut search = TreeSearch {
            distances: vec![f64::INFINITY; slots],
            is_closed: vec![false; slots],
            open: PriorityQueue::default(),
        };
        search.open.push((TotalF64::from(0.0), target.cell));
        Self { target: *target, exits: vec![NO_SIDE; slots], links: Vec::new(), search: Some(search) }
    }

    /// Continues the search on the same mesh by at most `most` cells; returns their number.
    ///
    /// A complete search takes `n log n` in the cells that are connected with the target.
    pub(super) fn grow(&mut self, walkable: &Walkable<'_>, most: usize) -> usize {
        let Some(search) = &mut self.search else { return 0 };
        let mut reached = 0;
        while reached < most {
            let Some((distance, cell)) = search.open.pop() else {
                self.search = None;
                break;
            };
            if std::mem::replace(&mut search.is_closed[cell.0 as usize], true) {
                continue;
            }
            reached += 1;
            let middle = |exit| walkable.midpoint(Traversal::Side(exit));
            let from = match exit_of(walkable, &self.exits, &self.links, cell) {
                None => self.target.point.as_dvec3(),
                Some((Traversal::Side(exit), _)) => middle(exit),
                Some((way, next)) => {
                    let crossing = walkable.crossing(cell, way, next, None);
                    crossing.map_or_else(|| walkable.midpoint(way), |crossing| crossing.on)
                }
            };
            let cost = walkable.mesh.cell(cell).map_or(1.0, |cell| walkable.filter.cost(cell.area()));
            for (side, next) in walkable.neighbors(cell) {
                let Some(exit) = walkable.derived.adjacency.twin(side) else { continue };
                let distance = f64::from(distance) + from.distance(middle(side)) * f64::from(cost);
                let slot = next.0 as usize;
                if distance < search.distances[slot] && !search.is_closed[slot] {
                    (search.distances[slot], self.exits[slot]) = (distance, exit.side);
                    search.open.push((distance.into(), next));
                }
            }
            for step in walkable.derived.links.steps(cell) {
                let (before, way) = (step.cell, Traversal::Link { link: step.link, end: step.end.other() });
                let is_open =
                    walkable.allows(before) && walkable.blocked_traversal(before, way, cell).is_none();
                let Some(crossing) = walkable.crossing(before, way, cell, None).filter(|_| is_open) else {
                    continue;
                };
                let on_cell = from.distance(crossing.off) * f64::from(cost);
                let distance = f64::from(distance) + on_cell + crossing.cost;
                let slot = before.0 as usize;
                if distance < search.distances[slot] && !search.is_closed[slot] {
                    search.distances[slot] = distance;
                    self.exits[slot] = FIRST_LINK + self.links.len() as u32;
                    self.links.push((way, cell));
                    search.open.push((distance.into(), before));
                }
            }
        }
        reached
    }

    /// Whether the search reached all cells that are connected with the target.
    pub(super) fn is_complete(&self) -> bool {
        self.search.is_none()
    }

    /// Returns the target at the begin of the search.
    pub(super) fn target(&self) -> &Located {
        &self.target
    }

    /// Returns the memory, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let of_cell = size_of::<f64>() + size_of::<bool>();
        let of_search = |search: &TreeSearch| {
            search.distances.len() * of_cell + search.open.capacity() * size_of::<(TotalF64, CellId)>()
        };
        let of_links = self.links.len() * size_of::<(Traversal, CellId)>();
        self.exits.len() * size_of::<u32>() + of_links + self.search.as_ref().map_or(0, of_search)
    }

    /// Returns the corridor from a cell to the target on the mesh of the search; `None` if there is none.
    pub(super) fn corridor(&self, walkable: &Walkable<'_>, from: CellId) -> Option<Corridor> {
        let mut corridor = Corridor { cells: vec![from], exits: Vec::new() };
        let mut cell = from;
        while cell != self.target.cell {
            let (exit, next) = exit_of(walkable, &self.exits, &self.links, cell)?;
            corridor.exits.push(exit);
            corridor.cells.push(next);
            cell = next;
        }
        Some(corridor)
    }
}

/// Returns the traversal from a cell towards the target, and the cell into which it leads.
fn exit_of(
    walkable: &Walkable<'_>,
    exits: &[u32],
    links: &[(Traversal, CellId)],
    cell: CellId,
) -> Option<(Traversal, CellId)> {
    let side = exits.get(cell.0 as usize).copied().filter(|&side| side != NO_SIDE)?;
    if side >= FIRST_LINK {
        return links.get((side - FIRST_LINK) as usize).copied();
    }
    let exit = HalfEdge { cell, side };
    Some((Traversal::Side(exit), walkable.derived.adjacency.twin(exit)?.cell))
}
