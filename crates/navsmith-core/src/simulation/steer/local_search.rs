//! A search for a corridor that expands few cells, to repair or shorten one.

use std::collections::BTreeSet;

use glam::DVec3;

use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{Cell, CellId};
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;

/// Cells from a start, and the traversals between them.
#[derive(Clone, Debug)]
pub(in crate::simulation) struct Route {
    pub(in crate::simulation) cells: Vec<CellId>,
    pub(in crate::simulation) exits: Vec<Traversal>,
}

struct Node {
    cell: CellId,
    point: DVec3,
    cost: f64,
    before: Option<(usize, Traversal)>,
}

/// Returns the route to the expanded cell with the highest rank, after that rank.
///
/// `None` if no cell has a rank.
/// Expands at most `most` cells, and stops at a cell of rank `best`. The search is Dijkstra over shared sides; a cell is
/// entered at the midpoint of a side, and a metre costs as much as the filter states.
pub(in crate::simulation) fn search_near(
    walkable: &Walkable<'_>,
    from: &Located,
    most: usize,
    best: usize,
    rank: impl Fn(CellId) -> Option<usize>,
) -> Option<(usize, Route)> {
    let start = Node { cell: from.cell, point: from.point.as_dvec3(), cost: 0.0, before: None };
    let mut nodes = vec![start];
    let mut open = PriorityQueue::default();
    let mut closed = BTreeSet::new();
    let mut found: Option<(usize, usize)> = None;
    open.push((TotalF64::from(0.0), 0));
    while let Some((_, number)) = open.pop() {
        let Node { cell, point, cost, .. } = nodes[number];
        if !closed.insert(cell) {
            continue;
        }
        if let Some(rank) = rank(cell).filter(|&rank| found.is_none_or(|(known, _)| rank > known)) {
            found = Some((rank, number));
            if rank >= best {
                break;
            }
        }
        if closed.len() > most {
            break;
        }
        let area = walkable.mesh.cell(cell).map(Cell::area);
        let metre = area.map_or(1.0, |area| f64::from(walkable.filter.cost(area)));
        for (side, next) in walkable.neighbors(cell).filter(|(_, next)| !closed.contains(next)) {
            let exit = Traversal::Side(side);
            let middle = walkable.midpoint(exit);
            let cost = cost + point.distance(middle) * metre;
            open.push((TotalF64::from(cost), nodes.len()));
            nodes.push(Node { cell: next, point: middle, cost, before: Some((number, exit)) });
        }
    }
    let (rank, mut number) = found?;
    let mut route = Route { cells: vec![nodes[number].cell], exits: Vec::new() };
    while let Some((before, exit)) = nodes[number].before {
        number = before;
        route.cells.push(nodes[number].cell);
        route.exits.push(exit);
    }
    route.cells.reverse();
    route.exits.reverse();
    Some((rank, route))
}
