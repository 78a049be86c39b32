//! Ends that belong to several cells that are not connected there.
//!
//! They are on a common border or corner, or between two floors.
//!
//! Such an end belongs to each of these cells, and a query uses the one that answers best.

use smallvec::{SmallVec, smallvec};

use super::{Query, answer_at};
use crate::geometry::{Vec2, Vec3};
use crate::navmesh::{CellId, Derived, NavMesh};
use crate::pathfinding::agent::walkable::Walkable;
use crate::pathfinding::mesh_query::cells_with::{CellsWithFloor, cells_with};
use crate::pathfinding::mesh_query::locate::Located;
use crate::pathfinding::mesh_query::raycast::raycast;
use crate::pathfinding::query::memory::PathMemory;
use crate::pathfinding::query::selected_algorithm::{ComparisonEnd, SelectedAlgorithm};
use crate::pathfinding::query::selection::How;
use crate::pathfinding::query::why::Why;
use crate::pathfinding::query::{Answer, Outcome};
use crate::pathfinding::string_pulling::path::Path;
use crate::trace::Silent;

/// Maximum number of cells that are tried for an end.
const MOST_TRIED: usize = 8;

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
fn remove_reached(walkable: &Walkable<'_>, from: CellId, left: &mut CellsWithFloor) {
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

/// The ends of a query on those of their cells that answer best.
pub(super) struct Better {
    pub(super) ends: [Located; 2],
    /// Best answer until the searches were stopped; `None` if they were not.
    pub(super) stopped: Option<Answer>,
    /// Expansions of all searches that compared the ends.
    pub(super) total_expanded: usize,
}

/// Returns the ends on the cells with the best path; the given ones if no other path is better.
///
/// The best path is the cheapest one, or the shortest one if every metre costs 1.
pub(super) fn better_ends(
    world: (&NavMesh, &Derived),
    query: &Query,
    walkable: &Walkable<'_>,
    ends: [&Located; 2],
    how: &mut How<'_, '_>,
) -> Better {
    let given = ends.map(|end| *end);
    let mut better = Better { ends: given, stopped: None, total_expanded: 0 };
    let [starts, targets] = ends.map(|end| choices(walkable, end));
    if starts.len() == 1 && targets.len() == 1 {
        return better;
    }
    let (mut memory, mut answer, mut best) = (PathMemory::default(), Answer::default(), None);
    let pairs = starts.iter().flat_map(|&start| targets.iter().map(move |&target| [start, target]));
    // The given ends are the first pair.
    for pair in pairs {
        answer_at(world, (query, pair), how.anew(), &mut Silent, &mut memory, &mut answer);
        better.total_expanded += answer.total_expanded;
        let measure = answer.path().map_or(f64::INFINITY, Path::measure);
        let is_better = best.as_ref().is_none_or(|&(least, _)| measure < least * (1.0 - BETTER));
        if is_better {
            better.ends = pair;
            best = Some((measure, answer.clone()));
        }
        if how.is_stopped() {
            better.stopped = best.map(|(_, answer)| cut_short(answer, better.total_expanded));
            return better;
        }
    }
    better
}

/// Returns an answer that was the best until the searches were stopped.
///
/// Without a path, it is undetermined.
fn cut_short(answer: Answer, total_expanded: usize) -> Answer {
    let by = answer.by.map(|by| SelectedAlgorithm { unfinished: Some(ComparisonEnd::Stopped), ..by });
    let outcome = match answer.outcome {
        Outcome::NoPath { .. } => Outcome::NoPath { why: Why::Stopped },
        found => found,
    };
    Answer { outcome, total_expanded, by, ..answer }
}
