//! One step of the search: from an interval to the intervals behind the cell that it leads into.

use glam::DVec2;

use super::super::Side;
use super::cone::NONE;
use super::cone::{Both, Bound, Node, Root, shortest};
use super::event::{IntervalEvent, Pruned};
use super::floor::{Corner, Slot};
use super::{Best, NODES_PER_CELL, Open, Polyanya};
use crate::geometry::doubled_area;
use crate::navmesh::HalfEdge;
use crate::trace::Observer;

/// An interval on a side of a cell, to be pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) slot: Slot,
    pub(super) side: u32,
    pub(super) root: Root,
    pub(super) bounds: Both<Bound>,
    pub(super) ends: Both<DVec2>,
    pub(super) parent: u32,
    pub(super) is_observable: bool,
}

/// What a cone sees of the sides of the cell behind it. Sides are counted from the right end of the interval's own
/// side to its left end, that side left out.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// How many sides there are.
    count: u32,
    /// The outermost side seen, to the left and to the right.
    outermost: Both<u32>,
    /// Where the ray of the left and of the right cuts that side; `None` where it meets a corner or there is no ray.
    cut: Both<Option<DVec2>>,
}

impl Polyanya<'_> {
    /// Pushes what lies behind an interval.
    pub(super) fn expand(&mut self, index: u32, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        self.limit(node.slot);
        let seen = self.seen(node);
        for nth in seen.outermost.right..=seen.outermost.left {
            let side = self.nth(node, nth);
            let mut push = Push { is_observable: true, ..self.whole(node.slot, side, node.root, index) };
            if let Some(cut) = seen.cut.right.filter(|_| nth == seen.outermost.right) {
                (push.bounds.right, push.ends.right) = (node.bounds.right.further(), cut);
            }
            if let Some(cut) = seen.cut.left.filter(|_| nth == seen.outermost.left) {
                (push.bounds.left, push.ends.left) = (node.bounds.left.further(), cut);
            }
            self.push(&push, observer);
        }
        for side in [Side::Right, Side::Left] {
            self.turn_at(index, node, &seen, side, observer);
        }
    }

    /// Tries to end a path in the cell behind an interval, which the target touches.
    pub(super) fn reach(&mut self, index: u32, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        let (target, winding) = (self.run.target, self.run.winding);
        let turned =
            [Side::Left, Side::Right].into_iter().find(|&side| node.inward(side, target, winding) < 0.0);
        let corner = match turned {
            None => None,
            Some(side) => match self.corner_at(node, side) {
                None => return,
                corner => corner,
            },
        };
        let last = corner.unwrap_or(node.root);
        let length = last.cost + last.at.as_dvec2().distance(target.as_dvec2());
        observer.observe(IntervalEvent::Reached { corner: corner.and_then(|root| root.vertex), length });
        if self.run.best.is_none_or(|best| length < best.length) {
            self.run.best = Some(Best { length, node: index, corner });
        }
    }

    /// In cells that are not convex an interval may come round to where it was, so the steps are counted.
    fn limit(&mut self, slot: Slot) {
        let is_sound = f64::from(self.floor.cell(slot).winding) == self.run.winding;
        if !is_sound && self.run.budget.is_none() {
            let cells = self.floor.walkable.mesh.cell_slots();
            self.run.budget = Some(self.run.expanded + cells * NODES_PER_CELL);
        }
    }

    /// The side of the cell behind an interval that comes so many places after its right end.
    fn nth(&self, node: &Node, nth: u32) -> u32 {
        let (side, len) = (node.entry + 1 + nth, self.floor.cell(node.slot).len);
        if side >= len { side - len } else { side }
    }

    /// The ends of a side as seen when walking out through it: right, then left.
    pub(super) fn side(&self, slot: Slot, side: u32) -> [Corner; 2] {
        let corners = self.floor.corners(slot);
        let next = if side as usize + 1 == corners.len() { 0 } else { side as usize + 1 };
        [corners[side as usize], corners[next]]
    }

    fn seen(&self, node: &Node) -> Seen {
        let count = self.floor.cell(node.slot).len - 1;
        let corners = self.floor.corners(node.slot);
        let corner = |nth: u32| corners[self.nth(node, nth) as usize].at;
        let outermost = |side: Side| {
            // The ray crosses the first side whose far end lies inside; the last needs no asking.
            let order = |step: u32| if side == Side::Right { step } else { count - 1 - step };
            let ends = |nth: u32| if side == Side::Right { [nth, nth + 1] } else { [nth + 1, nth] };
            let mut outer = if node.bounds.get(side).is_ray() { -1.0 } else { 0.0 };
            for step in 0..count - 1 {
                let inner = node.inward(side, corner(ends(order(step))[1]), self.run.winding);
                if inner > 0.0 {
                    return (order(step), outer);
                }
                outer = inner;
            }
            (order(count - 1), outer)
        };
        let cut = |side: Side, (nth, outer): (u32, f64)| {
            let [far, near] = if side == Side::Right { [nth, nth + 1] } else { [nth + 1, nth] };
            (outer < 0.0).then(|| node.cut(side, corner(far), corner(near)))
        };
        let (left, right) = (outermost(Side::Left), outermost(Side::Right));
        Seen {
            count,
            outermost: Both { left: left.0, right: right.0 },
            cut: Both { left: cut(Side::Left, left), right: cut(Side::Right, right) },
        }
    }

    /// The end of an interval on one side as a root, if ways may have to turn there.
    fn corner_at(&mut self, node: &Node, side: Side) -> Option<Root> {
        if !matches!(node.bounds.get(side), Bound::Vertex(_)) {
            return None;
        }
        let corner = if side == Side::Left { node.entry } else { self.nth(node, 0) };
        self.root_beyond(&node.root, node.slot, corner)
    }

    /// A corner of a cell as the root after another, if ways may have to turn there.
    fn root_beyond(&mut self, root: &Root, slot: Slot, corner: u32) -> Option<Root> {
        let record = self.roots.record(&mut self.floor, slot, corner);
        if !self.roots.is_corner(record) {
            return None;
        }
        let Corner { at, vertex, .. } = self.floor.corners(slot)[corner as usize];
        let cost = root.cost + root.at.as_dvec2().distance(at.as_dvec2());
        Some(Root { at, vertex: Some(vertex), record, cost })
    }

    /// Pushes what cannot be seen from the root, but after a turn at the end of the interval.
    fn turn_at(
        &mut self,
        index: u32,
        node: &Node,
        seen: &Seen,
        side: Side,
        observer: &mut impl Observer<IntervalEvent>,
    ) {
        let (outermost, cut) = (seen.outermost.get(side), seen.cut.get(side));
        let is_whole = u32::from(cut.is_none());
        let hidden = match side {
            Side::Right => 0..outermost + 1 - is_whole,
            Side::Left => outermost + is_whole..seen.count,
        };
        if hidden.is_empty() {
            return;
        }
        if cut.is_none() && self.is_along_ray(node, side, outermost) {
            // All that is hidden lies on the ray: each side is passed by, up to the end where ways turn into it.
            for nth in hidden {
                let exit = self.nth(node, nth);
                let push = self.whole(node.slot, exit, node.root, index);
                self.push(&push, observer);
            }
            return;
        }
        let Some(root) = self.corner_at(node, side) else { return };
        let vertex = root.vertex.unwrap_or_default();
        if !self.roots.admit(root.record, root.cost, node.root.record) {
            observer.observe(IntervalEvent::Pruned { exit: node.exit, why: Pruned::Dominated(vertex) });
            return;
        }
        observer.observe(IntervalEvent::RootChanged { vertex, cost: root.cost });
        for nth in hidden {
            let exit = self.nth(node, nth);
            let mut push = self.whole(node.slot, exit, root, index);
            if let Some(cut) = cut.filter(|_| nth == outermost) {
                push.bounds = Both::of(side, push.bounds.get(side), Bound::Onward(node.root.at));
                push.ends = Both::of(side, push.ends.get(side), cut);
            }
            self.push(&push, observer);
        }
    }

    /// Whether the first side beyond the outermost one that is seen lies on the ray of the cone.
    fn is_along_ray(&self, node: &Node, side: Side, outermost: u32) -> bool {
        let far = if side == Side::Left { outermost + 2 } else { outermost.wrapping_sub(1) };
        let corner = self.floor.corners(node.slot)[self.nth(node, far) as usize].at;
        node.inward(side, corner, self.run.winding) == 0.0
    }

    /// All of a side as an interval that is not seen from the root before.
    pub(super) fn whole(&self, slot: Slot, side: u32, root: Root, parent: u32) -> Push {
        let [right, left] = self.side(slot, side);
        let bounds = Both { left: Bound::at(&left, &root), right: Bound::at(&right, &root) };
        let ends = Both { left: left.at.as_dvec2(), right: right.at.as_dvec2() };
        Push { slot, side, root, bounds, ends, parent, is_observable: false }
    }

    /// Puts an interval into the queue, unless nothing can come of it.
    pub(super) fn push(&mut self, push: &Push, observer: &mut impl Observer<IntervalEvent>) {
        let [right, left] = self.side(push.slot, push.side);
        let Some(twin) = right.twin else { return };
        let exit = HalfEdge { cell: self.floor.cell(push.slot).id, side: push.side };
        let pruned = |why| IntervalEvent::Pruned { exit, why };
        let Some((slot, entry)) = self.floor.across(Some(twin)) else {
            observer.observe(pruned(Pruned::Shut));
            return;
        };
        if self.floor.cell(slot).ways < 2 && !self.run.goals.contains(&slot) {
            observer.observe(pruned(Pruned::CulDeSac));
            return;
        }
        let facing = self.run.winding * doubled_area(push.root.at, right.at, left.at);
        let is_at_end = push.bounds.left == Bound::Root || push.bounds.right == Bound::Root;
        // A start that was put on the mesh by rounding may stand a little beyond a side, and sees its line edge-on.
        let is_edge_on = facing == 0.0 && !is_at_end || facing < 0.0 && push.root.record == NONE;
        if facing < 0.0 && !is_edge_on {
            observer.observe(pruned(Pruned::Empty));
            return;
        }
        let mut node = Node {
            root: push.root,
            bounds: push.bounds,
            ends: push.ends,
            exit,
            into: twin.cell,
            slot,
            entry,
            parent: push.parent,
            estimate: 0.0,
        };
        if is_edge_on {
            match self.pass_to_near_end(&node, push, [right, left]) {
                Ok(passed) => node = passed,
                Err(why) => {
                    observer.observe(pruned(why));
                    return;
                }
            }
            let (vertex, cost) = (node.root.vertex.unwrap_or_default(), node.root.cost);
            observer.observe(IntervalEvent::RootChanged { vertex, cost });
        }
        let ahead = shortest(node.root.at, &node.ends, [right.at, left.at], self.run.target);
        node.estimate = node.root.cost + ahead;
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        self.open.push(Open { estimate: node.estimate, node: index });
        let is_observable = push.is_observable;
        observer.observe(IntervalEvent::Pushed { cone: node.cone(), is_observable });
    }

    /// A side seen edge-on can be walked through only after a turn at its nearer end.
    fn pass_to_near_end(
        &mut self,
        node: &Node,
        push: &Push,
        [right, left]: [Corner; 2],
    ) -> Result<Node, Pruned> {
        let distance = |corner: &Corner| corner.at.as_dvec2().distance_squared(node.root.at.as_dvec2());
        let is_right = distance(&right) <= distance(&left);
        let count = self.floor.cell(push.slot).len;
        let corner = if is_right { push.side } else { (push.side + 1) % count };
        let root = self.root_beyond(&node.root, push.slot, corner).ok_or(Pruned::Collinear)?;
        if !self.roots.admit(root.record, root.cost, node.root.record) {
            return Err(Pruned::Dominated(root.vertex.unwrap_or_default()));
        }
        let parent = self.nodes.len() as u32;
        self.nodes.push(*node);
        let bounds = Both { left: Bound::at(&left, &root), right: Bound::at(&right, &root) };
        Ok(Node { root, bounds, parent, ..*node })
    }
}
