//! The union of polygons, as outlines.

use std::collections::{BTreeMap, BTreeSet};

use super::Faces;
use crate::geometry::{Vec2, noded, sides, take};
use crate::graph::union_find::{join, root};

/// Returns the outlines of the union of counter-clockwise polygons.
///
/// They are simple rings, and those of holes are clockwise. Nodes where sides cross are rounded. `None` if it takes more
/// steps than are left.
pub fn union(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Vec<Vec<Vec2>>> {
    let noded = noded(polygons.iter().flat_map(|polygon| sides(polygon)), steps)?;
    let border = Faces::of_paths(&noded)?.border().collect();
    let outlines = rings(&border).into_iter();
    Some(outlines.map(|ring| ring.into_iter().map(|node| noded.nodes[node]).collect()).collect())
}

/// Returns the groups of polygons whose boxes touch, as indices.
///
/// Polygons of different groups are apart, so their unions are independent. `None` if it takes more steps than are left.
pub fn touching_groups(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Vec<Vec<usize>>> {
    let boxes: Vec<[Vec2; 2]> = polygons.iter().map(|polygon| extent(polygon)).collect();
    let size = boxes
        .iter()
        .fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], &[min, max]| [low.min(min), high.max(max)]);
    // Along the longer axis, fewer boxes are beside each other.
    let axis = usize::from(size[1].y - size[0].y > size[1].x - size[0].x);
    let mut sorted: Vec<usize> = (0..polygons.len()).collect();
    sorted.sort_by(|&a, &b| boxes[a][0][axis].total_cmp(&boxes[b][0][axis]));
    let mut parents: Vec<u32> = (0..polygons.len() as u32).collect();
    for (nth, &one) in sorted.iter().enumerate() {
        let [low, high] = boxes[one];
        let next = sorted[nth + 1..].iter().copied();
        for other in next.take_while(|&other| boxes[other][0][axis] <= high[axis]) {
            take(steps, 1)?;
            let [min, max] = boxes[other];
            let [a, b] = [one, other].map(|polygon| root(&mut parents, polygon as u32));
            if low.cmple(max).all() && min.cmple(high).all() && a != b {
                join(&mut parents, a, b);
            }
        }
    }
    let mut groups: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for polygon in 0..polygons.len() {
        groups.entry(root(&mut parents, polygon as u32)).or_default().push(polygon);
    }
    Some(groups.into_values().collect())
}

/// Returns the smallest and the largest coordinates of a polygon.
fn extent(polygon: &[Vec2]) -> [Vec2; 2] {
    let empty = [Vec2::INFINITY, Vec2::NEG_INFINITY];
    polygon.iter().fold(empty, |[low, high], &at| [low.min(at), high.max(at)])
}

/// Returns the rings without repeated nodes that directed sides form.
fn rings(sides: &BTreeSet<[usize; 2]>) -> Vec<Vec<usize>> {
    let mut next: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for &[from, to] in sides {
        next.entry(from).or_default().push(to);
    }
    let (mut rings, starts) = (Vec::new(), next.keys().copied().collect::<Vec<_>>());
    for start in starts {
        let (mut walk, mut places) = (vec![start], BTreeMap::from([(start, 0)]));
        while let Some(to) = walk.last().and_then(|at| next.get_mut(at)?.pop()) {
            if let Some(&place) = places.get(&to) {
                let ring = walk.split_off(place);
                for node in &ring {
                    places.remove(node);
                }
                rings.push(ring);
            }
            places.insert(to, walk.len());
            walk.push(to);
        }
    }
    rings
}
