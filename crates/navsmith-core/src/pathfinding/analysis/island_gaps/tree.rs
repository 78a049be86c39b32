//! A bounding volume tree over the boundary sides of islands, with an iterator over close pairs.
//!
//! Pairs come in ascending order of distance. The caller excludes pairs; this module does not depend on the islands
//! that are searched for.

use glam::{DVec3, Vec3};

use crate::budget::Budget;
use crate::geometry::{Bounds, BoxContent, BoxTree, nearest_points};
use crate::graph::{PriorityQueue, TotalF64};
use crate::navmesh::{Derived, HalfEdge, IslandId, NavMesh};
use crate::progress::{Progress, Stopped};

/// Bytes per pair of boxes while the queue is copied to twice its capacity.
const PAIR_BYTES: usize = 3 * size_of::<Pair>();

/// Steps per pair of boxes.
const PAIR_STEPS: usize = 16;

/// A side without a neighbour behind it.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundarySide {
    pub(super) side: HalfEdge,
    pub(super) island: IslandId,
    ends: [Vec3; 2],
}

impl BoundarySide {
    fn ends(&self) -> [DVec3; 2] {
        self.ends.map(DVec3::from)
    }
}

/// Number of cells, and of pairs of boxes, between two progress reports.
const UNITS_PER_REPORT: usize = 1024;

/// A tree of boxes around all boundary sides.
#[derive(Clone, Debug, Default)]
pub(super) struct SideTree {
    sides: Vec<BoundarySide>,
    boxes: BoxTree,
    /// By node, the island of all its boundary sides; `None` if they belong to several.
    islands: Vec<Option<IslandId>>,
}

impl SideTree {
    /// Builds the tree of the boundary sides of the wanted islands; `n log n` in their sides.
    pub(super) fn build(
        mesh: &NavMesh,
        derived: &Derived,
        is_wanted: impl Fn(IslandId) -> bool,
        progress: &Progress,
    ) -> Result<Self, Stopped> {
        let sides: usize = mesh.cells().map(|(_, cell)| cell.corners().len()).sum();
        let mut sides = Vec::with_capacity(sides - derived.adjacency.twin_count());
        let mut units = progress.units(mesh.cell_count(), UNITS_PER_REPORT);
        for (cell, corners) in mesh.cells() {
            units.step()?;
            let Some(island) = derived.islands.of(cell).filter(|&island| is_wanted(island)) else { continue };
            for (side, ends) in (0..).zip(corners.sides()) {
                let side = HalfEdge { cell, side };
                let ends = ends.map(|end| mesh.position(end));
                if derived.adjacency.twin(side).is_none() && ends.iter().all(|end| end.is_finite()) {
                    sides.push(BoundarySide { side, island, ends });
                }
            }
        }
        let boxes = BoxTree::of(sides.iter().map(|side| Bounds::of(side.ends)));
        let islands =
            boxes.values(|side| Some(sides[side as usize].island), |one, other| one.filter(|_| one == other));
        Ok(Self { sides, boxes, islands })
    }

    /// Returns the island of all boundary sides of a node; `None` if they belong to several.
    pub(super) fn island(&self, node: u32) -> Option<IslandId> {
        self.islands[node as usize]
    }

    /// Returns the lowest and the highest corner of the box of a node.
    pub(super) fn ends(&self, node: u32) -> [DVec3; 2] {
        let Bounds { min, max } = *self.boxes.bounds(node);
        [min, max].map(DVec3::from)
    }

    /// Visits pairs of boundary sides, the nearest in space first, ties by id.
    ///
    /// Stops if `visit` returns `false` or the budget is exhausted. A pair of boxes is expanded only if `is_wanted`
    /// returns `true`.
    pub(super) fn for_each_pair<T>(
        &self,
        state: &mut T,
        is_wanted: impl Fn(&mut T, u32, u32) -> bool,
        mut visit: impl FnMut(&mut T, ClosestPair) -> bool,
        budget: &mut Budget,
        progress: &Progress,
    ) -> Result<(), Stopped> {
        if self.boxes.is_empty() {
            return Ok(());
        }
        let mut queue = PriorityQueue::from_iter([self.pair(BoxTree::ROOT, BoxTree::ROOT)]);
        let [mut longest, mut visited] = [0_usize; 2];
        while let Some(pair) = queue.pop() {
            if visited.is_multiple_of(UNITS_PER_REPORT) {
                progress.check()?;
            }
            visited += 1;
            let longer = queue.len().saturating_sub(longest);
            longest += longer;
            if budget.step(PAIR_STEPS).and_then(|()| budget.keep(longer * PAIR_BYTES)).is_err() {
                break;
            }
            let [one, other] = pair.nodes;
            if !is_wanted(state, one, other) {
                continue;
            }
            if let [BoxContent::Leaf(one), BoxContent::Leaf(other)] = self.contents(pair.nodes) {
                if !visit(state, self.facing(one, other)) {
                    break;
                }
                continue;
            }
            for nodes in self.opened(pair.nodes).into_iter().flatten() {
                queue.push(self.pair(nodes[0], nodes[1]));
            }
        }
        Ok(())
    }

    fn contents(&self, nodes: [u32; 2]) -> [BoxContent; 2] {
        nodes.map(|node| self.boxes.content(node))
    }

    /// Returns the pairs into which a pair of boxes expands; the larger box is divided.
    fn opened(&self, [one, other]: [u32; 2]) -> [Option<[u32; 2]>; 3] {
        let size = |node: u32| self.ends(node)[0].distance_squared(self.ends(node)[1]);
        match self.contents([one, other]) {
            [BoxContent::Nodes([a, b]), _] if one == other => [Some([a, a]), Some([a, b]), Some([b, b])],
            [BoxContent::Nodes([a, b]), content]
                if matches!(content, BoxContent::Leaf(_)) || size(one) >= size(other) =>
            {
                [Some([a, other]), Some([b, other]), None]
            }
            [_, BoxContent::Nodes([a, b])] => [Some([one, a]), Some([one, b]), None],
            _ => [None; 3],
        }
    }

    fn pair(&self, one: u32, other: u32) -> Pair {
        let nodes = [one, other];
        if let [BoxContent::Leaf(one), BoxContent::Leaf(other)] = self.contents(nodes) {
            let facing = self.facing(one, other);
            let sides = facing.sides.map(|shore| shore.side);
            let squared = facing.squared().into();
            return Pair { squared, facing: Some((facing.corners(), sides)), nodes };
        }
        let [[a_low, a_high], [b_low, b_high]] = nodes.map(|node| self.ends(node));
        let apart = (a_low - b_high).max(b_low - a_high).max(DVec3::ZERO);
        Pair { squared: apart.length_squared().into(), facing: None, nodes }
    }

    fn facing(&self, one: u32, other: u32) -> ClosestPair {
        let mut sides = [one, other].map(|shore| self.sides[shore as usize]);
        sides.sort_unstable_by_key(|shore| shore.side);
        ClosestPair { sides, points: nearest_points(sides[0].ends(), sides[1].ends()) }
    }
}

/// Two boundary sides, the smaller side first, and their nearest points.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClosestPair {
    pub(super) sides: [BoundarySide; 2],
    pub(super) points: [DVec3; 2],
}

impl ClosestPair {
    fn squared(&self) -> f64 {
        self.points[0].distance_squared(self.points[1])
    }

    /// Returns the number of nearest points that are corners.
    fn corners(&self) -> u8 {
        self.sides.iter().zip(&self.points).map(|(shore, point)| u8::from(shore.ends().contains(point))).sum()
    }
}

/// A pair of nodes in the queue: by distance, then boxes before boundary sides.
///
/// Of boundary sides, those with fewer corners among the nearest points are first. A corner is equally near by its
/// other side. Remaining ties are ordered by ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    /// A lower bound of the squared distance between any two of their boundary sides.
    squared: TotalF64,
    /// If both nodes are boundary sides: the number of nearest points that are corners, and the sides.
    facing: Option<(u8, [HalfEdge; 2])>,
    nodes: [u32; 2],
}
