//! One step of the search: from an interval to the intervals behind the cell that it leads into.

use glam::Vec2;

use super::super::Side;
use super::event::{Cone, IntervalEvent, Pruned};
use super::node::{Behind, Both, Bound, NONE, Node, Root};
use super::{Best, Layout, NODES_PER_CELL, Open, Polyanya, is_side};
use crate::geometry::doubled_area;
use crate::pathfinding::floor::{Half, Kind, SHUT};
use crate::trace::Observer;

/// An interval on a side of a cell, to be pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    pub(super) side: u32,
    /// Its ends, right and left.
    pub(super) line: [Vec2; 2],
    pub(super) root: Root,
    pub(super) bounds: Both<Bound>,
    pub(super) parent: u32,
    /// Whether the root of the interval before sees it.
    pub(super) is_observable: bool,
    /// Whether it surely has a width as seen from the root.
    pub(super) is_open: bool,
}

/// What a cone sees of the sides of the cell behind it.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// The outermost side seen, to the left and to the right.
    outermost: Both<u32>,
    /// Whether the ray of the left and of the right cuts that side in two, rather than to meet a corner.
    is_cut: Both<bool>,
}

impl<L: Layout> Polyanya<L> {
    /// Pushes what lies behind an interval.
    pub(super) fn expand(&mut self, index: u32, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        let behind = node.behind;
        let is_sound = self.layout.floor().winding(behind.entry) == self.run.winding;
        if !is_sound {
            self.limit();
        }
        let seen = self.seen(node);
        let is_open = is_sound && node.bounds.left != Bound::Root && node.bounds.right != Bound::Root;
        for nth in seen.outermost.right..=seen.outermost.left {
            let whole = self.whole(behind.nth(nth), node.root, index);
            let mut push = Push { is_observable: true, is_open, ..whole };
            if seen.is_cut.right && nth == seen.outermost.right {
                push.bounds.right = node.bounds.right.further();
            }
            if seen.is_cut.left && nth == seen.outermost.left {
                push.bounds.left = node.bounds.left.further();
            }
            self.push(&push, observer);
        }
        for side in [Side::Right, Side::Left] {
            self.turn_at(index, node, &seen, side, observer);
        }
    }

    /// Tries to end a path in the cell behind an interval, which the target touches.
    pub(super) fn reach(&mut self, index: u32, node: &Node, observer: &mut impl Observer<IntervalEvent>) {
        let target = self.run.target;
        let turned = [Side::Left, Side::Right].into_iter().find(|&side| node.inward(side, target) < 0.0);
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
            self.run.best = Some(Best { length, node: index, corner });
        }
    }

    /// In cells that are not convex an interval may come round to where it was, so the steps are counted.
    #[cold]
    fn limit(&mut self) {
        if self.run.budget.is_none() {
            let cells = self.layout.floor().cell_slots();
            self.run.budget = Some(self.run.expanded + cells * NODES_PER_CELL);
        }
    }

    #[inline]
    fn seen(&self, node: &Node) -> Seen {
        let (left, right) = if node.behind.len == 3 {
            // Of a triangle only one corner needs asking, and most cells are triangles.
            let apex = self.at(node.behind.nth(1));
            let outermost = |side: Side, near: u32, far: u32| {
                let inner = node.inward(side, apex);
                if inner > 0.0 { (near, node.bounds.get(side).is_ray()) } else { (far, inner < 0.0) }
            };
            (outermost(Side::Left, 1, 0), outermost(Side::Right, 0, 1))
        } else {
            (self.outermost(node, Side::Left), self.outermost(node, Side::Right))
        };
        Seen {
            outermost: Both { left: left.0, right: right.0 },
            is_cut: Both { left: left.1, right: right.1 },
        }
    }

    /// The outermost side that a cone sees on one side, and whether its ray cuts it.
    fn outermost(&self, node: &Node, side: Side) -> (u32, bool) {
        let count = node.behind.count();
        // The ray crosses the first side whose far end lies inside; the last needs no asking.
        let mut is_outside = node.bounds.get(side).is_ray();
        for step in 0..count - 1 {
            let (nth, far) =
                if side == Side::Right { (step, step + 1) } else { (count - 1 - step, count - 1 - step) };
            let inner = node.inward(side, self.at(node.behind.nth(far)));
            if inner > 0.0 {
                return (nth, is_outside);
            }
            is_outside = inner < 0.0;
        }
        (if side == Side::Right { count - 1 } else { 0 }, is_outside)
    }

    /// The end of an interval on one side as a root, if ways may have to turn there.
    fn corner_at(&mut self, node: &Node, side: Side) -> Option<Root> {
        let is_end = matches!(node.bounds.get(side), Bound::Vertex(_));
        if is_end { self.root_beyond(&node.root, node.behind.end(side)) } else { None }
    }

    /// The first corner of a side as the root after another, if ways may have to turn there.
    fn root_beyond(&mut self, root: &Root, side: u32) -> Option<Root> {
        let mut corner = self.layout.floor().half(side).spot;
        if self.layout.floor().spots[corner as usize].kind == Kind::Unknown {
            corner = self.layout.judge_corner(side);
        }
        if self.layout.floor().spots[corner as usize].kind == Kind::Flat {
            return None;
        }
        let at = self.at(side);
        let cost = root.cost + root.at.as_dvec2().distance(at.as_dvec2());
        Some(Root { cost, at, corner })
    }

    /// Pushes what cannot be seen from the root, but after a turn at the end of the interval.
    #[inline]
    fn turn_at(
        &mut self,
        index: u32,
        node: &Node,
        seen: &Seen,
        side: Side,
        observer: &mut impl Observer<IntervalEvent>,
    ) {
        let behind = node.behind;
        let (outermost, is_cut) = (seen.outermost.get(side), seen.is_cut.get(side));
        let is_whole = u32::from(!is_cut);
        let hidden = match side {
            Side::Right => 0..outermost + 1 - is_whole,
            Side::Left => outermost + is_whole..behind.count(),
        };
        // Only a ray that is the interval's own end leads past something that ways can turn to.
        if hidden.is_empty() || node.bounds.get(side).is_ray() {
            return;
        }
        if !is_cut && self.is_along_ray(node, side, outermost) {
            // All that is hidden lies on the ray: each side is passed by, up to the end where ways turn into it.
            for nth in hidden {
                let push = self.whole(behind.nth(nth), node.root, index);
                self.push(&push, observer);
            }
            return;
        }
        let Some(root) = self.corner_at(node, side) else { return };
        let vertex = self.vertex(&root);
        if !self.roots.admit(root.corner, root.cost, node.root.corner) {
            let why = Pruned::Dominated(vertex);
            observer.observe_with(|| IntervalEvent::Pruned { exit: self.exit(node.behind.entry), why });
            return;
        }
        observer.observe(IntervalEvent::RootChanged { vertex, cost: root.cost });
        for nth in hidden {
            let mut push = self.whole(behind.nth(nth), root, index);
            if is_cut && nth == outermost {
                push.bounds = Both::of(side, push.bounds.get(side), Bound::Onward(node.root.at));
            }
            self.push(&push, observer);
        }
    }

    /// Whether the first side beyond the outermost one that is seen lies on the ray of the cone.
    fn is_along_ray(&self, node: &Node, side: Side, outermost: u32) -> bool {
        let far = if side == Side::Left { outermost + 2 } else { outermost.wrapping_sub(1) };
        node.inward(side, self.at(node.behind.nth(far))) == 0.0
    }

    /// All of a side as an interval that is not seen from the root before.
    #[inline]
    pub(super) fn whole(&self, side: u32, root: Root, parent: u32) -> Push {
        let [right, left] = self.line(side);
        let bounds = Both { left: Bound::at(left, &root), right: Bound::at(right, &root) };
        Push { side, line: [right, left], root, bounds, parent, is_observable: false, is_open: false }
    }

    /// Puts an interval into the queue, unless nothing can come of it.
    #[inline]
    pub(super) fn push(&mut self, push: &Push, observer: &mut impl Observer<IntervalEvent>) {
        let twin = self.twin(push.side);
        if !is_side(twin) {
            if twin == SHUT {
                self.prune(push, Pruned::Shut, observer);
            }
            return;
        }
        if !self.is_on_the_way(push.side) {
            self.prune(push, Pruned::CulDeSac, observer);
            return;
        }
        let (root, bounds, parent) = (push.root, push.bounds, push.parent);
        // Looked up now, so that it is there when the node is expanded.
        let Half { index, len, .. } = *self.layout.floor().half(twin);
        let behind = Behind { entry: twin, index, len };
        let mut node = Node { root, bounds, behind, parent, estimate: 0.0 };
        let line = push.line;
        if !push.is_open
            && let Err(why) = self.face(&mut node, push, line, observer)
        {
            self.prune(push, why, observer);
            return;
        }
        node.estimate = node.root.cost + node.ahead(line, self.run.target);
        let index = self.nodes.len() as u32;
        self.nodes.push(node);
        let open = Open::new(node.estimate, index);
        match self.run.next {
            Some(next) if next < open => self.open.push(open),
            Some(next) => {
                self.open.push(next);
                self.run.next = Some(open);
            }
            None => self.run.next = Some(open),
        }
        let is_observable = push.is_observable;
        observer.observe_with(|| IntervalEvent::Pushed { cone: self.cone(&node), is_observable });
    }

    fn prune(&self, push: &Push, why: Pruned, observer: &mut impl Observer<IntervalEvent>) {
        observer.observe_with(|| IntervalEvent::Pruned { exit: self.own(push.side), why });
    }

    /// Looks at an interval that the root may see edge-on, or not at all.
    fn face(
        &mut self,
        node: &mut Node,
        push: &Push,
        line: [Vec2; 2],
        observer: &mut impl Observer<IntervalEvent>,
    ) -> Result<(), Pruned> {
        if node.bounds.left == Bound::Root || node.bounds.right == Bound::Root {
            return Ok(());
        }
        let facing = doubled_area(node.root.at, line[0], line[1]);
        if facing > 0.0 {
            return Ok(());
        }
        // A start that was put on the mesh by rounding may stand a little beyond a side, and sees its line edge-on.
        if facing < 0.0 && node.root.corner != NONE {
            return Err(Pruned::Empty);
        }
        self.pass_to_near_end(node, push, line)?;
        let (vertex, cost) = (self.vertex(&node.root), node.root.cost);
        observer.observe(IntervalEvent::RootChanged { vertex, cost });
        Ok(())
    }

    /// A side seen edge-on can be walked through only after a turn at its nearer end.
    fn pass_to_near_end(&mut self, node: &mut Node, push: &Push, line: [Vec2; 2]) -> Result<(), Pruned> {
        let [right, left] = line.map(|end| end.as_dvec2().distance_squared(node.root.at.as_dvec2()));
        let near = if right <= left { push.side } else { self.layout.floor().after(push.side) };
        let root = self.root_beyond(&node.root, near).ok_or(Pruned::Collinear)?;
        if !self.roots.admit(root.corner, root.cost, node.root.corner) {
            return Err(Pruned::Dominated(self.vertex(&root)));
        }
        let parent = self.nodes.len() as u32;
        self.nodes.push(*node);
        let [right, left] = line.map(|end| Bound::at(end, &root));
        *node = Node { root, bounds: Both { left, right }, parent, ..*node };
        Ok(())
    }

    /// A node as it is told.
    pub(super) fn cone(&self, node: &Node) -> Cone {
        let exit = self.layout.floor().half(node.behind.entry).twin;
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
            estimate: node.estimate,
        }
    }
}
