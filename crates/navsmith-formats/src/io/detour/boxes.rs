//! The bounding volume hierarchy of a tile.

use navsmith_core::geometry::{Bounds, Vec3};

/// Largest quantised coordinate; Detour rounds up to the next odd number.
const STEPS: f32 = 65_000.0;

/// Largest number of quantisation steps in a metre.
const FINEST: f32 = 10_000.0;

/// A node: the box of a polygon, or of the nodes that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoxNode {
    pub(super) low: [u16; 3],
    pub(super) high: [u16; 3],
    /// Number of the polygon, or the negated number of nodes of the subtree.
    pub(super) link: i32,
}

/// Returns the number of quantisation steps in a metre for a tile.
pub(super) fn quantization(bounds: Bounds) -> f32 {
    let extent = (bounds.max - bounds.min).max_element();
    if extent > 0.0 { (STEPS / extent).min(FINEST) } else { 1.0 }
}

/// Builds the nodes of polygons with these boxes, parents before their children.
///
/// Each node divides its polygons in halves along its longest axis, as Detour does.
pub(super) fn nodes(boxes: &[Bounds], bounds: Bounds, quantization: f32) -> Vec<BoxNode> {
    // Rounded outwards, so that no query misses a polygon.
    let quantized = |value: f32, min: f32, is_high: bool| {
        let steps = (value - min) * quantization;
        (if is_high { steps.ceil() } else { steps.floor() }).clamp(0.0, f32::from(u16::MAX)) as u16
    };
    let of_box = |(number, of): (usize, &Bounds)| {
        let corner = |at: Vec3, is_high| {
            let (at, min) = (at.to_array(), bounds.min.to_array());
            std::array::from_fn(|axis| quantized(at[axis], min[axis], is_high))
        };
        BoxNode { low: corner(of.min, false), high: corner(of.max, true), link: number as i32 }
    };
    let mut leaves: Vec<BoxNode> = boxes.iter().enumerate().map(of_box).collect();
    let mut nodes = Vec::with_capacity(2 * leaves.len());
    subdivide(&mut leaves, &mut nodes);
    nodes
}

/// Adds the nodes of some leaves. The recursion is as deep as the logarithm of their number.
fn subdivide(leaves: &mut [BoxNode], nodes: &mut Vec<BoxNode>) {
    match leaves {
        [] => {}
        [leaf] => nodes.push(*leaf),
        _ => {
            let mut node = leaves[0];
            for leaf in &*leaves {
                for axis in 0..3 {
                    node.low[axis] = node.low[axis].min(leaf.low[axis]);
                    node.high[axis] = node.high[axis].max(leaf.high[axis]);
                }
            }
            let length = |axis: &usize| node.high[*axis] - node.low[*axis];
            let axis = (0..3).max_by_key(|axis| (length(axis), 2 - axis)).unwrap_or(0);
            leaves.sort_by_key(|leaf| (leaf.low[axis], leaf.high[axis], leaf.link));
            let index = nodes.len();
            nodes.push(node);
            let (first, second) = leaves.split_at_mut(leaves.len() / 2);
            subdivide(first, nodes);
            subdivide(second, nodes);
            nodes[index].link = -((nodes.len() - index) as i32);
        }
    }
}
