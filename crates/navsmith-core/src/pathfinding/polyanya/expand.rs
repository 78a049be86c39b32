//! Expansion of an interval: generates the intervals behind the cell that it leads into.

use glam::Vec2;

use super::event::{Cone, IntervalEvent, Pruned};
use super::node::{Behind, EdgeLine, NONE, Node, NodeRay, RootPoint};
use super::{Best, NODES_PER_CELL, Polyanya, Step};
use crate::geometry::doubled_area;
use crate::pathfinding::search_mesh::{BLOCKED, Half, HalfKind, SearchMeshSource, UNKNOWN, is_side};
use crate::pathfinding::string_pulling::portal::Side;
use crate::trace::{Observer, Silent};

/// What a cone sees to the left and to the right.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Outermost visible sides.
    outermost: [u32; 2],
    /// Whether the left and the right ray cross the inside of that side, instead of meeting a corner.
    ///
    /// Read one at a time: a read of both, right after they are written one by one, stalls the processor.
    is_cut: [bool; 2],
}

impl<L: SearchMeshSource> Polyanya<L> {
    #[inline]
    pub(super) fn expand(&mut self, node: &Node, seen: &Seen, observer: &mut impl Observer<IntervalEvent>) {
        let behind = node.behind;
        let is_sound = self.layout.floor().winding(behind.entry) == self.run.winding;
        if !is_sound {
            self.limit();
        }
        let is_open = is_sound && !node.is_at_root();
        let [leftmost, rightmost] = seen.outermost;
        for nth in rightmost..=leftmost {
            let side = behind.nth(nth);
            if !self.may_lead_on(side, observer) {
                continue;
            }
            let mut next = self.whole(side, &node.root, true);
            if seen.is_cut[1] && nth == rightmost {
                next.set_ray(Side::Right, node.ray(Side::Right).further());
            }
            if seen.is_cut[0] && nth == leftmost {
                next.set_ray(Side::Left, node.ray(Side::Left).further());
            }
            self.keep(next, is_open, observer);
        }
        for side in [Side::Right, Side::Left] {
            self.turn_at(node, seen, side, observer);
        }
    }

    /// Moves a node through a cell with at most one exit and no corner to turn at.
    ///
    /// Returns whether there is an exit. Returns `None` if the cell has more exits or a corner to turn at, or if this
    /// is not certain.
    #[inline]
    pub(super) fn push_through(
        &mut self,
        node: &mut Node,
        seen: &Seen,
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Option<bool> {
        let behind = node.behind;
        let is_sound = self.layout.floor().winding(behind.entry) == self.run.winding;
        let [leftmost, rightmost] = seen.outermost;
        let hides = |side: Side, hidden: u32| {
            let is_flat = || self.layout.floor().half(behind.end(side)).kind == HalfKind::Flat;
            hidden > 0 && !node.ray(side).is_crossing() && !(side.of(&seen.is_cut) && is_flat())
        };
        if !is_sound
            || node.is_at_root()
            || hides(Side::Right, rightmost + u32::from(seen.is_cut[1]))
            || hides(Side::Left, behind.count() - 1 - leftmost + u32::from(seen.is_cut[0]))
        {
            return None;
        }
        let mut only = None;
        for nth in rightmost..=leftmost {
            if self.may_lead_on(behind.nth(nth), &mut Silent) && only.replace(nth).is_some() {
                return None;
            }
        }
        if observer.is_enabled() {
            for nth in rightmost..=leftmost {
                self.may_lead_on(behind.nth(nth), observer);
            }
        }
        let Some(only) = only else { return Some(false) };
        for (side, corner) in [(Side::Right, only), (Side::Left, only + 1)] {
            let is_cut = side.of(&seen.is_cut) && only == side.of(&seen.outermost);
            let ray = node.ray(side).further();
            let corner = self.at(behind.nth(corner));
            node.set_ray(side, if is_cut { ray } else { NodeRay::to(corner, &node.root) });
        }
        let entry = self.layout.floor().half(behind.nth(only)).twin;
        node.behind = Behind::new(self.layout.floor(), entry);
        node.from = self.run.step;
        node.is_observable = true;
        Some(true)
    }

    /// Tries to complete a path in the cell behind an interval, which the target touches.
    pub(super) fn reach(&mut self, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        let target = self.run.target;
        let turned = [Side::Left, Side::Right].into_iter().find(|&side| node.edge(side).inward(target) < 0.0);
        let corner = match turned {
            None => None,
            Some(side) => match self.corner_at(node, side) {
                None => return,
                corner => corner,
            },
        };
        let last = corner.unwrap_or(node.root);
        let length = last.cost + last.at.as_dvec2().distance(target.as_dvec2());
        observer.observe(IntervalEvent::Reached { corner: corner.map(|root| self.vertex(&root)), length });
        if self.run.best.is_none_or(|best| length < best.length) {
            self.run.best = Some(Best { length, step: self.run.step, corner });
        }
    }

    /// Limits the number of expansions, because intervals may repeat themselves.
    #[cold]
    pub(super) fn limit(&mut self) {
        if self.run.budget.is_none() {
            let cells = self.layout.floor().cell_slots();
            self.run.budget = Some(self.run.expanded + cells * NODES_PER_CELL);
            self.run.may_repeat = true;
        }
    }

    /// Returns the sides of the cell behind an interval that its cone sees.
    ///
    /// Sides count from the right end on. The right ray leaves through the first side whose far end lies inside of
    /// the ray. The left ray leaves through the last side whose near end lies inside of it.
    #[inline]
    pub(super) fn seen(&self, node: &Node) -> Seen {
        let behind = node.behind;
        let last = behind.count() - 1;
        let [right_edge, left_edge] = [node.edge(Side::Right), node.edge(Side::Left)];
        let (mut right, mut is_right_cut) = (0, node.ray(Side::Right).is_crossing());
        // The far end of the last side is the end of the interval's side and lies inside.
        while right < last {
            let inner = right_edge.inward(self.at(behind.nth(right + 1)));
            if inner > 0.0 {
                break;
            }
            is_right_cut = inner < 0.0;
            right += 1;
        }
        let (mut left, mut is_left_cut) = (last, node.ray(Side::Left).is_crossing());
        for near in (right + u32::from(is_right_cut)).max(1)..=last {
            let inner = left_edge.inward(self.at(behind.nth(near)));
            // If the root is the right end, a corner on the ray's line may lie behind it; the cone then sees past it.
            if inner < 0.0 || inner == 0.0 && !(node.is_at_root() && self.sees_past(near, &left_edge, behind))
            {
                (left, is_left_cut) = (near - 1, inner < 0.0);
                break;
            }
        }
        Seen { outermost: [left, right], is_cut: [is_left_cut, is_right_cut] }
    }

    /// Whether any corner to the left of `near` lies inside of the left edge of a cone.
    #[cold]
    fn sees_past(&self, near: u32, left_edge: &EdgeLine, behind: Behind) -> bool {
        (near + 1..behind.count()).any(|further| left_edge.inward(self.at(behind.nth(further))) > 0.0)
    }

    /// Returns one end of an interval as a root, if paths may have to turn there.
    fn corner_at(&mut self, node: &Node, side: Side) -> Option<RootPoint> {
        if node.ray(side).is_to_end() { self.root_beyond(&node.root, node.behind.end(side)) } else { None }
    }

    /// Returns the first corner of a side as the successor of a root, if paths may have to turn there.
    fn root_beyond(&mut self, root: &RootPoint, side: u32) -> Option<RootPoint> {
        if self.layout.floor().half(side).kind == HalfKind::Unknown {
            self.layout.judge_corner(side);
        }
        let &Half { kind, spot, .. } = self.layout.floor().half(side);
        if kind == HalfKind::Flat {
            return None;
        }
        let at = self.at(side);
        let cost = root.cost + root.at.as_dvec2().distance(at.as_dvec2());
        Some(RootPoint { cost, at, corner: spot })
    }

    /// Generates the non-observable successors on one side.
    ///
    /// Paths reach these by a turn at the end of the interval.
    #[inline]
    fn turn_at(&mut self, node: &Node, seen: &Seen, side: Side, observer: &mut impl Observer<IntervalEvent>) {
        let behind = node.behind;
        let (outermost, is_cut) = (side.of(&seen.outermost), side.of(&seen.is_cut));
        let is_whole = u32::from(!is_cut);
        let hidden = match side {
            Side::Right => 0..outermost + 1 - is_whole,
            Side::Left => outermost + is_whole..behind.count(),
        };
        // Paths can turn only at an end of the interval, not at a ray that crosses its side.
        if hidden.is_empty() || node.ray(side).is_crossing() {
            return;
        }
        if !is_cut && self.is_along_ray(node, side, outermost) {
            // The hidden part begins along the ray. The path runs along these sides up to the end at which it turns.
            for nth in hidden {
                let side = behind.nth(nth);
                if self.may_lead_on(side, observer) {
                    self.keep(self.whole(side, &node.root, false), false, observer);
                }
            }
            return;
        }
        let Some(root) = self.corner_at(node, side) else { return };
        let vertex = self.vertex(&root);
        if !self.roots.admit(root.corner, root.cost, node.root.corner) {
            let why = Pruned::Dominated(vertex);
            observer.observe_with(|| IntervalEvent::Pruned { exit: self.own(self.exit_of(node)), why });
            return;
        }
        observer.observe(IntervalEvent::RootChanged { vertex, cost: root.cost });
        for nth in hidden {
            let next = behind.nth(nth);
            if !self.may_lead_on(next, observer) {
                continue;
            }
            let mut next = self.whole(next, &root, false);
            if is_cut && nth == outermost {
                next.set_ray(side.other(), NodeRay::onward(node.root.at));
            }
            self.keep(next, false, observer);
        }
    }

    /// Whether the first side beyond the outermost visible one lies on the ray of the cone.
    fn is_along_ray(&self, node: &Node, side: Side, outermost: u32) -> bool {
        let far = if side == Side::Left { outermost + 2 } else { outermost.wrapping_sub(1) };
        node.edge(side).inward(self.at(node.behind.nth(far))) == 0.0
    }

    /// Returns a whole side with a cell behind it as an interval.
    #[inline]
    pub(super) fn whole(&self, side: u32, root: &RootPoint, is_observable: bool) -> Node {
        let [right, left] = self.line(side);
        let rays = [NodeRay::to(left, root), NodeRay::to(right, root)];
        let entry = self.layout.floor().half(side).twin;
        // Reads the half now, so that it is in the cache when the node is expanded.
        let behind = Behind::new(self.layout.floor(), entry);
        let mut node = Node::new(*root, rays, behind, self.run.step);
        node.is_observable = is_observable;
        node
    }

    #[inline]
    pub(super) fn may_lead_on(&mut self, side: u32, observer: &mut impl Observer<IntervalEvent>) -> bool {
        let half = self.layout.floor().half(side);
        if self.on_the_way[half.block as usize] == self.run.number {
            return true;
        }
        // Without an observer, the slow path is rarely needed.
        let is_known = half.twin != UNKNOWN && self.run.into_goals.is_empty();
        (!is_known || observer.is_enabled()) && self.may_lead_on_after_all(side, observer)
    }

    /// Like [`Self::may_lead_on`], for a side that is not marked as on the way; expands an unknown twin.
    #[inline(never)]
    fn may_lead_on_after_all(&mut self, side: u32, observer: &mut impl Observer<IntervalEvent>) -> bool {
        let twin = self.twin(side);
        if is_side(twin) {
            let block = self.layout.floor().half(side).block;
            let is_on_the_way = self.on_the_way[block as usize] == self.run.number;
            let leads_on = is_on_the_way || self.run.into_goals.contains(&side);
            if !leads_on {
                self.prune(side, Pruned::CulDeSac, observer);
            }
            return leads_on;
        }
        if twin == BLOCKED {
            self.prune(side, Pruned::Blocked, observer);
        }
        false
    }

    /// Adds an interval to the nodes unless it is pruned.
    ///
    /// `is_open` states that the root certainly sees part of the interval.
    #[inline]
    pub(super) fn keep(
        &mut self,
        mut node: Node,
        is_open: bool,
        observer: &mut impl Observer<IntervalEvent>,
    ) {
        if !is_open && let Err(why) = self.face(&mut node, observer) {
            self.prune(self.exit_of(&node), why, observer);
            return;
        }
        // Behind a side without length at the root, intervals could run around the root forever.
        self.run.may_repeat |= node.is_point_at_root();
        if !self.leads_nowhere(&node, observer) && !self.is_repeated(&node) {
            self.nodes.push(node);
        }
    }

    #[inline]
    pub(super) fn leads_nowhere(&mut self, node: &Node, observer: &mut impl Observer<IntervalEvent>) -> bool {
        let nearer = if self.is_crowded() { self.nearer_by(node) } else { None };
        if let Some(corner) = nearer {
            self.prune(self.exit_of(node), Pruned::Nearer(corner), observer);
        }
        nearer.is_some()
    }

    fn prune(&self, side: u32, why: Pruned, observer: &mut impl Observer<IntervalEvent>) {
        observer.observe_with(|| IntervalEvent::Pruned { exit: self.own(side), why });
    }

    /// Checks an interval that the root may see edge-on or not at all.
    fn face(&mut self, node: &mut Node, observer: &mut impl Observer<IntervalEvent>) -> Result<(), Pruned> {
        if node.is_at_root() {
            return Ok(());
        }
        let [right, left] = self.line(self.exit_of(node));
        let facing = doubled_area(node.root.at, right, left);
        if facing > 0.0 {
            return Ok(());
        }
        // A start that rounding moved slightly beyond a side sees the side edge-on.
        if facing < 0.0 && node.root.corner != NONE {
            return Err(Pruned::Empty);
        }
        self.pass_to_near_end(node)?;
        let (vertex, cost) = (self.vertex(&node.root), node.root.cost);
        observer.observe(IntervalEvent::RootChanged { vertex, cost });
        Ok(())
    }

    /// Moves the root of a side seen edge-on to its nearer end, where the path has to turn.
    fn pass_to_near_end(&mut self, node: &mut Node) -> Result<(), Pruned> {
        let side = self.exit_of(node);
        let line = self.line(side);
        let [right, left] = line.map(|end| end.as_dvec2().distance_squared(node.root.at.as_dvec2()));
        let near = if right <= left { side } else { self.layout.floor().after(side) };
        let root = self.root_beyond(&node.root, near).ok_or(Pruned::Collinear)?;
        if !self.roots.admit(root.corner, root.cost, node.root.corner) {
            return Err(Pruned::Dominated(self.vertex(&root)));
        }
        let step = Step { entry: node.behind.entry, corner: node.root.corner, before: node.from };
        let [right, left] = line.map(|end| NodeRay::to(end, &root));
        *node = Node::new(root, [left, right], node.behind, self.trail.len() as u32);
        self.trail.push(step);
        Ok(())
    }

    #[inline]
    pub(super) fn exit_of(&self, node: &Node) -> u32 {
        self.layout.floor().half(node.behind.entry).twin
    }

    #[inline]
    pub(super) fn least(&self, node: &Node) -> f64 {
        let straight = node.least(self.line(self.exit_of(node)), self.run.target.as_dvec2());
        match &self.run.range {
            None => straight,
            Some(range) => {
                let least = self.layout.floor().least_to(node.root.corner, range);
                straight.max(node.root.cost + f64::from(least))
            }
        }
    }

    pub(super) fn cone(&self, node: &Node) -> Cone {
        let exit = self.exit_of(node);
        let line = self.line(exit).map(Vec2::as_dvec2);
        let [left, right] = [Side::Left, Side::Right].map(|side| {
            let end = node.end(side, line);
            glam::DVec2::new(end.x, end.y * f64::from(self.run.winding))
        });
        Cone {
            root: self.mirrored(node.root.at),
            root_vertex: if node.root.corner == NONE {
                self.run.start
            } else {
                Some(self.vertex(&node.root))
            },
            left,
            right,
            exit: self.own(exit),
            into: self.own(node.behind.entry).cell,
            cost: node.root.cost,
            estimate: self.least(node),
        }
    }
}
