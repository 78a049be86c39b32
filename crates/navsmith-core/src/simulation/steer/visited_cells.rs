//! Corridors of the cells that a movement or a ray visits, and which of two corridors is cheaper.

use super::local_search::search_near;
use crate::navmesh::CellId;
use crate::pathfinding::agent::Agent;
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::query::cost_through;

/// Maximum number of cells that are expanded to connect two cells that meet at a corner.
const MOST_AROUND_CORNER: usize = 64;

/// Maximum number of cells of a path that are tested for a side that they share with another cell.
const MOST_BESIDE: usize = 16;

/// Share of a cost that is due to rounding.
pub(super) const ROUNDING: f64 = 1e-6;

/// Lists the cells that a movement or a ray visits, with that of its start.
///
/// At a corner, it may begin in another cell.
pub(super) fn visit(visited: &mut Vec<CellId>, from: &Located, cells: &[CellId]) {
    visited.clear();
    visited.push(from.cell);
    visited.extend_from_slice(cells);
    visited.dedup();
}

/// Returns the latest visited cell of a path, by its indices in the path and in the visited cells.
///
/// A path can return to a cell over cheaper ground; `find` decides for one of its indices.
pub(super) fn latest(visited: &[CellId], find: impl Fn(CellId) -> Option<usize>) -> Option<(usize, usize)> {
    visited.iter().enumerate().rev().find_map(|(from, &cell)| Some((find(cell)?, from)))
}

/// Connects cells of which each shares a side or a corner with the next one.
///
/// A circle passed between them, so the widths of portals are not tested.
pub(super) fn connected(walkable: &Walkable<'_>, cells: impl Iterator<Item = CellId>) -> Option<Corridor> {
    let point = Agent { radius: 0.0, ..*walkable.agent };
    let walkable = Walkable { agent: &point, ..*walkable };
    let mut corridor = Corridor::default();
    for cell in cells {
        let Some(&last) = corridor.cells.last() else {
            corridor.cells.push(cell);
            continue;
        };
        if cell == last {
            continue;
        }
        let sides = walkable.derived.adjacency.neighbors(last);
        if let Some((side, _)) = sides.into_iter().find(|&(_, next)| next == cell) {
            corridor.cells.push(cell);
            corridor.exits.push(Traversal::Side(side));
        } else {
            let from = Located { cell: last, point: walkable.mesh.centroid(last), ..Located::default() };
            let rank = |reached| (reached == cell).then_some(1);
            let (_, route) = search_near(&walkable, &from, MOST_AROUND_CORNER, 1, rank)?;
            corridor.cells.extend_from_slice(&route.cells[1..]);
            corridor.exits.extend_from_slice(&route.exits);
        }
    }
    Some(corridor)
}

/// Whether a metre costs more in some of these cells than in others.
pub(super) fn costs_differ<'a>(walkable: &Walkable<'_>, mut cells: impl Iterator<Item = &'a CellId>) -> bool {
    let first = cells.next().filter(|_| walkable.filter.has_costs()).map(|&cell| walkable.weight(cell));
    first.is_some_and(|first| cells.any(|&cell| walkable.weight(cell) != first))
}

/// Returns the corridors that lead from a cell into one of the next cells of a path beside it.
pub(super) fn from_beside(
    walkable: &Walkable<'_>,
    cell: CellId,
    path: &Corridor,
) -> impl Iterator<Item = Corridor> {
    (0..path.cells.len().min(MOST_BESIDE)).filter_map(move |at| {
        let (side, _) = walkable.neighbors(cell).find(|&(_, next)| next == path.cells[at])?;
        let exits = [&[Traversal::Side(side)], &path.exits[at..]].concat();
        Some(Corridor { cells: [&[cell], &path.cells[at..]].concat(), exits })
    })
}

/// Returns the corridors that lead from one of the last cells of a path into a cell beside it.
pub(super) fn to_beside(
    walkable: &Walkable<'_>,
    path: &Corridor,
    cell: CellId,
) -> impl Iterator<Item = Corridor> {
    let first = path.cells.len().saturating_sub(MOST_BESIDE);
    (first..path.cells.len()).filter_map(move |at| {
        let (side, _) = walkable.neighbors(path.cells[at]).find(|&(_, next)| next == cell)?;
        let exits = [&path.exits[..at], &[Traversal::Side(side)]].concat();
        Some(Corridor { cells: [&path.cells[..=at], &[cell]].concat(), exits })
    })
}

/// Returns a corridor, or the cheapest of others between the same ends if that is cheaper.
///
/// A corridor with fewer cells can lead over dearer ground.
pub(super) fn cheapest(
    walkable: &Walkable<'_>,
    ends: [&Located; 2],
    corridor: Corridor,
    others: impl Iterator<Item = Corridor>,
) -> Corridor {
    let cost = |corridor: &Corridor| cost_through(walkable, corridor, ends);
    let first = (cost(&corridor), corridor);
    let cheapest = others.fold(first, |least, other| {
        let found = cost(&other);
        if found < least.0 * (1.0 - ROUNDING) { (found, other) } else { least }
    });
    cheapest.1
}
