//! Paths between two places of one cell that leave the cell for cheaper ground beside it.

use super::algorithm::Algorithm;
use super::pull::{Pull, string_through};
use crate::navmesh::{CellId, HalfEdge};
use crate::pathfinding::agent::corridor::{Corridor, Traversal};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::search::method::Method;
use crate::pathfinding::string_pulling::plane::Pulling;
use crate::pathfinding::string_pulling::portal::nearest;

/// Maximum number of sides of a cell through which a path is tried.
const MOST_TRIED: usize = 64;

/// Leads a corridor of one cell through a neighbour and back, where that is cheapest.
///
/// No search over nodes returns through the portal by which it came. Other corridors stay, and so do those of
/// algorithms that ignore costs or count cells. The strings are pulled as for the answer.
pub(crate) fn around_start_cell(
    walkable: &Walkable<'_>,
    (algorithm, pulling): (Algorithm, Pulling),
    corridor: Corridor,
    ends: [&Located; 2],
) -> Corridor {
    let ignores_costs = matches!(algorithm, Algorithm::Polyanya | Algorithm::Nodes(Method::Steps));
    let [cell] = corridor.cells[..] else { return corridor };
    if ignores_costs || walkable.weight(cell) <= walkable.least_cost() {
        return corridor;
    }
    let (how, weight) = (Pull::bare(algorithm, pulling), walkable.weight(cell));
    let mut around =
        walkable.neighbors(cell).filter(|&(_, beside)| walkable.weight(beside) < weight).peekable();
    if around.peek().is_none() {
        return corridor;
    }
    let cost = |corridor: &Corridor| string_through(walkable, how, corridor, ends).measure();
    let direct = cost(&corridor);
    let is_near = |&(side, _): &(HalfEdge, CellId)| {
        let [start, target] = ends.map(|end| end.point.as_dvec3());
        let side = walkable.ends(Traversal::Side(side));
        let within = nearest(side, start).distance(start) + nearest(side, target).distance(target);
        weight * within < direct
    };
    let through = around.filter(is_near).take(MOST_TRIED).filter_map(|(side, beside)| {
        let sides = [Some(side), walkable.derived.adjacency.twin(side)];
        let [out, back] = sides.map(|side| side.map(Traversal::Side));
        Some(Corridor { cells: vec![cell, beside, cell], exits: vec![out?, back?] })
    });
    let costs = through.map(|through| (cost(&through), through)).filter(|(cost, _)| *cost < direct);
    costs.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(corridor, |(_, through)| through)
}
