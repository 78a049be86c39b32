//! Evaluation of the traversal from a node into the next cell: its point, cost and estimate.

use std::mem;

use glam::{DVec3, Vec3};

use super::funnel_cost::{self, PassedPortal, Pulled, StringAnchor};
use super::method::Method;
use super::{NONE, Node, Search};
use crate::navmesh::CellId;
use crate::pathfinding::agent::corridor::Traversal;
use crate::pathfinding::agent::walkable::LinkCrossing;
use crate::pathfinding::string_pulling::portal::{Portal, PortalPlace, nearest};

/// Point, cost and estimate of a path after one more traversal.
pub(super) struct SearchReach {
    pub(super) point: DVec3,
    pub(super) cost: f64,
    pub(super) estimate: f64,
    /// Anchor of the string; used only with funnel cost.
    pub(super) anchor: Option<StringAnchor>,
}

impl Search<'_> {
    pub(super) fn reach(&mut self, parent: u32, node: &Node, way: Traversal, into: CellId) -> SearchReach {
        let weight = self.walkable.weight(node.cell);
        let at = |point: DVec3, length: f64| {
            let cost = node.cost + length;
            SearchReach { point, cost, estimate: cost + self.rest(point, into), anchor: None }
        };
        let on = |portal: DVec3| at(portal, weight * self.length_within(node.cell, node.point, portal));
        match self.method {
            Method::Steps => {
                let is_blocked = || self.walkable.blocked_traversal(node.cell, way, into).is_some();
                let step = match self.blocked_step {
                    None => self.walkable.weight(into),
                    Some(blocked_step) if is_blocked() => blocked_step,
                    Some(_) => 1.0,
                };
                let cost = node.cost + step;
                SearchReach { point: node.point, cost, estimate: cost, anchor: None }
            }
            Method::Distance | Method::Midpoints => on(self.walkable.midpoint(way)),
            Method::Centers => {
                let center = self.center(into);
                at(center, weight.midpoint(self.walkable.weight(into)) * node.point.distance(center))
            }
            Method::Entries => on(nearest(self.walkable.ends(way), node.point)),
            Method::FunnelCost => self.pull(parent, node, way, into),
        }
    }

    /// Evaluates the traversal of a link from a node; `index` is that of the resulting node.
    pub(super) fn reach_over_link(
        &mut self,
        index: u32,
        parent: u32,
        node: &Node,
        way: Traversal,
        into: CellId,
    ) -> SearchReach {
        let crossing = self.walkable.crossing(node.cell, way, into, Some(node.point));
        let Some(LinkCrossing { on, off, cost: over }) = crossing.filter(|_| self.method != Method::Steps)
        else {
            return self.reach(parent, node, way, into);
        };
        let weight = self.walkable.weight(node.cell);
        let (mut point, mut cost) =
            (off, node.cost + weight * self.length_within(node.cell, node.point, on) + over);
        let mut anchor = None;
        if self.method == Method::FunnelCost {
            cost =
                self.pull_to(parent, node, Portal::at(on.as_vec3()), PortalPlace::at(on), on.as_vec3()).cost
                    + over;
            anchor = Some(StringAnchor { point: off.as_vec3(), cost, node: index });
        }
        if self.method == Method::Centers {
            point = self.center(into);
            cost += self.walkable.weight(into) * off.distance(point);
        }
        SearchReach { point, cost, estimate: cost + self.rest(point, into), anchor }
    }

    fn center(&self, cell: CellId) -> DVec3 {
        let target = self.target.filter(|target| target.cell == cell);
        target.map_or_else(|| self.walkable.mesh.centroid(cell), |target| target.point).as_dvec3()
    }

    fn pull(&mut self, parent: u32, node: &Node, way: Traversal, into: CellId) -> SearchReach {
        let portal = Portal::of_way(self.walkable.mesh, way);
        let target = self.target.map_or_else(|| portal.midpoint(), |target| target.point);
        let exit =
            way.side().map_or_else(|| PortalPlace::at(portal.midpoint().as_dvec3()), PortalPlace::Through);
        let pulled = self.pull_to(parent, node, portal, exit, target);
        let estimate = pulled.cost + self.rest(pulled.point, into);
        SearchReach { point: pulled.point, cost: pulled.cost, estimate, anchor: Some(pulled.anchor) }
    }

    /// Pulls the string of a node through one more portal towards a place.
    ///
    /// `exit` is the end at which the string leaves the node's cell.
    fn pull_to(
        &mut self,
        parent: u32,
        node: &Node,
        portal: Portal,
        exit: PortalPlace,
        target: Vec3,
    ) -> Pulled {
        let anchor = self.anchors[parent as usize];
        let mut memory = mem::take(&mut self.string);
        let gates = &mut memory.gates;
        gates.clear();
        gates.push(PassedPortal { portal, node: NONE, weight: self.walkable.weight(node.cell) });
        gates.extend(self.gates_within(node.cell, [self.entry(node), exit]).rev());
        let (mut index, mut node) = (parent, node);
        while index != anchor.node
            && let Some(before) = self.nodes.get(node.parent as usize)
            && let Some(exit) = node.exit
        {
            let portal = Portal::of_way(self.walkable.mesh, exit);
            gates.push(PassedPortal { portal, node: index, weight: self.walkable.weight(before.cell) });
            let exit = exit.side().map_or_else(|| PortalPlace::at(node.point), PortalPlace::Through);
            gates.extend(self.gates_within(before.cell, [self.entry(before), exit]).rev());
            (index, node) = (node.parent, before);
        }
        gates.reverse();
        let pulled = funnel_cost::pull(anchor, &mut memory, target);
        self.string = memory;
        pulled
    }

    /// Returns the end at which the path to a node enters the node's cell.
    fn entry(&self, node: &Node) -> PortalPlace {
        let through =
            node.exit.and_then(Traversal::side).and_then(|side| self.walkable.derived.adjacency.twin(side));
        through.map_or_else(|| PortalPlace::at(node.point), PortalPlace::Through)
    }

    /// Returns the remaining cost to the target: exact where a path ends in its cell, else the heuristic.
    pub(super) fn rest(&self, point: DVec3, cell: CellId) -> f64 {
        let Some(target) = self.target.map(|target| target.point.as_dvec3()) else { return 0.0 };
        match self.method {
            Method::Steps => 0.0,
            _ if self.is_at_target(cell) && !self.can_leave_target => self.cost_within(cell, point, target),
            Method::Distance => 0.0,
            Method::Centers | Method::Midpoints | Method::Entries | Method::FunnelCost => {
                self.least * target.distance(point)
            }
        }
    }
}
