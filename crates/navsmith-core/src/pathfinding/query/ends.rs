//! Ends on a common border or corner of cells that are not connected there.
//!
//! Such an end belongs to each of these cells, and a query uses the one that answers best.

use smallvec::{SmallVec, smallvec};

use super::{Query, answer_at};
use crate::geometry::{Vec2, Vec3};
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::{Located, cells_with};
use crate::pathfinding::mesh_query::raycast::raycast;
use crate::pathfinding::query::Answer;
use crate::pathfinding::query::memory::PathMemory;
use crate::pathfinding::query::selection::How;
use crate::pathfinding::string_pulling::path::Path;
use crate::trace::Silent;

/// Maximum number of cells that are tried for an end.
const MOST_TRIED: usize = 4;

/// Part of its cost by which a path must be cheaper to be better; rounding changes it by less.
const BETTER: f64 = 1e-9;

/// An end on each of the cells that it belongs to.
type Choices = SmallVec<[Located; 1]>;

/// Returns an end on each cell that contains its point, except cells that others there lead to.
///
/// The end as it is comes first. At most [`MOST_TRIED`].
fn choices(walkable: &Walkable<'_>, end: &Located) -> Choices {
    let mut choices: Choices = smallvec![*end];
    let mut left = cells_with(walkable.mesh, walkable.derived, end);
    let mut from = end.cell;
    while !left.is_empty() {
        remove_reached(walkable, from, &mut left);
        let Some(next) = left.iter().position(|&(cell, _)| walkable.allows(cell)) else { break };
        let (cell, floor) = left.remove(next);
        choices.push(Located { cell, point: Vec3::new(end.point.x, floor, end.point.z), ..*end });
        if choices.len() == MOST_TRIED {
            break;
        }
        from = cell;
    }
    choices
}

/// Removes the cells that an agent reaches from another one without leaving the cells at a point.
fn remove_reached(walkable: &Walkable<'_>, from: CellId, left: &mut SmallVec<[(CellId, f32); 8]>) {
    let mut queue: SmallVec<[CellId; 8]> = smallvec![from];
    while let Some(cell) = queue.pop() {
        if !walkable.allows(cell) {
            continue;
        }
        for (_, next) in walkable.neighbors(cell) {
            if let Some(index) = left.iter().position(|&(other, _)| other == next) {
                left.remove(index);
                queue.push(next);
            }
        }
    }
}

/// Whether an end belongs to several cells that are not connected at its point.
pub(crate) fn has_choice(walkable: &Walkable<'_>, end: &Located) -> bool {
    choices(walkable, end).len() > 1
}

/// Returns a start of a ray on that of its cells from which the ray reaches farthest.
pub fn farthest_start(walkable: &Walkable<'_>, from: &Located, to: Vec2) -> Located {
    let choices = choices(walkable, from);
    if choices.len() == 1 {
        return *from;
    }
    let reach = |start: &Located| raycast(walkable, start, to).hit.map_or(f64::INFINITY, |hit| hit.t);
    let farthest = choices.iter().map(|start| (reach(start), start));
    farthest.reduce(|best, next| if next.0 > best.0 { next } else { best }).map_or(*from, |(_, start)| *start)
}

/// Returns the ends with the best path on other cells; `None` if the given ends answer best.
///
/// The best path is the cheapest one, or the shortest one if every metre costs 1.
pub(super) fn better_ends(
    world: (&NavMesh, &Derived),
    query: &Query,
    walkable: &Walkable<'_>,
    ends: [&Located; 2],
    how: &mut How<'_, '_>,
) -> Option<[Located; 2]> {
    let [starts, targets] = ends.map(|end| choices(walkable, end));
    if starts.len() == 1 && targets.len() == 1 {
        return None;
    }
    let (mut memory, mut answer) = (PathMemory::default(), Answer::default());
    let mut measure = |ends: [Located; 2]| {
        answer_at(world, (query, ends), how.anew(), &mut Silent, &mut memory, &mut answer);
        answer.path().map_or(f64::INFINITY, Path::measure)
    };
    let given = measure(ends.map(|end| *end));
    let mut best = (given, None);
    for &start in &starts {
        for &target in &targets {
            let pair = [start, target];
            if pair.iter().zip(ends).all(|(end, given)| end.cell == given.cell) {
                continue;
            }
            let measure = measure(pair);
            if measure < best.0 * (1.0 - BETTER) {
                best = (measure, Some(pair));
            }
        }
    }
    best.1
}
