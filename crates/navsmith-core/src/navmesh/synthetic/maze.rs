//! Mazes: a lattice of squares, each joined to some of its neighbours, with a random spanning tree.

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

/// Two adjacent squares, numbered row by row; the second lies to the east or to the south.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joint {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) is_east: bool,
}

/// Returns the joints of a random spanning tree, followed by all other joints, shuffled. Linear.
///
/// The tree is built by a random walk with backtracking.
pub(super) fn grow(width: usize, height: usize, chance: &mut SplitMix64) -> (Vec<Joint>, Vec<Joint>) {
    let count = width * height;
    let (mut is_reached, mut walk) = (vec![false; count], vec![0]);
    let mut is_joined = vec![[false; 2]; count];
    let mut tree = Vec::with_capacity(count);
    is_reached[0] = true;
    while let Some(&at) = walk.last() {
        let mut open = [at; 4];
        let mut choices = 0;
        for next in neighbors(at, width, count).into_iter().flatten().filter(|&next| !is_reached[next]) {
            open[choices] = next;
            choices += 1;
        }
        if choices == 0 {
            walk.pop();
            continue;
        }
        let next = open[chance.below(choices as u64) as usize];
        is_reached[next] = true;
        walk.push(next);
        let joint = joint(at.min(next), at.max(next), width);
        is_joined[joint.from][usize::from(joint.is_east)] = true;
        tree.push(joint);
    }
    let later = |at: usize| neighbors(at, width, count).into_iter().flatten().filter(move |&next| next > at);
    let all = (0..count).flat_map(|at| later(at).map(move |next| joint(at, next, width)));
    let mut rest: Vec<Joint> =
        all.filter(|joint| !is_joined[joint.from][usize::from(joint.is_east)]).collect();
    for end in (1..rest.len()).rev() {
        rest.swap(end, chance.below(end as u64 + 1) as usize);
    }
    (tree, rest)
}

/// Returns the squares to the west, east, north and south.
fn neighbors(at: usize, width: usize, count: usize) -> [Option<usize>; 4] {
    let x = at % width;
    [
        (x > 0).then(|| at - 1),
        (x + 1 < width).then_some(at + 1),
        at.checked_sub(width),
        (at + width < count).then_some(at + width),
    ]
}

fn joint(from: usize, to: usize, width: usize) -> Joint {
    // In a lattice one square wide, the next square lies to the south.
    Joint { from, to, is_east: to != from + width }
}
