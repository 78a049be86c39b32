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
