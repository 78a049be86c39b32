//! What keeps an agent without a path from its target.

use std::collections::BTreeSet;

use super::Case;
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::CellId;
use crate::pathfinding::agent::Filter;
use crate::pathfinding::agent::walkable::{Blocked, Walkable};
use crate::simulation::explain::stuck::StuckCause;

impl Case<'_> {
    /// Returns what keeps the agent from its target.
    ///
    /// It is the narrowest portal on the widest path, or another obstacle.
    pub(super) fn missing_path(&self) -> StuckCause {
        let Some(target) = self.simulation.target_cell(self.agent) else { return StuckCause::NoTarget };
        let islands = || {
            let derived = self.walkable.derived;
            [self.agent.at.cell, target].map(|cell| derived.islands.of(cell).unwrap_or_default())
        };
        let open = Filter::default();
        let with_links =
            self.walkable.filter.set_areas().fold(Filter::default(), |mut filter, (area, cost)| {
                filter.set_cost(area, cost);
                filter
            });
        let obstacles =
            |filter, opens_links| self.obstacle(&Walkable { filter, ..self.walkable }, opens_links, target);
        obstacles(self.walkable.filter, false)
            .or_else(|| obstacles(&with_links, false))
            .or_else(|| obstacles(&open, false))
            .or_else(|| obstacles(&open, true))
            .unwrap_or_else(|| StuckCause::OtherIsland { islands: islands() })
    }

    /// Returns the obstacle on the widest path that a filter allows; `None` without such a path.
    ///
    /// The first area and the first link that the group does not allow come before a portal. With `opens_links`, the path
    /// takes links that are blocked in its direction.
    fn obstacle(&self, walkable: &Walkable<'_>, opens_links: bool, target: CellId) -> Option<StuckCause> {
        let width_of = |way| match walkable.blocked_portal(way) {
            Some(Blocked::Narrow(width)) => width,
            _ => f32::INFINITY,
        };
        let refused = |from, way, into| match self.walkable.blocked_traversal(from, way, into) {
            Some(Blocked::Area(area)) => Some(StuckCause::ForbiddenArea { area, cell: into }),
            Some(Blocked::IgnoredLink(link)) => Some(StuckCause::IgnoredLinks { link }),
            Some(blocked @ (Blocked::OneWay(link) | Blocked::Climb(link, _))) => {
                Some(StuckCause::BlockedLink { link, blocked })
            }
            _ => None,
        };
        let is_passed = |blocked: Option<Blocked>| match blocked {
            None | Some(Blocked::Narrow(_)) => true,
            Some(Blocked::OneWay(_) | Blocked::Climb(..)) => opens_links,
            Some(_) => false,
        };
        let (mut open, mut closed) = (PriorityQueue::default(), BTreeSet::new());
        // By number, the obstacle of a path so far.
        let mut causes: Vec<StuckCause> = Vec::new();
        open.push((TotalF64::from(f64::NEG_INFINITY), self.agent.at.cell, None));
        while let Some((width, cell, cause)) = open.pop() {
            if !closed.insert(cell) {
                continue;
            }
            let width = -f64::from(width) as f32;
            if cell == target {
                return Some(cause.map_or(StuckCause::Unknown, |number: usize| causes[number].clone()));
            }
            for (way, next) in walkable.ways(cell) {
                let own = way.side().map_or(f32::INFINITY, width_of);
                let blocked = walkable.blocked_traversal(cell, way, next);
                if closed.contains(&next) || !is_passed(blocked) {
                    continue;
                }
                let is_refused =
                    cause.is_some_and(|number| !matches!(causes[number], StuckCause::NarrowPortal { .. }));
                let portal = way.side().filter(|_| own < width && !is_refused);
                let narrow = portal.map(|portal| StuckCause::NarrowPortal {
                    portal,
                    width: own,
                    diameter: 2.0 * self.radius(),
                });
                let found = refused(cell, way, next).filter(|_| !is_refused).or(narrow);
                let cause = found.map_or(cause, |found| {
                    causes.push(found);
                    Some(causes.len() - 1)
                });
                open.push((TotalF64::from(-f64::from(own.min(width))), next, cause));
            }
        }
        None
    }
}
