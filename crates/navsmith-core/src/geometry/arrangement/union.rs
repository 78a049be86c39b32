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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{SplitMix64, covers, ground_area};

    fn square(x: f32, z: f32, size: f32) -> Vec<Vec2> {
        [[0.0, 0.0], [0.0, size], [size, size], [size, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
    }

    fn areas(polygons: &[Vec<Vec2>]) -> Vec<f64> {
        let outlines = union(polygons, &mut 1_000_000).expect("few steps");
        let mut areas: Vec<f64> = outlines.iter().map(|ring| ground_area(ring)).collect();
        areas.sort_by(f64::total_cmp);
        areas
    }

    #[test]
    fn polygons_that_overlap_have_one_outline_and_holes_run_clockwise() {
        assert_eq!(areas(&[square(0., 0., 2.), square(1., 1., 2.)]), [7.0]);
        assert_eq!(areas(&[square(0., 0., 2.), square(5., 0., 1.)]), [1.0, 4.0], "apart");
        assert_eq!(areas(&[square(0., 0., 2.), square(0., 0., 2.)]), [4.0], "the same twice");
        assert_eq!(areas(&[square(0., 0., 2.), square(2., 0., 2.)]), [8.0], "a common side");
        assert_eq!(areas(&[square(0., 0., 1.), square(1., 1., 1.)]), [1.0, 1.0], "a common corner");
        let bar = |x: f32, z: f32, w: f32, h: f32| -> Vec<Vec2> {
            [[0.0, 0.0], [0.0, h], [w, h], [w, 0.0]].map(|at| Vec2::from(at) + Vec2::new(x, z)).into()
        };
        let frame = [bar(0., 0., 6., 1.), bar(0., 5., 6., 1.), bar(0., 0., 1., 6.), bar(5., 0., 1., 6.)];
        assert_eq!(areas(&frame), [-16.0, 36.0]);
        assert_eq!(union(&[], &mut 10), Some(Vec::new()), "nothing");
    }

    #[test]
    fn polygons_that_are_apart_take_few_steps() {
        let place = |index: usize| [3.0 * (index % 32) as f32, 3.0 * (index / 32) as f32];
        let crates = (0..1000).map(place).flat_map(|[x, z]| [square(x, z, 2.), square(x + 0.5, z, 2.)]);
        let crates: Vec<_> = crates.collect();
        let mut steps = 1000 * crates.len();
        let outlines = union(&crates, &mut steps).expect("few steps");
        assert_eq!(outlines.len(), 1000);
        let groups = touching_groups(&crates, &mut 1_000_000).expect("few steps");
        assert!(groups.len() == 1000 && groups.iter().all(|group| group.len() == 2), "{groups:?}");
        assert_eq!(touching_groups(&crates, &mut 10), None, "too few steps");
    }

    #[test]
    fn a_point_is_in_the_union_exactly_if_a_polygon_covers_it() {
        let mut chance = SplitMix64(11);
        let mut number = |scale: f64| (chance.unit() * scale) as f32;
        for _ in 0..100 {
            let squares: Vec<_> =
                (0..8).map(|_| square(number(8.0), number(8.0), 0.5 + number(3.0))).collect();
            let outlines = union(&squares, &mut 1_000_000).expect("few steps");
            for _ in 0..50 {
                let at = Vec2::new(number(12.0), number(12.0));
                let winding: i32 = outlines
                    .iter()
                    .filter(|ring| covers(ring, at))
                    .map(|ring| if ground_area(ring) > 0.0 { 1 } else { -1 })
                    .sum();
                assert_eq!(winding, i32::from(squares.iter().any(|square| covers(square, at))), "{at}");
            }
        }
    }
}
