//! Convex pieces of faces that may touch themselves.

use std::collections::BTreeMap;

use super::{Face, take};
use crate::geometry::{Segment, Turn, Vec2, convex_partition, ground_area, segments_touch, turn};

/// Returns convex rings that cover a face; `None` if that takes more steps than are left.
pub(super) fn convex_pieces(nodes: &[Vec2], face: &Face, steps: &mut usize) -> Option<Vec<Vec<usize>>> {
    let (mut walks, mut pieces) = (vec![face.nodes.clone()], Vec::new());
    while let Some(walk) = walks.pop() {
        take(steps, walk.len())?;
        let at = |places: &[usize]| places.iter().map(|&node| nodes[node]).collect::<Vec<_>>();
        match repeated(&walk) {
            None if walk.len() < 3 => {}
            None => {
                let rings = convex_partition(&at(&walk))?;
                pieces.extend(rings.into_iter().map(|ring| ring.into_iter().map(|i| walk[i]).collect()));
            }
            Some([from, to]) => {
                let (inner, outer) = (walk[from..to].to_vec(), [&walk[to..], &walk[..from]].concat());
                if ground_area(&at(&inner)) > 0.0 && ground_area(&at(&outer)) > 0.0 {
                    walks.extend([inner, outer]);
                    continue;
                }
                // One of them encloses a hole.
                let cut = diagonal(nodes, &inner, &outer, steps)?;
                walks.extend(divided(&inner, &outer, cut));
            }
        }
    }
    Some(pieces)
}

/// Returns two positions of the same node, the second one as early as possible.
fn repeated(walk: &[usize]) -> Option<[usize; 2]> {
    let mut seen = BTreeMap::new();
    walk.iter().enumerate().find_map(|(place, &node)| seen.insert(node, place).map(|first| [first, place]))
}

/// Returns a position on each of two loops, such that the line between them divides the face.
///
/// Both loops begin at the same node.
fn diagonal(nodes: &[Vec2], inner: &[usize], outer: &[usize], steps: &mut usize) -> Option<[usize; 2]> {
    take(steps, inner.len() * outer.len())?;
    let length =
        |&[i, o]: &[usize; 2]| nodes[inner[i]].as_dvec2().distance_squared(nodes[outer[o]].as_dvec2());
    let pairs = (1..inner.len()).flat_map(|i| (1..outer.len()).map(move |o| [i, o]));
    let mut pairs: Vec<(f64, [usize; 2])> = pairs.map(|pair| (length(&pair), pair)).collect();
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    for (_, [i, o]) in pairs {
        take(steps, inner.len() + outer.len())?;
        let ends = [inner[i], outer[o]];
        let is_free = ends[0] != ends[1]
            && sees(nodes, inner, i, ends[1])
            && sees(nodes, outer, o, ends[0])
            && [inner, outer].iter().all(|ring| !meets(nodes, ring, ends));
        if is_free {
            return Some([i, o]);
        }
    }
    None
}

/// Whether the line from a corner of a loop to a node begins on the left of the loop.
fn sees(nodes: &[Vec2], ring: &[usize], place: usize, to: usize) -> bool {
    let n = ring.len();
    let [a, b, c] = [(place + n - 1) % n, place, (place + 1) % n].map(|i| nodes[ring[i]]);
    let to = nodes[to];
    let (before, after) = (turn(a, b, to) == Turn::Left, turn(b, c, to) == Turn::Left);
    if turn(a, b, c) == Turn::Left { before && after } else { before || after }
}

/// Whether a line between two nodes meets a loop elsewhere.
fn meets(nodes: &[Vec2], ring: &[usize], ends: [usize; 2]) -> bool {
    let line = Segment::new(nodes[ends[0]], nodes[ends[1]]);
    (0..ring.len()).any(|i| {
        let side = [ring[i], ring[(i + 1) % ring.len()]];
        let is_at_end = side.iter().any(|node| ends.contains(node));
        let segment = Segment::new(nodes[side[0]], nodes[side[1]]);
        if is_at_end {
            side.iter().any(|node| !ends.contains(node) && line.holds(nodes[*node]))
        } else {
            segments_touch(&line, &segment)
        }
    })
}

/// Returns the two walks into which a diagonal divides two loops that begin at the same node.
fn divided(inner: &[usize], outer: &[usize], [i, o]: [usize; 2]) -> [Vec<usize>; 2] {
    [[&inner[..=i], &outer[o..]].concat(), [&outer[..=o], &inner[i..]].concat()]
}
