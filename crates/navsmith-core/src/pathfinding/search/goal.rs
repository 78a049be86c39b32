//! The target as a node of its own, for paths that leave its cell and enter it again.
//!
//! In most searches, a path ends in the target's cell, because the straight line there is the shortest. A link, or
//! cheaper ground around the cell, can still be cheaper.

use super::method::Method;
use super::reach::SearchReach;
use super::{NONE, Node, Search};
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::Traversal;

impl Search<'_> {
    /// Whether a path that leaves the target's cell may cost less than one that stays there.
    pub(super) fn is_worth_leaving(&self, cell: CellId) -> bool {
        let Self { walkable, method, least, .. } = self;
        let has_links = || !walkable.filter.ignores_links && walkable.derived.links.on(cell).next().is_some();
        *method != Method::Steps && (walkable.weight(cell) > *least || has_links())
    }

    pub(super) fn is_at_target(&self, cell: CellId) -> bool {
        self.target.is_some_and(|target| target.cell == cell)
    }

    /// Opens a node for the path to the target, if it may leave the cell and is the cheapest so far.
    pub(super) fn open_goal(
        &mut self,
        reach: &SearchReach,
        cell: CellId,
        exit: Option<Traversal>,
        parent: u32,
    ) {
        let &SearchReach { point, cost, anchor, .. } = reach;
        let Some(target) = self.target.filter(|_| self.can_leave_target && self.is_at_target(cell)) else {
            return;
        };
        let estimate = cost + self.cost_within(cell, point, target.point.as_dvec3());
        if estimate < self.least_goal {
            self.least_goal = estimate;
            let (next, is_closed, is_goal) = (NONE, false, true);
            self.push(Node { point, cost, estimate, cell, exit, parent, next, is_closed, is_goal }, anchor);
        }
    }
}
