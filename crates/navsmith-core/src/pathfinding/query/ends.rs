//! Ends on a common border or corner of cells that are not connected there.
//!
//! Such an end belongs to each of these cells, and a query uses the one that answers best.

use smallvec::{SmallVec, smallvec};

use super::{Query, answer_at};
use crate::geometry::Vec3;
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::locate::{Located, cells_with};
use crate::pathfinding::query::Answer;
use crate::pathfinding::query::memory::PathMemory;
use crate::pathfinding::query::selection::How;
use crate::trace::Silent;

/// Maximum number of cells that are tried for an end.
const MOST_TRIED: usize = 4;

/// Part of its length by which a path must be shorter to be better; rounding changes it by less.
const SHORTER: f64 = 1e-9;

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
    while let Some(cell) = queue.pop().filter(|&cell| walkable.allows(cell)) {
        for (_, next) in walkable.neighbors(cell) {
            if let Some(index) = left.iter().position(|&(other, _)| other == next) {
                left.remove(index);
                queue.push(next);
            }
        }
    }
}

/// Whether an end belongs to several cells that are not connected at its point.
pub(in crate::pathfinding) fn has_choice(walkable: &Walkable<'_>, end: &Located) -> bool {
    choices(walkable, end).len() > 1
}

/// Returns the ends with the shortest path on other cells; `None` if the given ends answer best.
pub(super) fn better_ends(
    world: (&NavMesh, &Derived),
    query: &Query,
    walkable: &Walkable<'_>,
    ends: [&Located; 2],
) -> Option<[Located; 2]> {
    let [starts, targets] = ends.map(|end| choices(walkable, end));
    if starts.len() == 1 && targets.len() == 1 {
        return None;
    }
    let (mut memory, mut answer) = (PathMemory::default(), Answer::default());
    let mut length = |ends: [Located; 2]| {
        answer_at(world, (query, ends), How::Anew, &mut Silent, &mut memory, &mut answer);
        answer.path().map_or(f64::INFINITY, |path| path.length)
    };
    let given = length(ends.map(|end| *end));
    let mut best = (given, None);
    for &start in &starts {
        for &target in &targets {
            let pair = [start, target];
            if pair.iter().zip(ends).all(|(end, given)| end.cell == given.cell) {
                continue;
            }
            let length = length(pair);
            if length < best.0 * (1.0 - SHORTER) {
                best = (length, Some(pair));
            }
        }
    }
    best.1
}
