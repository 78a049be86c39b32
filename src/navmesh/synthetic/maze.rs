//! Mazes: a lattice of squares, each joined to some of its neighbours.

use super::lattice::{Joint, grow};
use super::{METRE, Parts};
use crate::geometry::SplitMix64;
use crate::navmesh::VertexId;

const WIDE: i64 = 2 * METRE;

/// Distance between corridors, wall included.
const PITCH: i64 = 3 * METRE;

/// Creates a maze of about `triangles` triangles: two per square and two per joint.
///
/// A few of the joints form loops.
pub(super) fn make(triangles: usize, seed: u64) -> Parts {
    let mut chance = SplitMix64(seed);
    let count = (triangles * 10 / 41).max(1);
    let width = count.isqrt();
    let height = count / width;
    let (tree, rest) = grow(width, height, &mut chance);
    let joints = (triangles / 2).saturating_sub(width * height).max(tree.len());
    let mut parts = Parts::default();
    let squares: Vec<[VertexId; 4]> = (0..width * height)
        .map(|at| {
            let [x, z] = [at % width, at / width].map(|n| n as i64 * PITCH);
            let corners = [[x, z], [x, z + WIDE], [x + WIDE, z + WIDE], [x + WIDE, z]];
            let corners = corners.map(|[x, z]| parts.vertex([x, 0, z]));
            parts.quad(corners);
            corners
        })
        .collect();
    for Joint { from, to, is_east } in tree.into_iter().chain(rest).take(joints) {
        let ([_, b, c, d], [far_a, far_b, _, far_d]) = (squares[from], squares[to]);
        parts.quad(if is_east { [d, c, far_b, far_a] } else { [b, far_a, far_d, c] });
    }
    parts
}
