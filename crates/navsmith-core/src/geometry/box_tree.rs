//! Bounding volume tree of boxes in space.

use std::ops::ControlFlow;

use glam::DVec3;

use super::Bounds;

/// Numbered boxes in a binary tree, whose nodes are the bounding boxes of their contents.
///
/// Boxes are halved recursively across the axis along which their centres spread most. This is a k-d tree (Bentley,
/// *Multidimensional Binary Search Trees Used for Associative Searching*, 1975). The tree does not follow changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoxTree {
    /// Nodes, each before its children; the first is the root.
    nodes: Vec<BoxNode>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct BoxNode {
    bounds: Bounds,
    /// [`LEAF`] and the number of a box, or the index of the second child.
    ///
    /// The first child is the next node.
    link: u32,
}

/// Mark of a leaf; a tree has fewer nodes.
const LEAF: u32 = 1 << 31;

/// Content of a node of a [`BoxTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoxContent {
    /// The box with this number.
    Leaf(u32),
    /// Two nodes.
    Nodes([u32; 2]),
}

impl BoxTree {
    /// The node that contains all boxes, if there are any.
    pub const ROOT: u32 = 0;

    /// Builds the tree of boxes, numbered in order, without empty ones. Costs as much as sorting them.
    pub fn of(boxes: impl IntoIterator<Item = Bounds>) -> Self {
        let mut boxes: Vec<(u32, Bounds)> =
            (0..).zip(boxes).filter(|(_, bounds)| !bounds.is_empty()).collect();
        let mut tree = Self { nodes: Vec::with_capacity(2 * boxes.len()) };
        if !boxes.is_empty() {
            tree.add(&mut boxes);
        }
        tree
    }

    /// Adds the node of at least one box; returns its bounds.
    fn add(&mut self, boxes: &mut [(u32, Bounds)]) -> Bounds {
        let index = self.nodes.len();
        if let &mut [(number, bounds)] = boxes {
            self.nodes.push(BoxNode { bounds, link: LEAF | number });
            return bounds;
        }
        // The sum of both corners orders boxes like their centres.
        let sum = |bounds: &Bounds| bounds.min.as_dvec3() + bounds.max.as_dvec3();
        let (low, high) = boxes
            .iter()
            .map(|(_, bounds)| sum(bounds))
            .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        let axis = (high - low).max_position();
        let half = boxes.len() / 2;
        boxes.select_nth_unstable_by(half, |(one, a), (other, b)| {
            sum(a)[axis].total_cmp(&sum(b)[axis]).then(one.cmp(other))
        });
        let (first, second) = boxes.split_at_mut(half);
        self.nodes.push(BoxNode { bounds: Bounds::EMPTY, link: (index + 2 * half) as u32 });
        let bounds = self.add(first).union(self.add(second));
        self.nodes[index].bounds = bounds;
        bounds
    }

    /// Whether the tree contains no box.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the bounding box of a node.
    #[inline]
    pub fn bounds(&self, node: u32) -> &Bounds {
        &self.nodes[node as usize].bounds
    }

    /// Returns the content of a node.
    #[inline]
    pub fn content(&self, node: u32) -> BoxContent {
        let link = self.nodes[node as usize].link;
        if link & LEAF != 0 { BoxContent::Leaf(link & !LEAF) } else { BoxContent::Nodes([node + 1, link]) }
    }

    /// Returns a value of each node: that of a box, or that of both children together.
    pub fn values<T: Clone>(&self, of_box: impl Fn(u32) -> T, together: impl Fn(&T, &T) -> T) -> Vec<T> {
        // In reverse, so that the children of a node are last, the first child before the second.
        let mut reversed: Vec<T> = Vec::with_capacity(self.nodes.len());
        let last = self.nodes.len().wrapping_sub(1);
        for node in (0..self.nodes.len()).rev() {
            let value = match self.content(node as u32) {
                BoxContent::Leaf(number) => of_box(number),
                BoxContent::Nodes(nodes) => {
                    let [first, second] = nodes.map(|node| &reversed[last - node as usize]);
                    together(first, second)
                }
            };
            reversed.push(value);
        }
        reversed.reverse();
        reversed
    }

    /// Calls `visit` with the numbers of the boxes that `sees` accepts, until it breaks.
    ///
    /// `sees` must accept every box that contains one it accepts.
    pub fn visit(&self, sees: impl Fn(&Bounds) -> bool, mut visit: impl FnMut(u32) -> ControlFlow<()>) {
        let mut open: Vec<u32> = (!self.is_empty()).then_some(Self::ROOT).into_iter().collect();
        while let Some(node) = open.pop() {
            if !sees(self.bounds(node)) {
                continue;
            }
            match self.content(node) {
                BoxContent::Leaf(number) if visit(number).is_break() => return,
                BoxContent::Leaf(_) => {}
                BoxContent::Nodes([first, second]) => open.extend([second, first]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{SplitMix64, Vec3};

    /// Returns boxes of up to a metre on 40 m × 40 m.
    fn boxes(count: usize) -> Vec<Bounds> {
        let mut chance = SplitMix64(count as u64);
        let mut number = |range: f32| chance.below(1000) as f32 / 1000.0 * range;
        (0..count)
            .map(|_| {
                let min = Vec3::new(number(40.0), 0.0, number(40.0));
                Bounds { min, max: min + Vec3::new(number(1.0), 0.0, number(1.0)) }
            })
            .collect()
    }

    fn meets(view: Bounds) -> impl Fn(&Bounds) -> bool {
        move |it| it.overlaps_on_ground(&view)
    }

    #[test]
    fn a_tree_visits_exactly_the_boxes_in_view() {
        for count in [0, 1, 7, 8, 9, 65, 1000] {
            let boxes = boxes(count);
            let tree = BoxTree::of(boxes.iter().copied().chain([Bounds::EMPTY]));
            let [min, max] = [[5.0, 0.0, 3.0], [16.0, 0.0, 21.0]].map(Vec3::from);
            let sees = meets(Bounds { min, max });
            let mut found = Vec::new();
            tree.visit(&sees, |number| {
                found.push(number);
                ControlFlow::Continue(())
            });
            found.sort_unstable();
            let expected: Vec<u32> =
                (0..).zip(&boxes).filter(|(_, it)| sees(it)).map(|(number, _)| number).collect();
            assert_eq!(found, expected, "{count} boxes");
        }
    }

    #[test]
    fn few_boxes_out_of_view_are_tested() {
        let boxes = boxes(100_000);
        let tree = BoxTree::of(boxes.iter().copied());
        let tests = std::cell::Cell::new(0);
        let min = Vec3::new(20.0, 0.0, 20.0);
        let sees = meets(Bounds { min, max: min + Vec3::splat(0.5) });
        let mut found = 0;
        let counted = |it: &Bounds| {
            tests.set(tests.get() + 1);
            sees(it)
        };
        tree.visit(counted, |_| {
            found += 1;
            ControlFlow::Continue(())
        });
        assert!(found > 10 && tests.get() < 20 * found, "{} tests of boxes for {found}", tests.get());
    }

    #[test]
    fn values_combine_those_of_all_boxes_of_a_node() {
        let boxes = boxes(77);
        let tree = BoxTree::of(boxes.iter().copied());
        let bounds = tree.values(|number| boxes[number as usize], |one, other| one.union(*other));
        let expected: Vec<Bounds> = (0..bounds.len() as u32).map(|node| *tree.bounds(node)).collect();
        assert_eq!(bounds, expected);
        assert!(BoxTree::default().values(|number| number, |one, _| *one).is_empty());
    }
}
