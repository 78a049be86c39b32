//! The union of polygons, as outlines.

use std::collections::{BTreeMap, BTreeSet};

use super::{Arrangement, Vec2, take};
use crate::graph::union_find::{join, root};

/// Returns the outlines of the union of counter-clockwise polygons.
///
/// They are simple rings, and those of holes are clockwise. Nodes where sides cross are rounded. `None` if it takes more steps than are left.
pub fn union(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Vec<Vec<Vec2>>> {
    let mut outlines = Vec::new();
    for ring in Forest::of(polygons, steps)?.rings(polygons) {
        outlines.extend(outlines_around(&ring, steps)?);
    }
    Some(outlines)
}

/// Returns the groups of polygons whose boxes touch, as indices.
///
/// Polygons of different groups are apart, so their unions are independent. `None` if it takes more steps than are left.
pub fn touching_groups(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Vec<Vec<usize>>> {
    Some(Forest::of(polygons, steps)?.trees)
}

/// Returns the outlines of the ground around which a ring winds counter-clockwise.
fn outlines_around(ring: &[Vec2], steps: &mut usize) -> Option<Vec<Vec<Vec2>>> {
    let arrangement = Arrangement::of(ring, steps)?;
    let mut border: BTreeSet<[usize; 2]> = BTreeSet::new();
    for face in arrangement.faces.iter().filter(|face| face.winding > 0) {
        let next = face.nodes.iter().skip(1).chain(face.nodes.first());
        for (&from, &to) in face.nodes.iter().zip(next) {
            // A side of two faces lies inside of the union.
            if !border.remove(&[to, from]) {
                border.insert([from, to]);
            }
        }
    }
    let outlines = rings(&border).into_iter();
    Some(outlines.map(|ring| ring.into_iter().map(|node| arrangement.nodes[node]).collect()).collect())
}

/// Trees that connect polygons whose boxes touch.
struct Forest {
    /// Polygons of each tree, the root first.
    trees: Vec<Vec<usize>>,
    /// Polygons beside each one in its tree.
    beside: Vec<Vec<usize>>,
}

impl Forest {
    /// Connects polygons. `None` if it takes more steps than are left.
    fn of(polygons: &[Vec<Vec2>], steps: &mut usize) -> Option<Self> {
        let boxes: Vec<[Vec2; 2]> = polygons.iter().map(|polygon| extent(polygon)).collect();
        let size = boxes.iter().fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], &[min, max]| {
            [low.min(min), high.max(max)]
        });
        // Along the longer axis, fewer boxes are beside each other.
        let axis = usize::from(size[1].y - size[0].y > size[1].x - size[0].x);
        let mut sorted: Vec<usize> = (0..polygons.len()).collect();
        sorted.sort_by(|&a, &b| boxes[a][0][axis].total_cmp(&boxes[b][0][axis]));
        let mut parents: Vec<u32> = (0..polygons.len() as u32).collect();
        let mut beside = vec![Vec::new(); polygons.len()];
        for (nth, &one) in sorted.iter().enumerate() {
            let [low, high] = boxes[one];
            let next = sorted[nth + 1..].iter().copied();
            for other in next.take_while(|&other| boxes[other][0][axis] <= high[axis]) {
                take(steps, 1)?;
                let [min, max] = boxes[other];
                let do_touch = low.cmple(max).all() && min.cmple(high).all();
                let [a, b] = [one, other].map(|polygon| root(&mut parents, polygon as u32));
                if do_touch && a != b {
                    join(&mut parents, a, b);
                    beside[one].push(other);
                    beside[other].push(one);
                }
            }
        }
        let mut trees: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for polygon in 0..polygons.len() {
            trees.entry(root(&mut parents, polygon as u32)).or_default().push(polygon);
        }
        Some(Self { trees: trees.into_values().collect(), beside })
    }

    /// Returns a ring around the polygons of each tree.
    ///
    /// It runs from each polygon to the next ones, and back over the same points.
    fn rings(&self, polygons: &[Vec<Vec2>]) -> impl Iterator<Item = Vec<Vec2>> {
        self.trees.iter().map(|tree| {
            let around = |polygon: usize| polygons[polygon].iter().chain(polygons[polygon].first()).copied();
            let mut ring: Vec<Vec2> = around(tree[0]).collect();
            let mut walk = vec![(tree[0], tree[0], 0)];
            while let Some((polygon, before, next)) = walk.last_mut() {
                let (polygon, before, place) = (*polygon, *before, *next);
                *next += 1;
                match self.beside[polygon].get(place) {
                    Some(&other) if other == before => {}
                    Some(&other) => {
                        ring.extend(around(other));
                        walk.push((other, polygon, 0));
                    }
                    None => {
                        walk.pop();
                        ring.extend(polygons[before].first().filter(|_| before != polygon));
                    }
                }
            }
            ring
        })
    }
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
